# SPDX-License-Identifier: BSD-3-Clause
"""Describes what a record of a host's vector instruction set holds: the intrinsics, as expressions.

The records are in a module for each architecture, which has the name of its folder in src/arch/. The kernels that use
the intrinsics are in templates/.
"""

from dataclasses import dataclass

LANE = 16  # bytes


@dataclass(frozen=True)
class Small:
    """How an index of elements moves a whole tensor, and up to which size.

    Where the permutes are of bytes, each entry is widened to those of the element's bytes, and registers go through a
    buffer. Where there are permutes of each width, with masked loads and stores, ``permutes`` has them: of one register
    and of two, in formats that take an index {i} and registers {v}, {w}.
    """

    macro: str  # of templates/small.j2
    most: tuple[tuple[int, int], ...]  # elements for which plans hold an index, by their bits
    permutes: tuple[tuple[int, tuple[str, str]], ...] = ()  # by element bits
    widen_formats: tuple[tuple[int, str], ...] = ()  # of entries to lanes, by element bits

    @property
    def entries(self) -> int:
        """Entries of an index."""
        return max(elements for _, elements in self.most)

    def widened(self, bits: int, index: str) -> str:
        return dict(self.widen_formats)[bits].format(i=index)

    def permute(self, bits: int, index: str, *registers: str) -> str:
        v, w = registers[0], registers[-1]
        return dict(self.permutes)[bits][len(registers) - 1].format(i=index, v=v, w=w)


def bytes_of(most: int) -> tuple[tuple[int, int], ...]:
    """Returns how many elements of each width ``most`` bytes are."""
    return tuple((bits, most * 8 // bits) for bits in (8, 16, 32, 64))


@dataclass(frozen=True)
class VectorIsa:
    """An instruction set that moves tensors of few elements."""

    name: str  # also the suffix of kernels' names
    title: str
    target: str  # attribute of every function; empty if the compiler's options enable the set anyway
    lanes: int
    small: Small  # how tensors of few elements are moved by an index

    @property
    def bytes(self) -> int:
        return self.lanes * LANE

    @property
    def attribute(self) -> str:
        """What a function of this set begins with."""
        return f"{self.target} " if self.target else ""
