# SPDX-License-Identifier: BSD-3-Clause
"""Writes the tables of docs/recipes.md, from generator/recipes.toml."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import held
from builds import ROOT
from permkern.kernels.recipes import Recipe, load_recipes

PAGE = ROOT / "docs" / "recipes.md"
HEAD = "| Use | Set | Moves | Instructions (flash) |\n|---|---|---|---|\n"


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


if __name__ == "__main__":
    put(PAGE)
