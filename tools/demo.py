#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Implements tools/demo: builds a program, runs it on QEMU, checks its results and counts instructions.

Instruction counts are exact and repeatable; they are neither speed nor cycles, which QEMU does not model.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from textwrap import fill
from typing import Any

import emulated
import held

ROOT = Path(__file__).resolve().parent.parent
SET = "gtcrn"
WIDTH = 110
BLOCK = held.Block(ROOT / "docs/performance.md", "tools/demo")
TEXTS = 3  # columns that are aligned to the left
HEADS = (
    ("", "", "", "", "bytes", "", "naive", "", "flash"),
    ("permute", "folds to", "kernel", "times", "moved", "pinned", "loop", "memcpy", "bytes"),
)


@dataclass(frozen=True)
class Permute:
    """A distinct permute of the model, and the results of running it."""

    plan: dict[str, Any]
    ran: emulated.Counted
    flash: int

    @property
    def count(self) -> int:
        return int(self.plan["count"])

    @property
    def moves(self) -> bool:
        return bool(self.plan["moves"])

    @property
    def cells(self) -> tuple[str, ...]:
        elements = prod(self.plan["shape"])
        counts = (self.ran.kernel, self.ran.naive, self.ran.memcpy)
        return (
            work(self.plan["shape"], self.plan["perm"]) + ("" if self.ran.correct else "  WRONG"),
            work(self.plan["folded_shape"], self.plan["folded_perm"]),
            self.plan["strategy"] if self.moves else "(a view)",
            str(self.count),
            str(elements * 4) if self.moves else "0",
            *("-" if count is None else f"{count / elements:.2f}" for count in counts),
            str(self.flash),
        )


def work(shape: Sequence[int], perm: Sequence[int]) -> str:
    return f"{'x'.join(map(str, shape))} ({','.join(map(str, perm))})"


def permutes() -> list[Permute]:
    directory = emulated.build(SET, ["counted"])
    list_command: list[str | Path] = [sys.executable, "-B", "tools/permkern.py", "list", "--format", "json", SET]
    listed = json.loads(emulated.run(list_command, "permkern list"))
    sizes = emulated.function_sizes(directory)
    ran = emulated.measure(directory).pinned
    result = []
    for plan in listed["pinned"]:
        if plan["name"] not in ran:
            raise emulated.MeasureError(f"{plan['name']} did not run")
        # A shared routine is a function of its own, unless the compiler inlined it into each caller.
        flash = sum(sizes.get(name, 0) for name in {plan["symbol"], plan["body"]})
        result.append(Permute(plan, ran[plan["name"]], flash))
    return result


def table(rows: Sequence[Permute]) -> str:
    body = [row.cells for row in rows]
    widths = [max(map(len, column)) for column in zip(*HEADS, *body, strict=True)]
    rule = "─" * (sum(widths) + 3 * (len(widths) - 1))
    lines = []
    for cells in (*HEADS, (rule,), *body):
        padded = [f"{cell:{'<' if at < TEXTS else '>'}{widths[at]}}" for at, cell in enumerate(cells)]
        lines.append(f" {'   '.join(padded)}".rstrip() + "\n")
    return "".join(lines)


def total(rows: Sequence[Permute], of: str) -> int | None:
    values = [getattr(row.ran, of) for row in rows]
    return None if None in values else sum(value * row.count for value, row in zip(values, rows, strict=True))


def totals(rows: Sequence[Permute]) -> str:
    still = [row for row in rows if not row.moves]
    moving = [row for row in rows if row.moves]
    views, copies = (sum(row.count for row in some) for some in (still, moving))
    flash = sum(row.flash for row in moving)
    saved = f"{views} of {views + copies} permutes move nothing"
    cost = f"{copies} of {views + copies} permutes move data, with {flash} bytes of kernels"
    of_views, naive, kernels = total(still, "naive"), total(moving, "naive"), total(moving, "kernel")
    if of_views is not None and naive is not None and kernels is not None:
        saved += f": a model that takes views there saves naive loops of {of_views:,} instructions a frame"
        cost += f": {kernels:,} instructions a frame instead of {naive:,}, {naive - kernels:,} saved by kernels"
    return (
        f"Instructions an element, call included, on {emulated.how()}; not cycles.\n"
        "pinned: the kernel. naive loop: sequential writes, strided reads, a loop for each axis. memcpy: picolibc's,\n"
        f"byte by byte.\n\n{fill(saved + '.', WIDTH)}\n{fill(cost + '.', WIDTH)}\n"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/demo", description=__doc__)
    BLOCK.add_options(parser)
    options = parser.parse_args()
    try:
        rows = permutes()
        count = sum(row.count for row in rows)
        correct = sum(row.count for row in rows if row.ran.correct)
        text = f"{table(rows)}\n{totals(rows)}{count} permutes, {correct} correct\n"
        print(text, end="")
        current = BLOCK.update(f"```text\n{text}```\n", options)
    except (emulated.MeasureError, held.HeldError) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 2
    return 0 if current and correct == count and count > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
