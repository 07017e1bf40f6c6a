# SPDX-License-Identifier: BSD-3-Clause
"""Computes how general-purpose registers move a tile or a group of pixels: loads, networks of words and stores.

Tiles have a pointer for each row and column, groups one for each plane, so that a compiler can express every address by
what the surrounding loop has in registers: a pointer that advances, a stride, and a constant.
"""

from dataclasses import dataclass

from permkern.isa import PIXELS, Isa, Merge, Pack, Spread, Tile, byte_network, channel_lanes, half_network

HALVES = ("low", "high")
HALF_BITS, WORD_BITS = 16, 32


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
    """Words, and where they go: permkern_``how`` stores them."""

    how: str
    targets: tuple[Place, ...]
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
        return [Store(pair, (Place(out, 0),), tuple(words))]
    return [Store("store32", (Place(out, 4 * number),), (word,)) for number, word in enumerate(words)]


def _last_exchanged(exchanges: list[Exchange], stores: list[Store]) -> tuple[list[Exchange], list[Store]]:
    """Leaves the exchange of halves, which is the last one of each word, to the stores of both words."""
    targets = {store.words: store.targets for store in stores}
    last = [exchange for exchange in exchanges if exchange.lane_bits == HALF_BITS]
    return (
        [exchange for exchange in exchanges if exchange not in last],
        [Store("store_exchanged", targets[e.a,] + targets[e.b,], (e.a, e.b)) for e in last],
    )


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


def tile_pieces(bits: int, tile: Tile, isa: Isa) -> tuple[Stage, ...]:
    """Returns the stages of a tile whose columns are put together in memory: one for two rows of a column of words.

    The last exchange of a network is between the halves of words that are half a block apart. The second of each two
    words is stored first, as permkern_store_upper() says.
    """
    half = tile.lanes // 2
    stages = []
    for column in range(tile.cols // tile.lanes):
        for block in range(0, tile.rows, tile.lanes):
            words = [f"w{block + row}{column}" for row in range(tile.lanes)]
            loads = [Load(word, Place(f"in{block + row}", column * 4)) for row, word in enumerate(words)]
            stores = []
            for row, word in enumerate(words):
                outs = [Place(f"out{column * tile.lanes + row % half + at}", block * bits // 8) for at in (0, half)]
                stores.append(Store("store_upper" if row >= half else "store_lower", tuple(outs), (word,)))
            before = [swap for swap in swaps(bits, isa, words) if swap.lane_bits < HALF_BITS]
            if not before:
                stages.append(Stage(tuple(loads), (), tuple(reversed(stores))))
                continue
            for rows in (slice(half, None), slice(half)):
                own = tuple(swap for swap in before if swap.a in words[rows])
                stages.append(Stage(tuple(loads[rows]), own, tuple(stores[rows])))
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
class Piece:
    """The low ``bits`` bits of a word that is shifted to the right first, and where they are stored."""

    bits: int
    target: Place
    word: str
    shift: int


@dataclass(frozen=True)
class GroupStage:
    """Moves as many pixels as a word has lanes, in as many words as there are channels.

    The words of the result come out of a network, and one store each; or two of them out of the exchange of halves that
    ``exchanged`` stores; or of pieces.
    """

    loads: tuple[Load, ...]
    swaps: tuple[Exchange, ...]
    spreads: tuple[Spreading, ...]
    results: tuple[Result, ...]
    targets: tuple[Place, ...]
    exchanged: tuple[Store, ...]
    pieces: tuple[Piece, ...]


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
    if exchanges and exchanges[-1].lane_bits == HALF_BITS:
        stores = [Store("store32", (target,), (name,)) for name, target in zip(names, targets, strict=True)]
        before, exchanged = _last_exchanged(list(exchanges), stores)
        return GroupStage(loads, tuple(before), (), (), (), tuple(exchanged), ())
    words = channel_lanes(channels, isa.word_bits // bits, apart=apart)
    pieces = [
        piece
        for target, lanes in zip(targets, words, strict=True)
        for piece in _pieces(bits, target, [(names[word], lane) for word, lane in lanes])
    ]
    return GroupStage(loads, exchanges, spreads, results, tuple(targets), (), () if exchanges else tuple(pieces))


def _pieces(bits: int, target: Place, lanes: list[tuple[str, int]]) -> list[Piece]:
    """Returns the stores that make a word of lanes of others, with few shifts: what is stored later lies on top.

    A word that has a lane in the upper half in its place comes first, as a whole. Then half-words, for bytes that are
    second in their word and in their half-word of the result; then single elements.
    """
    size, half = bits // 8, len(lanes) // 2
    whole = [at for at in range(half, len(lanes)) if lanes[at][1] == at][-1:]
    halves = [at for at in range(1, len(lanes), 2) if bits < HALF_BITS and lanes[at][1] == 1 and at - 1 not in whole]
    single = [at for at in range(len(lanes)) if at not in (*whole, *halves)]

    def place(at: int) -> Place:
        return Place(target.pointer, target.offset + at * size)

    return [
        *(Piece(WORD_BITS, target, lanes[at][0], 0) for at in whole),
        *(Piece(HALF_BITS, place(at - 1), lanes[at][0], 0) for at in halves if at not in whole),
        *(Piece(bits, place(at), lanes[at][0], lanes[at][1] * bits) for at in single),
    ]


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
