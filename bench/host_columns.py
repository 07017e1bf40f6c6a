# SPDX-License-Identifier: BSD-3-Clause
"""Columns of `tools/bench host`: permkern, memcpy, naive loops and peers, all in one thread."""

import ctypes
import mmap
import platform
import subprocess
import time
from collections.abc import Callable
from ctypes import POINTER, c_char_p, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from builds import ROOT

HOST = ROOT / "bench" / "host"
BUILD = ROOT / "build" / "bench" / "host"
LIBRARY = tuple(ROOT / folder for folder in ("include", "src", "generated"))
MEMCPY, OURS, UNPLANNED = "memcpy", "permkern", "permkern unplanned"  # unplanned: permkern_permute
UNTIMED = 3  # calls before each sample, to refill the caches after other columns
MAX_RANK = 8
HUGE = 2 << 20
# The output begins 33 cache lines after a huge page boundary. With equal page offsets in both buffers, stores would
# appear to conflict with later loads.
SKEW = 33 * 64


class BenchError(Exception):
    """A run must stop; the message has the reason."""


@dataclass(frozen=True)
class Case:
    """A permute: axis k of the output is axis perm[k] of the input."""

    group: str
    shape: tuple[int, ...]
    perm: tuple[int, ...]
    part: str = "all"

    @property
    def elements(self) -> int:
        return prod(self.shape)

    @property
    def name(self) -> str:
        return f"{self.group} {'x'.join(map(str, self.shape))} ({','.join(map(str, self.perm))})"


@dataclass(frozen=True)
class Column:
    """
    A method to move a case. time(untimed, calls): nanoseconds of `calls` calls after `untimed` calls, in the thread's
    own CPU time. run: one call, to verify.
    """

    name: str
    time: Callable[[int, int], float]
    run: Callable[[], object]

    def sample(self, calls: int) -> float:
        return self.time(UNTIMED, calls) / calls


class Request(ctypes.Structure):
    """The struct bench_request in bench/host/bench.h."""

    _fields_ = (
        ("input", c_void_p),
        ("output", c_void_p),
        ("shape", c_uint32 * MAX_RANK),
        ("perm", c_uint8 * MAX_RANK),
        ("rank", c_uint32),
        ("bits", c_uint32),
        ("bytes", c_size_t),
        ("extent", c_size_t * MAX_RANK),
        ("stride", c_size_t * MAX_RANK),
    )


def _buffer(size: int) -> Any:
    """Returns bytes that begin at a huge page, in private memory: shared memory rarely gets huge pages."""
    memory = mmap.mmap(-1, size + 2 * HUGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    whole = np.frombuffer(memory, np.uint8)
    start = -whole.ctypes.data % HUGE
    return whole[start : start + size]


def _module(name: str, *command: str | Path) -> ctypes.CDLL:
    """Compiles and loads a module. BenchError: it does not compile."""
    BUILD.mkdir(parents=True, exist_ok=True)
    words = ("cc", *command, "-fPIC", "-shared", "-fvisibility=hidden", "-o", BUILD / f"{name}.so")
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BenchError(f"building {name} failed ({done.returncode}):\n{done.stderr[-2000:]}")
    return ctypes.CDLL(str(BUILD / f"{name}.so"))


@dataclass
class Bench:
    """The compiled library with the committed kernels, and an input and an output buffer of `size` bytes each."""

    size: int
    peers: dict[str, ctypes.CDLL] = field(default_factory=dict)  # compiled from bench/host/peer_NAME.c

    def __post_init__(self) -> None:
        sources = [path for folder in LIBRARY for path in sorted(folder.rglob("*.c"))]
        includes = [f"-I{folder}" for folder in LIBRARY]
        self.c = _module("bench", "-O2", "-std=gnu11", *includes, *sources, HOST / "shim.c")
        self.c.bench_open.restype = c_void_p
        self.c.bench_open.argtypes = (POINTER(Request),)
        self.c.bench_close.argtypes = (c_void_p,)
        self.c.bench_sample.restype = c_uint64
        self.c.bench_sample.argtypes = (c_void_p, c_void_p, c_uint32, c_uint32)
        self.input, self.output = _buffer(self.size), _buffer(self.size + SKEW)[SKEW:]
        self.input[:] = np.random.default_rng(1).integers(0, 256, self.size, np.uint8)

    def peer(self, name: str) -> str:
        """Returns the version of a peer, which is compiled if it is a module. BenchError says why it is absent."""
        if name == "onednn":
            module = _module(name, "-O3", "-march=native", "-std=gnu11", HOST / f"peer_{name}.c", "-ldnnl")
            module.peer_open.restype = c_void_p
            module.peer_open.argtypes = (POINTER(Request),)
            module.peer_close.argtypes = (c_void_p,)
            module.peer_version.restype = c_char_p
            self.peers[name] = module
            return str(module.peer_version().decode())
        versions = {"numpy": str(np.__version__), MEMCPY: " ".join(platform.libc_ver())}
        return versions.get(name, "(bench/host/shim.c)")


PEERS = (MEMCPY, "naive", "numpy", "onednn")


class Job:
    """A case at a width on the buffers, with all preparation done."""

    def __init__(self, bench: Bench, case: Case, bits: int) -> None:
        self.bench, self.case, self.bits = bench, case, bits
        size = case.elements * bits // 8
        rank, dtype = len(case.shape), f"uint{bits}"
        self.view = bench.input[:size].view(dtype).reshape(case.shape).transpose(case.perm)
        self.output = bench.output[:size]
        self.target = self.output.view(dtype).reshape(self.view.shape)
        self.expected = np.ascontiguousarray(self.view).reshape(-1).view(np.uint8)
        self.request = Request(bench.input.ctypes.data, bench.output.ctypes.data, rank=rank, bits=bits, bytes=size)
        self.request.shape[:rank], self.request.perm[:rank] = case.shape, case.perm
        front = MAX_RANK - rank
        self.request.extent[:] = [1] * front + list(self.view.shape)
        self.request.stride[:] = [0] * front + [stride * 8 // bits for stride in self.view.strides]
        self.own = bench.c.bench_open(ctypes.byref(self.request))
        if not self.own:
            raise BenchError(f"{case.name}, {bits}-bit: permkern refuses it")
        self.opened: list[tuple[ctypes.CDLL, int]] = []

    def close(self) -> None:
        self.bench.c.bench_close(self.own)
        for module, context in self.opened:
            module.peer_close(context)

    def right(self, column: Column) -> bool:
        """Overwrites the output with wrong bytes, runs a column, and compares with NumPy's transpose."""
        np.invert(self.expected, out=self.output)
        column.run()
        return bool(np.array_equal(self.output, self.expected))

    def _native(self, name: str, repeat: Any, context: int) -> Column:
        """Returns a column in C: a bench_repeat function and its context."""
        function = ctypes.cast(repeat, c_void_p).value or 0
        call = ctypes.CFUNCTYPE(None, c_void_p, c_uint32)(function)
        sample = self.bench.c.bench_sample
        return Column(name, lambda *counts: float(sample(function, context, *counts)), lambda: call(context, 1))

    def _numpy(self) -> Column:
        """Returns NumPy's column. Its times include the call from Python."""
        copy, view, target = np.copyto, self.view, self.target

        def sample(untimed: int, calls: int) -> float:
            for _ in range(untimed):
                copy(target, view)
            rounds = range(calls)
            begin = time.thread_time_ns()
            for _ in rounds:
                copy(target, view)
            return float(time.thread_time_ns() - begin)

        return Column("numpy", sample, lambda: copy(target, view))

    def column(self, name: str) -> Column | None:
        """Returns a column; None if the peer does not support the case."""
        if name == "numpy":
            return self._numpy()
        if name in self.bench.peers:
            module = self.bench.peers[name]
            context = module.peer_open(ctypes.byref(self.request))
            if not context:
                return None
            self.opened.append((module, context))
            return self._native(name, module.peer_repeat, context)
        function = {OURS: "planned", UNPLANNED: "checked"}.get(name, name)
        return self._native(name, getattr(self.bench.c, f"bench_{function}"), self.own)
