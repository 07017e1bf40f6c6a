# SPDX-License-Identifier: BSD-3-Clause
"""Report tables for the page and Markdown: columns with units, cells with texts.

All functions are pure. Columns without any value are omitted.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from permkern.kernels.permutation import perm_text

from .report import Report
from .rows import Row, Sum, by_cost, unit_on
from .words import milliseconds, share, share_text, times_text

DASH = "\u2013"  # marks an empty cell


@dataclass(frozen=True)
class Cell:
    """A cell's text, and its sort key (empty keys come last).

    bars: a key of BARS and the bar's length, relative to the table's longest bar.
    """

    text: str
    sort: str
    bars: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Column:
    head: str
    unit: str

    @property
    def label(self) -> str:
        return f"{self.head}, {self.unit}"


@dataclass(frozen=True)
class RowView:
    """A row: the kernel, its permute, and a cell for each column. note: the steps that remove the kernel."""

    row: Row
    permute: str
    note: str
    details: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Table:
    """Kernels on one target. lead: the headings of the kernel and its permute."""

    id: str
    title: str
    lead: tuple[Column, Column]
    columns: tuple[Column, ...]
    rows: tuple[RowView, ...]
    by: int | None  # index of the sort column
    first: str  # the sentence above the table: sort order, flash
    bars: tuple[str, ...] = ()  # keys of BARS in the legend; empty without a loop to compare kernels with


@dataclass(frozen=True)
class At:
    """A kernel on target `number`. unit, total: the target's. traffic: bytes that all kernels move.
    longest: the longest bar's cost.
    """

    row: Row
    number: int
    unit: str
    total: Sum | None
    traffic: int
    longest: int


Measure = tuple[Column, Callable[[At], Cell | None]]
BARS = {"kernel": "kernel", "constant": "loop with constant bounds", "naive": "naive loop"}


# ---- cells ----


def _number(value: int | None) -> Cell | None:
    return None if value is None else Cell(f"{value:,}", str(value))


def _figure(key: str) -> Callable[[At], Cell | None]:
    return lambda at: _number(at.row.figure(at.number, key))


def _ratio(key: str) -> Callable[[At], Cell | None]:
    def cell(at: At) -> Cell | None:
        value = getattr(at.row.on(at.number), key, None)
        return None if value is None else Cell(f"{value:.2f}", f"{value:.6f}")

    return cell


def _cost(at: At) -> Cell | None:
    """Returns the cost of all calls, with bars for the kernel and the loops."""
    cell = _number(at.row.cost(at.number, at.unit))
    costs = [(what, at.row.cost(at.number, at.unit, what)) for what in BARS]
    bars = tuple((what, cost / at.longest) for what, cost in costs if cost is not None and at.longest)
    return cell and replace(cell, bars=bars if len(bars) > 1 else ())


def _each(what: str = "kernel", unit: str = "instructions") -> Callable[[At], Cell | None]:
    def cell(at: At) -> Cell | None:
        value = at.row.each(at.number, unit, what)
        return None if value is None else Cell(f"{value:.2f}", f"{value:.6f}")

    return cell


def _times(at: At) -> Cell | None:
    figure = at.row.on(at.number)
    times = figure.times(at.unit) if figure else None
    return None if times is None else Cell(times_text(times), f"{times:.6f}")


def _share(at: At) -> Cell | None:
    part = share(at.row, at.number, at.total)
    if part is None and not at.unit:
        part = at.row.traffic / at.traffic if at.traffic else None
    return None if part is None else Cell(share_text(part).removesuffix(" %"), f"{part:.8f}")


_NAIVE = "naive loops"
_CALLS: Measure = (
    Column("Calls", "a run"),
    lambda at: _number(at.row.count),
)
_SIZES: tuple[Measure, ...] = (
    (Column("Flash", "bytes, own"), _figure("flash")),
    (Column("Stack", "bytes"), _figure("stack")),
)


def _pinned_measures(unit: str) -> tuple[Measure, ...]:
    estimated = "estimated, " if unit == "cycles" else ""
    head = unit.capitalize()
    return (
        (Column(head, f"{estimated}all calls"), _cost),
        (Column("Share", "%"), _share),
        _CALLS,
        *(((Column(head, f"{estimated}a call"), _figure("cycles")),) if estimated else ()),
        (Column("Instructions", "a call"), _figure("instructions")),
        (Column("Naive loop", "times as much"), _times),
        (Column("Line fills", "a call"), _figure("fills")),
        (Column("Line fills", "times the least"), _ratio("fills_times")),
        (Column("Write-backs", "times the least"), _ratio("backs_times")),
        (Column("Naive loop", "line fills, times the least"), _ratio("naive_fills_times")),
        *_SIZES,
    )


_FORMS: tuple[Measure, ...] = (
    (Column("Instructions", "an element"), _each()),
    (Column("Naive loop", "instructions an element"), _each("naive")),
    (Column("Cycles", "estimated, an element"), _each(unit="cycles")),
    (Column("Naive loop", "times as much"), _times),
    *_SIZES,
)
# For pinned kernels without measured instructions.
_MOVED: tuple[Measure, ...] = (
    (
        Column("Moved", "bytes, all calls"),
        lambda at: _number(at.row.traffic),
    ),
    (Column("Share", "%"), _share),
    _CALLS,
    (Column("Moved", "bytes a call"), lambda at: _number(at.row.moved)),
    *_SIZES,
)


# ---- rows ----


def _details(row: Row) -> tuple[str, ...]:
    lines = [f"{row.choice.strategy.value}: {row.choice.why}"]
    if row.work is not None and row.moved is not None:
        shape, perm = (",".join(map(str, each)) for each in (row.work.shape, row.perm))
        flip = f" --flip {','.join(map(str, row.work.reversed_axes))}" if row.work.flips else ""
        lines.append(f"step by step: permkern explain {shape} {perm}{flip} --bits {row.bits}")
        lines.append(f"moves {row.moved:,} bytes a call")
    lines += [f"operator: {name}" for name in row.operators]
    return tuple(lines)


def _note(row: Row, report: Report) -> str:
    """Names the steps that remove a kernel; empty if it remains."""
    if row.work is None or row.id in report.remaining:
        return ""
    names = set(row.operators or (row.kernel,))
    steps = [str(k) for k, each in enumerate(report.actions, 1) if not each.optional and names & set(each.names)]
    return f"gone after step{'s' * (len(steps) > 1)} {' and '.join(steps)}" if steps else ""


def _row_view(row: Row, report: Report, cells: tuple[Cell, ...]) -> RowView:
    permute = f"{row.work or perm_text(row.perm)}" + (f" exclusive-or {row.xor:#x}" if row.xor else "")
    return RowView(row, permute, _note(row, report), _details(row), cells)


# ---- tables ----

_KERNEL = Column("Kernel", "C function")
_PERMUTE = Column("Permute", "elements, axes, bits")
_FOLDED = Column("Permutation", "folded axes, bits")


def _table(report: Report, rows: Sequence[Row], number: int, key: str, title: str) -> Table:
    pinned = any(row.work is not None for row in rows)
    unit = unit_on(rows, number)
    measures = (_pinned_measures(unit) if unit else _MOVED) if pinned else (_FORMS if unit else _SIZES)
    total = report.totals.sums[number] if report.targets else None
    costs = [row.cost(number, unit, what) or 0 for row in rows for what in BARS]
    places = [At(row, number, unit, total, report.totals.traffic, max(costs)) for row in rows]
    values = [[value(at) for _, value in measures] for at in places]
    shown = [k for k in range(len(measures)) if any(cells[k] is not None for cells in values)]
    by = f"{unit} of all calls" if pinned and unit else "instructions an element" if unit else "bytes moved"
    compared = tuple(what for what in BARS if any(row.cost(number, unit, what) for row in rows))
    empty = Cell(DASH, "")
    views = [
        _row_view(row, report, tuple(cells[k] or empty for k in shown)) for row, cells in zip(rows, values, strict=True)
    ]
    return Table(
        id=f"{key}-{number}",
        title=title if len(report.targets) < 2 else f"{title} on {report.targets[number].name}",
        lead=(_KERNEL, _PERMUTE if pinned else _FOLDED),
        columns=tuple(measures[k][0] for k in shown),
        rows=tuple(views),
        by=0 if shown and (pinned or unit) else None,
        first=f"Sorted by {by}, costliest first." if pinned or unit else "",
        bars=compared if len(compared) > 1 else (),
    )


def tables(report: Report) -> tuple[Table, ...]:
    """Returns each target's tables, one for pinned kernels and one for any shape. Without targets: one pair."""
    found = []
    for number in range(max(len(report.targets), 1)):
        for rows, key, title in (
            (report.pinned, "pinned", "Pinned kernels"),
            (report.forms, "forms", "Kernels for any shape"),
        ):
            if rows:
                costly = by_cost(rows, number, unit_on(rows, number))
                found.append(_table(report, costly, number, key, title))
        if found:
            found[-1] = replace(found[-1], first=f"{found[-1].first} {_flash_text(report, number)}".strip())
    return tuple(found)


def _flash_text(report: Report, number: int) -> str:
    """Splits flash into the kernels' own functions and shared code and tables; empty if unknown."""
    own = {row.kernel: row.figure(number, "flash") for row in report.rows}
    total = report.targets[number].flash if report.targets else None
    known = [each for each in own.values() if each is not None]
    if total is None or len(known) < len(own) or sum(known) > total:
        return ""
    shared = total - sum(known)
    return (
        f"Flash of all kernels: {sum(known):,} bytes own + {shared:,} library functions and tables = {total:,} bytes."
    )


def has_dash(shown: Sequence[Table]) -> bool:
    """True if any cell has no value."""
    return any(not cell.sort for table in shown for row in table.rows for cell in row.cells)


@dataclass(frozen=True)
class PlainTable:
    """A table of texts. The first cell of a row names its subject."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


_COSTS = {
    "cycles": Column("Cycles", "estimated"),
    "instructions": Column("Instructions", "exact"),
    "": Column("Moved", "bytes"),
}


def state_table(report: Report) -> PlainTable | None:
    """Returns each target's costs of a run, before and after the actions; None if nothing is known."""
    several = len(report.targets) > 1
    if not report.pinned and not several:
        return None
    units = tuple(dict.fromkeys(report.unit(number) for number in range(max(len(report.targets), 1))))
    rows: list[list[str]] = []

    def add(number: int, title: str, calls: int | None, cost: int | None, *memory: int | None) -> None:
        unit, named = report.unit(number), f"{report.targets[number].name}: {title}" if several else title
        time = milliseconds(cost, report.mhz) if cost is not None and report.mhz and unit == "cycles" else ""
        by_unit = [cost if each == unit else None for each in units]
        texts = ["" if each is None else f"{each:,}" for each in (calls, *by_unit, *memory)]
        rows.append([named, *texts[: 1 + len(units)], time, *texts[1 + len(units) :]])

    for number in range(max(len(report.targets), 1)):
        total = report.totals.sums[number] if report.targets else None
        if total and total.naive and total.looped == total.kernels:
            add(number, _NAIVE, report.totals.permutes, total.naive, report.totals.buffers, None)
        elif total and total.naive:
            add(number, f"{_NAIVE}, {total.looped} of {total.kernels} kernels", None, total.naive, None, None)
            add(number, f"now, the same {total.looped} kernels", None, total.compared, None, None)
        for each in report.states:
            cost = each.costs[number] if report.unit(number) else each.traffic or None
            flash = each.flash[number] if each.flash else None
            add(number, each.title, each.calls if report.pinned else None, cost, each.ram or None, flash)
    heads = (
        Column("Permutes", "of a run"),
        Column("Calls", "of kernels"),
        *(_COSTS[unit] for unit in units),
        Column("Time", f"ms at {report.mhz or 0:g} MHz"),
        Column("RAM", "bytes, largest call"),
        Column("Flash", "bytes, all kernels"),
    )
    shown = [k for k in range(len(heads)) if any(cells[k] for cells in rows)]
    shown_rows = tuple(tuple(cells[k] or DASH for k in shown) for cells in rows)
    return PlainTable(tuple(heads[k] for k in shown), shown_rows)


CHANGES = (
    Column("Kernel", "C function"),
    Column("What", "unit, target"),
    Column("Before", "earlier report"),
    Column("Now", "this report"),
    Column("Growth", "% of before"),
)
