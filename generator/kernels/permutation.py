# SPDX-License-Identifier: BSD-3-Clause
"""Permutations of tensor axes and their folding. All functions are pure.

A permutation ``perm`` of rank n says that axis k of the output is axis ``perm[k]`` of the input, as in numpy.transpose.
Folding reduces a contiguous permute to its simplest equivalent: axes of extent 1 are dropped, axes that stay neighbours
are fused into one, and a short contiguous innermost run is widened to one larger element. Axes may be reversed on the
way: neighbours fuse if both or none of them are, and only a run that stays forwards is widened. src/core/fold.c does
the same at run time, and also for strided layouts; tests compare the two. Elements that share bytes become bytes if a
run of whole bytes stays innermost; pinned kernels alone move such elements, so this exists here alone. After XNNPACK's
transpose normalization (src/normalization.c) and HPTT's fuseIndices.
"""

from dataclasses import dataclass
from itertools import combinations, pairwise, permutations
from math import factorial, prod

Perm = tuple[int, ...]
Shape = tuple[int, ...]
Flips = tuple[bool, ...]  # by output axis: whether it runs through the input backwards; empty: none does

MAX_RANK = 8
WIDTHS = (8, 16, 32, 64)
PACKED = (1, 2, 4)  # of elements that share bytes, for which there are pinned kernels alone


@dataclass(frozen=True)
class Work:
    """A contiguous permute: input shape in elements, permutation, element bits, and the axes that are reversed.

    out[o] is in[i], where i[perm[k]] is o[k], or shape[perm[k]] - 1 - o[k] if axis k of the output is reversed. An axis
    of one element is never among ``flips``, as it is the same either way: works that do the same compare equal.
    """

    shape: Shape
    perm: Perm
    bits: int
    flips: Flips = ()

    def __post_init__(self) -> None:
        axes = zip(self.flips, self.perm, strict=True) if self.flips else ()
        turned = tuple(flip and self.shape[axis] != 1 for flip, axis in axes)
        object.__setattr__(self, "flips", turned if any(turned) else ())

    @property
    def elements(self) -> int:
        return prod(self.shape)

    @property
    def bytes(self) -> int:
        return self.elements * self.bits // 8

    @property
    def out_shape(self) -> Shape:
        return tuple(self.shape[axis] for axis in self.perm)

    @property
    def moves(self) -> bool:
        """Whether any element changes its place. If not, a copy or a view suffices."""
        return bool(self.flips) or self.perm != tuple(range(len(self.perm)))

    @property
    def reversed_axes(self) -> tuple[int, ...]:
        """The axes of the output that are reversed."""
        return tuple(k for k, flip in enumerate(self.flips) if flip)

    def is_reversed(self, k: int) -> bool:
        """Whether axis ``k`` of the output is reversed."""
        return bool(self.flips) and self.flips[k]

    def __str__(self) -> str:
        flips = f" flip {perm_text(self.reversed_axes)}" if self.flips else ""
        return f"{'x'.join(map(str, self.shape))} {perm_text(self.perm)}{flips}"


@dataclass(frozen=True)
class Step:
    """A step of a folding: what it does, and the work that results."""

    what: str
    work: Work


def perm_text(perm: Perm) -> str:
    """Returns a permutation, or a list of axes, as messages, comments and reports show it, such as (1,0,2)."""
    return f"({','.join(map(str, perm))})"


def is_permutation(perm: Perm) -> bool:
    return sorted(perm) == list(range(len(perm)))


def inverse(perm: Perm) -> Perm:
    """Returns the permutation that undoes ``perm``: inverse(perm)[perm[k]] == k."""
    result = [0] * len(perm)
    for k, axis in enumerate(perm):
        result[axis] = k
    return tuple(result)


def drop(perm: Perm, axes: frozenset[int]) -> Perm:
    """Removes input axes from a permutation and renumbers the rest."""
    kept = [axis for axis in range(len(perm)) if axis not in axes]
    place = {axis: k for k, axis in enumerate(kept)}
    return tuple(place[axis] for axis in perm if axis not in axes)


def drop_units(work: Work) -> Work:
    """Removes the axes of extent 1. A single element keeps one axis."""
    units = frozenset(axis for axis, extent in enumerate(work.shape) if extent == 1)
    if len(units) == len(work.shape):
        return Work((1,), (0,), work.bits)
    shape = tuple(extent for extent in work.shape if extent != 1)
    flips = tuple(flip for k, flip in enumerate(work.flips) if work.perm[k] not in units)
    return Work(shape, drop(work.perm, units), work.bits, flips)


def _groups(perm: Perm, flips: Flips = ()) -> list[list[int]]:
    """Returns the maximal runs of consecutive input axes that are all reversed or all not, in output order."""
    groups: list[list[int]] = []
    for k, axis in enumerate(perm):
        if groups and axis == groups[-1][-1] + 1 and (not flips or flips[k - 1] == flips[k]):
            groups[-1].append(axis)
        else:
            groups.append([axis])
    return groups


def fuse(work: Work) -> Work:
    """Fuses axes that are neighbours, in the same order, in both input and output, and reversed both or not at all."""
    groups = _groups(work.perm, work.flips)
    order = sorted(groups)
    shape = tuple(prod(work.shape[axis] for axis in group) for group in order)
    flips = tuple(work.flips[work.perm.index(group[0])] for group in groups) if work.flips else ()
    return Work(shape, tuple(order.index(group) for group in groups), work.bits, flips)


def to_bytes(work: Work) -> Work:
    """Makes elements of less than 8 bits bytes, if an innermost run of whole bytes stays innermost, and forwards."""
    last = len(work.perm) - 1
    run = work.shape[last] * work.bits
    if work.bits >= 8 or run % 8 or work.perm[last] != last or work.is_reversed(last):
        return work
    return drop_units(Work((*work.shape[:last], run // 8), work.perm, 8, work.flips))


def widen(work: Work) -> Work:
    """Makes an innermost axis that stays innermost, and forwards, the element, if it is 2, 4 or 8 bytes long."""
    last = len(work.perm) - 1
    if last < 1 or work.perm[last] != last or work.is_reversed(last):
        return work
    run = work.shape[last] * work.bits
    if run == work.bits or run not in WIDTHS:
        return work
    return Work(work.shape[:last], work.perm[:last], run, work.flips[:last])


def fold_steps(work: Work) -> tuple[Step, ...]:
    """Returns the steps of a folding. Steps that change nothing are left out."""
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
    """Folds a work: drops axes of extent 1, fuses axes, and widens the element."""
    return widen(to_bytes(fuse(drop_units(work))))


def form(perm: Perm) -> Perm:
    """Returns the folded permutation of ``perm`` for shapes without axes of extent 1."""
    groups = _groups(perm)
    order = sorted(groups)
    return tuple(order.index(group) for group in groups)


def reachable_forms(perm: Perm) -> frozenset[Perm]:
    """Returns the folded permutations of ``perm`` for all choices of axes that have extent 1 or are widened away."""
    axes = range(len(perm))
    return frozenset(
        form(drop(perm, frozenset(gone))) for count in range(len(perm)) for gone in combinations(axes, count)
    )


def wide_forms(bits: int, perm: Perm) -> frozenset[tuple[int, Perm]]:
    """Returns the element bits and permutations to which ``perm`` folds if its innermost run is widened."""
    last = len(perm) - 1
    if last < 1 or perm[last] != last:
        return frozenset()
    return frozenset((wide, perm[:last]) for wide in WIDTHS if wide > bits)


def all_forms(rank: int) -> frozenset[Perm]:
    """Returns all permutations of ranks up to ``rank`` in which no two axes can be fused."""
    return frozenset(
        perm
        for size in range(1, rank + 1)
        for perm in permutations(range(size))
        if all(after != before + 1 for before, after in pairwise(perm))
    )


def slot(perm: Perm) -> int:
    """Returns the index of a permutation in the order of ranks, then lexicographic, as permkern_slot does."""
    rank = len(perm)
    number = sum(factorial(size) for size in range(1, rank))
    for k, axis in enumerate(perm):
        number += sum(later < axis for later in perm[k + 1 :]) * factorial(rank - 1 - k)
    return number


def strides(shape: Shape) -> Shape:
    """Returns the row-major strides of a shape, in elements."""
    return tuple(prod(shape[axis + 1 :]) for axis in range(len(shape)))
