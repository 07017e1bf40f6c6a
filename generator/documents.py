# SPDX-License-Identifier: BSD-3-Clause
"""What several JSON documents of the command line have in common."""

from typing import TypedDict

from .permutation import Perm, Shape, Work


class WorkJson(TypedDict):
    """A work: the shape of its input, its permutation, the output's axes that are reversed, the bits of an element."""

    shape: Shape
    perm: Perm
    flip: tuple[int, ...]
    bits: int


def work_json(work: Work) -> WorkJson:
    return {"shape": work.shape, "perm": work.perm, "flip": work.reversed_axes, "bits": work.bits}
