# SPDX-License-Identifier: BSD-3-Clause
"""
The Check suites reach every function, line, side of a branch and MC/DC condition of src/, and of this machine's vector
kernels, in one of the configurations below. Nothing is left out but code that this CPU cannot run. Code for other cores
is not compiled here; coverage-targets measures their vector kernels.
"""

import platform
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from runner.configurations import AS_FIRMWARE, FOURS, NO_VECTOR, Configuration, named
from runner.programs import fresh, library
from runner.step import ROOT, Count, Depth, Log, Step, StepFailed, each

from verify import covmap
from verify.covmap import Covered

INSTRUMENTED = ("-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc")


@dataclass(frozen=True)
class Run:
    """A suite of tests/. isa: the instruction set that it may use at most; qemu: the CPU that it runs on, emulated."""

    suite: str
    isa: str = ""
    qemu: str = ""


@dataclass(frozen=True)
class Measured:
    """A configuration, and the suites that run in it. flags: of the compiler."""

    configuration: Configuration
    runs: tuple[Run, ...]
    flags: tuple[str, ...] = ("-O0",)


def suites(*names: str) -> tuple[Run, ...]:
    return tuple(Run(f"check_{name}") for name in names)


SIZE = ("-Os",)  # __OPTIMIZE_SIZE__ chooses smaller code
MLI = ("mli_permute", "mli_subtensor")
MOVES = ("kernels", "flips", "xor", "in_place")
CORE = ("core", "layouts", "integers", "fold", *MOVES)
ISAS = ("base", "sse2", "avx2", "avx512", "avx512vbmi")
SIZES_32 = replace(named("mli-1.1"), name="mli-1.1-32", flags=AS_FIRMWARE)  # descriptors as firmware has them
SIZE_FOURS = replace(named("size"), name="size-fours", macros=(NO_VECTOR, FOURS))
MASKED = Configuration("masked", permutations="verify/coverage/masked.toml")
SRC = (
    Measured(named("host"), (*suites(*CORE, *MLI, "vector", "few", "parts"), Run("check_core", qemu="Nehalem"))),
    Measured(named("networks"), suites("kernels", "layouts", "runs")),
    Measured(MASKED, suites("kernels", "xor")),
    Measured(named("gtcrn"), suites("kernels", "xor")),
    Measured(named("pieces-aligned"), suites("kernels")),
    Measured(named("no-multiply"), suites("core", "fold", "layouts", "in_place", *MLI)),
    Measured(named("adding-32"), suites("core", "fold", "integers", *MLI)),
    Measured(named("size"), suites("kernels", "layouts", *MLI), SIZE),
    Measured(named("size-aligned"), suites("kernels", "layouts", "xor"), SIZE),
    Measured(SIZE_FOURS, suites("kernels", "xor"), SIZE),
    Measured(named("tiny"), suites("kernels", "flips", *MLI)),
    Measured(named("pinned"), (*suites("xor"), *(Run("check_kernels", isa) for isa in ("", *ISAS)))),
    Measured(named("pinned-aligned"), suites("kernels")),
    Measured(named("pinned-bytes"), suites("kernels")),
    Measured(SIZES_32, suites(*MLI)),
    Measured(named("mli-2.0"), suites(*MLI, "mli_create")),
)
# The CPU's widest set, then those that it would use alone: a wider one leaves narrow tiles to them.
VECTORS = (
    Measured(
        named("host"), tuple(Run(f"check_{name}", isa) for name in ("vector", "flips") for isa in ("", *ISAS[1:4]))
    ),
)


def written(log: Log, path: Path, *command: str | Path) -> str:
    """Returns the output of a command that is too long for the log."""
    log.must(["sh", "-c", '"$@" >"$0"', path, *command])
    return path.read_text(encoding="utf-8")


def run_suites(log: Log, folder: Path, measured: Measured) -> list[Path]:
    """Builds the library and the suites, runs them, and returns the suites' programs."""
    compiler = ["clang-19", "-Wno-unused-command-line-argument", *measured.flags, *INSTRUMENTED]
    objects, arguments = library(log, folder, measured.configuration, compiler)
    shared = [ROOT / "tests" / "harness.c", ROOT / "tests" / "plain_check" / "check.c"]
    programs = [folder / name for name in dict.fromkeys(run.suite for run in measured.runs)]
    for program in programs:
        source = ROOT / "tests" / f"{program.name}.c"
        log.must(["clang-19", "-O1", INSTRUMENTED[0], *arguments, source, *shared, *objects, "-o", program])
    for number, run in enumerate(measured.runs):
        env = {"PERMKERN_TEST": "sample", "LLVM_PROFILE_FILE": str(folder / f"{number}.profraw")}
        emulator = ["qemu-x86_64", "-cpu", run.qemu] if run.qemu else []
        isa = {"PERMKERN_ISA": run.isa} if run.isa else {}
        log.must([*emulator, folder / run.suite], env={**env, **isa})
    return programs


def reached(log: Log, place: Path, files: Sequence[Path], measured: Measured) -> Covered:
    folder = place / measured.configuration.name
    programs = run_suites(log, folder, measured)
    profile = folder / "profile"
    log.must(["llvm-profdata-19", "merge", "-o", profile, *sorted(folder.glob("*.profraw"))])
    of: list[str | Path] = [f"-instr-profile={profile}", programs[0], *files]
    export: list[str | Path] = ["llvm-cov-19", "export", "-skip-expansions", *of]
    names = {str(path): str(path.relative_to(ROOT)) for path in files}
    return covmap.items(
        written(log, folder / "document", *export, "-format=text"),
        written(log, folder / "lcov", *export, "-format=lcov"),
        written(log, folder / "shown", "llvm-cov-19", "show", "-show-mcdc", *of),
        lambda file: names.get(file, ""),
    )


# ---- what this CPU cannot run ----

HOST_CODE = ("host_", "permkern_host_", "permkern_vector", "permkern_dispatch", "dispatch", "small")
NEEDS = (
    ("permkern_avx2", "avx2"),
    ("permkern_avx512", "avx512bw"),
    ("permkern_avx512vbmi", "avx512vbmi"),
    *((start, "avx512vbmi") for start in HOST_CODE),  # they choose among instruction sets
)


def skippable(files: Sequence[Path]) -> frozenset[str]:
    """Returns files that have code for instruction sets that this CPU lacks."""
    has = set(Path("/proc/cpuinfo").read_text(encoding="utf-8").split())
    lacking = tuple(start for start, flag in NEEDS if flag not in has)
    return frozenset(str(path.relative_to(ROOT)) for path in files if lacking and path.name.startswith(lacking))


# ---- the steps ----


def judged(log: Log, found: Covered, may_skip: frozenset[str]) -> Count:
    """Counts items. Writes those that nothing reaches to the log, and how many of each kind are reached."""
    missed = sorted(item for item, hit in found.items() if not hit)
    for item in missed:
        log.note(f"{item}: not reached{' on this CPU' if item.file in may_skip else ''}")
    for kind, every in sorted(Counter(item.kind for item in found).items()):
        hits = every - sum(item.kind == kind for item in missed)
        log.note(f"{kind}: {hits} of {every}, {100 * hits / every:.2f} %")
    skipped = sum(item.file in may_skip for item in missed)
    return Count(len(found) - len(missed), len(missed) - skipped, skipped)


def cover(name: str, measured: Sequence[Measured], files: Sequence[Path], log: Log, depth: Depth) -> Count:
    chosen = [each_one for each_one in measured if depth.takes(each_one.configuration.name)]
    found = each(partial(reached, log, fresh(name), files), chosen)
    merged = covmap.merge(pair for part in found for pair in part.items())
    absent = [path for path in files if path.suffix == ".c" and not any(item.file == named_as(path) for item in merged)]
    if absent and not depth.only:
        raise StepFailed(f"nothing is measured of {', '.join(path.name for path in absent)}")
    return judged(log, merged, skippable(files))


def named_as(path: Path) -> str:
    return str(path.relative_to(ROOT))


def steps() -> tuple[Step, ...]:
    machine = {"x86_64": "x86"}.get(platform.machine(), platform.machine())
    vectors = sorted((ROOT / "src" / "arch" / machine).glob("*.[ch]"))
    # A test compares permkern_way.h with Python over all small shapes and every core, most of which no host is.
    sources = [path for path in sorted((ROOT / "src").glob("*.[ch]")) if path.name != "permkern_way.h"]
    return (
        Step(
            "coverage-vectors",
            "lines and branches of this machine's vector kernels",
            ("clang-19",),
            partial(cover, "coverage-vectors", VECTORS, vectors),
        ),
        Step(
            "coverage-src",
            "lines, branches, MC/DC of src/",
            ("clang-19", "libc-32", "qemu-user"),
            partial(cover, "coverage-src", SRC, sources),
            "nightly",
        ),
    )
