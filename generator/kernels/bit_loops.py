# SPDX-License-Identifier: BSD-3-Clause
"""Divides works of sub-byte elements into areas for tiles, and chooses the areas that may move by words.

An area consists of whole output bytes. If a tile does not divide an extent, a second area overlaps the first one or has
the rest. If output rows are not whole bytes, rows that start at different bits are separate areas. Bytes that two rows
share belong to no area. These bytes, and works without a tile, are filled element by element. Runs between gaps start
at whole bytes; partly filled bytes keep their other bits.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from math import gcd, prod

from .bit_tiles import BitAxis, best_tiling
from .isa import WORD_BITS
from .moves import BitBytes, BitTile, Choice, Fact, Family, Loop, Move, Part, Strategy, Variant, Variants
from .permutation import Work

_UNITS = (32, 16, 8, 4, 2)
_PART = 40  # instructions charged per part, for its flash
_PICKED = 10  # instructions to move one element alone
_TOGETHER = (4, 5, 3, 2, 1)  # words that move at a time, the best count first
_MOST_BYTES = 4  # most bytes at a run's end that whole-byte tiles may leave to be filled bit by bit

Axes = tuple[BitAxis, ...]
_Cover = tuple[int, tuple[Part, ...]]  # instructions per call, and the parts


def bit_axes(work: Work) -> Axes:
    """Returns the single-bit axes in output order, with neighbours fused."""
    shape, perm = (*work.shape, work.bits), (*work.perm, len(work.shape))
    src, dst = ([*(step * work.bits for step in each), 1] for each in (work.in_steps, work.out_steps))
    found: list[BitAxis] = []
    for k, axis in enumerate(perm):
        new = BitAxis(shape[axis], src[axis], dst[k], k < len(work.perm) and work.is_reversed(k))
        last = found[-1] if found else None
        if new.extent == 1:
            continue
        if last and last.flip == new.flip and last.src == new.src * new.extent and last.dst == new.dst * new.extent:
            found[-1] = replace(new, extent=last.extent * new.extent)
        else:
            found.append(new)
    return tuple(found)


def _padded(axes: Axes, first: tuple[int, int]) -> tuple[Axes, tuple[int, int]] | None:
    """Returns the axes with the innermost input gap as indices that do not move; None if tiles cannot skip a gap.

    A gap of whole runs becomes an axis of which one index moves; else the run's outermost axis gets longer.
    """
    reach, run, (src, dst) = 1, None, first
    for axis in sorted((axis for axis in axes if axis.src), key=lambda axis: axis.src):
        if axis.src > reach:
            break
        reach, run = axis.src * axis.extent, axis
    else:
        return None
    count, rest = divmod(axis.src, reach)
    if rest == 0 and count <= WORD_BITS and count & (count - 1) == 0:
        index = src // reach % count
        return (BitAxis(count, reach, 0, span=(index, index + 1)), *axes), (src - index * reach, dst)
    if run is None or axis.src % run.src or run.flip:
        return None
    extent, start = axis.src // run.src, src // run.src
    if extent > WORD_BITS or extent & (extent - 1) or start + run.extent > extent:
        return None
    longer = replace(run, extent=extent, span=(start, start + run.extent))
    begin = (src - start * run.src, dst - start * run.dst)
    return tuple(longer if axis is run else axis for axis in axes), begin


def _halves(extent: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yields divisions of an extent into a multiple of a unit and a rest: first index and extent of each."""
    for whole in sorted({extent & -unit for unit in _UNITS} - {0, extent}):
        yield (0, whole), (whole, extent - whole)
        yield from (((0, whole), (extent - each, each)) for each in _UNITS if extent - whole < each <= whole)


def _within(axes: Axes, at: int, start: int, extent: int, first: tuple[int, int]) -> tuple[Axes, tuple[int, int]]:
    """Returns the axes with axis ``at`` cut to ``extent`` output indices from ``start``, and the cut's first bits."""
    axis = axes[at]
    source = axis.extent - start - extent if axis.flip else start
    begin = (first[0] + source * axis.src, first[1] + start * axis.dst)
    return (*axes[:at], replace(axis, extent=extent), *axes[at + 1 :]), begin


@cache
def _cover(axes: Axes, first: tuple[int, int], widths: tuple[int, ...], split: int, *, anywhere: bool) -> _Cover | None:
    """Returns the cheapest parts that move all bits of the axes. split: the first axis that may be divided."""
    tiling = best_tiling(axes, first, widths, anywhere=anywhere)
    best: _Cover | None = (tiling.cost + _PART, (tiling.part(),)) if tiling else None
    if tiling and tiling.loads == tiling.stores == widths[0]:
        return best
    if split == 0 and (padded := _padded(axes, first)):
        tiling = best_tiling(*padded, widths, anywhere=anywhere)
        if tiling and (best is None or tiling.cost + _PART < best[0]):
            best = tiling.cost + _PART, (tiling.part(),)
    for at in range(split, len(axes)):
        innermost = min(axes[at].src, axes[at].dst or axes[at].src) < widths[0]
        if axes[at].span or axes[at].places or not innermost:
            continue
        for one, other in _halves(axes[at].extent):
            first_half = _cover(*_within(axes, at, *one, first), widths, at + 1, anywhere=anywhere)
            if first_half is None or (best and first_half[0] >= best[0]):
                continue
            half = _cover(*_within(axes, at, *other, first), widths, at + 1, anywhere=anywhere)
            if half and (best is None or first_half[0] + half[0] < best[0]):
                best = (first_half[0] + half[0], first_half[1] + half[1])
    return best


def _element(axes: Axes, at: int) -> int:
    """Returns the input bit that becomes output bit ``at``."""
    found = 0
    for axis in axes:
        index = at // axis.dst % axis.extent
        found += axis.src * (axis.extent - 1 - index if axis.flip else index)
    return found


def _loop(number: int, axis: BitAxis, out_stride: int) -> Loop:
    return Loop(f"i{number}", axis.extent, -axis.src if axis.flip else axis.src, out_stride)


def _byte(around: Axes, axes: Axes, byte: int, run: range, bits: int, first: int = 0) -> Part:
    """Returns the part that fills byte ``byte`` of a run of output bits, at each index of the axes ``around``.

    first: the input's first bit.
    """
    loops = [_loop(number, each, each.dst // 8) for number, each in enumerate(around) if each.extent > 1]
    filled = range(max(8 * byte, run.start), min(8 * byte + 8, run.stop), bits)
    ins = [_element(axes, bit - run.start) for bit in filled]
    begin = first + min(ins) + sum((each.extent - 1) * each.src for each in around if each.flip)
    at, mask = filled.start % 8, (1 << len(ins) * bits) - 1
    picked = BitBytes(bits, tuple(each - min(ins) for each in ins), at=at, kept=0xFF & ~(mask << at))
    return Part(Family.BIT_BYTE, tuple(loops), in_at=begin, out_at=byte, bits=picked)


def _seams(axes: Axes, outer: int, row: int, period: int, bits: int) -> Iterator[Part]:
    """Yields the parts for output bytes that two rows share. ``row`` is a row's size in bits."""
    axis = axes[outer]
    periods = replace(axis, extent=axis.extent // period, src=axis.src * period, dst=axis.dst * period)
    rows = (replace(axis, extent=period), *axes[outer + 1 :])
    for start in range(row, period * row, row):
        if start % 8:
            yield _byte((*axes[:outer], periods), rows, start // 8, range(period * row), bits)


def _by_rows(axes: Axes, bits: int, widths: tuple[int, ...], *, anywhere: bool) -> _Cover | None:
    """Returns the parts for an output whose innermost rows start inside bytes; None if this is impossible."""
    inner = len(axes) - (2 if bits > 1 and axes[-1].extent == bits else 1)
    row = axes[inner].extent * axes[inner].dst
    period, outer = 8 // gcd(row, 8), inner - 1
    if period == 1 or inner == 0 or axes[outer].extent % period:
        return None
    cost, parts = 0, tuple(_seams(axes, outer, row, period, bits))
    axis, along = axes[outer], axes[inner]
    periods = replace(axis, extent=axis.extent // period, src=axis.src * period, dst=axis.dst * period)
    for number in range(period):
        skipped = -number * row % 8 // along.dst
        count = (along.extent - skipped) * along.dst // 8 * 8 // along.dst
        if count > 0:
            index = period - 1 - number if axis.flip else number
            one = BitAxis(period, axis.src, 0, span=(index, index + 1))
            begin = (0, number * axis.dst)
            some = (*axes[:outer], periods, one, *axes[inner:])
            found = _cover(*_within(some, inner + 1, skipped, count, begin), widths, 0, anywhere=anywhere)
            if found is None:
                return None
            cost, parts = cost + found[0], (*parts, *found[1])
    return cost, parts


def _run(axes: Axes) -> tuple[int, int]:
    """Returns the first axis of the contiguous output run, and the run's bits."""
    first, bits = len(axes), 1
    while first and axes[first - 1].dst == bits:
        first -= 1
        bits *= axes[first].extent
    return first, bits


def _with_ends(
    axes: Axes, outer: int, first: tuple[int, int], run: int, bits: int, widths: tuple[int, ...], *, anywhere: bool
) -> _Cover | None:
    """Returns the parts for output runs that begin or end inside bytes; None if impossible.

    Axes from ``outer`` on form a run of ``run`` bits. first: the first bit on both sides.
    """
    around, inner = axes[:outer], axes[outer:]
    reach = range(first[1], first[1] + run)
    touched = range(reach.start // 8, -(-reach.stop // 8))  # output bytes; those in ``whole`` are filled
    whole = range(touched.start, touched.start)
    found: _Cover | None = (0, ())
    if inner:
        along, unit = inner[0], 8 // gcd(inner[0].dst, 8)
        skipped = next((k for k in range(unit) if (reach.start + k * along.dst) % 8 == 0), along.extent)
        extent = max(0, along.extent - skipped) // unit * unit
        if extent:
            begin = (reach.start + skipped * along.dst) // 8
            whole = range(begin, begin + extent * along.dst // 8)
            found = _cover(*_within(axes, outer, skipped, extent, first), widths, 0, anywhere=anywhere)
    ends = range(touched.start, whole.start), range(whole.stop, touched.stop)
    if found is None or len(ends[0]) + len(ends[1]) > _MOST_BYTES:
        return None
    cost, parts = found
    for byte in chain(*ends):
        bits_of = range(8 * byte, 8 * byte + 8)
        places = [_element(inner, bit - reach.start) if bit in reach else None for bit in bits_of]
        filled = sum(place is not None for place in places)
        some = (*around, BitAxis(8, 0, 1, places=tuple(places)))
        found = _cover(some, (first[0], 8 * byte), widths, 0, anywhere=anywhere)
        picked = filled // bits * _PICKED * prod(axis.extent for axis in around)
        flash = cost // 4 if filled <= 4 else 0  # a half-empty tile must save enough to be worth its flash
        if found is None or found[0] + flash > picked:
            found = picked, (_byte(around, inner, byte, reach, bits, first[0]),)
        cost, parts = cost + found[0], (*parts, *found[1])
    return cost, parts


def _one_by_one(work: Work, axes: Axes, outer: int, first: tuple[int, int], run: int) -> tuple[Part, ...]:
    """Returns the part that fills output bytes element by element in order, and run by run if there are gaps."""
    src, dst = first
    if work.bits > 1:
        last = axes[-1]
        elements = replace(last, extent=last.extent // work.bits, src=work.bits, dst=work.bits)
        axes = (*axes[:-1], elements) if last.extent > work.bits else axes[:-1]
    loops = tuple(_loop(number, axis, axis.dst // 8 if number < outer else 0) for number, axis in enumerate(axes))
    src += sum((axis.extent - 1) * axis.src for axis in axes if axis.flip)
    kept = (0xFF << (dst + run) % 8) & 0xFF if (dst + run) % 8 else 0
    row = BitBytes(work.bits, around=outer, at=dst % 8, kept=kept)
    return (Part(Family.BIT_ROW, loops, in_at=src, out_at=dst // 8, bits=row),)


def _parts(work: Work, widths: tuple[int, ...], *, anywhere: bool) -> tuple[Part, ...]:
    axes, first = bit_axes(work), (work.in_offset * work.bits, work.out_offset * work.bits)
    outer, run = _run(axes)
    if run % 8 or first[1] % 8:
        found = _with_ends(axes, outer, first, run, work.bits, widths, anywhere=anywhere)
    else:
        found = _cover(axes, first, widths, 0, anywhere=anywhere)
        found = found or (None if any(first) else _by_rows(axes, work.bits, widths, anywhere=anywhere))
    if found is None or found[0] > work.elements * _PICKED:
        return _one_by_one(work, axes, outer, first, run)
    return found[1]


def _move(work: Work, *variants: Variant) -> Move:
    words = [part.bits.words for part in variants[0].parts if isinstance(part.bits, BitTile)]
    count = max(words, default=0)
    most = f"tiles of {count} word{'s' * (count != 1)}, whose bits are exchanged"
    choice = Choice(Strategy.BITS, f"elements share bytes: {most if words else 'one by one, as they fill no tile'}")
    return Move(work, choice, (), variants)


def _together(part: Part) -> Part:
    """Returns a part of word-aligned arrays: tiles of one word move several words at a time."""
    tile = part.bits
    if not isinstance(tile, BitTile) or (tile.loads, tile.stores) != (WORD_BITS, WORD_BITS) or tile.split:
        return part
    if tile.words == 1 and part.loops:
        *outer, last = part.loops
        count = next(count for count in _TOGETHER if last.extent % count == 0)
        sides = ((tile.ins, last.in_stride), (tile.outs, last.out_stride))
        lowest = [min(0, stride * (count - 1)) for _, stride in sides]
        ins, outs = (
            replace(side[0], words=tuple(range(count)), at=tuple(k * stride - low for k in range(count)))
            for (side, stride), low in zip(sides, lowest, strict=True)
        )
        tile = replace(tile, words=count, ins=(ins,), outs=(outs,))
        at = part.in_at + lowest[0], part.out_at + lowest[1]
        part = replace(part, loops=(*outer, replace(last, step=count)), in_at=at[0], out_at=at[1])
    return replace(part, bits=replace(tile, aligned=tile.words <= max(_TOGETHER)))


def choose_bits(work: Work, align: int) -> Variants:
    """Returns the moves of a folded work of sub-byte elements. Pointers are aligned to ``align`` bytes."""
    by_bytes = _parts(work, (8,), anywhere=True)
    aligned, anywhere = (_parts(work, (32, 16, 8), anywhere=each) for each in (False, True))
    fits = (Fact.WORDS_FIT,) if align < 4 else ()
    found = [Variant((Fact.WORD_TILES, *fits), aligned)]
    together = aligned if fits else tuple(map(_together, aligned))
    tiles = [part.bits for part in together if isinstance(part.bits, BitTile)]
    turns = [Fact.RBIT] * any(step.kind == "turn8" for tile in tiles for step in tile.steps)
    turns = turns or [Fact.TURNS] * any(tile.back for tile in tiles)
    if together != aligned:
        found = [Variant((Fact.WORD_TILES, *turns), together), *found * bool(turns)]
    found = [] if aligned == by_bytes else found
    unaligned = [] if anywhere in (aligned, by_bytes) else [Variant((Fact.WORD_TILES, Fact.UNALIGNED), anywhere)]
    last = Variant((), by_bytes)
    best = _move(work, *unaligned, *found, last)
    if not unaligned and not (found and fits):
        return Variants(best)
    return Variants(best, _move(work, last), Fact.UNALIGNED if unaligned else Fact.WORDS_FIT)
