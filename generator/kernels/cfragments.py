# SPDX-License-Identifier: BSD-3-Clause
"""Formats C fragments as clang-format would."""

import re
from collections.abc import Mapping, Sequence
from math import prod
from textwrap import wrap
from typing import Any

from .moves import Loop
from .permutation import Perm, Work

COLUMNS = 120


def literal(value: int) -> str:
    """Returns a C constant for a nonnegative value, with suffix U if int cannot hold it."""
    return str(value) if value < 2**31 else f"{value}U"


def word(value: int) -> str:
    """Returns a C constant for a 32-bit word."""
    return f"0x{value:08x}U"


def fit(line: str) -> str:
    """Breaks a call, declaration or table row that is too long, as clang-format does.

    Lines break after commas outside nested brackets, and align with the opening bracket. If an argument is too long for
    this, the first break comes right after the bracket. If this is not enough either, lines break after a plus or
    minus. Without a bracket, the line breaks after the equals sign if both lines fit, else after a plus or minus.
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
    """Breaks a function head as clang-format does: the type gets its own line if the head needs more than two lines."""
    together = fit(f"{result} {function}")
    aligned = not together.split("\n", 1)[0].endswith("(")
    return together if aligned and together.count("\n") <= 2 else f"{result}\n{fit(function)}"


def inside(text: str, levels: int = 1) -> str:
    """Indents a text, except directives."""
    lines = text.splitlines(keepends=True)
    return "".join(line if line.startswith(("#", "\n")) else "    " * levels + line for line in lines)


def _split(arguments: str) -> list[str]:
    """Splits the text after an opening bracket at each comma outside nested brackets."""
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
    """Returns the index of the last plus or minus that allows a line break; negative if there is none."""
    return max(line.rfind(sign, 0, COLUMNS + 1) for sign in (" + ", " - "))


def _broken_sum(line: str, indent: str) -> list[str]:
    """Breaks a long line after plus or minus signs. ``indent`` precedes each new line."""
    rows: list[str] = []
    while len(line) > COLUMNS and (cut := _last_sign(line)) > 0:
        rows.append(line[: cut + 2])
        line = indent + line[cut + 3 :]
    return [*rows, line]


FEW = 5  # fewer items get one line each from clang-format
DEVIATION = 10  # largest difference of item lengths in a clang-format column


def _widths(items: Sequence[str], count: int) -> list[tuple[int, int]]:
    """Returns the shortest and the longest item length in each of ``count`` columns."""
    lengths = [[len(item) for item in items[column::count]] for column in range(count)]
    return [(min(column), max(column)) for column in lengths]


def _columns(items: Sequence[str], room: int) -> int:
    """Returns clang-format's column count: the fewest columns that give the fewest lines."""
    if len(items) < FEW:
        return 1
    fitting = [1]
    for count in range(2, min(len(items), COLUMNS // 3) + 1):
        widths = _widths(items, count)
        even = all(longest - shortest <= DEVIATION for shortest, longest in widths[:-1])
        if even and sum(longest for _, longest in widths) + count - 1 <= room:
            fitting.append(count)
    return min(fitting, key=lambda count: (-(-len(items) // count), count))


def rows(records: Sequence[Any], *names: str) -> list[str]:
    """Returns a braced list of numbers for each record: its fields with these names, or all items of a tuple."""
    return [braces(*map(modular, [getattr(record, name) for name in names] if names else record)) for record in records]


def array(items: Sequence[object], declaration: str, indent: str = "") -> str:
    """Returns an array definition in clang-format's layout: one line if it fits, else columns."""
    line = f"{indent}{declaration} = {{{', '.join(map(str, items))}}};\n"
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
    """Returns a stride as a library argument: negative strides modulo SIZE_MAX + 1."""
    return literal(stride) if stride >= 0 else f"0 - (size_t){literal(-stride)}"


def signed(stride: int) -> str:
    """Returns a stride as ptrdiff_t."""
    return str(stride) if abs(stride) < 2**31 else f"(ptrdiff_t){modular(stride)}"


def address(pointer: str, first: int, loops: Sequence[Loop] = (), side: str = "in_stride") -> str:
    """Returns a pointer at ``first`` bytes plus the offsets of loops. side: the name of their stride.

    ``pointer`` is the lowest element. Terms are ordered so that no partial sum leaves the array, because a pointer
    outside the array is undefined behaviour.
    """
    steps = [(getattr(loop, side), loop) for loop in loops if loop.extent > 1 and getattr(loop, side)]
    largest = max((abs(stride) for stride, _ in steps), default=1)
    count, rest = divmod(abs(first), largest)
    text = _product(count, largest) if rest == 0 and count < largest else literal(abs(first))
    text = f" {'-' if first < 0 else '+'} {text}" if first else ""
    for stride, loop in sorted(steps, key=lambda step: step[0] > 0):
        text += f" {'-' if stride < 0 else '+'} {scaled(loop.name, abs(stride))}"
    return pointer + text if pointer else text.removeprefix(" + ") or "0"


def element(pointer: str) -> str:
    """Returns the element at an address()."""
    base, plus, index = pointer.partition(" + ")
    return f"{base}[{index}]" if plus and " " not in base else f"*({pointer})" if " " in pointer else f"*{pointer}"


def _product(count: int, stride: int) -> str:
    plain = 1 in (count, stride) or count * stride >= 2**31
    return literal(count * stride) if plain else f"{count} * {stride}"


def indexed(numbers: Sequence[int], add: int = 0) -> str:
    """Returns numbers[k] + add as a C sum: digits of k, each times a constant."""
    first, unit, terms = numbers[0] + add, 1, []
    while len(numbers) > 1:
        step = numbers[1] - numbers[0]
        count = next((k for k, number in enumerate(numbers) if number != numbers[0] + k * step), len(numbers))
        digit = "k" if unit == 1 else f"k / {unit}"
        digit += f" % {count}" if count < len(numbers) else ""
        digit = f"{count - 1} - {digit}" if step < 0 else digit
        first += min(step, 0) * (count - 1)
        if step:
            terms.append(digit if abs(step) == 1 else f"{abs(step)} * {digit if digit == 'k' else f'({digit})'}")
        numbers, unit = numbers[::count], unit * count
    return " + ".join((*terms, *([str(first)] if first or not terms else ())))


def scaled(variable: str, factor: int) -> str:
    return variable if factor == 1 else f"{variable} * {literal(factor)}"


def letters(perm: Perm, last: Mapping[int, int] | None = None, *, ordered: bool = False) -> str:
    """Describes a permutation by subscripts: in[a][b] -> out[b][a]. Axes are named in input order.

    ``last``: the last index of each reversed output axis, for example out[b][119 - a]. ``ordered``: in[a][order[b]].
    """
    names = "abcdefgh"[: len(perm)]
    inside = "".join(f"[{name}]" for name in names)
    inside = inside.replace(f"[{names[-1]}]", f"[order[{names[-1]}]]") if ordered else inside
    turned = last or {}
    outside = (f"[{turned[k]} - {names[axis]}]" if k in turned else f"[{names[axis]}]" for k, axis in enumerate(perm))
    return f"in{inside} -> out{''.join(outside)}"


def lettered(text: str, work: Work, folded: Work) -> str:
    """Names the loops i0, i1, ... over a folded work's output axes by the letters of the axes that each one joins."""
    axes = [("abcdefgh"[axis], work.shape[axis]) for axis in work.perm if work.shape[axis] > 1]
    names = []
    for extent in folded.out_shape:
        joined = axes[:1]
        while prod(size for _, size in joined) < extent and len(joined) < len(axes):
            joined = axes[: len(joined) + 1]
        axes = axes[len(joined) :]
        names.append("".join(sorted(name for name, _ in joined)))
    return re.sub(r"\bi(\d)\b", lambda found: names[int(found[1])] or found[0], text)


def work_letters(work: Work) -> str:
    """Describes a work, which may have reversed axes and an order, by subscripts."""
    return letters(work.perm, {k: work.out_shape[k] - 1 for k in work.reversed_axes}, ordered=bool(work.order))


def comment(text: str) -> list[str]:
    """Wraps a text to lines that fit after ' * ' in a C comment."""
    return wrap(text, COLUMNS - len(" * "), break_long_words=False, break_on_hyphens=False)
