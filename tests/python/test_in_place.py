# SPDX-License-Identifier: BSD-3-Clause
"""In-place kernels: cycle starts, the limit, mistakes. test_flips.py runs some."""

from itertools import product

import pytest
from definition import source_of
from permkern.kernels.in_place import (
    MOST_LEADERS,
    NotInPlaceError,
    blocks_of,
    choose_in_place,
    leaders_of,
)
from permkern.kernels.manifest import SetError, parse_set
from permkern.kernels.permutation import Work
from permkern.kernels.places import Axis


def matrix(rows: int, cols: int, *, flips: tuple[bool, bool] = (False, False)) -> tuple[Axis, ...]:
    return blocks_of(Work((rows, cols), (1, 0), 8, flips))[0]


# ---- cycle starts ----


@pytest.mark.parametrize(("rows", "cols"), list(product(range(2, 9), range(2, 9))))
def test_leaders_are_the_lowest_places_of_all_cycles(rows: int, cols: int) -> None:
    work = Work((rows, cols), (1, 0), 8)
    left, found = set(range(work.elements)), []
    while left:
        start = place = min(left)
        cycle = [start]
        while (place := source_of(work.shape, work.perm, place)) != start:
            cycle.append(place)
        found += [start] * (len(cycle) > 1)
        left -= set(cycle)
    assert leaders_of(matrix(rows, cols)) == tuple(found)


# ---- the limit, and mistakes ----


def entry(**keys: str) -> str:
    known = {"name": '"a"', "shape": "[576, 16]", "perm": "[1, 0]", "bits": "32", "in_place": "true"}
    return "format = 1\n[[pinned]]\n" + "".join(f"{key} = {value}\n" for key, value in (known | keys).items())


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({}, "x.toml:7: 576x16 (1,0) at 32 bits has no kernel in place: 290 cycles, and a kernel follows at most 64; "),
        ({"shape": "[4, 5]", "dispatch": "false"}, "x.toml:8: dispatch is for kernels from one buffer to another"),
        ({"shape": "[4, 5]", "xor": "0x80"}, "x.toml:8: kernels in place have no constant; remove xor"),
        *(({"in_place": value}, "x.toml:7: in_place is ") for value in ("0", "1", '"true"', "[]")),
    ],
)
def test_mistakes_are_refused(keys: dict[str, str], says: str) -> None:
    with pytest.raises(SetError) as refused:
        parse_set(entry(**keys), "x.toml", "x")
    assert str(refused.value).startswith(says)


def test_the_limit_is_the_last_that_is_allowed() -> None:
    counts = {}
    for cols in range(2, 40):
        try:
            counts[cols] = choose_in_place(Work((576, cols), (1, 0), 32), 4).leaders
        except NotInPlaceError as refused:
            counts[cols] = int(str(refused).split()[0])
            assert counts[cols] > MOST_LEADERS
        assert counts[cols] == len(leaders_of(matrix(576, cols)))
    assert min(counts.values()) <= MOST_LEADERS < max(counts.values())
