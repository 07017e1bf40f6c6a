# SPDX-License-Identifier: BSD-3-Clause
"""Turns what a kernel in place runs, a record of in_place.py, into what in_place.c.j2 inserts, and into words.

In a kernel, bytes is the array, and at is where the block or the cycles of one step of the loops begin.
"""

from dataclasses import dataclass

from .cfragments import array, literal, scaled
from .in_place import WIDTHS, Axes, Axis, Blocks, Cycles, InPlace, Pass, Square, Swaps, Tiles

# ---- views ----


@dataclass(frozen=True)
class PassView:
    """Loops over axes, i0 first, and in them what ``family`` says: the macro of in_place.c.j2 that writes it."""

    family: str
    extents: tuple[int, ...]
    address: str  # of what a step of the loops moves
    function: str = ""
    arguments: str = ""
    target: str = ""  # of swaps: the offsets of two blocks
    source: str = ""


@dataclass(frozen=True)
class CyclesView(PassView):
    """Cycles of blocks of ``block`` bytes, each from its leader on.

    ``digits``: names and values that lead from ``place`` to ``next``. Its methods return expressions.
    """

    block: int = 1
    aligned: bool = True
    pushed: bool = False
    held: bool = True  # a block is one element; others go by pieces of ``piece`` bytes, through the stack
    piece: int = 64
    leaders: tuple[int, ...] = ()
    digits: tuple[tuple[str, str], ...] = ()
    next: str = ""

    @property
    def base(self) -> str:
        return "at" if self.extents else "bytes"

    def offset(self, place: str) -> str:
        return _product(place, self.block)

    def load(self, place: str) -> str:
        address = f"{self.base} + {self.offset(place)}"
        if self.aligned:
            return f"permkern_load{8 * self.block}({address})"
        return f"(uint{8 * self.block}_t)permkern_gather({address}, {self.block.bit_length() - 1}, false)"

    def store(self, place: str, value: str) -> str:
        address = f"{self.base} + {self.offset(place)}"
        if self.aligned:
            return f"permkern_store{8 * self.block}({address}, {value})"
        return f"permkern_scatter({address}, {self.block.bit_length() - 1}, {value}, false)"


def _sum(strides: list[int], first: int = 0) -> str:
    """Returns a sum of indices times strides, the constant first, so that no part of it is below 0."""
    terms = [literal(first)] if first else []
    terms += [scaled(f"i{number}", stride) for number, stride in enumerate(strides) if stride > 0]
    text = " + ".join(terms) or "0"
    return text + "".join(f" - {scaled(f'i{number}', -stride)}" for number, stride in enumerate(strides) if stride < 0)


def _around(axes: Axes) -> tuple[tuple[int, ...], str]:
    """Returns the extents of loops, and the address at their indices."""
    strides = [axis.out_stride for axis in axes]
    return tuple(axis.extent for axis in axes), f"bytes + {_sum(strides)}" if axes else "bytes"


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _block(each: Square | Swaps) -> str:
    """Returns how C moves a block: the log2 of its bytes if it may be loaded as an element, and its bytes."""
    shift = str(each.block.bit_length() - 1) if each.aligned else "PERMKERN_ANY_BLOCK"
    return f"{shift}, {literal(each.block)}"


def _swaps(each: Swaps) -> PassView:
    """A nest over all blocks, and an exchange where the other one lies higher: each pair changes places once."""
    outer = each.axes[0]
    half = Axis((outer.extent + 1) // 2, outer.in_stride, outer.out_stride)
    looped = (half, *each.axes[1:]) if outer.in_stride == -outer.out_stride else each.axes
    return PassView(
        "swaps",
        tuple(axis.extent for axis in looped),
        "bytes",
        "permkern_exchange",
        _block(each),
        _sum([axis.out_stride for axis in looped]),
        _sum([axis.in_stride for axis in looped], sum(axis.first for axis in each.axes)),
    )


def _quotient(value: str, divisor: int) -> str:
    """Returns a division that needs no compiler library: by a power of two it is a shift."""
    if divisor & (divisor - 1) == 0:
        return f"{value} / {literal(divisor)}"
    return f"permkern_quotient({value}, {literal(divisor)})"


def _product(value: str, factor: int) -> str:
    if factor & (factor - 1) == 0:
        return scaled(value, factor)
    return f"permkern_times({value}, {literal(factor)})"


def _digits(each: Cycles) -> tuple[tuple[tuple[str, str], ...], str]:
    """Returns how ``next`` follows from ``place``: indices along all axes are digits of one, and terms of the other."""
    pairs = ((axis.in_stride, axis.out_stride) for axis in each.axes)
    strides = [(here, there) if each.pushed else (there, here) for here, there in pairs]
    strides.sort(key=lambda pair: -pair[0])
    first = 0 if each.pushed else sum(axis.first for axis in each.axes)
    values: list[tuple[str, str]] = []
    minus: list[str] = []
    terms, rest = [literal(first)] if first else [], "place"
    for number, (digit, weight) in enumerate(strides):
        name = f"k{number}" if digit != 1 else rest
        if digit != 1:
            values.append((name, _quotient(rest, digit)))
        if number < len(strides) - 1:
            values.append((f"rest{number}", f"{rest} - {_product(name, digit)}"))
            rest = f"rest{number}"
        (terms if weight > 0 else minus).append(_product(name, abs(weight)))
    return tuple(values), f"{' + '.join(terms) or '0'}{''.join(f' - {term}' for term in minus)}"


def _cycles(each: Cycles) -> CyclesView:
    digits, following = _digits(each)
    return CyclesView(
        "cycles",
        *_around(each.around),
        block=each.block,
        aligned=each.aligned,
        pushed=each.pushed,
        held=each.block in WIDTHS,
        leaders=each.leaders,
        digits=digits,
        next=following,
    )


def pass_view(each: Pass) -> PassView:
    if isinstance(each, Square):
        sizes = f"{literal(each.stride)}, {literal(each.count)}, {_block(each)}"
        return PassView("call", *_around(each.around), "permkern_square", sizes)
    if isinstance(each, Swaps):
        return _swaps(each)
    if isinstance(each, Tiles):
        given = f"{each.lanes}, {literal(each.stride)}, {_flag(each.back)}, {_flag(each.aligned)}"
        return PassView("call", *_around(each.around), "permkern_turn_rows", given)
    if isinstance(each, Blocks):
        given = f"{each.lanes}, {each.tiles}, {_flag(each.apart)}, {_flag(each.aligned)}"
        return PassView("call", *_around(each.around), "permkern_turn_block", given)
    return _cycles(each)


def leaders_table(passes: tuple[Pass, ...]) -> str:
    """Returns the table of leaders; empty where there are none, or one. No kernel has two passes along cycles."""
    leaders = next((each.leaders for each in passes if isinstance(each, Cycles)), ())
    if len(leaders) < 2:
        return ""
    bits = 16 if leaders[-1] < 1 << 16 else 32
    return array(f"static const uint{bits}_t leaders[{len(leaders)}]", [*map(literal, leaders)], "    ")


# ---- in words ----


def _around_words(axes: Axes) -> str:
    places = 1
    for axis in axes:
        places *= axis.extent
    return f", {places} times" if places > 1 else ""


def pass_line(each: Pass) -> str:
    """Says what a pass does."""
    if isinstance(each, Square):
        size = f"{each.count} x {each.count}"
        return f"a square of {size} blocks of {each.block} bytes{_around_words(each.around)}"
    if isinstance(each, Swaps):
        return f"exchanges of blocks of {each.block} bytes, each pair once"
    if isinstance(each, Tiles):
        return f"{each.lanes}x{each.lanes} tiles turned where they lie{_around_words(each.around)}"
    if isinstance(each, Blocks):
        words = each.lanes * each.tiles
        size = f"{each.lanes}x{words}" if each.apart else f"{words}x{each.lanes}"
        return f"blocks of {size} elements turned in {words} registers{_around_words(each.around)}"
    count = "1 cycle" if len(each.leaders) == 1 else f"{len(each.leaders)} cycles"
    return f"blocks of {each.block} bytes along {count}{_around_words(each.around)}"


def in_place_lines(record: InPlace) -> tuple[str, ...]:
    """Says what a kernel in place runs, a line for each pass."""
    return tuple(map(pass_line, record.passes)) or ("nothing moves",)
