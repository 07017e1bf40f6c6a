# SPDX-License-Identifier: BSD-3-Clause
"""Calls on few elements, in nanoseconds, for `tools/bench host`: permkern's doors in C, and its Python package."""

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from host_cases import Case
from host_figures import MEMCPY, Measured, together
from host_measure import Bench, Method, measure, own_columns, peer_columns, timed
from host_shim import BenchError, Column, python_column

# Python's calls: what is moved, and of how many bits.
PYTHON_CASES = tuple(Case("", "", shape, (2, 0, 1)) for shape in ((2, 4, 8), (28, 28, 8)))
PYTHON_WIDTHS = (8, 32)
Visit = Mapping[tuple[str, int], Measured]  # by case and width
WAYS = ("checked", "planned", "pinned")


def _patient(method: Method) -> Method:
    """So short a case costs little: more rounds of it, of samples to which reading the clock adds nothing."""
    return replace(method, least_rounds=25, most_rounds=81, sample_ns=3 * method.sample_ns)


def _call(bench: Bench, case: Case, bits: int) -> Measured:
    """permkern's doors, and peers."""
    job = bench.job(case, bits)
    own = own_columns(bench.shim, job, "planned", "checked", "pinned")
    opened = [*sorted(own, key=lambda column: WAYS.index(column.name)), *peer_columns(bench.peers, job)]
    measured, bad = timed(bench.shim, job, opened, _patient(bench.method))
    bench.shim.close(job.handle)
    if bad & {column.name for column in own}:
        raise BenchError(f"{case.name}, {bits}-bit: wrong: {', '.join(sorted(bad))}")
    return {name: measured[name] for name in sorted(measured, key=lambda name: name == MEMCPY)}  # which comes last


def calls(bench: Bench, cases: Sequence[Case], bits: Sequence[int]) -> Visit:
    """Every case at every width."""
    return {(case.label, width): _call(bench, case, width) for case in cases for width in bits}


def document(visits: Sequence[Visit], digits: int | None) -> list[dict[str, Any]]:
    """Nanoseconds of a call: the least of all visits."""
    both = {key: together([visit[key] for visit in visits]) for key in visits[0]} if visits else {}
    return [
        {"case": case, "bits": bits, "ns": {name: round(times.least, digits) for name, times in measured.items()}}
        for (case, bits), measured in both.items()
    ]


# ---- Python ----


def _python_columns(permute: Callable[..., Any], array: Any, axes: tuple[int, ...], out: Any) -> list[Column]:
    """Into an array that is there, and into a new one. permkern keeps the plan from the first call on."""
    view = array.transpose(axes)
    ways: tuple[tuple[str, Callable[[], object]], ...] = (
        ("permkern.permute, out", functools.partial(permute, array, axes, out)),
        ("numpy.copyto", functools.partial(np.copyto, out, view)),
        ("permkern.permute, new", functools.partial(permute, array, axes)),
        ("numpy.transpose.copy", lambda: array.transpose(axes).copy()),
    )
    return [python_column(name, call) for name, call in ways]


def _python_call(permute: Callable[..., Any], case: Case, bits: int, method: Method) -> Measured:
    array = np.arange(case.elements, dtype=f"u{bits // 8}").reshape(case.shape)
    out = np.empty(array.transpose(case.perm).shape, array.dtype)
    for result in (permute(array, case.perm), permute(array, case.perm, out)):
        if not np.array_equal(result, array.transpose(case.perm)):
            raise BenchError(f"permkern.permute of {case.label}, {bits}-bit: wrong")
    return measure(_python_columns(permute, array, case.perm, out), _patient(method))


def python_calls(bench: Bench) -> Visit:
    """The Python package's cost a call, against NumPy's own."""
    permute = importlib.import_module("permkern").permute  # tools/permkern.py brings the checkout's
    method = bench.method
    return {
        (case.label, bits): _python_call(permute, case, bits, method) for case in PYTHON_CASES for bits in PYTHON_WIDTHS
    }
