# SPDX-License-Identifier: BSD-3-Clause
"""Tables of instruction encodings: fixed bits, a name, and a condition on fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import CodeType
from typing import NamedTuple


class Row(NamedTuple):
    mask: int  # has the fixed bits
    fixed: int
    name: str
    condition: CodeType

    def fits(self, word: int) -> bool:
        return word & self.mask == self.fixed


@cache
def rows(table: str, bits: int = 32) -> tuple[Row, ...]:
    """Reads lines `BITS | NAME | CONDITION`, highest bit first. A dot or a missing low bit matches both values."""
    return tuple(_row(line, bits) for line in table.strip().splitlines())


def _row(line: str, bits: int) -> Row:
    digits, name, condition = (*map(str.strip, line.split("|", 2)), "True")[:3]
    digits = digits.replace(" ", "").ljust(bits, ".")
    mask = int(digits.replace("0", "1").replace(".", "0"), 2)
    return Row(mask, int(digits.replace(".", "0"), 2), name, compile(condition, name, "eval"))


def refusal(word: int, fields: Mapping[str, int], allowed: Iterable[Row], others: Iterable[Row] = ()) -> str:
    """Returns why an instruction is refused; empty: a row allows it. others: rows of other cores; names are reasons."""
    found = [row for row in allowed if row.fits(word)]
    if any(eval(row.condition, {}, fields) for row in found):
        return ""
    other = "an unallocated or unpredictable encoding" if found else "an instruction that no table here has"
    return next((row.name for row in others if row.fits(word)), other)
