# SPDX-License-Identifier: BSD-3-Clause
"""src/core/fold.c folds as permutation.py does: permutations to rank 5, flips to rank 4. explain names what runs."""

from collections.abc import Iterator
from itertools import permutations, product
from random import Random

import pytest
from clib import CAxis, Folded, Library, folded, reversed_array
from hypothesis import given
from hypothesis import strategies as st
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import load_set
from permkern.kernels.permutation import WIDTHS, Perm, Shape, Work, fold, slot
from permkern.reports.explain import explain

pytestmark = pytest.mark.ci

PERMS = [perm for rank in range(1, 6) for perm in permutations(range(rank))]


def digits(perm: Perm) -> str:
    return "".join(map(str, perm))


def shapes(perm: Perm, bits: int) -> Iterator[Shape]:
    """Without and with axes of extent 1, each plain and with inner runs of 2, 4 and 8 bytes."""
    random = Random(f"{perm} {bits}")
    rank = len(perm)
    plain = tuple(random.choice((3, 5, 6, 7)) for _ in range(rank))
    thin = tuple(random.choice((1, 3)) for _ in range(rank))
    for shape in (plain, thin, tuple(random.choice((1, 2, 3)) for _ in range(rank))):
        yield shape
        yield from ((*shape[:-1], wide // bits) for wide in WIDTHS if wide >= bits)
    if rank > 2:  # a run of two fused axes, one of extent 1 behind it
        yield (*plain[:-2], 2, 2)
        yield (*plain[:-2], 64 // bits, 1)


def check(library: Library, work: Work) -> None:
    python = fold(work)
    c = folded(library.plan_for(work.shape, work.perm, work.bits))
    assert c == Folded(python.shape, python.perm, python.bits), str(work)


@pytest.mark.parametrize("perm", PERMS, ids=digits)
def test_c_folds_as_python_does(library: Library, perm: Perm) -> None:
    for bits in WIDTHS:
        for shape in shapes(perm, bits):
            check(library, Work(shape, perm, bits))


def check_reversed(library: Library, work: Work, out_axes: tuple[int, ...]) -> None:
    """Axes of ``out_axes`` run backwards in the output, and others in the input: so that the work's are reversed."""
    in_axes = tuple(work.perm[k] for k in range(len(work.perm)) if (k in out_axes) != work.is_reversed(k))
    given_array = reversed_array(work.shape, in_axes, work.bits)
    python = fold(work)
    c = folded(library.plan(given_array, work.perm, reversed_array(work.out_shape, out_axes, work.bits)))
    assert c == Folded(python.shape, python.perm, python.bits, python.reversed_axes), (str(work), out_axes)


@pytest.mark.parametrize("perm", [perm for perm in PERMS if len(perm) <= 4], ids=digits)
def test_c_folds_reversed_axes_as_python_does(library: Library, perm: Perm) -> None:
    """Reversed in the input; of the first shape also in the output, and on both sides, which reverses nothing."""
    rank = len(perm)
    for bits, flips in product(WIDTHS, product((False, True), repeat=rank)):
        first, *others = shapes(perm, bits)
        for out_flips in product((False, True), repeat=rank):
            check_reversed(library, Work(first, perm, bits, flips), tuple(k for k in range(rank) if out_flips[k]))
        for shape in others:
            check_reversed(library, Work(shape, perm, bits, flips), ())


@given(st.data())
def test_c_folds_as_python_does_at_ranks_6_to_8(library: Library, data: st.DataObject) -> None:
    perm = tuple(data.draw(st.permutations(range(data.draw(st.integers(6, 8))))))
    shape = tuple(data.draw(st.lists(st.sampled_from((1, 2, 3, 4)), min_size=len(perm), max_size=len(perm))))
    check(library, Work(shape, perm, data.draw(st.sampled_from(WIDTHS))))


PLAN = make_inventory(load_set("default"))


@given(st.data())
def test_explain_names_the_kernel_that_c_takes(library: Library, data: st.DataObject) -> None:
    perm = tuple(data.draw(st.permutations(range(data.draw(st.integers(1, 5))))))
    extents = st.one_of(st.integers(1, 4), st.sampled_from((1, 2, 4, 5, 8, 9, 16, 33)))
    shape = tuple(data.draw(extents) for _ in perm)
    flips = tuple(data.draw(st.booleans()) for _ in perm)
    work = Work(shape, perm, data.draw(st.sampled_from(WIDTHS)), flips)
    given_array = reversed_array(shape, [axis for k, axis in enumerate(perm) if flips[k]], work.bits)
    plan = library.plan(given_array, perm, reversed_array(work.out_shape, (), work.bits))
    named = explain(work, PLAN).kernel
    names = ("permkern_backward", "permkern_generic") if named == "none" else (named,)
    assert (plan.wide or plan.kernel) in map(library.address, names), (work, named)


@pytest.mark.parametrize("rank", range(1, 9))
def test_c_numbers_permutations_as_python_does(library: Library, rank: int) -> None:
    perms: list[Perm] = list(permutations(range(rank)))
    chosen = perms if rank < 7 else [perms[0], perms[-1], *Random(rank).sample(perms, 500)]
    for perm in chosen:
        axes = (CAxis * rank)(*(CAxis(2, 1 << (rank - axis), 1 << (rank - k)) for k, axis in enumerate(perm)))
        assert library.c.permkern_slot(axes, rank) == slot(perm), perm
