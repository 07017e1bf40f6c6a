# SPDX-License-Identifier: BSD-3-Clause
"""Measured kernel figures."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from math import prod
from pathlib import Path
from typing import Any

from permkern.kernels.manifest import SetError
from permkern.kernels.permutation import Perm, Shape


@dataclass(frozen=True)
class Subject:
    """
    Identifies a measured kernel. A kernel for any shape has only a width and a folded permutation.
    variant: the kernel that could replace it (a name in actions.py); empty: the set's own.
    """

    name: str | None
    shape: Shape | None
    perm: Perm
    bits: int
    variant: str = ""


@dataclass(frozen=True)
class Figure:
    """One kernel's figures on one target. Members that were not measured are None.

    Instructions and cycles are for one call. Cycles are estimated without wait states, or with the line fills.
    """

    shape: Shape | None = None  # the measured shape
    flash: int | None = None  # bytes of the kernel's own function, without callees
    stack: int | None = None  # bytes
    instructions: int | None = None
    cycles: int | None = None
    naive: int | None = None  # instructions of a naive loop, counted in the same run
    naive_cycles: int | None = None
    constant: int | None = None  # instructions of a naive loop with constant bounds
    constant_cycles: int | None = None
    unaligned: int | None = None  # most instructions if buffers are not word-aligned
    unaligned_cycles: int | None = None
    fills: int | None = None  # line fills
    fills_times: float | None = None  # divided by the least that any order needs
    backs_times: float | None = None  # write-backs divided by the least
    naive_fills_times: float | None = None

    def cost(self, unit: str, what: str = "kernel") -> int | None:
        """Returns a call's cost in `unit`. what: "kernel", or naive, constant or unaligned (see Figure)."""
        key = unit if what == "kernel" else what if unit == "instructions" else f"{what}_{unit}"
        value: int | None = getattr(self, key)
        return value

    def times(self, unit: str) -> float | None:
        """Returns the naive loop's cost / the kernel's cost; None if either is unknown."""
        ours, naive = self.cost(unit), self.cost(unit, "naive")
        return naive / ours if naive is not None and ours else None

    def per_element(self, value: int | None) -> float | None:
        elements = 0 if self.shape is None else prod(self.shape)
        return None if value is None or not elements else value / elements


_NUMBERS = tuple(each.name for each in fields(Figure) if each.name != "shape")


@dataclass(frozen=True)
class Target:
    """A core that ran the kernels: its name for headings, the method of measurement, and the figures.

    flash: bytes of all kernels in the set and of the functions that they call, each counted once.
    flash_after: bytes with each variant of the kernels (see actions.py).
    memory: the memory whose line fills the cycles include; empty: none.
    """

    name: str
    how: str
    figures: Mapping[Subject, Figure]
    flash: int | None = None
    flash_after: Mapping[str, int] = field(default_factory=dict)
    memory: str = ""


# ---- reading ----


def load_json(path: Path, what: str) -> dict[str, Any]:
    """Reads a JSON object from a file. SetError gives the reason in one line if that fails."""
    try:
        value = json.loads(path.read_bytes())
    except OSError as error:
        raise SetError(f"{path}: cannot be read ({error.strerror}); give {what}") from None
    except (ValueError, RecursionError) as error:
        raise SetError(f"{path}: not JSON ({' '.join(str(error).split())}); give {what}") from None
    if not isinstance(value, dict):
        raise SetError(f"{path}: not a JSON object; give {what}")
    return value


def get(path: Path, table: Any, key: str, kind: type, what: str) -> Any:
    """Returns a required member of a JSON object, which must be of type ``kind``."""
    value = table.get(key) if isinstance(table, dict) else None
    if not isinstance(value, kind):
        raise SetError(f"{path}: no valid {key!r} in {what}; the file is damaged, write it again")
    return value


def target_of(measured: Mapping[str, Any]) -> Target:
    """Converts the results of certify/measure.py for one core."""
    figures = {}
    for row in measured["kernels"]:
        shape = tuple(row["shape"])
        of = shape if row["name"] is not None else None
        subject = Subject(row["name"], of, tuple(row["perm"]), row["bits"], row.get("variant", ""))
        figures[subject] = Figure(shape, **{key: row.get(key) for key in _NUMBERS})
    return Target(
        measured["name"], measured["how"], figures, measured["flash"], measured["flash_after"], measured["memory"]
    )
