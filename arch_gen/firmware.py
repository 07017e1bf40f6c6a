# SPDX-License-Identifier: BSD-3-Clause
"""Describes the vector instruction sets of firmware targets. They replace the portable plane kernels at compile time.

RISC-V V moves a few columns of any number of rows at once: a segment load deinterleaves 2 to 8 neighbours of each row
into one register group each, and each group is stored as part of a column. The fields of a segment load fill at most 8
registers, so the more columns, the shorter the groups. A segment load costs one load, and a store and an address for
each column: four columns take 9 instructions for as many elements as eight columns take 17 for.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Segment:
    """A segment load or store of ``fields`` neighbours, with ``group`` registers for each."""

    fields: int
    group: int


@dataclass(frozen=True)
class Riscv:
    """Names of the intrinsics for RISC-V V. In formats, {e} is element bits, {g} registers of a group, {n} fields."""

    name: str
    title: str
    guard: str
    header: str
    registers: int  # the most registers that one segment load fills
    fields: tuple[int, ...]  # numbers of columns moved at once, in descending order down to 1
    vector: str = "vuint{e}m{g}_t"
    tuple_type: str = "vuint{e}m{g}x{n}_t"
    set_length: str = "__riscv_vsetvl_e{e}m{g}"
    load: str = "__riscv_vle{e}_v_u{e}m{g}"
    store: str = "__riscv_vse{e}_v_u{e}m{g}"
    strided_load: str = "__riscv_vlse{e}_v_u{e}m{g}"
    strided_store: str = "__riscv_vsse{e}_v_u{e}m{g}"
    segment_load: str = "__riscv_vl{s}seg{n}e{e}_v_u{e}m{g}"  # {s} is the letter s for a strided access, else empty
    segment_store: str = "__riscv_vs{s}seg{n}e{e}_v_u{e}m{g}"
    undefined_tuple: str = "__riscv_vundefined_u{e}m{g}x{n}()"
    tuple_get: str = "__riscv_vget_v_u{e}m{g}x{n}_u{e}m{g}"
    tuple_set: str = "__riscv_vset_v_u{e}m{g}_u{e}m{g}x{n}"

    def segments(self) -> tuple[Segment, ...]:
        """Returns segments with the longest groups that fit the registers; a group's length is a power of two."""
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
    """A width of offsets for gathers and scatters. There is one offset for each lane, and it counts elements."""

    bits: int
    lanes: int
    farthest: int  # the largest stride in elements for which no lane's offset wraps; 0 if there is no limit


@dataclass(frozen=True)
class Helium:
    """Names of the intrinsics and instructions for Helium.

    In formats, {e} is element bits, {b} the letter of their size, {l} lanes of a register, {w} bits of a lane, {n} 2 or
    4 registers, and {s} is "shifted_" if an element is larger than a byte.

    There are eight registers of 16 bytes, and no instruction that zips two of them, so lanes change places only on the
    way to and from memory. Interleaving loads and stores (VLD2, VLD4, VST2, VST4) need only an element's alignment.
    """

    name: str
    title: str
    guard: str
    header: str
    bytes: int = 16
    lines: tuple[int, ...] = (
        2,
        4,
        8,
        16,
    )  # numbers of contiguous rows or columns that interleaving loads and stores handle
    vector: str = "uint{e}x{l}_t"
    vectors: str = "uint{e}x{l}x{n}_t"
    load: str = "vldr{b}q_u{w}"
    store: str = "vstr{b}q_u{w}"
    split: str = "vld{n}q_u{e}"
    join: str = "vst{n}q_u{e}"
    # Assembly is used where compilers add many register moves. {move} is the mnemonic; {p}, {q}, {list} are operands.
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
        """Returns the widths of offsets, those with most lanes first. An offset wraps at its width: with 16 bits and
        eight lanes, rows of more than 9362 elements do not work.
        """
        ways = []
        for width in (8, 16, 32):
            if width >= bits:
                lanes = self.lanes(width)
                ways.append(Offsets(width, lanes, (2**width - 1) // (lanes - 1) if width < 32 else 0))
        return tuple(ways)

    def packed(self, bits: int) -> int:
        """Returns the number of rows whose elements of one column fill a word."""
        return 32 // bits


MVE = Helium(name="mve", title="Armv8.1-M with Helium (MVE)", guard="PERMKERN_MVE", header="arm_mve.h")
