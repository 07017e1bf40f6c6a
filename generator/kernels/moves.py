# SPDX-License-Identifier: BSD-3-Clause
"""Records of each kernel's code: loops, calls, conditions.

strategy.py makes the records, inventory.py collects them, templates print them as C, explain and report show them.
This module chooses nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from .isa import Tile
from .permutation import Work
from .places import Axis


class Strategy(Enum):
    """How a kernel moves elements."""

    COPY = "copy"  # copies one contiguous run
    RUNS = "runs"  # the innermost axis stays: contiguous runs are reordered
    TILE = "tile"  # the innermost axis moves: tiles in registers, then the remaining rows and columns
    INTERLEAVE = "interleave"  # two or three channels are interleaved or deinterleaved in groups of pixels
    REVERSE = "reverse"  # the innermost axis stays and is reversed: the elements of each run change order
    VECTORS = "vectors"  # the innermost axis moves, by vectors of firmware or AArch64
    STRIDED = "strided"  # element by element along one axis
    WORDS = "words"  # a few bytes change places in words, again and again
    BITS = "bits"  # sub-byte elements: single-bit tiles in words
    IN_PLACE = "in-place"  # one buffer: squares, swaps, cycles (in_place.py)
    GENERIC = "generic"  # no kernel: the generic routine of src/move/generic.c


@dataclass(frozen=True)
class Choice:
    """The strategy for a work, and the reason in words."""

    strategy: Strategy
    why: str
    tile: Tile | None = None
    channels: int = 0  # channel count; 0 unless the strategy is INTERLEAVE
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


class Fact(Enum):
    """A condition of a variant: a target macro is 1 (after "!": 0), or a function accepts both pointers."""

    UNALIGNED = "PERMKERN_UNALIGNED"
    STRIPS = "PERMKERN_STRIPS"
    REGISTERS = "!PERMKERN_FEW_REGISTERS"
    WORD_TILES = "PERMKERN_WORD_TILES"
    CHANNELS2 = "PERMKERN_WORD_CHANNELS2"
    CHANNELS3 = "PERMKERN_WORD_CHANNELS3"
    WORDS_FIT = "permkern_words_fit"
    WIDE_FIT = "permkern_wide_fit"
    LDM_PAYS = "PERMKERN_LDM_PAYS"
    RBIT = "PERMKERN_RBIT"
    SHIFTS = "PERMKERN_SCALING"
    TURNS = "PERMKERN_TURNS"
    MVE = "PERMKERN_MVE"
    NO_RVV = "!PERMKERN_RVV"

    def given(self, known: Mapping[str, int | None]) -> "Fact | bool":
        """Returns whether the fact holds, or the fact that is left if an unknown macro or the pointers decide."""
        macro = self.value.lstrip("!")
        if self is Fact.WORDS_FIT and Fact.UNALIGNED.value in known:
            return bool(known[Fact.UNALIGNED.value]) or self
        if self is Fact.WIDE_FIT and known.get("PERMKERN_WIDE_ANYWHERE") and known.get("PERMKERN_WIDE_ANYWHERE64"):
            return True
        return (macro == self.value) == bool(known[macro]) if macro in known else self


class Fit(Enum):
    """How a pinned kernel may access words."""

    ELEMENTS = "elements"  # word accesses might trap
    ODD = "odd"  # some strides are not whole words: words only if the target allows unaligned ones
    TESTED = "tested"  # the kernel tests its pointers
    ALIGNED = "aligned"


STRIP = "strip"  # name of a loop around strips of another loop (blocks.py)


@dataclass(frozen=True)
class Loop:
    """A C loop over ``end`` items, ``step`` at a time, with an item's strides in bytes.

    ``unroll``: the generated C asks the compiler to unroll the loop. ``whole``: the items of all strips, if the loop is
    for one strip of ``end`` items, or fewer at the end (blocks.py). It counts from the strip's start if the loop over
    strips has no strides.
    """

    name: str
    end: int
    in_stride: int
    out_stride: int
    step: int = 1
    unroll: bool = False
    whole: int = 0
    start: str = "0"

    @property
    def bound(self) -> str:
        """The C expression that the loop's variable stays below."""
        rest, within = self.whole % self.end, f"{self.start} + {self.end}".removeprefix("0 + ")
        end = self.whole if self.start == STRIP else rest
        return f"({STRIP} == {self.whole - rest} ? {end} : {within})" if rest else within

    @property
    def extent(self) -> int:
        """The number of iterations."""
        return -(-self.end // self.step)


def loop_over(axis: Axis) -> Loop:
    """Returns the loop over a work's axis."""
    return Loop(f"i{axis.number}", axis.extent, axis.in_stride, axis.out_stride)


@dataclass(frozen=True)
class BitLoop:
    """An unrolled loop over words of a tile, which are loaded or stored lane by lane.

    at: the offset of each word's first lane. lanes: the first bit in the word, and the offset from the first lane.
    """

    words: tuple[int, ...]
    at: tuple[int, ...]
    lanes: tuple[tuple[int, int], ...]

    @property
    def loop(self) -> Loop:
        return Loop("k", len(self.at), 0, 0, unroll=True)


@dataclass(frozen=True)
class BitStep:
    """A call of the function ``permkern_bits_<kind>`` with a tile's words. halves: calls of permkern_swap16."""

    kind: str
    far: int = 0
    shift: int = 0
    mask: int = 0

    def firsts(self, words: int) -> list[int]:
        """Returns the first word of each pair in a tile."""
        return [word for word in range(words) if not word & self.far]


@dataclass(frozen=True)
class BitTile:
    """A single-bit tile: words that are loaded, exchange bits in steps, and are stored."""

    loads: int  # bits per access
    stores: int
    words: int
    ins: tuple[BitLoop, ...]  # with offsets in bits if ``split``
    steps: tuple[BitStep, ...]
    outs: tuple[BitLoop, ...]
    back: bool  # the bytes of each word are stored in reverse order
    kept: int  # gap bits in each store
    split: bool  # loads start inside bytes
    aligned: bool = False  # both arrays are word-aligned


@dataclass(frozen=True)
class BitBytes:
    """Bytes that are filled element by element: ``ins`` has the first input bit of each ``bits``-bit element.

    Without ``ins``, the loops' elements fill consecutive bytes, in one row for each step of the first ``around`` loops.
    Input strides are in bits.
    """

    bits: int
    ins: tuple[int, ...] = ()
    around: int = 0
    at: int = 0  # the first element's bit in the first byte
    kept: int = 0  # gap bits; of a row: in its last byte


class Turn(Enum):
    """An exchange of a loaded word's bytes, and its name in C."""

    NONE = "w"
    WORD = "t"  # all bytes are reversed
    HALVES = "h"  # the bytes of each half are exchanged

    def place(self, byte: int) -> int:
        """Returns where a byte is after the exchange."""
        return byte ^ {Turn.NONE: 0, Turn.WORD: 3, Turn.HALVES: 1}[self]


@dataclass(frozen=True)
class WordTerm:
    """A loaded word after an exchange of bytes, shifted right, masked, shifted left. A mask of 0 means no mask."""

    word: int
    turn: Turn
    right: int = 0
    mask: int = 0
    left: int = 0

    @property
    def name(self) -> str:
        return f"{self.turn.value}{self.word}"


@dataclass(frozen=True)
class WordStore:
    """A stored word: its byte offset, and the terms that it joins."""

    at: int
    terms: tuple[WordTerm, ...]


@dataclass(frozen=True)
class WordTile:
    """Words that are loaded at byte offsets ``loads``, and words that are stored."""

    loads: tuple[int, ...]
    stores: tuple[WordStore, ...]
    aligned: bool = False  # both arrays are word-aligned, so compilers may access two words at a time

    @property
    def turned(self) -> tuple[WordTerm, ...]:
        """A term for each word whose bytes are exchanged."""
        terms = (term for store in self.stores for term in store.terms if term.turn is not Turn.NONE)
        return tuple({term.name: term for term in terms}.values())

    @property
    def operations(self) -> int:
        """The instructions, if shifts are instructions of their own."""
        terms = [term for store in self.stores for term in store.terms]
        steps = sum((term.right > 0) + (term.mask > 0) + (term.left > 0) for term in terms)
        return len(self.loads) + len(self.turned) + len(terms) + steps


class Family(Enum):
    """The function that a part calls. Values: macro and kind in families.j2. Comments: the moved thing, Part.sizes."""

    MOVE = "elements move"  # one element
    TURN = "elements turn_word"  # a word whose elements are reversed
    LINE = "elements line"  # a line: elements
    DOWN = "elements down"  # four columns: rows
    ACROSS = "elements across"  # four rows: columns
    TILE = "tile tile"  # a tile: rows, columns
    SPLIT = "channels split"  # pixels that fill a word in each plane: channels
    JOIN = "channels join"
    UNIT = "runs unit"  # 1, 2, 4, 8 or 16 bytes of a run
    LDM = "runs ldm"  # 16 aligned bytes of a run, by LDM and STM
    VECTOR = "runs vector"  # 16 bytes of a run, by a Helium vector
    COPY = "runs copy"  # a run of any length: bytes
    FLIP = "runs flip"  # a run to which the XOR constant is applied: bytes
    REVERSE = "reversed elements"  # a run whose elements are reversed: elements
    REVERSE24 = "reversed pixels"  # a run whose 3-byte pixels are reversed: pixels
    GATHER = "plane_mve gather"  # columns: rows, columns, bits per offset
    SCATTER = "plane_mve scatter"  # rows: rows, columns, bits per offset
    BLOCKS_MVE = "plane_mve blocks"  # blocks of 16x16 bytes: rows, columns
    SPLIT_MVE = "channels_mve split"  # pixels that become lines: channels, blocks
    JOIN_MVE = "channels_mve join"
    COLUMNS_RVV = "plane_rvv columns"  # RISC-V V: columns, rows, and all columns if four move at a time
    ROWS_RVV = "plane_rvv rows"  # rows, columns, all rows
    SPLIT_RVV = "plane_rvv split"  # adjacent columns without gaps: columns, rows
    JOIN_RVV = "plane_rvv join"
    SPLIT_NEON = "plane_neon split"  # AArch64: pixels that become lines: channels, pixels
    JOIN_NEON = "plane_neon join"
    ZIP_NEON = "plane_neon zip"  # a tile: rows, columns
    TILE_LINE = "tile_line"  # a line of tiles, by few registers: input and output bytes per tile, input bytes per line
    WORDS = "words"
    BIT_TILE = "bit_tile"
    BIT_BYTE = "bit_byte"
    BIT_ROW = "bit_row"

    @property
    def macro(self) -> str:
        return self.value.split()[0]

    @property
    def kind(self) -> str:
        return self.value.split()[-1]


@dataclass(frozen=True)
class Part:
    """Loops around a function. ``in_at`` and ``out_at``: bytes from the move's first element to the first address.

    ``above``: bytes from a call's lowest line to its first one, in the input and in the output; 0 unless lines are
    reversed. Loops count from the lowest line, because instructions encode larger offsets above an address than below.
    """

    family: Family
    loops: tuple[Loop, ...] = ()
    in_stride: int = 0
    out_stride: int = 0
    sizes: tuple[int, ...] = ()
    in_at: int = 0
    out_at: int = 0
    above: tuple[int, int] = (0, 0)
    far: int = 0  # strides from here on are too large for offsets: a register holds them
    bits: BitTile | BitBytes | WordTile | None = None


@dataclass(frozen=True)
class Variant:
    """The parts that run if all facts hold and no earlier variant runs. ``of``: their move, if loops are its own."""

    needs: tuple[Fact, ...]
    parts: tuple[Part, ...]
    of: "Move | None" = None


@dataclass(frozen=True)
class Move:
    """A folded work, its outer loops in output order, and the variants of the code inside the loops."""

    work: Work
    choice: Choice
    outer: tuple[Loop, ...]
    variants: tuple[Variant, ...]
    vectors: tuple[tuple[str, "Move"], ...] = ()  # macros of vectors, and their moves; empty: no planes
    in_first: int = 0  # bytes from the input's lowest element to the first one inside the outer loops
    out_first: int = 0
    xor: Xor | None = None  # XOR constant, as wide as the work's elements
    after: Part | None = None  # applies the XOR constant after functions that cannot

    @property
    def inner(self) -> bool:
        """True if the outer loops declare addresses, to which several parts add their offsets."""
        return bool(self.outer) and any(len(variant.parts) > 1 for variant in self.variants)

    @property
    def mixed(self) -> bool:
        """True if a variant has outer loops of its own."""
        return any(variant.of and variant.of.outer for variant in self.variants)


@dataclass(frozen=True)
class Variants:
    """The moves of a pinned kernel.

    ``best`` runs if the fact ``needs`` holds, else ``narrow``. If their works are equal, only ``best`` is printed, as
    its variants test the facts.
    """

    best: Move
    narrow: Move | None = None
    needs: Fact | None = None
    wide: int = 2  # alignment in bytes that WIDE_FIT requires

    @property
    def fallback(self) -> Move | None:
        """``narrow``, if its work differs because its elements are not widened."""
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
