# SPDX-License-Identifier: BSD-3-Clause
"""permkern.permute against numpy.transpose: any array, any output, several threads, and what it refuses."""

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
from clib import ROOT
from hypothesis import given
from hypothesis import strategies as st
from permkern import binding

DTYPES = ("u1", "i2", "<f4", ">f4", "f8", "?", "c8", "c16", "S3", "S5", "M8[s]", "(2,)u2", [("a", "u1"), ("b", "u4")])


@pytest.fixture(scope="module", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PERMKERN_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def numbered(shape: tuple[int, ...], dtype: str) -> Any:
    """Elements whose bytes differ from their neighbours'."""
    count = int(np.prod(shape))
    data = bytes(k * 37 % 251 for k in range(count * np.dtype(dtype).itemsize))
    return np.frombuffer(data, dtype).reshape(shape) if count else np.empty(shape, dtype)


@st.composite
def views(draw: st.DrawFn) -> tuple[Any, tuple[int, ...]]:
    """An array, sliced with any steps, and axes."""
    rank = draw(st.integers(0, 5))
    shape = tuple(draw(st.integers(0 if draw(st.integers(0, 9)) == 0 else 1, 9)) for _ in range(rank))
    array = numbered(shape, draw(st.sampled_from(DTYPES[:11])))
    if draw(st.booleans()):
        array = array.transpose(draw(st.permutations(range(rank))))
    steps = [draw(st.sampled_from((1, 1, 1, 2, 3, -1))) for _ in range(rank)]
    array = array[tuple(slice(None, None, step) for step in steps)]
    axes = draw(st.permutations(range(rank)))
    return array, tuple(axis - rank if draw(st.booleans()) else axis for axis in axes)


@given(views(), st.booleans(), st.sampled_from((None, 1, 2, 3)))
def test_as_numpy_transposes(view: tuple[Any, tuple[int, ...]], strided: bool, threads: int | None) -> None:
    array, axes = view
    want = array.transpose(axes)
    made = permkern.permute(array, axes, threads=threads)
    assert made.flags.c_contiguous and made.dtype == array.dtype and made.shape == want.shape
    assert made.tobytes() == want.tobytes()
    strided = strided and want.size > 0 and want.ndim > 0
    outer = np.zeros([extent + 1 for extent in want.shape], array.dtype)
    out = outer[tuple(slice(0, extent) for extent in want.shape)] if strided else np.empty(want.shape, array.dtype)
    assert permkern.permute(array, axes, out) is out
    assert out.tobytes() == want.tobytes()
    if strided:
        kept = outer.copy()
        kept[tuple(slice(0, extent) for extent in want.shape)] = np.zeros((), array.dtype)
        assert not any(kept.tobytes())


@pytest.mark.parametrize("dtype", DTYPES[11:])
def test_elements_with_parts(dtype: Any) -> None:
    array = np.zeros((3, 4), dtype)
    array.view(np.uint8).reshape(-1)[...] = np.arange(array.nbytes) % 251
    assert permkern.permute(array, axes=None).tobytes() == array.transpose().tobytes()


def test_without_axes_they_turn_round() -> None:
    array = np.arange(24).reshape(2, 3, 4)
    assert (permkern.permute(array) == array.transpose()).all()
    assert permkern.permute([[1, 2], [3, 4]]).tolist() == [[1, 3], [2, 4]]


def test_an_output_over_the_input() -> None:
    array = np.arange(12, dtype=np.int16).reshape(3, 4)
    want = array.T.copy()
    out = array.reshape(4, 3)
    assert permkern.permute(array, (1, 0), out) is out
    assert (out == want).all()


def test_more_axes_than_permkern_has() -> None:
    array = np.arange(2**10, dtype=np.int32).reshape((2,) * 10)
    axes = (5, 6, 7, 8, 9, 0, 1, 2, 3, 4)
    assert (permkern.permute(array, axes) == array.transpose(axes)).all()
    with pytest.raises(ValueError, match="10 axes are left after folding, at most 8"):
        permkern.permute(array, tuple(reversed(range(10))))


def test_broadcast_and_misaligned_arrays() -> None:
    array = np.broadcast_to(np.arange(5, dtype=np.int64), (3, 5))
    assert (permkern.permute(array) == array.T).all()
    odd = np.frombuffer(bytes(range(97)), np.uint8)[1:].view("<u4").reshape(4, 6)
    assert not odd.flags.aligned
    assert (permkern.permute(odd) == odd.T).all()


@pytest.mark.parametrize("threads", [None, 1, 7])
def test_a_large_array_in_shares(threads: int | None) -> None:
    array = np.arange(3 * 1024 * 1024, dtype=np.uint32).reshape(1024, 1024, 3)
    assert array.nbytes >= binding.LARGE
    assert (permkern.permute(array, (2, 0, 1), threads=threads) == array.transpose(2, 0, 1)).all()


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
        ((0, 0), None, "axes (0, 0) are no permutation of 2 axes"),
        ((0, 2), None, "no permutation"),
        ((0, -3), None, "no permutation"),
        ((0,), None, "no permutation"),
        ((1, 0), np.empty((2, 3), "u1"), "out is uint8 (2, 3), uint8 (3, 2) would be right"),
        ((1, 0), np.empty((3, 2), "i1"), "out is int8 (3, 2)"),
        ((1, 0), np.broadcast_to(np.zeros(2, "u1"), (3, 2)), "writeable"),
    ],
)
def test_wrong_arguments(axes: tuple[int, ...], out: Any, says: str) -> None:
    with pytest.raises(ValueError) as caught:
        permkern.permute(np.zeros((2, 3), "u1"), axes, out)
    assert says in str(caught.value)


def test_objects_and_threads_that_are_refused() -> None:
    with pytest.raises(TypeError, match="cannot be moved as bytes"):
        permkern.permute(np.array([[1, None]]))
    for threads in (0, -1, 5000):
        with pytest.raises(ValueError, match="1 to 1024"):
            permkern.permute(np.zeros((2, 3)), threads=threads)


def test_another_set_and_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'format = 1\n[[pinned]]\nname = "a"\nshape = [9, 6, 3]\nperm = [2, 0, 1]\nbits = 8\n'
    (tmp_path / "set.toml").write_text(text)
    monkeypatch.setenv("PERMKERN_CACHE", str(tmp_path / "cache"))
    array = np.arange(9 * 6 * 3, dtype=np.uint8).reshape(9, 6, 3)
    for _ in range(2):
        assert (
            permkern.Library(str(tmp_path / "set.toml")).permute(array, (2, 0, 1)) == array.transpose(2, 0, 1)
        ).all()
    assert len(list((tmp_path / "cache").iterdir())) == 1
    assert [path.name for path in (tmp_path / "cache").rglob("*") if path.is_file()] == ["libpermkern.so"]


def test_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERMKERN_CACHE", str(tmp_path))
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(permkern.BindingError, match="no C compiler: no-such-compiler"):
        permkern.Library()
    monkeypatch.setenv("CC", "false")
    with pytest.raises(permkern.BindingError, match="false failed"):
        permkern.Library()
    assert not any(path.is_file() for path in tmp_path.rglob("*"))


def test_compiles_the_core_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = tmp_path / "compiler"  # notes what it is given, and makes an empty file
    compiler.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/words\nfor last; do :; done; : > "$last"\n')
    compiler.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PERMKERN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CC", str(compiler))
    with pytest.raises(OSError, match="too short"):
        permkern.Library()
    given = [Path(word).name for word in (tmp_path / "words").read_text().split() if not word.startswith("-")]
    assert {"core.c", "permkern_table.c", "binding.c"} <= set(given)
    assert not [name for name in given if name.endswith(".h") or name.startswith("mli_")]


def test_without_numpy() -> None:
    code = f"import sys, runpy; sys.modules['numpy'] = None; runpy.run_path({str(ROOT / 'tools/permkern.py')!r})\n"
    code += "import permkern\ntry:\n    permkern.permute\nexcept ImportError as error:\n    print(error)\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=os.environ)
    assert done.stdout == "permkern.permute needs numpy: pip install 'permkern[numpy]'\n", done.stderr


def test_the_example_prints_a_ratio() -> None:
    code = f"import runpy; runpy.run_path({str(ROOT / 'tools/permkern.py')!r}); "
    code += f"runpy.run_path({str(ROOT / 'examples/python/camera.py')!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert re.fullmatch(r"224x224x3 \(2,0,1\), uint8: [0-9.]+ times as fast as .*\n", done.stdout), done.stderr
