# SPDX-License-Identifier: BSD-3-Clause
"""Describes how general-purpose registers transpose tiles and channels: tile sizes and lane networks.

A tile of 8- or 16-bit elements is loaded as 32-bit words of several elements (lanes), one or more words for each row.
It is transposed in log2(lanes) stages: stage s exchanges blocks of 2^s lanes between words that are 2^s rows apart.
See Warren, Hacker's Delight, 7-3.
"""

from dataclasses import dataclass
from itertools import product

Lane = tuple[int, int]  # the number of a word, and of a lane in it


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
class Swap:
    """Exchanges every second block of ``lane_bits`` bits between words a and b."""

    a: int
    b: int
    lane_bits: int


@dataclass(frozen=True)
class Spread:
    """Extracts bytes 0 and 2 of a word, or 1 and 3 if ``odd``, into the low and high half of a result.

    If ``turned``, the halves change places.
    """

    word: int
    odd: bool
    turned: bool

    def half_of(self, lane: int) -> int:
        return lane // 2 ^ self.turned


@dataclass(frozen=True)
class Pack:
    """Packs a half of ``a`` into the low half of a word and one of ``b`` into the high half. Half 0 is the low one."""

    a: Spread | int
    a_half: int
    b: Spread | int
    b_half: int


@dataclass(frozen=True)
class Merge:
    """Merges two words: bytes 0 and 2 are from ``even``, bytes 1 and 3 from ``odd``, or 3 and 1 if ``turned``."""

    even: Pack
    odd: Pack
    turned: bool


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

    def swaps(self, bits: int) -> tuple[Swap, ...]:
        """Returns the exchanges that transpose ``lanes`` words; none if an element fills a word."""
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


# ---- channels: interleaved pixels to planes, and back ----

PIXELS = 4  # pixels that one group of interleaved channels has
CHANNELS = (2, 3)  # channel counts with code of their own; four channels are moved by tiles


def channel_lanes(channels: int, lanes: int, *, apart: bool) -> tuple[tuple[Lane, ...], ...]:
    """Returns, for each word of the result, the source lanes that it consists of.

    ``lanes`` pixels of ``channels`` channels are deinterleaved into planes if ``apart``, else interleaved. Input and
    output are ``channels`` words each.
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
    """Returns the network for words of two lanes: each result takes one pack."""
    return tuple(Pack(a, a_half, b, b_half) for (a, a_half), (b, b_half) in words)


def _pack(a: Spread, a_lane: int, b: Spread, b_lane: int) -> Pack:
    return Pack(a, a.half_of(a_lane), b, b.half_of(b_lane))


def _packs(pack: Pack) -> bool:
    """True if one instruction does the pack. A high half below a low half takes two."""
    return (pack.a_half, pack.b_half) != (1, 0)


def byte_network(words: tuple[tuple[Lane, ...], ...]) -> tuple[Merge, ...]:
    """Returns the network for words of four lanes: bytes are spread to halves, which are packed and merged.

    The spreads that are turned are found by trying all choices: the first one in which every pack takes one
    instruction is used.
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
