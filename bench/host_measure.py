# SPDX-License-Identifier: BSD-3-Clause
"""Measures a case for `tools/bench host`: rounds in which all columns take turns, each verified before and after."""

import gc
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from host_shim import Column, Job, Shim

MEMCPY = "memcpy"
OURS = "permkern"
UNPLANNED = "permkern unplanned"  # permkern_permute, without a plan
SLOW = 3.0  # a peer that takes so many times permkern's time leaves after the first rounds
SETTLED = 1.02

Rounds = Mapping[str, Sequence[float]]  # nanoseconds of a call, one entry a round, by column


@dataclass(frozen=True)
class Method:
    """How long a run measures."""

    passes: int
    first_rounds: int  # all columns are in these
    least_rounds: int
    most_rounds: int
    case_ns: float  # a case ends after this and the least rounds, once its times have settled
    most_ns: float  # or after this
    sample_ns: float  # the least length of a sample of short calls: reading a thread's clock takes 600 ns
    growth_bytes: int


FULL = Method(4, 2, 8, 61, 0.25e9, 0.5e9, 2e5, 16 << 20)
QUICK = Method(2, 2, 5, 40, 0.012e9, 0.05e9, 1e5, 1 << 20)


def calls_of(column: Column, method: Method) -> int:
    """Returns how many calls a sample needs to be longer than the clock is coarse."""
    column.time(0, 1)  # the first call may wait for memory that nothing has touched
    once = max(column.time(0, 1), 1.0)
    if once > method.sample_ns:
        return 1
    calls = max(1, int(method.sample_ns / once))
    return max(1, min(100_000, int(method.sample_ns * calls / max(column.time(0, calls), 1.0))))


def is_settled(rounds: Rounds, names: Iterable[str]) -> bool:
    """Whether each column reached its least time twice: once may be luck."""
    leasts = (sorted(rounds[name])[:2] for name in names)
    return all(len(two) == 2 and two[1] <= SETTLED * two[0] for two in leasts)


def is_slow(name: str, rounds: Rounds) -> bool:
    """Whether a column is a peer that is too slow to win."""
    ours = rounds.get(OURS)
    own = name == MEMCPY or name.startswith(OURS)
    return not own and ours is not None and min(rounds[name]) > SLOW * min(ours)


def measure(columns: Sequence[Column], method: Method) -> dict[str, list[float]]:
    """Returns times round by round. A round has each column once; the first one changes from round to round."""
    calls = {column.name: calls_of(column, method) for column in columns}
    rounds: dict[str, list[float]] = {column.name: [] for column in columns}
    going = list(columns)
    begin = time.monotonic_ns()
    gc.disable()
    try:
        for number in range(method.most_rounds):
            first = number % len(going)
            for column in (*going[first:], *going[:first]):
                rounds[column.name].append(column.sample(calls[column.name]) / calls[column.name])
            if number + 1 == method.first_rounds:
                going = [column for column in going if not is_slow(column.name, rounds)]
            took = time.monotonic_ns() - begin
            settled = took > method.case_ns and is_settled(rounds, (column.name for column in going))
            if number + 1 >= method.least_rounds and (settled or took > method.most_ns):
                break
    finally:
        gc.enable()
    return rounds


def timed(shim: Shim, job: Job, columns: Sequence[Column], method: Method) -> tuple[dict[str, list[float]], set[str]]:
    """Verifies, times and verifies again; returns the times of right columns and the names of wrong ones."""

    def wrong(tested: Iterable[Column]) -> set[str]:
        return {column.name for column in tested if column.name != MEMCPY and not shim.right(job, column)}

    bad = wrong(columns)
    right = [column for column in columns if column.name not in bad]
    rounds = measure(right, method)
    bad |= wrong(right)
    for column in columns:
        column.close()
    return {name: times for name, times in rounds.items() if name not in bad}, bad
