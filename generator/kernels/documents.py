# SPDX-License-Identifier: BSD-3-Clause
"""Helpers for command line texts and JSON documents, and generated files' names."""

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
APIS = ("pinned", "core", "mli", "core,mli")  # parts of the library in an amalgamation


def work_json(work: Work) -> Json:
    """Returns input shape, permutation, reversed output axes and element bits; strides, offsets, order if there are."""
    gaps: Json = {"in_strides": work.in_steps, "out_strides": work.out_steps} if work.has_gaps else {}
    others = {"in_offset": work.in_offset, "out_offset": work.out_offset, "order": work.order}
    gaps |= {key: value for key, value in others.items() if value}
    return {"shape": work.shape, "perm": work.perm, "flip": work.reversed_axes, "bits": work.bits, **gaps}


def plural(count: int, what: str, many: str = "") -> str:
    """Returns a number with its noun. many: an irregular plural."""
    return f"{count:,} {what if count == 1 else many or what + 's'}"


def in_columns(rows: Sequence[Sequence[str]], *, to_right: bool = False) -> list[str]:
    """Returns rows as lines with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    align = str.rjust if to_right else str.ljust
    return ["  ".join(map(align, row, widths)).rstrip() for row in rows]
