# SPDX-License-Identifier: BSD-3-Clause
"""Renders a report as one HTML page that needs no network, and no script to be read.

The templates are report.html.j2, report.css.j2 and report.js.j2. Names come from users and models, so Jinja escapes
them.
"""

import re

from markupsafe import Markup, escape

from ..kernels.render import environment
from .changes import Change, Differences
from .report import Report
from .tables import BARS, DASH, change_columns, has_dash, state_table, tables
from .words import difference_line, limit_line, price, saving, sentences

FILTERED = 5  # rows that need no filter to be found

_CODE = re.compile(r"\b(permkern_[A-Za-z0-9_]+)|`([^`]+)`")


def marked(text: str) -> Markup:
    """Returns a sentence for the page, names of kernels and commands as code."""
    return Markup(_CODE.sub(lambda found: f"<code>{found[1] or found[2]}</code>", str(escape(text))))


def _changes(found: Differences | None) -> tuple[tuple[str, tuple[Change, ...]], ...]:
    if found is None:
        return ()
    return ("All kernels together", found.in_all), ("Kernels that changed, what grew most first", found.changed)


def to_html(report: Report) -> str:
    """Renders the page. It is pure: the same report gives the same bytes."""
    found = report.differences
    shown = tables(report)
    return (
        environment(autoescape=True)
        .get_template("report/report.html.j2")
        .render(
            report=report,
            tables=shown,
            bars=BARS,
            dash=has_dash(shown),
            filtered=sum(len(table.rows) for table in shown) > FILTERED,
            sentences=list(map(marked, sentences(report))),
            states=state_table(report),
            actions=[(each, saving(report, each), price(report, each), marked(each.why)) for each in report.actions],
            found=found,
            difference_line=difference_line(found) if found else "",
            limit_line=marked(limit_line(found)) if found else "",
            changes=[(title, change_columns(changes), changes) for title, changes in _changes(found) if changes],
            over=found.over if found else (),
            one_target=len(report.targets) < 2,
            no_value=DASH,
        )
    )
