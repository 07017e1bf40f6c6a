# SPDX-License-Identifier: BSD-3-Clause
"""What the C library refuses: the status that docs/status.md names, and neither plan nor output has changed."""

from collections.abc import Sequence
from ctypes import addressof, c_size_t, c_ssize_t, c_uint8, sizeof

import clib
import pytest
from cases import Case, cases, contiguous
from clib import OK, CLayout, CPlan, Library, aligned, asked, described
from hypothesis import given
from hypothesis import strategies as st
from permkern.permutation import WIDTHS

# ---- what prepare refuses ----


def with_strides(array: CLayout, *strides: int) -> CLayout:
    array.strides = (c_ssize_t * len(strides))(*strides)
    return array


def of_rank(array: CLayout, rank: int) -> CLayout:
    array.rank = rank
    return array


def of_bits(array: CLayout, bits: int) -> CLayout:
    array.bits = bits
    return array


def shapeless(array: CLayout) -> CLayout:
    array.shape = None
    return array


def shaped(array: CLayout, *shape: int) -> CLayout:
    array.shape = (c_size_t * len(shape))(*shape)
    return array


def from_offset(array: CLayout, offset: int) -> CLayout:
    array.offset = offset
    return array


HUGE = 2**32 - 1


def given_2x3(bits: int = 8) -> CLayout:
    return asked((2, 3), bits)


def out_3x2(bits: int = 8) -> CLayout:
    return asked((3, 2), bits)


REFUSED: dict[str, tuple[CLayout | None, CLayout | None, Sequence[int] | None, int]] = {
    "no input": (None, out_3x2(), (1, 0), clib.NULL),
    "no output": (given_2x3(), None, (1, 0), clib.NULL),
    "no perm": (given_2x3(), out_3x2(), None, clib.NULL),
    "no shape": (shapeless(given_2x3()), out_3x2(), (1, 0), clib.NULL),
    "rank 0 and 2": (of_rank(given_2x3(), 0), out_3x2(), (1, 0), clib.RANK),
    "rank 9": (asked((1,) * 9, 8), asked((1,) * 9, 8), tuple(range(9)), clib.RANK),
    **{
        f"rank {rank}": (of_rank(given_2x3(), rank), of_rank(out_3x2(), rank), (1, 0), clib.RANK)
        for rank in (255, 2**8 + 2, 2**32 + 2, 2**64 - 1)
    },
    "ranks differ": (given_2x3(), asked((3, 2, 1), 8), (1, 0), clib.RANK),
    **{
        f"{bits} bits": (of_bits(given_2x3(), bits), of_bits(out_3x2(), bits), (1, 0), clib.BITS)
        for bits in (0, 1, 7, 9, 24, 63, 65, 128, 255, 2**8 + 8, 2**32 + 8)
    },
    "bits differ": (given_2x3(8), out_3x2(16), (1, 0), clib.BITS),
    "perm repeats": (given_2x3(), out_3x2(), (0, 0), clib.PERM),
    "perm too large": (given_2x3(), out_3x2(), (0, 2), clib.PERM),
    "perm 255": (given_2x3(), out_3x2(), (255, 0), clib.PERM),
    "input extent 0": (asked((2, 0), 8, 99), out_3x2(), (1, 0), clib.SHAPE),
    "output not permuted": (given_2x3(), asked((2, 3), 8), (1, 0), clib.SHAPE),
    "output extent 0": (given_2x3(), shaped(out_3x2(), 3, 0), (1, 0), clib.SHAPE),
    "input stride 0": (with_strides(given_2x3(), 3, 0), out_3x2(), (1, 0), clib.STRIDE),
    "input begins early": (from_offset(with_strides(given_2x3(), 3, -1), 1), out_3x2(), (1, 0), clib.CAPACITY),
    "input ends late": (from_offset(with_strides(given_2x3(), 3, -1), 3), out_3x2(), (1, 0), clib.CAPACITY),
    "output begins early": (given_2x3(), from_offset(with_strides(out_3x2(), -2, 1), 3), (1, 0), clib.CAPACITY),
    "output ends late": (given_2x3(), from_offset(with_strides(out_3x2(), -2, 1), 5), (1, 0), clib.CAPACITY),
    "offset of contiguous": (from_offset(given_2x3(), 1), out_3x2(), (1, 0), clib.CAPACITY),
    "offset wraps": (from_offset(given_2x3(32), 2**62), out_3x2(32), (1, 0), clib.CAPACITY),
    "least stride": (with_strides(given_2x3(), -(2**63), 1), out_3x2(), (1, 0), clib.CAPACITY),
    "least stride, in bytes": (with_strides(given_2x3(16), -(2**63), 1), out_3x2(16), (1, 0), clib.SIZE),
    "shared both ways": (with_strides(asked((2, 3), 8, 99), -1, 1), out_3x2(), (1, 0), clib.STRIDE),
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
        assert library.prepare(plan, given_array, perm, out) == status, library.strerror(status)
        assert bytes_of(plan) == before
    if given_array is not None and out is not None and perm is not None:
        case = contiguous((2, 3), (1, 0), 8)
        given_at, out_at = case.addresses()
        assert library.permute(given_array, given_at, perm, out, out_at) == status
        assert (case.out_base == 0xA5).all()


def test_no_plan(library: Library) -> None:
    assert library.prepare(None, given_2x3(), (1, 0), out_3x2()) == clib.NULL


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
