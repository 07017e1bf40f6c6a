# SPDX-License-Identifier: BSD-3-Clause
"""What the counts of models.toml's rows come to: how each row stands against its peers, their mean, who loses."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import exp, log
from pathlib import Path

from firmware_goals import BESIDE, CLIFF, MODEL_GOALS, ModelsGoal, goal_row
from icnt import Stretch

OURS = ("checked", "pinned", "checked off", "pinned off")
NAIVE = "naive"
BEST = "the best peer"  # of the recorded ones and the naive loops
TWICE = 2.0
Cycles = Mapping[str, Mapping[str, int]]  # by row and column: estimated, no wait states
PEERS = Path(__file__).resolve().parent / "firmware" / "peers.json"


@cache
def recorded(level: str) -> Mapping[str, Mapping[str, int]]:
    """Returns what other projects' functions took on Cortex-M4 at a level of optimisation, by row and project."""
    levels: dict[str, dict[str, dict[str, int]]] = json.loads(PEERS.read_text(encoding="utf-8"))["instructions"]
    return levels.get(level, {})


@dataclass(frozen=True)
class Standing:
    """A column of a build against a peer: the peer's instructions over ours, and who that peer is, by row.

    core: whose estimated cycles, no wait states, are in place of instructions.
    """

    column: str
    over: str
    ratios: Mapping[str, float]
    peers: Mapping[str, str]
    core: str = ""

    @property
    def geomean(self) -> float:
        return exp(sum(map(log, self.ratios.values())) / len(self.ratios))

    @property
    def losses(self) -> dict[str, float]:
        """The rows that are slower than the peer, the worst first."""
        return dict(sorted(((name, at) for name, at in self.ratios.items() if at < 1), key=lambda item: item[1]))

    @property
    def under_twice(self) -> int:
        return sum(at < TWICE for at in self.ratios.values())

    def __str__(self) -> str:
        losses = f"{len(self.losses)} losses, {self.under_twice} under {TWICE:g}"
        return f"{self.column}: {self.geomean:.2f} over {self.against} in {len(self.ratios)} rows, {losses}"

    @property
    def against(self) -> str:
        return f"{self.over}, estimated cycles of {self.core}, no wait states" if self.core else self.over

    def document(self) -> dict[str, object]:
        return {
            "column": self.column,
            "over": self.against,
            "rows": len(self.ratios),
            "geomean": round(self.geomean, 3),
            "under_twice": self.under_twice,
            "losses": {name: round(at, 3) for name, at in self.losses.items()},
        }


@dataclass(frozen=True)
class Build:
    """The counts of one build by row and column, and what other projects took there, if that was recorded.

    cycles: estimated, by core.
    """

    name: str
    title: str
    level: str
    counts: Mapping[str, Mapping[str, Stretch]]
    peers: Mapping[str, Mapping[str, int]]
    cycles: Mapping[str, Cycles] = field(default_factory=dict)

    @property
    def columns(self) -> list[str]:
        return [column for column in OURS if column in next(iter(self.counts.values()))]

    def best(self, row: str) -> tuple[str, int]:
        """The least that a peer takes for a row: the naive loops of this run, or a recorded function."""
        takes = {NAIVE: self.counts[row][NAIVE].instructions, **self.peers.get(row, {})}
        return min(takes.items(), key=lambda item: item[1])

    def standing(self, column: str, over: str) -> Standing:
        peers = {
            row: self.best(row) if over == BEST else (NAIVE, at[NAIVE].instructions) for row, at in self.counts.items()
        }
        ratios = {row: peer[1] / self.counts[row][column].instructions for row, peer in peers.items()}
        return Standing(column, over, ratios, {row: name for row, (name, _) in peers.items()})

    def estimated(self, column: str, core: str) -> Standing:
        """Against the naive loops, in estimated cycles: other projects' were not recorded."""
        ratios = {row: at[NAIVE] / at[column] for row, at in self.cycles[core].items()}
        return Standing(column, NAIVE, ratios, dict.fromkeys(ratios, NAIVE), core)

    @property
    def standings(self) -> list[Standing]:
        overs = (BEST, NAIVE) if self.peers else (NAIVE,)
        counted = [self.standing(column, over) for column in self.columns for over in overs]
        return counted + [self.estimated(column, core) for core in self.cycles for column in self.columns]


# ---- goals ----


def _shown(losses: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {at:.2f}" for name, at in losses.items())


def _rows_of(goal: ModelsGoal, build: Build, compiler: str, elements: Mapping[str, int]) -> Iterator[dict[str, object]]:
    standing = build.estimated(goal.column, goal.core) if goal.core else build.standing(goal.column, goal.over)
    if goal.geomean is not None:
        what = f"geomean over {standing.against}, {len(standing.ratios)} rows of models"
        row = goal_row(build.name, compiler, "models", what, goal.column, f"times {goal.over}")
        row |= {"goal": goal.geomean, "reached": round(standing.geomean, 3), "least": True}
        yield row | {"met": standing.geomean >= goal.geomean, "note": ""}
    losses = {name: at for name, at in standing.losses.items() if elements[name] > goal.above}
    what = f"rows of models slower than {standing.against}" + f", above {goal.above} elements" * (goal.above > 0)
    row = goal_row(build.name, compiler, "models", what, goal.column, "rows")
    yield row | {"goal": 0, "reached": len(losses), "met": not losses, "note": _shown(losses)}


def goal_rows(builds: Sequence[Build], compiler: str, elements: Mapping[str, int]) -> list[dict[str, object]]:
    """Every goal of the builds that were measured; elements: of each row."""
    known = {build.name: build for build in builds}
    rows = [
        row
        for goal in MODEL_GOALS
        if goal.target in known and (not goal.core or goal.core in known[goal.target].cycles)
        for row in _rows_of(goal, known[goal.target], compiler, elements)
    ]
    alone, beside = (known.get(name) for name in BESIDE)
    if alone is not None and beside is not None:
        case, most = CLIFF
        grown = beside.counts[case]["checked"].instructions / alone.counts[case]["checked"].instructions
        what = f"{case} with {len(beside.counts)} pinned kernels in the set, times what it takes without"
        row = goal_row(beside.name, compiler, case, what, "checked", "times")
        rows.append(row | {"goal": most, "reached": round(grown, 3), "met": grown <= most, "note": ""})
    return rows
