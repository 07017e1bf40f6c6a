# SPDX-License-Identifier: BSD-3-Clause
"""
An amalgamation is the library: for every target, its preprocessor leaves the same statements of both. Nothing is
compiled, so targets without an emulator are included.
"""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from permkern.kernels.instruction_sets import TARGETS
from runner.configurations import Configuration
from runner.programs import PERMKERN, fresh, generate, includes
from runner.step import ROOT, Count, Depth, Log, each, total
from runner.targets import targets

from verify.static.build import HOST, Toolchain, cross, verdict

SET = "gtcrn"  # has pinned kernels
CI_TARGETS = ("cortex-m55", "rv32imacv-clang")  # with vectors


def statements_of(preprocessed: str) -> frozenset[str]:
    """
    Returns statements and heads of blocks, without pragmas and declarations of what another file defines. Quotients of
    numbers are computed, as generator/package/widths.py does.
    """
    code = " ".join(line for line in preprocessed.splitlines() if not line.startswith("#"))
    squeezed = re.sub(r"\s*(\W)\s*", r"\1", re.sub(r'"\s*"', "", code))  # strings next to each other are one
    squeezed = re.sub(r"\((\d+)U?/(\d+)U?\)", lambda found: f"{int(found[1]) // int(found[2])}U", squeezed)
    parts = re.split(r"(?<=[;{}])", squeezed)
    return frozenset(part for part in parts if part and not part.startswith("extern "))


def option_of(machine: str) -> str:
    """Returns the value of `permkern amalgamate --target` for a file of cross/; portable: without vectors."""
    names = (name for name in TARGETS if machine.replace("rv64", "rv32").startswith(name))
    return max(names, key=len, default="portable")


def preprocessed(log: Log, toolchain: Toolchain, arguments: Sequence[str | Path], to: Path) -> frozenset[str]:
    """Returns the statements that a machine's preprocessor leaves."""
    log.must(["sh", "-c", '"$@" >"$0"', to, *toolchain.compiler, "-std=c11", "-O2", *arguments, "-E", "-P"])
    return statements_of(to.read_text(encoding="utf-8"))


def compare(log: Log, folder: Path, machine: tuple[Toolchain, str]) -> Count:
    """Compares the library with the amalgamation for all targets, and with the shorter one for the machine."""
    toolchain, option = machine
    generated = folder / "generated"
    sources = [*sorted((ROOT / "src").rglob("*.c")), *sorted(generated.glob("*.c"))]
    arguments: list[str | Path] = [*includes(Configuration("library"), generated), *sources]
    own = preprocessed(log, toolchain, arguments, folder / f"{toolchain.name}-own")
    count = Count.of(len(own) > 1000)
    for made_for in ("all", option):
        to = folder / f"{toolchain.name}-{made_for}"
        found = preprocessed(log, toolchain, [folder / made_for / "permkern.c"], to)
        differ = own ^ found if made_for == "all" else found - own
        count += verdict(log, to.name, sorted(differ))
    return count


def amalgam(log: Log, depth: Depth) -> Count:
    folder = fresh("amalgam")
    generate(log, SET, folder / "generated")
    chosen = [target.name for target in targets()] if depth.whole else CI_TARGETS
    machines = [(HOST, "x86-64"), *((cross(name), option_of(name)) for name in chosen)]
    for made_for in sorted({"all", *(option for _, option in machines)}):
        options = [] if made_for == "all" else ["--target", made_for, "--api", "mli"]
        log.must([*PERMKERN, "amalgamate", "-o", folder / made_for, *options, SET])
    return total(each(partial(compare, log, folder), machines))
