# SPDX-License-Identifier: BSD-3-Clause
"""
What a client is, and the one way in which its tests are built and run: every program of it, and then each seeded bug,
a change of one line of the adapter after which a program has to fail. A test that would not see that is no test.
"""

import re
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from configurations.callers import HOST_GCC, ClientTools
from steps import BUILD, ROOT, Count, Log, StepFailed

WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wundef", "-Werror")
OF_C = ("-Wstrict-prototypes",)
SANITIZED = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
PERMKERN = (sys.executable, "-B", ROOT / "tools" / "permkern.py")


@dataclass(frozen=True)
class Program:
    """
    A test program. Its last line is `N passed, N failed`, and its exit code is 0 where none failed.

    sources, include: from the project's root. The adapter's sources are among them, and so is the folder of the
        fixtures; permkern.h needs no folder.
    kernels: the permutation set that is linked, a shipped one's name or a file from the root; empty for none.
    made_for: the target that the set's code is for (`permkern amalgamate --target`).
    c, cxx: the language that files are compiled as.
    options: more of them, as -O2 or sanitizers, for the library as well and for linking.
    defines: NAME or NAME=VALUE, for the library as well.
    """

    name: str
    sources: tuple[str, ...]
    include: tuple[str, ...] = ()
    tools: ClientTools = HOST_GCC
    kernels: str = "tiny"
    made_for: str = "cortex-m4"
    c: str = "-std=c99"
    cxx: tuple[str, ...] = ("-std=c++17", "-fno-exceptions", "-fno-rtti")
    options: tuple[str, ...] = ("-O1",)
    defines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bug:
    """
    A line of the adapter, and what it becomes in a copy. `text` is in the file once. The program of that name then
    compiles, and fails; without a name it is the client's first.
    """

    file: str  # in the client's folder of integrations/
    text: str
    replacement: str
    program: str = ""


@dataclass(frozen=True)
class Measured:
    """
    What tools/client-table measures on a Cortex-M4.

    adapter: the sources whose flash is counted.
    program: the sources, one of them an example of examples/clients/, which is also what tools/example runs: its
        permutes are the client's own algorithm written by hand, and permkern through the client's call, between the
        marks of examples/firmware/example.h. What a client prepares once, not for each call, stays outside of them.
        The table has columns for the works "28x28x8 (2,0,1)" and "1x49x40 (0,2,1)" of 8 bits. The adapter's sources
        are linked as well.
    include: folders of the adapter and of fixtures.
    pinned, counted: sets of one pinned shape, for flash, and of all shapes that the program permutes.
    prepare: writes what of the sources is made by a command, below build/.
    """

    adapter: tuple[str, ...]
    program: tuple[str, ...]
    include: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    pinned: str = "tests/clients/one_shape.toml"
    counted: str = "tests/clients/shapes.toml"
    prepare: Callable[[], None] | None = None


@dataclass(frozen=True)
class Client:
    """
    name: its folder in integrations/ and tests/clients/, and of the step client-<name>.
    title: what tools/test prints.
    needs: groups of tools/lib.sh.
    programs, bugs: what is built and run, and what must be noticed.
    also: other checks, each of which gets a log and an empty folder: packages that are packed, say.
    measured: None where the client does not call permkern at run time in a way of its own.
    """

    name: str
    title: str
    needs: tuple[str, ...]
    programs: tuple[Program, ...] = ()
    bugs: tuple[Bug, ...] = ()
    also: tuple[Callable[[Log, Path], Count], ...] = ()
    measured: Measured | None = None

    @property
    def adapter(self) -> str:
        return f"integrations/{self.name}"


# ---- building ----


def slug(words: Sequence[str]) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", " ".join(words)).strip("-")


def defined(program: Program) -> list[str]:
    return [f"-D{define}" for define in program.defines]


def amalgam(log: Log, folder: Path, program: Program) -> Path:
    """Returns the folder with a set's source and header, which all programs of the set share."""
    made = folder / f"set-{slug((Path(program.kernels).stem, program.made_for))}"
    if not made.is_dir():
        command: list[str | Path] = [
            *PERMKERN,
            "amalgamate",
            "--target",
            program.made_for,
            "--api",
            "mli",
            "-o",
            made,
            program.kernels,
        ]
        log.must(command)
    return made


def library(log: Log, folder: Path, program: Program) -> Path:
    """Returns the object of a set, which programs built alike share."""
    tools = program.tools
    source = amalgam(log, folder, program)
    made = source / f"{slug((tools.name, *program.options, *program.defines))}.o"
    if not made.is_file():
        compile_it = [*tools.cc, *tools.options, *program.options, *defined(program)]
        log.must([*compile_it, "-c", source / "permkern.c", "-o", made])
    return made


def compiler_of(program: Program, source: str) -> list[str]:
    tools = program.tools
    if source.endswith(".c"):
        return [*tools.cc, program.c, *WARNINGS, *OF_C, *tools.warnings]
    return [*tools.cxx, *program.cxx, *WARNINGS, *tools.warnings]


@dataclass(frozen=True)
class Copied:
    """
    A folder of the project, by its name from the root, and the copy of it that is built in its place. changed: the one
    file in which they differ, none where the copy is the folder itself.
    """

    folder: str
    copy: Path
    changed: str = ""

    def concerns(self, source: str) -> bool:
        """Whether the object of a source may be another one than that of the folder itself."""
        return not self.changed or self.changed.endswith((".h", ".hpp")) or source == f"{self.folder}/{self.changed}"

    def place(self, name: str) -> Path:
        if name != self.folder and not name.startswith(f"{self.folder}/"):
            return ROOT / name
        return self.copy / Path(name).relative_to(self.folder)


def build(log: Log, folder: Path, program: Program, adapter: Copied) -> Path:
    """Builds a program with an adapter that may be a changed copy, after the program with the adapter itself."""
    place = adapter.place
    objects = [library(log, folder, program)] if program.kernels else []
    paths = [f"-I{place(name)}" for name in program.include] + [f"-isystem{each.parent}" for each in objects]
    made, original = (folder / f"{name}-{program.name}" for name in (adapter.copy.name, Path(adapter.folder).name))
    made.mkdir(parents=True, exist_ok=True)
    for number, source in enumerate(program.sources):
        objects.append((made if adapter.concerns(source) else original) / f"{number}.o")
        if adapter.concerns(source):
            options = [*program.tools.options, *program.options, *defined(program), *paths]
            log.must([*compiler_of(program, source), *options, "-c", place(source), "-o", objects[-1]])
    log.must([*program.tools.link, *program.tools.options, *program.options, *objects, "-o", made / "program"])
    return made / "program"


def run(log: Log, program: Program, built: Path) -> Count:
    """Runs a program; one that does not reach its end has failed, too."""
    code, output = log.run([*program.tools.emulator, built])
    totals = re.findall(r"^(\d+) passed, (\d+) failed$", output, re.MULTILINE)
    count = Count(*map(int, totals[-1])) if totals else Count(0, 1)
    return count if (code == 0) == (count.failed == 0) and count.passed else count + Count(0, 1)


# ---- seeded bugs ----


def seeded(log: Log, folder: Path, client: Client, number: int, bug: Bug) -> Count:
    copy = folder / f"bug-{number}"
    shutil.copytree(ROOT / client.adapter, copy)
    path = copy / bug.file
    text = path.read_text(encoding="utf-8")
    if text.count(bug.text) != 1:
        raise StepFailed(f"{client.adapter}/{bug.file} has {bug.text!r} {text.count(bug.text)} times, not once")
    path.write_text(text.replace(bug.text, bug.replacement), encoding="utf-8")
    program = next(one for one in client.programs if one.name == (bug.program or client.programs[0].name))
    seen = run(log, program, build(log, folder, program, Copied(client.adapter, copy, bug.file))).failed > 0
    if not seen:
        log.note(f"FAIL {program.name} does not notice that {bug.text!r} became {bug.replacement!r}")
    return Count(int(seen), int(not seen))


def tested(log: Log, client: Client) -> Count:
    """The step client-<name>: every program, every other check, every seeded bug."""
    folder = BUILD / "clients" / client.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    unchanged = Copied(client.adapter, ROOT / client.adapter)
    count = Count()
    for program in client.programs:
        count += run(log, program, build(log, folder, program, unchanged))
    for number, check in enumerate(client.also):
        (folder / f"also-{number}").mkdir()
        count += check(log, folder / f"also-{number}")
    for number, bug in enumerate(client.bugs):
        count += seeded(log, folder, client, number, bug)
    return count


def each(program: Program, *tools: ClientTools) -> tuple[Program, ...]:
    """Returns the program as compiled by several sets of tools, each with its name behind the program's."""
    return tuple(replace(program, name=f"{program.name}-{one.name}", tools=one) for one in tools)
