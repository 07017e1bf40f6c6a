# SPDX-License-Identifier: BSD-3-Clause
"""Prepares what templates/vector*.j2 need to know of a set: numbers, networks, and which header has what."""

from dataclasses import dataclass, replace

from permkern.permutation import WIDTHS
from permkern.ways import WAYS

from arch_gen.groups import grouped
from arch_gen.hosts import Tile, VectorIsa
from arch_gen.network import LANE, Network
from arch_gen.small_views import SmallView, log2, small_view


def _include_guard(isa: VectorIsa, part: str) -> str:
    return f"PERMKERN_{isa.name}_{part}_H".upper()


@dataclass(frozen=True)
class Strip:
    """A kernel for a fixed number of rows, in tiles of ``cols`` columns."""

    bits: int
    rows: int
    cols: int
    stream: bool  # whether it stores past the caches
    network: Network
    together: int  # rows of a column that are stored at once

    @property
    def kernel(self) -> str:
        """Its name without the set's."""
        return f"x{self.bits}_{'stream' if self.stream else 'strip'}_{self.rows}x{self.cols}"

    @property
    def size(self) -> int:
        return self.bits // 8

    @property
    def repeats(self) -> bool:
        """
        Whether columns may be several tiles: those of a lane or more are. Of a smaller tile one at most follows the
        larger ones, moved back so that it ends where the plane does (src/host_plane.c).
        """
        return self.cols * self.size >= LANE


@dataclass(frozen=True)
class Width:
    """Of an initialiser of permkern_vector_width, whose strips are indexed by log2 of rows and columns, less 1."""

    bits: int
    # By the index of their rows, then by that of their columns.
    strips: tuple[tuple[int, tuple[tuple[int, Strip], ...]], ...]
    stream: Strip | None
    channels: tuple[int, ...]  # for which there is code of the set's own
    all_channels: tuple[int, ...]  # for which the set or a narrower one has code
    pixels: int  # that a plane of channels must have
    least_rows: int  # of a plane that tiles move; 0: there are no tiles
    least_cols: int
    most: Tile
    wide: Tile  # the tile with the most columns, or `most`
    small_most: int  # the most elements for which plans have an index; 0: none

    @property
    def shift(self) -> int:
        return WIDTHS.index(self.bits)

    @property
    def numbers(self) -> tuple[tuple[str, int], ...]:
        """Returns members that hold numbers: log2 of a tile's rows or columns, then limits of planes."""
        return (
            ("most_rows", log2(self.most.rows)),
            ("most_cols", log2(self.most.cols)),
            ("wide_rows", log2(self.wide.rows)),
            ("wide_cols", log2(self.wide.cols)),
            ("least_rows", self.least_rows),
            ("least_cols", self.least_cols),
            ("pixels", self.pixels),
        )

    @property
    def channel_macros(self) -> tuple[str, ...]:
        return tuple(f"PERMKERN_CHANNELS_{n}" for n in self.all_channels)


@dataclass(frozen=True)
class TilesView:
    """A header with tiles of a width."""

    isa: VectorIsa
    bits: int
    strips: tuple[Strip, ...]

    @property
    def part(self) -> str:
        """What its name says."""
        return f"tiles{self.bits}" + (f"_cols{self.strips[0].cols}" if self.bits < 32 else "")

    @property
    def cols(self) -> str:
        counts = [str(cols) for cols in sorted({strip.cols for strip in self.strips}, reverse=True)]
        return " and ".join(filter(None, (", ".join(counts[:-1]), counts[-1])))

    @property
    def guard(self) -> str:
        return _include_guard(self.isa, self.part)


@dataclass(frozen=True)
class VectorView:
    isa: VectorIsa
    guard: str
    tiles: tuple[TilesView, ...]
    widths: tuple[Width, ...]
    small: SmallView | None

    @property
    def headers(self) -> tuple[str, ...]:
        parts = [header.part for header in self.tiles]
        parts += [self.small.part] if self.small else []
        return tuple(sorted(f"permkern_{self.isa.name}_{part}.h" for part in parts))

    @property
    def short_copy(self) -> str:
        return f"permkern_{self.isa.narrower}.copy" if self.isa.narrower else "permkern_vector_copy_short"

    @property
    def narrower(self) -> str:
        return f"&permkern_{self.isa.narrower}" if self.isa.narrower else "NULL"


def _strip(isa: VectorIsa, bits: int, tile: Tile, *, stream: bool = False) -> Strip:
    together = tile.rows if isa.lanes > 1 else min(tile.rows, LANE * 8 // bits)
    exchanges = isa.exchanges(bits, replace(tile, rows=together))
    made = grouped(bits // 8, tile.rows, tile.cols, isa.bytes, exchanges, together)
    return Strip(bits, tile.rows, tile.cols, stream, made, together)


def _stream(isa: VectorIsa, bits: int) -> Strip | None:
    """Returns the largest tile of lanes once more, with stores past the caches, where the set has them."""
    return _strip(isa, bits, isa.most(bits), stream=True) if isa.stream_format else None


def strips(isa: VectorIsa, bits: int) -> tuple[Strip, ...]:
    stream = _stream(isa, bits)
    return tuple(_strip(isa, bits, tile) for tile in isa.tiles_of(bits)) + ((stream,) if stream else ())


def _own_channels(isa: VectorIsa, bits: int) -> tuple[int, ...]:
    return WAYS[isa.name][bits].channels if isa.channels else ()


def _width(isa: VectorIsa, bits: int) -> Width:
    can = WAYS[isa.name][bits]
    found = [strip for strip in strips(isa, bits) if not strip.stream]
    rows = sorted({strip.rows for strip in found})
    return Width(
        bits=bits,
        strips=tuple((log2(r) - 1, tuple(sorted((log2(s.cols) - 1, s) for s in found if s.rows == r))) for r in rows),
        stream=_stream(isa, bits),
        channels=_own_channels(isa, bits),
        all_channels=can.channels,
        pixels=can.pixels,
        least_rows=can.least_rows,
        least_cols=can.least_cols,
        most=isa.most(bits),
        wide=dict(isa.wide).get(bits, isa.most(bits)),
        small_most=dict(isa.small.most)[bits] if isa.small else 0,
    )


def _tiles(isa: VectorIsa, bits: int) -> tuple[TilesView, ...]:
    """Returns the headers of a width. Tiles of bytes, and large ones, are too many for one; few columns share one."""
    halves = ({16}, {8}, {4, 2}) if isa.tile_registers else ({16}, {8, 4, 2})
    columns = {8: ({32}, {16}, {8}, {4, 2}), 16: halves}.get(bits, ({8, 4, 2},))
    made = (tuple(strip for strip in strips(isa, bits) if strip.cols in together) for together in columns)
    return tuple(TilesView(isa, bits, strips) for strips in made if strips)


def vector_view(isa: VectorIsa, guard: str) -> VectorView:
    return VectorView(
        isa=isa,
        guard=guard,
        tiles=tuple(header for bits in WIDTHS for header in _tiles(isa, bits)),
        widths=tuple(_width(isa, bits) for bits in WIDTHS),
        small=small_view(isa),
    )
