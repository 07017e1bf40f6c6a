# SPDX-License-Identifier: BSD-3-Clause
"""
Runs GCC's -fanalyzer and Clang's --analyze on every translation unit. A finding fails unless `/* analyzer: reason */`
explains it, on its line or above it. The analysers do not know the functions' preconditions.
"""

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from runner.configurations import named
from runner.programs import fresh, generate, includes
from runner.step import ROOT, Count, Depth, Log, each, total

from verify.static.build import verdict

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
GCC_OPTIONS = ("-O1", "-fanalyzer", "-c", "-o", "/dev/null")
CLANG_CHECKERS = "-analyzer-checker=core,deadcode,security,unix,nullability"
COMMANDS = {
    "gcc": ("gcc", *GCC_OPTIONS),
    "clang": ("clang-19", "--analyze", "--analyzer-output", "text", "-Xclang", CLANG_CHECKERS, "-o", "/dev/null"),
    "arm": ("arm-none-eabi-gcc", "-mthumb", "-mcpu=cortex-m4", *GCC_OPTIONS),
}
FINDING = re.compile(r"^(?P<file>[^\s:]+):(?P<line>\d+):\d+: (?:warning|error): .*\[[\w.-]+\]$", re.MULTILINE)


@dataclass(frozen=True)
class Look:
    """An analyser on a configuration. only: text in the source paths; another Look analyses the other sources."""

    tool: str
    configuration: str
    only: str = ""

    @property
    def name(self) -> str:
        return f"{self.tool}-{self.configuration}"


LOOKS = (
    Look("clang", "host", "src/"),
    Look("gcc", "mli-1.1", "src/mli/"),
    Look("clang", "mli-2.0", "src/mli/"),
    Look("gcc", "host"),
    Look("clang", "aligned"),
    Look("gcc", "aligned"),
    Look("arm", "host"),
    Look("gcc", "size"),
    Look("clang", "size"),
    Look("clang", "tiny"),
    Look("clang", "mli-1.1", "src/mli/"),
    Look("gcc", "mli-2.0", "src/mli/"),
)


def analyse(log: Log, look: Look, generated: Path, unit: Path) -> tuple[bool, set[tuple[Path, int]]]:
    """Returns whether the analyser ran, and the lines with findings."""
    configuration = named(look.configuration)
    code, output = log.run([*COMMANDS[look.tool], "-std=c11", *includes(configuration, generated), unit])
    return code == 0, {((ROOT / found["file"]).resolve(), int(found["line"])) for found in FINDING.finditer(output)}


def explained(place: tuple[Path, int]) -> bool:
    """True if a comment on the line, or one that ends just above it, explains a finding."""
    path, number = place
    lines = path.read_text(encoding="utf-8").splitlines()
    before = "\n".join(lines[: number - 1])
    near = [*COMMENT.findall(lines[number - 1]), *(COMMENT.findall(before)[-1:] if before.endswith("*/") else ())]
    return any(comment.startswith("/* analyzer: ") for comment in near)


def judge(log: Log, look: Look, folder: Path) -> Count:
    """Counts a case per translation unit. It fails if it does not compile or has an unexplained finding."""
    generated = folder / named(look.configuration).permutations
    sources = [*sorted((ROOT / "src").rglob("*.c")), *sorted(generated.glob("*.c"))]
    units = [unit for unit in sources if look.only in str(unit)]
    count = Count()
    for unit, (ran, found) in zip(units, each(partial(analyse, log, look, generated), units), strict=True):
        problems = [f"{path}:{line}" for path, line in sorted(found) if not explained((path, line))]
        count += verdict(log, f"{look.name} {unit.name}", [*problems, *([] if ran else ["does not compile"])])
    return count


def analyzers(log: Log, depth: Depth) -> Count:
    """Runs the analysers. They give up on some paths in long functions, so they prove no absence of mistakes."""
    folder = fresh("analyzers")
    looks = [look for look in LOOKS if depth.takes(look.name)]
    for permutations in sorted({named(look.configuration).permutations for look in looks}):
        generate(log, permutations, folder / permutations)
    return total(judge(log, look, folder) for look in looks)
