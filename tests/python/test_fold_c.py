# SPDX-License-Identifier: BSD-3-Clause
"""src/core/fold.c folds like permutation.py: permutations to rank 5, flips to rank 4. explain names C's kernel."""

from collections.abc import Iterator
from ctypes import c_ssize_t
from itertools import permutations, product
from random import Random

import pytest
from clib import MAX_RANK, Folded, Library, described, folded, reversed_array
from hypothesis import given
from hypothesis import strategies as st
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import load_set
from permkern.kernels.permutation import WIDTHS, Perm, Shape, Work, drop_units, fold, fuse
from permkern.kernels.places import Axis, axes_of
from permkern.listings.explain import explain

pytestmark = pytest.mark.ci

PERMS = [perm for rank in range(1, 5) for perm in permutations(range(rank))]


def digits(perm: Perm) -> str:
    return "".join(map(str, perm))


def shapes(perm: Perm, bits: int) -> Iterator[Shape]:
    """Without and with unit axes, each plain and with inner runs of 2, 4 and 8 bytes."""
    random = Random(f"{perm} {bits}")
    rank = len(perm)
    plain = tuple(random.choice((3, 5, 6, 7)) for _ in range(rank))
    thin = tuple(random.choice((1, 3)) for _ in range(rank))
    for shape in (plain, thin, tuple(random.choice((1, 2, 3)) for _ in range(rank))):
        yield shape
        yield from ((*shape[:-1], wide // bits) for wide in WIDTHS if wide >= bits)
    if rank > 2:  # a run from two fused axes, then a unit axis
        yield (*plain[:-2], 2, 2)
        yield (*plain[:-2], 64 // bits, 1)


def check(library: Library, work: Work) -> None:
    python = fold(work)
    c = folded(library.plan_for(work.shape, work.perm, work.bits))
    assert c == Folded(python.shape, python.perm, python.bits), str(work)


@pytest.mark.parametrize("perm", permutations(range(5)), ids=digits)
def test_c_folds_rank_5_as_python_does(library: Library, perm: Perm) -> None:
    for bits in WIDTHS:
        for shape in shapes(perm, bits):
            check(library, Work(shape, perm, bits))


def check_reversed(library: Library, work: Work, out_axes: tuple[int, ...]) -> None:
    """Reverses the work's axes: ``out_axes`` run backwards in the output, others in the input."""
    in_axes = tuple(work.perm[k] for k in range(len(work.perm)) if (k in out_axes) != work.is_reversed(k))
    given_array = reversed_array(work.shape, in_axes, work.bits)
    python = fold(work)
    c = folded(library.plan(given_array, work.perm, reversed_array(work.out_shape, out_axes, work.bits)))
    assert c == Folded(python.shape, python.perm, python.bits, python.reversed_axes), (str(work), out_axes)


@pytest.mark.parametrize("perm", PERMS, ids=digits)
def test_c_folds_reversed_axes_as_python_does(library: Library, perm: Perm) -> None:
    """Reversed in the input; the first shape also in the output, and on both sides, which reverses nothing."""
    rank = len(perm)
    for bits, flips in product(WIDTHS, product((False, True), repeat=rank)):
        first, *others = shapes(perm, bits)
        for out_flips in product((False, True) if bits == 8 else (False,), repeat=rank):
            check_reversed(library, Work(first, perm, bits, flips), tuple(k for k in range(rank) if out_flips[k]))
        for shape in others:
            check_reversed(library, Work(shape, perm, bits, flips), ())


@st.composite
def gapped(draw: st.DrawFn) -> Work:
    """Axes with steps and gaps on both sides, or without; some are reversed."""
    axes = range(draw(st.integers(1, MAX_RANK)))
    perm = tuple(draw(st.one_of(st.just(axes), st.permutations(axes))))
    extents = st.one_of(st.integers(1, 4), st.sampled_from((1, 2, 4, 5, 8, 9, 16, 33)))
    shape = tuple(draw(extents) for _ in perm)

    def strides(shape: Shape) -> Shape:
        made, reach = [], 1
        for extent in reversed(shape):
            made.append(reach * draw(st.sampled_from((1, 1, 1, 2, 3))))
            reach = made[-1] * extent + draw(st.sampled_from((0, 0, 0, 1, 2)))
        return tuple(reversed(made))

    flips = tuple(draw(st.booleans()) for _ in perm)
    sides = [strides(each) if draw(st.booleans()) else () for each in (shape, tuple(shape[axis] for axis in perm))]
    return Work(shape, perm, draw(st.sampled_from(WIDTHS)), flips, *sides)


@given(gapped(), st.data())
def test_c_folds_layouts_as_python_does(library: Library, work: Work, data: st.DataObject) -> None:
    """C gets the axes of both arrays in any order, and a reversed one runs backwards on either side."""
    axes = range(len(work.perm))
    ins, outs = (data.draw(st.permutations(axes)) for _ in range(2))
    out_steps = [step * data.draw(st.sampled_from((1, -1))) for step in work.out_steps]
    in_steps = list(work.in_steps)
    for k in axes:
        in_steps[work.perm[k]] *= -1 if (out_steps[k] < 0) != work.is_reversed(k) else 1
    given_array = described([work.shape[axis] for axis in ins], [in_steps[axis] for axis in ins], work.bits)
    wanted = described([work.out_shape[k] for k in outs], [out_steps[k] for k in outs], work.bits)
    plan = library.plan(given_array, [ins.index(work.perm[k]) for k in outs], wanted)
    found = []
    for k in range(plan.form & 15):
        step, out_step = (c_ssize_t(each).value for each in (plan.axis[k].in_stride, plan.axis[k].out_stride))
        found.append(Axis(k, plan.axis[k].extent, step if out_step > 0 else -step, abs(out_step)))
    assert tuple(found) == axes_of(fuse(drop_units(work))), (work, ins, outs)
    assert fold(work).bits in (work.bits, 8 << (plan.wide_form >> 4)), (work, ins, outs)


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
    assert (plan.wide if plan.wide_form else plan.kernel) in map(library.address, names), (work, named)
