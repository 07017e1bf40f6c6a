# SPDX-License-Identifier: BSD-3-Clause
"""
What steps count, and totals by it. Units are not added to each other: an input of a fuzzer is no case, and a case no
goal. docs/verification.md has this list.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from runner import Outcome
from steps import Count, StepFailed


@dataclass(frozen=True)
class Unit:
    """kind: of evidence. one: what one of it is."""

    name: str
    kind: str
    one: str

    @property
    def row(self) -> str:
        """Its row in docs/verification.md."""
        return f"| {self.name} | {self.kind} | {self.one} |"


UNITS = (
    Unit("goals", "proven", "a formula that a solver proved, for all inputs"),
    Unit("harnesses", "model checked", "a kernel or a check at some shapes, for all contents"),
    Unit(
        "cases",
        "run",
        "a request by one way in, its buffers in one place, compared with the definition; again in each build",
    ),
    Unit("tests", "run", "a test of a Check suite, which may hold many requests, in one build"),
    Unit("inputs", "searched", "one input of a fuzzer"),
    Unit("documents", "searched", "a permutation set that Hypothesis made"),
    Unit("items", "measured", "a line, a side of a branch or a condition, reached"),
    Unit("places", "measured", "a line and column of a vector kernel, executed on an emulator"),
    Unit("mutants", "measured", "a changed line that tests kill, or that survives with a reason"),
    Unit("bugs", "measured", "a bug of verify/seeds*.toml that the steps it names find"),
    Unit("translation units", "looked at", "a source in one configuration, without a finding that is not explained"),
    Unit("rules", "looked at", "a rule with findings that are all explained"),
    Unit("worst cases", "looked at", "the deepest stack of one build, which a file holds"),
    Unit("checks", "looked at", "a question about a build that yes or no answers"),
    Unit("comparisons", "looked at", "an ABI or an amalgamation equal to what it is held against"),
    Unit("files", "looked at", "a file equal in two builds"),
    Unit("set", "looked at", "a set whose committed files are what the generator writes"),
)
STEP = "step"  # of one that failed as a whole


def totals(outcomes: Iterable[Outcome]) -> list[tuple[Unit, Count]]:
    """Returns the units that were counted, with their totals, in the list's order."""
    found: dict[str, Count] = {}
    for outcome in outcomes:
        found[outcome.unit] = found.get(outcome.unit, Count()) + outcome.count
    unknown = found.keys() - {unit.name for unit in UNITS} - {STEP}
    if unknown:
        raise StepFailed(f"verify/units.py does not say what these are: {', '.join(sorted(unknown))}")
    return [(unit, found[unit.name]) for unit in UNITS if unit.name in found]
