# SPDX-License-Identifier: BSD-3-Clause
"""Prepares what templates/small*.j2 need to know of a set: registers and masks of each width, tables of an index."""

from dataclasses import dataclass

from permkern.permutation import WIDTHS

from arch_gen.hosts import LANE, Small, VectorIsa


def log2(power: int) -> int:
    return power.bit_length() - 1


@dataclass(frozen=True)
class Tier:
    """So many registers, a power of two, hold the whole tensor. Of two halves of them, an entry's bit tells which."""

    registers: int

    @property
    def half(self) -> int:
        return self.registers // 2

    @property
    def all(self) -> range:
        return range(self.registers)

    @property
    def first(self) -> range:
        return range(self.half)

    @property
    def second(self) -> range:
        return range(self.half, self.registers)


@dataclass(frozen=True)
class SmallWidth:
    """Tensors of few elements of a width."""

    isa: VectorIsa
    small: Small
    bits: int

    @property
    def size(self) -> int:
        return self.bits // 8

    @property
    def shift(self) -> int:
        return log2(self.size)

    @property
    def most(self) -> int:
        return dict(self.small.most)[self.bits]

    # ---- by permutes of this width ----

    @property
    def lanes(self) -> int:
        """Elements that a register holds."""
        return self.isa.bytes // self.size

    @property
    def tiers(self) -> tuple[Tier, ...]:
        """Permutes without a plan take as many elements as an index has entries."""
        registers = -(-self.small.entries // self.lanes)
        return tuple(Tier(1 << k) for k in range(log2(registers) + 1))

    def widened(self, register: int) -> str:
        """Returns the entries of the index for this register, one for each lane."""
        step = register * self.lanes // 8
        part = f"_mm512_alignr_epi64(index, index, {step})" if step else "index"
        return part if self.bits == 8 else self.small.widened(self.bits, part)

    def mask(self, used: str, register: int = 0) -> str:
        """Returns the mask of a register, of a mask of all elements."""
        rest = f"({used} >> {register * self.lanes})" if register else used
        return rest if self.lanes == 64 else f"(__mmask{self.lanes}){rest}"

    def picked(self, index: str, registers: range) -> str:
        """Returns the call that picks elements of these registers."""
        names = [f"v{r}" for r in registers]
        if len(names) <= 2:
            return self.small.permute(self.bits, index, *names)
        return f"pick{self.bits}_of{len(names)}_{self.isa.name}({index}, {', '.join(names)})"

    # ---- by permutes of bytes ----

    @property
    def room(self) -> int:
        return self.most * self.size

    @property
    def entries(self) -> tuple[int, ...]:
        """Which entry of the index each byte of a lane is of."""
        return tuple(k // self.size for k in range(LANE))

    @property
    def bytes(self) -> tuple[int, ...]:
        return tuple(k % self.size for k in range(LANE))


@dataclass(frozen=True)
class SmallView:
    """A header with tensors of few elements."""

    isa: VectorIsa
    small: Small
    widths: tuple[SmallWidth, ...]
    part: str = "small"

    @property
    def guard(self) -> str:
        return f"PERMKERN_{self.isa.name}_{self.part}_H".upper()

    @property
    def quotients_guard(self) -> str:
        return f"PERMKERN_{self.isa.name}_quotients_H".upper()

    @property
    def entries(self) -> int:
        return self.small.entries

    @property
    def places(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The places of the low and of the high halves of lanes."""
        halves = [[k for k in range(self.entries) if k % LANE // (LANE // 2) == half] for half in range(2)]
        return tuple(halves[0]), tuple(halves[1])

    @property
    def quotients(self) -> tuple[tuple[int, ...], ...]:
        """Row n has j / n of each entry j; row 0 has none."""
        return tuple(tuple(j // n if n else 0 for j in range(self.entries)) for n in range(self.entries + 1))


def small_view(isa: VectorIsa) -> SmallView:
    return SmallView(isa, isa.small, tuple(SmallWidth(isa, isa.small, bits) for bits in WIDTHS))
