# SPDX-License-Identifier: BSD-3-Clause
"""Says how the library moves a plane when it runs: what src/move/permkern_way.h decides, in Python.

A plane is the two axes that a transpose moves, out[c][r] = in[r][c]: rows are contiguous in the input, columns in the
output. What code there is for planes is data; the tables in src/vector/ have the same numbers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from . import instruction_sets
from .isa import CHANNELS, TILES
from .layouts import Folded
from .permutation import Shape, Work
from .places import Plane, plane_of


class Way(Enum):
    """How a plane is moved. Numbers are those of the C enumeration permkern_way."""

    ROWS = 0  # lines: each row is read in order and written with a stride
    COLUMNS = 1  # lines: each column is read with a stride and written in order
    SPLIT = 2  # channels that lie side by side in the input become columns
    JOIN = 3  # rows become channels that lie side by side in the output
    TILES = 4  # whole tiles
    TILES_AND_LINES = 5  # whole tiles, and rows or columns that they leave over
    FEW_TILES = 6  # up to four tiles each way, of which the last lie over others in part


@dataclass(frozen=True)
class Ways:
    """What code there is for planes of one element width; permkern_ways in C."""

    bits: int
    tile: int = 0  # rows and columns that a plane must have for tiles, a power of two; 0: there are no tiles
    pixels: int = 0  # pixels that a plane must have for channels
    channels: tuple[int, ...] = ()  # numbers of channels for which there is code
    few: bool = False  # there is code for few tiles that lie over each other, where words may be unaligned


def _are_channels(can: Ways, lines: int, stride: int, pixels: int) -> bool:
    return lines in can.channels and stride == lines * can.bits // 8 and pixels >= can.pixels


def way_of(plane: Plane, can: Ways, *, tiles_fit: bool = True) -> Way:
    """Returns the way of a plane: channels before tiles, tiles before lines, which run along the longer axis.

    ``tiles_fit`` is False if a word of a tile would be misaligned, on a target that traps then.
    """
    if _are_channels(can, plane.cols, plane.row_stride, plane.rows):
        return Way.SPLIT
    if _are_channels(can, plane.rows, plane.col_stride, plane.cols):
        return Way.JOIN
    large = can.tile != 0 and min(plane.rows, plane.cols) >= can.tile
    if large and tiles_fit:
        if plane.rows % can.tile == 0 and plane.cols % can.tile == 0:
            return Way.TILES
        few = can.few and max(plane.rows, plane.cols) <= 4 * can.tile
        return Way.FEW_TILES if few else Way.TILES_AND_LINES
    return Way.COLUMNS if plane.rows >= plane.cols else Way.ROWS


LONG_LINE = 16  # elements after which a longer line saves next to nothing


def plane_pays(way: Way, plane: Plane) -> bool:
    """True if words move planes one after the other; else the generic routine moves lines across several of them."""
    by_lines = way in (Way.ROWS, Way.COLUMNS)
    return plane.rows + plane.cols >= (2 * LONG_LINE if by_lines else 15 if plane.bits <= 16 else 24)


# Planes by words: src/move/.
WORDS = {bits: Ways(bits, tile=tile.rows, channels=CHANNELS, few=tile.lanes > 1) for bits, tile in TILES.items()}

# Profile size has tiles alone, of a word of each of four rows, and gives all else to its generic routine. So it does
# with fewer elements (src/move/generic.c).
FEW_FOR_TILES = 64

# Helium: interleaving loads and stores for channels; blocks of bytes, as many rows and columns as a register has lanes.
# Gathers and scatters move all else, an element a cycle.
MVE = {
    8: Ways(8, tile=16, pixels=16, channels=(2, 4, 8, 16)),
    16: Ways(16, pixels=8, channels=(2, 4, 8, 16)),
    32: Ways(32, pixels=4, channels=(2, 4)),
}

# RISC-V V: lines alone, several at once.
RVV = {bits: Ways(bits) for bits in instruction_sets.RVV.widths}

# By name of an instruction set, then by element bits; where a set has no planes of a width, words move them.
WAYS: dict[str, dict[int, Ways]] = {
    "portable": WORDS,
    instruction_sets.MVE.name: WORDS | MVE,
    instruction_sets.RVV.name: WORDS | RVV,
}

# ---- runs that are reversed ----


SHORT_RUN = 16  # elements of a reversed run, up to which lines of another axis take less


def turned_bytes(folded: Folded, *, on_host: bool) -> int:
    """
    Returns the bytes of what changes its order along a run: an element, or a pixel of three bytes. 0: nothing does, or
    a run that is short. As permkern_reverses in src/move/permkern_way.h.
    """
    size, last = folded.bits // 8, folded.axes[-1]
    pixel = len(folded.axes) > 1 and last.in_stride == last.out_stride == size and last.extent * size == 3
    along = folded.axes[-2] if pixel else last
    turned = 3 if pixel else size
    is_long = on_host or len(folded.axes) == 1 or pixel or along.extent > SHORT_RUN
    return turned if is_long and (along.in_stride, along.out_stride) == (-turned, turned) else 0


# ---- the generic routine of profile speed ----


@dataclass(frozen=True)
class Inner:
    """Two axes of the output that the generic routine moves at once, at each place of the others."""

    axes: tuple[int, int]  # twice the same: the work has one axis
    plane: bool  # columns, then rows of a plane; otherwise the second is the axis of lines or runs
    runs: bool = False  # whether it is one of runs


def _longest_but(extents: Shape, but: int) -> int:
    """Returns the longest axis but one, of several the innermost: of those that are long enough for lines, too."""
    axes = [axis for axis in range(len(extents)) if axis != but] or [but]
    return max(axes, key=lambda axis: (min(extents[axis], LONG_LINE), axis))


def inner_axes(folded: Folded, *, has_plane: bool, tiles_fit: bool = True) -> Inner:
    """Returns what the generic routine moves at once.

    ``has_plane``: the set has a kernel for planes of this width. ``tiles_fit``: as for way_of.
    """
    axes, size, last = folded.axes, folded.bits // 8, len(folded.axes) - 1
    runs = axes[last].in_stride == axes[last].out_stride == size
    col = min(axes, key=lambda axis: abs(axis.in_stride))
    by_planes = has_plane and not runs and folded.has_neighbours and col is not axes[last]
    if by_planes:
        plane = plane_of(axes, folded.bits)
        if plane_pays(way_of(plane, WORDS[folded.bits], tiles_fit=tiles_fit), plane):
            return Inner((col.number, last), plane=True)
    extents = tuple(axis.extent for axis in axes)
    line = last if runs else _longest_but(extents, len(axes))
    return Inner((_longest_but(extents, line), line), plane=False, runs=runs)


# ---- the ways of one plane on all cores ----


@dataclass(frozen=True)
class CoreWay:
    """A way, and the cores on which a plane goes this way. None: the generic routine moves the whole work."""

    way: Way | None
    cores: tuple[str, ...]


INDEX_ROOM = 64  # the most entries that PERMKERN_INDEX_ROOM of src/base/permkern_plan.h leaves room for anywhere


def index_unit(work: Work) -> int | None:
    """Returns the bytes of a unit of which an index moves the work, as src/vector/small.c does; None: it is too large.

    They are as few as the index has entries for, and at most an element's: AVX-512 has permutes of 1, 2 and 4 bytes.
    """
    size = work.bits // 8
    return next((unit for unit in (1, 2, 4) if unit <= size and work.elements * size <= INDEX_ROOM * unit), None)


# The last: words of a tile would be misaligned, on a core that traps then.
BY_WORDS, ALL_CORES, TRAPPING = "words", "any core", "words that would trap"


def _grouped(found: Iterable[tuple[str, Way | None]]) -> tuple[CoreWay, ...]:
    """Joins cores of the same way, which are in the order of the first core of each way."""
    cores: dict[Way | None, list[str]] = {}
    for core, way in found:
        cores.setdefault(way, []).append(core)
    return tuple(CoreWay(way, tuple(names)) for way, names in cores.items())


def _firmware(plane: Plane) -> list[tuple[str, Way]]:
    able = [isa.name for isa in instruction_sets.FIRMWARE if plane.bits in isa.widths]
    return [(name, way_of(plane, WAYS[name][plane.bits])) for name in able]


def firmware_ways(plane: Plane) -> tuple[CoreWay, ...]:
    """Returns the ways of a plane on cores with vectors of firmware. These do without words, so no word traps."""
    return _grouped(_firmware(plane))


def all_ways(folded: Folded, *, small: bool) -> tuple[CoreWay, ...]:
    """Returns how words and vectors of firmware move the planes of a folded work. ``small``: profile size."""
    plane, bits = plane_of(folded.axes, folded.bits), folded.bits
    if small:
        rows, cols = TILES[bits].rows, TILES[bits].lanes
        if plane.rows < rows or plane.cols < cols or folded.work.elements < FEW_FOR_TILES:
            return (CoreWay(None, (ALL_CORES,)),)
        way = Way.TILES if plane.rows % rows == plane.cols % cols == 0 else Way.TILES_AND_LINES
        return CoreWay(way, (ALL_CORES,)), CoreWay(None, (TRAPPING,))

    def by_words(*, fit: bool) -> Way | None:
        way = way_of(plane, WORDS[bits], tiles_fit=fit)
        return way if len(folded.axes) == 2 or plane_pays(way, plane) else None

    words: list[tuple[str, Way | None]] = [(BY_WORDS, by_words(fit=True))]
    trapping = by_words(fit=False)
    if TILES[bits].lanes > 1 and trapping is not words[0][1]:  # other elements are no parts of words, and never trap
        words.append((TRAPPING, trapping))
    return _grouped([*words, *_firmware(plane)])
