# SPDX-License-Identifier: BSD-3-Clause
"""
permkern.permute of arrays that run backwards, against NumPy: chains of np.rot90, np.flip and np.transpose on 10,000
random arrays, on either side, without a copy in between. The bytes that each call allocates are counted.
"""

import tracemalloc
from collections import Counter
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import permkern
import pytest

pytestmark = pytest.mark.ci

COUNT = 10_000
RANKS = range(1, 7)
# Arrays have more bytes than a call allocates beside its result, so that no copy of one goes unseen.
LEAST, MOST = 4096, 8192
BESIDE = 2048

# Elements of every size that permkern moves as one word, and of 3, 6, 12 and 16 bytes.
DTYPES = tuple(map(np.dtype, ("u1", "i2", "f4", "i8", "V3", "V6", "V12", "c16")))

Random = np.random.Generator


def some_shape(random: Random, rank: int, itemsize: int) -> tuple[int, ...]:
    """Extents of which the product is between the limits; some are 1."""
    shape = [int(random.integers(1, 6)) for _ in range(rank)]
    longest = int(random.integers(rank))
    shape[longest] = 1
    while prod(shape) * itemsize > MOST // 2:
        shape[shape.index(max(shape))] = 1
    shape[longest] = -(-LEAST // (prod(shape) * itemsize))
    return tuple(shape)


def turned(random: Random, array: Any) -> Any:
    """A view of the array behind one to four of NumPy's turns."""
    for _ in range(random.integers(1, 5)):
        turn = random.integers(3)
        if turn == 0 and array.ndim > 1:
            axes = random.permutation(array.ndim)[:2]
            array = np.rot90(array, int(random.integers(4)), (int(axes[0]), int(axes[1])))
        elif turn == 1:
            array = np.transpose(array, random.permutation(array.ndim))
        else:
            array = np.flip(array, tuple(map(int, np.flatnonzero(random.integers(0, 2, array.ndim)))))
    return array


def filled(random: Random, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Any:
    return random.integers(0, 256, prod(shape) * dtype.itemsize, np.uint8).view(dtype).reshape(shape)


def turned_to(random: Random, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Any:
    """An array of this shape to write to, whose axes come in any order in memory and run in any direction."""
    order = random.permutation(len(shape))
    base: Any = np.zeros([shape[axis] for axis in order], dtype)
    view = np.transpose(base, np.argsort(order))
    return np.flip(view, tuple(map(int, np.flatnonzero(random.integers(0, 2, len(shape))))))


def allocated(array: Any, axes: tuple[int, ...], out: Any = None) -> tuple[Any, int]:
    """
    Returns what permkern.permute returns, and how many bytes were allocated at most at any moment of the call; NumPy
    tells tracemalloc of its own. The first call makes a plan, which is kept. Of two more the lesser count is taken, as
    Python may do something for itself in one of them.
    """
    permkern.permute(array, axes, out)
    counts = []
    for _ in range(2):
        tracemalloc.start()
        made = permkern.permute(array, axes, out)
        counts.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    return made, min(counts)


def test_reversed_arrays(default_cache: Path) -> None:
    assert default_cache.is_dir()
    random = np.random.default_rng(16)
    seen: Counter[tuple[str, Any]] = Counter()
    bad = []
    for number in range(COUNT):
        dtype = DTYPES[number % len(DTYPES)]
        rank = int(random.integers(RANKS.start, RANKS.stop))
        array = turned(random, filled(random, some_shape(random, rank, dtype.itemsize), dtype))
        axes = tuple(map(int, random.permutation(rank)))
        view = np.transpose(array, axes)
        out = turned_to(random, view.shape, dtype) if random.integers(2) else None
        made, count = allocated(array, axes, out)
        backwards = min(array.strides) < 0 or (out is not None and min(out.strides) < 0)
        seen.update((("dtype", dtype), ("rank", rank), ("backwards", backwards), ("out", out is not None)))
        assert array.nbytes >= LEAST > BESIDE
        if made.tobytes() != view.tobytes() or (out is not None and made is not out):
            bad.append(f"{number}: {dtype}, {array.shape}, {array.strides}, {axes}: other elements")
        if count > (made.nbytes if out is None else 0) + BESIDE:
            bad.append(f"{number}: {dtype}, {array.shape}, {array.strides}, {axes}: {count} bytes allocated")
    print(f"{COUNT} arrays, {seen['backwards', True]} of which run backwards: {len(bad)} bad")
    assert len(seen) == len(DTYPES) + len(RANKS) + 4 and min(seen.values()) > COUNT // 10
    assert not bad


def test_a_copy_is_counted(default_cache: Path) -> None:
    """What is there twice cannot be walked and is copied: the count of bytes has both arrays."""
    assert default_cache.is_dir()
    array = np.broadcast_to(np.arange(LEAST, dtype=np.uint8), (2, LEAST))
    made, count = allocated(array, (1, 0))
    assert np.array_equal(made, array.T)
    assert count > made.nbytes + array.nbytes // 2 > made.nbytes + BESIDE


@pytest.mark.parametrize("quarters", range(4))
def test_pictures(default_cache: Path, quarters: int) -> None:
    """As in docs/python.md: a picture is turned, mirrored and made planes, large enough for threads."""
    assert default_cache.is_dir()
    picture = filled(np.random.default_rng(quarters), (600, 1000, 3), np.dtype("u1"))
    for view in (np.rot90(picture, quarters), np.rot90(picture, quarters)[:, ::-1], picture[::-1]):
        made, count = allocated(view, (0, 1, 2))
        assert np.array_equal(made, view) and count < made.nbytes + 20 * BESIDE
        planes, count = allocated(view, (2, 0, 1), np.zeros((3, *view.shape[:2]), np.uint8)[:, ::-1])
        assert np.array_equal(planes, view.transpose(2, 0, 1)) and count < 20 * BESIDE
