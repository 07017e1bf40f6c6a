# SPDX-License-Identifier: BSD-3-Clause
"""docs/recipes.md: each row's formula equals its set line, and the kernels move so."""

import ctypes
import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from clib import compile_c, include_flags, self_test
from commands import ROOT
from definition import source_of
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import PermutationSet, PinnedRequest, parse_set
from permkern.kernels.permutation import Shape, strides
from permkern.kernels.render import render

pytestmark = pytest.mark.ci

ROW = re.compile(r"^\| [^|]+ \| `(name = [^`]+)` \| `([^:`]+): out\[(.+?)\] = in\[(.+?)\](?: \^ (\w+))?` \|", re.M)
PLANE = re.compile(r"^\| [^|]+ \| `(rows = [^`]+)` \| `([^:`]+): out\[(.+?)\] = in\[(.+?)\]` \|", re.M)
ROWS = [found.groups() for found in ROW.finditer((ROOT / "docs" / "recipes.md").read_text(encoding="utf-8"))]


@pytest.fixture(scope="module")
def recipes() -> PermutationSet:
    lines = "".join(f"  {{ {keys} }},\n" for keys, *_ in ROWS)
    return parse_set(f"format = 1\npinned = [\n{lines}]\n", "recipes.md", "recipes")


def place(index: int, shape: Shape, steps: Shape) -> int:
    """Returns an element's offset, given its row-major index."""
    axes = zip(strides(shape), shape, steps, strict=True)
    return sum(index // stride % extent * step for stride, extent, step in axes)


def moved(request: PinnedRequest) -> dict[int, int]:
    """Returns the input offset for some output offsets, by the definition."""
    work, found = request.work, {}
    for at in range(0, work.elements, 31):  # a prime, so all rows and columns are reached
        source = source_of(work.shape, work.perm, at, work.flips)
        found[place(at, work.out_shape, work.out_steps)] = place(source, work.shape, work.in_steps)
    return found


def said(ranges: str, out: str, source: str) -> dict[int, int]:
    """Returns the input offset for each output offset, by a row's formula."""
    names, extents = zip(*(one.split(" < ") for one in ranges.split(", ")), strict=True)
    to, of = (eval(f"lambda {', '.join(names)}: {text}") for text in (out, source))
    return {to(*at): of(*at) for at in product(*(range(int(extent)) for extent in extents))}


def test_formulas_equal_set_lines(recipes: PermutationSet) -> None:
    page = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    assert len(ROWS) == page.count("`name = ") >= 30
    for request, (_, ranges, out, source, xor) in zip(recipes.pinned, ROWS, strict=True):
        formula = said(ranges, out, source)
        assert len(formula) == request.work.elements, request.name
        assert formula.items() >= moved(request).items(), request.name
        assert request.xor == int(xor or "0", 0), request.name


@pytest.mark.nightly
def test_kernels_do_it(recipes: PermutationSet, tmp_path: Path) -> None:
    for name, text in render(make_inventory(recipes)).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    self_test(tmp_path, "-O1")


def test_planes_of_any_size(tmp_path: Path) -> None:
    """Each row in the plane table moves as its formula says, and changes nothing else."""
    rows = PLANE.findall((ROOT / "docs" / "recipes.md").read_text(encoding="utf-8"))
    assert len(rows) >= 5
    text = '#include "permkern.h"\n'
    for number, (members, *_) in enumerate(rows):
        given = ", ".join(
            f".{one}" for one in (*members.split(", "), "in_capacity = 1 << 14", "out_capacity = 1 << 14")
        )
        text += f"int plane{number}(const void *in, void *out);\nint plane{number}(const void *in, void *out)\n"
        text += f"{{\n    return permkern_bits8x8(&(permkern_bit_plane){{{given}}}, in, out);\n}}\n"
    (tmp_path / "planes.c").write_text(text, encoding="utf-8")
    sources = (tmp_path / "planes.c", ROOT / "src/core/bits8x8.c", ROOT / "src/base/arith.c")
    compile_c("-shared", "-fPIC", *include_flags(ROOT / "generated"), *sources, "-o", tmp_path / "planes.so")
    library = ctypes.CDLL(str(tmp_path / "planes.so"))
    for number, (members, ranges, out, source) in enumerate(rows):
        before, after = (np.random.default_rng(number).integers(0, 256, (2, 1 << 14), np.uint8)).copy()
        wanted, bits = (np.unpackbits(each, bitorder="little") for each in (after, before))
        for to, of in said(ranges, out, source).items():
            wanted[to] = bits[of]
        assert library[f"plane{number}"](ctypes.c_void_p(before.ctypes.data), ctypes.c_void_p(after.ctypes.data)) == 0
        assert after.tobytes() == np.packbits(wanted, bitorder="little").tobytes(), members
