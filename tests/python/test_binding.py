# SPDX-License-Identifier: BSD-3-Clause
"""permkern.permute against numpy.transpose: any array, any output, several threads, refusals."""

import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import permkern
import pytest
from commands import ROOT

DTYPES = ("u1", "i2", "<f4", ">f4", "f8", "?", "c8", "c16", "S3", "S5", "M8[s]", "(2,)u2", [("a", "u1"), ("b", "u4")])


pytestmark = [pytest.mark.ci, pytest.mark.usefixtures("native")]


def numbered(shape: tuple[int, ...], dtype: str) -> Any:
    """Elements whose bytes differ from their neighbours'."""
    count = int(np.prod(shape))
    data = bytes(k * 37 % 251 for k in range(count * np.dtype(dtype).itemsize))
    return np.frombuffer(data, dtype).reshape(shape) if count else np.empty(shape, dtype)


def test_an_output_over_the_input() -> None:
    array = np.arange(12, dtype=np.int16).reshape(3, 4)
    want = array.T.copy()
    out = array.reshape(4, 3)
    assert permkern.permute(array, (1, 0), out) is out
    assert (out == want).all()


@pytest.mark.parametrize(
    ("rank", "dtype", "axes"),
    [
        (8, "c16", (7, 6, 5, 4, 3, 2, 1, 0)),  # two words each: an axis more
        (8, "V24", (1, 0, 3, 2, 5, 4, 7, 6)),
        (9, "u1", (8, 7, 6, 5, 4, 3, 2, 1, 0)),
        (10, "i4", (5, 6, 7, 8, 9, 0, 1, 2, 3, 4)),  # two axes when folded
        (14, "u2", (13, 6, 12, 5, 11, 4, 10, 3, 9, 2, 8, 1, 7, 0)),
    ],
)
def test_more_axes_than_permkern_has(rank: int, dtype: str, axes: tuple[int, ...]) -> None:
    shape = (3, *(2,) * (rank - 1))
    array = numbered(shape, dtype)
    want = array.transpose(axes)
    assert permkern.permute(array, axes).tobytes() == want.tobytes()
    out = np.zeros([2 * extent for extent in want.shape], dtype)[(slice(None, None, 2),) * rank]
    permkern.permute(array, axes, out, threads=2 if rank == 8 else 1)
    assert out.tobytes() == want.tobytes()


def test_as_many_axes_as_numpy_has() -> None:
    for shape in ((1,) * 32, (1,) * 12 + (3,) + (1,) * 12 + (5, 1, 1), (0,) * 20):
        array = numbered(shape, "u2")
        assert permkern.permute(array).shape == shape[::-1]
        assert permkern.permute(array).tobytes() == array.transpose().tobytes()


@pytest.mark.parametrize("threads", [None, 3])
def test_strides_that_32_bits_cannot_hold(tmp_path: Path, threads: int | None) -> None:
    def spread(name: str, shape: tuple[int, int], strides: tuple[int, int]) -> Any:
        sparse = np.memmap(tmp_path / name, np.uint16, "w+", shape=(2**32 + 40,))
        return np.lib.stride_tricks.as_strided(np.asarray(sparse), shape, strides)

    array, out = spread("in", (2, 4), (2**33 + 16, 2)), spread("out", (4, 2), (2, 2**33 + 24))
    array[...] = np.arange(8).reshape(2, 4)
    for given, target in ((array, out), (array[::-1, ::-1], out[:, ::-1])):
        assert (permkern.permute(given, (1, 0), target, threads=threads) == given.T).all()


@pytest.mark.parametrize("threads", [None, 1, 7])
def test_a_large_array_in_shares(threads: int | None) -> None:
    from permkern.arrays import SHARED

    array = np.arange(3 * 2048 * 1024, dtype=np.uint64).reshape(2048, 1024, 3)
    assert array.nbytes >= SHARED
    made = permkern.permute(array, (2, 0, 1), threads=threads)
    assert made.ctypes.data % 64 == 0 and (made == array.transpose(2, 0, 1)).all()


def test_every_number_of_threads() -> None:
    """Every share runs, for any number of threads: a missing one would leave old bytes."""
    array = numbered((67, 131), "u2")
    want = np.ascontiguousarray(array.T)
    for threads in (*range(1, 65), 100, 257, 1024):
        out = ~want
        permkern.permute(array, out=out, threads=threads)
        assert (out == want).all(), threads


def test_other_threads_run_meanwhile() -> None:
    """Nothing else here gives up Python's lock: it would be held for a quarter of an hour."""
    array = np.zeros((512, 512, 3), np.uint8)
    out = np.empty((3, 512, 512), np.uint8)
    permkern.permute(array, (2, 0, 1), out)
    go, ran = threading.Event(), []
    other = threading.Thread(target=lambda: (go.wait(), ran.append(True)))
    other.start()
    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        go.set()
        for _ in range(20_000):
            permkern.permute(array, (2, 0, 1), out, threads=1)
            if ran:
                break
    finally:
        sys.setswitchinterval(before)
    assert ran
    other.join()


@pytest.mark.parametrize(
    ("axes", "out", "says"),
    [
        ((0, 0), None, "axes (0, 0) are not a permutation of 2 axes"),
        ((0, 2), None, "not a permutation"),
        ((0, -3), None, "not a permutation"),
        ((0,), None, "not a permutation"),
        ((1, 0), np.empty((2, 3), "u1"), "out is uint8 (2, 3); it must be uint8 (3, 2)"),
        ((1, 0), np.empty((3, 2), "i1"), "out is int8 (3, 2)"),
        ((1, 0), np.broadcast_to(np.zeros(2, "u1"), (3, 2)), "writeable"),
    ],
)
def test_wrong_arguments(axes: tuple[int, ...], out: Any, says: str) -> None:
    with pytest.raises(ValueError) as caught:
        permkern.permute(np.zeros((2, 3), "u1"), axes, out)
    assert says in str(caught.value)


@pytest.mark.parametrize("axes", [(1.0, 0.0), (1, 0.0), (True, None), "10", ("1", "0"), 1.0, np.array([1.0, 0.0])])
def test_axes_that_are_no_integers(axes: Any) -> None:
    array = np.zeros((2, 3), "u1")
    permkern.permute(array, (1, 0))  # some of the axes compare equal to it
    with pytest.raises(TypeError, match=r"axes is .*; it must be integers, such as \(1, 0\)"):
        permkern.permute(array, axes)


def test_axes_as_numpy_takes_them() -> None:
    array = np.arange(6).reshape(2, 3)
    for axes in ([1, 0], np.array([1, 0], np.int8), (np.uint64(1), np.int16(-2)), range(1, -1, -1)):
        assert (permkern.permute(array, axes) == array.T).all()
    for axes in (0, -1, np.int64(0), (0,)):
        assert permkern.permute(np.arange(3), axes).tolist() == [0, 1, 2]
    assert permkern.permute(5, ()).tolist() == 5
    with pytest.raises(ValueError, match=r"axes \(0,\) are not a permutation of 2 axes"):
        permkern.permute(array, 0)


def test_objects_and_threads_that_are_refused() -> None:
    for elements in (np.array([[1, None]]), np.zeros(3, [("a", "u1"), ("b", "O")])):
        with pytest.raises(TypeError, match="cannot be moved as bytes"):
            permkern.permute(elements)
    for threads in (0, -1, 5000):
        with pytest.raises(ValueError, match="it must be from 1 to 1024"):
            permkern.permute(np.zeros((2, 3)), threads=threads)
    with pytest.raises(TypeError):
        permkern.permute(np.zeros((2, 3)), threads=2.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("out", [[], [[0, 0]], 5, "out", np.float64(1)])
def test_outputs_that_are_no_arrays(out: Any) -> None:
    with pytest.raises(TypeError, match=f"out is a {type(out).__name__}; it must be a NumPy array"):
        permkern.permute(np.zeros((1, 2)), (1, 0), out)


def test_masked_arrays_are_refused() -> None:
    plain = np.arange(6).reshape(2, 3)
    masked = np.ma.masked_equal(plain, 3)
    with pytest.raises(TypeError, match="array is a masked array, and its mask would be lost; permute its data and"):
        permkern.permute(masked)
    out = masked.T.copy()
    with pytest.raises(TypeError, match="out is a masked array"):
        permkern.permute(plain, (1, 0), out)
    assert out.tolist() == masked.T.tolist()
    assert (permkern.permute(masked.data) == plain.T).all()
    assert (permkern.permute(np.ma.getmaskarray(masked)) == (plain.T == 3)).all()


def test_arrays_of_other_classes(tmp_path: Path) -> None:
    """In: their elements, as a plain array; out: itself."""
    plain = np.arange(6).reshape(2, 3)
    file = np.memmap(tmp_path / "file", plain.dtype, "w+", shape=(3, 2))
    records = np.zeros((2, 3), [("a", "u1"), ("b", "f8")])
    records["b"] = plain
    for array in (plain.view(np.matrix), records.view(np.recarray), np.memmap(tmp_path / "file", shape=(3, 4))):
        made = permkern.permute(array)
        assert type(made) is np.ndarray and made.tobytes() == np.asarray(array).T.tobytes()
    for out in (np.zeros((3, 2), int).view(np.matrix), file):
        assert permkern.permute(plain, (1, 0), out) is out and (out == plain.T).all()
    moved = np.zeros((3, 2), records.dtype).view(np.recarray)
    assert permkern.permute(records, (1, 0), moved) is moved and (moved.b == plain.T).all()


def test_without_numpy() -> None:
    code = f"import sys, runpy; sys.modules['numpy'] = None; runpy.run_path({str(ROOT / 'tools/permkern.py')!r})\n"
    code += "import permkern\nprint(*dir(permkern))\n"
    code += "try:\n    permkern.permute\nexcept ImportError as error:\n    print(error)\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=os.environ)
    told = " ".join(name for name in permkern.__all__ if name != "permute")
    told += "\npermkern.permute needs numpy; install permkern[numpy]\n"
    assert done.stdout == told, done.stderr


def test_without_the_compiled_part() -> None:
    code = "import sys, runpy; sys.modules['permkern._native'] = None; "
    code += f"runpy.run_path({str(ROOT / 'tools/permkern.py')!r})\nimport permkern\n"
    code += "try:\n    permkern.permute\nexcept ImportError as error:\n    print(error)\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    told = "permkern.permute needs its compiled part; install permkern from a wheel, or where there is a C compiler\n"
    assert done.stdout == told, done.stderr


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: permkern.permute(), "misses its argument 'array'"),  # type: ignore[call-arg]
        (lambda: permkern.permute([1], None, None, 1), "takes at most 3 .*; axes are one tuple"),  # type: ignore[misc]
        (lambda: permkern.permute([1], array=[1]), "got twice the argument 'array'"),  # type: ignore[misc]
        (lambda: permkern.permute([1], axis=0), "got an unexpected argument 'axis'"),  # type: ignore[call-arg]
    ],
)
def test_wrong_calls(call: Any, says: str) -> None:
    with pytest.raises(TypeError, match=says):
        call()


def test_references_are_counted() -> None:
    """References to arrays and dtypes are released as often as taken, also if Python does the work."""
    array, out = np.zeros((4, 6), ">i2"), np.zeros((6, 4), ">i2")
    axes = tuple(reversed(range(2)))  # not a constant, which others may hold
    before = [sys.getrefcount(one) for one in (array, out, axes, array.dtype)]
    for given in (array, array[:, ::-1], array[..., np.newaxis][:, :, 0], np.broadcast_to(array[0], (4, 6))):
        for _ in range(100):
            permkern.permute(given, axes, out)
            permkern.permute(given, axes)
            with pytest.raises(ValueError):
                permkern.permute(given, axes, out[1:])
    del given
    assert [sys.getrefcount(one) for one in (array, out, axes, array.dtype)] == before


def test_the_example_prints_a_ratio() -> None:
    code = f"import runpy; runpy.run_path({str(ROOT / 'tools/permkern.py')!r}); "
    code += f"runpy.run_path({str(ROOT / 'examples/python/camera.py')!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert re.fullmatch(r"224x224x3 \(2,0,1\), uint8: [0-9.]+ times as fast as .*\n", done.stdout), done.stderr
