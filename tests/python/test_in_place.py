# SPDX-License-Identifier: BSD-3-Clause
"""Kernels in place: their passes, the leaders of their cycles, the limit; they are right, also where words trap."""

import subprocess
import sys
from itertools import product
from pathlib import Path

import configurations
import in_place as probe
import pytest
from clib import Library, build
from configurations.uses import RunPinned
from permkern.in_place import (
    MOST_LEADERS,
    Axis,
    Blocks,
    Cycles,
    NotInPlaceError,
    Square,
    Swaps,
    Tiles,
    axes_of,
    choose_in_place,
    leaders_of,
)
from permkern.in_place_text import in_place_text
from permkern.manifest import SetError, parse_set
from permkern.permutation import Perm, Shape, Work
from permkern.plan import make_plan
from permkern.render import render
from permkern.vectors import source_of
from permkern.writer import write

TEXT = probe.set_text()


def matrix(rows: int, cols: int, *, flips: tuple[bool, bool] = (False, False)) -> tuple[Axis, ...]:
    return axes_of(Work((rows, cols), (1, 0), 8, flips))[0]


# ---- leaders ----


@pytest.mark.parametrize(
    ("rows", "cols", "leaders"), [(784, 8, 6), (8, 784, 6), (257, 2, 30), (3, 50176, 14), (576, 16, 290)]
)
def test_as_many_leaders_as_a_matrix_has_cycles(rows: int, cols: int, leaders: int) -> None:
    assert len(leaders_of(matrix(rows, cols))) == leaders


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


def test_leaders_count_the_places_of_axes_that_stay() -> None:
    """Two transposes at once, around an axis that stays: each step of it is part of the strides."""
    axes = tuple(axis for axis in axes_of(Work((2, 3, 5, 3, 2), (1, 0, 2, 4, 3), 8))[0] if not axis.stays)
    sums = {
        sum(axis.out_stride * k for axis, k in zip(axes, at, strict=True)) for at in product(*map(range, (3, 2, 2, 3)))
    }
    assert set(leaders_of(axes)) < sums
    assert any(leader >= 30 for leader in leaders_of(axes))


# ---- passes ----


@pytest.mark.parametrize(
    ("shape", "perm", "bits", "passes"),
    [
        ((7, 5), (0, 1), 8, ()),
        ((32, 32), (1, 0), 8, (Square,)),
        ((5, 9, 5), (2, 1, 0), 16, (Square,)),
        ((4, 4, 6, 6), (1, 0, 3, 2), 8, (Swaps,)),
        ((28, 28, 8), (2, 0, 1), 8, (Blocks, Cycles)),
        ((8, 28, 28), (1, 2, 0), 8, (Cycles, Blocks)),
        ((4, 8), (1, 0), 8, (Blocks,)),
        ((4, 16), (1, 0), 8, (Tiles, Square)),
        ((120, 160), (1, 0), 16, (Tiles, Cycles)),
        ((257, 2), (1, 0), 8, (Cycles,)),
        ((120, 160), (1, 0), 32, (Cycles,)),
    ],
)
def test_passes(shape: Shape, perm: Perm, bits: int, passes: tuple[type, ...]) -> None:
    assert tuple(map(type, choose_in_place(Work(shape, perm, bits), 4).passes)) == passes


def test_reversed_axes_are_exchanges() -> None:
    """A picture that is turned by 180 degrees, mirrored, and a square that is turned by 90."""
    whole = choose_in_place(Work((120,), (0,), 8, (True,)), 1)
    assert tuple(map(type, whole.passes)) == (Swaps,)
    mirrored = choose_in_place(Work((6, 20), (0, 1), 8, (True, False)), 1)
    assert [(type(each), each.block) for each in mirrored.passes if isinstance(each, Swaps)] == [(Swaps, 20)]
    quarter = choose_in_place(Work((20, 20), (1, 0), 8, (False, True)), 1)
    assert tuple(map(type, quarter.passes)) == (Swaps, Square)


def test_few_leaders_need_no_table() -> None:
    one = next(
        record
        for rows, cols in product(range(2, 20), repeat=2)
        if (record := choose_in_place(Work((rows, cols), (1, 0), 32), 4)).leaders == 1
    )
    assert "leaders[" not in in_place_text(one)
    assert "leaders[6]" in in_place_text(choose_in_place(Work((784, 8), (1, 0), 8), 4))


# ---- the limit, and mistakes ----


def entry(**keys: str) -> str:
    known = {"name": '"a"', "shape": "[576, 16]", "perm": "[1, 0]", "bits": "32", "in_place": "true"}
    return "format = 1\n[[pinned]]\n" + "".join(f"{key} = {value}\n" for key, value in (known | keys).items())


def test_too_many_cycles_are_refused() -> None:
    with pytest.raises(SetError) as refused:
        parse_set(entry(), "x.toml", "x")
    assert str(refused.value) == (
        "x.toml:7: 576x16 (1,0) at 32 bits has no kernel in place: 290 cycles, and a kernel follows at most 64; "
        "permkern_run_in_place has no limit"
    )


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


def test_too_many_blocks_are_refused() -> None:
    with pytest.raises(NotInPlaceError, match="more than 4194304 blocks"):
        choose_in_place(Work((2049, 2048), (1, 0), 32), 4)


def test_dispatch_is_refused() -> None:
    with pytest.raises(SetError, match=r"x\.toml:8: dispatch is for kernels from one buffer to another; remove it"):
        parse_set(entry(shape="[4, 5]", dispatch="false"), "x.toml", "x")


def test_a_constant_is_refused() -> None:
    with pytest.raises(SetError, match=r"x\.toml:8: kernels in place have no constant; remove xor"):
        parse_set(entry(shape="[4, 5]", xor="0x80"), "x.toml", "x")


@pytest.mark.parametrize("value", ["0", "1", '"true"', "[]"])
def test_in_place_is_true_or_false(value: str) -> None:
    with pytest.raises(SetError, match=r"x\.toml:7: in_place is .*; it must be true or false"):
        parse_set(entry(in_place=value), "x.toml", "x")


# ---- everywhere, and right ----


def test_every_kernel_is_everywhere() -> None:
    plan = make_plan(parse_set(TEXT, "set.toml", "set"))
    files = render(plan)
    sources = "".join(text for output, text in files.items() if output.startswith("permkern_x"))
    assert plan.in_place
    assert not plan.pinned
    for each in plan.in_place:
        assert files["permkern_plan.inc"].count(f"PERMKERN_PIN_IN_PLACE({each.symbol}, {each.work.bits},") == 1
        assert files["permkern_kernels.h"].count(f"PERMKERN_API void {each.symbol}(void *data);\n") == 1
        assert files["permkern_vectors.inc"].count(f"    {{{each.symbol},") == 1
        assert sources.count(f"\nvoid {each.symbol}(void *data)\n") == 1
    assert "#define PERMKERN_PINNED_COUNT 0\n" in files["permkern_kernels.h"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("in_place")
    write({made / file: text for file, text in render(make_plan(parse_set(TEXT, "set.toml", "set"))).items()})
    return made


def test_kernels_are_right(folder: Path, tmp_path: Path) -> None:
    library = Library(build(tmp_path / "libset.so", folder, "-O1"))
    for each in make_plan(parse_set(TEXT, "set.toml", "set")).in_place:
        probe.check(library, each)


TRAPS = ("-fsanitize=undefined", "-fno-sanitize-recover=undefined", "-O0")


@pytest.mark.parametrize(
    "flags",
    [
        pytest.param((*configuration.defines, *run.flags, *(TRAPS if run.trapping else ())), id=run.title)
        for configuration, run in configurations.used(RunPinned)
        if run.title in ("aligned", "no words")  # of those, the ones whose words differ most
    ],
)
def test_kernels_in_other_builds(flags: tuple[str, ...], folder: Path, tmp_path: Path) -> None:
    """In a process of its own, as a sanitizer's finding ends it. Without unaligned words a misaligned access is one."""
    library = tmp_path / "libset.so"
    try:
        build(library, folder, *flags, "-g0")
    except AssertionError as error:
        if "ubsan" in str(error):
            pytest.skip("the compiler has no libubsan")
        raise
    (tmp_path / "set.toml").write_text(TEXT)
    command = [sys.executable, "-B", probe.__file__, str(library), str(tmp_path / "set.toml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(" kernels in place are right\n")
