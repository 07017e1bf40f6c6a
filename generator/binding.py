# SPDX-License-Identifier: BSD-3-Clause
"""
Permutes of NumPy arrays by the C that firmware runs: a model's layout steps, bit for bit, on the host.

The library is compiled on first use (generator/building.py). Calls release Python's global lock, and work in processes
that were forked at any time: no thread outlives a call, and forks wait where a lock is held. Needs the packages numpy
and cffi: pip install 'permkern[numpy]'.
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
    raise ImportError(f"permkern.permute needs {error.name}: pip install 'permkern[numpy]'", name=error.name) from None

from . import fork_lock
from .building import BindingError, build
from .manifest import load_set
from .permutation import MAX_RANK, Work, drop, drop_units, fuse
from .plan import make_plan

__all__ = ["Array", "Axes", "BindingError", "Library", "default_library", "permute"]

Array = NDArray[Any]
Axes = SupportsIndex | Sequence[SupportsIndex]

SHARE = 2 * 2**20  # bytes: from two such on, threads share a permute
_DECLARATIONS = """
size_t permkern_python_plan_size(void);
int permkern_python_prepare(void *plan, size_t rank, size_t bits, const int64_t *shape, const int64_t *in_strides,
                            size_t in_offset, size_t in_bytes, const int64_t *perm, const int64_t *out_strides,
                            size_t out_offset, size_t out_bytes);
int permkern_run(const void *plan, const void *in, void *out);
int permkern_run_part(const void *plan, const void *in, void *out, uint32_t part, uint32_t parts);
const char *permkern_strerror(int status);
"""
_RETRIED = (10, 11, 12)  # PERMKERN_ERR_ALIGN, _WRAP, _OVERLAP: a copy has none of these


# ---- arrays ----


@dataclass(frozen=True)
class _Plan:
    """A plan in C, for one geometry. in_buffer, out_buffer: Python can hand over the arrays' memory at once."""

    plan: Any
    in_buffer: bool
    out_buffer: bool
    in_below: int  # bytes from an array's first element down to its lowest
    out_below: int
    size: int  # bytes that it moves


def _without_mask(name: str, array: object) -> None:
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(
            f"{name} is a masked array, and its mask would be lost: permute its data and numpy.ma.getmaskarray() of it"
        )


def _indices(axes: Axes) -> tuple[int, ...]:
    """Axes as Python's integers; one alone stands for a tuple of one, as in NumPy."""
    given: Any = (axes,) if isinstance(axes, int | np.integer) else axes
    try:
        return tuple(map(operator.index, given))
    except TypeError:
        raise TypeError(f"axes is {axes!r}, integers like (1, 0) would be right") from None


@lru_cache(maxsize=1024)
def _normalised(axes: tuple[int, ...] | None, rank: int) -> tuple[int, ...]:
    if axes is None:
        return tuple(reversed(range(rank)))
    perm = tuple(axis + rank if axis < 0 else axis for axis in axes)
    if sorted(perm) != list(range(rank)):
        raise ValueError(f"axes {axes} are no permutation of {rank} axes")
    return perm


def _word(itemsize: int) -> int:
    """Bytes of the largest unit that permkern moves and that elements of this size consist of."""
    return next(width for width in (8, 4, 2, 1) if itemsize % width == 0)


def _words(array: Array) -> Array:
    """
    The same memory as unsigned words, with one more axis, that of an element's words: so that NumPy copies all bytes,
    and of structures not the members alone, without what lies between them.
    """
    return np.asarray(array)[..., np.newaxis].view(f"u{_word(array.itemsize)}")


@dataclass(frozen=True)
class _Side:
    """One side of a permute as permkern gets it: extents, and strides in bytes."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    size: int  # bytes of a word

    @staticmethod
    def of(shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int) -> "_Side":
        """Without axes of extent 1, and with one for an element's words; a single word has one axis."""
        size = _word(itemsize)
        kept = [pair for pair in zip(shape, strides, strict=True) if pair[0] != 1]
        if itemsize != size or not kept:
            kept.append((itemsize // size, size))
        return _Side(tuple(extent for extent, _ in kept), tuple(stride for _, stride in kept), size)

    @property
    def below(self) -> int:
        """Bytes from the first element down to the lowest, which axes that run backwards lead to."""
        return sum((extent - 1) * -stride for extent, stride in zip(self.shape, self.strides, strict=True) if stride < 0)

    @property
    def span(self) -> int:
        """Bytes from the lowest element to the end of the highest."""
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
        """Whether permkern can: strides of whole words, forwards or backwards, and no word twice."""
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
    A permutation set's kernels behind `permute`. set_name: a shipped set's name, or the path of one; which kernels
    there are changes speed alone.
    """

    def __init__(self, set_name: str = "default") -> None:
        built = build(make_plan(load_set(set_name)))
        with fork_lock:
            self._ffi = cffi.FFI()
            self._ffi.cdef(_DECLARATIONS)
            try:
                c = self._ffi.dlopen(str(built))
            except OSError as error:
                raise BindingError(
                    f"the C library cannot be loaded ({error}): delete it, or set PERMKERN_CACHE to a folder from "
                    "which programs may run"
                ) from None
            # What would be looked up later, under cffi's locks, is looked up here.
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
        As numpy.transpose(array, axes), but moved: axis k of the result is axis axes[k] of the array (default: axes
        turned round); negative axes count from the end. The result is contiguous, in C order, or is `out`, which has
        its shape and dtype, any strides, and may lie over the array. It is a plain array, also where the array is of
        a class derived from it.

        threads: how many share the work; by default one for every 2 MiB, and at most as many as there are processors.
        Arrays that permkern cannot walk (elements that are there twice, more than 8 axes, misaligned) are first copied in
        C order. ValueError: axes, `out` or threads are wrong. TypeError: these are of the wrong type, elements are
        Python objects, an array is masked.
        """
        if type(array) is not np.ndarray:
            _without_mask("array", array)
            array = np.asarray(array)
        if axes is not None:
            axes = _indices(axes)
        if threads is not None and not 1 <= operator.index(threads) <= 1024:
            raise ValueError(f"threads is {threads}, 1 to 1024 would be right")
        if out is None:
            # Not numpy.empty, which makes strings of one byte where these have none.
            out = np.ndarray([array.shape[axis] for axis in _normalised(axes, array.ndim)], array.dtype)
        elif type(out) is not np.ndarray:
            _without_mask("out", out)
            if not isinstance(out, np.ndarray):
                raise TypeError(f"out is a {type(out).__name__}, a NumPy array would be right")
        plan = self._plan(array.shape, array.strides, array.dtype, axes, out.shape, out.strides, out.dtype)
        if not out.flags.writeable:
            raise ValueError("out is read-only, a writeable array would be right")
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
        """None: permkern cannot walk these arrays as they are."""
        perm = _normalised(axes, len(shape))
        turned = tuple(shape[axis] for axis in perm)
        if dtype.hasobject:
            raise TypeError(f"elements of {dtype} are Python's, and cannot be moved as bytes")
        if out_shape != turned or out_dtype != dtype:
            raise ValueError(f"out is {out_dtype} {out_shape}, {dtype} {turned} would be right")
        source, target = (_Side.of(*side, dtype.itemsize) for side in ((shape, strides), (turned, out_strides)))
        if not (source.can_walk and target.can_walk):
            return None
        moved = drop(perm, frozenset(axis for axis, extent in enumerate(shape) if extent == 1))
        moved += tuple(range(len(moved), len(source.shape)))  # an element's words stay together
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
        plain = dtype.isbuiltin == 1 and dtype.kind in "biufc"  # others have no buffer that Python knows
        size = math.prod(shape) * dtype.itemsize
        buffers = source.is_contiguous and plain, target.is_contiguous and plain
        return _Plan(plan, *buffers, source.below, target.below, size)

    def _moved(self, plan: _Plan, array: Array, out: Array, threads: int | None) -> bool:
        """Runs a plan; False: it needs a copy first, as these arrays lie over each other or are misaligned."""
        given = self._ffi.from_buffer(array) if plan.in_buffer else self._lowest(array, plan.in_below)
        taken = self._ffi.from_buffer(out) if plan.out_buffer else self._lowest(out, plan.out_below)
        if threads is None:
            threads = 1 if plan.size < 2 * SHARE else min(os.cpu_count() or 1, plan.size // SHARE)
        status = self._status(plan, given, taken, threads)
        if status != 0 and status not in _RETRIED:
            raise ValueError(self._text(status))
        return bool(status == 0)

    def _status(self, plan: _Plan, given: Any, taken: Any, threads: int) -> int:
        """Of a run by threads of this call alone: those of a pool that is kept would be missing in a forked process."""
        if threads > 1:
            try:
                with ThreadPoolExecutor(threads, thread_name_prefix="permkern") as pool:
                    run = partial(self._run_part, plan.plan, given, taken)
                    return int(max(pool.map(run, range(threads), repeat(threads))))
            except RuntimeError:  # no thread can be started, as the process is ending or has too many
                pass
        return int(self._run(plan.plan, given, taken))

    def _lowest(self, array: Array, below: int) -> Any:
        """The lowest address of an array's memory."""
        return self._ffi.cast(self._types["char *"], array.__array_interface__["data"][0] - below)

    def _by_copies(self, array: Array, perm: tuple[int, ...], out: Array, threads: int | None) -> None:
        """For arrays that permkern does not take as they are: the same words in C order, axes folded."""
        if out.nbytes == 0:
            return
        given, target = _words(array).copy(), _words(out)
        work = fuse(drop_units(Work(given.shape, (*perm, array.ndim), 8 * given.itemsize)))
        moved = np.empty(work.out_shape, given.dtype)
        self._in_pieces(given.reshape(work.shape), work.perm, moved, threads)
        target[...] = moved.reshape(target.shape)

    def _in_pieces(self, given: Array, perm: tuple[int, ...], taken: Array, threads: int | None) -> None:
        """Of words, apart: one permute where permkern takes it, otherwise one for each place on the shortest axis."""
        plan = self._plan(given.shape, given.strides, given.dtype, perm, taken.shape, taken.strides, taken.dtype)
        if plan is not None and self._moved(plan, given, taken, threads):
            return
        if perm == tuple(range(len(perm))):
            taken[...] = given
            return
        axis = given.shape.index(min(given.shape))
        rest = drop(perm, frozenset({axis}))
        for one, other in zip(np.moveaxis(given, axis, 0), np.moveaxis(taken, perm.index(axis), 0), strict=True):
            self._in_pieces(one, rest, other, threads)

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
    """Library.permute with the kernels of the set `default`."""
    return default_library().permute(array, axes, out, threads=threads)
