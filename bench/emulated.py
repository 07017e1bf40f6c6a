# SPDX-License-Identifier: BSD-3-Clause
"""Builds, runs, checks and counts the kernels of any set on an emulated core, for tools/demo, report and bench.

Instruction counts are exact and repeatable; they are neither speed nor cycles, which QEMU does not model. Cycles are
estimated for cores that bench/timings.py knows, from the executed instructions.
"""

import ast
import re
import zlib
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

import callgraph
import commands
import firmware_sizes
from builds import REPORTED, Reported
from disassembly import disassemble
from icnt import Run, count
from timings import CORES, TimingError, estimate

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "bench" / "emulated"
DEMO = REPORTED["cortex-m4"]
LEVEL = "2"


# Cases passed and failed by the self-test's name (any: of a folded permutation), width and permutation.
Cases = dict[tuple[str, int, str], tuple[int, int]]


class MeasureError(Exception):
    """Something that measuring needs did not work; the message says what."""


@dataclass(frozen=True)
class Counted:
    """A kernel in a run: whether all its results were right, and instructions, None where they were not counted.

    Cycles are estimated; None where nobody knows the core's timings.
    """

    correct: bool
    naive: int | None
    memcpy: int | None
    kernel: int | None
    cycles: int | None = None
    naive_cycles: int | None = None


@dataclass(frozen=True)
class Ran:
    """Pinned kernels by name. Kernels for any shape by width and permutation, each with the extent of all its axes."""

    pinned: dict[str, Counted]
    forms: dict[tuple[int, str], tuple[int, Counted]]


def run(command: Sequence[str | Path], what: str) -> str:
    return commands.run(command, MeasureError, what)


def toolchain(target: Reported) -> firmware_sizes.Toolchain:
    """Returns the compiler of a target's cross file, and the options of its core."""
    text = target.of.text
    compilers = re.search(r"^c = '(.*)gcc'$", text, re.MULTILINE)
    options = re.search(r"^cpu_args = (\[.*\])$", text, re.MULTILINE)
    if compilers is None or options is None:
        raise MeasureError(f"{target.of.path}: names no GCC, or no cpu_args")
    core = [option for option in ast.literal_eval(options[1]) if not option.startswith("-specs")]
    return firmware_sizes.Toolchain(compilers[1], tuple(core))


def compiler(target: Reported = DEMO) -> str:
    if not target.of.is_clang:
        return f"GCC {run([f'{toolchain(target).prefix}gcc', '-dumpfullversion'], 'gcc').strip()}"
    found = re.search(r"version (\d+\.\d+\.\d+)", run(["tools/clang-cross", "any", "--version"], "clang"))
    if found is None:
        raise MeasureError("tools/clang-cross names no version")
    return f"Clang {found[1]}"


def how(target: Reported = DEMO) -> str:
    return f"QEMU {target.machine}, {compiler(target)} -O{LEVEL}"


def directory_of(permutations: str, target: Reported = DEMO) -> Path:
    """Returns the folder that a set is built in. Sets of one name and different paths have folders of their own."""
    name = re.sub(r"[^A-Za-z0-9_.-]", "_", Path(permutations).stem)
    core = "" if target is DEMO else f"-{target.of.name}"
    return ROOT / "build" / "emulated" / f"{name}-{zlib.crc32(permutations.encode()):08x}{core}"


def build(
    permutations: str, programs: Sequence[str], target: Reported = DEMO, *, level: str = LEVEL, into: Path | None = None
) -> Path:
    """
    Configures a build once, and brings its programs up to date. permutations: a path, or the name of a shipped set.
    into: the folder, where it is not the set's own.
    """
    directory = into or directory_of(permutations, target)
    if not (directory / "build.ninja").is_file():
        options = [f"-Dpermutation_set={permutations}", "-Dtests=disabled", "-Dbench=true", "-Dbuildtype=release"]
        files = [target.of.path, *([SOURCES / f"{target.variant}.ini"] if target.variant else [])]
        options += [f"-Doptimization={level}", *(f"--cross-file={file}" for file in files)]
        run(["meson", "setup", directory, *options], "meson setup")
    # Not `meson compile`, which looks for targets before it configures again.
    run(["ninja", "-C", directory, *(program(Path(), name) for name in programs)], "the build")
    return directory


def program(directory: Path, name: str = "counted") -> Path:
    return directory / "bench" / "emulated" / name


# ---- instructions, and right or wrong ----


@dataclass(frozen=True)
class Ways:
    """What the program says of one permute: whether its results were right, and the ways between the marks."""

    key: tuple[str, ...]  # the name of a pinned kernel; or the bits, permutation and extent of a form
    correct: bool
    columns: tuple[str, ...]


def read_ways(output: str) -> list[Ways]:
    """Reads what the program printed, in the order of its marks."""
    found = []
    for line in output.splitlines():
        if match := re.fullmatch(r"permute (\w+) (correct|WRONG) ([01])((?: \w+)*)", line):
            columns = ("naive" if match[3] == "1" else "", "memcpy", "pinned", *match[4].split())
            found.append(Ways((match[1],), match[2] == "correct", columns))
        elif match := re.fullmatch(r"form (\d+) (\d+) (\d+) (correct|WRONG) ([01])", line):
            columns = ("naive" if match[5] == "1" else "", "pinned")
            found.append(Ways(match.group(1, 2, 3), match[4] == "correct", columns))
    return found


def split(ways: Sequence[Ways], figures: Sequence[int] | None) -> list[dict[str, int]]:
    """Returns the figures of each permute by column. The first stretch is empty: the cost of the marks."""
    if figures is None:
        return [{} for _ in ways]
    marks, *rest = figures
    if len(rest) != sum(len(way.columns) for way in ways):
        raise MeasureError(f"{len(rest)} counts for {len(ways)} permutes")
    left = iter(rest)
    return [{column: next(left) - marks for column in way.columns} for way in ways]


def read_run(output: str, counts: Sequence[int] | None, cycles: Sequence[int] | None = None) -> Ran:
    """Joins the program's output with counts and cycles."""
    ran = Ran({}, {})
    ways = read_ways(output)
    for way, counted, taken in zip(ways, split(ways, counts), split(ways, cycles), strict=True):
        naive, memcpy, kernel = (counted.get(name) for name in ("naive", "memcpy", "pinned"))
        found = Counted(way.correct, naive, memcpy, kernel, taken.get("pinned"), taken.get("naive"))
        if len(way.key) == 1:
            ran.pinned[way.key[0]] = found
        else:
            bits, perm, extent = way.key
            ran.forms[int(bits), perm] = (int(extent), found)
    return ran


def estimates(target: Reported, executed: Path, ran: Run) -> list[int] | None:
    """Estimates the cycles of each stretch; None if the core, or something that it executed, has no timing."""
    if not target.core or ran.edges is None or ran.stretches is None:
        return None
    listing, core = disassemble(executed), CORES[target.core]
    try:
        stretches = zip(ran.edges, ran.stretches, strict=True)
        return [estimate(core, listing, edges, stretch.pieces) for edges, stretch in stretches]
    except TimingError:
        return None


def count_program(directory: Path, name: str, target: Reported) -> tuple[Run, list[int] | None]:
    """Runs a program; returns what it printed and executed, and its estimated cycles."""
    executed = program(directory, name)
    ran = count(executed, target.machine, "mark_begin", "mark_end", directory, edges=bool(target.core))
    if ran.code not in (0, 1):  # 1: it ran to its end, and something was wrong
        raise MeasureError(f"the program ended with {ran.code}: {ran.output[-300:]}")
    return ran, estimates(target, executed, ran)


def measure(directory: Path, target: Reported = DEMO) -> Ran:
    ran, cycles = count_program(directory, "counted", target)
    return read_run(ran.output, ran.counts, cycles)


def read_tests(output: str) -> Cases:
    found: Cases = {}
    for name, bits, perm, passed, failed in re.findall(r"^each (\w+) (\d+) (\d+) (\d+) (\d+)$", output, re.MULTILINE):
        before = found.get((name, int(bits), perm), (0, 0))
        found[name, int(bits), perm] = before[0] + int(passed), before[1] + int(failed)
    return found


def self_test(directory: Path, target: Reported = DEMO) -> Cases:
    output = commands.run_any(["tools/qemu-run", target.machine, program(directory, "each")])
    if not re.search(r"^\d+ passed, \d+ failed$", output, re.MULTILINE):
        raise MeasureError(f"the self-test did not end: {output[-300:]}")
    return read_tests(output)


# ---- flash and stack ----


def function_sizes(directory: Path, target: Reported = DEMO) -> dict[str, int]:
    """Returns the bytes of every function in the program."""
    sizes = {}
    for line in run([f"{toolchain(target).prefix}nm", "-S", program(directory)], "nm").splitlines():
        fields = line.split()
        if len(fields) == 4 and fields[2] in "tT":
            sizes[fields[3]] = int(fields[1], 16)
    return sizes


@dataclass(frozen=True)
class Footprints:
    """Bytes. alone: flash of a program that has one function, and stack of its deepest chain of calls, by function.

    flash: of a program that has all these functions, each once. library: that has the dispatcher, which finds them.
    """

    alone: dict[str, tuple[int, int]]
    flash: int
    library: int


def footprints(permutations: Path, symbols: Sequence[str], pool: Executor, target: Reported = DEMO) -> Footprints:
    objects = directory_of(str(permutations), target) / "objects"
    try:
        library = firmware_sizes.compile_library(objects, permutations, LEVEL, pool, toolchain=toolchain(target))
        depths = firmware_sizes.stack(library, symbols)
        flash = pool.map(lambda symbol: firmware_sizes.link(library, [symbol], symbol).bytes, symbols)
        return Footprints(
            {symbol: (size, depths[symbol].bytes) for symbol, size in zip(symbols, flash, strict=True)},
            firmware_sizes.link(library, symbols, "all_kernels").bytes,
            firmware_sizes.link(library, ["permkern_permute"], "whole_library").bytes,
        )
    except (firmware_sizes.SizeError, callgraph.GraphError) as error:
        raise MeasureError(str(error)) from error
