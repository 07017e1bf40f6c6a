# SPDX-License-Identifier: BSD-3-Clause
"""What `tools/bench cycles` measures, its goals, and its results as Markdown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from firmware_report import Case, table

NOTE = """\
<!-- SPDX-License-Identifier: BSD-3-Clause -->
# Measured cycles on RISC-V cores

Written by `tools/bench cycles -o DIR`. Cycles an element, in brackets instructions; call and return included. Columns
as for instructions, by the same program; memcpy is picolibc's, byte by byte.

What is exact: the cycles of the core. Its Verilog, as its makers publish it, runs in Verilator; each result is compared
with the definition, each stretch takes the instructions that QEMU counts, and a second run gives the same numbers.

What is not: a chip. The bench has a flash and a RAM of 32 bits, which answer a cycle after they grant an access, and N
wait states later; the core reaches both at once. A chip's flash mostly reads wider lines, prefetches and has a cache,
so that its wait states cost less than here. Functions and loops begin at words (-falign-functions=4 -falign-loops=4),
as otherwise chance moves short loops by up to 8 %. A branch's cost depends on where its target lies.
"""

MOST_OF_NAIVE = 0.9  # what a pinned kernel may take of the naive loop's cycles


@dataclass(frozen=True)
class Memory:
    """Wait states of flash and RAM."""

    flash: int
    ram: int

    def __str__(self) -> str:
        return f"flash {self.flash}, RAM {self.ram}"


@dataclass(frozen=True)
class Took:
    """What was executed between two marks."""

    cycles: int
    instructions: int

    def __sub__(self, other: "Took") -> "Took":
        return Took(self.cycles - other.cycles, self.instructions - other.instructions)


@dataclass(frozen=True)
class Measured:
    """All cases on one core with one pair of memories, by case and column."""

    core: str
    title: str
    memory: Memory
    compiler: str
    took: Mapping[str, Mapping[str, Took]]

    @property
    def key(self) -> str:
        return f"{self.core}, {self.memory}, {self.compiler}"


@dataclass(frozen=True)
class Goal:
    """Cycles an element, at most."""

    core: str
    memory: Memory
    case: str
    column: str
    most: float


@dataclass(frozen=True)
class Reached:
    """A goal, and the cycles an element that were measured."""

    goal: Goal
    label: str
    cycles: float

    @property
    def met(self) -> bool:
        return self.cycles <= self.goal.most


FAST = Memory(0, 0)
GOALS = (
    Goal("ibex", FAST, "hwc_8", "pinned", 2.5),
    Goal("ibex", FAST, "rgb_8", "pinned", 3.6),
    Goal("ibex", FAST, "runs_16", "pinned", 5.7),
)


def _cell(case: Case, at: Took) -> str:
    return f"{case.cell(at.cycles)} ({case.cell(at.instructions)})"


def _section(measured: Measured, cases: Mapping[str, Case]) -> list[str]:
    columns = list(next(iter(measured.took.values())))
    rows = [
        [cases[case].label, *(_cell(cases[case], at[column]) for column in columns)]
        for case, at in measured.took.items()
    ]
    title = (
        f"## {measured.title[0].upper()}{measured.title[1:]}; wait states: {measured.memory}; {measured.compiler} -O2"
    )
    return [title, "", *table(["case", *columns], rows), ""]


def page(
    results: Sequence[Measured], cases: Mapping[str, Case], goals: Sequence[Reached], slower: Sequence[str]
) -> str:
    rows = [
        [
            f"{at.goal.core}, {at.goal.memory}",
            f"{at.label}, {at.goal.column}",
            f"{at.goal.most}",
            f"{at.cycles:.2f}",
            "yes" if at.met else "**no**",
        ]
        for at in goals
    ]
    lines = [NOTE, f"## Goals in cycles: {sum(at.met for at in goals)} of {len(goals)} met", ""]
    lines += [*table(["core", "case", "goal", "reached", "met"], rows), ""]
    if slower:
        lines += [f"Pinned kernels above {MOST_OF_NAIVE} of the naive loop's cycles:", ""]
        lines += [*(f"- {line}" for line in slower), ""]
    else:
        lines += [f"No pinned kernel takes more than {MOST_OF_NAIVE} of the naive loop's cycles.", ""]
    for measured in results:
        lines += _section(measured, cases)
    return "\n".join(lines).rstrip() + "\n"
