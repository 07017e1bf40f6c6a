# SPDX-License-Identifier: BSD-3-Clause
"""Address comparisons hold for two areas anywhere in a memory of 256 bytes. All cases were run once: 300 s."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from itertools import product

import pytest

pytest.importorskip("pypcode")

from permkern.certify.comparisons import carry, equal, less, relation, signed_borrow, signed_carry, signed_less
from permkern.certify.labels import Apart, Area, Bit, Pointer, Relation, Value, and_bit, bits_of, or_bit, xor_bit

LIMIT, SIZES, RANDOM = 256, (5, 3), random.Random(51)


def _sum(factors: Mapping[str, int], offset: int, a: int, b: int) -> int:
    return (a * factors.get("a", 0) + b * factors.get("b", 0) + offset) % LIMIT


def signed(number: int) -> int:
    return number - LIMIT if number >= LIMIT // 2 else number


DEFINED: dict[Callable[[Value, Value, int], Value], Callable[[int, int], bool]] = {
    equal: lambda a, b: a == b,
    less: lambda a, b: a < b,
    signed_less: lambda a, b: signed(a) < signed(b),
    carry: lambda a, b: a + b >= LIMIT,
    signed_carry: lambda a, b: not -128 <= signed(a) + signed(b) < 128,
    signed_borrow: lambda a, b: not -128 <= signed(a) - signed(b) < 128,
}
NUMBERS = (0, 1, 2, 3, 5, 8, 100, 127, 128, 129, 250, 251, 253, 254, 255)
# Known facts: the relation, and low bits of each.
KNOWN: tuple[tuple[dict[str, Relation], tuple[int, int], tuple[int, int]], ...] = (
    ({}, (0, 0), (0, 0)),
    ({}, (1, 1), (2, 2)),
    ({"b": Relation(3, 251, after=True)}, (0, 0), (0, 0)),
    ({"b": Relation(3, 251, after=False)}, (0, 2), (0, 1)),
    ({"b": Relation(3, 9)}, (0, 0), (0, 0)),
)


@pytest.mark.parametrize("known", KNOWN)
def test_comparisons_hold_wherever_areas_are(
    known: tuple[dict[str, Relation], tuple[int, int], tuple[int, int]],
) -> None:
    others, *lows = known
    a, b = Area("a", SIZES[0], *lows[0], others), Area("b", SIZES[1], *lows[1])
    where = relation(a, b, LIMIT)
    assert where is not None
    places = [
        (x, y)
        for x, y in product(range(1, LIMIT - SIZES[0]), range(1, LIMIT - SIZES[1]))
        if (x + SIZES[0] <= y or y + SIZES[1] <= x)
        and all(at % (1 << bits) == low for at, (low, bits) in zip((x, y), lows, strict=True))
        and where.low <= (x - y) % LIMIT <= where.high
        and where.after in (None, x > y)
    ]
    near = [(x, y) for x, y in places if (y - x - SIZES[0]) % LIMIT < 4 or (x - y - SIZES[1]) % LIMIT < 4]
    places = [*RANDOM.sample(near, min(len(near), 100)), *RANDOM.sample(places, 200)]
    values: dict[Value, Callable[[int, int], int]] = {number: partial(_sum, {}, number) for number in NUMBERS}
    for offset in (-9, -1, 0, 1, 3, 4, 5, 6, 60):
        for terms in ({a: 1}, {b: 1}, {a: -1 % LIMIT}, {a: 1, b: -1 % LIMIT}, {a: -1 % LIMIT, b: 1}):
            pointer = Pointer(terms, offset % LIMIT, 1)
            values[pointer] = partial(_sum, {area.name: factor for area, factor in terms.items()}, offset)
    decided = 0
    for compare, defined in DEFINED.items():
        for (one, first), (other, second) in RANDOM.sample(list(product(values.items(), values.items())), 400):
            bit = _bit(compare(one, other, 1))
            if isinstance(bit, int):
                decided += 1
                assert all(defined(first(x, y), second(x, y)) == bit for x, y in places), (compare, one, other)
            elif isinstance(bit, Apart) and bit.cuts:
                assert (bit.one, bit.other) == ("a", "b")
                assert all(defined(first(x, y), second(x, y)) == bit.at((x - y) % LIMIT) for x, y in places)
    assert decided > 300


def test_an_order_is_no_distance() -> None:
    order, distance = Apart("a", "b"), Apart("a", "b", 0, (9,))
    for combine in (and_bit, or_bit, xor_bit):
        assert {combine(order, distance), combine(distance, order)} <= {order, distance}
    assert and_bit(distance, xor_bit(distance, 1)) == 0


def _bit(value: Value) -> Bit:
    return value & 1 if isinstance(value, int) else bits_of(value.cells()[0])[0]
