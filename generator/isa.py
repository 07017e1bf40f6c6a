# SPDX-License-Identifier: BSD-3-Clause
"""Describes what general-purpose registers move at once: the sizes of tiles, the numbers of channels and pixels.

A tile of 8- or 16-bit elements is loaded as 32-bit words of several elements (lanes), one or more words for each row.
src/move/ has the code.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tile:
    """rows x cols elements, moved as words of ``lanes`` elements; rows and cols are multiples of lanes.

    In a tile of ``Isa.pairs``, lines are loaded or stored two neighbouring words at a time: by one instruction where
    that gains.
    """

    rows: int
    cols: int
    lanes: int

    def __post_init__(self) -> None:
        assert self.rows % self.lanes == 0 and self.cols % self.lanes == 0

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"


@dataclass(frozen=True)
class Spelling:
    """An extension whose instructions do some steps on words, and the macro that is 1 where the target has it."""

    name: str
    macro: str
    steps: tuple[str, ...]


@dataclass(frozen=True)
class Isa:
    """What the generator has to know of an instruction set."""

    name: str
    suffix: str  # of kernel names; empty for the portable instruction set
    word_bits: int  # bits that one load moves
    tiles: tuple[tuple[int, Tile], ...]  # by element bits
    pairs: tuple[tuple[int, tuple[Tile, ...]], ...]  # tiles with two words in a line, by element bits
    spellings: tuple[Spelling, ...]  # of each step, the C library uses the first one that the target has

    def tile(self, bits: int) -> Tile:
        return dict(self.tiles)[bits]

    def pair_tiles(self, bits: int) -> tuple[Tile, ...]:
        return dict(self.pairs).get(bits, ())


PORTABLE = Isa(
    name="portable",
    suffix="",
    word_bits=32,
    tiles=((8, Tile(4, 4, 4)), (16, Tile(4, 4, 2)), (32, Tile(4, 4, 1)), (64, Tile(4, 4, 1))),
    pairs=((8, (Tile(4, 8, 4), Tile(8, 4, 4))), (16, (Tile(4, 4, 2),))),
    spellings=(
        Spelling("DSP", "PERMKERN_DSP", ("swap16", "even", "odd", "low_low", "low_high", "high_high", "load_pair")),
        Spelling("Zbkb", "PERMKERN_ZBKB", ("swap16",)),
    ),
)


# ---- channels: interleaved pixels to planes, and back ----

PIXELS = 4  # pixels that one group of interleaved channels has
CHANNELS = (2, 3)  # channel counts with code of their own; four channels are moved by tiles
