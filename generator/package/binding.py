# SPDX-License-Identifier: BSD-3-Clause
"""
Permutes NumPy arrays with the same C code that firmware runs, so that a host gets bit-identical results.

The library is compiled on first use (package/building.py). Calls release Python's global interpreter lock, and work
in forked processes: no thread outlives a call, and a fork waits while a lock is held. The packages numpy and cffi are
needed: pip install '.[numpy]'.
"""

import math
import operator
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import repeat
from typing import Any, SupportsIndex

try:
    import cffi  # type: ignore[import-untyped]
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ImportError as error:
    raise ImportError(
        f"permkern.permute needs {error.name}; run in permkern's checkout: pip install '.[numpy]'", name=error.name
    ) from None

from .. import fork_lock
from ..kernels.inventory import make_inventory
from ..kernels.manifest import load_set
from ..kernels.permutation import MAX_RANK, Work, drop, drop_units, fuse
from .building import BindingError, build

__all__ = ["Array", "Axes", "BindingError", "Library", "default_library", "permute"]

Array = NDArray[Any]
Axes = SupportsIndex | Sequence[SupportsIndex]

SHARE = 2 * 2**20  # bytes that a thread moves at least; a permute of two shares or more uses several threads
_DECLARATIONS = """
size_t permkern_python_plan_size(void);
int permkern_python_prepare(void *plan, size_t rank, size_t bits, const int64_t *shape, const int64_t *in_strides,
                            size_t in_offset, size_t in_bytes, const int64_t *perm, const int64_t *out_strides,
                            size_t out_offset, size_t out_bytes);
int permkern_run(const void *plan, const void *in, void *out);
int permkern_run_part(const void *plan, const void *in, void *out, uint32_t part, uint32_t parts);
const char *permkern_strerror(int status);
"""
_RETRIED = (10, 11, 12)  # PERMKERN_ERR_ALIGN, _WRAP and _OVERLAP, which a copy of the array does not cause


# ---- arrays ----


@dataclass(frozen=True)
class _Plan:
    """A prepared permkern_plan for arrays of one shape, one pair of strides and one dtype."""

    plan: Any
    in_buffer: bool  # whether the input's memory is available through the buffer protocol, which is faster
    out_buffer: bool  # the same for the output
    in_below: int  # bytes from the input's first element down to the lowest address of any element
    out_below: int  # the same for the output
    size: int  # bytes that a run moves


def _without_mask(name: str, array: object) -> None:
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(
            f"{name} is a masked array, and its mask would be lost; permute its data and its numpy.ma.getmaskarray()"
        )


def _indices(axes: Axes) -> tuple[int, ...]:
    """Returns the axes as Python integers. A single integer stands for a tuple of one, as in NumPy."""
    given: Any = (axes,) if isinstance(axes, int | np.integer) else axes
    try:
        return tuple(map(operator.index, given))
    except TypeError:
        raise TypeError(f"axes is {axes!r}; it must be integers, such as (1, 0)") from None


@lru_cache(maxsize=1024)
def _normalised(axes: tuple[int, ...] | None, rank: int) -> tuple[int, ...]:
    if axes is None:
        return tuple(reversed(range(rank)))
    perm = tuple(axis + rank if axis < 0 else axis for axis in axes)
    if sorted(perm) != list(range(rank)):
        raise ValueError(f"axes {axes} are not a permutation of {rank} axes")
    return perm


def _word(itemsize: int) -> int:
    """Returns the bytes of the largest word that permkern moves and that divides an element of this size."""
    return next(width for width in (8, 4, 2, 1) if itemsize % width == 0)


def _words(array: Array) -> Array:
    """
    Returns a view of the array as unsigned words, with one more axis for the words of an element. Copying this view
    copies every byte; copying a structured array would leave out the padding between its members.
    """
    return np.asarray(array)[..., np.newaxis].view(f"u{_word(array.itemsize)}")


@dataclass(frozen=True)
class _Side:
    """The input or the output of a permute as it is passed to permkern: extents, and strides in bytes."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    size: int  # bytes of a word, permkern's element

    @staticmethod
    def of(shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int) -> "_Side":
        """Removes axes of extent 1 and adds one for the words of an element, if it has several or no axis is left."""
        size = _word(itemsize)
        kept = [pair for pair in zip(shape, strides, strict=True) if pair[0] != 1]
        if itemsize != size or not kept:
            kept.append((itemsize // size, size))
        return _Side(tuple(extent for extent, _ in kept), tuple(stride for _, stride in kept), size)

    @property
    def below(self) -> int:
        """Bytes from the first element down to the lowest address of any element; negative strides lead there."""
        return sum(
            (extent - 1) * -stride for extent, stride in zip(self.shape, self.strides, strict=True) if stride < 0
        )

    @property
    def span(self) -> int:
        """Bytes from the start of the element at the lowest address to the end of the one at the highest."""
        lengths = zip(self.shape, map(abs, self.strides), strict=True)
        return sum((extent - 1) * length for extent, length in lengths) + self.size

    @property
    def is_contiguous(self) -> bool:
        run = self.size
        for extent, stride in zip(reversed(self.shape), reversed(self.strides), strict=True):
            if stride != run:
                return False
            run *= extent
        return True

    @property
    def can_walk(self) -> bool:
        """Whether permkern accepts these strides: multiples of the word size, and no two elements at one address."""
        reach = self.size
        for length, extent in sorted(zip(map(abs, self.strides), self.shape, strict=True)):
            if length < reach or length % self.size != 0:
                return False
            reach = extent * length
        return len(self.shape) <= MAX_RANK and min(self.shape) >= 1

    @property
    def steps(self) -> list[int]:
        return [stride // self.size for stride in self.strides]


# ---- permutes ----


class Library:
    """
    The permkern library, compiled with the kernels of one permutation set. set_name is the name of a shipped set or the
    path of a set file. Every permute works with every set: the kernels decide only how fast it is.

    Raises ValueError for a set that cannot be read, and permkern.BindingError if the library cannot be built or loaded.
    """

    def __init__(self, set_name: str = "default") -> None:
        with fork_lock:  # all the way: rendering and compiling import modules, such as codecs, when they are first used
            built = build(make_inventory(load_set(set_name)))
            self._ffi = cffi.FFI()
            self._ffi.cdef(_DECLARATIONS)
            try:
                c = self._ffi.dlopen(str(built))
            except OSError as error:
                raise BindingError(
                    f"the C library cannot be loaded ({error}); delete it, or set PERMKERN_CACHE to a folder from "
                    "which programs may run"
                ) from None
            # cffi looks up functions and types under its locks, so they are looked up here, where no fork can happen.
            self._prepare, self._strerror = c.permkern_python_prepare, c.permkern_strerror
            self._run, self._run_part = c.permkern_run, c.permkern_run_part
            self._plan_words = c.permkern_python_plan_size() // 8 + 1
            names = ("uint64_t[]", "int64_t[]", "char *")
            self._types = {name: self._ffi.typeof(name) for name in names}
        self._plan = lru_cache(maxsize=1024)(self._make_plan)

    def permute(
        self, array: ArrayLike, axes: Axes | None = None, out: Array | None = None, *, threads: int | None = None
    ) -> Array:
        """
        Copies an array with its axes in another order, by the kernels of this library's set.

        Arguments, result and errors are those of permkern.permute: see help(permkern.permute).
        """
        if type(array) is not np.ndarray:
            _without_mask("array", array)
            array = np.asarray(array)
        if axes is not None:
            axes = _indices(axes)
        if threads is not None and not 1 <= operator.index(threads) <= 1024:
            raise ValueError(f"threads is {threads}; it must be from 1 to 1024")
        if out is None:
            # numpy.empty would turn strings of zero bytes into strings of one byte.
            out = np.ndarray([array.shape[axis] for axis in _normalised(axes, array.ndim)], array.dtype)
        elif type(out) is not np.ndarray:
            _without_mask("out", out)
            if not isinstance(out, np.ndarray):
                raise TypeError(f"out is a {type(out).__name__}; it must be a NumPy array")
        plan = self._plan(array.shape, array.strides, array.dtype, axes, out.shape, out.strides, out.dtype)
        if not out.flags.writeable:
            raise ValueError("out is read-only; it must be writeable")
        if plan is None or not self._moved(plan, array, out, threads):
            self._by_copies(array, _normalised(axes, array.ndim), out, threads)
        return out

    def _make_plan(
        self,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        dtype: np.dtype[Any],
        axes: tuple[int, ...] | None,
        out_shape: tuple[int, ...],
        out_strides: tuple[int, ...],
        out_dtype: np.dtype[Any],
    ) -> _Plan | None:
        """Returns a plan for arrays of this geometry, or None if permkern cannot read or write them in place."""
        perm = _normalised(axes, len(shape))
        turned = tuple(shape[axis] for axis in perm)
        if dtype.hasobject:
            raise TypeError(f"elements of dtype {dtype} are Python objects, which cannot be moved as bytes")
        if out_shape != turned or out_dtype != dtype:
            raise ValueError(f"out is {out_dtype} {out_shape}; it must be {dtype} {turned}")
        source, target = (_Side.of(*side, dtype.itemsize) for side in ((shape, strides), (turned, out_strides)))
        if not (source.can_walk and target.can_walk):
            return None
        moved = drop(perm, frozenset(axis for axis, extent in enumerate(shape) if extent == 1))
        moved += tuple(range(len(moved), len(source.shape)))  # the words of an element keep their order
        plan = self._ffi.new(self._types["uint64_t[]"], self._plan_words)
        integers = partial(self._ffi.new, self._types["int64_t[]"])
        status = self._prepare(
            plan,
            len(moved),
            8 * source.size,
            integers(source.shape),
            integers(source.steps),
            source.below // source.size,
            source.span,
            integers(moved),
            integers(target.steps),
            target.below // target.size,
            target.span,
        )
        if status != 0:
            raise ValueError(self._text(status))
        plain = dtype.isbuiltin == 1 and dtype.kind in "biufc"  # other dtypes do not support the buffer protocol
        size = math.prod(shape) * dtype.itemsize
        buffers = source.is_contiguous and plain, target.is_contiguous and plain
        return _Plan(plan, *buffers, source.below, target.below, size)

    def _moved(self, plan: _Plan, array: Array, out: Array, threads: int | None) -> bool:
        """Runs a plan. Returns False if the arrays overlap or are misaligned, so that one must be copied first."""
        given = self._ffi.from_buffer(array) if plan.in_buffer else self._lowest(array, plan.in_below)
        taken = self._ffi.from_buffer(out) if plan.out_buffer else self._lowest(out, plan.out_below)
        if threads is None:
            threads = 1 if plan.size < 2 * SHARE else min(os.cpu_count() or 1, plan.size // SHARE)
        status = self._status(plan, given, taken, threads)
        if status != 0 and status not in _RETRIED:
            raise ValueError(self._text(status))
        return bool(status == 0)

    def _status(self, plan: _Plan, given: Any, taken: Any, threads: int) -> int:
        """Runs a plan and returns its status. Threads end with the call, as a forked process would not have them."""
        if threads > 1:
            try:
                with ThreadPoolExecutor(threads, thread_name_prefix="permkern") as pool:
                    run = partial(self._run_part, plan.plan, given, taken)
                    return int(max(pool.map(run, range(threads), repeat(threads))))
            except RuntimeError:  # no thread can be started: the process is ending, or has too many threads
                pass
        return int(self._run(plan.plan, given, taken))

    def _lowest(self, array: Array, below: int) -> Any:
        """Returns the lowest address of an array's memory, ``below`` bytes under its first element."""
        return self._ffi.cast(self._types["char *"], array.__array_interface__["data"][0] - below)

    def _by_copies(self, array: Array, perm: tuple[int, ...], out: Array, threads: int | None) -> None:
        """Permutes arrays that permkern cannot handle in place, through copies in C order with axes folded."""
        if out.nbytes == 0:
            return
        given, target = _words(array).copy(), _words(out)
        work = fuse(drop_units(Work(given.shape, (*perm, array.ndim), 8 * given.itemsize)))
        folded = given.reshape(work.shape)
        few = len(work.shape) <= MAX_RANK  # NumPy permutes more axes
        moved = self.permute(folded, work.perm, threads=threads) if few else folded.transpose(work.perm)
        target[...] = moved.reshape(target.shape)

    def _text(self, status: int) -> str:
        text = self._ffi.string(self._strerror(status))
        assert isinstance(text, bytes)
        return text.decode("ascii")


@cache
def default_library() -> Library:
    return Library()


def permute(
    array: ArrayLike, axes: Axes | None = None, out: Array | None = None, *, threads: int | None = None
) -> Array:
    """
    Copies an array with its axes in another order, as numpy.transpose(array, axes) shows them.

    array: an array, or what numpy.asarray takes. Any shape, strides and dtype without Python objects.
    axes: axis k of the result is axis axes[k] of the array. Negative axes count from the end. Without axes, their
        order is reversed.
    out: the array to write, of shape tuple(array.shape[axis] for axis in axes) and of the array's dtype. It may have
        any strides. It may overlap the array: the result is then as if the array had been copied first.
    threads: how many threads share the work. Default: one for every 2 MiB, at most one for each processor.

    Returns out, or a new numpy.ndarray in C order, which shares no memory with the array. The kernels are those of the
    set `default`; the first call compiles them. Arrays that permkern cannot read in place (several elements at one
    address, more than 8 axes, misaligned elements) are copied to C order first.

    Raises ValueError for wrong axes or threads, and for an out of wrong shape or dtype or that is read-only. Raises
    TypeError for an argument of a wrong type, for elements that are Python objects, and for masked arrays. Raises
    permkern.BindingError if the C library cannot be built or loaded. After an error, out is unchanged.

    >>> permkern.permute(picture, (2, 0, 1)).shape  # picture.shape is (96, 96, 3)
    (3, 96, 96)
    """
    return default_library().permute(array, axes, out, threads=threads)
