# SPDX-License-Identifier: BSD-3-Clause
"""Vectors of every length, and strides at every limit of an offset, one more and one less, on emulated cores."""

import sys
from dataclasses import replace

from builds import Build
from configurations.hazards import LIMITS, Limits
from configurations.targets import target
from steps import Count, Log, StepFailed

from verify.step import Depth, Outcome, Step, each


def run(log: Log, chosen: Limits, depth: Depth) -> Count:
    """Builds a target once, and runs it on each of its machines."""
    options = (f"--cross-file={target(chosen.target).path}",)
    build = Build(f"verify/limits/{chosen.target}", options, suites=("limits",), benchmarks=True)
    build.set_up(log)
    listed = log.must([sys.executable, "-B", "verify/limits/list.py"])
    if "PERMKERN_LIMIT(" not in listed:
        raise StepFailed("the records name no limit")
    (build.directory / "permkern_limits.inc").write_text(listed, encoding="utf-8")
    count = Count()
    for machine in chosen.machines if depth.full else chosen.quick:
        options_of = {"QEMU_RUN_OPTIONS": f"-cpu {machine}"} if machine else {}
        count += replace(build, environment=options_of).test(log)
    return count


def limits(log: Log, depth: Depth) -> Outcome:
    chosen = [one for one in LIMITS if (one.quick or depth.full) and depth.takes(one.target)]
    counts = each(lambda one: run(log, one, depth), chosen)
    machines = sum(len(one.machines if depth.full else one.quick) for one in chosen)
    return Outcome(sum(counts, Count()), "cases", (f"{len(chosen)} builds on {machines} emulated machines",))


def steps() -> tuple[Step, ...]:
    needs = ("arm", "qemu-arm", "riscv", "qemu-riscv", "clang-cross")
    return (Step("limits", "every length of vectors, every limit of offsets", needs, limits),)
