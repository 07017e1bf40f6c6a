# SPDX-License-Identifier: BSD-3-Clause
"""
Checks that the suites reach every function, line, branch side and MC/DC condition in src/ and in this machine's
vector kernels, in at least one configuration below. Only code that this CPU cannot run is excused. Code for other cores
is not compiled here.
"""

import platform
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from permkern.kernels.instruction_sets import INSTRUCTION_SETS
from runner.configurations import AS_FIRMWARE, Configuration, named
from runner.programs import fresh, library
from runner.step import ROOT, Count, Depth, Log, Step, StepFailed, each
from runner.suites import OF_MLI, SUITES

from verify import covmap
from verify.covmap import Covered

INSTRUMENTED = ("-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc")


@dataclass(frozen=True)
class Measured:
    """A configuration, and its suites in tests/. every: sweeps check one request in `every`."""

    configuration: Configuration
    suites: tuple[str, ...]
    every: int = 31


SIZES_32 = replace(named("mli-1.1"), name="mli-1.1-32", flags=AS_FIRMWARE)  # 32-bit sizes, as in firmware
SIZE_FOURS = replace(named("size"), name="size-fours", core="m4")
MASKED = Configuration("masked", permutations="verify/coverage/masked.toml")
# The configurations in SUITES, and more configurations for the remaining code.
MEASURED = (
    *(Measured(named(name), suites, 3 if name == "host" else 31) for name, suites in SUITES.items()),
    *(Measured(named(name), ("kernels", "sweeps", "xor")) for name in ("aligned", "size-aligned")),
    Measured(MASKED, ("kernels", "sweeps")),
    Measured(named("gtcrn"), ("kernels", "sweeps")),
    Measured(named("adding-32"), ("core", "calls", "fold", *OF_MLI)),
    Measured(SIZE_FOURS, ("kernels", "sweeps")),
    Measured(SIZES_32, OF_MLI),
)


def written(log: Log, path: Path, *command: str | Path) -> str:
    """Runs a command with its output in `path`, because it is too long for the log. Returns the output."""
    log.must(["sh", "-c", '"$@" >"$0"', path, *command])
    return path.read_text(encoding="utf-8")


def run_suites(log: Log, folder: Path, measured: Measured) -> list[Path]:
    """Builds the library and the suites, and runs them. Returns the suite programs."""
    compiler = ["clang-19", "-Wno-unused-command-line-argument", "-O0", *INSTRUMENTED]
    objects, arguments = library(log, folder, measured.configuration, compiler)
    shared = [ROOT / "tests" / "harness.c", ROOT / "tests" / "plain_check" / "check.c"]
    programs = [folder / f"check_{suite}" for suite in measured.suites]
    for program in programs:
        source = ROOT / "tests" / f"{program.name}.c"
        log.must(["clang-19", "-O1", INSTRUMENTED[0], *arguments, source, *shared, *objects, "-o", program])
        log.must([program], env={"PERMKERN_EVERY": str(measured.every), "LLVM_PROFILE_FILE": f"{program}.profraw"})
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


# ---- code that this CPU cannot run ----

HOST_CODE = ("host_", "permkern_host_", "permkern_vector", "permkern_dispatch", "dispatch", "small")
NEEDS = (
    ("avx2", "avx2"),
    ("avx512", "avx512bw"),
    *((start, "avx512bw") for start in HOST_CODE),  # they choose among instruction sets
)


def skippable(files: Sequence[Path]) -> frozenset[str]:
    """Returns the files with code for instruction sets that this CPU lacks."""
    has = set(Path("/proc/cpuinfo").read_text(encoding="utf-8").split())
    lacking = tuple(start for start, flag in NEEDS if flag not in has)
    return frozenset(str(path.relative_to(ROOT)) for path in files if lacking and path.name.startswith(lacking))


# ---- the steps ----


def judged(log: Log, found: Covered, may_skip: frozenset[str]) -> Count:
    """Counts items. Logs each item that is not reached, and the percentage reached per kind."""
    missed = sorted(item for item, hit in found.items() if not hit)
    for item in missed:
        log.note(f"{item}: not reached{' on this CPU' if item.file in may_skip else ''}")
    for kind, every in sorted(Counter(item.kind for item in found).items()):
        hits = every - sum(item.kind == kind for item in missed)
        log.note(f"{kind}: {hits} of {every}, {100 * hits / every:.2f} %")
    skipped = sum(item.file in may_skip for item in missed)
    return Count(len(found) - len(missed), len(missed) - skipped, skipped)


def cover(log: Log, depth: Depth) -> Count:
    chosen = [each_one for each_one in MEASURED if depth.takes(each_one.configuration.name)]
    found = each(partial(reached, log, fresh("coverage"), files()), chosen)
    merged = covmap.merge(pair for part in found for pair in part.items())
    with_code = (path for path in files() if path.suffix == ".c" and "\n{\n" in path.read_text(encoding="utf-8"))
    absent = [path for path in with_code if not any(item.file == str(path.relative_to(ROOT)) for item in merged)]
    if absent and not depth.only:
        raise StepFailed(f"nothing is measured of {', '.join(path.name for path in absent)}")
    return judged(log, merged, skippable(files()))


def files() -> list[Path]:
    """Returns the sources compiled on this machine, except files that Python tests or check_vector.c cover."""
    machine = {"x86_64": "x86"}.get(platform.machine(), platform.machine())
    others = tuple(isa.name for isa in INSTRUCTION_SETS if isa.arch != machine)
    elsewhere = ("permkern_way", "host_cpu", "firmware", *others)
    return [path for path in sorted((ROOT / "src").rglob("*.[ch]")) if not path.name.startswith(elsewhere)]


def steps() -> tuple[Step, ...]:
    title = "lines, branches, MC/DC of src/ and of this machine's vector kernels"
    return (Step("coverage", title, ("clang-19", "libc-32"), cover, "nightly"),)
