# SPDX-License-Identifier: BSD-3-Clause
"""What a step of tools/verify is: a step of tools/runner.py that also knows how far a run goes."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import runner
from runner import Outcome
from steps import Log, processors

__all__ = ["Depth", "Outcome", "Step", "each"]

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Depth:
    """
    How far a run goes: --quick or --full; minutes is a soak's, 0 otherwise. accept: what a step finds, in full, becomes
    the committed file that later runs are held against. only: the parts of steps that run, by name; all, if none is
    named.
    """

    full: bool
    minutes: float = 0
    accept: bool = False
    only: tuple[str, ...] = ()

    def takes(self, part: str) -> bool:
        """Whether a part of a step, as a build or a configuration, runs."""
        return not self.only or part in self.only


@dataclass(frozen=True)
class Step:
    """
    needs: groups of tools/lib.sh. quick, full: whether --quick and --full run it; one that neither does runs where it
    is named. run gets the depth all the same.
    """

    name: str
    title: str
    needs: tuple[str, ...]
    run: Callable[[Log, Depth], Outcome]
    quick: bool = True
    full: bool = True

    @property
    def runs(self) -> str:
        """What has to be asked for: nothing, --full, or the step by its name."""
        return "" if self.quick else "full" if self.full else "named"

    def at(self, depth: Depth) -> runner.Step:
        return runner.Step(self.name, self.title, self.needs, lambda log: self.run(log, depth))


def each(function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Returns the function's result for every item, in order, as many at once as there are processors."""
    with ThreadPoolExecutor(max_workers=processors()) as pool:
        return list(pool.map(function, items))
