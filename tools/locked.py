# SPDX-License-Identifier: BSD-3-Clause
"""
Prints the entries of tools/requirements.lock that a list of requirements needs, all that these need included, with
their hashes: what `pip install --require-hashes` takes. Runs before anything is installed.
"""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

LOCK = Path(__file__).with_name("requirements.lock")
ENTRY = re.compile(r"^(?P<name>[\w.-]+)==.*\n(?:    --hash=.*\n)+(?P<via>(?:    #.*\n)+)", re.MULTILINE)


@dataclass(frozen=True)
class Entry:
    """A version of a package. via: names of packages, and `-r LIST` for lists, that ask for it."""

    text: str
    via: frozenset[str]


def read(text: str) -> Mapping[str, tuple[Entry, ...]]:
    """Returns the entries of each package: one for each stretch of Python's versions."""
    entries: dict[str, tuple[Entry, ...]] = {}
    for found in ENTRY.finditer(text):
        via = re.sub(r"^    #(?:   via)? *", "", found["via"].replace("# via ", "#   "), flags=re.MULTILINE)
        entry = Entry(found[0], frozenset(filter(None, via.splitlines())))
        entries[found["name"]] = (*entries.get(found["name"], ()), entry)
    return entries


def needed(entries: Mapping[str, tuple[Entry, ...]], wanted: str) -> list[Entry]:
    """Returns the entries that a list asks for, by itself or through others."""
    asking = {f"-r {wanted}"}
    while True:
        more = {name for name, of in entries.items() if any(entry.via & asking for entry in of)} - asking
        if not more:
            return [entry for name in sorted(asking & entries.keys()) for entry in entries[name]]
        asking |= more


def main() -> int:
    found = needed(read(LOCK.read_text(encoding="utf-8")), sys.argv[1])
    print("".join(entry.text for entry in found), end="")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
