# SPDX-License-Identifier: BSD-3-Clause
"""What several texts and JSON documents of the command line have in common, and the names of generated files."""

from collections.abc import Sequence
from typing import Any

from .permutation import WIDTHS, Work

Json = dict[str, Any]

HEADER = "permkern_kernels.h"
PINNED_HEADER = "permkern_pinned.hpp"
TABLE = "permkern_table.c"
PLAN = "permkern_plan.inc"


def kernels_file(bits: int) -> str:
    return f"permkern_x{bits}.c"


OUTPUTS = (HEADER, PINNED_HEADER, TABLE, *map(kernels_file, WIDTHS), PLAN)
APIS = ("pinned", "core", "mli")  # how much of the library an amalgamation has


def work_json(work: Work) -> Json:
    """
    Returns the shape of the input, the permutation, the output's reversed axes, an element's bits, and with gaps the
    strides.
    """
    gaps = {"in_strides": work.in_steps, "out_strides": work.out_steps} if work.has_gaps else {}
    return {"shape": work.shape, "perm": work.perm, "flip": work.reversed_axes, "bits": work.bits, **gaps}


def plural(count: int, what: str, many: str = "") -> str:
    """Returns a number with its noun. many: the noun's plural, where an s does not make it."""
    return f"{count:,} {what if count == 1 else many or what + 's'}"


def in_columns(rows: Sequence[Sequence[str]], *, to_right: bool = False) -> list[str]:
    """Returns rows of texts as lines, their cells below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    align = str.rjust if to_right else str.ljust
    return ["  ".join(map(align, row, widths)).rstrip() for row in rows]
