# SPDX-License-Identifier: BSD-3-Clause
"""Writes a report as JSON, for comparison with later reports, and as text for the terminal."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from permkern.kernels.documents import Json, in_columns, work_json
from permkern.kernels.manifest import SetError

from .changes import Earlier, Known, metric_of
from .figures import get, load_json
from .report import REPORT_FORMAT, Report, compared, compared_in_all
from .rows import Row, Sum
from .tables import state_table
from .words import difference_line, limit_line, named, price, saving, sentences, share

_WRITTEN = "a file that `permkern report --json` wrote"


def _row_json(row: Row, report: Report) -> Json:
    traffic = report.totals.traffic
    work = row.work
    return {
        "id": row.id,
        "kernel": row.kernel,
        "name": row.name,
        "operators": row.operators,
        "shape": work.shape if work else None,
        "perm": row.perm,
        "flip": work.reversed_axes if work else (),
        "bits": row.bits,
        "folded": work_json(row.folded) if row.folded else None,
        "strategy": row.choice.strategy.value,
        "why": row.choice.why,
        "count": row.count,
        "bytes_moved": row.moved,
        "buffers": row.buffers if work else None,
        "moves": not row.is_view,
        "share": None if row.count is None else round(row.traffic / traffic, 6) if traffic else 0.0,
        "costs": [_cost_json(row, number, total) for number, total in enumerate(report.totals.sums)],
        "figures": [asdict(figure) if figure else None for figure in row.figures],
        "compared": _texts(compared(row, report.targets)),
    }


def _cost_json(row: Row, number: int, total: Sum) -> Json:
    figure, part = row.on(number), share(row, number, total)
    times = figure.times(total.unit) if figure and total.unit else None
    return {
        "instructions": row.cost(number, "instructions"),
        "cycles": row.cost(number, "cycles"),
        "share": None if part is None else round(part, 6),
        "naive_times": None if times is None else round(times, 4),
    }


def _texts(figures: Known) -> dict[str, str]:
    """Formats the compared figures as texts, for a report's JSON."""
    return {what: str(value) for what, value in figures.items()}


def to_json(report: Report) -> Json:
    return {
        "permkern_report": REPORT_FORMAT,
        "set": report.set_name,
        "profile": report.profile,
        "mhz": report.mhz,
        "targets": [{"name": each.name, "how": each.how, "flash": each.flash} for each in report.targets],
        "totals": asdict(report.totals),
        "states": list(map(asdict, report.states)),
        "actions": [{**asdict(action), "saving": saving(report, action)} for action in report.actions],
        "kernels": [_row_json(row, report) for row in report.rows],
        "notes": report.notes,
        "not_covered": [asdict(each) for each in report.uncovered],
        "compared": _texts(compared_in_all(report.totals)),
    }


# ---- an earlier report ----


def _known(path: Path, table: object, what: str) -> Known:
    """Returns the figures among the compared texts."""
    known: dict[str, Any] = get(path, table, "compared", dict, what)
    if not all(isinstance(value, str) for value in known.values()):
        raise SetError(f"{path}: no valid 'compared' in {what}; the file is damaged, write it again")
    return {label: int(text) for label, text in known.items() if metric_of(label)[0] and text.isdecimal()}


def read_report(path: Path) -> Earlier:
    """Reads an earlier report's data from JSON. SetError: unreadable, damaged or another format."""
    document = load_json(path, _WRITTEN)
    if document.get("permkern_report") != REPORT_FORMAT:
        raise SetError(f"{path}: not a report of format {REPORT_FORMAT}; give {_WRITTEN} in this version")
    rows = {}
    for entry in get(path, document, "kernels", list, "a report"):
        known = _known(path, entry, "a kernel of the report")
        rows[get(path, entry, "id", str, "a kernel of the report")] = known
    in_all = _known(path, document, "the report")
    return Earlier(get(path, document, "set", str, "a report"), rows, in_all)


# ---- text ----


def to_text(report: Report) -> str:
    lines = [f"set {report.set_name}, profile {report.profile}:"]
    found = report.differences
    if found is not None:
        changed = (difference_line(found), limit_line(found))
        lines += [f"  against the earlier report: {changed[0]}", *(f"  {line}" for line in changed[1:] if line)]
    first, *others = sentences(report)
    lines.append(f"  {first}")
    for step, action in enumerate(report.actions, 1):
        of = f": {named(action.names)}" if action.names else ""
        told = (f"  {step}. {action.title}{of}.", saving(report, action), price(report, action))
        lines += [" ".join(filter(None, told)), f"     {action.why}"]
    after = state_table(report)
    if after is not None:
        shown = [[column.label for column in after.columns], *after.rows]
        lines += [f"  {line}" for line in in_columns(shown, to_right=True)]
    lines += [f"  {line}" for line in others]
    lines += [f"  not covered: {each.what}: {each.why}" for each in report.uncovered]
    names = [f"{target.name} ({target.how})" for target in report.targets]
    lines += [f"  measured on: {'; '.join(names)}"] if names else []
    return "\n".join(lines)
