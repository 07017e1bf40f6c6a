# SPDX-License-Identifier: BSD-3-Clause
"""
Shapes of ONNX operators whose output depends on what numbers they read, where some of these numbers are open.

`onnx`'s own inference does without such numbers. Here are the operators that exports use to compute shapes; of all
others it is known which dimensions decide them, see onnx_shapes.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..kernels.permutation import is_permutation
from .extents import Extent, Open, less, plus, product, same, times, total, unknown
from .shape_rules import Shape, ShapeError, broadcast_shapes, reshaped, shown

Numbers = tuple[Extent, ...] | None
_FAR = 2**31 - 1  # what exports write for "to the end"


def attribute(node: Any, name: str) -> Any:
    """Returns an operator's attribute of whole numbers; None if it has none of that name."""
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


def _expand(_node: Any, shapes: Sequence[Shape], numbers: Sequence[Numbers]) -> Shape:
    read, wanted = shapes[0], numbers[1]
    if read is None or wanted is None:
        return None
    return broadcast_shapes(read, wanted)


def _filled(_node: Any, _shapes: Sequence[Shape], numbers: Sequence[Numbers]) -> Shape:
    return numbers[0]


def _length(extent: Extent, start: Extent, end: Extent, step: Extent) -> Extent | None:
    """Returns how many indices of an axis a slice takes."""
    if isinstance(extent, int) and isinstance(start, int) and isinstance(end, int) and isinstance(step, int):
        if not step:
            raise ShapeError("its step is 0")
        return len(range(extent)[slice(start, end if step > 0 or end >= -extent else None, step)])
    if step != 1:
        return unknown("slice", extent, start, end, step)
    if isinstance(end, int) and end >= _FAR:
        end = extent
    first, last = (plus(extent, at) if less(at, 0) else at for at in (start, end))
    if isinstance(end, int) and end >= 0 and isinstance(extent, Open):
        last = unknown("min", end, extent)
    elif isinstance(end, Open) and same(end, extent) is not True and less(extent, end) is not False:
        last = extent if less(extent, end) else unknown("min", end, extent)
    return plus(last, times(-1, first))


def _slice(node: Any, shapes: Sequence[Shape], numbers: Sequence[Numbers]) -> Shape:
    read = shapes[0]
    if read is None:
        return None
    if attribute(node, "starts") is not None:
        parts: list[Numbers] = [attribute(node, name) for name in ("starts", "ends", "axes")]
        given = [True] * 3
    else:
        parts = list(numbers[1:])
        given = [bool(name) for name in node.input[1:]]
    parts += [None] * (4 - len(parts))
    given += [False] * (4 - len(given))
    starts, ends, axes, steps = parts
    if given[2] and axes is None and attribute(node, "starts") is None:
        return (None,) * len(read)
    several = axes if axes is not None else tuple(range(len(starts or ends or ())))
    made: list[Extent | None] = list(read)
    for place, axis in enumerate(several):
        if not isinstance(axis, int) or not -len(read) <= axis < len(read):
            raise ShapeError(f"it takes a slice of axis {axis} of {shown(read)}")
        extent = read[axis]
        if starts is None or ends is None or extent is None or (given[3] and steps is None):
            made[axis] = None
            continue
        step = 1 if steps is None else steps[place]
        made[axis] = _length(extent, starts[place], ends[place], step)
    return tuple(made)


def _concat(node: Any, shapes: Sequence[Shape], _numbers: Sequence[Numbers]) -> Shape:
    if not shapes or any(shape is None for shape in shapes):
        return None
    known = [shape for shape in shapes if shape is not None]
    rank, axis = len(known[0]), attribute(node, "axis") or 0
    if any(len(shape) != rank for shape in known) or not -rank <= axis < rank:
        raise ShapeError(f"it joins {' and '.join(map(shown, known))} at axis {axis}")
    made: list[Extent | None] = []
    for place, extents in enumerate(zip(*known, strict=True)):
        fixed = {extent for extent in extents if isinstance(extent, int)}
        if place == axis % rank:
            made.append(None if None in extents else total(extents))
        elif len(fixed) > 1:
            raise ShapeError(f"it joins {' and '.join(map(shown, known))} at axis {axis}")
        else:
            made.append(next(iter(fixed), extents[0]))
    return tuple(made)


def _tile(_node: Any, shapes: Sequence[Shape], numbers: Sequence[Numbers]) -> Shape:
    read, repeats = shapes[0], numbers[1] if len(numbers) > 1 else None
    if read is None or repeats is None or len(repeats) != len(read):
        return None if read is None else (None,) * len(read)
    return tuple(None if a is None else times(a, b) for a, b in zip(read, repeats, strict=True))


def _range(_node: Any, _shapes: Sequence[Shape], numbers: Sequence[Numbers]) -> Shape:
    if any(number is None or len(number) != 1 for number in numbers):
        return (None,)
    [start], [limit], [delta] = (number or () for number in numbers)
    return (plus(limit, times(-1, start)) if delta == 1 else unknown("range", start, limit, delta),)


def _flatten(node: Any, shapes: Sequence[Shape], _numbers: Sequence[Numbers]) -> Shape:
    read, axis = shapes[0], attribute(node, "axis")
    if read is None or None in read:
        return (None, None)
    at = 1 if axis is None else axis
    at = at + len(read) if at < 0 else at
    return (product(read[:at]), product(read[at:]))  # type: ignore[arg-type]


def _transpose(node: Any, shapes: Sequence[Shape], _numbers: Sequence[Numbers]) -> Shape:
    read = shapes[0]
    if read is None:
        return None
    perm = attribute(node, "perm") or tuple(reversed(range(len(read))))
    if not is_permutation(perm) or len(perm) != len(read):
        raise ShapeError(f"{list(perm)} is not a permutation of {shown(read)}")
    return tuple(read[axis] for axis in perm)


def _same(_node: Any, shapes: Sequence[Shape], _numbers: Sequence[Numbers]) -> Shape:
    return shapes[0]


Rule = Callable[[Any, Sequence[Shape], Sequence[Numbers]], Shape]


def _together(one: int, other: int) -> Rule:
    """Returns the rule of operators that broadcast two of their inputs."""

    def rule(_node: Any, shapes: Sequence[Shape], _numbers: Sequence[Numbers]) -> Shape:
        return broadcast_shapes(shapes[one], shapes[other])

    return rule


def _product(one: int, other: int) -> Rule:
    """Returns the rule of operators that multiply matrices, which are two of their inputs."""

    def rule(_node: Any, shapes: Sequence[Shape], _numbers: Sequence[Numbers]) -> Shape:
        left, right = shapes[one], shapes[other]
        if left is None or right is None or len(left) < 2 or len(right) < 2:
            return None
        leading = broadcast_shapes(left[:-2], right[:-2])
        return None if leading is None else (*leading, left[-2], right[-1])

    return rule


RULES: Mapping[str, Rule] = {
    "Concat": _concat,
    "ConstantOfShape": _filled,
    "Expand": _expand,
    "Flatten": _flatten,
    "GroupNormalization": _same,  # of this one and the other, onnx has no inference
    "MeanVarianceNormalization": _same,
    "Range": _range,
    "Reshape": _reshape,
    "Slice": _slice,
    "Tile": _tile,
    "Transpose": _transpose,
}

# Operators of the domain com.microsoft, which ONNX Runtime's quantizer and optimizers write between standard ones: each
# with its rule, and the input whose element type the output has.
CONTRIBUTED: Mapping[str, tuple[Rule, int]] = {
    **dict.fromkeys(
        (
            "BiasGelu",
            "FastGelu",
            "Gelu",
            "QLinearLeakyRelu",
            "QLinearSigmoid",
            "QLinearSoftmax",
            "QuickGelu",
            "SkipLayerNormalization",
        ),
        (_same, 0),
    ),
    "DequantizeLinear": (_same, 1),
    "MatMulIntegerToFloat": (_product(0, 1), 2),
    "DynamicQuantizeMatMul": (_product(0, 1), 0),
    "QLinearAdd": (_together(0, 3), 0),
    "QLinearMul": (_together(0, 3), 0),
    "QuantizeLinear": (_same, 2),
}
