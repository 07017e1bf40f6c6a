# SPDX-License-Identifier: BSD-3-Clause
"""
Comparisons of the values in labels.py, and the flags after additions and subtractions.

A pointer is a sum of addresses and an offset, modulo the memory size. A comparison with a number asks whether the
pointer lies in a range. It is decided if all possible addresses give one answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .labels import (
    Apart,
    Area,
    Bit,
    Pointer,
    Reason,
    Relation,
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

# ---- addresses ----


def _congruent(low: int, high: int, number: int, modulus: int) -> tuple[int, int]:
    """Returns the smallest and the largest number from low to high that is `number` modulo `modulus`."""
    return low + (number - low) % modulus, high - (high - number) % modulus


def relation(one: Area, other: Area, limit: int) -> Relation | None:
    """Returns the relation of two areas that share no byte; None: no addresses fit. limit: the memory size in bytes."""
    if one.loose or other.loose:
        return Relation(0, limit - 1)
    found, back = one.others.get(other.name), other.others.get(one.name)
    found = back.turned(limit) if found is None and back is not None else found
    sizes = max(1, one.size), max(1, other.size)
    low, high, after = sizes[1], limit - sizes[0], None
    if found is not None:
        low, high, after = max(low, found.low), min(high, found.high), found.after
    # Both areas lie in 1 to limit - 2. A larger difference has wrapped, so the first area is the lower one.
    most_after, least_before = limit - 2 - sizes[0], sizes[1] + 2
    if after is None and high < least_before:
        after = True
    elif after is None and low > most_after:
        after = False
    low, high = (low, min(high, most_after)) if after else (max(low, least_before) if after is False else low, high)
    low, high = _congruent(low, high, one.low - other.low, 1 << min(one.known, other.known))
    return Relation(low, high, after, found.splits if found else 0) if low <= high else None


def _addresses(value: Pointer, limit: int) -> tuple[int, int, Reason] | None:
    """
    Returns a pointer's lowest and highest value without its offset, modulo ``limit``, and the area or the Apart that
    decides it; None: no range is known.
    """
    ones = [area for area, factor in value.terms.items() if factor == 1]
    others = [area for area, factor in value.terms.items() if factor == limit - 1]
    if len(ones) + len(others) != len(value.terms) or len(ones) > 1 or len(others) > 1:
        return None
    if ones and others:
        one, other = ones[0], others[0]
        found = relation(one, other, limit)
        return (found.low, found.high, Apart(one.name, other.name)) if found else None
    (area,) = ones or others
    low, high = _congruent(1, limit - 1 - area.size, area.low, 1 << area.known)
    return (low, high, area.name) if ones else (limit - high, limit - low, area.name)


def _among(value: Value, start: int, count: int, limit: int) -> Bit:
    """Returns 1 if a value is one of ``count`` numbers from ``start`` on, modulo ``limit``."""
    if isinstance(value, int):
        return int((value - start) % limit < count)
    found = _addresses(value, limit) if isinstance(value, Pointer) else None
    if not isinstance(value, Pointer) or found is None:
        return reason(value)
    low, high, areas = found
    first = (start - value.offset) % limit
    spans = (0, max(0, first + count - limit)), (first, min(first + count, limit))
    inside = sum(max(0, min(high + 1, end) - max(low, begin)) for begin, end in spans)
    if inside in (0, high + 1 - low):
        return int(inside > 0)
    if isinstance(areas, str):
        return areas
    cuts = tuple(bound for span in spans for bound in span if low < bound <= high)
    value = int(any(begin <= low < end for begin, end in spans))
    if areas.one < areas.other:
        return replace(areas, first=value, cuts=cuts)
    turned = tuple(limit + 1 - cut for cut in reversed(cuts))  # the opposite difference, as a pair has sorted names
    return Apart(areas.other, areas.one, (value + len(cuts)) % 2, turned)


# ---- comparisons ----


def equal(a: Value, b: Value, size: int) -> Value:
    if isinstance(a, int) and isinstance(b, int):
        return int(a == b)
    apart = a - b if isinstance(a, Pointer) and isinstance(b, (int, Pointer)) else None
    apart = b - a if isinstance(a, int) and isinstance(b, Pointer) else apart
    if isinstance(apart, int):
        return int(apart == 0)
    if apart is not None and not isinstance(found := _among(apart, 0, 1, 1 << 8 * size), str | None):
        return flag_of(found)
    differ: Bit = 0
    for x, y in zip(all_bits(cells_of(a, size)), all_bits(cells_of(b, size)), strict=True):
        differ = or_bit(differ, xor_bit(x, y))
    return flag_of(xor_bit(differ, 1))


def less(a: Value, b: Value, size: int) -> Value:
    """Compares unsigned numbers."""
    return int(a < b) if isinstance(a, int) and isinstance(b, int) else flag_of(_less(a, b, size))


def _less(a: Value, b: Value, size: int) -> Bit:
    limit = 1 << 8 * size
    if isinstance(a, Pointer) and isinstance(b, int):
        return _among(a, 0, b, limit)
    if isinstance(a, int) and isinstance(b, Pointer):
        return _among(b, a + 1, limit - 1 - a, limit)
    if isinstance(a, Pointer) and isinstance(b, Pointer):
        return _pointer_less(a, b, size)
    one, other = (_range(value, limit) for value in (a, b))
    if one is not None and other is not None and (one[1] < other[0] or one[0] >= other[1]):
        return int(one[1] < other[0])
    return reason(a, b)


def _pointer_less(a: Pointer, b: Pointer, size: int) -> Bit:
    """Compares two addresses in areas, or at their ends."""
    if len(a.terms) == len(b.terms) == 1:
        ((one, factor),), ((other, other_factor),) = a.terms.items(), b.terms.items()
        if factor == other_factor == 1 and a.offset <= one.size and b.offset <= other.size:
            if one is other:
                return int(a.offset < b.offset)
            found = relation(one, other, 1 << 8 * size)
            if found is None or found.after is None:
                return Apart(one.name, other.name)
            apart = equal(a, b, size)  # areas may touch
            return 0 if found.after else xor_bit(1, bits_of(cells_of(apart, 1)[0])[0])
    ones, others = (_range(value, 1 << 8 * size) for value in (a, b))
    if ones is not None and others is not None:
        if a.terms == b.terms:
            return int(ones[0] < others[0])
        if ones[1] < others[0] or ones[0] >= others[1]:
            return int(ones[1] < others[0])
    return reason(a, b)


def _range(value: Value, limit: int) -> tuple[int, int] | None:
    """Returns a value's smallest and largest possible number; None: unknown, or the range wraps."""
    if isinstance(value, int):
        return value, value
    if not isinstance(value, Pointer):
        bits = all_bits(value.cells())
        least = sum(1 << k for k, bit in enumerate(bits) if bit == 1)
        return least, least + sum(1 << k for k, bit in enumerate(bits) if not isinstance(bit, int))
    if (found := _addresses(value, limit)) is None:
        return None
    low, high = ((bound + value.offset) % limit for bound in found[:2])
    return (low, high) if low <= high else None


# ---- flags ----


def _flag(size: int, a: Value, b: Value, test: Callable[[int, int, int], bool]) -> Value:
    if isinstance(a, int) and isinstance(b, int):
        return int(test(a, b, 8 * size - 1))
    return flag_of(reason(a, b))


def signed_less(a: Value, b: Value, size: int) -> Value:
    limit, half = 1 << 8 * size, 1 << 8 * size - 1
    if isinstance(a, Pointer) and isinstance(b, int):
        return flag_of(_among(a, half, (b - half) % limit, limit))
    if isinstance(a, int) and isinstance(b, Pointer):
        return flag_of(_among(b, a + 1, (half - 1 - a) % limit, limit))
    if isinstance(a, Unknown) and b == 0:
        return flag_of(bits_of(a.cells()[-1])[7])
    return _flag(size, a, b, lambda a, b, top: a ^ 1 << top < b ^ 1 << top)


def carry(a: Value, b: Value, size: int) -> Value:
    limit = 1 << 8 * size
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Pointer) and isinstance(other, int):
            return flag_of(_among(one, limit - other, other, limit))
    ones, others = _range(a, limit), _range(b, limit)
    if ones is not None and others is not None and (ones[1] + others[1] < limit or ones[0] + others[0] >= limit):
        return int(ones[0] + others[0] >= limit)
    return flag_of(reason(a, b))


def signed_carry(a: Value, b: Value, size: int) -> Value:
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Pointer) and isinstance(other, int):
            return flag_of(_overflows(one, other, size))
    return _flag(size, a, b, lambda a, b, top: bool((~(a ^ b) & (a ^ (a + b))) >> top & 1))


def signed_borrow(a: Value, b: Value, size: int) -> Value:
    limit, half = 1 << 8 * size, 1 << 8 * size - 1
    if isinstance(a, Pointer) and isinstance(b, int):
        # The lowest number has no opposite: the difference overflows unless `a` is negative.
        return flag_of(_among(a, 0, half, limit) if b == half else _overflows(a, -b % limit, size))
    return _flag(size, a, b, lambda a, b, top: bool(((a ^ b) & (a ^ (a - b))) >> top & 1))


def _overflows(a: Pointer, number: int, size: int) -> Bit:
    """Returns 1 if the signed sum of a pointer and a number overflows."""
    limit, half = 1 << 8 * size, 1 << 8 * size - 1
    return _among(a, half - number, number, limit) if number < half else _among(a, half, limit - number, limit)
