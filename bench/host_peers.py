# SPDX-License-Identifier: BSD-3-Clause
"""Peers of permkern as columns of `tools/bench host`, all in one process."""

import ctypes
import platform
from collections.abc import Callable, Mapping, Sequence
from ctypes import c_char_p, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from host_shim import HOST, BenchError, Column, Job, Request, Shim, build_module, python_column


class PeerError(Exception):
    """A peer is not installed; the message says why."""


@dataclass(frozen=True)
class Peer:
    """A peer that is installed. open returns None for a case that the peer does not take."""

    name: str
    version: str
    how: str
    open: Callable[[Job], Column | None]


def _arrays(job: Job, kind: str) -> tuple[Any, Any]:
    """Input and output as arrays over the buffers."""
    case = job.case
    dtype = f"{kind}{job.bits}"
    shape = [case.shape[axis] for axis in case.perm]
    source = job.buffers.view(job.buffers.input, case.elements, dtype).reshape(case.shape)
    return source, job.buffers.view(job.buffers.output, case.elements, dtype).reshape(shape)


def memcpy_peer(shim: Shim) -> Peer:
    libc = " ".join(platform.libc_ver()) or "of the C library"
    return Peer("memcpy", libc, "the same bytes, from input to output", lambda job: shim.own("memcpy", job, "memcpy"))


def naive_peer(shim: Shim) -> Peer:
    how = "loops in output order: sequential writes, strided reads; the library's compiler and flags"
    return Peer("naive", "(bench/host/shim.c)", how, lambda job: shim.own("naive", job, "naive"))


def numpy_peer(_shim: Shim) -> Peer:
    def opened(job: Job) -> Column:
        source, target = _arrays(job, "uint")
        view = source.transpose(job.case.perm)
        copy = np.copyto
        return python_column("numpy", lambda: copy(target, view))

    return Peer("numpy", np.__version__, "copyto of a transposed view", opened)


def _module_peer(name: str, how: str, *libraries: str) -> Callable[[Shim], Peer]:
    """Returns a peer in C, bench/host/peer_NAME.c, which is compiled where its headers are found."""

    def found(shim: Shim) -> Peer:
        command: tuple[str | Path, ...] = (
            "cc",
            "-O3",
            "-march=native",
            "-std=gnu11",
            HOST / f"peer_{name}.c",
            *libraries,
        )
        try:
            library = ctypes.CDLL(str(build_module(f"peer_{name}", command)))
        except (BenchError, OSError) as error:
            lines = str(error).splitlines()
            raise PeerError(next((line for line in lines if "error:" in line), lines[0])) from error
        library.peer_open.restype = c_void_p
        library.peer_open.argtypes = (ctypes.POINTER(Request),)
        library.peer_close.argtypes = (c_void_p,)
        library.peer_version.restype = c_char_p

        def opened(job: Job) -> Column | None:
            context = library.peer_open(ctypes.byref(job.request))
            if not context:
                return None
            return shim.native(name, library.peer_repeat, context, lambda: library.peer_close(context))

        return Peer(name, library.peer_version().decode(), how, opened)

    return found


PEERS: Mapping[str, Callable[[Shim], Peer]] = {
    "memcpy": memcpy_peer,
    "naive": naive_peer,
    "numpy": numpy_peer,
    "onednn": _module_peer("onednn", "a reorder made ahead, one thread", "-ldnnl"),
}


def find_peers(names: Sequence[str], shim: Shim) -> tuple[list[Peer], dict[str, str]]:
    """Returns those of the named peers that are installed, and why the others are not."""
    there: list[Peer] = []
    absent: dict[str, str] = {}
    for name in names:
        try:
            there.append(PEERS[name](shim))
        except PeerError as error:
            absent[name] = str(error)
    return there, absent
