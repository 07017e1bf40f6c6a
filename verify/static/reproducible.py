# SPDX-License-Identifier: BSD-3-Clause
"""
Checks that two builds from the same sources give equal bytes: both libraries and every generated file. Paths, job
count, time zone, locale, Python's hash seed and clock differ.
"""

import hashlib
import shutil
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from runner.programs import fresh
from runner.step import ROOT, Count, Depth, Log, StepFailed, each

from verify.static.build import verdict

PARTS = ("meson.build", "meson_options.txt", "generated", "generator", "include", "src", "templates", "tools")
# Jobs and environment by folder.
TWO: Mapping[str, tuple[int, Mapping[str, str]]] = {
    "here": (1, {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "1"}),
    "there/much-further/down": (2, {"TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "77"}),
}


def make(log: Log, permutations: str, folder: str) -> dict[str, str]:
    """Builds in `folder`, and returns the digests of the built files by name. Release builds contain no paths."""
    jobs, environment = TWO[folder]
    place = fresh(f"reproducible/{permutations}/{folder}")
    sources, build = place / "permkern", place / "build"
    sources.mkdir()
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, sources / part)
    options = ["-Ddefault_library=both", "-Dtests=disabled", "-Dkernels=build", "-Dbuildtype=release"]
    options += [f"-Dpermutation_set={permutations}", "-Db_ndebug=false"]
    log.must(["meson", "setup", "--werror", build, sources, *options], env=environment)
    log.must(["meson", "compile", "-C", build, "-j", str(jobs)], env=environment)
    return digests(build)


def digests(build: Path) -> dict[str, str]:
    shared = [path for path in build.glob("libpermkern.so.*") if path.is_file() and not path.is_symlink()]
    made = [build / "libpermkern.a", *shared, *(build / "generated").glob("permkern_*")]
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in made if path.is_file()}
    if "libpermkern.a" not in found or len(shared) != 1 or "permkern_table.c" not in found:
        raise StepFailed(f"the build made {', '.join(found)}")
    return found


def reproducible(log: Log, _: Depth) -> Count:
    count = Count()
    for permutations in ("mli", "default"):
        one, other = each(partial(make, log, permutations), TWO)
        differ = [f"{name} differs" for name in sorted(one.keys() | other.keys()) if one.get(name) != other.get(name)]
        count += verdict(log, f"{permutations}: {len(one)} files", differ)
    return count
