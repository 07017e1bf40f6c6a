# SPDX-License-Identifier: BSD-3-Clause
"""Folding with reversed axes: properties, and the number of folded permutations."""

from itertools import permutations

import numpy as np
import pytest
from clib import UNSIGNED, Array
from hypothesis import given
from hypothesis import strategies as st
from permkern.kernels.permutation import (
    WIDTHS,
    Perm,
    Work,
    all_forms,
    fold,
    fold_steps,
    form,
    is_permutation,
    reachable_forms,
)


def permuted(work: Work) -> bytes:
    """numpy's result for 256 different bytes, then random ones."""
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


@pytest.mark.parametrize(("rank", "count"), [(1, 1), (2, 2), (3, 5), (4, 16), (5, 69), (6, 378)])
def test_number_of_forms(rank: int, count: int) -> None:
    forms = all_forms(rank)
    assert len(forms) == count
    perms = [perm for size in range(1, rank + 1) for perm in permutations(range(size))]
    assert {form(perm) for perm in perms} == forms
    assert frozenset[Perm]().union(*map(reachable_forms, perms)) == forms
