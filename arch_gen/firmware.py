# SPDX-License-Identifier: BSD-3-Clause
"""Describes the vector instruction sets of firmware targets. They replace the portable plane kernels at compile time.

RISC-V V moves a few columns of any number of rows at once: a segment load deinterleaves 2 to 8 neighbours of each row
into one register group each, and each group is stored as part of a column. The fields of a segment load fill at most 8
registers, so the more columns, the shorter the groups. A segment load costs one load, and a store and an address for
each column: four columns take 9 instructions for as many elements as eight columns take 17 for.

Helium has eight registers of 16 bytes, and no instruction that zips two of them, so lanes change places only on the way
to and from memory. Interleaving loads and stores (VLD2, VLD4, VST2, VST4) need only an element's alignment.

The instructions themselves are in templates/, where each kernel can be read: rvv*.j2 and mve*.j2.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Riscv:
    title: str
    guard: str
    header: str
    registers: int  # the most registers that one segment load fills
    fields: tuple[int, ...]  # numbers of columns moved at once, in descending order down to 1

    def group(self, fields: int) -> int:
        """Returns the registers for each field of a segment: as many as fit, a power of two."""
        return 1 << ((self.registers // fields).bit_length() - 1)


RVV = Riscv(
    title="RISC-V with the vector extension 1.0",
    guard="PERMKERN_RVV",
    header="riscv_vector.h",
    registers=8,
    fields=(4, 3, 2, 1),
)


@dataclass(frozen=True)
class Helium:
    title: str
    guard: str
    header: str
    bytes: int  # of a register
    once: tuple[int, ...]  # numbers of rows or columns that one interleaving load or store moves
    twice: tuple[int, ...]  # and those that two of them move one after the other, through a buffer


MVE = Helium(
    title="Armv8.1-M with Helium (MVE)",
    guard="PERMKERN_MVE",
    header="arm_mve.h",
    bytes=16,
    once=(2, 4),
    twice=(8, 16),
)
