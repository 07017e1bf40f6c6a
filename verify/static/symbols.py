# SPDX-License-Identifier: BSD-3-Clause
"""
Symbols of the library's objects for the small sets on every target: nothing is undefined, nothing writable, and what
is visible is declared by a public header. On the host, the linker makes a shared library of the objects alone.
Meson's suite `objects` checks the set default in each build.
"""

import sys
from functools import partial
from pathlib import Path

from runner.configurations import Configuration
from runner.programs import fresh, library
from runner.step import ROOT, Count, Depth, Log, each, total
from runner.targets import targets

from verify.static.build import CLANG, DEFAULT, HOST, MLI, TINY, Toolchain, cross, public_names, verdict

CI_TARGETS = ("cortex-m0", "rv32imac")
LEVEL = "s"


def self_contained(log: Log, toolchain: Toolchain, made: Path) -> Count:
    """Whether nothing is undefined and nothing writable, but for one word on x86."""
    checker = ROOT / "tests" / "check_objects.py"
    command = [sys.executable, "-B", checker, toolchain.prefix + "nm", toolchain.prefix + "size", made]
    return Count.of(log.run(command)[0] == 0)


def global_symbols(log: Log, toolchain: Toolchain, made: Path) -> dict[str, str]:
    """Returns the visibility of each global symbol that an object defines."""
    rows = [line.split() for line in log.must([toolchain.prefix + "readelf", "-sW", made]).splitlines()]
    # number: value size type binding visibility section name
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


def on_target(log: Log, asked: tuple[str, Configuration]) -> Count:
    target, configuration = asked
    toolchain = cross(target)
    name = f"{target}-{configuration.name}"
    folder = fresh(f"symbols/{name}")
    compiler = toolchain.compile(LEVEL)
    objects, _ = library(log, folder, configuration, compiler)
    joined = folder / "joined.o"
    log.must([*toolchain.linker, "-r", *objects, "-o", joined])
    public = public_names(log, compiler, configuration, folder / "generated")
    problems = badly_named(global_symbols(log, toolchain, joined), public)
    return self_contained(log, toolchain, joined) + verdict(log, f"{name}: names", problems)


def linked(log: Log, asked: tuple[Toolchain, Configuration]) -> Count:
    """Links a shared library of the objects alone: nothing undefined, no text relocation; compares its exports."""
    toolchain, configuration = asked
    name = f"{toolchain.name}-{configuration.name}"
    folder = fresh(f"symbols/{name}")
    compiler = (*toolchain.compile("2"), "-fPIC")
    objects, _ = library(log, folder, configuration, compiler)
    shared = folder / "libpermkern.so"
    strict = ("-nostdlib", "-Wl,-z,defs", "-Wl,-z,text", "-Wl,--fatal-warnings")
    log.must([*toolchain.compiler, "-shared", *strict, *objects, "-o", shared])
    rows = log.must(["nm", "-D", "--defined-only", shared]).splitlines()
    differ = {row.split()[2] for row in rows} ^ public_names(log, compiler, configuration, folder / "generated")
    return verdict(log, f"{name}: exports", [f"{name} is exported or public, not both" for name in sorted(differ)])


def symbols(log: Log, depth: Depth) -> Count:
    firmware = [target.name for target in targets() if target.is_bare]
    cross_builds = [(name, chosen) for name in (firmware if depth.whole else CI_TARGETS) for chosen in (MLI, TINY)]
    hosts = [(HOST, MLI), *(((HOST, DEFAULT), (CLANG, DEFAULT), (CLANG, TINY)) if depth.whole else ())]
    return total(each(partial(on_target, log), cross_builds)) + total(each(partial(linked, log), hosts))
