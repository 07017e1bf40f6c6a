# SPDX-License-Identifier: BSD-3-Clause
"""Defines a pinned kernel by plain loops over its elements, for definition.j2."""

from collections.abc import Sequence
from dataclasses import dataclass

from .cfragments import scaled
from .inventory import Pinned, PinnedInPlace
from .moves import Xor
from .permutation import Work

_LOWEST = "to % 8 == 0"  # an element that starts a byte, in C


@dataclass(frozen=True)
class Definition:
    """The loops of a kernel, in output order. ``src``, ``dst``: the byte that they move, or the element of few bits."""

    bits: int
    loops: tuple[tuple[str, int], ...]  # names and extents
    src: str
    dst: str
    xor: Xor | None = None
    order: tuple[int, ...] = ()
    first: str = ""  # true for the first element of few bits in a byte without gap bits; empty: all bytes may have some
    whole: bool = False  # no output byte has gap bits


@dataclass(frozen=True)
class DefinitionInPlace:
    """A kernel in place: byte ``src`` moves to place ``from`` of ``count`` bytes."""

    count: int
    src: str


def _sum(index: Sequence[str], steps: Sequence[int], first: int = 0) -> str:
    terms = [scaled(f"({at})" if " " in at and step > 1 else at, step) for at, step in zip(index, steps, strict=True)]
    return " + ".join([*terms, *([str(first)] if first else [])])


def definition(entry: Pinned) -> Definition:
    work, size = entry.work, entry.work.bits // 8
    names = "abcdefgh"[: len(work.shape)]  # as in the kernel's comment
    last_of = {axis: work.out_shape[k] - 1 for k, axis in enumerate(work.perm) if work.is_reversed(k)}
    turned = [f"{last_of[axis]} - {name}" if axis in last_of else name for axis, name in enumerate(names)]
    # The side that runs backwards: the output, so that loops follow the comment; bits fill the output in order.
    sides = (names, turned) if size else (turned, names)
    loops = [(names[axis], work.shape[axis]) for axis in work.perm]
    last = ["byte"] * (size > 1)
    ins = [*sides[0][:-1], f"order[{names[-1]}]"] if work.order else sides[0]
    src, dst = (
        _sum([*index, *last], [step * max(size, 1) for step in steps] + [1] * len(last), first)
        for index, steps, first in (
            (ins, work.in_steps, work.in_offset),
            ([sides[1][axis] for axis in work.perm], work.out_steps, work.out_offset),
        )
    )
    first = "" if size else _first([names[axis] for axis in work.perm], work)
    whole = first == _LOWEST and work.out_offset * work.bits % 8 == 0
    return Definition(
        work.bits, (*loops, *((name, size) for name in last)), src, dst, entry.xor, work.order, first, whole
    )


def _first(names: Sequence[str], work: Work) -> str:
    """Returns the condition of the first element in an output byte without gap bits."""
    steps, shape, run = work.out_steps, work.out_shape, 1
    inner = len(steps)
    while inner and steps[inner - 1] == run:
        inner -= 1
        run *= shape[inner]
    tail = (work.out_offset + run) * work.bits % 8 // work.bits  # elements in a byte with gap bits at the run's end
    if tail == 0:
        return _LOWEST
    return f"{_LOWEST} && {_sum(names[inner:], steps[inner:])} < {run - tail}" if run > tail else ""


def _source(work: Work) -> str:
    """Returns the place of the byte that moves to place ``from``."""
    size, terms = work.bits // 8, []
    axes = list(zip((*work.out_shape, size), (*(size * step for step in work.out_steps), 1), strict=True))
    for k, (extent, step) in enumerate(axes):
        at = ("from" if step == 1 else f"from / {step}") + (f" % {extent}" if k else "")
        terms.append(f"({extent - 1} - {at})" if k < len(work.perm) and work.is_reversed(k) else at)
    steps = [*(size * work.in_steps[axis] for axis in work.perm), 1]
    return _sum(terms[: len(terms) - (size == 1)], steps[: len(terms) - (size == 1)])


def definition_in_place(entry: PinnedInPlace) -> DefinitionInPlace:
    return DefinitionInPlace(entry.work.bytes, _source(entry.work))
