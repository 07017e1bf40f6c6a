# SPDX-License-Identifier: BSD-3-Clause
"""Small pieces of C text, laid out as clang-format would."""

import re
from collections.abc import Iterable
from textwrap import wrap

from .permutation import Perm

COLUMNS = 120


def literal(value: int) -> str:
    """A C constant of unsigned value; a suffix only where int does not hold it."""
    return str(value) if value < 2**31 else f"{value}U"


def fit(line: str) -> str:
    """One call, declaration or row; too long for a line, it is broken as clang-format does.

    After commas, aligned behind the bracket; where an argument is too long for that, right behind the bracket; where
    even that is not enough, after a plus.
    """
    line = line.rstrip("\n")
    bracket = re.search(r"[({]", line)
    if len(line) <= COLUMNS:
        return f"{line}\n"
    if bracket is None:
        return "".join(f"{part}\n" for part in _broken_sum(line, " " * (line.find(" = ") + 3)))
    head, rest = line[: bracket.end()], line[bracket.end() :]
    rows = _packed(head, rest, " " * len(head))
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    if any(len(row) > COLUMNS for row in rows):
        rows = [head, *_packed(indent, rest, indent)]
    return "".join(f"{part}\n" for row in rows for part in _broken_sum(row, f"{indent}    "))


def _packed(first: str, arguments: str, indent: str) -> list[str]:
    """As many arguments on a line as fit, the first behind ``first``, the lines after it behind ``indent``."""
    argument, *more = arguments.replace(", ", ",\0").split("\0")
    rows = [first + argument]
    for argument in more:
        if len(rows[-1]) + 1 + len(argument) > COLUMNS:
            rows.append(indent + argument)
        else:
            rows[-1] += f" {argument}"
    return rows


def _broken_sum(line: str, indent: str) -> list[str]:
    rows: list[str] = []
    while len(line) > COLUMNS and (cut := line.rfind(" + ", 0, COLUMNS + 1)) > 0:
        rows.append(line[: cut + 2])
        line = indent + line[cut + 3 :]
    return [*rows, line]


def indented(lines: list[str]) -> list[str]:
    """One level deeper, all but what the preprocessor reads."""
    return [line if line.startswith("#") else f"    {line}" for line in lines]


def block(head: str, lines: list[str]) -> list[str]:
    return [f"{head} {{" if head else "{", *indented(lines), "}"]


def laid_out(lines: list[str]) -> str:
    """Statements as text inside of a function."""
    return "".join(fit(line) for line in indented(lines))


def fill(items: Iterable[str], indent: str = "    ") -> str:
    """Items of an initialiser, as many on a line as fit."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(item) + 2 <= COLUMNS:
            lines[-1] += f" {item},"
        else:
            lines.append(f"{indent}{item},")
    return "\n".join(lines)


def braces(*items: object) -> str:
    return "{" + ", ".join(map(str, items)) + "}"


def plus(*terms: str) -> str:
    """Terms as they follow a pointer: empty, or ' + ...'."""
    return "".join(f" + {term}" for term in terms if term)


def scaled(variable: str, factor: int) -> str:
    return variable if factor == 1 else f"{variable} * {literal(factor)}"


def letters(perm: Perm) -> str:
    """in[a][b] -> out[b][a], axes named in input order."""
    names = "abcdefgh"[: len(perm)]
    inside = "".join(f"[{name}]" for name in names)
    outside = "".join(f"[{names[axis]}]" for axis in perm)
    return f"in{inside} -> out{outside}"


def perm_text(perm: Perm) -> str:
    return f"({','.join(map(str, perm))})"


def comment(text: str) -> list[str]:
    """Lines of a comment, each behind ' * '."""
    return wrap(text, COLUMNS - len(" * "), break_long_words=False, break_on_hyphens=False)
