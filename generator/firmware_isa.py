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
