# SPDX-License-Identifier: BSD-3-Clause
"""Comparisons of values of labels.py, and the flags that subtractions leave."""

from __future__ import annotations

from collections.abc import Callable

from .labels import (
    MARGIN,
    ORDER,
    Bit,
    Pointer,
    Unknown,
    Value,
    all_bits,
    bits_of,
    cells_of,
    flag_of,
    or_bit,
    reason,
    xor_bit,
)


def equal(a: Value, b: Value, size: int) -> Value:
    if isinstance(a, int) and isinstance(b, int):
        return int(a == b)
    if isinstance(a, Pointer) and isinstance(b, Pointer) and a.terms == b.terms:
        return int(a.offset == b.offset)
    if isinstance(a, Pointer) or isinstance(b, Pointer):
        orders = [_less(x, y, size) for x, y in ((a, b), (b, a))]
        if all(isinstance(one, int) for one in orders):
            return int(orders == [0, 0])
        if ORDER in orders:
            return 0  # within different areas
    differ: Bit = 0
    for x, y in zip(all_bits(cells_of(a, size)), all_bits(cells_of(b, size)), strict=True):
        differ = or_bit(differ, xor_bit(x, y))
    return flag_of(xor_bit(differ, 1))


def less(a: Value, b: Value, size: int) -> Value:
    """Compares without signs."""
    return int(a < b) if isinstance(a, int) and isinstance(b, int) else flag_of(_less(a, b, size))


def _less(a: Value, b: Value, size: int) -> Bit:
    """Compares addresses by what is known of areas: they are MARGIN bytes apart."""
    one, other = (_range(value, 1 << 8 * size) for value in (a, b))
    if one is not None and other is not None:
        if isinstance(a, Pointer) and isinstance(b, Pointer) and a.terms == b.terms:
            return int(a.offset < b.offset)
        if one[1] < other[0]:
            return 1
        if one[0] >= other[1]:
            return 0
    return _less_by_order(a, b)


def _less_by_order(a: Value, b: Value) -> Bit:
    """Compares addresses within different areas."""
    if isinstance(a, Pointer) and isinstance(b, Pointer) and len(a.terms) == len(b.terms) == 1:
        ((one, factor),), ((other, other_factor),) = a.terms.items(), b.terms.items()
        if factor == other_factor == 1 and one != other and a.offset <= one.size and b.offset <= other.size:
            if one.rank == other.rank or 0 in (one.rank, other.rank):
                return ORDER
            if one.rank > other.rank:
                return 0
            if a.offset < one.size or b.offset > 0:
                return 1
    return reason(a, b)


def _range(value: Value, limit: int) -> tuple[int, int] | None:
    """Returns the least and the greatest number that a value may be; None: that is not known of an address."""
    if isinstance(value, int):
        return value, value
    if not isinstance(value, Pointer):
        bits = all_bits(value.cells())
        least = sum(1 << k for k, bit in enumerate(bits) if bit == 1)
        return least, least + sum(1 << k for k, bit in enumerate(bits) if not isinstance(bit, int))
    offset = value.signed_offset()
    ones = [area for area, factor in value.terms.items() if factor == 1]
    others = [area for area, factor in value.terms.items() if factor == limit - 1]
    if len(value.terms) == 1 and ones and 0 <= offset <= ones[0].size:
        return MARGIN + offset, limit - MARGIN - ones[0].size + offset
    if len(value.terms) == 1 and others and -1 - others[0].size <= offset <= 0:
        return MARGIN + others[0].size + offset, limit - MARGIN + offset
    if len(value.terms) == 2 and ones and others:
        low, high = others[0].size + MARGIN + offset, limit - ones[0].size - MARGIN + offset
        return (low, high) if low >= 0 and high < limit else None
    return None


# ---- flags ----


def _flag(size: int, a: Value, b: Value, test: Callable[[int, int, int], bool]) -> Value:
    if isinstance(a, int) and isinstance(b, int):
        return int(test(a, b, 8 * size - 1))
    return flag_of(reason(a, b))


def signed_less(a: Value, b: Value, size: int) -> Value:
    if isinstance(a, Unknown) and b == 0:
        return flag_of(bits_of(a.cells()[-1])[7])
    return _flag(size, a, b, lambda a, b, top: a ^ 1 << top < b ^ 1 << top)


def carry(a: Value, b: Value, size: int) -> Value:
    limit = 1 << 8 * size
    one, other = _range(a, limit), _range(b, limit)
    if one is not None and other is not None and (one[1] + other[1] < limit or one[0] + other[0] >= limit):
        return int(one[0] + other[0] >= limit)
    return flag_of(reason(a, b))


def signed_carry(a: Value, b: Value, size: int) -> Value:
    return _flag(size, a, b, lambda a, b, top: bool((~(a ^ b) & (a ^ (a + b))) >> top & 1))


def signed_borrow(a: Value, b: Value, size: int) -> Value:
    return _flag(size, a, b, lambda a, b, top: bool(((a ^ b) & (a ^ (a - b))) >> top & 1))
