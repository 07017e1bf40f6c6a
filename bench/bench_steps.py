# SPDX-License-Identifier: BSD-3-Clause
"""Steps of the runner that count instructions on emulated cores and run the program for real boards."""

import emulated
import firmware_sizes
import gate
from builds import COUNTED
from runner.builds import Build
from runner.step import Count, Depth, Log, Step, StepFailed, total
from runner.targets import Target

BOARDS = (Target("cortex-m4"), Target("rv32imac"))


def counts(log: Log, depth: Depth) -> Count:
    """Compares instruction counts and flash with bench/gate.toml. Each figure is a case."""
    del depth
    held = gate.read()
    try:
        measured = gate.measure_all(held)
    except (emulated.MeasureError, firmware_sizes.SizeError) as error:
        raise StepFailed(str(error)) from error
    verdict = gate.compare(held, measured)
    log.note("\n".join([*verdict.grown, str(verdict.count)]))
    return verdict.count


def board(log: Log, depth: Depth) -> Count:
    """Builds and runs bench/board with the counters that QEMU has: SysTick and mcycle."""
    del depth
    return total(
        Build(
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
    counted = {"host"} | {group for name in gate.read().counts for group in COUNTED[name].on.of.needs}
    on_boards = {group for target in BOARDS for group in target.needs}
    return (
        Step("counts", "instruction counts and flash against the gate", tuple(sorted(counted)), counts, "nightly"),
        Step("board", "the program for real boards, on QEMU", tuple(sorted(on_boards)), board, "nightly"),
    )
