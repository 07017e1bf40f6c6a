# SPDX-License-Identifier: BSD-3-Clause
"""Chooses how a pinned kernel permutes in place: squares, swaps, tiles before words, or cycles with known starts.

src/in_place/ makes these choices at run time. There a bit set marks moved blocks; a pinned kernel has a table of cycle
starts ("leaders") instead, computed here. docs/architecture.md ("In place") has the reasons. in_place.c.j2 prints the
passes.
"""

from dataclasses import dataclass, replace
from math import prod

from .moves import Fit
from .permutation import Work, drop_units, fuse
from .places import Axis, axes_of

MOST_LEADERS = 64  # most cycles per kernel; each has a table entry
MOST_BLOCKS = 1 << 22  # most blocks to search for cycle starts, which takes seconds
WORD = 4  # bytes
REGISTERS = 8  # words in a block that is transposed at once
WIDTHS = (1, 2, 4, 8)  # block sizes in bytes that one load moves


class NotInPlaceError(ValueError):
    """Says in one line why a work has no in-place kernel."""


Axes = tuple[Axis, ...]


@dataclass(frozen=True)
class Square:
    """A square of ``extent`` rows of blocks is transposed, once for each index of the axes ``around``."""

    around: Axes
    stride: int  # bytes from row to row
    extent: int
    block: int  # bytes
    aligned: bool
    fit: Fit  # words


@dataclass(frozen=True)
class Turns:
    """Words are loaded, transposed in tiles of ``lanes`` words, and stored, once for each index of the axes ``around``.

    ins, outs: the offsets of the words, tile after tile.
    """

    around: Axes
    lanes: int
    ins: tuple[int, ...]
    outs: tuple[int, ...]
    aligned: bool
    what: str  # for people


@dataclass(frozen=True)
class Swaps:
    """Exchanges pairs of blocks. Each block of a pair is the source of the other."""

    axes: Axes
    block: int  # bytes
    aligned: bool


@dataclass(frozen=True)
class Cycles:
    """Blocks move along cycles, each from its start (``leaders``). Axes and leaders count blocks.

    If ``pushed``, each step stores a block at its target and picks up the old contents; otherwise each step fetches the
    source of a free block.
    """

    around: Axes  # strides in bytes
    axes: Axes
    block: int
    aligned: bool
    leaders: tuple[int, ...]
    pushed: bool


Pass = Square | Turns | Swaps | Cycles


@dataclass(frozen=True)
class InPlace:
    """A folded work and its in-place passes. No passes: nothing moves."""

    work: Work
    passes: tuple[Pass, ...]

    @property
    def leaders(self) -> int:
        return _count(self.passes)

    @property
    def why(self) -> str:
        if not self.passes:
            return "nothing moves"
        if self.leaders:
            return f"{self.leaders} {'cycle' if self.leaders == 1 else 'cycles'} with known starts"
        square = any(isinstance(each, Square) for each in self.passes)
        return "rows and columns of a square change places" if square else "blocks change places in pairs"


# ---- axes ----


def blocks_of(work: Work) -> tuple[Axes, int]:
    """Returns the folded work's axes in output order and the block size in bytes: an innermost run or an element."""
    axes, size = axes_of(work), work.bits // 8
    return (axes[:-1], size * axes[-1].extent) if axes[-1].stays else (axes, size)


def _around(axes: Axes) -> Axes:
    return tuple(axis for axis in axes if axis.stays)


def _movers(axes: Axes) -> Axes:
    return tuple(axis for axis in axes if not axis.stays)


def _own_inverse(axes: Axes, *, signs: bool) -> bool:
    """True if each axis has a partner with equal extent and exchanged strides. ``signs``: directions match, too."""
    return all(
        any(
            axis.extent == other.extent
            and abs(axis.in_stride) == other.out_stride
            and abs(other.in_stride) == axis.out_stride
            and (axis.is_reversed == other.is_reversed or not signs)
            for other in axes
        )
        for axis in axes
    )


# ---- cycles ----


def _numbered(axes: Axes) -> Axes:
    """Returns the axes with strides that number the blocks on both sides from 0, as if no axis stayed."""

    def inside(stride: int, strides_of_all: list[int]) -> int:
        return prod(axis.extent for axis, other in zip(axes, strides_of_all, strict=True) if other < stride)

    ins, outs = [abs(axis.in_stride) for axis in axes], [axis.out_stride for axis in axes]
    return tuple(
        replace(axis, in_stride=inside(here, ins) * (-1 if axis.is_reversed else 1), out_stride=inside(there, outs))
        for axis, here, there in zip(axes, ins, outs, strict=True)
    )


def leaders_of(axes: Axes) -> tuple[int, ...]:
    """Returns the lowest offset in each cycle longer than one. An offset is the sum of index times output stride."""
    numbered = _numbered(axes)
    source = [sum(axis.in_first for axis in numbered)]
    for axis in numbered:
        steps = [k * axis.in_stride for k in range(axis.extent)]
        source = [here + step for here in source for step in steps]
    seen = bytearray(len(source))
    found = []
    for start, place in enumerate(source):
        if place == start or seen[start]:
            continue
        found.append(start)
        while not seen[place]:
            seen[place] = 1
            place = source[place]
    return tuple(
        sum(
            number // each.out_stride % each.extent * axis.out_stride for axis, each in zip(axes, numbered, strict=True)
        )
        for number in found
    )


def _shifts(axes: Axes, *, pushed: bool) -> int:
    """Returns the number of divisions per step whose divisor is not a power of two."""
    divisors = [abs(axis.in_stride) if pushed else axis.out_stride for axis in axes]
    return sum(divisor & (divisor - 1) != 0 for divisor in divisors)


def _cycles(axes: Axes, block: int, align: int) -> Cycles:
    moving = tuple(
        replace(axis, in_stride=axis.in_stride // block, out_stride=axis.out_stride // block) for axis in _movers(axes)
    )
    if prod(axis.extent for axis in moving) > MOST_BLOCKS:
        raise NotInPlaceError(f"more than {MOST_BLOCKS} blocks move, too many to search for cycle starts")
    leaders = leaders_of(moving)
    held = block in WIDTHS and not any(
        axis.is_reversed for axis in moving
    )  # the block fits into registers while it is exchanged
    pushed = held and _shifts(moving, pushed=True) < _shifts(moving, pushed=False)
    return Cycles(_around(axes), moving, block, _is_aligned(block, align), leaders, pushed)


def _is_aligned(block: int, align: int) -> bool:
    return block in WIDTHS and align >= block


# ---- narrow elements: tiles, then words ----


def _plane(axes: Axes, block: int, lanes: int) -> tuple[int, int] | None:
    """Returns the numbers of the row and column axes if both extents fill whole words, else None."""
    row = len(axes) - 1
    col = next((k for k, axis in enumerate(axes) if abs(axis.in_stride) == block), row)
    return (row, col) if row != col and not (axes[row].extent | axes[col].extent) % lanes else None


def _shortened(axis: Axis, lanes: int) -> Axis:
    in_stride, out_stride = axis.in_stride * lanes, axis.out_stride * lanes
    return replace(axis, extent=axis.extent // lanes, in_stride=in_stride, out_stride=out_stride)


def _by_words(axes: Axes, row: int, col: int, lanes: int, align: int) -> tuple[Turns, Axes]:
    """Returns the pass that transposes each tile, and the axes of the remaining word permutation."""
    rows, cols = axes[row], axes[col]
    step = abs(rows.in_stride)
    inside = replace(cols, extent=lanes, in_stride=-step if cols.is_reversed else step)
    short_rows, short_cols = _shortened(rows, lanes), _shortened(cols, lanes)
    words = [*axes[:col], short_cols, inside, *axes[col + 1 : row], short_rows]
    fixed = [replace(axis, in_stride=abs(axis.in_stride), out_stride=abs(axis.in_stride)) for axis in words]
    around = _ordered(tuple(axis for k, axis in enumerate(fixed) if k != col + 1))
    outs = tuple(step * k for k in range(lanes))
    ins = outs[::-1] if rows.is_reversed else outs
    tiles = Turns(around, lanes, ins, outs, align >= WORD, f"{lanes}x{lanes} tiles turned where they lie")
    return tiles, tuple(axis for axis in words if axis.extent > 1)


def _ordered(axes: Axes) -> Axes:
    return tuple(sorted((axis for axis in axes if axis.extent > 1), key=lambda axis: -axis.out_stride))


def _mirrored(axes: Axes) -> Axes:
    """Returns the axes of the inverse permute."""
    return tuple(replace(axis, in_stride=axis.out_stride, out_stride=axis.in_stride) for axis in axes)


def _few(axes: Axes, row: int, col: int, lanes: int, align: int, *, apart: bool) -> tuple[Turns, Axes] | None:
    """Returns a pass, and the axes of the remaining word permutation; None if the axes do not fit.

    If ``apart``, columns are few: the pass transposes blocks of one tile's rows by all columns, then words move. Else
    rows are few: words move first, then the pass transposes blocks of all rows by one tile's columns.
    """
    if not apart:
        axes, row, col = _mirrored(axes), col, row
    rows, cols = axes[row], axes[col]
    tiles = cols.extent // lanes
    few = rows.in_stride == cols.extent * cols.in_stride and 2 <= tiles <= REGISTERS // lanes
    if not few or any(axis.is_reversed or axis.out_stride < 0 for axis in axes):
        return None
    words = list(axes)
    words[row], words[col] = _shortened(rows, lanes), replace(cols, in_stride=WORD)
    places = tuple(replace(axis, out_stride=axis.in_stride) for k, axis in enumerate(words) if k != col)
    sides = (lanes, lanes * tiles) if apart else (lanes * tiles, lanes)
    what = f"blocks of {sides[0]}x{sides[1]} elements turned in {lanes * tiles} registers"
    joined = tuple(WORD * k for k in range(lanes * tiles))  # tile after tile, or row after row
    rows_of_words = tuple(WORD * (row * tiles + tile) for tile in range(tiles) for row in range(lanes))
    ins, outs = (rows_of_words, joined) if apart else (joined, rows_of_words)
    turns = Turns(_ordered(places), lanes, ins, outs, align >= WORD, what)
    left = tuple(axis for axis in words if axis.extent > 1)
    return turns, left if apart else _mirrored(left)


def _candidates(axes: Axes, block: int, align: int) -> list[tuple[Pass, ...]]:
    """Returns the candidate passes along cycles, best first: words from blocks, words from tiles, elements."""
    lanes = WORD // block if block in (1, 2) else 0
    plane = _plane(axes, block, lanes) if lanes else None
    found: list[tuple[Pass, ...]] = []
    if plane is not None:
        for apart in (True, False):
            if few := _few(axes, *plane, lanes, align, apart=apart):
                moves = _passes(few[1], WORD, align)
                found.append((few[0], *moves) if apart else (*moves, few[0]))
        tiles, words = _by_words(axes, *plane, lanes, align)
        found.append((tiles, *_passes(words, WORD, align)))
    return [*found, (_cycles(axes, block, align),)]


# ---- passes ----


def _count(passes: tuple[Pass, ...]) -> int:
    return sum(len(each.leaders) for each in passes if isinstance(each, Cycles))


def _inverse_pass(axes: Axes, block: int, align: int) -> Pass:
    moving = _movers(axes)
    outer = moving[0]
    if len(moving) == 2 and outer.in_stride == moving[1].out_stride == block:
        around, stride = _around(axes), outer.out_stride
        whole = align >= WORD and not any(axis.out_stride % WORD for axis in around)
        fit = Fit.ODD if stride % WORD else Fit.ALIGNED if whole else Fit.TESTED
        return Square(around, stride, outer.extent, block, _is_aligned(block, align), fit)
    return Swaps(axes, block, _is_aligned(block, align))


def _turning(axes: Axes, block: int, align: int) -> Swaps:
    """Returns the pass that reverses backward axes and leaves all others as they are in the input."""
    turned = sorted((replace(axis, out_stride=abs(axis.in_stride)) for axis in axes), key=lambda axis: -axis.out_stride)
    last = turned[-1]
    if last.stays and last.out_stride == block:
        return Swaps(tuple(turned[:-1]), block * last.extent, _is_aligned(block * last.extent, align))
    return Swaps(tuple(turned), block, _is_aligned(block, align))


def _passes(axes: Axes, block: int, align: int) -> tuple[Pass, ...]:
    if not _movers(axes):
        return ()
    if _own_inverse(axes, signs=True):
        return (_inverse_pass(axes, block, align),)
    if _own_inverse(axes, signs=False):
        ahead = tuple(replace(axis, in_stride=abs(axis.in_stride)) for axis in axes)
        return (_turning(axes, block, align), *_passes(ahead, block, align))
    if block > 2:
        return (_cycles(axes, block, align),)
    ways = _candidates(axes, block, align)
    return next((way for way in ways if _count(way) <= MOST_LEADERS), min(ways, key=_count))


def choose_in_place(work: Work, align: int) -> InPlace:
    """Returns a work's in-place passes. NotInPlaceError says why there are none."""
    if work.order:
        raise NotInPlaceError("an axis has an order")
    if work.bits < 8 or work.has_gaps:
        raise NotInPlaceError("there are gaps between its elements" if work.has_gaps else "its elements share bytes")
    folded = fuse(drop_units(work))
    axes, block = blocks_of(folded)
    record = InPlace(folded, _passes(axes, block, align))
    if record.leaders > MOST_LEADERS:
        raise NotInPlaceError(
            f"{record.leaders} cycles, and a kernel follows at most {MOST_LEADERS}; permkern_run_in_place has no limit"
        )
    return record
