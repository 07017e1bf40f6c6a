# SPDX-License-Identifier: BSD-3-Clause
"""Puts networks side by side: groups of rows that one pass of a strip's loop moves together.

A core that executes in order waits for each load and each exchange before what needs it. Statements of another group do
not need it, and stand in between: loads of all groups come first, then each stage of all of them. What a column gets
from the groups is stored one behind the other, so that most of a cache line is written at once.
"""

from collections.abc import Sequence
from dataclasses import replace

from arch_gen.network import Exchange, Load, Network, Stage, Step, Store, network


def _renamed(register: str, shift: int) -> str:
    """A register of the first group as that of a further one: numbers go on behind the first group's."""
    return f"{register[0]}{int(register[1:]) + shift}"


def _moved(one: Network, group: int) -> Network:
    """A network as it is for a further group of as many rows."""
    count = len(one.loads)
    shift, rows = group * count, group * sum(len(load.rows) for load in one.loads)

    def step(of: Step) -> Step:
        return replace(of, register=_renamed(of.register, shift), a=_renamed(of.a, shift), b=_renamed(of.b, shift))

    return Network(
        tuple(Load(_renamed(load.register, shift), tuple(row + rows for row in load.rows)) for load in one.loads),
        tuple(replace(stage, steps=tuple(map(step, stage.steps))) for stage in one.stages),
        tuple(replace(store, register=_renamed(store.register, shift), row=rows) for store in one.stores),
    )


def grouped(size: int, rows: int, cols: int, bytes_: int, exchanges: Sequence[Exchange], together: int) -> Network:
    """Returns a tile's loads, exchanges and stores: one network for each ``together`` rows, by these exchanges.

    Stages keep the note of their first group. Stores are in the order of their columns, then of their rows.
    """
    one = network(size, together, cols, bytes_, exchanges)
    all_of = [_moved(one, group) for group in range(rows // together)]
    stages = tuple(
        Stage(tuple(step for stage in same for step in stage.steps), same[0].rows, same[0].cols)
        for same in zip(*(each.stages for each in all_of), strict=True)
    )
    stores: list[Store] = sorted((store for each in all_of for store in each.stores), key=lambda s: (s.col, s.row))
    return Network(tuple(load for each in all_of for load in each.loads), stages, tuple(stores))
