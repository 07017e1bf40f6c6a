# SPDX-License-Identifier: BSD-3-Clause
"""
Seeds bugs into copies of C files, for twins that a check must refuse: a wrong value stored by the body that moves
elements, a wrong end of a loop. Rules are textual; one that finds nothing to change is an error.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from steps import StepFailed

FUNCTION = re.compile(r"^[A-Za-z][^;{}#]*?\b(\w+)\([^;{}]*\)\n\{\n(.*?)^\}\n", re.MULTILINE | re.DOTALL)
STORE = re.compile(r"permkern_store(8|16|32|64)\((.*)\);$")
DOWN = re.compile(r"(for \([^;]*; \w+) != 0;")
UP = re.compile(r"(for \([^;]*; \w+) < ")
STEP = re.compile(r"(\+\+walk->index\[k\]) < ")


@dataclass(frozen=True)
class Function:
    file: Path
    start: int  # of its body in the file
    body: str

    def calls(self) -> list[str]:
        return re.findall(r"\b(\w+)\(", self.body)


def functions(files: Iterable[Path]) -> Mapping[str, tuple[Function, ...]]:
    """By name; those with one body under #if and another under #else have several."""
    found: dict[str, tuple[Function, ...]] = {}
    for file in files:
        for match in FUNCTION.finditer(file.read_text(encoding="utf-8")):
            found[match[1]] = (*found.get(match[1], ()), Function(file, match.start(2), match[2]))
    return found


def _value_wrong(line: str) -> str:
    """The line with a store of another value, if it is a store."""
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
    """Changes the stretches between preprocessor lines, one by one: whichever is compiled is changed."""
    parts = re.split(r"(?m)(^#.*\n)", body)
    return "".join(part if part.startswith("#") else "".join(change(part.splitlines(keepends=True))) for part in parts)


def _joined(lines: list[str]) -> list[str]:
    """Statements that the formatter broke, on one line again."""
    joined: list[str] = []
    for line in lines:
        if joined and "permkern_store" in joined[-1] and not joined[-1].rstrip().endswith(";"):
            joined[-1] = joined[-1].rstrip() + " " + line.lstrip()
        else:
            joined.append(line)
    return joined


def last_store(lines: list[str]) -> list[str]:
    """The last store of a stretch stores another value."""
    lines = _joined(lines)
    for at in range(len(lines) - 1, -1, -1):
        changed = _value_wrong(lines[at].rstrip("\n"))
        if changed != lines[at].rstrip("\n"):
            return [*lines[:at], changed + "\n", *lines[at + 1 :]]
    return lines


def every_store(lines: list[str]) -> list[str]:
    return [_value_wrong(line.rstrip("\n")) + "\n" for line in _joined(lines)]


def first_loop(lines: list[str]) -> list[str]:
    """The first loop of a stretch ends one round too early, or, where it counts up, too late."""
    for at, line in enumerate(lines):
        for rule, by in ((DOWN, r"\1 > 1;"), (UP, r"\1 <= "), (STEP, r"\1 <= ")):
            changed = rule.sub(by, line, count=1)
            if changed != line:
                return [*lines[:at], changed, *lines[at + 1 :]]
    return lines


Rule = Callable[[list[str]], list[str]]


def seeded(
    known: Mapping[str, tuple[Function, ...]], names: Iterable[str], rule: Rule, folder: Path
) -> tuple[str, ...] | None:
    """
    Breadth first, from these functions to those that they call: changes the first that the rule changes, and what that
    one calls, in copies of their files in a folder. The changed functions' names; None: there is nothing to change.
    """
    waiting, seen = list(names), set[str]()
    while waiting:
        name = waiting.pop(0)
        if name in seen or name not in known:
            continue
        seen.add(name)
        if any(_in_segments(function.body, rule) != function.body for function in known[name]):
            called = [call for function in known[name] for call in function.calls() if call in known]
            return _write(known, dict.fromkeys([name, *called]), rule, folder)
        waiting += [call for function in known[name] for call in function.calls()]
    return None


def _write(
    known: Mapping[str, tuple[Function, ...]], names: Iterable[str], rule: Rule, folder: Path
) -> tuple[str, ...]:
    changes: dict[Path, list[Function]] = {}
    written = []
    for name in names:
        for function in known[name]:
            if _in_segments(function.body, rule) != function.body:
                changes.setdefault(function.file, []).append(function)
                written.append(name)
    folder.mkdir(parents=True, exist_ok=True)
    for file, changed in changes.items():
        text = file.read_text(encoding="utf-8")
        for function in sorted(changed, key=lambda function: -function.start):
            end = function.start + len(function.body)
            text = text[: function.start] + _in_segments(function.body, rule) + text[end:]
        (folder / file.name).write_text(text, encoding="utf-8")
    return tuple(dict.fromkeys(written))


def must_seed(
    known: Mapping[str, tuple[Function, ...]], names: Iterable[str], rule: Rule, folder: Path
) -> tuple[str, ...]:
    changed = seeded(known, names, rule, folder)
    if changed is None:
        raise StepFailed(f"no place to seed a bug ({rule.__name__}) from {', '.join(names)}")
    return changed
