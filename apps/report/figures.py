# SPDX-License-Identifier: BSD-3-Clause
"""Reads measured figures of kernels from JSON (docs/report.md).

Figures are shown for a kernel only if its name, shape, permutation, width and profile are those that were measured.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from math import prod
from pathlib import Path
from typing import Any

from permkern.kernels.manifest import MAX_BYTES, SetError
from permkern.kernels.permutation import MAX_RANK, PACKED, WIDTHS, Perm, Shape, is_permutation

FIGURES_FORMAT = 1
_WRITTEN = "figures, as docs/report.md describes them"


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
    profile: str
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


def number(path: Path, table: dict[str, Any], key: str, what: str) -> int | None:
    value = table.get(key)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise SetError(f"{path}: {what}: {key} must be a whole number of 0 or more")
    return value


def axes(path: Path, table: Any, key: str, what: str) -> tuple[int, ...]:
    value = get(path, table, key, list, what)
    if not 1 <= len(value) <= MAX_RANK or not all(isinstance(each, int) and 0 <= each <= MAX_BYTES for each in value):
        raise SetError(f"{path}: {what}: {key} must be a list of 1 to {MAX_RANK} whole numbers")
    return tuple(value)


def _subject(path: Path, table: Any, name: str | None, what: str) -> tuple[Subject, Shape | None]:
    perm = axes(path, table, "perm", what)
    bits = get(path, table, "bits", int, what)
    shape = axes(path, table, "shape", what) if table.get("shape") is not None else None
    if not is_permutation(perm) or bits not in (*PACKED, *WIDTHS) or (shape is not None and len(shape) != len(perm)):
        raise SetError(f"{path}: {what}: shape, perm and bits do not describe a permute")
    return Subject(name, shape if name is not None else None, perm, bits, table.get("one_buffer") is True), shape


def own_figures(path: Path, document: dict[str, Any]) -> Iterable[Target]:
    """Yields the targets of a document of format FIGURES_FORMAT. path: what messages name it by."""
    profile = get(path, document, "profile", str, "figures")
    for entry in get(path, document, "targets", list, "figures"):
        name = get(path, entry, "name", str, "a target")
        figures: dict[Subject, Figure] = {}
        for row in get(path, entry, "kernels", list, f"target {name}"):
            what = f"target {name}, a kernel"
            kernel = get(path, row, "name", str, what) if row and row.get("name") is not None else None
            subject, shape = _subject(path, row, kernel, what)
            figures[subject] = Figure(shape, **{key: number(path, row, key, what) for key in _NUMBERS})
        flash = number(path, entry, "flash", f"target {name}")
        after, how = tuple(entry.get("flash_after", ())), get(path, entry, "how", str, f"target {name}")
        yield Target(name, how, profile, figures, flash, after)


def read_figures(path: Path) -> tuple[Target, ...]:
    document = load_json(path, _WRITTEN)
    if document.get("permkern_figures") == FIGURES_FORMAT:
        return tuple(own_figures(path, document))
    if "permkern_figures" in document:
        raise SetError(f"{path}: figures of another format; this version of permkern reads format {FIGURES_FORMAT}")
    raise SetError(f"{path}: no figures; give {_WRITTEN}")


def merged(targets: Iterable[Target]) -> tuple[Target, ...]:
    """Merges targets with the same name, way of measuring and profile; later figures replace earlier ones."""
    found: dict[tuple[str, str, str], Target] = {}
    for target in targets:
        key = target.name, target.how, target.profile
        before = found.get(key, target)
        flash = before.flash if target.flash is None else target.flash
        found[key] = replace(target, figures={**before.figures, **target.figures}, flash=flash)
    names = [name for name, _, _ in found]
    return tuple(
        target if names.count(target.name) == 1 else replace(target, name=f"{target.name}, {target.how}")
        for target in found.values()
    )
