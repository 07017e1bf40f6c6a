# SPDX-License-Identifier: BSD-3-Clause
"""Chooses how a pinned kernel moves runs: by loads and stores of its own, by blocks, or by a routine of the library.

Runs may turn round: then each is written from its last element to its first.
"""

from dataclasses import dataclass, replace
from math import gcd

from .moves import Access, Block, Guard, Nest, Reverse, ReversedRuns, Run, ShortRun
from .places import Axis

WORD_BYTES = 4
BLOCK_BYTES = 16  # what permkern_copy_four copies
STRAIGHT = 16  # a run that takes more blocks and accesses is copied by a routine
TOGETHER = 4  # accesses whose values are in registers at once: as many as every core has registers for
REACH = 4095  # the largest offset in bytes that a load or store encodes as a constant

PIXEL_BYTES = 3  # runs for which the library has a routine that turns their order round
FEW_PIXELS = 8  # runs in a row that are copied one by one


@dataclass(frozen=True)
class Bodies:
    """How many elements are moved with constants for their places, a load and a store each."""

    loop: int  # in a loop's body, at most
    straight: int  # without a loop, at most


def _aligned(first: int, end: int, align: int) -> tuple[Access, ...]:
    """Returns the fewest accesses of a run's bytes from ``first`` to ``end``, aligned as the run is: to ``align``."""
    found: list[Access] = []
    while first < end:
        size = next(size for size in (4, 2, 1) if align % size == 0 and first % size == 0 and size <= end - first)
        found.append(Access(size * 8, first))
        first += size
    return tuple(found)


def _overlapping(count: int) -> tuple[Access, ...]:
    """Returns the fewest accesses of a run that may lie anywhere: for three last bytes, a word that ends with them."""
    if count < WORD_BYTES or count % WORD_BYTES != 3:
        return _aligned(0, count, WORD_BYTES)
    return (*_aligned(0, count - 3, WORD_BYTES), Access(32, count - WORD_BYTES))


def _accesses(count: int, start: int, *, whole: bool, words: bool) -> tuple[Access, ...]:
    if not words:
        return _aligned(0, count, start)
    return _aligned(0, count, WORD_BYTES) if whole else _overlapping(count)


def _reversed_runs(run: Axis, bits: int, step: int, in_stride: int, out_stride: int) -> ReversedRuns:
    """Returns the elements of ``step`` runs in a row, of these strides: their places from the lowest of each side."""
    size, last = bits // 8, run.extent - 1
    in_low = min(0, (step - 1) * in_stride)
    places = (
        (k * in_stride - in_low + (last - element) * size, k * out_stride + element * size)
        for k in range(step)
        for element in range(run.extent)
    )
    return ReversedRuns(bits, tuple(places))


def _are_turned_pixels(outer: tuple[Axis, ...], count: int) -> bool:
    """True if runs lie one after the other on both sides, in opposite order, and a routine moves many of them."""
    if not outer or count != PIXEL_BYTES or outer[-1].extent < FEW_PIXELS:
        return False
    return (outer[-1].in_stride, outer[-1].out_stride) == (-PIXEL_BYTES, PIXEL_BYTES)


def choose_run_nests(axes: tuple[Axis, ...], size: int, align: int, *, whole: bool, words: bool) -> tuple[Nest, ...]:
    """Returns the loops over runs of elements of ``size`` bytes along the last axis.

    ``align`` is what both pointers are aligned to, ``whole`` whether all strides are whole words. ``words`` is False if
    words might be misaligned on a target that traps. Where every run starts at a word boundary, cores with an
    instruction for several words at once get blocks.
    """
    outer, count = axes[:-1], axes[-1].extent * size
    if _are_turned_pixels(outer, count):
        return (Nest(outer[:-1], (Reverse("permkern_reverse24", outer[-1].extent),)),)
    start = gcd(WORD_BYTES, align, *(stride for axis in outer for stride in (axis.in_stride, axis.out_stride)))
    tested = align % WORD_BYTES != 0
    known = 0 if words and start != WORD_BYTES else start
    called = Nest(outer, (Run("permkern_copy", count),))
    nests: list[Nest] = []
    blocks = tuple(Block("permkern_copy_four", at) for at in range(0, count - BLOCK_BYTES + 1, BLOCK_BYTES))
    rest = _aligned(len(blocks) * BLOCK_BYTES, count, WORD_BYTES)
    accesses = _accesses(count, start, whole=whole, words=words)
    worth = outer or (not tested and len(accesses) <= STRAIGHT)  # of a single run, a routine does as well
    if whole and words and worth and blocks and len(blocks) + len(rest) <= STRAIGHT:
        guard = Guard("PERMKERN_FOURS", "permkern_fours_fit" if tested else "")
        nests.append(Nest(outer, (ShortRun(count, blocks, rest, TOGETHER, known),), guard))
    if len(accesses) > STRAIGHT:
        return (*nests, called)
    if outer and len(accesses) > STRAIGHT // 2:
        nests.append(replace(called, guard=Guard("PERMKERN_RVV")))  # one vector access moves as much
    return (*nests, Nest(outer, (ShortRun(count, (), accesses, TOGETHER, known),)))


def choose_reversed_nests(axes: tuple[Axis, ...], bits: int, bodies: Bodies) -> tuple[Nest, ...]:
    """Returns the loops over runs along the last axis, which is reversed.

    Short ones go element by element, several runs of the innermost loop to its body. For the others, and where that
    loop has too long strides for constants, the library has a routine.
    """
    count = axes[-1].extent
    if count > bodies.straight:
        return (Nest(axes[:-1], (Reverse(f"permkern_reverse{bits}", count),)),)
    if len(axes) == 1:
        return (Nest((), (_reversed_runs(axes[-1], bits, 1, 0, 0),)),)
    *around, along = axes[:-1]
    most = max(1, bodies.loop // count)
    reach = REACH // max(abs(along.in_stride), along.out_stride) + 1
    step = max(step for step in range(1, most + 1) if along.extent % step == 0 and step <= reach)
    part = _reversed_runs(axes[-1], bits, step, along.in_stride, along.out_stride)
    loops = (*around, replace(along, step=step)) if step != along.extent else tuple(around)
    return (Nest(loops, (part,)),)
