# SPDX-License-Identifier: BSD-3-Clause
"""permkern.permute against numpy.transpose: 10,000 random arrays with every dtype, layout and rank."""

from collections import Counter
from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np
import permkern
import pytest
from numpy.lib.stride_tricks import as_strided

pytestmark = pytest.mark.ci

COUNT = 10_000
RANKS = range(9)
ELEMENTS = 400  # about the most in an array

DTYPES = {
    **{name: np.dtype(name) for name in ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64")},
    **{name: np.dtype(name) for name in ("uint64", "float16", "float32", "float64", "longdouble")},
    **{name: np.dtype(name) for name in ("complex64", "complex128", "clongdouble")},
    "big-endian int16": np.dtype(">i2"),
    "big-endian float32": np.dtype(">f4"),
    "big-endian uint64": np.dtype(">u8"),
    "big-endian complex128": np.dtype(">c16"),
    "datetime64": np.dtype("<M8[s]"),
    "big-endian timedelta64": np.dtype(">m8[ns]"),
    "bytes": np.dtype("S5"),
    "bytes of length 0": np.dtype("S0"),
    "unicode": np.dtype("U3"),
    "void": np.dtype("V16"),
    "structure": np.dtype([("a", "u1"), ("b", ">u4"), ("c", "u2", (2,))]),
    "structure with padding": np.dtype([("a", "u1"), ("b", "f8")], align=True),
    "structure without members": np.dtype([]),
}

Random = np.random.Generator
Shape = tuple[int, ...]


def filled(random: Random, shape: Shape, dtype: np.dtype[Any], before: int = 0) -> Any:
    """A C-ordered array of random bytes, `before` bytes after an aligned address."""
    data = random.integers(0, 256, before + prod(shape) * dtype.itemsize, np.uint8)
    return np.ndarray(shape, dtype, data, before)


def fortran(random: Random, shape: Shape, dtype: np.dtype[Any]) -> Any:
    return filled(random, shape[::-1], dtype).T


def sliced(random: Random, shape: Shape, dtype: np.dtype[Any]) -> Any:
    steps = [int(random.integers(1, 3)) for _ in shape]
    outer = filled(random, tuple(extent * step for extent, step in zip(shape, steps, strict=True)), dtype)
    return outer[(..., *(slice(None, None, step) for step in steps))]


def backwards(random: Random, shape: Shape, dtype: np.dtype[Any]) -> Any:
    return filled(random, shape, dtype)[(..., *(slice(None, None, int(random.choice((1, -1)))) for _ in shape))]


def broadcast(random: Random, shape: Shape, dtype: np.dtype[Any]) -> Any:
    inner = tuple(1 if random.integers(2) else extent for extent in shape)
    return np.broadcast_to(filled(random, inner, dtype), shape)


def misaligned(random: Random, shape: Shape, dtype: np.dtype[Any]) -> Any:
    return filled(random, shape, dtype, before=int(random.integers(1, 8)))


def transposed(random: Random, shape: Shape, dtype: np.dtype[Any]) -> Any:
    perm = random.permutation(len(shape))
    return filled(random, tuple(shape[axis] for axis in perm), dtype).transpose(np.argsort(perm))


def padded(random: Random, shape: Shape, dtype: np.dtype[Any]) -> Any:
    outer = filled(random, tuple(extent + int(random.integers(3)) for extent in shape), dtype)
    return outer[(..., *(slice(0, extent) for extent in shape))]


def windows(random: Random, shape: Shape, dtype: np.dtype[Any]) -> Any:
    """Windows that overlap: every axis moves on by one element."""
    line = filled(random, (sum(shape) + 1,), dtype)
    return as_strided(line, shape, (dtype.itemsize,) * len(shape), writeable=False)


LAYOUTS: dict[str, Callable[[Random, Shape, np.dtype[Any]], Any]] = {
    "C order": filled,
    "Fortran order": fortran,
    "every other element": sliced,
    "backwards": backwards,
    "broadcast": broadcast,
    "misaligned": misaligned,
    "transposed view": transposed,
    "padded rows": padded,
    "overlapping windows": windows,
}


def extents(random: Random, rank: int) -> Shape:
    """Of one array in eight, one is zero; ones are frequent, too."""
    limit = ELEMENTS ** (1 / max(rank, 1))
    shape = [int(random.integers(1, max(3, int(2 * limit)))) for _ in range(rank)]
    while prod(shape) > ELEMENTS:
        shape[int(random.integers(rank))] = 1
    if rank > 0 and random.integers(8) == 0:
        shape[int(random.integers(rank))] = 0
    return tuple(shape)


def element_bytes(array: Any) -> Any:
    """The elements as bytes on one more axis, because NumPy leaves out a structure's padding."""
    return array[..., np.newaxis].view(np.uint8)


def is_right(random: Random, array: Any) -> bool:
    """As NumPy, into a new array or one of any layout that can be written."""
    rank = array.ndim
    axes = tuple(map(int, random.permutation(rank)))
    view = np.transpose(array, axes)
    want = np.transpose(element_bytes(array), (*axes, rank)).tobytes() if array.itemsize else b""
    out = None
    if random.integers(2):
        out = (filled, fortran, sliced, backwards, misaligned, padded)[random.integers(6)](
            random, view.shape, array.dtype
        )
    given = tuple(axis - rank if random.integers(2) else axis for axis in axes)
    made = permkern.permute(array, given, out)
    if out is None and not made.flags.c_contiguous:
        return False
    if (made.shape, made.dtype) != (view.shape, array.dtype) or (out is not None and made is not out):
        return False
    return (element_bytes(made).tobytes() if array.itemsize else b"") == want


@pytest.mark.usefixtures("native")
def test_random_arrays() -> None:
    assert (len(DTYPES), len(LAYOUTS)) == (29, 9)
    random = np.random.default_rng(20240229)
    seen: Counter[tuple[str, Any]] = Counter()
    bad = []
    for number in range(COUNT):
        name = list(DTYPES)[number % 29]
        layout = list(LAYOUTS)[random.integers(9)]
        rank = int(random.integers(RANKS.stop))
        shape = extents(random, rank)
        array = LAYOUTS[layout](random, shape, DTYPES[name])
        assert array.shape == shape and array.dtype == DTYPES[name]
        seen.update((("dtype", name), ("layout", layout), ("rank", rank), ("empty", prod(shape) == 0)))
        if not is_right(random, array):
            bad.append(f"{number}: {name}, {layout}, {shape}")
    print(f"{COUNT} arrays of {len(DTYPES)} dtypes, {len(LAYOUTS)} layouts, ranks 0 to 8: {len(bad)} bad")
    assert len(seen) == 29 + 9 + 9 + 2 and min(seen.values()) > COUNT // 50
    assert not bad
