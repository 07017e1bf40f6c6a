# SPDX-License-Identifier: BSD-3-Clause
"""Says in sentences what decides: what the permutes cost, what kernels give, what could be left out, what changed.

All functions are pure. Page, Markdown and terminal show the same sentences.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..kernels.documents import plural
from .changes import Differences, limit_sentence, metric_of
from .report import Report, Row, Sum, by_cost

COSTLIEST = 3  # kernels that the sentences name at most
MOST = 0.8  # of everything: when those that are named take so much, no more are
TO_MEASURE = "--measure cortex-m4"  # the option that measures


@dataclass(frozen=True)
class Card:
    """A figure that decides, and what it is of."""

    title: str
    figure: str
    unit: str
    lines: tuple[str, ...]
    bad: bool = False


def share_text(part: float) -> str:
    """Spells a share in percent. What is there is never shown as nothing."""
    return "< 0.1 %" if 0 < part < 0.001 else f"{part * 100:.1f} %"


def times_text(factor: float) -> str:
    return f"{factor:.2f}" if factor < 10 else f"{factor:,.1f}"


def share(row: Row, number: int, total: Sum | None) -> float | None:
    """Returns the share of all calls of a kernel in the instructions of all kernels that were measured."""
    value = row.total(number, "instructions")
    return value / total.instructions if total and value is not None and total.instructions else None


# ---- what it costs ----


def costliest(report: Report, number: int) -> list[tuple[Row, float]]:
    """Returns the kernels that take most on a target, with their shares; without figures, those that move most."""
    total = report.totals.sums[number] if report.targets else None
    found: list[tuple[Row, float]] = []
    for row in by_cost(report.pinned, number)[:COSTLIEST]:
        of = share(row, number, total) if total else row.traffic / (report.totals.traffic or 1)
        if of and sum(part for _, part in found) < MOST:
            found.append((row, of))
    return found


def _of_naive(total: Sum) -> str:
    if total.speed_up is None:
        return ""
    if total.compared == total.instructions:
        cycles = total.naive_cycles / total.cycles if total.cycles and total.naive_cycles else None
        beside = f", and {times_text(cycles)} times the cycles" if cycles else ""
        return f"; naive loops take {total.naive:,}, {times_text(total.speed_up)} times as many{beside}"
    of = f"{total.naive:,} where they were counted, {times_text(total.speed_up)} times as many as the kernels there"
    return f"; naive loops take {of}"


def _speed_ups(report: Report, number: int) -> tuple[float, ...]:
    """Returns the least and the most speed-up of kernels of any shape; nothing if none was measured."""
    figures = [row.on(number) for row in report.forms]
    found = sorted(figure.speed_up for figure in figures if figure is not None and figure.speed_up)
    return (found[0], found[-1]) if found else ()


def _range(factors: tuple[float, ...]) -> str:
    return " to ".join(dict.fromkeys(map(times_text, factors)))


def _of_forms(report: Report, number: int) -> str:
    """Says how kernels of any shape and naive loops compare: the more is named as the more."""
    found = _speed_ups(report, number)
    if found and found[-1] < 1:
        slower = _range(tuple(1 / factor for factor in reversed(found)))
        return f"the kernels for any shape take {slower} times as many instructions as naive loops"
    many = _range(found)
    return f"naive loops take {many} times as many instructions as the kernels for any shape" if many else ""


def _forms_text(report: Report) -> str:
    kernels = plural(len({row.kernel for row in report.forms}), "kernel")
    perms = plural(len({row.perm for row in report.forms}), "folded permutation")
    *others, last = map(str, sorted({row.bits for row in report.forms}))
    widths = f"{', '.join(others)} and {last}" if others else last
    return f"{kernels} for any shape, for {perms} of {widths} bits"


def headline(report: Report, number: int = 0) -> str:
    """Says in one sentence what the set costs on a target, and against what."""
    totals = report.totals
    if not report.targets:
        held = [plural(len(report.pinned), "pinned kernel")] if report.pinned else []
        held += [_forms_text(report)] if report.forms else []
        moved = f"the set's {plural(totals.permutes, 'permute')} move {plural(totals.traffic, 'byte')} a run"
        return f"{'; '.join([*held, *([moved] if totals.permutes else [])])}."
    total = totals.sums[number]
    parts = []
    if total.measured:
        few = "" if total.measured == total.kernels else f" ({total.measured} of {total.kernels} kernels measured)"
        cycles = "" if total.cycles is None else f", an estimated {total.cycles:,} cycles"
        calls = plural(totals.permutes, "permute")
        parts.append(f"the set's {calls}{few} take {total.instructions:,} instructions a run{cycles}{_of_naive(total)}")
    parts += [text for text in (_of_forms(report, number),) if text]
    if total.flash is not None:
        most = "at most " if total.at_most else ""
        parts.append(f"all kernels take {most}{total.flash:,} bytes of flash")
    return f"On {total.target}, {'; '.join(parts)}." if parts else ""


def leading_line(report: Report, number: int = 0) -> str:
    """Names the kernels that take most; empty if there is nothing to choose from."""
    found = costliest(report, number)
    if len(report.pinned) < 2 or not found:
        return ""
    of = "the instructions" if report.targets else "the bytes"
    named = [f"{row.kernel} ({share_text(part)})" for row, part in found]
    listed = named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"
    return f"Most of {of}: {listed}."


def view_line(report: Report, number: int = 0) -> str:
    """Says what could be left out, and that the generated kernels do it all the same."""
    totals = report.totals
    if not totals.still:
        return ""
    cost = ""
    if totals.still_bytes:
        cost = f" The generated kernels copy {plural(totals.still_bytes, 'byte')} for them all the same"
        total = totals.sums[number] if report.targets else None
        if total and total.views:
            part = share_text(total.views / total.instructions)
            cost += f", in {total.views:,} instructions ({part})"
        cost += ": let the model read the input in place of the output, and these calls can go."
    return f"{totals.still:,} of {plural(totals.permutes, 'permute')} move nothing.{cost}"


def gap_line(report: Report) -> str:
    """Says once what was not measured; empty if everything was."""
    if not report.targets:
        return f"Nothing was measured: {TO_MEASURE} measures instructions, cycles, flash, stack and tests."
    lacking = [row for row in report.rows if row.figure(0, "instructions") is None]
    if not lacking or len(lacking) == len(report.rows):
        return "" if not lacking else f"Instructions were not measured: {TO_MEASURE} measures them."
    return f"{len(lacking)} of {plural(len(report.rows), 'kernel')} have no count of instructions: a dash."


def sentences(report: Report) -> tuple[str, ...]:
    """Returns what the report says first, without differences."""
    lines = (headline(report), leading_line(report), view_line(report), gap_line(report))
    return tuple(line for line in lines if line)


# ---- cards ----


def cards(report: Report) -> tuple[Card, ...]:
    """Returns the figures of the first target that decide. None without figures."""
    if not report.targets:
        return ()
    total = report.totals.sums[0]
    found = []
    if total.speed_up is not None:
        lines = (f"{total.compared:,} instructions a run of the model", f"naive loops: {total.naive:,}")
        found.append(Card("Speed-up", times_text(total.speed_up), "times, in instructions", lines))
    elif _speed_ups(report, 0):
        many = _range(_speed_ups(report, 0))
        found.append(
            Card("Speed-up", many, "times, in instructions", ("of kernels for any shape, beside naive loops",))
        )
    if total.cycles is not None:
        naive: tuple[str, ...] = ()
        if total.naive_cycles is not None and total.cycles:
            times = times_text(total.naive_cycles / total.cycles)
            naive = (f"naive loops: {total.naive_cycles:,}, {times} times as many",)
        beside = "a run of the model, without wait states"
        found.append(Card("Cycles, estimated", f"{total.cycles:,}", "cycles", (beside, *naive)))
    if total.flash is not None:
        which = plural(len({row.kernel for row in report.rows}), "kernel")
        once = f"at most: {which}, what they share counted with each" if total.at_most else f"{which}, each once"
        library = () if total.library is None else (f"{total.library:,} with dispatcher and checks",)
        found.append(Card("Flash in all", f"{total.flash:,}", "bytes", (once, *library)))
    tests = total.passed + total.failed
    if tests:
        wrong = [row.kernel for row in report.rows if row.figure(0, "failed")]
        told = f"wrong: {', '.join(wrong[:COSTLIEST])}" if wrong else "all results right"
        found.append(Card("Tests", f"{total.passed:,}", f"of {tests:,} passed", (told,), bad=bool(total.failed)))
    return tuple(found)


# ---- differences ----


def _counted(found: Differences) -> list[str]:
    limited = [change for change in found.changed if change.is_limited and change.growth]
    grown = {change.id for change in limited if change.growth and change.growth > 0}
    shrunk = {change.id for change in limited if change.growth and change.growth < 0} - grown
    other = {change.id for change in found.changed} - grown - shrunk
    return [
        text
        for count, text in (
            (len(grown), f"{plural(len(grown), 'kernel')} grew in instructions or flash"),
            (len(shrunk), f"{plural(len(shrunk), 'kernel')} shrank"),
            (len(other), f"{plural(len(other), 'kernel')} changed otherwise"),
            (len(found.new), f"{len(found.new)} new"),
            (len(found.gone), f"{len(found.gone)} gone"),
        )
        if count
    ]


def difference_line(found: Differences) -> str:
    """Says in one sentence what changed."""
    counted = _counted(found)
    if not counted:
        return "No kernel has changed." if found.in_all else "Nothing has changed."
    return f"{', '.join(counted)}."


def limit_line(found: Differences) -> str:
    """Says whether the limit of --fail-over holds; empty without one."""
    if found.limit is None:
        return ""
    over = limit_sentence(found)
    return f"Failed: {over}." if over else f"Passed: nothing grew by more than {float(found.limit * 100):g} %."


def _once(side: Sequence[str], words: str) -> str:
    """Says what only one report has figures of: targets, and metrics on a target."""
    listed = [" on ".join(metric_of(what)) if metric_of(what)[0] else what for what in side]
    return f"Measured {words}: {', '.join(listed)}." if listed else ""


def difference_notes(found: Differences) -> tuple[str, ...]:
    lines = (_once(found.only_then, "then, and not now"), _once(found.only_now, "now, and not then"))
    return tuple(line for line in lines if line)
