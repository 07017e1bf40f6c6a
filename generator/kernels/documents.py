# SPDX-License-Identifier: BSD-3-Clause
"""What several texts and JSON documents of the command line have in common."""

from typing import Any

from .permutation import Work

Json = dict[str, Any]


def work_json(work: Work) -> Json:
    """Returns the shape of the input, the permutation, the output's reversed axes, and an element's bits."""
    return {"shape": work.shape, "perm": work.perm, "flip": work.reversed_axes, "bits": work.bits}


def plural(count: int, what: str, many: str = "") -> str:
    """Returns a number with its noun. many: the noun's plural, where an s does not make it."""
    return f"{count:,} {what if count == 1 else many or what + 's'}"
