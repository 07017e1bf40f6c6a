# SPDX-License-Identifier: BSD-3-Clause
"""
Mutants: small changes of src/*.c and of generator/*.py, each of which a test has to notice. $PERMKERN_MUTANTS is how
many are judged, half of each language. The log has each survivor with its place and its change.
"""

import ast
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path

from runner.configurations import PINNED, Configuration, named
from runner.programs import PERMKERN, fresh, includes
from runner.step import ROOT, Count, Depth, Log, Step, StepFailed, each

from verify.mutation_rules import Mutant, sample

MUTANTS = 120
LEAST = 0.75  # share of mutants that must be killed: others change speed alone, or code of other processors
SECONDS = 60  # of a suite, which takes a few: a mutant may loop forever

# Check suites, cheap ones first.
SUITES = (
    *("integers", "fold", "core", "parts", "xor", "in_place", "mli_permute", "mli_subtensor"),
    *("vector", "kernels", "sweeps"),
)
CONFIGURATIONS = ("words", "host")
COMPILE = ("gcc", "-std=gnu11", "-O2", "-w", "-Werror=return-type", "-Werror=implicit-function-declaration")

# Tests that compile no C, and the sets whose kernels a mutant must not change.
TESTS = (
    *("extents", "tflite_rules", "onnx_walk", "report_changes", "report", "plan", "moves", "manifest"),
    "import_shapes",
)
SETS: tuple[str | Path, ...] = ("default", "mli", "tiny", "gtcrn", ROOT / PINNED)
COPIED = ("generator", "templates", "tests", "tools", "bench")  # the others are linked
# Modules that these tests are about; others are command lines, terminals, and text for people.
MODULES = (
    *("manifest", "permutation", "plan", "moves", "strategy", "run_strategy", "xor_strategy", "host_strategy"),
    *("render", "pinned_text", "table_views", "views", "places", "turns", "vectors", "emit", "isa"),
    *("extents", "tflite_rules", "shape_rules", "onnx_walk", "report", "report_changes", "report_tables"),
)


class Verdict(Enum):
    INVALID = "does not compile"
    EQUIVALENT = "has the same code"
    KILLED = "killed"
    SURVIVED = "SURVIVED"


# ---- C ----


@dataclass(frozen=True)
class Built:
    """A configuration: what compiles it, the library's objects by source, and the suites' objects by name."""

    configuration: Configuration
    compile: tuple[str | Path, ...]
    objects: dict[str, Path]
    suites: dict[str, Path]
    harness: tuple[Path, ...]


def build(log: Log, folder: Path, configuration: Configuration) -> Built:
    """Compiles the library with the committed kernels, and the suites."""
    folder.mkdir()
    command = (*COMPILE, *includes(configuration, ROOT / "generated", "tests", "tests/plain_check"))
    tests = ROOT / "tests"
    sources = [*sorted((ROOT / "src").rglob("*.c")), *sorted((ROOT / "generated").glob("*.c"))]
    objects = {str(path.relative_to(ROOT)): folder / f"{path.stem}.o" for path in sources}
    suites = {name: folder / f"check_{name}.o" for name in SUITES}
    harness = {tests / "harness.c": folder / "harness.o", tests / "plain_check" / "check.c": folder / "check.o"}
    units = {**{ROOT / name: out for name, out in objects.items()}, **harness}
    units |= {tests / f"check_{name}.c": out for name, out in suites.items()}
    each(lambda unit: log.must([*command, "-c", unit, "-o", units[unit]]), list(units))
    return Built(configuration, command, objects, suites, tuple(harness.values()))


def fails(log: Log, built: Built, objects: Sequence[Path], folder: Path) -> str:
    """Returns the first suite that fails with these objects of the library; empty if all pass."""
    for name, suite in built.suites.items():
        program = folder / f"{built.configuration.name}-{name}"
        code, _ = log.run(["gcc", *objects, suite, *built.harness, "-o", program])
        if code == 0:
            code, _ = log.run([program], env={"PERMKERN_EVERY": "97"}, timeout=SECONDS)
            program.unlink()
        if code != 0:
            return name
    return ""


def judge_c(log: Log, folder: Path, builds: Sequence[Built], mutant: Mutant) -> Verdict:
    here = folder / mutant.order
    here.mkdir()
    source = here / Path(mutant.file).name
    source.write_text(mutant.text, encoding="utf-8")
    verdict = Verdict.EQUIVALENT
    for built in builds:
        out = here / f"{built.configuration.name}.o"
        code, _ = log.run([*built.compile, "-c", source, "-o", out])
        if code != 0:
            return Verdict.INVALID
        if out.read_bytes() == built.objects[mutant.file].read_bytes():
            continue
        verdict = Verdict.SURVIVED
        objects = [out if name == mutant.file else path for name, path in built.objects.items()]
        if fails(log, built, objects, here):
            return Verdict.KILLED
    return verdict


def c_judge(log: Log, folder: Path) -> Callable[[Mutant], Verdict]:
    """Builds the original, whose suites must pass, and returns what judges mutants of C."""
    builds = [build(log, folder / name, named(name)) for name in CONFIGURATIONS]
    for built in builds:
        failed = fails(log, built, list(built.objects.values()), folder)
        if failed:
            raise StepFailed(f"{failed} fails without a mutant, in the configuration {built.configuration.name}")
    return partial(judge_c, log, folder, builds)


# ---- Python ----


def generated(log: Log, tree: Path, folder: Path) -> dict[str, str] | None:
    """Returns what a tree's generator writes for the sets; None if it fails."""
    found = {}
    for number, name in enumerate(SETS):
        into = folder / str(number)
        command = [*PERMKERN[:-1], tree / "tools" / "permkern.py", "generate", "-o", into, name]
        if log.run(command, timeout=SECONDS)[0] != 0:
            return None
        found.update({str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in into.iterdir()})
    shutil.rmtree(folder)
    return found


def tests_pass(log: Log, tree: Path) -> bool:
    files = [tree / "tests" / "python" / f"test_{name}.py" for name in TESTS]
    options = ("-x", "-q", "-p", "no:cacheprovider", f"--rootdir={tree}", f"--basetemp={tree / 'tmp'}")
    command: list[str | Path] = [sys.executable, "-B", "-m", "pytest", *options, *files]
    return log.run(command, env={"PYTHONPATH": ""}, cwd=tree, timeout=10 * SECONDS)[0] == 0


def copy_tree(tree: Path) -> Path:
    """Makes a checkout with copies of the generator and of its tests."""
    tree.mkdir()
    for path in ROOT.iterdir():
        if path.name in COPIED:
            shutil.copytree(path, tree / path.name, ignore=shutil.ignore_patterns("__pycache__"))
        elif path.name not in (".git", ".venv", "build"):
            (tree / path.name).symlink_to(path)
    return tree


def judge_python(log: Log, folder: Path, original: dict[str, str], mutant: Mutant) -> Verdict:
    try:
        tree = ast.dump(ast.parse(mutant.text))
    except SyntaxError:
        return Verdict.INVALID
    if tree == ast.dump(ast.parse((ROOT / mutant.file).read_text(encoding="utf-8"))):
        return Verdict.EQUIVALENT
    here = copy_tree(folder / mutant.order)
    (here / mutant.file).write_text(mutant.text, encoding="utf-8")
    killed = generated(log, here, here / "made") != original or not tests_pass(log, here)
    shutil.rmtree(here)
    return Verdict.KILLED if killed else Verdict.SURVIVED


def python_judge(log: Log, folder: Path) -> Callable[[Mutant], Verdict]:
    """Checks that the original passes the tests, and returns what judges mutants of the generator."""
    tree = copy_tree(folder / "original")
    original = generated(log, tree, tree / "made")
    if not original or not tests_pass(log, tree):
        raise StepFailed("the tests of the generator fail without a mutant")
    return partial(judge_python, log, folder, original)


# ---- the step ----


def run(log: Log, depth: Depth) -> Count:
    """Counts the killed as passed and survivors as skipped; too few killed fail. depth.only: src, generator."""
    folder = fresh("mutants")
    half = int(os.environ.get("PERMKERN_MUTANTS", MUTANTS)) // 2
    judged: list[tuple[Mutant, Verdict]] = []
    if depth.takes("src"):
        mutants = sample(sorted(f"src/{path.name}" for path in (ROOT / "src").glob("*.c")), half)
        judged += zip(mutants, each(c_judge(log, folder), mutants), strict=True)
    if depth.takes("generator"):
        mutants = sample([f"generator/{name}.py" for name in MODULES], half)
        judged += zip(mutants, each(python_judge(log, folder), mutants), strict=True)
    for mutant, verdict in judged:
        log.note(f"{verdict.value}: {mutant}")
    killed = sum(verdict is Verdict.KILLED for _, verdict in judged)
    survived = sum(verdict is Verdict.SURVIVED for _, verdict in judged)
    low = killed == 0 or killed < LEAST * (killed + survived)
    log.note(f"{len(judged)} mutants: {killed} killed, {survived} survived{'; too few killed' if low else ''}")
    return Count(killed, int(low), survived)


def steps() -> tuple[Step, ...]:
    return (Step("mutants", "mutants of src/ and generator/", ("host", "python-test"), run, "nightly"),)
