# SPDX-License-Identifier: BSD-3-Clause
"""Says how the library moves a plane when it runs: what src/permkern_way.h decides, in Python.

A plane is the two axes that a transpose moves, out[c][r] = in[r][c]: rows are contiguous in the input, columns in the
output. What code there is for planes is data, which tools/autogen writes into the C files of instruction sets.
"""

from dataclasses import dataclass
from enum import Enum

from . import instruction_sets
from .isa import CHANNELS, PORTABLE
from .permutation import WIDTHS


class Way(Enum):
    """How a plane is moved. Numbers are those of the C enumeration permkern_way."""

    ROWS = 0  # lines: each row is read in order and written with a stride
    COLUMNS = 1  # lines: each column is read with a stride and written in order
    SPLIT = 2  # channels that lie side by side in the input become columns
    JOIN = 3  # rows become channels that lie side by side in the output
    TILES = 4  # whole tiles
    TILES_AND_LINES = 5  # whole tiles, and rows or columns that they leave over


@dataclass(frozen=True)
class Ways:
    """What code there is for planes of one element width; permkern_ways in C."""

    bits: int
    tile: int = 0  # rows and columns that a plane must have for tiles, a power of two; 0: there are no tiles
    pixels: int = 0  # pixels that a plane must have for channels
    channels: tuple[int, ...] = ()  # numbers of channels for which there is code
    stride: int = 0  # bytes that strides of both sides must have for tiles


@dataclass(frozen=True)
class Plane:
    """Extents in elements, strides in bytes."""

    rows: int
    cols: int
    in_stride: int  # from a row to the next, in the input
    out_stride: int  # from a column to the next, in the output
    tiles_fit: bool = True  # no word of a tile is misaligned for the target


def _are_channels(can: Ways, lines: int, stride: int, pixels: int) -> bool:
    return lines in can.channels and stride == lines * can.bits // 8 and pixels >= can.pixels


def way_of(plane: Plane, can: Ways) -> Way:
    """Returns the way of a plane: channels before tiles, tiles before lines, which run along the longer axis."""
    if _are_channels(can, plane.cols, plane.in_stride, plane.rows):
        return Way.SPLIT
    if _are_channels(can, plane.rows, plane.out_stride, plane.cols):
        return Way.JOIN
    large = can.tile != 0 and min(plane.rows, plane.cols) >= can.tile
    if large and min(plane.in_stride, plane.out_stride) >= can.stride and plane.tiles_fit:
        whole = plane.rows % can.tile == 0 and plane.cols % can.tile == 0
        return Way.TILES if whole else Way.TILES_AND_LINES
    return Way.COLUMNS if plane.rows >= plane.cols else Way.ROWS


# Planes by words: src/plane/. Profile size has tiles alone, and gives all else to the generic routine: src/tiled.c.
WORDS = {bits: Ways(bits, tile=PORTABLE.tile(bits).rows, channels=CHANNELS) for bits in WIDTHS}
SIZE = {bits: Ways(bits, tile=tile.rows) for bits, tile in PORTABLE.tiles if tile.lanes > 1}

# Helium: blocks of as many rows and columns as a register has lanes; interleaving loads and stores for channels. With
# PERMKERN_GATHER, planes of bytes whose rows and columns are too far apart for offsets of bytes go by words.
_MVE_BYTES = 16
MVE = {
    bits: Ways(bits, tile=_MVE_BYTES * 8 // bits, pixels=_MVE_BYTES * 8 // bits, channels=(2, 4, 8, 16))
    for bits in instruction_sets.MVE.widths
}
MVE_GATHER = {8: Ways(8, tile=16, stride=18), 16: Ways(16), 32: Ways(32)}

# RISC-V V: lines alone, several at once.
RVV = {bits: Ways(bits) for bits in instruction_sets.RVV.widths}

# Hosts: src/host_plane.c. Their smallest tile has two rows and columns. SSE2 has no code for channels.
HOST = {bits: Ways(bits, tile=2, pixels=2, channels=(3,)) for bits in WIDTHS}
HOST_TILES = {bits: Ways(bits, tile=2, pixels=2) for bits in WIDTHS}

# By name of an instruction set, then by element bits; where a set has no planes of a width, words move them.
WAYS: dict[str, dict[int, Ways]] = {
    PORTABLE.name: WORDS,
    instruction_sets.MVE.name: WORDS | MVE,
    instruction_sets.RVV.name: WORDS | RVV,
    **{isa.name: HOST_TILES if isa is instruction_sets.SSE2 else HOST for isa in instruction_sets.HOSTS},
}

# ---- hosts' joined axes ----

MOST_PLACES = 1024  # of a plane's rows or columns


def joins(extent: int, run_bytes: int, more: int) -> bool:
    """True if rows or columns of ``extent`` elements, ``run_bytes`` in all, take an axis of ``more`` that goes on."""
    return run_bytes < 1024 and extent * more <= MOST_PLACES


def joins_rows_first(rows: int, cols: int) -> bool:
    """True if an axis is sought for the rows before one for the columns."""
    return rows <= cols


# ---- hosts' caches ----

_CACHE_SETS, _CACHE_LINES = 64, 8


def packs(in_stride: int, rows: int, row_bytes: int) -> bool:
    """True if the rows of a strip of tiles go through a buffer, as they would displace each other in a cache.

    ``rows`` are moved together, ``in_stride`` bytes apart.
    """
    sets = _CACHE_SETS
    while in_stride % 128 == 0 and sets > 1:
        in_stride //= 2
        sets //= 2
    return sets * _CACHE_LINES < rows and row_bytes >= 32


def streams(out_bytes: int, places: int) -> bool:
    """True if tiles are stored past the caches. ``places`` has the bits of all addresses of columns."""
    return out_bytes > 8 << 20 and places % 64 == 0


def streams_runs(out_bytes: int, run_bytes: int, places: int) -> bool:
    """True if runs are stored past the caches. ``places`` has the bits of all their addresses."""
    return out_bytes > 12 << 20 and run_bytes >= (512 if (places | run_bytes) % 64 == 0 else 1024)
