# SPDX-License-Identifier: BSD-3-Clause
"""The record of everything that a kernel runs.

strategy.py fills it in, inventory.py holds it, pinned_text.py and views.py write it as C, and explain and
report show it. Nothing in this module chooses.
"""

from dataclasses import dataclass
from enum import Enum

from .isa import Tile
from .permutation import Work
from .places import Along, Axis, Plane, Span


class Strategy(Enum):
    """How a kernel moves elements."""

    COPY = "copy"  # one contiguous run is copied
    RUNS = "runs"  # the innermost axis stays innermost: contiguous runs change places
    TILE = "tile"  # the innermost axis moves: tiles in registers, then the rows and columns that are left
    INTERLEAVE = "interleave"  # two or three channels are interleaved or deinterleaved in groups of pixels
    REVERSE = "reverse"  # the innermost axis stays innermost and is reversed: runs are written from their last element
    STRIDED = "strided"  # element by element along one axis
    IN_PLACE = "in-place"  # one buffer: squares, exchanges, cycles (in_place.py)
    GENERIC = "generic"  # no kernel: the generic routine of src/move/generic.c


@dataclass(frozen=True)
class Choice:
    """The strategy for a work, and the reason for it in words."""

    strategy: Strategy
    why: str
    tile: Tile | None = None
    pairs: Tile | None = None  # used where the core has registers for two words of a line
    channels: int = 0  # interleaved channels; 0 if the strategy is another
    words: bool = True  # whether interleaved channels are moved as words, not element by element


# ---- kernels for any shape ----


@dataclass(frozen=True)
class AnyShape:
    """What a kernel for any shape runs: loops over output axes around one call.

    If ``tile`` is not empty, ``function`` has the loops itself, and calls the function ``tile`` for each tile.
    """

    function: str
    outer: tuple[int, ...] = ()  # output axes that have a loop, outermost first
    inner: int = 0  # the output axis that is contiguous in the output
    cols: int | None = None  # the output axis that is contiguous in the input; None if it is ``inner``
    along: int | None = None  # the output axis that ``function`` has the loop over; None if it has none
    tile: str = ""


# ---- kernels for one shape: a constant that elements are exclusive-ored with ----


@dataclass(frozen=True)
class Xor:
    """A constant of ``bits`` bits, the width of an element. It is not 0."""

    mask: int
    bits: int

    def widened(self, bits: int) -> "Xor":
        """Returns the constant repeated to a wider element."""
        count = bits // self.bits
        return Xor(sum(self.mask << self.bits * number for number in range(count)), bits)

    @property
    def low(self) -> int:
        """The lower of the words of the constant repeated to 64 bits."""
        return self.widened(64).mask & 0xFFFF_FFFF

    @property
    def high(self) -> int:
        return self.widened(64).mask >> 32

    def __str__(self) -> str:
        return f"0x{self.mask:0{self.bits // 4}x}"


@dataclass(frozen=True)
class Pass:
    """The whole output, of so many bytes, is exclusive-ored in place by one call."""

    function: str
    bytes: int


# ---- kernels for one shape: the parts of a move ----


@dataclass(frozen=True)
class Run:
    """Elements that are neighbours on both sides, copied by one call."""

    function: str
    bytes: int


@dataclass(frozen=True)
class Block:
    """Bytes of a run that one call copies, which knows how many they are."""

    function: str
    offset: int


@dataclass(frozen=True)
class Access:
    """An element or word of a run: one load, one store, at the same offset on both sides."""

    bits: int
    offset: int

    @property
    def load(self) -> str:
        return f"permkern_load{self.bits}"

    @property
    def store(self) -> str:
        return f"permkern_store{self.bits}"


@dataclass(frozen=True)
class ShortRun:
    """A run of a known length: blocks, then accesses. Of these, up to ``together`` are loaded before they are stored.

    Accesses may overlap, and none leaves the run. ``align`` is what every run's address is known to be a multiple of; 0
    if nothing is known, and words may be misaligned or were tested.
    """

    bytes: int
    blocks: tuple[Block, ...]
    accesses: tuple[Access, ...]
    together: int
    align: int

    @property
    def functions(self) -> tuple[str, ...]:
        loads_and_stores = (name for access in self.accesses for name in (access.load, access.store))
        return (*(block.function for block in self.blocks), *loads_and_stores)


@dataclass(frozen=True)
class Reverse:
    """Elements that are neighbours on both sides, in opposite order: one call that takes the lowest address of each."""

    function: str
    count: int


@dataclass(frozen=True)
class ReversedRuns:
    """Short reversed runs of one loop's step: for each element its offsets on both sides, a load and a store."""

    bits: int
    places: tuple[tuple[int, int], ...]

    @property
    def load(self) -> str:
        return f"permkern_load{self.bits}"

    @property
    def store(self) -> str:
        return f"permkern_store{self.bits}"


@dataclass(frozen=True)
class VectorPlane:
    """A whole plane, moved by one call of the target's vector instructions."""

    function: str
    plane: Plane


@dataclass(frozen=True)
class Tiles:
    """A rectangle of whole tiles in a loop over rows, one over columns, or both.

    The steps of ``rows`` and ``cols`` say how much of each direction the body of the loops moves, tile by tile.
    """

    function: str
    tile: Tile
    rows: Span
    cols: Span
    inner: Along  # the direction of the innermost loop


@dataclass(frozen=True)
class FarTiles:
    """A rectangle of whole tiles from the plane's first element on, all moved by one routine of the library."""

    function: str
    tile: Tile
    rows: int
    cols: int


@dataclass(frozen=True)
class Lines:
    """Rows (read in order) or columns (written in order), each moved element by element."""

    function: str
    of: Along
    span: Span
    count: int  # elements of each line, from the plane's first row or column on


@dataclass(frozen=True)
class Groups:
    """Pixels whose channels are taken apart into planes, or put together, several pixels by each call."""

    function: str
    channels: int
    apart: bool
    group: int  # pixels that one call moves
    pixels: Span


@dataclass(frozen=True)
class Elements:
    """A rectangle of elements, moved one by one: as many as the steps of ``rows`` and ``cols`` say in a loop's body.

    Their places are constants, so that each takes a load and a store. Where ``four`` is not empty, that function moves
    four at once, which follow each other ``along`` the rows or the columns, and loads and stores what that leaves.
    """

    load: str
    store: str
    rows: Span
    cols: Span
    four: str = ""
    along: Along = Along.ROWS

    @property
    def functions(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.four, self.load, self.store)))


Part = Run | ShortRun | Reverse | ReversedRuns | VectorPlane | Tiles | FarTiles | Lines | Groups | Elements


@dataclass(frozen=True)
class Guard:
    """When code runs: where a macro is not 0, where a function of the library finds both pointers aligned, or both."""

    macro: str = ""
    test: str = ""


@dataclass(frozen=True)
class Nest:
    """Loops over the outer axes in output order. For each place, the parts run one after the other.

    ``xor`` is the constant that elements are exclusive-ored with: by the parts, or by ``behind`` when all is moved.
    """

    outer: tuple[Axis, ...]
    parts: tuple[Part, ...]
    guard: Guard | None = None
    xor: Xor | None = None
    behind: Pass | None = None

    @property
    def in_first(self) -> int:
        """Bytes from the input's lowest element to the lowest one of the loops' first step."""
        return sum(axis.in_first for axis in self.outer)


@dataclass(frozen=True)
class Move:
    """A folded work, and how a pinned kernel moves it: by the first nest whose guard holds. The last one has none."""

    work: Work
    choice: Choice
    plane: Plane | None  # None if the innermost axis stays
    nests: tuple[Nest, ...]

    @property
    def xor(self) -> Xor | None:
        """The constant that elements are exclusive-ored with, as wide as the work's."""
        return self.nests[-1].xor

    @property
    def functions(self) -> tuple[str, ...]:
        """The functions of the library that the code calls, each once, in the order of the nests."""
        found: list[str] = []
        for nest in self.nests:
            if nest.guard and nest.guard.test:
                found.append(nest.guard.test)
            for part in nest.parts:
                if isinstance(part, ShortRun | Elements):
                    found += part.functions
                elif isinstance(part, ReversedRuns):
                    found += [part.load, part.store]
                else:
                    found.append(part.function)
            if nest.behind:
                found.append(nest.behind.function)
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class Variants:
    """The moves of a pinned kernel.

    Where ``best`` may do accesses that trap, ``needs`` says when it runs, and ``narrow`` is what runs otherwise.
    """

    best: Move
    narrow: Move | None = None
    needs: Guard | None = None

    @property
    def macros(self) -> tuple[str, str]:
        """What the preprocessor asks before it compiles ``best``, and ``narrow``; empty if both are compiled."""
        macro = self.needs.macro if self.needs else ""
        return (macro, f"!{macro}") if macro else ("", "")


# ---- kernels for one shape: vectors of hosts ----


@dataclass(frozen=True)
class UnitIndex:
    """A host moves the whole tensor in registers: each unit of the output comes from the one that ``index`` names.

    A unit is an element or a part of one. ``index`` is padded with zeros to the most entries that an index has.
    """

    function: str
    bits: int  # of a unit
    units: int
    index: tuple[int, ...]


@dataclass(frozen=True)
class HostAxes:
    """A host's vector kernel moves the tensor. It takes the axes of the work, in output order, and its first elements.

    These are ``in_first`` and ``out_first`` bytes behind the lowest ones. An axis that runs backwards has a negative
    stride.
    """

    function: str
    bits: int
    axes: tuple[Axis, ...]
    plane: Plane | None  # None if the innermost axis stays
    extents: tuple[int, int]  # of the plane's rows and columns, with the axes that join them
    in_first: int = 0
    out_first: int = 0


Host = UnitIndex | HostAxes
