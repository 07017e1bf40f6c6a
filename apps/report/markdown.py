# SPDX-License-Identifier: BSD-3-Clause
"""Renders a report as Markdown, for pull requests. The template is report.md.j2.

Names come from users and models, so characters with a meaning in Markdown or HTML are escaped.
"""

import re

from permkern.kernels.render import environment

from .changes import Differences
from .page import TEMPLATES, shown
from .report import Report
from .tables import CHANGES, Column, PlainTable, RowView, Table
from .words import named

MOST_ROWS = 50  # in a table; forges accept comments up to 65,536 characters
_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&$@])")
_NAME = re.compile(r"\bpermkern_[A-Za-z0-9_]+")


def _plainly(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def escaped(text: str) -> str:
    """Returns a text in one line that Markdown shows unchanged, with kernel names as code."""
    text = " ".join(text.split())
    between = map(_plainly, _NAME.split(text))
    names = [f"`{name}`" for name in _NAME.findall(text)]
    return "".join(part for pair in zip(between, [*names, ""], strict=True) for part in pair)


def code(text: str) -> str:
    """Returns a name as code, or escaped if a table cell cannot hold it as code."""
    return f"`{text}`" if re.fullmatch(r"[\w .,()=/:-]+", text) else escaped(text)


def _heads(columns: tuple[Column, ...]) -> list[str]:
    return [escaped(column.label) for column in columns]


def _row(view: RowView) -> list[str]:
    row = view.row
    named = [code(name) for name in row.operators[:1]]
    named += [f"and {len(row.operators) - 1} more"] if len(row.operators) > 1 else []
    note = f", {view.note}" if view.note else ""
    what = f"{view.permute}, {row.bits}-bit, {row.choice.strategy.value}{note}"
    return [code(row.kernel), what + (f": {', '.join(named)}" if named else ""), *(cell.text for cell in view.cells)]


def _lines(heads: list[str], rows: list[list[str]], texts: int) -> list[str]:
    """Formats a table. The first ``texts`` columns are aligned left, figures right."""
    under = [":--" if k < texts else "--:" for k in range(len(heads))]
    return [f"| {' | '.join(cells)} |" for cells in (heads, under, *rows)]


def _table(table: Table) -> list[str]:
    shown = [_row(row) for row in table.rows[:MOST_ROWS]]
    return _lines(_heads((*table.lead, *table.columns)), shown, 2)


def _plain(table: PlainTable) -> list[str]:
    return _lines(_heads(table.columns), [list(map(escaped, row)) for row in table.rows], 1)


def _changes(found: Differences, *, one_target: bool) -> list[str]:
    rows = []
    for each in (*found.in_all, *found.changed)[:MOST_ROWS]:
        *told, growth = each.cells(one_target)
        growth = f"**{growth}**" if each in found.over else growth
        rows.append(["All kernels" if each.in_all else code(each.id), *map(escaped, told), growth])
    return _lines(_heads(CHANGES), rows, 2) if rows else []


def _why(text: str) -> str:
    """Escapes a reason, but keeps commands as code."""
    return "`".join(part if k % 2 else _plainly(part) for k, part in enumerate(text.split("`")))


def to_markdown(report: Report) -> str:
    """Renders the report. Equal reports give equal bytes."""
    found, known = report.differences, shown(report)
    return (
        environment(TEMPLATES)
        .get_template("report.md.j2")
        .render(
            **known,
            escaped=escaped,
            code=code,
            named=named,
            why=_why,
            lines=_table,
            most=MOST_ROWS,
            changes=_changes(found, one_target=len(report.targets) < 2) if found else [],
            more_changes=len((*found.in_all, *found.changed)) - MOST_ROWS if found else 0,
            state_lines=_plain(known["states"]) if known["states"] else [],
        )
    )
