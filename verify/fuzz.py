# SPDX-License-Identifier: BSD-3-Clause
"""
libFuzzer on the core API, its conversions of integers, the MLI layer and its sub-tensor helper: every call against the
definition of a permute and against the statuses of docs/status.md, both written out once more in verify/fuzz/; then on
copies of the sources with a bug in each, which has to be found. verify/fuzz_sets.py fuzzes the parser of permutation
sets.
"""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import configurations
from configurations.uses import Configuration, Fuzz
from steps import ROOT, Count, Log, StepFailed

from verify import fuzz_corpus
from verify.folders import fresh, kernels
from verify.fuzz_bugs import CORE_BUGS, CREATE_BUGS, INTEGER_BUGS, MLI_BUGS, SUBTENSOR_BUGS, Bug
from verify.step import Depth, Outcome, Step, each

HERE = ROOT / "verify" / "fuzz"
CLANG = "clang-19"
FULL = 4  # times the inputs of --quick
LONGEST = 128  # bytes of an input: more than any harness reads

HOST = tuple(f"host_{name}" for name in ("axes", "channels", "cpu", "plane", "runs", "small"))
WORK = ("arith", "backward", "copy", "dispatch", "fold", "generic", "small", "span", "tiled", *HOST)
CORE = (*WORK, "request", "run", "status", "strided")
MLI = ("mli_helpers", "mli_permute")

# Inputs only depend on the seed: no values taken from comparisons, as these may be addresses; no sizes that grow.
OPTIONS = (
    "-seed=1",
    f"-max_len={LONGEST}",
    "-len_control=0",
    "-use_cmp=0",
    "-timeout=300",
    "-print_final_stats=1",
    "-verbosity=0",
)
ENVIRONMENT = {"ASAN_OPTIONS": "detect_leaks=0"}

LIBRARY = ("-std=c11", "-O1", "-gline-tables-only", "-fno-omit-frame-pointer")
# Generated vector tiles are straight lines: coverage and AddressSanitizer see all there is, in a third of the time.
VECTORS = (*LIBRARY, "-fsanitize=fuzzer-no-link,address")
CHECKED = (*LIBRARY, "-fsanitize=fuzzer-no-link,address,undefined", "-fno-sanitize-recover=all")
HARNESS = ("-std=c11", "-O2", "-gline-tables-only", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror")


@dataclass(frozen=True)
class Build:
    """A library to fuzz. runs: inputs of --quick."""

    configuration: Configuration
    runs: int

    @property
    def name(self) -> str:
        return self.configuration.name

    @property
    def is_committed(self) -> bool:
        """Whether its kernels are those of generated/."""
        return self.configuration.permutations == "default"


def builds(harness: str) -> tuple[Build, ...]:
    """Returns the builds of a harness; bugs are put into the last."""
    chosen = [one for one in configurations.used(Fuzz) if one[1].harness == harness]
    return tuple(Build(configuration, use.runs) for configuration, use in sorted(chosen, key=lambda one: one[1].seeded))


@dataclass(frozen=True)
class Harness:
    """
    A program of verify/fuzz/, and the sources of the library that it fuzzes. parts: its files beside fuzz_NAME.c. Each
    of the bugs is put into the last build and sought in up to bug_runs inputs, without the corpus. kernels: whether it
    calls any. reaches: files of which the corpus must call every function; if empty, all files.
    """

    name: str
    sources: tuple[str, ...]
    bugs: tuple[Bug, ...]
    bug_runs: int
    kernels: bool = True
    reaches: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()

    @property
    def builds(self) -> tuple[Build, ...]:
        return builds(self.name)


# Arithmetic of cores that lack a multiplier or a divider.
OTHER_CORES = ("permkern_multiply_by_adding", "permkern_divide_by_shifting")
# Given by their names to a function that is inlined: their own copies are there, and nothing calls them.
INLINED = ("copy_run", "move_fours")

HARNESSES = (
    Harness(
        "core",
        CORE,
        CORE_BUGS,
        300_000,
        parts=("core_choices", "core_spec"),
    ),
    Harness(
        "integers",
        ("integers",),
        INTEGER_BUGS,
        200_000,
        kernels=False,
        reaches=("integers",),
    ),
    Harness(
        "mli",
        (*CORE, *MLI),
        MLI_BUGS,
        200_000,
        reaches=("mli_permute", "fold", "span", "permkern_x8", "permkern_x16", "permkern_x32"),
    ),
    Harness(
        "subtensor",
        ("arith", "copy", "mli_helpers", "span"),
        SUBTENSOR_BUGS,
        200_000,
        kernels=False,
        reaches=("mli_helpers", "span"),
    ),
    Harness(
        "create",
        ("arith", "copy", "mli_helpers", "mli_subtensor", "span"),
        CREATE_BUGS,
        200_000,
        kernels=False,
        reaches=("mli_subtensor",),
    ),
)


# ---- compiling ----


@dataclass(frozen=True)
class Workshop:
    """Where a build's objects are made, and what they are made with."""

    log: Log
    folder: Path
    build: Build
    harness: Harness

    @property
    def kernels(self) -> Path:
        return ROOT / "generated" if self.build.is_committed else self.folder / "kernels"

    @property
    def includes(self) -> tuple[str, ...]:
        folders = (ROOT / self.build.configuration.mli, ROOT / "include", self.kernels, ROOT / "src", HERE)
        return (*(f"-I{folder}" for folder in folders), *self.build.configuration.defines)

    def render(self) -> None:
        self.folder.mkdir(parents=True)
        kernels(self.log, self.build.configuration.permutations, self.kernels)

    def sources(self) -> list[Path]:
        kernels = sorted(self.kernels.glob("permkern_*.c")) if self.harness.kernels else []
        vectors = sorted((ROOT / "src" / "arch").rglob("*.c")) if set(HOST) <= set(self.harness.sources) else []
        return [*(ROOT / "src" / f"{name}.c" for name in self.harness.sources), *vectors, *kernels]

    def compile(self, source: Path, flags: tuple[str, ...], to: Path) -> Path:
        self.log.must([CLANG, *flags, *self.includes, "-c", source, "-o", to])
        return to

    def compile_library(self, source: Path) -> Path:
        return self.compile(source, VECTORS if "arch" in source.parts else CHECKED, self.folder / f"{source.stem}.o")

    def compile_harness(self) -> list[Path]:
        """Compiles without sanitizers, as the oracle reads what the library must not. Its branches guide the search."""
        shared = [self.compile(HERE / f"{name}.c", HARNESS, self.folder / f"{name}_.o") for name in ("fuzz", "layout")]
        guided = (*HARNESS, "-fsanitize=fuzzer-no-link")
        own = (f"fuzz_{self.harness.name}", *self.harness.parts)
        return [*shared, *(self.compile(HERE / f"{name}.c", guided, self.folder / f"{name}_.o") for name in own)]

    def link(self, objects: list[Path], program: Path) -> Path:
        self.log.must([CLANG, "-fsanitize=fuzzer,address,undefined", "-no-pie", *objects, "-o", program])
        return program


@dataclass(frozen=True)
class Made:
    shop: Workshop
    objects: tuple[Path, ...]
    program: Path
    corpus: Path


def make(log: Log, folder: Path, corpus: Path, harness: Harness, build: Build) -> Made:
    shop = Workshop(log, folder / build.name, build, harness)
    shop.render()
    objects = [*shop.compile_harness(), *each(shop.compile_library, shop.sources())]
    return Made(shop, tuple(objects), shop.link(objects, shop.folder / "fuzz"), corpus)


# ---- running ----


@dataclass(frozen=True)
class Ran:
    units: int
    crashed: bool


def executed(output: str) -> int:
    found = re.search(r"^stat::number_of_executed_units: (\d+)$", output, re.MULTILINE)
    if found is None:
        raise StepFailed("libFuzzer did not say how many inputs it ran")
    return int(found[1])


def fuzz(made: Made, depth: Depth) -> Ran:
    """Runs the fuzzer. Its finds stay in the build folder; the log has the command that runs a crash again."""
    finds = made.shop.folder / "finds"
    finds.mkdir()
    builds = made.shop.harness.builds
    far = (
        f"-max_total_time={max(int(depth.minutes * 60 / len(builds)), 1)}"
        if depth.minutes
        else f"-runs={made.shop.build.runs * (FULL if depth.full else 1)}"
    )
    log = made.shop.log
    command: list[str | Path] = [
        made.program,
        *OPTIONS,
        far,
        f"-artifact_prefix={made.shop.folder}/",
        finds,
        made.corpus,
    ]
    code, output = log.run(command, env=ENVIRONMENT)
    inputs = [path for path in made.shop.folder.iterdir() if re.match(r"(crash|timeout|oom|slow-unit)-", path.name)]
    for path in inputs:
        log.note(f"run it again: {made.program.relative_to(ROOT)} {path.relative_to(ROOT)}")
    return Ran(executed(output), code != 0)


def is_found(made: Made, bug: Bug) -> bool:
    """Whether the harness stops at a bug in a copy of the sources."""
    shop = made.shop
    number = shop.harness.bugs.index(bug)
    unit = ROOT / (bug.unit or bug.file)
    if unit.suffix != ".c":
        raise StepFailed(f"{bug.name}: {bug.file} is a header, and the bug names no source that includes it")
    folder = shop.folder / f"bug{number}"
    folder.mkdir()
    shutil.copy(unit, folder / unit.name)
    text = (ROOT / bug.file).read_text("utf-8")
    if bug.right not in text:
        raise StepFailed(f"{bug.name}: nothing to change in {bug.file}")
    copy = folder.joinpath(*Path(bug.file).parts[1:])  # as it is included
    copy.parent.mkdir(exist_ok=True)
    copy.write_text(text.replace(bug.right, bug.wrong), "utf-8")
    # The folder comes first: a header with a bug may be included by another one.
    changed = shop.compile(folder / unit.name, (f"-I{folder}", *CHECKED), folder / f"{unit.stem}.o")
    objects = [changed if path.name == changed.name else path for path in made.objects]
    program = shop.link(objects, folder / "fuzz")
    command: list[str | Path] = [program, *OPTIONS, f"-runs={shop.harness.bug_runs}", f"-artifact_prefix={folder}/"]
    code, output = shop.log.run(command, env=ENVIRONMENT)
    found = code != 0 and "SUMMARY: " in output
    shop.log.note(f"{'found' if found else 'NOT FOUND'} after {executed(output)} inputs: {bug.name}")
    return found


# ---- what the corpus reaches ----


def reached(made: Made) -> dict[str, bool]:
    """Returns the functions that the corpus has to call, and whether it does. Code that the CPU chooses is left out."""
    symbolizer = shutil.which("llvm-symbolizer-19") or shutil.which("llvm-symbolizer")
    environment = {**ENVIRONMENT, **({"ASAN_SYMBOLIZER_PATH": symbolizer} if symbolizer else {})}
    command: list[str | Path] = [made.program, "-runs=0", "-print_coverage=1", made.corpus]
    output = made.shop.log.must(command, env=environment)
    functions: dict[str, bool] = {}
    for uncovered, name, place in re.findall(r"^(UN)?COVERED_FUNC: .* (\w+) (\S+):\d+$", output, re.MULTILINE):
        stem = Path(place).stem
        chosen = made.shop.harness.reaches or (stem,)
        by_cpu = stem in ("small", *HOST) or "arch" in Path(place).parts
        if stem in chosen and not by_cpu and HERE not in Path(place).parents and name not in (*OTHER_CORES, *INLINED):
            functions[name] = functions.get(name, False) or not uncovered
    return functions


def corpus_reach(log: Log, made: list[Made]) -> Count:
    functions: dict[str, bool] = {}
    for one in made:
        for name, hit in reached(one).items():
            functions[name] = functions.get(name, False) or hit
    missed = sorted(name for name, hit in functions.items() if not hit)
    for name in missed:
        log.note(f"the corpus does not reach {name}")
    return Count(len(functions) - len(missed), len(missed))


# ---- steps ----


def run_harness(log: Log, depth: Depth, harness: Harness) -> Outcome:
    """depth.only: builds, which are fuzzed, and nothing else."""
    folder = fresh(f"fuzz-{harness.name}")
    inputs = fuzz_corpus.unpack(harness.name, folder / "corpus")
    builds = [build for build in harness.builds if depth.takes(build.name)]
    made = each(lambda build: make(log, folder, folder / "corpus", harness, build), builds)
    ran = each(lambda one: fuzz(one, depth), made)
    crashes = sum(one.crashed for one in ran)
    count = Count(sum(one.units for one in ran) - crashes, crashes)
    if depth.minutes or crashes or depth.only:  # the log ends with the crash
        return Outcome(count, "inputs")
    reach = corpus_reach(log, made)
    found = each(lambda bug: is_found(made[-1], bug), harness.bugs if depth.full else harness.bugs[::3])
    figures = (
        f"{len(made)} builds",
        f"{inputs} inputs in the tree reach {reach.passed} of {reach.passed + reach.failed} functions",
        f"{sum(found)} of {len(found)} seeded bugs found",
    )
    return Outcome(count + Count(0, reach.failed + found.count(False)), "inputs", figures)


def step(harness: Harness, title: str) -> Step:
    return Step(f"fuzz-{harness.name}", title, ("clang-19",), lambda log, depth: run_harness(log, depth, harness))


def steps() -> tuple[Step, ...]:
    titles = ("the core API", "integers to layouts", "MLI's permute", "MLI's sub-tensors", "MLI's cuts")
    return tuple(step(harness, f"libFuzzer: {title}") for harness, title in zip(HARNESSES, titles, strict=True))
