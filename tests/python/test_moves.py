# SPDX-License-Identifier: BSD-3-Clause
"""The numbers that a pinned kernel passes on: its calls move each element of the work, and each to its place."""

from collections.abc import Iterator
from itertools import permutations, product

import pytest
from definition import source_of
from permkern.kernels.moves import Call, Fit, Move
from permkern.kernels.permutation import WIDTHS, Work, fold
from permkern.kernels.strategy import choose_move

SHAPES = [(7,), (40,), (2, 9), (9, 3), (5, 6), (17, 4), (2, 3, 5), (3, 12, 3), (2, 5, 20), (2, 3, 4, 5)]


def works(bits: int) -> Iterator[Work]:
    for shape in SHAPES:
        for perm, flips in product(permutations(range(len(shape))), product((False, True), repeat=len(shape))):
            yield fold(Work(shape, perm, bits, flips))


def moved(call: Call, bits: int) -> Iterator[tuple[int, int]]:
    """Yields the offsets of each element that a call moves, in the input and in the output."""
    size, what = bits // 8, call.function.split("_")[-1]
    if what in ("tiles", "channels", "elements", "grid"):
        *strides, rows, cols = call.target
        if what == "grid":
            (in_down, in_across), (out_down, out_across) = call.source, strides
        else:
            in_down, in_across, out_down, out_across = call.source[0], size, size, strides[0]
        for row, col in product(range(rows), range(cols)):
            yield row * in_down + col * in_across, row * out_down + col * out_across
    elif what.startswith("reverse"):
        unit, count = int(what.removeprefix("reverse")) // 8, call.target[0]
        for number, part in product(range(count), range(0, unit, size)):
            yield (count - 1 - number) * unit + part, number * unit + part
    else:
        yield from ((at, at) for at in range(0, call.target[0], size))


def elements(move: Move) -> Iterator[tuple[int, int]]:
    for places in product(*(range(axis.extent) for axis in move.outer)):
        source = move.in_first + sum(k * axis.in_stride for k, axis in zip(places, move.outer, strict=True))
        target = move.call.out_first + sum(k * axis.out_stride for k, axis in zip(places, move.outer, strict=True))
        yield from ((source + here, target + there) for here, there in moved(move.call, move.work.bits))


@pytest.mark.parametrize("bits", WIDTHS)
def test_each_element_is_moved_once(bits: int) -> None:
    for work in works(bits):
        for words, small in product((True, False), repeat=2):
            move, size = choose_move(work, work.bits // 8, words=words, small=small), work.bits // 8
            found = sorted((there // size, here // size) for here, there in elements(move))
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
