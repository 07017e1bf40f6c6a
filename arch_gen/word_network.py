# SPDX-License-Identifier: BSD-3-Clause
"""Computes how general-purpose registers move a tile or a group of pixels: loads, networks of words and stores.

Tiles have a pointer for each row and column, groups one for each plane, so that a compiler can express every address by
what the surrounding loop has in registers: a pointer that advances, a stride, and a constant.
"""

from dataclasses import dataclass

from permkern.isa import PIXELS, Isa, Merge, Pack, Spread, Tile, byte_network, channel_lanes, half_network

HALVES = ("low", "high")


@dataclass(frozen=True)
class Place:
    """An address: the name of a pointer, and a number of bytes behind it."""

    pointer: str
    offset: int


@dataclass(frozen=True)
class Element:
    source: Place
    target: Place


@dataclass(frozen=True)
class Load:
    word: str
    source: Place


@dataclass(frozen=True)
class Exchange:
    """A swap of every second block of ``lane_bits`` bits between two words, by their names."""

    lane_bits: int
    a: str
    b: str


@dataclass(frozen=True)
class Store:
    """Words that are neighbours in memory: permkern_``how`` stores them."""

    how: str
    target: Place
    words: tuple[str, ...]


@dataclass(frozen=True)
class Stage:
    """Loads, exchanges between what is loaded, and stores, in this order. Few words are live from stage to stage."""

    loads: tuple[Load, ...]
    swaps: tuple[Exchange, ...]
    stores: tuple[Store, ...]


# ---- tiles ----


def tile_elements(bits: int, tile: Tile) -> tuple[Element, ...]:
    """Returns the elements of a tile, row by row."""
    size = bits // 8
    return tuple(
        Element(Place(f"in{row}", col * size), Place(f"out{col}", row * size))
        for row in range(tile.rows)
        for col in range(tile.cols)
    )


def swaps(bits: int, isa: Isa, words: list[str]) -> tuple[Exchange, ...]:
    """Returns the exchanges that transpose as many words as a word has lanes."""
    return tuple(Exchange(swap.lane_bits, words[swap.a], words[swap.b]) for swap in isa.swaps(bits))


def _stores(out: str, words: list[str], pair: str) -> list[Store]:
    if pair and len(words) == 2:
        return [Store(pair, Place(out, 0), tuple(words))]
    return [Store("store32", Place(out, 4 * number), (word,)) for number, word in enumerate(words)]


def tile_words(bits: int, tile: Tile, isa: Isa, pair: str = "") -> tuple[Stage, ...]:
    """Returns the stages of a tile by words: one for each column of words.

    ``pair`` says how two neighbouring words are stored: one by one (""), as a pair ("store_pair"), or as a pair that
    advances its pointer ("push_pair").
    """
    word_bytes = isa.word_bits // 8
    stages = []
    for column in range(tile.cols // tile.lanes):
        words = [f"w{row}{column}" for row in range(tile.rows)]
        blocks = [words[first : first + tile.lanes] for first in range(0, tile.rows, tile.lanes)]
        stores = [
            _stores(f"out{column * tile.lanes + lane}", [block[lane] for block in blocks], pair)
            for lane in range(tile.lanes)
        ]
        stages.append(
            Stage(
                tuple(Load(word, Place(f"in{row}", column * word_bytes)) for row, word in enumerate(words)),
                tuple(swap for block in blocks for swap in swaps(bits, isa, block)),
                tuple(store for of_column in stores for store in of_column),
            )
        )
    return tuple(stages)


def tile_pairs(bits: int, tile: Tile, isa: Isa) -> tuple[Stage, ...]:
    """Returns the stage of a tile whose rows are two words each: all loads in a row, which then overlap."""
    blocks = range(0, tile.rows, tile.lanes)
    loads = tuple(Load(f"row{row}", Place(f"in{row}", 0)) for row in range(tile.rows))
    exchanges = [
        swaps(bits, isa, [f"row{row}.{half}" for row in range(first, first + tile.lanes)])
        for first in blocks
        for half in HALVES
    ]
    stores = [
        _stores(f"out{column * tile.lanes + lane}", [f"row{first + lane}.{half}" for first in blocks], "store_pair")
        for column, half in enumerate(HALVES)
        for lane in range(tile.lanes)
    ]
    return (
        Stage(loads, tuple(swap for of in exchanges for swap in of), tuple(store for of in stores for store in of)),
    )


# ---- channels ----


@dataclass(frozen=True)
class Spreading:
    """Bytes of a word that are spread to halves, as a word of its own. See ``permkern.isa.Spread``."""

    name: str
    word: str
    odd: bool
    turned: bool


@dataclass(frozen=True)
class Halves:
    """A half of word ``a`` below one of word ``b``. permkern_``how`` packs them."""

    how: str
    a: str
    b: str


@dataclass(frozen=True)
class Result:
    """A word of the result: a word that was swapped, halves of two words, or two such packs whose bytes are merged."""

    word: str
    packs: tuple[Halves, ...]
    merged: bool
    turned: bool


@dataclass(frozen=True)
class GroupStage:
    """Moves as many pixels as a word has lanes, in as many words as there are channels."""

    loads: tuple[Load, ...]
    swaps: tuple[Exchange, ...]
    spreads: tuple[Spreading, ...]
    results: tuple[Result, ...]
    targets: tuple[Place, ...]


def group_elements(bits: int, channels: int, pixels: int, *, apart: bool) -> tuple[Element, ...]:
    """Returns the elements of pixels that are deinterleaved into planes if ``apart``, else interleaved."""
    size = bits // 8
    elements = []
    for pixel in range(pixels):
        for channel in range(channels):
            mixed = Place("in" if apart else "out", (pixel * channels + channel) * size)
            plane = Place(f"{'out' if apart else 'in'}{channel}", pixel * size)
            elements.append(Element(mixed, plane) if apart else Element(plane, mixed))
    return tuple(elements)


def _stage(bits: int, channels: int, isa: Isa, part: int, names: list[str], *, apart: bool) -> GroupStage:
    word_bytes = isa.word_bits // 8
    mixed = [Place("in" if apart else "out", (part * channels + word) * word_bytes) for word in range(channels)]
    planes = [Place(f"{'out' if apart else 'in'}{channel}", part * word_bytes) for channel in range(channels)]
    sources, targets = (mixed, planes) if apart else (planes, mixed)
    exchanges, spreads, results = _network(bits, channels, names, isa.word_bits // bits, apart)
    loads = tuple(Load(name, source) for name, source in zip(names, sources, strict=True))
    return GroupStage(loads, exchanges, spreads, results, tuple(targets))


def group_words(bits: int, channels: int, isa: Isa, *, apart: bool) -> tuple[GroupStage, ...]:
    """Returns the stages of a group of pixels by words, each of which has whole pixels."""
    return tuple(
        _stage(bits, channels, isa, part, [f"w{part}{word}" for word in range(channels)], apart=apart)
        for part in range(PIXELS * bits // isa.word_bits)
    )


def group_threes(isa: Isa, *, apart: bool) -> GroupStage:
    """Returns the stage of a group of 3 bytes a pixel, whose three words are one access that advances the pointer."""
    return _stage(8, 3, isa, 0, [f"w{word}" for word in range(3)], apart=apart)


Network = tuple[tuple[Exchange, ...], tuple[Spreading, ...], tuple[Result, ...]]


def _network(bits: int, channels: int, names: list[str], lanes: int, apart: bool) -> Network:
    """Returns what exchanges and spreads words, and the words of the result."""
    if channels == 2:
        blocks = [16, 8] if bits == 8 else [16]
        exchanges = tuple(Exchange(block, *names) for block in (blocks if apart else blocks[::-1]))
        return exchanges, (), tuple(Result(name, (), merged=False, turned=False) for name in names)
    words = channel_lanes(channels, lanes, apart=apart)
    if bits == 16:
        packs = [_halves(pack, names) for pack in half_network(words)]
        return (), (), tuple(Result("", (pack,), merged=False, turned=False) for pack in packs)
    merges = byte_network(words)
    found = {spread for merge in merges for spread in _spreads(merge)}
    spreads = sorted((Spreading(_spread_name(s), names[s.word], s.odd, s.turned) for s in found), key=lambda s: s.name)
    results = (
        Result("", (_halves(merge.even, names), _halves(merge.odd, names)), merged=True, turned=merge.turned)
        for merge in merges
    )
    return (), tuple(spreads), tuple(results)


def _spread_name(spread: Spread) -> str:
    return f"{'odd' if spread.odd else 'even'}{spread.word}"


def _spreads(merge: Merge) -> list[Spread]:
    sides = (merge.even.a, merge.even.b, merge.odd.a, merge.odd.b)
    return [side for side in sides if isinstance(side, Spread)]


def _halves(pack: Pack, names: list[str]) -> Halves:
    a, b = (_spread_name(side) if isinstance(side, Spread) else names[side] for side in (pack.a, pack.b))
    return Halves(f"{HALVES[pack.a_half]}_{HALVES[pack.b_half]}", a, b)
