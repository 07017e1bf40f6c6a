# SPDX-License-Identifier: BSD-3-Clause
"""Represents a model's operators, tensor shapes and transposes, independent of the file format."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from .manifest import MAX_BYTES, SetError
from .permutation import MAX_RANK, WIDTHS, Perm, Work, is_permutation

Extent = int | str  # a string is the name of a dynamic dimension
Dims = Mapping[str, int]  # the extents that --dim gives to dynamic dimensions, by name


class ModelError(SetError):
    """A model that cannot be read. The message is one line that begins with the file."""


@dataclass(frozen=True)
class Tensor:
    """A tensor. shape is None if not even the rank is known; bits is None for unsupported element types."""

    name: str
    shape: tuple[Extent, ...] | None
    element: str
    bits: int | None


@dataclass(frozen=True)
class Transpose:
    """An operator that permutes axes of a tensor. If the permutation is not constant, perm is None; `why` says so."""

    operator: str
    tensor: Tensor
    perm: Perm | None
    why: str = ""
    output: str = ""  # the name of the tensor that it writes


@dataclass(frozen=True)
class Node:
    """
    An operator of a graph. It is elementwise if each element of its first output depends only on the same element of
    its first input, so that a transpose may be moved across it.
    """

    operator: str
    kind: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    elementwise: bool
    transpose: Transpose | None


@dataclass(frozen=True)
class Graph:
    """A model's main graph, or the body of a loop or branch. constants names the tensors stored in the file."""

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
    """Makes a name of a model printable in one line of limited length, for messages and comments."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= 100 else f"{text[:60]}...{text[-37:]}"


def dim_name(tensor: str, axis: int) -> str:
    """Returns the name by which --dim refers to one axis of one tensor."""
    return f"{tensor}:{axis}"


def any_dim_name(axis: int) -> str:
    """Returns the name by which --dim refers to the same axis of every tensor."""
    return f"*:{axis}"


def given(dims: Dims, name: str, axis: int) -> Extent:
    """Returns the extent that --dim gives to the axis of this name, or the name if it gives none."""
    return dims.get(name, dims.get(any_dim_name(axis), name))


def parse_dims(texts: list[str]) -> dict[str, int]:
    """Parses the arguments of --dim, such as N=1, TENSOR:AXIS=1 and *:AXIS=1."""
    dims: dict[str, int] = {}
    for text in texts:
        name, equals, value = text.rpartition("=")
        if not equals or not name or not re.fullmatch(r"[0-9]{1,10}", value) or not 1 <= int(value) <= MAX_BYTES:
            raise SetError(
                f"--dim {one_line(text)} is not NAME=EXTENT with an extent of 1 or more; write for example N=1"
            )
        if dims.setdefault(name, int(value)) != int(value):
            raise SetError(f"--dim {one_line(name)} is given twice, with {dims[name]} and {value}; give it once")
    return dims


def check_dims(file: str, dims: Dims, known: Collection[str]) -> None:
    """Checks that each --dim names a dynamic dimension of the model. If not, SetError lists them."""
    for name in dims:
        if name in known or name.startswith("*:"):
            continue
        near = get_close_matches(name, known, 1)
        some = ", ".join(map(one_line, sorted(known)[:8]))
        hint = (
            f"did you mean '{one_line(near[0])}'?"
            if near
            else f"its dynamic dimensions: {some}"
            if known
            else "it has none"
        )
        raise SetError(f"{file}: no dynamic dimension '{one_line(name)}'; {hint}")


def refusal(transpose: Transpose) -> str:
    """Says why a transpose cannot become a kernel; the text is empty if it can."""
    tensor, perm = transpose.tensor, transpose.perm
    if perm is None:
        return transpose.why
    if tensor.shape is None:
        return f"the shape of {one_line(tensor.name)} is unknown, and shape inference does not find it"
    if tensor.bits not in WIDTHS:
        return f"elements of type {tensor.element} are not supported; they must have 8, 16, 32 or 64 bits"
    if len(perm) != len(tensor.shape) or not is_permutation(perm):
        return f"{one_line(str(list(perm)))} is not a permutation of {len(tensor.shape)} axes"
    missing = [one_line(extent) for extent in dict.fromkeys(tensor.shape) if isinstance(extent, str)]
    if missing:
        options = " ".join(f"--dim {name}=1" for name in missing)
        return f"its shape is dynamic; give {options} with the extent in place of 1"
    return _shape_refusal(tuple(extent for extent in tensor.shape if isinstance(extent, int)), tensor.bits)


def _shape_refusal(shape: tuple[int, ...], bits: int) -> str:
    if not 1 <= len(shape) <= MAX_RANK:
        return f"shape of {len(shape)} axes; 1 to {MAX_RANK} are supported"
    if min(shape) < 1:
        return f"shape {list(shape)} has no elements"
    if Work(shape, shape, bits).bytes > MAX_BYTES:
        return f"shape {list(shape)} at {bits} bits is too large; a tensor may have at most {MAX_BYTES} bytes"
    return ""


def work_of(transpose: Transpose) -> Work:
    """Returns the work of a transpose for which refusal() has no objection."""
    tensor = transpose.tensor
    assert transpose.perm is not None and tensor.shape is not None and tensor.bits is not None
    return Work(tuple(map(int, tensor.shape)), transpose.perm, tensor.bits)


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ModelError(f"{path}: cannot be read ({reason}); give the path of a model") from None


def read_model(path: Path, dims: Dims) -> Model:
    """Reads a .onnx or .tflite file. ModelError says in one line what is wrong with it."""
    if path.suffix.lower() == ".onnx":
        from .onnx_models import read_onnx as read
    elif path.suffix.lower() == ".tflite":
        from .tflite_models import read_tflite as read
    else:
        raise ModelError(f"{path}: not a model that permkern reads; give a .onnx or .tflite file")
    return read(path, dims)
