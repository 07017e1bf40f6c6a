# SPDX-License-Identifier: BSD-3-Clause
"""The record of everything that a kernel runs.

strategy.py fills it in, inventory.py holds it, the templates write it as C, and explain and report show it. Nothing in
this module chooses.
"""

from dataclasses import dataclass
from enum import Enum

from .isa import Tile
from .permutation import Work
from .places import Axis, Plane


class Strategy(Enum):
    """How a kernel moves elements."""

    COPY = "copy"  # one contiguous run is copied
    RUNS = "runs"  # the innermost axis stays innermost: contiguous runs change places
    TILE = "tile"  # the innermost axis moves: tiles in registers, then the rows and columns that are left
    INTERLEAVE = "interleave"  # two or three channels are interleaved or deinterleaved in groups of pixels
    REVERSE = "reverse"  # the innermost axis stays innermost and is reversed: runs are written from their last element
    STRIDED = "strided"  # element by element along one axis
    BITS = "bits"  # elements share bytes: tiles of single bits in words
    IN_PLACE = "in-place"  # one buffer: squares, exchanges, cycles (in_place.py)
    GENERIC = "generic"  # no kernel: the generic routine of src/move/generic.c


@dataclass(frozen=True)
class Choice:
    """The strategy for a work, and the reason for it in words."""

    strategy: Strategy
    why: str
    tile: Tile | None = None
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
        return f"0x{self.mask:0{max(1, self.bits // 4)}x}"


# ---- kernels for one shape ----


class Fit(Enum):
    """What is known of a pinned kernel's words when it is written: permkern_fit of src/move/permkern_pinned.h in C."""

    ELEMENTS = "PERMKERN_FIT_ELEMENTS"  # they might trap
    ODD = "PERMKERN_FIT_ODD"  # not all strides are whole words: the target decides
    TESTED = "fit"  # pointers are tested when the kernel runs
    ALIGNED = "PERMKERN_FIT_ALIGNED"


@dataclass(frozen=True)
class Call:
    """A call of the library: numbers that follow the input's address, and those that follow the output's."""

    function: str
    source: tuple[int, ...]
    target: tuple[int, ...]
    fit: Fit | None = None  # passed on, if the function can move words
    in_first: int = 0  # bytes from the lowest element that one call moves to the one whose address it takes
    out_first: int = 0


@dataclass(frozen=True)
class Loop:
    """Steps in bytes on both sides. A compiler unrolls the loop if it is told so."""

    extent: int
    in_stride: int
    out_stride: int
    unroll: bool = False


@dataclass(frozen=True)
class BitStep:
    """Exchanges bits of word ``a``, ``shift`` above those of the mask, with bits of ``b`` in it; None: of ``a``."""

    a: int
    b: int | None
    shift: int
    mask: int


@dataclass(frozen=True)
class BitTile:
    """A tile of single bits: words that are loaded, exchange bits step by step, and are stored.

    An offset is from the tile's lowest byte on its side. A word has one for each of its accesses, lowest bits first;
    None: nothing is loaded.
    """

    loads: int  # bits of an access
    stores: int
    ins: tuple[tuple[int | None, ...], ...]  # by word, in bits
    steps: tuple[BitStep, ...]
    turned: int  # bit p: places in words that differ in bit p alone change their contents before the words are stored
    outs: tuple[tuple[int, tuple[int | None, ...]], ...]  # words in the order of the stores, bytes; None: not stored
    tested: bool = False  # whether the kernel tests pointers before it loads words
    kept: int = 0  # the bits of each byte of the output that are in a gap


@dataclass(frozen=True)
class BitBytes:
    """Bytes whose elements of ``bits`` bits come one by one: ``ins`` has the first bit of each.

    Without ``ins``, the loops' elements themselves fill bytes in a row: a row for each step of the first ``around``
    loops. Strides of the input are in bits here.
    """

    bits: int
    ins: tuple[int, ...] = ()
    around: int = 0
    kept: int = 0  # the bits of the last byte that are in a gap


@dataclass(frozen=True)
class Part:
    """Loops around a call, whose addresses begin so many bytes from the first element of a plane.

    ``bits``: what is there in place of the call, for elements that share bytes.
    """

    loops: tuple[Loop, ...]
    function: str = ""
    source: tuple[int, ...] = ()
    target: tuple[int, ...] = ()
    in_at: int = 0
    out_at: int = 0
    bits: BitTile | BitBytes | None = None


@dataclass(frozen=True)
class Variant:
    """What runs if a condition of C holds, and that of no variant before it. Empty: always."""

    condition: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Move:
    """A folded work, and how a pinned kernel moves it: by a call for each place of the outer axes, in output order."""

    work: Work
    choice: Choice
    outer: tuple[Axis, ...]
    call: Call
    plane: Plane | None = None  # what a call moves; None if the innermost axis stays
    variants: tuple[Variant, ...] = ()  # what a plane, or short reversed runs, have in place of the call
    xor: Xor | None = None  # what elements are exclusive-ored with, as wide as the work's

    @property
    def in_first(self) -> int:
        """Bytes from the input's lowest element to the address that the first call takes."""
        return self.call.in_first + sum(axis.in_first for axis in self.outer)


@dataclass(frozen=True)
class Guard:
    """When code runs: where a macro is not 0, or where a function of the library finds both pointers aligned."""

    macro: str = ""
    test: str = ""
    bytes: int = 0  # that the test is told to find them aligned to; 0: words


@dataclass(frozen=True)
class Variants:
    """The moves of a pinned kernel.

    Where words of ``best`` may trap, ``needs`` says when it runs, and ``narrow`` is what runs otherwise. Of the same
    work, that is the same call, which gets the answer.
    """

    best: Move
    narrow: Move | None = None
    needs: Guard | None = None

    @property
    def fallback(self) -> Move | None:
        """What is moved otherwise, if that is another work: one whose elements are not widened."""
        return self.narrow if self.narrow and self.narrow.work != self.best.work else None


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
    in_first: int = 0
    out_first: int = 0


Host = UnitIndex | HostAxes
