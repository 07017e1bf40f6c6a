# SPDX-License-Identifier: BSD-3-Clause
"""Runs the steps of tools/test, which calls this with the environment set up.

Each step has its own build directory and log under build/. What they build is listed in configurations/; what each
kind of step does is in host_builds.py, target_builds.py, own_checks.py, and in the modules about ways to integrate.
"""

import argparse
import itertools
import sys
from collections.abc import Callable, Sequence
from functools import partial

import beside
import host_builds
import meson_ways
import own_checks
import plan_layout
import release_check
import rtos_ways
import runner
import shipping
import target_builds
import target_code
from clients.client import tested
from clients.known import CLIENTS
from runner import Outcome, Result, Step
from steps import BUILD, ROOT, Count, Log, processors


def step(name: str, title: str, needs: tuple[str, ...], count: Callable[[Log], Count], shares: str = "") -> Step:
    return Step(name, title, needs, lambda log: Outcome(count(log)), shares)


def all_steps() -> tuple[Step, ...]:
    emulators = ("arm", "qemu-arm", "riscv", "qemu-riscv")
    return (
        *(step(test.step, test.title, test.needs, build.all) for test, build in host_builds.builds()),
        step("configure", "configurations accepted and refused", ("host",), host_builds.configure_cases),
        step("c99", "library as C99, GCC and Clang", ("host", "clang"), host_builds.c99_library),
        step("drop-in", "committed files without Meson", ("host",), host_builds.dropped_in),
        step("install", "installed, through pkg-config", ("host",), host_builds.installed),
        step("subproject", "as a Meson subproject", ("host",), meson_ways.subproject),
        step("meson-wrap", "as a subproject by a wrap file", ("host",), meson_ways.wrap),
        step("oldest-meson", "the oldest Meson promised", ("host", "oldest-meson"), meson_ways.oldest),
        step(
            "amalgamated",
            "as one source and one header",
            ("host", "make", "clang", "arm", "qemu-arm", "clang-cross"),
            shipping.amalgamated,
        ),
        step(
            "for-targets",
            "only the code of each target",
            (*emulators, "host", "clang-cross", "aarch64", "wasm32"),
            target_code.for_targets,
        ),
        step("cmake", "CMake: installed, fetched, generating", ("checks", "make", "cmake"), shipping.cmake),
        step("beside-mli", "beside a libmli.a and its headers", ("checks", "clang", "lld", "arm"), beside.beside_mli),
        step("zephyr", "Zephyr module, against a stub", ("host", "cmake"), rtos_ways.zephyr),
        step("esp-idf", "ESP-IDF component, against a stub", ("host", "cmake"), rtos_ways.esp_idf),
        step(
            "esp-idf-packed",
            "ESP-IDF component, packed by compote",
            ("host", "cmake", "packers"),
            rtos_ways.esp_idf_packed,
        ),
        step("platformio", "PlatformIO library, packed by pio", ("host", "packers"), shipping.platformio_packed),
        *(step(f"client-{one.name}", one.title, one.needs, partial(tested, client=one)) for one in CLIENTS),
        *(step(made.name, made.title, made.needs, made.count) for made in target_builds.suites()),
        step("levels", "objects at every optimisation level", (*emulators, "arc", "clang-cross"), target_builds.levels),
        step("turned", "reversed axes on emulated cores", (*emulators, "clang-cross"), target_builds.turned),
        step("python", "generator and foreign suites", ("checks",), own_checks.pytest),
        step("current", "committed files are what templates give", (), own_checks.generated_current),
        step(
            "plan-layout",
            "one plan for every pair of options",
            ("host", "checks", "clang", "libc-32", "arm", "qemu-arm", "clang-cross", "aarch64"),
            plan_layout.plan_layout,
        ),
        step("demo", "the demo on QEMU", ("arm", "qemu-arm"), own_checks.demo, shares="emulated"),
        step(
            "report", "tools/report measures on QEMU", ("host", "arm", "qemu-arm"), own_checks.report, shares="emulated"
        ),
        step("report-page", "the report in Chromium", ("chromium",), own_checks.report_page),
        step("examples", "examples/firmware, on QEMU", emulators, own_checks.firmware_examples),
        step("client-table", "what clients cost, on QEMU", ("host", "arm", "qemu-arm"), own_checks.client_table),
        step("starters", "projects of permkern new", (*emulators, "make"), own_checks.starters),
        step("board", "the bench for boards, on QEMU", emulators, target_builds.boards),
        step("counts", "instruction counts against the baseline", (*emulators, "clang-cross"), own_checks.counts),
        step(
            "cycles",
            "cycles on simulated cores against the baseline",
            ("host", "riscv", "qemu-riscv", "verilator"),
            own_checks.cycles,
        ),
        step("release", "a release, twice the same bytes", ("host", "release"), release_check.without_site),
        step("site", "the documentation's site, the manual page", (), own_checks.site),
        step("lint", "format, static checks", ("lint",), own_checks.lint),
    )


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools/test", description="Builds and runs every test of permkern.")
    runner.add_options(parser, "only these steps, by name; default: all")
    steps = all_steps()
    options = runner.parse(parser, arguments, (step.name for step in steps))
    if options.list:
        print("\n".join(f"{step.name:<20} {step.title}" for step in steps))
        return 0
    chosen = [step for step in steps if not options.step or step.name in options.step]
    if options.needs:
        print(runner.needed(chosen))
        return 0
    choice = runner.choose(chosen, options.without)
    numbers = itertools.count(1)

    def position() -> str:
        return f"{next(numbers)}/{choice.number}"

    def show(result: Result) -> None:
        print(f"{position():>5}  {result.step.title:<44} {result.count!s:<26} {result.seconds:6.1f} s", flush=True)
        if result.count.skipped:
            print(f"       {result.count.skipped} skipped, named in {result.log.path.relative_to(ROOT)}", flush=True)

    for step, _ in choice.unable:
        print(f"{position():>5}  {step.title:<44} not run", flush=True)
    results = runner.run_steps(choice.able, BUILD / "logs", show, processors())
    return runner.conclude((result.count for result in results), choice, strict=options.strict)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
