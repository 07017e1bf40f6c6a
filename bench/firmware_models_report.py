# SPDX-License-Identifier: BSD-3-Clause
"""The rows of models.toml as Markdown: how builds stand against peers, every loss by name, every row."""

from collections.abc import Mapping, Sequence

from firmware_models import BEST, NAIVE, Build
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
bench/firmware/peers.json). Ratios are the peer's instructions over ours. Estimated cycles, no wait states, as above;
other projects' were not recorded, so that the naive loops are the peer there.
"""


def _title(build: Build) -> str:
    return f"{build.name}, -O{build.level}"


def _standings(builds: Sequence[Build]) -> list[str]:
    rows = [
        [
            _title(build),
            at.column,
            at.against,
            f"{at.geomean:.2f}",
            f"{len(at.losses)} of {len(at.ratios)}",
            str(at.under_twice),
        ]
        for build in builds
        for at in build.standings
    ]
    return table(["build", "column", "over", "geomean", "losses", "under 2"], rows)


def _losses(builds: Sequence[Build], cases: Mapping[str, Case]) -> list[str]:
    rows = []
    for build in builds:
        over = BEST if build.peers else NAIVE
        for column in build.columns:
            at = build.standing(column, over)
            names = [f"{name} {ratio:.2f} ({at.peers[name]})" for name, ratio in at.losses.items()]
            small = sum(cases[name].elements <= 24 for name in at.losses)
            rows.append([_title(build), column, ", ".join(names) or "none", str(len(names) - small)])
    return table(["build", "column", f"losses to {BEST}, the worst first", "of them above 24 elements"], rows)


def _estimated_losses(builds: Sequence[Build], cases: Mapping[str, Case]) -> list[str]:
    rows = []
    for build in builds:
        for core in build.cycles:
            for column in build.columns:
                losses = build.estimated(column, core).losses
                names = [f"{name} {ratio:.2f}" for name, ratio in losses.items()]
                small = sum(cases[name].elements <= 24 for name in losses)
                rows.append([_title(build), core, column, ", ".join(names) or "none", str(len(names) - small)])
    head = ["build", "core", "column", f"losses to {NAIVE} in estimated cycles, no wait states"]
    return ["", *table([*head, "of them above 24 elements"], rows)] if rows else []


def _by_core(case: Case) -> str:
    return f"{case.label}{' *' if case.bits > 16 or len(case.shape) > 4 else ''}"


def _rows(builds: Sequence[Build], cases: Mapping[str, Case]) -> list[str]:
    """One line a row; for each build the best peer, the naive loops and our columns."""
    head = ["name", "permute"]
    for build in builds:
        short = build.name.partition("-models")[2].strip("-") or "speed"
        head += [f"{short} -O{build.level}: {BEST}"] * bool(build.peers) + [NAIVE, *build.columns]
    lines = []
    for name in dict.fromkeys(name for build in builds for name in build.counts):
        case = cases[name]
        cells = [name, _by_core(case)]
        for build in builds:
            at = build.counts.get(name)
            if at is None:
                cells += ["-"] * (len(build.columns) + 1 + bool(build.peers))
                continue
            peer, least = build.best(name)
            cells += [f"{case.cell(least)} {peer}"] * bool(build.peers) + [case.cell(at[NAIVE].instructions)]
            for column in build.columns:
                cell = case.cell(at[column].instructions)
                cells.append(f"**{cell}**" if at[column].instructions > least else cell)
        lines.append(cells)
    return table(head, lines)


def _estimates(builds: Sequence[Build], cases: Mapping[str, Case]) -> list[str]:
    """One line a row; for each build the naive loops and our columns, in estimated cycles of each core that runs it."""
    head = [f"estimated cycles, no wait states: {', '.join(builds[0].cycles)}"]
    for build in builds:
        head += [f"-O{build.level}: {NAIVE}", *build.columns]
    lines = []
    for name in dict.fromkeys(name for build in builds for name in build.counts):
        cells = [cases[name].label]
        for build in builds:
            for column in (NAIVE, *build.columns):
                cells.append(
                    ", ".join(cases[name].cell(each[name][column]) for each in build.cycles.values() if name in each)
                )
        lines.append(cells)
    return table(head, lines)


def models_page(builds: Sequence[Build], cases: Mapping[str, Case]) -> str:
    parts = [NOTE, *_standings(builds), "", *_losses(builds, cases), *_estimated_losses(builds, cases), ""]
    cores = dict.fromkeys(build.name.partition("-models")[0] for build in builds)
    for core in cores:
        own = [build for build in builds if build.name.partition("-models")[0] == core]
        parts += [f"### {core}, {own[0].title}, rows of models; losses in bold", "", *_rows(own, cases), ""]
        if own[0].cycles:
            parts += [*_estimates(own, cases), ""]
    return "\n".join(parts)
