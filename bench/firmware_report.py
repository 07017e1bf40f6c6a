# SPDX-License-Identifier: BSD-3-Clause
"""The firmware bench's results as Markdown."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from firmware_goals import NEWLIB, RECORDED, RECORDED_FLASH, RECORDED_FROM
from icnt import Stretch

Counts = Mapping[str, Mapping[str, Stretch]]  # by case and column
Cycles = Mapping[str, Mapping[str, int]]  # by case and column: estimated, no wait states
Row = Mapping[str, object]  # of firmware.json's goals

NOTE = f"""\
<!-- SPDX-License-Identifier: BSD-3-Clause -->
# Instruction counts and sizes on emulated targets

Written by `tools/bench firmware -o DIR`. Instructions an element, call and return included (2x4x8 and 1x1x1: of the
whole call), exact and repeatable on QEMU; not cycles. naive: the published MLI algorithm, sequential writes, strided
reads, four loops. memcpy: picolibc's, of the same bytes; newlib: newlib's. checked: the MLI call with all checks.
pinned: the kernel for that shape. off: one element off the word boundary. -size: the same cases in profile size, -Os.
-gather: with PERMKERN_GATHER, gathers and scatters in place of structured loads and stores. -pairs: with
PERMKERN_PAIRS, two words at once, the default on Cortex-M7 and M33.

Estimated cycles, no wait states: of all that was executed, by the timings that Arm publishes for the core and what
unaligned accesses add, with a pipeline refill P of 2 on Cortex-M3 and M4. An estimate, not a measurement: flash that
waits is not in it. Where a table names two cores, both execute the same program.

Memory operations: instructions that load and that store, then words loaded and stored. A word is up to 32 bits of
neighbouring addresses that one instruction touches: a byte is one, LDRD two, LDM of eight registers eight, a contiguous
vector of 128 bits four, a gather of sixteen bytes sixteen. Where the elements of a gather happen to lie side by side,
they count as contiguous.

Flash: all that is loaded of a program that calls the functions named and holds nothing else, linked with --gc-sections.
Stack: the deepest chain of calls by the compiler's report; a call through a pointer goes to the deepest kernel.

{RECORDED_FROM}
"""


@dataclass(frozen=True)
class Case:
    """A pinned shape of a list. more: what is asked for beside the permute, in words."""

    name: str
    shape: tuple[int, ...]
    perm: tuple[int, ...]
    bits: int
    more: str = ""

    @property
    def label(self) -> str:
        return f"{'x'.join(map(str, self.shape))} ({','.join(map(str, self.perm))}), {self.bits}-bit{self.more}"

    @property
    def elements(self) -> int:
        return prod(self.shape)

    @property
    def whole(self) -> bool:
        """So few elements that the call is what counts."""
        return self.elements <= 64

    def per(self, number: int) -> float:
        return float(number) if self.whole else number / self.elements

    def cell(self, number: int) -> str:
        return str(number) if self.whole else f"{number / self.elements:.2f}"


def rows_shown(counts: Counts, cases: Mapping[str, Case], pattern: str) -> list[str]:
    """The rows whose name has the pattern in it, for a terminal: instructions, and naive over each of our columns."""
    lines = []
    for name, at in counts.items():
        if re.search(pattern, name):
            cells = [f"{column} {cases[name].cell(found.instructions)}" for column, found in at.items()]
            over = [
                f"{at['naive'].instructions / at[column].instructions:.2f}"
                for column in ("checked", "pinned")
                if column in at
            ]
            lines.append(f"    {name:<24} {', '.join(cells)}; naive over ours {', '.join(over)}")
    return lines


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]


def target_page(name: str, title: str, counts: Counts, cases: Mapping[str, Case]) -> str:
    columns = list(next(iter(counts.values())))
    peers = list(dict.fromkeys(peer for (target, _), known in RECORDED.items() if target == name for peer in known))
    peers = [peer for peer in peers if peer != NEWLIB or "newlib" not in columns]  # measured beats recorded
    rows = []
    for case, at in counts.items():
        recorded = [str(RECORDED.get((name, case), {}).get(peer, "-")) for peer in peers]
        rows.append([cases[case].label, *recorded, *(cases[case].cell(at[column].instructions) for column in columns)])
    lines = [f"## {title}", "", *table(["case", *(f"{peer} (recorded)" for peer in peers), *columns], rows), ""]
    ours = [column for column in ("checked", "pinned") if column in columns]
    memory = [
        [cases[case].label, *(_memory(cases[case], at[column]) for column in ours)] for case, at in counts.items()
    ]
    head = ["memory operations", *(f"{column}: loads, stores; words loaded, stored" for column in ours)]
    return "\n".join([*lines, *table(head, memory)]) + "\n"


def cycles_page(cycles: Mapping[str, Cycles], cases: Mapping[str, Case]) -> str:
    """Estimates for one program, on each core that it runs on."""
    rows_of = next(iter(cycles.values()))
    columns = list(next(iter(rows_of.values())))
    rows = [
        [
            cases[case].label,
            *(", ".join(cases[case].cell(each[case][column]) for each in cycles.values()) for column in columns),
        ]
        for case in rows_of
    ]
    head = [f"estimated cycles, no wait states: {', '.join(cycles)}", *columns]
    return "\n".join(table(head, rows)) + "\n"


def _memory(case: Case, at: Stretch) -> str:
    return f"{case.cell(at.loads)}, {case.cell(at.stores)}; {case.cell(at.words_loaded)}, {case.cell(at.words_stored)}"


def variants_page(title: str, what: str, default: Counts, variant: Counts, cases: Mapping[str, Case]) -> str:
    """What is the default against a variant, such as structured loads and stores against gathers and scatters."""
    rows = []
    for case in default:
        cells = [cases[case].label]
        for column in ("checked", "pinned"):
            for counts in (default, variant):
                at = counts[case][column]
                words = cases[case].cell(at.words_loaded + at.words_stored)
                cells.append(f"{cases[case].cell(at.instructions)}; {words}")
        rows.append(cells)
    head = ["instructions; words moved", "checked", f"checked, {what}", "pinned", f"pinned, {what}"]
    return "\n".join([f"## {title}: -{what} against the default", "", *table(head, rows)]) + "\n"


def stack_page(stacks: Mapping[str, Mapping[str, int]]) -> str:
    functions = list(next(iter(stacks.values())))
    rows = [[f"`{function}`", *(str(stack[function]) for stack in stacks.values())] for function in functions]
    return "\n".join(["## Stack on Cortex-M4, bytes", "", *table(["function", *stacks], rows)]) + "\n"


def _what(row: Row) -> str:
    column = f", {row['column']}" if row["column"] else ""
    estimated = ", estimated cycles, no wait states" if str(row["unit"]).startswith("estimated") else ""
    return f"{row['what']}{column}{estimated}"


def goals_page(rows: Sequence[Row]) -> str:
    """Every goal, met or not."""
    met = sum(bool(row["met"]) for row in rows)
    cells = [
        [
            str(row["target"]),
            _what(row),
            f"at least {row['goal']}" if row.get("least") else str(row["goal"]),
            "-" if row["reached"] is None else str(row["reached"]),
            "yes" if row["met"] else "**no**",
        ]
        for row in rows
    ]
    recorded = ", ".join(f"{name} {size}" for name, size in RECORDED_FLASH.items())
    return (
        "\n".join(
            [
                f"## Goals: {met} of {len(rows)} met",
                "",
                *table(["target", "case", "goal", "reached", "met"], cells),
                "",
                f"Recorded for comparison, bytes of .text at -Os on Cortex-M4: {recorded}.",
            ]
        )
        + "\n"
    )
