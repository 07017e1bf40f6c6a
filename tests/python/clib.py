# SPDX-License-Identifier: BSD-3-Clause
"""The C library through ctypes: permkern.h's structures and functions, and numpy arrays as its arguments."""

import ctypes
import os
import subprocess
from collections.abc import Sequence
from ctypes import POINTER, Structure, byref, c_size_t, c_ssize_t, c_uint8, c_uint32, c_void_p
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from commands import ROOT
from numpy.typing import NDArray
from permkern.kernels.permutation import strides

SOURCES = tuple(
    sorted(str(path.relative_to(ROOT)) for path in (ROOT / "src").rglob("*.c") if not path.name.startswith("mli_"))
)
# permkern's own; -Wcast-align=strict is GCC's.
WARNINGS = (
    *("-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wcast-align", "-Wundef"),
    *("-Wstrict-prototypes", "-Wmissing-prototypes", "-Werror"),
)

MAX_RANK = 8

OK = 0  # a status

UNSIGNED: dict[int, np.dtype[Any]] = {bits: np.dtype(f"uint{bits}") for bits in (8, 16, 32, 64)}

Array = NDArray[Any]


class CLayout(Structure):
    _fields_ = (
        ("shape", POINTER(c_size_t)),
        ("strides", POINTER(c_ssize_t)),
        ("offset", c_size_t),
        ("capacity", c_size_t),
        ("rank", c_size_t),
        ("bits", c_size_t),
    )


class CAxis(Structure):
    _fields_ = (("extent", c_size_t), ("in_stride", c_size_t), ("out_stride", c_size_t))


class CPlan(Structure):
    """A plan's words by src/base/permkern_plan.h, for 64-bit pointers."""

    _fields_ = (
        ("axis", CAxis * MAX_RANK),
        ("small", c_void_p),
        ("pinned", c_void_p),
        ("wide", c_void_p),
        ("kernel", c_void_p),
        ("form", c_uint8),
        ("wide_form", c_uint8),
        ("align_mask", c_uint8),
        ("wide_mask", c_uint8),
        ("pinned_mask", c_uint8),
        ("xored", c_void_p),
        ("in_low", c_size_t),
        ("out_low", c_size_t),
        ("in_span", c_size_t),
        ("out_span", c_size_t),
        ("in_first", c_size_t),
        ("out_first", c_size_t),
        ("flip", c_uint32 * 2),
        ("index", c_uint8 * 64),
    )


def compiler() -> list[str]:
    return os.environ.get("CC", "cc").split()


def include_flags(generated: Path) -> list[str]:
    return [f"-I{generated}", f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}"]


def compile_c(*arguments: str | Path) -> None:
    done = subprocess.run([*compiler(), *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def build(path: Path, generated: Path, *flags: str) -> Path:
    """Compiles src/ and a folder's generated files into a shared library."""
    sources = [*(ROOT / source for source in SOURCES), *sorted(generated.glob("*.c"))]
    compile_c("-O1", *flags, *WARNINGS, "-shared", "-fPIC", *include_flags(generated), *sources, "-o", path)
    return path


def self_test(folder: Path, *flags: str) -> None:
    """Compiles a folder's generated files with the library and the self-test, and runs it."""
    sources = [*(ROOT / source for source in SOURCES), *sorted(folder.glob("*.c")), ROOT / "tests" / "selftest.c"]
    room = "-DSELFTEST_BYTES=65536"
    compile_c("-std=gnu11", "-O1", *flags, room, *include_flags(folder), *sources, "-o", folder / "selftest")
    done = subprocess.run([folder / "selftest"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "skipped" not in done.stdout, done.stdout


def c_perm(perm: Sequence[int]) -> "ctypes.Array[c_uint8]":
    return (c_uint8 * len(perm))(*perm)


def described(shape: Sequence[int], strides: Sequence[int], bits: int) -> CLayout:
    """An array with any strides, in elements; the buffer is its span."""
    steps = [(extent - 1) * stride for extent, stride in zip(shape, strides, strict=True)]
    offset, rank = -sum(min(step, 0) for step in steps), len(shape)
    capacity = (offset + sum(max(step, 0) for step in steps) + 1) * bits // 8
    return CLayout((c_size_t * rank)(*shape), (c_ssize_t * rank)(*strides), offset, capacity, rank, bits)


def reversed_array(shape: Sequence[int], axes: Sequence[int], bits: int) -> CLayout:
    """An array without gaps; some axes run backwards."""
    steps = zip(range(len(shape)), strides(tuple(shape)), strict=True)
    return described(shape, [-step if axis in axes else step for axis, step in steps], bits)


def asked(shape: Sequence[int], bits: int) -> CLayout:
    """A contiguous array."""
    return CLayout((c_size_t * len(shape))(*shape), None, 0, prod(shape) * bits // 8, len(shape), bits)


@dataclass(frozen=True)
class Folded:
    """A plan's folded work: input shape, permutation, element bits, reversed output axes."""

    shape: tuple[int, ...]
    perm: tuple[int, ...]
    bits: int
    reversed_axes: tuple[int, ...] = ()


def folded(plan: CPlan) -> Folded:
    """Either side of a reversed axis may run backwards."""
    form = plan.wide_form or plan.form
    axes = plan.axis[: form & 15]
    in_strides, out_strides = (
        [c_ssize_t(getattr(axis, side)).value for axis in axes] for side in ("in_stride", "out_stride")
    )
    order = sorted(range(len(axes)), key=lambda k: -abs(in_strides[k]))
    return Folded(
        shape=tuple(int(axes[k].extent) for k in order),
        perm=tuple(order.index(k) for k in range(len(axes))),
        bits=8 << (form >> 4),
        reversed_axes=tuple(k for k in range(len(axes)) if (in_strides[k] < 0) != (out_strides[k] < 0)),
    )


class Library:
    """permkern.h's functions."""

    def __init__(self, path: Path) -> None:
        self.c = ctypes.CDLL(str(path))
        self.c.permkern_prepare.argtypes = [POINTER(CPlan), POINTER(CLayout), c_void_p, POINTER(CLayout)]

    def plan(self, given: CLayout, perm: Sequence[int], out: CLayout) -> CPlan:
        plan = CPlan()
        assert self.c.permkern_prepare(byref(plan), byref(given), c_perm(perm), byref(out)) == OK
        return plan

    def plan_for(self, shape: Sequence[int], perm: Sequence[int], bits: int) -> CPlan:
        """For a contiguous work."""
        return self.plan(asked(shape, bits), perm, asked([shape[axis] for axis in perm], bits))

    def address(self, name: str) -> int | None:
        """Returns an exported function's address."""
        return ctypes.cast(self.c[name], c_void_p).value


def aligned(size: int, align: int, beyond: int = 0) -> Array:
    """Bytes at an address that is ``beyond`` bytes after a multiple of ``align``."""
    raw = np.zeros(size + align + beyond, np.uint8)
    start = -raw.ctypes.data % align + beyond
    return raw[start : start + size]
