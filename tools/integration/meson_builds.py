# SPDX-License-Identifier: BSD-3-Clause
"""Builds the library with Meson as users do, and with one compiler command."""

import shutil

from runner.builds import Build, count_tests
from runner.programs import copy_tracked, fresh
from runner.step import BUILD, ROOT, Count, Depth, Log, StepFailed

from integration.common import CAMERA, CONSUMER, PLAIN, SETS, pkg_config

PLAIN_MESON = f"-Dc_args={' '.join(PLAIN)}"
NO_PYTHON = "-Dpython=no-such-python"
# Options, whether Meson accepts them, and text in its output.
CONFIGURED = (
    ((NO_PYTHON,), True, "committed (generated/), as no-such-python"),
    ((NO_PYTHON, "-Dpermutation_set=mli"), False, "permutation_set=mli has to be generated, but no-such-python"),
    ((NO_PYTHON, "-Dkernels=build"), False, "with the module jinja2 was not found"),
    (("-Dkernels=committed", "-Dpermutation_set=mli"), False, "generated/ holds the set default, not mli"),
    (("-Dpermutation_set=generator/sets/minimal.toml",), True, "generated in the build"),
    (("-Dpermutation_set=nowhere",), False, "permutation_set: no file"),
    ((f"-Dmli_headers={CONSUMER}",), False, "mli_headers: no mli_types.h in"),
    (("-Dmli_headers=tests/fixtures/mli_other",), False, "neither mli_tensor.capacity (MLI 1.x) nor"),
    (("-Dmli_headers=tests/mli_1_1", "-Dmli_layout=1.1"), False, "mli_layout is of the bundled headers"),
    (("-Dmli_headers=tests/mli_1_0",), True, "1.0 from"),
    (("-Dmli_headers=tests/mli_1_1",), True, "1.1 (mem_stride) from"),
    (("-Dmli_headers=tests/mli_2_0",), True, "2.x (mem_stride, capacity in data) from"),
)


def configure(log: Log, _: Depth) -> Count:
    """Configures with each set of options, and compares Meson's verdict and message."""
    folder = fresh("configure")
    count = Count()
    for number, (options, accepted, says) in enumerate(CONFIGURED):
        code, output = log.run(["meson", "setup", folder / str(number), *options])
        right = (code == 0) == accepted and says in output and "Traceback" not in output
        if not right:
            log.note(f"FAIL {' '.join(options)}: wanted {'success' if accepted else 'an error'} and {says!r}")
        count += Count.of(right)
    return count


# ---- the library alone ----


def drop_in(log: Log, _: Depth) -> Count:
    """Compiles the committed kernels and src/ as C99 with one command, as a firmware project does."""
    program = BUILD / "drop-in"
    sources = [*sorted((ROOT / "generated").glob("*.c")), *sorted((ROOT / "src").rglob("*.c"))]
    paths = [f"-I{ROOT / name}" for name in ("include", "generated", "src")]
    warnings = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    for compiler in ("gcc", "clang"):
        log.must([compiler, "-O2", *warnings, *paths, *sources, CONSUMER / "main.c", "-o", program])
        log.must([program])
    return Count(2)


def install(log: Log, _: Depth) -> Count:
    """Installs a shared and a static library, and links both with pkg-config's options."""
    prefix = fresh("installed") / "a prefix"
    sets = f"-Dpermutation_set={SETS[0]},{SETS[1]}"
    build = Build("install", (f"--prefix={prefix}", "--libdir=lib", "-Ddefault_library=both", sets))
    build.set_up(log)
    log.must(["meson", "install", "-C", build.directory])
    options = pkg_config(log, prefix / "lib/pkgconfig")
    program = prefix / "consumer"
    for kind in ((), ("-static",)):
        log.must(["gcc", *kind, CAMERA / "main.c", *options, "-o", program])
        log.must([program], env={"LD_LIBRARY_PATH": str(prefix / "lib")})
    return Count(2)


# ---- inside another project ----


def subproject(log: Log, _: Depth) -> Count:
    """Builds permkern as a Meson subproject, once per setting of permkern's options."""
    project = shutil.copytree(CONSUMER, fresh("subproject") / "consumer")
    copy_tracked(log, project / "subprojects/permkern")
    shutil.copy(ROOT / "generator/sets/minimal.toml", project / "own.toml")
    settings = (
        "kernels=auto",
        "permutation_set=own.toml",
        "kernels=committed",
        "permutation_set=camera.toml,speech.toml",
    )
    for setting in settings:
        if "camera" in setting:
            shutil.copytree(CAMERA, project, dirs_exist_ok=True)
        build = project / f"build-{setting}"
        log.must(["meson", "setup", "--werror", PLAIN_MESON, f"-Dpermkern:{setting}", build, project])
        log.must(["meson", "test", "-C", build])
        if count_tests(build) != Count(1):
            raise StepFailed("a subproject adds its own tests to those of the project that uses it")
    return Count(len(settings))
