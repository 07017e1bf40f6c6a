# SPDX-License-Identifier: BSD-3-Clause
"""Pinned kernels that reverse axes: how sets ask for them, what they run, and that they are right."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import pinned as probe
import pytest
from clib import Library, build
from permkern.host_strategy import choose_host
from permkern.isa import PORTABLE
from permkern.manifest import SetError, parse_set
from permkern.moves import (
    ElementIndex,
    Elements,
    FarTiles,
    Groups,
    HostAxes,
    Lines,
    Move,
    Reverse,
    ReversedRuns,
    Run,
    ShortRun,
    Strategy,
    Tiles,
    VectorPlane,
)
from permkern.permutation import WIDTHS, Flips, Perm, Shape, Work, fold
from permkern.pinned_text import move_text
from permkern.places import plane_of
from permkern.plan import Plan, make_plan
from permkern.render import render
from permkern.strategy import choose_move
from permkern.vectors import source_of
from permkern.writer import write

# ---- keys of sets ----


def set_of(keys: str, shape: str = "[120, 160]") -> str:
    """Line 3 is the shape, the keys begin at line 4, one a line; bits 16."""
    return f'format = 1\n[[pinned]]\nshape = {shape}\n{keys}\nname = "turn"\nbits = 16\n'


def asked(keys: str, shape: str = "[120, 160]") -> Work:
    return parse_set(set_of(keys, shape), "f.toml", "f").pinned[0].work


@pytest.mark.parametrize(
    ("keys", "perm", "flips"),
    [
        ("rotate = 90", (1, 0), (False, True)),
        ("rotate = 180", (0, 1), (True, True)),
        ("rotate = 270", (1, 0), (True, False)),
        ('mirror = "horizontal"', (0, 1), (False, True)),
        ('mirror = "vertical"', (0, 1), (True, False)),
        ("perm = [1, 0]\nflip = [1]", (1, 0), (False, True)),
        ("perm = [1, 0]\nflip = [1, 0]", (1, 0), (True, True)),
    ],
)
def test_a_picture_is_turned(keys: str, perm: Perm, flips: Flips) -> None:
    """With and without channels, which stay in their pixel."""
    assert asked(keys) == Work((120, 160), perm, 16, flips)
    if "perm" not in keys:
        assert asked(keys, "[120, 160, 3]") == Work((120, 160, 3), (*perm, 2), 16, (*flips, False))


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ("rotate = 90", lambda r, c: (c, 2 - r)),  # the top row becomes the rightmost column
        ("rotate = 180", lambda r, c: (2 - r, 3 - c)),
        ("rotate = 270", lambda r, c: (3 - c, r)),  # the top row becomes the leftmost column
        ('mirror = "horizontal"', lambda r, c: (r, 3 - c)),
        ('mirror = "vertical"', lambda r, c: (2 - r, c)),
    ],
)
def test_a_pixel_goes_where_the_turn_takes_it(keys: str, place: Callable[[int, int], tuple[int, int]]) -> None:
    work = asked(keys, "[3, 4]")
    columns = work.out_shape[1]
    for row, column in product(range(3), range(4)):
        to = place(row, column)
        assert source_of(work.shape, work.perm, to[0] * columns + to[1], work.flips) == row * 4 + column


SQUARE = "perm = [1, 0]\n"


@pytest.mark.parametrize(
    ("keys", "shape", "said"),
    [
        ("rotate = 45", "[4, 5]", "4: rotate is 45; it must be 90, 180 or 270 (degrees clockwise)"),
        ("rotate = 0", "[4, 5]", "4: rotate is 0; it must be 90, 180 or 270 (degrees clockwise)"),
        ("rotate = -90", "[4, 5]", "4: rotate is -90; it must be 90, 180 or 270 (degrees clockwise)"),
        ("rotate = true", "[4, 5]", "4: rotate is true; it must be 90, 180 or 270 (degrees clockwise)"),
        ("rotate = 90.0", "[4, 5]", "4: rotate is 90.0; it must be 90, 180 or 270 (degrees clockwise)"),
        ("rotate = [90]", "[4, 5]", "4: rotate is [90]; it must be 90, 180 or 270 (degrees clockwise)"),
        ("mirror = true", "[4, 5]", '4: mirror is true; it must be "horizontal" or "vertical"'),
        ('mirror = "left"', "[4, 5]", '4: mirror is \'left\'; it must be "horizontal" or "vertical"'),
        ('mirror = ["vertical"]', "[4, 5]", '4: mirror is [\'vertical\']; it must be "horizontal" or "vertical"'),
        (
            "rotate = 90\nperm = [1, 0]",
            "[4, 5]",
            "5: perm beside rotate, which says where all axes go; remove one of the two",
        ),
        ("flip = [0]\nrotate = 90", "[4, 5]", "4: flip beside rotate, which says where all axes go; "),
        (
            'mirror = "vertical"\nrotate = 180',
            "[4, 5]",
            "4: mirror beside rotate, which says where all axes go; remove",
        ),
        (
            'mirror = "vertical"\nflip = [1]',
            "[4, 5]",
            "5: flip beside mirror, which says where all axes go; remove one",
        ),
        ('perm = [0, 1]\nmirror = "vertical"', "[4, 5]", "4: perm beside mirror, which says where all axes go; "),
        (
            "rotate = 90",
            "[4]",
            "4: rotate of a shape of 1 axes; it is for 2 (rows, columns) or 3 (rows, columns, chann",
        ),
        (
            "rotate = 180",
            "[4, 5, 3, 2]",
            "4: rotate of a shape of 4 axes; it is for 2 (rows, columns) or 3 (rows, colu",
        ),
        ('mirror = "vertical"', "[4]", "4: mirror of a shape of 1 axes; it is for 2 (rows, columns) or 3 (rows, "),
        (f"{SQUARE}flip = [2]", "[4, 5]", "5: axis 2 in flip; axes of the output must be from 0 to 1"),
        (f"{SQUARE}flip = [-1]", "[4, 5]", "5: axis -1 in flip; axes of the output must be from 0 to 1"),
        ("perm = [0]\nflip = [1]", "[4]", "5: axis 1 in flip; axes of the output must be 0"),
        (f"{SQUARE}flip = [0, 1, 0]", "[4, 5]", "5: axis 0 twice in flip; each axis may be there once"),
        (f"{SQUARE}flip = []", "[4, 5]", "5: flip is []; it must be a list of whole numbers, for example [1]"),
        (f"{SQUARE}flip = 1", "[4, 5]", "5: flip is 1; it must be a list of whole numbers, for example [1]"),
        (f"{SQUARE}flip = [true]", "[4, 5]", "5: flip is [True]; it must be a list of whole numbers, for example [1]"),
        ("flip = [1]", "[4, 5]", "2: perm is missing; add it, for example: perm = [2, 0, 1]"),
        ("rotated = 90", "[4, 5]", "4: unknown key 'rotated' in [[pinned]]; did you mean 'rotate'?"),
    ],
)
def test_mistakes_are_one_line(keys: str, shape: str, said: str) -> None:
    with pytest.raises(SetError) as error:
        parse_set(set_of(keys, shape), "f.toml", "f")
    assert str(error.value).startswith(f"f.toml:{said}")
    assert len(str(error.value).splitlines()) == 1


# ---- what is chosen ----


def move_of(shape: Shape, perm: Perm, flips: tuple[int, ...], bits: int = 8, *, small: bool = False) -> Move:
    work = fold(Work(shape, perm, bits, tuple(k in flips for k in range(len(perm)))))
    return choose_move(work, 4, PORTABLE, words=True, small=small)


@pytest.mark.parametrize(
    ("shape", "perm", "flips", "bits", "strategy", "kinds"),
    [
        ((120, 160), (1, 0), (1,), 8, Strategy.TILE, {Tiles}),
        ((120, 160), (1, 0), (0,), 16, Strategy.TILE, {Tiles}),
        ((120, 160), (0, 1), (0, 1), 8, Strategy.REVERSE, {Reverse}),
        ((120, 160), (0, 1), (1,), 32, Strategy.REVERSE, {Reverse}),
        ((120, 160), (0, 1), (0,), 16, Strategy.RUNS, {Run}),
        ((120, 160, 3), (0, 1, 2), (0, 1), 8, Strategy.RUNS, {Reverse}),
        ((120, 160, 3), (0, 1, 2), (1,), 8, Strategy.RUNS, {Reverse}),
        ((120, 160, 3), (1, 0, 2), (1,), 8, Strategy.RUNS, {ShortRun}),
        ((120, 160, 3), (0, 1, 2), (2,), 8, Strategy.REVERSE, {ReversedRuns}),
        ((6, 7, 3), (0, 1, 2), (0, 1), 16, Strategy.RUNS, {ShortRun}),
        ((2, 7, 3), (0, 1, 2), (1,), 8, Strategy.RUNS, {ShortRun}),
        ((120, 160, 3), (2, 0, 1), (0,), 8, Strategy.INTERLEAVE, {Groups}),
        ((3, 120, 160), (1, 2, 0), (2,), 8, Strategy.INTERLEAVE, {Groups}),
        ((120, 160, 3), (2, 0, 1), (2,), 8, Strategy.STRIDED, {Lines}),
        ((20, 30, 3), (2, 0, 1), (2,), 8, Strategy.STRIDED, {Elements}),
        ((3, 20, 30), (1, 2, 0), (0, 1), 8, Strategy.STRIDED, {Elements}),
        ((8, 1604), (1, 0), (1,), 8, Strategy.TILE, {FarTiles}),
        ((4000, 5), (1, 0), (0,), 64, Strategy.TILE, {FarTiles, Elements}),
    ],
)
def test_strategies(
    shape: Shape, perm: Perm, flips: tuple[int, ...], bits: int, strategy: Strategy, kinds: set[type]
) -> None:
    move = move_of(shape, perm, flips, bits)
    assert move.choice.strategy is strategy
    assert {type(part) for part in move.nests[-1].parts} == kinds
    planes = [part for nest in move.nests for part in nest.parts if isinstance(part, VectorPlane)]
    assert len(planes) == (move.plane is not None), "vectors of firmware take every plane"


def test_planes_have_negative_strides_of_what_is_reversed() -> None:
    for rows_back, cols_back in product((False, True), repeat=2):
        plane = plane_of(Work((5, 7), (1, 0), 16, (cols_back, rows_back)))
        assert (plane.row_stride, plane.col_stride) == (-14 if rows_back else 14, -10 if cols_back else 10)
        assert (plane.in_first, plane.out_first) == (56 if rows_back else 0, 60 if cols_back else 0)


def test_a_host_gets_an_index_of_few_elements_and_axes_of_others() -> None:
    """Of planes with neighbours in order on both sides; from the first elements."""
    for perm, flips in product(permutations(range(2)), product((False, True), repeat=2)):
        work = Work((3, 5), perm, 16, flips)
        host = choose_host(work)
        assert isinstance(host, ElementIndex)
        assert host.index[:15] == tuple(source_of(work.shape, perm, at, flips) for at in range(15))
        large = choose_host(Work((30, 50), perm, 16, flips))
        assert isinstance(large, HostAxes)
        places = [(large.in_first, large.out_first)]
        for axis in large.axes:
            steps = range(axis.extent)
            places = [(a + k * axis.in_stride, b + k * axis.out_stride) for a, b in places for k in steps]
        moved = {b // 2: a // 2 for a, b in places}
        assert moved == {at: source_of((30, 50), perm, at, flips) for at in range(1500)}
        if perm == (1, 0):
            assert (large.axes[0].in_stride, large.axes[1].out_stride) == (2, 2)


# ---- what is written ----

SUM = re.compile(r"\b(?:src|dst|at|to)((?: [+-] \w+(?: \* \w+)?)+)")
TERM = re.compile(r"([+-]) (\w+)")


@pytest.mark.parametrize("bits", WIDTHS)
def test_no_sum_leaves_the_arrays_on_its_way(bits: int) -> None:
    """A constant is added, then what is subtracted follows, then what is added."""
    seen = set()
    for shape, perm, flips in probe.FLIPPED:
        for small in (False, True):
            for line in move_text(move_of(shape, perm, flips, bits, small=small)):
                for terms in map(TERM.findall, SUM.findall(line)):
                    signs = "".join(sign for sign, _ in terms)
                    assert re.fullmatch(r"\+(-*)\+*", signs), line
                    assert "-" not in signs or terms[0][1].isdigit(), line
                    seen.add("-" in signs)
    assert seen == {False, True}


def test_constants_of_a_body_lie_above_its_pointers() -> None:
    """Cores encode large offsets above a pointer in an instruction, and hardly any below it."""
    for shape, perm, flips in probe.FLIPPED:
        text = "\n".join(move_text(move_of(shape, perm, flips)))
        assert not re.search(r"\b(at|to) - ", text)


# ---- tables ----


def plan_of(text: str) -> Plan:
    return make_plan(parse_set(text, "f.toml", "f"))


def test_rows_tell_works_apart_that_differ_in_what_is_reversed() -> None:
    texts = [
        set_of(keys, "[9, 7]").replace('"turn"', f'"{name}"').removeprefix("format = 1\n")
        for name, keys in (("plain", "perm = [1, 0]"), ("r90", "rotate = 90"), ("r270", "rotate = 270"))
    ]
    plan = plan_of("format = 1\n" + "".join(texts))
    assert [(row.pinned.request.name, row.flips) for row in plan.pinned_entries] == [
        ("plain", 0),
        ("r270", 1),
        ("r90", 2),
    ]
    files = render(plan)
    assert "#define PERMKERN_PINNED_FLIPS 1\n" in files["permkern_kernels.h"]
    rows = re.findall(r"\{(permkern_pin_\w+), \{7, 9\}, 2, 1, 1, (\d)\},", files["permkern_table.c"])
    assert rows == [("permkern_pin_plain", "0"), ("permkern_pin_r270", "1"), ("permkern_pin_r90", "2")]
    assert "permkern_pin_plain(in, out)" in files["permkern_pinned.hpp"]
    assert "permkern_pin_r90" not in files["permkern_pinned.hpp"], "C++ does not ask for reversed axes"
    assert 'PERMKERN_PIN(permkern_pin_r90, 16, "9x7", "10", "1", 2, 1, 1)\n' in files["permkern_plan.inc"]
    assert "{{9, 7}, {1, 0}, 2, 2, 1, 63, shape_1}" in files["permkern_vectors.inc"]


def test_rows_of_a_set_that_reverses_nothing_have_no_room_for_it() -> None:
    files = render(plan_of(set_of("perm = [1, 0]", "[9, 7]")))
    assert "#define PERMKERN_PINNED_FLIPS 0\n" in files["permkern_kernels.h"]
    assert "{permkern_pin_turn, {7, 9}, 2, 1, 1}" in files["permkern_table.c"]


def test_kernels_say_what_they_reverse() -> None:
    text = render(plan_of(set_of("rotate = 90")))["permkern_x16.c"]
    assert "120x160 (1,0) flip (1), 16-bit: in[a][b] -> out[b][119 - a]." in text


def test_requests_of_one_work_share_a_routine_and_others_do_not() -> None:
    one = set_of("rotate = 90", "[9, 7]").replace('"turn"', '"one"')
    two = set_of("perm = [2, 1, 0]\nflip = [2]", "[9, 1, 7]").replace('"turn"', '"two"').removeprefix("format = 1\n")
    plan = plan_of(one + two)
    assert [routine.name for routine in plan.routines if "flip1" in routine.name] == [
        routine.name for routine in plan.routines
    ]
    assert {replace(entry.body, host=None) for entry in plan.pinned} == {replace(plan.pinned[0].body, host=None)}


# ---- the kernels, run ----

SMALL: tuple[Shape, ...] = ((7,), (40,), (9, 6), (3, 8), (8, 3), (4, 5, 3))


@pytest.mark.parametrize("profile", ["speed", "size"])
def test_every_permutation_and_flip_of_small_shapes(profile: str, tmp_path: Path) -> None:
    works = [
        (shape, perm, tuple(k for k in range(len(shape)) if flips[k]))
        for shape in SMALL
        for perm in permutations(range(len(shape)))
        for flips in product((False, True), repeat=len(shape))
    ]
    text = probe.set_of(works, least=True).replace("\n\n", f'\nprofile = "{profile}"\n\n', 1)
    plan = make_plan(parse_set(text, "small.toml", "small"))
    write({tmp_path / name: file for name, file in render(plan).items()})
    library = Library(build(tmp_path / "libsmall.so", tmp_path, "-O0"))
    for entry in plan.pinned:
        probe.check_pinned(library, plan, entry)
