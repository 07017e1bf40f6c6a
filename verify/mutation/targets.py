# SPDX-License-Identifier: BSD-3-Clause
"""
Mutants of the vector kernels of other machines, on emulators: of each header one is changed, the unit that includes it
is compiled and linked again by the commands of the target's build, and the target's programs are run.
"""

import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from builds import Build
from configurations.targets import COVERED, CoveredTarget, target
from steps import ROOT, Log, StepFailed

from verify.mutation.cbuild import without_comments
from verify.mutation.mutants import Judged, Mutant, Verdict, changed, generate, sample
from verify.step import each

SECONDS = 120  # of a program; the original takes a tenth of it at most, so that one without an end is noticed
# How much of each header's mutants is taken: less where suites of minutes run, not a program of seconds.
SHARE, SHARE_OF_SUITES = 0.008, 0.004


@dataclass(frozen=True)
class Program:
    """A program of a target's build: the commands that compile the unit with its kernels, and that link it."""

    name: str
    compile: tuple[str, ...]
    link: tuple[str, ...]
    unit: str  # the source, as the command has it
    object: str
    original: bytes


@dataclass(frozen=True)
class Machine:
    covered: CoveredTarget
    directory: Path
    emulator: str
    programs: tuple[Program, ...]

    @property
    def folder(self) -> Path:
        return ROOT / "src" / "arch" / self.covered.arch


def option(words: Sequence[str], name: str) -> str:
    return words[words.index(name) + 1]


def read_program(log: Log, directory: Path, name: str, folder: Path) -> Program:
    """Firmware's kernels are inlined into the program's own source, those of hosts are in sources of their own."""
    lines = log.must(["ninja", "-C", directory, "-t", "commands", f"tests/{name}"]).splitlines()
    commands = [shlex.split(line) for line in lines if " -o " in line and "&&" not in line]
    units = [words for words in commands if "-c" in words]
    own = [words for words in units if Path(option(words, "-c")).parent.name == folder.name]
    chosen = (
        own[0] if own else next(words for words in units if option(words, "-o").startswith(f"tests/{name}.p/check"))
    )
    link = next(words for words in commands if "-c" not in words and option(words, "-o") == f"tests/{name}")
    made = option(chosen, "-o")
    return Program(name, tuple(chosen), tuple(link), option(chosen, "-c"), made, (directory / made).read_bytes())


def set_up(log: Log, covered: CoveredTarget) -> Machine:
    chosen = target(covered.target)
    build = Build(
        f"verify/mutants-targets/{chosen.name}", (f"--cross-file={chosen.path}", "-Ddebug=false", *covered.options)
    )
    build.set_up(log)
    log.must(["meson", "compile", "-C", build.directory, *covered.programs])
    emulator = re.search(r"^exe_wrapper = \['qemu-run', '(.*)'\]$", chosen.text, re.MULTILINE)
    if emulator is None:
        raise StepFailed(f"cross/{chosen.name}.ini names no machine of tools/qemu-run")
    folder = ROOT / "src" / "arch" / covered.arch
    programs = tuple(read_program(log, build.directory, name, folder) for name in covered.programs)
    machine = Machine(covered, build.directory, emulator[1], programs)
    for program in programs:
        if run(log, machine, build.directory / "tests" / program.name) != 0:
            raise StepFailed(f"{chosen.name}: {program.name} fails without a mutant")
    return machine


def run(log: Log, machine: Machine, program: Path) -> int:
    environment = {"PERMKERN_TEST": "sample", "QEMU_RUN_TIMEOUT": str(SECONDS)}
    code, _ = log.run([ROOT / "tools" / "qemu-run", machine.emulator, program], env=environment, timeout=2 * SECONDS)
    return code


def write_tree(machine: Machine, text: str, mutant: Mutant, tree: Path) -> None:
    """Writes src/ with one file changed, as links to all others."""
    own = tree / "arch" / machine.folder.name
    own.mkdir(parents=True)
    for path in [*(ROOT / "src").iterdir(), *machine.folder.iterdir()]:
        if path.name not in ("arch", Path(mutant.file).name):
            place = own if path.parent == machine.folder else tree
            (place / path.name).symlink_to(path)
    (own / Path(mutant.file).name).write_text(changed(text, mutant), encoding="utf-8")


def compile_mutant(log: Log, machine: Machine, program: Program, tree: Path, out: Path) -> bool:
    """The includes of src/ become those of the tree; so does the unit, where it is the tree's."""
    unit = tree / "arch" / machine.folder.name / Path(program.unit).name
    swapped = {option(program.compile, "-o"): str(out), program.unit: str(unit) if unit.exists() else program.unit}
    words = [swapped.get(word, word) for word in program.compile]
    words = [f"-I{tree}" if re.fullmatch(r"-I(\.\./)+src", word) else word for word in words]
    for dependencies in ("-MF", "-MQ"):
        at = words.index(dependencies)
        del words[at : at + 2]
    return log.run([word for word in words if word not in ("-MD", "-Werror")] + ["-w"], cwd=machine.directory)[0] == 0


def judge(log: Log, machine: Machine, texts: Mapping[str, str], mutant: Mutant) -> Judged:
    place = machine.directory / "mutants" / f"{mutant.place:.17f}"
    try:
        write_tree(machine, texts[mutant.file], mutant, place / "src")
        differs = False
        for program in machine.programs:
            out, linked = place / f"{program.name}.o", place / program.name
            if not compile_mutant(log, machine, program, place / "src", out):
                return Judged(mutant, Verdict.INVALID)
            if out.read_bytes() == program.original:
                continue
            differs = True
            words = [
                {program.object: str(out), f"tests/{program.name}": str(linked)}.get(word, word)
                for word in program.link
            ]
            if str(out) not in words:  # in a library, whose own object is then not taken
                words.insert(words.index("-o") + 2, str(out))
            log.must(words, cwd=machine.directory)
            code = run(log, machine, linked)
            if code != 0:
                return Judged(mutant, Verdict.TESTS, f"{machine.covered.target}: {program.name}: {code}")
        return Judged(mutant, Verdict.SURVIVED if differs else Verdict.EQUIVALENT)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def judge_targets(log: Log, directory: Path) -> tuple[int, list[Judged]]:
    made, judged = 0, list[Judged]()
    for covered in COVERED:
        machine = set_up(log, covered)
        files = [f"src/arch/{covered.arch}/{path.name}" for path in sorted(machine.folder.glob("*.h"))]
        texts = {file: without_comments((ROOT / file).read_text(encoding="utf-8")) for file in files}
        bare = {file: re.sub(r"^#.*$", "", text, flags=re.MULTILINE) for file, text in texts.items()}
        share = SHARE if covered.quick else SHARE_OF_SUITES
        mutants = generate(log, directory, "c.rules", bare)
        made += len(mutants)
        judged += each(partial(judge, log, machine, texts), sample(mutants, dict.fromkeys(files, share)))
    return made, judged
