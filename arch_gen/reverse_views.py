# SPDX-License-Identifier: BSD-3-Clause
"""Prepares what templates/vector_reverse.h.j2 needs to know of a set."""

from dataclasses import dataclass

from arch_gen.hosts import VectorIsa
from arch_gen.reversal import ELEMENTS, Reversal


@dataclass(frozen=True)
class ReverseView:
    """A header with what changes the order of units."""

    isa: VectorIsa
    part: str = "reverse"

    @property
    def guard(self) -> str:
        return f"PERMKERN_{self.isa.name}_{self.part}_H".upper()

    def units(self, reversal: Reversal) -> str:
        """Says what is put in order."""
        if reversal.unit in ELEMENTS:
            return f"elements of {8 * reversal.unit} bits"
        return f"pixels of three elements of {8 * reversal.unit // 3} bits"

    def short(self, reversal: Reversal) -> str:
        """Returns the call for lines of fewer units than a register holds: of a narrower set, or unit by unit."""
        strides = "in, in_stride, out, out_stride, lines, count"
        if self.isa.narrower:
            return f"permkern_{self.isa.narrower}.reverse[{reversal.unit}]({strides})"
        return f"permkern_vector_reverse_short({strides}, {reversal.unit})"

    def rest(self, reversal: Reversal) -> str:
        """Returns the call for units that are left over."""
        return f"permkern_vector_reverse_short(in, 0, to, 0, 1, left / {reversal.unit}, {reversal.unit})"
