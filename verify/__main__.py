# SPDX-License-Identifier: BSD-3-Clause
"""
Runs the steps, all at once as far as there are processors; prints a line for each, then a table and totals by kind of
evidence; writes JSON. The last line counts steps: one passes if everything that it looked at did.
"""

import argparse
import itertools
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

import runner
from runner import Outcome, Result, Step
from steps import BUILD, ROOT, Count, Log, processors

from verify import page, units
from verify.catalogue import all_steps
from verify.step import Depth

DIRECTORY = BUILD / "verify"
LOGS = DIRECTORY / "logs"
# Some steps at a time: each is written as it ends, so that a run that is broken off keeps most of what it spent. More
# than there are processors, as a step may have a single command to run for minutes.
AT_ONCE = 2 * processors()


def verdict(outcome: Outcome) -> str:
    skipped = outcome.count.skipped
    return f"{outcome.count}, {skipped} skipped" if skipped else str(outcome.count)


def print_table(results: Sequence[Result]) -> None:
    print(f"\n{'step':<16} {'checked':<28} {'result':<32} {'until':>8} {'commands':>9}")
    for result in results:
        outcome = result.outcome
        checked = f"{outcome.count.passed + outcome.count.failed} {outcome.unit}"
        print(
            f"{result.step.name:<16} {checked:<28} {verdict(outcome):<32} {result.seconds:6.1f} s {result.spent:7.1f} s"
        )
        for figure in outcome.figures:
            print(f"{'':<16} {figure}")


def print_totals(results: Sequence[Result]) -> None:
    print(f"\n{'evidence':<14} {'unit':<18} {'result':<32} one is")
    for unit, count in units.totals(result.outcome for result in results):
        print(f"{unit.kind:<14} {unit.name:<18} {verdict(Outcome(count)):<32} {unit.one}")


def step_count(result: Result) -> Count:
    """Counts a step: failed if anything in it did, skipped if all of it was."""
    count = result.count
    return Count(0, 1) if count.failed else Count(1) if count.passed else Count(0, 0, 1)


def json_path(depth: Depth) -> Path:
    return DIRECTORY / f"{'full' if depth.full else 'quick'}.json"


def write_json(results: Sequence[Result], depth: Depth) -> None:
    """Writes what steps came to. What other steps came to, in this run or earlier ones, stays."""
    path = json_path(depth)
    here = {result.step.name for result in results}
    before = json.loads(path.read_text(encoding="utf-8"))["steps"] if path.is_file() else []
    steps = [step for step in before if step["step"] not in here] + [
        {
            "step": result.step.name,
            "title": result.step.title,
            "outcome": asdict(result.outcome),
            "seconds": result.seconds,
            "spent": result.spent,
            "problem": result.problem,
        }
        for result in results
    ]
    document = {"depth": path.stem, "steps": steps}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def compared(results: Sequence[Result], depth: Depth) -> Step:
    """A last step: docs/verification.md holds what this run came to."""

    def compare(_: Log) -> Outcome:
        differences = page.differences([(result.step.name, result.outcome) for result in results], depth)
        for difference in differences:
            print(f"docs/verification.md: {difference}")
        if differences:
            print("`tools/verify page` writes what the last run came to")
        return Outcome(Count(max(len(results) - len(differences), 0), len(differences)), "rows")

    return Step("docs", "docs/verification.md says the same", (), compare)


def parse(arguments: Sequence[str], names: Iterable[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tools/verify",
        description="Proves, model checks, fuzzes, measures and mutates permkern: docs/verification.md.",
        epilog="`tools/verify page` puts the figures of each step's last run into docs/verification.md.",
    )
    depth = parser.add_mutually_exclusive_group()
    depth.add_argument("--quick", action="store_true", help="what CI runs, some ten minutes (the default)")
    depth.add_argument("--full", action="store_true", help="everything but steps to be named, over an hour")
    parser.add_argument("--soak", type=float, default=0, metavar="MINUTES", help="fuzz each harness for so long")
    parser.add_argument("--accept", action="store_true", help="the steps named write what later runs are held against")
    parser.add_argument("--only", action="append", default=[], metavar="PART", help="of steps named, this part alone")
    runner.add_options(parser, "only these steps, by name; default: all of the depth")
    options = runner.parse(parser, arguments, names)
    if options.accept and not options.step:
        parser.error("--accept needs the names of steps")
    if options.only and not options.step:
        parser.error("--only needs the names of steps")
    return options


def main(arguments: Sequence[str]) -> int:
    steps = all_steps()
    if list(arguments) == ["page"]:
        quick = [step.name for step in steps if step.quick]
        page.write(DIRECTORY, {"quick": quick, "full": [step.name for step in steps if step.full]})
        return 0
    options = parse(arguments, (step.name for step in steps))
    depth = Depth(options.full or options.accept, options.soak, options.accept, tuple(options.only))
    if options.list:
        print("\n".join(f"{step.name:<16} {step.runs:<5} {step.title}" for step in steps))
        return 0
    of_depth = [step for step in steps if (step.full if depth.full else step.quick)]
    chosen = [step.at(depth) for step in steps if step.name in options.step or (not options.step and step in of_depth)]
    if options.needs:
        print(runner.needed(chosen))
        return 0
    choice = runner.choose(chosen, options.without)
    numbers = itertools.count(1)

    def show(result: Result) -> None:
        count = f"{result.count} ({result.outcome.unit})"
        position = f"{next(numbers)}/{len(choice.able)}"
        print(f"{position:>6}  {result.step.title:<44} {count:<36} {result.seconds:6.1f} s", flush=True)
        if counted:
            write_json([result], depth)

    whole = not options.step and not depth.minutes
    counted = not depth.minutes and not depth.only and not depth.accept
    results = runner.run_steps(choice.able, LOGS, show, AT_ONCE)
    if whole and not choice.unable:
        results.append(runner.run_step(compared(results, depth), Log(LOGS / "docs.log")))
    print_table(results)
    print_totals([result for result in results if result.step.name != "docs"])
    if counted:
        print(f"\n{json_path(depth).relative_to(ROOT)}")
    print("steps:")
    return runner.conclude(map(step_count, results), choice, strict=options.strict)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
