# SPDX-License-Identifier: BSD-3-Clause
"""The rows of models.toml as Markdown: how builds stand against peers, every loss by name, every row."""

from collections.abc import Mapping, Sequence

from firmware_goals import NAIVE
from firmware_models import BEST, INSTRUCTIONS, Build
from firmware_report import Case, table

NOTE = """\
## Permutes of models

The rows of bench/firmware/models.toml, instructions an element (of a whole call up to 64 elements). naive: plain loops
with sequential writes and strided reads, at the same optimisation. checked: MLI's call, or where MLI does not take the
row (32 bits, more than four axes; marked *) `permkern_permute`. pinned: the kernel for that shape; none of them is in
the dispatcher's table. off: both arrays one element off the word boundary. -size: set `mli` alone, -Os; -size-pinned:
the same with all the rows' pinned kernels in the set; -debug: profile speed, -Og. The best peer of a row is the naive
loop of the same build or, on Cortex-M4, a recorded function, whichever takes the least: TFLM's reference transpose,
embARC MLI 1.1 with its checks on, CMSIS-NN, built at the same level (sources and conditions:
bench/firmware/peers.json). Ratios are what the peer takes over what we take. Behind each loss: its peer, and the
strategy that moves the row. In the tables of all rows a loss is bold.
"""


def _title(build: Build) -> str:
    return f"{build.name}, -O{build.level}"


def _short(build: Build) -> str:
    return f"{build.name.partition('-models')[2].strip('-') or 'speed'} -O{build.level}"


def _standings(builds: Sequence[Build]) -> list[str]:
    rows = [
        [
            _title(build),
            at.measure,
            at.column,
            at.over,
            f"{at.geomean:.2f}",
            f"{len(at.losses)} of {len(at.ratios)}",
            str(at.under_twice),
        ]
        for build in builds
        for at in build.standings
    ]
    return table(["build", "measure", "column", "over", "geomean", "losses", "under 2"], rows)


def _losses(builds: Sequence[Build], cases: Mapping[str, Case]) -> list[str]:
    rows = []
    for build in builds:
        for at in build.standings:
            if at.over == build.overs[0]:
                names = [
                    f"{name} {ratio:.2f} ({at.peers[name]}; {build.way(at.column, name)})"
                    for name, ratio in at.losses.items()
                ]
                large = sum(cases[name].elements > 24 for name in at.losses)
                rows.append([_title(build), at.measure, at.column, ", ".join(names) or "none", str(large)])
    return table(["build", "measure", "column", f"losses to {BEST}, the worst first", "above 24 elements"], rows)


def _kinds(builds: Sequence[Build]) -> list[str]:
    """Geomean and worst row of each kind, in instructions, both arrays at whole words."""
    standings = [
        (build, build.standing(INSTRUCTIONS, column, build.overs[0]))
        for build in builds
        for column in build.columns
        if not column.endswith(" off")
    ]
    head = [f"{_short(build)}: {at.column}" for build, at in standings]
    kinds = [at.kinds for _, at in standings]
    lines = []
    for kind in dict.fromkeys(kind for each in kinds for kind in each):
        cells = [f"{each[kind][0]:.2f}, {each[kind][1]:.2f}" if kind in each else "-" for each in kinds]
        lines.append([kind, *cells])
    return table([f"kind of row: over {builds[0].overs[0]}, geomean and worst", *head], lines)


def _by_core(case: Case) -> str:
    return f"{case.label}{' *' if case.bits > 16 or len(case.shape) > 4 else ''}"


def _cells(build: Build, case: Case) -> list[str]:
    """The best peer, the naive loops and our columns at whole words, each by all measures; losses in bold."""
    best = {measure: build.best(measure, case.name) for measure in build.measures}
    cells = ["; ".join(f"{case.cell(least)} {peer}" for peer, least in best.values())] * bool(build.peers)
    for column in _columns(build):
        takes = {measure: build.takes[measure][case.name][column] for measure in build.measures}
        cell = "; ".join(case.cell(number) for number in takes.values())
        is_loss = column != NAIVE and any(takes[measure] > best[measure][1] for measure in takes)
        cells.append(f"**{cell}**" if is_loss else cell)
    return cells


def _columns(build: Build) -> list[str]:
    return [NAIVE, *(column for column in build.columns if not column.endswith(" off"))]


def _rows(builds: Sequence[Build], cases: Mapping[str, Case]) -> list[str]:
    """One line a row, all builds of a core beside each other."""
    head = ["name", "permute"]
    for build in builds:
        columns = [BEST] * bool(build.peers) + _columns(build)
        head += [f"{_short(build)}: {columns[0]}", *columns[1:]]
    lines = []
    for name in dict.fromkeys(name for build in builds for name in build.rows):
        cells = [name, _by_core(cases[name])]
        for build in builds:
            absent = ["-"] * (len(_columns(build)) + bool(build.peers))
            cells += _cells(build, cases[name]) if name in build.rows else absent
        lines.append(cells)
    return table(head, lines)


def models_page(builds: Sequence[Build], cases: Mapping[str, Case]) -> str:
    parts = [NOTE, *_standings(builds), "", *_losses(builds, cases), ""]
    cores = dict.fromkeys(build.name.partition("-models")[0] for build in builds)
    for core in cores:
        own = [build for build in builds if build.name.partition("-models")[0] == core]
        parts += [f"### {core}, {own[0].title}: {'; '.join(own[0].measures)}", ""]
        parts += [*_kinds(own), "", *_rows(own, cases), ""]
    return "\n".join(parts)
