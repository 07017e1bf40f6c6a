# SPDX-License-Identifier: BSD-3-Clause
"""Counts a model's multiplications, and the memory of its tensors. Kinds have ONNX names."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from .extents import Extent

# By operator, the input with the weights or the second matrix.
_CONVOLUTIONS = {"Conv": 1, "ConvInteger": 1, "QLinearConv": 3}
_PRODUCTS = frozenset(("BatchMatMul", "Gemm", "MatMul", "MatMulInteger", "QLinearMatMul"))
_COMPUTING = frozenset((*_CONVOLUTIONS, *_PRODUCTS, "ConvTranspose"))
Shapes = Sequence[tuple[Extent | None, ...] | None]


def macs_of(kind: str, read: Shapes, written: Shapes, *, turned: bool = False) -> int | None:
    """
    Returns an operator's multiplications with a sum: 0 for operators without, None for open shapes. ``turned``: the
    first matrix is transposed.
    """
    if kind not in _COMPUTING:
        return 0
    shapes = [None if shape is None else [n for n in shape if isinstance(n, int)] for shape in (*read, *written[:1])]
    whole = zip(shapes, (*read, *written[:1]), strict=True)
    if any(shape is None or given is None or len(shape) < len(given) for shape, given in whole):
        return None
    first, out = shapes[0] or [], shapes[-1] or []
    if kind in _PRODUCTS:
        return prod(out) * first[-2 if turned else -1]
    weights = shapes[_CONVOLUTIONS.get(kind, 1)] or []
    return prod(first if kind == "ConvTranspose" else out) * prod(weights[1:])


@dataclass(frozen=True)
class Operation:
    """An operator, and its tensors' names. ``macs``: see macs_of(). A ``view`` has its output in its input's buffer."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    macs: int | None
    view: bool = False


@dataclass(frozen=True)
class Inference:
    """
    One run of a model: its multiplications, the most bytes of tensors that live at the same time, and the operator at
    which they do. None: a shape is open.
    """

    macs: int | None
    peak: int | None
    at: str = ""


def inference_of(operations: Sequence[Operation], sizes: Mapping[str, int], outputs: Iterable[str]) -> Inference:
    """
    ``sizes`` has the bytes of all tensors that are not constants; 0 means an open shape. A tensor lives from its writer
    to its last reader, the model's inputs from the start, its outputs to the end.
    """
    macs = [each.macs for each in operations]
    total = None if None in macs else sum(filter(None, macs))
    root: dict[str, str] = {}
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for place, each in enumerate(operations):
        for name in (name for name in each.inputs if name in sizes):
            own = root.get(name, name)
            first.setdefault(own, 0)
            last[own] = place
        for name in (name for name in each.outputs if name in sizes):
            source = root.get(each.inputs[0], each.inputs[0]) if each.view and each.inputs else ""
            own = root[name] = source if source in first else name
            first.setdefault(own, place)
            last[own] = max(last.get(own, place), place)
    last |= dict.fromkeys((root.get(name, name) for name in outputs if name in sizes), len(operations) - 1)
    if not operations or any(not sizes[name] for name in first):
        return Inference(total, None)
    live = [0] * (len(operations) + 1)
    for name, place in first.items():
        live[place] += sizes[name]
        live[last[name] + 1] -= sizes[name]
    sums = [sum(live[: place + 1]) for place in range(len(operations))]
    most = max(sums)
    return Inference(total, most, operations[sums.index(most)].name)
