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
from clib import MAX_RANK, OK, UNSIGNED, Array, CPlan, Library, asked, described, lowest
from hypothesis import given, settings
from hypothesis import strategies as st
from permkern.kernels.permutation import WIDTHS, Perm, Shape

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


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("rank", range(1, MAX_RANK + 1))
@settings(max_examples=20)
@given(data=st.data())
def test_permute_views_of_a_rank(library: Library, rank: int, bits: int, data: st.DataObject) -> None:
    perm = tuple(data.draw(st.permutations(range(rank))))
    shape = data.draw(shapes(rank))
    case = Case(*data.draw(views(shape, bits)), *data.draw(views(tuple(shape[axis] for axis in perm), bits)), perm)
    plan = case.plan(library)
    for _ in range(2):
        assert library.run(plan, *case.addresses()) == OK
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


# ---- is_view ----


def same_places(given_view: Array, out: Array, perm: Perm) -> bool:
    """Whether numpy.transpose, which makes a view, has the output's very strides."""
    there = np.transpose(given_view, perm)
    axes = zip(there.shape, there.strides, out.strides, strict=True)
    return all(extent == 1 or stride == wanted for extent, stride, wanted in axes)


@given(cases())
def test_is_view_of_views(library: Library, case: Case) -> None:
    assert library.is_view(case.plan(library)) == same_places(case.given, case.out, case.perm)
