# SPDX-License-Identifier: BSD-3-Clause
"""Steps of tools/test: builds for this machine, what configuring refuses, and the library as others compile it."""

import shutil
from collections.abc import Iterator, Mapping

import configurations
import shipping
from builds import Build
from configurations.uses import Configuration, Test
from steps import BUILD, ROOT, Count, Log, StepFailed

# ---- configurations, with their suites ----

# Check forks for each test, which takes many times as long as the test where a sanitizer follows it. The first build
# forks, so that one crash does not hide other tests. Every case of the long sweeps is for `tools/verify --full matrix`.
SAMPLE: Mapping[str, str] = {"PERMKERN_TEST": "sample"}
WITHIN: Mapping[str, str] = {**SAMPLE, "CK_FORK": "no"}
STOP_AT_ONCE = ("-fno-sanitize-recover=all", "-fno-omit-frame-pointer")


def sanitized(configuration: Configuration, test: Test) -> Iterator[str]:
    """Yields Meson's options for sanitizers that end the program at their first finding."""
    if test.sanitize:
        yield f"-Db_sanitize={test.sanitize}"
        if test.compiler == "clang":
            yield "-Db_lundef=false"  # its sanitizers are linked into programs, not into libraries
        yield "-Ddefault_library=static"
        yield "-Dc_args=" + " ".join((*STOP_AT_ONCE, *configuration.defines))


def options_of(configuration: Configuration, test: Test) -> Iterator[str]:
    yield "-Dtests=enabled"
    yield from test.options
    if configuration.permutations != "default":
        yield f"-Dpermutation_set={configuration.permutations}"
    if configuration.own_mli:
        yield f"-Dmli_headers={configuration.mli}"  # of which Meson finds out what macros they ask for
    elif configuration.macros and not test.sanitize:
        raise StepFailed(f"{test.step}: macros are only passed to builds with a sanitizer")
    yield from sanitized(configuration, test)


def builds() -> Iterator[tuple[Test, Build]]:
    for configuration, test in configurations.used(Test):
        environment = SAMPLE if test.whole else WITHIN
        # Vectors and headers do not depend on the set, nor on what words do. The first build runs the suites of each
        # instruction set; each compiler's first build sees the headers, and MLI's releases have headers of their own.
        first = test.whole or test.compiler == "clang" or configuration.own_mli
        without = (() if test.whole else ("isa",)) + (() if first else ("headers",))
        options = tuple(options_of(configuration, test))
        yield test, Build(test.step, options, test.compiler, environment, test.suites, without)


# ---- what configuring accepts, and how it refuses ----


def configure_cases(log: Log) -> Count:
    """Configures with each set of options, and checks whether Meson accepts it, and its message."""
    scratch = BUILD / "configure"
    shutil.rmtree(scratch, ignore_errors=True)
    (scratch / "empty").mkdir(parents=True)
    no_python = "-Dpython=no-such-python"
    cases = (
        ((no_python,), True, "committed (generated/), as no-such-python"),
        ((no_python, "-Dpermutation_set=mli"), False, "permutation_set=mli has to be generated, but no-such-python"),
        (("-Dpython=/no/such/python",), True, "committed (generated/), as /no/such/python"),
        ((no_python, "-Dkernels=build"), False, "with the module jinja2 was not found"),
        (("-Dkernels=committed", "-Dpermutation_set=mli"), False, "generated/ holds the set default, not mli"),
        (("-Dpermutation_set=generator/sets/minimal.toml",), True, "generated in the build"),
        (("-Dpermutation_set=nowhere",), False, "permutation_set: no file"),
        ((f"-Dmli_headers={scratch / 'empty'}",), False, "mli_headers: no mli_types.h in"),
        (("-Dmli_headers=tests/fixtures/mli_other",), False, "neither mli_tensor.capacity (MLI 1.x) nor"),
        (("-Dmli_headers=tests/mli_1_1", "-Dmli_layout=1.1"), False, "mli_layout is of the bundled headers"),
        (("-Dmli_headers=tests/mli_1_0",), True, "1.0 from"),
        (("-Dmli_headers=tests/mli_1_1",), True, "1.1 (mem_stride) from"),
        (("-Dmli_headers=tests/mli_2_0",), True, "2.x (mem_stride, capacity in data) from"),
    )
    count = Count()
    for number, (options, good, says) in enumerate(cases):
        code, output = log.run(["meson", "setup", scratch / f"build-{number}", *options])
        right = (code == 0) == good and says in output and "Traceback" not in output
        if not right:
            log.note(f"FAIL {' '.join(options)}: wanted {'success' if good else 'an error'} and {says!r}")
        count += Count(1, 0) if right else Count(0, 1)
    return count


# ---- the library as others use it ----


def c99_library(log: Log) -> Count:
    """Builds the library without tests as C99, with both compilers."""
    count = Count()
    for compiler in ("gcc", "clang"):
        build = Build(f"c99-{compiler}", ("-Dc_std=c99", "-Dtests=disabled"), compiler)
        build.set_up(log)
        build.compile(log)
        count += Count(1)
    return count


def dropped_in(log: Log) -> Count:
    """Compiles the committed kernels and src/ by one command without Meson, as a firmware project does."""
    program = BUILD / "drop-in"
    sources = [*sorted((ROOT / "generated").glob("*.c")), *sorted((ROOT / "src").rglob("*.c"))]
    paths = [f"-I{ROOT / name}" for name in ("include", "generated", "src")]
    warnings = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    log.must(["gcc", "-O2", *warnings, *paths, *sources, ROOT / "tests/consumer/main.c", "-o", program])
    log.must([program])
    return Count(1)


def installed(log: Log) -> Count:
    """Installs a shared and a static library, and finds each with pkg-config."""
    prefix = BUILD / "a prefix"
    count = Count()
    for kind in ("shared", "static"):
        shutil.rmtree(prefix, ignore_errors=True)
        build = Build(f"install-{kind}", (f"--prefix={prefix}", "--libdir=lib", f"-Ddefault_library={kind}"))
        build.set_up(log)
        log.must(["meson", "install", "-C", build.directory])
        if kind == "shared" and not (prefix / "lib/libpermkern.so.0").exists():
            raise StepFailed("no libpermkern.so.0 was installed")
        flags = shipping.pkg_config(log, prefix / "lib/pkgconfig")
        program = BUILD / f"consumer-{kind}"
        log.must(["gcc", ROOT / "tests/consumer/main.c", *flags, "-o", program])
        log.must([program], env={"LD_LIBRARY_PATH": str(prefix / "lib")})
        count += Count(1)
    return count
