# SPDX-License-Identifier: BSD-3-Clause
"""
Reads the marks of sources: comments that say why a line may do something that a check looks for.

    x = (uint8_t)k; /* narrow: an axis */
    /* wrap: the sum is not used before it is back in range */
    at += step;

A mark is `KIND: reason` or `KIND-ID: reason`, for example `misra-11.3: reason`. After code, it marks its own line;
alone on a line, the next line of code. Templates of Jinja may have it in a comment of Jinja.
"""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = (
    *("src/**/*.[ch]", "include/**/*.h", "include/**/*.hpp", "integrations/**/*.[ch]", "integrations/**/*.cpp"),
    *("generator/*/*.c", "templates/*/*.j2"),
)
COMMENT = re.compile(r"/\*.*?\*/|\{#.*?#\}|//[^\n]*", re.DOTALL)
MARK = re.compile(r"(?:/\*|\{#-?)\s+([a-z]+(?:-[\d.]+)?): (\S.*?)\s*(?:\*/|-?#\})", re.DOTALL)


def sources() -> Iterator[Path]:
    """Yields the product's sources that are written in C and C++, and the templates of others."""
    for pattern in SOURCES:
        yield from sorted(ROOT.glob(pattern))


def code(text: str) -> list[str]:
    """Returns the lines of a source with blanks in place of comments."""
    return COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text).splitlines()


def marks(path: Path) -> dict[int, set[str]]:
    """Returns the kinds of marks of each line of code that has one, by its number from 1."""
    text = path.read_text(encoding="utf-8")
    lines = code(text)
    kinds: dict[int, set[str]] = {}
    for comment in COMMENT.finditer(text):
        if found := MARK.fullmatch(comment[0]):
            line = text.count("\n", 0, comment.end())
            while line < len(lines) and not lines[line].strip():
                line += 1
            kinds.setdefault(line + 1, set()).add(found[1])
    return kinds
