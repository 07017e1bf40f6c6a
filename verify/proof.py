# SPDX-License-Identifier: BSD-3-Clause
"""
Proves functions of src/ for every input with Frama-C's WP: the overflow guard, the checks of pointers and strides,
parts of the fold. The contracts are ACSL comments in src/.

Of each function is shown: its contract, that it touches no memory but what the contract allows, and that it ends.
Where no unsigned arithmetic is meant to wrap, that none does is shown, too.

A proof that cannot fail shows nothing. So two bugs are seeded into copies of the sources: each must leave a goal
unproven that the same solvers prove for the sources as they are. This also shows that the contracts do not contradict
themselves, because everything follows from a contradiction.
"""

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from runner.programs import fresh
from runner.step import ROOT, Count, Depth, Log, Step, StepFailed, each, total

TREES = ("include", "src", "generated")
PATH = "/usr/bin:/bin"  # Debian's solvers, not those of a virtual environment: Why3 has drivers for these
HOME = "home"  # folder where Why3 keeps which solvers it found

# Solvers stop at a number of steps, which is the same on any machine, long before these limits.
SECONDS = 300
LONGEST = 3600

# Frama-C does not know __builtin_mul_overflow, so products are those of cores without a wide multiplier. As C99 without
# GCC's extensions there are no static assertions, which Frama-C 25 cannot read, and no vectors.
CPP = ("-std=c99", "-U__GNUC__", "-DPERMKERN_WIDE_MULTIPLY=0", "-DPERMKERN_VECTOR=0")
MEANINGS = "verify/meanings.c"

# Warnings after which WP goes on, though the proof says less than it seems to.
UNSOUND = re.compile(
    r"[Mm]issing assigns|[Ii]ncompatible|[Uu]nsupported|not (?:yet )?implemented|Hide sub-term"
    r"|degenerated|(?:Ignored|Skipped|Discarded|skip)\b.*(?:clause|annotation|property)"
)


@dataclass(frozen=True)
class Proof:
    """
    source: a C file. functions: those whose goals are proven; the contracts of what they call are taken as they stand.
    wraps: whether they compute with unsigned wraps, or count down to where `k-- > 0` wraps. cvc4's steps are longer
    than z3's, so it gets fewer. properties: WP's names of goals, to prove these alone.
    """

    name: str
    source: str
    functions: tuple[str, ...] = ()
    wraps: bool = True
    provers: tuple[str, ...] = ("z3",)
    model: str = "Typed"
    properties: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()

    def command(self, root: Path, report: Path) -> list[str]:
        flags = [*(f"-I{root / tree}" for tree in TREES), *CPP, *(f"-D{define}" for define in self.defines)]
        steps = 300_000 if "cvc4" in self.provers else 3_000_000
        words = ["frama-c", "-machdep", "gcc_x86_64", f"-cpp-extra-args={' '.join(flags)}"]
        words += ["-no-warn-unsigned-overflow" if self.wraps else "-warn-unsigned-overflow"]
        words += ["-wp", "-wp-rte", "-wp-model", self.model, "-wp-par", "1", "-wp-steps", str(steps)]
        words += ["-wp-prover", ",".join(self.provers), "-wp-timeout", str(SECONDS), "-wp-report-json", str(report)]
        words += ["-wp-fct", ",".join(self.functions)] if self.functions else []
        words += ["-wp-prop", ",".join(self.properties)] if self.properties else []
        return [*words, str(ROOT / self.source if self.source == MEANINGS else root / self.source)]


CVC4, BOTH = ("cvc4",), ("cvc4", "z3")
GUARD = ("permkern_multiply_by_adding", "permkern_multiply", "permkern_multiply32")
SPANS = ("is_address", "permkern_check_spans", "check_buffers")
GHOSTS = ("has_none", "has_more", "twice", "multiplies", "lengthens", "will_fit", "does_fit")
PROOFS = (
    Proof("guard", "src/arith.c", GUARD),
    Proof("products", "src/arith.c", ("grows", "adds", "doubles"), wraps=False),
    Proof("shares", "src/arith.c", ("permkern_share", "permkern_times"), wraps=False),
    Proof("steps", "src/arith.c", ("permkern_steps",)),
    Proof("addresses", "src/run.c", ("permkern_align_mask", "permkern_wraps", "permkern_overlaps")),
    Proof("spans", "src/run.c", SPANS, model="Typed+Cast"),
    Proof("views", "src/run.c", ("permkern_form_rank", "is_view", "excuse_view"), provers=CVC4),
    Proof("axes", "src/run.c", ("permkern_inner_axis", "split_axis"), provers=CVC4),
    Proof("first", "src/strided.c", ("place",)),
    Proof("below", "src/strided.c", ("runs_back", "bytes_below"), provers=BOTH),
    Proof("gather", "src/strided.c", ("gather",), wraps=False, provers=BOTH),
    Proof("span", "src/span.c", ("permkern_span",), provers=CVC4),
    Proof("requests", "src/request.c", ("permkern_check_perm", "check_request"), provers=CVC4),
    Proof("fold", "src/request.c", ("permkern_fold_end", "permkern_copy_axis", "permkern_stride_of")),
    Proof("fold-axis", "src/request.c", ("permkern_fold_axis",), wraps=False, provers=CVC4),
    Proof("goes-on", "src/fold.c", ("goes_on",)),
    Proof("widen", "src/dispatch.c", ("permkern_widen",), provers=CVC4),
    Proof("mli", "src/mli_permute.c", ("touches",), provers=CVC4, model="Typed+Cast"),
    Proof("lemmas", MEANINGS, wraps=False, properties=("@lemma",)),
    Proof("ghosts", MEANINGS, GHOSTS, provers=BOTH, defines=("PERMKERN_MEANINGS=1",)),
)


@dataclass(frozen=True)
class Bug:
    """A proof of a copy in which `old`, which `file` holds once, is `new`. breaks: the goal that stays unproven."""

    proof: Proof
    breaks: str
    file: str
    old: str
    new: str

    def plant(self, root: Path) -> None:
        for tree in TREES:
            shutil.copytree(ROOT / tree, root / tree)
        text = (root / self.file).read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise StepFailed(f"{self.file} does not hold once: {self.old}")
        (root / self.file).write_text(text.replace(self.old, self.new), encoding="utf-8")


# One of each memory model.
BUGS = (
    Bug(
        Proof("bug-carry-lost", "src/arith.c", GUARD[:1], properties=("@invariant",)),
        "permkern_multiply_by_adding_loop_invariant_2",
        "src/arith.c",
        " && !carried && sum >= a;",
        " && !carried;",
    ),
    Bug(
        Proof("bug-overlap-dropped", "src/run.c", ("permkern_check_spans",), model="Typed+Cast"),
        "permkern_check_spans_overlapping_ensures",
        "src/permkern_address.h",
        "permkern_overlaps(from, in_span, to, out_span) ? PERMKERN_ERR_OVERLAP : PERMKERN_OK",
        "PERMKERN_OK",
    ),
)


def goals(report: Path, proof: Proof) -> dict[str, bool]:
    """Returns whether each goal of a report was proven. The step fails if a function has no goal."""
    document = json.loads(report.read_text(encoding="utf-8"))
    functions = document.get("wp:functions", {})
    lost = [name for name in proof.functions if not functions.get(name)]
    if lost and not proof.properties:
        raise StepFailed(f"{proof.name}: no goals of {', '.join(lost)}")
    return {
        name: goal["wp:main"].get("valid", 0) == goal["wp:main"]["total"]
        for section in (*functions.values(), *document.get("wp:axiomatics", {}).values())
        for name, goal in section.items()
        if name != "wp:section"
    }


def prove(log: Log, proof: Proof, folder: Path, root: Path = ROOT) -> dict[str, bool]:
    report = folder / f"{proof.name}.json"
    environment = {"HOME": str(folder / HOME), "PATH": PATH, "TMPDIR": str(folder)}
    output = log.must(proof.command(root, report), env=environment, timeout=LONGEST)
    doubtful = [line for line in output.splitlines() if UNSOUND.search(line)]
    if doubtful:
        raise StepFailed(f"{proof.name}: {doubtful[0]}")
    found = goals(report, proof)
    if not found:
        raise StepFailed(f"{proof.name}: no goals")
    return found


def check_proof(log: Log, proof: Proof, folder: Path) -> Count:
    """Counts the goals of a proof; its log names those that are not proven."""
    found = prove(log, proof, folder)
    for name, proven in found.items():
        if not proven:
            log.note(f"not proven: {proof.name}: {name}")
    return Count(sum(found.values()), len(found) - sum(found.values()))


def check_bug(log: Log, bug: Bug, folder: Path) -> Count:
    """Counts a seeded bug: passed, if its goal is proven without the bug and not proven with it."""
    root = folder / bug.proof.name
    bug.plant(root)
    without = prove(log, bug.proof, folder)
    seeded = prove(log, bug.proof, root=root, folder=folder)
    found = without.get(bug.breaks) is True and seeded.get(bug.breaks) is False
    log.note(f"{bug.proof.name}: {'found' if found else 'NOT FOUND'}")
    return Count.of(found)


def run(log: Log, depth: Depth) -> Count:
    """Proves all goals. depth.only: proofs, by name."""
    folder = fresh("proof")
    (folder / HOME).mkdir()
    log.must(["why3", "config", "detect"], env={"HOME": str(folder / HOME), "PATH": PATH})
    proofs = [proof for proof in PROOFS if depth.takes(proof.name)]
    bugs = [bug for bug in BUGS if depth.takes(bug.proof.name)]
    proven = total(each(lambda proof: check_proof(log, proof, folder), proofs))
    return proven + total(each(lambda bug: check_bug(log, bug, folder), bugs))


def steps() -> tuple[Step, ...]:
    return (Step("proof", "overflow guard and checks, proven (Frama-C)", ("frama-c",), run, "nightly"),)
