# SPDX-License-Identifier: BSD-3-Clause
"""Axes with their strides on both sides, and the plane of a transpose."""

from dataclasses import dataclass

from .permutation import Work, strides


@dataclass(frozen=True)
class Axis:
    """An output axis with its extent, and its strides in bytes on both sides.

    That of the input is negative if the axis is reversed.
    """

    number: int
    extent: int
    in_stride: int
    out_stride: int

    @property
    def stays(self) -> bool:
        """Whether the axis lies in the output as it does in the input."""
        return self.in_stride == self.out_stride

    @property
    def is_reversed(self) -> bool:
        return self.in_stride < 0

    @property
    def in_first(self) -> int:
        """Bytes from the lowest element along the axis in the input to the first one."""
        return max(0, -self.in_stride) * (self.extent - 1)


@dataclass(frozen=True)
class Plane:
    """The two axes that a transpose moves: rows are contiguous in the input, columns in the output.

    Strides are in bytes: from one row to the next in the input, from one column to the next in the output. Rows that
    are reversed are read from the last to the first: their stride is negative. So is that of columns, which are written
    so. Neighbours are in order on both sides.
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
        """Bytes from the plane's lowest element in the input to that of row 0 and column 0."""
        return max(0, -self.row_stride) * (self.rows - 1)

    @property
    def out_first(self) -> int:
        """The same in the output."""
        return max(0, -self.col_stride) * (self.cols - 1)


def axes_of(work: Work) -> tuple[Axis, ...]:
    """Returns the axes of a contiguous work in output order."""
    size = work.bits // 8
    in_strides, out_strides = strides(work.shape), strides(work.out_shape)
    return tuple(
        Axis(k, work.shape[axis], in_strides[axis] * (-size if work.is_reversed(k) else size), out_strides[k] * size)
        for k, axis in enumerate(work.perm)
    )


def plane_of(work: Work) -> Plane:
    """Returns the plane of a contiguous work whose innermost axis moves."""
    size, last = work.bits // 8, len(work.perm) - 1
    cols = work.perm.index(last)
    row_stride = strides(work.shape)[work.perm[last]] * (-size if work.is_reversed(last) else size)
    col_stride = strides(work.out_shape)[cols] * (-size if work.is_reversed(cols) else size)
    return Plane(work.bits, work.shape[work.perm[last]], work.shape[last], row_stride, col_stride)
