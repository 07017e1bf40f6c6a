#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Implements tools/demo: builds a program, runs it on QEMU, checks its results and counts instructions.

Instruction counts are exact and repeatable; they are neither speed nor cycles, which QEMU does not model.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
SET = "gtcrn"
WIDTH = 110

sys.path.insert(0, str(ROOT / "bench"))

import emulated  # noqa: E402
import held  # noqa: E402

BLOCK = held.Block(ROOT / "README.md", "tools/demo")


@dataclass(frozen=True)
class Permute:
    """A distinct permute of the model, and the results of running it."""

    plan: dict[str, object]
    ran: emulated.Counted
    flash: int

    @property
    def correct(self) -> bool:
        return self.ran.correct

    @property
    def count(self) -> int:
        return int(str(self.plan["count"]))

    @property
    def elements(self) -> int:
        elements = 1
        for extent in self.plan["shape"]:  # type: ignore[attr-defined]
            elements *= extent
        return elements

    @property
    def moves(self) -> bool:
        return bool(self.plan["moves"])


def permutes(console: Console) -> list[Permute]:
    with console.status("generating kernels for the model's shapes, building the firmware"):
        directory = emulated.build(SET, ["counted"])
    list_command: list[str | Path] = [sys.executable, "-B", "tools/permkern.py", "list", "--format", "json", SET]
    listed = json.loads(emulated.run(list_command, "permkern list"))
    sizes = emulated.function_sizes(directory)
    with console.status("running it on QEMU, an emulated Cortex-M4"):
        ran = emulated.measure(directory).pinned
    result = []
    for plan in listed["pinned"]:
        if plan["name"] not in ran:
            raise emulated.MeasureError(f"{plan['name']} did not run")
        # A shared routine is a function of its own, unless the compiler inlined it into each caller.
        flash = sum(sizes.get(name, 0) for name in {plan["symbol"], plan["body"]})
        result.append(Permute(plan, ran[plan["name"]], flash))
    return result


def _shape(extents: object) -> str:
    return "x".join(map(str, extents))  # type: ignore[call-overload]


def _per_element(instructions: int | None, elements: int) -> str:
    return "-" if instructions is None else f"{instructions / elements:.2f}"


def show_table(console: Console, rows: list[Permute]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("permute", "folds to", "kernel"):
        table.add_column(name, no_wrap=True)
    for name in ("times", "bytes\nmoved", "pinned", "naive\nloop", "memcpy", "flash\nbytes"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        plan = row.plan
        perm = ",".join(map(str, plan["perm"]))  # type: ignore[call-overload]
        folded = ",".join(map(str, plan["folded_perm"]))  # type: ignore[call-overload]
        table.add_row(
            f"{_shape(plan['shape'])} ({perm})" + ("" if row.correct else "  WRONG"),
            f"{_shape(plan['folded_shape'])} ({folded})",
            str(plan["strategy"]) if row.moves else "(a view)",
            str(row.count),
            str(row.elements * 4) if row.moves else "0",
            *(_per_element(n, row.elements) for n in (row.ran.kernel, row.ran.naive, row.ran.memcpy)),
            str(row.flash),
        )
    console.print(table)


def _total(rows: list[Permute], of: str) -> int | None:
    values = [getattr(row.ran, of) for row in rows]
    return None if None in values else sum(value * row.count for value, row in zip(values, rows, strict=True))


def show_totals(console: Console, rows: list[Permute]) -> None:
    still = [row for row in rows if not row.moves]
    moving = [row for row in rows if row.moves]
    copies = sum(row.count for row in moving)
    total = sum(row.count for row in rows)
    console.print(
        f"Instructions an element, call included, on {emulated.how()}; not cycles.\n"
        "pinned: the kernel. naive loop: sequential writes, strided reads, a loop for each axis. memcpy: picolibc's,\n"
        "byte by byte.\n"
    )
    naive = _total(still, "naive")
    line = f"{total - copies} of {total} permutes move nothing"
    if naive is not None:
        line += f": a model that takes views there saves naive loops of {naive:,} instructions a frame"
    console.print(f"{line}.")
    naive, kernels = _total(moving, "naive"), _total(moving, "kernel")
    line = f"{copies} of {total} permutes move data, with {sum(row.flash for row in moving)} bytes of kernels"
    if naive is not None and kernels is not None:
        line += f": {kernels:,} instructions a frame instead of {naive:,}, {naive - kernels:,} saved by kernels"
    console.print(f"{line}.")


def shown(rows: list[Permute]) -> str:
    """Returns the table and the totals as text of at most WIDTH columns, without spaces at the ends of lines."""
    text = StringIO()
    console = Console(file=text, highlight=False, width=WIDTH)
    show_table(console, rows)
    show_totals(console, rows)
    lines = [line.rstrip() for line in text.getvalue().splitlines()]
    return "\n".join(lines).strip("\n") + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/demo", description=__doc__)
    page = parser.add_mutually_exclusive_group()
    page.add_argument("--check", action="store_true", help="fail where README.md shows another output")
    page.add_argument("--save", action="store_true", help="put the output into README.md")
    options = parser.parse_args()
    try:
        rows = permutes(Console(stderr=True))
        text = shown(rows)
        total = sum(row.count for row in rows)
        correct = sum(row.count for row in rows if row.correct)
        text += f"{total} permutes, {correct} correct\n"
        block = f"```text\n{text}```\n"
        current = BLOCK.holds(block)
    except (emulated.MeasureError, held.HeldError) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 2
    print(text, end="")
    if options.save:
        BLOCK.save(block)
    elif options.check and not current:
        print("demo: README.md shows another output: tools/demo --save", file=sys.stderr)
        return 1
    return 0 if correct == total and total > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
