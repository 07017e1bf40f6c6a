# SPDX-License-Identifier: BSD-3-Clause
"""Reads the cases of `tools/bench host`: bench/cases.toml, and shapes that grow."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from math import prod
from pathlib import Path
from typing import Any

from generator.kernels import tomlreader

CASES = Path(__file__).resolve().parent / "cases.toml"
WIDTHS = (8, 16, 32, 64)
PARTS = ("all", "models", "calls")  # bench/cases.toml says what they are


@dataclass(frozen=True)
class Case:
    """A permute: axis k of the output is axis perm[k] of the input."""

    group: str
    shape: tuple[int, ...]
    perm: tuple[int, ...]
    part: str = "all"

    @property
    def elements(self) -> int:
        return prod(self.shape)

    @property
    def name(self) -> str:
        return f"{self.group} {'x'.join(map(str, self.shape))} ({','.join(map(str, self.perm))})"


def _of_group(group: Mapping[str, Any]) -> Iterator[Case]:
    name, part = group["name"], group.get("part", "all")
    if part not in PARTS:
        raise ValueError(f"group {name}: part is one of {', '.join(PARTS)}")
    for case in group.get("cases", ()):
        extents, _, axes = case.partition(" ")
        yield Case(name, tuple(map(int, extents.split("x"))), tuple(map(int, axes)), part)
    shape = tuple(group.get("every", ()))
    for perm in permutations(range(len(shape))):
        if list(perm) != sorted(perm):
            yield Case(name, shape, perm, part)


def load() -> tuple[Case, ...]:
    document = tomlreader.loads(CASES.read_text(encoding="utf-8"))
    return tuple(case for group in document["group"] for case in _of_group(group))


def _square(elements: int) -> tuple[int, int]:
    """Returns two powers of two, the first at most twice the second."""
    low = (elements.bit_length() - 1) // 2
    return elements >> low, 1 << low


def growing(elements: int) -> tuple[Case, ...]:
    """Returns four permutes of a power of two of elements, 64 or more."""
    rows, columns = _square(elements)
    height, width = _square(elements // 16)
    outer, inner = _square(elements // 64)
    shapes = (
        ("transpose", (rows, columns), (1, 0)),
        ("16 channels to the front", (height, width, 16), (2, 0, 1)),
        ("runs of 16 elements", (1, elements // 64, 4, 16), (0, 2, 1, 3)),
        ("axes reversed", (4, outer, inner, 16), (3, 2, 1, 0)),
    )
    return tuple(Case(name, shape, perm) for name, shape, perm in shapes)
