# SPDX-License-Identifier: BSD-3-Clause
"""Shape rules for all model formats. Extents may be open, or unknown (None)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from permkern.kernels.permutation import is_permutation

from .extents import Extent, Open, exact, plus, product, times, unknown

Numbers = tuple[Extent, ...] | None
FAR = 2**31 - 1  # exports write this for "to the end"

Shape = tuple[Extent | None, ...] | None  # None: unknown extent or rank


class ShapeError(ValueError):
    """An operator cannot take these shapes."""


def shown(shape: Sequence[object]) -> str:
    return "x".join("?" if extent is None else str(extent) for extent in shape) or "a number"


def broadcast(one: Extent | None, other: Extent | None) -> Extent | None:
    """Returns the extent to which two axes broadcast. The extents must be equal, or one must be 1."""
    for a, b in ((one, other), (other, one)):
        if a == 1:
            return b
        if isinstance(a, int) and (b is None or isinstance(b, Open)):
            return a
    if one is None or other is None:
        return None
    if one == other:
        return one
    if isinstance(one, int) and isinstance(other, int):
        raise ShapeError(f"{one} and {other} do not go together")
    return unknown("broadcast", one, other, positive=True)


def broadcast_shapes(one: Shape, other: Shape) -> Shape:
    """Returns the shape to which two tensors broadcast."""
    if one is None or other is None:
        return None
    rank = max(len(one), len(other))
    first, second = ((1,) * (rank - len(shape)) + shape for shape in (one, other))
    return tuple(broadcast(a, b) for a, b in zip(first, second, strict=True))


def reshaped(read: Shape, wanted: Sequence[Extent | None]) -> Shape:
    """Returns a reshape's output shape, with the extent for -1. Raises ShapeError if no extent fits."""
    total = None if read is None or None in read else product(read)  # type: ignore[arg-type]
    rest = [axis for axis, extent in enumerate(wanted) if extent == -1]
    others = [extent for extent in wanted if extent != -1]
    known = None if None in others else product(others)  # type: ignore[arg-type]
    made = list(wanted)
    if len(rest) > 1:
        raise ShapeError("it has two extents of -1")
    if rest:
        made[rest[0]] = None if total is None or known is None else exact(total, known)
    whole = isinstance(total, int) and isinstance(known, int)
    if whole and (made[rest[0]] is None if rest else total != known):
        raise ShapeError(f"it makes {shown(wanted)} of {shown(read or ())}")
    if rest and made[rest[0]] is None and total is not None and known is not None:
        made[rest[0]] = unknown("quotient", total, known, positive=True)
    return tuple(made)


def _length(extent: Extent, start: Extent, end: Extent, step: Extent) -> Extent:
    """Returns how many indices a slice takes from an axis."""
    if isinstance(extent, int) and isinstance(start, int) and isinstance(end, int) and isinstance(step, int):
        if not step:
            raise ShapeError("its step is 0")
        return len(range(extent)[slice(start, end if step > 0 or end >= -extent else None, step)])
    to_end = end == extent or (isinstance(end, int) and end >= FAR)
    if to_end and step == 1 and start in (0, -1):
        return extent if start == 0 else 1
    return unknown("slice", extent, start, end, step)


def sliced(read: Shape, starts: Numbers, ends: Numbers, axes: Numbers = None, steps: Numbers = None) -> Shape:
    """Returns a slice's shape. Unknown starts or ends are None."""
    if read is None:
        return None
    made: list[Extent | None] = list(read)
    for place, axis in enumerate(range(len(starts or ends or ())) if axes is None else axes):
        if not isinstance(axis, int) or not -len(read) <= axis < len(read):
            raise ShapeError(f"it takes a slice of axis {axis} of {shown(read)}")
        extent = read[axis]
        if starts is None or ends is None or extent is None:
            made[axis] = None
        else:
            made[axis] = _length(extent, starts[place], ends[place], steps[place] if steps else 1)
    return tuple(made)


def concatenated(shapes: Sequence[Shape], axis: int) -> Shape:
    if not shapes or any(shape is None for shape in shapes):
        return None
    known = [shape for shape in shapes if shape is not None]
    rank = len(known[0])
    wrong = ShapeError(f"it joins {' and '.join(map(shown, known))} at axis {axis}")
    if any(len(shape) != rank for shape in known) or not -rank <= axis < rank:
        raise wrong
    made: list[Extent | None] = []
    for place, extents in enumerate(zip(*known, strict=True)):
        fixed = {extent for extent in extents if isinstance(extent, int)}
        if place == axis % rank:
            made.append(None if None in extents else reduce(plus, extents))
        elif len(fixed) > 1:
            raise wrong
        else:
            made.append(next(iter(fixed), extents[0]))
    return tuple(made)


def tiled(read: Shape, repeats: Numbers) -> Shape:
    if read is None or repeats is None or len(repeats) != len(read):
        return None if read is None else (None,) * len(read)
    return tuple(None if a is None else times(a, b) for a, b in zip(read, repeats, strict=True))


def permuted(read: Shape, perm: tuple[int, ...]) -> Shape:
    if read is None:
        return None
    if not is_permutation(perm) or len(perm) != len(read):
        raise ShapeError(f"{list(perm)} is not a permutation of {shown(read)}")
    return tuple(read[axis] for axis in perm)


def multiplied(one: Shape, other: Shape) -> Shape:
    """Returns a matrix product's shape."""
    if one is None or other is None or len(one) < 2 or len(other) < 2:
        return None
    leading = broadcast_shapes(one[:-2], other[:-2])
    return None if leading is None else (*leading, one[-2], other[-1])
