# SPDX-License-Identifier: BSD-3-Clause
"""generator/layouts.py folds what has strides as C does, and explain names the kernel that C then takes."""

from ctypes import c_ssize_t
from itertools import permutations, product
from pathlib import Path

import clib
import pytest
from cases import Case, cases
from clib import CPlan, Library, described
from hypothesis import given
from permkern.explain import explain
from permkern.layouts import Folded, LayoutError, fold_layout
from permkern.manifest import load_set
from permkern.permutation import WIDTHS, Perm, Work, fold
from permkern.places import Axis
from permkern.plan import make_plan

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


def digits(perm: Perm) -> str:
    return "".join(map(str, perm))


def check(library: Library, given_layout: clib.CLayout, perm: Perm, wanted: clib.CLayout) -> Folded:
    shape = tuple(given_layout.shape[: given_layout.rank])
    work = Work(shape, perm, int(given_layout.bits))
    found = fold_layout(work, strides_of(given_layout), strides_of(wanted))
    assert found == folded_by_c(library.plan(given_layout, perm, wanted)), work
    return found


@given(cases())
def test_c_folds_layouts_as_python_does(library: Library, case: Case) -> None:
    check(library, described(case.given), case.perm, described(case.out))


@pytest.mark.parametrize("perm", [perm for rank in range(1, 5) for perm in permutations(range(rank))], ids=digits)
def test_contiguous_works_fold_as_works_do(perm: Perm) -> None:
    shape = (4, 3, 1, 2)[-len(perm) :]
    for bits, flips in product(WIDTHS, product((False, True), repeat=len(perm))):
        work = Work(shape, perm, bits, flips)
        found = fold_layout(work, None, None)
        assert (found.work, found.is_contiguous) == (fold(work), True)


@pytest.mark.parametrize(
    ("strides", "says"),
    [
        ((0, 1), "input stride 0 of axis 0; only an axis of extent 1 may have it"),
        ((2, 1), "input strides 2,1 let elements of axis 0 share places"),
        ((1, 3), "input strides 1,3 let elements of axis 1 share places"),
    ],
)
def test_strides_that_share_elements_are_refused(strides: tuple[int, int], says: str) -> None:
    with pytest.raises(LayoutError) as error:
        fold_layout(Work((4, 3), (1, 0), 8), strides, None)
    assert str(error.value).startswith(says)
    assert fold_layout(Work((1, 3), (1, 0), 8), (0, 1), None).is_contiguous, "an axis of extent 1 ignores its stride"


PLAN = make_plan(load_set("default"))


def address(library: Library, name: str) -> int | None:
    return library.address(name)


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Without vectors of hosts, of which the words of a set's kernels would not say anything."""
    path: Path = tmp_path_factory.mktemp("words") / "libwords.so"
    return Library(clib.build(path, clib.ROOT / "generated", "-DPERMKERN_VECTOR=0"))


@given(cases(most_rank=5))
def test_the_kernel_that_is_named_is_the_one_that_is_taken(words: Library, case: Case) -> None:
    given_layout, wanted = described(case.given), described(case.out)
    plan = words.plan(given_layout, case.perm, wanted)
    work = Work(tuple(given_layout.shape[: given_layout.rank]), case.perm, int(given_layout.bits))
    told = explain(work, PLAN, strides_of(given_layout), strides_of(wanted))
    assert (plan.wide or plan.kernel) == address(words, told.kernel), told
