# SPDX-License-Identifier: BSD-3-Clause
"""Defines a pinned kernel by plain loops over its elements, for definition.j2."""

from collections.abc import Sequence
from dataclasses import dataclass

from .cfragments import scaled
from .inventory import Pinned, PinnedInPlace
from .moves import Xor
from .permutation import Work


@dataclass(frozen=True)
class Definition:
    """The loops of a kernel, in output order, and the numbers of the element that they move."""

    symbol: str
    bits: int
    loops: tuple[tuple[str, int], ...]  # names and extents
    src: str
    dst: str
    xor: Xor | None = None


@dataclass(frozen=True)
class DefinitionInPlace:
    """A kernel in place: element ``src`` moves to place ``to`` of ``count`` elements with ``size`` bytes."""

    symbol: str
    size: int
    count: int
    src: str


def _sum(index: Sequence[str], steps: Sequence[int]) -> str:
    return " + ".join(
        scaled(f"({at})" if " " in at and step > 1 else at, step) for at, step in zip(index, steps, strict=True)
    )


def definition(entry: Pinned) -> Definition:
    work = entry.work
    names = "abcdefgh"[: len(work.shape)]  # as in the kernel's comment
    turned = [
        f"{work.out_shape[k] - 1} - {names[axis]}" if work.is_reversed(k) else names[axis]
        for k, axis in enumerate(work.perm)
    ]
    loops = tuple((names[axis], work.shape[axis]) for axis in work.perm)
    return Definition(
        entry.symbol, work.bits, loops, _sum(names, work.in_steps), _sum(turned, work.out_steps), entry.xor
    )


def _source(work: Work) -> str:
    """Returns the number of the input element that moves to output place ``to``."""
    terms = []
    for k, (extent, step) in enumerate(zip(work.out_shape, work.out_steps, strict=True)):
        at = ("to" if step == 1 else f"to / {step}") + (f" % {extent}" if k else "")
        terms.append(f"({extent - 1} - {at})" if work.is_reversed(k) else at)
    return _sum(terms, [work.in_steps[axis] for axis in work.perm])


def definition_in_place(entry: PinnedInPlace) -> DefinitionInPlace:
    return DefinitionInPlace(entry.symbol, entry.work.bits // 8, entry.work.elements, _source(entry.work))
