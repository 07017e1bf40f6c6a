# SPDX-License-Identifier: BSD-3-Clause
"""Computes the network of exchanges that transposes a tile in vector registers.

A tile of ``rows`` x ``cols`` elements is loaded as pieces of rows, so many to a register as fit: register i holds rows
i, i + n, i + 2n ... of n registers. Stage s exchanges register i, in which bit s is 0, with register i + 2**s: one
instruction gives the even parts of both, side by side, one the odd ones. So bit s of a row's number becomes the lowest
bit of an element's place in a column, and a bit of the column's number takes its place in the register's number. With
zips, parts are first single elements, then pairs, then fours; the exchanges behind them move parts of lanes or whole
ones. This is the recursive transposition of J. O. Eklundh, IEEE Trans. Computers C-21 (1972).

Where each byte is after each stage is computed here by moving row and column numbers the way the instructions do.
Columns are found that way, so a network that does not transpose cannot be rendered.
"""

from collections.abc import Sequence
from dataclasses import dataclass

LANE = 16  # bytes
Place = tuple[int, int]  # row, column


@dataclass(frozen=True)
class Exchange:
    """Two instructions that take two registers. Each result has these units of the first one's, then the second's."""

    unit: int  # bytes
    low: tuple[int, ...]
    high: tuple[int, ...]
    low_format: str  # of the registers {v} and {w}
    high_format: str
    constants: tuple[tuple[str, str], ...] = ()  # names and values of what the formats use, of a register's type

    def moved(self, low: bool, size: int, v: Sequence[Place | None], w: Sequence[Place | None]) -> list[Place | None]:
        """Returns what a result holds, element by element, where elements have ``size`` bytes."""
        across = self.unit // size
        both = [*v, *w]
        return [both[unit * across + k] for unit in (self.low if low else self.high) for k in range(across)]


def zips(bytes_: int, bits: int, formats: tuple[str, str]) -> Exchange:
    """Returns the zips of units of ``bits`` within the lanes of registers of ``bytes_``."""
    unit = bits // 8
    across, count = LANE // unit, bytes_ // unit

    def of_half(half: int) -> tuple[int, ...]:
        places = range(half * across // 2, (half + 1) * across // 2)
        return tuple(from_ + lane + k for lane in range(0, count, across) for k in places for from_ in (0, count))

    return Exchange(unit, of_half(0), of_half(1), *formats)


@dataclass(frozen=True)
class Load:
    register: str
    rows: tuple[int, ...]  # by piece


@dataclass(frozen=True)
class Step:
    """One instruction of an exchange."""

    register: str  # of the result
    exchange: Exchange
    low: bool
    a: str
    b: str

    @property
    def text(self) -> str:
        return (self.exchange.low_format if self.low else self.exchange.high_format).format(v=self.a, w=self.b)


@dataclass(frozen=True)
class Stage:
    """Steps, of which the first one's result has, column by column, these rows of these columns in its first lane."""

    steps: tuple[Step, ...]
    rows: tuple[int, ...]
    cols: tuple[int, ...]


@dataclass(frozen=True)
class Store:
    register: str
    col: int
    piece: int
    row: int = 0  # the first that it has


@dataclass(frozen=True)
class Network:
    loads: tuple[Load, ...]
    stages: tuple[Stage, ...]
    stores: tuple[Store, ...]

    @property
    def constants(self) -> tuple[tuple[str, str], ...]:
        """Returns what its instructions need besides registers, each once."""
        exchanges = [stage.steps[0].exchange for stage in self.stages]
        return tuple(dict.fromkeys(constant for exchange in exchanges for constant in exchange.constants))


def _stage(steps: list[Step], held: list[Place | None]) -> Stage:
    """Describes a stage. ``held``: the elements in the first lane of its first result."""
    found = [place for place in held if place is not None]
    rows, cols = {row for row, _ in found}, {col for _, col in found}
    return Stage(tuple(steps), tuple(sorted(rows)), tuple(sorted(cols)))


def _stores(names: list[str], held: list[list[Place | None]], rows: int) -> tuple[Store, ...]:
    """Finds the columns: each is a register, or a part of one."""
    stores = []
    for name, places in zip(names, held, strict=True):
        for piece in range(len(places) // rows):
            column = places[piece * rows : (piece + 1) * rows]
            if column[0] is not None:
                assert column == [(row, column[0][1]) for row in range(rows)], "the network does not transpose"
                stores.append(Store(name, column[0][1], piece))
    return tuple(sorted(stores, key=lambda store: store.col))


def firsts(count: int, stage: int) -> list[int]:
    """Returns the registers that a stage exchanges with others behind them."""
    return [i for i in range(count) if not i >> stage & 1]


def network(size: int, rows: int, cols: int, bytes_: int, exchanges: Sequence[Exchange]) -> Network:
    """Returns a tile's loads, exchanges and stores, without registers that would hold no column of the tile.

    ``size``: bytes of an element; ``bytes_``: of a register. A piece of a row fills a lane at least.
    """
    slot = max(LANE // size, cols)  # elements
    pieces = bytes_ // size // slot
    count = rows // pieces
    assert count == 1 << len(exchanges), "each stage halves what is left of the rows"
    names = [f"v{i}" for i in range(count)]
    loads = tuple(Load(names[i], tuple(i + piece * count for piece in range(pieces))) for i in range(count))
    held: list[list[Place | None]] = [
        [(row, c) if c < cols else None for row in load.rows for c in range(slot)] for load in loads
    ]
    stages = []
    for stage, exchange in enumerate(exchanges):
        steps: list[Step] = []
        made, after = list(names), list(held)
        # Both results of two registers one after the other, so that few registers are needed at a time.
        for i, low in ((first | half << stage, half == 0) for first in firsts(count, stage) for half in (0, 1)):
            first, second = i & ~(1 << stage), i | 1 << stage
            after[i] = exchange.moved(low, size, held[first], held[second])
            if any(place is not None for place in after[i]):
                made[i] = f"{'abcdef'[stage]}{i}"
                steps.append(Step(made[i], exchange, low, names[first], names[second]))
        names, held = made, after
        stages.append(_stage(steps, held[0][: LANE // size]))
    stores = _stores(names, held, rows)
    assert [store.col for store in stores] == list(range(cols))
    return Network(loads, tuple(stages), stores)
