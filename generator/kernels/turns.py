# SPDX-License-Identifier: BSD-3-Clause
"""Reads the permutation and reversed axes of a pinned kernel: as axis numbers, or as a picture rotation or mirror.

Pictures have rows and columns, or rows, columns and channels.
"""

from .permutation import Flips, Perm, Shape
from .tomltables import Table, check_perm, int_list, show

TURNS = ("flip", "rotate", "mirror")

# The permutation of rows and columns, and which of these two output axes are reversed.
_ROTATIONS: dict[int, tuple[Perm, Flips]] = {
    90: ((1, 0), (False, True)),
    180: ((0, 1), (True, True)),
    270: ((1, 0), (True, False)),
}
_MIRRORS: dict[str, tuple[Perm, Flips]] = {
    "horizontal": ((0, 1), (False, True)),  # exchanges left and right
    "vertical": ((0, 1), (True, False)),
}


def _named(table: Table, key: str, shape: Shape, turn: tuple[Perm, Flips]) -> tuple[Perm, Flips]:
    """Returns the permutation and flips of a picture. Channels stay innermost."""
    for other in ("perm", *TURNS):
        if other != key and other in table.values:
            raise table.fail(other, f"{other} beside {key}, which says where all axes go; remove one of the two")
    if len(shape) not in (2, 3):
        raise table.fail(
            key, f"{key} of a shape of {len(shape)} axes; it is for 2 (rows, columns) or 3 (rows, columns, channels)"
        )
    perm, flips = turn
    return (perm, flips) if len(shape) == 2 else ((*perm, 2), (*flips, False))


def _rotation(table: Table) -> tuple[Perm, Flips]:
    degrees = table.values["rotate"]
    if type(degrees) is not int or degrees not in _ROTATIONS:
        raise table.fail("rotate", f"rotate is {show(degrees)}; it must be 90, 180 or 270 (degrees clockwise)")
    return _ROTATIONS[degrees]


def _mirror(table: Table) -> tuple[Perm, Flips]:
    way = table.values["mirror"]
    if not isinstance(way, str) or way not in _MIRRORS:
        raise table.fail("mirror", f'mirror is {show(way)}; it must be "horizontal" or "vertical"')
    return _MIRRORS[way]


def order_hint(perm: Perm, shape: Shape) -> str:
    """Returns the remedy for an order of the innermost axis that is given as a permutation; empty for others."""
    axes, order = (",".join(map(str, each)) for each in (range(len(shape)), perm))
    return f"; for an order of the innermost axis, give perm {axes} and order {order}" * (len(perm) == shape[-1])


def _flips(table: Table, rank: int) -> Flips:
    if "flip" not in table.values:
        return ()
    axes = int_list(table, "flip", table.values["flip"], "[1]")
    for place, axis in enumerate(axes):
        if not 0 <= axis < rank:
            right = f"be from 0 to {rank - 1}" if rank > 1 else "be 0"
            raise table.fail("flip", f"axis {show(axis)} in flip; axes of the output must {right}")
        if axis in axes[:place]:
            raise table.fail("flip", f"axis {axis} twice in flip; each axis may occur once")
    return tuple(axis in axes for axis in range(rank))


def read_turn(table: Table, shape: Shape) -> tuple[Perm, Flips]:
    """Returns the permutation of a pinned kernel and its flips by output axis."""
    if "rotate" in table.values:
        return _named(table, "rotate", shape, _rotation(table))
    if "mirror" in table.values:
        return _named(table, "mirror", shape, _mirror(table))
    perm = int_list(table, "perm", table.require("perm", "perm = [2, 0, 1]"), "[2, 0, 1]")
    check_perm(table, "perm", perm)
    if len(perm) != len(shape):
        raise table.fail(
            "perm",
            f"perm has {len(perm)} axes but shape has {len(shape)}; both must have the same number"
            f"{order_hint(perm, shape)}",
        )
    return perm, _flips(table, len(perm))
