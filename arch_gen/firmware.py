# SPDX-License-Identifier: BSD-3-Clause
"""Describes Helium, which replaces the portable plane kernels at compile time.

Helium has eight registers of 16 bytes, and no instruction that zips two of them, so lanes change places only on the way
to and from memory. Interleaving loads and stores (VLD2, VLD4, VST2, VST4) need only an element's alignment.

The instructions themselves are in templates/, where each kernel can be read: mve*.j2.
"""

from dataclasses import dataclass


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
