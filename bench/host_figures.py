# SPDX-License-Identifier: BSD-3-Clause
"""What `tools/bench host` makes of its times: ratios, means, cache levels, losses, goals. Nothing here measures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import median
from typing import Any

from host_cases import ALL, MODELS

UNTIMED = 3  # calls before each sample: what ran before left other lines in the caches, or its stores on their way
OURS = "permkern"
OURS_AVX2 = "permkern AVX2"  # on a processor with more: a plan made without it
OURS_UNPLANNED = "permkern unplanned"  # permkern_permute, which has no plan to begin with
OURS_PINNED = "permkern pinned"  # the kernel of bench/host/set.toml for the case's shape, where it has one
MEMCPY = "memcpy"
NO_PEERS = frozenset((OURS, OURS_AVX2, OURS_UNPLANNED, OURS_PINNED, MEMCPY))
SLOW = 3.0  # a peer that takes more than this times permkern's time is far from winning, and measured less often
LOSS = 1.05  # a peer wins where permkern takes more than this times its time

# Of the issue that set them: geometric mean of time / memcpy time over all cases, by width.
MEAN_GOALS = {
    "AVX-512": {8: 1.45, 16: 1.20, 32: 1.12, 64: 1.10},
    "AVX2": {8: 1.65, 16: 1.35, 32: 1.30, 64: 1.25},
}
IMAGE_GROUP = "image3"
IMAGE_GOAL = 1.15
THREADS_GOAL = 1.9  # one thread's time / two threads' time
# Nanoseconds of a call, by case and way, by width.
CALL_GOALS = {
    ("2x4x8 (2,0,1)", "checked"): {8: 10.0, 16: 10.0, 32: 13.0},
    ("2x4x8 (2,0,1)", "planned"): {8: 3.0, 16: 5.0, 32: 8.0},
    ("2x4x8 (2,0,1)", "pinned"): {8: 1.5, 16: 1.5, 32: 1.5, 64: 1.5},
    ("1x1x1 (2,0,1)", "checked"): {8: 10.0, 16: 10.0, 32: 10.0, 64: 10.0},
}

# Means that were recorded once on another machine with AVX-512, over 132 cases of the same kinds (FBGEMM and MKL: 44
# matrix transposes), of peers built from source: most of them no package brings here. Naive loops and oneDNN are there
# to compare the two machines by. "time / memcpy time", shown apart, never mixed with what a run measured.
RECORDED = {
    "XNNPACK (sources of 2026)": {"8": 3.62, "16": 1.88, "32": 1.59, "64": 3.94},
    "HPTT": {"32": 2.58, "64": 1.64},
    "FBGEMM (44 cases)": {"8": 3.67, "16": 2.54, "32": 1.60},
    "MKL (44 cases)": {"32": 1.91, "64": 1.56},
    "TFLM reference": {"8": 12.8, "16": 6.56, "32": 4.03, "64": 2.56},
    "naive loops": {"8": 9.26, "16": 5.28, "32": 3.56, "64": 2.42},
    "oneDNN 2.6": {"8": 5.11, "16": 2.93, "32": 1.90},
}


@dataclass(frozen=True)
class Times:
    """Nanoseconds a call of one column, one entry a round."""

    rounds: tuple[float, ...]

    @property
    def least(self) -> float:
        return min(self.rounds)

    @property
    def median(self) -> float:
        return median(self.rounds)


Measured = Mapping[str, Times]  # by column


@dataclass(frozen=True)
class Loss:
    """A peer that is faster than permkern by more than noise: in every pass."""

    case: str
    bits: int
    peer: str
    ratio: float  # permkern's time / the peer's


def geomean(values: Iterable[float]) -> float:
    logs = [log(value) for value in values]
    return exp(sum(logs) / len(logs)) if logs else float("nan")


def together(passes: Sequence[Measured]) -> Measured:
    """The rounds of all passes. A column may be missing in some: slow peers are in the first alone."""
    names = dict.fromkeys(name for measured in passes for name in measured)
    return {
        name: Times(tuple(t for measured in passes if name in measured for t in measured[name].rounds))
        for name in names
    }


def is_slow(name: str, measured: Measured) -> bool:
    """Whether a column is a peer that is far from winning, by the rounds so far."""
    slow = OURS in measured and measured[name].least > SLOW * measured[OURS].least
    return slow and name not in NO_PEERS


def losses(case: str, bits: int, passes: Sequence[Measured]) -> list[Loss]:
    """Peers over the line in every pass. The ratio is of the least times of all passes; the copy is no peer."""
    return [loss for peer in together(passes) if peer not in NO_PEERS for loss in _faster(peer, case, bits, passes)]


def slow_plans(case: str, bits: int, passes: Sequence[Measured]) -> list[Loss]:
    """The same where permkern without a plan is over the line: whoever keeps a plan should never pay for it."""
    return _faster(OURS_UNPLANNED, case, bits, passes)


def _faster(column: str, case: str, bits: int, passes: Sequence[Measured]) -> list[Loss]:
    if any(column not in measured or measured[OURS].least <= LOSS * measured[column].least for measured in passes):
        return []
    times = together(passes)
    return [Loss(case, bits, column, times[OURS].least / times[column].least)]


def columns(passes: Sequence[Measured]) -> dict[str, dict[str, float]]:
    """
    What host.json holds of each column of a case. A ratio is to the copy in those passes that the column was in: a slow
    peer's single pass may have been in a slow minute.
    """
    result = {}
    for name, times in together(passes).items():
        copy = min(measured[MEMCPY].least for measured in passes if name in measured)
        result[name] = {
            "min_ns": round(times.least, 2),
            "median_ns": round(times.median, 2),
            "ratio": round(times.least / copy, 4),
        }
    return result


def means(rows: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """
    Geometric mean of each column over the rows that have it; a column that not all have is named with its count. Pinned
    kernels are for so few cases that a mean of theirs would be compared with those of others.
    """
    names = dict.fromkeys(name for row in rows for name in row["columns"] if name != OURS_PINNED)
    result = {}
    for name in names:
        values = [row["columns"][name]["ratio"] for row in rows if name in row["columns"]]
        result[name if len(values) == len(rows) else f"{name} ({len(values)} cases)"] = round(geomean(values), 3)
    return result


def best_peer(rows: Sequence[Mapping[str, Any]]) -> float | None:
    """Geometric mean of the fastest peer of each case; None where there is no peer but memcpy."""
    per_case = [
        min(of["ratio"] for name, of in row["columns"].items() if name not in NO_PEERS)
        for row in rows
        if set(row["columns"]) - NO_PEERS
    ]
    return round(geomean(per_case), 3) if per_case else None


# ---- caches ----

BEYOND = "beyond"


def level_of(size: int, caches: Mapping[str, int]) -> str:
    """The first cache that holds so many bytes."""
    return next((name for name, holds in caches.items() if size <= holds), BEYOND)


def levels(rows: Sequence[Mapping[str, Any]], caches: Mapping[str, int]) -> list[dict[str, Any]]:
    """Means by the cache that holds input and output together. memcpy's speed is of bytes copied, counted once."""
    result = []
    for level in (*caches, BEYOND):
        here = [row for row in rows if level_of(2 * row["bytes"], caches) == level]
        if here:
            speed = geomean(row["bytes"] / row["columns"][MEMCPY]["min_ns"] for row in here)
            result.append(
                {
                    "level": level,
                    "cases": len(here),
                    OURS: round(geomean(row["columns"][OURS]["ratio"] for row in here), 3),
                    "best_peer": best_peer(here),
                    "memcpy_gb_s": round(speed, 1),
                }
            )
    return result


# ---- widths ----


def doors(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What a call without a plan, and a pinned kernel, take of a plan's time, over the cases that have one."""
    result: dict[str, Any] = {}
    for what, name in (("unplanned", OURS_UNPLANNED), ("pinned", OURS_PINNED)):
        having = [row["columns"] for row in rows if name in row["columns"]]
        if having:
            mean = geomean(columns[name]["ratio"] / columns[OURS]["ratio"] for columns in having)
            result[what] = {"cases": len(having), "of_planned": round(mean, 3)}
    return result


def _by_ratio(lost: Sequence[Loss]) -> list[dict[str, Any]]:
    return [
        {"case": loss.case, "bits": loss.bits, "peer": loss.peer, "ratio": round(loss.ratio, 3)}
        for loss in sorted(lost, key=lambda loss: -loss.ratio)
    ]


def part_figures(rows: Sequence[Mapping[str, Any]], part: str) -> dict[str, Any]:
    """Means over the cases of one part."""
    counted = [row for row in rows if row["part"] == part]
    return {"cases": len(counted), "geomean": means(counted), "best_peer": best_peer(counted)}


def width_figures(
    rows: Sequence[Mapping[str, Any]],
    lost: Sequence[Loss],
    slow: Sequence[Loss] = (),
    caches: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """What host.json holds of one width."""
    groups = dict.fromkeys(row["group"] for row in rows)
    images = [row for row in rows if row["group"] == IMAGE_GROUP]
    return {
        "parts": {part: part_figures(rows, part) for part in (ALL, MODELS) if any(r["part"] == part for r in rows)},
        "levels": levels(rows, caches or {}),
        "doors": doors(rows),
        "three_channels": means(images),
        "three_channels_worst": max((row["columns"][OURS]["ratio"] for row in images), default=None),
        "groups": {group: means([row for row in rows if row["group"] == group]) for group in groups},
        "losses": _by_ratio(lost),
        "slow_plans": _by_ratio(slow),
        "cases": list(rows),
    }


def isa_of_goals(features: Iterable[str]) -> str | None:
    """Which of the goals over all cases are for a processor with these features."""
    has = set(features)
    if {"avx512f", "avx512bw", "avx512vl"} <= has:
        return "AVX-512"
    return "AVX2" if "avx2" in has else None


# ---- goals ----


def _goal(what: str, bits: int, unit: str, goal: float, reached: float, at_least: bool = False) -> dict[str, Any]:
    met = reached >= goal if at_least else reached <= goal
    return {
        "what": what,
        "bits": bits,
        "unit": unit,
        "at_least": at_least,
        "goal": goal,
        "reached": reached,
        "met": met,
    }


def _width_goals(bits: int, figures: Mapping[str, Any], isa: str | None) -> list[dict[str, Any]]:
    rows = []
    mean = figures["parts"].get(ALL, {}).get("geomean", {})
    if isa is not None:
        for what, column in ((isa, OURS), ("AVX2", OURS_AVX2)):
            if column in mean:
                rows.append(
                    _goal(f"all cases, {what}", bits, "time / memcpy time", MEAN_GOALS[what][bits], mean[column])
                )
        rows.append(_goal("cases that a peer wins", bits, "", 0, len({loss["case"] for loss in figures["losses"]})))
    if figures["three_channels"]:
        reached = figures["three_channels"][OURS]
        rows.append(_goal("images of three channels", bits, "time / memcpy time", IMAGE_GOAL, reached))
    return rows


def goals(
    widths: Mapping[str, Mapping[str, Any]],
    calls: Sequence[Mapping[str, Any]],
    threads: Sequence[Mapping[str, Any]],
    isa: str | None,
) -> list[dict[str, Any]]:
    """Every goal of the issue that this run has a figure for. isa: None where the goals over all cases do not count."""
    rows = [row for bits, figures in widths.items() for row in _width_goals(int(bits), figures, isa)]
    for (case, way), by_bits in CALL_GOALS.items():
        rows += [
            _goal(f"{case}, {way}", call["bits"], "ns", by_bits[call["bits"]], call["ns"][way])
            for call in calls
            if call["case"] == case and call["bits"] in by_bits and way in call["ns"]
        ]
    rows += [
        _goal(f"two threads, {row['case']}", row["bits"], "times", THREADS_GOAL, row["scaling"], at_least=True)
        for row in threads
    ]
    return rows
