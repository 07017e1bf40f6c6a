# SPDX-License-Identifier: BSD-3-Clause
"""The networks of vector tiles, carried out on numbers of rows and columns: every tile of every host transposes."""

from collections.abc import Sequence

import pytest
from permkern.permutation import WIDTHS

from arch_gen import aarch64, wasm, x86
from arch_gen.host_views import strips
from arch_gen.hosts import VectorIsa
from arch_gen.network import LANE, Network

Place = tuple[int, int] | None  # row and column of an element
HOSTS = (*x86.HOSTS, *aarch64.HOSTS, *wasm.HOSTS)
TILES = [(isa, bits, tile.rows, tile.cols) for isa in HOSTS for bits in WIDTHS for tile in isa.tiles_of(bits)]


def columns(made: Network, size: int, cols: int, together: int, slot: int) -> dict[tuple[int, int], Sequence[Place]]:
    """What is stored of each column, by column and first row, as the loads, exchanges and stores say."""
    held = {
        load.register: [(row, col) if col < cols else None for row in load.rows for col in range(slot)]
        for load in made.loads
    }
    for stage in made.stages:
        for step in stage.steps:
            held[step.register] = step.exchange.moved(step.low, size, held[step.a], held[step.b])
    stored: dict[tuple[int, int], Sequence[Place]] = {}
    for store in made.stores:
        assert (store.col, store.row) not in stored
        stored[store.col, store.row] = held[store.register][store.piece * together : (store.piece + 1) * together]
    return stored


@pytest.mark.parametrize(("isa", "bits", "rows", "cols"), TILES, ids=lambda value: getattr(value, "name", str(value)))
def test_every_tile_transposes(isa: VectorIsa, bits: int, rows: int, cols: int) -> None:
    """By the very network that is rendered."""
    (strip,) = (each for each in strips(isa, bits) if (each.rows, each.cols, each.stream) == (rows, cols, False))
    stored = columns(strip.network, bits // 8, cols, strip.together, max(LANE * 8 // bits, cols))
    assert stored == {
        (col, first): [(row, col) for row in range(first, first + strip.together)]
        for col in range(cols)
        for first in range(0, rows, strip.together)
    }


def test_groups_take_turns() -> None:
    """Loads of all groups come first, and within each stage no statement needs the one before."""
    (strip,) = (each for each in strips(aarch64.NEON, 32) if (each.rows, each.cols) == (16, 4))
    made = strip.network
    assert [load.rows for load in made.loads] == [(row,) for row in range(16)]
    assert [len(stage.steps) for stage in made.stages] == [16, 16]
    for stage in made.stages:
        assert not {step.register for step in stage.steps} & {name for step in stage.steps for name in (step.a, step.b)}
    assert [(store.col, store.row) for store in made.stores[:5]] == [(0, 0), (0, 4), (0, 8), (0, 12), (1, 0)]
