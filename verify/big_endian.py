# SPDX-License-Identifier: BSD-3-Clause
"""Runs suites on emulated big-endian processors, without word tiles."""

from dataclasses import dataclass
from functools import partial

from runner.builds import Build
from runner.configurations import MLI_1_1, PINNED
from runner.programs import fresh
from runner.step import BUILD, Count, Depth, Log, Step, each, total

STEP = "big-endian"
PREFIXES = {"ppc64": "powerpc64", "s390x": "s390x"}  # compiler prefixes by machine
SAMPLE = {"PERMKERN_EVERY": "397", "QEMU_RUN_TIMEOUT": "280"}


@dataclass(frozen=True)
class OnMachine:
    """Suites on a machine in PREFIXES. options: for Meson. suites: empty for all."""

    name: str
    machine: str
    options: tuple[str, ...] = ()
    suites: tuple[str, ...] = ()


ANYWHERE = "-Dc_args=-DPERMKERN_UNALIGNED=1"  # like Arm's big-endian cores
ON_MACHINES = (
    OnMachine("ppc64-pinned", "ppc64", (f"-Dpermutation_set={PINNED}",), ("selftest",)),
    OnMachine("ppc64-anywhere", "ppc64", (f"-Dpermutation_set={PINNED}", ANYWHERE), ("selftest",)),
    OnMachine("ppc64-size", "ppc64", ("-Dpermutation_set=mli",), ("selftest",)),
    OnMachine("s390x", "s390x"),
    OnMachine("s390x-mli-1.1", "s390x", ("-Dpermutation_set=mli", f"-Dmli_headers={MLI_1_1}")),
)


def write_cross_file(machine: str, prefix: str) -> None:
    """Writes a cross file for a machine's Linux. Programs run under QEMU's user-mode emulation."""
    tools = {"c": "gcc", "ar": "ar", "ld": "ld", "nm": "nm", "size": "size", "strip": "strip"}
    lines = ["[binaries]", *(f"{name} = '{prefix}-linux-gnu-{tool}'" for name, tool in tools.items())]
    lines += [f"exe_wrapper = ['qemu-run', '{machine}']", "[properties]", "needs_exe_wrapper = true"]
    lines += ["[host_machine]", "system = 'linux'", "endian = 'big'"]
    lines += [f"cpu_family = '{machine}'", f"cpu = '{machine}'"]
    (BUILD / STEP / f"{machine}.ini").write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(log: Log, on: OnMachine) -> Count:
    options = (f"--cross-file={BUILD / STEP / on.machine}.ini", *on.options)
    return Build(f"{STEP}/{on.name}", options, "", SAMPLE, on.suites, ("headers",)).all(log)


def big_endian(log: Log, depth: Depth) -> Count:
    fresh(STEP)
    for machine, prefix in PREFIXES.items():
        write_cross_file(machine, prefix)
    return total(each(partial(run, log), [on for on in ON_MACHINES if depth.takes(on.name)]))


def steps() -> tuple[Step, ...]:
    needs = ("meson", "jinja2", "ppc64", "s390x", "qemu-user")
    return (Step(STEP, "suites on big-endian processors", needs, big_endian, "nightly"),)
