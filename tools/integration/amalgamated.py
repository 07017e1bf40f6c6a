# SPDX-License-Identifier: BSD-3-Clause
"""Tests permkern as one source and one header: for all targets, and for one target."""

import shutil
from pathlib import Path

from runner.builds import Build
from runner.configurations import PINNED, named
from runner.programs import PERMKERN, fresh, generate
from runner.step import BUILD, ROOT, Count, Depth, Log, StepFailed, total
from runner.targets import Target

from integration.common import CAMERA, refused, symbols

EXAMPLE = ROOT / "examples/amalgamated"
TESTS = ROOT / "tests"


# The target in cross/ for each --target.
CROSS = {
    **{name: name for name in ("cortex-m0", "cortex-m3", "cortex-m4", "rv32imac", "aarch64")},
    "cortex-m55": "cortex-m55-clang",
    "rv32imacv": "rv32imacv-clang",
    "wasm32": "wasm32-simd128",
}
# By name: a set, permkern's options, Meson's options. Sets with only pinned kernels are in `starters`, because these
# tests call more.
AMALGAMS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "c99": ("default", (), ("-Dc_std=c99",)),
    "small": ("gtcrn", ("--target", "x86-64", "--target", "aarch64", "--api", "core,mli"), ("-Doptimization=s",)),
    **{name: (PINNED, ("--target", name, "--api", "core,mli"), Target(cross).options) for name, cross in CROSS.items()},
}


def amalgam(log: Log, name: str) -> Count:
    """Builds and runs the Meson project in tests/amalgamated/ with an amalgamation."""
    permutation_set, options, meson = AMALGAMS[name]
    folder = fresh(f"amalgamated/{name}")
    log.must([*PERMKERN, "amalgamate", *options, "-o", folder, permutation_set])
    generate(log, permutation_set, folder / "gen")
    for path in (EXAMPLE / "main.c", *(TESTS / "amalgamated").iterdir()):
        shutil.copy(path, folder)
    return Build(f"amalgamated-{name}-build", (str(folder), f"-Dcheckout={ROOT}", *meson)).all(log)


def own_mli_headers(log: Log, source: Path) -> Count:
    """Builds with the application's MLI headers, with a wrong layout macro (refused), and without MLI."""
    made = source.with_suffix(".o")
    compiler = ("gcc", "-std=c11", "-Wall", "-Wextra", "-Wundef", "-Werror", "-c", source, "-o", made)
    own = "-DPERMKERN_MLI_HEADERS"
    last = {"mli-1.0": "mli_krn_permute_fx8", "mli-1.1": "mli_hlp_create_subtensor", "mli-2.0": "mli_krn_permute_sa8"}
    for release, name in last.items():
        headers = named(release)
        log.must([*compiler, own, *headers.defines, f"-isystem{headers.mli}"])
        if name not in symbols(log, made):
            raise StepFailed(f"{name} is missing in a build with the application's headers")
    log.must([*compiler, "-DPERMKERN_NO_MLI"])
    if "mli_" in symbols(log, made):
        raise StepFailed("PERMKERN_NO_MLI does not remove MLI's functions")
    count = Count(len(last) + 1)
    for release, macro in (("mli-1.1", "PERMKERN_MLI_MEM_STRIDE"), ("mli-2.0", "PERMKERN_MLI_2")):
        without = (*compiler, own, f"-isystem{named(release).mli}")
        count += refused(log, without, f"mli_tensor does not fit {macro}")
    return count


def by_make(log: Log) -> Count:
    """Builds examples/amalgamated with its Makefile, and checks that a second run writes nothing."""
    make = ["make", "-C", str(EXAMPLE), "run", f"BUILD={fresh('amalgamated/make')}"]
    make.append(f"PERMKERN={' '.join(map(str, PERMKERN))}")
    if "amalgamate" not in log.must(make) or "amalgamate -o" in log.must(make):
        raise StepFailed("the Makefile must write the two files in the first run, and not again in the second")
    made = BUILD / "amalgamated/make"
    log.must(["gcc", f"-I{made}", CAMERA / "main.c", made / "permkern.c", "-o", made / "camera"])
    log.must([made / "camera"])
    return Count(2)


def amalgamated(log: Log, depth: Depth) -> Count:
    count = total(amalgam(log, name) for name in AMALGAMS if depth.takes(name))
    if depth.only:
        return count
    return count + own_mli_headers(log, BUILD / "amalgamated/c99/permkern.c") + by_make(log)
