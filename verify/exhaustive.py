# SPDX-License-Identifier: BSD-3-Clause
"""
Compares every permutation of many shapes and layouts with the definition of a permute: through every entry point and
instruction set, between guard pages, and under sanitizers. The programs are tests/check_sweeps.c and check_kernels.c.
"""

from dataclasses import dataclass, field
from functools import partial

from runner.configurations import named
from runner.programs import fresh
from runner.step import Count, Depth, Log, Step, each, total
from runner.suites import native

SUITES = ("check_sweeps", "check_kernels")
WORDS = ("aligned", "networks", "networks-aligned", "pieces", "pieces-aligned", "bytes")
CONFIGURATIONS = ("host", "avx512", *WORDS, "size", "tiny", "pinned", "pinned-aligned", "size-aligned")

STOP = "-fno-sanitize-recover=all"
GCC = ("gcc", "-O2")
CLANG = ("clang-19", "-O1", "-fsanitize=address,undefined,implicit-conversion", STOP)
ABORT = {f"{sanitizer}_OPTIONS": "abort_on_error=1" for sanitizer in ("ASAN", "UBSAN")}


@dataclass(frozen=True)
class Sweep:
    """
    whole: nightly checks one request in `whole`. quick: the ratio and more compiler flags for CI, by configuration.
    CI runs the step unless quick is empty.
    """

    name: str
    title: str
    compiler: tuple[str, ...]
    whole: int
    quick: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)

    def check(self, log: Log, depth: Depth, configuration: str) -> Count:
        quick = {} if depth.whole else self.quick
        every, flags = quick.get(configuration, (self.whole, ()))
        environment = {**ABORT, "PERMKERN_EVERY": str(every)}
        folder = fresh(f"{self.name}/{configuration}")
        return native(log, folder, named(configuration), SUITES, (*self.compiler, *flags, "-g1"), environment)

    def run(self, log: Log, depth: Depth) -> Count:
        names = CONFIGURATIONS if depth.whole or not self.quick else tuple(self.quick)
        return total(each(partial(self.check, log, depth), [name for name in names if depth.takes(name)]))


SWEEPS = (
    Sweep(
        "exhaustive",
        "every permutation of many shapes, between guard pages",
        GCC,
        1,
        {"avx512": (401, ("-O1",))},  # native has a sample of the host's
    ),
    Sweep(
        "exhaustive-ubsan",
        "samples of it under Clang's ASan and UBSan",
        CLANG,
        13,
        {"host": (601, ("-fno-sanitize=address",))},  # ASan would double the time; guard pages protect the buffers
    ),
)


def steps() -> tuple[Step, ...]:
    needs = ("host", "jinja2", "clang-19")
    return tuple(
        Step(sweep.name, sweep.title, needs, sweep.run, "ci" if sweep.quick else "nightly") for sweep in SWEEPS
    )
