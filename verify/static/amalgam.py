# SPDX-License-Identifier: BSD-3-Clause
"""
Checks that an amalgamation for all targets equals the library: on every target, the preprocessor leaves equal
statements of both. Nothing is compiled, so targets without an emulator are included.
"""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from runner.configurations import Configuration
from runner.programs import PERMKERN, fresh, generate, includes
from runner.step import ROOT, Count, Depth, Log, each, total
from runner.targets import targets

from verify.static.build import HOST, Toolchain, cross, verdict

SET = "gtcrn"  # has pinned kernels
CI_TARGETS = ("cortex-m55", "rv32imacv-clang")  # with vectors


def statements_of(preprocessed: str) -> frozenset[str]:
    """
    Returns statements and block heads, without pragmas and extern declarations. Numbers and casts are spelled as in
    generator/package/widths.py.
    """
    code = " ".join(line for line in preprocessed.splitlines() if not line.startswith("#"))
    squeezed = re.sub(r"\s*(\W)\s*", r"\1", re.sub(r'"\s*"', "", code))  # joins adjacent strings
    squeezed = re.sub(r"\((\d+)U?/(\d+)U?\)", lambda found: f"{int(found[1]) // int(found[2])}U", squeezed)
    squeezed = re.sub(r"[*/]1U\b", "", squeezed)
    squeezed = re.sub(r"(?<![*/%\w])(\d+)\*(\d+)\b", lambda found: str(int(found[1]) * int(found[2])), squeezed)
    squeezed = re.sub(r"\(\((?:const )?uint8_t\*\)\((?:const )?void\*\)\(([^()]*)\)\)", r"\1", squeezed)
    squeezed = re.sub(r"\(((?:\((?:const )?\w+\*\)){2})\((\w+)\)\)", r"\1\2", squeezed)
    parts = re.split(r"(?<=[;{}])", squeezed)
    return frozenset(part for part in parts if part and not part.startswith("extern "))


def preprocessed(log: Log, toolchain: Toolchain, arguments: Sequence[str | Path], to: Path) -> frozenset[str]:
    """Returns the statements after preprocessing for a machine."""
    log.must(["sh", "-c", '"$@" >"$0"', to, *toolchain.compiler, "-std=c11", "-O2", *arguments, "-E", "-P"])
    return statements_of(to.read_text(encoding="utf-8"))


def compare(log: Log, folder: Path, toolchain: Toolchain) -> Count:
    generated = folder / "generated"
    sources = [*sorted((ROOT / "src").rglob("*.c")), *sorted(generated.glob("*.c"))]
    arguments: list[str | Path] = [*includes(Configuration("library"), generated), *sources]
    own = preprocessed(log, toolchain, arguments, folder / f"{toolchain.name}-own")
    found = preprocessed(log, toolchain, [folder / "permkern.c"], folder / toolchain.name)
    return Count.of(len(own) > 1000) + verdict(log, toolchain.name, sorted(own ^ found))


def amalgam(log: Log, depth: Depth) -> Count:
    folder = fresh("amalgam")
    generate(log, SET, folder / "generated")
    log.must([*PERMKERN, "amalgamate", "-o", folder, SET])
    chosen = [target.name for target in targets()] if depth.whole else CI_TARGETS
    return total(each(partial(compare, log, folder), [HOST, *map(cross, chosen)]))
