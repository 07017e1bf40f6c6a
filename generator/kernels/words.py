# SPDX-License-Identifier: BSD-3-Clause
"""Moves groups of bytes in words: each stored word consists of shifted and masked words that were loaded.

For works in which the same few bytes change places again and again: channels in another order, samples of 24 bits,
pixels that lose a byte.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod

from .isa import WORD_BITS
from .moves import Fact, Family, Move, Part, Strategy, Turn, Variant, WordStore, WordTerm, WordTile, loop_over
from .permutation import Work
from .places import Axis, axes_of

WORD = WORD_BITS // 8
MOST_WORDS = 6  # loaded words, and stored words: registers hold both
MOST_BYTES = 16  # bytes of one index of the grouped axis
TOGETHER = 4  # words of a loop's body, if a group has fewer
LOOP = 4  # instructions of a loop, for each group
ALONE = 2.25  # instructions to move an element, with its share of a loop
STRATEGIES = (Strategy.STRIDED, Strategy.REVERSE, Strategy.RUNS)


@dataclass(frozen=True)
class _Group:
    """What ``step`` indices of an axis move. Offsets are in bytes from the group's lowest bytes."""

    along: Axis
    step: int
    outer: tuple[Axis, ...]
    size: int  # bytes of an element
    pairs: tuple[tuple[int, int], ...]  # input and output offset of each byte, index by index

    @cached_property
    def loads(self) -> tuple[int, ...]:
        """The words' input offsets; empty if there are too many words."""
        return _words([source for source, _ in self.pairs], whole=False)

    @cached_property
    def stores(self) -> tuple[int, ...]:
        return _words([to for _, to in self.pairs], whole=True)

    def times(self, count: int) -> "_Group":
        """Returns the group of ``count`` times the indices."""
        along = self.along.in_stride * self.step, self.along.out_stride * self.step
        lowest = min(0, along[0] * (count - 1))
        pairs = ((s + k * along[0] - lowest, to + k * along[1]) for k in range(count) for s, to in self.pairs)
        return replace(self, step=self.step * count, pairs=tuple(pairs))

    @property
    def rest(self) -> range:
        """The indices whose elements move alone."""
        return range(self.count * self.step, self.along.extent)

    def instructions(self, cost: int) -> float:
        """Returns the instructions for all indices, if a group takes ``cost``."""
        elements = len(self.pairs) // self.step // self.size
        return self.count * (cost + LOOP) + len(self.rest) * elements * ALONE

    @property
    def spare(self) -> int:
        """Bytes that the last word has behind the last wanted one."""
        return self.loads[-1] + WORD - 1 - max(source for source, _ in self.pairs)

    @property
    def count(self) -> int:
        """Groups that move by words. Not the last one, if its last word would end behind the input."""
        return self.along.extent // self.step - (self.spare > 0)

    @property
    def is_valid(self) -> bool:
        if not self.loads or not self.stores or self.count < 1:
            return False
        return not self.spare or self.spare <= self.along.in_stride * self.step

    @property
    def first(self) -> int:
        """Bytes from the input's lowest element to the first group."""
        return sum(axis.in_first for axis in (*self.outer, self.along)) - replace(self.along, extent=self.step).in_first

    @property
    def fits(self) -> bool:
        """True if all words are aligned whenever both arrays are."""
        steps = [stride for axis in self.outer for stride in (axis.in_stride, axis.out_stride)]
        along = self.along.in_stride * self.step, self.along.out_stride * self.step
        return all(at % WORD == 0 for at in (self.first, *steps, *along, *self.loads, *self.stores))


def _words(offsets: Sequence[int], *, whole: bool) -> tuple[int, ...]:
    """Returns the offsets of words that have all bytes; empty if there are too many. whole: they have no others."""
    left, found = sorted(offsets), list[int]()
    while left:
        found.append(left[0])
        if whole and left[:WORD] != list(range(left[0], left[0] + WORD)):
            return ()
        left = [at for at in left if at >= found[-1] + WORD]
    return tuple(found) if len(found) <= MOST_WORDS else ()


def _pairs(axes: Sequence[Axis], order: tuple[int, ...], ordered: int, size: int) -> tuple[tuple[int, int], ...]:
    """Returns the input and output offset of each byte that the axes move. Axis ``ordered`` has an order."""
    found = []
    for index in product(*(range(axis.extent) for axis in axes), range(size)):
        source = to = index[-1]
        for axis, k in zip(axes, index[:-1], strict=True):
            source += axis.in_first + axis.in_stride * (order[k] if axis.number == ordered else k)
            to += axis.out_stride * k
        found.append((source, to))
    return tuple(found)


def _groups(work: Work) -> Iterator[_Group]:
    """Yields groups along each axis that fill words on both sides."""
    axes, size = axes_of(work), work.bits // 8
    ordered = work.perm.index(len(work.perm) - 1) if work.order else -1
    for along in axes:
        others = [axis for axis in axes if axis is not along]
        near = [
            axis for axis in others if abs(axis.in_stride) < abs(along.in_stride) or axis.out_stride < along.out_stride
        ]
        outer = tuple(axis for axis in others if axis not in near)
        if not near or ordered in (along.number, *(axis.number for axis in outer)):
            continue
        if prod(axis.extent for axis in near) * size > MOST_BYTES:
            continue
        for step in (1, 2, 4):
            pairs = _pairs((replace(along, extent=step), *near), work.order, ordered, size)
            group = _Group(along, step, outer, size, pairs)
            if group.is_valid:
                yield group


def _term(word: int, turn: Turn, lanes: Sequence[tuple[int, int]]) -> tuple[int, WordTerm]:
    """Returns a term and the instructions before it is joined. lanes: bytes of the word, and of the stored one."""
    (source, to), count = lanes[0], len(lanes)
    mask = sum(0xFF << 8 * at for _, at in lanes)
    if source == to:
        return int(count < WORD), WordTerm(word, turn, mask=mask if count < WORD else 0)
    if lanes[-1][1] != to + count - 1:
        shift = 8 * (to - source)
        return 1 + (shift < 0), WordTerm(word, turn, max(0, -shift), mask >> max(0, shift), max(0, shift))
    kept = 0 if WORD in (source + count, to + count) else mask >> 8 * to
    return int((source > 0 and to > 0) or kept > 0), WordTerm(word, turn, 8 * source, kept, 8 * to)


def _store(at: int, lanes: Sequence[tuple[int, int]], turns: Sequence[Turn]) -> tuple[int, WordStore]:
    """Returns a stored word and its instructions. lanes: the word and byte that each of its bytes comes from."""
    groups: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for to, (word, byte) in enumerate(lanes):
        source = turns[word].place(byte)
        groups.setdefault((word, to - source), []).append((source, to))
    terms = [_term(word, turns[word], each) for (word, _), each in groups.items()]
    joined = len(terms) - any(cost or not term.right for cost, term in terms if not term.left)
    return joined + sum(cost for cost, _ in terms), WordStore(at, tuple(term for _, term in terms))


def _tile(group: _Group, turns: Sequence[Turn]) -> tuple[int, WordTile]:
    """Returns a group's words, and its instructions. turns: the exchange of bytes in each loaded word."""
    sources, stores = {to: source for source, to in group.pairs}, []
    for at in group.stores:
        wanted = [sources[at + lane] for lane in range(WORD)]
        words = [max(k for k, load in enumerate(group.loads) if load <= source) for source in wanted]
        lanes = [(word, source - group.loads[word]) for word, source in zip(words, wanted, strict=True)]
        stores.append(_store(at, lanes, turns))
    cost = len(group.loads) + len(stores) + sum(turn is not Turn.NONE for turn in turns)
    return cost + sum(each for each, _ in stores), WordTile(group.loads, tuple(store for _, store in stores))


def _best(group: _Group, *, turns: bool) -> tuple[float, _Group, WordTile]:
    """Returns the cheapest multiple of a group, its instructions and words. turns: bytes of words may be exchanged."""
    kinds = [Turn.NONE, *[Turn.WORD] * turns, *[Turn.HALVES] * (turns and len(group.loads) < MOST_WORDS)]
    choice = min(product(kinds, repeat=len(group.loads)), key=lambda each: _tile(group, each)[0])
    found = []
    for count in range(1, max(1, TOGETHER // max(len(group.loads), len(group.stores))) + 1):
        more, step = group.times(count), group.along.in_stride * group.step
        if more.is_valid:
            lowest = min(0, step * (count - 1))
            turns_at = zip(group.loads, choice, strict=True)
            turned = {at + k * step - lowest: turn for at, turn in turns_at for k in range(count)}
            cost, tile = _tile(more, [turned.get(at, Turn.NONE) for at in more.loads])
            found.append((more.instructions(cost), more, tile))
    return min(found, key=lambda each: each[0])


def _parts(group: _Group, tile: WordTile, move: Move) -> tuple[Part, ...]:
    """Returns the loops over groups, and the elements behind them."""
    along, outer = group.along, tuple(map(loop_over, group.outer))
    whole = replace(loop_over(along), end=group.count * group.step, step=group.step)
    at, to_at = group.first - move.in_first, -move.out_first
    parts = [Part(Family.WORDS, (*outer, whole), in_at=at, out_at=to_at, bits=tile)]
    for index in group.rest:
        for source, to in group.pairs[: len(group.pairs) // group.step : group.size]:
            begin = at + source + index * along.in_stride
            out_at = to_at + index * along.out_stride + to
            parts.append(Part(Family.MOVE, outer, in_at=begin, out_at=out_at))
    return tuple(parts)


def _alone(move: Move, *, shifts: bool) -> float:
    """Returns the instructions of the move's own code. shifts: for a core that shifts operands, else one that traps."""
    work = move.work
    if work.order:
        return (2 + LOOP / len(work.order)) * work.elements
    if move.choice.strategy is not Strategy.RUNS:
        return ALONE * work.elements
    run = work.shape[-1] * work.bits // 8
    return (2 * run.bit_count() + LOOP / 2 if shifts else 2 * run + LOOP) * work.elements / work.shape[-1]


def by_words(move: Move, align: int) -> Move:
    """Returns a move that moves groups by words where this pays, else as before."""
    pixels = any(part.family is Family.REVERSE24 for part in move.variants[0].parts)
    if move.choice.strategy not in STRATEGIES or move.work.bits > WORD_BITS or move.after or pixels:
        return move
    groups, variants, words = tuple(_groups(move.work)), list[Variant](), 0
    for turns in (True, False) if groups else ():
        bests = (_best(group, turns=turns) for group in groups)
        cost, group, tile = min(bests, key=lambda each: (not each[1].fits, each[0]))
        around = prod(axis.extent for axis in group.outer)
        if cost * around > _alone(move, shifts=True):
            continue
        pays = group.instructions(tile.operations) * around <= _alone(move, shifts=False)
        aligned = group.fits and align % WORD == 0
        needs = () if aligned else (Fact.WORDS_FIT if group.fits else Fact.UNALIGNED,)
        shifted = any(len(store.terms) > 1 and any(term.mask for term in store.terms) for store in tile.stores)
        core = [Fact.STRIPS] * shifted if pays else [Fact.SHIFTS]
        facts = (Fact.WORD_TILES, *core, *[Fact.TURNS] * bool(tile.turned), *needs)
        variant = Variant(facts, _parts(group, replace(tile, aligned=aligned), move))
        variants += [variant] * (variant not in variants)
        words = words or len(group.loads)
    if not variants:
        return move
    why = f"bytes change places in {words} word{'s' * (words > 1)} at a time"
    choice = replace(move.choice, strategy=Strategy.WORDS, why=why)
    others = (replace(each, of=move) for each in move.variants)
    return replace(move, choice=choice, outer=(), variants=(*variants, *others))
