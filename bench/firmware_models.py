# SPDX-License-Identifier: BSD-3-Clause
"""What the counts of models.toml's rows come to: how each row stands against a peer, their mean, who loses."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log

from icnt import Stretch

OURS = ("checked", "pinned")
TWICE = 2.0


@dataclass(frozen=True)
class Standing:
    """A column of a build against a peer: the peer's instructions over ours, by row."""

    column: str
    ratios: Mapping[str, float]

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
        return f"{self.column}: {self.geomean:.2f} over {len(self.ratios)} rows, {losses}"


def over_naive(counts: Mapping[str, Mapping[str, Stretch]]) -> list[Standing]:
    """How each of our columns stands against the naive loops."""
    columns = [column for column in next(iter(counts.values())) if column in OURS]
    return [
        Standing(column, {name: at["naive"].instructions / at[column].instructions for name, at in counts.items()})
        for column in columns
    ]
