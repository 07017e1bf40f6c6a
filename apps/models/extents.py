# SPDX-License-Identifier: BSD-3-Clause
"""
Computes with extents that a model leaves open: sums of symbol products, for example 2*N + 1.

Equal sums have equal representations, so a product divides by its factors, whatever they are. Other results, for
example half of an odd T, become new symbols. These record the dimensions on which they depend.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from hashlib import sha256

_LONG = 120  # most characters in a symbol's text; longer text becomes a digest
_MANY = 16  # most terms in a sum; a longer sum becomes a symbol


@dataclass(frozen=True, order=True)
class Symbol:
    """
    An unknown number. ``needs`` has the --dim names that decide it; it is empty if data decide it. A ``whole`` symbol
    is an integer. A ``positive`` symbol is 1 or more, as every extent is.
    """

    text: str
    needs: tuple[str, ...] = ()
    positive: bool = True
    whole: bool = True


Term = tuple[Symbol, ...]  # sorted factors; () is the constant term


@dataclass(frozen=True)
class Open:
    """A sum of symbol products with integer coefficients. It has at least one symbol."""

    terms: tuple[tuple[Term, int], ...]

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        return tuple(dict.fromkeys(symbol for factors, _ in self.terms for symbol in factors))

    @property
    def needs(self) -> tuple[str, ...]:
        """The --dim names that decide it, without duplicates."""
        return tuple(dict.fromkeys(name for symbol in self.symbols for name in symbol.needs))

    @property
    def positive(self) -> bool:
        return all(symbol.positive for symbol in self.symbols) and all(factor > 0 for _, factor in self.terms)

    @property
    def whole(self) -> bool:
        return all(symbol.whole for symbol in self.symbols)

    def __str__(self) -> str:
        parts = []
        for factors, number in self.terms:
            words = [symbol.text for symbol in factors]
            parts.append("*".join(words if number == 1 and words else [str(number), *words]))
        return " + ".join(parts)


Extent = int | Open


def symbol(text: str, needs: Iterable[str] = (), *, positive: bool = True, whole: bool = True) -> Open:
    return Open((((Symbol(text, tuple(dict.fromkeys(needs)), positive, whole),), 1),))


def dimension(name: str) -> Open:
    """Returns an open extent with a --dim name."""
    return symbol(name, (name,))


def needs(extents: Iterable[Extent]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for extent in extents if isinstance(extent, Open) for name in extent.needs))


def _terms(number: Extent) -> dict[Term, int]:
    return dict(number.terms) if isinstance(number, Open) else {(): number}


def _sum(terms: Mapping[Term, int]) -> Extent:
    left = tuple(sorted((factors, number) for factors, number in terms.items() if number))
    if not left:
        return 0
    if len(left) == 1 and not left[0][0]:
        return left[0][1]
    made = Open(left)
    return made if len(left) <= _MANY else unknown("sum", made)


def unknown(operation: str, *numbers: Extent | float, positive: bool = False, whole: bool = True) -> Open:
    """Returns a symbol for an operation's result. Equal operations on equal numbers give equal symbols."""
    text = f"{operation}({', '.join(map(str, numbers))})"
    if len(text) > _LONG:
        text = f"{operation}({sha256(text.encode()).hexdigest()[:16]})"
    return symbol(text, needs(n for n in numbers if isinstance(n, Open)), positive=positive, whole=whole)


def plus(one: Extent, other: Extent) -> Extent:
    if isinstance(one, int) and isinstance(other, int):
        return one + other
    terms = _terms(one)
    for factors, number in _terms(other).items():
        terms[factors] = terms.get(factors, 0) + number
    return _sum(terms)


def times(one: Extent, other: Extent) -> Extent:
    if isinstance(one, int) and isinstance(other, int):
        return one * other
    terms: dict[Term, int] = {}
    for factors, number in _terms(one).items():
        for more, again in _terms(other).items():
            product = tuple(sorted((*factors, *more)))
            terms[product] = terms.get(product, 0) + number * again
    return _sum(terms)


def minus(one: Extent, other: Extent) -> Extent:
    return plus(one, times(-1, other))


def product(extents: Iterable[Extent]) -> Extent:
    one: Extent = 1
    return reduce(times, extents, one)


def total(extents: Iterable[Extent]) -> Extent:
    zero: Extent = 0
    return reduce(plus, extents, zero)


def _without(factors: Term, divided: Term) -> Term | None:
    left = list(factors)
    for factor in divided:
        if factor not in left:
            return None
        left.remove(factor)
    return tuple(left)


def exact(one: Extent, other: Extent) -> Extent | None:
    """Returns the quotient if the remainder is 0 for all symbol values, else None."""
    if isinstance(one, int) and isinstance(other, int):
        return one // other if other and one % other == 0 else None
    if one == other:
        return 1
    divisor = _terms(other)
    if len(divisor) != 1:
        return None
    [(divided, by)] = divisor.items()
    terms: dict[Term, int] = {}
    for factors, number in _terms(one).items():
        left = _without(factors, divided)
        if left is None or not by or number % by:
            return None
        terms[left] = number // by
    return _sum(terms)


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
    if isinstance(extent, int):
        return extent
    return total(
        times(number, product(numbers.get(each, Open((((each,), 1),))) for each in factors))
        for factors, number in extent.terms
    )


def sign(one: Extent, other: Extent) -> int | None:
    """Returns the sign of ``one - other``: -1, 0 or 1. Returns None if it depends on symbols."""
    difference, negated = minus(one, other), minus(other, one)
    if isinstance(difference, Open) and isinstance(negated, Open):
        return 1 if difference.positive else -1 if negated.positive else None
    return (difference > 0) - (difference < 0) if isinstance(difference, int) else None
