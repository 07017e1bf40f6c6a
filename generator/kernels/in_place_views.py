# SPDX-License-Identifier: BSD-3-Clause
"""Turns a record of in_place.py into loops and table rows for in_place.c.j2, and describes it."""

from dataclasses import replace

from .documents import plural
from .in_place import Axes, Cycles, InPlace, Pass, Square, Swaps, Turns
from .moves import Loop

# ---- for the template ----


def loops(axes: Axes) -> tuple[Loop, ...]:
    return tuple(Loop(f"i{k}", axis.extent, axis.in_stride, axis.out_stride) for k, axis in enumerate(axes))


def swap_loops(each: Swaps) -> tuple[Loop, ...]:
    """Returns the loops over all blocks, or over half of them if the outer axis is its own counterpart."""
    outer, *inner = each.axes
    extent = (outer.extent + 1) // 2 if outer.in_stride == -outer.out_stride else outer.extent
    return loops((replace(outer, extent=extent), *inner))


def cycle_loops(each: Cycles) -> tuple[Loop, ...]:
    """Returns the loops over outer axes and cycles."""
    return (*loops(each.around), Loop("k", len(each.leaders), 0, 0))


def digits(each: Cycles) -> list[tuple[int, int]]:
    """Returns the divisor and the weight for each digit of a block number. A digit is the index along one axis.

    The weighted sum of the digits is the next block number.
    """
    strides = [(axis.in_stride, axis.out_stride) for axis in each.axes]
    return sorted((pair if each.pushed else pair[::-1] for pair in strides), reverse=True)


# ---- in words ----


def _around_words(axes: Axes) -> str:
    places = 1
    for axis in axes:
        places *= axis.extent
    return f", {places} times" if places > 1 else ""


def pass_line(each: Pass) -> str:
    """Describes a pass."""
    if isinstance(each, Square):
        blocks = f"{each.extent} x {each.extent} blocks of {plural(each.block, 'byte')}"
        return f"a square of {blocks}{_around_words(each.around)}"
    if isinstance(each, Turns):
        return each.what + _around_words(each.around)
    if isinstance(each, Swaps):
        return f"exchanges of {plural(each.block, 'byte')}, each pair once"
    count = "1 cycle" if len(each.leaders) == 1 else f"{len(each.leaders)} cycles"
    return f"{plural(each.block, 'byte')} at a time along {count}{_around_words(each.around)}"


def in_place_lines(record: InPlace) -> tuple[str, ...]:
    """Describes an in-place kernel, one line per pass."""
    return tuple(map(pass_line, record.passes)) or ("nothing moves",)
