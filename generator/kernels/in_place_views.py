# SPDX-License-Identifier: BSD-3-Clause
"""Turns a record of in_place.py into loops and table rows for in_place.c.j2, and describes it."""

from dataclasses import replace

from .cfragments import scaled
from .documents import plural
from .in_place import Axes, Cycles, InPlace, Pass, Square, Swaps, Turns
from .moves import Loop

MOST_BYTES = 64  # longer blocks move along their cycle in several rounds

# ---- for the template ----


def loops(axes: Axes) -> tuple[Loop, ...]:
    return tuple(Loop(f"i{k}", axis.extent, axis.in_stride, axis.out_stride) for k, axis in enumerate(axes))


def swap_loops(each: Swaps) -> tuple[Loop, ...]:
    """Returns the loops over all blocks, or over half of them if the outer axis is its own counterpart."""
    outer, *inner = each.axes
    extent = (outer.extent + 1) // 2 if outer.in_stride == -outer.out_stride else outer.extent
    return loops((replace(outer, extent=extent), *inner))


def cycle_loops(each: Cycles) -> tuple[Loop, ...]:
    """Returns the loops over outer axes, cycles, and parts of long blocks."""
    parts = -(-each.block // MOST_BYTES)
    return (*loops(each.around), Loop("cycle", len(each.leaders), 0, 0), Loop("part", parts, MOST_BYTES, MOST_BYTES))


def digits(each: Cycles) -> list[tuple[int, int]]:
    """Returns the divisor and the weight for each digit of a block number. A digit is the index along one axis.

    The weighted sum of the digits is the next block number. The last divisor is 1.
    """
    strides = [(axis.in_stride, axis.out_stride) for axis in each.axes]
    return sorted((pair if each.pushed else pair[::-1] for pair in strides), reverse=True)


def next_block(each: Cycles, number: str = "") -> str:
    """Returns the next block's number as a C expression of the digits, or of ``number`` if it has two digits."""
    first, text = sum(axis.in_first for axis in each.axes), ""
    for k, (divisor, weight) in enumerate(digits(each)):
        divided = f"{number} / {divisor}" if divisor > 1 else f"{number} % {digits(each)[k - 1][0]}"
        index = divided if number else f"digit{k}" if divisor > 1 else "rest"
        text += f" {'-' if weight < 0 else '+'} {scaled(index, abs(weight))}"
    return f"{first}{text}" if first else text.removeprefix(" + ")


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
