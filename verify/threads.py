# SPDX-License-Identifier: BSD-3-Clause
"""Many threads at once under ThreadSanitizer; calls that are followed by instruction: verify/threads/."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import configurations
from builds import count_output
from configurations.hazards import THREADS
from steps import ROOT, Count, Log

from verify.folders import fresh, kernels
from verify.step import Depth, Outcome, Step, each

STEP = "threads"
HERE = ROOT / "verify" / STEP
TESTS = ("harness.c", "plain_check/check.c")
SANITIZED = ("clang-19", "-O1", "-g1", "-fsanitize=thread", "-fno-sanitize-recover=all")
PLAIN = ("gcc", "-O2")
SECONDS = 300  # threads that wait for each other for ever are a failure


@dataclass(frozen=True)
class Part:
    """A program. name: what --only calls it."""

    name: str
    run: Callable[[], Count]


def program(log: Log, folder: Path, source: str, command: tuple[str, ...], of: str, depth: Depth) -> Count:
    """Compiles a program with the library in the configuration `of`, and runs it."""
    folder.mkdir()
    chosen = configurations.named(of)
    generated = kernels(log, chosen.permutations, folder / "generated")
    places = (generated, *(ROOT / name for name in ("include", "src", "tests", "tests/plain_check")))
    sources = [*sorted((ROOT / "src").rglob("*.c")), *sorted(generated.glob("*.c"))]
    sources += [HERE / source, *(ROOT / "tests" / name for name in TESTS)]
    includes = [f"-I{place}" for place in places]
    path = folder / "program"
    log.must([*command, "-std=gnu11", "-pthread", *chosen.defines, *includes, *sources, "-o", path])
    env = {"TSAN_OPTIONS": "halt_on_error=1"} | ({} if depth.full else {"PERMKERN_TEST": "sample"})
    code, output = log.run([path], env=env, timeout=SECONDS)
    count = count_output(output)
    if count is None or (code == 0) != (count.failed == 0):
        return Count(0, 1)
    return Count(count.passed, count.failed, len(re.findall("^not here:", output, re.MULTILINE)))


def parts(log: Log, folder: Path, depth: Depth) -> Iterator[Part]:
    for name in THREADS:
        yield Part(f"race-{name}", partial(program, log, folder / f"race-{name}", "race.c", SANITIZED, name, depth))
    for name, source in (("plain", "race.c"), ("stepped", "stepped.c")):
        yield Part(name, partial(program, log, folder / name, source, PLAIN, THREADS[0], depth))


def threads(log: Log, depth: Depth) -> Outcome:
    folder = fresh(STEP)
    chosen = [part for part in parts(log, folder, depth) if depth.takes(part.name)]
    counts = each(lambda part: part.run(), chosen)
    return Outcome(sum(counts, Count()), "cases", (f"{len(chosen)} programs",))


def steps() -> tuple[Step, ...]:
    return (Step(STEP, "many threads at once; fences; the first call", ("host", "clang-19"), threads),)
