# SPDX-License-Identifier: BSD-3-Clause
"""MISRA C:2012 by cppcheck's addon: which rules have findings, and that docs/misra.md has a deviation for each.

The texts of the rules are not free: here are numbers and categories. The addon checks part of the rules, and what it
finds it finds by its own reading of them: nothing here says that permkern complies.
"""

import json
import re
import shutil
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import configurations
from configurations.host import GCC
from configurations.uses import Configuration, Misra
from steps import ROOT, Count, Log, StepFailed

from verify.folders import fresh
from verify.static.build import HERE, kernels, verdict
from verify.step import Depth, Outcome, each

PAGE = ROOT / "docs" / "misra.md"
DISAPPLIED = "advisory"

# Rules by category, of the standard with amendments 1 and 2: what cppcheck 2.10 knows. 8.1-6 are six rules.
CATEGORIES = {
    "mandatory": "9.1 12.5 13.6 17.3-4 17.6 19.1 21.13 21.17-20 22.2 22.4-6",
    "required": """
        1.1 1.3-4 2.1-2 3.1-2 4.1 5.1-8 6.1-2 7.1-4 8.1-6 8.8 8.10 8.12 8.14 9.2-5 10.1-4 10.6-8 11.1-3 11.6-9 12.2
        13.1-2 13.5 14.1-4 15.2-3 15.6-7 16.1-7 17.1-2 17.7 18.1-3 18.6-8 20.2-4 20.6-9 20.11-14 21.1-11 21.14-16
        21.21 22.1 22.3 22.7-10
        """,
    DISAPPLIED: """
        1.2 2.3-7 4.2 5.9 8.7 8.9 8.11 8.13 10.5 11.4-5 12.1 12.3-4 13.3-4 15.1 15.4-5 17.5 17.8 18.4-5 19.2 20.1 20.5
        20.10 21.12
        """,
}


@dataclass(frozen=True)
class View:
    """The sources as one target compiles them."""

    configuration: Configuration
    use: Misra

    @property
    def name(self) -> str:
        return self.use.name

    @property
    def firmware(self) -> bool:
        return self.use.firmware

    @property
    def defines(self) -> tuple[str, ...]:
        return (*self.use.predefined, *self.configuration.macros)


VIEWS = tuple(View(*one) for one in configurations.used(Misra))


@dataclass(frozen=True, order=True)
class Finding:
    rule: str
    file: str
    line: int


def rule_key(rule: str) -> tuple[int, int]:
    chapter, _, number = rule.partition(".")
    return int(chapter), int(number)


def categories() -> dict[str, str]:
    """Returns the category of each rule."""
    table: dict[str, str] = {}
    for category, text in CATEGORIES.items():
        for word in text.split():
            chapter, _, numbers = word.partition(".")
            first, _, last = numbers.partition("-")
            for number in range(int(first), int(last or first) + 1):
                rule = f"{chapter}.{number}"
                if rule in table:
                    raise StepFailed(f"rule {rule} has two categories")
                table[rule] = category
    return table


# ---- cppcheck ----

LINE = re.compile(r"^(?P<file>.+?):(?P<line>\d+): (?P<severity>\w+) (?P<id>[\w.-]+): (?P<text>.*)$", re.MULTILINE)
MISRA = re.compile(r"misra-c2012-(\d+\.\d+)")


def write_addon(place: Path) -> Path:
    """
    The addon's settings, with a text of our own for each rule: its number. Without texts all rules have the same
    message, and cppcheck reports a message once a line: all rules but one would be lost.
    """
    texts = place / "rules.txt"
    rules = [f"Rule {rule} {category.capitalize()}\nThe rule {rule}.\n" for rule, category in categories().items()]
    texts.write_text("Appendix A Summary of guidelines\n" + "".join(rules), encoding="utf-8")
    settings = place / "misra.json"
    settings.write_text(json.dumps({"script": "misra.py", "args": [f"--rule-texts={texts}"]}), encoding="utf-8")
    return settings


def run_cppcheck(log: Log, defines: tuple[str, ...], platform: str, paths: tuple[str, ...], place: Path) -> str:
    checks = [f"--addon={write_addon(place)}", "--enable=style", "--std=c11", f"--platform={platform}"]
    template = "--template={file}:{line}: {severity} {id}: {message}"
    # What the compiler ships is not part of the project: its types come from cppcheck's own library.
    options = [template, "--template-location=", "--suppress=missingIncludeSystem", "--error-exitcode=0"]
    return log.must(["cppcheck", "--quiet", *checks, *options, *(f"-D{name}" for name in defines), *paths], cwd=place)


def findings(output: str) -> set[Finding]:
    """Reads the findings, each rule once for a line."""
    found = set()
    for match in LINE.finditer(output):
        rule = MISRA.fullmatch(match["id"])
        if rule:
            found.add(Finding(rule[1], match["file"], int(match["line"])))
    return found


def own_warnings(output: str) -> list[str]:
    """Returns what cppcheck itself warns of; its errors are also those of its parser."""
    return [match[0] for match in LINE.finditer(output) if match["severity"] in ("error", "warning")]


def look(log: Log, view: View, directory: Path) -> set[Finding]:
    """Looks at a copy of the sources: the addon leaves files beside them, and would read those of other views."""
    place = directory / view.name
    chosen = f"generated-{view.configuration.permutations}"
    shutil.copytree(kernels(log, directory, view.configuration.permutations), place / chosen)
    for folder in ("src", "include"):
        shutil.copytree(ROOT / folder, place / folder)
    paths = ("-Iinclude", f"-I{chosen}", "-Isrc", "src", chosen)
    output = run_cppcheck(log, view.defines, view.use.platform, paths, place)
    if own_warnings(output):
        raise StepFailed(f"cppcheck: {'; '.join(own_warnings(output))}")
    return findings(output)


# ---- docs/misra.md ----


@dataclass(frozen=True)
class Row:
    """A row of the page: findings in firmware's views and on the host."""

    rule: str
    category: str
    firmware: int
    host: int


ROW = re.compile(r"^\| (\d+\.\d+) \| (\w+) \| (\d+) \| (\d+) \|(.*)\|$", re.MULTILINE)


def read_page(text: str) -> dict[str, Row]:
    rows = {}
    for match in ROW.finditer(text):
        if not match[5].strip() or match[1] in rows:
            raise StepFailed(f"docs/misra.md: rule {match[1]} has no reason, or two rows")
        rows[match[1]] = Row(match[1], match[2], int(match[3]), int(match[4]))
    return rows


def write_page(firmware: Counter[str], host: Counter[str]) -> None:
    """Puts the counts into the rows that are there: reasons are written by hand."""

    def row(match: re.Match[str]) -> str:
        return f"| {match[1]} | {match[2]} | {firmware[match[1]]} | {host[match[1]]} |{match[5]}|"

    PAGE.write_text(ROW.sub(row, PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def counted(found: Mapping[str, set[Finding]], firmware: bool) -> Counter[str]:
    views = [view.name for view in VIEWS if view.firmware == firmware and view.name in found]
    return Counter(finding.rule for finding in set[Finding]().union(*(found[name] for name in views)))


def wrong(row: Row | None, category: str | None, firmware: int, host: int) -> str:
    """Returns what is wrong with a rule's row, or nothing."""
    if category is None:
        return "has findings, and its category is not known"
    if row is None:
        return f"({category}) has {firmware} and {host} findings, and no row in docs/misra.md"
    if row.category != category:
        return f"is {category}, not {row.category}"
    if (firmware, host) != (row.firmware, row.host):
        return f"has {firmware} and {host} findings, docs/misra.md says {row.firmware} and {row.host}"
    if row.firmware == row.host == 0:
        return "has no findings, and still a row in docs/misra.md"
    return ""


def judge(log: Log, found: Mapping[str, set[Finding]], rows: Mapping[str, Row]) -> Count:
    """Returns a case for each rule that has findings or a row."""
    known = categories()
    firmware, host = counted(found, True), counted(found, False)
    count = Count()
    for rule in sorted(firmware.keys() | host.keys() | rows.keys(), key=rule_key):
        problem = wrong(rows.get(rule), known.get(rule), firmware[rule], host[rule])
        count += verdict(
            log,
            not problem,
            f"rule {rule} ({known.get(rule)}): {firmware[rule]} and {host[rule]}",
            [problem] if problem else [],
        )
    return count


# ---- the step ----


def twin(log: Log, directory: Path) -> Count:
    """Checks that a file which breaks rules of each category, two on one line, is found and refused without rows."""
    shutil.copy(HERE / "twins" / "misra.c", directory)
    found = findings(run_cppcheck(log, GCC, "unix64", ("misra.c",), directory))
    rules = {finding.rule for finding in found}
    count = verdict(
        log, {"13.6", "16.4", "15.1", "17.8"} <= rules, f"twin: breaks {', '.join(sorted(rules, key=rule_key))}"
    )
    refused = judge(log, {"words": found}, {}).failed
    return count + verdict(log, refused == len(rules), f"twin: {refused} rules without a row are refused")


def misra(log: Log, depth: Depth) -> Outcome:
    """
    Shows that every rule with a finding has a row in docs/misra.md, with its category, the number of findings and, if
    it is not advisory, the deviation; and that no row is stale.
    """
    directory = fresh("misra")
    names = [view.name for view in VIEWS]
    found = dict(zip(names, each(lambda view: look(log, view, directory), VIEWS), strict=True))
    for finding in sorted(set[Finding]().union(*found.values()), key=lambda one: (rule_key(one.rule), one)):
        log.note(f"{finding.rule} {finding.file}:{finding.line}")
    if depth.accept:
        write_page(counted(found, True), counted(found, False))
    count = judge(log, found, read_page(PAGE.read_text(encoding="utf-8"))) + twin(log, directory)
    known = categories()
    tally = Counter(known.get(one.rule, "unknown") for one in set[Finding]().union(*found.values()))
    figures = tuple(
        f"{tally[category]} {category} findings" for category in (*CATEGORIES, "unknown") if tally[category]
    )
    return Outcome(count, "rules", figures or ("no findings",))
