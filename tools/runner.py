# SPDX-License-Identifier: BSD-3-Clause
"""Chooses steps by name, runs them at the same time and adds up their counts, for tools/test and tools/verify."""

import argparse
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from steps import ROOT, Count, Log, StepFailed, processors


@dataclass(frozen=True)
class Outcome:
    """
    What a step comes to. count: of `unit`s (cases, goals, harnesses, inputs, mutants). figures: what else the step is
    to be known for, each a short phrase with its number. Both are the same for the same sources and tools, on any
    machine: docs/verification.md holds them. Times, and what depends on time, go to the log.
    """

    count: Count
    unit: str = "cases"
    figures: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """needs: groups of packages in tools/lib.sh. shares: steps with the same word here never run at the same time."""

    name: str
    title: str
    needs: tuple[str, ...]
    run: Callable[[Log], Outcome]
    shares: str = ""


@dataclass(frozen=True)
class Result:
    """seconds: from the step's start to its end, waiting for processors included. spent: those of its commands."""

    step: Step
    outcome: Outcome
    seconds: float
    log: Log
    problem: str = ""

    @property
    def count(self) -> Count:
        return self.outcome.count

    @property
    def spent(self) -> float:
        return sum(self.log.spent)


# ---- choosing ----


def add_options(parser: argparse.ArgumentParser, names: str) -> None:
    """Adds the options that both commands have. names: the help of the argument that names steps."""
    parser.add_argument("step", nargs="*", help=names)
    parser.add_argument("--list", action="store_true", help="name the steps and end")
    parser.add_argument("--strict", action="store_true", help="a step that cannot run here counts as failed")
    parser.add_argument("--needs", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--without", action="append", default=[], metavar="GROUP", help=argparse.SUPPRESS)


def parse(parser: argparse.ArgumentParser, arguments: Sequence[str], names: Iterable[str]) -> argparse.Namespace:
    """Parses the arguments, and refuses names that no step has."""
    options = parser.parse_args(arguments)
    unknown = set(options.step) - set(names)
    if unknown:
        parser.error(f"no such step: {', '.join(sorted(unknown))}; --list names them")
    return options


@dataclass(frozen=True)
class Choice:
    """Steps that can run here, and those that cannot, each with what it lacks."""

    able: tuple[Step, ...]
    unable: tuple[tuple[Step, str], ...]

    @property
    def number(self) -> int:
        return len(self.able) + len(self.unable)


def needed(steps: Iterable[Step]) -> str:
    """Returns the groups that steps need, one a line, for the scripts that install them."""
    return "\n".join(dict.fromkeys(group for step in steps for group in step.needs))


def choose(steps: Iterable[Step], without: Iterable[str]) -> Choice:
    """Separates steps that can run from those that need a group that could not be installed."""
    lacking = [(step, ", ".join(sorted(set(step.needs) & set(without)))) for step in steps]
    return Choice(tuple(step for step, lacks in lacking if not lacks), tuple(pair for pair in lacking if pair[1]))


# ---- running ----


def run_step(step: Step, log: Log) -> Result:
    log.begin()
    began = time.monotonic()
    problem = ""
    try:
        outcome = step.run(log)
        if outcome.count == Count():
            outcome, problem = Outcome(Count(0, 1), outcome.unit), "nothing was checked"
    except (StepFailed, OSError, ValueError, KeyError) as error:
        outcome, problem = Outcome(Count(0, 1), "step"), f"{type(error).__name__}: {error}"
    return Result(step, outcome, time.monotonic() - began, log, problem)


def run_steps(
    steps: Sequence[Step], logs: Path, show: Callable[[Result], None], at_once: int | None = None
) -> list[Result]:
    """
    Runs steps, at_once of them at the same time, by default all; their commands wait for one of as many slots as there
    are processors. Steps that share something run in turn. show is called as each step ends, for one step at a time.
    """
    slots = threading.Semaphore(processors())
    showing = threading.Lock()
    turns: dict[str, list[Step]] = {}
    for step in steps:
        turns.setdefault(step.shares or step.name, []).append(step)

    def run_turn(turn: Sequence[Step]) -> list[Result]:
        results = []
        for step in turn:
            result = run_step(step, Log(logs / f"{step.name}.log", slots))
            with showing:
                show(result)
                show_failure(result)
            results.append(result)
        return results

    with ThreadPoolExecutor(at_once or max(len(turns), 1)) as pool:
        results = {result.step.name: result for turn in pool.map(run_turn, turns.values()) for result in turn}
    return [results[step.name] for step in steps]


def show_failure(result: Result) -> None:
    if result.count.failed:
        name = result.log.path.relative_to(ROOT)
        print(f"\n--- {name}, last lines ---\n{result.log.tail()}\n{result.problem}\n", flush=True)


# ---- concluding ----


def conclude(counts: Iterable[Count], choice: Choice, *, strict: bool) -> int:
    """Prints what did not run, then the total as the last line; returns the exit code."""
    for step, lacks in choice.unable:
        print(f"not run: {step.title}; missing here: {lacks}")
    total = sum(counts, Count(0, len(choice.unable) if strict else 0))
    print(total)
    return 0 if total.failed == 0 and total.passed > 0 else 1
