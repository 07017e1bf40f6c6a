# SPDX-License-Identifier: BSD-3-Clause
"""Describes what a record of a host's vector instruction set holds: the intrinsics, as expressions.

The records are in a module for each architecture, which has the name of its folder in src/arch/. The kernels that use
the intrinsics are in templates/.
"""

from dataclasses import dataclass

from arch_gen.reversal import LANE, Reversal


@dataclass(frozen=True)
class Channels:
    """How three registers of pixels become three registers of channels, and back: by selects, then one permute each.

    In the three registers together, every third element is of channel c. The number of elements in a register is not a
    multiple of three, so channel c is in different places in each register. Selecting these places from the three
    registers therefore gives all elements of channel c in one register, where they only have to be put in order within
    ``span`` bytes. In formats, {v} and {w} are registers, {m} is a select's mask, {i} are indices.
    """

    span: int  # bytes within which the permute works: a lane, or the whole register
    select_format: str  # bytes of {w} where the mask is set, of {v} elsewhere
    permute_format: str  # bytes of {v} by the indices {i}
    load_formats: tuple[str, ...]  # of pixels, span by span, from {p}
    store_formats: tuple[str, ...]  # of pixels, span by span, to {p}

    def select(self, v: str, w: str, mask: str) -> str:
        return self.select_format.format(v=v, w=w, m=mask)

    def permute(self, v: str, index: str) -> str:
        return self.permute_format.format(v=v, i=index)

    def load(self, span: int, place: str, v: str = "") -> str:
        """Loads a span of pixels; one behind the first goes into register ``v``, which has those before it."""
        return self.load_formats[span].format(p=place, v=v)

    def store(self, span: int, place: str, v: str) -> str:
        return self.store_formats[span].format(p=place, v=v)


@dataclass(frozen=True)
class VectorIsa:
    """The intrinsics of an instruction set. In formats, {p} is an address, {v} and {w} are registers."""

    name: str  # also the suffix of kernels' names
    title: str
    target: str  # attribute of every function; empty if the compiler's options enable the set anyway
    lanes: int
    register: str  # its type
    narrower: str  # the set that moves what is too narrow for this one; empty if there is none
    load_format: str  # of a whole register
    store_format: str
    channels: Channels | None = None  # how three channels are deinterleaved and interleaved
    structured: bool = False  # whether loads and stores of several registers do so instead
    reversals: tuple[Reversal, ...] = ()  # what it changes the order of; a narrower set may have more

    @property
    def bytes(self) -> int:
        return self.lanes * LANE

    @property
    def attribute(self) -> str:
        """What a function of this set begins with."""
        return f"{self.target} " if self.target else ""

    def load(self, place: str) -> str:
        return self.load_format.format(p=place)

    def store(self, place: str, v: str) -> str:
        return self.store_format.format(p=place, v=v)
