# SPDX-License-Identifier: BSD-3-Clause
"""Axes with their strides on both sides."""

from dataclasses import dataclass

from .permutation import Work


@dataclass(frozen=True)
class Axis:
    """An output axis with its extent, and its strides in bytes on both sides.

    The input stride of a reversed axis is negative.
    """

    number: int
    extent: int
    in_stride: int
    out_stride: int

    @property
    def stays(self) -> bool:
        """True if both strides are equal."""
        return self.in_stride == self.out_stride

    @property
    def is_reversed(self) -> bool:
        return self.in_stride < 0

    @property
    def in_first(self) -> int:
        """Bytes from the lowest input element along the axis to the first one."""
        return max(0, -self.in_stride) * (self.extent - 1)


def axes_of(work: Work) -> tuple[Axis, ...]:
    """Returns the axes of a work in output order."""
    size = work.bits // 8
    in_strides, out_strides = work.in_steps, work.out_steps
    return tuple(
        Axis(k, work.shape[axis], in_strides[axis] * (-size if work.is_reversed(k) else size), out_strides[k] * size)
        for k, axis in enumerate(work.perm)
    )
