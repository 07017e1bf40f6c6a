# SPDX-License-Identifier: BSD-3-Clause
"""
Permutes of NumPy arrays by the C that firmware runs: a model's layout steps, bit for bit, on the host.

The library is compiled on first use, by `cc` or $CC, into $PERMKERN_CACHE (by default permkern/ in the user's cache
folder), and found there afterwards. Calls release Python's global lock. Needs the packages numpy and cffi:
pip install 'permkern[numpy]'.
"""

import hashlib
import math
import os
import platform
import subprocess
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

try:
    import cffi  # type: ignore[import-untyped]
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError(f"permkern.permute needs {error.name}: pip install 'permkern[numpy]'", name=error.name) from None

from .manifest import load_set
from .permutation import MAX_RANK, Work, drop_units, fuse
from .plan import Plan, make_plan
from .render import render
from .runtime import runtime_directory, runtime_files

Array = NDArray[Any]

LARGE = 4 * 2**20  # bytes from which threads share a permute
_DECLARATIONS = """
size_t permkern_python_plan_size(void);
int permkern_python_prepare(void *plan, size_t in_bytes, size_t out_bytes, const uint32_t *shape,
                            const int32_t *in_strides, const int32_t *out_strides, const uint8_t *perm, uint8_t rank,
                            uint8_t bits);
int permkern_run(const void *plan, const void *in, void *out);
int permkern_run_part(const void *plan, const void *in, void *out, uint32_t part, uint32_t parts);
const char *permkern_strerror(int status);
"""
_RETRIED = (10, 11, 12)  # PERMKERN_ERR_ALIGN, _WRAP, _OVERLAP: a copy has none of these
_FLAGS = ("-O3", "-shared", "-fPIC", "-fvisibility=hidden")


class BindingError(RuntimeError):
    """The C library could not be built."""


# ---- the library ----


def _cache_directory() -> Path:
    default = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "permkern"
    return Path(os.environ.get("PERMKERN_CACHE") or default)


def _run(command: Sequence[str | Path]) -> str:
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    except OSError as error:
        raise BindingError(f"no C compiler: {command[0]} ({error.strerror}); $CC names another") from None
    if done.returncode != 0:
        raise BindingError(f"{command[0]} failed:\n{done.stderr}")
    return done.stdout


def _build(plan: Plan) -> Path:
    """The shared library of a plan, from the cache or compiled into it."""
    compiler = os.environ.get("CC", "cc").split()
    generated = render(plan)
    runtime = tuple(runtime_files().values())
    shim = Path(__file__).with_suffix(".c")
    key = hashlib.sha256(repr((compiler, _run([*compiler, "--version"]), _FLAGS, platform.machine())).encode())
    for name, data in (*generated.items(), *((path.name, path.read_bytes()) for path in (*runtime, shim))):
        key.update(repr((name, data)).encode())
    built = _cache_directory() / key.hexdigest()[:32] / "libpermkern.so"
    if built.exists():
        return built
    built.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=built.parent) as folder:
        for name, text in generated.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        sources = [path for path in runtime if path.suffix == ".c" and not path.name.startswith("mli_")]
        sources += [Path(folder) / name for name in generated if name.endswith(".c")]
        includes = [f"-I{folder}", f"-I{runtime_directory('include')}", f"-I{runtime_directory('src')}"]
        made = Path(folder) / built.name
        _run([*compiler, *_FLAGS, *includes, *sources, shim, "-o", made])
        os.replace(made, built)  # whoever builds the same at the same time puts the same there
    return built


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="permkern")


# ---- arrays ----


@dataclass(frozen=True)
class _Plan:
    """A plan in C, for one geometry. in_buffer, out_buffer: Python can hand over the arrays' memory at once."""

    plan: Any
    in_buffer: bool
    out_buffer: bool
    large: bool


def _is_contiguous(shape: tuple[int, ...], strides: tuple[int, ...], size: int) -> bool:
    run = size
    for extent, stride in zip(reversed(shape), reversed(strides), strict=True):
        if extent != 1 and stride != run:
            return False
        run *= extent
    return True


def _can_walk(shape: tuple[int, ...], strides: tuple[int, ...], size: int) -> bool:
    """Whether permkern can: strides positive, of whole elements, and no element twice."""
    reach = size
    for stride, extent in sorted(zip(strides, shape, strict=True)):
        if extent == 1:
            continue
        if stride < reach or stride % size != 0 or stride // size >= 2**31:
            return False
        reach = extent * stride
    return True


def _span(shape: tuple[int, ...], strides: tuple[int, ...], size: int) -> int:
    return sum((extent - 1) * stride for extent, stride in zip(shape, strides, strict=True)) + size


@lru_cache(maxsize=1024)
def _normalised(axes: tuple[int, ...] | None, rank: int) -> tuple[int, ...]:
    if axes is None:
        return tuple(reversed(range(rank)))
    perm = tuple(int(axis) + rank if axis < 0 else int(axis) for axis in axes)
    if sorted(perm) != list(range(rank)):
        raise ValueError(f"axes {axes} are no permutation of {rank} axes")
    return perm


class Library:
    """
    A permutation set's kernels behind `permute`. set_name: a shipped set's name, or the path of one; which kernels
    there are changes speed alone.
    """

    def __init__(self, set_name: str = "default") -> None:
        self._ffi = cffi.FFI()
        self._ffi.cdef(_DECLARATIONS)
        self._c = self._ffi.dlopen(str(_build(make_plan(load_set(set_name)))))
        self._plan_words = self._c.permkern_python_plan_size() // 8 + 1
        self._plan = lru_cache(maxsize=1024)(self._make_plan)

    def permute(
        self, array: Array, axes: Sequence[int] | None = None, out: Array | None = None, *, threads: int | None = None
    ) -> Array:
        """
        As numpy.transpose(array, axes), but moved: axis k of the result is axis axes[k] of the array (default: axes
        turned round); negative axes count from the end. The result is contiguous, in C order, or is `out`, which has
        its shape and dtype, any strides, and may lie over the array.

        threads: how many share the work; by default one, and as many as there are processors from 4 MiB on. Arrays
        that permkern cannot walk (negative or repeated strides, elements of other sizes than 1, 2, 4, 8 bytes, more
        than 8 axes, misaligned) are first copied in C order. ValueError: axes, `out` or threads are wrong. TypeError:
        elements are Python objects.
        """
        if type(array) is not np.ndarray:
            array = np.asarray(array)
        if axes is not None and type(axes) is not tuple:
            axes = tuple(axes)
        if threads is not None and not 1 <= threads <= 1024:
            raise ValueError(f"threads is {threads}, 1 to 1024 would be right")
        if out is None:
            out = np.empty([array.shape[axis] for axis in _normalised(axes, array.ndim)], array.dtype)
        plan = self._plan(array.shape, array.strides, array.dtype, axes, out.shape, out.strides, out.dtype)
        if not out.flags.writeable:
            raise ValueError("out is read-only, a writeable array would be right")
        if plan is None or not self._moved(plan, array, out, threads):
            out[...] = self._by_copies(array, _normalised(axes, array.ndim), threads)
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
        size = dtype.itemsize
        fits = 1 <= len(shape) <= MAX_RANK and size in (1, 2, 4, 8) and 1 <= min(shape) <= max(shape) < 2**32
        if not fits or not (_can_walk(shape, strides, size) and _can_walk(turned, out_strides, size)):
            return None
        plan = self._ffi.new("uint64_t[]", self._plan_words)
        contiguous = _is_contiguous(shape, strides, size), _is_contiguous(turned, out_strides, size)

        def spelled(extents: tuple[int, ...], steps: tuple[int, ...], is_contiguous: bool) -> Any:
            used = [step // size if extent != 1 else 1 for extent, step in zip(extents, steps, strict=True)]
            return self._ffi.NULL if is_contiguous else self._ffi.new("int32_t[]", used)

        status = self._c.permkern_python_prepare(
            plan,
            _span(shape, strides, size),
            _span(turned, out_strides, size),
            self._ffi.new("uint32_t[]", shape),
            spelled(shape, strides, contiguous[0]),
            spelled(turned, out_strides, contiguous[1]),
            self._ffi.new("uint8_t[]", perm),
            len(perm),
            8 * size,
        )
        if status != 0:
            raise ValueError(self._text(status))
        plain = dtype.kind in "biufc"  # others have no buffer that Python knows
        return _Plan(plan, contiguous[0] and plain, contiguous[1] and plain, math.prod(shape) * size >= LARGE)

    def _moved(self, plan: _Plan, array: Array, out: Array, threads: int | None) -> bool:
        """Runs a plan; False: it needs a copy first, as these arrays lie over each other or are misaligned."""
        given = self._ffi.from_buffer(array) if plan.in_buffer else self._address(array)
        taken = self._ffi.from_buffer(out) if plan.out_buffer else self._address(out)
        if threads is None:
            threads = (os.cpu_count() or 1) if plan.large else 1
        if threads == 1:
            status = self._c.permkern_run(plan.plan, given, taken)
        else:
            status = max(
                _threads().map(
                    lambda part: self._c.permkern_run_part(plan.plan, given, taken, part, threads), range(threads)
                )
            )
        if status != 0 and status not in _RETRIED:
            raise ValueError(self._text(status))
        return bool(status == 0)

    def _address(self, array: Array) -> Any:
        return self._ffi.cast("char *", array.__array_interface__["data"][0])

    def _by_copies(self, array: Array, perm: tuple[int, ...], threads: int | None) -> Array:
        """For arrays that permkern does not take as they are: the same elements in C order, axes folded."""
        turned = tuple(array.shape[axis] for axis in perm)
        if array.size == 0 or array.ndim == 0:
            return array.reshape(turned)
        size = next(width for width in (8, 4, 2, 1) if array.itemsize % width == 0)
        plain = np.frombuffer(array.tobytes(), f"u{size}").reshape(*array.shape, array.itemsize // size)
        work = fuse(drop_units(Work(plain.shape, (*perm, array.ndim), 8 * size)))
        if len(work.perm) > MAX_RANK:
            raise ValueError(f"{len(work.perm)} axes are left after folding, at most {MAX_RANK} would be right")
        moved = self.permute(plain.reshape(work.shape), work.perm, threads=threads)
        return np.frombuffer(moved, array.dtype).reshape(turned)

    def _text(self, status: int) -> str:
        text = self._ffi.string(self._c.permkern_strerror(status))
        assert isinstance(text, bytes)
        return text.decode("ascii")


@cache
def default_library() -> Library:
    return Library()


def permute(
    array: Array, axes: Sequence[int] | None = None, out: Array | None = None, *, threads: int | None = None
) -> Array:
    """Library.permute with the kernels of the set `default`."""
    return default_library().permute(array, axes, out, threads=threads)
