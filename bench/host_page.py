# SPDX-License-Identifier: BSD-3-Clause
"""What `tools/bench host` writes of its figures: the page, and what a run ends by printing."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from host_cases import ALL, MODELS
from host_figures import MEMCPY, NO_PEERS, OURS, OURS_PINNED, OURS_UNPLANNED, UNTIMED

NOTE = f"""\
<!-- SPDX-License-Identifier: BSD-3-Clause -->
# Time on a host, against peers

Written by `tools/bench host -o DIR` (DIR/host.md).

How host figures are measured. Every figure is time / time of a `memcpy` of the same bytes, one thread on one processor,
unless it says nanoseconds or threads. The cases are those of bench/cases.toml. "All cases" were fixed before kernels
were tuned; permutes of real models came later and have means of their own. A mean is the geometric mean.
All peers run in one process, on the same two buffers (64-byte aligned, huge pages asked for), each with all it can
prepare prepared: permkern with a plan, oneDNN with a primitive, ONNX Runtime with a session, NumPy and PyTorch with
views. They take turns: in each round, every peer makes {UNTIMED} untimed calls, then a timed sample of as many calls as
last long enough for the clock; who begins changes from round to round. One untimed call is not enough: whoever stores
past the caches leaves them without the buffers' lines, and slows the next one for more than a call. Time is the
thread's own, so that another program's turn on the processor does not count; of two threads, it is what went by. Before
the first round and after the last, while all plans are alive, the output of every peer is overwritten, made again and
compared with index arithmetic, byte for byte. A ratio is least time / least time of the copy in the same passes;
host.json has medians, too. NumPy, PyTorch and ONNX Runtime are called from Python, and the call counts.

permkern unplanned is `permkern_permute`, which checks, folds and chooses anew at each call: no peer, but what a plan
has to beat. A plan is slow where its call takes more than 5 % longer than that in every pass. permkern pinned is the
kernel for that shape alone, where bench/host/set.toml has one, called directly: the dispatcher of the bench's library
does not know it, so what the other columns measure is what every set has.

A peer wins a case where permkern takes more than 5 % longer in every pass. A pass goes through all cases, so that
those of one case are minutes apart. A quick run's passes are shorter, fewer where the machine is busy, and its list is
longer by what noise adds. A peer that takes more than three times permkern's time makes the first rounds of the first
pass alone: it cannot win.
"""


def _ratio(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *(f"| {' | '.join(row)} |" for row in rows)]


def _size(size: int | None) -> str:
    if size is None:
        return "-"
    return f"{size >> 20} MiB" if size >= 1 << 20 else f"{size >> 10} KiB"


def _chapter(title: str, lines: Sequence[str]) -> list[str]:
    """Nothing where there is nothing to say."""
    return [f"## {title}", "", *lines, ""] if lines else []


# ---- machine ----


def _machine(document: Mapping[str, Any]) -> list[str]:
    machine, method = document["machine"], document["method"]
    lines = [f"- {name}: {value}" for name, value in machine.items() if name not in ("features", "memory")]
    lines.append(f"- instruction sets: {', '.join(machine['features']) or 'none known'}")
    lines.append(f"- {method['mode']} run: passes {method['passes']}, rounds in each {method['rounds']}")
    lines += [f"- {name} {peer['version']}: {peer['how']}" for name, peer in document["peers"].items()]
    lines += [f"- {name}: absent, {reason}" for name, reason in document["absent"].items()]
    rows = ([of["level"], _size(of["holds"]), _size(of["copied"]), f"{of['gb_s']:.1f}"] for of in machine["memory"])
    return [*lines, "", *_table(["cache", "holds", "memcpy of", "GB/s, copied bytes counted once"], rows)]


# ---- means ----


def _means(widths: Mapping[str, Any], part: str) -> list[str]:
    of_part = {bits: of["parts"][part] for bits, of in widths.items() if part in of["parts"]}
    names = dict.fromkeys(name for figures in of_part.values() for name in figures["geomean"])
    rows = [
        [f"{bits}-bit", *(_ratio(of["geomean"].get(name)) for name in names), _ratio(of["best_peer"])]
        for bits, of in of_part.items()
    ]
    return _table(["width", *names, "best peer of each case"], rows) if rows else []


def _recorded(document: Mapping[str, Any]) -> list[str]:
    widths = document["widths"]
    recorded = [[name, *(_ratio(of.get(bits)) for bits in widths)] for name, of in document["recorded"].items()]
    return [
        "Recorded once on another machine with AVX-512, over 132 cases of the same kinds, and no part of this run:",
        "peers that no package brings here, and two that one does, to compare the machines by: a fast memcpy makes",
        "ratios large.",
        "",
        *_table(["recorded", *(f"{bits}-bit" for bits in widths)], recorded),
    ]


def _levels(widths: Mapping[str, Any]) -> list[str]:
    rows = (
        [
            f"{bits}-bit",
            of["level"],
            str(of["cases"]),
            _ratio(of[OURS]),
            _ratio(of["best_peer"]),
            f"{of['memcpy_gb_s']:.1f}",
        ]
        for bits, figures in widths.items()
        for of in figures["levels"]
    )
    head = ["width", "fits", "cases", OURS, "best peer of each case", "memcpy, GB/s"]
    return [
        "The smallest cache that input and output fit together; all cases, and models.",
        "",
        *_table(head, rows),
    ]


def _pinned_row(bits: str, row: Mapping[str, Any]) -> list[str]:
    columns = row["columns"]
    return [row["name"], bits, *(f"{columns[n]['min_ns']:.1f}" for n in (OURS_UNPLANNED, OURS, OURS_PINNED, MEMCPY))]


def _doors(widths: Mapping[str, Any]) -> list[str]:
    rows, pinned = [], []
    for bits, figures in widths.items():
        cells = (figures["doors"].get(what) for what in ("unplanned", "pinned"))
        rows.append([f"{bits}-bit", *(f"{of['of_planned']:.3f} ({of['cases']} cases)" if of else "-" for of in cells)])
        pinned += [_pinned_row(bits, row) for row in figures["cases"] if OURS_PINNED in row["columns"]]
    lines = [
        "Time without a plan, and of a pinned kernel, as multiples of a planned call's: geometric means.",
        "",
        *_table(["width", "unplanned / planned", "pinned / planned"], rows),
    ]
    if pinned:
        lines += ["", "Cases that have a pinned kernel, in nanoseconds:", ""]
        lines += _table(["case", "bits", "unplanned", "planned", "pinned", "memcpy"], pinned)
    return lines


def _bound(goal: Mapping[str, Any]) -> str:
    unit = {"ns": " ns", "times": " times"}.get(goal["unit"], "")
    number = f"{goal['goal']:.2f}" if goal["unit"] else str(goal["goal"])
    return f"{'at least' if goal['at_least'] else 'at most'} {number}{unit}"


def _reached(goal: Mapping[str, Any]) -> str:
    return f"{goal['reached']:.2f}" if goal["unit"] else str(goal["reached"])


def _goals(document: Mapping[str, Any]) -> list[str]:
    rows = (
        [goal["what"], str(goal["bits"]), _bound(goal), _reached(goal), "yes" if goal["met"] else "no"]
        for goal in document["goals"]
    )
    return _table(["goal", "bits", "", "reached", "met"], rows)


# ---- calls, threads ----


def _calls(calls: Sequence[Mapping[str, Any]], digits: int) -> list[str]:
    names = dict.fromkeys(name for call in calls for name in call["ns"])
    rows = (
        [call["case"], str(call["bits"]), *(f"{call['ns'][n]:.{digits}f}" if n in call["ns"] else "-" for n in names)]
        for call in calls
    )
    return _table(["case", "bits", *names], rows) if calls else []


def _small_calls(calls: Sequence[Mapping[str, Any]]) -> list[str]:
    if not calls:
        return []
    note = "checked: `permkern_permute`; planned: `permkern_run`; pinned: the kernel for that shape, called directly."
    return [*_calls(calls, 1), "", note]


def _python(calls: Sequence[Mapping[str, Any]]) -> list[str]:
    if not calls:
        return []
    return [
        "Into an array that is there, and into a new one. `permkern.permute` keeps the plan of its first call; NumPy's",
        "view is made ahead for `copyto`, and with the copy in the last column.",
        "",
        *_calls(calls, 0),
    ]


def _threads(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    if not rows:
        return []
    cells = (
        [
            row["kind"],
            row["case"],
            str(row["bits"]),
            f"{row['bytes'] / (1 << 20):.1f}",
            *map(_ratio, row["gb_s"]),
            _ratio(row["scaling"]),
            _ratio(row["memcpy_scaling"]),
        ]
        for row in rows
    )
    head = ["permute", "case", "bits", "MiB", "one thread, GB/s", "two, GB/s", "speed of two over one", "memcpy's"]
    return [
        "`permkern_run_part`, half on each of two processors; the second thread waits between calls without sleeping.",
        "memcpy's own: what the memory allows.",
        "",
        *_table(head, cells),
    ]


# ---- widths ----


def _width(figures: Mapping[str, Any]) -> list[str]:
    names = dict.fromkeys(name.split(" (")[0] for part in figures["parts"].values() for name in part["geomean"])
    groups = ([group, *(_group_cell(of, name) for name in names)] for group, of in figures["groups"].items())
    worst = sorted(figures["cases"], key=lambda row: -row["columns"][OURS]["ratio"])[:10]
    lines = ["Means by kind of case:", "", *_table(["kind", *names], groups)]
    lines += ["", "permkern's ten worst cases, time / memcpy time:", ""]
    head = ["case", "", "planned", "unplanned", "pinned", "best peer", ""]
    lines += _table(head, ([row["name"], row["label"], *_cells(row["columns"])] for row in worst))
    won = figures["losses"]
    lines += ["", f"Cases that a peer wins: {len({loss['case'] for loss in won})} of {len(figures['cases'])}."]
    if won:
        rows = ([loss["case"], loss["peer"], _ratio(loss["ratio"])] for loss in won)
        lines += ["", *_table(["case", "peer", "permkern's time / the peer's"], rows)]
    slow = ", ".join(f"{loss['case']} ({_ratio(loss['ratio'])})" for loss in figures["slow_plans"])
    return [*lines, "", f"Cases, of {len(figures['cases'])}, in which a plan is slower than none: {slow or 'none'}."]


def _cells(columns: Mapping[str, Any]) -> list[str]:
    own = [_ratio(columns[name]["ratio"]) if name in columns else "-" for name in (OURS, OURS_UNPLANNED, OURS_PINNED)]
    peers = {name: of["ratio"] for name, of in columns.items() if name not in NO_PEERS}
    best = min(peers, key=lambda name: peers[name], default="")
    return [*own, _ratio(peers.get(best)), best]


def _group_cell(of: Mapping[str, float], name: str) -> str:
    """A group's mean of a column, over those of its cases that have it."""
    return _ratio(next((value for key, value in of.items() if key.split(" (")[0] == name), None))


def markdown(document: Mapping[str, Any]) -> str:
    """The page: host.json's figures, worst first."""
    widths = document["widths"]
    lines = [NOTE, *_chapter("Machine, peers", _machine(document))]
    lines += _chapter("Geometric means over all cases", [*_means(widths, ALL), "", *_recorded(document)])
    lines += _chapter("Geometric means over permutes of models", _means(widths, MODELS))
    lines += _chapter("By cache", _levels(widths))
    lines += _chapter("With a plan, without, pinned", _doors(widths))
    lines += _chapter("Goals", _goals(document))
    lines += _chapter("One call on few elements, nanoseconds", _small_calls(document["calls"]))
    lines += _chapter("One call from Python, nanoseconds", _python(document["python"]))
    lines += _chapter("Two threads", _threads(document["threads"]))
    for bits, figures in widths.items():
        lines += _chapter(f"{bits}-bit", _width(figures))
    wrong = [f"- {wrong}" for wrong in document["wrong"]]
    lines += _chapter("Results of peers that were wrong, and left out", wrong)
    return "\n".join(lines).rstrip("\n") + "\n"


# ---- summary ----


def _lost(document: Mapping[str, Any]) -> list[str]:
    passes = document["method"]["passes"]
    lost = [loss for figures in document["widths"].values() for loss in figures["losses"]]
    slow = [loss for figures in document["widths"].values() for loss in figures["slow_plans"]]
    return [
        *(f"loss {of['case']}, {of['bits']}-bit: {of['peer']} is {of['ratio']:.2f} times as fast" for of in lost),
        f"losses: {len(lost)}, a peer over 5 % faster in every pass of {passes}",
        *(f"slow plan {of['case']}, {of['bits']}-bit: {of['ratio']:.2f} times no plan's time" for of in slow),
        f"slow plans: {len(slow)}, over 5 % slower than permkern_permute in every pass of {passes}",
    ]


def _width_summary(bits: str, figures: Mapping[str, Any]) -> list[str]:
    lines = []
    for part, of in figures["parts"].items():
        means = ", ".join(f"{name} {value:.2f}" for name, value in of["geomean"].items())
        best = f", best peer of each case {_ratio(of['best_peer'])}"
        what = "cases" if part == ALL else "permutes of models"
        lines.append(f"{bits}-bit, time / memcpy time over {of['cases']} {what}: {means}{best}")
    levels = "; ".join(
        f"{of['level']} {_ratio(of[OURS])} against {_ratio(of['best_peer'])} "
        f"({of['cases']} cases, memcpy {of['memcpy_gb_s']} GB/s)"
        for of in figures["levels"]
    )
    lines.append(f"{bits}-bit, by cache, permkern against the best peer: {levels}")
    ways = ", ".join(f"{what} {of['of_planned']:.3f} ({of['cases']} cases)" for what, of in figures["doors"].items())
    lines.append(f"{bits}-bit, times a planned call's time: {ways}")
    return lines


def _call_summary(calls: Sequence[Mapping[str, Any]], how: str) -> list[str]:
    return [
        f"{call['case']}, {call['bits']}-bit, ns a call{how}: {', '.join(f'{n} {ns}' for n, ns in call['ns'].items())}"
        for call in calls
    ]


def _goal_summary(goal: Mapping[str, Any]) -> str:
    verdict = "met" if goal["met"] else "missed"
    return f"{verdict}: {goal['what']}, {goal['bits']}-bit: {_reached(goal)}, goal {_bound(goal)}"


def summary(document: Mapping[str, Any]) -> str:
    """What a run ends by printing."""
    lines = _lost(document)
    for bits, figures in document["widths"].items():
        lines += _width_summary(bits, figures)
    lines += _call_summary(document["calls"], "")
    lines += _call_summary(document["python"], " from Python")
    lines += [
        f"two threads, {row['kind']}, {row['bits']}-bit: {_ratio(row['scaling'])} times one, "
        f"memcpy {_ratio(row['memcpy_scaling'])}"
        for row in document["threads"]
    ]
    return "\n".join([*lines, *map(_goal_summary, document["goals"])])
