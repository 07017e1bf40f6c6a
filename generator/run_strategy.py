# SPDX-License-Identifier: BSD-3-Clause
"""Chooses how a pinned kernel moves runs: by loads and stores of its own, by blocks, or by a routine of the library."""

from dataclasses import replace
from math import gcd

from .moves import Access, Axis, Block, Guard, Nest, Run, ShortRun

WORD_BYTES = 4
BLOCK_BYTES = 16  # what permkern_copy_four copies
STRAIGHT = 16  # a run that takes more blocks and accesses is copied by a routine
TOGETHER = 4  # accesses whose values are in registers at once: as many as every core has registers for


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


def choose_run_nests(axes: tuple[Axis, ...], size: int, align: int, *, whole: bool, words: bool) -> tuple[Nest, ...]:
    """Returns the loops over runs of elements of ``size`` bytes along the last axis.

    ``align`` is what both pointers are aligned to, ``whole`` whether all strides are whole words. ``words`` is False if
    words might be misaligned on a target that traps. Where every run starts at a word boundary, cores with an
    instruction for several words at once get blocks.
    """
    outer, count = axes[:-1], axes[-1].extent * size
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
