# SPDX-License-Identifier: BSD-3-Clause
"""Runner steps that measure firmware, compare counts with QEMU's, and run the board program."""

from functools import partial
from importlib import import_module

from builds import COUNTED
from runner.builds import Build as MesonBuild
from runner.step import Count, Depth, Log, Step, total
from runner.targets import Target

BOARDS = (Target("cortex-m4"), Target("rv32imac"))


def run(module: str, function: str, log: Log, depth: Depth) -> Count:
    """Runs a step's function. Its module needs packages, so it is imported only now."""
    count: Count = getattr(import_module(module), function)(log, depth)
    return count


def board(log: Log, depth: Depth) -> Count:
    """Builds and runs bench/board with QEMU's counters: SysTick and mcycle."""
    del depth
    return total(
        MesonBuild(
            f"board-{target.name}",
            (
                *target.options,
                "-Dbench=true",
                "-Dpermutation_set=bench/firmware/cases.toml",
                "-Dtests=disabled",
            ),
            suites=("bench",),
        ).all(log)
        for target in BOARDS
    )


def steps() -> tuple[Step, ...]:
    counted = {group for build in COUNTED.values() if build.rows != "recipes" for group in build.needs}
    on_boards = {group for target in BOARDS for group in target.needs}
    emulated = ("jinja2", "certify", "arm", "qemu-arm", "riscv", "qemu-riscv")
    rows = (
        (
            "sizes",
            "flash and stack against the gate",
            ("jinja2", "certify", "arm"),
            partial(run, "gate", "check_sizes"),
        ),
        ("counts", "instruction counts against the gate", sorted(counted), partial(run, "gate", "check_counts")),
        ("witness", "counts of instructions equal QEMU's", emulated, partial(run, "witness", "witness")),
        ("board", "the program for real boards, on QEMU", sorted(on_boards), board),
    )
    return tuple(Step(name, title, tuple(needs), function, "nightly") for name, title, needs, function in rows)
