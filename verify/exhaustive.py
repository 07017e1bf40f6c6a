# SPDX-License-Identifier: BSD-3-Clause
"""
Compares every permutation of many shapes and layouts with the definition of a permute: by every entry point and
instruction set, between guard pages, and under sanitizers. The programs are the suites tests/check_sweeps.c and
check_kernels.c.
"""

from dataclasses import dataclass
from functools import partial

from runner.configurations import named
from runner.programs import fresh
from runner.step import Count, Depth, Log, Step, each, total
from runner.suites import native

SUITES = ("check_sweeps", "check_kernels")
WORDS = ("aligned", "networks", "networks-aligned", "pieces", "pieces-aligned", "bytes", "mli-1.1")
CONFIGURATIONS = ("host", *WORDS, "size", "tiny", "pinned", "pinned-aligned", "size-aligned")

STOP = "-fno-sanitize-recover=all"
GCC = ("gcc", "-O2")
CLANG = ("clang-19", "-O1", "-fsanitize=address,undefined,implicit-conversion", STOP)
ABORT = {f"{sanitizer}_OPTIONS": "abort_on_error=1" for sanitizer in ("ASAN", "UBSAN")}


@dataclass(frozen=True)
class Sweep:
    """quick: by configuration, one request of so many that CI checks. whole: the same for every configuration."""

    name: str
    title: str
    compiler: tuple[str, ...]
    quick: dict[str, int]
    whole: int

    def check(self, log: Log, depth: Depth, configuration: str) -> Count:
        every = self.whole if depth.whole else self.quick[configuration]
        environment = {**ABORT, "PERMKERN_EVERY": str(every)}
        folder = fresh(f"{self.name}/{configuration}")
        return native(log, folder, named(configuration), SUITES, (*self.compiler, "-g1"), environment)

    def run(self, log: Log, depth: Depth) -> Count:
        names = CONFIGURATIONS if depth.whole else tuple(self.quick)
        return total(each(partial(self.check, log, depth), [name for name in names if depth.takes(name)]))


SWEEPS = (
    Sweep("exhaustive", "every permutation of many shapes, between guard pages", GCC, {"host": 5, "aligned": 17}, 1),
    Sweep(
        "exhaustive-ubsan",
        "samples of the same under Clang's ASan and UBSan",
        CLANG,
        {"host": 41, "aligned": 61, "size-aligned": 61},
        13,
    ),
)


def steps() -> tuple[Step, ...]:
    needs = ("host", "jinja2", "clang-19")
    return tuple(Step(sweep.name, sweep.title, needs, sweep.run) for sweep in SWEEPS)
