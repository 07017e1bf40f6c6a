# SPDX-License-Identifier: BSD-3-Clause
"""Reads the values of a TOML table. Each error is one line that begins with the position."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from .permutation import MAX_RANK, Perm, is_permutation


class SetError(ValueError):
    """A mistake in an input file or argument. The message is one line that begins with file and line.

    code: the exit code of the command line.
    """

    code = 2


class IncompleteError(SetError):
    """A required input is missing, for example --dim."""

    code = 3


@dataclass(frozen=True)
class Table:
    """A TOML table: its values, and a function that returns a key's position for messages."""

    values: dict[str, Any]
    where: Callable[[str | None], str]

    def fail(self, key: str | None, message: str) -> SetError:
        return SetError(f"{self.where(key)}: {message}")

    def check_keys(self, known: tuple[str, ...], what: str) -> None:
        for key in self.values:
            if key not in known:
                near = get_close_matches(key, known, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"known keys: {', '.join(known)}"
                raise self.fail(key, f"unknown key {show(key)} in {what}; {hint}")

    def require(self, key: str, example: str) -> Any:
        if key not in self.values:
            raise self.fail(None, f"{key} is missing; add it, for example: {example}")
        return self.values[key]


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value).lower() if isinstance(value, bool) else repr(value) if isinstance(value, str) else str(value)


def show(value: Any) -> str:
    """Formats a value for messages: one line of limited length."""
    try:
        text = _toml(value)
    except (ValueError, RecursionError):  # thousands of digits or nested levels
        return "a value too large to show"
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."


def is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _hint(key: str, value: Any) -> str:
    """Returns the remedy for a value that should be a list of whole numbers; empty if there is none."""
    if isinstance(value, str):
        found = re.findall(r"-?\d+", value)
        if found and not re.sub(r"-?\d+|[\s,x\[\](){}]", "", value):
            return f": {key} = [{', '.join(found)}], without quotes"
    if key == "perms" and is_int(value):
        return ", with brackets around each permutation"
    if isinstance(value, list) and any(isinstance(each, float) for each in value):
        return ", without a decimal point"
    return ""


def int_list(table: Table, key: str, value: Any, example: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not value or not all(map(is_int, value)):
        raise table.fail(
            key, f"{key} is {show(value)}; it must be a list of whole numbers, for example {example}{_hint(key, value)}"
        )
    return tuple(value)


def axes_hint(perm: Perm) -> str:
    """Returns the remedy for axes that are counted from the end or from 1; empty for other axes."""
    rank = len(perm)
    counted = {-1: tuple(axis % rank for axis in perm), 1: tuple(axis - 1 for axis in perm)}[-1 if min(perm) < 0 else 1]
    near = min(perm) >= -rank and max(perm) <= rank and is_permutation(counted)
    return f"; axes are counted from 0: {list(counted)}" if near else ""


def check_perm(table: Table, key: str, perm: Perm) -> None:
    if len(perm) > MAX_RANK:
        raise table.fail(key, f"permutation of {len(perm)} axes; at most {MAX_RANK} are supported")
    if not is_permutation(perm):
        right = f"hold each of 0 to {len(perm) - 1} once" if len(perm) > 1 else "be [0]"
        raise table.fail(key, f"{show(list(perm))} is not a permutation; it must {right}{axes_hint(perm)}")


def optional_int(table: Table, key: str, default: int, right: str, allowed: Callable[[int], bool]) -> int:
    value = table.values.get(key, default)
    if not is_int(value) or not allowed(value):
        raise table.fail(key, f"{key} is {show(value)}; it must be {right}")
    return int(value)
