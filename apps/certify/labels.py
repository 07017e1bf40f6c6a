# SPDX-License-Identifier: BSD-3-Clause
"""Values of machine code that runs on labels.

A label stands for one byte with an identity and no number: an input byte, a register byte at entry, or an unwritten
stack byte. A known value is an int. Other values are Bytes, least significant byte first, or a Pointer: a sum of area
addresses, with only some low bits known. Operators return exact bits, or bits that are not followed.

A byte is an int below 256 (known), an int from 256 on (a label), a Part of a pointer, or a tuple of eight bits. Exact
bits are 0, 1 and frozensets: an exclusive or of label bits, each as 8 * label + bit, and of 1. A bit that is not
followed gives the reason: None for contents, an area's name for its address, an Apart for two areas' distance or order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import or_, xor
from typing import NamedTuple, TypeGuard


@dataclass(frozen=True)
class Apart:
    """
    A bit that depends on the difference of two addresses, `one` minus `other`, modulo the memory size. The bit is
    `first` for the smallest possible difference, and flips at each of `cuts`. Without cuts, it depends on the areas'
    order.
    """

    one: str
    other: str
    first: int = 0
    cuts: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"the {'distance' if self.cuts else 'order'} of {self.one} and {self.other}"

    def at(self, difference: int) -> int:
        return (self.first + sum(cut <= difference for cut in self.cuts)) % 2


Reason = str | Apart
Bit = int | frozenset[int] | Reason | None
Bits = tuple[Bit, ...]


class Part(NamedTuple):
    """Byte `number` of a pointer, in memory or after a shift."""

    pointer: Pointer
    number: int


Byte = int | Part | Bits


@dataclass(frozen=True)
class Instruction:
    address: int
    size: int
    text: str
    loads: bool = False
    stores: bool = False


class Refused(Exception):
    """The code does something that is forbidden, or that a run cannot follow."""

    instruction: Instruction | None = None

    def of(self, instruction: Instruction | None) -> Refused:
        """Sets the instruction if none is set, and returns the error."""
        self.instruction = self.instruction or instruction
        return self


class Split(Exception):
    """
    The run depends on one more low bit of an area's address, on the distance or order of two areas, or on a register
    that differs between cores. why: the message of the refusal if a split does not help.
    """

    instruction: Instruction | None = None

    def __init__(self, area: Reason, why: str = "") -> None:
        super().__init__(f"depends on {area if isinstance(area, Apart) else f'the address of {area}'}")
        self.area, self.why = area, why


@dataclass(frozen=True)
class Relation:
    """
    The possible distances of two areas: the first address minus the second, modulo the memory size, is low to high.
    after: the first area is at the higher address; None: unknown. splits: how often low or high was narrowed.
    """

    low: int
    high: int
    after: bool | None = None
    splits: int = 0

    def turned(self, limit: int) -> Relation:
        """Returns the relation of the second area to the first. limit: the memory size in bytes."""
        after = None if self.after is None else not self.after
        return Relation(limit - self.high, limit - self.low, after, self.splits)


@dataclass(frozen=True, eq=False)
class Area:
    """
    Memory that a caller owns, at any address that is ``low`` modulo ``1 << known``. It contains neither the first nor
    the last byte of memory. others: this area's known relations to other areas, by their names. loose: other areas may
    lie inside it, as in the unused part of the stack. Areas are equal only if they are one object.
    """

    name: str
    size: int
    low: int = 0
    known: int = 0
    others: Mapping[str, Relation] = field(default_factory=dict)
    loose: bool = False


# ---- bits ----


def _followed(bit: Bit) -> TypeGuard[int | frozenset[int]]:
    return isinstance(bit, (int, frozenset))


def _why(*bits: Bit) -> Bit:
    """Returns why a result of these bits is not followed: an address or distance if any, as a run can split it."""
    return next((bit for bit in bits if isinstance(bit, Reason)), None)


def _set(bit: int | frozenset[int]) -> frozenset[int]:
    return bit if isinstance(bit, frozenset) else frozenset((1,)) if bit else frozenset()


def _by_distance(a: Bit, b: Bit, combine: Callable[[int, int], int]) -> Bit:
    """
    Combines two bits, at least one of them an Apart. The result is exact if both depend on one distance, or if the
    other bit is known.
    """
    one = a if isinstance(a, Apart) else b
    assert isinstance(one, Apart)
    x, y = (Apart(one.one, one.other, bit) if isinstance(bit, int) else bit for bit in (a, b))
    is_order = any(isinstance(bit, Apart) and not bit.cuts for bit in (a, b))
    if is_order or not isinstance(x, Apart) or not isinstance(y, Apart) or (x.one, x.other) != (y.one, y.other):
        return _why(a, b)
    bounds = [-1, *sorted({*x.cuts, *y.cuts})]
    values = [combine(x.at(bound), y.at(bound)) for bound in bounds]
    cuts = tuple(bound for bound, (old, new) in zip(bounds[1:], pairwise(values), strict=True) if old != new)
    return replace(one, first=values[0], cuts=cuts) if cuts else values[0]


def xor_bit(a: Bit, b: Bit) -> Bit:
    if isinstance(a, int) and isinstance(b, int):
        return a ^ b
    if isinstance(a, Apart) or isinstance(b, Apart):
        return _by_distance(a, b, lambda x, y: x ^ y)
    if not (_followed(a) and _followed(b)):
        return _why(a, b)
    both = _set(a) ^ _set(b)
    return both if both - {1} else len(both)


def and_bit(a: Bit, b: Bit) -> Bit:
    if isinstance(a, int):
        return b if a else 0
    if isinstance(b, int):
        return a if b else 0
    if isinstance(a, Apart) or isinstance(b, Apart):
        return _by_distance(a, b, lambda x, y: x & y)
    return a if a == b and _followed(a) else _why(a, b)


def or_bit(a: Bit, b: Bit) -> Bit:
    if isinstance(a, int):
        return 1 if a else b
    if isinstance(b, int):
        return 1 if b else a
    if isinstance(a, Apart) or isinstance(b, Apart):
        return _by_distance(a, b, lambda x, y: x | y)
    return a if a == b and _followed(a) else _why(a, b)


def _majority(a: Bit, b: Bit, c: Bit) -> Bit:
    """Returns the carry of a sum of three bits."""
    for one, other, third in ((a, b, c), (a, c, b), (b, c, a)):
        if one == other and _followed(one):
            return one
        if _followed(one) and _followed(other) and xor_bit(one, other) == 1:
            return third
    return _why(a, b, c)


def bits_of(byte: Byte) -> Bits:
    if isinstance(byte, int):
        if byte < 256:
            return tuple(byte >> k & 1 for k in range(8))
        return tuple(frozenset((8 * byte + k,)) for k in range(8))
    return byte.pointer.low_bits()[8 * byte.number :][:8] if isinstance(byte, Part) else byte


def byte_of(bits: Sequence[Bit]) -> Byte:
    """Returns eight bits as a byte: an int if they make a number or a label, otherwise a tuple."""
    numbers = [bit for bit in bits if isinstance(bit, int)]
    if len(numbers) == len(bits):
        return sum(bit << k for k, bit in enumerate(numbers))
    if isinstance(bits[0], frozenset) and len(bits[0]) == 1:
        (first,) = bits[0]
        if first > 1 and first % 8 == 0 and all(bit == frozenset((first + k,)) for k, bit in enumerate(bits)):
            return first >> 3
    return tuple(bits)


def xor_byte(a: Byte, b: Byte) -> Byte:
    if isinstance(a, int) and isinstance(b, int) and a < 256 and b < 256:
        return a ^ b
    if a == 0 or b == 0:
        return b if a == 0 else a
    if a == b and isinstance(a, (int, Part)):
        return 0
    return byte_of([xor_bit(x, y) for x, y in zip(bits_of(a), bits_of(b), strict=True)])


def and_byte(a: Byte, b: Byte) -> Byte:
    for one, other in ((a, b), (b, a)):
        if one == 0 or one == 255:
            return 0 if one == 0 else other
    return byte_of([and_bit(x, y) for x, y in zip(bits_of(a), bits_of(b), strict=True)])


def or_byte(a: Byte, b: Byte) -> Byte:
    for one, other in ((a, b), (b, a)):
        if one == 0 or one == 255:
            return other if one == 0 else 255
    return byte_of([or_bit(x, y) for x, y in zip(bits_of(a), bits_of(b), strict=True)])


# ---- values ----


class Unknown(ABC):
    """A value that is not a known number. Other operands are ints or have its size; results have its size."""

    __slots__ = ()

    @property
    @abstractmethod
    def size(self) -> int:
        """Size in bytes."""

    @abstractmethod
    def cells(self) -> tuple[Byte, ...]:
        """Returns the value's bytes, least significant first."""

    def _with(self, other: Value, combine: Callable[[Byte, Byte], Byte]) -> Value:
        return value_of(tuple(map(combine, self.cells(), cells_of(other, self.size))))

    def __and__(self, other: Value) -> Value:
        return self if other is self or other == (1 << 8 * self.size) - 1 else self._with(other, and_byte)

    def __or__(self, other: Value) -> Value:
        return self if other is self else self._with(other, or_byte)

    def __xor__(self, other: Value) -> Value:
        return self._with(other, xor_byte)

    def __add__(self, other: Value) -> Value:
        return self._sum(other, 0)

    def __sub__(self, other: Value) -> Value:
        if isinstance(other, Unknown) and self ^ other == 0:
            return 0
        return self._sum(inverted(other, self.size), 1)

    def __rsub__(self, other: Value) -> Value:
        return add(other, inverted(self, self.size), 1, self.size)

    def _sum(self, other: Value, carry: Bit) -> Value:
        return add(self, other, carry, self.size)

    def __mul__(self, other: Value) -> Value:
        if not isinstance(other, int):
            return not_followed(self.size, self, other)
        total: Value = 0
        for k in range(other.bit_length()):
            if other >> k & 1:
                total = self << k if total == 0 else total + (self << k)
        return total

    def __lshift__(self, by: Value) -> Value:
        if not isinstance(by, int):
            return not_followed(self.size, self, by)
        by = min(by, 8 * self.size)
        cells = (0,) * (by // 8) + self.cells()[: self.size - by // 8]
        return value_of(cells) if by % 8 == 0 else from_bits(((0,) * (by % 8) + all_bits(cells))[: 8 * self.size])

    def __rshift__(self, by: Value) -> Value:
        return shifted(self, by, self.size, 0)

    __rand__, __ror__, __rxor__, __radd__, __rmul__ = __and__, __or__, __xor__, __add__, __mul__


class Bytes(Unknown):
    __slots__ = ("_cells",)

    def __init__(self, cells: tuple[Byte, ...]) -> None:
        self._cells = cells

    @property
    def size(self) -> int:
        return len(self._cells)

    def cells(self) -> tuple[Byte, ...]:
        return self._cells

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bytes) and self._cells == other._cells

    def __hash__(self) -> int:
        return hash(self._cells)


class Pointer(Unknown):
    """A sum of area addresses, each times its factor, and an offset, modulo ``1 << 8 * size``."""

    __slots__ = ("_parts", "_size", "offset", "terms")

    def __init__(self, terms: Mapping[Area, int], offset: int, size: int) -> None:
        self.terms, self.offset, self._size = terms, offset, size
        self._parts: tuple[Byte, ...] = ()

    @property
    def size(self) -> int:
        return self._size

    def cells(self) -> tuple[Byte, ...]:
        self._parts = self._parts or tuple(Part(self, k) for k in range(self._size))
        return self._parts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pointer):
            return False
        return (self.terms, self.offset, self._size) == (other.terms, other.offset, other._size)

    def __hash__(self) -> int:
        return hash((frozenset(self.terms), self.offset))

    def signed_offset(self) -> int:
        limit = 1 << 8 * self._size
        return self.offset if self.offset < limit // 2 else self.offset - limit

    def low(self) -> tuple[int, int]:
        """Returns the number of known low bits, and their value."""
        tops = (area.known + (factor & -factor).bit_length() - 1 for area, factor in self.terms.items())
        known = min(8 * self._size, *tops)
        whole = self.offset + sum(area.low * factor for area, factor in self.terms.items())
        return known, whole & ((1 << known) - 1)

    def low_bits(self) -> Bits:
        known, low = self.low()
        name = self.least_known().name
        return tuple(low >> k & 1 if k < known else name for k in range(8 * self._size))

    def least_known(self) -> Area:
        return min(self.terms, key=lambda area: area.known)

    def _sum(self, other: Value, carry: Bit) -> Value:
        return self._plus(other, 1) if isinstance(other, (int, Pointer)) else super()._sum(other, carry)

    def __sub__(self, other: Value) -> Value:
        return self._plus(other, -1) if isinstance(other, (int, Pointer)) else super().__sub__(other)

    def __rsub__(self, other: Value) -> Value:
        return super().__rsub__(other) if isinstance(other, Bytes) else (self * -1)._sum(other, 0)  # type: ignore

    def _plus(self, other: int | Pointer, sign: int) -> Value:
        if isinstance(other, int):
            return Pointer(self.terms, (self.offset + sign * other) & (1 << 8 * self._size) - 1, self._size)
        factors = dict(self.terms)
        for area, factor in other.terms.items():
            factors[area] = factors.get(area, 0) + sign * factor
        return self._made(factors, self.offset + sign * other.offset)

    def _made(self, factors: Mapping[Area, int], offset: int) -> Value:
        mask = (1 << 8 * self._size) - 1
        terms = {area: factor & mask for area, factor in factors.items() if factor & mask}
        if not terms:
            return offset & mask
        made = Pointer(terms, offset & mask, self._size)
        known, low = made.low()
        return low if known == 8 * self._size else made  # a shift moved the known bits to the top

    def __mul__(self, other: Value) -> Value:
        if not isinstance(other, int):
            return super().__mul__(other)
        return self._made({area: factor * other for area, factor in self.terms.items()}, self.offset * other)

    __rmul__, __radd__ = __mul__, Unknown.__add__

    def _changed(self, bits: int, change: Callable[[int, int], int]) -> Value | None:
        """Returns the pointer with `change` applied to its low bits; None: `bits` has a bit above the known ones."""
        known, low = self.low()
        return None if bits >> known else self + (change(low, bits) - low)

    def __or__(self, other: Value) -> Value:
        changed = self._changed(other, or_) if isinstance(other, int) else None
        return super().__or__(other) if changed is None else changed

    def __xor__(self, other: Value) -> Value:
        mask = (1 << 8 * self._size) - 1
        if other == mask:
            return self * mask - 1  # inverted: -1 - self
        changed = self._changed(other, xor) if isinstance(other, int) else None
        return super().__xor__(other) if changed is None else changed

    def __lshift__(self, by: Value) -> Value:
        return self * (1 << by) if isinstance(by, int) else super().__lshift__(by)

    def __and__(self, other: Value) -> Value:
        mask = (1 << 8 * self._size) - 1
        below = ~other & mask if isinstance(other, int) else mask
        changed = self._changed(below, lambda low, bits: low & ~bits) if below else self
        if changed is None and below & (below + 1) == 0 and below < mask >> 1:  # rounds down to a power of two
            raise Split(self.least_known().name)
        return super().__and__(other) if changed is None else changed

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__


Value = int | Unknown


def value_of(cells: tuple[Byte, ...]) -> Value:
    """Returns bytes as a value: an int or a Pointer if they make one, otherwise Bytes."""
    first = cells[0]
    if isinstance(first, Part):
        if len(cells) == first.pointer.size and cells == first.pointer.cells():
            return first.pointer
        return Bytes(cells)
    number = 0
    for cell in reversed(cells):
        if not isinstance(cell, int) or cell > 255:
            return Bytes(cells)
        number = number << 8 | cell
    return number


def cells_of(value: Value, size: int) -> tuple[Byte, ...]:
    return tuple(value.to_bytes(size, "little")) if isinstance(value, int) else value.cells()


def number(value: Value) -> int:
    """Returns a value that must be known. Split: it depends on addresses. Refused: it depends on contents."""
    for cell in () if isinstance(value, int) else value.cells():
        for bit in bits_of(cell):
            if isinstance(bit, Reason):
                raise Split(bit)
    if not isinstance(value, int):
        raise Refused("counts, or chooses lanes, by contents")
    return value


def all_bits(cells: Iterable[Byte]) -> Bits:
    return tuple(bit for cell in cells for bit in bits_of(cell))


def from_bits(bits: Sequence[Bit]) -> Value:
    return value_of(tuple(byte_of(bits[k : k + 8]) for k in range(0, len(bits), 8)))


def not_followed(size: int, *values: Value) -> Value:
    """Returns a value of `size` bytes that is not followed, for the reason that `values` give."""
    return Bytes(((reason(*values),) * 8,) * size)


def reason(*values: Value) -> Bit:
    """Returns the address or distance that one of the values depends on; None: only contents."""
    for value in values:
        if isinstance(value, Pointer):
            return value.least_known().name
        for cell in value.cells() if isinstance(value, Bytes) else ():
            if isinstance(cell, Part):
                return cell.pointer.least_known().name
            if isinstance(cell, tuple) and (why := _why(*cell)) is not None:
                return why
    return None


def flag_of(bit: Bit) -> Value:
    """Returns a bit as a byte that is 0 or 1."""
    return bit if isinstance(bit, int) else Bytes(((bit, *(0,) * 7),))


# ---- operations with several sizes, or with signs ----


def add(a: Value, b: Value, carry: Bit, size: int) -> Value:
    total = []
    for x, y in zip(all_bits(cells_of(a, size)), all_bits(cells_of(b, size)), strict=True):
        total.append(xor_bit(xor_bit(x, y), carry))
        carry = _majority(x, y, carry)
    return from_bits(total)


def inverted(value: Value, size: int) -> Value:
    return value ^ ((1 << 8 * size) - 1)


def part(value: Value, low: int, size: int) -> Value:
    """Returns `size` bytes of a value, from byte `low` on."""
    if isinstance(value, int):
        return value >> 8 * low & (1 << 8 * size) - 1
    if low == 0 and size == value.size:
        return value
    return value_of((value.cells()[low:] + (0,) * size)[:size])


def put(value: Value, other: Value, low: int, size: int, whole: int) -> Value:
    """Returns a value of ``whole`` bytes with ``size`` bytes of ``other`` from byte ``low`` on."""
    if isinstance(value, int) and isinstance(other, int):
        return value & ~((1 << 8 * size) - 1 << 8 * low) | other << 8 * low
    cells = cells_of(value, whole)
    return value_of(cells[:low] + cells_of(other, size) + cells[low + size :])


def piece(high: Value, low: Value, high_size: int, low_size: int) -> Value:
    if isinstance(high, int) and isinstance(low, int):
        return high << 8 * low_size | low
    return value_of(cells_of(low, low_size) + cells_of(high, high_size))


def extended(value: Value, size: int, whole: int, *, signed: bool) -> Value:
    """Extends a value from `size` to `whole` bytes by zeros, or by its sign."""
    if isinstance(value, int):
        sign = 1 << 8 * size - 1
        return ((value ^ sign) - sign) & (1 << 8 * whole) - 1 if signed else value
    top = bits_of(value.cells()[-1])[7] if signed else 0
    return value_of(value.cells() + (byte_of((top,) * 8),) * (whole - size))


def shifted_left(value: Value, by: Value, size: int) -> Value:
    if not isinstance(by, int):
        return not_followed(size, value, by)
    return (value << min(by, 8 * size)) & (1 << 8 * size) - 1


def shifted(value: Value, by: Value, size: int, fill: Bit) -> Value:
    """Shifts a value right by `by` bits. `fill` is the bit that enters at the top."""
    if not isinstance(by, int):
        return not_followed(size, value, by)
    by = min(by, 8 * size)
    if isinstance(value, int) and fill == 0:
        return value >> by
    cells = cells_of(value, size)[by // 8 :] + (byte_of((fill,) * 8),) * (by // 8)
    return value_of(cells) if by % 8 == 0 else from_bits(all_bits(cells)[by % 8 :] + (fill,) * (by % 8))


def shifted_signed(value: Value, by: Value, size: int) -> Value:
    if isinstance(value, int) and isinstance(by, int):
        sign = 1 << 8 * size - 1
        return ((value ^ sign) - sign >> min(by, 8 * size)) & (1 << 8 * size) - 1
    return shifted(value, by, size, bits_of(cells_of(value, size)[-1])[7])


# ---- operations only on known numbers ----


def known(value: Value, doing: str) -> int:
    """Returns an operand that must be known, because the instruction's time depends on it."""
    if isinstance(value, int):
        return value
    if isinstance(why := reason(value), Reason):
        raise Split(why)
    raise Refused(f"{doing} contents, which takes time by them")


def divided(a: Value, b: Value) -> tuple[int, int]:
    if b == 0:
        raise Refused("divides by zero")
    return divmod(known(a, "divides"), known(b, "divides by"))


def divided_signed(a: Value, b: Value, size: int) -> tuple[int, int]:
    """Returns the quotient, rounded towards zero, and the remainder."""
    top = 1 << 8 * size - 1
    x, y = (known(a, "divides") ^ top) - top, (known(b, "divides by") ^ top) - top
    quotient, rest = divided(abs(x), abs(y))
    return (quotient if (x < 0) == (y < 0) else -quotient) % (2 * top), (-rest if x < 0 else rest) % (2 * top)


def counted(a: Value, whole: int) -> Value:
    return a.bit_count() if isinstance(a, int) else not_followed(whole, a)


def zeros(a: Value, size: int, whole: int) -> Value:
    return 8 * size - a.bit_length() if isinstance(a, int) else not_followed(whole, a)
