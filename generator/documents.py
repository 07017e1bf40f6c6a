# SPDX-License-Identifier: BSD-3-Clause
"""What several JSON documents of the command line have in common."""

from typing import TypedDict

from .permutation import Perm, Shape, Work


class WorkJson(TypedDict):
    """A work: the shape of its input, its permutation, and the bits of an element."""

    shape: Shape
    perm: Perm
    bits: int


def work_json(work: Work) -> WorkJson:
    return {"shape": work.shape, "perm": work.perm, "bits": work.bits}
