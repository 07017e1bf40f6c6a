# SPDX-License-Identifier: BSD-3-Clause
"""Chooses how vectors move the plane of a pinned kernel: functions of Helium, RISC-V V and AArch64 in src/vector/.

For planes of any shape, mve_plane.h and rvv_plane.h choose in the same way. AArch64's functions are only on pages.
"""

from collections.abc import Iterator
from dataclasses import replace

from .loops import Area
from .moves import Choice, Family, Loop, Move, Part, Strategy, Variant
from .places import axes_of

VECTOR_BITS = 128  # of registers
REGISTER = VECTOR_BITS // 8
NEON = "PERMKERN_NEON"  # AArch64: only pages have its moves (targets.py)
NEAR8, NEAR16 = 255 // 15, 65535 // 31  # largest strides in elements for gathers with offsets of 8 and 16 bits
DIRECT = 4  # most channels without a buffer: their code is short, so that a second call pays
FIELDS = 4  # most fields of a segment: eight columns cost twice as much as four


def _lines(area: Area, *, gathers: bool) -> Iterator[Part]:
    """Gathers columns or scatters rows, with the narrowest offsets that fit."""
    stride = (area.row if gathers else area.col) // area.size
    offset = max(area.bits, 8 if 0 <= stride <= NEAR8 else 16 if 0 <= stride <= NEAR16 else 32)
    if area.rows * area.cols:
        yield area.part(Family.GATHER if gathers else Family.SCATTER, sizes=(area.rows, area.cols, offset))


def _helium(area: Area) -> Iterator[Part]:
    """Moves channels, then a last block that overlaps the one before; or byte blocks, then lines; or lines."""
    lanes = VECTOR_BITS // area.bits
    counts = (2, 4) if area.bits == 32 else (2, 4, 8, 16)
    for family, line, channels, stride in (
        (Family.SPLIT_MVE, area.down, area.cols, area.row),
        (Family.JOIN_MVE, area.right, area.rows, area.col),
    ):
        pixels = line.end
        if channels in counts and stride == channels * area.size and pixels >= lanes:
            last = Loop("last", 2, (pixels - lanes) * line.in_stride, (pixels - lanes) * line.out_stride)
            once = pixels % lanes == 0 or channels <= DIRECT
            yield area.part(family, *() if once else (last,), sizes=(channels, pixels // lanes))
            if once and pixels % lanes:
                at = area.in_at + last.in_stride, area.out_at + last.out_stride
                yield replace(area.part(family, sizes=(channels, 1)), in_at=at[0], out_at=at[1])
            return
    if area.bits > 8 or min(area.rows, area.cols) < lanes:
        yield from _lines(area, gathers=area.rows >= area.cols)
        return
    high, wide = (each - each % lanes if each % lanes < lanes // 2 else each for each in (area.rows, area.cols))
    yield area.part(Family.BLOCKS_MVE, sizes=(high, wide))
    yield from _lines(replace(area.after(wide), rows=high), gathers=True)
    yield from _lines(area.below(high), gathers=False)


def _riscv_v(area: Area) -> Iterator[Part]:
    """Moves the last one to three columns or rows, then four at a time. The longer axis fills the registers."""
    down = area.rows >= area.cols
    line, length, stride = (area.right, area.rows, area.row) if down else (area.down, area.cols, area.col)
    if 2 <= line.end <= FIELDS and stride == line.end * area.size:
        yield area.part(Family.SPLIT_RVV if down else Family.JOIN_RVV, sizes=(line.end, length))
        return
    family, whole = Family.COLUMNS_RVV if down else Family.ROWS_RVV, line.end - line.end % FIELDS
    if line.end > whole:
        yield (area.after if down else area.below)(whole).part(family, sizes=(line.end - whole, length))
    if whole:
        yield area.part(family, sizes=(FIELDS, length, whole))


def _blocks(area: Area, line: Loop, lanes: int) -> Iterator[tuple[Area, Loop]]:
    """Yields the loop along a line by whole registers, then a last register that overlaps, each with its area."""
    yield area, replace(line, end=line.end - line.end % lanes, step=lanes)
    if rest := line.end % lanes and line.end - lanes:
        at = area.in_at + rest * line.in_stride, area.out_at + rest * line.out_stride
        yield replace(area, in_at=at[0], out_at=at[1]), replace(line, end=lanes, step=lanes)


def _neon(area: Area) -> Iterator[Part]:
    """Moves channels or tiles by registers of 16 bytes, or of 8 in a narrow plane. Yields nothing if none fits."""
    for lanes in (VECTOR_BITS // area.bits, VECTOR_BITS // 2 // area.bits):
        for family, line, channels, stride in (
            (Family.SPLIT_NEON, area.down, area.cols, area.row),
            (Family.JOIN_NEON, area.right, area.rows, area.col),
        ):
            if 2 <= channels <= DIRECT and stride == channels * area.size and line.end >= lanes:
                for each, loop in _blocks(area, line, lanes):
                    yield each.part(family, loop, sizes=(channels, lanes), lines=(channels, channels))
                return
        if 1 < lanes <= min(area.rows, area.cols):
            for strip, right in _blocks(area, area.right, lanes):
                for each, down in _blocks(strip, area.down, lanes):
                    yield each.part(Family.ZIP_NEON, right, down, sizes=(lanes, lanes), lines=(lanes, lanes))
            return


def vector_moves(move: Move, area: Area) -> tuple[tuple[str, Move], ...]:
    """Returns the macros of vectors that fit the plane, and their moves of it."""
    ways = {"PERMKERN_MVE": _helium, "PERMKERN_RVV": _riscv_v} if area.bits < 64 else {"PERMKERN_PLANE64": _riscv_v}
    ways |= {NEON: _neon}
    choice = Choice(Strategy.VECTORS, f"{area.rows} rows x {area.cols} columns")
    return tuple(
        (macro, replace(move, choice=choice, variants=(Variant((), parts),)))
        for macro, way in ways.items()
        if (parts := tuple(way(area)))
    )


def with_registers(move: Move) -> Move:
    """Adds AArch64's copies of runs: blocks of up to four registers, the last of which overlaps the one before."""
    count = axes_of(move.work)[-1].extent * move.work.bits // 8
    if count < REGISTER:
        return move
    step = REGISTER * min(4, count // REGISTER)
    copies = Loop("copy", step, 1, 1, REGISTER, unroll=True)
    parts = tuple(
        Part(Family.VECTOR, (block, copies), sizes=(REGISTER,), in_at=each.in_at, out_at=each.out_at)
        for each, block in _blocks(Area(8, 1, 1, count, 1), Loop("block", count, 1, 1), step)
    )
    return replace(move, vectors=((NEON, replace(move, variants=(Variant((), parts),))),))
