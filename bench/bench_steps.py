# SPDX-License-Identifier: BSD-3-Clause
"""
Runner steps that measure firmware, compare counts with QEMU's, and run the board program. Modules that need packages
are imported by the steps that use them.
"""

from typing import TYPE_CHECKING

from builds import COUNTED
from runner.builds import Build as MesonBuild
from runner.step import Count, Depth, Log, Step, total
from runner.targets import Target

if TYPE_CHECKING:
    from gate import Verdict

BOARDS = (Target("cortex-m4"), Target("rv32imac"))


def _noted(log: Log, verdict: "Verdict") -> Count:
    log.note("\n".join([*verdict.grown, str(verdict.count)]))
    return verdict.count


def counts(log: Log, depth: Depth) -> Count:
    """Compares instruction counts with bench/gate.toml. Each figure is a case."""
    import gate

    del depth
    held = gate.read()
    return _noted(log, gate.compare_counts(held, gate.measure_counts(held)))


def sizes(log: Log, depth: Depth) -> Count:
    """Compares flash and stack with bench/gate.toml. Each figure is a case."""
    import gate

    del depth
    return _noted(log, gate.compare_sizes(gate.read(), gate.measure_sizes()))


def witness(log: Log, depth: Depth) -> Count:
    """Compares instruction counts with QEMU's. Each kernel is a case."""
    from witness import witness

    return witness(log, depth)


def board(log: Log, depth: Depth) -> Count:
    """Builds and runs bench/board with QEMU's counters: SysTick and mcycle."""
    del depth
    return total(
        MesonBuild(
            f"board-{target.name}",
            (
                f"--cross-file={target.path}",
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
    return (
        Step("sizes", "flash and stack against the gate", ("jinja2", "certify", "arm"), sizes, "nightly"),
        Step("counts", "instruction counts against the gate", tuple(sorted(counted)), counts, "nightly"),
        Step("witness", "counts of instructions equal QEMU's", emulated, witness, "nightly"),
        Step("board", "the program for real boards, on QEMU", tuple(sorted(on_boards)), board, "nightly"),
    )
