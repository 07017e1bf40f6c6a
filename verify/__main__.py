# SPDX-License-Identifier: BSD-3-Clause
"""Runs the steps, all at once as far as there are processors; prints a line for each, then a table; writes JSON."""

import argparse
import json
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass

from steps import BUILD, ROOT, Count, Log, StepFailed, processors

from verify import page
from verify.catalogue import all_steps
from verify.step import Depth, Outcome, Step

DIRECTORY = BUILD / "verify"


@dataclass(frozen=True)
class Result:
    """seconds: from the step's start to its end, waiting for processors included."""

    step: str
    title: str
    outcome: Outcome
    seconds: float
    problem: str = ""

    @property
    def verdict(self) -> str:
        return f"{self.outcome.count}" + (
            f", {self.outcome.count.skipped} skipped" if self.outcome.count.skipped else ""
        )

    def print(self, position: str) -> None:
        count = f"{self.outcome.count} ({self.outcome.unit})"
        print(f"{position:>6}  {self.title:<44} {count:<36} {self.seconds:6.1f} s", flush=True)


def run_step(step: Step, depth: Depth, slots: threading.Semaphore) -> Result:
    log = Log(DIRECTORY / "logs" / f"{step.name}.log", slots)
    log.begin()
    began = time.monotonic()
    problem = ""
    try:
        outcome = step.run(log, depth)
        if outcome.count == Count():
            outcome, problem = Outcome(Count(0, 1), outcome.unit), "nothing was checked"
    except (StepFailed, OSError, ValueError, KeyError) as error:
        outcome, problem = Outcome(Count(0, 1), "step"), f"{type(error).__name__}: {error}"
    if outcome.count.failed:
        print(f"\n--- {log.path.relative_to(ROOT)}, last lines ---\n{log.tail()}\n{problem}\n", flush=True)
    return Result(step.name, step.title, outcome, time.monotonic() - began, problem)


def run_steps(steps: Sequence[Step], depth: Depth) -> list[Result]:
    """Every step has a thread; its commands wait for one of as many slots as there are processors."""
    slots = threading.Semaphore(processors())
    results = []
    with ThreadPoolExecutor(max_workers=max(len(steps), 1)) as pool:
        running = [pool.submit(run_step, step, depth, slots) for step in steps]
        for number, done in enumerate(as_completed(running), 1):
            result = done.result()
            result.print(f"{number}/{len(steps)}")
            results.append(result)
    names = [step.name for step in steps]
    return sorted(results, key=lambda result: names.index(result.step))


def print_table(results: Sequence[Result]) -> None:
    print(f"\n{'step':<16} {'checked':<28} {'result':<32} {'time':>8}")
    for result in results:
        count = result.outcome.count
        checked = f"{count.passed + count.failed} {result.outcome.unit}"
        print(f"{result.step:<16} {checked:<28} {result.verdict:<32} {result.seconds:6.1f} s")
        for figure in result.outcome.figures:
            print(f"{'':<16} {figure}")


def write_json(results: Sequence[Result], depth: Depth) -> None:
    path = DIRECTORY / f"{'full' if depth.full else 'quick'}.json"
    document = {"depth": path.stem, "steps": [asdict(result) for result in results]}
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    print(f"\n{path.relative_to(ROOT)}")


def compared(results: Sequence[Result], depth: Depth) -> Result:
    """docs/verification.md holds what this run came to."""
    began = time.monotonic()
    differences = page.differences([(result.step, result.outcome) for result in results], depth)
    for difference in differences:
        print(f"docs/verification.md: {difference}")
    if differences:
        print("`tools/verify page` writes what the last run came to")
    count = Count(max(len(results) - len(differences), 0), len(differences))
    return Result("docs", "docs/verification.md says the same", Outcome(count, "rows"), time.monotonic() - began)


def parse(arguments: Sequence[str], steps: Sequence[Step]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tools/verify",
        description="Proves, model checks, fuzzes, measures and mutates permkern: docs/verification.md.",
        epilog="`tools/verify page` puts the figures of the last runs into docs/verification.md.",
    )
    depth = parser.add_mutually_exclusive_group()
    depth.add_argument("--quick", action="store_true", help="what CI runs, below ten minutes (the default)")
    depth.add_argument("--full", action="store_true", help="everything, below ninety minutes")
    parser.add_argument("--soak", type=float, default=0, metavar="MINUTES", help="fuzz each harness for so long")
    parser.add_argument("--accept", action="store_true", help="the steps named write what later runs are held against")
    parser.add_argument("--strict", action="store_true", help="a step that cannot run here counts as failed")
    parser.add_argument("--list", action="store_true", help="name the steps and end")
    parser.add_argument("--needs", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--without", action="append", default=[], metavar="GROUP", help=argparse.SUPPRESS)
    parser.add_argument("step", nargs="*", help="only these steps, by name; default: all of the depth")
    options = parser.parse_args(arguments)
    unknown = set(options.step) - {step.name for step in steps}
    if options.accept and not options.step:
        parser.error("--accept needs the names of steps")
    if unknown:
        parser.error(f"no such step: {', '.join(sorted(unknown))}; --list names them")
    return options


def main(arguments: Sequence[str]) -> int:
    if list(arguments) == ["page"]:
        page.write(DIRECTORY)
        return 0
    steps = all_steps()
    options = parse(arguments, steps)
    depth = Depth(options.full or options.accept, options.soak, options.accept)
    if options.list:
        print("\n".join(f"{step.name:<16} {'     ' if step.quick else 'full '} {step.title}" for step in steps))
        return 0
    chosen = [step for step in steps if step.name in options.step or (not options.step and (depth.full or step.quick))]
    if options.needs:
        print("\n".join(dict.fromkeys(group for step in chosen for group in step.needs)))
        return 0
    runnable = [step for step in chosen if not set(step.needs) & set(options.without)]
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    results = run_steps(runnable, depth)
    if not options.step and not depth.minutes and runnable == chosen:
        results.append(compared(results, depth))
    print_table(results)
    left_out = [step for step in chosen if step not in runnable]
    for step in left_out:
        lacking = ", ".join(sorted(set(step.needs) & set(options.without)))
        print(f"not run: {step.title}; missing here: {lacking}")
    if not options.step and not depth.minutes:
        write_json(results, depth)
    total = sum((result.outcome.count for result in results), Count())
    if options.strict:
        total += Count(0, len(left_out))
    print(total)
    return 0 if total.failed == 0 and total.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
