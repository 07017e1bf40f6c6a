# SPDX-License-Identifier: BSD-3-Clause
"""Reads llvm-cov's output: the functions, lines, branches and MC/DC conditions that a build reached."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EXPANSION, SKIPPED = 1, 2  # llvm-cov's region kinds: macro expansion, code that is not compiled

Span = tuple[int, int, int, int]  # first line and column, last line and column
Naming = Callable[[str], str]  # returns a file's name in items; empty: not measured


@dataclass(frozen=True, order=True)
class Item:
    """kind: function, line, branch or condition. detail: the branch side, or the condition's number in its decision."""

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
    """Merges items. An item is covered if any build, or any copy of its function, covers it."""
    merged: dict[Item, bool] = {}
    for item, covered in parts:
        merged[item] = covered or merged.get(item, False)
    return merged


def own_file(record: Mapping[str, Any]) -> tuple[int, dict[int, tuple[int, Span]]]:
    """Returns the number of a function's file, and each macro expansion's file and span by file number."""
    places = {region[6]: (region[5], tuple(region[:4])) for region in record["regions"] if region[7] == EXPANSION}
    return next(number for number in range(len(record["filenames"])) if number not in places), places


def branches(record: Mapping[str, Any], file: str) -> Iterator[tuple[Item, bool]]:
    _, places = own_file(record)
    for branch in record["branches"]:
        at, place = branch[6], tuple(branch[:4])
        while at in places:
            at, place = places[at]
        for side, count in (("true", branch[4]), ("false", branch[5])):
            yield Item(file, place[0], place[1], "branch", side), count != 0


def functions(records: Sequence[Mapping[str, Any]], lcov: str, name: Naming) -> Iterator[tuple[Item, bool]]:
    """
    Yields functions, lines and branches, from `llvm-cov export` as text and as lcov. Lines of uncalled inline functions
    are left out, because compilers emit no code for them. Preprocessor lines and the lines next to skipped regions are
    left out if their count is 0, because llvm-cov repeats the previous line's count there.
    """
    kept: set[tuple[str, int]] = set()
    emitted: set[tuple[str, int]] = set()
    conditional: set[tuple[str, int]] = set()
    spans: dict[tuple[str, int], int] = {}
    for record in records:
        number, _ = own_file(record)
        file = name(record["filenames"][number])
        if not file:
            continue
        first, last = record["regions"][0][0], record["regions"][0][2]
        spans[file, first] = last
        yield Item(file, first, 0, "function"), record["count"] != 0
        if record["count"] != 0 or len(record["regions"]) > 1:
            emitted.add((file, first))
            for region in record["regions"]:
                if region[7] == SKIPPED:
                    conditional |= {(file, line) for line in range(region[0], region[2] + 2)}
            yield from branches(record, file)
    for file, first in emitted:
        kept |= {(file, line) for line in range(first, spans[file, first] + 1)}
    file = ""
    for text in lcov.splitlines():
        key, _, value = text.partition(":")
        if key == "SF":
            file = name(value)
            source = Path(value).read_text(encoding="utf-8").splitlines() if file else []
            conditional |= {(file, at) for at, own in enumerate(source, 1) if own.startswith("#")}
        elif key == "DA" and file:
            line, count = value.split(",")[:2]
            if (file, int(line)) in kept and (count != "0" or (file, int(line)) not in conditional):
                yield Item(file, int(line), 0, "line"), count != "0"


SHOWN = re.compile(r"^(/.*):$|Decision Region \((\d+):(\d+)\)|\bC(\d+)-Pair: (.*)$", re.MULTILINE)


def conditions(shown: str, name: Naming) -> Iterator[tuple[Item, bool]]:
    """Yields the conditions in the output of `llvm-cov show --show-mcdc`, without constant conditions."""
    file, line, column = "", 0, 0
    for found in SHOWN.finditer(shown):
        if found[1]:
            file = name(found[1])
        elif found[2]:
            line, column = int(found[2]), int(found[3])
        elif file and found[5] != "constant folded":
            yield Item(file, line, column, "condition", found[4]), found[5].startswith("covered")


def items(document: str, lcov: str, shown: str, name: Naming) -> dict[Item, bool]:
    records = [record for part in json.loads(document)["data"] for record in part["functions"]]
    return merge([*functions(records, lcov, name), *conditions(shown, name)])
