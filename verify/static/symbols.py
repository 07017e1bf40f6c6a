# SPDX-License-Identifier: BSD-3-Clause
"""What the library's objects define and need, on every target and for the small sets; the linker's word on the host.

tools/test asks tests/check_objects.py the same of the set default, in each build. Here: the sets that firmware takes,
and the names. Each check is shown to fail first, on objects that break its rule.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from configurations.targets import SYMBOL_LEVELS, targets
from steps import ROOT, Count, Log, StepFailed

from verify.folders import fresh
from verify.static.build import (
    HERE,
    HOST,
    SETS,
    Build,
    Target,
    compile_objects,
    cross_target,
    kernels,
    public_names,
    verdict,
)
from verify.step import Depth, Outcome, each

CLANG = Target("host-clang", ("clang",))


def joined(log: Log, target: Target, objects: Sequence[Path], directory: Path) -> Path:
    made = directory / "joined.o"
    log.must([*target.linker, "-r", *objects, "-o", made])
    return made


def self_contained(log: Log, target: Target, made: Path) -> bool:
    """Returns whether nothing is undefined and nothing writable but the x86 word, by the program of tools/test."""
    checker = ROOT / "tests" / "check_objects.py"
    return log.run([sys.executable, "-B", checker, target.tool("nm"), target.tool("size"), made])[0] == 0


def global_symbols(log: Log, target: Target, made: Path) -> dict[str, str]:
    """Global symbols that an object defines, with their visibility."""
    rows = [line.split() for line in log.must([target.tool("readelf"), "-sW", made]).splitlines()]
    # number: value size type binding visibility section name
    return {
        row[7]: row[5]
        for row in rows
        if len(row) == 8 and row[4] in ("GLOBAL", "WEAK") and row[6] not in ("UND", "Ndx")
    }


def badly_named(symbols: dict[str, str], public: frozenset[str]) -> list[str]:
    """Visible is what a public header declares, all of it and nothing else; hidden names begin like permkern's."""
    visible = {name for name, visibility in symbols.items() if visibility == "DEFAULT"}
    return [
        *(f"{name} is visible, and no public header declares it" for name in sorted(visible - public)),
        *(f"{name} is declared by a public header, and not visible" for name in sorted(public - visible)),
        *(
            f"{name} may collide with a name of others"
            for name in sorted(symbols)
            if not name.startswith(("permkern_", "mli_"))
        ),
    ]


def check_objects(log: Log, build: Build, directory: Path) -> Count:
    """Checks what a build's objects need, and how they are named."""
    objects = compile_objects(log, build.target, build.folder, build.flags, directory / build.name)
    made = joined(log, build.target, objects, directory / build.name)
    needed = verdict(log, self_contained(log, build.target, made), f"{build.name}: needs nothing")
    public = public_names(log, build.target, build.folder, build.flags)
    problems = badly_named(global_symbols(log, build.target, made), public)
    return needed + verdict(log, not problems, f"{build.name}: names", problems)


def exports(log: Log, library: Path) -> set[str]:
    rows = log.must(["nm", "-D", "--defined-only", library]).splitlines()
    return {row.split()[2] for row in rows}


def check_linked(log: Log, build: Build, directory: Path) -> Count:
    """A shared library from objects alone: nothing undefined, no text relocation, the public functions exported."""
    flags = (*build.flags, "-fPIC")
    folder = directory / f"{build.name}-shared"
    objects = compile_objects(log, build.target, build.folder, flags, folder)
    library = folder / "libpermkern.so"
    strict = ["-nostdlib", "-Wl,-z,defs", "-Wl,-z,text", "-Wl,--fatal-warnings"]
    code, _ = log.run([*build.target.compiler, "-shared", *strict, *objects, "-o", library])
    public = public_names(log, build.target, build.folder, build.flags)
    found = exports(log, library) if code == 0 else set()
    return verdict(log, found == public, f"{build.name}: links alone, exports {len(found)} of {len(public)}")


def twins(log: Log, directory: Path) -> Count:
    """Each rule broken once by verify/static/twins/symbols.c: all must be seen."""
    source = HERE / "twins" / "symbols.c"
    count = Count()
    for macro in ("UNDEFINED", "WRITABLE"):
        made = directory / f"twin-{macro}.o"
        log.must(["gcc", "-O2", f"-DTWIN_{macro}", "-c", source, "-o", made])
        count += verdict(log, not self_contained(log, HOST, made), f"twin {macro} is refused")
    made = directory / "twin-names.o"
    log.must(["gcc", "-O2", "-DTWIN_NAMES", "-c", source, "-o", made])
    problems = badly_named(global_symbols(log, HOST, made), frozenset({"permkern_run", "permkern_gone"}))
    return count + verdict(log, len(problems) == 3, "twin NAMES is refused three times", problems)


def builds(log: Log, directory: Path, depth: Depth) -> tuple[list[Build], list[Build]]:
    """Returns the builds for targets, and those for the host."""
    folders = {chosen.name: kernels(log, directory, chosen.name) for chosen in SETS}
    chosen_targets = [target for target in targets() if target.is_elf and (depth.full or target.symbols)]
    linked = [cross_target(target.name) for target in chosen_targets]
    levels = SYMBOL_LEVELS if depth.full else SYMBOL_LEVELS[:1]
    small = [chosen for chosen in SETS if chosen.name != "default"]
    cross = [
        Build(target, chosen, level, folders[chosen.name]) for target in linked for chosen in small for level in levels
    ]
    hosts = [(HOST, SETS), (CLANG, SETS)] if depth.full else [(HOST, SETS[1:])]
    host = [Build(target, chosen, "2", folders[chosen.name]) for target, sets in hosts for chosen in sets]
    return cross, host


def symbols(log: Log, depth: Depth) -> Outcome:
    """
    Shows that the sets mli and tiny need nothing and keep nothing on any target, that every visible function is in a
    public header, and that the host's linker is content with the objects alone.
    """
    directory = fresh("symbols")
    cross, host = builds(log, directory, depth)
    count = twins(log, directory)
    count += sum(each(lambda build: check_objects(log, build, directory), cross), Count())
    count += sum(each(lambda build: check_linked(log, build, directory), host), Count())
    if not cross or not host:
        raise StepFailed("there is no target")
    return Outcome(count, "checks", (f"{len(cross)} builds of targets", f"{len(host)} shared libraries"))
