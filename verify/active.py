# SPDX-License-Identifier: BSD-3-Clause
"""Which lines of C a build compiles, and which lines no build does."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from verify.covmap import Naming

MARKER = re.compile(r'# (\d+) "(.*)"[\d ]*')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CONDITIONAL = re.compile(r"\s*#\s*(ifdef|ifndef|if|elif|else|endif)\b(.*)")


def compiled(preprocessed: str, name: Naming) -> Iterator[tuple[str, int]]:
    """Yields file and number of each line of which the preprocessor leaves something, from the output of `clang -E`."""
    file, number = "", 0
    for line in preprocessed.splitlines():
        if marker := MARKER.fullmatch(line):
            file, number = name(marker[2]), int(marker[1])
            continue
        if file and line.strip():
            yield file, number
        number += 1


def uncommented(text: str) -> list[str]:
    """Returns the lines of a text without comments; a directive that a backslash continues becomes one line."""
    bare = COMMENT.sub(lambda found: "\n" * found[0].count("\n") or " ", text)
    lines = bare.splitlines()
    for number in range(len(lines) - 1, 0, -1):
        if lines[number - 1].endswith("\\"):
            lines[number - 1] = lines[number - 1][:-1] + lines[number]
            lines[number] = ""
    return lines


def conditioned(text: str) -> Iterator[tuple[int, str]]:
    """Yields the number of each line of code, and the conditions of the preprocessor that it is compiled under."""
    stack: list[str] = []
    for number, line in enumerate(uncommented(text), 1):
        if found := CONDITIONAL.match(line):
            word, condition = found[1], found[2].strip()
            if word == "endif":
                stack.pop()
            elif word.startswith("if"):
                stack.append(condition)
            else:
                stack[-1] += f" | {condition or 'else'}"
        elif line.strip() and not line.lstrip().startswith("#"):
            yield number, " & ".join(stack)


@dataclass(frozen=True)
class Region:
    """Lines of code that no build compiles, under one condition."""

    file: str
    first: int
    last: int
    lines: int
    condition: str

    def __str__(self) -> str:
        return f"{self.file}:{self.first}-{self.last}: {self.lines} lines, {self.condition or 'whole file'}"


def never_compiled(file: str, path: Path, seen: Set[tuple[str, int]]) -> Iterator[Region]:
    rest = [at for at in conditioned(path.read_text(encoding="utf-8")) if (file, at[0]) not in seen]
    for condition, of_it in groupby(rest, key=lambda at: at[1]):
        numbers = [number for number, _ in of_it]
        yield Region(file, numbers[0], numbers[-1], len(numbers), condition)


def unexplained(regions: Iterable[Region], macros: Sequence[str]) -> tuple[list[Region], list[str]]:
    """Returns regions whose conditions name none of the macros, and macros that no region's condition names."""
    words = {region: set(re.findall(r"\w+", region.condition)) for region in regions}
    left = [region for region, named in words.items() if not named & set(macros)]
    return left, [macro for macro in macros if not any(macro in named for named in words.values())]
