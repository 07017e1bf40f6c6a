# SPDX-License-Identifier: BSD-3-Clause
"""CMake and Meson compile and generate for a project that contains permkern."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import ROOT

missing = not all(map(shutil.which, ("cmake", "meson", "ninja")))
pytestmark = [pytest.mark.ci, pytest.mark.skipif(missing, reason="needs CMake, Meson and Ninja")]
SMALL = "permkern_generate(kernels SET minimal)"


def planned(build: Path, *targets: str) -> str:
    return subprocess.check_output(["ninja", "-C", build, "-t", "commands", *targets], text=True)


def configured(folder: Path, line: str, *options: str, root: Path = ROOT) -> Path:
    """Configures a CMake project of a line after permkern's folder."""
    start = f"cmake_minimum_required(VERSION 3.21)\nproject(app C)\nadd_subdirectory({root} permkern)\n"
    (folder / "CMakeLists.txt").write_text(start + line)
    command = ["cmake", "-S", folder, "-B", folder / "build", "-GNinja", f"-DPERMKERN_PYTHON={sys.executable}"]
    subprocess.run([*command, *options], check=True, stderr=subprocess.PIPE, text=True)
    return folder / "build"


LEVELS = ((" -O2", ""), ("Release -O2", ""), ("Release -Os", "=-Os"), ("Release -O1", "_RELEASE=-O1"))


@pytest.mark.parametrize(("build", "flags"), [*LEVELS, ("MinSizeRel -Os", ""), ("Debug -O0", "")])
def test_optimisation_level_in_cmake(tmp_path: Path, build: str, flags: str) -> None:
    kind, level = build.split(" ")
    made = configured(tmp_path, SMALL, f"-DCMAKE_BUILD_TYPE={kind}", *([f"-DCMAKE_C_FLAGS{flags}"] if flags else ()))
    compiled = [line for line in planned(made).splitlines() if " -c " in line]
    assert {re.findall(r" (-O\S*)", f" -O0 {line}")[-1] for line in compiled} == {level}


def test_builds_take_several_sets_and_a_target(tmp_path: Path) -> None:
    line = "permkern_generate(kernels SET minimal mli TARGET cortex-m4 cortex-m7)"
    made = configured(tmp_path, line, "-DPERMKERN_PERMUTATION_SET=minimal;mli", "-DPERMKERN_TARGET=m4")
    options = ("-Dpermutation_set=minimal,mli", "-Dtarget=m4,m7")
    subprocess.run(["meson", "setup", tmp_path / "meson", ROOT, *options], check=True)
    by_meson = planned(tmp_path / "meson")
    targets = re.findall(r"--target (\S+) \S+/minimal.toml \S+/mli.toml", planned(made, "all", "permkern") + by_meson)
    assert targets == ["cortex-m4,cortex-m7", "m4", "m4,m7"]
    assert "/selftest.c" not in by_meson, "meson install builds no test"


def test_cmake_finds_a_python_or_names_the_missing_module(tmp_path: Path) -> None:
    python = tmp_path / "checkout/.venv/bin/python3"
    python.parent.mkdir(parents=True)
    for name in ("CMakeLists.txt", "cmake", "generated", "generator", "include", "integrations", "src"):
        (tmp_path / "checkout" / name).symlink_to(ROOT / name)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    made = configured(tmp_path, SMALL, "-DPERMKERN_PYTHON=", root=tmp_path / "checkout")
    assert f"{python} -B {tmp_path}/checkout/tools/permkern.py generate" in planned(made)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')  # without site-packages
    with pytest.raises(subprocess.CalledProcessError) as failed:
        configured(tmp_path, SMALL, f"-DPERMKERN_PYTHON={python}")
    told = rf"but\s+{python}\s+is\s+Python\s+3\.\d+\.\d+\s+without\s+the\s+module\s+jinja2"
    assert re.search(told, failed.value.stderr)
