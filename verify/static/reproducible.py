# SPDX-License-Identifier: BSD-3-Clause
"""Two builds of the same sources, with all around them different, give the same bytes.

Different are the paths of sources and build, the number of jobs, the time zone, the locale, Python's hash seed and the
clock. Compared are both libraries and every generated file. A release build, which has no debug information, needs no
option for that; one with debug information needs -ffile-prefix-map for both paths.
"""

import hashlib
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from steps import ROOT, Count, Log, StepFailed

from verify.folders import fresh
from verify.static.build import verdict
from verify.step import Depth, Outcome, each

PARTS = ("meson.build", "meson_options.txt", "generated", "generator", "include", "src", "templates", "tools")


@dataclass(frozen=True)
class Surroundings:
    """All that must not matter. folder: where sources and build are, below the step's own."""

    folder: str
    jobs: int
    environment: Mapping[str, str]


HERE_AND_THERE = (
    Surroundings("here", 1, {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "1"}),
    Surroundings("there/much-further/down", 2, {"TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "77"}),
)


@dataclass(frozen=True)
class Variant:
    compiler: str
    kind: str
    permutations: str
    map_paths: bool = True

    @property
    def name(self) -> str:
        return f"{self.compiler}-{self.kind}-{self.permutations}{'' if self.map_paths else '-unmapped'}"


QUICK = (Variant("gcc", "release", "mli"),)
FULL = (
    *QUICK,
    *(Variant(compiler, kind, "default") for compiler in ("gcc", "clang") for kind in ("release", "debugoptimized")),
)
# Debug information holds the paths: without the option, this must differ, or the step compares nothing.
TWIN = Variant("gcc", "debugoptimized", "mli", map_paths=False)


def arguments(variant: Variant, sources: Path, build: Path) -> str:
    """Returns the arguments of the C compiler; release builds get none, as they need none."""
    if variant.kind == "release" or not variant.map_paths:
        return ""
    # The build's path is listed last: where one begins with the other, compilers take the last that fits.
    return f"-ffile-prefix-map={sources}=permkern -ffile-prefix-map={build}=build"


def make(log: Log, variant: Variant, around: Surroundings, directory: Path) -> dict[str, str]:
    """Makes a build, and returns the digests of what it made, by name."""
    place = directory / variant.name / around.folder
    sources, build = place / "permkern", place / "build"
    sources.mkdir(parents=True)
    for part in PARTS:
        whole = ROOT / part
        copy = shutil.copytree if whole.is_dir() else shutil.copy
        copy(whole, sources / part)
    options = ["-Ddefault_library=both", "-Dtests=disabled", "-Dkernels=build", f"-Dbuildtype={variant.kind}"]
    options += [f"-Dpermutation_set={variant.permutations}", "-Db_ndebug=false"]
    if mapped := arguments(variant, sources, build):
        options.append(f"-Dc_args={mapped}")
    environment = {**around.environment, "CC": variant.compiler}
    log.must(["meson", "setup", "--werror", build, sources, *options], env=environment)
    log.must(["meson", "compile", "-C", build, "-j", str(around.jobs)], env=environment)
    shared = sorted(path for path in build.glob("libpermkern.so.*") if path.is_file() and not path.is_symlink())
    made = [build / "libpermkern.a", *shared, *sorted((build / "generated").glob("permkern_*"))]
    digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in made if path.is_file()}
    if "libpermkern.a" not in digests or len(shared) != 1 or "permkern_table.c" not in digests:
        raise StepFailed(f"{variant.name}: the build made {', '.join(digests)}")
    return digests


def compare(log: Log, variant: Variant, directory: Path) -> Count:
    one, other = each(lambda around: make(log, variant, around, directory), HERE_AND_THERE)
    count = Count()
    for name in sorted(one.keys() | other.keys()):
        same = one.get(name) == other.get(name)
        count += verdict(log, same, f"{variant.name}: {name}")
    return count


def reproducible(log: Log, depth: Depth) -> Outcome:
    """Shows that what a build makes depends on the sources alone."""
    directory = fresh("reproducible")
    variants = FULL if depth.full else QUICK
    count = sum((compare(log, variant, directory) for variant in variants), Count())
    if depth.full:
        differing = compare(log, TWIN, directory).failed
        count += verdict(log, differing >= 2, f"twin: {differing} files hold the paths of their build")
    return Outcome(count, "files", (f"{2 * len(variants)} builds",))
