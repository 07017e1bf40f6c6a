# SPDX-License-Identifier: BSD-3-Clause
"""Chooses how words move tiles of sub-byte elements: loads, bit exchanges, stores.

Everything here counts single bits: an element of 2 or 4 bits is an innermost bit axis that stays. An axis of extent
2**v * odd has v index bits. A tile has all values of up to eight index bits: five select the bit in a word, the others
select the word. Each step exchanges two index bits (H. S. Warren, Hacker's Delight, section 7-3). Reversing an axis is
free for an index bit that selects a word or an address at some time.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import permutations, product
from math import prod

from .isa import WORD_BITS
from .moves import BitLoop, BitStep, BitTile, Family, Loop, Part

MOST = 8  # index bits of a tile: the registers hold eight words
IN_WORD = WORD_BITS.bit_length() - 1
_ALL = (1 << WORD_BITS) - 1  # the mask of a step that exchanges whole words, which costs nothing

# Costs in Thumb-2 instructions. _STEPS: a step, for each word of the tile. _LOOP: loop overhead. _ACCESS: all loads or
# stores of one word, by access width in bits. _SHIFTED: a shifted load.
_STEPS = {"between": 2, "halves": 1, "within": 4, "turn": 3, "turn8": 9}
_LOOP = 6
_ACCESS = {32: 1, 16: 3, 8: 7}
_SHIFTED = 3
_KEPT = 3  # to preserve the output word's gap bits
_BACK = 4  # to store a word's bytes in reverse order


@dataclass(frozen=True)
class BitAxis:
    """A single-bit axis, with strides in bits.

    ``span``: the output indices that move, first and end, if not all do. ``places``: the source for each bit in an
    output byte, None for gap bits; ``src`` is 0 then.
    """

    extent: int
    src: int
    dst: int
    flip: bool = False
    span: tuple[int, int] | None = None
    places: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class _Bit:
    """An index bit of an axis. ``src``, ``dst``: bits between its two values. ``unit``: its weight in the index."""

    axis: int
    src: int
    dst: int
    flip: bool
    unit: int


def _index_bits(axes: Iterable[BitAxis]) -> list[_Bit]:
    return [
        _Bit(number, axis.src << k, axis.dst << k, axis.flip, 1 << k)
        for number, axis in enumerate(axes)
        for k in range((axis.extent & -axis.extent).bit_length() - 1)
    ]


def _places(width: int) -> int:
    return width.bit_length() - 1


def _low(place: int) -> int:
    """Returns the bits of a word whose number has a 0 in ``place``."""
    return sum(1 << bit for bit in range(WORD_BITS) if not bit >> place & 1)


def _exchange(one: int, other: int) -> BitStep:
    """Returns the step that exchanges the index bits at two positions."""
    low, high = sorted((one, other))
    if high < IN_WORD:
        return BitStep("within", shift=(1 << high) - (1 << low), mask=_low(high) & ~_low(low))
    far = 1 << high - IN_WORD
    return BitStep("halves", far) if low == IN_WORD - 1 else BitStep("between", far, 1 << low, _low(low))


@dataclass(frozen=True)
class _Network:
    """The index bit at each position in the words, then of the word number: ``first`` at loads, ``last`` at stores."""

    cost: int
    first: tuple[int, ...]
    steps: tuple[tuple[int, int], ...]
    last: tuple[int, ...]


@cache
def _network(bits: int, low: int, out: tuple[int, ...]) -> _Network:
    """Returns the cheapest network that brings ``out`` to the lowest positions. Bit k < ``low`` starts at place k."""
    rest = range(low, bits)
    found = []
    for pick, order in product(permutations(rest, IN_WORD - low), permutations(range(len(out)))):
        first = (*range(low), *pick, *(bit for bit in rest if bit not in pick))
        now, steps, cost = list(first), [], 0
        for place in order:
            other = now.index(out[place])
            if other != place:
                now[place], now[other] = now[other], now[place]
                steps.append((place, other))
                cost += _STEPS[_exchange(place, other).kind]
        found.append(_Network(cost, first, tuple(steps), tuple(now)))
    return min(found, key=lambda network: network.cost)


def _sums(numbers: Sequence[int]) -> bool:
    """True if the numbers are sums of one number for each bit of the index."""
    bits = [(k, numbers[1 << k] - numbers[0]) for k in range((len(numbers) - 1).bit_length())]
    return all(each == numbers[0] + sum(step for k, step in bits if n >> k & 1) for n, each in enumerate(numbers))


def _rolled(words: Sequence[tuple[int, Sequence[int | None]]], width: int) -> tuple[BitLoop, ...]:
    """Returns loops over words, each given with its number and the offsets of its lanes."""
    found: list[BitLoop] = []
    for word, offsets in words:
        lanes = [(lane * width, at) for lane, at in enumerate(offsets) if at is not None]
        first = lanes[0][1] if lanes else 0
        one = BitLoop((word,), (first,), tuple((low, at - first) for low, at in lanes))
        longer = replace(one, words=(*found[-1].words, word), at=(*found[-1].at, first)) if found else one
        if found and longer.lanes == found[-1].lanes and _sums(longer.words) and _sums(longer.at):
            found[-1] = longer
        else:
            found.append(one)
    return tuple(found)


@dataclass(frozen=True)
class Tiling:
    """Tiles that move all bits of the axes. Loop strides are in bits; ``tile`` has the tile's index bits."""

    loads: int
    stores: int
    tile: tuple[_Bit, ...]
    network: _Network
    src: int  # the first bit of the first tile; the input is read forwards
    dst: int
    loops: tuple[Loop, ...]
    places: tuple[int | None, ...] = ()
    spans: tuple[tuple[int, int, int], ...] = ()  # axis, first and end of the output indices that move

    @property
    def words(self) -> int:
        return 1 << len(self.tile) - IN_WORD

    @property
    def cost(self) -> int:
        """Instructions per call."""
        steps, back = self._steps
        each = sum(_STEPS[step.kind] for step in steps if step.mask != _ALL) + _BACK * back
        each += _ACCESS[self.loads]
        shifted = _SHIFTED * sum(bit is not None and bit % 8 != 0 for word in self._ins for bit in word)
        stores = len(self._outs) * (_KEPT * (None in self.places) + _ACCESS[self.stores])
        return (self.words * each + stores + shifted + _LOOP) * prod(loop.extent for loop in self.loops)

    @cached_property
    def _addressed(self) -> tuple[frozenset[int], frozenset[int]]:
        """Returns the index bits that load addresses select, and other index bits that store addresses select."""
        loads = frozenset(self.network.first[_places(self.loads) :])
        return loads, frozenset(self.network.last[_places(self.stores) :]) - loads

    @cached_property
    def _steps(self) -> tuple[list[BitStep], bool]:
        """Returns the steps, and whether stores reverse the bytes of each word."""
        now, steps = list(self.network.first), list[BitStep]()
        left = {number for number, bit in enumerate(self.tile) if bit.flip}.difference(*self._addressed)
        for one, other in (*self.network.steps, (0, 0)):
            for number in sorted(left.intersection(now[IN_WORD:])):
                steps.append(BitStep("between", 1 << now.index(number) - IN_WORD, mask=_ALL))
                left.discard(number)
            steps += [_exchange(one, other)] if one != other else []
            now[one], now[other] = now[other], now[one]
        turned = {now.index(number) for number in left}
        back = turned >= {3, 4} and self.stores == WORD_BITS and None not in self.places
        steps += [BitStep("turn8")] if turned >= {0, 1, 2} else []
        turned -= ({0, 1, 2} if turned >= {0, 1, 2} else set()) | ({3, 4} if back else set())
        return [*steps, *(BitStep("turn", shift=1 << place, mask=_low(place)) for place in sorted(turned))], back

    def _values(self, held: tuple[int, ...], index: int, turned: frozenset[int]) -> list[tuple[_Bit, int]]:
        """Returns the value of each index bit in ``held`` at position ``index``."""
        bits = [(number, self.tile[number]) for number in held]
        return [(bit, index >> at & 1 ^ (bit.flip and number in turned)) for at, (number, bit) in enumerate(bits)]

    def _moves(self, values: Sequence[tuple[_Bit, int]]) -> bool:
        """True if output indices with these values of the tile's index bits move."""
        for axis, first, end in self.spans:
            bits = [(bit.unit, value) for bit, value in values if bit.axis == axis]
            mask, index = sum(unit for unit, _ in bits), sum(unit * value for unit, value in bits)
            if not any(each & mask == index for each in range(first, end)):
                return False
        return True

    def _is_read(self, index: int, width: int) -> bool:
        """True if any of the ``width`` loaded bits from position ``index`` on moves."""
        in_order = (self._values(self.network.first, index + low, self._addressed[0]) for low in range(width))
        return not self.spans or any(self._moves([(bit, at ^ bit.flip) for bit, at in each]) for each in in_order)

    def _ends_well(self, index: int) -> bool:
        """True if the last byte of the load to position ``index`` has a bit that moves, or there is no load."""
        first = self._ins[index >> IN_WORD][index % WORD_BITS // self.loads]
        if first is None:
            return True
        last = max(low for low in range(self.loads) if self._is_read(index + low, 1))
        return (first + last) // 8 == (first + self.loads - 1) // 8

    @cached_property
    def _ins(self) -> tuple[tuple[int | None, ...], ...]:
        def first_bit(index: int) -> int | None:
            values = self._values(self.network.first, index, self._addressed[0])
            place = self.places[sum(bit.dst * value for bit, value in values if not bit.src)] if self.places else 0
            if place is None or not self._is_read(index, self.loads):
                return None
            return self.src % 8 + place + sum(bit.src * value for bit, value in values)

        lanes = range(0, WORD_BITS, self.loads)
        return tuple(tuple(first_bit(word << IN_WORD | lane) for lane in lanes) for word in range(self.words))

    @cached_property
    def _outs(self) -> list[tuple[int, list[int | None]]]:
        """Returns the words that are stored, with the byte offset of each lane, None if it does not move."""

        def offset(index: int) -> int | None:
            values = self._values(self.network.last, index, self._addressed[1])
            return sum(bit.dst * value for bit, value in values) // 8 if self._moves(values) else None

        lanes = range(0, WORD_BITS, self.stores)
        outs = [(word, [offset(word << IN_WORD | at) for at in lanes]) for word in range(self.words)]
        return [(word, offsets) for word, offsets in outs if set(offsets) != {None}]

    def part(self) -> Part:
        kept = sum(1 << at for at, place in enumerate(self.places) if place is None) * ((1 << self.stores) - 1) // 0xFF
        steps, back = self._steps
        unit = 1 if any(bit is not None and bit % 8 for word in self._ins for bit in word) else 8
        ins = [[None if bit is None else bit // unit for bit in word] for word in self._ins]
        first = min((at for _, lanes in self._outs for at in lanes if at is not None), default=0)
        outs = [(word, [None if at is None else at - first for at in lanes]) for word, lanes in self._outs]
        loaded, stored = _rolled(list(enumerate(ins)), self.loads), _rolled(outs, self.stores)
        tile = BitTile(self.loads, self.stores, self.words, loaded, tuple(steps), stored, back, kept, split=unit == 1)
        loops = (replace(loop, in_stride=loop.in_stride // 8, out_stride=loop.out_stride // 8) for loop in self.loops)
        farthest = sorted(loops, key=lambda loop: -abs(loop.out_stride))
        return Part(Family.BIT_TILE, tuple(farthest), in_at=self.src // 8, out_at=self.dst // 8 + first, bits=tile)

    def fits(self, *, anywhere: bool) -> bool:
        """True if all addresses are whole bytes, aligned unless ``anywhere``, and no load ends with unwanted bytes."""
        if self.spans and not all(map(self._ends_well, range(0, self.words << IN_WORD, self.loads))):
            return False
        load, store = (8, 8) if anywhere else (self.loads, self.stores)
        ins = [self.src - self.src % 8 + bit for word in self._ins for bit in word if bit is not None]
        outs = [self.dst, *(self.tile[bit].dst for bit in self.network.last[_places(self.stores) :])]
        return all(at % load == 0 for at in (*ins * (load > 8), *(loop.in_stride for loop in self.loops))) and all(
            at % store == 0 for at in (*outs, *(loop.out_stride for loop in self.loops))
        )


def _tiling(axes: tuple[BitAxis, ...], first: tuple[int, int], loads: int, stores: int) -> Tiling | None:
    """Returns tiles with ``loads``-bit loads and ``stores``-bit stores; None if the index bits do not allow them."""
    bits = _index_bits(axes)
    by_src, by_dst = {bit.src: bit for bit in bits}, {bit.dst: bit for bit in bits if not axes[bit.axis].span}
    low, out = (
        [by_src.get(1 << at) for at in range(_places(loads))],
        [by_dst.get(1 << at) for at in range(_places(stores))],
    )
    spans = [(number, *axis.span) for number, axis in enumerate(axes) if axis.span]
    ranges = [bit for bit in bits for number, start, end in spans if bit.axis == number and end > start + 1]
    tile = list(dict.fromkeys(bit for bit in (*low, *out, *ranges) if bit))
    places = next((axis.places for axis in axes if axis.places), ())
    if None in low or None in out or len(tile) > MOST or (None in places and stores == 16):
        return None
    others = (bit for bit in bits if bit not in tile and not axes[bit.axis].span)
    more = sorted(others, key=lambda bit: min(bit.src, bit.dst))
    tile += more[: max(0, IN_WORD - len(tile))]
    if len(tile) < IN_WORD:
        return None
    (src, dst), loops = first, []
    fixed = [(bit, axes[bit.axis].span) for bit in bits if bit not in tile]
    src += sum(bit.src for bit, span in fixed if span and span[0] & bit.unit)
    for number, axis in enumerate(axes):
        inside = sum(bit.axis == number for bit in tile)
        dst += (axis.extent - (1 << inside)) * axis.dst if axis.flip else 0
        if not axis.span and axis.extent >> inside > 1:
            step = axis.dst << inside
            loops.append(Loop(f"tile{number}", axis.extent >> inside, axis.src << inside, -step if axis.flip else step))
    network = _network(len(tile), len(low), tuple(tile.index(bit) for bit in out if bit))
    return Tiling(loads, stores, tuple(tile), network, src, dst, tuple(loops), places, tuple(spans))


def best_tiling(
    axes: tuple[BitAxis, ...], first: tuple[int, int], widths: tuple[int, ...], *, anywhere: bool
) -> Tiling | None:
    """Returns the cheapest tiles that move all bits of the axes; None if there are none.

    first: the first bit on both sides.
    """
    found = (_tiling(axes, first, *accesses) for accesses in product(widths, widths))
    fitting = (tiling for tiling in found if tiling and tiling.fits(anywhere=anywhere))
    return min(fitting, key=lambda tiling: tiling.cost, default=None)
