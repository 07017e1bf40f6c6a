# SPDX-License-Identifier: BSD-3-Clause
"""Builds bench/host/ and calls it: permkern, memcpy, naive loops, the peer in C, the oracle and the clock."""

import ctypes
import mmap
import time
from collections.abc import Callable, Sequence
from ctypes import c_char_p, c_int, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import commands
import numpy as np
from builds import ROOT
from host_cases import Case

HOST = ROOT / "bench" / "host"
BUILD = ROOT / "build" / "bench" / "host"
LIBRARY = tuple(ROOT / folder for folder in ("include", "src", "generated"))
MAX_RANK = 8
UNTIMED = 3  # calls before each sample: other columns left other lines in the caches
HUGE = 2 << 20
# The output begins 33 cache lines after a huge page. With the same offset in a page on both sides, stores look like
# conflicts with later loads.
SKEW = 33 * 64


class BenchError(Exception):
    """A run could not go on; the message says why."""


class Request(ctypes.Structure):
    _fields_ = (
        ("input", c_void_p),
        ("output", c_void_p),
        ("shape", c_uint32 * MAX_RANK),
        ("perm", c_uint8 * MAX_RANK),
        ("rank", c_uint32),
        ("bits", c_uint32),
    )


# ---- build ----


def build_module(name: str, command: Sequence[str | Path]) -> Path:
    """Compiles a module that ctypes loads, unless it is newer than all sources."""
    BUILD.mkdir(parents=True, exist_ok=True)
    made = BUILD / f"{name}.so"
    sources = (path for folder in (*LIBRARY, HOST) for path in folder.rglob("*.[ch]*"))
    if made.is_file() and made.stat().st_mtime > max(path.stat().st_mtime for path in sources):
        return made
    commands.run([*command, "-fPIC", "-shared", "-fvisibility=hidden", "-o", made], BenchError, f"building {name}")
    return made


def build_shim() -> Path:
    """Compiles the library as firmware takes it, from its folders, with the committed kernels, and the shim."""
    sources = [path for folder in LIBRARY for path in sorted(folder.rglob("*.c"))]
    includes = [f"-I{folder}" for folder in LIBRARY]
    return build_module("bench_host", ["cc", "-O2", "-std=gnu11", *includes, *sources, HOST / "shim.c"])


# ---- memory ----


@dataclass(frozen=True)
class Buffers:
    """Addresses of input, output and expected output, for the largest case."""

    memory: tuple[mmap.mmap, ...]
    input: int
    output: int
    expected: int

    def view(self, address: int, count: int, dtype: str) -> Any:
        raw = (c_uint8 * (count * np.dtype(dtype).itemsize)).from_address(address)
        return np.frombuffer(memoryview(raw), dtype=dtype)


def _pages(size: int) -> tuple[mmap.mmap, int]:
    """Returns memory, and the address of its first huge page. Shared memory rarely gets huge pages."""
    memory = mmap.mmap(-1, size + 2 * HUGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    start = ctypes.addressof(c_uint8.from_buffer(memory))
    return memory, start + -start % HUGE


def allocate(size: int) -> Buffers:
    memory = [_pages(size + SKEW) for _ in range(3)]
    (_, first), (_, second), (_, third) = memory
    return Buffers(tuple(pages for pages, _ in memory), first, second + SKEW, third)


# ---- columns ----


@dataclass(frozen=True)
class Column:
    """
    A way to move a case. time: nanoseconds of calls (the second number) after some that are not timed (the first), in
    the thread's own time, so that other programs' turns on the processor do not count. run: one call, to verify.
    """

    name: str
    time: Callable[[int, int], float]
    run: Callable[[], object]
    close: Callable[[], object] = lambda: None

    def sample(self, calls: int) -> float:
        return self.time(UNTIMED, calls)


def python_column(name: str, call: Callable[[], object]) -> Column:
    """Returns a column that Python calls; the call counts."""

    def sample(untimed: int, calls: int) -> float:
        for _ in range(untimed):
            call()
        rounds = range(calls)
        begin = time.thread_time_ns()
        for _ in rounds:
            call()
        return float(time.thread_time_ns() - begin)

    return Column(name, sample, call)


@dataclass(frozen=True)
class Job:
    """A case at a width, on the buffers. handle: the shim's."""

    case: Case
    bits: int
    buffers: Buffers
    request: Request
    handle: int


class Shim:
    """The compiled bench/host/shim.c."""

    def __init__(self, module: Path) -> None:
        library = ctypes.CDLL(str(module))
        self._library = library
        library.bench_open.restype = c_void_p
        library.bench_open.argtypes = (ctypes.POINTER(Request),)
        library.bench_close.argtypes = (c_void_p,)
        library.bench_sample.restype = c_uint64
        library.bench_sample.argtypes = (c_void_p, c_void_p, c_uint32, c_uint32)
        library.bench_fill.argtypes = (c_void_p, c_size_t)
        library.bench_oracle.argtypes = (c_void_p, c_void_p)
        library.bench_spoil.argtypes = (c_void_p, c_void_p)
        library.bench_right.restype = c_int
        library.bench_right.argtypes = (c_void_p, c_void_p)
        library.bench_permkern_version.restype = c_char_p

    def version(self) -> str:
        return str(self._library.bench_permkern_version().decode())

    def fill(self, address: int, size: int) -> None:
        self._library.bench_fill(address, size)

    def open(self, case: Case, bits: int, buffers: Buffers) -> Job:
        request = Request(input=buffers.input, output=buffers.output, rank=len(case.shape), bits=bits)
        request.shape[: len(case.shape)] = case.shape
        request.perm[: len(case.perm)] = case.perm
        handle = self._library.bench_open(ctypes.byref(request))
        if not handle:
            raise BenchError(f"{case.name}, {bits}-bit: permkern refuses it")
        self._library.bench_oracle(handle, buffers.expected)
        return Job(case, bits, buffers, request, int(handle))

    def close(self, job: Job) -> None:
        self._library.bench_close(job.handle)

    def right(self, job: Job, column: Column) -> bool:
        """Overwrites the output with wrong bytes, runs the column, compares with the expected output."""
        self._library.bench_spoil(job.handle, job.buffers.expected)
        column.run()
        return bool(self._library.bench_right(job.handle, job.buffers.expected))

    def native(self, name: str, repeat: Any, context: int, close: Callable[[], object] = lambda: None) -> Column:
        """Returns a column of C: a bench_repeat function and its context."""
        function = ctypes.cast(repeat, c_void_p).value or 0
        call = ctypes.CFUNCTYPE(None, c_void_p, c_uint32)(function)

        def sample(untimed: int, calls: int) -> float:
            return float(self._library.bench_sample(function, context, untimed, calls))

        return Column(name, sample, lambda: call(context, 1), close)

    def own(self, name: str, job: Job, function: str) -> Column:
        return self.native(name, getattr(self._library, f"bench_{function}"), job.handle)
