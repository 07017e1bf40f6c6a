# SPDX-License-Identifier: BSD-3-Clause
"""permkern.permute of numpy arrays whose elements are gigabytes apart: a few elements, by one thread and by three."""

import mmap
import runpy
from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import as_strided

ROOT = Path(__file__).resolve().parents[2]
runpy.run_path(str(ROOT / "tools" / "permkern.py"))
from permkern import permute  # noqa: E402 (the package has to be there)

GIB = 1 << 30
ROOM = 192 * GIB
SHAPES = ((5,), (3, 4), (2, 3, 5))


def sparse() -> "np.ndarray[tuple[int], np.dtype[np.uint8]]":
    """Returns an array of ROOM bytes, of which a page takes memory once it is written."""
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0x4000)
    return np.frombuffer(mmap.mmap(-1, ROOM, flags=private), np.uint8)


def strides_of(shape: tuple[int, ...], size: int, giant: int) -> tuple[int, ...]:
    """Returns strides in bytes, outermost first; those of axis `giant` and outside of it are gigabytes."""
    strides = []
    stride = size
    for axis in reversed(range(len(shape))):
        stride = 5 * GIB + 64 if axis == giant else stride
        strides.append(stride)
        stride *= shape[axis]
    return tuple(reversed(strides))


def check(dtype: str, shape: tuple[int, ...], giant: int, back: bool, threads: int | None) -> bool:
    """Returns whether permute reverses the axes of an array. back: its first element has the highest address."""
    size = np.dtype(dtype).itemsize
    array = as_strided(sparse().view(dtype), shape, strides_of(shape, size, giant))
    out = as_strided(sparse().view(dtype), shape[::-1], strides_of(shape[::-1], size, giant))
    if back:
        array, out = np.flip(array), np.flip(out)
    array[...] = np.arange(1, array.size + 1).reshape(shape)
    permute(array, range(len(shape))[::-1], out, threads=threads)
    return bool((out == array.transpose()).all())


cases = [
    (dtype, shape, giant, back, threads)
    for dtype in ("u1", "f8")
    for shape in SHAPES
    for giant in range(len(shape))
    for back in (False, True)
    for threads in (None, 3)
]
wrong = [case for case in cases if not check(*case)]
for case in wrong:
    print("FAIL", *case)
print(f"{len(cases) - len(wrong)} passed, {len(wrong)} failed")
raise SystemExit(1 if wrong else 0)
