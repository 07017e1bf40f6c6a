# SPDX-License-Identifier: BSD-3-Clause
"""The plots of `tools/bench host`, drawn by matplotlib from what host.json holds."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
from host_cases import ALL
from host_figures import MEMCPY, OURS, OURS_PINNED, OURS_UNPLANNED
from matplotlib import pyplot

# The same bytes from the same figures: no date, no random names.
STYLE: Any = {"svg.hashsalt": "permkern", "font.size": 8, "axes.grid": True, "grid.alpha": 0.3, "svg.fonttype": "none"}
MARKS = "xsvd^P*h<>"


def _save(figure: Any, path: Path) -> None:
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None}, bbox_inches="tight")
    pyplot.close(figure)
    text = path.read_text(encoding="utf-8")
    lines = [line.rstrip() for line in text.splitlines()]
    lines.insert(1, "<!-- SPDX-License-Identifier: BSD-3-Clause -->")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def ratio_plot(bits: str, figures: Mapping[str, Any], path: Path) -> None:
    """Every case of a width, from permkern's best to its worst."""
    rows = sorted(
        (row for row in figures["cases"] if row["part"] == ALL), key=lambda row: float(row["columns"][OURS]["ratio"])
    )
    own = (OURS, OURS_UNPLANNED, OURS_PINNED, MEMCPY)
    names = [name for name in dict.fromkeys(n for row in rows for n in row["columns"]) if name not in own]
    figure, axes = pyplot.subplots(figsize=(14, 5))
    for name, mark in zip(names, MARKS, strict=False):
        points = [(at, row["columns"][name]["ratio"]) for at, row in enumerate(rows) if name in row["columns"]]
        axes.plot(*zip(*points, strict=True), mark, markersize=3, label=name)
    axes.plot([row["columns"][OURS]["ratio"] for row in rows], "ko-", markersize=3, linewidth=1, label=OURS)
    axes.axhline(1, color="grey", linewidth=1, label=MEMCPY)
    axes.set_yscale("log")
    axes.set_ylabel("time / memcpy time")
    axes.set_xticks(range(len(rows)), [row["name"] for row in rows], rotation=90, fontsize=5)
    axes.set_xlim(-1, len(rows))
    axes.set_title(f"{bits}-bit, {len(rows)} cases")
    axes.legend(loc="upper left", ncols=len(names) + 2)
    _save(figure, path)


def growth_plot(growth: Mapping[str, Any], path: Path) -> None:
    """Time per byte over the size, a panel for each permute; the plan's time below."""
    series = growth["series"]
    figure, panels = pyplot.subplots(2, 3, figsize=(14, 8), sharex=True)
    flat = list(panels.flat)
    for axes, (name, points) in zip(flat, series.items(), strict=False):
        sizes = [point["bytes"] for point in points]
        for column in (name for name in (OURS, MEMCPY, "naive") if name in points[0]):
            axes.plot(sizes, [point[column] / point["bytes"] for point in points], ".-", label=column)
        axes.set_title(f"{name}, {growth['bits']}-bit")
        axes.set_ylabel("ns per byte")
    plan = flat[len(series)]
    for name, points in series.items():
        plan.plot([point["bytes"] for point in points], [point["prepare"] for point in points], ".-", label=name)
    plan.set_title("permkern_prepare")
    plan.set_ylabel("ns")
    plan.set_ylim(bottom=0)
    for axes in flat[: len(series) + 1]:
        axes.set_xscale("log", base=2)
        axes.set_xlabel("bytes")
        axes.legend()
    for axes in flat[: len(series)]:
        axes.set_yscale("log")
    for axes in flat[len(series) + 1 :]:
        axes.remove()
    _save(figure, path)


def draw(document: Mapping[str, Any], directory: Path) -> None:
    with matplotlib.rc_context(STYLE):
        for bits, figures in document["widths"].items():
            if ALL in figures["parts"]:
                ratio_plot(bits, figures, directory / f"host-{bits}.svg")
        if document["growth"] is not None:
            growth_plot(document["growth"], directory / "host-growth.svg")
