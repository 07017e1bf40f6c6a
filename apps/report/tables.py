# SPDX-License-Identifier: BSD-3-Clause
"""The tables of a report, which the page and Markdown show: columns with their units, cells with their texts.

All functions are pure. A column that no kernel has a value for is left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from permkern.kernels.permutation import perm_text

from .changes import Change
from .figures import Figure
from .report import Report
from .rows import Row, Sum, by_cost, unit_on
from .words import milliseconds, share, share_text, times_text

OPERATORS = 1  # names of operators that a row shows; its details have all
DASH = "\u2013"  # in a cell without a value


@dataclass(frozen=True)
class Cell:
    """A cell's text, the value that it is sorted by (empty comes last), and a tooltip.

    bars: what they are of, and their lengths: parts of the longest one in the table.
    """

    text: str
    sort: str
    title: str = ""
    bars: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Column:
    head: str
    unit: str
    hint: str

    @property
    def label(self) -> str:
        return f"{self.head}, {self.unit}"


@dataclass(frozen=True)
class RowView:
    """A row: the kernel, what it does, and a cell for each column."""

    kernel: str
    shape: str
    perm: str
    bits: tuple[int, ...]
    strategy: str
    note: str  # after which steps it is not needed
    operators: tuple[str, ...]  # that are shown
    more: int  # operators that are not
    details: tuple[str, ...]
    cells: tuple[Cell, ...]

    @property
    def permute(self) -> str:
        return f"{self.shape} {self.perm}".strip()

    @property
    def width(self) -> str:
        *others, last = self.bits
        return f"{'-, '.join(map(str, others))}- and {last}-bit" if others else f"{last}-bit"


@dataclass(frozen=True)
class Table:
    """Kernels on one target. lead: the headings of the kernel and of what it does."""

    id: str
    title: str
    lead: tuple[Column, Column]
    columns: tuple[Column, ...]
    rows: tuple[RowView, ...]
    by: int | None  # the column that the rows are sorted by
    first: str  # says so
    bars: tuple[str, ...] = ()  # what they are of; none, if there is nothing to compare kernels with


@dataclass(frozen=True)
class At:
    """A kernel on a target, by the target's number. unit, total: of that target. traffic: bytes that all kernels move.
    longest: cost of the longest bar.
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
    """Spells a number; of more than 12 digits, its first ones, with all of them in the tooltip."""
    if value is None:
        return None
    return Cell(f"{value:,}", str(value)) if value < 10**12 else Cell(f"{value:.3e}", str(value), f"{value:,}")


def _figure(key: str) -> Callable[[At], Cell | None]:
    return lambda at: _number(at.row.figure(at.number, key))


def _cost(at: At) -> Cell | None:
    """All calls, with bars that compare the kernel with loops."""
    cell = _number(at.row.cost(at.number, at.unit))
    costs = [(what, at.row.cost(at.number, at.unit, what)) for what in BARS]
    bars = tuple((what, cost / at.longest) for what, cost in costs if cost is not None and at.longest)
    return cell and replace(cell, bars=bars if len(bars) > 1 else ())


def _each(what: str = "kernel", unit: str = "instructions") -> Callable[[At], Cell | None]:
    def cell(at: At) -> Cell | None:
        value, figure = at.row.each(at.number, unit, what), at.row.on(at.number)
        if value is None or figure is None:
            return None
        shape = "x".join(map(str, figure.shape or ()))
        return Cell(f"{value:.2f}", f"{value:.6f}", f"{figure.cost(unit, what):,} for {shape}")

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
_NAIVE_LOOP = "how many times as much a naive loop takes, counted in the same run"
_CALLS: Measure = (
    Column("Calls", "a run", "how often a run of the model does it: count"),
    lambda at: _number(at.row.count),
)
_SIZES: tuple[Measure, ...] = (
    (Column("Flash", "bytes, own", "the kernel's function, without what it calls"), _figure("flash")),
    (Column("Stack", "bytes", "the deepest chain of calls"), _figure("stack")),
)


def _pinned_measures(unit: str) -> tuple[Measure, ...]:
    estimated = "estimated, " if unit == "cycles" else ""
    head = unit.capitalize()
    return (
        (Column(head, f"{estimated}all calls", "bars: the kernel, and the loops that it is compared with"), _cost),
        (Column("Share", "%", f"of the {unit} of all calls of all pinned kernels"), _share),
        _CALLS,
        *(((Column(head, f"{estimated}a call", "without wait states"), _figure("cycles")),) if estimated else ()),
        (Column("Instructions", "a call", "exact, call included"), _figure("instructions")),
        (Column("Naive loop", "times as much", _NAIVE_LOOP), _times),
        *_SIZES,
    )


_FORMS: tuple[Measure, ...] = (
    (Column("Instructions", "an element", "call included; the tooltip has the shape"), _each()),
    (Column("Naive loop", "instructions an element", "sequential writes, strided reads"), _each("naive")),
    (Column("Cycles", "estimated, an element", "without wait states"), _each(unit="cycles")),
    (Column("Naive loop", "times as much", _NAIVE_LOOP), _times),
    *_SIZES,
)
# Of pinned kernels without instructions: what they move.
_MOVED: tuple[Measure, ...] = (
    (
        Column("Moved", "bytes, all calls", "a kernel that only copies moves them, too"),
        lambda at: _number(at.row.traffic),
    ),
    (Column("Share", "%", "of the bytes of all calls of all pinned kernels"), _share),
    _CALLS,
    (Column("Moved", "bytes a call", ""), lambda at: _number(at.row.moved)),
    *_SIZES,
)


# ---- rows ----


def _measured_lines(figure: Figure | None) -> list[str]:
    if figure is None:
        return []
    lines = []
    for what, name in BARS.items():
        instructions, cycles = figure.cost("instructions", what), figure.cost("cycles", what)
        if instructions is not None:
            estimated = "" if cycles is None else f", an estimated {cycles:,} cycles"
            lines.append(f"{name}: {instructions:,} instructions a call{estimated}")
    return lines


def _details(row: Row, number: int) -> tuple[str, ...]:
    lines = [f"{row.strategy.value}: {row.why}"]
    if row.work is not None and row.moved is not None:
        shape, perm = (",".join(map(str, each)) for each in (row.work.shape, row.perm))
        flip = f" --flip {','.join(map(str, row.work.reversed_axes))}" if row.work.flips else ""
        lines.append(f"step by step: permkern explain {shape} {perm}{flip} --bits {row.bits}")
        lines.append(f"moves {row.moved:,} bytes a call")
    lines += _measured_lines(row.on(number))
    lines += [f"operator: {name}" for name in row.operators]
    return tuple(lines)


def _note(row: Row, report: Report) -> str:
    """Says after which steps a kernel is not needed; empty if it remains."""
    if row.work is None or row.id in report.remaining:
        return ""
    names = set(row.operators or (row.kernel,))
    steps = [str(k) for k, each in enumerate(report.actions, 1) if not each.optional and names & set(each.names)]
    return f"gone after step{'s' * (len(steps) > 1)} {' and '.join(steps)}" if steps else ""


def _same(row: Row, report: Report) -> str:
    """Names the constant of a pinned kernel, and the costliest kernel of the same permute if that is another one."""
    same = [each for each in report.pinned if (each.folded, each.in_place) == (row.folded, row.in_place)]
    other = f", the same permute as {same[0].kernel}" if row.work and same[0] is not row else ""
    return (f" exclusive-or {row.xor:#x}" if row.xor else "") + other


def _row_view(row: Row, report: Report, number: int, cells: tuple[Cell, ...]) -> RowView:
    shape, _, perm = str(row.work).partition(" ") if row.work else ("", "", perm_text(row.perm))
    perm += _same(row, report)
    return RowView(
        kernel=row.kernel,
        shape=shape,
        perm=perm,
        bits=(row.bits,),
        strategy=row.strategy.value,
        note=_note(row, report),
        operators=row.operators[:OPERATORS],
        more=max(len(row.operators) - OPERATORS, 0),
        details=_details(row, number),
        cells=cells,
    )


def _by_kernel(views: Sequence[RowView]) -> list[RowView]:
    """Joins rows of one kernel, which without figures differ in permutation and width alone."""
    found: dict[str, RowView] = {}
    for view in views:
        before = found.get(view.kernel, view)
        perms = dict.fromkeys([*before.perm.split(", "), view.perm])
        bits = tuple(dict.fromkeys([*before.bits, *view.bits]))
        found[view.kernel] = replace(before, perm=", ".join(perms), bits=bits)
    return list(found.values())


# ---- tables ----

_KERNEL = Column("Kernel", "C function", "its name in C")
_PERMUTE = Column("Permute", "elements, axes, bits", "shape of the input, permutation, bits of an element")
_FOLDED = Column("Permutation", "folded axes, bits", "of any shape that folds to it; bits of an element")


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
    empty = Cell(DASH, "", "not measured")
    views = [
        _row_view(row, report, number, tuple(cells[k] or empty for k in shown))
        for row, cells in zip(rows, values, strict=True)
    ]
    return Table(
        id=f"{key}-{number}",
        title=title if len(report.targets) < 2 else f"{title} on {report.targets[number].name}",
        lead=(_KERNEL, _PERMUTE if pinned else _FOLDED),
        columns=tuple(measures[k][0] for k in shown),
        rows=tuple(views if pinned or unit else _by_kernel(views)),
        by=0 if shown and (pinned or unit) else None,
        first=f"Sorted by {by}, costliest first." if pinned or unit else "",
        bars=compared if len(compared) > 1 else (),
    )


def tables(report: Report) -> tuple[Table, ...]:
    """Returns a table of pinned kernels and one of kernels for any shape: for each target, or without figures."""
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
    """Says what the flash of all kernels is besides their own functions; empty if that is not known."""
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
    """Whether a cell of these tables has no value."""
    return any(not cell.sort for table in shown for row in table.rows for cell in row.cells)


@dataclass(frozen=True)
class PlainTable:
    """A table of texts: its rows begin with what they are of."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    bars: tuple[tuple[str, float], ...] = ()  # of the third column: what each is of, and its part of the longest


_COSTS = {
    "cycles": Column("Cycles", "estimated", ""),
    "instructions": Column("Instructions", "exact", ""),
    "": Column("Moved", "bytes", ""),
}


def state_table(report: Report) -> PlainTable | None:
    """Returns what a run takes, before and after what there is to do, on each target; None if nothing is known."""
    several = len(report.targets) > 1
    if not report.pinned and not several:
        return None
    units = tuple(dict.fromkeys(report.unit(number) for number in range(max(len(report.targets), 1))))
    rows: list[list[str]] = []
    costs: list[tuple[str, int]] = []

    def add(number: int, title: str, calls: int | None, cost: int | None, *memory: int | None) -> None:
        unit, named = report.unit(number), f"{report.targets[number].name}: {title}" if several else title
        time = milliseconds(cost, report.mhz) if cost is not None and report.mhz and unit == "cycles" else ""
        by_unit = [cost if each == unit else None for each in units]
        texts = ["" if each is None else f"{each:,}" for each in (calls, *by_unit, *memory)]
        rows.append([named, *texts[: 1 + len(units)], time, *texts[1 + len(units) :]])
        costs.append(("naive" if title.startswith(_NAIVE) else "kernel", cost or 0))

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
        Column("Permutes", "of a run", ""),
        Column("Calls", "of kernels", ""),
        *(_COSTS[unit] for unit in units),
        Column("Time", f"ms at {report.mhz or 0:g} MHz", ""),
        Column("RAM", "bytes, largest call", ""),
        Column("Flash", "bytes, all kernels", ""),
    )
    shown = [k for k in range(len(heads)) if any(cells[k] for cells in rows)]
    longest = max(cost for _, cost in costs)
    bars = tuple((what, cost / longest) for what, cost in costs) if longest and len(units) == 1 else ()
    shown_rows = tuple(tuple(cells[k] or DASH for k in shown) for cells in rows)
    return PlainTable(tuple(heads[k] for k in shown), shown_rows, bars)


_CHANGES = (
    Column("Kernel", "C function", ""),
    Column("What", "unit, target", ""),
    Column("Before", "earlier report", ""),
    Column("Now", "this report", ""),
    Column("Growth", "% of before", ""),
)


def change_columns(changes: Sequence[Change]) -> tuple[Column, ...]:
    """Returns the headings of changes; without growth if none of them is of a figure."""
    return _CHANGES if any(change.growth is not None for change in changes) else _CHANGES[:-1]
