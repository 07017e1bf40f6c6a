# SPDX-License-Identifier: BSD-3-Clause
"""Renders a report as one HTML page, readable without network or scripts.

The templates are report.html.j2, report.css.j2 and report.js.j2. Names come from users and models, so Jinja escapes
them.
"""

import re
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape
from permkern.kernels.render import environment

from .report import Report
from .tables import BARS, CHANGES, DASH, has_dash, state_table, tables
from .words import difference_line, limit_line, price, saving, sentences

_CHANGED = "Changed kernels, largest growth first"
TEMPLATES = Path(__file__).with_name("templates")
FILTERED = 5  # pages with more rows get a filter

_CODE = re.compile(r"\b(permkern_[A-Za-z0-9_]+)|`([^`]+)`")


def marked(text: str) -> Markup:
    """Returns a sentence for the page, with kernel names and commands as code."""
    return Markup(_CODE.sub(lambda found: f"<code>{found[1] or found[2]}</code>", str(escape(text))))


def shown(report: Report) -> dict[str, Any]:
    """Returns the variables that the HTML and Markdown templates share."""
    found, every = report.differences, tables(report)
    return {
        "report": report,
        "found": found,
        "difference_line": difference_line(found) if found else "",
        "limit_line": limit_line(found) if found else "",
        "sentences": sentences(report),
        "states": state_table(report),
        "actions": [(each, saving(report, each), price(report, each)) for each in report.actions],
        "tables": every,
        "dash": has_dash(every),
    }


def to_html(report: Report) -> str:
    """Renders the page. Equal reports give equal bytes."""
    found, known = report.differences, shown(report)
    titled = (("All kernels together", found.in_all), (_CHANGED, found.changed)) if found else ()
    return (
        environment(TEMPLATES, autoescape=True)
        .get_template("report.html.j2")
        .render(
            **known,
            marked=marked,
            bars=BARS,
            filtered=sum(len(table.rows) for table in known["tables"]) > FILTERED,
            changes=[(title, changes) for title, changes in titled if changes],
            columns=CHANGES,
            over=found.over if found else (),
            one_target=len(report.targets) < 2,
            no_value=DASH,
        )
    )
