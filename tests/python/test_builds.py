# SPDX-License-Identifier: BSD-3-Clause
"""What CMake and Meson compile and generate for a project that contains permkern."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import ROOT

missing = not all(map(shutil.which, ("cmake", "meson", "ninja")))
pytestmark = [pytest.mark.ci, pytest.mark.skipif(missing, reason="needs CMake, Meson and Ninja")]


def commands(folder: Path, project: str, *options: str, root: Path = ROOT) -> str:
    """Configures a project of a few lines after permkern's folder, and returns what Ninja would run."""
    start = f"cmake_minimum_required(VERSION 3.21)\nproject(app C)\nadd_subdirectory({root} permkern)\n"
    (folder / "CMakeLists.txt").write_text(start + project)
    fast = ("-GNinja", "-DCMAKE_C_COMPILER_WORKS=1", f"-DPERMKERN_PYTHON={sys.executable}")
    command = ["cmake", "-S", folder, "-B", folder / "build", *fast, *options]
    subprocess.run(command, check=True, stderr=subprocess.PIPE, text=True)
    return subprocess.check_output(["ninja", "-C", folder / "build", "-t", "commands"], text=True)


@pytest.mark.parametrize(
    ("options", "level"),
    [
        ("", "-O2"),
        ("-DCMAKE_BUILD_TYPE=Release", "-O2"),
        ("-DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS=-Os", "-Os"),
        ("-DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1", "-O1"),
        ("-DCMAKE_BUILD_TYPE=MinSizeRel", "-Os"),
        ("-DCMAKE_BUILD_TYPE=Debug", "-O0"),
    ],
)
def test_cmake_compiles_for_speed_or_as_the_user_says(tmp_path: Path, options: str, level: str) -> None:
    planned = commands(tmp_path, "permkern_generate(kernels SET minimal)\n", *options.split())
    compiled = [line for line in planned.splitlines() if " -c " in line]
    assert {re.findall(r" (-O\S*)", f" -O0 {line}")[-1] for line in compiled} == {level}
    assert all("kernels.dir/" in line for line in compiled), "the project's library alone is built"


def test_builds_take_several_sets_and_a_target(tmp_path: Path) -> None:
    """The command is the same by CMake's function and variables, and by Meson's options."""
    names = ("one.toml", "other.toml")
    for name in names:
        (tmp_path / name).write_text('format = 1\n[[pinned]]\nname = "x"\nshape = [2, 3]\nperm = [1, 0]\nbits = 8\n')
    generated = "permkern_generate(kernels SET one.toml other.toml TARGET cortex-m4 cortex-m7)\n"
    planned = commands(tmp_path, generated, "-DPERMKERN_PERMUTATION_SET=one.toml;other.toml", "-DPERMKERN_TARGET=m4")
    planned += subprocess.check_output(["ninja", "-C", tmp_path / "build", "-t", "commands", "permkern"], text=True)
    sets = ",".join(str(tmp_path / name) for name in names)
    subprocess.run(["meson", "setup", tmp_path / "m", ROOT, f"-Dpermutation_set={sets}", "-Dtarget=m4,m7"], check=True)
    planned += subprocess.check_output(["ninja", "-C", tmp_path / "m", "-t", "commands"], text=True)
    wanted = re.escape(" ".join(str(tmp_path / name) for name in names))
    assert re.findall(rf"--target (\S+) {wanted}", planned) == ["cortex-m4,cortex-m7", "m4", "m4,m7"]
    assert "/selftest.c" not in planned, "meson install builds no test"


def test_cmake_finds_a_python_or_tells_what_it_lacks(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    (checkout / ".venv/bin").mkdir(parents=True)
    for name in ("CMakeLists.txt", "cmake", "generated", "generator", "include", "integrations", "src", "tools"):
        (checkout / name).symlink_to(ROOT / name)
    python = checkout / ".venv/bin/python3"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    planned = commands(tmp_path, "permkern_generate(kernels SET minimal)\n", "-DPERMKERN_PYTHON=", root=checkout)
    assert f"{python} -B {checkout}/tools/permkern.py generate" in planned
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')  # without site-packages
    with pytest.raises(subprocess.CalledProcessError) as failed:
        commands(tmp_path, "permkern_generate(kernels SET minimal)\n", f"-DPERMKERN_PYTHON={python}")
    version = ".".join(map(str, sys.version_info[:3]))
    told = f"but {python} is Python {version} without the module jinja2. It needs Python 3.10"
    assert "".join(told.split()) in "".join(failed.value.stderr.split())
