# SPDX-License-Identifier: BSD-3-Clause
"""
Checks the symbols of the library's objects for three sets on every target: no symbol is undefined, no data is
writable, and a public header declares each visible function. Meson's suite `objects` checks the set default in each
build.
"""

import sys
from functools import partial
from itertools import product
from pathlib import Path

from runner.configurations import Configuration
from runner.programs import fresh, library
from runner.step import ROOT, Count, Depth, Log, each, total
from runner.targets import targets

from verify.static.build import DEFAULT, HOST, MLI, TINY, Toolchain, cross, public_names, verdict

LEVEL = "s"


def self_contained(log: Log, toolchain: Toolchain, made: Path) -> Count:
    """Checks for undefined symbols and writable data; x86 may have one writable word."""
    checker = ROOT / "tests" / "check_objects.py"
    command: list[str | Path] = [
        sys.executable,
        "-B",
        checker,
        toolchain.prefix + "nm",
        toolchain.prefix + "size",
        made,
    ]
    return Count.of(log.run(command)[0] == 0)


def global_symbols(log: Log, toolchain: Toolchain, made: Path) -> dict[str, str]:
    """Returns the visibility of an object's defined global symbols, by name."""
    rows = [line.split() for line in log.must([toolchain.prefix + "readelf", "-sW", made]).splitlines()]
    # columns: number, value, size, type, binding, visibility, section, name
    return {
        row[7]: row[5]
        for row in rows
        if len(row) == 8 and row[4] in ("GLOBAL", "WEAK") and row[6] not in ("UND", "Ndx")
    }


def badly_named(symbols: dict[str, str], public: frozenset[str]) -> list[str]:
    visible = {name for name, visibility in symbols.items() if visibility == "DEFAULT"}
    return [
        *(f"{name} is visible, and no public header declares it" for name in sorted(visible - public)),
        *(f"{name} is declared by a public header, and not visible" for name in sorted(public - visible)),
        *(
            f"{name} may collide with another program's name"
            for name in sorted(symbols)
            if not name.startswith(("permkern_", "mli_"))
        ),
    ]


def check(log: Log, asked: tuple[Toolchain, Configuration]) -> Count:
    toolchain, configuration = asked
    name = f"{toolchain.name}-{configuration.name}"
    folder = fresh(f"symbols/{name}")
    compiler = toolchain.compile(LEVEL)
    objects, _ = library(log, folder, configuration, compiler)
    joined = folder / "joined.o"
    log.must([*toolchain.linker, "-r", *objects, "-o", joined])
    public = public_names(log, compiler, configuration, folder / "generated")
    problems = badly_named(global_symbols(log, toolchain, joined), public)
    return self_contained(log, toolchain, joined) + verdict(log, f"{name}: names", problems)


def symbols(log: Log, _: Depth) -> Count:
    toolchains = [HOST, *(cross(target.name) for target in targets() if target.is_bare)]
    return total(each(partial(check, log), product(toolchains, (MLI, TINY, DEFAULT))))
