# SPDX-License-Identifier: BSD-3-Clause
"""Many threads at once under ThreadSanitizer; calls that are followed by instruction: verify/threads/."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import configurations
from configurations.hazards import THREADS
from steps import ROOT, Count, Log

from verify.folders import fresh, kernels, sources
from verify.programs import Part, run_parts, run_program
from verify.step import Depth, Outcome, Step

STEP = "threads"
HERE = ROOT / "verify" / STEP
TESTS = ("harness.c", "plain_check/check.c")
SANITIZED = ("clang-19", "-O1", "-g1", "-fsanitize=thread", "-fno-sanitize-recover=all")
PLAIN = ("gcc", "-O2")
SECONDS = 300  # threads that wait for each other for ever are a failure


def program(log: Log, folder: Path, source: str, command: tuple[str, ...], of: str, depth: Depth) -> Count:
    """Compiles a program with the library in the configuration `of`, and runs it."""
    folder.mkdir()
    chosen = configurations.named(of)
    generated = kernels(log, chosen.permutations, folder / "generated")
    places = (generated, *(ROOT / name for name in ("include", "src", "tests", "tests/plain_check")))
    units = [*sources(generated), HERE / source, *(ROOT / "tests" / name for name in TESTS)]
    includes = [f"-I{place}" for place in places]
    path = folder / "program"
    log.must([*command, "-std=gnu11", "-pthread", *chosen.defines, *includes, *units, "-o", path])
    env = {"TSAN_OPTIONS": "halt_on_error=1"} | ({} if depth.full else {"PERMKERN_TEST": "sample"})
    return run_program(log, [path], env, SECONDS)


def parts(log: Log, folder: Path, depth: Depth) -> Iterator[Part]:
    for name in THREADS:
        yield Part(f"race-{name}", partial(program, log, folder / f"race-{name}", "race.c", SANITIZED, name, depth))
    for name, source in (("plain", "race.c"), ("stepped", "stepped.c")):
        yield Part(name, partial(program, log, folder / name, source, PLAIN, THREADS[0], depth))


def threads(log: Log, depth: Depth) -> Outcome:
    folder = fresh(STEP)
    count, programs = run_parts(parts(log, folder, depth), depth)
    return Outcome(count, "cases", (f"{programs} programs",))


def steps() -> tuple[Step, ...]:
    return (Step(STEP, "many threads at once; fences; the first call", ("host", "clang-19"), threads),)
