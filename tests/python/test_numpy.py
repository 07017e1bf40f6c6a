# SPDX-License-Identifier: BSD-3-Clause
"""The C library against numpy.transpose: contiguous arrays and views on both sides, ranks 1 to 8, every width."""

from collections.abc import Sequence
from ctypes import addressof, c_int32, c_uint8, c_uint32, sizeof
from itertools import permutations
from math import prod

import clib
import numpy as np
import pytest
from clib import MAX_RANK, OK, UNSIGNED, Array, CArray, CPlan, Library, aligned, asked, described, span
from hypothesis import given, settings
from hypothesis import strategies as st
from permkern.permutation import WIDTHS, Perm, Shape, Work, fold

PERMS = [perm for rank in range(1, 5) for perm in permutations(range(rank))]
MOST = 3000  # elements


def filled(array: Array, value: int) -> None:
    array.view(np.uint8)[...] = value


@st.composite
def shapes(draw: st.DrawFn, rank: int) -> Shape:
    """Also long and thin, also with axes of extent 1; never too many elements."""
    extents = st.one_of(st.integers(1, 4), st.sampled_from((1, 2, 4, 5, 8, 9, 16, 33)))
    shape = [draw(extents) for _ in range(rank)]
    while prod(shape) > MOST:
        longest = shape.index(max(shape))
        shape[longest] = max(1, shape[longest] // 2)
    return tuple(shape)


@st.composite
def views(draw: st.DrawFn, shape: Shape, bits: int) -> tuple[Array, Array]:
    """A base of a view and the view: axes in any order in memory, sliced, every second or third element, offset."""
    rank = len(shape)
    if draw(st.booleans()):
        order = tuple(draw(st.permutations(range(rank))))
        steps = [draw(st.sampled_from((1, 1, 1, 2, 3))) for _ in range(rank)]
        margins = [draw(st.sampled_from((0, 0, 0, 1, 2))) for _ in range(rank)]
    else:
        order, steps, margins = tuple(range(rank)), [1] * rank, [0] * rank
    while prod(shape) * prod(steps) * prod(1 + margin for margin in margins) > 20 * MOST:
        steps[steps.index(max(steps))] = 1
        margins[margins.index(max(margins))] = 0
    extents = [shape[axis] * steps[axis] + 2 * margins[axis] for axis in range(rank)]
    size = bits // 8
    raw = aligned(prod(extents) * size, 64, draw(st.integers(0, 8)) * size)
    base: Array = raw.view(UNSIGNED[bits])
    laid_out = base.reshape([extents[axis] for axis in order]).transpose(np.argsort(order))
    slices = (
        slice(margin, margin + (extent - 1) * step + 1, step)
        for margin, extent, step in zip(margins, shape, steps, strict=True)
    )
    return base, laid_out[tuple(slices)]


class Case:
    """A permutation between two views."""

    def __init__(self, given_base: Array, given_view: Array, out_base: Array, out_view: Array, perm: Perm) -> None:
        self.given_base, self.given = given_base, given_view
        self.out_base, self.out = out_base, out_view
        self.perm = perm
        random = np.random.default_rng(given_base.size)
        given_base.view(np.uint8)[...] = np.frombuffer(random.bytes(given_base.nbytes), np.uint8)
        self.before = given_base.tobytes()
        filled(out_base, 0xA5)

    def addresses(self) -> tuple[int, int]:
        return self.given.ctypes.data, self.out.ctypes.data

    def plan(self, library: Library) -> CPlan:
        return library.plan(described(self.given), described(self.out), self.perm)

    def check(self) -> None:
        """The output is numpy's; nothing else of either base has changed."""
        right = np.transpose(self.given, self.perm)
        assert np.array_equal(self.out, right)
        self.out[...] = np.frombuffer(b"\xa5" * self.out.itemsize, self.out.dtype)[0]
        assert (self.out_base.view(np.uint8) == 0xA5).all(), "wrote beside the output"
        assert self.given_base.tobytes() == self.before, "changed the input"


@st.composite
def cases(draw: st.DrawFn, most_rank: int = MAX_RANK) -> Case:
    perm = tuple(draw(st.permutations(range(draw(st.integers(1, most_rank))))))
    bits = draw(st.sampled_from(WIDTHS))
    shape = draw(shapes(len(perm)))
    given_base, given_view = draw(views(shape, bits))
    out_base, out_view = draw(views(tuple(shape[axis] for axis in perm), bits))
    return Case(given_base, given_view, out_base, out_view, perm)


# ---- permute ----


def test_a_step_that_is_cut_off_is_refused(library: Library) -> None:
    """A stride below the extent times the stride inside it, also where no element is shared: docs/api.md, Strides."""
    base: Array = np.zeros((4, 5), np.uint8)
    view = base[:, ::2]
    assert view.strides == (5, 2)
    assert library.prepare(CPlan(), described(view), asked((3, 4), 8), (1, 0)) == clib.STRIDE
    assert library.prepare(CPlan(), described(np.zeros((4, 6), np.uint8)[:, ::2]), asked((3, 4), 8), (1, 0)) == OK


def contiguous(shape: Shape, perm: Perm, bits: int) -> Case:
    given_base: Array = np.zeros(prod(shape), UNSIGNED[bits])
    out_base = np.zeros_like(given_base)
    return Case(given_base, given_base.reshape(shape), out_base, out_base.reshape([shape[a] for a in perm]), perm)


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("perm", PERMS, ids=lambda perm: "".join(map(str, perm)))
def test_permute_contiguous(library: Library, perm: Perm, bits: int) -> None:
    for extents in ((5, 4, 3, 6), (1, 9, 8, 2), (8, 1, 5, 4), (2, 3, 1, 8), (33, 3, 2, 1)):
        case = contiguous(extents[: len(perm)], perm, bits)
        given_array, out = described(case.given, contiguous=True), described(case.out, contiguous=True)
        assert library.permute(given_array, out, perm) == OK
        case.check()


@given(cases())
def test_permute_views(library: Library, case: Case) -> None:
    assert library.permute(described(case.given), described(case.out), case.perm) == OK
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
        moved.append((copy.ctypes.data + view.ctypes.data - base.ctypes.data, copy))
    assert library.run(plan, moved[0][0], moved[1][0]) == OK
    case.out_base.view(np.uint8)[...] = moved[1][1]
    case.check()


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
    plan = library.plan(described(base[:4, :5]), described(base[:4, :5]), (0, 1))
    assert library.is_view(plan)
    assert not library.is_view(library.plan(described(base[:4, :5]), asked((4, 5), 8), (0, 1)))


# ---- what prepare refuses ----


def with_strides(array: CArray, *strides: int) -> CArray:
    array.strides = (c_int32 * len(strides))(*strides)
    return array


def of_rank(array: CArray, rank: int) -> CArray:
    array.rank = rank
    return array


def of_bits(array: CArray, bits: int) -> CArray:
    array.bits = bits
    return array


def shapeless(array: CArray) -> CArray:
    array.shape = None
    return array


def shaped(array: CArray, *shape: int) -> CArray:
    array.shape = (c_uint32 * len(shape))(*shape)
    return array


HUGE = 2**32 - 1


def given_2x3(bits: int = 8) -> CArray:
    return asked((2, 3), bits)


def out_3x2(bits: int = 8) -> CArray:
    return asked((3, 2), bits)


REFUSED: dict[str, tuple[CArray | None, CArray | None, Sequence[int] | None, int]] = {
    "no input": (None, out_3x2(), (1, 0), clib.NULL),
    "no output": (given_2x3(), None, (1, 0), clib.NULL),
    "no perm": (given_2x3(), out_3x2(), None, clib.NULL),
    "no shape": (shapeless(given_2x3()), out_3x2(), (1, 0), clib.NULL),
    "rank 0": (of_rank(given_2x3(), 0), of_rank(out_3x2(), 0), (1, 0), clib.RANK),
    "rank 9": (asked((1,) * 9, 8), asked((1,) * 9, 8), tuple(range(9)), clib.RANK),
    "rank 255": (of_rank(given_2x3(), 255), of_rank(out_3x2(), 255), (1, 0), clib.RANK),
    "ranks differ": (given_2x3(), asked((3, 2, 1), 8), (1, 0), clib.RANK),
    **{
        f"{bits} bits": (of_bits(given_2x3(), bits), of_bits(out_3x2(), bits), (1, 0), clib.BITS)
        for bits in (0, 1, 7, 9, 24, 63, 65, 128, 255)
    },
    "bits differ": (given_2x3(8), out_3x2(16), (1, 0), clib.BITS),
    "perm repeats": (given_2x3(), out_3x2(), (0, 0), clib.PERM),
    "perm too large": (given_2x3(), out_3x2(), (0, 2), clib.PERM),
    "perm 255": (given_2x3(), out_3x2(), (255, 0), clib.PERM),
    "extent 0": (asked((2, 0), 8, 99), asked((0, 2), 8, 99), (1, 0), clib.SHAPE),
    "output not permuted": (given_2x3(), asked((2, 3), 8), (1, 0), clib.SHAPE),
    "output extent 0": (given_2x3(), shaped(out_3x2(), 3, 0), (1, 0), clib.SHAPE),
    "input stride 0": (with_strides(given_2x3(), 3, 0), out_3x2(), (1, 0), clib.STRIDE),
    "input stride -1": (with_strides(given_2x3(), 3, -1), out_3x2(), (1, 0), clib.STRIDE),
    "least stride": (with_strides(given_2x3(), -(2**31), 1), out_3x2(), (1, 0), clib.STRIDE),
    "output stride 0": (given_2x3(), with_strides(out_3x2(), 0, 1), (1, 0), clib.STRIDE),
    "input overlaps": (with_strides(asked((2, 3), 8, 99), 2, 1), out_3x2(), (1, 0), clib.STRIDE),
    "output overlaps": (given_2x3(), with_strides(asked((3, 2), 8, 99), 1, 1), (1, 0), clib.STRIDE),
    "strides entwined": (with_strides(asked((2, 3), 8, 99), 3, 2), out_3x2(), (1, 0), clib.STRIDE),
    "too large": (asked((HUGE, HUGE, 2), 8, 2**64 - 1), asked((2, HUGE, HUGE), 8, 2**64 - 1), (2, 1, 0), clib.SIZE),
    "input capacity": (asked((2, 3), 8, 5), out_3x2(), (1, 0), clib.CAPACITY),
    "output capacity": (given_2x3(), asked((3, 2), 8, 5), (1, 0), clib.CAPACITY),
    "capacity 0": (asked((2, 3), 8, 0), out_3x2(), (1, 0), clib.CAPACITY),
    "capacity in elements": (asked((2, 3), 64, 6), out_3x2(64), (1, 0), clib.CAPACITY),
    "capacity of padding": (with_strides(given_2x3(), 9, 1), out_3x2(), (1, 0), clib.CAPACITY),
}


def bytes_of(plan: CPlan) -> bytes:
    return bytes((c_uint8 * sizeof(plan)).from_buffer(plan))


@pytest.mark.parametrize("name", REFUSED)
def test_refused_plan_is_untouched(library: Library, name: str) -> None:
    given_array, out, perm, status = REFUSED[name]
    plans = (CPlan.from_buffer_copy(b"\xa5" * sizeof(CPlan)), library.plan_for((4, 5), (1, 0), 8))
    for plan in plans:
        before = bytes_of(plan)
        assert library.prepare(plan, given_array, out, perm) == status, library.strerror(status)
        assert bytes_of(plan) == before
    if given_array is not None and out is not None and perm is not None:
        case = contiguous((2, 3), (1, 0), 8)
        given_array.data, out.data = case.addresses()
        assert library.permute(given_array, out, perm) == status
        assert (case.out_base == 0xA5).all()


def test_no_plan(library: Library) -> None:
    assert library.prepare(None, given_2x3(), out_3x2(), (1, 0)) == clib.NULL


@given(cases(), st.booleans(), st.integers(1, 8))
def test_any_missing_byte_is_noticed(library: Library, case: Case, on_input: bool, missing: int) -> None:
    given_array, out = described(case.given), described(case.out)
    short = given_array if on_input else out
    short.capacity = max(0, short.capacity - missing)
    plan = CPlan()
    assert library.prepare(plan, given_array, out, case.perm) == clib.CAPACITY
    assert bytes_of(plan) == bytes(sizeof(CPlan))


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=4),
    st.lists(st.integers(-2, 40), min_size=4, max_size=4),
    st.integers(0, 200),
    st.sampled_from((8, 16, 32, 64)),
)
def test_strides_and_spans_are_judged_as_written(
    library: Library, shape: list[int], strides: list[int], capacity: int, bits: int
) -> None:
    """docs/api.md's rule in Python: sorted by stride, each at least the one before times its extent."""
    given_array = with_strides(asked(shape, bits, capacity), *strides[: len(shape)])
    out = asked(shape, bits, 10**6)
    axes = sorted((stride, extent) for stride, extent in zip(strides, shape, strict=False) if extent != 1)
    reach, last, status = 0, 0, OK
    for stride, extent in axes:
        if stride < max(reach, 1):
            status = clib.STRIDE
        reach, last = stride * extent, last + (extent - 1) * stride
    if status == OK and capacity < (last + 1) * bits // 8:
        status = clib.CAPACITY
    if 0 in shape:
        status = clib.SHAPE
    assert library.prepare(CPlan(), given_array, out, range(len(shape))) == status


# ---- what run refuses ----


def refused_run(library: Library, plan: CPlan | None, given_at: int | None, out_at: int | None, status: int) -> None:
    assert library.run(plan, given_at, out_at) == status
    if plan is not None:
        assert library.run_part(plan, given_at, out_at, 0, 1) == status


@pytest.mark.parametrize("bits", WIDTHS)
def test_run_refuses(library: Library, bits: int) -> None:
    size = bits // 8
    plan = library.plan_for((4, 5), (1, 0), bits)
    buffer = aligned(100 * size, 64)
    buffer[:] = 0xA5
    at, bytes_ = buffer.ctypes.data, 20 * size
    refused_run(library, None, at, at + bytes_, clib.NULL)
    refused_run(library, plan, None, at, clib.NULL)
    refused_run(library, plan, at, None, clib.NULL)
    refused_run(library, CPlan(), at, at + bytes_, clib.PLAN)
    for offset in range(1, size):
        refused_run(library, plan, at + offset, at + 2 * bytes_, clib.ALIGN)
        refused_run(library, plan, at, at + bytes_ + offset, clib.ALIGN)
    for offset in (0, size, bytes_ - size):
        refused_run(library, plan, at, at + offset, clib.OVERLAP)
        refused_run(library, plan, at + offset, at, clib.OVERLAP)
    refused_run(library, plan, at, 2**64 - bytes_ + size, clib.WRAP)
    refused_run(library, plan, 2**64 - size, at, clib.WRAP)
    assert (buffer == 0xA5).all()
    assert library.run(plan, at, at + bytes_) == OK
    assert library.run(plan, at + bytes_, at) == OK


@pytest.mark.parametrize(("part", "parts"), [(0, 0), (1, 1), (5, 5), (6, 5), (2**32 - 1, 0), (2**32 - 1, 2**32 - 1)])
def test_run_part_refuses(library: Library, part: int, parts: int) -> None:
    case = contiguous((4, 5), (1, 0), 8)
    assert library.run_part(case.plan(library), *case.addresses(), part, parts) == clib.PART
    assert (case.out_base == 0xA5).all()


def test_run_refuses_an_output_over_the_plan(library: Library) -> None:
    plan = library.plan_for((2, 3), (1, 0), 8)
    given_array = aligned(64, 64)
    before = bytes_of(plan)
    at = addressof(plan)
    for offset in (0, 8, sizeof(plan) - 1):
        refused_run(library, plan, given_array.ctypes.data, at + offset, clib.OVERLAP)
    assert bytes_of(plan) == before


# ---- strerror ----


@pytest.mark.parametrize("status", range(clib.PART + 1))
def test_strerror_is_one_sentence(library: Library, status: int) -> None:
    text = library.strerror(status)
    assert 1 < len(text) < 100
    assert not text.endswith(".")
    assert sum(library.strerror(other) == text for other in range(clib.PART + 1)) == 1


@pytest.mark.parametrize("status", [-1, clib.PART + 1, 2**31 - 1, -(2**31)])
def test_strerror_of_no_status(library: Library, status: int) -> None:
    assert library.strerror(status)
