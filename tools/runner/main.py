# SPDX-License-Identifier: BSD-3-Clause
"""Implements tools/test and tools/nightly: sets up, runs the steps, prints a line when a step begins and ends."""

import argparse
import os
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(_ROOT), str(_ROOT / "tools"), str(_ROOT / "bench")]

from runner import apt, needs, venv  # noqa: E402
from runner.step import BUILD, ROOT, Count, Depth, Log, Step, StepFailed, processors  # noqa: E402

# Steps start in this order, so CI's long steps come first.
VERIFY = "certify exhaustive coverage model_checks pages fuzz fuzz_sets giants big_endian threads static".split()
MODULES = ("runner.suites", *(f"verify.{name}" for name in VERIFY), "runner.sources", "integration", "bench_steps")
LOGS = BUILD / "logs"
SET_UP = "PERMKERN_SET_UP"  # environment variable: set-up is done


@dataclass(frozen=True)
class Result:
    step: Step
    count: Count
    seconds: float
    problem: str = ""


def parse(arguments: Sequence[str], steps: Sequence[Step]) -> argparse.Namespace:
    nightly = arguments[0] == "nightly"
    parser = argparse.ArgumentParser(
        prog=f"tools/{arguments[0]}",
        description="Runs every check there is, in full: hours." if nightly else "Tests permkern: minutes.",
        epilog="docs/verification.md describes the steps.",
        allow_abbrev=False,
    )
    parser.add_argument("step", nargs="*", help="only these steps, by name")
    parser.add_argument("--list", action="store_true", help="list the steps")
    if not nightly:
        parser.add_argument("--all", action="store_true", help="everything that CI runs")
    parser.add_argument("--strict", action="store_true", help="count a step that cannot run here as failed")
    parser.add_argument("--only", action="append", default=[], metavar="PART", help="only this part of the named steps")
    options = parser.parse_args(arguments[1:])
    unknown = set(options.step) - {step.name for step in steps}
    if unknown:
        parser.error(f"no such step: {', '.join(sorted(unknown))}; --list shows them")
    if options.only and not options.step:
        parser.error("--only needs the name of a step")
    options.whole = nightly
    return options


def chosen(steps: Sequence[Step], options: argparse.Namespace) -> list[Step]:
    if options.step:
        return [step for step in steps if step.name in options.step]
    kinds = ("quick", "ci", "nightly") if options.whole else ("quick", "ci") if options.all else ("quick",)
    return [step for step in steps if step.when in kinds]


def set_up(groups: Iterable[str]) -> None:
    """Installs missing packages if allowed, and continues with .venv/'s Python if there is one."""
    began = time.monotonic()
    if apt.is_allowed():
        needs.install(groups)
    print(f"set-up: {time.monotonic() - began:.0f} s", flush=True)
    python = venv.VENV / "bin" / "python3"
    own = str(python) if python.is_file() else sys.executable
    environment = {**os.environ, SET_UP: "1", "PATH": needs.search_path(), "PYTHONDONTWRITEBYTECODE": "1"}
    environment["PYTHONPATH"] = os.pathsep.join(str(ROOT / folder) for folder in ("", "tools", "bench"))
    os.execve(own, [own, "-B", __file__, *sys.argv[1:]], environment)


def run_step(step: Step, log: Log, depth: Depth) -> Result:
    log.begin()
    began = time.monotonic()
    problem = ""
    try:
        count = step.run(log, depth)
        if count == Count():
            count, problem = Count(0, 1), "nothing was checked"
    except (StepFailed, OSError, ValueError, KeyError) as error:
        count, problem = Count(0, 1), f"{type(error).__name__}: {error}"
    return Result(step, count, time.monotonic() - began, problem)


def run_steps(steps: Sequence[Step], depth: Depth) -> list[Result]:
    """Runs the steps, processors() at a time. Returns their results as they end."""
    slots = threading.Semaphore(processors())
    printing = threading.Lock()
    ended: list[Result] = []

    def run(step: Step) -> None:
        log = Log(LOGS / f"{step.name}.log", slots)
        with printing:
            print(f"{'':>7} begins {step.name:<18} {step.title}", flush=True)
        result = run_step(step, log, depth)
        with printing:
            ended.append(result)
            position = f"{len(ended)}/{len(steps)}"
            print(f"{position:>7} ended  {step.name:<18} {result.count}, {result.seconds:.1f} s", flush=True)
            if result.count.failed:
                name = log.path.relative_to(ROOT)
                print(f"\n--- the last lines of {name} ---\n{log.tail()}\n{result.problem}\n", flush=True)

    with ThreadPoolExecutor(processors()) as pool:
        for future in [pool.submit(run, step) for step in steps]:
            future.result()
    return ended


def main(arguments: Sequence[str]) -> int:
    steps: list[Step] = [step for name in MODULES for step in import_module(name).steps()]
    options = parse(arguments, steps)
    if options.list:
        print("\n".join(f"{step.name:<18} {step.when:<8} {step.title}" for step in steps))
        return 0
    wanted = chosen(steps, options)
    depth = Depth(options.whole, tuple(options.only))
    groups = {step.name: step.groups(depth) for step in wanted}
    every = dict.fromkeys(group for of_step in groups.values() for group in of_step)
    if SET_UP not in os.environ:
        set_up(every)
    lacking = {group: needs.lacking(group) for group in every}
    lacks = {step: dict.fromkeys(name for group in of for name in lacking[group]) for step, of in groups.items()}
    able = [step for step in wanted if not lacks[step.name]]
    for step in wanted:
        if lacks[step.name]:
            print(f"{'':>7} left out {step.name:<16} needs {', '.join(lacks[step.name])}", flush=True)
    results = run_steps(able, depth)
    left_out = len(wanted) - len(able)
    unable = Count(0, left_out) if options.strict else Count(0, 0, left_out)
    total = sum((result.count for result in results), unable)
    failed = [result.step.name for result in results if result.count.failed]
    if failed:
        print(f"failed: {' '.join(failed)}")
    print(f"{total.passed} passed, {total.failed} failed, {total.skipped} skipped")
    return 0 if total.failed == 0 and total.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
