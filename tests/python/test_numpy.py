# SPDX-License-Identifier: BSD-3-Clause
"""
The C library against numpy.transpose: contiguous arrays and views on both sides, which may run backwards, ranks 0 to 8,
every width.
"""

from itertools import permutations

import clib
import numpy as np
import pytest
from cases import Case, cases, contiguous, filled, shapes, views
from clib import MAX_RANK, OK, UNSIGNED, Array, CPlan, Library, aligned, asked, described, lowest, span
from hypothesis import given, settings
from hypothesis import strategies as st
from permkern.permutation import WIDTHS, Perm, Shape, Work, fold

pytestmark = pytest.mark.ci

PERMS = [perm for rank in range(1, 5) for perm in permutations(range(rank))]


# ---- permute ----


def test_a_step_that_is_cut_off_is_refused(library: Library) -> None:
    """A stride below the extent times the stride inside it, also where no element is shared: docs/api.md, Strides."""
    base: Array = np.zeros((4, 5), np.uint8)
    view = base[:, ::2]
    assert view.strides == (5, 2)
    assert library.prepare(CPlan(), described(view), (1, 0), asked((3, 4), 8)) == clib.STRIDE
    assert library.prepare(CPlan(), described(np.zeros((4, 6), np.uint8)[:, ::2]), (1, 0), asked((3, 4), 8)) == OK


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("perm", PERMS, ids=lambda perm: "".join(map(str, perm)))
def test_permute_contiguous(library: Library, perm: Perm, bits: int) -> None:
    for extents in ((5, 4, 3, 6), (1, 9, 8, 2), (8, 1, 5, 4), (2, 3, 1, 8), (33, 3, 2, 1)):
        case = contiguous(extents[: len(perm)], perm, bits)
        assert case.permute(library, contiguous=True) == OK
        case.check()


@given(cases())
def test_permute_views(library: Library, case: Case) -> None:
    assert case.permute(library) == OK
    case.check()


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("rank", range(1, MAX_RANK + 1))
@settings(max_examples=100)
@given(data=st.data())
def test_permute_views_of_a_rank(library: Library, rank: int, bits: int, data: st.DataObject) -> None:
    perm = tuple(data.draw(st.permutations(range(rank))))
    shape = data.draw(shapes(rank))
    case = Case(*data.draw(views(shape, bits)), *data.draw(views(tuple(shape[axis] for axis in perm), bits)), perm)
    plan = case.plan(library)
    for _ in range(2):
        assert library.run(plan, *case.addresses()) == OK
        case.check()


@given(cases())
def test_spans_are_numpys(library: Library, case: Case) -> None:
    plan = case.plan(library)
    assert (plan.in_span, plan.out_span) == (span(case.given), span(case.out))


@given(cases(), st.integers(0, 2**20))
def test_plan_moves_to_other_buffers(library: Library, case: Case, offset: int) -> None:
    """A plan holds no address: it serves copies of the buffers, aligned otherwise."""
    plan = case.plan(library)
    size = case.given.itemsize
    moved = []
    for base, view in ((case.given_base, case.given), (case.out_base, case.out)):
        copy = aligned(base.nbytes, 64, offset % 9 * size)
        copy[:] = base.view(np.uint8)
        moved.append((copy.ctypes.data + lowest(view) - base.ctypes.data, copy))
    assert library.run(plan, moved[0][0], moved[1][0]) == OK
    case.out_base.view(np.uint8)[...] = moved[1][1]
    case.check()


@pytest.mark.parametrize("bits", WIDTHS)
def test_permute_of_one_element(library: Library, bits: int) -> None:
    given_base: Array = np.zeros(1, UNSIGNED[bits])
    out_base = np.zeros_like(given_base)
    case = Case(given_base, given_base.reshape(()), out_base, out_base.reshape(()), ())
    assert case.permute(library) == OK
    case.check()
    assert library.is_view(case.plan(library))


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 0), (2, 0, 5)])
def test_permute_of_nothing(library: Library, shape: Shape) -> None:
    """No buffer is looked at: numpy's may be anywhere, and is."""
    perm = tuple(reversed(range(len(shape))))
    given_layout, out_layout = asked(shape, 32), asked(shape[::-1], 32)
    assert library.permute(given_layout, None, perm, out_layout, None) == OK
    plan = library.plan(given_layout, perm, out_layout)
    assert (plan.in_span, plan.out_span) == (0, 0)
    assert library.run(plan, None, None) == OK
    assert library.run_part(plan, 1, 1, 0, 2) == OK


@given(cases())
def test_in_place(library: Library, case: Case) -> None:
    """numpy.transpose makes a view: laid out as that, a permute in place is done before it began."""
    there = np.transpose(case.given, case.perm)
    at = lowest(case.given)
    assert library.permute(described(case.given), at, case.perm, described(there), at) == OK
    assert library.run(library.plan(described(case.given), case.perm, described(there)), at, at) == OK
    moved = described(np.ascontiguousarray(there), contiguous=True)
    stays = all(
        extent == 1 or step == to
        for extent, step, to in zip(there.shape, there.strides, np.ascontiguousarray(there).strides, strict=True)
    )
    status = OK if stays else clib.OVERLAP
    assert library.permute(described(case.given), at, case.perm, moved, at) == status
    assert case.given_base.tobytes() == case.before


# ---- run_part ----


@given(cases(), st.integers(1, 9))
def test_parts_are_disjoint_and_together_all(library: Library, case: Case, parts: int) -> None:
    plan = case.plan(library)
    total = np.zeros(case.out_base.nbytes, np.int64)
    for part in reversed(range(parts)):
        wrote = np.zeros(case.out_base.nbytes, bool)
        for fill in (0x00, 0xFF):  # what one of the two fills hides, the other shows
            filled(case.out_base, fill)
            assert library.run_part(plan, *case.addresses(), part, parts) == OK
            wrote |= case.out_base.view(np.uint8) != fill
        total += wrote
    assert total.max() == 1, "two parts wrote one byte"
    filled(case.out_base, 0xA5)
    for part in range(parts):
        assert library.run_part(plan, *case.addresses(), part, parts) == OK
    case.check()


@pytest.mark.parametrize("parts", [2, 3, 7, 64, 1000, 2**32 - 1])
def test_parts_of_a_large_work(library: Library, parts: int) -> None:
    case = contiguous((67, 131), (1, 0), 8)
    plan = case.plan(library)
    some = range(parts) if parts <= 1000 else [*range(500), *range(parts - 500, parts)]
    for part in some:
        assert library.run_part(plan, *case.addresses(), part, parts) == OK
    if parts <= 1000:
        case.check()


# ---- is_view ----


def same_places(given_view: Array, out: Array, perm: Perm) -> bool:
    """Whether numpy.transpose, which makes a view, has the output's very strides."""
    there = np.transpose(given_view, perm)
    axes = zip(there.shape, there.strides, out.strides, strict=True)
    return all(extent == 1 or stride == wanted for extent, stride, wanted in axes)


@given(cases())
def test_is_view_of_views(library: Library, case: Case) -> None:
    assert library.is_view(case.plan(library)) == same_places(case.given, case.out, case.perm)


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("perm", PERMS, ids=lambda perm: "".join(map(str, perm)))
def test_is_view_of_contiguous(library: Library, perm: Perm, bits: int) -> None:
    for shape in ((2, 3, 4, 5), (1, 3, 1, 5), (1, 1, 1, 5), (1, 1, 1, 1), (2, 1, 3, 2), (4, 4, 1, 1)):
        case = contiguous(shape[: len(perm)], perm, bits)
        view = library.is_view(case.plan(library))
        assert view == (not fold(Work(shape[: len(perm)], perm, bits)).moves)
        there = np.transpose(case.given, perm)
        assert view == (np.ascontiguousarray(there).ctypes.data == case.given.ctypes.data)


def test_is_view_of_nothing(library: Library) -> None:
    assert library.is_view(None) is False
    assert library.is_view(CPlan()) is False


def test_is_view_of_padding_on_both_sides(library: Library) -> None:
    base: Array = np.zeros((6, 8), np.uint8)
    plan = library.plan(described(base[:4, :5]), (0, 1), described(base[:4, :5]))
    assert library.is_view(plan)
    assert not library.is_view(library.plan(described(base[:4, :5]), (0, 1), asked((4, 5), 8)))
