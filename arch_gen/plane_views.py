# SPDX-License-Identifier: BSD-3-Clause
"""Prepares the numbers, names and networks of a width that templates/plane*.h.j2 write as C."""

from dataclasses import dataclass

from permkern.isa import CHANNELS, PIXELS, Isa, Tile

from arch_gen.word_network import (
    HALF_BITS,
    Element,
    Exchange,
    GroupStage,
    Place,
    Stage,
    group_elements,
    group_threes,
    group_words,
    swaps,
    tile_elements,
    tile_pairs,
    tile_pieces,
    tile_words,
)


def _numbered(name: str, count: int) -> tuple[str, ...]:
    return tuple(f"{name}{number}" for number in range(count))


# ---- tiles ----


@dataclass(frozen=True)
class TilePiece:
    """A function that moves a tile or a part of one: by words where the target has them, else by elements."""

    bits: int
    tile: Tile
    part: bool
    how: str  # "tile", or how it stores two neighbouring words at once: "pairs", or "push" where pointers advance
    stages: tuple[Stage, ...]
    pieces: tuple[Stage, ...]  # where words are put together in memory
    elements: tuple[Element, ...]

    @property
    def name(self) -> str:
        return f"permkern_x{self.bits}_{self.how}{self.tile}"

    @property
    def ins(self) -> tuple[str, ...]:
        return _numbered("in", self.tile.rows)

    @property
    def outs(self) -> tuple[str, ...]:
        return _numbered("out", self.tile.cols)

    @property
    def lanes(self) -> int:
        """The elements of a word, or 0 where it has one."""
        return self.tile.lanes if self.tile.lanes > 1 else 0

    @property
    def pairs(self) -> bool:
        return self.how != "tile"

    @property
    def push(self) -> bool:
        return self.how == "push"

    @property
    def many_registers(self) -> bool:
        """Whether pieces take many registers: two words at a time go to four columns, which are gone through twice."""
        return self.tile.lanes > 2

    @property
    def row_pairs(self) -> bool:
        """Whether a load takes two neighbouring words of a row."""
        return self.pairs and self.tile.cols > self.tile.lanes


def _by_words_or_elements(bits: int, tile: Tile, isa: Isa, *, part: bool) -> TilePiece:
    by_words = tile.lanes > 1
    stages = tile_words(bits, tile, isa) if by_words else ()
    pieces = tile_pieces(bits, tile, isa) if by_words else ()
    return TilePiece(bits, tile, part, "tile", stages, pieces, tile_elements(bits, tile))


def _tile_pieces(bits: int, isa: Isa) -> tuple[TilePiece, ...]:
    """Returns the tiles of a width, then the parts of tiles that strips move one at a time."""
    pieces = [_by_words_or_elements(bits, isa.tile(bits), isa, part=False)]
    for pair in isa.pair_tiles(bits):
        rows_of_two = pair.cols > pair.lanes
        stages = tile_pairs(bits, pair, isa) if rows_of_two else tile_words(bits, pair, isa, "store_pair")
        pieces.append(TilePiece(bits, pair, False, "pairs", stages, (), ()))
    for strip in strips(bits, isa):
        if strip.whole:
            continue
        if strip.pairs:
            stages = tile_words(bits, strip.part, isa, "push_pair" if strip.down else "store_pair")
            pieces.append(TilePiece(bits, strip.part, True, strip.how, stages, (), ()))
        else:
            pieces.append(_by_words_or_elements(bits, strip.part, isa, part=True))
    return tuple(dict.fromkeys(pieces))  # strips down and across have parts in common


# ---- strips: four rows of tiles, or four columns ----


@dataclass(frozen=True)
class Part:
    """A part of a tile: where it is, and where the same part of the next tile is."""

    skip: int  # bytes from the tile's first part
    places: tuple[Place, ...]  # on the near side
    following: tuple[Place, ...]


@dataclass(frozen=True)
class Strip:
    """A line of tiles: four columns wide and ``down`` the rows, or four rows high and across the columns.

    The near side has four pointers that advance from tile to tile; the far side is one address and a stride. A tile is
    moved as several parts if it has several columns of words.
    """

    bits: int
    tile: Tile
    part: Tile
    down: bool
    pairs: bool

    @property
    def name(self) -> str:
        return f"permkern_x{self.bits}_{'down' if self.down else 'across'}{'_pairs' if self.pairs else ''}"

    @property
    def how(self) -> str:
        return ("push" if self.down else "pairs") if self.pairs else "tile"

    @property
    def function(self) -> str:
        return f"permkern_x{self.bits}_{self.how}{self.part}"

    @property
    def near(self) -> tuple[str, ...]:
        return _numbered("out" if self.down else "in", 4)

    @property
    def stride(self) -> str:
        return "in_stride" if self.down else "out_stride"

    @property
    def third(self) -> bool:
        """Whether a call uses the fourth row or column of the far side."""
        return self.down or self.part.cols == 4

    @property
    def words(self) -> bool:
        return self.tile.lanes > 1

    @property
    def whole(self) -> bool:
        return self.part == self.tile

    @property
    def unrolled(self) -> int:
        """The tiles of a round: the loop would be a tenth of a word tile's instructions."""
        return 4 if self.words else 2

    @property
    def step(self) -> int:
        """Bytes from tile to tile on the near side."""
        return 4 * self.bits // 8

    @property
    def part_step(self) -> int:
        return self.part.cols * self.bits // 8

    @property
    def count(self) -> int:
        """The parts of a tile."""
        return self.tile.cols // self.part.cols

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of a tile, for strips that go down. Across, all parts are at the near side's pointers."""
        return tuple(
            Part(
                first * self.bits // 8,
                tuple(Place(name, 0) for name in self.near[first : first + self.part.cols]),
                tuple(Place(name, self.step) for name in self.near[first : first + self.part.cols]),
            )
            for first in range(0, self.tile.cols, self.part.cols)
        )


def strips(bits: int, isa: Isa) -> tuple[Strip, ...]:
    """Returns the strips of a width. A part of a tile has as many columns as a word has lanes. Strips that store pairs
    of words have two words to a column.
    """
    tile = isa.tile(bits)
    part = Tile(tile.rows, tile.lanes if tile.lanes > 1 else tile.cols, tile.lanes)
    paired = tile.lanes > 1 and tile.rows == 2 * tile.lanes
    return tuple(
        Strip(bits, tile, part, down, pairs)
        for pairs in ([False, True] if paired else [False])
        for down in (True, False)
    )


@dataclass(frozen=True)
class Stepping:
    """The smallest tile of words, for a loop that needs few registers."""

    lanes: int  # its rows and its columns
    bytes: int  # of a row or a column
    words: tuple[str, ...]
    swaps: tuple[Exchange, ...]

    @property
    def before_halves(self) -> tuple[Exchange, ...]:
        """The exchanges before that of halves, which is last."""
        return tuple(swap for swap in self.swaps if swap.lane_bits < HALF_BITS)

    @property
    def pieces(self) -> tuple[tuple[str, str, str], ...]:
        """How each word of the result is stored in pieces, in the order of the addresses, and from which two words."""
        of = {word: (swap.a, swap.b) for swap in self.swaps for word in (swap.a, swap.b)}
        highs = {swap.b for swap in self.swaps if swap.lane_bits == HALF_BITS}
        return tuple(("highs" if word in highs else "lows", *of[word]) for word in self.words)

    @property
    def back(self) -> int:
        """Strides from the last row or column to the first, or 0 for one, which is written without a number."""
        return self.lanes - 1 if self.lanes > 2 else 0


def _stepping(bits: int, isa: Isa) -> Stepping | None:
    lanes = isa.tile(bits).lanes
    words = _numbered("w", lanes)
    return Stepping(lanes, lanes * bits // 8, words, swaps(bits, isa, list(words))) if lanes > 1 else None


# ---- channels ----


@dataclass(frozen=True)
class Group:
    """Four pixels that are deinterleaved into planes (``apart``) or interleaved from them."""

    bits: int
    channels: int
    apart: bool
    elements: tuple[Element, ...]
    single: tuple[Element, ...]  # of one pixel
    words: tuple[GroupStage, ...]  # none where a word has one element
    threes: GroupStage | None  # by three words at once

    @property
    def name(self) -> str:
        return f"permkern_x{self.bits}_{'deinterleave' if self.apart else 'interleave'}{self.channels}"

    @property
    def ins(self) -> tuple[str, ...]:
        return ("in",) if self.apart else _numbered("in", self.channels)

    @property
    def outs(self) -> tuple[str, ...]:
        return _numbered("out", self.channels) if self.apart else ("out",)

    @property
    def planes(self) -> tuple[str, ...]:
        return self.outs if self.apart else self.ins

    @property
    def mixed(self) -> str:
        """The pointer to interleaved pixels."""
        return "in" if self.apart else "out"

    @property
    def plane(self) -> str:
        """The pointer to the first plane, and the side that has planes."""
        return "out" if self.apart else "in"

    @property
    def networks(self) -> bool:
        """Whether words are packed and merged, not only swapped."""
        return any(stage.pieces for stage in self.words)

    @property
    def plane_bytes(self) -> int:
        return PIXELS * self.bits // 8

    @property
    def one(self) -> tuple[Place, ...]:
        """How far pointers advance for a pixel."""
        return self._advance(1)

    @property
    def group(self) -> tuple[Place, ...]:
        return self._advance(PIXELS)

    @property
    def rounds(self) -> tuple[tuple[Place, ...], ...]:
        """The arguments of calls for groups that follow each other; of bytes only, whose groups are the shortest."""
        steps = {step.pointer: step.offset for step in self.group}
        names = self.ins + self.outs
        return tuple(tuple(Place(name, number * steps[name]) for name in names) for number in range(self._round))

    @property
    def round(self) -> tuple[Place, ...]:
        return self._advance(PIXELS * self._round)

    @property
    def _round(self) -> int:
        return 4 if self.bits == 8 else 0

    def _advance(self, pixels: int) -> tuple[Place, ...]:
        size = self.bits // 8
        planes = (Place(plane, pixels * size) for plane in self.planes)
        return (*planes, Place(self.mixed, pixels * self.channels * size))


def _group(bits: int, channels: int, isa: Isa, *, apart: bool) -> Group:
    lanes = isa.tile(bits).lanes
    return Group(
        bits,
        channels,
        apart,
        elements=group_elements(bits, channels, PIXELS, apart=apart),
        single=group_elements(bits, channels, 1, apart=apart),
        words=group_words(bits, channels, isa, apart=apart) if lanes > 1 else (),
        threes=group_threes(isa, apart=apart) if (bits, channels) == (8, 3) else None,
    )


# ---- planes ----


@dataclass(frozen=True)
class PlaneView:
    """What moves planes of a width by words, including what pinned kernels call."""

    bits: int
    words: bool  # whether a word has several elements
    tiles: tuple[TilePiece, ...]
    strips: tuple[Strip, ...]
    stepping: Stepping | None
    groups: tuple[Group, ...]

    @property
    def size(self) -> int:
        return self.bits // 8

    @property
    def scale(self) -> str:
        return "" if self.size == 1 else f" * {self.size}"

    @property
    def lane_bytes(self) -> int:
        """Bytes of a tile's four elements side by side."""
        return 4 * self.size

    @property
    def paired(self) -> bool:
        return any(strip.pairs for strip in self.strips)


def plane_view(bits: int, isa: Isa) -> PlaneView:
    groups = (_group(bits, count, isa, apart=apart) for count in reversed(CHANNELS) for apart in (True, False))
    return PlaneView(
        bits,
        words=isa.tile(bits).lanes > 1,
        tiles=_tile_pieces(bits, isa),
        strips=strips(bits, isa),
        stepping=_stepping(bits, isa),
        groups=tuple(groups),
    )
