# SPDX-License-Identifier: BSD-3-Clause
"""
Infers ONNX output shapes that depend on open input numbers.

`onnx`'s own inference ignores open numbers. The rules cover the operators with which exports compute shapes. For all
other operators, onnx_shapes.py finds the dimensions that decide an extent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .extents import Extent, is_positive, product, unknown
from .onnx_facts import is_standard
from .shape_rules import (
    Numbers,
    Shape,
    ShapeError,
    broadcast_shapes,
    concatenated,
    multiplied,
    permuted,
    reshaped,
    shown,
    sliced,
    tiled,
)


def attribute(node: Any, name: str) -> Any:
    """Returns an operator's integer attribute; None if it has none of this name."""
    for each in node.attribute:
        if each.name == name:
            return tuple(each.ints) if each.type == each.INTS else each.i
    return None


def _reshape(node: Any, shapes: Sequence[Shape], numbers: Sequence[Numbers]) -> Shape:
    wanted = numbers[1] if len(numbers) > 1 else attribute(node, "shape")
    if wanted is None:
        length = shapes[1] if len(shapes) > 1 else None
        return (None,) * length[0] if length and isinstance(length[0], int) and length[0] <= 64 else None
    read = shapes[0]
    made: list[Extent | None] = []
    for axis, extent in enumerate(wanted):
        if extent == 0 and not attribute(node, "allowzero"):
            if read is not None and axis >= len(read):
                raise ShapeError(f"it copies axis {axis} of {shown(read)}")
            extent = None if read is None else read[axis]
        made.append(extent)
    return reshaped(read, made)


def _slice(node: Any, shapes: Sequence[Shape], numbers: Sequence[Numbers]) -> Shape:
    if attribute(node, "starts") is not None:
        return sliced(shapes[0], *(attribute(node, name) for name in ("starts", "ends", "axes")))
    given = [bool(name) for name in (*node.input[1:], *[""] * 4)]
    starts, ends, axes, steps = (*numbers[1:], *[None] * 4)[:4]
    if shapes[0] is None or (given[2] and axes is None):
        return None if shapes[0] is None else (None,) * len(shapes[0])
    return sliced(shapes[0], starts, None if given[3] and steps is None else ends, axes, steps)


def _range(_node: Any, _shapes: Sequence[Shape], numbers: Sequence[Numbers]) -> Shape:
    if any(number is None or len(number) != 1 for number in numbers):
        return (None,)
    [start], [limit], [delta] = (number or () for number in numbers)
    counts = (start, delta) == (0, 1) and is_positive(limit)
    return (limit if counts else unknown("range", start, limit, delta),)


def _flatten(node: Any, shapes: Sequence[Shape], _numbers: Sequence[Numbers]) -> Shape:
    read, axis = shapes[0], attribute(node, "axis")
    if read is None or None in read:
        return (None, None)
    at = 1 if axis is None else axis
    at = at + len(read) if at < 0 else at
    return (product(read[:at]), product(read[at:]))  # type: ignore[arg-type]


def _transpose(node: Any, shapes: Sequence[Shape], _numbers: Sequence[Numbers]) -> Shape:
    return permuted(shapes[0], attribute(node, "perm") or tuple(reversed(range(len(shapes[0] or ())))))


def _same(_node: Any, shapes: Sequence[Shape], _numbers: Sequence[Numbers]) -> Shape:
    return shapes[0]


Rule = Callable[[Any, Sequence[Shape], Sequence[Numbers]], Shape]


def _together(_node: Any, shapes: Sequence[Shape], _numbers: Sequence[Numbers]) -> Shape:
    """Broadcasts the inputs 0 and 3, which scales and zero points follow."""
    return broadcast_shapes(shapes[0], shapes[3])


def _product(_node: Any, shapes: Sequence[Shape], _numbers: Sequence[Numbers]) -> Shape:
    return multiplied(shapes[0], shapes[1])


_RULES: Mapping[str, Rule] = {
    "Concat": lambda node, shapes, _: concatenated(shapes, attribute(node, "axis") or 0),
    "ConstantOfShape": lambda _node, _shapes, numbers: numbers[0],
    "Expand": lambda _node, shapes, numbers: broadcast_shapes(shapes[0], numbers[1]),
    "Flatten": _flatten,
    "GroupNormalization": _same,  # onnx has no inference for GroupNormalization and MeanVarianceNormalization
    "MeanVarianceNormalization": _same,
    "Range": _range,
    "Reshape": _reshape,
    "Slice": _slice,
    "Tile": lambda _node, shapes, numbers: tiled(shapes[0], numbers[1] if len(numbers) > 1 else None),
    "Transpose": _transpose,
}

# Operators in the domain com.microsoft that ONNX Runtime's quantizer and optimizers write. Each has its rule, and the
# input that gives the output's element type.
_SAME = "BiasGelu FastGelu Gelu QLinearLeakyRelu QLinearSigmoid QLinearSoftmax QuickGelu SkipLayerNormalization"
_CONTRIBUTED: Mapping[str, tuple[Rule, int]] = {
    **dict.fromkeys(_SAME.split(), (_same, 0)),
    "DequantizeLinear": (_same, 1),
    "MatMulIntegerToFloat": (_product, 2),
    "DynamicQuantizeMatMul": (_product, 0),
    "QLinearAdd": (_together, 0),
    "QLinearMul": (_together, 0),
    "QuantizeLinear": (_same, 2),
}


def rule_of(node: Any) -> tuple[Rule, int] | None:
    """Returns an operator's rule, and the input that gives the output's element type; None without a rule."""
    if node.domain == "com.microsoft":
        return _CONTRIBUTED.get(node.op_type)
    rule = _RULES.get(node.op_type) if is_standard(node) else None
    return None if rule is None else (rule, 0)
