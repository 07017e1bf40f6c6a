# SPDX-License-Identifier: BSD-3-Clause
"""Library and program fit together: next to MLI's library and headers, and with one layout of permkern_plan."""

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from runner.configurations import named
from runner.programs import PERMKERN, fresh, library
from runner.step import ROOT, Count, Depth, Log, StepFailed

from integration.common import refused, symbols
from integration.firmware import LINKED_FOR_QEMU

# ---- beside-mli: docs/api.md, Beside MLI ----

STAND_IN = ROOT / "tests/beside_mli"
MLI_1_1 = named("mli-1.1")
THEIRS = (f"-I{ROOT / MLI_1_1.mli}", *MLI_1_1.defines)
OURS = f"-I{ROOT / 'include'}"
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wundef", "-Wredundant-decls", "-Werror")
# What app.c's exit code says: whose permute it called, and whose helpers.
CALLED = (("permkern", "permkern"), ("MLI", "permkern"), ("permkern", "MLI"), ("MLI", "MLI"))
ASKING = ((), ("-DASKS_PERMKERN",), ("-include", "permkern_mli.h"))


@dataclass(frozen=True)
class Toolchain:
    """Compiles both libraries and the program. macros: libpermkern.a's. names: it defines functions of MLI's names."""

    name: str
    compiler: tuple[str, ...]
    application: tuple[str, ...]
    archiver: str = "ar"
    macros: tuple[str, ...] = ()
    names: bool = True

    def archive(self, log: Log, path: Path, objects: Sequence[Path]) -> Path:
        log.must([self.archiver, "rcs", path, *objects])
        return path


TOOLCHAINS = (
    Toolchain("gcc-lto", ("gcc", "-O1", "-flto"), ("gcc", "-O1", "-flto"), "gcc-ar"),
    Toolchain("clang", ("clang", "-O1", "-fuse-ld=lld"), ("clang++", "-xc++", "-std=c++11")),
    Toolchain("without-names", ("gcc", "-O1"), ("gcc",), macros=("-DPERMKERN_MLI_NAMES=0",), names=False),
)


def promised(asks: bool, needs_mli: bool, permkern_first: bool, names: bool) -> tuple[str, str]:
    """Returns whose permute and helpers docs/api.md promises."""
    if asks:
        return "permkern", "permkern"
    if permkern_first and names:
        return "permkern", "MLI" if needs_mli else "permkern"
    return "MLI", "MLI"


def linked(log: Log, toolchain: Toolchain) -> Count:
    """Links both orders of the archives, with and without asking for permkern, and runs the programs."""
    folder = fresh(f"beside-mli/{toolchain.name}")
    compiler = (*toolchain.compiler, "-Wno-unused-command-line-argument")
    objects, _ = library(log, folder, MLI_1_1, (*compiler, *toolchain.macros), "tiny")
    ours = toolchain.archive(log, folder / "libpermkern.a", objects)
    (folder / "mli").mkdir()
    log.must([*compiler, *THEIRS, "-c", *sorted(STAND_IN.glob("mli_*.c"))], cwd=folder / "mli")
    theirs = toolchain.archive(log, folder / "libmli.a", sorted((folder / "mli").glob("*.o")))
    count = Count()
    for asking, needs_mli, permkern_first in product(ASKING, (False, True), (False, True)):
        macros = (*asking, *(("-DNEEDS_MLI",) if needs_mli else ()))
        source = STAND_IN / "app.c"
        log.must([*toolchain.application, *WARNINGS, *THEIRS, OURS, *macros, "-c", source, "-o", folder / "app.o"])
        order = (ours, theirs) if permkern_first else (theirs, ours)
        log.must([*toolchain.compiler, folder / "app.o", *order, "-o", folder / "app"])
        code, _ = log.run([folder / "app"])
        wanted = promised(bool(asking), needs_mli, permkern_first, toolchain.names)
        right = CALLED[code : code + 1] == (wanted,)
        if not right:
            log.note(f"FAIL {toolchain.name}: {macros}, permkern first: {permkern_first}; wanted {wanted}")
        count += Count.of(right)
    return count


def include_order(log: Log) -> Count:
    """Compiles with MLI's headers before permkern's, after them, and with two copies of permkern's."""
    folder = fresh("beside-mli/order")
    installed = f"-I{shutil.copytree(ROOT / 'include', folder / 'installed/permkern')}"
    after = THEIRS[0].replace("-I", "-isystem")
    fine = ((*THEIRS, OURS), (*THEIRS, OURS, installed), (OURS,), (OURS, installed))
    wrong = ((OURS, THEIRS[0]), (OURS, after), (OURS, installed, THEIRS[0]))
    count = Count()
    source = folder / "main.c"
    for compiler, header in product((("gcc", "-xc", "-std=c99"), ("clang++", "-xc++")), ("mli_api.h", "mli_types.h")):
        source.write_text(f'#include "{header}"\nextern mli_tensor tensor;\n', encoding="utf-8")
        command = (*compiler, *WARNINGS, "-fsyntax-only", source)
        for paths in fine:
            log.must([*command, *paths])
        count += Count(len(fine))
        for paths in wrong:
            count += refused(log, [*command, *paths], "put MLI's folder first")
    return count


def beside_mli(log: Log, _: Depth) -> Count:
    count = include_order(log)
    for toolchain in TOOLCHAINS:
        count += linked(log, toolchain)
        has_names = " W mli_" in symbols(log, ROOT / f"build/beside-mli/{toolchain.name}/libpermkern.a")
        count += Count.of(has_names == toolchain.names)
    return count


# ---- plan-layout ----


@dataclass(frozen=True)
class Machine:
    """
    Compilers, with their options, of libraries and of callers: each pair must link, and agree on the bytes of a plan.
    refused: callers that must not link, because their permkern_plan differs.
    """

    name: str
    plan: int  # bytes
    link: tuple[str, ...]
    emulator: tuple[str, ...]
    libraries: tuple[tuple[str, ...], ...]
    callers: tuple[tuple[str, ...], ...]
    refused: tuple[tuple[str, ...], ...]


OTHER_RANK = "-DPERMKERN_MAX_RANK=4"
ARM = ("-mthumb", "-mfloat-abi=hard", "-mcpu=cortex-m55")
ARM_GCC = ("arm-none-eabi-gcc", "-specs=picolibc.specs", *ARM)
ARM_CLANG = ("tools/clang-cross", "arm-none-eabi", "--target=arm-none-eabi", *ARM)
MACHINES = (
    Machine(
        "x86-64",
        360,
        ("gcc",),
        (),
        (("gcc", "-O2"), ("clang", "-O1", "-mno-sse4.1", "-fshort-enums")),
        (
            ("gcc", "-Os", "-fshort-enums", "-funsigned-char", "-fno-strict-aliasing"),
            ("clang", "-O3", "-mavx2"),
            ("g++", "-x", "c++", "-std=c++11"),
        ),
        (("gcc", "-O2", OTHER_RANK), ("gcc", "-O2", "-m32")),
    ),
    Machine(
        "cortex-m55",
        172,
        # It warns of the size of enums, but no structure in permkern.h contains one.
        (*ARM_GCC, "-Wl,--no-warn-mismatch", *LINKED_FOR_QEMU),
        ("tools/qemu-run", "mps3-an547"),
        ((*ARM_GCC, "-Os"),),
        ((*ARM_GCC, "-O2", "-mcpu=cortex-m55+nomve"), (*ARM_GCC, "-Os", "-fno-short-enums"), (*ARM_CLANG, "-Os")),
        ((*ARM_GCC, "-O2", OTHER_RANK),),
    ),
)


def pairs(log: Log, folder: Path, machine: Machine) -> Count:
    """Links every caller with every library and runs the programs, which print the size of a plan."""
    count = Count()
    made, caller, program = (folder / name for name in ("permkern.o", "caller.o", "program"))
    for compiler, calling in product(machine.libraries, (*machine.callers, *machine.refused)):
        log.must([*compiler, f"-I{folder}", "-c", folder / "permkern.c", "-o", made])
        log.must([*calling, f"-I{folder}", "-c", ROOT / "tests/plan_canary.c", "-o", caller])
        code, output = log.run([*machine.link, caller, made, "-o", program])
        if calling in machine.refused:
            right = code != 0 and re.search("permkern_prepare|incompatible|architecture", output) is not None
        else:
            code, output = log.run([*machine.emulator, program]) if code == 0 else (code, output)
            right = code == 0 and f"plan {machine.plan} bytes, canary intact" in output
        if not right:
            log.note(f"FAIL {machine.name}: {compiler} and {calling}")
        count += Count.of(right)
    return count


def plan_layout(log: Log, depth: Depth) -> Count:
    """Compiles library and caller with different options, by different compilers, as C and as C++."""
    count = Count()
    for machine in MACHINES:
        if depth.takes(machine.name):
            folder = fresh(f"plan-layout/{machine.name}")
            log.must([*PERMKERN, "amalgamate", "-o", folder, "minimal"])  # of profile speed: uses all of a plan
            count += pairs(log, folder, machine)
    return count
