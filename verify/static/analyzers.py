# SPDX-License-Identifier: BSD-3-Clause
"""GCC's -fanalyzer and Clang's --analyze over every translation unit, in each configuration that compiles other code.

A finding fails, unless verify/static/analyzers.toml explains it: these analysers look at a function as if any caller
could come, and know no preconditions. An explanation that no finding needs any more fails, too.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import configurations
from configurations.uses import Analyse, Configuration
from steps import ROOT, Count, Log

from generator import tomlreader
from verify.folders import fresh, sources
from verify.static.build import HERE, kernels, verdict
from verify.step import Depth, Outcome, each

GCC_OPTIONS = ("-O1", "-fanalyzer", "-Wanalyzer-too-complex", "-c", "-o", "/dev/null")
CLANG_OPTIONS = (
    "--analyze",
    "--analyzer-output",
    "text",
    "-Xclang",
    "-analyzer-checker=core,deadcode,security,unix,nullability",
    "-o",
    "/dev/null",
)
TOOLS = {
    "gcc": ("gcc", *GCC_OPTIONS),
    "clang": ("clang-19", *CLANG_OPTIONS),
    "arm": ("arm-none-eabi-gcc", "-mthumb", *GCC_OPTIONS),
}
GAVE_UP = "-Wanalyzer-too-complex"


@dataclass(frozen=True)
class Look:
    """One analyser over one configuration."""

    configuration: Configuration
    use: Analyse

    @property
    def name(self) -> str:
        return self.use.name

    @property
    def permutations(self) -> str:
        return self.configuration.permutations

    @property
    def command(self) -> tuple[str, ...]:
        cpu = (f"-mcpu={self.use.cpu}",) if self.use.cpu else ()
        return (*TOOLS[self.use.tool], *cpu, *self.configuration.defines)


LOOKS = tuple(Look(*one) for one in configurations.used(Analyse))


@dataclass(frozen=True, order=True)
class Finding:
    """warning: the analyser's own name for it. text: the line of source."""

    file: str
    warning: str
    text: str
    line: int


FINDING = re.compile(
    r"^(?P<file>[^\s:]+):(?P<line>\d+):\d+: (?:warning|error): .*\[(?P<warning>[\w.-]+)\]$", re.MULTILINE
)


def findings(output: str) -> list[Finding]:
    found = []
    for match in FINDING.finditer(output):
        path = (ROOT / match["file"]).resolve()
        line = int(match["line"])
        text = path.read_text(encoding="utf-8").splitlines()[line - 1].strip()
        name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name
        found.append(Finding(name, match["warning"], text, line))
    return found


def units(look: Look, folder: Path) -> list[Path]:
    files = [path.relative_to(ROOT) for path in sources(folder)]
    return [path for path in files if any(part in str(path) for part in look.use.only)]


def analyse(log: Log, look: Look, folder: Path, unit: Path) -> tuple[bool, list[Finding]]:
    """Returns whether the analyser ran on a translation unit, and what it found there."""
    mli = look.configuration.mli
    headers = ["-isystem", mli, "-idirafter", "include"] if look.configuration.own_mli else [f"-I{mli}"]
    command: list[str | Path] = [*look.command, "-std=c11", *headers, f"-I{folder}", "-Isrc", unit]
    code, output = log.run(command)
    return code == 0, findings(output)


@dataclass(frozen=True)
class Explained:
    """Findings that cannot happen: which, and why. text: how the line begins."""

    file: str
    warning: str
    text: str
    reason: str

    def fits(self, finding: Finding) -> bool:
        same = (self.file, self.warning) == (finding.file, finding.warning)
        return same and finding.text.startswith(self.text)


def read_explained() -> list[Explained]:
    document = tomlreader.loads((HERE / "analyzers.toml").read_text(encoding="utf-8"))
    return [Explained(one["file"], one["warning"], one["text"], one["reason"]) for one in document["explained"]]


def twins(log: Log) -> Count:
    """verify/static/twins/analyzers.c holds mistakes: both analysers see each."""
    source = HERE / "twins" / "analyzers.c"
    count = Count()
    for name, tool in (("GCC", "gcc"), ("Clang", "clang")):
        found = {finding.line for finding in findings(log.run([*TOOLS[tool], source])[1])}
        lines = source.read_text(encoding="utf-8").splitlines()
        wanted = {number for number, text in enumerate(lines, 1) if f"/* {name}" in text or "/* both" in text}
        count += verdict(
            log, wanted <= found and bool(wanted), f"twin: {name} sees lines {sorted(wanted)}: {sorted(found)}"
        )
    return count


def judge(log: Log, name: str, ran: bool, found: Sequence[Finding], explained: Sequence[Explained]) -> Count:
    """Returns a case for a translation unit in one look: it passes if all findings are explained."""
    real = [one for one in found if one.warning != GAVE_UP]
    stray = [one for one in real if not any(known.fits(one) for known in explained)]
    problems = [f"{one.file}:{one.line}: [{one.warning}] {one.text}" for one in stray]
    return verdict(log, ran and not stray, name, [*problems, *([] if ran else ["does not compile"])])


def analyzers(log: Log, depth: Depth) -> Outcome:
    """
    Shows that neither analyser has a finding that is not explained. What they show for one path they do not show for
    all: both give up on long functions, and the log says where.
    """
    directory = fresh("analyzers")
    explained = read_explained()
    looks = [look for look in LOOKS if depth.full or look.use.quick]
    folders = {name: kernels(log, directory, name) for name in sorted({look.permutations for look in looks})}
    work = [(look, unit) for look in looks for unit in units(look, folders[look.permutations])]
    results = each(lambda one: analyse(log, one[0], folders[one[0].permutations], one[1]), work)
    count = twins(log)
    everything: list[Finding] = []
    for (look, unit), (ran, found) in zip(work, results, strict=True):
        count += judge(log, f"{look.name} {unit}", ran, found, explained)
        everything += found
    for known in explained if depth.full else ():
        count += verdict(log, any(known.fits(one) for one in everything), f"still found: {known.file} {known.text}")
    given_up = sum(any(one.warning == GAVE_UP for one in found) for _, found in results)
    tally = Counter(any(known.fits(one) for known in explained) for one in everything)
    figures = (
        f"{len(looks)} configurations",
        f"{tally[True]} findings explained",
        f"limits reached in {given_up} units",
    )
    return Outcome(count, "translation units", figures)
