# SPDX-License-Identifier: BSD-3-Clause
"""What the programs of examples/ print of their permutes (examples/firmware/example.h), with counted instructions."""

import math
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Permute:
    name: str
    work: str
    size: int  # bytes
    correct: bool
    by_hand: int | None  # instructions; None if they were not counted
    by_kernel: int | None

    @property
    def elements(self) -> int:
        """Of `work`, which begins with the shape: 28x28x8 (2,0,1)."""
        return math.prod(map(int, self.work.split()[0].split("x")))


def read(output: str, counts: list[int] | None) -> list[Permute]:
    """Combines the program's output with the counts. The first count is the cost of the marks themselves."""
    lines = re.findall(r"^permute (.*)\|(.*)\|(\d+)\|(\w+)$", output, re.MULTILINE)
    if not lines or (counts is not None and len(counts) != 1 + 2 * len(lines)):
        raise ValueError(f"{len(lines)} permutes but {len(counts or [])} counts; the program printed: {output[-300:]}")
    permutes = []
    for number, (name, work, size, verdict) in enumerate(lines):
        pair = (None, None) if counts is None else tuple(counts[1 + 2 * number + k] - counts[0] for k in (0, 1))
        permutes.append(Permute(name, work, int(size), verdict == "correct", *pair))
    return permutes
