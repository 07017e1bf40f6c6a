# SPDX-License-Identifier: BSD-3-Clause
"""
Every line, side of a branch and condition of src/, and every line and side of the kernels, by words and by this
machine's vectors, is reached by the Check suites, in one of the builds below. What is constant in a build counts in
those where it is not.
"""

import platform
import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path

import configurations
from configurations.host import PINS_TO_COVER, PINS_XORED
from configurations.uses import Configuration, Cover, Run
from steps import ROOT, Count, Log

from verify import active, covmap
from verify.covmap import Covered
from verify.folders import fresh, kernels, sources
from verify.step import Depth, Outcome, Step, each

FOLDER = ROOT / "verify" / "coverage"
INSTRUMENTED = ("-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc")

# ---- the builds ----


@dataclass(frozen=True)
class Variant:
    """A configuration, and the suites that run on it."""

    configuration: Configuration
    cover: Cover

    @property
    def name(self) -> str:
        return self.configuration.name

    @property
    def kernels(self) -> str:
        return self.configuration.permutations

    @property
    def runs(self) -> tuple[Run, ...]:
        return self.cover.runs


def variants(of: str) -> tuple[Variant, ...]:
    return tuple(Variant(chosen, cover) for chosen, cover in configurations.used(Cover) if cover.of == of)


PLANES = ROOT / "src" / "plane"
# Of the vectors that this machine has; it may lack some of their instruction sets, but not a folder.
VECTORS = ROOT / "src" / "arch" / {"x86_64": "x86"}.get(platform.machine(), platform.machine())


@dataclass(frozen=True)
class Subject:
    """What a step measures: src, kernels or vectors; and the names of the sources compiled with counters for it."""

    instrumented: str
    measured: str


# Choices that are compared with Python's over all small shapes and every record of code, most of which no host has.
COMPARED = ("permkern_way.h",)  # tests/python/test_ways.py

# Functions of headers are measured where kernels call them, too.
SOURCES = Subject(r"(?!permkern_).*|permkern_x\d+\.c", "src")
KERNELS_OF_SETS = Subject(r"permkern_x\d+\.c", "kernels")
VECTORS_OF_HOST = Subject("|".join(path.name for path in sorted(VECTORS.glob("*.c"))), "vectors")


@dataclass(frozen=True)
class Build:
    """A variant in the folder that it is built in, and the folder of its kernels."""

    variant: Variant
    folder: Path
    kernels: Path
    subject: "Subject"

    def name(self, file: str) -> str:
        """Returns the name of a file in items, rendered kernels with their set; empty if the file is not measured."""
        path = Path(file)
        if self.subject.measured == "src":
            return f"src/{path.name}" if path.parent == ROOT / "src" and path.name not in COMPARED else ""
        if self.subject.measured == "vectors":
            return f"src/arch/{VECTORS.name}/{path.name}" if path.parent == VECTORS else ""
        if path.parent == PLANES:
            return f"src/plane/{path.name}"
        # Pinned kernels are there for what they call of planes.
        own = path.parent == self.kernels and self.variant.kernels not in (PINS_TO_COVER, PINS_XORED)
        if not own or not re.fullmatch(self.subject.instrumented, path.name):
            return ""
        return f"{'generated' if self.committed else f'set {self.variant.kernels}'}/{path.name}"

    @property
    def committed(self) -> bool:
        return self.variant.kernels == "default"

    @property
    def choices(self) -> tuple[str, ...]:
        own = self.variant.configuration
        return (*own.flags, *(["-Os"] if self.variant.cover.size else []), *own.defines)

    @property
    def flags(self) -> list[str]:
        headers = [self.folder / "headers"] if self.variant.configuration.own_mli else []
        paths = [*headers, ROOT / "include", self.kernels, ROOT / "src", ROOT / "tests" / "plain_check"]
        return ["-std=c11", "-Wno-unused-command-line-argument", *self.choices, *(f"-I{path}" for path in paths)]

    @property
    def sources(self) -> tuple[list[Path], list[Path]]:
        """The library's sources: those that are compiled with counters, and the others."""
        every = sources(self.kernels)
        counted = [path for path in every if re.fullmatch(self.subject.instrumented, path.name)]
        return counted, [path for path in every if path not in counted]


def set_up(log: Log, build: Build) -> None:
    """Puts permkern's public headers beside a variant's MLI headers, as a build does with headers of its user."""
    build.folder.mkdir(parents=True)
    if build.variant.configuration.own_mli:
        headers = build.folder / "headers"
        shutil.copytree(ROOT / build.variant.configuration.mli, headers)
        for name in ("permkern.h", "permkern_mli.h"):
            shutil.copy(ROOT / "include" / name, headers)
    kernels(log, build.variant.kernels, build.kernels)


def compile_all(log: Log, build: Build) -> None:
    """Compiles the library, with counters where it is measured, and what the suites share."""
    compiler: list[str | Path] = ["clang-19", "-c", *build.flags]
    level = [] if build.variant.cover.size else ["-O0"]
    counted, others = build.sources
    log.must([*compiler, *level, *INSTRUMENTED, *counted], cwd=build.folder)
    log.must([*compiler, "-O1", *others, ROOT / "tests" / "harness.c"], cwd=build.folder)
    log.must([*compiler, ROOT / "tests" / "plain_check" / "check.c", "-o", build.folder / "plain_check.o"])


def link_suite(log: Log, build: Build, suite: str) -> None:
    objects = sorted(build.folder.glob("*.o"))
    source = ROOT / "tests" / f"{suite}.c"
    log.must(["clang-19", "-O1", INSTRUMENTED[0], *build.flags, source, *objects, "-o", build.folder / suite])


def run_suite(log: Log, build: Build, run: Run) -> None:
    env = {"PERMKERN_TEST": "sample", "LLVM_PROFILE_FILE": str(build.folder / f"{run.name}.profraw")}
    emulator = ["qemu-x86_64", "-cpu", run.qemu] if run.qemu else []
    log.must([*emulator, build.folder / run.suite], env=env | ({"PERMKERN_ISA": run.isa} if run.isa else {}))


# ---- what they reached ----


def written(log: Log, path: Path, *command: str | Path) -> str:
    """Returns what a command prints. It goes to a file, because it is too long for the log."""
    log.must(["sh", "-c", '"$@" >"$0"', path, *command])
    return path.read_text(encoding="utf-8")


@dataclass(frozen=True)
class Reached:
    """Items that a build has, each covered or not, and the lines that it compiles."""

    items: Covered
    lines: frozenset[tuple[str, int]]


def reached(log: Log, build: Build) -> Reached:
    set_up(log, build)
    compile_all(log, build)
    suites = sorted({run.suite for run in build.variant.runs})
    for suite in suites:
        link_suite(log, build, suite)
    for run in build.variant.runs:
        run_suite(log, build, run)
    profile = build.folder / "profile"
    log.must(["llvm-profdata-19", "merge", "-o", profile, *sorted(build.folder.glob("*.profraw"))])
    of: list[str | Path] = [f"-instr-profile={profile}", build.folder / suites[0]]
    export: list[str | Path] = ["llvm-cov-19", "export", "-skip-expansions", *of]
    lines = covmap.lines(written(log, build.folder / "lines", *export, "-format=lcov"), build.name)
    branches = covmap.branches(written(log, build.folder / "branches", *export, "-format=text"), build.name)
    shown = written(log, build.folder / "conditions", "llvm-cov-19", "show", "-show-mcdc", *of)
    bare = written(log, build.folder / "compiled", "clang-19", "-E", *build.flags, *build.sources[0])
    return Reached(
        covmap.merge(chain(lines, branches, covmap.conditions(shown, build.name))),
        frozenset(active.compiled(bare, build.name)),
    )


def together(parts: Sequence[Reached]) -> Reached:
    """
    Joins what all builds reached. Lines that no build compiles are left out: llvm-cov names all lines of a function
    that a build does not call. In one that calls it, llvm-cov takes the first line after some that are not compiled for
    one of them: the line after it stands for it.
    """

    def follows_a_gap(part: Reached, item: covmap.Item) -> bool:
        compiled = (item.file, item.line) in part.lines and item not in part.items
        return compiled and part.items.get(replace(item, line=item.line + 1), False)

    lines = frozenset().union(*(part.lines for part in parts))
    items = covmap.merge(chain.from_iterable(part.items.items() for part in parts))
    kept = {
        item: hit or (item.kind == "line" and any(follows_a_gap(part, item) for part in parts))
        for item, hit in items.items()
        if item.kind != "line" or (item.file, item.line) in lines
    }
    return Reached(kept, lines)


# ---- the steps ----

# Code for other targets: the macros that say so, of which each has some.
HOSTS = sorted({f"PERMKERN_{path.parent.name.upper()}" for path in (ROOT / "src" / "arch").glob("*/*.c")})
HEADERS = sorted(f"{path.stem}_H".upper() for path in (ROOT / "src" / "arch").glob("*/*.h"))  # their include guards
SRC_TARGETS = (
    "__GNUC__",  # of other compilers, for which `permkern emit` writes: test_emit.py
    "__thumb__",
    "__thumb2__",
    "PERMKERN_RVV",
    "PERMKERN_MVE",
    "PERMKERN_DSP",
    "PERMKERN_ZBKB",
    "PERMKERN_X86",
)
KERNEL_TARGETS = (
    *HEADERS,
    *HOSTS,
    *(f"PERMKERN_PLANE{bits}" for bits in (8, 16, 32, 64)),
)
TABLES = ("permkern_table.c", "permkern_kernels.h")  # nothing that runs


@dataclass(frozen=True)
class Rest:
    """Code that no build compiles: how many lines it has, and which of it should not be there."""

    lines: int
    problems: tuple[str, ...]


def left_out(log: Log, files: Mapping[str, Path], lines: Set[tuple[str, int]], macros: Sequence[str]) -> Rest:
    regions = [region for file, path in files.items() for region in active.never_compiled(file, path, lines)]
    log.note("not measured, as it is for other targets:")
    for region in regions:
        log.note(f"    {region}")
    strange, unused = active.unexplained(regions, macros)
    problems = [f"{region}: no build compiles it" for region in strange]
    problems += [f"{macro}: names no code that is left out" for macro in unused]
    return Rest(sum(region.lines for region in regions), tuple(problems))


# Some of this runs only where the CPU has the widest instruction set: elsewhere what is not reached is skipped.
WIDEST = "avx512_vbmi"
OF_THE_CPU = (
    *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "src").glob("host_*.c")),
    *("src/small.c", "src/dispatch.c"),
    *("src/permkern_host_axes.h", "src/permkern_host_places.h", "src/permkern_vector.h", "src/permkern_dispatch.h"),
)


# The first letters of files of kernels that run only where the CPU has an instruction set, as /proc/cpuinfo calls it.
VECTORS_OF_CPU = (("permkern_avx2", "avx2"), ("permkern_avx512", "avx512bw"), ("permkern_avx512vbmi", WIDEST))


def flags_of_cpu() -> Set[str]:
    return set(Path("/proc/cpuinfo").read_text(encoding="utf-8").split())


def skippable() -> tuple[str, ...]:
    """Files of which this CPU may not reach everything."""
    return () if WIDEST in flags_of_cpu() else OF_THE_CPU


KINDS = {"line": "lines", "branch": "sides of branches", "condition": "MC/DC conditions"}


def judged(log: Log, found: Reached, kinds: Sequence[str], rest: Rest, may_skip: Sequence[str] = ()) -> Outcome:
    items = {item: hit for item, hit in found.items.items() if item.kind in kinds}
    unreached = sorted(item for item, hit in items.items() if not hit)
    skipped = [item for item in unreached if item.file in may_skip]
    missed = [item for item in unreached if item not in skipped]
    texts = [f"{item}: not reached" for item in missed] + [f"{item}: not reached on this CPU" for item in skipped]
    for text in texts + list(rest.problems):
        log.note(text)
    every, hits = Counter(item.kind for item in items), Counter(item.kind for item, hit in items.items() if hit)
    figures = tuple(f"{hits[kind]} of {every[kind]} {KINDS[kind]}" for kind in kinds)
    left = f"{rest.lines} lines left out"
    count = Count(len(items) - len(unreached), len(missed) + len(rest.problems), len(skipped))
    return Outcome(count, "items", (*figures, left))


def builds(chosen: Sequence[Variant], place: Path, subject: Subject) -> list[Build]:
    def kernels_of(variant: Variant) -> Path:
        return ROOT / "generated" if variant.kernels == "default" else place / variant.name / "kernels"

    return [Build(variant, place / variant.name, kernels_of(variant), subject) for variant in chosen]


def cover_sources(log: Log, _: Depth) -> Outcome:
    found = together(each(partial(reached, log), builds(variants("src"), fresh("coverage-src"), SOURCES)))
    given = [path for path in sorted((ROOT / "src").glob("*.[ch]")) if path.name not in COMPARED]
    files = {str(path.relative_to(ROOT)): path for path in given}
    rest = left_out(log, files, found.lines, SRC_TARGETS)
    return judged(log, found, ("line", "branch", "condition"), rest, skippable())


def cover_kernels(log: Log, _: Depth) -> Outcome:
    made = builds(variants("kernels"), fresh("coverage-kernels"), KERNELS_OF_SETS)
    found = together(each(partial(reached, log), made))
    named = {build.name(str(path)): path for build in made for path in build.sources[0]}
    files = {name: path for name, path in named.items() if name}
    others = [path for path in (ROOT / "generated").glob("permkern_*.[ch]") if path.name not in TABLES]
    others += [path for folder in ("plane", "arch") for path in (ROOT / "src" / folder).rglob("*.[ch]")]
    files |= {str(path.relative_to(ROOT)): path for path in sorted(others)}
    return judged(log, found, ("line", "branch"), left_out(log, files, found.lines, KERNEL_TARGETS))


def cover_vectors(log: Log, _: Depth) -> Outcome:
    """Nothing is left out: a condition of the preprocessor that this machine does not meet fails."""
    made = builds(variants("vectors"), fresh("coverage-vectors"), VECTORS_OF_HOST)
    found = together(each(partial(reached, log), made))
    files = {f"src/arch/{VECTORS.name}/{path.name}": path for path in sorted(VECTORS.glob("*.[ch]"))}
    lacking = tuple(name for name, flag in VECTORS_OF_CPU if flag not in flags_of_cpu())
    may_skip = [file for file, path in files.items() if lacking and path.name.startswith(lacking)]
    return judged(log, found, ("line", "branch"), left_out(log, files, found.lines, ()), may_skip)


def steps() -> tuple[Step, ...]:
    return (
        Step("coverage-src", "lines, branches, MC/DC of src/", ("clang-19", "libc-32", "qemu-user"), cover_sources),
        Step("coverage-vectors", "lines, branches of this machine's vector kernels", ("clang-19",), cover_vectors),
        Step("coverage-kernels", "lines, branches of portable kernels", ("clang-19",), cover_kernels, quick=False),
    )
