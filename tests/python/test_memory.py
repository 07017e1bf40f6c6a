# SPDX-License-Identifier: BSD-3-Clause
"""Line fills: a cache counted by hand, and kernels in the order for a memory, whose machine code is run."""

import random
import shutil
from math import prod
from pathlib import Path

import pytest
from permkern.cli import main
from permkern.kernels.blocks import fills
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import PermutationSet, PinnedRequest, SetError, parse_set
from permkern.kernels.memory import MEMORIES, Caches, Fills, Memory, parse_memory
from permkern.kernels.moves import Family
from permkern.kernels.permutation import Work

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


def test_kernels_in_order_are_right_and_fill_as_predicted(tmp_path: Path) -> None:
    """Runs machine code for all contents. Its fills equal those that chose the order, and no order is worse."""
    pytest.importorskip("pypcode")
    from permkern.certify.cores import CORES
    from permkern.certify.measure import Taken, measure
    from permkern.certify.programs import compile_library

    if not shutil.which("arm-none-eabi-gcc"):
        pytest.skip("needs an Arm compiler")
    core = CORES["cortex-m7"]
    requests = tuple(
        PinnedRequest(f"k{number}", work, 1, 4, False)
        for number, work in enumerate(_random_works(random.Random(5), 40))
    )
    found = {}
    for memory in (None, SMALL):
        inventory = make_inventory(PermutationSet("memory", "speed", (), requests, memory))
        program = compile_library(inventory, tmp_path / str(memory), (*core.cc, "-O2")).linked("all")
        rows = measure(core, program, [(entry, ("pinned",)) for entry in inventory.pinned], 2, SMALL)
        found[memory] = inventory.pinned, [row["pinned"] for row in rows]
    before, after = (rows for _, rows in found.values())
    predicted = 0
    for entry, old, new in zip(found[SMALL][0], before, after, strict=True):
        assert isinstance(old, Taken), old
        assert isinstance(new, Taken), new
        assert new.fills.fills + new.fills.backs <= 1.02 * (old.fills.fills + old.fills.backs), entry.work
        move = entry.body.best
        count = fills(move, move.variants[0], SMALL)
        if count is not None and all(part.family in (Family.TILE, Family.MOVE) for part in move.variants[0].parts):
            predicted += 1
            assert abs(count - new.fills.fills - new.fills.backs) <= 0.2 * count, entry.work
    assert predicted > 5
    assert sum(new.fills.fills for new in after if isinstance(new, Taken)) < 0.95 * sum(
        old.fills.fills for old in before if isinstance(old, Taken)
    )


def test_report_counts_line_fills(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pypcode")
    if not shutil.which("arm-none-eabi-gcc"):
        pytest.skip("needs an Arm compiler")
    path = tmp_path / "set.toml"
    path.write_text('format = 1\n[[pinned]]\nname = "turn"\nshape = [64, 48]\nperm = [1, 0]\nbits = 8\n')
    page = tmp_path / "report.md"
    assert main(["report", str(path), "--target", "cortex-m7", "--memory", "1k,2,32,50", "-o", str(page)]) == 0
    assert "line fills of memory 1k,2,32,50" in page.read_text()
    assert "Line fills, times the least" in page.read_text()
    assert main(["report", str(path), "--memory", "1k"]) == 2
    assert "no such memory" in capsys.readouterr().err
