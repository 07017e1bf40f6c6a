# SPDX-License-Identifier: BSD-3-Clause
"""
Two builds of the same sources give the same bytes: both libraries and every generated file. Paths, number of jobs, time
zone, locale, Python's hash seed and the clock differ. Debug information needs -ffile-prefix-map for both paths.
"""

import hashlib
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from runner.programs import fresh
from runner.step import ROOT, Count, Depth, Log, StepFailed, each, total

from verify.static.build import verdict

PARTS = ("meson.build", "meson_options.txt", "generated", "generator", "include", "src", "templates", "tools")


@dataclass(frozen=True)
class Surroundings:
    """Differences that must not matter. folder: of sources and build, in the folder of the step."""

    folder: str
    jobs: int
    environment: Mapping[str, str]


TWO = (
    Surroundings("here", 1, {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "1"}),
    Surroundings("there/much-further/down", 2, {"TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "77"}),
)
# Compiler, kind of build, permutation set.
CI_VARIANTS = (("gcc", "release", "mli"),)
VARIANTS = (*CI_VARIANTS, ("gcc", "debugoptimized", "default"), ("clang-19", "release", "default"))


def make(log: Log, variant: tuple[str, str, str], around: Surroundings) -> dict[str, str]:
    """Returns the digests of a build's files, by name."""
    compiler, kind, permutations = variant
    place = fresh(f"reproducible/{'-'.join(variant)}/{around.folder}")
    sources, build = place / "permkern", place / "build"
    sources.mkdir()
    for part in PARTS:
        whole = ROOT / part
        copy = shutil.copytree if whole.is_dir() else shutil.copy
        copy(whole, sources / part)
    options = ["-Ddefault_library=both", "-Dtests=disabled", "-Dkernels=build", f"-Dbuildtype={kind}"]
    options += [f"-Dpermutation_set={permutations}", "-Db_ndebug=false"]
    if kind != "release":
        # Where one path begins with the other, compilers take the last that fits.
        options.append(f"-Dc_args=-ffile-prefix-map={sources}=permkern -ffile-prefix-map={build}=build")
    environment = {**around.environment, "CC": compiler}
    log.must(["meson", "setup", "--werror", build, sources, *options], env=environment)
    log.must(["meson", "compile", "-C", build, "-j", str(around.jobs)], env=environment)
    return digests(build)


def digests(build: Path) -> dict[str, str]:
    shared = [path for path in build.glob("libpermkern.so.*") if path.is_file() and not path.is_symlink()]
    made = [build / "libpermkern.a", *shared, *(build / "generated").glob("permkern_*")]
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in made if path.is_file()}
    if "libpermkern.a" not in found or len(shared) != 1 or "permkern_table.c" not in found:
        raise StepFailed(f"the build made {', '.join(found)}")
    return found


def compare(log: Log, variant: tuple[str, str, str]) -> Count:
    one, other = each(partial(make, log, variant), TWO)
    name = "-".join(variant)
    differ = [file for file in sorted(one.keys() | other.keys()) if one.get(file) != other.get(file)]
    return verdict(log, f"{name}: {len(one)} files", [f"{file} differs" for file in differ])


def reproducible(log: Log, depth: Depth) -> Count:
    return total(compare(log, variant) for variant in (VARIANTS if depth.whole else CI_VARIANTS))
