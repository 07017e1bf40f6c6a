# SPDX-License-Identifier: BSD-3-Clause
"""Peers of permkern as columns of `tools/bench host`: what moves a case, ready to be timed, in this process."""

import ctypes
import importlib
import platform
from collections.abc import Callable, Mapping, Sequence
from ctypes import c_char_p, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from host_cases import Case
from host_shim import Column, Job, Request, Shim, python_column


class PeerError(Exception):
    """A peer cannot take part; the message says why."""


@dataclass(frozen=True)
class Peer:
    """A peer that is there. open gives nothing for a case that it does not take."""

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


def memcpy_peer(shim: Shim, _directory: Path) -> Peer:
    libc = " ".join(platform.libc_ver()) or "of the C library"
    return Peer("memcpy", libc, "the same bytes, from input to output", lambda job: shim.own("memcpy", job.handle))


def naive_peer(shim: Shim, _directory: Path) -> Peer:
    how = "loops in output order: sequential writes, strided reads; the library's compiler and flags"
    return Peer("naive", "(bench/host/shim.c)", how, lambda job: shim.own("naive", job.handle))


def numpy_peer(_shim: Shim, _directory: Path) -> Peer:
    def opened(job: Job) -> Column:
        source, target = _arrays(job, "uint")
        view = source.transpose(job.case.perm)
        copy = np.copyto
        return python_column("numpy", lambda: copy(target, view))

    return Peer("numpy", np.__version__, "copyto of a transposed view", opened)


def torch_peer(_shim: Shim, _directory: Path) -> Peer:
    torch = _module("torch")
    torch.set_num_threads(1)

    def opened(job: Job) -> Column:
        source, target = _arrays(job, "uint" if job.bits == 8 else "int")
        view = torch.from_numpy(source).permute(job.case.perm)
        out = torch.from_numpy(target)
        return python_column("torch", lambda: out.copy_(view))

    return Peer("torch", str(torch.__version__), "copy_ of a permuted view", opened)


def _transpose_session(runtime: Any, case: Case, bits: int) -> Any:
    onnx = _module("onnx")
    helper = onnx.helper
    kind = getattr(onnx.TensorProto, f"UINT{bits}")
    shape = [case.shape[axis] for axis in case.perm]
    node = helper.make_node("Transpose", ["x"], ["y"], perm=list(case.perm))
    ends = [helper.make_tensor_value_info(n, kind, s) for n, s in (("x", list(case.shape)), ("y", shape))]
    graph = helper.make_graph([node], "permute", ends[:1], ends[1:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return runtime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def onnxruntime_peer(_shim: Shim, _directory: Path) -> Peer:
    runtime = _module("onnxruntime")

    def opened(job: Job) -> Column | None:
        try:
            session = _transpose_session(runtime, job.case, job.bits)
        except runtime.capi.onnxruntime_pybind11_state.NotImplemented:
            return None  # no Transpose for these elements
        source, target = _arrays(job, "uint")
        binding = session.io_binding()
        for bind, array, name in ((binding.bind_input, source, "x"), (binding.bind_output, target, "y")):
            bind(name, "cpu", 0, array.dtype, array.shape, array.ctypes.data)
        run = session.run_with_iobinding
        return python_column("onnxruntime", lambda: run(binding))

    return Peer("onnxruntime", str(runtime.__version__), "a model of one Transpose, bound to the buffers", opened)


def _module_peer(name: str, how: str, package: str) -> Callable[[Shim, Path], Peer]:
    """A peer in C or C++: a module that bench/host/meson.build built where it found the library."""

    def found(shim: Shim, directory: Path) -> Peer:
        path = directory / f"peer_{name}.so"
        if not path.is_file():
            raise PeerError(f"not built: {package} was not found")
        try:
            library = ctypes.CDLL(str(path))
        except OSError as error:
            raise PeerError(str(error)) from error
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


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except (ImportError, OSError) as error:
        raise PeerError(f"not installed: {error}") from error


def xnnpack_peer(_shim: Shim, _directory: Path) -> Peer:
    raise PeerError("Debian's package (0.0~git20220216) has no transpose operators yet; recorded figures are apart")


PEERS: Mapping[str, Callable[[Shim, Path], Peer]] = {
    "memcpy": memcpy_peer,
    "naive": naive_peer,
    "numpy": numpy_peer,
    "onednn": _module_peer("onednn", "a reorder made ahead, one thread", "libdnnl-dev"),
    "eigen": _module_peer("eigen", "Tensor shuffle, GCC -O3 -march=native", "libeigen3-dev"),
    "torch": torch_peer,
    "onnxruntime": onnxruntime_peer,
    "xnnpack": xnnpack_peer,
}


def find_peers(names: Sequence[str], shim: Shim, directory: Path) -> tuple[list[Peer], dict[str, str]]:
    """Those of the named peers that are there, and why the others are not."""
    there: list[Peer] = []
    absent: dict[str, str] = {}
    for name in names:
        try:
            there.append(PEERS[name](shim, directory))
        except PeerError as error:
            absent[name] = str(error)
    return there, absent
