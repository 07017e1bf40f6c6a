# SPDX-License-Identifier: BSD-3-Clause
"""What operators of several model formats make of shapes whose extents may be open, or not known at all."""

from __future__ import annotations

from collections.abc import Sequence

from .extents import Extent, Open, exact, product, unknown

Shape = tuple[Extent | None, ...] | None  # None for an extent, or a rank, that is not known


class ShapeError(ValueError):
    """An operator that cannot work on such shapes."""


def shown(shape: Sequence[object]) -> str:
    return "x".join("?" if extent is None else str(extent) for extent in shape) or "a number"


def broadcast(one: Extent | None, other: Extent | None) -> Extent | None:
    """Returns the extent of two axes that are brought to one: they are equal, or one of them is 1."""
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
    """Returns the shape of two tensors that are brought to one."""
    if one is None or other is None:
        return None
    rank = max(len(one), len(other))
    first, second = ((1,) * (rank - len(shape)) + shape for shape in (one, other))
    return tuple(broadcast(a, b) for a, b in zip(first, second, strict=True))


def reshaped(read: Shape, wanted: Sequence[Extent | None]) -> Shape:
    """Returns the shape that a reshape makes, with the one extent for which it leaves -1. ShapeError if none fits."""
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
