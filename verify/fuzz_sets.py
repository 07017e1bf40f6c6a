# SPDX-License-Identifier: BSD-3-Clause
"""Fuzzes the parser of permutation sets with verify/set_cases.py. tools/nightly compiles some of what it renders."""

import sys
from pathlib import Path

from runner.programs import fresh
from runner.step import ROOT, Count, Depth, Log, Step, each, total

FACTOR = 5  # tools/nightly makes so many times the documents
SAMPLES = 8
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror")


def run_sample(log: Log, sample: Path) -> Count:
    """Compiles a set's kernels with the library and the self-test, without a warning, and runs the vectors."""
    program = sample / "selftest"
    library = [path for path in sorted((ROOT / "src").rglob("*.c")) if not path.name.startswith("mli_")]
    sources = [*library, *sorted(sample.glob("*.c")), ROOT / "tests" / "selftest.c"]
    includes = [f"-I{folder}" for folder in (sample, ROOT / "include", ROOT / "src", ROOT / "tests")]
    log.must(["gcc", "-std=c11", "-O1", "-DSELFTEST_BYTES=65536", *WARNINGS, *includes, *sources, "-o", program])
    return log.counted([program])


def run_sets(log: Log, depth: Depth) -> Count:
    folder = fresh("fuzz-sets")
    factor, samples = (FACTOR, SAMPLES) if depth.whole else (1, 0)
    count = log.counted([sys.executable, "-B", "-m", "verify.set_cases", folder, str(factor), str(samples)])
    return count + total(each(lambda sample: run_sample(log, sample), sorted(folder.glob("samples/*"))))


def steps() -> tuple[Step, ...]:
    return (Step("fuzz-sets", "Hypothesis: permutation sets", ("host", "python-test"), run_sets),)
