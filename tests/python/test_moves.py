# SPDX-License-Identifier: BSD-3-Clause
"""The numbers that a pinned kernel passes on: its calls move each element of the work, and each to its place."""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations, product

import pytest
from definition import source_of
from permkern.kernels.moves import Fit, Move, Part, Variant
from permkern.kernels.permutation import WIDTHS, Work, fold
from permkern.kernels.strategy import choose_move

SHAPES = [(7,), (40,), (2, 9), (9, 3), (5, 6), (17, 4), (21, 27), (2, 3, 5), (3, 12, 3), (2, 5, 20), (2, 3, 4, 5)]


def works(bits: int) -> Iterator[Work]:
    for shape in SHAPES:
        for perm, flips in product(permutations(range(len(shape))), product((False, True), repeat=len(shape))):
            yield fold(Work(shape, perm, bits, flips))


def called(function: str, source: Sequence[int], target: Sequence[int], bits: int) -> Iterator[tuple[int, int]]:
    """Yields the offsets of each element that a call moves, in the input and in the output, from its addresses."""
    size, what = bits // 8, function.split("_")[-1]
    rows, cols, row, col = 1, 1, (*source, size)[0], (*target, size)[0]
    if found := re.fullmatch(r"(?:tile|pairs)(\d)x(\d)", what):
        rows, cols = int(found[1]), int(found[2])
    elif what == "far":
        rows, cols = target[1:]
    elif found := re.fullmatch(r"split(\d)", what):  # pixels that fill a word
        rows, cols, row = 32 // bits, int(found[1]), int(found[1]) * size
    elif found := re.fullmatch(r"join(\d)", what):
        rows, cols, col = int(found[1]), 32 // bits, int(found[1]) * size
    elif what.startswith("line"):
        yield from ((number * row, number * col) for number in range(target[1]))
        return
    elif what != "move":
        yield from copied(what, target, size)
        return
    lowest, first = min(0, row) * (rows - 1), min(0, col) * (cols - 1)
    for number, other in product(range(rows), range(cols)):
        yield number * row + other * size - lowest, other * col + number * size - first


def copied(what: str, target: Sequence[int], size: int) -> Iterator[tuple[int, int]]:
    """The same of a run, which may be reversed."""
    if what.startswith("reverse"):
        unit, count = int(what.removeprefix("reverse")) // 8, target[0]
        for number, part in product(range(count), range(0, unit, size)):
            yield (count - 1 - number) * unit + part, number * unit + part
    else:
        yield from ((at, at) for at in range(0, target[0], size))


def inside(move: Move, variant: Variant) -> Iterator[tuple[int, int]]:
    for part in variant.parts:
        assert part.loops == () or min(loop.extent for loop in part.loops) > 0
        for places in product(*(range(loop.extent) for loop in part.loops)):
            source = part.in_at + sum(k * loop.in_stride for k, loop in zip(places, part.loops, strict=True))
            target = part.out_at + sum(k * loop.out_stride for k, loop in zip(places, part.loops, strict=True))
            for here, there in called(part.function, part.source, part.target, move.work.bits):
                yield source + here, target + there


def elements(move: Move, variant: Variant) -> Iterator[tuple[int, int]]:
    moved = list(inside(move, variant))
    for places in product(*(range(axis.extent) for axis in move.outer)):
        source = move.in_first + sum(k * axis.in_stride for k, axis in zip(places, move.outer, strict=True))
        target = move.call.out_first + sum(k * axis.out_stride for k, axis in zip(places, move.outer, strict=True))
        yield from ((source + here, target + there) for here, there in moved)


@pytest.mark.parametrize("bits", WIDTHS)
def test_each_element_is_moved_once(bits: int) -> None:
    for work in works(bits):
        for words, small in product((True, False), repeat=2):
            move, size = choose_move(work, work.bits // 8, words=words, small=small), work.bits // 8
            call = Variant("", (Part((), move.call.function, move.call.source, move.call.target),))
            for variant in move.variants or (call,):
                found = sorted((there // size, here // size) for here, there in elements(move, variant))
                assert found == [
                    (place, source_of(work.shape, work.perm, place, work.flips)) for place in range(work.elements)
                ], (work, move)


def test_words_are_taken_as_aligned_only_if_that_is_proven() -> None:
    for shape, align, fit in (
        ((8, 8), 4, Fit.ALIGNED),
        ((8, 8), 1, Fit.TESTED),
        ((8, 6), 4, Fit.ODD),
        ((8, 3), 4, Fit.ALIGNED),  # four pixels of three channels are three words
    ):
        assert choose_move(Work(shape, (1, 0), 8), align, words=True, small=False).call.fit is fit
        assert choose_move(Work(shape, (1, 0), 8), align, words=False, small=False).call.fit in (None, Fit.ELEMENTS)
