# SPDX-License-Identifier: BSD-3-Clause
"""What the C library refuses: the status that docs/status.md names, and neither plan nor output has changed."""

from ctypes import c_ssize_t, c_uint8, sizeof

import clib
import pytest
from cases import Case, cases, contiguous
from clib import OK, CLayout, CPlan, Library, aligned, asked, described
from hypothesis import given
from hypothesis import strategies as st
from permkern.kernels.permutation import WIDTHS

pytestmark = pytest.mark.ci

# ---- what prepare refuses ----


def with_strides(array: CLayout, *strides: int) -> CLayout:
    array.strides = (c_ssize_t * len(strides))(*strides)
    return array


def from_offset(array: CLayout, offset: int) -> CLayout:
    array.offset = offset
    return array


def bytes_of(plan: CPlan) -> bytes:
    return bytes((c_uint8 * sizeof(plan)).from_buffer(plan))


@given(cases(), st.booleans(), st.integers(1, 8))
def test_any_missing_byte_is_noticed(library: Library, case: Case, on_input: bool, missing: int) -> None:
    given_array, out = described(case.given), described(case.out)
    short = given_array if on_input else out
    short.capacity = max(0, short.capacity - missing)
    plan = CPlan()
    assert library.prepare(plan, given_array, case.perm, out) == clib.CAPACITY
    assert bytes_of(plan) == bytes(sizeof(CPlan))


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=4),
    st.lists(st.integers(-2, 40) | st.integers(-40, 2), min_size=4, max_size=4),
    st.integers(0, 60),
    st.integers(0, 200),
    st.sampled_from((8, 16, 32, 64)),
)
def test_strides_and_spans_are_judged_as_written(
    library: Library, shape: list[int], strides: list[int], offset: int, capacity: int, bits: int
) -> None:
    """docs/api.md's rule in Python: sorted by length, each at least the one before times its extent."""
    given_array = from_offset(with_strides(asked(shape, bits, capacity), *strides[: len(shape)]), offset)
    out = asked(shape, bits, 10**6)
    axes = [(stride, extent) for stride, extent in zip(strides, shape, strict=False) if extent != 1]
    reach, status = 1, OK
    for stride, extent in sorted(axes, key=lambda axis: abs(axis[0])):
        if abs(stride) < reach:
            status = clib.STRIDE
        reach = max(abs(stride) * extent, 1)
    first = offset + sum((extent - 1) * stride for stride, extent in axes if stride < 0)
    last = offset + sum((extent - 1) * stride for stride, extent in axes if stride > 0)
    if status == OK and (first < 0 or capacity < (last + 1) * bits // 8):
        status = clib.CAPACITY
    if 0 in shape:
        status = OK
    assert library.prepare(CPlan(), given_array, range(len(shape)), out) == status


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


# ---- strerror ----


@pytest.mark.parametrize("status", range(clib.PART + 1))
def test_strerror_is_one_sentence(library: Library, status: int) -> None:
    text = library.strerror(status)
    assert 1 < len(text) < 100
    assert not text.endswith(".")
    assert sum(library.strerror(other) == text for other in range(clib.PART + 1)) == 1
