# SPDX-License-Identifier: BSD-3-Clause
"""Describes what general-purpose registers move at once: the sizes of tiles, the numbers of channels and pixels.

A tile of 8- or 16-bit elements is loaded as 32-bit words of several elements (lanes), one or more words for each row.
src/move/ has the code.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tile:
    """rows x cols elements, moved as words of ``lanes`` elements."""

    rows: int
    cols: int
    lanes: int

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"


WORD_BITS = 32  # that one load moves
TILES = {8: Tile(4, 4, 4), 16: Tile(4, 4, 2), 32: Tile(4, 4, 1), 64: Tile(4, 4, 1)}  # by element bits

# ---- channels: interleaved pixels to planes, and back ----

PIXELS = 4  # pixels that one group of interleaved channels has
CHANNELS = (2, 3)  # channel counts with code of their own; four channels are moved by tiles
