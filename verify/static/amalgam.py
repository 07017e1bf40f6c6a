# SPDX-License-Identifier: BSD-3-Clause
"""
An amalgamation is the library: for every target, its preprocessor leaves the same functions and tables of both, token
for token. Nothing is compiled, so targets without an emulator are included.
"""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from runner.configurations import Configuration
from runner.programs import PERMKERN, fresh, generate, includes
from runner.step import ROOT, Count, Depth, Log, each, total
from runner.targets import targets

from generator.instruction_sets import TARGETS
from verify.static.build import HOST, Toolchain, cross, verdict

SET = "gtcrn"  # has pinned kernels
CI_TARGETS = ("cortex-m55", "rv32imacv-clang")  # with vectors
# A function with its body, and a table with its entries: both begin at a line's first column.
FUNCTION = re.compile(r"^(?![#\s}])[^\n;{}]*?\b(\w+)\([^;{}]*?\)\s*\n?\{.*?^\}", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^(?![#\s}])[^\n;{}()=]*?\b(\w+)(?:\[[^=;]*\])? = \{.*?\};", re.MULTILINE | re.DOTALL)

Code = Mapping[str, frozenset[str]]  # the texts of each function and table, of which sources may have more than one


def code_of(preprocessed: str) -> Code:
    made: dict[str, frozenset[str]] = {}
    for pattern in (FUNCTION, TABLE):
        for found in pattern.finditer(preprocessed):
            made[found[1]] = made.get(found[1], frozenset()) | {" ".join(found[0].split())}
    return made


def differences(own: Code, amalgamated: Code, *, trimmed: bool) -> list[str]:
    """Names what differs. trimmed: the amalgamation leaves out functions that nothing in it names."""
    named = {word for texts in amalgamated.values() for text in texts for word in re.findall(r"\w+", text)}
    missing = {name for name in own.keys() - amalgamated.keys() if not trimmed or name in named}
    return [
        *(f"{name} is missing in the amalgamation" for name in sorted(missing)),
        *(f"{name} is in the amalgamation only" for name in sorted(amalgamated.keys() - own.keys())),
        *(
            f"{name} differs in the amalgamation"
            for name in sorted(own.keys() & amalgamated.keys())
            if (not amalgamated[name] <= own[name] if trimmed else own[name] != amalgamated[name])
        ),
    ]


def option_of(machine: str) -> str:
    """Returns the value of `permkern amalgamate --target` for a file of cross/; portable: without vectors."""
    names = (name for name in TARGETS if machine.replace("rv64", "rv32").startswith(name))
    return max(names, key=len, default="portable")


def preprocessed(log: Log, toolchain: Toolchain, arguments: Sequence[str | Path], to: Path) -> Code:
    """Returns the functions and tables that a machine's preprocessor leaves."""
    log.must(["sh", "-c", '"$@" >"$0"', to, *toolchain.compiler, "-std=c11", "-O2", *arguments, "-E", "-P"])
    return code_of(to.read_text(encoding="utf-8"))


def compare(log: Log, folder: Path, machine: tuple[Toolchain, str]) -> Count:
    """Compares the library with the amalgamation for all targets, and with the one for the machine."""
    toolchain, option = machine
    generated = folder / "generated"
    sources = [*sorted((ROOT / "src").rglob("*.c")), *sorted(generated.glob("*.c"))]
    arguments: list[str | Path] = [*includes(Configuration("library"), generated), *sources]
    own = preprocessed(log, toolchain, arguments, folder / f"{toolchain.name}-own")
    count = Count.of(len(own) > 100)
    for made_for in ("all", option):
        to = folder / f"{toolchain.name}-{made_for}"
        found = preprocessed(log, toolchain, [folder / made_for / "permkern.c"], to)
        count += verdict(log, to.name, differences(own, found, trimmed=made_for != "all"))
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
