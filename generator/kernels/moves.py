# SPDX-License-Identifier: BSD-3-Clause
"""The records of everything that a kernel runs.

strategy.py makes them, inventory.py holds them, templates print them as C, and explain and report show them. This
module chooses nothing.
"""

from dataclasses import dataclass
from enum import Enum

from .isa import Tile
from .permutation import Work
from .places import Axis, Plane


class Strategy(Enum):
    """How a kernel moves elements."""

    COPY = "copy"  # copies one contiguous run
    RUNS = "runs"  # the innermost axis stays: contiguous runs are reordered
    TILE = "tile"  # the innermost axis moves: tiles in registers, then the remaining rows and columns
    INTERLEAVE = "interleave"  # two or three channels are interleaved or deinterleaved in groups of pixels
    REVERSE = "reverse"  # the innermost axis stays and is reversed: runs are written from their last element
    STRIDED = "strided"  # element by element along one axis
    BITS = "bits"  # sub-byte elements: single-bit tiles in words
    IN_PLACE = "in-place"  # one buffer: squares, swaps, cycles (in_place.py)
    GENERIC = "generic"  # no kernel: the generic routine of src/move/generic.c


@dataclass(frozen=True)
class Choice:
    """The strategy for a work, and the reason in words."""

    strategy: Strategy
    why: str
    tile: Tile | None = None
    channels: int = 0  # channel count; 0 for other strategies
    words: bool = True  # True: channels move by words; False: by elements


# ---- kernels for any shape ----


@dataclass(frozen=True)
class AnyShape:
    """A kernel for any shape: loops over output axes around one call.

    If ``tile`` is not empty, ``function`` has the loops and calls ``tile`` for each tile.
    """

    function: str
    outer: tuple[int, ...] = ()  # output axes with a loop, outermost first
    inner: int = 0  # output axis that is contiguous in the output
    cols: int | None = None  # output axis that is contiguous in the input; None if it is ``inner``
    along: int | None = None  # output axis that ``function`` itself loops over; None if there is none
    tile: str = ""


# ---- pinned kernels: XOR constant ----


@dataclass(frozen=True)
class Xor:
    """A nonzero constant of ``bits`` bits, the element width."""

    mask: int
    bits: int

    def widened(self, bits: int) -> "Xor":
        """Returns the constant repeated to a wider element."""
        count = bits // self.bits
        return Xor(sum(self.mask << self.bits * number for number in range(count)), bits)

    @property
    def low(self) -> int:
        """The low word of the constant repeated to 64 bits."""
        return self.widened(64).mask & 0xFFFF_FFFF

    @property
    def high(self) -> int:
        return self.widened(64).mask >> 32

    def __str__(self) -> str:
        return f"0x{self.mask:0{max(1, self.bits // 4)}x}"


# ---- pinned kernels: moves ----


class Fit(Enum):
    """The known alignment of a pinned kernel's words: permkern_fit in src/move/permkern_pinned.h."""

    ELEMENTS = "PERMKERN_FIT_ELEMENTS"  # word accesses might trap
    ODD = "PERMKERN_FIT_ODD"  # some strides are not whole words: the target decides
    TESTED = "fit"  # the kernel tests its pointers
    ALIGNED = "PERMKERN_FIT_ALIGNED"


@dataclass(frozen=True)
class Call:
    """A library call. ``source`` and ``target`` are the arguments after the input and output addresses."""

    function: str
    source: tuple[int, ...]
    target: tuple[int, ...]
    fit: Fit | None = None  # an argument too, if the function can move words
    in_first: int = 0  # bytes from a call's lowest element to the element at its address argument
    out_first: int = 0


@dataclass(frozen=True)
class Loop:
    """A loop with its strides in bytes. ``unroll``: the compiler is told to unroll it."""

    extent: int
    in_stride: int
    out_stride: int
    unroll: bool = False


@dataclass(frozen=True)
class BitStep:
    """Exchanges bits under ``mask`` in word ``b`` with bits ``shift`` higher in word ``a``. None: ``b`` is ``a``."""

    a: int
    b: int | None
    shift: int
    mask: int


@dataclass(frozen=True)
class BitTile:
    """A single-bit tile: words that are loaded, exchange bits in steps, and are stored.

    A word has one offset for each of its accesses, lowest bits first. Offsets count from the tile's lowest byte on
    their side; None: nothing is loaded.
    """

    loads: int  # bits per access
    stores: int
    ins: tuple[tuple[int | None, ...], ...]  # bit offsets, by word
    steps: tuple[BitStep, ...]
    turned: int  # if bit p is set, word positions that differ only in bit p exchange their contents before the stores
    outs: tuple[tuple[int, tuple[int | None, ...]], ...]  # words in store order, with byte offsets; None: not stored
    tested: bool = False  # the kernel tests its pointers before word loads
    kept: int = 0  # gap bits in each output byte


@dataclass(frozen=True)
class BitBytes:
    """Bytes that are filled element by element: ``ins`` has the first input bit of each ``bits``-bit element.

    Without ``ins``, the loops' elements fill consecutive bytes, in one row for each step of the first ``around`` loops.
    Input strides are in bits.
    """

    bits: int
    ins: tuple[int, ...] = ()
    around: int = 0
    kept: int = 0  # gap bits in the last byte


@dataclass(frozen=True)
class Part:
    """Loops around a call. ``in_at`` and ``out_at`` are the first addresses, in bytes from the plane's first element.

    ``bits`` replaces the call for sub-byte elements.
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
    """The parts that run if a C condition holds and no earlier variant's does. Empty: always."""

    condition: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Move:
    """A folded work, and how a pinned kernel moves it: a call for each index of the outer axes, in output order."""

    work: Work
    choice: Choice
    outer: tuple[Axis, ...]
    call: Call
    plane: Plane | None = None  # the plane that a call moves; None if the innermost axis stays
    variants: tuple[Variant, ...] = ()  # replace the call, for planes and short reversed runs
    xor: Xor | None = None  # XOR constant, as wide as the work's elements

    @property
    def in_first(self) -> int:
        """Bytes from the input's lowest element to the address of the first call."""
        return self.call.in_first + sum(axis.in_first for axis in self.outer)


@dataclass(frozen=True)
class Guard:
    """A condition: a macro that is not 0, or a library function that finds both pointers aligned."""

    macro: str = ""
    test: str = ""
    bytes: int = 0  # alignment in bytes that the test requires; 0: a word


@dataclass(frozen=True)
class Variants:
    """The moves of a pinned kernel.

    If words of ``best`` may trap, ``needs`` says when ``best`` runs; otherwise ``narrow`` runs. If both have the same
    work, they are one call, with the test result as an argument.
    """

    best: Move
    narrow: Move | None = None
    needs: Guard | None = None

    @property
    def fallback(self) -> Move | None:
        """The other move, if its work differs because elements are not widened."""
        return self.narrow if self.narrow and self.narrow.work != self.best.work else None


# ---- pinned kernels: host vectors ----


@dataclass(frozen=True)
class UnitIndex:
    """A host moves the whole tensor in registers: ``index`` names the input unit for each output unit.

    A unit is an element or a part of one. ``index`` is zero-padded to the longest index.
    """

    function: str
    bits: int  # bits per unit
    units: int
    index: tuple[int, ...]


@dataclass(frozen=True)
class HostAxes:
    """A host vector kernel moves the tensor. Its arguments are the work's axes in output order and the first elements.

    The first elements are ``in_first`` and ``out_first`` bytes after the lowest ones. Backward axes have negative
    strides.
    """

    function: str
    bits: int
    axes: tuple[Axis, ...]
    in_first: int = 0
    out_first: int = 0


Host = UnitIndex | HostAxes
