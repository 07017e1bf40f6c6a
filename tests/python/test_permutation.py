# SPDX-License-Identifier: BSD-3-Clause
"""Folding and numbering of permutations, with reversed axes: properties, counts, works whose folding is known."""

from itertools import permutations, product

import numpy as np
import pytest
from clib import UNSIGNED, Array
from definition import source_of
from hypothesis import given
from hypothesis import strategies as st
from permkern.kernels.permutation import (
    WIDTHS,
    Flips,
    Perm,
    Shape,
    Work,
    all_forms,
    fold,
    fold_steps,
    form,
    is_permutation,
    reachable_forms,
)

PERMS = [perm for rank in range(1, 6) for perm in permutations(range(rank))]


def digits(perm: Perm) -> str:
    return "".join(map(str, perm))


def permuted(work: Work) -> bytes:
    """What numpy makes of bytes that tell places apart: 256 different ones, then any."""
    random = np.random.default_rng(1)
    given_bytes = bytes(random.permutation(256).astype(np.uint8)) + random.bytes(work.bytes)
    array: Array = np.frombuffer(given_bytes[: work.bytes], UNSIGNED[work.bits])
    return np.flip(array.reshape(work.shape).transpose(work.perm), work.reversed_axes).tobytes()


@st.composite
def works(draw: st.DrawFn) -> Work:
    perm = tuple(draw(st.permutations(range(draw(st.integers(1, 8))))))
    shape = [draw(st.sampled_from((1, 1, 2, 3, 4, 8))) for _ in perm]
    while np.prod(shape) > 5000:
        shape[int(np.argmax(shape))] = 1
    flips = tuple(draw(st.booleans()) for _ in perm)
    return Work(tuple(shape), perm, draw(st.sampled_from(WIDTHS)), flips)


def check_folding(work: Work) -> None:
    folded = fold(work)
    assert permuted(folded) == permuted(work), "the folded work moves bytes elsewhere"
    assert fold(folded) == folded, "folding twice is folding once"
    assert folded.bytes == work.bytes
    rank = len(folded.perm)
    assert is_permutation(folded.perm)
    assert folded.shape == (1,) or 1 not in folded.shape
    for k in range(1, rank):
        goes_on = folded.perm[k] == folded.perm[k - 1] + 1
        assert not goes_on or folded.is_reversed(k - 1) != folded.is_reversed(k), "neighbours of one direction fuse"
    run = folded.shape[-1] * folded.bits
    assert rank == 1 or folded.perm[-1] != rank - 1 or run not in WIDTHS or folded.is_reversed(rank - 1)
    steps = fold_steps(work)
    assert (steps[-1].work if steps else work) == folded
    assert len({step.work for step in steps} | {work}) == len(steps) + 1, "every step changes something"
    assert folded.moves == (permuted(work) != permuted(Work(work.shape, tuple(range(len(work.perm))), work.bits)))


@given(works())
def test_folding_at_any_rank(work: Work) -> None:
    check_folding(work)


def sources(work: Work) -> list[int]:
    """By the definition: for each byte of the output, in order, the byte of the input."""
    size = work.bits // 8
    found = (source_of(work.shape, work.perm, at, work.flips) for at in range(work.elements))
    return [source * size + byte for source in found for byte in range(size)]


def flips_of(rank: int) -> list[Flips]:
    return list(product((False, True), repeat=rank))


@pytest.mark.parametrize("perm", [perm for perm in PERMS if len(perm) <= 4], ids=digits)
def test_folded_work_moves_the_same_elements_by_the_definition(perm: Perm) -> None:
    """Every permutation and flip of ranks 1 to 4, of axes of one, two and three elements."""
    for shape, flips in product(
        product((1, 3) if len(perm) == 4 else (1, 2, 3), repeat=len(perm)), flips_of(len(perm))
    ):
        work = Work(shape, perm, 8, flips)
        assert sources(fold(work)) == sources(work), str(work)


@pytest.mark.parametrize(("rank", "count"), [(1, 1), (2, 2), (3, 5), (4, 16), (5, 69), (6, 378)])
def test_number_of_forms(rank: int, count: int) -> None:
    forms = all_forms(rank)
    assert len(forms) == count
    perms = [perm for size in range(1, rank + 1) for perm in permutations(range(size))]
    assert {form(perm) for perm in perms} == forms
    assert frozenset[Perm]().union(*map(reachable_forms, perms)) == forms


@pytest.mark.parametrize(
    ("shape", "perm", "bits", "flips", "folded"),
    [
        ((1, 257, 1, 2), (0, 3, 2, 1), 32, (), Work((257, 2), (1, 0), 32)),
        ((5, 4, 3), (0, 1, 2), 16, (), Work((60,), (0,), 16)),
        ((5, 4, 3), (1, 2, 0), 16, (), Work((5, 12), (1, 0), 16)),
        ((5, 4, 8), (1, 0, 2), 8, (), Work((5, 4), (1, 0), 64)),
        ((5, 4, 2, 4), (1, 0, 2, 3), 8, (), Work((5, 4), (1, 0), 64)),
        ((5, 4, 3), (1, 0, 2), 8, (), Work((5, 4, 3), (1, 0, 2), 8)),
        ((5, 4, 2), (1, 0, 2), 64, (), Work((5, 4, 2), (1, 0, 2), 64)),
        ((2, 3, 1, 4, 5), (3, 4, 2, 0, 1), 8, (), Work((6, 20), (1, 0), 8)),
        ((5, 4), (0, 1), 8, (True, True), Work((20,), (0,), 8, (True,))),
        ((5, 4), (0, 1), 8, (True, False), Work((5,), (0,), 32, (True,))),
        ((5, 4, 3), (0, 1, 2), 8, (True, True, False), Work((20, 3), (0, 1), 8, (True, False))),
        ((5, 4, 3), (0, 1, 2), 8, (False, True, True), Work((5, 12), (0, 1), 8, (False, True))),
        ((5, 4, 2), (1, 0, 2), 8, (False, True, True), Work((5, 4, 2), (1, 0, 2), 8, (False, True, True))),
        ((2, 3, 4, 5), (2, 3, 0, 1), 8, (True, True, False, False), Work((6, 20), (1, 0), 8, (True, False))),
        (
            (2, 3, 4, 5),
            (2, 3, 0, 1),
            8,
            (True, False, False, False),
            Work((6, 4, 5), (1, 2, 0), 8, (True, False, False)),
        ),
    ],
    ids=str,
)
def test_known_foldings(shape: Shape, perm: Perm, bits: int, flips: Flips, folded: Work) -> None:
    assert fold(Work(shape, perm, bits, flips)) == folded
