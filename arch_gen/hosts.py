# SPDX-License-Identifier: BSD-3-Clause
"""Describes what a record of a host's vector instruction set holds: the intrinsics, as expressions.

The records are in a module for each architecture, which has the name of its folder in src/arch/. The kernels that use
the intrinsics are in templates/: vector.c.j2 and those that it imports.
"""

from dataclasses import dataclass

from arch_gen.network import LANE, Exchange, zips
from arch_gen.reversal import Reversal


@dataclass(frozen=True)
class Channels:
    """How three registers of pixels become three registers of channels, and back: by selects, then one permute each.

    In the three registers together, every third element is of channel c. The number of elements in a register is not a
    multiple of three, so channel c is in different places in each register. Selecting these places from the three
    registers therefore gives all elements of channel c in one register, where they only have to be put in order within
    ``span`` bytes. In formats, {v} and {w} are registers, {m} is a select's mask, {i} are indices.
    """

    span: int  # bytes within which the permute works: a lane, or the whole register
    select_format: str  # bytes of {w} where the mask is set, of {v} elsewhere
    permute_format: str  # bytes of {v} by the indices {i}
    load_formats: tuple[str, ...]  # of pixels, span by span, from {p}
    store_formats: tuple[str, ...]  # of pixels, span by span, to {p}

    def select(self, v: str, w: str, mask: str) -> str:
        return self.select_format.format(v=v, w=w, m=mask)

    def permute(self, v: str, index: str) -> str:
        return self.permute_format.format(v=v, i=index)

    def load(self, span: int, place: str, v: str = "") -> str:
        """Loads a span of pixels; one behind the first goes into register ``v``, which has those before it."""
        return self.load_formats[span].format(p=place, v=v)

    def store(self, span: int, place: str, v: str) -> str:
        return self.store_formats[span].format(p=place, v=v)


@dataclass(frozen=True)
class Tile:
    """Rows and columns that are transposed in registers at once."""

    rows: int
    cols: int
    exchanges: tuple[Exchange, ...] = ()  # behind zips, in a tile whose pieces of rows are longer than a lane


@dataclass(frozen=True)
class VectorIsa:
    """The intrinsics of an instruction set. In formats, {p} is an address, {v} and {w} are registers."""

    name: str  # also the suffix of kernels' names
    title: str
    header: str  # of the intrinsics
    target: str  # attribute of every function; empty if the compiler's options enable the set anyway
    lanes: int
    register: str  # its type
    narrower: str  # the set that moves what is too narrow for this one; empty if there is none
    zip_formats: tuple[tuple[int, tuple[str, str]], ...]  # for low and high halves, by element bits
    load_formats: tuple[
        tuple[int, tuple[str, ...]], ...
    ]  # of a piece into the first lane, then into each further lane, by bytes
    store_formats: tuple[tuple[int, tuple[str, ...]], ...]  # of each piece of a register, by the bytes of a piece
    load_format: str  # of a whole register
    wide: tuple[tuple[int, Tile], ...] = ()  # by element bits: a tile whose pieces of rows are longer than a lane
    stream_format: str = ""  # non-temporal store of a whole register; empty if there is none
    fence: str = ""  # makes non-temporal stores visible in order
    small: tuple[str, ...] = ()  # functions of src/small.c, by log2 of the bytes of their units
    channels: Channels | None = None  # how three channels are deinterleaved and interleaved
    structured: bool = False  # whether loads and stores of several registers do so instead
    places_first: bool = False  # whether all places of a tile's columns are loaded before the first store
    tile_registers: int = 0  # so many may hold the rows of a tile, if these are not those of one network
    reversals: tuple[Reversal, ...] = ()  # what it changes the order of; a narrower set may have more

    @property
    def bytes(self) -> int:
        return self.lanes * LANE

    @property
    def parts(self) -> tuple[int, ...]:
        """Returns parts of a register that can be moved alone, the smallest first: a quarter and a half, or a half."""
        return (self.bytes // 4, self.bytes // 2) if self.lanes > 2 else (self.bytes // 2,)

    @property
    def attribute(self) -> str:
        """What a function of this set begins with."""
        return f"{self.target} " if self.target else ""

    def most(self, bits: int) -> Tile:
        """Returns the largest of the tiles whose pieces of rows fill a lane: a lane for each row of a register."""
        across = LANE * 8 // bits
        return Tile(max(across * self.lanes, self.tile_registers), across)

    def tiles_of(self, bits: int) -> tuple[Tile, ...]:
        """Returns all tiles, largest columns first. A register of several lanes holds a row in each lane."""
        across = LANE * 8 // bits
        cols = [across >> k for k in range(across.bit_length() - 1)]
        most = self.most(bits).rows
        rows = [most] if self.lanes > 1 else [most >> k for k in range(most.bit_length() - 1)]
        wide = tuple(tile for of, tile in self.wide if of == bits)
        return wide + tuple(Tile(r, c) for r in rows for c in cols)

    def exchanges(self, bits: int, tile: Tile) -> tuple[Exchange, ...]:
        """Returns the stages of a tile: zips of elements, of pairs of them and so on, then the tile's own."""
        slot = max(LANE, tile.cols * bits // 8)
        stages = (tile.rows * slot // self.bytes).bit_length() - 1 - len(tile.exchanges)
        formats = dict(self.zip_formats)
        return tuple(zips(self.bytes, bits << k, formats[bits << k]) for k in range(stages)) + tile.exchanges

    def load(self, place: str) -> str:
        return self.load_format.format(p=place)

    def store(self, place: str, v: str) -> str:
        return self.store_piece(self.bytes, 0, place, v)

    def stream(self, place: str, v: str) -> str:
        return self.stream_format.format(p=place, v=v)

    def load_piece(self, size: int, lane: int, place: str, v: str = "") -> str:
        """Loads ``size`` bytes to a lane; one behind the first is put into register ``v``, which has those before."""
        return dict(self.load_formats)[size][lane].format(p=place, v=v)

    def store_piece(self, size: int, piece: int, place: str, v: str) -> str:
        return dict(self.store_formats)[size][piece].format(p=place, v=v)
