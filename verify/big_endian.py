# SPDX-License-Identifier: BSD-3-Clause
"""Suites on emulated big-endian processors, where tiles of words must not run."""

from dataclasses import dataclass
from functools import partial

from runner.builds import Build
from runner.configurations import MLI_1_1, PINNED
from runner.step import ROOT, Count, Depth, Log, Step, each, total

STEP = "big-endian"
SAMPLE = {"PERMKERN_TEST": "sample", "QEMU_RUN_TIMEOUT": "280"}


@dataclass(frozen=True)
class OnMachine:
    """Suites on a machine of verify/emulated/. options: of Meson. suites: all, if none is named. ci: CI runs it, too."""

    name: str
    machine: str
    options: tuple[str, ...] = ()
    suites: tuple[str, ...] = ()
    ci: bool = False


# "turned": as Arm's big-endian cores do, words at any address and rotations of words.
TURNED = "-Dc_args=-DPERMKERN_UNALIGNED=1 -DPERMKERN_TURNS=1"
ON_MACHINES = (
    OnMachine("ppc64-pinned", "ppc64", (f"-Dpermutation_set={PINNED}",), ("selftest",), ci=True),
    OnMachine("ppc64-turned", "ppc64", (f"-Dpermutation_set={PINNED}", TURNED), ("selftest",), ci=True),
    OnMachine("ppc64-size", "ppc64", ("-Dpermutation_set=mli",), ("selftest",), ci=True),
    OnMachine("s390x", "s390x"),
    OnMachine("s390x-mli-1.1", "s390x", ("-Dpermutation_set=mli", f"-Dmli_headers={MLI_1_1}")),
)


def run(log: Log, on: OnMachine) -> Count:
    options = (f"--cross-file={ROOT / 'verify' / 'emulated' / on.machine}.ini", *on.options)
    return Build(f"{STEP}/{on.name}", options, "", SAMPLE, on.suites, ("headers", "isa")).all(log)


def big_endian(log: Log, depth: Depth) -> Count:
    chosen = [on for on in ON_MACHINES if depth.takes(on.name) and (on.ci or depth.whole)]
    return total(each(partial(run, log), chosen))


def steps() -> tuple[Step, ...]:
    needs = ("meson", "jinja2", "big-endian", "qemu-user")
    return (Step(STEP, "suites on big-endian processors", needs, big_endian),)
