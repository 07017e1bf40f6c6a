# SPDX-License-Identifier: BSD-3-Clause
"""The steps about mutants: which files and builds each takes, and how verdicts become an outcome."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from steps import ROOT, Count, Log

from verify.folders import fresh
from verify.mutation import cbuild, generator
from verify.mutation import targets as machines
from verify.mutation.cbuild import Place
from verify.mutation.mutants import Judged, Verdict, generate, known_survivors, sample
from verify.step import Depth, Outcome, Step, each

WIDTHS = (8, 16, 32, 64)
HOST = tuple(f"src/host_{name}.c" for name in ("axes", "channels", "cpu", "plane", "runs", "small"))
MLI = ("src/mli_helpers.c", "src/mli_permute.c")
CORE = ("arith", "fold", "request", "run", "span", "strided")
INTERNAL = (*(f"src/{name}.c" for name in CORE), "src/dispatch.c", *MLI)
INTERNAL_HEADERS = tuple(
    f"src/permkern_{name}.h" for name in ("address", "arith", "axis", "dispatch", "fold", "request")
)
WORD_HEADERS = tuple(f"src/permkern_{name}.h" for name in ("access", "compiler", "lanes", "lines", "pairs"))
WORD = ("src/copy.c", "src/generic.c", "generated/permkern_x8.c", "generated/permkern_x16.c")

SRC: Mapping[str, Place] = {
    **{f"src/{name}.c": Place(("words", "trapping")) for name in (*CORE, "copy", "integers")},
    "src/dispatch.c": Place(("words", "pins", "size", "tiny", "trapping", "host")),
    "src/generic.c": Place(("words", "tiny")),
    **{name: Place(("words", "strided")) for name in MLI},
    "src/mli_subtensor.c": Place(("strided",)),
    "src/small.c": Place(("host",)),
    "src/status.c": Place(("words",)),
    "src/xor.c": Place(("words", "trapping", "pins")),
    "src/tiled.c": Place(("size", "size-trapping")),
    **{name: Place(("host", "pins-vectors")) for name in HOST},
    "src/mli_internal.h": Place(("words", "strided"), (*MLI, "src/mli_subtensor.c")),
    **{name: Place(("words", "trapping", "pins", "host"), INTERNAL) for name in INTERNAL_HEADERS},
    **{name: Place(("words", "trapping", "networks", "pieces"), WORD) for name in WORD_HEADERS},
    "src/permkern_way.h": Place(("words", "trapping", "host", "size"), (*WORD, "src/tiled.c", *HOST)),
}
PORTABLE = ("words", "trapping", "networks", "pieces", "no-strips", "pieces-no-strips")
KERNELS: Mapping[str, Place] = {
    **{
        f"src/plane/permkern_{job}{bits}.h": Place(PORTABLE, (f"generated/permkern_x{bits}.c",))
        for job in ("channels", "groups", "plane", "strips", "tiles")
        for bits in WIDTHS
    },
    **{f"generated/permkern_x{bits}.c": Place(PORTABLE) for bits in WIDTHS},
}
GENERATOR = tuple(
    sorted(
        f"generator/{path.name}"
        for path in (ROOT / "generator").glob("*.py")
        if path.name not in ("__init__.py", "__main__.py")
    )
)

# How much of each file's mutants is taken.
SHARE_SRC = dict.fromkeys(SRC, 0.075) | dict.fromkeys(HOST, 0.04) | dict.fromkeys(WORD_HEADERS, 0.03)
SHARE_KERNELS = dict.fromkeys(KERNELS, 0.015) | {"src/plane/permkern_plane8.h": 0.05}
SHARE_GENERATOR = dict.fromkeys(GENERATOR, 0.01)


def figures(made: int, judged: Sequence[Judged], listed: Sequence[Judged], equivalent: int) -> tuple[str, ...]:
    verdicts = Counter(one.verdict for one in judged)
    killed = verdicts[Verdict.TESTS] + verdicts[Verdict.COUNTS]
    counted = killed + verdicts[Verdict.SURVIVED] - equivalent
    score = 100 * killed / counted if counted else 0
    return (
        f"{len(judged)} of {made} mutants",
        *(f"{verdicts[verdict]} {verdict.value}" for verdict in Verdict if verdict is not Verdict.SURVIVED),
        f"{len(listed)} survived with a reason",
        f"{verdicts[Verdict.SURVIVED] - len(listed)} without",
        f"{score:.1f} % of those that are not equivalent killed",
    )


def note_all(log: Log, judged: Sequence[Judged]) -> None:
    for one in judged:
        log.note(f"{one.verdict.value}: {one.mutant}{f'; {one.by}' if one.by else ''}")


def conclude(log: Log, group: str, made: int, judged: Sequence[Judged], least: float) -> Outcome:
    """
    A case is a mutant that is neither invalid nor equivalent: passed, if it is dead or listed with a reason. These
    fail: a score below the least, and each entry of the list that was killed or is gone. Survivors without a reason
    are named, and count against the score.
    """
    note_all(log, judged)
    known = known_survivors(group)
    alive = [one for one in judged if one.verdict is Verdict.SURVIVED]
    listed = [one for one in alive if one.mutant.key in known]
    equivalent = sum(known[one.mutant.key].kind == "equivalent" for one in listed)
    gone = known.keys() - {one.mutant.key for one in alive}
    for key in sorted(gone):
        log.note(f"FAIL listed in survivors-{group}.toml, but killed or gone: {key}")
    for one in alive:
        if one not in listed:
            log.note(f"SURVIVED without a reason: {one.mutant}")
    numbers = figures(made, judged, listed, equivalent)
    log.note("; ".join(numbers))
    killed = sum(one.verdict in (Verdict.TESTS, Verdict.COUNTS) for one in judged)
    low = killed < least * (killed + len(alive) - equivalent)
    if low:
        log.note(f"FAIL less than {least:.0%} were killed")
    return Outcome(Count(killed + len(listed), len(gone) + low), "mutants", numbers)


def judge_c(
    log: Log, directory: Path, places: Mapping[str, Place], share: Mapping[str, float]
) -> tuple[int, list[Judged]]:
    bench = cbuild.make_bench(log, directory, places)
    texts = dict(zip(places, each(partial(cbuild.mutable, log, bench), places), strict=True))
    made = generate(log, directory, "c.rules", texts)
    return len(made), each(partial(cbuild.judge, log, bench), sample(made, share))


def judge_generator(log: Log, directory: Path, share: Mapping[str, float]) -> tuple[int, list[Judged]]:
    reference = generator.make_reference(log, directory)
    made = generate(log, directory, "python.rules", {file: generator.mutable(file) for file in GENERATOR})
    taken = sample(made, share)
    generator.check_tests(log, reference, list(dict.fromkeys(mutant.file for mutant in taken)))
    return len(made), each(partial(generator.judge, log, reference), taken)


def mutants_src(log: Log, depth: Depth) -> Outcome:
    """Shows that tests notice changes of src/. The sample is the same at every depth."""
    del depth
    made, judged = judge_c(log, fresh("mutants-src"), SRC, SHARE_SRC)
    return conclude(log, "src", made, judged, 0.95)


def mutants_kernels(log: Log, depth: Depth) -> Outcome:
    """Shows that tests notice changes of the committed portable kernels."""
    del depth
    made, judged = judge_c(log, fresh("mutants-kernels"), KERNELS, SHARE_KERNELS)
    return conclude(log, "kernels", made, judged, 0.95)


def mutants_targets(log: Log, depth: Depth) -> Outcome:
    """Shows that the suites of emulated targets notice changes of their vector kernels."""
    del depth
    made, judged = machines.judge_targets(log, fresh("mutants-targets"))
    return conclude(log, "targets", made, judged, 0.9)


def mutants_generator(log: Log, depth: Depth) -> Outcome:
    """Shows that shipped sets and tests notice changes of the generator."""
    del depth
    made, judged = judge_generator(log, fresh("mutants-generator"), SHARE_GENERATOR)
    return conclude(log, "generator", made, judged, 0.9)


TARGET_NEEDS = ("arm", "qemu-arm", "riscv", "qemu-riscv", "clang-cross", "aarch64")


def steps() -> tuple[Step, ...]:
    needs = ("host", "valgrind")
    return (
        Step("mutants-src", "mutants of src/", needs, mutants_src, quick=False),
        Step("mutants-kernels", "mutants of the portable kernels", needs, mutants_kernels, quick=False),
        Step("mutants-targets", "mutants of other machines' vectors", TARGET_NEEDS, mutants_targets, quick=False),
        Step("mutants-generator", "mutants of the generator", ("host",), mutants_generator, quick=False),
    )
