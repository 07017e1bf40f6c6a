# SPDX-License-Identifier: BSD-3-Clause
"""
Runs Frama-C WP on C that carries ACSL contracts, and counts proof goals from its JSON report.

WP turns each function and its contract into goals, and Why3 hands them to SMT solvers. A proof that could not fail
shows nothing, so there are twins: a copy of the sources with a seeded bug, in which the goals that the twin names must
stay unproven, while the same solvers, with the same number of steps, prove them of the sources as they are. That also
shows that the contracts do not contradict themselves, as from a contradiction everything follows.
"""

import json
import re
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from steps import ROOT, Count, Log, StepFailed

from verify.notes import noted
from verify.step import Outcome, each

TREES = ("include", "src", "generated")
PROVERS = ("cvc4", "z3")
PATH = "/usr/bin:/bin"  # Debian's solvers, not those of a virtual environment: Why3 has drivers for these

# Solvers stop at a number of steps, the same on any machine, long before this.
SECONDS = 300
LONGEST = 3600  # of a proof, waiting included: far more than any takes

# What makes a proof say less than it seems to: WP goes on after them.
UNSOUND = re.compile(
    r"[Mm]issing assigns|[Ii]ncompatible|[Uu]nsupported|not (?:yet )?implemented|Hide sub-term"
    r"|degenerated|(?:Ignored|Skipped|Discarded|skip)\b.*(?:clause|annotation|property)"
)


@dataclass(frozen=True)
class Proof:
    """
    source: a C file, below ROOT. functions: those whose goals are proven, with the source's lemmas; the contracts of
    what they call are taken as they stand. properties: WP's names and categories, to prove these alone. defines:
    macros. before: files that are included first. notes: a folder of notes, and the file that they are for; the source
    includes the copy that has them (verify/notes.py). machine: Frama-C's name of a data model; gcc_x86_32 has a size_t
    of 32 bits.
    """

    name: str
    source: str
    functions: tuple[str, ...]
    properties: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()  # more of the preprocessor
    options: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    machine: str = "gcc_x86_64"
    model: str = "Typed+Cast"
    provers: tuple[str, ...] = PROVERS
    notes: tuple[str, str] | None = None


@dataclass(frozen=True)
class Twin:
    """
    A proof on a copy where `old`, which `file` holds, is `new` (the first place after `after`). breaks: the goals that
    the bug leaves unproven. `proof` has the options of the proof that they are proven by without it.
    """

    name: str
    proof: Proof
    breaks: tuple[str, ...]
    file: str
    old: str
    new: str
    after: str = ""


@dataclass(frozen=True)
class Goals:
    """The number of a proof's goals, and the names of those that were proven and of those that were not."""

    total: int = 0
    unproven: tuple[str, ...] = ()
    proven: tuple[str, ...] = ()


def solvers(log: Log, folder: Path) -> Path:
    """Makes a home folder for Why3, which keeps there which solvers it found."""
    home = folder / "home"
    home.mkdir(parents=True)
    log.must(["why3", "config", "detect"], env={"HOME": str(home), "PATH": PATH})
    return home


def command(proof: Proof, root: Path, report: Path) -> list[str]:
    flags = [f"-I{root / tree}" for tree in TREES] + [f"-I{ROOT}"] + [f"-D{define}" for define in proof.defines]
    flags += [f"-include {ROOT / name}" for name in proof.before]
    flags += proof.flags
    words = ["frama-c", "-machdep", proof.machine, f"-cpp-extra-args={' '.join(flags)}"]
    words += ["-warn-unsigned-overflow", "-wp", "-wp-rte", "-wp-model", proof.model, "-wp-par", "1"]
    words += ["-wp-prover", ",".join(proof.provers), "-wp-timeout", str(SECONDS), "-wp-report-json", str(report)]
    words += ["-wp-fct", ",".join(proof.functions)] if proof.functions else []
    words += proof.options
    if proof.properties:
        words += ["-wp-prop", ",".join(proof.properties)]
    source = root / proof.source
    return [*words, str(source if source.is_file() else ROOT / proof.source)]


def read_goals(report: Path, proof: Proof) -> Goals:
    """Reads the goals of a report. A function without a goal was not looked at: then the step fails."""
    document = json.loads(report.read_text(encoding="utf-8"))
    functions = document.get("wp:functions", {})
    lost = [name for name in proof.functions if not functions.get(name)]
    if lost and not proof.properties:
        raise StepFailed(f"{proof.name}: no goals of {', '.join(lost)}")
    total = 0
    unproven: list[str] = []
    proven: list[str] = []
    for section in [*functions.values(), *document.get("wp:axiomatics", {}).values()]:
        for name, goal in section.items():
            if name == "wp:section":
                continue
            count = goal["wp:main"]
            total += count["total"]
            (proven if count.get("valid", 0) == count["total"] else unproven).append(name)
    return Goals(total, tuple(sorted(unproven)), tuple(sorted(proven)))


def prove(log: Log, proof: Proof, folder: Path, home: Path, *, root: Path = ROOT) -> Goals:
    """Runs one proof; folder keeps its report. root: where include/, src/ and generated/ are."""
    report = folder / f"{proof.name}.json"
    report.unlink(missing_ok=True)
    if proof.notes:
        notes, noted_source = proof.notes
        copy = noted(ROOT / notes, root / noted_source, folder / f"{proof.name}-noted")
        proof = replace(proof, flags=(*proof.flags, f"-I{copy}"))
    output = log.must(
        command(proof, root, report),
        env={"HOME": str(home), "PATH": PATH, "TMPDIR": str(folder)},
        timeout=LONGEST,
    )
    doubtful = [line for line in output.splitlines() if UNSOUND.search(line)]
    if doubtful:
        raise StepFailed(f"{proof.name}: {doubtful[0]}")
    return read_goals(report, proof)


def seed(twin: Twin, folder: Path) -> Path:
    """Copies the sources, and puts the twin's bug into the copy."""
    root = folder / twin.name
    for tree in TREES:
        shutil.copytree(ROOT / tree, root / tree)
    path = root / twin.file
    text = path.read_text(encoding="utf-8")
    at = text.find(twin.old, max(text.find(twin.after), 0))
    if twin.after not in text or at < 0 or twin.old == twin.new:
        raise StepFailed(f"{twin.name}: {twin.file} has no place for the bug")
    path.write_text(text[:at] + twin.new + text[at + len(twin.old) :], encoding="utf-8")
    return root


def survives(log: Log, twin: Twin, folder: Path, home: Path) -> tuple[str, ...]:
    """Returns the goals that the twin's bug had to break and did not."""
    root = seed(twin, folder)
    goals = prove(log, twin.proof, root, home, root=root)
    log.note(f"{twin.name}: {len(goals.unproven)} of {goals.total} goals not proven: {', '.join(goals.unproven)}")
    return tuple(name for name in twin.breaks if name not in goals.unproven)


def run(log: Log, folder: Path, proofs: Sequence[Proof], twins: Sequence[Twin], known: Iterable[str] = ()) -> Outcome:
    """
    All goals of the proofs, and a twin as one more. known: names of goals that are not expected to be proven; they
    are counted as skipped, and one of them that is proven after all is a failure, as the list is wrong then.
    """
    shutil.rmtree(folder, ignore_errors=True)
    home = solvers(log, folder)
    jobs: list[Proof | Twin] = [*proofs, *twins]

    def do(job: Proof | Twin) -> Goals:
        if isinstance(job, Twin):
            return Goals(1, survives(log, job, folder, home))
        return prove(log, job, folder, home)

    results = dict(zip((job.name for job in jobs), each(do, jobs), strict=True))
    open_goals = set(known)
    unproven = {name for proof in proofs for name in results[proof.name].unproven}
    for name in sorted(unproven | open_goals):
        log.note(f"{'not proven' if name in unproven else 'proven, though listed as not'}: {name}")
    proven = {name for proof in proofs for name in results[proof.name].proven}
    missed = {twin.name: {*results[twin.name].unproven, *(set(twin.breaks) - proven)} for twin in twins}
    for name, goals in missed.items():
        log.note(f"{name}: {f'NOT FOUND: {sorted(goals)}' if goals else 'found'}")
    total = sum(results[proof.name].total for proof in proofs)
    skipped = len(unproven & open_goals)
    twins_caught = sum(1 for goals in missed.values() if not goals)
    failed = len(unproven ^ open_goals) + len(twins) - twins_caught
    figures = (f"{total} goals", f"{skipped} not proven", f"{twins_caught} of {len(twins)} seeded bugs found")
    return Outcome(Count(total + len(twins) - skipped - failed, failed, skipped), "goals", figures)
