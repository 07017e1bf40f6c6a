# SPDX-License-Identifier: BSD-3-Clause
"""docs/recipes.md: what each row says that moves is what its line of a set moves, and the kernels do that."""

import re
from itertools import product
from pathlib import Path

import pytest
from clib import self_test
from commands import ROOT
from definition import source_of
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import PermutationSet, PinnedRequest, parse_set
from permkern.kernels.render import render

pytestmark = pytest.mark.ci

ROW = re.compile(r"^\| [^|]+ \| `(name = [^`]+)` \| `([^:`]+): out\[(.+?)\] = in\[(.+?)\](?: \^ (\w+))?` \|", re.M)
ROWS = [found.groups() for found in ROW.finditer((ROOT / "docs" / "recipes.md").read_text(encoding="utf-8"))]


@pytest.fixture(scope="module")
def recipes() -> PermutationSet:
    lines = "".join(f"  {{ {keys} }},\n" for keys, *_ in ROWS)
    return parse_set(f"format = 1\npinned = [\n{lines}]\n", "recipes.md", "recipes")


def moved(request: PinnedRequest) -> list[int]:
    """The input's element for each of the output's, by the definition."""
    work = request.work
    return [source_of(work.shape, work.perm, at, work.flips) for at in range(work.elements)]


def said(ranges: str, out: str, source: str) -> list[int]:
    """The same by a row's text."""
    names, extents = zip(*(one.split(" < ") for one in ranges.split(", ")), strict=True)
    to, of = (eval(f"lambda {', '.join(names)}: {text}") for text in (out, source))
    found = {to(*at): of(*at) for at in product(*(range(int(extent)) for extent in extents))}
    return [found[at] for at in range(len(found))]


def test_rows_say_what_moves(recipes: PermutationSet) -> None:
    page = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    assert len(ROWS) == page.count("`name = ") >= 30
    for request, (_, ranges, out, source, xor) in zip(recipes.pinned, ROWS, strict=True):
        assert said(ranges, out, source) == moved(request), request.name
        assert request.xor == int(xor or "0", 0), request.name


def test_kernels_do_it(recipes: PermutationSet, tmp_path: Path) -> None:
    for name, text in render(make_inventory(recipes)).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    self_test(tmp_path, "-O1")
