# SPDX-License-Identifier: BSD-3-Clause
"""The part of permkern.permute that arrays.c leaves to Python.

Handles objects that are no arrays, dtypes without a buffer, copies, threads and errors. Threads end with the call, so
permutes work in forked processes.
"""

import operator
import os
import threading
from collections.abc import Sequence
from math import prod
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._native import LARGE, SHARED, move

Array = NDArray[Any]
Axes = SupportsIndex | Sequence[SupportsIndex]

LINE = 64  # bytes


def _array(name: str, given: object) -> Array:
    """Returns ``given`` as a plain array."""
    if isinstance(given, np.ma.MaskedArray):
        raise TypeError(
            f"{name} is a masked array, and its mask would be lost; permute its data and its numpy.ma.getmaskarray()"
        )
    return np.asarray(given)


def _normalised(axes: Axes | None, rank: int) -> tuple[int, ...]:
    """Returns the axes as nonnegative Python integers. A single integer is a tuple of one, as in NumPy."""
    if axes is None:
        return tuple(reversed(range(rank)))
    given: Any = (axes,) if isinstance(axes, int | np.integer) else axes
    try:
        told = tuple(map(operator.index, given))
    except TypeError:
        raise TypeError(f"axes is {axes!r}; it must be integers, such as (1, 0)") from None
    perm = tuple(axis + rank if axis < 0 else axis for axis in told)
    if sorted(perm) != list(range(rank)):
        raise ValueError(f"axes {told} are not a permutation of {rank} axes")
    return perm


def _words(array: Array) -> Array:
    """Returns a view as unsigned words, with one more axis for an element's words.

    Copies of this view have every byte. Copies of a structured array lack the padding between members.
    """
    word = next(width for width in (8, 4, 2, 1) if array.itemsize % width == 0)
    return array[..., np.newaxis].view(f"u{word}")


def _moved(array: Array, perm: tuple[int, ...], out: Array, threads: int) -> bool:
    """Moves words in threads. Returns False if permkern cannot move between these arrays without copies."""
    done = [False] * threads

    def run(part: int) -> None:
        done[part] = move(array, perm, out, part, threads)

    workers = [threading.Thread(target=run, args=(part,), name="permkern") for part in range(1, threads)]
    started = 0
    try:
        for worker in workers:
            worker.start()
            started += 1
    except RuntimeError:  # no more threads: the process is ending or at its limit
        pass
    for part in (0, *range(started + 1, threads)):
        run(part)
    for worker in workers[:started]:
        worker.join()
    return all(done)


def _by_copies(array: Array, perm: tuple[int, ...], out: Array, threads: int) -> None:
    """Moves words through copies in C order if permkern cannot use the arrays. NumPy permutes more than 8 axes."""
    given, moved = array.copy(), np.empty(out.shape, array.dtype)
    out[...] = moved if _moved(given, perm, moved, threads) else given.transpose(perm)


def _new(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """Returns a new array. Large ones begin at a cache line, as kernels then store whole lines."""
    size, at, memory = prod(shape) * dtype.itemsize, 0, None
    if size >= LARGE and not dtype.hasobject:
        memory = np.empty(size + LINE, np.uint8)
        at = -memory.ctypes.data % LINE
    made: Array = np.ndarray(shape, dtype, memory, at)  # numpy.empty would turn strings of no bytes into longer ones
    return made


def permute(array: ArrayLike, axes: Axes | None, out: Array | None, threads: int | None) -> Array:
    """Implements permkern.permute if arrays.c cannot: checks the arguments, then moves by threads or copies."""
    source = _array("array", array)
    perm = _normalised(axes, source.ndim)
    if threads is not None and not 1 <= operator.index(threads) <= 1024:
        raise ValueError(f"threads is {threads}; it must be from 1 to 1024")
    shape = tuple(source.shape[axis] for axis in perm)
    if out is None:
        made = _new(shape, source.dtype)
    elif not isinstance(out, np.ndarray):
        told = "; axes are one tuple, as in permute(array, (1, 0))" if isinstance(out, int) else ""
        raise TypeError(f"out is a {type(out).__name__}; it must be a NumPy array{told}")
    else:
        made = _array("out", out)
    if source.dtype.hasobject:
        raise TypeError(f"elements of dtype {source.dtype} are Python objects, which cannot be moved as bytes")
    if made.shape != shape or made.dtype != source.dtype:
        raise ValueError(f"out is {made.dtype} {made.shape}; it must be {source.dtype} {shape}")
    if not made.flags.writeable:
        raise ValueError("out is read-only; it must be writeable")
    if made.nbytes:
        if threads is None:
            threads = 1 if made.nbytes < SHARED else os.cpu_count() or 1
        given, target, order = _words(source), _words(made), (*perm, source.ndim)
        if not _moved(given, order, target, threads):
            _by_copies(given, order, target, threads)
    return made if out is None else out
