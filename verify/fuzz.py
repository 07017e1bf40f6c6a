# SPDX-License-Identifier: BSD-3-Clause
"""
Fuzzes the core API and the MLI layer with libFuzzer. The programs in tests/fuzz/ make requests from the fuzzer's bytes
and call the library under AddressSanitizer and UBSan. They compare statuses with docs/status.md, and all bytes with the
definition. PERMKERN_FUZZ_RUNS=N runs N inputs in each configuration, with a new seed each time.
"""

import os
import random
import re
from dataclasses import dataclass
from pathlib import Path

from runner.configurations import named
from runner.programs import fresh, library
from runner.step import ROOT, Count, Depth, Log, Step, StepFailed, each, total

HERE = ROOT / "tests" / "fuzz"
CLANG = "clang-19"
GUIDE = "-fsanitize-coverage=inline-8bit-counters,pc-table"  # branches guide the fuzzer
# Not optimised, because compiling takes longer than running.
LIBRARY = (CLANG, "-O0", "-gline-tables-only", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", GUIDE)
# Without sanitizers, because the oracle reads memory that the library must not read.
HARNESS = (CLANG, "-std=gnu11", "-O2", "-gline-tables-only", GUIDE)
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror")
# Inputs depend only on the seed: compared values, which may be addresses, are not used, and lengths do not grow.
OPTIONS = ("-max_len=128", "-len_control=0", "-use_cmp=0", "-timeout=300", "-print_final_stats=1", "-verbosity=0")


@dataclass(frozen=True)
class Harness:
    """
    A program, fuzz_NAME.c. quick: CI's configurations. whole: more configurations for tools/nightly.
    quick_set: CI's set, if it differs from the configuration's.
    """

    name: str
    title: str
    quick: tuple[str, ...]
    whole: tuple[str, ...] = ()
    quick_set: str = ""
    quick_runs: int = 12_000
    whole_runs: int = 300_000

    def configurations(self, depth: Depth) -> list[str]:
        return [name for name in (*self.quick, *(self.whole if depth.whole else ())) if depth.takes(name)]


HARNESSES = (
    Harness(
        "core",
        "libFuzzer: the core API",
        ("size",),
        ("host", "words", "no-multiply", "pinned", "pinned-aligned", "tiny"),
    ),
    Harness(
        "mli",
        "libFuzzer: the MLI layer",
        ("mli-1.1",),
        ("words", "mli-1.0", "mli-2.0"),
        quick_set="mli",
    ),
)


def executed(output: str) -> int:
    found = re.search(r"^stat::number_of_executed_units: (\d+)$", output, re.MULTILINE)
    if found is None:
        raise StepFailed("libFuzzer did not say how many inputs it ran")
    return int(found[1])


def fuzz(log: Log, harness: Harness, name: str, depth: Depth) -> Count:
    """Fuzzes one configuration. Inputs that crash stay in the build folder."""
    folder = fresh(f"fuzz-{harness.name}/{name}")
    permutations = "" if depth.whole else harness.quick_set
    objects, arguments = library(log, folder, named(name), LIBRARY, permutations)
    compiled, program = folder / "harness.o", folder / "fuzz"
    log.must([*HARNESS, *WARNINGS, *arguments, "-c", HERE / f"fuzz_{harness.name}.c", "-o", compiled])
    log.must([CLANG, "-fsanitize=fuzzer,address,undefined", "-no-pie", compiled, *objects, "-o", program])

    asked = int(os.environ.get("PERMKERN_FUZZ_RUNS", 0))
    runs = asked or (harness.whole_runs if depth.whole else harness.quick_runs)
    seed = random.randrange(1, 2**31) if asked else 1
    command: list[str | Path] = [program, *OPTIONS, f"-runs={runs}", f"-seed={seed}", f"-artifact_prefix={folder}/"]
    code, output = log.run(command, env={"ASAN_OPTIONS": "detect_leaks=0"})
    for path in sorted(folder.glob("*-*")):
        log.note(f"run it again: {program.relative_to(ROOT)} {path.relative_to(ROOT)}")
    failed = int(code != 0)
    return Count(executed(output) - failed, failed)


def run_harness(log: Log, depth: Depth, harness: Harness) -> Count:
    return total(each(lambda name: fuzz(log, harness, name, depth), harness.configurations(depth)))


def step(harness: Harness) -> Step:
    return Step(
        f"fuzz-{harness.name}", harness.title, ("clang-19",), lambda log, depth: run_harness(log, depth, harness)
    )


def steps() -> tuple[Step, ...]:
    return tuple(step(harness) for harness in HARNESSES)
