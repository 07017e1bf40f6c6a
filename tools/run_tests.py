# SPDX-License-Identifier: BSD-3-Clause
"""Builds permkern in all supported configurations, runs the tests of each, and counts the cases.

Each step has its own build directory and log under build/. `tools/test` calls this with the environment set up.
"""

import argparse
import itertools
import json
import re
import shutil
import sys
import threading
import time
import xml.etree.ElementTree
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import beside
import meson_ways
import rtos_ways
import shipping
from builds import Build
from plan_layout import plan_layout
from steps import BUILD, ROOT, Count, Log, StepFailed, processors


@dataclass(frozen=True)
class Step:
    name: str
    title: str
    needs: tuple[str, ...]
    run: Callable[[Log], Count]
    shares: str = ""  # a build directory that other steps use, too, so that they must not run at the same time


# ---- Meson builds ----


def build_step(title: str, build: Build, *needs: str) -> Step:
    return Step(build.name, title, needs, build.all)


SAMPLE: Mapping[str, str] = {"PERMKERN_TEST": "sample"}
CHECKED = "-Dtests=enabled"
STOP_AT_ONCE = ("-fno-sanitize-recover=all", "-fno-omit-frame-pointer")


def sanitized(*arguments: str) -> str:
    return "-Dc_args=" + " ".join((*STOP_AT_ONCE, *arguments))


NO_VECTORS = "-DPERMKERN_VECTOR=0"

HOST_BUILDS = (
    build_step("GCC -O2, every case", Build("gcc", (CHECKED,), "gcc"), "checks"),
    build_step(
        "Clang -O1, ASan and UBSan",
        Build(
            "clang-sanitized",
            (
                CHECKED,
                "-Doptimization=1",
                "-Db_sanitize=address,undefined",
                "-Db_lundef=false",
                "-Ddefault_library=static",
                sanitized(),
            ),
            "clang",
            SAMPLE,  # `tools/verify exhaustive-ubsan` runs every case with these sanitizers
        ),
        "checks",
        "clang",
    ),
    build_step(
        "no unaligned words, UBSan",
        Build(
            "aligned",
            (CHECKED, "-Db_sanitize=undefined", "-Ddefault_library=static", sanitized("-DPERMKERN_UNALIGNED=0")),
            "gcc",
            SAMPLE,
        ),
        "checks",
    ),
    *(
        build_step(
            f"{title}, UBSan",
            Build(
                name,
                (CHECKED, "-Db_sanitize=undefined", "-Ddefault_library=static", sanitized(NO_VECTORS, *macros)),
                "gcc",
                SAMPLE,
            ),
            "checks",
        )
        for name, title, macros in (
            ("networks", "channels by networks, words in pairs", ("-DPERMKERN_NETWORKS=1", "-DPERMKERN_PAIRS=1")),
            ("no-strips", "loops of few registers", ("-DPERMKERN_STRIPS=0", "-DPERMKERN_UNALIGNED=0")),
        )
    ),
    *(
        build_step(f"set {name}", Build(f"set-{name}", (CHECKED, f"-Dpermutation_set={name}"), "gcc", SAMPLE), "checks")
        for name in ("mli", "gtcrn", "minimal", "tiny")
    ),
    *(
        build_step(
            f"MLI {name.replace('_', '.')} headers",
            Build(f"mli_{name}", (CHECKED, f"-Dmli_headers=tests/mli_{name}"), "gcc", SAMPLE),
            "checks",
        )
        for name in ("1_0", "1_1")
    ),
    build_step("committed kernels", Build("committed", (CHECKED, "-Dkernels=committed"), "gcc", SAMPLE), "checks"),
    build_step("rank 4 at most", Build("rank-4", (CHECKED, "-Dmax_rank=4"), "gcc", SAMPLE), "checks"),
)


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
        (("-Dmli_headers=tests/fixtures/mli_2_0",), False, "MLI 2.x headers are not supported"),
        (("-Dmli_headers=tests/mli_1_0",), True, "1.0 from"),
        (("-Dmli_headers=tests/mli_1_1",), True, "1.1 (mem_stride) from"),
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


# ---- other targets ----


def cross_needs(name: str) -> tuple[str, ...]:
    clang = ("clang-cross",) if name.endswith("-clang") else ()
    if name.startswith("cortex-"):
        return "arm", "qemu-arm", *clang
    if name.startswith(("rv32", "rv64")):
        return "riscv", "qemu-riscv", *clang
    return (name.partition("-")[0],)


# Extensions without which the self-test is also run.
PLAIN = (("cortex-m4", "PERMKERN_DSP"),)


def plain(target: str, macro: str, log: Log) -> Count:
    """Runs a target with its extension switched off, so that the portable code is tested on it, too."""
    name = f"cross-{target}-plain"
    more = BUILD / f"{name}.ini"
    more.parent.mkdir(exist_ok=True)
    more.write_text(f"[built-in options]\nc_args = cpu_args + ['-D{macro}=0']\n", encoding="utf-8")
    files = (f"--cross-file={ROOT / 'cross' / target}.ini", f"--cross-file={more}")
    return Build(name, files).all(log)


def cross_steps() -> tuple[Step, ...]:
    steps = []
    for path in sorted((ROOT / "cross").glob("*.ini")):
        build = Build(f"cross-{path.stem}", (f"--cross-file={path}",))
        steps.append(build_step(f"target {path.stem}", build, *cross_needs(path.stem)))
    for target, macro in PLAIN:
        title = f"target {target}, {macro}=0"
        steps.append(Step(f"cross-{target}-plain", title, cross_needs(target), partial(plain, target, macro)))
    return tuple(steps)


def every_level(log: Log) -> Count:
    """Checks the objects at every optimisation level, because compilers insert library calls at different levels."""
    count = Count()
    for target in ("cortex-m0", "cortex-m4", "cortex-m55-clang", "rv32imac", "rv32imacv-clang", "arc-em"):
        for level in ("0", "s", "3"):
            build = Build(
                f"level-{target}-{level}",
                (f"--cross-file={ROOT / 'cross' / target}.ini", f"-Doptimization={level}"),
                suites=("objects",),
            )
            build.set_up(log)
            log.must(["meson", "compile", "-C", build.directory, "joined"])
            count += build.test(log)
    return count


# ---- Python and the sources ----


def pytest(log: Log) -> Count:
    report = BUILD / "pytest.xml"
    report.unlink(missing_ok=True)
    command = [
        sys.executable,
        "-B",
        "-m",
        "pytest",
        "-q",
        "-rs",
        "-p",
        "no:cacheprovider",
        "-n",
        str(processors()),
        "--dist=worksteal",
        f"--junitxml={report}",
        "tests/python",
    ]
    code, _ = log.run(command)
    if not report.exists():
        raise StepFailed(f"pytest ended with {code} and wrote no report")
    suite = xml.etree.ElementTree.parse(report).getroot()[0]
    failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
    skipped = int(suite.get("skipped", 0))
    count = Count(int(suite.get("tests", 0)) - failed - skipped, failed, skipped)
    if (code == 0) != (failed == 0):
        raise StepFailed(f"pytest ended with {code}, its report has {count}")
    return count


def generated_current(log: Log) -> Count:
    """generated/, and the part of src/ that tools/autogen writes: a case each."""
    log.must(["tools/permkern", "check", "generated", "generator/sets/default.toml"])
    log.must(["tools/autogen", "--check"])
    return Count(2)


def shown(log: Log, *command: str) -> Count:
    """Runs a command of tools/ that shows permutes. Each occurrence that it reports is a case."""
    output = log.must([*command])
    totals = re.findall(r"^(\d+) permutes, (\d+) correct$", output, re.MULTILINE)
    if len(totals) != 1:
        raise StepFailed(f"{' '.join(command)} reported no total")
    total, correct = map(int, totals[0])
    return Count(correct, total - correct)


def demo(log: Log) -> Count:
    return shown(log, "tools/demo")


def firmware_examples(log: Log) -> Count:
    count = Count()
    for name in ("microphone", "camera", "motion"):
        count += shown(log, "tools/example", name)
    return count


def starters(log: Log) -> Count:
    """Runs `permkern new`, then `make run`, for every board."""
    count = Count()
    for name in ("cortex-m4", "cortex-m55", "rv32"):
        folder = BUILD / "starters" / name
        shutil.rmtree(folder, ignore_errors=True)
        log.must(["tools/permkern", "new", folder, "--board", name])
        code, output = log.run(["make", "-C", folder, f"PERMKERN={ROOT}/tools/permkern", "run"])
        right = code == 0 and f"{name}: pinned kernel right, any shape right\n" in output
        count += Count(int(right), int(not right))
    return count


def report(log: Log) -> Count:
    """Runs tools/report on two sets. Each kernel with complete and correct figures is a case that passed."""
    count = Count()
    for name in ("gtcrn", "minimal"):
        data = BUILD / "report" / f"{name}.json"
        data.unlink(missing_ok=True)
        log.must(["tools/report", name, "-o", data.with_suffix(".html"), "--json", data])
        for kernel in json.loads(data.read_text(encoding="utf-8"))["kernels"]:
            figure = kernel["figures"][0] or {}
            known = all(figure.get(key) for key in ("flash", "alone", "stack", "instructions", "naive", "passed"))
            good = known and figure["failed"] == 0 and figure["flash"] <= figure["alone"]
            if not good:
                log.note(f"FAIL {name}, {kernel['id']}: {figure}")
            count += Count(1, 0) if good else Count(0, 1)
    return count


def report_page(log: Log) -> Count:
    """Uses the report's page in Chromium as a person would."""
    _, output = log.run([sys.executable, "-B", "tests/report/check_page.py", BUILD / "report" / "page"], timeout=300)
    totals = re.findall(r"^(\d+) passed, (\d+) failed$", output, re.MULTILINE)
    if len(totals) != 1:
        raise StepFailed("tests/report/check_page.py did not reach its end")
    return Count(*map(int, totals[0]))


def board(log: Log) -> Count:
    """Builds and runs the program for real boards with the counters that QEMU has: SysTick and mcycle."""
    count = Count()
    for target in ("cortex-m4", "rv32imac"):
        build = Build(
            f"board-{target}",
            (
                f"--cross-file={ROOT / 'cross' / target}.ini",
                "-Dbench=true",
                "-Dpermutation_set=bench/firmware/cases.toml",
                "-Dtests=disabled",
            ),
            suites=("bench",),
        )
        count += build.all(log)
    return count


def counts(log: Log) -> Count:
    """Compares instruction counts with this compiler's baseline. Each count is a case; new compilers have none."""
    result = BUILD / "bench" / "firmware.json"
    result.unlink(missing_ok=True)
    code, _ = log.run(["tools/bench", "firmware", "-o", BUILD / "bench"])
    if not result.is_file():
        raise StepFailed(f"tools/bench ended with {code} and wrote no result")
    document = json.loads(result.read_text(encoding="utf-8"))
    known = json.loads((ROOT / "bench" / "baseline.json").read_text(encoding="utf-8"))
    compared = sum(len(columns) for key in document["instructions"] for columns in known.get(key, {}).values())
    grown = len(document["grown"])
    return Count(max(compared - grown, 1), grown)


def site(log: Log) -> Count:
    """Builds the documentation, and checks that links work and that the manual page names every verb."""
    log.must(["tools/docs"])
    page = (ROOT / "docs" / "permkern.1").read_text(encoding="utf-8")
    listed = log.must([sys.executable, "-B", "tools/permkern.py", "--help"])
    verbs = re.findall(r"^    ([a-z]+)(?:  |$)", listed, re.MULTILINE)
    named = sum(f"'permkern {verb}'" in page for verb in verbs)
    return Count(named + (ROOT / "build/docs/html/docs/index.html").is_file(), len(verbs) - named)


def lint(log: Log) -> Count:
    log.run(["tools/lint"])
    results = re.findall(r"^(ok|FAIL) ", log.path.read_text(encoding="utf-8"), re.MULTILINE)
    if not results:
        raise StepFailed("tools/lint printed no result")
    return Count(results.count("ok"), results.count("FAIL"))


def all_steps() -> tuple[Step, ...]:
    return (
        *HOST_BUILDS,
        Step("configure", "configurations accepted and refused", ("host",), configure_cases),
        Step("c99", "library as C99, GCC and Clang", ("host", "clang"), c99_library),
        Step("drop-in", "committed files without Meson", ("host",), dropped_in),
        Step("install", "installed, through pkg-config", ("host",), installed),
        Step("subproject", "as a Meson subproject", ("host",), meson_ways.subproject),
        Step("meson-wrap", "as a subproject by a wrap file", ("host",), meson_ways.wrap),
        Step("oldest-meson", "the oldest Meson promised", ("host", "oldest-meson"), meson_ways.oldest),
        Step(
            "amalgamated",
            "as one source and one header",
            ("host", "make", "clang", "arm", "qemu-arm", "clang-cross"),
            shipping.amalgamated,
        ),
        Step("cmake", "CMake: installed, fetched, generating", ("checks", "make", "cmake"), shipping.cmake),
        Step("beside-mli", "beside a libmli.a and its headers", ("checks", "clang", "lld", "arm"), beside.beside_mli),
        Step("zephyr", "Zephyr module, against a stub", ("host", "cmake"), rtos_ways.zephyr),
        Step("esp-idf", "ESP-IDF component, against a stub", ("host", "cmake"), rtos_ways.esp_idf),
        Step(
            "esp-idf-packed",
            "ESP-IDF component, packed by compote",
            ("host", "cmake", "packers"),
            rtos_ways.esp_idf_packed,
        ),
        Step("platformio", "PlatformIO library, packed by pio", ("host", "packers"), shipping.platformio_packed),
        *cross_steps(),
        Step(
            "levels",
            "objects at every optimisation level",
            ("arm", "qemu-arm", "riscv", "qemu-riscv", "arc", "clang-cross"),
            every_level,
        ),
        Step("python", "generator and foreign suites", ("checks",), pytest),
        Step("current", "committed files are what templates give", (), generated_current),
        Step(
            "plan-layout",
            "one plan for every pair of options",
            ("host", "checks", "clang", "libc-32", "arm", "qemu-arm", "clang-cross", "aarch64"),
            plan_layout,
        ),
        Step("demo", "the demo on QEMU", ("arm", "qemu-arm"), demo, shares="emulated"),
        Step("report", "tools/report measures on QEMU", ("host", "arm", "qemu-arm"), report, shares="emulated"),
        Step("report-page", "the report in Chromium", ("chromium",), report_page),
        Step("examples", "examples/firmware, on QEMU", ("arm", "qemu-arm", "riscv", "qemu-riscv"), firmware_examples),
        Step("starters", "projects of permkern new", ("arm", "qemu-arm", "riscv", "qemu-riscv", "make"), starters),
        Step("board", "the bench for boards, on QEMU", ("arm", "qemu-arm", "riscv", "qemu-riscv"), board),
        Step(
            "counts",
            "instruction counts against the baseline",
            ("arm", "qemu-arm", "riscv", "qemu-riscv", "clang-cross"),
            counts,
        ),
        Step("site", "the documentation's site, the manual page", (), site),
        Step("lint", "format, static checks", ("lint",), lint),
    )


# ---- running ----


@dataclass(frozen=True)
class Result:
    step: Step
    count: Count
    seconds: float
    log: Log
    problem: str = ""

    def print(self, position: str) -> None:
        print(f"{position:>5}  {self.step.title:<44} {self.count!s:<26} {self.seconds:6.1f} s", flush=True)
        if self.count.skipped:
            print(f"       {self.count.skipped} skipped, named in {self.log.path.relative_to(ROOT)}", flush=True)
        if self.count.failed:
            name = self.log.path.relative_to(ROOT)
            print(f"\n--- {name}, last lines ---\n{self.log.tail()}\n{self.problem}\n", flush=True)


def run_step(step: Step) -> Result:
    log = Log(BUILD / "logs" / f"{step.name}.log")
    log.begin()
    began = time.monotonic()
    try:
        return Result(step, step.run(log), time.monotonic() - began, log)
    except (StepFailed, OSError, ValueError) as error:
        return Result(step, Count(0, 1), time.monotonic() - began, log, str(error))


def run_steps(steps: Sequence[Step], position: Callable[[], str]) -> Count:
    """Runs as many steps at once as there are processors, those that share a build in turn; returns the total."""
    turns: dict[str, list[Step]] = {}
    for step in steps:
        turns.setdefault(step.shares or step.name, []).append(step)
    total = Count()
    printing = threading.Lock()

    def run_turn(turn: Sequence[Step]) -> Count:
        count = Count()
        for step in turn:
            result = run_step(step)
            with printing:
                result.print(position())
            count += result.count
        return count

    with ThreadPoolExecutor(processors()) as pool:
        for count in pool.map(run_turn, turns.values()):
            total += count
    return total


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools/test", description="Builds and runs every test of permkern.")
    parser.add_argument("step", nargs="*", help="only these steps, by name; default: all")
    parser.add_argument("--list", action="store_true", help="name the steps and end")
    parser.add_argument("--strict", action="store_true", help="a step that cannot run here counts as failed")
    parser.add_argument("--needs", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--without", action="append", default=[], metavar="GROUP", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    steps = all_steps()
    unknown = set(options.step) - {step.name for step in steps}
    if unknown:
        parser.error(f"no such step: {', '.join(sorted(unknown))}; --list names them")
    if options.list:
        print("\n".join(f"{step.name:<20} {step.title}" for step in steps))
        return 0
    chosen = [step for step in steps if not options.step or step.name in options.step]
    if options.needs:
        print("\n".join(dict.fromkeys(group for step in chosen for group in step.needs)))
        return 0
    numbers = itertools.count(1)

    def position() -> str:
        return f"{next(numbers)}/{len(chosen)}"

    left_out = []
    able = []
    for step in chosen:
        lacking = sorted(set(step.needs) & set(options.without))
        if lacking:
            left_out.append(f"not run: {step.title}; missing here: {', '.join(lacking)}")
            print(f"{position():>5}  {step.title:<44} not run", flush=True)
        else:
            able.append(step)
    total = run_steps(able, position)
    print("\n".join(left_out), end="\n" if left_out else "")
    if options.strict:
        total += Count(0, len(left_out))
    print(total)
    return 0 if total.failed == 0 and total.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
