# SPDX-License-Identifier: BSD-3-Clause
"""
Compares every permutation of many shapes and layouts with the definition of a permute: by every entry point and
instruction set, between guard pages; under sanitizers; with contents that no branch and no address may depend on.

The program is verify/exhaustive/*.c. For a sample, it checks one request of so many, and every pinned kernel.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from runner.configurations import Configuration, named
from runner.programs import fresh, library
from runner.step import ROOT, Count, Depth, Log, Step, each, total

HERE = ROOT / "verify" / "exhaustive"
GUARDS = 5  # before and after each buffer, and the read-only input; MSan's is one more


@dataclass(frozen=True)
class Build:
    """Compilers of the library and of the program. guards: those that detect a program that breaks them."""

    library: tuple[str, ...]
    program: tuple[str, ...]
    guards: range


@dataclass(frozen=True)
class Run:
    """One request of `every` in a configuration. large: also outputs that are stored past the caches."""

    configuration: Configuration
    every: int = 1
    large: bool = False


def runs(every: int, *names: str) -> tuple[Run, ...]:
    return tuple(Run(named(name), every) for name in names)


WORDS = ("aligned", "networks", "pieces", "pieces-aligned", "bytes", "mli-1.1")
SMALL = ("size", "tiny")
PINNED = ("pinned", "pinned-aligned")
ALL = ("host", *WORDS, *SMALL, *PINNED)

STOP = "-fno-sanitize-recover=all"
UNDEFINED = "-fsanitize=undefined,implicit-conversion"
GCC = Build(("gcc", "-O2"), ("gcc", "-O2"), range(GUARDS))
CLANG = Build(
    ("clang-19", "-O1", "-fsanitize=address", UNDEFINED, STOP), ("clang-19", "-O1", "-fsanitize=address"), range(GUARDS)
)
# Values are not hidden in assembly, and passing or returning one is not using it.
MSAN = ("clang-19", "-O1", "-fsanitize=memory", "-fno-sanitize-memory-param-retval", "-DPERMKERN_HIDE=0")
MEMORY = Build(MSAN, MSAN, range(GUARDS + 1))


# The program tells which request it checks when it is aborted.
ABORT = {f"{sanitizer}_OPTIONS": "abort_on_error=1" for sanitizer in ("ASAN", "MSAN", "UBSAN")}


def check(log: Log, name: str, build: Build, run: Run) -> Count:
    """Builds the program and runs it. In configuration host, also has it break each guard."""
    folder = fresh(f"{name}/{run.configuration.name}")
    objects, arguments = library(log, folder, run.configuration, [*build.library, "-g1"])
    sources = [*sorted(HERE.glob("*.c")), ROOT / "tests/harness.c", ROOT / "tests/plain_check/check.c"]
    program = folder / "exhaust"
    log.must([*build.program, "-std=gnu11", "-g1", *arguments, *sources, *objects, "-o", program])
    guards = build.guards if run.configuration == named("host") else ()
    missed = [guard for guard in guards if log.run([program, "--break", str(guard)])[0] == 0]
    for guard in missed:
        log.note(f"a program that breaks guard {guard} passed")
    options = ["--every", str(run.every), *(["--large"] if run.large else [])]
    return log.counted([program, *options], env=ABORT) + Count(len(guards) - len(missed), len(missed))


def sweep(name: str, build: Build, ci: Sequence[Run], whole: Sequence[Run], log: Log, depth: Depth) -> Count:
    chosen = [run for run in (whole if depth.whole else ci) if depth.takes(run.configuration.name)]
    count = total(each(partial(check, log, name, build), chosen))
    missing = sorted(set(re.findall(r"^not here: (\w+)$", log.path.read_text(encoding="utf-8"), re.MULTILINE)))
    return count + Count(skipped=len(missing))


def steps() -> tuple[Step, ...]:
    large = Run(named("host"), 1, large=True)
    sweeps = (
        (
            "exhaustive",
            "every permutation of small shapes, between guard pages",
            ("host",),
            GCC,
            (*runs(1, "host"), *runs(7, "aligned")),
            (large, *runs(1, *ALL[1:])),
        ),
        (
            "exhaustive-ubsan",
            "samples of the same under Clang's ASan and UBSan",
            ("host", "clang-19"),
            CLANG,
            (*runs(11, "host"), *runs(17, "aligned", "size-aligned")),
            (Run(named("host"), 7, large=True), *runs(13, *ALL[1:], "size-aligned")),
        ),
        (
            "oblivious",
            "samples of the same under MSan: nothing depends on contents",
            ("host", "clang-19"),
            MEMORY,
            runs(401, "host"),
            runs(197, *ALL),
        ),
    )
    return tuple(
        Step(name, title, needs, partial(sweep, name, build, ci, whole), "nightly" if name == "oblivious" else "ci")
        for name, title, needs, build, ci, whole in sweeps
    )
