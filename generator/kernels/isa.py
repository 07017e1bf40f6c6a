# SPDX-License-Identifier: BSD-3-Clause
"""Describes what general-purpose registers move at once: the sizes of tiles, the numbers of channels and pixels.

A tile of 8- or 16-bit elements is loaded as 32-bit words of several elements (lanes), one or more words for each row.
src/move/ has the code.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tile:
    """rows x cols elements, moved as words of ``lanes`` elements; rows and cols are multiples of lanes.

    In one of PAIR_TILES, lines are loaded or stored two neighbouring words at a time: by one instruction where
    that gains.
    """

    rows: int
    cols: int
    lanes: int

    def __post_init__(self) -> None:
        assert self.rows % self.lanes == 0 and self.cols % self.lanes == 0

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"


WORD_BITS = 32  # that one load moves
TILES = {8: Tile(4, 4, 4), 16: Tile(4, 4, 2), 32: Tile(4, 4, 1), 64: Tile(4, 4, 1)}  # by element bits
PAIR_TILES = {8: (Tile(4, 8, 4), Tile(8, 4, 4)), 16: (Tile(4, 4, 2),)}  # with two words in a line

# Extensions whose instructions move words in tiles, and those that also split and join three channels.
TILE_EXTENSIONS = ("DSP", "Zbkb")
CHANNEL_EXTENSIONS = ("DSP",)

# ---- channels: interleaved pixels to planes, and back ----

PIXELS = 4  # pixels that one group of interleaved channels has
CHANNELS = (2, 3)  # channel counts with code of their own; four channels are moved by tiles
