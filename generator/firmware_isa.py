# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of firmware targets, as data. They replace the planes of tile kernels at compile time.

RISC-V V moves any number of rows of a few columns at once: a segment load takes 2 to 8 neighbours of each row apart,
into one register group each, which is stored whole. Registers bound neighbours times registers a group at 8; the more
neighbours, the shorter the groups: each strip of eight registers costs one load, and a store and an address for each
column. Four columns take 9 of these for as many elements as eight columns take 17 for.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Segment:
    """``fields`` neighbours at once, ``group`` registers each."""

    fields: int
    group: int


@dataclass(frozen=True)
class Riscv:
    """Spelling of what a plane needs. Formats: {e} element bits, {g} a group, {n} fields."""

    name: str
    title: str
    guard: str
    header: str
    registers: int  # that the fields of one load fill at most
    fields: tuple[int, ...]  # widest first, down to 1
    vector: str = "vuint{e}m{g}_t"
    tuple_type: str = "vuint{e}m{g}x{n}_t"
    set_length: str = "__riscv_vsetvl_e{e}m{g}"
    load: str = "__riscv_vle{e}_v_u{e}m{g}"
    store: str = "__riscv_vse{e}_v_u{e}m{g}"
    strided_load: str = "__riscv_vlse{e}_v_u{e}m{g}"
    strided_store: str = "__riscv_vsse{e}_v_u{e}m{g}"
    segment_load: str = "__riscv_vl{s}seg{n}e{e}_v_u{e}m{g}"  # {s}: s with a stride, else empty
    segment_store: str = "__riscv_vs{s}seg{n}e{e}_v_u{e}m{g}"
    undefined_tuple: str = "__riscv_vundefined_u{e}m{g}x{n}()"
    tuple_get: str = "__riscv_vget_v_u{e}m{g}x{n}_u{e}m{g}"
    tuple_set: str = "__riscv_vset_v_u{e}m{g}_u{e}m{g}x{n}"

    def segments(self) -> tuple[Segment, ...]:
        """The longest groups that the registers allow; a group is a power of two."""
        return tuple(Segment(n, 1 << ((self.registers // n).bit_length() - 1)) for n in self.fields)


RVV = Riscv(
    name="rvv",
    title="RISC-V with the vector extension 1.0",
    guard="PERMKERN_RVV",
    header="riscv_vector.h",
    registers=8,
    fields=(4, 3, 2, 1),
)


@dataclass(frozen=True)
class Offsets:
    """One way to gather and scatter: offsets of ``bits``, one for each lane; they count elements."""

    bits: int
    lanes: int
    farthest: int  # the largest stride, in elements, at which no lane's offset wraps; 0: none wraps


@dataclass(frozen=True)
class Helium:
    """Spelling of what a plane needs. Formats: {e} element bits, {b} the letter of their size, {l} lanes of a register,
    {w} bits of a lane, {n} 2 or 4 registers, {s} "shifted_" where an element is more than a byte.

    There are eight registers of 16 bytes, and no instruction that zips two of them: lanes change places in memory only.
    Interleaving loads and stores (VLD2, VLD4, VST2, VST4) are aligned for an element, as are all others.
    """

    name: str
    title: str
    guard: str
    header: str
    bytes: int = 16
    lines: tuple[int, ...] = (2, 4, 8, 16)  # rows or columns without gaps that interleaving serves
    vector: str = "uint{e}x{l}_t"
    vectors: str = "uint{e}x{l}x{n}_t"
    load: str = "vldr{b}q_u{w}"
    store: str = "vstr{b}q_u{w}"
    split: str = "vld{n}q_u{e}"
    join: str = "vst{n}q_u{e}"
    # Assembly, for what compilers make too many moves of. Formats: {move} and operands {p}, {q}, {list}.
    interleave: str = "{move}{n}{k}.{e} {list}, [%[{p}]]{on}"
    at_offset: str = "{move}{b}.{e} {q}, [%[{p}], #{at}]"
    and_on: str = "{move}{b}.{e} {q}, [%[{p}]], #{on}"
    predicate: str = "vctp{w}q"
    load_some: str = "vldr{b}q_z_u{w}"
    store_some: str = "vstr{b}q_p_u{w}"
    gather: str = "vldr{b}q_gather_{s}offset_u{w}"
    scatter: str = "vstr{b}q_scatter_{s}offset_u{w}"
    gather_some: str = "vldr{b}q_gather_{s}offset_z_u{w}"
    scatter_some: str = "vstr{b}q_scatter_{s}offset_p_u{w}"
    count_up: str = "vidupq_n_u{w}(0, 1)"
    multiply: str = "vmulq_n_u{w}"

    def lanes(self, bits: int) -> int:
        return self.bytes * 8 // bits

    def offsets(self, bits: int) -> tuple[Offsets, ...]:
        """Most lanes first. Offsets wrap at their width: CMSIS-NN's of 16 bits do in rows over 9362 elements."""
        ways = []
        for width in (8, 16, 32):
            if width >= bits:
                lanes = self.lanes(width)
                ways.append(Offsets(width, lanes, (2**width - 1) // (lanes - 1) if width < 32 else 0))
        return tuple(ways)

    def packed(self, bits: int) -> int:
        """Rows whose elements of one column fill a word."""
        return 32 // bits


MVE = Helium(name="mve", title="Armv8.1-M with Helium (MVE)", guard="PERMKERN_MVE", header="arm_mve.h")
MVE_WIDTHS = (8, 16, 32)  # elements of 64 bits gain nothing: they are two words
