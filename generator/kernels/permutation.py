# SPDX-License-Identifier: BSD-3-Clause
"""Permutations of tensor axes and their folding. All functions are pure.

A permutation ``perm`` of rank n says that output axis k is input axis ``perm[k]``, as in numpy.transpose. Folding
reduces a permute to its simplest equivalent. It drops axes of extent 1, fuses axes that stay neighbours, and
widens a short contiguous innermost run to one larger element. Axes may be reversed: neighbours fuse if both or neither
run backwards, and only forward runs are widened.

src/core/fold.c folds at run time; tests compare both. Only Python folds sub-byte elements
(less than 8 bits) to bytes, if a run of whole bytes stays innermost: only pinned kernels move sub-byte elements.

After XNNPACK's transpose normalization (src/normalization.c) and HPTT's fuseIndices.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import accumulate, combinations, pairwise, permutations
from math import factorial, prod
from operator import mul

Perm = tuple[int, ...]
Shape = tuple[int, ...]
Flips = tuple[bool, ...]  # by output axis: True if it runs backwards through the input; empty: none does

MAX_RANK = 8
WIDTHS = (8, 16, 32, 64)
PACKED = (1, 2, 4)  # widths of sub-byte elements, which only pinned kernels move


@dataclass(frozen=True)
class Work:
    """A permute: input shape in elements, permutation, element bits, reversed output axes, strides, offsets and order.

    out[o] is in[i], where i[perm[k]] is o[k], or shape[perm[k]] - 1 - o[k] if output axis k is reversed. Strides are in
    elements, one for each axis of their side; empty: no gaps. Offsets are the first elements of both sides.
    ``order``: for each output index, the index along the innermost input axis; empty: the same. Equal permutes compare
    equal: an axis of extent 1 is never reversed, and its strides are normalized to leave no gap. An order that only
    reverses is a flip, and an axis with an order is never reversed.
    """

    shape: Shape
    perm: Perm
    bits: int
    flips: Flips = ()
    in_strides: Shape = ()
    out_strides: Shape = ()
    in_offset: int = 0
    out_offset: int = 0
    order: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.order:
            self._normalize_order()
        axes = zip(self.flips, self.perm, strict=True) if self.flips else ()
        turned = tuple(flip and self.shape[axis] != 1 for flip, axis in axes)
        object.__setattr__(self, "flips", turned if any(turned) else ())
        if self.has_gaps:
            object.__setattr__(self, "in_strides", _with_gaps(self.shape, self.in_strides))
            object.__setattr__(self, "out_strides", _with_gaps(self.out_shape, self.out_strides))

    def _normalize_order(self) -> None:
        k = self.perm.index(len(self.perm) - 1)
        order = self.order[::-1] if self.is_reversed(k) else self.order
        forward = tuple(range(len(order)))
        turned = order == forward[::-1]
        flips = self.flips or (False,) * len(self.perm)
        object.__setattr__(self, "flips", (*flips[:k], turned, *flips[k + 1 :]))
        object.__setattr__(self, "order", () if turned or order == forward else order)

    @property
    def elements(self) -> int:
        return prod(self.shape)

    @property
    def bytes(self) -> int:
        """Bytes of all elements, without gaps."""
        return (self.elements * self.bits + 7) // 8

    @property
    def in_steps(self) -> Shape:
        """The input strides in elements, with or without gaps."""
        return self.in_strides or strides(self.shape)

    @property
    def out_steps(self) -> Shape:
        return self.out_strides or strides(self.out_shape)

    @property
    def in_bytes(self) -> int:
        """Bytes from the input's begin to its last element, inclusive."""
        return self._span(self.in_offset, self.shape, self.in_steps)

    @property
    def out_bytes(self) -> int:
        return self._span(self.out_offset, self.out_shape, self.out_steps)

    def _span(self, offset: int, shape: Shape, steps: Shape) -> int:
        last = offset + sum((extent - 1) * step for extent, step in zip(shape, steps, strict=True))
        return ((last + 1) * self.bits + 7) // 8

    @property
    def has_gaps(self) -> bool:
        return bool(self.in_strides or self.out_strides or self.in_offset or self.out_offset)

    @property
    def by_name(self) -> bool:
        """True if no request finds its kernel, so programs call the kernel by name."""
        return self.bits < WIDTHS[0] or self.has_gaps or bool(self.order)

    @property
    def is_plain(self) -> bool:
        """True if shape, permutation and width say all."""
        return not (self.by_name or self.flips)

    @property
    def has_rows(self) -> bool:
        """True if the innermost axis of each side has stride 1."""
        return self.in_steps[-1] == self.out_steps[-1] == 1

    @property
    def out_shape(self) -> Shape:
        return tuple(self.shape[axis] for axis in self.perm)

    @property
    def moves(self) -> bool:
        """True if any element moves. If none does, a copy or a view suffices."""
        turned = bool(self.flips or self.order) or self.perm != tuple(range(len(self.perm)))
        return turned or (self.in_strides, self.in_offset) != (self.out_strides, self.out_offset)

    @property
    def reversed_axes(self) -> tuple[int, ...]:
        """The reversed output axes."""
        return tuple(k for k, flip in enumerate(self.flips) if flip)

    def is_reversed(self, k: int) -> bool:
        """True if output axis ``k`` is reversed."""
        return bool(self.flips) and self.flips[k]

    def __str__(self) -> str:
        flips = f" flip {perm_text(self.reversed_axes)}" if self.flips else ""
        sides = (("in", self.in_strides), ("out", self.out_strides))
        gaps = "".join(f" {side} strides {perm_text(given)}" for side, given in sides if given)
        order = f" order {perm_text(self.order)}" if self.order else ""
        firsts = (("in", self.in_offset), ("out", self.out_offset))
        offsets = "".join(f" {side} offset {first}" for side, first in firsts if first)
        return f"{'x'.join(map(str, self.shape))} {perm_text(self.perm)}{order}{flips}{gaps}{offsets}"


@dataclass(frozen=True)
class Step:
    """One folding step: its description and the resulting work."""

    what: str
    work: Work


def perm_text(perm: Perm) -> str:
    """Formats a permutation or a list of axes for messages, comments and reports: (1,0,2)."""
    return f"({','.join(map(str, perm))})"


def is_permutation(perm: Perm) -> bool:
    return sorted(perm) == list(range(len(perm)))


def inverse(perm: Perm) -> Perm:
    """Returns the permutation that undoes ``perm``: inverse(perm)[perm[k]] == k."""
    result = [0] * len(perm)
    for k, axis in enumerate(perm):
        result[axis] = k
    return tuple(result)


def strides(shape: Shape) -> Shape:
    """Returns row-major strides in elements."""
    return tuple(accumulate(reversed(shape[1:]), mul, initial=1))[: len(shape)][::-1]


def _with_gaps(shape: Shape, given: Shape) -> Shape:
    """Returns the strides with each unit axis set to its contiguous stride; empty if no gap is left."""
    found: list[int] = []
    for axis, stride in reversed(list(enumerate(given))):
        follows = found[0] * shape[axis + 1] if found else 1
        found.insert(0, stride if shape[axis] != 1 else follows)
    return () if tuple(found) == strides(shape) else tuple(found)


def drop(perm: Perm, axes: frozenset[int]) -> Perm:
    """Removes input axes from a permutation and renumbers the rest."""
    kept = [axis for axis in range(len(perm)) if axis not in axes]
    place = {axis: k for k, axis in enumerate(kept)}
    return tuple(place[axis] for axis in perm if axis not in axes)


def drop_units(work: Work) -> Work:
    """Removes the axes of extent 1. A single element keeps one axis."""
    units = frozenset(axis for axis, extent in enumerate(work.shape) if extent == 1)
    if len(units) == len(work.shape):
        return replace(work, shape=(1,), perm=(0,), flips=(), in_strides=(), out_strides=())
    shape = tuple(extent for extent in work.shape if extent != 1)
    flips = tuple(flip for k, flip in enumerate(work.flips) if work.perm[k] not in units)
    ins = tuple(stride for axis, stride in enumerate(work.in_strides) if axis not in units)
    outs = tuple(stride for k, stride in enumerate(work.out_strides) if work.perm[k] not in units)
    perm = drop(work.perm, units)
    return replace(work, shape=shape, perm=perm, flips=flips, in_strides=ins, out_strides=outs)


def _groups(perm: Perm, apart: Collection[int] = ()) -> list[list[int]]:
    """Returns the longest runs of consecutive input axes, in output order. Output axes in ``apart`` start a run."""
    groups: list[list[int]] = []
    for k, axis in enumerate(perm):
        if groups and axis == groups[-1][-1] + 1 and k not in apart:
            groups[-1].append(axis)
        else:
            groups.append([axis])
    return groups


def fuse(work: Work) -> Work:
    """Fuses axes that are neighbours on both sides in the same order, without a gap, and both or neither reversed.

    An axis with an order stays alone.
    """
    perm, ins, outs = work.perm, work.in_steps, work.out_steps

    def is_apart(k: int) -> bool:
        extent, gaps = work.shape[perm[k]], work.has_gaps
        gap = gaps and (ins[perm[k - 1]] != extent * ins[perm[k]] or outs[k - 1] != extent * outs[k])
        ordered = bool(work.order) and perm[k] == len(perm) - 1
        return gap or ordered or work.is_reversed(k - 1) != work.is_reversed(k)

    groups = _groups(perm, [k for k in range(1, len(perm)) if perm[k] == perm[k - 1] + 1 and is_apart(k)])
    order = sorted(groups)
    shape = tuple(prod(work.shape[axis] for axis in group) for group in order)
    flips = tuple(work.is_reversed(perm.index(group[0])) for group in groups)
    in_strides, out_strides = (
        (tuple(ins[group[-1]] for group in order), tuple(outs[perm.index(group[-1])] for group in groups))
        if work.has_gaps
        else ((), ())
    )
    folded = tuple(order.index(group) for group in groups)
    return replace(work, shape=shape, perm=folded, flips=flips, in_strides=in_strides, out_strides=out_strides)


def wider(work: Work, bits: int) -> Work | None:
    """Joins contiguous elements that stay innermost into ``bits``-bit elements; None if that is impossible."""
    last, count = len(work.perm) - 1, bits // work.bits
    stays = work.perm[last] == last and not work.is_reversed(last) and not work.order and work.has_rows
    steps = (*work.in_steps[:-1], *work.out_steps[:-1], work.shape[last])
    if not stays or work.in_offset or work.out_offset or any(step % count for step in steps):
        return None
    ins, outs = ((*(step // count for step in each[:-1]), 1) for each in (work.in_steps, work.out_steps))
    return Work((*work.shape[:last], work.shape[last] // count), work.perm, bits, work.flips, ins, outs)


def to_bytes(work: Work) -> Work:
    """Turns sub-byte elements into bytes, if a forward run of whole bytes stays innermost."""
    whole = wider(work, 8) if work.bits < 8 else None
    return drop_units(whole) if whole else work


def widen(work: Work) -> Work:
    """Turns a forward run that stays innermost into one element, if it is 2, 4 or 8 bytes long."""
    run = work.shape[-1] * work.bits
    whole = wider(work, run) if len(work.shape) > 1 and run != work.bits and run in WIDTHS else None
    return drop_units(whole) if whole else work


def fold_steps(work: Work) -> tuple[Step, ...]:
    """Returns the folding steps that change the work."""
    steps: list[Step] = []
    for what, fold_once in (
        ("drop axes of extent 1", drop_units),
        ("fuse axes that stay neighbours", fuse),
        ("move whole bytes", to_bytes),
    ):
        folded = fold_once(work)
        if folded != work:
            steps.append(Step(what, folded))
        work = folded
    wide = widen(work)
    if wide != work:
        steps.append(Step(f"move the run of {work.shape[-1]} x {work.bits} bits as one {wide.bits}-bit element", wide))
    return tuple(steps)


def fold(work: Work) -> Work:
    """Folds a work: drops axes of extent 1, fuses axes and widens the element."""
    return widen(to_bytes(fuse(drop_units(work))))


def form(perm: Perm) -> Perm:
    """Returns the folded permutation of ``perm`` for shapes without axes of extent 1."""
    groups = _groups(perm)
    order = sorted(groups)
    return tuple(order.index(group) for group in groups)


def reachable_forms(perm: Perm) -> frozenset[Perm]:
    """Returns each folded permutation of ``perm`` that arises if any axes have extent 1 or are widened away."""
    axes = range(len(perm))
    return frozenset(
        form(drop(perm, frozenset(gone))) for count in range(len(perm)) for gone in combinations(axes, count)
    )


def wide_forms(bits: int, perm: Perm) -> frozenset[tuple[int, Perm]]:
    """Returns the element bits and permutations to which ``perm`` folds when its innermost run is widened."""
    last = len(perm) - 1
    if last < 1 or perm[last] != last:
        return frozenset()
    return frozenset((wide, perm[:last]) for wide in WIDTHS if wide > bits)


def all_forms(rank: int) -> frozenset[Perm]:
    """Returns all permutations up to ``rank`` that have no two axes to fuse."""
    return frozenset(
        perm
        for size in range(1, rank + 1)
        for perm in permutations(range(size))
        if all(after != before + 1 for before, after in pairwise(perm))
    )


def slot(perm: Perm) -> int:
    """Returns the index of a permutation, by rank and then in lexicographic order, as permkern_slot does."""
    rank = len(perm)
    number = sum(factorial(size) for size in range(1, rank))
    for k, axis in enumerate(perm):
        number += sum(later < axis for later in perm[k + 1 :]) * factorial(rank - 1 - k)
    return number
