# SPDX-License-Identifier: BSD-3-Clause
"""The table of changes since an earlier report, which the page and Markdown show. All functions are pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from .changes import ALL_KERNELS, UNITS, Change, metric_of, number_text, percent
from .tables import DASH, Column


@dataclass(frozen=True)
class ChangeView:
    kernel: str
    what: str
    before: str
    after: str
    growth: str
    worse: bool
    over: bool  # the limit of --fail-over
    in_all: bool  # whether it is of all kernels together


CHANGE_COLUMNS = (
    Column("Kernel", "C function", ""),
    Column("What", "unit, target", ""),
    Column("Before", "earlier report", ""),
    Column("Now", "this report", ""),
    Column("Growth", "% of before", ""),
)


def change_columns(views: Sequence[ChangeView]) -> tuple[Column, ...]:
    """Returns the headings of changes; without growth if none of them is of a figure."""
    return CHANGE_COLUMNS if any(view.growth != DASH for view in views) else CHANGE_COLUMNS[:-1]


def change_views(changes: Sequence[Change], over: Sequence[Change], *, one_target: bool) -> tuple[ChangeView, ...]:
    views = []
    for change in changes:
        metric, target = metric_of(change.what)
        unit = UNITS.get(metric, change.what)
        # More cases passed are no harm.
        worse = change.growth is not None and (change.growth < 0 if metric == "passed" else change.growth > 0)
        views.append(
            ChangeView(
                kernel=change.id,
                what=unit if one_target or not target else f"{unit}, {target}",
                before=number_text(change.before),
                after=number_text(change.after),
                growth=DASH if change.growth is None else percent(change.growth),
                worse=worse,
                over=change in over,
                in_all=change.id == ALL_KERNELS,
            )
        )
    return tuple(views)
