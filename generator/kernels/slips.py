# SPDX-License-Identifier: BSD-3-Clause
"""Suggests fixes for mistakes in arguments and sets: a similar file name, a list without brackets, a missing quote."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from .tomllines import unclosed_string

# ---- files ----


def near_file(path: Path, suffixes: Sequence[str]) -> str:
    """Returns the file that a wrong path probably means; empty if there is none.

    Looks for similar names in the path's folder, and for the exact name in the current folder and its subfolders.
    """
    try:
        beside = sorted(path.parent.iterdir()) if path.parent.is_dir() else []
        around = sorted(Path().iterdir())
        around += [each for folder in around[:200] if folder.is_dir() for each in sorted(folder.glob(path.name))]
    except (OSError, ValueError):
        return ""
    found = {each.name.lower(): str(each) for each in beside if each.suffix in suffixes}
    wanted = path.name.lower()
    for name in (wanted, *(f"{wanted}{suffix}" for suffix in suffixes)):
        if name in found:
            return found[name]
    same = next((str(each) for each in around if each.name == path.name and each.is_file()), "")
    if same:
        return same
    close = get_close_matches(wanted, found, 1, 0.75) or get_close_matches(f"{wanted}{suffixes[0]}", found, 1, 0.75)
    return found[close[0]] if close else ""


# ---- number lists ----


def numbers_hint(text: str, *, axes: int = 0) -> str:
    """Returns a hint, which begins with a semicolon, for an argument that is not a list of numbers; empty if there
    is none.

    axes: the number of axes, if the numbers name axes; else 0.
    """
    bare = re.sub(r"""^[\s"']*[\[({]|[\])}][\s"']*$|\b(?:shape|perm)\s*=""", "", text.strip()).strip(" ,;")
    parts = re.split(r"\s*[,;]\s*|\s+", bare)
    if not all(re.fullmatch(r"[-+]?\d{1,40}", part, re.ASCII) for part in parts):
        return ""
    values = [int(part) for part in parts]
    if min(values) >= 0:
        return f"; write {','.join(map(str, values))}"
    if not axes:
        return "; an extent is 1 or more, so write the number that the negative one stands for"
    counted = ",".join(str(value % axes) for value in values)
    return f"; axes count from 0, and negative ones do not count from the end: write {counted}"


# ---- TOML ----


# Patterns for invalid TOML lines, with their remedies.
_LINES = (
    (r"\s*//", "a comment begins with #"),
    (r"\s*\{", "a set is no JSON: write key = value in lines, and [[pinned]] above each kernel's"),
    (r"\s*\[\[[^\]]*\]\s*$|\s*\[[^\[\]]*\]\]\s*$", "a table's head has two brackets on each side: [[pinned]]"),
    (r"\s*[\w-]+\s*:", "write = between a key and its value"),
    (r"\s*[\w-]+\s*=\s*$", "the value is missing"),
    (r"\s*[\w-]+\s*=.*[\])\"'\w]\s*,\s*(#.*)?$", "remove the comma at the end of the line"),
    (r"\s*[\w-]+\s*=\s*\(", "a list is in square brackets: [96, 96, 3]"),
    (r"\s*[\w-]+\s*=\s*(True|False)\b", "true and false are written in lower case"),
    (r"\s*[\w-]+\s*=\s*0\d", "a number begins with no 0"),
    (r"\s*[\w-]+\s*=.*\b(None|null)\b", "there is no None; leave the key out, or write the number"),
    (r"\s*[\w-]+\s*=\s*[A-Za-z_][\w-]*\s*(#.*)?$", 'a text is in quotes: "speed"'),
    (r"\s*[\w-]+\s*=\s*\d+\s*[A-Za-z]+", "a number has no unit after it"),
    (r"\s*[\w-]+\s*$", "write = and a value after the key"),
)


def toml_slip(text: str, line: int, what: str) -> tuple[int, str]:
    """Returns the line and description of a TOML error, from the reader's line and message.

    The reader's message names the unexpected character, not the missing one.
    """
    opened = unclosed_string(text)
    if opened is not None and opened[0] <= line:
        return opened[0], f"a string begins here and is not closed; add {opened[1]} at its end"
    if "overwrite" in what.lower() or "twice" in what.lower():
        return line, f"{what}: this name is defined already; remove one of the two"
    lines = text.split("\n")
    found = lines[line - 1] if line <= len(lines) else ""
    hint = next((hint for pattern, hint in _LINES if re.match(pattern, found)), "")
    if "array" in what.lower() and not hint:
        begins = max((k for k, each in enumerate(lines[:line], 1) if re.search(r"=\s*\[[^\]]*$", each)), default=0)
        hint = f"the list that begins in line {begins} is not closed; add ] at its end" if begins else ""
    return line, f"{what}; {hint}" if hint else what
