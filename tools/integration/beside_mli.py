# SPDX-License-Identifier: BSD-3-Clause
"""Tests permkern next to MLI's library and headers: docs/api.md, Beside MLI."""

import shutil
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from runner.configurations import named
from runner.programs import fresh, library
from runner.step import ROOT, Count, Depth, Log, total

from integration.common import refused, symbols

STAND_IN = ROOT / "tests/beside_mli"
MLI_1_1 = named("mli-1.1")
THEIRS = (f"-I{ROOT / MLI_1_1.mli}", *MLI_1_1.defines)
OURS = f"-I{ROOT / 'include'}"
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wundef", "-Wredundant-decls", "-Werror")
HELPED_BY_MLI, SERVED_BY_MLI = 2, 3  # exit codes of app.c; 0: permkern served it
ASKING = ((), ("-DASKS_PERMKERN",), ("-include", "permkern_mli.h"))


@dataclass(frozen=True)
class Toolchain:
    """Commands for both libraries, the program and the link. names: libpermkern.a defines MLI's function names."""

    name: str
    compiler: tuple[str, ...]
    application: tuple[str, ...]
    linker: str = "bfd"
    names: bool = True


TOOLCHAINS = (
    Toolchain("gcc-lto", ("gcc", "-O1", "-flto"), ("gcc", "-O1", "-flto")),
    Toolchain("clang", ("clang", "-O1"), ("clang++", "-xc++", "-std=c++11"), linker="lld"),
    Toolchain("without-names", ("gcc", "-O1", "-DPERMKERN_MLI_NAMES=0"), ("gcc",), names=False),
)


def linked(log: Log, toolchain: Toolchain) -> Count:
    """Links the archives in both orders, with and without a request for permkern, and runs the programs."""
    folder = fresh(f"beside-mli/{toolchain.name}")
    objects, _ = library(log, folder, MLI_1_1, toolchain.compiler, "tiny")
    (folder / "mli").mkdir()
    log.must([*toolchain.compiler, *THEIRS, "-c", *sorted(STAND_IN.glob("mli_*.c"))], cwd=folder / "mli")
    archives = (folder / "libpermkern.a", folder / "libmli.a")
    for archive, parts in zip(archives, (objects, sorted((folder / "mli").glob("*.o"))), strict=True):
        log.must(["gcc-ar", "rcs", archive, *parts])
    count = Count.of((" W mli_" in symbols(log, archives[0])) == toolchain.names)
    app = folder / "app.o"
    link: list[str | Path] = [*toolchain.compiler, f"-fuse-ld={toolchain.linker}", app]
    for asking, needs_mli, permkern_first in product(ASKING, (False, True), (False, True)):
        macros = (*asking, *(("-DNEEDS_MLI",) if needs_mli else ()))
        log.must([*toolchain.application, *WARNINGS, *THEIRS, OURS, *macros, "-c", STAND_IN / "app.c", "-o", app])
        log.must([*link, *(archives if permkern_first else archives[::-1]), "-o", folder / "app"])
        wanted = SERVED_BY_MLI
        if asking:
            wanted = 0
        elif permkern_first and toolchain.names:
            wanted = HELPED_BY_MLI if needs_mli else 0
        code, _ = log.run([folder / "app"])
        if code != wanted:
            log.note(f"FAIL {toolchain.name}: {macros}, permkern first: {permkern_first}; wanted {wanted}")
        count += Count.of(code == wanted)
    return count


def include_order(log: Log) -> Count:
    """Compiles with MLI's headers before permkern's, after them (refused), and with two copies of permkern's."""
    folder = fresh("beside-mli/order")
    installed = f"-I{shutil.copytree(ROOT / 'include', folder / 'installed/permkern')}"
    source = folder / "main.c"
    source.write_text('#include "mli_api.h"\nextern mli_tensor tensor;\n', encoding="utf-8")
    count = Count()
    for compiler in (("gcc", "-xc", "-std=c99"), ("clang++", "-xc++")):
        command = (*compiler, *WARNINGS, "-fsyntax-only", source)
        for paths in ((*THEIRS, OURS), (*THEIRS, OURS, installed), (OURS, installed)):
            log.must([*command, *paths])
            count += Count(1)
        for paths in ((OURS, THEIRS[0]), (OURS, THEIRS[0].replace("-I", "-isystem")), (OURS, installed, THEIRS[0])):
            count += refused(log, [*command, *paths], "put MLI's folder first")
    return count


def beside_mli(log: Log, _: Depth) -> Count:
    return include_order(log) + total(linked(log, toolchain) for toolchain in TOOLCHAINS)
