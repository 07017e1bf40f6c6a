# SPDX-License-Identifier: BSD-3-Clause
"""`permkern explain`: what a permute folds to, which kernels move it, and what it refuses."""

import json
import re

import pytest
from commands import permkern
from permkern.kernels.permutation import Work, fold


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("1,257,1,2 0,3,2,1 --bits=32", ["drop axes of extent 1: 257x2 (1,0)", "permkern_x32_p10_tile: tile"]),
        ("28,28,8 2,0,1", ["784x8 (1,0)", "permkern_x8_p10_tile", "no tail code", "tiles (words); columns as"]),
        ("5,4,8 1,0,2", ["run of 8 x 8 bits as one 64-bit element", "folds to 5x4 (1,0), 64-bit"]),
        ("5,6 0,1", ["folds to 30 (0)", "permkern_is_view", "permkern_x8_p0_copy: copy"]),
        ("7 0", ["nothing to fold", "a view suffices"]),
        ("1,257,1,2 0,3,2,1 --set=gtcrn", ["folds to 257x2 (1,0), 32-bit", "\nPinned to this shape as permkern_pin_"]),
        (
            "5,6,7 2,1,0",
            ["around permkern_x8_plane()", "7 columns by permkern_x8_pinned_tile4x4()", "1 row\n"],
        ),
        ("9,7 1,0", ["3 columns and 1 row\n", "strided where words trap"]),
        (
            "2,3,2,3,2 4,3,2,1,0",
            ["has no kernel for 8-bit", "lines along axis 3, by permkern_x8_any_lines(), up to four"],
        ),
        ("4,2,2,14,14 0,3,1,4,2", ["around planes by permkern_x8_p10_tile()", "channels put together (words)"]),
        ("3,4,3,2,3,16 4,2,1,0,3,5", ["runs along axis 5, by permkern_runs(), one for each place of axis 2"]),
        ("4,2 0,1 --xor=1 --bits=16", ["each element exclusive-or 0x0001:"]),
        # what the library chooses at run time
        ("40,5,5 0,2,1", ["permkern_x8_p021_tile: tile", "at run time: the generic routine (words"]),
        ("5,13 1,0", ["tiles that lie over each other (words)"]),
        ("40,41 1,0", ["tiles, then what they leave over (words); rows as lines (words that would trap)\n"]),
        (
            "40,5,41 2,1,0 --target=wasm32",
            ["on hosts: by vectors, if there are enough elements", "permkern_vector_pinned() first"],
        ),
        ("40,41 1,0 --set=mli", ["tiles, then what they leave over (any core); the generic routine (words that"]),
        ("3,4 1,0 --set=mli", ["the generic routine (any core)"]),
        (
            "4,9 1,0 --bits=64 --target=rv32imacv",
            ["the whole plane by them: rows as lines (rvv)"],
        ),
        (
            "28,28,8 2,0,1 --target=m4",
            ["at run time: tiles (words)\n", "\n    784 rows x 8 columns by permkern_x8_pinned_pairs4x8(), "],
        ),
        # reversed axes, and layouts
        ("120,160 1,0 --flip=1", ["folds to 120x160 (1,0) flip (1), 8-bit: nothing to fold", "120 rows x 160 columns"]),
        ("120,160,3 0,1,2 --flip=0,1", ["19200x3 (0,1) flip (0)", "by permkern_reverse24()"]),
        ("4,21 0,1 --flip=1 --bits=16", ["21 elements in reversed order by permkern_reverse16()"]),
        ("4,5 0,1 --in-strides=-8,1", ["strides of the input, in elements: -8, 1", "folds to 4x5 (0,1) flip (0)"]),
        ("3,4,5 1,0,2 --in-strides=20,5,1 --out-strides=15,5,1", ["folds to 3x4x5 (1,0,2), 8-bit", "runs: "]),
        ("3,4 1,0 --in-strides=1,3", ["folds to 12 (0), 8-bit", "a view suffices (permkern_is_view)"]),
        ("4,16 0,1 --flip=1 --set=mli", ["permkern_generic: generic"]),
        ("4,5,6 1,0,2 --bits=32", ["a run of 24 bytes by permkern_pinned_run()"]),
        ("25,2 1,0", ["25 rows x 2 columns by permkern_x8_pinned_split2(), permkern_x8_move()"]),
        ("8,1604 1,0", ["8 rows x 1604 columns by permkern_x8_pinned_pairs8x4(), permkern_x8_pinned_far()"]),
    ],
)
def test_explains(arguments: str, says: list[str]) -> None:
    done = permkern("explain", *arguments.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert [what for what in says if what not in done.stdout] == []


@pytest.mark.parametrize(
    ("target", "others"),
    [
        ("", "mve rvv neon sse2 hosts VECTOR PLANE8 vector"),
        ("--target=m4", "mve rvv neon sse2 hosts VECTOR PLANE8 vector trap PERMKERN_"),
        ("--target=m55", "rvv neon sse2 hosts VECTOR PLANE8 tile strided trap words"),
        ("--target=aarch64", "mve rvv sse2 PLANE8 trap"),
    ],
)
def test_speaks_of_one_target_alone(target: str, others: str) -> None:
    told = permkern("explain", "--set=default", "28,28,8", "2,0,1", *target.split()).stdout.split("Any shape")[1]
    told = "".join(
        line for line in told.splitlines(keepends=True) if not re.match("  on |  permkern_x8_p10_tile", line)
    )
    assert [word for word in others.split() if word in told.split("in place:")[0]] == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        *(((shape, "1,0"), "is not a list of numbers") for shape in ("4,,4", "", "4,²", "4," + "9" * 5000)),
        (("4,5", "1;0"), "permutation '1;0' is not a list of numbers"),
        (("4,5", "1,0", "--xor=x"), "from 1 to 0xff (8 bits)"),
        (("4,5", "1,0", "--xor=0x10000", "--bits=16"), "from 1 to 0xffff (16 bits)"),
        *((("4,5", "1,0", f"--flip={flip}"), "is not a list of numbers") for flip in ("-1", "")),
        (("4,5", "1,0", "--out-strides=4,1,1"), "out-strides '4,1,1' has 3 numbers"),
        *((("4,5", "1,0", f"--in-strides={text}"), "is not a list of numbers") for text in ("5,", "5,--1")),
        (("4,5", "1,0", "--in-strides=-4,1"), "input strides -4,1 let elements of axis 0 share places"),
    ],
)
def test_refuses(arguments: tuple[str, ...], says: str) -> None:
    done = permkern("explain", *arguments)
    assert done.is_refused and says in done.stderr


def test_json() -> None:
    told = json.loads(permkern("explain", "28,28,8", "2,0,1", "--format", "json").stdout)
    folded = fold(Work((28, 28, 8), (2, 0, 1), 8))
    assert told["steps"][-1]["shape"] == list(folded.shape) and told["steps"][-1]["perm"] == list(folded.perm)
    assert (told["bytes"], told["moves"], told["any_shape"]["kernel"]) == (6272, True, "permkern_x8_p10_tile")
    assert (told["pinned"]["strategy"], told["pinned_where_words_trap"]["strategy"]) == ("tile", "strided")
    assert told["any_shape"]["at_run_time"]["ways"] == [
        {"way": "tiles", "cores": ["words"]},
        {"way": "columns as lines", "cores": ["words that would trap"]},
    ]
    told = json.loads(permkern("explain", "5,6", "0,1", "--format", "json").stdout)
    assert told["any_shape"]["at_run_time"] is None
    assert (told["flip"], told["in_strides"], told["contiguous"]) == ([], None, True)


def test_json_of_a_layout() -> None:
    arguments = ("explain", "20,30", "1,0", "--flip=1", "--in-strides=-64,1", "--bits=16", "--format", "json")
    told = json.loads(permkern(*arguments).stdout)
    assert (told["flip"], told["in_strides"], told["out_strides"]) == ([1], [-64, 1], None)
    assert told["folded"] == {"shape": [20, 30], "perm": [1, 0], "flip": [], "bits": 16}
    assert (told["contiguous"], told["moves"], told["steps"]) == (False, True, [])
    assert (told["any_shape"]["kernel"], told["pinned"]) == ("permkern_x16_p10_tile", None)
