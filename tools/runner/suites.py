# SPDX-License-Identifier: BSD-3-Clause
"""Steps that run the Check suites on this and other machines, and pytest, and check generated files."""

import sys
import xml.etree.ElementTree
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from runner.builds import Build
from runner.configurations import Configuration, named
from runner.programs import fresh, library
from runner.step import BUILD, ROOT, Count, Depth, Log, Step, StepFailed, each, processors, total
from runner.targets import Target, targets

TESTS = ROOT / "tests"
SAMPLE = {"PERMKERN_EVERY": "61"}  # sweeps check one request in 61
MORE = {"PERMKERN_EVERY": "9"}
WITHIN = {**SAMPLE, "CK_FORK": "no"}

# ---- without Meson and Check: any Unix with a C compiler ----

OF_MLI = ("mli",)
OF_CORE = ("core", "calls", "parts", "kernels", "fold", "vector", "xor", "sweeps")

# Suites by configuration: this machine, the choices of other cores, other MLI releases. The steps exhaustive and
# exhaustive-ubsan run more configurations.
SUITES = {
    "host": (*OF_CORE, *OF_MLI),
    "words": ("kernels", "sweeps", "xor"),
    "networks": ("kernels", "sweeps"),
    "pieces-aligned": ("kernels", "sweeps"),
    "bytes": ("kernels", "sweeps"),
    "no-multiply": ("core", "calls", "fold", "sweeps", *OF_MLI),
    "arc": ("kernels", "sweeps"),
    "size": ("core", "calls", "kernels", "sweeps", "xor", *OF_MLI),
    "tiny": ("core", "calls", "kernels", "sweeps", *OF_MLI),
    "pinned": ("kernels", "xor"),
    "pinned-aligned": ("kernels",),
    "pinned-bytes": ("kernels",),
    "mli-1.0": OF_MLI,
    "mli-1.1": OF_MLI,
    "mli-2.0": OF_MLI,
}

# The other configurations are covered in CI by certify, which runs machine code, cross-cortex-m4, and fuzz-mli (1.1).
CHOICES_IN_CI = ("size", "tiny", "pinned", "mli-1.0", "mli-2.0")
CHOICES_COMPILER = ("cc", "-O1")  # compiles fastest


def native(
    log: Log,
    folder: Path,
    configuration: Configuration,
    names: Sequence[str],
    compiler: Sequence[str],
    environment: Mapping[str, str],
) -> Count:
    """
    Compiles the library and programs in tests/ with only a compiler, and runs each program in one process.
    tests/plain_check replaces Check. The set default uses the kernels in generated/.
    """
    given = ROOT / "generated" if configuration.permutations == "default" else None
    objects, arguments = library(log, folder, configuration, compiler, generated=given)
    command = [*compiler, "-std=gnu11", "-O1", *arguments]
    log.must([*command, "-c", TESTS / "harness.c", TESTS / "plain_check/check.c"], cwd=folder)
    linked = [*objects, folder / "harness.o", folder / "check.o"]

    def run(name: str) -> Count:
        log.must([*command, TESTS / f"{name}.c", *linked, "-o", folder / name])
        return log.tested([folder / name], env=environment)

    return total(each(run, names))


def native_suites(log: Log, depth: Depth) -> Count:
    del depth
    names = [f"check_{suite}" for suite in SUITES["host"]]
    return native(log, fresh("native"), named("host"), [*names, "selftest"], ("cc", "-O2"), MORE)


def elsewhere(log: Log, depth: Depth) -> Count:
    folder = fresh("choices")

    def run(name: str) -> Count:
        suites = [f"check_{suite}" for suite in SUITES[name]]
        return native(log, folder / name, named(name), suites, CHOICES_COMPILER, {})

    wanted = depth.only or [name for name in SUITES if depth.whole or name in CHOICES_IN_CI]
    return total(each(run, [name for name in wanted if name != "host"]))


# ---- Meson's builds for this machine ----

# Suites that no other step runs on this machine.
GCC = Build("gcc", compiler="gcc", suites=("headers", "objects", "cmsis"))


def host_build(
    name: str, *options: str, compiler: str = "gcc", suites: tuple[str, ...] = (), without: tuple[str, ...] = ()
) -> Build:
    return Build(name, ("-Dtests=enabled", *options), compiler, WITHIN, suites, without)


SET_MLI = host_build("set-mli", "-Dpermutation_set=mli", "-Doptimization=3", "-Db_lto=true", without=("headers",))
NIGHTLY_BUILDS = (
    host_build("clang", "-Doptimization=s", compiler="clang"),
    host_build("rank-4", "-Dmax_rank=4", without=("headers",)),
    host_build("set-gtcrn", "-Dpermutation_set=gtcrn", suites=("kernels", "selftest", "objects")),
    host_build("mli-1.0", "-Dmli_headers=tests/mli_1_0", "-Dkernels=committed", suites=("mli", "headers", "selftest")),
    host_build("mli-2.0", "-Dmli_headers=tests/mli_2_0", "-Dpermutation_set=mli", suites=("mli", "headers")),
    host_build("layout-1.1", "-Dmli_layout=1.1", "-Dpermutation_set=tiny", suites=("mli", "headers")),
)


def built(build: Build, log: Log, depth: Depth) -> Count:
    del depth
    return build.all(log)


def more_builds(log: Log, depth: Depth) -> Count:
    return total(each(lambda build: build.all(log), [build for build in NIGHTLY_BUILDS if depth.takes(build.name)]))


# ---- emulated machines ----

QUICK_TARGETS = ("cortex-m4", "cortex-m55")
CI_TARGETS = ("cortex-m0", "rv32imac")
# QEMU's processor for targets with vectors of variable length.
OF_ANY_LENGTH = {"rv32imacv-clang": "rv32", "rv64imacv-clang": "rv64"}
LENGTHS = (64, 256, 512, 1024)


def with_length(build: Build, core: str, bits: int) -> Build:
    """Returns a build's suite `planes` with another vector length in bits. Below 128 bits, QEMU needs Zve64f, not V."""
    vectors = "v=true" if bits >= 128 else "v=false,Zve64f=true"
    options = f"-cpu {core},{vectors},vext_spec=v1.0,vlen={bits}"
    return replace(build, environment={"QEMU_RUN_OPTIONS": options}, suites=("planes",))


def on_target(target: Target, log: Log, depth: Depth) -> Count:
    build = Build(f"cross-{target.name}", target.options, without=() if depth.whole else ("headers",))
    count = build.all(log)
    if target.name in OF_ANY_LENGTH:
        count += total(with_length(build, OF_ANY_LENGTH[target.name], bits).test(log) for bits in LENGTHS)
    if depth.whole:  # objects at -Os as well, because compilers insert other library calls there
        count += Build(f"level-{target.name}", (*target.options, "-Doptimization=s"), suites=("objects",)).all(log)
    return count


# ---- Python ----


def pytest(log: Log, depth: Depth, marks: str) -> Count:
    """Runs the Python tests with these marks, in the files that --only names or in all files."""
    report = BUILD / f"pytest-{'-'.join(marks.split())}.xml"
    report.unlink(missing_ok=True)
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", f"--junitxml={report}"]
    command += ["-n", str(processors()), "--dist=loadfile"]
    code, _ = log.run([*command, "-m", marks, *(depth.only or ("tests/python",))])
    if not report.exists():
        raise StepFailed(f"pytest ended with {code} and wrote no report")
    suite = xml.etree.ElementTree.parse(report).getroot()[0]
    failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
    skipped = int(suite.get("skipped", 0))
    if (code == 0) != (failed == 0):
        raise StepFailed(f"pytest ended with {code}, but its report has {failed} failures")
    return Count(int(suite.get("tests", 0)) - failed - skipped, failed, skipped)


def python_quick(log: Log, depth: Depth) -> Count:
    return pytest(log, depth, "not ci and not nightly")


def python(log: Log, depth: Depth) -> Count:
    return pytest(log, depth, "ci or nightly" if depth.whole else "ci and not nightly")


def current(log: Log, depth: Depth) -> Count:
    del depth
    words = ("tools/permkern.py", "check", "generated", "generator/sets/default.toml")
    return Count.of(log.run([sys.executable, "-B", *words])[0] == 0)


def steps() -> tuple[Step, ...]:
    crossed = [
        Step(
            f"cross-{target.name}",
            f"target {target.name}",
            target.needs,
            partial(on_target, target),
            "quick" if target.name in QUICK_TARGETS else "ci" if target.name in CI_TARGETS else "nightly",
        )
        for target in targets()
    ]
    meson = ("host", "check", "meson", "jinja2")
    return (
        Step("python", "generator and foreign suites", ("host", "check", "python-test", "models"), python),
        Step("native", "Check suites on this machine", ("host",), native_suites, "quick"),
        *crossed,
        Step("current", "generated files equal the templates' output", ("jinja2",), current, "quick"),
        Step("python-quick", "generator", ("host", "pytest"), python_quick, "quick"),
        Step("choices", "suites with the choices of other cores", ("host", "jinja2"), elsewhere),
        Step("gcc", "headers alone, objects, CMSIS-NN's transposes", meson, partial(built, GCC)),
        Step("set-mli", "set mli at -O3 with LTO", meson, partial(built, SET_MLI), "nightly"),
        Step("more-builds", "other sets, options and headers", (*meson, "clang"), more_builds, "nightly"),
    )
