# SPDX-License-Identifier: BSD-3-Clause
"""generator/kernels/layouts.py folds what has strides as C does, and explain names the kernel that C then takes."""

from ctypes import c_ssize_t

import pytest
from clib import MAX_RANK, CPlan, Library, described
from hypothesis import given
from hypothesis import strategies as st
from permkern.kernels.inventory import make_inventory
from permkern.kernels.layouts import Folded, Strides, fold_layout
from permkern.kernels.manifest import load_set
from permkern.kernels.permutation import WIDTHS, Perm, Shape, Work
from permkern.kernels.places import Axis
from permkern.listings.explain import explain

pytestmark = pytest.mark.ci


@st.composite
def strides_of(draw: st.DrawFn, shape: Shape) -> Strides:
    """Axes in any order and direction in memory, with steps and gaps, or contiguous."""
    plain = draw(st.booleans())
    order = range(len(shape)) if plain else draw(st.permutations(range(len(shape))))
    made, reach = [1] * len(shape), 1
    for axis in reversed(order):
        step = reach * (1 if plain else draw(st.sampled_from((1, 1, 1, 2, 3))))
        reach = step * shape[axis] + (0 if plain else draw(st.sampled_from((0, 0, 0, 1, 2))))
        made[axis] = step if plain else step * draw(st.sampled_from((1, 1, -1)))
    return tuple(made)


@st.composite
def layouts(draw: st.DrawFn, most_rank: int = MAX_RANK) -> tuple[Work, Strides, Strides]:
    perm: Perm = tuple(draw(st.permutations(range(draw(st.integers(1, most_rank))))))
    extents = st.one_of(st.integers(1, 4), st.sampled_from((1, 2, 4, 5, 8, 9, 16, 33)))
    work = Work(tuple(draw(extents) for _ in perm), perm, draw(st.sampled_from(WIDTHS)))
    return work, draw(strides_of(work.shape)), draw(strides_of(work.out_shape))


def planned(library: Library, work: Work, in_strides: Strides, out_strides: Strides) -> CPlan:
    wanted = described(work.out_shape, out_strides, work.bits)
    return library.plan(described(work.shape, in_strides, work.bits), work.perm, wanted)


def folded_by_c(plan: CPlan) -> Folded:
    """Of an axis that runs backwards on one side, the input's stride is made the negative one."""
    form = plan.wide_form if plan.wide else plan.form
    axes = []
    for k in range(form & 15):
        given_stride, wanted = (c_ssize_t(stride).value for stride in (plan.axis[k].in_stride, plan.axis[k].out_stride))
        sign = 1 if (given_stride < 0) == (wanted < 0) else -1
        axes.append(Axis(k, plan.axis[k].extent, sign * abs(given_stride), abs(wanted)))
    return Folded(tuple(axes), 8 << (form >> 4))


@given(layouts())
def test_c_folds_layouts_as_python_does(library: Library, layout: tuple[Work, Strides, Strides]) -> None:
    assert fold_layout(*layout) == folded_by_c(planned(library, *layout))


PLAN = make_inventory(load_set("default"))


@given(layouts(most_rank=5))
def test_the_kernel_that_is_named_is_the_one_that_is_taken(
    library: Library, layout: tuple[Work, Strides, Strides]
) -> None:
    work, in_strides, out_strides = layout
    plan = planned(library, work, in_strides, out_strides)
    told = explain(work, PLAN, in_strides, out_strides)
    assert (plan.wide or plan.kernel) == library.address(told.kernel), told
