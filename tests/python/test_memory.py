# SPDX-License-Identifier: BSD-3-Clause
"""Line fills: a cache counted by hand, and kernels in the order for a memory, whose machine code is run."""

import random
import shutil
from math import prod
from pathlib import Path

import pytest

pytest.importorskip("pypcode", reason="machine code needs pypcode")

from permkern.certify.cores import CORES
from permkern.certify.measure import Columns, Taken, measure
from permkern.certify.programs import compile_library
from permkern.cli import main
from permkern.kernels.blocks import fills
from permkern.kernels.inventory import Inventory, make_inventory
from permkern.kernels.manifest import PermutationSet, PermuteFamily, PinnedRequest, SetError, parse_set
from permkern.kernels.memory import MEMORIES, Caches, Fills, Memory, parse_memory
from permkern.kernels.moves import Family
from permkern.kernels.permutation import Work

NEEDS_ARM = pytest.mark.skipif(not shutil.which("arm-none-eabi-gcc"), reason="needs an Arm compiler")
FAMILIES = (PermuteFamily(((1, 0),), (8, 16)),)
SMALL = Memory(1024, 4, 16, 10)


def test_memory_is_read_and_printed() -> None:
    assert parse_memory("16k,4,32,50") == MEMORIES["stm32h7"] == parse_memory(str(MEMORIES["stm32h7"]))
    assert parse_memory("stm32h7, random, stream") == parse_memory("16K,4,32,50,random,stream")
    for wrong in ("", "m4", "16k,4,32", "16k,4,24,50", "16k,0,32,50", "100,4,32,50", "16k,4,32,-1", "stm32h7,50"):
        with pytest.raises(SetError, match=f"memory {wrong!r}: "):
            parse_memory(wrong)
    with pytest.raises(SetError, match=r"^file:2: memory '9': no such memory"):
        parse_set('format = 1\nmemory = "9"\npinned = []\n', "file", "name")


# Accesses to lines 0, 8 and 16, which share a set of two ways. Addresses in lines, a store as a negative number.
@pytest.mark.parametrize(
    ("options", "lines", "counts"),
    [
        ("", (1, 9, 1, 17, 1, 9), Fills(4, 0, 3, 0)),  # 9 is replaced, as 1 was read again
        ("", (-1, 9, 17, -1), Fills(4, 2, 3, 1)),
        ("stream", (-1, 1, -9, 17), Fills(3, 2, 2, 2)),  # the load fills 1; 9 is left in part
        ("through", (-1, 1, -1, -9, 9), Fills(2, 3, 2, 2)),
    ],
)
def test_caches_count_by_hand(options: str, lines: tuple[int, ...], counts: Fills) -> None:
    caches = Caches(parse_memory(",".join(["256,2,16,10", *([options] if options else [])])))
    for line in lines:
        caches.access(abs(line) * 16 + 4, 4, line < 0)
    assert caches.counts() == counts


def test_streamed_line_is_not_filled() -> None:
    caches = Caches(parse_memory("256,2,16,10,stream"))
    for at in range(0, 32, 4):
        caches.access(at, 4, True)
    assert caches.counts() == Fills(0, 2, 0, 2)


def test_random_replacement_is_a_mean() -> None:
    caches = Caches(parse_memory("256,2,16,10,random"))
    for line in (0, 8, 16) * 20:
        caches.access(line * 16, 4, False)
    assert 20 < caches.counts().fills < 60  # by age: all of them


def _random_works(rng: random.Random, count: int) -> list[Work]:
    works: list[Work] = []
    while len(works) < count:
        rank, bits = rng.choice((2, 2, 3, 3, 4)), rng.choice((8, 8, 16, 32))
        shape = tuple(rng.choice((3, 4, 5, 8, 12, 16, 24, 33, 64)) for _ in range(rank))
        perm = tuple(rng.sample(range(rank), rank))
        flips = tuple(rng.random() < 0.2 for _ in range(rank))
        if SMALL.size < prod(shape) * bits // 8 < 16384 and perm != tuple(range(rank)):
            works.append(Work(shape, perm, bits, flips if any(flips) else ()))
    return works


def _measured(folder: Path, memory: Memory | None, works: list[Work], *columns: str) -> tuple[Inventory, list[Columns]]:
    """Runs the set's kernels, and plans by the library with strips for lines of 16 bytes."""
    core = CORES["cortex-m7"]
    requests = tuple(PinnedRequest(f"k{number}", work, 1, 4, False) for number, work in enumerate(works))
    inventory = make_inventory(PermutationSet("memory", "speed", FAMILIES, requests, memory))
    cc = (*core.cc, "-O2", "-DPERMKERN_LINE=16")
    program = compile_library(inventory, folder / str(memory), cc).linked("all")
    return inventory, measure(core, program, [(entry, columns) for entry in inventory.pinned], 2, SMALL)


def _counts(row: Columns, column: str) -> int:
    taken = row[column]
    assert isinstance(taken, Taken), taken
    return taken.fills.fills + taken.fills.backs


@NEEDS_ARM
def test_kernels_are_right_and_fill_fewer_lines(tmp_path: Path) -> None:
    """Runs machine code for all contents. Its fills are close to those that chose the order, and no order is worse."""
    planes = [Work((97, 72), (1, 0), 8), Work((40, 74), (1, 0), 16)]
    strips = [Work((60, 100), (1, 0), 8), Work((44, 90), (1, 0), 16), Work((100, 50, 3), (1, 0, 2), 8)]
    works = [*planes, *strips, *_random_works(random.Random(5), 16)]
    _, before = _measured(tmp_path, None, works, "pinned")
    inventory, after = _measured(tmp_path, SMALL, works, "pinned", "planned")
    predicted = 0
    for entry, old, new in zip(inventory.pinned, before, after, strict=True):
        assert _counts(new, "pinned") <= 1.02 * _counts(old, "pinned"), entry.work
        assert _counts(new, "planned"), entry.work
        move = entry.body.best
        count = fills(move, move.variants[0], SMALL)
        if count is not None and all(part.family in (Family.TILE, Family.MOVE) for part in move.variants[0].parts):
            predicted += 1
            assert abs(count - _counts(new, "pinned")) <= 0.2 * count, entry.work
    assert predicted > 4
    assert sum(_counts(new, "pinned") for new in after) < 0.95 * sum(_counts(old, "pinned") for old in before)


@NEEDS_ARM
def test_report_counts_line_fills(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "set.toml"
    path.write_text('format = 1\n[[pinned]]\nname = "turn"\nshape = [64, 48]\nperm = [1, 0]\nbits = 8\n')
    page = tmp_path / "report.md"
    assert main(["report", str(path), "--target", "cortex-m7", "--memory", "1k,2,32,50", "-o", str(page)]) == 0
    assert "line fills of memory 1k,2,32,50" in page.read_text()
    assert "Line fills, times the least" in page.read_text()
    assert main(["report", str(path), "--memory", "1k"]) == 2
    assert "no such memory" in capsys.readouterr().err
