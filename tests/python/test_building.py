# SPDX-License-Identifier: BSD-3-Clause
"""How permkern.Library has its C compiled: the cache, $CC, and what can go wrong with them."""

import os
from pathlib import Path

import numpy as np
import permkern
import pytest

pytestmark = pytest.mark.nightly


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
    monkeypatch.setenv("CC", "'cc -m64")
    with pytest.raises(
        permkern.BindingError, match=r"CC is .'cc -m64., which a shell cannot parse .*; set it to the command"
    ):
        permkern.Library()
    assert not any(path.is_file() for path in tmp_path.rglob("*"))


def stand_in(path: Path, notes: Path) -> Path:
    """A compiler that notes what it is given, one word a line, and makes an empty file."""
    path.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> {notes}\nfor last; do :; done; : > "$last"\n')
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("given", ["", "  "])
def test_an_empty_cc_is_none(given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path / "cc", tmp_path / "words")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PERMKERN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("CC", given)
    with pytest.raises(permkern.BindingError, match="cannot be loaded"):
        permkern.Library()
    assert (tmp_path / "words").exists()


def test_cc_in_the_words_of_a_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a folder").mkdir()
    compiler = stand_in(tmp_path / "a folder/cc", tmp_path / "words")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PERMKERN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CC", f"'{compiler}' '-DTEXT=\"a b\"'")
    with pytest.raises(permkern.BindingError, match="cannot be loaded"):
        permkern.Library()
    assert (tmp_path / "words").read_text().splitlines()[:2] == ['-DTEXT="a b"', "--version"]


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")  # in the way, for root, too
    monkeypatch.delenv("PERMKERN_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    says = r"stored in .*/file/.cache/permkern \(Not a directory\); set PERMKERN_CACHE to a writeable folder"
    with pytest.raises(permkern.BindingError, match=says):
        permkern.Library()
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    with pytest.raises(permkern.BindingError, match="no home folder; set PERMKERN_CACHE"):
        permkern.Library()
    monkeypatch.setenv("PERMKERN_CACHE", str(tmp_path / "file"))
    with pytest.raises(permkern.BindingError, match=r"stored in .*/file "):
        permkern.Library()
