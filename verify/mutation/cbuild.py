# SPDX-License-Identifier: BSD-3-Clause
"""
Builds the library with a program that holds all Check suites, and judges mutants of C in these builds: for a mutant,
one or a few files are compiled again, and everything else is linked as it is.
"""

import re
import shutil
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import configurations
from configurations.uses import Configuration, Mutate
from steps import ROOT, TIMED_OUT, Log, StepFailed

from verify.folders import kernels
from verify.mutation.mutants import HERE, Judged, Mutant, Verdict, changed
from verify.step import each

FLAGS = ("-std=c11", "-O2", "-w", "-Werror=return-type", "-Werror=implicit-function-declaration")
# Cheap ones first.
SUITES = (
    "integers",
    "fold",
    "core",
    "layouts",
    "xor",
    "mli_permute",
    "mli_subtensor",
    "mli_create",
    "kernels",
    "exhaustive",
    "vector",
)
# A suite may take so many times the processor time that it takes with the original, and so much more.
SLOWER, MORE_MS = 10, 200
GROWTH = 1.02
WALL = 600  # seconds; the limits above come first, on any machine


@dataclass(frozen=True)
class Variant:
    """A configuration, and the suites that judge its mutants."""

    configuration: Configuration
    judged: Mutate

    @property
    def name(self) -> str:
        return self.configuration.name

    @property
    def flags(self) -> tuple[str, ...]:
        """The macros, and a trap for unaligned words where the code promises to access none: this machine has them."""
        return (*self.configuration.defines, *(TRAPS if self.configuration.traps_unaligned else ()))


TRAPS = ("-fsanitize=alignment", "-fsanitize-undefined-trap-on-error")
VARIANTS = {configuration.name: Variant(configuration, judged) for configuration, judged in configurations.used(Mutate)}


@dataclass(frozen=True)
class Place:
    """The builds that judge a file's mutants, in this order, and the sources to compile again where it is a header."""

    variants: tuple[str, ...]
    units: tuple[str, ...] = ()


@dataclass(frozen=True)
class Setup:
    """What compiles a variant, and the folder of its kernels."""

    variant: Variant
    directory: Path
    compile: tuple[str | Path, ...]
    kernels: Path


@dataclass(frozen=True)
class Built:
    """A variant that has been built: objects by source, time limits of suites, instruction counts of the original."""

    setup: Setup
    objects: Mapping[str, Path]
    program: tuple[Path, ...]  # objects of suites
    counted: tuple[Path, ...]  # objects of the workload
    limits: Mapping[str, int] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def variant(self) -> Variant:
        return self.setup.variant


def generated(log: Log, directory: Path, name: str) -> Path:
    """The folder of a set's kernels, which builds of one set share."""
    into = directory / "sets" / Path(name).stem
    return into if into.exists() else kernels(log, name, into)


def mli_headers(directory: Path, variant: Variant) -> Path:
    """The public headers with MLI headers of another layout, as Meson puts them together."""
    into = directory / "include"
    shutil.copytree(ROOT / variant.configuration.mli, into)
    for name in ("permkern.h", "permkern_mli.h"):
        shutil.copy(ROOT / "include" / name, into / name)
    return into


class NotLinkedError(StepFailed):
    """Objects do not make a program, as where a mutant took away what another refers to."""


def link(log: Log, objects: Iterable[Path], out: Path) -> None:
    code, output = log.run(["gcc", *objects, "-o", out])
    if code != 0:
        raise NotLinkedError(f"{out.name} does not link: {output.strip()[-200:]}")


def run_suites(log: Log, built: Built, program: Path) -> tuple[int, str]:
    """Runs the suites; returns the exit code and output of the first run that fails, or 0 and the output of all."""
    suites = [f"{name}:{built.limits.get(name, 0)}" for name in SUITES if name not in built.variant.judged.without]
    said = ""
    for isa in built.variant.judged.isas:
        env = {"PERMKERN_TEST": "sample"} | ({"PERMKERN_ISA": isa} if isa else {})
        code, output = log.run([program, *suites], env=env, timeout=WALL)
        if code != 0:
            return code, output
        said += output
    return 0, said


def count(log: Log, program: Path, out: Path) -> dict[str, int]:
    """Counts the instructions of each case of the workload; empty if it failed."""
    options = ["--collect-atstart=no", "--combine-dumps=yes", "--dump-line=no", f"--callgrind-out-file={out}"]
    code, _ = log.run(["valgrind", "-q", "--tool=callgrind", *options, program], timeout=WALL)
    text = out.read_text(encoding="utf-8") if out.exists() else ""
    out.unlink(missing_ok=True)
    cases = re.findall(r"^desc: Trigger: Client Request: ([^\n]+)$.*?^totals: (\d+)$", text, re.MULTILINE | re.DOTALL)
    return {} if code != 0 else {name: int(number) for name, number in cases}


def set_up(log: Log, directory: Path, variant: Variant) -> Setup:
    into = directory / variant.name
    into.mkdir(parents=True)
    own = generated(log, directory, variant.configuration.permutations)
    folders = (f"-I{path}" for path in (mli_headers(into, variant), own, ROOT / "src"))
    return Setup(variant, into, ("gcc", *FLAGS, *variant.flags, *folders), own)


def compile_all(log: Log, setup: Setup) -> Built:
    """The library, the suites and the workload, as objects."""
    into, command, tests = setup.directory, setup.compile, ROOT / "tests"
    sources = {f"src/{path.name}": path for path in sorted((ROOT / "src").rglob("*.c"))}
    sources |= {f"generated/{path.name}": path for path in sorted(setup.kernels.glob("*.c"))}
    objects = {name: into / f"{path.stem}.o" for name, path in sources.items()}
    suites = {name: into / f"check_{name}.o" for name in SUITES}
    suite = (*command, f"-I{HERE}")
    jobs = [
        *((*command, "-c", path, "-o", objects[name]) for name, path in sources.items()),
        *((*suite, f"-Dmain=main_{name}", "-c", tests / f"check_{name}.c", "-o", suites[name]) for name in SUITES),
        (*suite, "-c", tests / "harness.c", "-o", into / "harness.o"),
        (*command, "-c", tests / "plain_check" / "check.c", "-o", into / "plain_check.o"),
        (*command, "-c", HERE / "main.c", "-o", into / "main.o"),
        (*command, "-c", HERE / "workload.c", "-o", into / "workload.o"),
    ]
    each(log.must, jobs)
    program = (*suites.values(), into / "harness.o", into / "plain_check.o", into / "main.o")
    return Built(setup, objects, program, (into / "workload.o",))


def build(log: Log, setup: Setup) -> Built:
    """Compiles a variant and measures what the original takes."""
    plain = compile_all(log, setup)
    program, workload = setup.directory / "suites", setup.directory / "workload"
    link(log, (*plain.objects.values(), *plain.program), program)
    code, output = run_suites(log, plain, program)
    if code != 0:
        raise StepFailed(f"the suites fail without a mutant, in the build {setup.variant.name}")
    times = re.findall(r"^(\w+) (\d+)$", output, re.MULTILINE)
    limits = {name: max(int(ms) for suite, ms in times if suite == name) * SLOWER + MORE_MS for name, _ in times}
    link(log, (*plain.objects.values(), *plain.counted), workload)
    counts = count(log, workload, setup.directory / "counts")
    if not counts:
        raise StepFailed(f"nothing was counted, in the build {setup.variant.name}")
    return replace(plain, limits=limits, counts=counts)


def compiled_lines(log: Log, setup: Setup, unit: str) -> dict[str, set[int]]:
    """Returns, for each file that a unit includes, the lines of which the preprocessor leaves something."""
    output = log.must([*setup.compile, "-E", ROOT / unit])
    lines: dict[str, set[int]] = {}
    file, number = "", 0
    for text in output.splitlines():
        mark = re.match(r'# (\d+) "([^"]*)"', text)
        if mark:
            path = Path(mark[2])
            number, file = int(mark[1]), f"{path.parent.name}/{path.name}"
            continue
        if text.strip():
            lines.setdefault(file, set()).add(number)
        number += 1
    return lines


def without_comments(text: str) -> str:
    """Returns the text without comments, with as many lines as before."""
    return re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)


@dataclass(frozen=True)
class Bench:
    """All that judging takes: setups by name, places and texts by file, and the builds that were needed so far."""

    directory: Path
    setups: Mapping[str, Setup]
    places: Mapping[str, Place]
    texts: Mapping[str, str]
    builds: dict[str, Built] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def units(self, file: str) -> tuple[str, ...]:
        return self.places[file].units or (file,)

    def build(self, log: Log, name: str) -> Built:
        """Returns a build, which is made when it is first needed: most mutants die in the first build of their file."""
        with self.lock:
            if name not in self.builds:
                self.builds[name] = build(log, self.setups[name])
            return self.builds[name]


def make_bench(log: Log, directory: Path, places: Mapping[str, Place]) -> Bench:
    names = dict.fromkeys(name for place in places.values() for name in place.variants)
    setups = {name: set_up(log, directory, VARIANTS[name]) for name in names}
    texts = {file: without_comments((ROOT / file).read_text(encoding="utf-8")) for file in places}
    return Bench(directory, setups, places, texts)


def mutable(log: Log, bench: Bench, file: str) -> str:
    """Returns a file's text, blank where no build compiles it."""
    lines: set[int] = set()
    for name in bench.places[file].variants:
        for unit in bench.units(file):
            lines |= compiled_lines(log, bench.setups[name], unit).get(file, set())
    text = bench.texts[file].splitlines(keepends=True)
    return "".join(line if number in lines else "\n" for number, line in enumerate(text, 1))


# ---- one mutant ----


def write_mutant(bench: Bench, mutant: Mutant, into: Path) -> Path:
    """
    Writes the changed file. A header gets the other files of its folder beside it, because a file's own folder is
    searched first for what it includes. A header below src/ stays in its folder, whose name is in the includes.
    """
    folder = ROOT / Path(mutant.file).parent
    name = Path(mutant.file).name
    place = into.joinpath(*Path(mutant.file).parts[1:-1])
    place.mkdir(parents=True)
    if name.endswith(".h"):
        for path in folder.iterdir():
            if path.name != name:
                (place / path.name).symlink_to(path)
    (place / name).write_text(changed(bench.texts[mutant.file], mutant), encoding="utf-8")
    return into


def compile_mutant(log: Log, bench: Bench, mutant: Mutant, built: Built, folder: Path) -> dict[str, Path] | None:
    """Returns a mutant's objects that differ from the original's, by unit; None if it does not compile."""
    differ = {}
    for unit in bench.units(mutant.file):
        name = Path(unit).name
        beside = folder / name
        if not beside.exists():
            beside.symlink_to(ROOT / unit)
        out = folder / f"{built.variant.name}-{Path(unit).stem}.o"
        code, _ = log.run([*built.setup.compile, "-c", beside, "-o", out])
        if code != 0:
            return None
        if out.read_bytes() != built.objects[unit].read_bytes():
            differ[unit] = out
    return differ


def all_objects(built: Built, differ: Mapping[str, Path]) -> list[Path]:
    return [differ.get(name, path) for name, path in built.objects.items()]


def failing(log: Log, built: Built, differ: Mapping[str, Path], folder: Path) -> str:
    """Returns how the suites fail with these objects; empty if they pass."""
    program = folder / "suites"
    link(log, (*all_objects(built, differ), *built.program), program)
    code, output = run_suites(log, built, program)
    program.unlink()
    if code == TIMED_OUT:
        raise StepFailed(f"{built.variant.name}: over {WALL} s")
    said = [line for line in output.splitlines() if line.startswith("# ")]
    return "" if code == 0 else f"{built.variant.name}: {said[-1] if said else f'exit code {code}'}"


def slower(log: Log, built: Built, differ: Mapping[str, Path], folder: Path) -> str:
    """Returns the first case that takes over 2 % more instructions; empty if there is none."""
    program = folder / "workload"
    link(log, (*all_objects(built, differ), *built.counted), program)
    counts = count(log, program, folder / "counts")
    program.unlink()
    for case, before in built.counts.items():
        after = counts.get(case, 0)
        if not after or after > GROWTH * before:
            return f"{built.variant.name}: {case}: {before} instructions to {after}"
    return ""


def judge(log: Log, bench: Bench, mutant: Mutant) -> Judged:
    folder = bench.directory / "mutants" / f"{mutant.place:.17f}"
    try:
        write_mutant(bench, mutant, folder)
        return judge_in(log, bench, mutant, folder)
    except NotLinkedError:
        return Judged(mutant, Verdict.INVALID)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def judge_in(log: Log, bench: Bench, mutant: Mutant, folder: Path) -> Judged:
    alive: list[tuple[Built, dict[str, Path]]] = []
    for name in bench.places[mutant.file].variants:
        built = bench.build(log, name)
        differ = compile_mutant(log, bench, mutant, built, folder)
        if differ is None:
            return Judged(mutant, Verdict.INVALID)
        if differ:
            how = failing(log, built, differ, folder)
            if how:
                return Judged(mutant, Verdict.TESTS, how)
            alive.append((built, differ))
    if not alive:
        return Judged(mutant, Verdict.EQUIVALENT)
    for built, differ in alive:
        how = slower(log, built, differ, folder)
        if how:
            return Judged(mutant, Verdict.COUNTS, how)
    return Judged(mutant, Verdict.SURVIVED)
