# SPDX-License-Identifier: BSD-3-Clause
"""
Seeds bugs into copies of C files, for twins that a check must refuse: a wrong value stored by the body that moves
elements, a wrong end of a loop. Rules are textual, and may find nothing to change: `seeded` says so.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

EVERY = 99  # levels of calls
FUNCTION = re.compile(r"^[A-Za-z][^;{}#]*?\b(\w+)\([^;{}]*\)\n\{\n(.*?)^\}\n", re.MULTILINE | re.DOTALL)
STORE = re.compile(r"permkern_store(8|16|32|64)\((.*)\);$")
DOWN = re.compile(r"(for \([^;]*; \w+) != 0;")
ROUNDS = re.compile(r"(for \(; \w+) > ")
UP = re.compile(r"(for \([^;]*; \w+) < ")
STEP = re.compile(r"(\+\+walk->index\[k\]) < ")
LAST = re.compile(r"(\} while \(--\w+) != 0\)")
WRONG_ENDS = ((DOWN, r"\1 > 1;"), (ROUNDS, r"\1 / 2 > "), (UP, r"\1 <= "), (STEP, r"\1 <= "), (LAST, r"\1 > 1)"))


@dataclass(frozen=True)
class Function:
    file: Path
    start: int  # of its body in the file
    body: str

    def calls(self) -> list[str]:
        """Names of what it calls, or gives to another function that calls it."""
        return re.findall(r"\b(permkern_\w+|\w+(?=\())", self.body)


def functions(files: Iterable[Path]) -> Mapping[str, tuple[Function, ...]]:
    """Returns functions by name. One with a body under #if and another under #else has several entries."""
    found: dict[str, tuple[Function, ...]] = {}
    for file in files:
        for match in FUNCTION.finditer(file.read_text(encoding="utf-8")):
            found[match[1]] = (*found.get(match[1], ()), Function(file, match.start(2), match[2]))
    return found


def _value_wrong(line: str) -> str:
    """Returns the line with another value to store; unchanged if it is no store."""
    line = re.sub(r"^(\s*\*out\+\+ = )(.*);$", r"\1(uint8_t)(\2 ^ 1U);", line)
    found = STORE.search(line)
    if not found:
        return line
    depth, comma = 0, 0
    for at, char in enumerate(found[2]):
        depth += {"(": 1, ")": -1}.get(char, 0)
        if char == "," and depth == 0:
            comma = at
            break
    place, value = found[2][:comma], found[2][comma + 2 :]
    return f"{line[: found.start()]}permkern_store{found[1]}({place}, (uint{found[1]}_t)(({value}) ^ 1U));"


def _in_segments(body: str, change: Callable[[list[str]], list[str]]) -> str:
    """Changes each stretch between lines of the preprocessor, so that whichever is compiled is changed."""
    parts = re.split(r"(?m)(^#.*\n)", body)
    return "".join(part if part.startswith("#") else "".join(change(part.splitlines(keepends=True))) for part in parts)


def _joined(lines: list[str]) -> list[str]:
    """Joins statements that the formatter broke into one line."""
    joined: list[str] = []
    for line in lines:
        if joined and "permkern_store" in joined[-1] and not joined[-1].rstrip().endswith(";"):
            joined[-1] = joined[-1].rstrip() + " " + line.lstrip()
        else:
            joined.append(line)
    return joined


def last_store(lines: list[str]) -> list[str]:
    """Makes the last store of a stretch store another value."""
    lines = _joined(lines)
    for at in range(len(lines) - 1, -1, -1):
        changed = _value_wrong(lines[at].rstrip("\n"))
        if changed != lines[at].rstrip("\n"):
            return [*lines[:at], changed + "\n", *lines[at + 1 :]]
    return lines


def every_store(lines: list[str]) -> list[str]:
    return [_value_wrong(line.rstrip("\n")) + "\n" for line in _joined(lines)]


def first_loop(lines: list[str]) -> list[str]:
    """Makes the first loop of a stretch end one round too early or, where it counts up, too late."""
    for at, line in enumerate(lines):
        for rule, by in WRONG_ENDS:
            changed = rule.sub(by, line, count=1)
            if changed != line:
                return [*lines[:at], changed, *lines[at + 1 :]]
    return lines


Rule = Callable[[list[str]], list[str]]


def seeded(
    known: Mapping[str, tuple[Function, ...]], starts: Iterable[str], rule: Rule, folder: Path, levels: int
) -> bool:
    """
    Breadth first, from each of some functions to those that it calls: changes the first that the rule changes, and what
    this one calls, to so many levels, in copies of their files in a folder. False: some function has nothing to change.
    """
    names: dict[str, None] = {}
    for start in starts:
        first = next((name for name in reached(known, start, EVERY) if changes(known[name], rule)), None)
        if first is None:
            return False
        names |= dict.fromkeys(reached(known, first, levels))
    _write(known, names, rule, folder)
    return True


def changes(variants: Iterable[Function], rule: Rule) -> bool:
    return any(_in_segments(function.body, rule) != function.body for function in variants)


def reached(known: Mapping[str, tuple[Function, ...]], start: str, levels: int) -> list[str]:
    found = [start]
    last = found
    for _ in range(levels):
        called = dict.fromkeys(call for name in last for function in known.get(name, ()) for call in function.calls())
        last = [call for call in called if call in known and call not in found]
        found = [*found, *last]
    return [name for name in found if name in known]


def _write(known: Mapping[str, tuple[Function, ...]], names: Iterable[str], rule: Rule, folder: Path) -> None:
    changes: dict[Path, list[Function]] = {}
    for name in names:
        for function in known[name]:
            if _in_segments(function.body, rule) != function.body:
                changes.setdefault(function.file, []).append(function)
    folder.mkdir(parents=True, exist_ok=True)
    for file, changed in changes.items():
        text = file.read_text(encoding="utf-8")
        for function in sorted(changed, key=lambda function: -function.start):
            end = function.start + len(function.body)
            text = text[: function.start] + _in_segments(function.body, rule) + text[end:]
        place = folder / file.parent.name if file.parent.name == "plane" else folder  # as it is included
        place.mkdir(exist_ok=True)
        (place / file.name).write_text(text, encoding="utf-8")
