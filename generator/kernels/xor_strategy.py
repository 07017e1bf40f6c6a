# SPDX-License-Identifier: BSD-3-Clause
"""Chooses how a pinned kernel exclusive-ors each element with a constant: on the way, or behind vectors of firmware.

All else is chosen as for the plain work. Each function of the library that moves words has a twin that takes the
constant; a plane that the target's vectors move is passed over afterwards, all planes of the output at once, and so are
runs that a routine turns round.
"""

from dataclasses import replace

from .moves import (
    Access,
    Elements,
    FarTiles,
    Lines,
    Move,
    Nest,
    Part,
    Pass,
    Reverse,
    Run,
    ShortRun,
    Variants,
    VectorPlane,
    Xor,
)
from .permutation import Work
from .places import Along, Span
from .run_strategy import STRAIGHT

RUN = "permkern_xor_run"
COLUMN, ROW = "permkern_x8_tile4x1", "permkern_x8_tile1x4"
FOUR, BYTE = 4, 8


def _short_run(part: ShortRun, xor: Xor) -> Part:
    """Returns a run as it is, but of whole elements if the two words of the constant differ."""
    if xor.low == xor.high:
        return part
    if part.bytes > STRAIGHT * xor.bits // 8:
        return Run(RUN, part.bytes)
    accesses = tuple(Access(xor.bits, offset) for offset in range(0, part.bytes, xor.bits // 8))
    return replace(part, blocks=(), accesses=accesses)


def _cut(span: Span) -> list[Span]:
    """Returns a loop whose body takes fours, and what it leaves. A single step, or one below four, stays as it is."""
    if span.once or span.step < FOUR:
        return [span]
    nearest = (span.step + FOUR // 2) // FOUR * FOUR
    step = nearest if nearest <= span.end - span.first else span.step - span.step % FOUR
    last = span.end - (span.end - span.first) % step
    return [Span(span.first, last, step), *([Span(last, span.end, span.end - last)] if last < span.end else [])]


def _elements(part: Elements, xor: Xor) -> list[Part]:
    """Returns elements of 8 bits in fours, which are a word on one side: a constant for each costs an instruction."""
    if xor.bits != BYTE:
        return [part]
    if part.rows.step >= FOUR:
        return [replace(part, rows=rows, four=COLUMN, along=Along.ROWS) for rows in _cut(part.rows)]
    if part.cols.step >= FOUR:
        return [replace(part, cols=cols, four=ROW, along=Along.COLS) for cols in _cut(part.cols)]
    return [part]


def _parts(part: Part, xor: Xor) -> list[Part]:
    if isinstance(part, Run):
        return [replace(part, function=RUN)]
    if isinstance(part, ShortRun):
        return [_short_run(part, xor)]
    if isinstance(part, Elements):
        return _elements(part, xor)
    if isinstance(part, FarTiles):
        return [replace(part, function=f"permkern_x{xor.bits}_move_tiles")]
    if isinstance(part, Lines):
        return [replace(part, function=f"permkern_x{xor.bits}_flip_line")]
    return [part]


def _nest(nest: Nest, xor: Xor, work: Work) -> Nest:
    behind = any(isinstance(part, VectorPlane | Reverse) for part in nest.parts)
    parts = nest.parts if behind else tuple(twin for part in nest.parts for twin in _parts(part, xor))
    return replace(nest, parts=parts, xor=xor, behind=choose_pass(work) if behind else None)


def choose_pass(work: Work) -> Pass:
    """Returns what goes over the output once more, where what moved it has no twin."""
    return Pass(RUN, work.bytes)


def _moved(move: Move, xor: Xor) -> Move:
    own = xor.widened(move.work.bits)
    return replace(move, nests=tuple(_nest(nest, own, move.work) for nest in move.nests))


def with_xor(variants: Variants, xor: Xor | None) -> Variants:
    """Returns the moves of a pinned kernel whose elements are exclusive-ored with a constant; as given, if None."""
    if xor is None:
        return variants
    narrow = _moved(variants.narrow, xor) if variants.narrow else None
    return replace(variants, best=_moved(variants.best, xor), narrow=narrow)
