# SPDX-License-Identifier: BSD-3-Clause
"""
The parser of permutation sets: verify/set_cases.py makes documents and sees each rendered, or refused in one line; here
samples of what was rendered are compiled without a warning, and their self-test is run.
"""

import json
import re
import shutil
import sys
from pathlib import Path

from steps import BUILD, ROOT, Count, Log, StepFailed

from verify.step import Depth, Outcome, Step, each

DIRECTORY = BUILD / "verify" / "fuzz-sets"
FULL = 5  # times the documents of --quick

WARNINGS = ("-std=c11", "-O1", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror")


def run_sample(log: Log, sample: Path) -> Count:
    """Compiles a set's kernels with the library and the self-test, runs it, and returns its count."""
    program = sample / "selftest"
    sources = [path for path in sorted((ROOT / "src").rglob("*.c")) if not path.name.startswith("mli_")]
    includes = [f"-I{folder}" for folder in (sample, ROOT / "include", ROOT / "src", ROOT / "tests")]
    kernels = sorted(sample.glob("*.c"))
    selftest = ROOT / "tests" / "selftest.c"
    flags = [*WARNINGS, "-DSELFTEST_BYTES=65536", *includes]
    log.must(["gcc", *flags, *sources, *kernels, selftest, "-o", program])
    _, output = log.run([program])
    total = re.search(r"^(\d+) passed, (\d+) failed$", output, re.MULTILINE)
    if total is None:
        raise StepFailed(f"the self-test of {sample.name} came to no total")
    return Count(int(total[1]), int(total[2]))


def run_sets(log: Log, depth: Depth) -> Outcome:
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    factor = FULL if depth.full else 1
    code, _ = log.run([sys.executable, "-B", "-m", "verify.set_cases", DIRECTORY, str(factor)])
    if code != 0:
        return Outcome(Count(0, 1), "documents")
    result = json.loads((DIRECTORY / "result.json").read_text("utf-8"))
    samples = sorted((DIRECTORY / "samples").iterdir())
    vectors = sum(each(lambda sample: run_sample(log, sample), samples), Count())
    figures = (
        f"{result['accepted']} rendered, {result['refused']} refused in a line of {result['kinds']} kinds",
        f"{len(samples)} compiled, {vectors.passed} of {vectors.passed + vectors.failed} vectors right",
    )
    return Outcome(Count(result["accepted"] + result["refused"], vectors.failed), "documents", figures)


def steps() -> tuple[Step, ...]:
    return (Step("fuzz-sets", "Hypothesis: permutation sets", ("host",), run_sets),)
