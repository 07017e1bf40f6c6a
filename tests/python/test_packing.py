# SPDX-License-Identifier: BSD-3-Clause
"""tools/pack, and what twister reads of the Zephyr sample: bad input, and that the same input gives the same bytes."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from clib import ROOT
from steps import StepFailed
from zephyr_sample import Scenario, assignments, judge, scenarios

SAMPLE = ROOT / "zephyr" / "samples" / "permkern" / "sample.yaml"


def pack(folder: Path, *arguments: str, seed: str = "0") -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-B", str(ROOT / "tools" / "packing.py"), *arguments, "-o", str(folder)]
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


def test_twister_takes_the_sample() -> None:
    found = scenarios(SAMPLE)
    assert [scenario.name for scenario in found] == ["sample.permkern", "sample.permkern.tiny"]
    assert assignments(["# no", *found[1].configs, "CONFIG_A=1", "CONFIG_A=2"]) == {"PERMKERN_SET": "tiny", "A": "2"}


@pytest.mark.parametrize(
    ("text", "replacement", "says"),
    [
        ("  name: permkern\n", "", "name is missing"),
        ("tests:\n", "test:\n", "does not take test"),
        ("  tags: permkern\n", "  tag: permkern\n", "does not take tag"),
        ("min_ram: 48", "min_ram: much", "does not take min_ram"),
        ("harness: console", "harness: ztest", "has the harness console"),
        ("    regex:\n", "    regexes:\n", "does not take regexes"),
        ("  sample.permkern:\n", "  Permkern:\n", "wants names like"),
        ("    integration_platforms:\n      - qemu_cortex_m3\n      - native_sim\n", "", "integration_platforms"),
    ],
)
def test_what_twister_does_not_take(text: str, replacement: str, says: str, tmp_path: Path) -> None:
    whole = SAMPLE.read_text(encoding="utf-8")
    assert text in whole
    wrong = tmp_path / "sample.yaml"
    wrong.write_text(whole.replace(text, replacement, 1), encoding="utf-8")
    with pytest.raises(StepFailed, match=says):
        scenarios(wrong)


def test_output_is_judged_line_by_line_and_in_order() -> None:
    scenario = Scenario("sample.x", (), ("a: right", "b: right"))
    judge(scenario, "booting\na: right\nmore\nb: right\n")
    for output in ("b: right\na: right\n", "a: right\n", "a: wrong\nb: right\n"):
        with pytest.raises(StepFailed, match="does not print"):
            judge(scenario, output)
