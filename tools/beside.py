# SPDX-License-Identifier: BSD-3-Clause
"""A step of tools/test: permkern in a program that also has MLI's library and headers (docs/api.md, Beside MLI)."""

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import configurations
from configurations.callers import TOOLCHAINS, Toolchain
from shipping import Command, fresh, generate, refused, symbols
from steps import ROOT, Count, Log, StepFailed

STAND_IN = ROOT / "tests/beside_mli"
MLI_OF_1_1 = configurations.named("mli-1.1")
OWN = (f"-I{ROOT / MLI_OF_1_1.mli}", *MLI_OF_1_1.defines)
OURS = f"-I{ROOT / 'include'}"
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wundef", "-Wredundant-decls", "-Werror")
PERMKERN, MLI = "permkern", "MLI"


# ---- linked: whose functions a program calls ----


def archive(log: Log, toolchain: Toolchain, name: str, arguments: Sequence[str], sources: Sequence[Path]) -> None:
    folder = fresh(f"beside-mli/{toolchain.name}/{name}")
    log.must([*toolchain.compiler, *arguments, "-c", *sources], cwd=folder)
    log.must([toolchain.archiver, "rcs", folder.parent / f"{name}.a", *sorted(folder.glob("*.o"))])


@dataclass(frozen=True)
class Program:
    """A variant of tests/beside_mli/app.c, and how it is linked."""

    asks: tuple[str, ...]  # the options by which it chooses permkern, if it does
    needs_mli: bool  # whether it calls a kernel that only MLI has
    permkern_first: bool  # on the linker's command line

    def promised(self, has_names: bool) -> tuple[str, str]:
        """Returns whose permute and helpers docs/api.md promises; ``has_names``: libpermkern.a defines MLI's names."""
        if self.asks:
            return PERMKERN, PERMKERN
        if self.permkern_first and has_names:
            return PERMKERN, MLI if self.needs_mli else PERMKERN
        return MLI, MLI


def programs() -> Iterator[Program]:
    asking = ((), ("-DASKS_PERMKERN",), ("-include", "permkern_mli.h"))
    for asks, needs_mli, permkern_first in product(asking, (False, True), (False, True)):
        yield Program(asks, needs_mli, permkern_first)


def keeps_its_promise(log: Log, toolchain: Toolchain, linker: Sequence[str], program: Program, folder: Path) -> bool:
    application = toolchain.application or toolchain.compiler
    macros = (*program.asks, *(("-DNEEDS_MLI",) if program.needs_mli else ()))
    log.must([*application, *WARNINGS, *OWN, OURS, *macros, "-c", STAND_IN / "app.c", "-o", folder / "app.o"])
    archives = [folder / "libpermkern.a", folder / "libmli.a"]
    order = archives if program.permkern_first else archives[::-1]
    log.must([*toolchain.compiler, *linker, folder / "app.o", *order, "-o", folder / "app"])
    promised = program.promised(toolchain.has_names)
    if toolchain.runs:
        code, _ = log.run([folder / "app"])
        found = [(PERMKERN, PERMKERN), (MLI, PERMKERN), (PERMKERN, MLI), (MLI, MLI)][code : code + 1]
        return found == [promised]
    return ("T mli_krn_permute_fx8" in symbols(log, folder / "app")) == (promised[0] == MLI)


def linked(log: Log) -> Count:
    """Links both orders of the archives, with and without choosing permkern, by several compilers and linkers."""
    kernels = fresh("beside-mli/tiny")
    generate(log, kernels, "tiny")
    sources = [*sorted((ROOT / "src").rglob("*.c")), *sorted(kernels.glob("*.c"))]
    paths = (*OWN, OURS, f"-I{ROOT / 'src'}", f"-I{kernels}")
    count = Count()
    for toolchain in TOOLCHAINS:
        archive(log, toolchain, "libpermkern", (*toolchain.macros, *paths), sources)
        archive(log, toolchain, "libmli", OWN, sorted(STAND_IN.glob("mli_*.c")))
        folder = kernels.parent / toolchain.name
        if toolchain.has_names != (" W mli_" in symbols(log, folder / "libpermkern.a")):
            raise StepFailed("PERMKERN_MLI_NAMES does not say whether MLI's names are in the library")
        for linker, program in product(toolchain.linkers, programs()):
            good = keeps_its_promise(log, toolchain, linker, program, folder)
            log.note(f"{'ok  ' if good else 'FAIL'} {toolchain.name} {linker} {program}")
            count += Count(int(good), int(not good))
    return count


# ---- compiled: which headers come first ----


def include_order(log: Log) -> Count:
    """Compiles with MLI's headers before permkern's, after them, and with two copies of permkern's."""
    folder = fresh("beside-mli/order")
    copy = shutil.copytree(ROOT / "include", folder / "installed/permkern")
    theirs, behind, installed = OWN[0], OWN[0].replace("-I", "-isystem"), f"-I{copy}"
    compilers = (("gcc", "-xc", "-std=c99"), ("clang", "-xc", "-std=c11"), ("g++", "-xc++"), ("clang++", "-xc++"))
    fine = (
        (*OWN, OURS),
        (*OWN, OURS, installed),
        (OURS,),
        (OURS, installed),
        (installed, OURS, "-include", str(ROOT / "include/mli_api.h")),
    )
    wrong = ((OURS, theirs), (OURS, behind), (OURS, installed, theirs), (OURS, theirs, installed))
    count = Count()
    for compiler, header in product(compilers, ("mli_api.h", "mli_types.h", "permkern_mli.h")):
        source = folder / "main.c"
        source.write_text(f'#include "{header}"\nextern mli_tensor tensor;\n', encoding="utf-8")
        compile_it: Command = [*compiler, *WARNINGS, "-fsyntax-only", source]
        for paths in fine:
            log.must([*compile_it, *paths])
        for paths in wrong:
            refused(log, [*compile_it, *paths], "put MLI's folder first")
        count += Count(len(fine) + len(wrong))
    return count


def beside_mli(log: Log) -> Count:
    return linked(log) + include_order(log)
