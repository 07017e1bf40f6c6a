# SPDX-License-Identifier: BSD-3-Clause
"""The suites on big-endian processors, emulated: kernels by words are right there, or are not taken."""

from builds import Build
from configurations.hazards import BIG_ENDIAN, BigEndian
from steps import ROOT, Count, Log

from verify.step import Depth, Outcome, Step, each

SAMPLE = {"PERMKERN_TEST": "sample", "QEMU_RUN_TIMEOUT": "280"}


def run(log: Log, chosen: BigEndian, depth: Depth) -> Count:
    options = [f"--cross-file={ROOT / 'verify' / 'emulated' / chosen.machine}.ini"]
    options += [f"-Dpermutation_set={chosen.permutations}"] if chosen.permutations else []
    options += [f"-Dmli_headers={chosen.mli}"] if chosen.mli else []
    options += [f"-Dc_args={chosen.defines}"] if chosen.defines else []
    suites = chosen.suites if chosen.suites and not depth.full else ()
    build = Build(f"verify/big-endian/{chosen.name}", tuple(options), "", SAMPLE, suites, ("headers", "isa"))
    return build.all(log)


def big_endian(log: Log, depth: Depth) -> Outcome:
    chosen = [one for one in BIG_ENDIAN if (one.quick or depth.full) and depth.takes(one.name)]
    counts = each(lambda one: run(log, one, depth), chosen)
    return Outcome(sum(counts, Count()), "cases", (f"{len(chosen)} builds",))


def steps() -> tuple[Step, ...]:
    return (Step("big-endian", "the suites on big-endian processors", ("big-endian",), big_endian),)
