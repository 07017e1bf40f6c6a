# SPDX-License-Identifier: BSD-3-Clause
"""Computes and prints the figures of `tools/bench host`: ratios to memcpy, means, and cases that a peer wins."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, log

from host_cases import Case
from host_measure import MEMCPY, OURS, Rounds

LOSS = 1.05  # a peer wins where permkern takes so many times its time, in every pass
PARTS = {"all": "all cases", "models": "permutes of models"}


@dataclass(frozen=True)
class Row:
    """A case at a width. ns: the least time of a call, by column. losses: permkern's time / that of peers that win."""

    name: str
    part: str
    bits: int
    ns: Mapping[str, float]
    losses: Mapping[str, float]

    def ratio(self, column: str) -> float:
        return self.ns[column] / self.ns[MEMCPY]


def row_of(case: Case, bits: int, passes: Sequence[Rounds]) -> Row:
    names = dict.fromkeys(name for rounds in passes for name in rounds)
    ns = {name: min(min(rounds[name]) for rounds in passes if name in rounds) for name in names}
    losses = {
        name: ns[OURS] / ns[name]
        for name in names
        if name != MEMCPY
        and not name.startswith(OURS)
        and all(name in rounds and min(rounds[OURS]) > LOSS * min(rounds[name]) for rounds in passes)
    }
    return Row(case.name, case.part, bits, ns, losses)


def geomean(values: Iterable[float]) -> float:
    logs = [log(value) for value in values]
    return exp(sum(logs) / len(logs))


def means(rows: Sequence[Row]) -> dict[str, float]:
    """Returns the mean ratio of each column that took every case."""
    names = dict.fromkeys(name for row in rows for name in row.ns)
    return {name: geomean(row.ratio(name) for row in rows) for name in names if all(name in row.ns for row in rows)}


def row_line(row: Row) -> str:
    if row.part == "calls":
        cells = ", ".join(f"{name} {time:.1f} ns" for name, time in row.ns.items())
    else:
        cells = ", ".join(f"{name} {row.ratio(name):.2f}" for name in row.ns if name != MEMCPY)
    return f"  {row.name:<46} {row.bits:>2}-bit: {cells}"


def summary(rows: Sequence[Row]) -> list[str]:
    """Returns lines with the means of each part and width, and with all cases that a peer wins."""
    lines = []
    for part, title in PARTS.items():
        for bits in dict.fromkeys(row.bits for row in rows):
            chosen = [row for row in rows if row.part == part and row.bits == bits]
            if chosen:
                cells = ", ".join(f"{name} {mean:.2f}" for name, mean in means(chosen).items())
                lines.append(f"time / memcpy time, geometric mean of {len(chosen)} {title}, {bits}-bit: {cells}")
    losses = [
        f"  {row.name}, {row.bits}-bit: permkern takes {ratio:.2f} times as long as {peer}"
        for row in rows
        for peer, ratio in row.losses.items()
    ]
    return [*lines, f"peers win {len(losses)} of {len(rows)} cases", *losses]


def documents(rows: Sequence[Row]) -> list[dict[str, object]]:
    return [asdict(row) for row in rows]
