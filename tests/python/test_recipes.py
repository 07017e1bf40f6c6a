# SPDX-License-Identifier: BSD-3-Clause
"""Recipes: each formula equals its set line, and the emitted kernels move so. The page has the list's tables."""

import ctypes
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import recipes as bench
from clib import compile_c, include_flags
from commands import ROOT, permkern
from numpy.typing import NDArray
from permkern.cli import main
from permkern.kernels.manifest import parse_set
from permkern.kernels.permutation import Work
from permkern.kernels.recipes import Recipe, load_recipes

pytestmark = pytest.mark.ci

MOVES = re.compile(r"([^:]+): out\[(.+?)\] = in\[(.+?)\](?: \^ (\w+))?")
PLANE = re.compile(r"^\| [^|]+ \| `(rows = [^`]+)` \| `([^:`]+): out\[(.+?)\] = in\[(.+?)\]` \|", re.M)
RECIPES = load_recipes()[1]
# Sizes that are no defaults. The page has the counted ones.
OTHERS = ("epaper_90 --size 176x264", "lanes --lanes 4 --leds 7", "lanes --lanes 32 --bus 32", "xbm_90 --size 12x9")


def filled(command: str) -> Recipe:
    name, *words = command.split()
    return RECIPES[name].filled(
        {option.strip("-"): value for option, value in zip(words[::2], words[1::2], strict=True)}
    )


ALL = (*(recipe for each in RECIPES.values() for recipe in each.counted), *map(filled, OTHERS))

Moves = tuple[NDArray[Any], NDArray[Any]]  # output offsets, and their input offsets


def moved(work: Work) -> Moves:
    """Returns all moves by the definition."""
    at = np.indices(work.out_shape).reshape(len(work.shape), -1)
    source = np.empty_like(at)
    for k, axis in enumerate(work.perm):
        source[axis] = work.shape[axis] - 1 - at[k] if work.is_reversed(k) else at[k]
    source[-1] = np.array(work.order)[source[-1]] if work.order else source[-1]
    return np.array(work.out_steps) @ at + work.out_offset, np.array(work.in_steps) @ source + work.in_offset


def said(ranges: str, out: str, source: str) -> Moves:
    """Returns all moves by a formula."""
    names, extents = zip(*(one.split(" < ") for one in ranges.split(", ")), strict=True)
    at = np.indices(tuple(map(int, extents))).reshape(len(names), -1)
    to, of = (eval(f"lambda {', '.join(names)}: {text}") for text in (out, source))
    return to(*at), of(*at)


def formula(recipe: Recipe) -> tuple[NDArray[Any], NDArray[Any], int]:
    """Returns all moves, and the XOR constant."""
    found = MOVES.fullmatch(recipe.moves)
    assert found is not None, recipe.moves
    return *said(*found.groups()[:3]), int(found[4] or "0", 0)


@pytest.mark.parametrize("recipe", ALL, ids=lambda recipe: recipe.name)
def test_formulas_equal_set_lines(recipe: Recipe) -> None:
    *by_formula, xor = formula(recipe)
    one, other = (np.array(each)[:, each[0].argsort()] for each in (by_formula, moved(recipe.request.work)))
    assert (one == other).all()
    assert xor == recipe.request.xor
    assert parse_set(permkern("recipe", *recipe.command.split()).stdout, "", "").pinned == (recipe.request,)


def check(text: str, prefix: str, recipes: Sequence[Recipe], folder: Path) -> None:
    """Compiles functions of the recipes, and compares them with the formulas."""
    (folder / "all.c").write_text(text, encoding="utf-8")
    compile_c("-O1", "-shared", "-fPIC", folder / "all.c", "-o", folder / "all.so")
    library = ctypes.CDLL(str(folder / "all.so"))
    for recipe in recipes:
        (to, of, xor), bits = formula(recipe), recipe.request.work.bits
        size = (max(to.max(), of.max()) + 1) * bits // 8 + 64  # and gaps, which stay
        before, after = np.random.default_rng(0).integers(0, 256, (2, size // 64 * 64), np.uint8)
        source, wanted = (np.unpackbits(each, bitorder="little").reshape(-1, bits) for each in (before, after))
        wanted[to] = source[of] ^ [xor >> bit & 1 for bit in range(bits)]
        library[prefix + recipe.name](ctypes.c_void_p(before.ctypes.data), ctypes.c_void_p(after.ctypes.data))
        assert after.tobytes() == np.packbits(wanted, bitorder="little").tobytes(), recipe.command


def test_emitted_kernels_move_as_the_formulas_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = ""
    recipes = [each.filled({}) for each in RECIPES.values()]
    for recipe in recipes:
        assert main(["emit", "--recipe", *recipe.command.split()]) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        text += f"{printed.out}\nvoid call_{recipe.name}(const void *in, void *out);\n"
        text += f"void call_{recipe.name}(const void *in, void *out)\n{{\n    {recipe.name}(in, out);\n}}\n"
    check(text, "call_", recipes, tmp_path)


def test_page_has_the_tables(tmp_path: Path) -> None:
    page = tmp_path / "recipes.md"
    shutil.copy(bench.PAGE, page)
    bench.put(page)
    assert page.read_bytes() == bench.PAGE.read_bytes(), "run tools/bench recipes"


def test_lists_all_recipes() -> None:
    listed = permkern("recipe").stdout
    assert [name for name in RECIPES if f"  {name} " not in listed] == []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("emit --recipe epaper_90 --size 122x296", "width 122 must be a multiple of 8, such as 128"),
        ("recipe uv_swap --size 8x7", "height 7 must be a multiple of 2, such as 8"),
        ("recipe lanes --lanes 9", "it must be 9 or more"),
        ("recipe epaper_90 --size 176", "--size '176'"),
        ("recipe lanes --lanes 0", "--lanes '0'"),
        ("recipe epaper_90 --lanes 8", "which has --size 200x200"),
        ("emit --recipe epapr_90", "did you mean epaper_90?"),
        ("emit --recipe red 8,8 1,0 --bits 8", "remove SHAPE, PERM, --bits"),
        ("emit 8,8 1,0 --size 8x8", "name a recipe"),
        ("emit 8,8", "required: PERM;"),
    ],
)
def test_mistakes_are_refused(words: str, reason: str) -> None:
    done = permkern(*words.split())
    assert done.is_refused and reason in done.stderr, done


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
        to, of = said(ranges, out, source)
        wanted[to] = bits[of]
        assert library[f"plane{number}"](ctypes.c_void_p(before.ctypes.data), ctypes.c_void_p(after.ctypes.data)) == 0
        assert after.tobytes() == np.packbits(wanted, bitorder="little").tobytes(), members
