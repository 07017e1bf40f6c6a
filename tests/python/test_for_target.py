# SPDX-License-Identifier: BSD-3-Clause
"""Code for named targets: complete, without other targets' code, without warnings."""

import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from commands import permkern
from permkern.kernels.documents import APIS, HEADER, PINNED_HEADER
from permkern.kernels.instruction_sets import HOST_TARGETS, TARGETS
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import PIN_PREFIX, PROFILES, SetError, load_set, parse_set
from permkern.kernels.targets import parse_targets
from permkern.package.amalgamate import CPP_NAME, HEADER_NAME, SOURCE_NAME, amalgamate

ONE = """format = 1
[[pinned]]
name = "camera"
shape = [96, 96, 3]
perm = [2, 0, 1]
bits = 8
"""
MIXED = ONE + "[[permute]]\nperms = [[1, 0], [2, 0, 1]]\nbits = [8, 16]\n"
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-align -Wcast-qual -Wundef".split()
WARNINGS += ["-Wredundant-decls", "-Wswitch-default", "-Werror"]
OF_C = ("-Wstrict-prototypes", "-Wmissing-prototypes", "-Wbad-function-cast", "-Wc++-compat")
# Each target's compiler, with the options that define the most macros.
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


# ---- names ----


def test_names_of_targets() -> None:
    assert parse_targets(["m7", "m4"]) == ("cortex-m4", "cortex-m7")
    chips = {"stm32f4": "cortex-m4", "STM32WBA52": "cortex-m33", "esp32-s3": "esp32", "esp32c3": "rv32imac"}
    chips |= {"ESP32-P4": "rv32imac", "esp32c61": "rv32imac", "esp32s31": "rv32imac", "esp32s3r8": "esp32"}
    cores = {"cortex-m4f": "cortex-m4", "m0+": "cortex-m0", "rv32imc": "rv32imac", "rv32imafc_zicsr": "rv32imac"}
    assert all(parse_targets([name]) == (target,) for name, target in (chips | cores).items())
    assert parse_targets(["wasm32, M55", "m55"]) == ("cortex-m55", "wasm32")


# ---- every kind of kernel, for every target ----

# One pinned kernel for each kind: shape, permutation, element bits, more keys. Then kernels for any shape.
KINDS = {
    "copy": "[4] [0] 8",
    "copy_long": "[300] [0] 8",
    "runs": "[2,2,16] [1,0,2] 8",
    "runs_by_blocks": "[4,4,200] [1,0,2] 8 align=4",
    "runs_long": "[3,4,600] [1,0,2] 16",
    "runs_xor": "[3,4,30] [1,0,2] 16 xor=0x8001",
    "tiles8": "[40,50] [1,0] 8",
    "tiles8_aligned": "[40,52] [1,0] 8 align=4",
    "tiles16": "[41,50] [1,0] 16 flip=[1]",
    "tiles32": "[12,20] [1,0] 32 xor=0x80",
    "tiles64": "[5,7,9] [2,1,0] 64",
    "split2": "[50,2] [1,0] 8",
    "split3": "[10,10,3] [2,0,1] 16",
    "join3": "[3,10,10] [1,2,0] 8 xor=0x80",
    "four_channels": "[10,10,4] [2,0,1] 8",
    "elements": "[3,5,7] [2,1,0] 8",
    "gaps": "[10,12] [1,0] 8 in_stride=[16] out_stride=[12]",
    "bits1": "[16,24] [1,0] 1",
    "bits2": "[10,12,4] [2,0,1] 2",
    "bits4": "[6,10] [0,1] 4 flip=[1]",
    "starts": "[16,6,4] [0,2,1] 2 in_offset=3 out_offset=5",
    "ends": "[12,5] [0,1] 4 flip=[0] in_stride=[8] out_stride=[8] out_offset=3",
    "words": "[21,2] [0,1] 8 flip=[1]",
    "order": "[9,3] [0,1] 8 flip=[0] order=[1,0,2] in_stride=[4]",
    "reversed8": "[300] [0] 8 flip=[0]",
    "reversed32": "[2,40] [0,1] 32 flip=[1]",
    "reversed_pixels": "[2,20,3] [0,1,2] 8 flip=[1]",
    "reversed_wide": "[2,8,4] [0,1,2] 8 flip=[1]",
    "reversed_grid": "[5,6] [0,1] 16 flip=[1]",
    "square": "[16,16] [1,0] 8 in_place=true",
    "swaps": "[9,9] [0,1] 8 in_place=true flip=[0]",
    "cycles": "[4,6] [1,0] 32 in_place=true",
    **dict.fromkeys(PROFILES, "any shape"),
}
CLANG = next((name for name in ("clang-19", "clang-18", "clang-17") if shutil.which(name)), "clang")
OWN = {"esp32": "xtensa-lx106-elf-gcc", "portable": "gcc"}
OTHERS = {  # if a target's own compiler is not installed, or does not know its vectors
    "rv32imac": "riscv32 -march=rv32imac -mabi=ilp32",
    "rv32imacv": "riscv32 -march=rv32imacv -mabi=ilp32",
    "aarch64": "aarch64",
    "x86-64": "x86_64-linux-gnu",
    "wasm32": "wasm32 -msimd128",
    "portable": "x86_64-linux-gnu",
}
VECTORS = ("cortex-m55", "rv32imacv")
WHOLE = HOST_TARGETS.difference({"aarch64"})  # targets whose vectors need the library
FOR = (*TARGETS, ",".join(VECTORS))  # an output's targets


def compiler_of(target: str) -> list[str]:
    """Returns the compiler for a target, or for the first of several."""
    target = target.partition(",")[0]
    own = (OWN | MACROS_OF).get(target, "")
    other = OTHERS.get(target) or f"arm-none-eabi {own.partition(' ')[2]}"
    for command in (own, "" if target == "esp32" else f"{CLANG} --target={other}"):
        if command and shutil.which(command.split()[0]):
            return [*command.split(), "-ffreestanding"]
    pytest.skip(f"no compiler for {target}")


def set_of(*kinds: str) -> str:
    if kinds[0] in PROFILES:
        return f'format=1\nprofile="{kinds[0]}"\n[[permute]]\nperms="all"\nranks=[1,2,3]\nbits=[8,16,32,64]\n'
    lines = ["format=1"]
    for kind in kinds:
        shape, perm, bits, *keys = KINDS[kind].split()
        lines += ["[[pinned]]", f'name="{kind}"', f"shape={shape}", f"perm={perm}", f"bits={bits}", *keys]
    return "\n".join(lines)


def output_of(target: str, interface: str, *kinds: str) -> Mapping[str, str]:
    inventory = make_inventory(parse_set(set_of(*kinds), "set.toml", "set"))
    if interface == "emit" and target not in WHOLE and not inventory.in_place and not inventory.forms:
        shape, perm, bits, *keys = KINDS[kinds[0]].replace("[", "").replace("]", "").split()
        options = [f"--{key.replace('_', '-')}" for key in keys]
        done = permkern("emit", shape, perm, "--bits", bits, *options, "--target", target)
        assert done.returncode == 0, done.stderr
        return {SOURCE_NAME: done.stdout}
    api = "core" if inventory.forms or interface == "emit" else interface
    return amalgamate(inventory, target.split(","), api=api)


def check_output(target: str, interface: str, kinds: Iterable[str], folder: Path, *options: str) -> None:
    """Compiles it for its target; pinned kernels and portable code also for this machine, with words for vectors."""
    files = output_of(target, interface, *kinds)
    for file, text in files.items():
        (folder / file).write_text(text)
    here = '#error "permkern.c is for' not in files[SOURCE_NAME]
    for compiler in (["gcc"], compiler_of(target))[not here or target in HOST_TARGETS :]:
        command = [*compiler, *WARNINGS, *OF_C, *options, SOURCE_NAME]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (kinds, interface, command, done.stderr)


@pytest.mark.parametrize(
    ("target", "whole"),
    [pytest.param(target, n, marks=(pytest.mark.ci, pytest.mark.nightly)[n]) for target in FOR for n in (0, 1)],
)
def test_output_compiles(target: str, whole: int, tmp_path: Path) -> None:
    """Makes a set for each kind, as one kernel's functions are also there for others. CI: one target for each kind."""
    for number, kind in enumerate(KINDS):
        for turn, interface in enumerate((*APIS, "emit")):
            if whole or (number % len(FOR) == FOR.index(target) and turn == number % 5):
                options = ("-fsyntax-only", "-std=c99" if number % 3 else "-std=c11", "-O2" if number % 5 else "-O0")
                check_output(target, interface, [kind], tmp_path, *options)


@pytest.mark.nightly
@pytest.mark.parametrize("level", "0gs123")
@pytest.mark.parametrize("target", TARGETS)
def test_output_compiles_at_each_level(target: str, level: str, tmp_path: Path) -> None:
    kinds = [kind for kind in KINDS if kind not in PROFILES]
    check_output(target, "pinned", kinds, tmp_path, f"-O{level}", "-S", "-o", "out.s")
    seen = re.findall(r"\.globa?l\s+(permkern_\w+)", (tmp_path / "out.s").read_text())
    internal = {name for name in seen if not name.startswith(PIN_PREFIX)}
    assert len(seen) - len(internal) == len(kinds)
    assert len({name[-8:] for name in internal}) <= 1  # so that the files of two sets link


# ---- amalgamated ----


@needs_arm
def test_one_pinned_kernel_is_small_and_compiles_alone(sets: Path, tmp_path: Path) -> None:
    done = permkern("amalgamate", "--target", "cortex-m4", "-o", tmp_path / "m4", sets / "one.toml")
    assert (done.returncode, done.stderr) == (0, "")
    size = sum(path.stat().st_size for path in (tmp_path / "m4").iterdir())
    assert size <= 15_000
    assert done.stdout == (
        f"{tmp_path / 'm4'}: 5 files, 1 kernel, {size} bytes: written; pinned kernels alone, "
        "--api core adds permkern_permute\n"
    )
    words = [*MACROS_OF["cortex-m4"].split(), "-O2", "-c", SOURCE_NAME, "-o", "out.o"]
    subprocess.run(words, check=True, cwd=tmp_path / "m4")
    listed = subprocess.run(
        ["arm-none-eabi-nm", "out.o"], cwd=tmp_path / "m4", capture_output=True, text=True, check=True
    )
    assert [line.split()[1:] for line in listed.stdout.splitlines()] == [["T", "permkern_pin_camera"]]
    text = (tmp_path / "m4" / SOURCE_NAME).read_text()
    assert not re.search(r"MVE|RVV|VECTOR|MLI", text)


DECLARED = re.compile(r"^(?!#|static|typedef)[^#\n]*\bPERMKERN_API [^;{]*?\b(\w+)\(", re.MULTILINE)


@needs_arm
@pytest.mark.ci
@pytest.mark.parametrize(("target", "api", "name"), [("cortex-m55", "core", "one"), ("cortex-m4", "core,mli", "mixed")])
def test_declared_functions_are_in_the_source(sets: Path, tmp_path: Path, target: str, api: str, name: str) -> None:
    """No name is undefined, and no other function has external linkage."""
    plan = make_inventory(load_set(str(sets / f"{name}.toml")))
    for file, text in amalgamate(plan, [target], api=api).items():
        (tmp_path / file).write_text(text)
    words = [*compiler_of(target), "-std=c99", "-O1", *WARNINGS, "-c", SOURCE_NAME, "-o", "out.o"]
    subprocess.run(words, check=True, cwd=tmp_path)
    listed = subprocess.run(
        ["arm-none-eabi-nm", "out.o"], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    found = {line.split()[-1] for line in listed.splitlines() if " T " in line}
    wanted = set(DECLARED.findall((tmp_path / HEADER_NAME).read_text()))
    assert "permkern_pin_camera" in wanted and ("permkern_permute" in wanted) == (api != "pinned")
    assert wanted == {name for name in found if "mli_" not in name}
    assert " U " not in listed
    header = ["g++", "-x", "c++", "-std=c++17", *WARNINGS, "-fsyntax-only"]
    for file in (HEADER_NAME, CPP_NAME, HEADER, PINNED_HEADER):
        subprocess.run([*header, "-include", file, "/dev/null"], check=True, cwd=tmp_path)


def test_pinned_kernels_alone_need_a_pinned_kernel_and_a_target() -> None:
    with pytest.raises(SetError, match="pins no shape"):
        amalgamate(make_inventory(load_set("minimal")), ["cortex-m4"], api="pinned")
    with pytest.raises(SetError, match="add --target"):
        amalgamate(make_inventory(parse_set(ONE, "one.toml", "one")), api="pinned")
