# SPDX-License-Identifier: BSD-3-Clause
"""
Prints what each client of permkern costs on a Cortex-M4: flash of the adapter and of what it takes of the library, by
GCC -Os, and instructions for each element, through the client's call and by the client's own algorithm written by hand,
by GCC -O2 on QEMU. docs/integration.md holds the table.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import commands
import held
from clients.known import CLIENTS
from clients.measure import Cost, MeasureError, costs
from permutes import Permute

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = ("28x28x8 (2,0,1)", "1x49x40 (0,2,1)")
TABLE = held.Block(ROOT / "docs" / "integration.md", "tools/client-table")


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
        holds = TABLE.holds(printed)
    except (held.HeldError, MeasureError, OSError, ValueError) as error:
        print(f"client-table: {error}", file=sys.stderr)
        return 2
    print(printed.strip())
    print(f"{sum(len(cost.permutes) for cost in found)} permutes, all correct")
    if options.save:
        TABLE.save(printed)
    elif options.check and not holds:
        print("client-table: docs/integration.md holds another table: tools/client-table --save", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
