# SPDX-License-Identifier: BSD-3-Clause
"""Pinned kernels that reverse axes: their keys in sets, and their results."""

from itertools import permutations, product
from pathlib import Path

import pytest
from clib import self_test
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import SetError, parse_set
from permkern.kernels.permutation import WIDTHS, Shape
from permkern.kernels.render import render
from permkern.package.writer import write

# ---- keys of sets ----


def set_of(keys: str, shape: str = "[120, 160]") -> str:
    """Line 3 is the shape, the keys begin at line 4, one a line; bits 16."""
    return f'format = 1\n[[pinned]]\nshape = {shape}\n{keys}\nname = "turn"\nbits = 16\n'


@pytest.mark.parametrize(("mirror", "flips"), [("horizontal", (False, True)), ("vertical", (True, False))])
def test_mirrors_reverse_columns_or_rows(mirror: str, flips: tuple[bool, bool]) -> None:
    """test_recipes.py has the turns."""
    [request] = parse_set(set_of(f'mirror = "{mirror}"'), "f.toml", "f").pinned
    assert (request.work.perm, request.work.flips) == ((0, 1), flips)


SQUARE = "perm = [1, 0]\n"


@pytest.mark.parametrize(
    ("keys", "shape", "said"),
    [
        *((f"rotate = {value}", "[4, 5]", "4: rotate is ") for value in ("45", "0", "-90", "true", "90.0", "[90]")),
        *((f"mirror = {value}", "[4, 5]", "4: mirror is ") for value in ("true", '"left"', '["vertical"]')),
        ("rotate = 90\nperm = [1, 0]", "[4, 5]", "5: perm beside rotate, which says where all axes go"),
        ("flip = [0]\nrotate = 90", "[4, 5]", "4: flip beside rotate"),
        ('mirror = "vertical"\nrotate = 180', "[4, 5]", "4: mirror beside rotate"),
        ('perm = [0, 1]\nmirror = "vertical"', "[4, 5]", "4: perm beside mirror"),
        ("rotate = 90", "[4]", "4: rotate of a shape of 1 axes; it is for 2 (rows, columns) or 3"),
        ("rotate = 180", "[4, 5, 3, 2]", "4: rotate of a shape of 4 axes"),
        (f"{SQUARE}flip = [2]", "[4, 5]", "5: axis 2 in flip; axes of the output must be from 0 to 1"),
        (f"{SQUARE}flip = [-1]", "[4, 5]", "5: axis -1 in flip"),
        ("perm = [0]\nflip = [1]", "[4]", "5: axis 1 in flip; axes of the output must be 0"),
        (f"{SQUARE}flip = [0, 1, 0]", "[4, 5]", "5: axis 0 twice in flip"),
        *((f"{SQUARE}flip = {value}", "[4, 5]", "5: flip is ") for value in ("[]", "1", "[true]")),
        ("flip = [1]", "[4, 5]", "2: perm is missing"),
        ("rotated = 90", "[4, 5]", "4: unknown key 'rotated' in [[pinned]]; did you mean 'rotate'?"),
    ],
)
def test_mistakes_are_one_line(keys: str, shape: str, said: str) -> None:
    with pytest.raises(SetError) as error:
        parse_set(set_of(keys, shape), "f.toml", "f")
    assert str(error.value).startswith(f"f.toml:{said}")
    assert len(str(error.value).splitlines()) == 1


# ---- the kernels, run ----

SMALL: tuple[Shape, ...] = ((7,), (40,), (9, 6), (12, 20), (20, 4), (22, 9), (4, 5, 3))
# Works for which tests/pinned.toml has no room.
MORE = """
[[pinned]]
name = "bgr"
shape = [5, 7, 3]
perm = [0, 1, 2]
flip = [2]
bits = 8
xor = 0x80
[[pinned]]
name = "runs_of_a_word"
shape = [8, 8, 12]
perm = [1, 0, 2]
bits = 8
align = 4
[[pinned]]
name = "runs_of_two_words"
shape = [8, 8, 12]
perm = [1, 0, 2]
bits = 8
align = 8
[[pinned]]
name = "turned_in_place"
shape = [13, 13]
perm = [1, 0]
flip = [0]
bits = 8
in_place = true
[[pinned]]
name = "bgr_in_place"
shape = [9, 14, 3]
perm = [0, 1, 2]
flip = [2]
bits = 8
in_place = true
[[pinned]]
name = "cycles_in_place"
shape = [4, 20, 12, 8]
perm = [3, 2, 1, 0]
bits = 8
in_place = true
[[pinned]]
name = "axes_in_place"
shape = [4, 5, 3, 6, 7]
perm = [1, 0, 2, 4, 3]
bits = 8
in_place = true
"""
# By one and two words, which may be unaligned; by elements; all widths also with this machine's vectors.
BUILDS = [
    ("speed", 8, "M4"),
    ("size", 16, "BYTES"),
    *((*each, "HOST") for each in product(("speed", "size"), WIDTHS)),
]


@pytest.mark.nightly
@pytest.mark.parametrize(("profile", "bits", "core"), BUILDS)
def test_every_permutation_and_flip_of_small_shapes(profile: str, bits: int, core: str, tmp_path: Path) -> None:
    works = [
        (shape, perm, [k for k in range(len(shape)) if flips[k]])
        for shape in SMALL
        for perm in permutations(range(len(shape)))
        for flips in product((False, True), repeat=len(shape))
    ]
    small = "".join(
        f'[[pinned]]\nname = "s{number}"\nshape = {list(shape)}\nperm = {list(perm)}\nbits = {bits}\n'
        + (f"flip = {flips}\n" if flips else "")
        for number, (shape, perm, flips) in enumerate(works)
    )
    text = f'format = 1\nprofile = "{profile}"\n{small}{MORE}'
    files = render(make_inventory(parse_set(text, "small.toml", "small")))
    write({tmp_path / name: file for name, file in files.items()})
    self_test(tmp_path, *([f"-DPERMKERN_CORE=PERMKERN_CORE_{core}"] if core != "HOST" else []))
