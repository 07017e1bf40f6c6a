# SPDX-License-Identifier: BSD-3-Clause
"""A report as JSON, and as text for the terminal. report_page.py makes HTML of it."""

from collections.abc import Sequence
from dataclasses import asdict

from .figures import Target
from .permutation import Work
from .report import REPORT_FORMAT, Cell, Report, Row, compared


def _work_rows(work: Work | None) -> dict[str, object] | None:
    return None if work is None else {"shape": work.shape, "perm": work.perm, "bits": work.bits}


def _row_rows(row: Row, targets: Sequence[Target]) -> dict[str, object]:
    return {
        "id": row.id,
        "kernel": row.kernel,
        "name": row.name,
        "shape": row.shape,
        "perm": row.perm,
        "bits": row.bits,
        "folded": _work_rows(row.folded),
        "strategy": row.strategy.value,
        "why": row.why,
        "isas": row.isas,
        "count": row.count,
        "bytes_moved": row.moved,
        "share": None if row.share is None else round(row.share, 6),
        "figures": [figure and asdict(figure) for figure in row.figures],
        "compared": compared(row, targets),
    }


def _cell_rows(cell: Cell) -> dict[str, object]:
    pinned = {strategy.value: count for strategy, count in cell.pinned}
    return {
        "bits": cell.bits,
        "kernel": cell.kernel,
        "strategy": cell.strategy.value,
        "why": cell.why,
        "pinned": pinned,
    }


def to_rows(report: Report) -> dict[str, object]:
    """Returns the report as a JSON object, which --against takes as an earlier report."""
    return {
        "permkern_report": REPORT_FORMAT,
        "set": report.set_name,
        "profile": report.profile,
        "isa": report.isa,
        "targets": [{"name": target.name, "how": target.how} for target in report.targets],
        "figures_of_no_kernel": report.strays,
        "kernels": [_row_rows(row, report.targets) for row in report.rows],
        "totals": asdict(report.totals),
        "heat_map": [
            {
                "perm": row.perm,
                "folded_perm": row.folded,
                "widths": [_cell_rows(cell) for cell in row.cells],
            }
            for row in report.heat
        ],
        "differences": report.differences and asdict(report.differences),
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
