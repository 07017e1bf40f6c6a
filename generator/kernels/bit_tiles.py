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
from .moves import BitStep, BitTile, Family, Loop, Part

MOST = 8  # index bits of a tile: the registers hold eight words
IN_WORD = WORD_BITS.bit_length() - 1

# Costs in Thumb-2 instructions. _BETWEEN, _HALVES, _WITHIN: bit exchanges between two words, between halves of two
# words, inside a word. _LOOP: loop overhead. _ACCESS: all loads or stores of one word, by access width in bits.
# _SHIFTED: a shifted load. _TURNS: reversal of an index bit inside a word, by its position.
_BETWEEN, _HALVES, _WITHIN, _LOOP = 4, 2, 4, 6
_ACCESS = {32: 1, 16: 3, 8: 7}
_SHIFTED = 3
_KEPT = 3  # to preserve the output word's gap bits
_TURNS = (3, 3, 3, 3, 1)


@dataclass(frozen=True)
class BitAxis:
    """A single-bit axis, with strides in bits. ``only``: the only input index that moves, if set.

    ``places``: the source for each bit in an output byte, None for gap bits; ``src`` is 0 then.
    """

    extent: int
    src: int
    dst: int
    flip: bool = False
    only: int | None = None
    places: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class _Bit:
    """An index bit. ``src``, ``dst``: bits between its two values. ``only``: the only value that moves, if set."""

    axis: int
    src: int
    dst: int
    flip: bool
    only: int | None


def _index_bits(axes: Iterable[BitAxis]) -> list[_Bit]:
    return [
        _Bit(number, axis.src << k, axis.dst << k, axis.flip, None if axis.only is None else axis.only >> k & 1)
        for number, axis in enumerate(axes)
        for k in range((axis.extent & -axis.extent).bit_length() - 1)
    ]


def _places(width: int) -> int:
    return width.bit_length() - 1


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
    rest, words = range(low, bits), 1 << bits - IN_WORD
    found = []
    for pick, order in product(permutations(rest, IN_WORD - low), permutations(range(len(out)))):
        first = (*range(low), *pick, *(bit for bit in rest if bit not in pick))
        now, steps, cost = list(first), [], 0
        for place in order:
            other = now.index(out[place])
            if other != place:
                now[place], now[other] = now[other], now[place]
                steps.append((place, other))
                between = (_HALVES if place == IN_WORD - 1 else _BETWEEN) * words // 2
                cost += between if other >= IN_WORD else _WITHIN * words
        found.append(_Network(cost, first, tuple(steps), tuple(now)))
    return min(found, key=lambda network: network.cost)


def _lanes(offsets: Sequence[int | None], width: int) -> tuple[tuple[int, int], ...]:
    """Returns the first bit and the offset of each lane that is not empty."""
    return tuple((lane * width, offset) for lane, offset in enumerate(offsets) if offset is not None)


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

    @property
    def words(self) -> int:
        return 1 << len(self.tile) - IN_WORD

    @property
    def cost(self) -> int:
        """Instructions per call."""
        each = sum(turn for place, turn in enumerate(_TURNS) if self._turned >> place & 1)
        each += _ACCESS[self.loads] + _ACCESS[self.stores] + _KEPT * (None in self.places)
        shifted = _SHIFTED * sum(bit is not None and bit % 8 != 0 for word in self._ins for bit in word)
        return (self.network.cost + self.words * each + shifted + _LOOP) * prod(loop.extent for loop in self.loops)

    @cached_property
    def _where(self) -> tuple[str, ...]:
        """How each reversed index bit is turned: by a load or store address, by word numbers, or inside words."""
        now, numbers = list(self.network.first), set(self.network.first[IN_WORD:])
        for one, other in self.network.steps:
            now[one], now[other] = now[other], now[one]
            numbers |= set(now[IN_WORD:])

        def where(bit: int) -> str:
            if not self.tile[bit].flip:
                return ""
            if self.network.first.index(bit) >= _places(self.loads):
                return "load"
            if self.network.last.index(bit) >= _places(self.stores):
                return "store"
            return "number" if bit in numbers else "word"

        return tuple(map(where, range(len(self.tile))))

    @property
    def _turned(self) -> int:
        return sum(1 << place for place, bit in enumerate(self.network.last) if self._where[bit] == "word")

    def _values(self, held: tuple[int, ...], index: int, turned: str) -> list[tuple[_Bit, int]]:
        """Returns the value of each index bit in ``held`` at position ``index``."""
        return [(self.tile[bit], index >> at & 1 ^ (self._where[bit] == turned)) for at, bit in enumerate(held)]

    @cached_property
    def _ins(self) -> tuple[tuple[int | None, ...], ...]:
        def first_bit(index: int) -> int | None:
            values = self._values(self.network.first, index, "load")
            place = self.places[sum(bit.dst * value for bit, value in values if not bit.src)] if self.places else 0
            return None if place is None else self.src % 8 + place + sum(bit.src * value for bit, value in values)

        lanes = range(0, WORD_BITS, self.loads)
        return tuple(tuple(first_bit(word << IN_WORD | lane) for lane in lanes) for word in range(self.words))

    def _out(self, index: int) -> int | None:
        values = self._values(self.network.last, index, "store")
        moved = all(bit.only in (None, value) for bit, value in values)
        return sum(bit.dst * value for bit, value in values) // 8 if moved else None

    def _steps(self) -> tuple[tuple[BitStep, ...], list[int]]:
        """Returns the exchanges, and the final name of each word."""
        names, now, steps = list(range(self.words)), list(self.network.first), []
        left = {bit for bit, where in enumerate(self._where) if where == "number"}
        for one, other in (*self.network.steps, (0, 0)):
            for bit in left.intersection(now[IN_WORD:]):
                far = 1 << now.index(bit) - IN_WORD
                names = [names[word ^ far] for word in range(self.words)]
                left.discard(bit)
            if other >= IN_WORD:
                far = 1 << other - IN_WORD
                mask = sum(1 << bit for bit in range(WORD_BITS) if not bit >> one & 1)
                near = (word for word in range(self.words) if not word & far)
                steps += [BitStep(names[word], names[word | far], 1 << one, mask) for word in near]
            elif other != one:
                low, high = sorted((one, other))
                mask = sum(1 << bit for bit in range(WORD_BITS) if bit >> low & 1 and not bit >> high & 1)
                steps += [BitStep(name, None, (1 << high) - (1 << low), mask) for name in names]
            now[one], now[other] = now[other], now[one]
        return tuple(steps), names

    def part(self) -> Part:
        steps, names = self._steps()
        ins = tuple(_lanes(word, self.loads) for word in self._ins)
        lanes = range(0, WORD_BITS, self.stores)
        outs = [(name, [self._out(word << IN_WORD | at) for at in lanes]) for word, name in enumerate(names)]
        stored = tuple((name, _lanes(offsets, self.stores)) for name, offsets in outs if set(offsets) != {None})
        kept = sum(1 << at for at, place in enumerate(self.places) if place is None)
        tile = BitTile(self.loads, self.stores, ins, steps, self._turned, stored, kept=kept)
        loops = (replace(loop, in_stride=loop.in_stride // 8, out_stride=loop.out_stride // 8) for loop in self.loops)
        farthest = sorted(loops, key=lambda loop: -abs(loop.out_stride))
        return Part(Family.BIT_TILE, tuple(farthest), in_at=self.src // 8, out_at=self.dst // 8, bits=tile)

    def fits(self, *, anywhere: bool) -> bool:
        """True if all addresses are whole bytes, and aligned unless ``anywhere``."""
        load, store = (8, 8) if anywhere else (self.loads, self.stores)
        ins = [self.src - self.src % 8 + bit for word in self._ins for bit in word if bit is not None]
        ins = ins if load > 8 else []
        outs = [self.dst, *(self.tile[bit].dst for bit in self.network.last[_places(self.stores) :])]
        return all(at % load == 0 for at in (*ins, *(loop.in_stride for loop in self.loops))) and all(
            at % store == 0 for at in (*outs, *(loop.out_stride for loop in self.loops))
        )


def _tiling(axes: tuple[BitAxis, ...], first: tuple[int, int], loads: int, stores: int) -> Tiling | None:
    """Returns tiles with ``loads``-bit loads and ``stores``-bit stores; None if the index bits do not allow them."""
    bits = _index_bits(axes)
    by_src, by_dst = {bit.src: bit for bit in bits}, {bit.dst: bit for bit in bits if bit.only is None}
    low, out = (
        [by_src.get(1 << at) for at in range(_places(loads))],
        [by_dst.get(1 << at) for at in range(_places(stores))],
    )
    tile = list(dict.fromkeys(bit for bit in (*low, *out) if bit))
    if None in low or None in out or len(tile) > MOST:
        return None
    more = sorted((bit for bit in bits if bit not in tile and bit.only is None), key=lambda bit: min(bit.src, bit.dst))
    tile += more[: max(0, IN_WORD - len(tile))]
    if len(tile) < IN_WORD:
        return None
    (src, dst), loops = first, []
    src += sum(bit.src * bit.only for bit in bits if bit.only is not None and bit not in tile)
    for number, axis in enumerate(axes):
        inside = sum(bit.axis == number for bit in tile)
        dst += (axis.extent - (1 << inside)) * axis.dst if axis.flip else 0
        if axis.only is None and axis.extent >> inside > 1:
            step = axis.dst << inside
            loops.append(Loop(f"i{number}", axis.extent >> inside, axis.src << inside, -step if axis.flip else step))
    network = _network(len(tile), len(low), tuple(tile.index(bit) for bit in out if bit))
    places = next((axis.places for axis in axes if axis.places), ())
    return Tiling(loads, stores, tuple(tile), network, src, dst, tuple(loops), places)


def best_tiling(
    axes: tuple[BitAxis, ...], first: tuple[int, int], widths: tuple[int, ...], *, anywhere: bool
) -> Tiling | None:
    """Returns the cheapest tiles that move all bits of the axes; None if there are none.

    first: the first bit on both sides.
    """
    found = (_tiling(axes, first, *accesses) for accesses in product(widths, widths))
    fitting = (tiling for tiling in found if tiling and tiling.fits(anywhere=anywhere))
    return min(fitting, key=lambda tiling: tiling.cost, default=None)
