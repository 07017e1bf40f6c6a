# SPDX-License-Identifier: BSD-3-Clause
"""Chooses how firmware vectors move the plane of a pinned kernel: Helium's and RISC-V V's functions in src/vector/.

For planes of any shape, mve_plane.h and rvv_plane.h choose in the same way.
"""

from collections.abc import Iterator
from dataclasses import replace

from .loops import Area
from .moves import Choice, Family, Loop, Move, Part, Strategy, Variant

VECTOR_BITS = 128  # of Helium's registers
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


def vector_moves(move: Move, area: Area) -> tuple[tuple[str, Move], ...]:
    """Returns the macros of firmware vectors that have elements of this width, and their moves of the plane."""
    ways = {"PERMKERN_MVE": _helium, "PERMKERN_RVV": _riscv_v} if area.bits < 64 else {"PERMKERN_PLANE64": _riscv_v}
    choice = Choice(Strategy.VECTORS, f"{area.rows} rows x {area.cols} columns")
    return tuple(
        (macro, replace(move, choice=choice, variants=(Variant((), tuple(parts(area))),)))
        for macro, parts in ways.items()
    )
