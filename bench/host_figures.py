# SPDX-License-Identifier: BSD-3-Clause
"""What `tools/bench host` makes of its times: ratios, means, losses, goals, the page. Nothing here measures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import median
from typing import Any

OURS = "permkern"
OURS_AVX2 = "permkern AVX2"  # on a processor with more: a plan made without it
OURS_UNPLANNED = "permkern unplanned"  # permkern_permute, which has no plan to begin with
MEMCPY = "memcpy"
NO_PEERS = frozenset((OURS, OURS_AVX2, OURS_UNPLANNED, MEMCPY))
LOSS = 1.05  # a peer wins where permkern takes more than this times its time

# Of the issue that set them: geometric mean of time / memcpy time over all cases, by width.
MEAN_GOALS = {
    "AVX-512": {8: 1.50, 16: 1.25, 32: 1.15, 64: 1.12},
    "AVX2": {8: 2.2, 16: 1.6, 32: 1.3, 64: 1.25},
}
IMAGE_GROUP = "image3"
IMAGE_GOAL = 1.15
TINY_GOALS = {"checked": 12.0, "planned": 3.0, "pinned": 2.0}  # nanoseconds

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


Measured = Mapping[str, Times]  # by column: the same rounds for all


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


def in_round(times: Times, copy: Times) -> float:
    """Median of the ratios to the copy of the same round."""
    return median(own / other for own, other in zip(times.rounds, copy.rounds, strict=True))


def together(passes: Sequence[Measured]) -> Measured:
    """The rounds of all passes, of the columns that are in each."""
    common = [name for name in passes[0] if all(name in measured for measured in passes)]
    return {name: Times(tuple(t for measured in passes for t in measured[name].rounds)) for name in common}


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


def columns(measured: Measured) -> dict[str, dict[str, float]]:
    """What host.json holds of each column of a case."""
    copy = measured[MEMCPY]
    return {
        name: {
            "min_ns": round(times.least, 2),
            "median_ns": round(times.median, 2),
            "ratio": round(times.least / copy.least, 4),
            "ratio_in_round": round(in_round(times, copy), 4),
        }
        for name, times in measured.items()
    }


def means(rows: Sequence[Mapping[str, Any]], key: str = "ratio") -> dict[str, float]:
    """Geometric mean of each column over the rows that have it; a column that not all have is named with its count."""
    names = dict.fromkeys(name for row in rows for name in row["columns"])
    result = {}
    for name in names:
        values = [row["columns"][name][key] for row in rows if name in row["columns"]]
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


def _by_ratio(lost: Sequence[Loss]) -> list[dict[str, Any]]:
    return [
        {"case": loss.case, "bits": loss.bits, "peer": loss.peer, "ratio": round(loss.ratio, 3)}
        for loss in sorted(lost, key=lambda loss: -loss.ratio)
    ]


def width_figures(rows: Sequence[Mapping[str, Any]], lost: Sequence[Loss], slow: Sequence[Loss] = ()) -> dict[str, Any]:
    """What host.json holds of one width."""
    counted = [row for row in rows if not row["apart"]]
    groups = dict.fromkeys(row["group"] for row in rows)
    images = [row for row in rows if row["group"] == IMAGE_GROUP]
    return {
        "cases_counted": len(counted),
        "geomean": means(counted),
        "geomean_in_round": means(counted, "ratio_in_round"),
        "geomean_best_peer": best_peer(counted),
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


def _goal(what: str, bits: int, unit: str, goal: float, reached: float) -> dict[str, Any]:
    return {"what": what, "bits": bits, "unit": unit, "goal": goal, "reached": reached, "met": reached <= goal}


def goals(
    widths: Mapping[str, Mapping[str, Any]], tiny: Mapping[str, Mapping[str, float]], isa: str | None
) -> list[dict[str, Any]]:
    """Every goal of the issue that this run has a figure for. isa: None where the goals over all cases do not count."""
    ratio = "time / memcpy time"
    rows = []
    for bits, figures in widths.items():
        if isa is not None:
            goal = MEAN_GOALS[isa][int(bits)]
            rows.append(_goal(f"all cases, {isa}", int(bits), ratio, goal, figures["geomean"][OURS]))
            if OURS_AVX2 in figures["geomean"]:
                goal = MEAN_GOALS["AVX2"][int(bits)]
                rows.append(_goal("all cases, AVX2", int(bits), ratio, goal, figures["geomean"][OURS_AVX2]))
        if figures["three_channels"]:
            rows.append(
                _goal("images of three channels", int(bits), ratio, IMAGE_GOAL, figures["three_channels"][OURS])
            )
    for bits, times in tiny.items():
        rows += [
            _goal(f"2x4x8 (2,0,1), {name}", int(bits), "ns", goal, times[name]) for name, goal in TINY_GOALS.items()
        ]
    return rows


# ---- the page ----

NOTE = """\
<!-- SPDX-License-Identifier: BSD-3-Clause -->
# Time on a host, against peers

Written by `tools/bench host -o DIR` (DIR/host.md).

How host figures are measured. Every figure is time / time of a `memcpy` of the same bytes, one thread on one processor.
The cases are those of bench/cases.toml, fixed before kernels were tuned; a mean is the geometric mean over all of them.
All peers run in one process, on the same two buffers (64-byte aligned, huge pages asked for), each with all it can
prepare prepared: permkern with a plan, oneDNN with a primitive, ONNX Runtime with a session, NumPy and PyTorch with
views. They take turns: in each round, every peer makes one untimed call, then a timed sample of as many calls as last
long enough for the clock; who begins changes from round to round. Before the first round and after the last, while all
plans are alive, the output of every peer is overwritten, made again and compared with index arithmetic, byte for byte.
A ratio is least time / least time of the copy in the same rounds; host.json has medians and the median of the ratios
within each round, too. NumPy, PyTorch and ONNX Runtime are called from Python, and the call counts.

permkern unplanned is `permkern_permute`, which checks, folds and chooses anew at each call: no peer, but what a plan
has to beat. A plan is slow where its call takes more than 5 % longer than that in every pass.

A peer wins a case where permkern takes more than 5 % longer in every pass: of three in a full run, of two short ones
in a quick run (of one, where the machine is too busy for two), whose list is longer by what noise adds. A pass goes
through all cases, so that those of one case are minutes apart.
"""


def _ratio(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *(f"| {' | '.join(row)} |" for row in rows)]


def _machine(document: Mapping[str, Any]) -> list[str]:
    machine, method = document["machine"], document["method"]
    lines = [f"- {name}: {value}" for name, value in machine.items() if name != "features"]
    lines.append(f"- instruction sets: {', '.join(machine['features']) or 'none known'}")
    lines.append(f"- {method['mode']} run: passes {method['passes']}, rounds in each {method['rounds']}")
    lines += [f"- {name} {peer['version']}: {peer['how']}" for name, peer in document["peers"].items()]
    lines += [f"- {name}: absent, {reason}" for name, reason in document["absent"].items()]
    return lines


def _means(document: Mapping[str, Any]) -> list[str]:
    widths = document["widths"]
    names = dict.fromkeys(name for figures in widths.values() for name in figures["geomean"])
    rows = [
        [f"{bits}-bit", *(_ratio(of["geomean"].get(name)) for name in names), _ratio(of["geomean_best_peer"])]
        for bits, of in widths.items()
    ]
    recorded = [[name, *(_ratio(of.get(bits)) for bits in widths)] for name, of in document["recorded"].items()]
    return [
        *_table(["width", *names, "best peer of each case"], rows),
        "",
        "Recorded once on another machine with AVX-512, over 132 cases of the same kinds, and no part of this run:",
        "peers that no package brings here, and two that one does, to compare the machines by: a fast memcpy makes",
        "ratios large.",
        "",
        *_table(["recorded", *(f"{bits}-bit" for bits in widths)], recorded),
    ]


def _goals(document: Mapping[str, Any]) -> list[str]:
    rows = []
    for row in document["goals"]:
        unit = " ns" if row["unit"] == "ns" else ""
        verdict = "yes" if row["met"] else "no"
        rows.append([row["what"], str(row["bits"]), f"{row['goal']:.2f}{unit}", _ratio(row["reached"]), verdict])
    return _table(["goal", "bits", "at most", "reached", "met"], rows)


def _tiny(document: Mapping[str, Any]) -> list[str]:
    tiny = document["tiny"]["ns"]
    names = dict.fromkeys(name for times in tiny.values() for name in times)
    rows = ([f"{bits}-bit", *(f"{times[n]:.1f}" if n in times else "-" for n in names)] for bits, times in tiny.items())
    return _table(["width", *names], rows)


def _width(bits: str, figures: Mapping[str, Any]) -> list[str]:
    names = list(figures["geomean"])
    groups = ([group, *(_ratio(of.get(name)) for name in names)] for group, of in figures["groups"].items())
    counted = [row for row in figures["cases"] if not row["apart"]]
    worst = sorted(counted, key=lambda row: -row["columns"][OURS]["ratio"])[:10]
    lines = [f"## {bits}-bit", "", "Means by kind of case:", "", *_table(["kind", *names], groups)]
    lines += ["", "permkern's ten worst cases:", ""]
    lines += _table(
        ["case", "", "time / memcpy time"],
        ([row["name"], row["label"], _ratio(row["columns"][OURS]["ratio"])] for row in worst),
    )
    won = figures["losses"]
    lines += ["", f"Cases that a peer wins: {len({loss['case'] for loss in won})} of {len(counted)}.", ""]
    if won:
        rows = ([loss["case"], loss["peer"], _ratio(loss["ratio"])] for loss in won)
        lines += [*_table(["case", "peer", "permkern's time / the peer's"], rows), ""]
    slow = ", ".join(f"{loss['case']} ({_ratio(loss['ratio'])})" for loss in figures["slow_plans"])
    lines += [f"Cases, of {len(figures['cases'])}, in which a plan is slower than none: {slow or 'none'}.", ""]
    return lines


def markdown(document: Mapping[str, Any]) -> str:
    """The page: host.json's figures, worst first."""
    lines = [NOTE, "## Machine, peers", "", *_machine(document), "", "## Geometric means over all cases", ""]
    lines += [*_means(document), "", "## Goals", "", *_goals(document), ""]
    lines += ["## One call on 2x4x8 (2,0,1), nanoseconds", "", *_tiny(document), ""]
    lines += ["checked: `permkern_permute`; planned: `permkern_run`; pinned: the kernel for that shape.", ""]
    for bits, figures in document["widths"].items():
        lines += _width(bits, figures)
    if document["wrong"]:
        lines += ["## Results of peers that were wrong, and left out", "", *(f"- {w}" for w in document["wrong"])]
    return "\n".join(lines).rstrip("\n") + "\n"


def summary(document: Mapping[str, Any]) -> str:
    """What a run ends by printing."""
    passes = document["method"]["passes"]
    lines = [
        f"loss {loss['case']}, {bits}-bit: {loss['peer']} is {loss['ratio']:.2f} times as fast"
        for bits, figures in document["widths"].items()
        for loss in figures["losses"]
    ]
    count = len(lines)
    lines.append(f"losses: {count}, a peer over 5 % faster in every pass of {passes}")
    slow = [loss for figures in document["widths"].values() for loss in figures["slow_plans"]]
    lines += [
        f"slow plan {loss['case']}, {loss['bits']}-bit: {loss['ratio']:.2f} times no plan's time" for loss in slow
    ]
    lines.append(f"slow plans: {len(slow)}, over 5 % slower than permkern_permute in every pass of {passes}")
    for bits, figures in document["widths"].items():
        means_of = ", ".join(f"{name} {value:.2f}" for name, value in figures["geomean"].items())
        lines.append(f"{bits}-bit, time / memcpy time over {figures['cases_counted']} cases: {means_of}")
    for row in document["goals"]:
        unit = " ns" if row["unit"] == "ns" else ""
        verdict = "met" if row["met"] else "missed"
        lines.append(
            f"{verdict}: {row['what']}, {row['bits']}-bit: {row['reached']:.2f}{unit}, goal {row['goal']}{unit}"
        )
    return "\n".join(lines)
