# SPDX-License-Identifier: BSD-3-Clause
"""Orders a pinned kernel's loops by counted line fills, for arrays that lie behind a data cache.

Loops change places, or one loop runs in strips around the others. So a line is used whole while the cache holds it.
The kernel keeps today's order if no other fills fewer lines.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, islice, permutations
from math import prod
from operator import mul

from .memory import Cache, Memory
from .moves import STRIP, Family, Loop, Move, Part, Variant, Variants, WordTile

ENOUGH = 1.02  # fills / least possible: an order that reaches it is not compared with others
GAIN = 0.98  # an order with strips or other places must reach this share of today's fills
LINES = (1, 2, 4, 8)  # widths of strips
MOST_LOOPS = 4  # more loops keep their places
MOST_ORDERS = 60
ITERATION = 4  # cycles of a loop's iteration
ACCESSES = 1 << 17  # about as many are counted; the rest of a larger array costs as much

Spans = Sequence[tuple[int, int]]  # first byte and bytes


def _spans(part: Part, size: int) -> tuple[Spans, Spans]:
    """Returns the bytes that a call reads and writes, from its first addresses; empty: another kind of function."""
    match part.family:
        case Family.TILE:
            high, wide = part.sizes
            at = part.above
            reads = [(at[0] + k * part.in_stride, wide * size) for k in range(high)]
            return reads, [(at[1] + k * part.out_stride, high * size) for k in range(wide)]
        case Family.MOVE | Family.LINE:
            count = part.sizes[0] if part.sizes else 1
            return [(k * part.in_stride, size) for k in range(count)], [
                (k * part.out_stride, size) for k in range(count)
            ]
        case Family.UNIT | Family.LDM | Family.VECTOR | Family.COPY | Family.FLIP:
            count = 16 if part.family in (Family.LDM, Family.VECTOR) else part.sizes[0]
            return [(0, count)], [(0, count)]
        case Family.WORDS if isinstance(part.bits, WordTile):
            return [(at, 4) for at in part.bits.loads], [(store.at, 4) for store in part.bits.stores]
    return (), ()


def is_known(variant: Variant, size: int) -> bool:
    """True if fills() knows the accesses of all called functions."""
    return all(_spans(part, size)[0] for part in variant.parts)


def _joined(spans: Spans, starts: Sequence[int]) -> Spans:
    """Returns the spans from each start, with neighbours as one."""
    found: list[tuple[int, int]] = []
    for at, count in sorted((start + at, count) for start in starts for at, count in spans):
        if found and at == sum(found[-1]):
            found[-1] = found[-1][0], found[-1][1] + count
        else:
            found.append((at, count))
    return found


def _offsets(loops: Sequence[Loop], strip: int = 0) -> Iterator[tuple[int, int]]:
    """Yields the input and output offset of each iteration of a nest."""
    if not loops:
        yield 0, 0
        return
    first, *inner = loops
    start = strip if first.start == STRIP else 0
    end = min(first.end, first.whole - strip) if first.whole else first.end
    for item in range(start, start + end, first.step):
        for one, other in _offsets(inner, item if first.name == STRIP else strip):
            yield item * first.in_stride + one, item * first.out_stride + other


def fills(move: Move, variant: Variant, memory: Memory, most: float = float("inf")) -> float:
    """
    Estimates a variant's line fills and write-backs, up to ``most``: an unrolled body reads all, then writes all. The
    input begins at a line, the output at the next one. Of large arrays, only the first accesses are counted.
    """
    size, cache = move.work.bits // 8, Cache(memory)
    apart = -(-move.work.in_bytes // memory.line) * memory.line
    bodies: list[tuple[tuple[int, int], Spans, Spans, Spans]] = []
    for part in variant.parts:
        spans = _spans(part, size)
        at = part.in_at + move.in_first, part.out_at + move.out_first + apart
        rolled = list(islice(_offsets([loop for loop in part.loops if not loop.unroll]), ACCESSES))
        steps = list(_offsets([loop for loop in part.loops if loop.unroll]))
        reads, writes = (_joined(each, [step[side] for step in steps]) for side, each in enumerate(spans))
        bodies.append((at, rolled, reads, writes))
    done, whole = 0, 0
    for part, (_, _, reads, writes) in zip(variant.parts, bodies, strict=True):
        rolled_loops = [loop for loop in (*move.outer, *part.loops) if not loop.unroll]
        whole += prod(loop.extent for loop in rolled_loops) * (len(reads) + len(writes))
    for outer_in, outer_out in _offsets(move.outer):
        for (first_in, first_out), offsets, reads, writes in bodies:
            for one, other in offsets:
                for start, count in reads:
                    cache.access(first_in + outer_in + one + start, count, False)
                for start, count in writes:
                    cache.access(first_out + outer_out + other + start, count, True)
                done += len(reads) + len(writes)
                if cache.fills + cache.backs > most:
                    return most + 1
                if done > ACCESSES:
                    return (cache.fills + cache.backs) * whole / done
    cache.flush()
    return cache.fills + cache.backs


# ---- orders ----


def _strips(loop: Loop, memory: Memory, *, around: bool) -> Iterator[tuple[Loop, Loop]]:
    """Yields a loop over strips, and the loop in a strip, which spans one or more lines of the denser side.

    around: the loop is around all parts. GCC then steps pointers only if the inner loop counts from the strip's start;
    around tiles it takes fewer instructions if the loop counts from 0.
    """
    step = min(abs(loop.in_stride), abs(loop.out_stride)) * loop.step
    for lines in LINES:
        count = lines * memory.line // step * loop.step if step else 0
        if loop.step < count < loop.end:
            inner = replace(loop, end=count, whole=loop.end)
            if around:
                yield Loop(STRIP, loop.end, 0, 0, count), replace(inner, start=STRIP)
            else:
                yield replace(loop, name=STRIP, step=count), inner


def _orders(loops: Sequence[Loop], memory: Memory, *, around: bool = False) -> Iterator[tuple[Loop, ...]]:
    """Yields the loops in other orders, then in strips. Unrolled loops stay innermost."""
    rolled = [loop for loop in loops if not loop.unroll and loop.extent > 1]
    body = [loop for loop in loops if loop.unroll]
    if len(rolled) > MOST_LOOPS:
        return
    for order in islice(permutations(rolled), 1, None):
        yield *order, *body
    for loop in sorted(rolled, key=lambda loop: min(abs(loop.in_stride), abs(loop.out_stride))):
        others = [each for each in rolled if each is not loop]
        for strip, inner in _strips(loop, memory, around=around) if others else ():
            for order in permutations(others):
                yield strip, *order, inner, *body


def _iterations(loops: Sequence[Loop]) -> int:
    """Returns the iterations of all loops that are not unrolled."""
    counts = accumulate((loop.extent for loop in loops if not loop.unroll), mul)
    return sum(counts)


def _turned(part: Part) -> tuple[Loop, ...]:
    """Returns a tile part's loops with the body along the other side; empty if there is no body."""
    if part.family is not Family.TILE or len(part.loops) != 3 or part.loops[1].unroll or not part.loops[2].unroll:
        return ()
    outer, bodies, tiles = part.loops
    count = next(count for count in range(tiles.extent, 0, -1) if outer.extent % count == 0)
    step = count * outer.step
    body = replace(outer, name="tile" if step < outer.end else outer.name, end=step, unroll=True)
    return replace(bodies, step=tiles.step), replace(outer, step=step), body


def _by_part(move: Move, at: int, memory: Memory) -> Iterator[Move]:
    """Yields the move with other orders of the loops in the longest part of variant ``at``."""
    variant = move.variants[at]
    longest = max(range(len(variant.parts)), key=lambda number: _iterations(variant.parts[number].loops))
    part, turned = variant.parts[longest], _turned(variant.parts[longest])
    for loops in (*_orders(part.loops, memory), *([turned] if turned else []), *_orders(turned, memory)):
        parts, variants = [*variant.parts], [*move.variants]
        parts[longest] = replace(part, loops=loops)
        variants[at] = replace(variant, parts=tuple(parts))
        yield replace(move, variants=tuple(variants))


def _merged(move: Move) -> Move:
    """Moves the outer loops into each part."""

    def each(variant: Variant) -> Variant:
        parts = (replace(part, loops=(*move.outer, *part.loops)) for part in variant.parts)
        return replace(variant, parts=tuple(parts))

    return replace(move, outer=(), variants=tuple(map(each, move.variants)))


def _moves(move: Move, at: int, memory: Memory) -> Iterator[Move]:
    """Yields the move with other orders of the loops around and in variant ``at``."""
    yield from _by_part(move, at, memory)
    for outer in _orders(move.outer, memory, around=True):
        yield replace(move, outer=outer)
    if move.outer and any(part.loops for part in move.variants[at].parts):
        yield from _by_part(_merged(move), at, memory)


def _best(move: Move, at: int, memory: Memory, found: Callable[[Move, int, Memory], Iterator[Move]]) -> Move:
    """Returns the cheapest of the move and the found ones, by line fills, write-backs and iterations."""

    def iterations(one: Move) -> int:
        return sum(_iterations((*one.outer, *part.loops)) for part in one.variants[at].parts)

    if not is_known(move.variants[at], move.work.bits // 8):
        return move
    now = fills(move, move.variants[at], memory)
    least = memory.least(move.work.in_bytes, move.work.out_bytes)
    best, cost = move, GAIN * now * memory.fill + ITERATION * iterations(move)
    enough = now <= ENOUGH * least
    for other in () if enough else sorted(islice(found(move, at, memory), MOST_ORDERS), key=iterations):
        loops = ITERATION * iterations(other)
        count = fills(other, other.variants[at], memory, (cost - loops) / memory.fill)
        if count * memory.fill + loops < cost:
            best, cost = other, count * memory.fill + loops
            if count <= ENOUGH * least:
                break
    return best


def in_blocks(move: Move, memory: Memory) -> Move:
    """Returns the move with its loops in the order that fills the fewest lines."""
    known = [at for at, one in enumerate(move.variants) if is_known(one, move.work.bits // 8)]
    if not known or move.work.in_bytes + move.work.out_bytes <= memory.size:
        return move
    at = known[0]
    best = _best(move, at, memory, _moves)
    for other in range(at + 1, len(move.variants)):
        best = _best(best, other, memory, _by_part)
    if best is move:
        return move
    why = f"{move.choice.why}; loops ordered for {memory.size} bytes of data cache, {memory.ways} ways of "
    return replace(best, choice=replace(move.choice, why=f"{why}{memory.line}-byte lines"))


def variants_in_blocks(variants: Variants, memory: Memory) -> Variants:
    narrow = variants.narrow and in_blocks(variants.narrow, memory)
    return replace(variants, best=in_blocks(variants.best, memory), narrow=narrow)
