# SPDX-License-Identifier: BSD-3-Clause
"""Programs that a step compiles with the library and runs: each ends with its total, `N passed, N failed`."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from builds import count_output
from steps import Count, Log

from verify.step import Depth, each


@dataclass(frozen=True)
class Part:
    """Something that is compiled and run by itself. name: what --only calls it."""

    name: str
    run: Callable[[], Count]


def run_parts(parts: Iterable[Part], depth: Depth) -> tuple[Count, int]:
    """Runs the parts that --only takes, side by side; returns what they count, and how many they are."""
    chosen = [part for part in parts if depth.takes(part.name)]
    return sum(each(lambda part: part.run(), chosen), Count()), len(chosen)


def run_program(
    log: Log,
    command: Sequence[str | Path],
    env: Mapping[str, str] = MappingProxyType({}),
    seconds: float | None = None,
) -> Count:
    """
    Runs a program, for so many seconds at most. One that ends before its total, as by a trap or an address that lost
    its upper half, has failed. Lines that begin with `not here:` name what this machine cannot run: they count as
    skipped.
    """
    code, output = log.run(command, env=env, timeout=seconds)
    count = count_output(output)
    if count is None or (code == 0) != (count.failed == 0):
        return Count(0, 1)
    return Count(count.passed, count.failed, len(re.findall("^not here:", output, re.MULTILINE)))
