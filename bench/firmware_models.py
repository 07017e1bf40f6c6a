# SPDX-License-Identifier: BSD-3-Clause
"""What the counts of models.toml's rows come to: how each row stands against its peers, their mean, who loses."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log
from pathlib import Path

from firmware_goals import BESIDE, CLIFF, MODEL_GOALS, NAIVE, ModelsGoal, goal_row

INSTRUCTIONS = "instructions"
OURS = ("checked", "pinned", "checked off", "pinned off")
BEST = "the best peer"  # of the recorded ones and the naive loops
TWICE = 2.0
PEERS = Path(__file__).resolve().parent / "firmware" / "peers.json"

# What calls take, by row and column; of other projects, by row and project.
Takes = Mapping[str, Mapping[str, int]]


def cycles_of(core: str) -> str:
    return f"estimated cycles of {core}, no wait states"


@cache
def recorded(measure: str, level: str) -> Takes:
    """Returns what other projects' functions took on Cortex-M4 at a level of optimisation."""
    levels: dict[str, Takes] = json.loads(PEERS.read_text(encoding="utf-8"))[measure]
    return levels.get(level, {})


def geomean(ratios: Collection[float]) -> float:
    return exp(sum(map(log, ratios)) / len(ratios))


@dataclass(frozen=True)
class Standing:
    """A column of a build against a peer: what the peer takes over what we take, and who that peer is, by row."""

    measure: str
    column: str
    over: str
    ratios: Mapping[str, float]
    peers: Mapping[str, str]

    @property
    def geomean(self) -> float:
        return geomean(self.ratios.values())

    @property
    def kinds(self) -> dict[str, tuple[float, float]]:
        """The geomean and the worst of each kind of row: of those whose names begin with the same word."""
        kinds: dict[str, list[float]] = {}
        for name, at in self.ratios.items():
            kinds.setdefault(name.partition("_")[0], []).append(at)
        return {kind: (geomean(each), min(each)) for kind, each in kinds.items()}

    @property
    def losses(self) -> dict[str, float]:
        """The rows that are slower than the peer, the worst first."""
        return dict(sorted(((name, at) for name, at in self.ratios.items() if at < 1), key=lambda item: item[1]))

    @property
    def under_twice(self) -> int:
        return sum(at < TWICE for at in self.ratios.values())

    def __str__(self) -> str:
        losses = f"{len(self.losses)} losses, {self.under_twice} under {TWICE:g}"
        return f"{self.measure}, {self.column}: {self.geomean:.2f} times {self.over}, {losses}"

    def document(self) -> dict[str, object]:
        return {
            "measure": self.measure,
            "column": self.column,
            "over": self.over,
            "rows": len(self.ratios),
            "geomean": round(self.geomean, 3),
            "under_twice": self.under_twice,
            "losses": {name: round(at, 3) for name, at in self.losses.items()},
        }


@dataclass(frozen=True)
class Build:
    """What the rows take in one build, by measure; and what other projects took there, if that was recorded.

    ways: the strategy that moves a row, by column and row.
    """

    name: str
    title: str
    level: str
    takes: Mapping[str, Takes]
    peers: Mapping[str, Takes]
    ways: Mapping[str, Mapping[str, str]]

    @property
    def rows(self) -> list[str]:
        return list(self.takes[INSTRUCTIONS])

    @property
    def measures(self) -> list[str]:
        return list(self.takes)

    @property
    def columns(self) -> list[str]:
        return [column for column in OURS if column in self.takes[INSTRUCTIONS][self.rows[0]]]

    def best(self, measure: str, row: str) -> tuple[str, int]:
        """The least that a peer takes for a row: the naive loops of this run, or a recorded function."""
        takes = {NAIVE: self.takes[measure][row][NAIVE], **self.peers.get(measure, {}).get(row, {})}
        return min(takes.items(), key=lambda item: item[1])

    def standing(self, measure: str, column: str, over: str) -> Standing:
        own = self.takes[measure]
        peers = {row: self.best(measure, row) if over == BEST else (NAIVE, at[NAIVE]) for row, at in own.items()}
        ratios = {row: least / own[row][column] for row, (_, least) in peers.items()}
        return Standing(measure, column, over, ratios, {row: name for row, (name, _) in peers.items()})

    def way(self, column: str, row: str) -> str:
        return self.ways.get(column.removesuffix(" off"), {}).get(row, "unknown")

    @property
    def overs(self) -> tuple[str, ...]:
        return (BEST, NAIVE) if self.peers else (NAIVE,)

    @property
    def standings(self) -> list[Standing]:
        return [
            self.standing(measure, column, over)
            for measure in self.measures
            for column in self.columns
            for over in self.overs
        ]


# ---- goals ----


def _shown(losses: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {at:.2f}" for name, at in losses.items())


def _losses(goal: ModelsGoal, build: Build, elements: Mapping[str, int]) -> dict[str, float]:
    """A row is slower than naive loops if it is so by any measure, at any alignment; than the best peer, by counts."""
    measures, columns = [INSTRUCTIONS], [goal.column]
    if goal.over == NAIVE:
        measures, columns = build.measures, [column for column in build.columns if column.startswith(goal.column)]
    worst: dict[str, float] = {}
    for measure in measures:
        for column in columns:
            for row, at in build.standing(measure, column, goal.over).losses.items():
                if elements[row] > goal.above:
                    worst[row] = min(at, worst.get(row, 1.0))
    return dict(sorted(worst.items(), key=lambda item: item[1]))


def _rows_of(goal: ModelsGoal, build: Build, compiler: str, elements: Mapping[str, int]) -> Iterator[dict[str, object]]:
    if goal.geomean is not None:
        standing = build.standing(INSTRUCTIONS, goal.column, goal.over)
        what = f"geomean over {goal.over}, {len(standing.ratios)} rows of models"
        row = goal_row(build.name, compiler, "models", what, goal.column, f"times {goal.over}")
        row |= {"goal": goal.geomean, "reached": round(standing.geomean, 3), "least": True}
        yield row | {"met": standing.geomean >= goal.geomean, "note": ""}
    losses = _losses(goal, build, elements)
    what = f"rows of models slower than {goal.over}" + f", above {goal.above} elements" * (goal.above > 0)
    what += ", by any measure, at any alignment" * (goal.over == NAIVE)
    row = goal_row(build.name, compiler, "models", what, goal.column, "rows")
    yield row | {"goal": 0, "reached": len(losses), "met": not losses, "note": _shown(losses)}


def goal_rows(builds: Sequence[Build], compiler: str, elements: Mapping[str, int]) -> list[dict[str, object]]:
    """Every goal of the builds that were measured; elements: of each row."""
    known = {build.name: build for build in builds}
    rows = [
        row
        for goal in MODEL_GOALS
        if goal.target in known
        for row in _rows_of(goal, known[goal.target], compiler, elements)
    ]
    alone, beside = (known.get(name) for name in BESIDE)
    if alone is not None and beside is not None:
        case, most = CLIFF
        grown = beside.takes[INSTRUCTIONS][case]["checked"] / alone.takes[INSTRUCTIONS][case]["checked"]
        what = f"{case} with {len(beside.rows)} pinned kernels in the set, times what it takes without"
        row = goal_row(beside.name, compiler, case, what, "checked", "times")
        rows.append(row | {"goal": most, "reached": round(grown, 3), "met": grown <= most, "note": ""})
    return rows
