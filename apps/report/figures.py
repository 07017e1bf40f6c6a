# SPDX-License-Identifier: BSD-3-Clause
"""Measured figures of kernels."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import prod
from pathlib import Path
from typing import Any

from permkern.kernels.manifest import SetError
from permkern.kernels.permutation import Perm, Shape


@dataclass(frozen=True)
class Subject:
    """
    Identifies a kernel that was measured. One for any shape is known by its width and folded permutation alone.
    one_buffer: the kernel in place that could stand for one of two buffers.
    """

    name: str | None
    shape: Shape | None
    perm: Perm
    bits: int
    one_buffer: bool = False


@dataclass(frozen=True)
class Figure:
    """The figures of one kernel on one target; a member is None if it was not measured."""

    shape: Shape | None = None  # the shape on which instructions were counted
    flash: int | None = None  # bytes of the kernel's function, without what it calls
    stack: int | None = None  # bytes
    instructions: int | None = None  # of one call
    cycles: int | None = None  # of one call, estimated without wait states
    naive: int | None = None  # instructions of a naive loop, counted in the same run
    naive_cycles: int | None = None
    constant: int | None = None  # the same of a naive loop whose bounds are constants
    constant_cycles: int | None = None
    unaligned: int | None = None  # the most that a call takes if buffers are not word-aligned
    unaligned_cycles: int | None = None
    aligned: int | None = None  # of the kernel with align = 4
    aligned_cycles: int | None = None
    aligned_flash: int | None = None

    def cost(self, unit: str, what: str = "kernel") -> int | None:
        """Returns instructions or cycles of a call: of the kernel, of a loop, or as Figure has it of buffers."""
        key = unit if what == "kernel" else what if unit == "instructions" else f"{what}_{unit}"
        value: int | None = getattr(self, key)
        return value

    def times(self, unit: str) -> float | None:
        """Returns how many times as much the naive loop takes; None if one of the two is not known."""
        ours, naive = self.cost(unit), self.cost(unit, "naive")
        return naive / ours if naive is not None and ours else None

    def per_element(self, value: int | None) -> float | None:
        elements = 0 if self.shape is None else prod(self.shape)
        return None if value is None or not elements else value / elements


_NUMBERS = tuple(each.name for each in fields(Figure) if each.name != "shape")


@dataclass(frozen=True)
class Target:
    """A core that kernels ran on: its name for headings, how it was measured, and the figures.

    flash: bytes of all kernels of the set with all that they call, each once.
    flash_after: of the kernels that are left after the actions of a report, and after its optional one.
    """

    name: str
    how: str
    figures: Mapping[Subject, Figure]
    flash: int | None = None
    flash_after: tuple[int, ...] = ()


# ---- reading ----


def load_json(path: Path, what: str) -> dict[str, Any]:
    """Reads a JSON object from a file. SetError says in one line why that is not possible."""
    try:
        value = json.loads(path.read_bytes())
    except OSError as error:
        raise SetError(f"{path}: cannot be read ({error.strerror}); give {what}") from None
    except json.JSONDecodeError as error:
        raise SetError(f"{path}:{error.lineno}: not JSON ({error.msg}); give {what}") from None
    except (ValueError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else " ".join(str(error).split())
        raise SetError(f"{path}: not JSON ({why}); give {what}") from None
    if not isinstance(value, dict):
        raise SetError(f"{path}: not a JSON object; give {what}")
    return value


def get(path: Path, table: Any, key: str, kind: type, what: str) -> Any:
    """Returns a required member of a JSON object, which must be of type ``kind``."""
    value = table.get(key) if isinstance(table, dict) else None
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise SetError(f"{path}: no valid {key!r} in {what}; the file is damaged, write it again")
    return value


def target_of(measured: Mapping[str, Any]) -> Target:
    """Returns what certify/measure.py measured on a core."""
    figures = {}
    for row in measured["kernels"]:
        shape = tuple(row["shape"])
        of = shape if row["name"] is not None else None
        subject = Subject(row["name"], of, tuple(row["perm"]), row["bits"], row.get("one_buffer", False))
        figures[subject] = Figure(shape, **{key: row.get(key) for key in _NUMBERS})
    return Target(measured["name"], measured["how"], figures, measured["flash"], tuple(measured["flash_after"]))
