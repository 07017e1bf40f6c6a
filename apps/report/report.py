# SPDX-License-Identifier: BSD-3-Clause
"""Collects a report's contents: costs of permutes, actions, kernels with the costliest first, and gaps.

All functions are pure. docs/report.md explains each figure; output.py, page.py and markdown.py write the report.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from permkern.kernels.inventory import Inventory
from permkern.kernels.manifest import PermutationSet, SetError

from .actions import Action, Advice, State, actions, buffers, remaining, states
from .changes import Differences, Earlier, differences
from .figures import Target
from .rows import Row, Sum, by_cost, form_row, pinned_row, summed, unit_on

REPORT_FORMAT = 2


@dataclass(frozen=True)
class Totals:
    """Sums for a run, weighted by the counts of the pinned kernels."""

    permutes: int
    traffic: int  # bytes that all calls move
    buffers: int  # buffer bytes of the largest call
    sums: tuple[Sum, ...]  # one for each target


@dataclass(frozen=True)
class Uncovered:
    """A permute without a kernel, or a core without figures, and the reason."""

    what: str
    why: str


@dataclass(frozen=True)
class Product:
    """A product's permutes, and the findings in its models."""

    permutations: PermutationSet
    advice: tuple[Advice, ...] = ()
    uncovered: tuple[Uncovered, ...] = ()
    waiting: tuple[str, ...] = ()  # for each model, one line with the transposes that need --dim
    notes: tuple[str, ...] = ()
    macs: int | None = 0  # of all models; None: a shape is open
    peak: int = 0  # most bytes of a model's tensors that live at the same time


@dataclass(frozen=True)
class Report:
    set_name: str
    profile: str
    targets: tuple[Target, ...]
    mhz: float | None  # the clock for milliseconds
    rows: tuple[Row, ...]  # pinned kernels, then kernels for any shape; each costliest first on the first target
    totals: Totals
    actions: tuple[Action, ...]
    states: tuple[State, ...]
    remaining: frozenset[str]  # ids of the pinned kernels still needed after all steps
    uncovered: tuple[Uncovered, ...]
    notes: tuple[str, ...] = ()  # from reading the models
    differences: Differences | None = None

    @property
    def pinned(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.work is not None)

    @property
    def forms(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.work is None)

    def unit(self, number: int) -> str:
        """Returns a target's cost unit; empty if nothing was counted."""
        return self.totals.sums[number].unit if number < len(self.totals.sums) else ""


# ---- comparison with an earlier report ----


def compared(row: Row, targets: Sequence[Target]) -> dict[str, int]:
    """Returns a kernel's figures for the comparison, by label."""
    keys = ("instructions", "cycles", "flash", "stack")
    known = {f"{key}, {on.name}": row.figure(number, key) for number, on in enumerate(targets) for key in keys}
    return {what: value for what, value in known.items() if value is not None}


def compared_in_all(totals: Totals) -> dict[str, int]:
    """Returns the sums for the comparison, by label. Sums with missing values are omitted."""
    known: dict[str, int | None] = {}
    for each in totals.sums:
        if each.kernels and each.measured == each.kernels:
            known[f"instructions, {each.target}"] = each.instructions
            known[f"cycles, {each.target}"] = each.cycles
        known[f"flash, {each.target}"] = each.flash
    return {what: value for what, value in known.items() if value is not None}


def against(report: Report, earlier: Earlier, limit: Fraction | None = None) -> Report:
    """Adds the differences from an earlier report. SetError: with `limit`, no limited figure is in both."""
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
    """Makes the report of an inventory, for all targets with figures.

    advice: operators that a model could omit. instead: kernels that the set lacks for the permutes that advice adds.
    uncovered: permutes without kernels, cores without figures.
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
    totals = Totals(
        permutes=sum(row.count or 0 for row in rows),
        traffic=sum(row.traffic for row in rows),
        buffers=buffers(rows),
        sums=tuple(summed(rows, number, target) for number, target in enumerate(used)),
    )
    found = actions(pinned, more, totals.sums, advice, used)
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
