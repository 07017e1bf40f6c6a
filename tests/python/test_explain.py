# SPDX-License-Identifier: BSD-3-Clause
"""`permkern explain`: folding, the chosen kernel, and refusals."""

import json

import pytest
from commands import permkern
from permkern.kernels.permutation import Work, fold


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("1,257,1,2 0,3,2,1 --bits=32", ["drop axes of extent 1: 257x2 (1,0)", "permkern_x32_p10_tile: tile"]),
        ("28,28,8 2,0,1", ["784x8 (1,0)", "permkern_x8_p10_tile", "  strided where words trap (not permkern_words_f"]),
        ("5,4,8 1,0,2", ["run of 8 x 8 bits as one 64-bit element", "folds to 5x4 (1,0), 64-bit"]),
        ("5,6 0,1", ["folds to 30 (0)", "permkern_is_view", "permkern_x8_p0_copy: copy"]),
        ("7 0", ["nothing to fold", "a view suffices"]),
        ("1,257,1,2 0,3,2,1 --set=gtcrn", ["folds to 257x2 (1,0), 32-bit", "\nPinned to this shape as permkern_pin_"]),
        ("9,7 1,0", ["  tile: 9 rows x 7 columns change places\n  strided where words trap (PERMKERN_UNALIGNED is 0)"]),
        ("2,3,2,3,2 4,3,2,1,0", ["permkern_generic: generic, set default has no kernel for 8-bit"]),
        ("3,4 1,0 --set=mli", ["permkern_x8_tile: tile"]),
        ("2,3,4 2,1,0 --bits 1", ["none: generic, only pinned kernels move", "bits: elements share bytes: one by one"]),
        # reversed axes
        ("120,160 1,0 --flip=1", ["folds to 120x160 (1,0) flip (1), 8-bit: nothing to fold", "permkern_x8_p10_tile"]),
        ("120,160,3 0,1,2 --flip=0,1", ["19200x3 (0,1) flip (0)", "none: reverse"]),
        ("4,16 0,1 --flip=1 --set=mli", ["none: reverse"]),
    ],
)
def test_explains(arguments: str, says: list[str]) -> None:
    done = permkern("explain", *arguments.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert [what for what in says if what not in done.stdout] == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        *(((shape, "1,0"), "is not a list of numbers") for shape in ("4,,4", "", "4,²", "4," + "9" * 5000)),
        (("4,5", "1;0"), "permutation '1;0' is not a list of numbers"),
        *((("4,5", "1,0", f"--flip={flip}"), "is not a list of numbers") for flip in ("-1", "")),
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
    assert (told["pinned_needs"], told["pins"]) == ("permkern_words_fit", [])
