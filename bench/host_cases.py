# SPDX-License-Identifier: BSD-3-Clause
"""The cases of `tools/bench host`: bench/cases.toml, and the shapes over which cost is shown to grow."""

from dataclasses import dataclass
from math import prod
from pathlib import Path

import tomlreader

MAX_RANK = 6  # of the naive loops in bench/host/shim.c
WIDTHS = (8, 16, 32, 64)
ALL, MODELS, CALLS = PARTS = ("all", "models", "calls")  # bench/cases.toml says what they are
GROUP_KEYS = {"name", "part", "cases"}
CASE_KEYS = {"name", "shape", "perm"}


class CaseError(Exception):
    """A case file does not say what a case file has to say; the message says where."""


@dataclass(frozen=True)
class Case:
    """One permute: axis k of the output is axis perm[k] of the input."""

    name: str
    group: str
    shape: tuple[int, ...]
    perm: tuple[int, ...]
    part: str = ALL

    @property
    def elements(self) -> int:
        return prod(self.shape)

    def bytes(self, bits: int) -> int:
        return self.elements * bits // 8

    @property
    def label(self) -> str:
        return f"{'x'.join(map(str, self.shape))} ({','.join(map(str, self.perm))})"


def _extents(value: object, least: int) -> tuple[int, ...] | None:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_RANK:
        return None
    whole = all(isinstance(entry, int) and not isinstance(entry, bool) and entry >= least for entry in value)
    return tuple(value) if whole else None


def _case(entry: object, group: str, part: str) -> Case:
    if not isinstance(entry, dict) or set(entry) != CASE_KEYS or not isinstance(entry["name"], str):
        raise CaseError(f"group {group}: a case has a name, a shape and a perm, and nothing else: {entry!r}")
    name = entry["name"]
    shape, perm = _extents(entry["shape"], 1), _extents(entry["perm"], 0)
    if shape is None:
        raise CaseError(f"{name}: shape is a list of 1 to {MAX_RANK} extents, each 1 or more: {entry['shape']!r}")
    if perm is None or sorted(perm) != list(range(len(shape))):
        raise CaseError(f"{name}: perm is not a permutation of {len(shape)} axes: {entry['perm']!r}")
    return Case(name, group, shape, perm, part)


def parse(text: str) -> tuple[Case, ...]:
    """The cases of a file, in its order. Names are unique."""
    try:
        document = tomlreader.loads(text)
    except tomlreader.TOMLDecodeError as error:
        raise CaseError(str(error)) from error
    groups = document.pop("group", None)
    if document or not isinstance(groups, list):
        raise CaseError("a case file has [[group]] tables, and nothing else")
    cases: list[Case] = []
    for group in groups:
        name, part, entries = group.get("name"), group.get("part", ALL), group.get("cases")
        if set(group) - GROUP_KEYS or not isinstance(name, str):
            raise CaseError(f"a group has a name, cases, and a part where it is not all: {sorted(group)}")
        if part not in PARTS:
            raise CaseError(f"group {name}: part is one of {', '.join(PARTS)}: {part!r}")
        if not isinstance(entries, list) or not entries:
            raise CaseError(f"group {name}: no cases")
        cases += [_case(entry, name, part) for entry in entries]
    names = [case.name for case in cases]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise CaseError(f"named twice: {', '.join(sorted(twice))}")
    return tuple(cases)


def load(path: Path) -> tuple[Case, ...]:
    return parse(path.read_text(encoding="utf-8"))


# ---- two threads ----


def threads_cases(bits: int) -> tuple[Case, ...]:
    """Large permutes of each kind, of 8 to 12 MiB whatever the width: the first axis shrinks as elements widen."""
    by = 64 // bits
    shapes = (
        ("matrix", (1100 * by, 1000), (1, 0)),
        ("channels to the front", (by, 224, 224, 24), (0, 3, 1, 2)),
        ("runs of 64 elements", (1, 1536 * by, 12, 64), (0, 2, 1, 3)),
        ("axes reversed", (34 * by, 32, 33, 32), (3, 2, 1, 0)),
        ("three channels to planes", (200 * by, 1920, 3), (2, 0, 1)),
        ("planes to three channels", (3, 200 * by, 1920), (1, 2, 0)),
    )
    return tuple(Case(name, "threads", shape, perm) for name, shape, perm in shapes)


# ---- how cost grows ----


def _square(elements: int) -> tuple[int, int]:
    """Two powers of two, the first at most twice the second."""
    low = (elements.bit_length() - 1) // 2
    return elements >> low, 1 << low


def growth_cases(elements: int) -> tuple[Case, ...]:
    """Four permutes of a power of two of elements, 64 or more."""
    rows, columns = _square(elements)
    height, width = _square(elements // 16)
    heads, rest = 4, elements // 64
    outer, inner = _square(rest)
    shapes = (
        ("transpose", (rows, columns), (1, 0)),
        ("16 channels to the front", (height, width, 16), (2, 0, 1)),
        ("runs of 16 elements", (1, rest, heads, 16), (0, 2, 1, 3)),
        ("axes reversed", (4, outer, inner, 16), (3, 2, 1, 0)),
    )
    return tuple(Case(name, "growth", shape, perm) for name, shape, perm in shapes)
