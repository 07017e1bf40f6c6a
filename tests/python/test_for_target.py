# SPDX-License-Identifier: BSD-3-Clause
"""Code for named targets: what it holds, that nothing is missing, and that it is right."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from commands import permkern
from permkern.kernels.documents import HEADER, PINNED_HEADER
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import SetError, load_set, parse_set
from permkern.kernels.targets import parse_targets
from permkern.package.amalgamate import CPP_NAME, HEADER_NAME, SOURCE_NAME, amalgamate
from permkern.reports.spoken import macros_of
from test_target import chosen

ONE = """format = 1
[[pinned]]
name = "camera"
shape = [96, 96, 3]
perm = [2, 0, 1]
bits = 8
"""
MIXED = ONE + "[[permute]]\nperms = [[1, 0], [2, 0, 1]]\nbits = [8, 16]\n"
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Werror".split()
# What says which macros a target's compiler defines, with the options that define most.
MACROS_OF = {
    **{
        name: f"arm-none-eabi-gcc -mthumb -mcpu={name}"
        for name in ("cortex-m0", "cortex-m3", "cortex-m4", "cortex-m7", "cortex-m33")
    },
    "cortex-m55": "arm-none-eabi-gcc -mthumb -mfloat-abi=hard -mcpu=cortex-m55",
    "rv32imac": "riscv64-unknown-elf-gcc -march=rv32imac_zba_zbb_zbkb -mabi=ilp32",
    "aarch64": "aarch64-linux-gnu-gcc",
    "x86-64": "gcc -march=native",
}
needs_arm = pytest.mark.skipif(shutil.which("arm-none-eabi-gcc") is None, reason="needs an Arm compiler")


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sets")
    (folder / "one.toml").write_text(ONE)
    (folder / "mixed.toml").write_text(MIXED)
    return folder


# ---- what is known of compilers ----


@pytest.mark.parametrize("target", MACROS_OF)
def test_explain_knows_the_macros_of_a_target(target: str) -> None:
    """Compares generator/report/spoken.py with src/base/permkern_target.h."""
    command = MACROS_OF[target].split()
    if shutil.which(command[0]) is None:
        pytest.skip(f"needs {command[0]}")
    known = macros_of(target)
    names = [name.removeprefix("PERMKERN_") for name in known]
    assert {f"PERMKERN_{name}" for name in chosen(command, names)} == {name for name in known if known[name]}


def test_names_of_targets() -> None:
    assert parse_targets(["m7", "m4"]) == ("cortex-m4", "cortex-m7")
    assert parse_targets(["wasm32, M55", "m55"]) == ("cortex-m55", "wasm32")


# ---- amalgamated ----


@needs_arm
def test_one_pinned_kernel_is_small_and_compiles_alone(sets: Path, tmp_path: Path) -> None:
    done = permkern("amalgamate", "--target", "cortex-m4", "-o", tmp_path / "m4", sets / "one.toml")
    assert (done.returncode, done.stderr) == (0, "")
    size = sum(path.stat().st_size for path in (tmp_path / "m4").iterdir())
    assert size <= 30_000
    assert done.stdout == (
        f"{tmp_path / 'm4'}: 5 files, 1 kernel, {size} bytes: written; pinned kernels alone, "
        "--api core adds permkern_permute\n"
    )
    core = [*MACROS_OF["cortex-m4"].split(), *WARNINGS, "-Wstrict-prototypes", "-Wmissing-prototypes"]
    for standard in ("c99", "c11"):
        words = [*core, f"-std={standard}", "-O2", "-c", SOURCE_NAME, "-o", "out.o"]
        subprocess.run(words, check=True, cwd=tmp_path / "m4")
    listed = subprocess.run(
        ["arm-none-eabi-nm", "out.o"], cwd=tmp_path / "m4", capture_output=True, text=True, check=True
    )
    assert [line.split()[1:] for line in listed.stdout.splitlines()] == [["T", "permkern_pin_camera"]]
    text = (tmp_path / "m4" / SOURCE_NAME).read_text()
    assert not re.search(r"MVE|RVV|VECTOR|MLI", text)


DECLARED = re.compile(r"^(?!#|static|typedef)[^#\n]*\bPERMKERN_API [^;{]*?\b(\w+)\(", re.MULTILINE)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("target", "api", "name"),
    [
        ("cortex-m4", "pinned", "one"),
        ("cortex-m55", "core", "one"),
        ("x86-64", "core", "one"),
        ("cortex-m4", "mli", "mixed"),
    ],
)
def test_whatever_a_header_declares_is_in_the_source(
    sets: Path, tmp_path: Path, target: str, api: str, name: str
) -> None:
    """On this machine, where words do the work of vectors that are not there; no name is left undefined."""
    plan = make_inventory(load_set(str(sets / f"{name}.toml")))
    for file, text in amalgamate(plan, [target], api=api).items():
        (tmp_path / file).write_text(text)
    # Functions that another one has in its place are static there: the linker keeps whole objects of others.
    words = ["gcc", "-std=c99", "-O1", *WARNINGS, "-c", SOURCE_NAME, "-o", "out.o"]
    subprocess.run(words, check=True, cwd=tmp_path)
    listed = subprocess.run(["nm", "out.o"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    found = {line.split()[-1] for line in listed.splitlines() if " T " in line}
    wanted = set(DECLARED.findall((tmp_path / HEADER_NAME).read_text()))
    assert "permkern_pin_camera" in wanted and ("permkern_permute" in wanted) == (api != "pinned")
    assert wanted - found == set()
    assert " U " not in listed
    header = ["g++", "-x", "c++", "-std=c++17", *WARNINGS, "-fsyntax-only"]
    for file in (HEADER_NAME, CPP_NAME, HEADER, PINNED_HEADER):
        subprocess.run([*header, "-include", file, "/dev/null"], check=True, cwd=tmp_path)


def test_pinned_kernels_alone_need_a_pinned_kernel_and_a_target() -> None:
    with pytest.raises(SetError, match="pins no shape"):
        amalgamate(make_inventory(load_set("minimal")), ["cortex-m4"], api="pinned")
    with pytest.raises(SetError, match="add --target"):
        amalgamate(make_inventory(parse_set(ONE, "one.toml", "one")), api="pinned")
