# SPDX-License-Identifier: BSD-3-Clause
"""Tests permkern with CMake: installed and found, fetched, as a subdirectory, and with other options."""

import shutil
from pathlib import Path

from runner.configurations import named
from runner.programs import fresh, generate
from runner.step import ROOT, Count, Depth, Log, StepFailed

from integration.common import (
    CAMERA,
    CONSUMER,
    NO_PYTHON,
    PLAIN,
    build_and_test,
    configure,
    pkg_config,
    refused,
    symbols,
)

QUICK = f"-DCMAKE_C_FLAGS={' '.join(PLAIN)}"


def installed(log: Log, folder: Path) -> Count:
    """Installs permkern in a folder with a space in its name, then finds it with CMake and with pkg-config."""
    prefix = folder / "a prefix"
    library = folder / "library"
    configure(log, ROOT, library, f"-DCMAKE_INSTALL_PREFIX={prefix}", "-DCMAKE_INSTALL_LIBDIR=lib", QUICK)
    log.must(["cmake", "--build", library, "--target", "install"])
    for part in ("examples/camera", "examples/cmake-find", "tests/consumer"):
        shutil.copytree(ROOT / part, folder / part)
    configure(log, folder / "examples/cmake-find", folder / "find", f"-DCMAKE_PREFIX_PATH={prefix}", QUICK)
    count = build_and_test(log, folder / "find", 2)
    program = folder / "a program"
    log.must(["gcc", CONSUMER / "main.c", *pkg_config(log, prefix / "lib/pkgconfig"), "-o", program])
    log.must([program])
    return count + generated_anew(log, folder) + Count(1)


def generated_anew(log: Log, folder: Path) -> Count:
    """Checks that permkern_generate() runs again when the set changes, and only then."""
    made = folder / "find/camera_kernels_kernels/permkern_kernels.h"
    build = ("cmake", "--build", folder / "find", "--target", "camera_kernels")
    before = made.stat().st_mtime_ns
    log.must(build)
    if made.stat().st_mtime_ns != before:
        raise StepFailed("kernels are generated again although nothing has changed")
    path = folder / "examples/camera/camera.toml"
    path.write_text(path.read_text(encoding="utf-8") + "count = 7\nalign = 4\n", encoding="utf-8")
    log.must(build)
    if "align" not in made.read_text(encoding="utf-8"):
        raise StepFailed("kernels are not generated again although the set has changed")
    return Count(2)


def in_place_of_cmsis_nn(log: Log, folder: Path) -> Count:
    """Links permkern::cmsis_nn instead of the transposes in CMSIS-NN's archive."""
    prefix = f"-DCMAKE_PREFIX_PATH={folder / 'a prefix'}"
    configure(log, ROOT / "tests/cmsis_nn_archive", folder / "cmsis-nn", prefix)
    return build_and_test(log, folder / "cmsis-nn", 1)


def fetched(log: Log, folder: Path) -> Count:
    """Builds with FetchContent and Make. Checks the error if a set needs Python and there is none."""
    example = ROOT / "examples/cmake-fetch"
    configure(log, example, folder / "fetch", "-GUnix Makefiles")
    count = build_and_test(log, folder / "fetch", 1)
    without = ("cmake", "-S", example, "-B", folder / "fetch", NO_PYTHON)
    return count + refused(log, without, "has to be generated, but /no/such/python does not run as Python")


def with_options(log: Log, folder: Path) -> Count:
    """Builds with MLI headers, another rank, and committed kernels without Python. Checks errors for wrong options."""
    generate(log, CAMERA / "camera.toml", folder / "committed")
    headers = shutil.copytree(ROOT / named("mli-1.1").mli, folder / "mli 1.1")
    given = (
        f"-DPERMKERN_MLI_HEADERS={headers}",
        "-DPERMKERN_MAX_RANK=4",
        f"-DPERMKERN_PERMUTATION_SET={CAMERA / 'camera.toml'}",
        f"-DPERMKERN_KERNELS={folder / 'committed'}",
        NO_PYTHON,
    )
    configure(log, ROOT, folder / "options", *given)
    log.must(["cmake", "--build", folder / "options"])
    library = symbols(log, folder / "options/libpermkern.a")
    if any(name not in library for name in ("permkern_prepare_rank4", "mli_krn_permute_fx8", "permkern_pin_camera")):
        raise StepFailed("an option of CMake has no effect")
    exported = {"-DPERMKERN_MAX_RANK=4", "-DPERMKERN_MLI_MEM_STRIDE=1", f"-I{headers}"}
    if not exported.issubset(pkg_config(log, folder / "options")):
        raise StepFailed("permkern.pc lacks macros that its users have to define")
    wrong = (
        (f"-DPERMKERN_MLI_HEADERS={folder}", "no mli_types.h in"),
        (f"-DPERMKERN_MLI_HEADERS={ROOT / 'tests/fixtures/mli_other'}", "neither mli_tensor.capacity (MLI 1.x) nor"),
        ("-DPERMKERN_PERMUTATION_SET=nowhere.toml", "no permutation set"),
        (f"-DPERMKERN_KERNELS={folder / 'options'}", "KERNELS is a folder that `permkern generate -o` wrote"),
        ("-DPERMKERN_MLI_LAYOUT=1.1", "MLI_LAYOUT is of the bundled headers"),
    )
    count = Count(1)
    for option, says in wrong:
        count += refused(log, ["cmake", "-S", ROOT, "-B", folder / "options", *given, option], says)
    return count


def subdirectory(log: Log, folder: Path) -> Count:
    """Builds with add_subdirectory from C++, with another layout of the bundled MLI headers."""
    build = folder / "subdirectory"
    given = (f"-DPERMKERN={ROOT}", "-DPERMKERN_MLI_LAYOUT=1.1", "-DPERMKERN_PERMUTATION_SET=tiny")
    configure(log, ROOT / "tests/cmake_subdirectory", build, *given)
    return build_and_test(log, build, 2)


def cmake(log: Log, depth: Depth) -> Count:
    folder = fresh("cmake")
    count = installed(log, folder)
    if depth.whole:
        for part in (in_place_of_cmsis_nn, fetched, with_options, subdirectory):
            count += part(log, folder)
    return count
