# SPDX-License-Identifier: BSD-3-Clause
"""Products with open extents: equal ones compare equal, and divide by their factors."""

import pytest
from permkern.models.extents import (
    Extent,
    dimension,
    exact,
    is_positive,
    minus,
    needs,
    over,
    plus,
    product,
    symbol,
    times,
    valued,
)

N, T = dimension("N"), dimension("T")


def test_equal_products_are_equal() -> None:
    assert times(N, 1) == N
    assert str(times(2, N)) == "2*N"
    assert times(N, T) == times(T, N)
    assert times(2, times(N, 3)) == product([N, 6])
    assert product([2, N, 3]) == times(6, N)
    assert times(0, N) == 0


def test_products_divide_by_their_factors() -> None:
    assert exact(times(6, times(N, T)), times(2, N)) == times(3, T)
    assert exact(times(3, N), times(2, N)) is None
    assert exact(N, times(N, T)) is None
    assert exact(times(plus(N, 1), T), T) == plus(N, 1)
    assert exact(0, N) is exact(N, 0) is None


@pytest.mark.parametrize(("one", "other", "quotient"), [(7, 2, 3), (-7, 2, -3), (7, -2, -3), (-7, -2, 3), (1, 2, 0)])
def test_quotients_are_rounded_towards_zero(one: int, other: int, quotient: int) -> None:
    assert over(one, other) == quotient


def test_a_quotient_that_is_open_is_the_same_one_each_time() -> None:
    assert over(N, 2) == over(N, 2) != over(N, 3)
    assert over(times(4, N), 2) == times(2, N)


@pytest.mark.parametrize(("one", "other", "total", "difference"), [(7, 2, 9, 5), (N, 0, N, N), (0, 3, 3, -3)])
def test_sums_of_numbers(one: Extent, other: Extent, total: Extent, difference: Extent) -> None:
    assert (plus(one, other), minus(one, other)) == (total, difference)


def test_open_sums_are_symbols() -> None:
    assert plus(N, 1) == plus(N, 1) != plus(N, 2)
    assert plus(0, N) == N
    assert plus(N, T) not in (N, T, minus(N, T), times(N, T))
    assert needs([plus(N, T), minus(T, N)]) == ("N", "T")


def test_extents_are_positive() -> None:
    assert is_positive(plus(N, T)) and is_positive(times(2, N))
    assert not is_positive(minus(N, 1)) and not is_positive(times(-1, N))
    assert not is_positive(plus(N, symbol("at", positive=False)))


def test_numbers_take_the_place_of_symbols() -> None:
    [number] = N.symbols
    assert valued(times(2, N), {number: 5}) == 10
    assert valued(times(N, T), {number: 3}) == times(3, T)
