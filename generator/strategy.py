# SPDX-License-Identifier: BSD-3-Clause
"""Which way a folded work is moved, and why. The only place that chooses."""

from dataclasses import dataclass
from enum import Enum

from .isa import CHANNELS, PIXELS, Isa, Tile
from .permutation import Perm, Work, strides


class Strategy(Enum):
    """How a kernel moves elements."""

    COPY = "copy"  # one contiguous run
    RUNS = "runs"  # the inner axis stays: runs, from different places
    TILE = "tile"  # the inner axis moves: register tiles, narrow lines around them
    INTERLEAVE = "interleave"  # two or three channels on one side: groups of pixels
    STRIDED = "strided"  # element by element along one axis
    GENERIC = "generic"  # no kernel: the odometer of src/generic.c


@dataclass(frozen=True)
class Choice:
    strategy: Strategy
    why: str
    tile: Tile | None = None
    pairs: Tile | None = None  # where words are aligned and the core moves two at once
    channels: int = 0
    words: bool = True  # of interleaved channels; False: element by element
    together: int = 2  # tiles in a loop's body at most


def _stays(perm: Perm) -> Choice | None:
    if perm == (0,):
        return Choice(Strategy.COPY, "nothing moves: one contiguous run")
    if perm[-1] == len(perm) - 1:
        return Choice(Strategy.RUNS, "the innermost axis stays innermost: contiguous runs change places")
    return None


def choose_any_shape(perm: Perm, bits: int, isa: Isa) -> Choice:
    """For a kernel of profile speed: the permutation is known, the shape is not."""
    tile = isa.tile(bits)
    why = (
        f"the innermost axis moves: {tile.rows}x{tile.cols} tiles in registers, so that both sides are read and "
        "written in order"
    )
    return _stays(perm) or Choice(Strategy.TILE, why, tile)


def choose_small(perm: Perm, bits: int, isa: Isa) -> Choice:
    """For profile size: one tile core for a width where words hold several elements, else the generic routine."""
    tile = isa.tile(bits)
    if perm[-1] == len(perm) - 1:
        return Choice(Strategy.GENERIC, "the generic routine copies runs as well as a kernel would, in no more flash")
    if tile.lanes == 1:
        return Choice(Strategy.GENERIC, "an element fills a word: a tile would save nothing but loop overhead")
    return Choice(Strategy.TILE, f"the innermost axis moves: {tile.rows}x{tile.cols} tiles, one core for all", tile)


def choose_tiny() -> Choice:
    """For profile tiny: no kernel at all."""
    return Choice(Strategy.GENERIC, "profile tiny has the generic routine alone")


def _channels(work: Work) -> int:
    """Channels that are neighbours on one side while their planes are far apart on the other; 0: none."""
    last = len(work.perm) - 1
    rows, cols = work.shape[work.perm[-1]], work.shape[-1]
    if cols in CHANNELS and rows >= PIXELS and work.perm[-1] == last - 1:
        return cols
    if rows in CHANNELS and cols >= PIXELS and work.perm.index(last) == last - 1:
        return rows
    return 0


def word_strides(work: Work, isa: Isa) -> bool:
    """Whether words that start at a row, a column or a group of pixels are aligned where the arrays are."""
    in_strides, out_strides = list(strides(work.shape)[:-1]), list(strides(work.out_shape)[:-1])
    channels = _channels(work)
    for side in (in_strides, out_strides):
        if channels and side[-1] == channels:
            side.pop()  # pixels come in groups that are whole words
    return all(stride * work.bits % isa.word_bits == 0 for stride in in_strides + out_strides)


PAIR_REACH = 1020  # bytes that an access of two words holds as a constant


def _pairs(work: Work, isa: Isa) -> Tile | None:
    """The tile of pairs for a shape: pairs on the side whose stride is the shorter, within reach if one is."""
    if not word_strides(work, isa):
        return None
    last = len(work.perm) - 1
    rows, cols = work.shape[work.perm[-1]], work.shape[-1]
    reach = {True: strides(work.shape)[work.perm[-1]], False: strides(work.out_shape)[work.perm.index(last)]}
    tiles = [tile for tile in isa.pair_tiles(work.bits) if tile.rows <= rows and tile.cols <= cols]
    return min(tiles, key=lambda tile: reach[tile.cols > tile.rows] * work.bits // 8 * 3 > PAIR_REACH, default=None)


def choose_shape(work: Work, isa: Isa, *, words: bool, small: bool) -> Choice:
    """For a pinned kernel. ``words`` is False where word accesses might be misaligned on a target that traps them.

    ``small``: flash counts more than the instructions of a loop.
    """
    stays = _stays(work.perm)
    if stays:
        return stays
    tile = isa.tile(work.bits)
    rows, cols = work.shape[work.perm[-1]], work.shape[-1]
    channels = _channels(work)
    if channels:
        by_words = words and tile.lanes > 1
        why = f"{channels} channels on one side, pixels in groups of {PIXELS}, {'words' if by_words else 'elements'}"
        return Choice(Strategy.INTERLEAVE, why, channels=channels, words=by_words)
    if rows < tile.rows or cols < tile.cols:
        return Choice(Strategy.STRIDED, f"{rows} rows x {cols} columns hold no {tile} tile")
    if tile.lanes > 1 and not words:
        return Choice(Strategy.STRIDED, "word tiles need more alignment than is promised")
    why = f"{rows} rows x {cols} columns in {tile} tiles"
    return Choice(Strategy.TILE, why, tile, _pairs(work, isa), together=1 if small else 2)
