# SPDX-License-Identifier: BSD-3-Clause
"""Describes moves by general-purpose registers: tile sizes, channel counts and pixel groups.

Tiles of 8- or 16-bit elements are loaded as 32-bit words of several elements (lanes), at least one word per row.
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


WORD_BITS = 32  # bits per load
TILES = {8: Tile(4, 4, 4), 16: Tile(4, 4, 2), 32: Tile(4, 4, 1), 64: Tile(4, 4, 1)}  # by element bits

# ---- channels: interleaved pixels to planes, and back ----

PIXELS = 4  # pixels in a group of interleaved channels
CHANNELS = (2, 3)  # channel counts with their own code; tiles move four channels
