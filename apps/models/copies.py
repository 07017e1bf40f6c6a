# SPDX-License-Identifier: BSD-3-Clause
"""Describes copies between parts of two tensors, joins two copies to one, and makes kernels' works of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import prod

from permkern.kernels.permutation import Shape, Work, strides


@dataclass(frozen=True)
class Axis:
    """An axis of a copy: its extent, and the elements from one index to the next in the input and in the output."""

    extent: int
    reads: int
    writes: int

    @property
    def turned(self) -> Axis:
        return Axis(self.extent, -self.reads, -self.writes)


@dataclass(frozen=True)
class Copy:
    """
    A copy of elements. ``reads`` and ``writes`` are the first element's positions in the two tensors. Axes are in
    output order, outermost first; none has extent 1.
    """

    axes: tuple[Axis, ...]
    reads: int = 0
    writes: int = 0

    @property
    def elements(self) -> int:
        return prod(axis.extent for axis in self.axes)

    @property
    def is_view(self) -> bool:
        """True if the elements are neighbours in the same order on both sides."""
        return all(axis.reads == axis.writes == step for axis, step in zip(self.axes, self._dense, strict=True))

    def fills(self, elements: int) -> bool:
        """True if the copy writes each element of an output of this size, in order of its axes."""
        dense = all(axis.writes == step for axis, step in zip(self.axes, self._dense, strict=True))
        return dense and not self.writes and self.elements == elements

    @property
    def _dense(self) -> Shape:
        return strides(tuple(axis.extent for axis in self.axes))

    def forward(self, side: str) -> Copy:
        """Returns the copy with its axes turned so that the positions on one side rise."""
        turned = [axis for axis in self.axes if getattr(axis, side) < 0]
        reads, writes = (
            sum((axis.extent - 1) * getattr(axis, name) for axis in turned) for name in ("reads", "writes")
        )
        axes = tuple(axis.turned if axis in turned else axis for axis in self.axes)
        return Copy(axes, self.reads + reads, self.writes + writes)

    def work(self, bits: int) -> tuple[Work, int, int]:
        """Returns the kernel's work, and the positions of the first elements in memory order on both sides."""
        made = self.forward("writes")
        out = sorted(made.axes, key=lambda axis: -axis.writes)
        order = sorted(out, key=lambda axis: -abs(axis.reads))
        first = made.reads + sum((axis.extent - 1) * axis.reads for axis in out if axis.reads < 0)
        ones = [Axis(1, 1, 1)] * (not out or abs(order[-1].reads) != 1 or out[-1].writes != 1)
        out, order = [*out, *ones], [*order, *ones]
        perm, flips = tuple(map(order.index, out)), tuple(axis.reads < 0 for axis in out)
        ins, outs = tuple(abs(axis.reads) for axis in order), tuple(axis.writes for axis in out)
        shape, inside = tuple(axis.extent for axis in order), max(8 // bits, 1)  # offsets are for starts inside a byte
        work = Work(shape, perm, bits, flips, ins, outs, first % inside, made.writes % inside)
        return work, first, made.writes


def block(
    extents: Sequence[int],
    sides: tuple[Sequence[int], Sequence[int]],
    starts: tuple[Sequence[int], Sequence[int]],
    steps: Sequence[int] | None = None,
) -> Copy:
    """
    Returns the copy of a block with these extents, one for each axis. ``sides`` has the shapes of input and output,
    ``starts`` the first indices in both. ``steps``: the input's indices from one element to the next.
    """
    ins, outs = map(strides, map(tuple, sides))
    axes = zip(extents, ins, steps or [1] * len(ins), outs, strict=True)
    places = (
        sum(at * step for at, step in zip(first, of, strict=True))
        for first, of in zip(starts, (ins, outs), strict=True)
    )
    return Copy(tuple(Axis(n, one * by, other) for n, one, by, other in axes if n != 1), *places)


def permuted(shape: Shape, perm: Sequence[int], flips: Sequence[bool] = ()) -> Copy:
    """Returns the copy of a permute."""
    ins, outs = strides(shape), strides(tuple(shape[axis] for axis in perm))
    turns = flips or [False] * len(perm)
    axes = [
        Axis(shape[axis], ins[axis] * (-1 if turn else 1), out)
        for axis, out, turn in zip(perm, outs, turns, strict=True)
    ]
    first = sum((axis.extent - 1) * -axis.reads for axis in axes if axis.reads < 0)
    return Copy(tuple(axis for axis in axes if axis.extent != 1), first)


def _parts(axis: Axis, middle: Sequence[Axis]) -> Iterable[tuple[int, Axis, int]] | None:
    """
    Divides an axis that reads the tensor between two copies. Returns, for each part, the axis of the first copy, the
    part, and its step along that axis. Returns None if the axis does not follow the axes of the first copy.
    """
    k = next((k for k, each in enumerate(middle) if each.writes <= axis.reads), None)
    if k is None or axis.reads % middle[k].writes:
        return None
    by, extent = axis.reads // middle[k].writes, middle[k].extent
    if (axis.extent - 1) * by < extent:
        return [(k, axis, by)]
    inner = extent // by
    if extent % by or axis.extent % inner:
        return None
    outer = _parts(Axis(axis.extent // inner, axis.reads * inner, axis.writes * inner), middle)
    return None if outer is None else [*outer, (k, replace(axis, extent=inner), by)]


def joined(first: Copy, second: Copy) -> Copy | None:
    """
    Returns one copy in place of two, if there is one. The first writes a whole tensor, which only the second reads.
    """
    last = second.forward("reads")
    parts = [_parts(axis, first.axes) for axis in last.axes]
    if any(part is None for part in parts):
        return None
    used, rest, reads = [0] * len(first.axes), last.reads, first.reads
    for k, axis in enumerate(first.axes):
        used[k], rest = divmod(rest, axis.writes)
        reads += used[k] * axis.reads
    made = []
    for k, axis, by in (each for part in parts for each in part or ()):
        used[k] += (axis.extent - 1) * by
        made.append(replace(axis, reads=first.axes[k].reads * by))
    fits = all(most < axis.extent for most, axis in zip(used, first.axes, strict=True))
    whole = Copy(tuple(made), reads, last.writes).forward("writes")
    return replace(whole, axes=tuple(sorted(whole.axes, key=lambda axis: -axis.writes))) if fits else None
