# SPDX-License-Identifier: BSD-3-Clause
"""The record of what a pinned kernel runs: it covers each plane once, and its text is what it says."""

from collections.abc import Iterator
from itertools import permutations, product
from math import gcd

import numpy as np
import pytest
from clib import Array
from permkern.kernels.isa import PIXELS
from permkern.kernels.moves import (
    Elements,
    FarTiles,
    Groups,
    Lines,
    Move,
    Part,
    Run,
    ShortRun,
    Tiles,
    VectorPlane,
)
from permkern.kernels.permutation import WIDTHS, Work, fold
from permkern.kernels.places import Along, Plane, Span
from permkern.kernels.strategy import choose_move

EXTENTS = (2, 3, 4, 5, 8, 12, 13, 16, 20, 28, 33, 100, 1025, 1600)


def moves_of(bits: int) -> Iterator[Move]:
    """Of planes of all these extents, alone and inside other axes, with words and without, small and fast."""
    shapes = [((rows, cols), (1, 0)) for rows, cols in product(EXTENTS, EXTENTS)]
    shapes += [((a, b, c), perm) for a, b, c in product((2, 3, 5, 9), (3, 4, 9), (2, 3, 12)) for perm in PERMS]
    for shape, perm in shapes:
        work = fold(Work(shape, perm, bits))
        for words, small in product((True, False), repeat=2):
            yield choose_move(work, bits // 8, words=words, small=small)


PERMS = tuple(permutations(range(3)))


def numbers(span: Span) -> slice:
    return slice(span.first, span.end)


def count(part: Part, plane: Plane, moved: Array) -> None:
    """Counts how often a part moves each element of a plane. Steps of loops are whole tiles or groups."""
    if isinstance(part, VectorPlane):
        moved += 1
    elif isinstance(part, Tiles):
        for span, tile in ((part.rows, part.tile.rows), (part.cols, part.tile.cols)):
            assert span.step % tile == 0
            assert (span.end - span.first) % span.step == 0
        moved[numbers(part.rows), numbers(part.cols)] += 1
    elif isinstance(part, FarTiles):
        assert part.rows % part.tile.rows == part.cols % part.tile.cols == 0
        moved[: part.rows, : part.cols] += 1
    elif isinstance(part, Lines):
        if part.of is Along.ROWS:
            moved[numbers(part.span), : part.count] += 1
        else:
            moved[: part.count, numbers(part.span)] += 1
    elif isinstance(part, Elements):
        for span in (part.rows, part.cols):
            assert (span.end - span.first) % span.step == 0
        moved[numbers(part.rows), numbers(part.cols)] += 1
    else:
        assert isinstance(part, Groups)
        assert part.pixels.step % PIXELS == (part.pixels.end - part.pixels.first) % part.pixels.step == 0
        if part.apart:
            assert part.channels == plane.cols
            moved[numbers(part.pixels), :] += 1
        else:
            assert part.channels == plane.rows
            moved[:, numbers(part.pixels)] += 1


@pytest.mark.parametrize("bits", WIDTHS)
def test_each_element_is_moved_once(bits: int) -> None:
    for move in moves_of(bits):
        assert [nest.guard is None for nest in move.nests] == [False] * (len(move.nests) - 1) + [True]
        for nest in move.nests:
            elements = np.prod([axis.extent for axis in nest.outer], dtype=int)
            if move.plane is None:
                (run,) = nest.parts
                assert isinstance(run, Run | ShortRun)
                assert elements * run.bytes == move.work.bytes
                continue
            moved = np.zeros((move.plane.rows, move.plane.cols), int)
            for part in nest.parts:
                count(part, move.plane, moved)
            assert (moved == 1).all(), (move.work, nest)
            assert elements * moved.size == move.work.elements


@pytest.mark.parametrize("align", (1, 2, 4))
@pytest.mark.parametrize("words", (True, False))
def test_a_short_run_is_moved_within_its_bytes_and_at_its_alignment(align: int, *, words: bool) -> None:
    """Where words are aligned or may trap, each access is aligned and no byte is moved twice."""
    straight = 0
    for count, rows in product(range(1, 140), (2, 3, 4, 5)):
        move = choose_move(Work((rows, 4, count), (1, 0, 2), 8), align, words=words, small=False)
        steps = [stride for axis in move.nests[0].outer for stride in (axis.in_stride, axis.out_stride)]
        run_align = gcd(4, *steps) if words else gcd(align, *steps)
        for nest in move.nests:
            (run,) = nest.parts
            assert run.bytes == count
            if not isinstance(run, ShortRun):
                continue
            places = [range(block.offset, block.offset + 16) for block in run.blocks]
            places += [range(access.offset, access.offset + access.bits // 8) for access in run.accesses]
            moved = [byte for place in places for byte in place]
            assert set(moved) == set(range(count))
            if not words or run_align == 4:
                assert len(moved) == count
                assert all(place.start % len(place) == 0 for place in places)
                assert all(run_align % min(len(place), 4) == 0 for place in places)
            assert len(places) <= 16
            assert all(run_align == 4 for _ in run.blocks)
            straight += 1
    assert straight > 20
