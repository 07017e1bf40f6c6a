# SPDX-License-Identifier: BSD-3-Clause
"""What a target's registers can do for a tile, and the lane network that transposes one.

A tile of 8- or 16-bit elements is loaded as words of several lanes, one word for each row, and transposed in
log2(lanes) stages: stage s exchanges blocks of 2^s lanes between words 2^s apart. See Warren, Hacker's Delight, 7-3.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tile:
    """rows x cols elements, moved as words of ``lanes`` elements; rows and cols are multiples of lanes."""

    rows: int
    cols: int
    lanes: int

    def __post_init__(self) -> None:
        assert self.rows % self.lanes == 0 and self.cols % self.lanes == 0


@dataclass(frozen=True)
class Swap:
    """Exchange between words a and b; ``lane_bits`` wide blocks."""

    a: int
    b: int
    lane_bits: int


@dataclass(frozen=True)
class Isa:
    """An instruction set as the generator sees it."""

    name: str
    suffix: str  # of kernel names; empty for the base
    word_bits: int  # what a word tile loads at once
    tiles: tuple[tuple[int, Tile], ...]  # by element bits

    def tile(self, bits: int) -> Tile:
        return dict(self.tiles)[bits]

    def swaps(self, bits: int) -> tuple[Swap, ...]:
        """The network over the words of ``lanes`` rows; empty for whole-word elements."""
        lanes = self.tile(bits).lanes
        stages: list[Swap] = []
        block = lanes // 2
        while block:
            stages += [Swap(a, a + block, block * bits) for a in range(lanes) if not a & block]
            block //= 2
        return tuple(stages)


PORTABLE = Isa(
    name="portable",
    suffix="",
    word_bits=32,
    tiles=((8, Tile(4, 4, 4)), (16, Tile(4, 4, 2)), (32, Tile(4, 4, 1)), (64, Tile(4, 4, 1))),
)
