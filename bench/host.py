# SPDX-License-Identifier: BSD-3-Clause
"""
Times permkern and peers on this machine, as multiples of memcpy's time: `tools/bench host`. All columns run in one
thread of one process, on the same buffers, after all possible preparation. Columns take turns in each round. The
output of each permute is compared with the definition before and after the timed rounds. Ratios compare least times.
"""

import argparse
import gc
import os
import platform
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import permutations
from pathlib import Path
from statistics import geometric_mean
from typing import Any

from builds import ROOT
from host_columns import MEMCPY, OURS, PEERS, UNPLANNED, Bench, BenchError, Case, Column, Job
from permkern.kernels import tomlreader

WIDTHS = (8, 16, 32, 64)
PARTS = {"all": "all cases", "models": "permutes of models", "calls": ""}  # bench/cases.toml defines them
SLOW = 3.0  # a peer slower than SLOW times permkern's time is dropped after the first rounds
SETTLED = 1.02
LOSS = 1.05  # a peer wins if permkern takes over LOSS times the peer's time, in every pass

Rounds = Mapping[str, Sequence[float]]  # nanoseconds per call by column, one entry per round


@dataclass(frozen=True)
class Method:
    """The length of a measurement."""

    passes: int
    first_rounds: int  # rounds with all columns
    least_rounds: int
    most_rounds: int
    case_ns: float  # a case may end after this time, once its times have settled
    most_ns: float  # a case ends after this time and the least rounds
    sample_ns: float  # least length of a sample with several calls: reading a thread's clock takes 600 ns


FULL = Method(4, 2, 8, 61, 0.25e9, 0.5e9, 2e5)
QUICK = Method(2, 2, 5, 40, 0.012e9, 0.05e9, 1e5)


# ---- cases ----


def _of_group(group: Mapping[str, Any]) -> Iterator[Case]:
    name, part = group["name"], group.get("part", "all")
    if part not in PARTS:
        raise BenchError(f"group {name}: part is one of {', '.join(PARTS)}")
    for case in group.get("cases", ()):
        extents, _, axes = case.partition(" ")
        yield Case(name, tuple(map(int, extents.split("x"))), tuple(map(int, axes)), part)
    shape = tuple(group.get("every", ()))
    for perm in permutations(range(len(shape))):
        if list(perm) != sorted(perm):
            yield Case(name, shape, perm, part)


def chosen(patterns: Sequence[str]) -> list[Case]:
    document = tomlreader.loads((ROOT / "bench" / "cases.toml").read_text(encoding="utf-8"))
    found = [
        case
        for group in document["group"]
        for case in _of_group(group)
        if any(fnmatch(name, pattern) for name in (case.name, case.group, case.part) for pattern in patterns)
    ]
    if not found:
        raise BenchError(f"no case has a group, a part or a name like {', '.join(patterns)}")
    return found


# ---- measuring ----


def calls_of(column: Column, method: Method) -> int:
    """Returns the number of calls in a sample, so that a sample takes at least sample_ns."""
    column.time(0, 1)  # the first call may wait for untouched memory
    once = max(column.time(0, 1), 1.0)
    if once > method.sample_ns:
        return 1
    calls = max(1, int(method.sample_ns / once))
    return max(1, min(100_000, int(method.sample_ns * calls / max(column.time(0, calls), 1.0))))


def is_settled(rounds: Rounds, names: Iterable[str]) -> bool:
    """True if each column reached its least time twice, because one low time may be luck."""
    leasts = (sorted(rounds[name])[:2] for name in names)
    return all(len(two) == 2 and two[1] <= SETTLED * two[0] for two in leasts)


def is_slow(name: str, rounds: Rounds) -> bool:
    """True if a column is a peer that is too slow to win."""
    return name not in (MEMCPY, OURS, UNPLANNED) and min(rounds[name]) > SLOW * min(rounds[OURS])


def measure(columns: Sequence[Column], method: Method) -> dict[str, list[float]]:
    """Returns times by column. Each round times each column once and begins with another column."""
    calls = {column.name: calls_of(column, method) for column in columns}
    rounds: dict[str, list[float]] = {column.name: [] for column in columns}
    going = list(columns)
    begin = time.monotonic_ns()
    gc.disable()
    try:
        for number in range(method.most_rounds):
            first = number % len(going)
            for column in (*going[first:], *going[:first]):
                rounds[column.name].append(column.sample(calls[column.name]))
            if number + 1 == method.first_rounds:
                going = [column for column in going if not is_slow(column.name, rounds)]
            took = time.monotonic_ns() - begin
            settled = took > method.case_ns and is_settled(rounds, (column.name for column in going))
            if number + 1 >= method.least_rounds and (settled or took > method.most_ns):
                break
    finally:
        gc.enable()
    return rounds


def timed(job: Job, names: Sequence[str], method: Method) -> Rounds:
    """Verifies, times and verifies again. Wrong peers are named on stderr and left out.

    BenchError: permkern's own result is wrong.
    """
    columns = [column for column in map(job.column, names) if column is not None]

    def wrong() -> set[str]:
        return {column.name for column in columns if column.name != MEMCPY and not job.right(column)}

    bad = wrong()
    rounds = measure([column for column in columns if column.name not in bad], method)
    bad |= wrong()
    for name in sorted(bad):
        print(f"wrong: {name}, {job.case.name}, {job.bits}-bit", file=sys.stderr)
    if bad & {OURS, UNPLANNED}:
        raise BenchError(f"{job.case.name}, {job.bits}-bit: permkern's result is wrong")
    return {name: times for name, times in rounds.items() if name not in bad}


# ---- figures ----


@dataclass(frozen=True)
class Row:
    """A case at a width. ns: least time of a call, by column. losses: permkern's time / the peer's, by winning peer."""

    name: str
    part: str
    bits: int
    ns: Mapping[str, float]
    losses: Mapping[str, float]

    def ratio(self, column: str) -> float:
        return self.ns[column] / self.ns[MEMCPY]


def row_of(case: Case, bits: int, passes: Sequence[Rounds]) -> Row:
    names = dict.fromkeys(name for rounds in passes for name in rounds)
    ns = {name: min(min(rounds[name]) for rounds in passes if name in rounds) for name in names}
    losses = {
        name: ns[OURS] / ns[name]
        for name in names
        if name not in (MEMCPY, OURS, UNPLANNED)
        and all(name in rounds and min(rounds[OURS]) > LOSS * min(rounds[name]) for rounds in passes)
    }
    return Row(case.name, case.part, bits, ns, losses)


def measure_cases(bench: Bench, names: Sequence[str], keys: Sequence[tuple[Case, int]], method: Method) -> list[Row]:
    """Measures all cases, pass after pass, so that a case's passes lie far apart. Slow peers skip later passes."""
    passes: dict[tuple[Case, int], list[Rounds]] = {key: [] for key in keys}
    for _ in range(method.passes):
        for key, before in passes.items():
            job = Job(bench, *key)
            going = [name for name in names if not any(name in of and is_slow(name, of) for of in before)]
            before.append(timed(job, going, method))
            job.close()
    return [row_of(*key, of) for key, of in passes.items()]


def row_line(row: Row) -> str:
    if row.part == "calls":
        cells = ", ".join(f"{name} {time:.1f} ns" for name, time in row.ns.items())
    else:
        cells = ", ".join(f"{name} {row.ratio(name):.2f}" for name in row.ns if name != MEMCPY)
    return f"  {row.name:<46} {row.bits:>2}-bit: {cells}"


def means(rows: Sequence[Row]) -> dict[str, float]:
    """Returns the mean ratio of each column that has every case."""
    names = [name for name in rows[0].ns if all(name in row.ns for row in rows)]
    return {name: geometric_mean(row.ratio(name) for row in rows) for name in names}


def summary(rows: Sequence[Row]) -> list[str]:
    """Returns the means for each part and width, then all cases that a peer wins, as lines."""
    lines = []
    for part, title in PARTS.items():
        for bits in dict.fromkeys(row.bits for row in rows if title):
            of = [row for row in rows if row.part == part and row.bits == bits]
            if of:
                cells = ", ".join(f"{name} {mean:.2f}" for name, mean in means(of).items())
                lines.append(f"time / memcpy time, geometric mean of {len(of)} {title}, {bits}-bit: {cells}")
    losses = [
        f"  {row.name}, {row.bits}-bit: permkern takes {ratio:.2f} times as long as {peer}"
        for row in rows
        for peer, ratio in row.losses.items()
    ]
    return [*lines, f"peers win {len(losses)} of {len(rows)} cases", *losses]


def machine() -> str:
    """Describes the CPU, the system and the C library."""
    info = Path("/proc/cpuinfo")
    flags = info.read_text(encoding="utf-8").split() if info.is_file() else []
    found = [name for name in ("avx2", "avx512bw", "asimd", "sve") if name in flags]
    return f"{platform.machine()} {' '.join(found)}, {platform.system()} {' '.join(platform.libc_ver())}"


# ---- the command ----


def options_of(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools/bench host", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter passes: some minutes")
    parser.add_argument("--bits", metavar="LIST", default=",".join(map(str, WIDTHS)), help="default: all four")
    parser.add_argument("--cases", metavar="LIST", default="*", help="groups, parts or names, with wildcards")
    options = parser.parse_args(arguments)
    if set(options.bits.split(",")) - {str(width) for width in WIDTHS}:
        parser.error(f"--bits: choose from {', '.join(map(str, WIDTHS))}")
    options.bits = sorted({int(width) for width in options.bits.split(",")})
    return options


def run(options: argparse.Namespace) -> tuple[list[Row], dict[str, str]]:
    """Returns the rows and the peers' versions. Pins the process to the last CPU, because the first gets interrupts."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    cases = chosen(options.cases.split(","))
    bench = Bench(max(case.elements for case in cases) * max(options.bits) // 8)
    peers = {}
    for name in PEERS:
        try:
            peers[name] = bench.peer(name)
        except (BenchError, OSError) as error:
            lines = str(error).splitlines()
            print(f"absent: {name}: {next((line for line in lines if 'error:' in line), lines[0])}", file=sys.stderr)
    keys = [(case, width) for width in options.bits for case in cases]
    return measure_cases(bench, [OURS, UNPLANNED, *peers], keys, QUICK if options.quick else FULL), peers


def main(arguments: Sequence[str]) -> int:
    options = options_of(arguments)
    try:
        rows, peers = run(options)
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    print("; ".join([machine(), *(f"{name} {version}" for name, version in peers.items())]))
    print("time / memcpy time of each case")
    print("\n".join([*map(row_line, rows), *summary(rows)]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
