# SPDX-License-Identifier: BSD-3-Clause
"""What a model says of its transposes, whatever its format: operators, shapes, and who reads what."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from .manifest import MAX_BYTES, SetError
from .permutation import MAX_RANK, WIDTHS, Perm, Work, is_permutation

Extent = int | str  # a name stands for one that only run time knows
Dims = Mapping[str, int]  # what --dim gives: extents by name


class ModelError(SetError):
    """A model that cannot be read: one line, the file first."""


@dataclass(frozen=True)
class Tensor:
    """shape None: not even the rank is known. bits None: elements that are no 8, 16, 32 or 64 bits."""

    name: str
    shape: tuple[Extent, ...] | None
    element: str
    bits: int | None


@dataclass(frozen=True)
class Transpose:
    """An operator that permutes axes. perm None: computed at run time, or not readable, as `why` says."""

    operator: str
    tensor: Tensor
    perm: Perm | None
    why: str = ""


@dataclass(frozen=True)
class Node:
    """
    Any operator of a graph, in the model's order. elementwise: its first output is as its first input, element by
    element, so that a transpose may change places with it.
    """

    operator: str
    kind: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    elementwise: bool
    transpose: Transpose | None


@dataclass(frozen=True)
class Graph:
    """One graph: a model's own, or the body of a loop or branch. constants: tensors that the file holds."""

    nodes: tuple[Node, ...]
    outputs: tuple[str, ...]
    constants: frozenset[str]


@dataclass(frozen=True)
class Model:
    name: str
    format: str
    graphs: tuple[Graph, ...]

    @property
    def transposes(self) -> tuple[Transpose, ...]:
        return tuple(node.transpose for graph in self.graphs for node in graph.nodes if node.transpose is not None)


def one_line(text: str) -> str:
    """A name out of a model, fit for a message or a comment: no control character, not too long."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= 100 else f"{text[:60]}...{text[-37:]}"


def dim_name(tensor: str, axis: int) -> str:
    return f"{tensor}:{axis}"


def any_dim_name(axis: int) -> str:
    """Stands for one axis of every tensor."""
    return f"*:{axis}"


def given(dims: Dims, name: str, axis: int) -> Extent:
    """The extent that --dim gives to an axis that has this name; the name, if it gives none."""
    return dims.get(name, dims.get(any_dim_name(axis), name))


def parse_dims(texts: list[str]) -> dict[str, int]:
    """--dim N=1, --dim TENSOR:AXIS=1, --dim *:AXIS=1."""
    dims: dict[str, int] = {}
    for text in texts:
        name, equals, value = text.rpartition("=")
        if not equals or not name or not re.fullmatch(r"[0-9]{1,10}", value) or not 1 <= int(value) <= MAX_BYTES:
            raise SetError(f"--dim {one_line(text)}: a name and an extent of 1 or more would be right, like N=1")
        if dims.setdefault(name, int(value)) != int(value):
            raise SetError(f"--dim {one_line(name)} is given twice, with {dims[name]} and {value}")
    return dims


def check_dims(file: str, dims: Dims, known: Collection[str]) -> None:
    """Each --dim names a dimension that the model leaves open. SetError says which there are."""
    for name in dims:
        if name in known or name.startswith("*:"):
            continue
        near = get_close_matches(name, known, 1)
        some = ", ".join(map(one_line, sorted(known)[:8]))
        hint = f"did you mean {one_line(near[0])}?" if near else f"it leaves open: {some}" if known else "it has none"
        raise SetError(f"{file}: no open dimension {one_line(name)}, {hint}")


def refusal(transpose: Transpose) -> str:
    """Why a transpose cannot become a kernel; empty: it can."""
    tensor, perm = transpose.tensor, transpose.perm
    if perm is None:
        return transpose.why
    if tensor.shape is None:
        return f"the shape of {one_line(tensor.name)} is not known, nor does the model's inference tell it"
    if tensor.bits not in WIDTHS:
        return f"elements of {tensor.element}, of 8, 16, 32 or 64 bits would be right"
    if len(perm) != len(tensor.shape) or not is_permutation(perm):
        return f"{one_line(str(list(perm)))} is no permutation of {len(tensor.shape)} axes"
    missing = [one_line(extent) for extent in dict.fromkeys(tensor.shape) if isinstance(extent, str)]
    if missing:
        return f"dynamic: give {' '.join(f'--dim {name}=1' for name in missing)}, with its extent for 1"
    return _shape_refusal(tuple(extent for extent in tensor.shape if isinstance(extent, int)), tensor.bits)


def _shape_refusal(shape: tuple[int, ...], bits: int) -> str:
    if not 1 <= len(shape) <= MAX_RANK:
        return f"{len(shape)} axes, 1 to {MAX_RANK} would be right"
    if min(shape) < 1:
        return f"shape {list(shape)} holds no element"
    if Work(shape, shape, bits).bytes > MAX_BYTES:
        return f"shape {list(shape)} at {bits} bits overflows, at most {MAX_BYTES} bytes would be right"
    return ""


def work_of(transpose: Transpose) -> Work:
    """The work of a transpose that is not refused."""
    tensor = transpose.tensor
    assert transpose.perm is not None and tensor.shape is not None and tensor.bits is not None
    return Work(tuple(map(int, tensor.shape)), transpose.perm, tensor.bits)


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ModelError(f"{path}: cannot be read ({reason}), the path of a model would be right") from None


def read_model(path: Path, dims: Dims) -> Model:
    """Reads a .onnx or .tflite file; ModelError says in one line what is wrong with it."""
    if path.suffix.lower() == ".onnx":
        from .onnx_models import read_onnx as read
    elif path.suffix.lower() == ".tflite":
        from .tflite_models import read_tflite as read
    else:
        raise ModelError(f"{path}: no model that permkern reads, a .onnx or .tflite file would be right")
    return read(path, dims)
