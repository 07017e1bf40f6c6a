# SPDX-License-Identifier: BSD-3-Clause
"""
Prints what each client of permkern costs on a Cortex-M4: flash of the adapter and of what it takes of the library, by
GCC -Os, and instructions for each element, through the client's call and by the client's own algorithm written by hand,
by GCC -O2 on QEMU. docs/integration.md holds the table.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import commands
from clients.known import CLIENTS
from clients.measure import Cost, MeasureError, costs
from permutes import Permute

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "integration.md"
COLUMNS = ("28x28x8 (2,0,1)", "1x49x40 (0,2,1)")
BEGIN, END = "<!-- tools/client-table -->\n", "<!-- end of tools/client-table -->\n"
NUMBER = re.compile(r"\d+(?:\.\d+)?")
TOLERANCE = 0.1  # of figures that another compiler than the page's gives


# ---- the table ----


def instructions(permute: Permute) -> str:
    if permute.by_hand is None or permute.by_kernel is None:
        raise MeasureError("this QEMU takes no plugin, without which instructions are not counted")
    return f"{permute.by_hand / permute.elements:.2f} → {permute.by_kernel / permute.elements:.2f}"


def row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def cells_of(cost: Cost) -> list[str]:
    by_work = {permute.work: permute for permute in cost.permutes}
    works = [instructions(by_work[work]) if work in by_work else "" for work in COLUMNS]
    return [cost.client, str(cost.adapter), str(cost.pinned), str(cost.tiny), *works]


def table(found: Sequence[Cost], compiler: str) -> str:
    heads = ("Client", "Adapter", "Library, one shape pinned", "Library, profile `tiny`", *COLUMNS)
    lines = [row(heads), "|---|" + "---:|" * (len(heads) - 1) + "\n", *(row(cells_of(cost)) for cost in found)]
    others = [
        row((cost.client, permute.name, permute.work, instructions(permute)))
        for cost in found
        for permute in cost.permutes
        if permute.work not in COLUMNS
    ]
    if others:
        lines += ["\n", row(("Client", "Does", "Shape, permutation", "Instructions")), "|---|---|---|---:|\n", *others]
    return "".join(("\n", *lines, f"\nGCC {compiler}.\n\n"))


# ---- the page ----


def parts(page: str) -> tuple[str, str, str]:
    """Returns what is before the table, the table, and what is behind it."""
    before, begin, rest = page.partition(BEGIN)
    held, end, behind = rest.partition(END)
    if not begin or not end:
        raise MeasureError(f"{PAGE.relative_to(ROOT)} has no {BEGIN.strip()} and {END.strip()}")
    return before + begin, held, end + behind


def close(one: str, other: str) -> bool:
    """Whether two texts are the same but for figures, and those within what compilers differ by."""
    figures = [list(map(float, NUMBER.findall(text))) for text in (one, other)]
    pairs = zip(*figures, strict=False)
    near = all(abs(a - b) <= TOLERANCE * max(a, b) for a, b in pairs)
    return NUMBER.sub("0", one) == NUMBER.sub("0", other) and near


def holds(held: str, printed: str, compiler: str) -> bool:
    """Whether the page has the table: to the digit with the page's compiler, closely with another one."""
    if f"GCC {compiler}.\n" in held:
        return held == printed
    without = [re.sub(r"\nGCC [\d.]+\.\n", "", text) for text in (held, printed)]
    lines = [text.splitlines() for text in without]
    return len(lines[0]) == len(lines[1]) and all(map(close, *lines))


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/client-table", description=__doc__)
    page = parser.add_mutually_exclusive_group()
    page.add_argument("--check", action="store_true", help="fail where docs/integration.md holds another table")
    page.add_argument("--save", action="store_true", help="put the table into docs/integration.md")
    options = parser.parse_args()
    try:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found = costs([client for client in CLIENTS if client.measured], pool)
        compiler = commands.run(["arm-none-eabi-gcc", "-dumpfullversion"], MeasureError).strip()
        printed = table(found, compiler)
        before, held, behind = parts(PAGE.read_text(encoding="utf-8"))
    except (MeasureError, OSError, ValueError) as error:
        print(f"client-table: {error}", file=sys.stderr)
        return 2
    print(printed.strip())
    print(f"{sum(len(cost.permutes) for cost in found)} permutes, all correct")
    if options.save:
        PAGE.write_text(before + printed + behind, encoding="utf-8")
    elif options.check and not holds(held, printed, compiler):
        print("client-table: docs/integration.md holds another table: tools/client-table --save", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
