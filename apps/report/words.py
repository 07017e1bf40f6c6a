# SPDX-License-Identifier: BSD-3-Clause
"""Writes the report's sentences: costs, actions, changes.

All functions are pure. Page, Markdown and terminal share these sentences.
"""

from collections.abc import Sequence

from permkern.kernels.documents import plural

from .actions import Action, Aligned
from .changes import Differences, limit_sentence
from .report import Report
from .rows import Row, Sum

NAMED = 4  # most names of an action in a line
WAITS = "Milliseconds are estimated cycles at this clock, without wait states of flash and memory."
FILLS = (
    "Cycles are estimates with the line fills of memory {} (bytes, ways, bytes per line, cycles per line fill). The "
    "cache begins empty, and each array begins at a line. If a core has no estimate, an instruction counts as a cycle."
)
NO_CYCLES = "No milliseconds: this core has no estimate of cycles; Cortex-M0, M0+, M3 and M4 have one."
FIGURES_OF = "figures of "  # prefix of a core's name in Uncovered.what
TO_MEASURE = "--target cortex-m4"  # an example of the measuring option


def share_text(part: float) -> str:
    """Formats a share in percent. A share above 0 is never shown as 0."""
    return "< 0.1 %" if 0 < part < 0.001 else f"{part * 100:.1f} %"


def times_text(factor: float) -> str:
    return f"{factor:.2f}" if factor < 10 else f"{factor:,.1f}"


def milliseconds(cycles: int, mhz: float) -> str:
    time = cycles / mhz / 1000
    return f"{time:,.0f}" if time >= 100 else f"{time:#.3g}"


def cost_text(value: int, unit: str, report: Report) -> str:
    """Formats a cost with its unit. Cycles are marked as estimated."""
    if unit != "cycles":
        return plural(value, "instruction")
    time = f" ({milliseconds(value, report.mhz)} ms at {report.mhz:g} MHz)" if report.mhz else ""
    return f"an estimated {plural(value, 'cycle')}{time}"


def share(row: Row, number: int, total: Sum | None) -> float | None:
    """Returns the share of a kernel's calls in the total cost of all measured kernels."""
    value = row.cost(number, total.unit) if total else None
    return value / total.cost if total and value is not None and total.cost else None


# ---- costs ----


def _of_naive(total: Sum) -> str:
    if total.times is None:
        return ""
    some = f", for the {total.looped} of {total.kernels} kernels that have one" if total.looped < total.kernels else ""
    times = f"{times_text(total.times)} times as much: {total.naive:,} instead of {total.compared:,}"
    return f" Naive loops take {times}{some}."


def headline(report: Report) -> str:
    """Says how much the permutes cost on the first target, and compares them with naive loops."""
    totals = report.totals
    calls, s = f"the {plural(totals.permutes, 'permute')} of a run", "s" * (totals.permutes == 1)
    total = totals.sums[0] if report.targets else None
    if total and total.measured:
        few = "" if total.measured == total.kernels else f" ({total.measured} of {total.kernels} kernels measured)"
        cost = cost_text(total.cost, total.unit, report)
        return f"On {total.target}, {calls}{few} take{s} {cost}.{_of_naive(total)}"
    held = [plural(len(report.pinned), "pinned kernel")] if report.pinned else []
    held += [f"{plural(len({row.kernel for row in report.forms}), 'kernel')} for any shape"] if report.forms else []
    held += [f"{calls} move{s} {plural(totals.traffic, 'byte')}"] if totals.permutes else []
    return f"{'; '.join(held)}." if held else "No permute has a kernel."


def gap_line(report: Report) -> str:
    """Says how to measure, if nothing was measured."""
    if not report.rows:
        return ""
    if not report.targets:
        why = next((each.why for each in report.uncovered if each.what.startswith(FIGURES_OF)), "")
        if why:
            return f"Nothing was measured: {why}."
        return f"Nothing was measured: {TO_MEASURE} measures cycles, instructions, flash and stack."
    if any(row.figure(0, "instructions") is not None for row in report.rows):
        return ""
    return f"Instructions were not measured: {TO_MEASURE} measures them."


def sentences(report: Report) -> tuple[str, ...]:
    """Returns the report's first sentences, without differences."""
    waits = "" if report.mhz is None else WAITS if report.unit(0) == "cycles" else NO_CYCLES if report.targets else ""
    filled = next((each.memory for each in report.targets if each.memory), "")
    waits = FILLS.format(filled) if filled else waits
    lines = (headline(report), waits, *report.notes, gap_line(report))
    return tuple(line for line in lines if line)


# ---- actions ----


def named(names: Sequence[str]) -> str:
    """Lists at most NAMED names, then "and N more"."""
    more = len(names) - NAMED
    return ", ".join([*names[:NAMED], *([f"and {more} more"] if more > 0 else [])])


def _aligned(report: Report, number: int, each: Aligned) -> str:
    then = cost_text(each.then, report.unit(number), report)
    cost = f"these kernels take {then} instead of {each.least:,} to {each.most:,}"
    less = each.flash_then < each.flash
    flash = f"; own flash {each.flash_then:,} bytes instead of {each.flash:,}" if less else ""
    return f"On {report.targets[number].name}, {cost}{flash}."


def saving(report: Report, action: Action) -> str:
    """States an action's saving: on each target if it aligns buffers, else on the first target or in bytes."""
    if action.aligned:
        return " ".join(_aligned(report, number, each) for number, each in enumerate(action.aligned) if each)
    total = report.totals.sums[0] if report.targets else None
    saved = action.saves[0] if total else None
    found = []
    if total and saved is not None and saved > 0:
        part = f", {share_text(saved / total.cost)} of the cost of all permutes" if total.cost else ""
        found.append(f"{cost_text(saved, total.unit, report)}{part}")
    elif action.traffic:
        found.append(f"{plural(action.traffic, 'byte')} moved")
    if action.ram:
        found.append(f"{plural(action.ram, 'byte')} of the RAM for input and output")
    if action.flash and (less := action.flash[0] or 0) > 0:
        found.append(f"{plural(less, 'byte')} of flash")
    return f"Saves {', and '.join(found)}." if found else ""


def price(report: Report, action: Action) -> str:
    """States an action's cost on the first target; empty if it is free or unmeasured."""
    saved = action.saves[0] if report.targets and not action.aligned else None
    if saved is None or saved >= 0:
        return ""
    return f"Costs {cost_text(-saved, report.unit(0), report)} more."


# ---- differences ----


def _counted(found: Differences) -> list[str]:
    limited = [change for change in found.changed if change.is_limited]
    grown = {change.id for change in limited if change.growth > 0}
    shrunk = {change.id for change in limited} - grown
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
    """Sums up the changes in one sentence."""
    counted = _counted(found)
    if not counted:
        return "No kernel has changed." if found.in_all else "Nothing has changed."
    return f"{', '.join(counted)}."


def limit_line(found: Differences) -> str:
    """Says whether the --fail-over limit holds; empty without a limit."""
    if found.limit is None:
        return ""
    over = limit_sentence(found)
    return f"Failed: {over}." if over else f"Passed: nothing grew by more than {float(found.limit * 100):g} %."
