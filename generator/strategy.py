# SPDX-License-Identifier: BSD-3-Clause
"""Which way a folded work is moved, and why. The only place that chooses."""

from dataclasses import dataclass
from enum import Enum

from .isa import Isa, Tile
from .permutation import Perm, Work


class Strategy(Enum):
    """How a kernel moves elements."""

    COPY = "copy"  # one contiguous run
    RUNS = "runs"  # the inner axis stays: runs, from different places
    TILE = "tile"  # the inner axis moves: register tiles, narrow lines around them
    STRIDED = "strided"  # element by element along one axis
    GENERIC = "generic"  # no kernel: the odometer of src/generic.c


@dataclass(frozen=True)
class Choice:
    strategy: Strategy
    why: str
    tile: Tile | None = None


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


def choose_shape(work: Work, isa: Isa, *, words: bool) -> Choice:
    """For a pinned kernel. ``words`` is False where word accesses might be misaligned on a target that traps them."""
    stays = _stays(work.perm)
    if stays:
        return stays
    tile = isa.tile(work.bits)
    rows, cols = work.shape[work.perm[-1]], work.shape[-1]
    if rows < tile.rows or cols < tile.cols:
        return Choice(Strategy.STRIDED, f"{rows} rows x {cols} columns hold no {tile.rows}x{tile.cols} tile")
    if tile.lanes > 1 and not words:
        return Choice(Strategy.STRIDED, "word tiles need more alignment than is promised")
    return Choice(Strategy.TILE, f"{rows} rows x {cols} columns in {tile.rows}x{tile.cols} tiles", tile)
