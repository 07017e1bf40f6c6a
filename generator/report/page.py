# SPDX-License-Identifier: BSD-3-Clause
"""Renders a report as one HTML page that needs no network, and no script to be read.

The templates are report.html.j2, report.css.j2 and report.js.j2. Names come from users and models, so Jinja escapes
them.
"""

import re
from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

from ..kernels.documents import Json
from ..kernels.moves import Strategy
from ..kernels.permutation import perm_text
from ..kernels.render import environment
from .changes import Change, Differences
from .maps import Cell, HeatRow, IndexMap, perm_map_id
from .report import Report
from .tables import DASH, LETTERS, change_columns, has_dash, side_by_side, tables
from .words import cards, difference_line, difference_notes, limit_line, sentences

FILTERED = 5  # rows that need no filter to be found
_MEANING: Mapping[Strategy, str] = {
    Strategy.COPY: "one contiguous run",
    Strategy.RUNS: "runs change places",
    Strategy.REVERSE: "runs turn round",
    Strategy.TILE: "tiles in registers",
    Strategy.INTERLEAVE: "two or three channels",
    Strategy.STRIDED: "element by element",
    Strategy.IN_PLACE: "in one buffer",
    Strategy.GENERIC: "no kernel: the generic routine",
}


# ---- heat map ----


def heat_title(row: HeatRow, cell: Cell) -> str:
    title = f"{perm_text(row.perm)}, {cell.bits}-bit, folds to {perm_text(row.folded)}: {cell.kernel}, {cell.why}"
    return title + "".join(f"; pinned, {kind.value}: {count} times" for kind, count in cell.pinned)


def _blocks(rows: Sequence[HeatRow]) -> list[tuple[str, list[HeatRow]]]:
    """Groups rows by rank, and rank 4 also by its first axis, so that blocks are of similar height."""
    blocks: dict[str, list[HeatRow]] = {}
    for row in rows:
        first = f", axis {row.perm[0]} first" if len(row.perm) > 3 else ""
        blocks.setdefault(f"Rank {len(row.perm)}{first}", []).append(row)
    return list(blocks.items())


# ---- index maps, which the page's script draws ----


def _map_json(drawn: IndexMap) -> Json:
    return {
        "id": drawn.id,
        "example": drawn.example,
        "stages": [
            {
                "what": stage.what,
                "work": f"{stage.work}, {stage.work.bits}-bit",
                "perm": stage.work.perm,
                "flips": tuple(map(stage.work.is_reversed, range(len(stage.work.perm)))),
                "drawn": stage.drawn,
                "clipped": stage.drawn != stage.work.shape,
                "moves": drawn.stages[-1].work.moves,
            }
            for stage in drawn.stages
        ],
    }


# ---- the page ----

_NAME = re.compile(r"\bpermkern_[A-Za-z0-9_]+")


def marked(text: str) -> Markup:
    """Returns a sentence for the page, names of kernels as code."""
    return Markup(_NAME.sub(lambda name: f"<code>{name[0]}</code>", str(escape(text))))


def _changes(found: Differences | None) -> tuple[tuple[str, tuple[Change, ...]], ...]:
    if found is None:
        return ()
    return ("All kernels together", found.in_all), ("Kernels that changed, what grew most first", found.changed)


def to_html(report: Report) -> str:
    """Renders the page. It is pure: the same report gives the same bytes."""
    env = environment(autoescape=True)
    in_heat = [cell for row in report.heat for cell in row.cells]
    used = {cell.strategy for cell in in_heat} | {kind for cell in in_heat for kind, _ in cell.pinned}
    found = report.differences
    shown = tables(report)
    data: Json = {"first": shown[0].rows[0].map, "maps": [_map_json(drawn) for drawn in report.maps]}
    return env.get_template("report/report.html.j2").render(
        report=report,
        tables=shown,
        dash=has_dash(shown),
        filtered=sum(len(table.rows) for table in shown) > FILTERED,
        targets=side_by_side(report),
        sentences=list(map(marked, sentences(report))),
        cards=cards(report),
        strategies=[strategy.value for strategy in LETTERS if any(row.strategy is strategy for row in report.rows)],
        legend=[(LETTERS[kind], kind.value, _MEANING[kind]) for kind in LETTERS if kind in used],
        marks=any(cell.pinned for cell in in_heat),
        heat_widths=[cell.bits for cell in report.heat[0].cells] if report.heat else [],
        blocks=_blocks(report.heat),
        letters=LETTERS,
        perm_text=perm_text,
        map_id=perm_map_id,
        heat_title=heat_title,
        maps=report.maps,
        data=data,
        found=found,
        difference_line=difference_line(found) if found else "",
        limit_line=marked(limit_line(found)) if found else "",
        notes=difference_notes(found) if found else (),
        changes=[(title, change_columns(changes), changes) for title, changes in _changes(found) if changes],
        over=found.over if found else (),
        one_target=len(report.targets) < 2,
        no_value=DASH,
    )
