# SPDX-License-Identifier: BSD-3-Clause
"""Chooses how words move tiles of elements that share bytes: loads, exchanges of bits, stores.

All is about single bits: an element of 2 or 4 bits is an innermost axis of bits that stays. An axis of 2**v * odd
places has v index bits. A tile has every value of up to eight index bits. Five of them number the bits of a word, the
others the words. Each step exchanges two index bits (H. S. Warren, Hacker's Delight, section 7-3). An index bit of a
reversed axis costs nothing if it numbers words or chooses an address at some time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from math import prod

from .isa import WORD_BITS
from .moves import BitStep, BitTile, Loop, Part

MOST = 8  # index bits of a tile: eight words are what registers hold
IN_WORD = WORD_BITS.bit_length() - 1

# Instructions of Thumb-2: an exchange of two words, of their halves, within a word; the rest of a loop; all loads, or
# stores, of a word by accesses of so many bits; what a load takes if it is shifted; and to turn each place of a word.
_BETWEEN, _HALVES, _WITHIN, _LOOP = 4, 2, 4, 6
_ACCESS = {32: 1, 16: 3, 8: 7}
_SHIFTED = 3
_TURNS = (3, 3, 3, 3, 1)

Bit = tuple[int, int]  # the number of an axis, and an index bit of it


@dataclass(frozen=True)
class BitAxis:
    """An axis of single bits, with its strides in bits. ``only``: the one index of the input's that is moved."""

    extent: int
    src: int
    dst: int
    flip: bool = False
    only: int | None = None

    @property
    def index_bits(self) -> int:
        return (self.extent & -self.extent).bit_length() - 1


Axes = tuple[BitAxis, ...]


@dataclass(frozen=True)
class _Network:
    """The index bit at each place of words, then of their numbers: when they are loaded, and stored."""

    cost: int
    first: tuple[Bit, ...]
    steps: tuple[tuple[int, int], ...]
    last: tuple[Bit, ...]

    @property
    def through_number(self) -> set[Bit]:
        """The index bits that number words at some time."""
        now = list(self.first)
        found = set(now[IN_WORD:])
        for one, other in self.steps:
            now[one], now[other] = now[other], now[one]
            found |= set(now[IN_WORD:])
        return found


def _places(width: int) -> int:
    return width.bit_length() - 1


def _lowest(strides: tuple[int, ...], axes: Axes, width: int) -> tuple[Bit, ...]:
    """Returns the index bits of the places of an access; fewer if these are not whole index bits."""
    by_stride = {
        stride << k: (number, k)
        for number, (stride, axis) in enumerate(zip(strides, axes, strict=True))
        for k in range(axis.index_bits)
    }
    found: list[Bit] = []
    while len(found) < _places(width) and 1 << len(found) in by_stride:
        found.append(by_stride[1 << len(found)])
    return tuple(found)


@cache
def _network(tile: tuple[Bit, ...], low: tuple[Bit, ...], out: tuple[Bit, ...]) -> _Network:
    """Returns the cheapest exchanges that bring the index bits of ``out`` to the lowest places."""
    rest = [bit for bit in tile if bit not in low]
    words = 1 << len(tile) - IN_WORD
    best: _Network | None = None
    for pick in permutations(rest, IN_WORD - len(low)):
        first = (*low, *pick, *(bit for bit in rest if bit not in pick))
        for order in permutations(range(len(out))):
            now, steps, cost = list(first), [], 0
            for place in order:
                other = now.index(out[place])
                if other != place:
                    now[place], now[other] = now[other], now[place]
                    steps.append((place, other))
                    between = (_HALVES if place == IN_WORD - 1 else _BETWEEN) * words // 2
                    cost += between if other >= IN_WORD else _WITHIN * words
            if best is None or cost < best.cost:
                best = _Network(cost, first, tuple(steps), tuple(now))
    assert best is not None
    return best


def _tile_of(axes: Axes, low: tuple[Bit, ...], out: tuple[Bit, ...]) -> tuple[Bit, ...]:
    """Returns the index bits of a tile: those of both sides' accesses, and others with short strides to fill a word."""
    tile = list(dict.fromkeys((*low, *out)))
    more = sorted(
        (min(axis.src, axis.dst) << k, (number, k))
        for number, axis in enumerate(axes)
        for k in range(axis.index_bits)
        if (number, k) not in tile and axis.only is None
    )
    return (*tile, *(bit for _, bit in more[: max(0, IN_WORD - len(tile))]))


def _outside(axes: Axes, inside: tuple[Bit, ...]) -> Iterator[tuple[BitAxis, int]]:
    """Yields the index bits that are not inside, as axes and numbers; also what an axis has beyond its index bits."""
    for number, axis in enumerate(axes):
        for k in range(axis.index_bits + (axis.extent >> axis.index_bits > 1)):
            if (number, k) not in inside:
                yield axis, k


@dataclass(frozen=True)
class Tiling:
    """Tiles that move all that axes have, from the bits ``first`` of both sides on. The cost is in instructions."""

    axes: Axes
    first: tuple[int, int]
    loads: int
    stores: int
    network: _Network

    @property
    def words(self) -> int:
        return 1 << len(self.network.first) - IN_WORD

    @property
    def cost(self) -> int:
        shifted = sum(bit % 8 != 0 for word in self._ins() for bit in word)
        each = sum(turn for place, turn in enumerate(_TURNS) if self._turned() >> place & 1)
        each += _ACCESS[self.loads] + _ACCESS[self.stores]
        tile = self.network.cost + self.words * each + _SHIFTED * shifted + _LOOP
        return tile * prod(loop.extent for loop in self._loops())

    # ---- reversed index bits: where each is turned ----

    def _flipped(self) -> set[Bit]:
        return {bit for bit in self.network.first if self.axes[bit[0]].flip}

    def _at_load(self) -> set[Bit]:
        return self._flipped().intersection(self.network.first[_places(self.loads) :])

    def _at_store(self) -> set[Bit]:
        return self._flipped().intersection(self.network.last[_places(self.stores) :]) - self._at_load()

    def _midway(self) -> set[Bit]:
        return (self._flipped() & self.network.through_number) - self._at_load() - self._at_store()

    def _turned(self) -> int:
        left = self._flipped() - self._at_load() - self._at_store() - self._midway()
        return sum(1 << self.network.last.index(bit) for bit in left)

    # ---- offsets ----

    def _offset(self, held: tuple[Bit, ...], index: int, turned: set[Bit], *, out: bool) -> int:
        """Returns the bits from a tile's lowest one to that of an index, whose places have the index bits held."""
        return sum(
            (self.axes[bit[0]].dst if out else self.axes[bit[0]].src) << bit[1]
            for place, bit in enumerate(held)
            if (index >> place & 1) != (bit in turned)
        )

    def _ins(self) -> tuple[tuple[int, ...], ...]:
        start = self._begin()[0] % 8
        return tuple(
            tuple(
                start + self._offset(self.network.first, word << IN_WORD | lane, self._at_load(), out=False)
                for lane in range(0, WORD_BITS, self.loads)
            )
            for word in range(self.words)
        )

    def _is_moved(self, index: int) -> bool:
        """Whether all axes of which one index is moved have it at an index of the stored words."""
        return all(
            axis.only is None
            or all(
                index >> place & 1 == axis.only >> k & 1
                for place, (number, k) in enumerate(self.network.last)
                if number == at
            )
            for at, axis in enumerate(self.axes)
        )

    def _out(self, word: int) -> tuple[int | None, ...]:
        indexes = (word << IN_WORD | lane for lane in range(0, WORD_BITS, self.stores))
        return tuple(
            self._offset(self.network.last, index, self._at_store(), out=True) // 8 if self._is_moved(index) else None
            for index in indexes
        )

    def _begin(self) -> tuple[int, int]:
        """Returns where the first tile begins. The input is read forwards."""
        src, dst = self.first
        for number, axis in enumerate(self.axes):
            inside = {k for at, k in self.network.first if at == number}
            if axis.only is not None:
                src += sum((axis.only >> k & 1) * axis.src << k for k in range(axis.index_bits) if k not in inside)
            elif axis.flip:
                dst += (axis.extent - (1 << len(inside))) * axis.dst
        return src, dst

    # ---- what is written ----

    def _loops(self) -> tuple[Loop, ...]:
        """Returns the loops, of which the outermost goes farthest in the output."""
        found = []
        for number, axis in enumerate(self.axes):
            inside = sum(at == number for at, _ in self.network.first)
            if axis.only is None and axis.extent >> inside > 1:
                dst = (axis.dst << inside) // 8
                found.append(Loop(axis.extent >> inside, (axis.src << inside) // 8, -dst if axis.flip else dst))
        return tuple(sorted(found, key=lambda loop: -abs(loop.out_stride)))

    def _steps(self) -> tuple[tuple[BitStep, ...], list[int]]:
        """Returns the exchanges, and which word then has each number."""
        names, now, steps, midway = list(range(self.words)), list(self.network.first), [], self._midway()

        def turn() -> None:
            for bit in sorted(midway):
                if now.index(bit) >= IN_WORD:
                    far = 1 << now.index(bit) - IN_WORD
                    names[:] = [names[word ^ far] for word in range(self.words)]
                    midway.discard(bit)

        turn()
        for one, other in self.network.steps:
            if other >= IN_WORD:
                far = 1 << other - IN_WORD
                mask = sum(1 << bit for bit in range(WORD_BITS) if not bit >> one & 1)
                near = (word for word in range(self.words) if not word & far)
                steps += [BitStep(names[word], names[word | far], 1 << one, mask) for word in near]
            else:
                low, high = sorted((one, other))
                mask = sum(1 << bit for bit in range(WORD_BITS) if bit >> low & 1 and not bit >> high & 1)
                steps += [BitStep(name, None, (1 << high) - (1 << low), mask) for name in names]
            now[one], now[other] = now[other], now[one]
            turn()
        return tuple(steps), names

    def part(self) -> Part:
        steps, names = self._steps()
        outs = tuple((name, self._out(word)) for word, name in enumerate(names))
        stored = tuple((name, offsets) for name, offsets in outs if any(at is not None for at in offsets))
        tile = BitTile(self.loads, self.stores, self._ins(), steps, self._turned(), stored)
        src, dst = self._begin()
        return Part(self._loops(), in_at=src // 8, out_at=dst // 8, bits=tile)

    def fits(self, *, anywhere: bool) -> bool:
        """Whether all addresses are whole bytes, and aligned unless accesses may be ``anywhere``."""
        load, store = (8, 8) if anywhere else (self.loads, self.stores)
        src, dst = self._begin()
        ins = (src - src % 8 + bit for word in self._ins() for bit in word)
        out = self.network.last[: _places(self.stores)]
        return (
            dst % store == 0
            and all((axis.dst << k) % store == 0 for axis, k in _outside(self.axes, out))
            and all(
                (axis.src << k) % load == 0 for axis, k in _outside(self.axes, self.network.first) if axis.only is None
            )
            and (load == 8 or all(bit % load == 0 for bit in ins))
        )


def best_tiling(axes: Axes, first: tuple[int, int], widths: tuple[int, ...], *, anywhere: bool) -> Tiling | None:
    """Returns the cheapest tiles for all that the axes have; None if words cannot move it in tiles."""
    found = []
    srcs, dsts = tuple(axis.src for axis in axes), tuple(axis.dst for axis in axes)
    for loads, stores in product(widths, widths):
        low, out = _lowest(srcs, axes, loads), _lowest(dsts, axes, stores)
        tile = _tile_of(axes, low, out)
        if len(low) < _places(loads) or len(out) < _places(stores) or not IN_WORD <= len(tile) <= MOST:
            continue
        tiling = Tiling(axes, first, loads, stores, _network(tile, low, out))
        if tiling.fits(anywhere=anywhere):
            found.append(tiling)
    return min(found, key=lambda tiling: tiling.cost, default=None)
