# SPDX-License-Identifier: BSD-3-Clause
"""Kernels on a page: right on their core, and by their definition on this machine; short enough to read."""

import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from commands import ROOT
from permkern.certify import measure, programs
from permkern.certify.cores import CORES, Core
from permkern.kernels.inventory import Inventory, Pinned, make_inventory
from permkern.kernels.manifest import parse_set
from permkern.kernels.permutation import Work
from permkern.package.amalgamate import SOURCE_NAME, amalgamate
from permkern.package.emit import emit, parse_emission
from test_for_target import KINDS, PROFILES, set_of

AARCH64 = Core("aarch64", ("aarch64-linux-gnu-gcc",), "aarch64")
OTHERS = ("rv32imac", "cortex-m55", "rv32imacv", "cortex-m7", "cortex-m3", "cortex-m33", AARCH64.name)
TARGETS = ("cortex-m4", "cortex-m0", *OTHERS)
# GCC for RISC-V knows no vectors.
CLANG = (str(ROOT / "tools" / "clang-cross"), "riscv64-unknown-elf", "--target=riscv32-unknown-elf")


@pytest.fixture(scope="module")
def kinds() -> Inventory:
    return make_inventory(parse_set(set_of(*(kind for kind in KINDS if kind not in PROFILES)), "kinds.toml", "kinds"))


def compiled(inventory: Inventory, target: str, folder: Path, command: Sequence[str]) -> Path:
    for name, text in amalgamate(inventory, [target]).items():
        (folder / name).write_text(text)
    subprocess.run([*command, SOURCE_NAME, "-o", "made"], check=True, cwd=folder)
    return folder / "made"


@pytest.mark.parametrize(
    "target", [pytest.param(name, marks=(pytest.mark.ci, pytest.mark.nightly)[n > 1]) for n, name in enumerate(TARGETS)]
)
def test_kernels_are_right_on_their_core(kinds: Inventory, target: str, tmp_path: Path) -> None:
    """For all contents, and for pointers of the least alignment, too."""
    core = AARCH64 if target == AARCH64.name else CORES[target]
    if not shutil.which(core.cc[0]):
        pytest.skip(f"needs {core.cc[0]}")
    if target == "rv32imacv":
        made = compiled(kinds, target, tmp_path, [*CLANG, *core.cc[1:], "-O2", *programs.FLAGS, "-c"])
        program = tmp_path / "linked"
        subprocess.run([*CORES["rv32imac"].cc, "-nostdlib", made, "-o", program], check=True)
    else:
        program = compiled(kinds, target, tmp_path, [*core.cc, "-O2", *programs.FLAGS, "-nostdlib"])
    rows = [(entry, ("pinned", "pinned_off")) for entry in kinds.all_pinned]
    for (entry, _), found in zip(rows, measure.measure(core, program, rows, 2), strict=True):
        wrong = {column: one for column, one in found.items() if isinstance(one, str)}
        assert "pinned" in found and not wrong, (entry.symbol, wrong)


def expected(work: Work, xor: int, data: bytes, before: bytes) -> bytes:
    """Returns the output by the definition, element by element. before: the output's earlier contents."""
    source, target = int.from_bytes(data, "little"), int.from_bytes(before, "little")
    mask = (1 << work.bits) - 1
    for place in product(*map(range, work.out_shape)):
        at = [work.out_shape[k] - 1 - i if work.is_reversed(k) else i for k, i in enumerate(place)]
        inner = work.perm.index(len(work.perm) - 1)
        at[inner] = work.order[at[inner]] if work.order else at[inner]
        first = work.in_offset + sum(i * work.in_steps[axis] for i, axis in zip(at, work.perm, strict=True))
        to = work.out_offset + sum(i * step for i, step in zip(place, work.out_steps, strict=True))
        first, to = work.bits * first, work.bits * to
        target = target & ~(mask << to) | ((source >> first & mask) ^ xor) << to
    return target.to_bytes(len(before), "little")


@pytest.mark.ci
@pytest.mark.parametrize("compiler", ["gcc", "tcc"])
@pytest.mark.parametrize("target", TARGETS[:2])
def test_definitions_are_right_on_this_machine(kinds: Inventory, target: str, compiler: str, tmp_path: Path) -> None:
    if not shutil.which(compiler):
        pytest.skip(f"needs {compiler}")
    library = ctypes.CDLL(str(compiled(kinds, target, tmp_path, [compiler, "-shared", "-fPIC"])))
    for entry in kinds.all_pinned:
        work, xor = entry.work, entry.request.xor
        data = bytes(7 * k % 251 for k in range(work.in_bytes))
        source = ctypes.create_string_buffer(data, len(data))
        if isinstance(entry, Pinned):
            before = b"\xa5" * work.out_bytes
            made = ctypes.create_string_buffer(before, len(before))
            library[entry.symbol](source, made)
        else:
            before, made = data, source
            library[entry.symbol](source)
        assert made.raw == expected(work, xor, data, before), entry.symbol


@pytest.mark.ci
@pytest.mark.parametrize("target", (*TARGETS, "esp32"))
def test_a_page_is_a_page(target: str) -> None:
    """Without the licence line."""
    camera = emit(*parse_emission("96,96,3", "2,0,1", 8, None, None, None, "camera"), [target])
    assert len(camera.splitlines()) <= 101 and len(camera) <= 4096
