# SPDX-License-Identifier: BSD-3-Clause
"""The tables of docs/verification.md: written from each step's last run, compared with every run of all steps."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from steps import ROOT, Count, StepFailed

from verify import finders, seeding
from verify.step import Depth, Outcome
from verify.units import UNITS

PAGE = ROOT / "docs" / "verification.md"
DEPTHS = ("quick", "full")
ALONE = "alone"

Row = tuple[str, Outcome]


def mark(depth: str) -> tuple[str, str]:
    return f"<!-- {depth}: written by tools/verify page -->\n", f"<!-- end of {depth} -->\n"


def spell(name: str, outcome: Outcome) -> str:
    """Returns the row of a step in a table."""
    count = outcome.count
    skipped = f", {count.skipped} skipped" if count.skipped else ""
    figures = "; ".join(outcome.figures)
    return f"| {name} | {count.passed + count.failed} {outcome.unit} | {count}{skipped} | {figures} |"


def table(rows: Sequence[Row], known: Mapping[str, str], names: Sequence[str]) -> str:
    """
    names: the steps that the table is of. known: the rows that the page has; one stays where the step was not run here,
    or, on this machine, skipped something.
    """
    head = "\n| step | checked | result | figures |\n|---|---|---|---|\n"
    fresh = [(step, outcome) for step, outcome in rows if not outcome.count.skipped or step not in known]
    spelled = {**known, **{step: spell(step, outcome) for step, outcome in fresh}}
    return head + "".join(spelled[name] + "\n" for name in names if name in spelled) + "\n"


def between(text: str, depth: str) -> tuple[int, int]:
    """Returns where the table of a depth begins and ends in the page."""
    begin, end = mark(depth)
    if text.count(begin) != 1 or text.count(end) != 1:
        raise StepFailed(f"{PAGE.relative_to(ROOT)} has no place for the table of --{depth}")
    return text.index(begin) + len(begin), text.index(end)


def alone() -> str:
    """Returns the table of what each step finds alone."""
    head = "\n| step | bugs that name it | no other found | it found of others |\n|---|---|---|---|\n"
    return head + "".join(row.spelled + "\n" for row in finders.rows(seeding.read(), finders.read())) + "\n"


def committed(depth: str) -> dict[str, str]:
    """Returns the page's rows by step."""
    text = PAGE.read_text(encoding="utf-8")
    begin, end = between(text, depth)
    return {found[1]: found[0] for found in re.finditer(r"^\| ([a-z][\w-]*) \|.*\|$", text[begin:end], re.MULTILINE)}


def differences(rows: Sequence[Row], depth: Depth) -> list[str]:
    """Returns a line for each row that differs from the page's. Steps that skipped something are not compared."""
    name = DEPTHS[depth.full]
    known = committed(name)
    here = {step: spell(step, outcome) for step, outcome in rows}
    skipping = {step for step, outcome in rows if outcome.count.skipped}
    gone = [f"--{name}: the step {step} is gone" for step in known if step not in here and step != "step"]
    text = PAGE.read_text(encoding="utf-8")
    gone += readme_differences() if name == "quick" else []
    begin, end = between(text, ALONE)
    gone += [] if text[begin:end] == alone() else ["what each step finds alone is not what verify/finders.json has"]
    gone += [f"what is counted: {unit.row}" for unit in UNITS if unit.row not in text.splitlines()]
    return gone + [
        f"--{name}: {known.get(step, 'no row for ' + step)}\n    this run: {row}"
        for step, row in here.items()
        if known.get(step) != row and step not in skipping
    ]


def readme_differences() -> list[str]:
    """README.md has the cases of the step exhaustive, in millions, and no other sum."""
    found = re.search(r"\| (\d+) cases \|", committed("quick")["exhaustive"])
    wanted = f"{int(found[1]) / 1e6:.1f} million [cases](docs/verification.md#what-is-counted)" if found else ""
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    return [] if wanted and wanted in text else [f"README.md does not say: {wanted}"]


def read(path: Path) -> list[Row]:
    document = json.loads(path.read_text(encoding="utf-8"))
    return [
        (
            step["step"],
            Outcome(Count(**step["outcome"]["count"]), step["outcome"]["unit"], tuple(step["outcome"]["figures"])),
        )
        for step in document["steps"]
    ]


def write(directory: Path, names: Mapping[str, Sequence[str]]) -> None:
    """Writes what each step came to in its last run into the page. names: the steps of each depth."""
    text = PAGE.read_text(encoding="utf-8")
    for depth in DEPTHS:
        path = directory / f"{depth}.json"
        if path.is_file():
            begin, end = between(text, depth)
            text = text[:begin] + table(read(path), committed(depth), names[depth]) + text[end:]
            print(f"{PAGE.relative_to(ROOT)}: the table of --{depth}")
    begin, end = between(text, ALONE)
    PAGE.write_text(text[:begin] + alone() + text[end:], encoding="utf-8")
