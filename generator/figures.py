# SPDX-License-Identifier: BSD-3-Clause
"""Measured figures of kernels, read from JSON: what tools/report and `tools/bench firmware` write (docs/report.md).

A figure belongs to a kernel of the very name, shape, permutation, width and profile that was measured, or to none.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from math import prod
from pathlib import Path
from typing import Any

from .manifest import MAX_BYTES, SetError
from .permutation import MAX_RANK, WIDTHS, Perm, Shape, is_permutation

FIGURES_FORMAT = 1
_NUMBERS = ("flash", "alone", "stack", "instructions", "naive", "passed", "failed")


@dataclass(frozen=True)
class Subject:
    """What was measured. A kernel for any shape has no name and no shape here: its width and form say which it is."""

    name: str | None
    shape: Shape | None
    perm: Perm
    bits: int


@dataclass(frozen=True)
class Figure:
    """Of one kernel on one target; None: not measured. Instructions are of a whole call, on ``shape``.

    flash: bytes of the kernel's function, and of the routine that it shares. alone: of a program that holds the kernel
    and all that it calls.
    """

    shape: Shape | None = None
    flash: int | None = None
    alone: int | None = None
    stack: int | None = None
    instructions: int | None = None
    naive: int | None = None
    passed: int | None = None
    failed: int | None = None

    @property
    def elements(self) -> int | None:
        return None if self.shape is None else prod(self.shape)

    def per_element(self, instructions: int | None) -> float | None:
        elements = self.elements
        return None if instructions is None or not elements else instructions / elements

    def updated(self, later: "Figure") -> "Figure":
        """With what a later measurement says, too."""
        known = {field.name: value for field in fields(later) if (value := getattr(later, field.name)) is not None}
        return replace(self, **known)


@dataclass(frozen=True)
class Target:
    """One emulated core: a name for columns, and how it was measured."""

    name: str
    how: str
    profile: str
    figures: Mapping[Subject, Figure]


# ---- reading ----


def load_json(path: Path, what: str) -> dict[str, Any]:
    """An object from a file; SetError says in one line why not."""
    try:
        value = json.loads(path.read_bytes())
    except OSError as error:
        raise SetError(f"{path}: cannot be read ({error.strerror}), {what} would be right") from None
    except (ValueError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else " ".join(str(error).split())
        raise SetError(f"{path}: no JSON ({why}), {what} would be right") from None
    if not isinstance(value, dict):
        raise SetError(f"{path}: JSON, but no object, {what} would be right")
    return value


def get(path: Path, table: Any, key: str, kind: type, what: str) -> Any:
    """A member of an object that has to be there, of one type."""
    value = table.get(key) if isinstance(table, dict) else None
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise SetError(f"{path}: {what} without a good {key!r}")
    return value


def number(path: Path, table: dict[str, Any], key: str, what: str) -> int | None:
    value = table.get(key)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise SetError(f"{path}: {what}: {key} is no whole number of 0 or more")
    return value


def axes(path: Path, table: Any, key: str, what: str) -> tuple[int, ...]:
    value = get(path, table, key, list, what)
    if not 1 <= len(value) <= MAX_RANK or not all(isinstance(each, int) and 0 <= each <= MAX_BYTES for each in value):
        raise SetError(f"{path}: {what}: {key} is no list of 1 to {MAX_RANK} whole numbers")
    return tuple(value)


def _subject(path: Path, table: Any, name: str | None, what: str) -> tuple[Subject, Shape | None]:
    perm = axes(path, table, "perm", what)
    bits = get(path, table, "bits", int, what)
    shape = axes(path, table, "shape", what) if table.get("shape") is not None else None
    if not is_permutation(perm) or bits not in WIDTHS or (shape is not None and len(shape) != len(perm)):
        raise SetError(f"{path}: {what}: shape, perm and bits are no permute")
    return Subject(name, shape if name is not None else None, perm, bits), shape


def _own(path: Path, document: dict[str, Any]) -> Iterable[Target]:
    profile = get(path, document, "profile", str, "figures")
    for entry in get(path, document, "targets", list, "figures"):
        name = get(path, entry, "name", str, "a target")
        figures: dict[Subject, Figure] = {}
        for row in get(path, entry, "kernels", list, f"target {name}"):
            what = f"target {name}, a kernel"
            kernel = get(path, row, "name", str, what) if row and row.get("name") is not None else None
            subject, shape = _subject(path, row, kernel, what)
            figures[subject] = Figure(shape, *(number(path, row, key, what) for key in _NUMBERS))
        yield Target(name, get(path, entry, "how", str, f"target {name}"), profile, figures)


def _bench(path: Path, document: dict[str, Any]) -> Iterable[Target]:
    """firmware.json of `tools/bench firmware`: the pinned kernels of its cases."""
    if "cases" not in document or "targets" not in document:
        raise SetError(f"{path}: firmware.json of an older tools/bench, that of this version would be right")
    cases = get(path, document, "cases", dict, "firmware.json")
    about = get(path, document, "targets", dict, "firmware.json")
    for key, counted in get(path, document, "instructions", dict, "firmware.json").items():
        target = get(path, about, key, dict, "firmware.json's targets")
        figures: dict[Subject, Figure] = {}
        for case in counted:
            columns = get(path, counted, case, dict, key)
            subject, shape = _subject(path, get(path, cases, case, dict, "firmware.json's cases"), case, case)
            counts = {name: number(path, columns, name, case) for name in ("pinned", "naive")}
            figures[subject] = Figure(shape, instructions=counts["pinned"], naive=counts["naive"])
        how, profile = (get(path, target, name, str, key) for name in ("how", "profile"))
        yield Target(get(path, target, "name", str, key), how, profile, figures)


def read_figures(path: Path) -> tuple[Target, ...]:
    document = load_json(path, "what tools/report or `tools/bench firmware` wrote")
    if document.get("permkern_figures") == FIGURES_FORMAT:
        return tuple(_own(path, document))
    if "permkern_figures" in document:
        raise SetError(f"{path}: figures of another format, {FIGURES_FORMAT} would be right")
    if "instructions" in document:
        return tuple(_bench(path, document))
    raise SetError(f"{path}: no figures, what tools/report or `tools/bench firmware` wrote would be right")


def merged(targets: Iterable[Target]) -> tuple[Target, ...]:
    """One for each name and way of measuring; later figures replace earlier ones. Names are made distinct."""
    found: dict[tuple[str, str, str], dict[Subject, Figure]] = {}
    for target in targets:
        known = found.setdefault((target.name, target.how, target.profile), {})
        for subject, figure in target.figures.items():
            known[subject] = known.get(subject, Figure()).updated(figure)
    names = [name for name, _, _ in found]
    return tuple(
        Target(name if names.count(name) == 1 else f"{name}, {how}", how, profile, figures)
        for (name, how, profile), figures in found.items()
    )
