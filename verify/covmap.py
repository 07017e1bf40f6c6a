# SPDX-License-Identifier: BSD-3-Clause
"""What llvm-cov says of a build, as items that are covered or not: lines, branches, conditions of decisions."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

EXPANSION = 1  # the kind of a region that a macro stands for, as llvm-cov numbers kinds

Span = tuple[int, int, int, int]  # from a line and column to a line and column
Naming = Callable[[str], str]  # what items call a file; empty: its items do not count


@dataclass(frozen=True, order=True)
class Item:
    """kind: line, branch or condition. detail: the side of a branch, the number of a condition in its decision."""

    file: str
    line: int
    column: int
    kind: str
    detail: str = ""

    def __str__(self) -> str:
        column = f":{self.column}" if self.column else ""
        return f"{self.file}:{self.line}{column}: {self.kind}{' ' + self.detail if self.detail else ''}"


Covered = Mapping[Item, bool]


def merge(parts: Iterable[tuple[Item, bool]]) -> dict[Item, bool]:
    """Joins what builds covered, and instances of a function in one build: an item is covered if it is so in any."""
    merged: dict[Item, bool] = {}
    for item, covered in parts:
        merged[item] = covered or merged.get(item, False)
    return merged


def lines(lcov: str, name: Naming) -> Iterator[tuple[Item, bool]]:
    """Yields the lines in the output of `llvm-cov export -format=lcov`."""
    file = ""
    for line in lcov.splitlines():
        key, _, value = line.partition(":")
        if key == "SF":
            file = name(value)
        elif key == "DA" and file:
            number, count = value.split(",")[:2]
            yield Item(file, int(number), 0, "line"), count != "0"


def own_file(record: Mapping[str, Any]) -> tuple[int, dict[int, tuple[int, Span]]]:
    """
    The number of the file that a function is in, and where its macros stand: what a macro expands to has a file number
    of its own.
    """
    places = {region[6]: (region[5], tuple(region[:4])) for region in record["regions"] if region[7] == EXPANSION}
    return next(number for number in range(len(record["filenames"])) if number not in places), places


def branches(document: str, name: Naming) -> Iterator[tuple[Item, bool]]:
    """Yields the branches in the output of `llvm-cov export -format=text`, which leaves out those that are constant."""
    for record in (record for part in json.loads(document)["data"] for record in part["functions"]):
        number, places = own_file(record)
        file = name(record["filenames"][number])
        for branch in record["branches"] if file else ():
            at, place = branch[6], tuple(branch[:4])
            while at in places:
                at, place = places[at]
            for side, count in (("true", branch[4]), ("false", branch[5])):
                yield Item(file, place[0], place[1], "branch", side), count != 0


SHOWN = re.compile(r"^(/.*):$|Decision Region \((\d+):(\d+)\)|\bC(\d+)-Pair: (.*)$", re.MULTILINE)


def conditions(shown: str, name: Naming) -> Iterator[tuple[Item, bool]]:
    """Yields the conditions in the output of `llvm-cov show --show-mcdc`, without those that are constant."""
    file, line, column = "", 0, 0
    for found in SHOWN.finditer(shown):
        if found[1]:
            file = name(found[1])
        elif found[2]:
            line, column = int(found[2]), int(found[3])
        elif file and found[5] != "constant folded":
            yield Item(file, line, column, "condition", found[4]), found[5].startswith("covered")
