# SPDX-License-Identifier: BSD-3-Clause
"""generator/kernels/layouts.py folds what has strides as C does, and explain names the kernel that C then takes."""

from ctypes import c_ssize_t
from pathlib import Path

import clib
import pytest
from cases import Case, cases
from clib import CPlan, Library, described
from commands import ROOT
from hypothesis import given
from permkern.kernels.inventory import make_inventory
from permkern.kernels.layouts import Folded, fold_layout
from permkern.kernels.manifest import load_set
from permkern.kernels.permutation import Perm, Work
from permkern.kernels.places import Axis
from permkern.report.explain import explain

pytestmark = pytest.mark.ci


def folded_by_c(plan: CPlan) -> Folded:
    """Of an axis that runs backwards on one side, the input's stride is made the negative one."""
    form = plan.wide_form if plan.wide else plan.form
    axes = []
    for k in range(form & 15):
        given_stride, wanted = (c_ssize_t(stride).value for stride in (plan.axis[k].in_stride, plan.axis[k].out_stride))
        sign = 1 if (given_stride < 0) == (wanted < 0) else -1
        axes.append(Axis(k, plan.axis[k].extent, sign * abs(given_stride), abs(wanted)))
    return Folded(tuple(axes), 8 << (form >> 4))


def strides_of(layout: clib.CLayout) -> tuple[int, ...]:
    return tuple(layout.strides[: layout.rank])


def check(library: Library, given_layout: clib.CLayout, perm: Perm, wanted: clib.CLayout) -> Folded:
    shape = tuple(given_layout.shape[: given_layout.rank])
    work = Work(shape, perm, int(given_layout.bits))
    found = fold_layout(work, strides_of(given_layout), strides_of(wanted))
    assert found == folded_by_c(library.plan(given_layout, perm, wanted)), work
    return found


@given(cases())
def test_c_folds_layouts_as_python_does(library: Library, case: Case) -> None:
    check(library, described(case.given), case.perm, described(case.out))


PLAN = make_inventory(load_set("default"))


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Without vectors of hosts, of which the words of a set's kernels would not say anything."""
    path: Path = tmp_path_factory.mktemp("words") / "libwords.so"
    return Library(clib.build(path, ROOT / "generated", "-DPERMKERN_CORE=PERMKERN_CORE_PLAIN"))


@given(cases(most_rank=5))
def test_the_kernel_that_is_named_is_the_one_that_is_taken(words: Library, case: Case) -> None:
    given_layout, wanted = described(case.given), described(case.out)
    plan = words.plan(given_layout, case.perm, wanted)
    work = Work(tuple(given_layout.shape[: given_layout.rank]), case.perm, int(given_layout.bits))
    told = explain(work, PLAN, strides_of(given_layout), strides_of(wanted))
    assert (plan.wide or plan.kernel) == words.address(told.kernel), told
