# SPDX-License-Identifier: BSD-3-Clause
"""Turns a record of in_place.py into values for in_place.c.j2, and into words.

In a kernel, ``bytes`` is the array.
"""

from dataclasses import dataclass, replace

from .cfragments import array, braces, literal, modular, scaled
from .documents import plural
from .in_place import WIDTHS, Axes, Cycles, InPlace, Pass, Swaps, Turns, block_arguments

# ---- views ----


@dataclass(frozen=True)
class PassView:
    """Loops around one call. A loop has an index name and an extent."""

    loops: tuple[tuple[str, int], ...]
    function: str
    arguments: str


def _sum(strides: list[int], first: int = 0) -> str:
    """Returns a sum of indices times strides. The constant comes first, so no partial sum is negative."""
    terms = [literal(first)] if first else []
    terms += [scaled(f"i{number}", stride) for number, stride in enumerate(strides) if stride > 0]
    text = " + ".join(terms) or "0"
    return text + "".join(f" - {scaled(f'i{number}', -stride)}" for number, stride in enumerate(strides) if stride < 0)


def _loops(axes: Axes) -> tuple[tuple[str, int], ...]:
    return tuple((f"i{number}", axis.extent) for number, axis in enumerate(axes))


def _argument(value: int | str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else literal(value) if isinstance(value, int) else value


def _around(axes: Axes, function: str, *arguments: int | str | bool) -> PassView:
    """Returns loops around a call. The first argument is the address for the loop indices."""
    address = f"bytes + {_sum([axis.out_stride for axis in axes])}" if axes else "bytes"
    return PassView(_loops(axes), function, ", ".join([address, *map(_argument, arguments)]))


def _swaps(each: Swaps) -> PassView:
    """Returns loops over all blocks around permkern_swap. It acts only if the other block is higher: once per pair."""
    outer = each.axes[0]
    half = replace(outer, extent=(outer.extent + 1) // 2)
    looped = (half, *each.axes[1:]) if outer.in_stride == -outer.out_stride else each.axes
    target = _sum([axis.out_stride for axis in looped])
    source = _sum([axis.in_stride for axis in looped], sum(axis.in_first for axis in each.axes))
    block = map(_argument, block_arguments(each.block, aligned=each.aligned))
    return PassView(_loops(looped), "permkern_swap", ", ".join(["bytes", target, source, *block]))


def _cycles(each: Cycles) -> PassView:
    """Returns loops over outer axes and cycles.

    The digits of a block number are its indices along all axes. Their weighted sum is the next block number.
    """
    several, held = len(each.leaders) > 1, each.block in WIDTHS
    leader = "leaders[k]" if several else each.leaders[0]
    shift = each.block.bit_length() - 1 if held else "PERMKERN_ANY_BLOCK"
    given: tuple[int | str | bool, ...] = ("digits", len(each.axes), shift, each.aligned)
    if each.pushed:
        view = _around(each.around, "permkern_push", leader, *given)
    else:
        view = _around(
            each.around, "permkern_pull", leader, sum(axis.in_first for axis in each.axes), *given, each.block
        )
    return replace(view, loops=(*view.loops, *[("k", len(each.leaders))] * several))


def pass_view(each: Pass) -> PassView:
    if isinstance(each, Turns):
        return _around(each.around, each.function, *each.arguments)
    return _swaps(each) if isinstance(each, Swaps) else _cycles(each)


def cycle_tables(passes: tuple[Pass, ...]) -> str:
    """Returns the axis table and, if there are several, a table of cycle starts. At most one pass has cycles."""
    each = next((each for each in passes if isinstance(each, Cycles)), None)
    if each is None:
        return ""
    strides = [(axis.in_stride, axis.out_stride) for axis in each.axes]
    digits = sorted((pair if each.pushed else pair[::-1] for pair in strides), reverse=True)
    rows = [braces(literal(digit), modular(weight)) for digit, weight in digits]
    tables = array(f"static const permkern_digit digits[{len(rows)}]", rows, "    ")
    if len(each.leaders) < 2:
        return tables
    bits, leaders = 16 if each.leaders[-1] < 1 << 16 else 32, [*map(literal, each.leaders)]
    return tables + array(f"static const uint{bits}_t leaders[{len(leaders)}]", leaders, "    ")


# ---- in words ----


def _around_words(axes: Axes) -> str:
    places = 1
    for axis in axes:
        places *= axis.extent
    return f", {places} times" if places > 1 else ""


def pass_line(each: Pass) -> str:
    """Describes a pass."""
    if isinstance(each, Turns):
        return each.what + _around_words(each.around)
    if isinstance(each, Swaps):
        return f"exchanges of {plural(each.block, 'byte')}, each pair once"
    count = "1 cycle" if len(each.leaders) == 1 else f"{len(each.leaders)} cycles"
    return f"{plural(each.block, 'byte')} at a time along {count}{_around_words(each.around)}"


def in_place_lines(record: InPlace) -> tuple[str, ...]:
    """Describes an in-place kernel, one line per pass."""
    return tuple(map(pass_line, record.passes)) or ("nothing moves",)
