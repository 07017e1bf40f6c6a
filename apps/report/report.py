# SPDX-License-Identifier: BSD-3-Clause
"""Collects what a report says: what permutes cost, what to do, the kernels, costliest first, what is not covered.

All functions are pure. docs/report.md explains each figure; output.py, page.py and markdown.py write the report.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from permkern.kernels.inventory import Inventory
from permkern.kernels.manifest import SetError
from permkern.kernels.permutation import perm_text

from .actions import Action, Advice, State, actions, buffers, remaining, states
from .changes import Differences, Earlier, differences
from .figures import Target
from .rows import Row, Sum, by_cost, form_row, pinned_row, summed, unit_on

REPORT_FORMAT = 2


@dataclass(frozen=True)
class Totals:
    """Permutes of the model, by the counts of the pinned kernels."""

    permutes: int
    traffic: int  # bytes that all calls of all kernels move
    buffers: int  # bytes of the buffers of the largest call
    sums: tuple[Sum, ...]  # one for each target


@dataclass(frozen=True)
class Uncovered:
    """What the report has no kernel or no figure of, and why."""

    what: str
    why: str


@dataclass(frozen=True)
class Report:
    set_name: str
    profile: str
    targets: tuple[Target, ...]
    mhz: float | None  # the clock that milliseconds are of
    rows: tuple[Row, ...]  # pinned kernels, costliest on the first target first; then those of any shape
    totals: Totals
    actions: tuple[Action, ...]
    states: tuple[State, ...]
    remaining: frozenset[str]  # ids of pinned kernels that are needed after all steps
    uncovered: tuple[Uncovered, ...]
    notes: tuple[str, ...] = ()  # on how the models were read
    differences: Differences | None = None

    @property
    def pinned(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.work is not None)

    @property
    def forms(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.work is None)

    def unit(self, number: int) -> str:
        """Returns the unit of costs on a target; empty if nothing was counted."""
        return self.totals.sums[number].unit if number < len(self.totals.sums) else ""


def _totals(rows: Sequence[Row], targets: Sequence[Target]) -> Totals:
    return Totals(
        permutes=sum(row.count or 0 for row in rows),
        traffic=sum(row.traffic for row in rows),
        buffers=buffers(rows),
        sums=tuple(summed(rows, number, target) for number, target in enumerate(targets)),
    )


# ---- what is compared with an earlier report ----


def compared(row: Row, targets: Sequence[Target]) -> dict[str, str]:
    """Returns what is compared of a kernel, as texts by what they say."""
    folds = perm_text(row.perm) if row.folded is None else f"{row.folded}, {row.folded.bits}-bit"
    known = {"kernel": row.kernel, "strategy": row.strategy.value, "folds to": folds}
    if row.count is not None:
        known["times"] = str(row.count)
    for number, target in enumerate(targets):
        for key in ("instructions", "cycles", "flash", "stack"):
            value = row.figure(number, key)
            if value is not None:
                known[f"{key}, {target.name}"] = str(value)
    return known


def compared_in_all(totals: Totals) -> dict[str, str]:
    """Returns what is compared of all kernels together. A sum with a gap is no sum."""
    known = {}
    for each in totals.sums:
        if each.kernels and each.measured == each.kernels:
            known[f"instructions, {each.target}"] = str(each.instructions)
            if each.cycles is not None:
                known[f"cycles, {each.target}"] = str(each.cycles)
        if each.flash is not None:
            known[f"flash, {each.target}"] = str(each.flash)
    return known


def against(report: Report, earlier: Earlier, limit: Fraction | None = None) -> Report:
    """Returns the report with its differences from an earlier one. SetError: there is nothing that a limit limits."""
    rows = {row.id: compared(row, report.targets) for row in report.rows}
    found = differences(rows, compared_in_all(report.totals), earlier)
    if limit is not None and not found.compared:
        raise SetError(
            "--fail-over: the two reports share no measured figure, so nothing could fail; "
            "measure both with --target, or leave --fail-over out"
        )
    return replace(report, differences=replace(found, limit=limit))


# ---- the report ----


def make_report(
    inventory: Inventory,
    targets: Sequence[Target],
    advice: Sequence[Advice] = (),
    uncovered: Sequence[Uncovered] = (),
    mhz: float | None = None,
    notes: Sequence[str] = (),
    instead: Inventory | None = None,
) -> Report:
    """Makes the report of a plan, for all targets that have figures.

    advice: what a model could do without. instead: kernels that the set lacks, for what is then permuted. uncovered:
    what has no kernel, or no figures.
    """
    used = tuple(targets)
    every = [
        *(pinned_row(entry, used) for entry in inventory.all_pinned),
        *(form_row(entry, used) for entry in inventory.forms),
    ]
    pinned = [row for row in every if row.work is not None]
    forms = [row for row in every if row.work is None]
    rows = [*by_cost(pinned, 0, unit_on(pinned, 0)), *by_cost(forms, 0, unit_on(forms, 0))]
    more = [pinned_row(entry, used) for entry in instead.pinned] if instead else []
    totals = _totals(rows, used)
    found = actions(pinned, more, totals.sums, advice)
    left = remaining(pinned, more, advice)
    return Report(
        set_name=inventory.name,
        profile=inventory.profile,
        targets=used,
        mhz=mhz,
        rows=tuple(rows),
        totals=totals,
        actions=found,
        states=tuple(states(pinned, left, totals.sums, used, found)),
        remaining=frozenset(row.id for row in left),
        uncovered=tuple(uncovered),
        notes=tuple(notes),
    )
