# SPDX-License-Identifier: BSD-3-Clause
"""Formats small pieces of C text as clang-format would."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from .permutation import Perm, Work

COLUMNS = 120


def literal(value: int) -> str:
    """Returns a C constant for a value of 0 or more, with the suffix U if int cannot hold it."""
    return str(value) if value < 2**31 else f"{value}U"


def word(value: int) -> str:
    """Returns a C constant for the bits of a word of 32."""
    return f"0x{value:08x}U"


def fit(line: str) -> str:
    """Breaks a call, a declaration or a table row that is too long for a line as clang-format does.

    Lines are broken after commas that are in no further bracket, and aligned with the opening bracket. If an argument
    is too long for that, the first break comes right after the bracket; if even that is not enough, lines are broken
    after a plus or minus. Without a bracket, the break comes after the sign of equality, if that is enough.
    """
    line = line.rstrip("\n")
    if len(line) <= COLUMNS:
        return f"{line}\n"
    brackets = [place for place in map(line.find, "({") if place >= 0]
    if not brackets:
        value = " " * (len(line) - len(line.lstrip()) + 4) + line.partition(" = ")[2]
        if len(value) <= COLUMNS:
            return f"{line.partition(' = ')[0]} =\n{value}\n"
        return "".join(f"{part}\n" for part in _broken_sum(line, " " * (line.find(" = ") + 3)))
    first = min(brackets) + 1
    head, rest = line[:first], line[first:]
    rows = _packed(head, rest, " " * len(head))
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    if any(len(row) > COLUMNS for row in rows):
        rows = [head, *_packed(indent, rest, indent)]
    return "".join(f"{part}\n" for row in rows for part in _broken_sum(row, f"{indent}    "))


def head(function: str, result: str) -> str:
    """Breaks a function's head as clang-format does: its type gets a line of its own where two lines do not suffice."""
    together = fit(f"{result} {function}")
    aligned = not together.split("\n", 1)[0].endswith("(")
    return together if aligned and together.count("\n") <= 2 else f"{result}\n{fit(function)}"


def _split(arguments: str) -> list[str]:
    """Splits what stands behind an opening bracket after each comma that is in no further bracket."""
    parts, depth, start = [], 0, 0
    for place, char in enumerate(arguments):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(char, 0)
        if depth == 0 and arguments.startswith(", ", place):
            parts.append(arguments[start : place + 1])
            start = place + 2
    return [*parts, arguments[start:]]


def _packed(first: str, arguments: str, indent: str) -> list[str]:
    """Fills lines with arguments: the first line begins with ``first``, each other line with ``indent``."""
    argument, *more = _split(arguments)
    rows = [first + argument]
    for argument in more:
        if len(rows[-1]) + 1 + len(argument) > COLUMNS:
            rows.append(indent + argument)
        else:
            rows[-1] += f" {argument}"
    return rows


def _last_sign(line: str) -> int:
    """Returns the place of the last plus or minus after which a line may be broken; below 0 if there is none."""
    return max(line.rfind(sign, 0, COLUMNS + 1) for sign in (" + ", " - "))


def _broken_sum(line: str, indent: str) -> list[str]:
    """Breaks a line that is too long after a plus or minus, with ``indent`` before what follows."""
    rows: list[str] = []
    while len(line) > COLUMNS and (cut := _last_sign(line)) > 0:
        rows.append(line[: cut + 2])
        line = indent + line[cut + 3 :]
    return [*rows, line]


FEW = 5  # clang-format puts each of fewer items on a line of its own
DEVIATION = 10  # and makes no column whose items differ in length by more than this


def _widths(items: Sequence[str], count: int) -> list[tuple[int, int]]:
    """Returns the lengths of the shortest and the longest item of each of ``count`` columns."""
    lengths = [[len(item) for item in items[column::count]] for column in range(count)]
    return [(min(column), max(column)) for column in lengths]


def _columns(items: Sequence[str], room: int) -> int:
    """Returns how many columns clang-format makes: those of the fewest lines, and no more than these need."""
    if len(items) < FEW:
        return 1
    fitting = [1]
    for count in range(2, min(len(items), COLUMNS // 3) + 1):
        widths = _widths(items, count)
        even = all(longest - shortest <= DEVIATION for shortest, longest in widths[:-1])
        if even and sum(longest for _, longest in widths) + count - 1 <= room:
            fitting.append(count)
    return min(fitting, key=lambda count: (-(-len(items) // count), count))


def array(declaration: str, items: Sequence[str], indent: str = "") -> str:
    """Returns the definition of an array as clang-format lays it out: in one line if it fits, else in columns."""
    line = f"{indent}{declaration} = {{{', '.join(items)}}};\n"
    if len(line) <= COLUMNS + 1:
        return line
    inside = indent + "    "
    ended = [f"{item}," for item in items]
    count = _columns(ended, COLUMNS - len(inside))
    longest = [width for _, width in _widths(ended, count)]
    rows = [
        inside + " ".join(map(str.ljust, ended[first : first + count], longest)).rstrip()
        for first in range(0, len(ended), count)
    ]
    return "\n".join([f"{indent}{declaration} = {{", *rows, f"{indent}}};\n"])


def braces(*items: object) -> str:
    return "{" + ", ".join(map(str, items)) + "}"


def modular(stride: int) -> str:
    """Returns a stride as the library's functions take it: modulo SIZE_MAX + 1, if it is negative."""
    return literal(stride) if stride >= 0 else f"0 - (size_t){literal(-stride)}"


def scaled(variable: str, factor: int) -> str:
    return variable if factor == 1 else f"{variable} * {literal(factor)}"


def letters(perm: Perm, last: Mapping[int, int] | None = None) -> str:
    """Describes a permutation by subscripts, such as in[a][b] -> out[b][a]; axes are named in input order.

    ``last``: the last index of each axis of the output that is reversed, such as out[b][119 - a].
    """
    names = "abcdefgh"[: len(perm)]
    inside = "".join(f"[{name}]" for name in names)
    turned = last or {}
    outside = (f"[{turned[k]} - {names[axis]}]" if k in turned else f"[{names[axis]}]" for k, axis in enumerate(perm))
    return f"in{inside} -> out{''.join(outside)}"


def work_letters(work: Work) -> str:
    """The same of a work, of which axes may be reversed."""
    return letters(work.perm, {k: work.out_shape[k] - 1 for k in work.reversed_axes})


def comment(text: str) -> list[str]:
    """Wraps a text to lines that fit behind ' * ' in a C comment."""
    return wrap(text, COLUMNS - len(" * "), break_long_words=False, break_on_hyphens=False)
