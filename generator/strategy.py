# SPDX-License-Identifier: BSD-3-Clause
"""Chooses how a folded work is moved, and says why. No other module of the generator chooses."""

from dataclasses import dataclass
from enum import Enum

from .isa import CHANNELS, PIXELS, Isa, Tile
from .permutation import Perm, Work, strides


class Strategy(Enum):
    """How a kernel moves elements."""

    COPY = "copy"  # one contiguous run is copied
    RUNS = "runs"  # the innermost axis stays innermost: contiguous runs change places
    TILE = "tile"  # the innermost axis moves: tiles in registers, then the rows and columns that are left
    INTERLEAVE = "interleave"  # two or three channels are interleaved or deinterleaved in groups of pixels
    STRIDED = "strided"  # element by element along one axis
    GENERIC = "generic"  # no kernel: the generic routine of src/generic.c


@dataclass(frozen=True)
class Choice:
    strategy: Strategy
    why: str
    tile: Tile | None = None
    pairs: Tile | None = None  # used where words are aligned and the core can move two at once
    channels: int = 0  # interleaved channels; 0 if the strategy is another
    words: bool = True  # whether interleaved channels are moved as words, not element by element
    together: int = 2  # the largest number of tiles in a loop's body


def _stays(perm: Perm) -> Choice | None:
    if perm == (0,):
        return Choice(Strategy.COPY, "nothing moves: one contiguous run")
    if perm[-1] == len(perm) - 1:
        return Choice(Strategy.RUNS, "the innermost axis stays innermost: contiguous runs change places")
    return None


def choose_any_shape(perm: Perm, bits: int, isa: Isa) -> Choice:
    """Chooses for a kernel of profile speed, which knows its permutation but not its shape."""
    tile = isa.tile(bits)
    why = (
        f"the innermost axis moves: {tile.rows}x{tile.cols} tiles in registers, so that both sides are read and "
        "written in order"
    )
    return _stays(perm) or Choice(Strategy.TILE, why, tile)


def choose_small(perm: Perm, bits: int, isa: Isa) -> Choice:
    """Chooses for profile size: one tile core where a word holds several elements, else the generic routine."""
    tile = isa.tile(bits)
    if perm[-1] == len(perm) - 1:
        return Choice(Strategy.GENERIC, "the generic routine copies runs as well as a kernel would, in no more flash")
    if tile.lanes == 1:
        return Choice(Strategy.GENERIC, "an element fills a word: a tile would save nothing but loop overhead")
    return Choice(Strategy.TILE, f"the innermost axis moves: {tile.rows}x{tile.cols} tiles, one core for all", tile)


def choose_tiny() -> Choice:
    """Chooses for profile tiny, which has no kernels."""
    return Choice(Strategy.GENERIC, "profile tiny has the generic routine alone")


def _channels(work: Work) -> int:
    """Returns the number of channels that a work interleaves or deinterleaves; 0 if it does neither."""
    last = len(work.perm) - 1
    rows, cols = work.shape[work.perm[-1]], work.shape[-1]
    if cols in CHANNELS and rows >= PIXELS and work.perm[-1] == last - 1:
        return cols
    if rows in CHANNELS and cols >= PIXELS and work.perm.index(last) == last - 1:
        return rows
    return 0


def word_strides(work: Work, isa: Isa) -> bool:
    """True if each row, column and group of pixels starts at a word boundary whenever the arrays do."""
    in_strides, out_strides = list(strides(work.shape)[:-1]), list(strides(work.out_shape)[:-1])
    channels = _channels(work)
    for side in (in_strides, out_strides):
        if channels and side[-1] == channels:
            side.pop()  # a group of pixels is a whole number of words
    return all(stride * work.bits % isa.word_bits == 0 for stride in in_strides + out_strides)


PAIR_REACH = 1020  # the largest offset in bytes that an access of two words encodes as a constant


def _pairs(work: Work, isa: Isa) -> Tile | None:
    """Returns a pair tile that fits the shape: preferably one whose offsets can be encoded as constants."""
    if not word_strides(work, isa):
        return None
    last = len(work.perm) - 1
    rows, cols = work.shape[work.perm[-1]], work.shape[-1]
    reach = {True: strides(work.shape)[work.perm[-1]], False: strides(work.out_shape)[work.perm.index(last)]}
    tiles = [tile for tile in isa.pair_tiles(work.bits) if tile.rows <= rows and tile.cols <= cols]
    return min(tiles, key=lambda tile: reach[tile.cols > tile.rows] * work.bits // 8 * 3 > PAIR_REACH, default=None)


def choose_shape(work: Work, isa: Isa, *, words: bool, small: bool) -> Choice:
    """Chooses for a pinned kernel.

    ``words`` is False if word accesses might be misaligned on a target that traps. ``small`` is True if small code is
    preferred to fast loops.
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
