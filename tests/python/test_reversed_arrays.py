# SPDX-License-Identifier: BSD-3-Clause
"""permkern.permute makes no copy of reversed arrays: each call's allocated bytes are counted."""

import tracemalloc
from typing import Any

import numpy as np
import permkern
import pytest

pytestmark = [pytest.mark.ci, pytest.mark.usefixtures("native")]
SMALL = 2048  # bytes that a call may allocate besides its result


def allocated(array: Any, axes: tuple[int, ...], out: Any = None) -> tuple[Any, int]:
    """
    Returns permkern.permute's result and its peak of allocated bytes: the lower of two calls, as Python may allocate in
    one of them. NumPy reports its allocations to tracemalloc.
    """
    permkern.permute(array, axes, out)
    counts = []
    for _ in range(2):
        tracemalloc.start()
        made = permkern.permute(array, axes, out)
        counts.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    return made, min(counts)


def test_a_copy_is_counted() -> None:
    """Repeated elements are copied: the count has both arrays."""
    array = np.broadcast_to(np.arange(4096, dtype=np.uint8), (2, 4096))
    made, count = allocated(array, (1, 0))
    assert np.array_equal(made, array.T)
    assert count > made.nbytes + array.nbytes // 2 > made.nbytes + SMALL


@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "i8", "V3", "V6", "V12", "c16"])
def test_small_arrays(dtype: str) -> None:
    base = np.arange(20 * 30 * 7 * np.dtype(dtype).itemsize, dtype=np.uint8).view(dtype).reshape(20, 30, 7)
    for view in (np.flip(base), base[::-1], base[:, ::-2], np.rot90(base, axes=(0, 2)), np.rot90(base.T)[..., ::-1]):
        made, count = allocated(view, (2, 0, 1))
        assert made.tobytes() == view.transpose(2, 0, 1).tobytes() and count < made.nbytes + SMALL
        target = np.zeros(made.shape, dtype)[::-1, :, ::-1]
        out, count = allocated(view, (2, 0, 1), target)
        assert out is target and out.tobytes() == made.tobytes() and count < SMALL


@pytest.mark.parametrize("quarters", range(4))
def test_pictures(quarters: int) -> None:
    """As in docs/python.md: a picture is turned, mirrored and made planes, large enough for threads."""
    picture = np.random.default_rng(quarters).integers(0, 256, (600, 1000, 3), np.uint8)
    for view in (np.rot90(picture, quarters), np.rot90(picture, quarters)[:, ::-1], picture[::-1]):
        made, count = allocated(view, (0, 1, 2))
        assert np.array_equal(made, view) and count < made.nbytes + 20 * SMALL
        planes, count = allocated(view, (2, 0, 1), np.zeros((3, *view.shape[:2]), np.uint8)[:, ::-1])
        assert np.array_equal(planes, view.transpose(2, 0, 1)) and count < 20 * SMALL
