# SPDX-License-Identifier: BSD-3-Clause
"""A report as JSON, and as text for the terminal. report_page.py makes HTML of it."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, TypedDict

from .documents import WorkJson, work_json
from .figures import Target
from .permutation import Perm, Shape
from .report import REPORT_FORMAT, Cell, Report, Row, compared


class RowJson(TypedDict):
    id: str
    kernel: str
    name: str | None
    shape: Shape | None
    perm: Perm
    flip: tuple[int, ...]
    bits: int
    folded: WorkJson | None
    strategy: str
    why: str
    runs: tuple[str, ...]
    isas: tuple[str, ...]
    count: int | None
    bytes_moved: int | None
    share: float | None
    figures: list[dict[str, Any] | None]
    compared: dict[str, str]


class CellJson(TypedDict):
    bits: int
    kernel: str
    strategy: str
    why: str
    pinned: dict[str, int]


class HeatJson(TypedDict):
    perm: Perm
    folded_perm: Perm
    widths: list[CellJson]


class TargetJson(TypedDict):
    name: str
    how: str


class ReportJson(TypedDict):
    """A report, which --against takes as an earlier report."""

    permkern_report: int
    set: str
    profile: str
    isa: str
    targets: list[TargetJson]
    figures_of_no_kernel: int
    kernels: list[RowJson]
    totals: dict[str, Any]
    heat_map: list[HeatJson]
    differences: dict[str, Any] | None


def _row_json(row: Row, targets: Sequence[Target]) -> RowJson:
    return {
        "id": row.id,
        "kernel": row.kernel,
        "name": row.name,
        "shape": row.shape,
        "perm": row.perm,
        "flip": row.flip,
        "bits": row.bits,
        "folded": work_json(row.folded) if row.folded else None,
        "strategy": row.strategy.value,
        "why": row.why,
        "runs": row.runs,
        "isas": row.isas,
        "count": row.count,
        "bytes_moved": row.moved,
        "share": None if row.share is None else round(row.share, 6),
        "figures": [asdict(figure) if figure else None for figure in row.figures],
        "compared": compared(row, targets),
    }


def _cell_json(cell: Cell) -> CellJson:
    return {
        "bits": cell.bits,
        "kernel": cell.kernel,
        "strategy": cell.strategy.value,
        "why": cell.why,
        "pinned": {strategy.value: count for strategy, count in cell.pinned},
    }


def to_json(report: Report) -> ReportJson:
    return {
        "permkern_report": REPORT_FORMAT,
        "set": report.set_name,
        "profile": report.profile,
        "isa": report.isa,
        "targets": [{"name": target.name, "how": target.how} for target in report.targets],
        "figures_of_no_kernel": report.strays,
        "kernels": [_row_json(row, report.targets) for row in report.rows],
        "totals": asdict(report.totals),
        "heat_map": [
            {"perm": row.perm, "folded_perm": row.folded, "widths": [_cell_json(cell) for cell in row.cells]}
            for row in report.heat
        ],
        "differences": asdict(report.differences) if report.differences else None,
    }


def saved_lines(report: Report) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Says what folding saves and what kernels save: for each, one sentence, then one for each target."""
    totals = report.totals
    folding = [
        f"{totals.still} of {totals.permutes} permutes move nothing: a view suffices, "
        f"{totals.still_bytes:,} bytes are not copied"
    ]
    kernels = [f"{totals.moving} of {totals.permutes} permutes move {totals.moving_bytes:,} bytes"]
    for saved in totals.saved:
        if totals.still:
            count = "not each was measured" if saved.by_folding is None else f"{saved.by_folding:,} saved"
            folding.append(f"{saved.target}: instructions of naive loops: {count}")
        if totals.moving and (saved.naive is None or saved.kernels is None):
            kernels.append(f"{saved.target}: instructions: not each kernel was measured")
        elif totals.moving and saved.naive is not None and saved.kernels is not None:
            kernels.append(
                f"{saved.target}: {saved.kernels:,} instructions instead of {saved.naive:,} of naive loops: "
                f"{saved.naive - saved.kernels:,} saved"
            )
    return tuple(folding), tuple(kernels)


def to_text(report: Report) -> str:
    pinned = sum(row.shape is not None for row in report.rows)
    lines = [f"set {report.set_name}, profile {report.profile}: {pinned} pinned, {len(report.rows) - pinned} forms"]
    names = [f"{target.name} ({target.how})" for target in report.targets]
    lines.append(f"  measured on: {'; '.join(names) or 'nothing, tools/report measures'}")
    if report.totals.permutes:
        lines += [f"  {line}" for group in saved_lines(report) for line in group]
    if report.strays:
        lines.append(f"  {report.strays} figures are of no kernel of this set and profile")
    found = report.differences
    if found is not None:
        counts = f"{len(found.gone)} gone, {len(found.new)} new, {len(found.changed)} figures changed"
        lines.append(f"  against the earlier report: {counts}")
    return "\n".join(lines)
