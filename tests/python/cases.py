# SPDX-License-Identifier: BSD-3-Clause
"""Permutes of numpy arrays for the C library: contiguous arrays, and views of any order, direction and step."""

from math import prod

import numpy as np
from clib import MAX_RANK, UNSIGNED, Array, CPlan, Library, aligned, described, lowest
from hypothesis import strategies as st
from permkern.kernels.permutation import WIDTHS, Perm, Shape

MOST = 3000  # elements


def filled(array: Array, value: int) -> None:
    array.view(np.uint8)[...] = value


@st.composite
def shapes(draw: st.DrawFn, rank: int) -> Shape:
    """Also long and thin, also with axes of extent 1; never too many elements."""
    extents = st.one_of(st.integers(1, 4), st.sampled_from((1, 2, 4, 5, 8, 9, 16, 33)))
    shape = [draw(extents) for _ in range(rank)]
    while prod(shape) > MOST:
        longest = shape.index(max(shape))
        shape[longest] = max(1, shape[longest] // 2)
    return tuple(shape)


@st.composite
def views(draw: st.DrawFn, shape: Shape, bits: int) -> tuple[Array, Array]:
    """A base of a view and the view: axes in any order and direction in memory, sliced, with steps, offset."""
    rank = len(shape)
    if draw(st.booleans()):
        order = tuple(draw(st.permutations(range(rank))))
        steps = [draw(st.sampled_from((1, 1, 1, 2, 3))) for _ in range(rank)]
        margins = [draw(st.sampled_from((0, 0, 0, 1, 2))) for _ in range(rank)]
        turns = tuple(slice(None, None, draw(st.sampled_from((1, 1, -1)))) for _ in range(rank))
    else:
        order, steps, margins, turns = tuple(range(rank)), [1] * rank, [0] * rank, (slice(None),) * rank
    while prod(shape) * prod(steps) * prod(1 + margin for margin in margins) > 20 * MOST:
        steps[steps.index(max(steps))] = 1
        margins[margins.index(max(margins))] = 0
    extents = [shape[axis] * steps[axis] + 2 * margins[axis] for axis in range(rank)]
    size = bits // 8
    raw = aligned(prod(extents) * size, 64, draw(st.integers(0, 8)) * size)
    base: Array = raw.view(UNSIGNED[bits])
    laid_out = base.reshape([extents[axis] for axis in order]).transpose(np.argsort(order))
    slices = (
        slice(margin, margin + (extent - 1) * step + 1, step)
        for margin, extent, step in zip(margins, shape, steps, strict=True)
    )
    return base, laid_out[tuple(slices)][turns]


class Case:
    """A permutation between two views."""

    def __init__(self, given_base: Array, given_view: Array, out_base: Array, out_view: Array, perm: Perm) -> None:
        self.given_base, self.given = given_base, given_view
        self.out_base, self.out = out_base, out_view
        self.perm = perm
        random = np.random.default_rng(given_base.size)
        given_base.view(np.uint8)[...] = np.frombuffer(random.bytes(given_base.nbytes), np.uint8)
        self.before = given_base.tobytes()
        filled(out_base, 0xA5)

    def addresses(self) -> tuple[int, int]:
        return lowest(self.given), lowest(self.out)

    def plan(self, library: Library) -> CPlan:
        return library.plan(described(self.given), self.perm, described(self.out))

    def permute(self, library: Library, *, contiguous: bool = False) -> int:
        given_layout = described(self.given, contiguous=contiguous)
        out_layout = described(self.out, contiguous=contiguous)
        return library.permute(given_layout, lowest(self.given), self.perm, out_layout, lowest(self.out))

    def check(self) -> None:
        """The output is numpy's; nothing else of either base has changed."""
        right = np.transpose(self.given, self.perm)
        assert np.array_equal(self.out, right)
        self.out[...] = np.frombuffer(b"\xa5" * self.out.itemsize, self.out.dtype)[0]
        assert (self.out_base.view(np.uint8) == 0xA5).all(), "wrote beside the output"
        assert self.given_base.tobytes() == self.before, "changed the input"


@st.composite
def cases(draw: st.DrawFn, most_rank: int = MAX_RANK) -> Case:
    perm = tuple(draw(st.permutations(range(draw(st.integers(1, most_rank))))))
    bits = draw(st.sampled_from(WIDTHS))
    shape = draw(shapes(len(perm)))
    given_base, given_view = draw(views(shape, bits))
    out_base, out_view = draw(views(tuple(shape[axis] for axis in perm), bits))
    return Case(given_base, given_view, out_base, out_view, perm)


def contiguous(shape: Shape, perm: Perm, bits: int) -> Case:
    given_base: Array = np.zeros(prod(shape), UNSIGNED[bits])
    out_base = np.zeros_like(given_base)
    return Case(given_base, given_base.reshape(shape), out_base, out_base.reshape([shape[a] for a in perm]), perm)
