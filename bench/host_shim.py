# SPDX-License-Identifier: BSD-3-Clause
"""bench/host/shim.c and team.c as columns of `tools/bench host`; buffers, jobs, the oracle, the clock."""

import ctypes
import mmap
import time
from collections.abc import Callable
from ctypes import c_char_p, c_int, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from host_cases import Case
from host_figures import UNTIMED

BENCH_MAX_RANK = 8
HUGE = 2 << 20
# The output begins 33 lines after a huge page: the same offset in a page on both sides would make stores look like
# conflicts with later loads, for every peer.
SKEW = 33 * 64


class BenchError(Exception):
    """Something that a run needs did not work; the message says what."""


class Request(ctypes.Structure):
    _fields_ = (
        ("input", c_void_p),
        ("output", c_void_p),
        ("shape", c_uint32 * BENCH_MAX_RANK),
        ("perm", c_uint8 * BENCH_MAX_RANK),
        ("rank", c_uint32),
        ("bits", c_uint32),
    )


# ---- memory ----


@dataclass(frozen=True)
class Buffers:
    """Input, output and expected output, for the largest case."""

    memory: tuple[mmap.mmap, ...]
    input: int
    output: int
    expected: int

    def view(self, address: int, count: int, dtype: str) -> Any:
        size = np.dtype(dtype).itemsize
        raw = (c_uint8 * (count * size)).from_address(address)
        return np.frombuffer(memoryview(raw), dtype=dtype)


def _pages(size: int) -> tuple[mmap.mmap, int]:
    """Memory from a huge page's border on, and where that is."""
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS  # shared memory gets huge pages only where that was set up
    memory = mmap.mmap(-1, size + 2 * HUGE, flags=private)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    start = ctypes.addressof(c_uint8.from_buffer(memory))
    return memory, start + -start % HUGE


def allocate(size: int) -> Buffers:
    memory = [_pages(size + SKEW) for _ in range(3)]
    (_, first), (_, second), (_, third) = memory
    return Buffers(tuple(pages for pages, _ in memory), first, second + SKEW, third)


# ---- columns ----

# Nanoseconds of so many calls (the second number), after so many that are not timed (the first). They are the thread's
# own: where other programs have turns on the processor, what was taken in theirs is not counted.
Sample = Callable[[int, int], float]


@dataclass(frozen=True)
class Column:
    """One way to move a case."""

    name: str
    time: Sample
    run: Callable[[], object]  # once, to verify
    close: Callable[[], object] = lambda: None

    def sample(self, calls: int) -> float:
        """Nanoseconds of so many calls."""
        return self.time(UNTIMED, calls)


class Shim:
    """bench/host/shim.c: permkern, memcpy, naive loops; clock and oracle."""

    def __init__(self, directory: Path) -> None:
        library = ctypes.CDLL(str(directory / "bench_host.so"))
        self._library = library
        library.bench_open.restype = c_void_p
        library.bench_open.argtypes = (ctypes.POINTER(Request),)
        library.bench_close.argtypes = (c_void_p,)
        for sample in (library.bench_sample, library.bench_sample_elapsed):
            sample.restype = c_uint64
            sample.argtypes = (c_void_p, c_void_p, c_uint32, c_uint32)
        library.bench_has_pinned.argtypes = (c_void_p,)
        library.bench_team_open.restype = c_void_p
        library.bench_team_open.argtypes = (c_void_p, c_uint32)
        library.bench_team_close.argtypes = (c_void_p,)
        library.bench_fill.argtypes = (c_void_p, c_size_t)
        library.bench_oracle.argtypes = (c_void_p, c_void_p)
        library.bench_spoil.argtypes = (c_void_p, c_void_p)
        library.bench_right.restype = c_int
        library.bench_right.argtypes = (c_void_p, c_void_p)
        library.bench_permkern_version.restype = c_char_p

    def version(self) -> str:
        return str(self._library.bench_permkern_version().decode())

    def has_avx2(self) -> bool:
        """Whether permkern made for AVX2 is another one here."""
        return bool(self._library.bench_has_avx2())

    def has_pinned(self, job: int) -> bool:
        return bool(self._library.bench_has_pinned(job))

    def team(self, job: int, processor: int) -> tuple[int, Callable[[], object]]:
        """A job shared with a thread on another processor: the context of the columns team_..., and what ends it."""
        team = self._library.bench_team_open(job, processor)
        if not team:
            raise BenchError("no second thread can be started")
        return int(team), lambda: self._library.bench_team_close(team)

    def fill(self, address: int, size: int) -> None:
        self._library.bench_fill(address, size)

    def open(self, request: Request) -> int:
        job = self._library.bench_open(ctypes.byref(request))
        if not job:
            raise BenchError("permkern refuses it")
        return int(job)

    def close(self, job: int) -> None:
        self._library.bench_close(job)

    def expect(self, job: int, expected: int) -> None:
        self._library.bench_oracle(job, expected)

    def right(self, job: int, expected: int, run: Callable[[], object]) -> bool:
        """Whether it writes what is expected over bytes that are not."""
        self._library.bench_spoil(job, expected)
        run()
        return bool(self._library.bench_right(job, expected))

    def native(
        self, name: str, repeat: Any, context: int, close: Callable[[], object] = lambda: None, elapsed: bool = False
    ) -> Column:
        """A column of C: a bench_repeat function and its context; elapsed: of several threads."""
        function = ctypes.cast(repeat, c_void_p).value or 0
        clock = self._library.bench_sample_elapsed if elapsed else self._library.bench_sample
        call = ctypes.CFUNCTYPE(None, c_void_p, c_uint32)(function)

        def sample(untimed: int, calls: int) -> float:
            return float(clock(function, context, untimed, calls))

        return Column(name, sample, lambda: call(context, 1), close)

    def own(self, name: str, context: int, what: str | None = None, elapsed: bool = False) -> Column:
        """One of the shim's own, called `name`: permkern's doors, memcpy, naive; on a job, or a team."""
        return self.native(name, getattr(self._library, f"bench_{what or name}"), context, elapsed=elapsed)


def python_column(name: str, call: Callable[[], object]) -> Column:
    """A column that Python calls."""

    def sample(untimed: int, calls: int) -> float:
        for _ in range(untimed):
            call()
        rounds = range(calls)
        begin = time.thread_time_ns()
        for _ in rounds:
            call()
        return float(time.thread_time_ns() - begin)

    return Column(name, sample, call)


# ---- jobs ----


@dataclass(frozen=True)
class Job:
    """A case at a width, on the buffers."""

    case: Case
    bits: int
    buffers: Buffers
    request: Request
    handle: int  # the shim's


def make_request(case: Case, bits: int, buffers: Buffers) -> Request:
    request = Request(input=buffers.input, output=buffers.output, rank=len(case.shape), bits=bits)
    request.shape[: len(case.shape)] = case.shape
    request.perm[: len(case.perm)] = case.perm
    return request


def open_job(shim: Shim, case: Case, bits: int, buffers: Buffers) -> Job:
    request = make_request(case, bits, buffers)
    try:
        return Job(case, bits, buffers, request, shim.open(request))
    except BenchError as error:
        raise BenchError(f"{case.name}, {bits}-bit: {error}") from error
