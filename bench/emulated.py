# SPDX-License-Identifier: BSD-3-Clause
"""The kernels of any set on an emulated Cortex-M4: built, run, checked, counted. For tools/demo and tools/report.

Instruction counts are exact and repeatable; they are neither speed nor cycles, which QEMU does not model.
"""

import re
import zlib
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

import callgraph
import commands
import firmware_sizes
from configurations.targets import target
from icnt import count

ROOT = Path(__file__).resolve().parent.parent
TARGET = target("cortex-m4")
MACHINE = TARGET.machine
CROSS = "arm-none-eabi-"
LEVEL = "2"


# Cases passed and failed by the self-test's name (any: of a folded permutation), width and permutation.
Cases = dict[tuple[str, int, str], tuple[int, int]]


class MeasureError(Exception):
    """Something that measuring needs did not work; the message says what."""


@dataclass(frozen=True)
class Counted:
    """A kernel in a run: whether all its results were right, and instructions, None where they were not counted."""

    correct: bool
    naive: int | None
    memcpy: int | None
    kernel: int | None


@dataclass(frozen=True)
class Ran:
    """Pinned kernels by name. Kernels for any shape by width and permutation, each with the extent of all its axes."""

    pinned: dict[str, Counted]
    forms: dict[tuple[int, str], tuple[int, Counted]]


def run(command: Sequence[str | Path], what: str) -> str:
    return commands.run(command, MeasureError, what)


def compiler() -> str:
    return f"GCC {run([f'{CROSS}gcc', '-dumpfullversion'], 'gcc').strip()}"


def how() -> str:
    return f"QEMU {MACHINE}, {compiler()} -O{LEVEL}"


def directory_of(permutations: str) -> Path:
    """Returns the folder that a set is built in. Sets of one name and different paths have folders of their own."""
    name = re.sub(r"[^A-Za-z0-9_.-]", "_", Path(permutations).stem)
    return ROOT / "build" / "emulated" / f"{name}-{zlib.crc32(permutations.encode()):08x}"


def build(permutations: str, programs: Sequence[str]) -> Path:
    """Configures once; then Ninja finds out what changed. permutations: a path, or the name of a shipped set."""
    directory = directory_of(permutations)
    if not (directory / "build.ninja").is_file():
        options = [f"-Dpermutation_set={permutations}", "-Dtests=disabled", "-Dbench=true", "-Dbuildtype=release"]
        options += [f"-Doptimization={LEVEL}", f"--cross-file={TARGET.path}"]
        run(["meson", "setup", directory, *options], "meson setup")
    # Not `meson compile`, which looks for targets before it configures again.
    run(["ninja", "-C", directory, *(program(Path(), name) for name in programs)], "the build")
    return directory


def program(directory: Path, name: str = "counted") -> Path:
    return directory / "bench" / "emulated" / name


# ---- instructions, and right or wrong ----


def read_run(output: str, counts: Sequence[int] | None) -> Ran:
    """Joins what a program printed with the counts. The first stretch is empty: its count is the cost of the marks."""
    pinned = re.findall(r"^permute (\w+) (\w+) ([01])$", output, re.MULTILINE)
    forms = re.findall(r"^form (\d+) (\d+) (\d+) (\w+) ([01])$", output, re.MULTILINE)
    expected = 1 + 3 * len(pinned) + 2 * len(forms)
    if counts is not None and len(counts) != expected:
        raise MeasureError(f"{len(counts)} counts instead of {expected}: {output[-300:]}")
    marks, *rest = counts if counts is not None else [0]
    stretches = iter([each - marks for each in rest])

    def counted(verdict: str, naive: str, *, memcpy: bool) -> Counted:
        values = [next(stretches, None) for _ in range(3 if memcpy else 2)]
        by_loop = values[0] if naive == "1" else None
        return Counted(verdict == "correct", by_loop, values[1] if memcpy else None, values[-1])

    return Ran(
        {name: counted(verdict, naive, memcpy=True) for name, verdict, naive in pinned},
        {
            (int(bits), perm): (int(extent), counted(verdict, naive, memcpy=False))
            for bits, perm, extent, verdict, naive in forms
        },
    )


def measure(directory: Path) -> Ran:
    result = count(program(directory), MACHINE, "mark_begin", "mark_end", directory)
    if result.code not in (0, 1):  # 1: it ran to its end, and something was wrong
        raise MeasureError(f"the program ended with {result.code}: {result.output[-300:]}")
    return read_run(result.output, result.counts)


def read_tests(output: str) -> Cases:
    found: Cases = {}
    for name, bits, perm, passed, failed in re.findall(r"^each (\w+) (\d+) (\d+) (\d+) (\d+)$", output, re.MULTILINE):
        before = found.get((name, int(bits), perm), (0, 0))
        found[name, int(bits), perm] = before[0] + int(passed), before[1] + int(failed)
    return found


def self_test(directory: Path) -> Cases:
    output = commands.run_any(["tools/qemu-run", MACHINE, program(directory, "each")])
    if not re.search(r"^\d+ passed, \d+ failed$", output, re.MULTILINE):
        raise MeasureError(f"the self-test did not end: {output[-300:]}")
    return read_tests(output)


# ---- flash and stack ----


def function_sizes(directory: Path) -> dict[str, int]:
    """Returns the bytes of every function in the program."""
    sizes = {}
    for line in run([f"{CROSS}nm", "-S", program(directory)], "nm").splitlines():
        fields = line.split()
        if len(fields) == 4 and fields[2] in "tT":
            sizes[fields[3]] = int(fields[1], 16)
    return sizes


def footprints(permutations: Path, symbols: Sequence[str], pool: Executor) -> dict[str, tuple[int, int]]:
    """Returns the flash of a program that has each function alone, and the stack of its deepest chain of calls."""
    try:
        library = firmware_sizes.compile_library(directory_of(str(permutations)) / "objects", permutations, LEVEL, pool)
        depths = firmware_sizes.stack(library, symbols)
        flash = pool.map(lambda symbol: firmware_sizes.link(library, [symbol], symbol).bytes, symbols)
        return {symbol: (size, depths[symbol].bytes) for symbol, size in zip(symbols, flash, strict=True)}
    except (firmware_sizes.SizeError, callgraph.GraphError) as error:
        raise MeasureError(str(error)) from error
