# SPDX-License-Identifier: BSD-3-Clause
"""Emulated cores that trap what they can; the host's suites at every level of optimisation, with and without LTO."""

import re
from collections.abc import Iterator
from pathlib import Path

from builds import Build
from configurations.targets import LEVELS, QUICK_SETS_ON_TARGETS, SETS_ON_TARGETS, Level, target, targets
from steps import BUILD, Count, Log

from verify.step import Depth, Outcome, Step, each

WITHIN = {"CK_FORK": "no"}
SAMPLE = {**WITHIN, "PERMKERN_TEST": "sample"}


def strict(log: Log) -> Count:
    """Runs a Cortex-M4 compiled for aligned words. Others fault, and so do accesses outside of the buffers."""
    more = BUILD / "verify" / "targets-strict.ini"
    more.parent.mkdir(parents=True, exist_ok=True)
    cortex_m4 = target("cortex-m4")
    more.write_text(cortex_m4.with_flags("-mno-unaligned-access"), encoding="utf-8")
    files = (f"--cross-file={cortex_m4.path}", f"--cross-file={more}")
    return Build("verify/targets-strict", files, suites=("selftest", "guards")).all(log)


def emulated_targets() -> Iterator[str]:
    """Firmware targets whose programs run here: the suites of the others are those of the host."""
    wanted = (r"^exe_wrapper\b", r"^system = 'none'$")
    for one in targets():
        if all(re.search(line, one.text, re.MULTILINE) for line in wanted):
            yield one.name


def set_on_target(log: Log, name: str, permutation_set: str) -> Count:
    """Runs a target with a set other than the default, which tools/test runs."""
    options = (f"--cross-file={target(name).path}", f"-Dpermutation_set={permutation_set}")
    suites = ("selftest",) if name == "cortex-m0" else ("selftest", "guards")
    return Build(f"verify/targets-{name}-{Path(permutation_set).stem}", options, suites=suites).all(log)


def faults(log: Log, depth: Depth) -> Outcome:
    sets = [(name, permutation_set) for name in emulated_targets() for permutation_set in SETS_ON_TARGETS]
    chosen = sets if depth.full else QUICK_SETS_ON_TARGETS
    counts = [strict(log), *each(lambda pair: set_on_target(log, *pair), chosen)]
    return Outcome(sum(counts, Count()), "cases", (f"{1 + len(chosen)} builds on emulated targets",))


def host_build(chosen: Level) -> Build:
    name = f"verify/matrix-{chosen.compiler}-{chosen.level}{'-lto' if chosen.link_time else ''}"
    options = ("-Dtests=enabled", f"-Doptimization={chosen.level}", f"-Db_lto={str(chosen.link_time).lower()}")
    return Build(name, options, chosen.compiler, WITHIN if chosen.every_case else SAMPLE, ("core", "mli", "cmsis"))


def matrix(log: Log, depth: Depth) -> Outcome:
    """Quick: all optimisation that there is. Full: all levels, with and without LTO, by both compilers."""
    builds = [host_build(level) for level in LEVELS if depth.full or level.quick]
    counts = each(lambda build: build.all(log), builds)
    return Outcome(sum(counts, Count()), "tests", (f"{len(builds)} builds of the host's suites",))


def current(log: Log, depth: Depth) -> Outcome:
    """Shows that the other steps look at what the templates give now."""
    del depth
    log.must(["tools/permkern", "check", "generated", "generator/sets/default.toml"])
    return Outcome(Count(1), "set")


def steps() -> tuple[Step, ...]:
    return (
        Step("current", "generated/ is what the generator writes", (), current),
        Step(
            "targets-faults",
            "faults on emulated targets",
            ("arm", "qemu-arm", "riscv", "qemu-riscv", "clang-cross"),
            faults,
        ),
        Step("matrix", "suites at other levels, with LTO", ("checks", "clang-19"), matrix),
    )
