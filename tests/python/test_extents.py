# SPDX-License-Identifier: BSD-3-Clause
"""Sums and products with open extents: equal ones compare equal, and divide by their factors."""

import pytest
from permkern.models.extents import Extent, dimension, exact, over, plus, product, sign, symbol, times, valued

N, T = dimension("N"), dimension("T")


def test_products_are_multiplied_out() -> None:
    assert times(N, 1) == N
    assert str(times(2, N)) == "2*N"
    assert str(times(plus(N, 1), plus(N, 2))) == "2 + 3*N + N*N"
    assert times(N, T) == times(T, N)
    assert times(plus(N, T), plus(N, times(-1, T))) == plus(times(N, N), times(-1, times(T, T)))
    assert product([2, N, 3]) == times(6, N)
    assert times(0, N) == 0


def test_products_divide_by_their_factors() -> None:
    assert exact(times(6, times(N, T)), times(2, N)) == times(3, T)
    assert exact(times(3, N), times(2, N)) is None
    assert exact(plus(N, 1), N) is None


@pytest.mark.parametrize(("one", "other", "quotient"), [(7, 2, 3), (-7, 2, -3), (7, -2, -3), (-7, -2, 3), (1, 2, 0)])
def test_quotients_are_rounded_towards_zero(one: int, other: int, quotient: int) -> None:
    assert over(one, other) == quotient


def test_a_quotient_that_is_open_is_the_same_one_each_time() -> None:
    assert over(N, 2) == over(N, 2) != over(N, 3)
    assert over(times(4, N), 2) == times(2, N)


def test_extents_are_positive() -> None:
    assert plus(N, T).positive
    assert not plus(N, -1).positive
    assert not plus(N, symbol("at", positive=False)).positive


@pytest.mark.parametrize(
    ("one", "other", "order"),
    [
        (2, 3, -1),
        (3, 2, 1),
        (N, N, 0),
        (N, plus(N, 1), -1),
        (plus(N, 1), N, 1),
        (N, plus(N, T), -1),
        (plus(N, T), N, 1),
        (N, T, None),
    ],
)
def test_comparisons_say_what_is_decided(one: Extent, other: Extent, order: int | None) -> None:
    assert sign(one, other) == order


def test_numbers_take_the_place_of_symbols() -> None:
    [number] = N.symbols
    assert valued(plus(times(2, N), 1), {number: 5}) == 11
    assert valued(times(N, T), {number: 3}) == times(3, T)
