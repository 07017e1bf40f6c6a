# SPDX-License-Identifier: BSD-3-Clause
"""tools/pack, and what twister reads of the Zephyr sample: bad input, and that the same input gives the same bytes."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from commands import ROOT

pytestmark = pytest.mark.ci


def pack(folder: Path, *arguments: str, seed: str = "0") -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-B", str(ROOT / "tools" / "integration" / "pack.py"), *arguments, "-o", str(folder)]
    environment = os.environ | {"PYTHONHASHSEED": seed}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


@pytest.mark.parametrize("kind", ["arduino", "cmsis"])
def test_the_same_set_gives_the_same_archive(kind: str, tmp_path: Path) -> None:
    first = pack(tmp_path / "a", kind, "tiny")
    second = pack(tmp_path / "b", kind, "tiny", seed="7")
    assert (first.returncode, second.returncode, first.stderr) == (0, 0, "")
    (one,), (other,) = (tmp_path / "a").iterdir(), (tmp_path / "b").iterdir()
    assert one.read_bytes() == other.read_bytes()
    assert first.stdout == f"{one}\n"
    assert any(name.endswith("LICENSE") for name in zipfile.ZipFile(one).namelist())


@pytest.mark.parametrize("kind", ["arduino", "cmsis"])
def test_a_bad_set_writes_nothing(kind: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("format = 1\n[[permute]]\nperms = [[0, 0]]\nbits = 8\n")
    done = pack(tmp_path / "out", kind, str(bad))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "bad.toml" in done.stderr
    assert not (tmp_path / "out").exists()
