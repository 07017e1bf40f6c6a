# SPDX-License-Identifier: BSD-3-Clause
"""What a target's registers can do for a tile, and the lane networks that transpose tiles and channels.

A tile of 8- or 16-bit elements is loaded as words of several lanes, one word for each row, and transposed in
log2(lanes) stages: stage s exchanges blocks of 2^s lanes between words 2^s apart. See Warren, Hacker's Delight, 7-3.
"""

from dataclasses import dataclass
from itertools import product

Lane = tuple[int, int]  # a word, and a lane of it


@dataclass(frozen=True)
class Tile:
    """rows x cols elements, moved as words of ``lanes`` elements; rows and cols are multiples of lanes.

    Two words side by side move as a pair, where the tile is one of ``Isa.pairs``.
    """

    rows: int
    cols: int
    lanes: int

    def __post_init__(self) -> None:
        assert self.rows % self.lanes == 0 and self.cols % self.lanes == 0

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"


@dataclass(frozen=True)
class Swap:
    """Exchange between words a and b; ``lane_bits`` wide blocks."""

    a: int
    b: int
    lane_bits: int


@dataclass(frozen=True)
class Spread:
    """Lanes 0 and 2 of a word of bytes, or 1 and 3 where ``odd``, as two halves, which change places if ``turned``."""

    word: int
    odd: bool
    turned: bool

    def half_of(self, lane: int) -> int:
        return lane // 2 ^ self.turned


@dataclass(frozen=True)
class Pack:
    """A half of ``a`` below a half of ``b``; halves are 0, the low one, or 1."""

    a: Spread | int
    a_half: int
    b: Spread | int
    b_half: int


@dataclass(frozen=True)
class Merge:
    """A word of bytes: lanes 0 and 2 from ``even``, 1 and 3 from ``odd``; ``turned``: 3 and 1."""

    even: Pack
    odd: Pack
    turned: bool


@dataclass(frozen=True)
class Spelling:
    """Instructions of an extension that do a step of the word family's work; the macro that says they are there."""

    name: str
    macro: str
    steps: tuple[str, ...]


@dataclass(frozen=True)
class Isa:
    """An instruction set as the generator sees it."""

    name: str
    suffix: str  # of kernel names; empty for the base
    word_bits: int  # what a word tile loads at once
    tiles: tuple[tuple[int, Tile], ...]  # by element bits
    pairs: tuple[tuple[int, tuple[Tile, ...]], ...]  # tiles of two words side by side, by element bits
    spellings: tuple[Spelling, ...]  # src/permkern_word.h spells a step by the first that the target has

    def tile(self, bits: int) -> Tile:
        return dict(self.tiles)[bits]

    def pair_tiles(self, bits: int) -> tuple[Tile, ...]:
        return dict(self.pairs).get(bits, ())

    def swaps(self, bits: int) -> tuple[Swap, ...]:
        """The network over the words of ``lanes`` rows; empty for whole-word elements."""
        lanes = self.tile(bits).lanes
        stages: list[Swap] = []
        block = 1
        while block < lanes:
            stages += [Swap(a, a + block, block * bits) for a in range(lanes) if not a & block]
            block *= 2
        return tuple(stages)


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


# ---- channels: pixels of several elements, to and from planes ----

PIXELS = 4  # that a group of interleaved channels holds
CHANNELS = (2, 3)  # that are interleaved; four fill a tile


def channel_lanes(channels: int, lanes: int, *, apart: bool) -> tuple[tuple[Lane, ...], ...]:
    """For each word of the result the lanes it is made of: ``lanes`` pixels taken apart into planes, or put together.

    Both sides are ``channels`` words.
    """

    def source(word: int, lane: int) -> Lane:
        place = word * lanes + lane
        if apart:
            pixel, channel = lane, word
            return divmod(pixel * channels + channel, lanes)
        pixel, channel = divmod(place, channels)
        return channel, pixel

    return tuple(tuple(source(word, lane) for lane in range(lanes)) for word in range(channels))


def half_network(words: tuple[tuple[Lane, ...], ...]) -> tuple[Pack, ...]:
    """Words of two lanes: one pack each."""
    return tuple(Pack(a, a_half, b, b_half) for (a, a_half), (b, b_half) in words)


def _pack(a: Spread, a_lane: int, b: Spread, b_lane: int) -> Pack:
    return Pack(a, a.half_of(a_lane), b, b.half_of(b_lane))


def _packs(pack: Pack) -> bool:
    """Whether one instruction packs them: the high half of one below the low half of the other takes two."""
    return (pack.a_half, pack.b_half) != (1, 0)


def byte_network(words: tuple[tuple[Lane, ...], ...]) -> tuple[Merge, ...]:
    """Words of four lanes: each word's bytes are spread to halves, which are packed and merged.

    Which spreads are turned is searched for: the first choice with which every pack is one instruction.
    """
    sources = sorted({(word, bool(lane % 2)) for lanes in words for word, lane in lanes})
    for turns in product((False, True), repeat=len(sources)):
        spreads = {key: Spread(*key, turned) for key, turned in zip(sources, turns, strict=True)}
        merges = []
        for lanes in words:
            of = [(spreads[word, bool(lane % 2)], lane) for word, lane in lanes]
            even, odd, other = _pack(*of[0], *of[2]), _pack(*of[1], *of[3]), _pack(*of[3], *of[1])
            merges.append(Merge(even, odd if _packs(odd) else other, not _packs(odd)))
        if all(_packs(merge.even) and _packs(merge.odd) for merge in merges):
            return tuple(merges)
    raise AssertionError(f"no network: {words}")
