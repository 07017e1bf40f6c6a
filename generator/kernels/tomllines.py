# SPDX-License-Identifier: BSD-3-Clause
"""Finds the lines of keys in a TOML text, because tomlreader keeps no positions.

Supports permutation sets: top-level keys, and keys of the nth [[table]] of a name. The text must be valid TOML.
"""

import re
from dataclasses import dataclass

_HEADER = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]\]?")
_KEY = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)\s*[=.]""")
# Text without structure: strings of all four kinds, and comments.
_TOKENS = re.compile(
    r'"""(?:[^\\]|\\.)*?"""' r"|'''.*?'''" r'|"(?!"")(?:[^"\\\n]|\\.)*"' r"|'(?!'')[^'\n]*'" r"|\#[^\n]*", re.DOTALL
)


def _blanked(text: str) -> str:
    """Returns the text with strings and comments replaced by underscores."""
    return _TOKENS.sub(lambda match: re.sub(r"[^\n]", "_", match.group()), text)


def unclosed_string(text: str) -> tuple[int, str] | None:
    """Returns the first line of an unclosed string, and its missing quote."""
    if (found := re.search("[\"']", _blanked(text))) is None:
        return None
    at, quote = found.start(), found[0]
    return text.count("\n", 0, at) + 1, 3 * quote if text.startswith(3 * quote, at) else quote


def _unquoted(key: str) -> str:
    return key[1:-1] if key[:1] in "\"'" else key


@dataclass(frozen=True)
class Lines:
    """Lines by table name (None: top level), table number, and key (None: header)."""

    at: dict[tuple[str | None, int, str | None], int]

    @staticmethod
    def of(text: str) -> "Lines":
        blank = _blanked(text)
        at: dict[tuple[str | None, int, str | None], int] = {}
        table: str | None = None
        number = 0
        seen: dict[str, int] = {}
        depth = 0  # open brackets at the start of a line
        for line, (raw, plain) in enumerate(zip(text.split("\n"), blank.split("\n"), strict=True), 1):
            header = _HEADER.match(plain) if depth == 0 else None
            key = _KEY.match(raw) if depth == 0 and header is None and _KEY.match(plain) else None
            if header is not None:
                table = _unquoted(raw[header.start(1) : header.end(1)])
                number = seen.get(table, 0)
                seen[table] = number + 1
                at[table, number, None] = line
                first, *rest = (part.strip() for part in table.split("."))
                if rest:  # a nested table is a key of the enclosing table
                    at.setdefault((first, max(seen.get(first, 0) - 1, 0), rest[0]), line)
                    at.setdefault((first, 0, None), line)
            elif key is not None:
                at.setdefault((table, number, _unquoted(key.group(1))), line)
            depth += sum(plain.count(c) for c in "[{") - sum(plain.count(c) for c in "]}")
        return Lines(at)

    def find(self, table: str | None, number: int, key: str | None) -> int | None:
        """Returns the line of a key, else of its table, else of the array of tables, else None."""
        holder = key if table is None else table
        places = ((table, number, key), (table, number, None), (holder, 0, None), (None, 0, holder))
        return next((self.at[place] for place in places if place in self.at), None)
