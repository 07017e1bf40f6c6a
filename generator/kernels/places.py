# SPDX-License-Identifier: BSD-3-Clause
"""Axes with their strides on both sides, and the plane of a transpose."""

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


@dataclass(frozen=True)
class Plane:
    """The two axes that a transpose moves: rows are contiguous in the input, columns in the output.

    Strides are in bytes, between input rows and between output columns. If rows are read from the last to the first, or
    columns written so, their stride is negative. Elements inside rows and columns are always in forward order.
    """

    bits: int
    rows: int
    cols: int
    row_stride: int
    col_stride: int

    @property
    def size(self) -> int:
        return self.bits // 8

    @property
    def in_first(self) -> int:
        """Bytes from the plane's lowest input element to row 0, column 0."""
        return max(0, -self.row_stride) * (self.rows - 1)

    @property
    def out_first(self) -> int:
        """Bytes from the plane's lowest output element to row 0, column 0."""
        return max(0, -self.col_stride) * (self.cols - 1)


def axes_of(work: Work) -> tuple[Axis, ...]:
    """Returns the axes of a work in output order."""
    size = work.bits // 8
    in_strides, out_strides = work.in_steps, work.out_steps
    return tuple(
        Axis(k, work.shape[axis], in_strides[axis] * (-size if work.is_reversed(k) else size), out_strides[k] * size)
        for k, axis in enumerate(work.perm)
    )


def plane_of(axes: tuple[Axis, ...], bits: int) -> Plane:
    """Returns the plane of a folded work whose innermost axis moves. Axes are in output order."""
    row, col = axes[-1], min(axes, key=lambda axis: abs(axis.in_stride))
    return Plane(bits, row.extent, col.extent, row.in_stride, -col.out_stride if col.in_stride < 0 else col.out_stride)
