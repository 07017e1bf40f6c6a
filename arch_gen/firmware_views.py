# SPDX-License-Identifier: BSD-3-Clause
"""Prepares the numbers and names of types that templates/mve.h.j2 inserts."""

from dataclasses import dataclass

from permkern import instruction_sets as sets
from permkern import ways

from arch_gen.firmware import Helium
from arch_gen.ways_text import channel_set, ways_record


def _scale(size: int) -> str:
    return "" if size == 1 else f" * {size}"


@dataclass(frozen=True)
class Offsets:
    """A width of offsets for gathers and scatters. There is one offset for each lane, and it counts elements."""

    element: int  # bits
    bits: int  # of an offset, and of the lane that an element is widened to
    lanes: int
    farthest: int  # the largest stride in elements for which no lane's offset wraps; 0 if there is no limit

    @property
    def bytes(self) -> int:
        return self.lanes * self.element // 8

    @property
    def vector(self) -> str:
        return f"uint{self.bits}x{self.lanes}_t"

    @property
    def shifted(self) -> str:
        """Part of the name of a gather or scatter, which scales offsets of elements that are larger than a byte."""
        return "" if self.element == 8 else "shifted_"


@dataclass(frozen=True)
class HeliumWidth:
    isa: Helium
    bits: int
    lanes: int
    once: tuple[int, ...]
    twice: tuple[int, ...]
    offsets: tuple[Offsets, ...]  # those with most lanes first

    @property
    def size(self) -> int:
        return self.bits // 8

    @property
    def scale(self) -> str:
        return _scale(self.size)

    @property
    def letter(self) -> str:
        """The size in the names of loads and stores."""
        return {8: "b", 16: "h", 32: "w"}[self.bits]

    @property
    def vector(self) -> str:
        return f"uint{self.bits}x{self.lanes}_t"

    @property
    def packed(self) -> int:
        """The number of rows whose elements of one column fill a word."""
        return 32 // self.bits

    @property
    def words(self) -> int:
        """The words of a block of lanes x lanes elements, where rows are packed to words."""
        return self.lanes * self.lanes // self.packed if self.packed > 1 else 0

    @property
    def ways(self) -> str:
        return ways_record(ways.MVE[self.bits], "PERMKERN_MVE_CHANNELS")

    @property
    def gather_ways(self) -> str:
        return ways_record(ways.MVE_GATHER[self.bits])


@dataclass(frozen=True)
class HeliumView:
    isa: Helium
    widths: tuple[HeliumWidth, ...]

    @property
    def headers(self) -> tuple[str, ...]:
        return tuple(sorted(f"permkern_mve_plane{width.bits}.h" for width in self.widths))

    @property
    def channels(self) -> str:
        return channel_set(self.isa.once + self.isa.twice)

    @property
    def few_channels(self) -> str:
        return channel_set(self.isa.once)


def _offsets(isa: Helium, element: int) -> tuple[Offsets, ...]:
    """Returns the widths of offsets. An offset wraps at its width: with 16 bits and eight lanes, rows of more than 9362
    elements do not work.
    """
    ways = []
    for bits in (8, 16, 32):
        if bits >= element:
            lanes = isa.bytes * 8 // bits
            ways.append(Offsets(element, bits, lanes, (2**bits - 1) // (lanes - 1) if bits < 32 else 0))
    return tuple(ways)


def helium_view(isa: Helium) -> HeliumView:
    return HeliumView(
        isa,
        tuple(
            HeliumWidth(isa, bits, isa.bytes * 8 // bits, isa.once, isa.twice, _offsets(isa, bits))
            for bits in sets.MVE.widths
        ),
    )
