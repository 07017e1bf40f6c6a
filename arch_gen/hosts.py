# SPDX-License-Identifier: BSD-3-Clause
"""Describes what a record of a host's vector instruction set holds: the intrinsics, as expressions.

The records are in a module for each architecture, which has the name of its folder in src/arch/. The kernels that use
the intrinsics are in templates/: vector.c.j2 and those that it imports.
"""

from dataclasses import dataclass

from arch_gen.network import LANE, Exchange, zips


@dataclass(frozen=True)
class Tile:
    """Rows and columns that are transposed in registers at once."""

    rows: int
    cols: int
    exchanges: tuple[Exchange, ...] = ()  # behind zips, in a tile whose pieces of rows are longer than a lane


@dataclass(frozen=True)
class Small:
    """How an index of elements moves a whole tensor, and up to which size.

    Where the permutes are of bytes, each entry is widened to those of the element's bytes, and registers go through a
    buffer. Where there are permutes of each width, with masked loads and stores, ``permutes`` has them: of one register
    and of two, in formats that take an index {i} and registers {v}, {w}.
    """

    macro: str  # of templates/small.j2
    most: tuple[tuple[int, int], ...]  # elements for which plans hold an index, by their bits
    permutes: tuple[tuple[int, tuple[str, str]], ...] = ()  # by element bits
    widen_formats: tuple[tuple[int, str], ...] = ()  # of entries to lanes, by element bits

    @property
    def entries(self) -> int:
        """Entries of an index."""
        return max(elements for _, elements in self.most)

    def widened(self, bits: int, index: str) -> str:
        return dict(self.widen_formats)[bits].format(i=index)

    def permute(self, bits: int, index: str, *registers: str) -> str:
        v, w = registers[0], registers[-1]
        return dict(self.permutes)[bits][len(registers) - 1].format(i=index, v=v, w=w)


def bytes_of(most: int) -> tuple[tuple[int, int], ...]:
    """Returns how many elements of each width ``most`` bytes are."""
    return tuple((bits, most * 8 // bits) for bits in (8, 16, 32, 64))


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
    small: Small | None = None  # how tensors of few elements are moved by an index
    channels: bool = False  # whether it has code of its own for pixels of some channels
    places_first: bool = False  # whether all places of a tile's columns are loaded before the first store
    tile_registers: int = 0  # so many may hold the rows of a tile, if these are not those of one network
    reversed: tuple[int, ...] = ()  # bytes of the units whose order it changes; a narrower set may have more

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
