# SPDX-License-Identifier: BSD-3-Clause
"""Computes the network of zips that transposes a tile in vector registers.

A register is one or more 16-byte lanes. A tile of ``rows`` x ``cols`` elements is loaded as pieces of ``cols``
elements, one piece to a lane: register i holds rows i, i + n, i + 2n ... of n = rows / lanes. Zipping register i with
register i + n / 2 moves the highest bit of a row's number to the lowest place of an element's position, so log2(n)
stages bring all n rows of a column next to each other, in order: each result is stored whole, or, where n rows are less
than a lane, in pieces of one column each. The shuffle is the perfect shuffle of H. S. Stone, IEEE Trans. Computers
C-20 (1971).
"""

from dataclasses import dataclass

LANE = 16  # bytes


@dataclass(frozen=True)
class Load:
    register: str
    rows: tuple[int, ...]  # by lane


@dataclass(frozen=True)
class Zip:
    register: str
    low: bool
    a: str
    b: str


@dataclass(frozen=True)
class Stage:
    """Zips, of which the first one's result has, column by column, these rows of these columns in its first lane."""

    zips: tuple[Zip, ...]
    rows: tuple[int, ...]
    cols: tuple[int, ...]


@dataclass(frozen=True)
class Store:
    register: str
    col: int
    piece: int


@dataclass(frozen=True)
class Network:
    loads: tuple[Load, ...]
    stages: tuple[Stage, ...]
    stores: tuple[Store, ...]


def network(bits: int, rows: int, cols: int, lanes: int) -> Network:
    """Returns a tile's loads, zips and stores, without registers that would hold no column of the tile."""
    across = LANE * 8 // bits  # elements of a lane
    count = rows // lanes  # rows for each lane, which is also the number of registers
    registers = [f"v{i}" for i in range(count)]
    # The (row, column) of each element in the first lane of each register; None for elements that are not used.
    held = [[(i, c) if c < cols else None for c in range(across)] for i in range(count)]
    loads = tuple(Load(registers[i], tuple(i + lane * count for lane in range(lanes))) for i in range(count))
    stages: list[Stage] = []
    present = [True] * count
    names = registers
    for stage in range(count.bit_length() - 1):
        letter = "abcdef"[stage]
        zips: list[Zip] = []
        after: list[list[tuple[int, int] | None]] = []
        for i in range(count // 2):
            first, second = held[i], held[i + count // 2]
            for half in (0, 1):
                part = slice(half * across // 2, (half + 1) * across // 2)
                after.append([place for pair in zip(first[part], second[part], strict=True) for place in pair])
        kept = [any(place is not None for place in places) for places in after]
        made = [f"{letter}{i}" for i in range(count)]
        for i, wanted in enumerate(kept):
            if wanted:
                zips.append(Zip(made[i], i % 2 == 0, names[i // 2], names[i // 2 + count // 2]))
        first_result = [place for place in after[0] if place is not None]
        stages.append(
            Stage(
                tuple(zips),
                tuple(sorted({row for row, _ in first_result})),
                tuple(sorted({col for _, col in first_result})),
            )
        )
        names, held, present = made, after, kept
    stores = []
    for i in range(count):
        for piece in range(across // count):
            place = held[i][piece * count]
            if present[i] and place is not None:
                column = held[i][piece * count : (piece + 1) * count]
                assert column == [(row, place[1]) for row in range(count)]
                stores.append(Store(names[i], place[1], piece))
    return Network(loads, tuple(stages), tuple(sorted(stores, key=lambda store: store.col)))
