# SPDX-License-Identifier: BSD-3-Clause
"""Folds permutes of arrays whose strides are given, as src/core/request.c and src/core/fold.c do when they run.

A layout is said as in permkern.h: strides in elements, of either sign, by axis of the array; none: contiguous.
"""

from dataclasses import dataclass, replace
from math import prod

from .permutation import WIDTHS, Perm, Shape, Work
from .places import Axis

Strides = tuple[int, ...]


class LayoutError(ValueError):
    """Strides that permkern refuses. The message says why."""


@dataclass(frozen=True)
class Folded:
    """What is left of a permute: its axes in output order, and the bits of an element.

    Axes have strides as kernels get them, but that of two directions the input's is the one that is negative. Elements
    that share bytes count as one byte each.
    """

    axes: tuple[Axis, ...]
    bits: int

    @property
    def perm(self) -> Perm:
        order = sorted(self.axes, key=lambda axis: -abs(axis.in_stride))
        return tuple(order.index(axis) for axis in self.axes)

    @property
    def work(self) -> Work:
        """The contiguous work of the same extents, permutation and reversed axes."""
        order = sorted(self.axes, key=lambda axis: -abs(axis.in_stride))
        flips = tuple(axis.in_stride < 0 for axis in self.axes)
        return Work(tuple(axis.extent for axis in order), self.perm, self.bits, flips)

    @property
    def is_contiguous(self) -> bool:
        """Whether neither side has gaps between its elements."""
        size = self.bits // 8 or 1
        elements = prod(axis.extent for axis in self.axes)
        ends = (
            size + sum((axis.extent - 1) * abs(stride) for axis, stride in side)
            for side in (
                [(axis, axis.in_stride) for axis in self.axes],
                [(axis, axis.out_stride) for axis in self.axes],
            )
        )
        return all(end == elements * size for end in ends)

    @property
    def has_neighbours(self) -> bool:
        """Whether elements are neighbours along the innermost axis of the input, and along that of the output.

        Where that is the same axis, they must be in the same order.
        """
        size = self.bits // 8
        inner = min(self.axes, key=lambda axis: abs(axis.in_stride))
        turned = inner is self.axes[-1] and inner.in_stride < 0
        return abs(inner.in_stride) == size == self.axes[-1].out_stride and not turned


def _check(shape: Shape, given: Strides, what: str) -> None:
    """Raises LayoutError if two coordinates could be the same element, as permkern_span does."""
    reach = 1
    for stride, axis in sorted((abs(stride), axis) for axis, stride in enumerate(given) if shape[axis] != 1):
        if stride == 0:
            raise LayoutError(f"{what} stride 0 of axis {axis}; only an axis of extent 1 may have it")
        if stride < reach:
            raise LayoutError(
                f"{what} strides {','.join(map(str, given))} let elements of axis {axis} share places; "
                "sorted by length, each must be at least the one before it times the extent before it"
            )
        reach = stride * shape[axis]


def _fused(axes: list[Axis]) -> list[Axis]:
    found: list[Axis] = []
    for axis in axes:
        outer = found[-1] if found else None
        if outer and (outer.in_stride, outer.out_stride) == (
            axis.extent * axis.in_stride,
            axis.extent * axis.out_stride,
        ):
            found[-1] = replace(axis, extent=outer.extent * axis.extent)
        else:
            found.append(axis)
    return found


def _widened(axes: list[Axis], bits: int) -> Folded:
    run = axes[-1].extent * bits
    neighbours = axes[-1].in_stride == axes[-1].out_stride == (bits // 8 or 1)
    if len(axes) > 1 and neighbours and run != bits and run in WIDTHS:
        return Folded(tuple(axes[:-1]), run)
    return Folded(tuple(axes), bits)


def fold_layout(work: Work, in_strides: Strides | None, out_strides: Strides | None) -> Folded:
    """Folds a permute between two layouts. What the work reverses is reversed on top of the directions of strides."""
    size = work.bits // 8 or 1
    given = in_strides or work.in_steps
    wanted = out_strides or work.out_steps
    _check(work.shape, given, "input")
    _check(work.out_shape, wanted, "output")
    axes = []
    for k, axis in enumerate(work.perm):
        if work.shape[axis] != 1:
            back = ((given[axis] < 0) != (wanted[k] < 0)) != work.is_reversed(k)
            length = abs(given[axis]) * size
            axes.append(Axis(k, work.shape[axis], -length if back else length, abs(wanted[k]) * size))
    axes = _fused(sorted(axes, key=lambda axis: -axis.out_stride)) or [Axis(0, 1, size, size)]
    folded = _widened(axes, work.bits)
    return Folded(tuple(replace(axis, number=number) for number, axis in enumerate(folded.axes)), folded.bits)
