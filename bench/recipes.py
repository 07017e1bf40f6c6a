# SPDX-License-Identifier: BSD-3-Clause
"""
Writes the tables of docs/recipes.md, from generator/recipes.toml. With --count, first counts each recipe on a Cortex-M4
and writes its cost into generator/recipes.toml.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

import held
from builds import ROOT
from permkern.kernels.recipes import Recipe, load_recipes
from runner.step import processors

LIST = ROOT / "generator" / "recipes.toml"
PAGE = ROOT / "docs" / "recipes.md"
HEAD = "| Use | Set | Moves | Instructions (flash) |\n|---|---|---|---|\n"
COST = re.compile(r'(?<=^cost = ")[^"]*|(?<= }, ")[^"]*(?="\])', re.M)
GAPS = 1.2  # output bytes / moved bytes: from here on, the cost is also per output byte


def line(recipe: Recipe) -> str:
    _, *options = recipe.command.split(" ", 1)
    use = recipe.use + "".join(f" (`{each}`)" for each in options)
    return f"| {use} | `{recipe.line}` | `{recipe.moves}` | {recipe.cost} |\n"


def tables() -> Iterator[tuple[str, str]]:
    """Yields each section and its table."""
    for section, recipes in groupby(load_recipes()[1].values(), key=lambda each: each.section):
        yield section, HEAD + "".join(line(recipe) for each in recipes for recipe in each.counted)


def put(page: Path) -> None:
    for section, table in tables():
        held.put(page, f"tools/bench recipes: {section}", table)


def cost(recipe: Recipe) -> str:
    """Counts a recipe: instructions per byte, and flash."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        verb = ["report", "-", "--target", "cortex-m4", "--json", str(report)]
        command = [sys.executable, "-B", str(ROOT / "tools" / "permkern.py"), *verb]
        subprocess.run(command, input=recipe.text, text=True, check=True, capture_output=True)
        told = json.loads(report.read_text(encoding="utf-8"))
    work, instructions = recipe.request.work, told["kernels"][0]["figures"][0]["instructions"]
    each = f"{instructions / work.bytes:.1f}"
    if work.bits < 8 and work.out_bytes > GAPS * work.bytes:
        each += f" per input byte, {instructions / work.out_bytes:.1f} per output byte"
    return f"{each} ({told['targets'][0]['flash']})"


def count() -> None:
    recipes = [recipe for each in load_recipes()[1].values() for recipe in each.counted]
    with ThreadPoolExecutor(processors()) as pool:
        costs = iter(list(pool.map(cost, recipes)))
    LIST.write_text(COST.sub(lambda _: next(costs), LIST.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    if "--count" in sys.argv[1:]:
        count()
    put(PAGE)
