# SPDX-License-Identifier: BSD-3-Clause
"""
Reads the marks of sources: comments that say why a line may do something that a check looks for.

    x = (uint8_t)k; /* narrow: an axis */
    /* wrap: the sum is not used before it is back in range */
    at += step;

A mark is `KIND: reason` or `KIND-ID: reason`, for example `misra-11.3: reason`. After code, it marks its own line;
alone on a line, the next line of code. Templates of Jinja may have it in a comment of Jinja.

    tools/marks.py KIND     prints each mark of a kind in product sources
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = (
    *("src/**/*.[ch]", "include/**/*.h", "include/**/*.hpp", "integrations/**/*.[ch]", "integrations/**/*.cpp"),
    *("generator/*.c", "templates/*.j2", "arch_gen/templates/*.j2"),
)
COMMENT = re.compile(r"/\*.*?\*/|\{#.*?#\}|//[^\n]*", re.DOTALL)
MARK = re.compile(r"(?:/\*|\{#-?)\s+([a-z]+(?:-[\d.]+)?): (\S.*?)\s*(?:\*/|-?#\})", re.DOTALL)


@dataclass(frozen=True)
class Mark:
    """line: the line of code that is marked, from 1."""

    line: int
    kind: str
    reason: str


def sources() -> Iterator[Path]:
    """Yields the product's sources that are written in C and C++, and the templates of others."""
    for pattern in SOURCES:
        yield from sorted(ROOT.glob(pattern))


def code(text: str) -> list[str]:
    """Returns the lines of a source with blanks in place of comments."""
    return COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text).splitlines()


def read(text: str) -> Iterator[Mark]:
    lines = code(text)
    for comment in COMMENT.finditer(text):
        if found := MARK.fullmatch(comment[0]):
            line = text.count("\n", 0, comment.end())
            while line < len(lines) and not lines[line].strip():
                line += 1
            yield Mark(line + 1, found[1], " ".join(found[2].split()))


def marks(path: Path) -> dict[int, set[str]]:
    """Returns the kinds of marks of each line that has one, by its number."""
    kinds: dict[int, set[str]] = {}
    for mark in read(path.read_text(encoding="utf-8")):
        kinds.setdefault(mark.line, set()).add(mark.kind)
    return kinds


def main(kind: str) -> None:
    for path in sources():
        for mark in read(path.read_text(encoding="utf-8")):
            if mark.kind.partition("-")[0] == kind:
                print(f"{path.relative_to(ROOT)}:{mark.line}: {mark.kind}: {mark.reason}")


if __name__ == "__main__":
    main(*sys.argv[1:])
