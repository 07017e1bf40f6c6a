# SPDX-License-Identifier: BSD-3-Clause
"""
Computes with extents that a model leaves open: products of an integer and symbols, for example 2*N*T.

Equal products have equal representations, so a product divides by its factors, whatever they are. Other results, for
example N + 1 or half of an odd T, become new symbols. These record the dimensions on which they depend.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from hashlib import sha256

_LONG = 120  # most characters in a symbol's text; longer text becomes a digest


@dataclass(frozen=True, order=True)
class Symbol:
    """
    An unknown number. ``needs`` has the --dim names that decide it; it is empty if data decide it. A ``positive``
    symbol is an integer of 1 or more, as every extent is.
    """

    text: str
    needs: tuple[str, ...] = ()
    positive: bool = True


@dataclass(frozen=True)
class Open:
    """A product of an integer, which is not 0, and sorted symbols. It has at least one symbol."""

    number: int
    symbols: tuple[Symbol, ...]

    def __str__(self) -> str:
        words = [symbol.text for symbol in self.symbols]
        return "*".join(words if self.number == 1 else [str(self.number), *words])


Extent = int | Open


def symbol(text: str, needs: Iterable[str] = (), *, positive: bool = True) -> Open:
    return Open(1, (Symbol(text, tuple(dict.fromkeys(needs)), positive),))


def dimension(name: str) -> Open:
    """Returns an open extent with a --dim name."""
    return symbol(name, (name,))


def _parts(extent: Extent) -> tuple[int, tuple[Symbol, ...]]:
    return (extent, ()) if isinstance(extent, int) else (extent.number, extent.symbols)


def needs(extents: Iterable[Extent]) -> tuple[str, ...]:
    """Returns the --dim names that decide extents, without duplicates."""
    return tuple(dict.fromkeys(name for extent in extents for each in _parts(extent)[1] for name in each.needs))


def is_positive(extent: Extent) -> bool:
    number, symbols = _parts(extent)
    return number > 0 and all(each.positive for each in symbols)


def unknown(operation: str, *numbers: Extent | float, positive: bool = False) -> Open:
    """Returns a symbol for an operation's result. Equal operations on equal numbers give equal symbols."""
    text = f"{operation}({', '.join(map(str, numbers))})"
    if len(text) > _LONG:
        text = f"{operation}({sha256(text.encode()).hexdigest()[:16]})"
    return symbol(text, needs(n for n in numbers if isinstance(n, Open)), positive=positive)


def plus(one: Extent, other: Extent) -> Extent:
    if isinstance(one, int) and isinstance(other, int):
        return one + other
    if 0 in (one, other):
        return other if one == 0 else one
    return unknown("sum", one, other, positive=is_positive(one) and is_positive(other))


def _made(number: int, symbols: Iterable[Symbol]) -> Extent:
    factors = tuple(sorted(symbols))
    return Open(number, factors) if number and factors else number


def times(one: Extent, other: Extent) -> Extent:
    (number, symbols), (again, more) = _parts(one), _parts(other)
    return _made(number * again, (*symbols, *more))


def minus(one: Extent, other: Extent) -> Extent:
    return plus(one, times(-1, other))


def product(extents: Iterable[Extent]) -> Extent:
    one: Extent = 1
    return reduce(times, extents, one)


def exact(one: Extent, other: Extent) -> Extent | None:
    """Returns the quotient if the remainder is 0 for all symbol values, else None."""
    (number, symbols), (by, divisors) = _parts(one), _parts(other)
    left = Counter(symbols)
    left.subtract(divisors)
    if not by or number % by or min(left.values(), default=0) < 0:
        return None
    return _made(number // by, left.elements())


def over(one: Extent, other: Extent) -> Extent:
    """Returns the quotient, rounded towards zero as in ONNX's integer Div."""
    quotient = exact(one, other)
    if quotient is not None:
        return quotient
    if isinstance(one, int) and isinstance(other, int) and other:
        return abs(one) // abs(other) * (1 if (one < 0) == (other < 0) else -1)
    return unknown("quotient", one, other)


def valued(extent: Extent, numbers: Mapping[Symbol, int]) -> Extent:
    """Replaces symbols by numbers."""
    number, symbols = _parts(extent)
    return product((number, *(numbers.get(each, Open(1, (each,))) for each in symbols)))
