# SPDX-License-Identifier: BSD-3-Clause
"""How `tools/bench host` measures: rounds in which all take turns, each verified before and after."""

import gc
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from host_cases import Case
from host_figures import MEMCPY, Measured, Times, is_slow
from host_peers import Peer
from host_shim import Buffers, Column, Job, Shim, open_job

SETTLED = 1.02


@dataclass(frozen=True)
class Method:
    """How long a run takes its time."""

    mode: str
    passes: int
    first_rounds: int  # of every column; peers that are far from winning make no more
    least_rounds: int
    most_rounds: int
    case_ns: float  # a case ends after this and the least rounds, once its times are settled,
    most_ns: float  # or after this
    hurry_s: float  # passes that take longer than this make two rounds of each case left,
    stop_s: float  # and after this no pass but the first goes on
    sample_ns: float  # a sample takes this at least, if its calls are short: reading a thread's clock takes 600 ns
    growth_bytes: int


FULL = Method("full", 4, 2, 8, 61, 0.25e9, 0.5e9, math.inf, math.inf, 2e5, 256 << 20)
QUICK = Method("quick", 3, 2, 5, 40, 0.012e9, 0.05e9, 220, 255, 1e5, 16 << 20)


@dataclass(frozen=True)
class Bench:
    """What a run measures with."""

    shim: Shim
    peers: tuple[Peer, ...]
    buffers: Buffers
    method: Method

    def job(self, case: Case, bits: int) -> Job:
        return open_job(self.shim, case, bits, self.buffers)


def calls_of(column: Column, method: Method) -> int:
    """So many that a sample is longer than the clock is coarse."""
    once = max(column.time(0, 1), 1.0)
    if method.sample_ns < once < 50 * method.sample_ns:
        once = max(column.time(0, 1), 1.0)  # the first call may have waited for memory that nothing had touched
    if once > method.sample_ns:
        return 1
    calls = max(1, int(method.sample_ns / once))
    return max(1, min(100_000, int(method.sample_ns * calls / max(column.time(0, calls), 1.0))))


def is_settled(rounds: Mapping[str, Sequence[float]], names: Iterable[str]) -> bool:
    """Whether the least time of each was reached twice: once may be luck, or all the others bad luck."""
    leasts = (sorted(rounds[name])[:2] for name in names)
    return all(len(two) == 2 and two[1] <= SETTLED * two[0] for two in leasts)


def measure(opened: Sequence[Column], method: Method) -> Measured:
    """Round after round, each column once a round; who begins changes. Slow peers leave after the first rounds."""
    calls = {column.name: calls_of(column, method) for column in opened}
    rounds: dict[str, list[float]] = {column.name: [] for column in opened}
    going = list(opened)
    begin = time.monotonic_ns()
    gc.disable()
    try:
        for number in range(method.most_rounds):
            first = number % len(going)
            for column in (*going[first:], *going[:first]):
                rounds[column.name].append(column.sample(calls[column.name]) / calls[column.name])
            if number + 1 == method.first_rounds:
                so_far = {name: Times(tuple(times)) for name, times in rounds.items()}
                going = [column for column in going if not is_slow(column.name, so_far)]
            took = time.monotonic_ns() - begin
            settled = took > method.case_ns and is_settled(rounds, (column.name for column in going))
            if number + 1 >= method.least_rounds and (settled or took > method.most_ns):
                break
    finally:
        gc.enable()
    return {name: Times(tuple(times)) for name, times in rounds.items()}


def wrong(shim: Shim, job: Job, opened: Sequence[Column]) -> set[str]:
    """Columns whose result is not that of index arithmetic."""
    return {column.name for column in opened if not shim.right(job.handle, job.buffers.expected, column.run)}


def timed(shim: Shim, job: Job, opened: Sequence[Column], method: Method) -> tuple[Measured, set[str]]:
    """Verified, timed, verified: the times of what is right, and who is not. memcpy has nothing to be right about."""
    shim.expect(job.handle, job.buffers.expected)
    copies = [column for column in opened if MEMCPY in column.name]
    movers = [column for column in opened if MEMCPY not in column.name]
    bad = wrong(shim, job, movers)
    measured = measure([column for column in [*copies, *movers] if column.name not in bad], method)
    bad |= wrong(shim, job, [column for column in movers if column.name not in bad])
    for column in opened:
        column.close()
    return {name: times for name, times in measured.items() if name not in bad}, bad


def peer_columns(peers: Sequence[Peer], job: Job) -> list[Column]:
    return [column for column in (peer.open(job) for peer in peers) if column is not None]


def own_columns(shim: Shim, job: Job, planned: str, unplanned: str, pinned: str) -> list[Column]:
    """permkern's doors under these names: with a plan, without one, and the pinned kernel where there is one."""
    columns = [shim.own(planned, job.handle, "planned"), shim.own(unplanned, job.handle, "checked")]
    return [*columns, shim.own(pinned, job.handle, "pinned")] if shim.has_pinned(job.handle) else columns


def plan_ns(shim: Shim, job: Job, method: Method) -> float:
    prepare = shim.own("prepare", job.handle)
    calls = calls_of(prepare, method)
    return round(min(prepare.sample(calls) / calls for _ in range(5)), 1)
