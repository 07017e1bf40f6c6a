# SPDX-License-Identifier: BSD-3-Clause
"""Line fills: a cache counted by hand, and kernels in the order for a memory, whose machine code is run."""

import random
import shutil
from math import prod
from pathlib import Path

import pytest

pytest.importorskip("pypcode", reason="machine code needs pypcode")

from permkern.certify.cores import CORES
from permkern.certify.measure import Taken, measure
from permkern.certify.programs import compile_library
from permkern.kernels.blocks import fills, is_known
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import PermutationSet, PermuteFamily, PinnedRequest, SetError, parse_set
from permkern.kernels.memory import MEMORIES, Caches, Fills, Memory, parse_memory
from permkern.kernels.permutation import Work
from permkern.kernels.strategy import choose_variants

FAMILIES = (PermuteFamily(((1, 0),), (8, 16)),)
SMALL = Memory(1024, 4, 16, 10)


def test_memory_is_read_and_printed() -> None:
    assert parse_memory("16k,4,32,50") == MEMORIES["stm32h7"] == parse_memory(str(MEMORIES["stm32h7"]))
    assert parse_memory("stm32h7, random, stream") == parse_memory("16K,4,32,50,random,stream")
    for wrong in (
        "",
        "m4",
        "16k,4,32",
        "16k,4,24,50",
        "16k,0,32,50",
        "100,4,32,50",
        "16k,4,32,-1",
        "stm32h7,50",
        "999m,4,32,50",
    ):
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
        ("through", (-1, 1, -1, -9, 9), Fills(2, 0, 2, 0)),
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


@pytest.mark.ci
@pytest.mark.skipif(not shutil.which("arm-none-eabi-gcc"), reason="needs an Arm compiler")
def test_kernels_are_right_and_fill_fewer_lines(tmp_path: Path) -> None:
    """Runs machine code for all contents, of kernels and of plans with strips. Fills are close to the estimate."""
    planes = [Work((97, 72), (1, 0), 8), Work((40, 74), (1, 0), 16), Work((40, 16), (1, 0), 8)]
    strips = [Work((60, 100), (1, 0), 8), Work((44, 90), (1, 0), 16), Work((100, 50, 3), (1, 0, 2), 8)]
    works = [*planes, *strips, *_random_works(random.Random(5), 3)]
    requests = tuple(PinnedRequest(f"k{number}", work, 1, 4, False) for number, work in enumerate(works))
    inventory = make_inventory(PermutationSet("memory", "speed", FAMILIES, requests, SMALL))
    core = CORES["cortex-m7"]
    library = compile_library(inventory, tmp_path, (*core.cc, "-O1", "-DPERMKERN_LINE=16"), jobs=2)
    asked = [(entry, ("pinned", "planned")) for entry in inventory.pinned]
    before, after = 0.0, 0.0
    for entry, row in zip(inventory.pinned, measure(core, library.linked("all"), asked, 2, SMALL), strict=True):
        kernel, plan = row["pinned"], row["planned"]
        assert isinstance(kernel, Taken), kernel
        assert isinstance(plan, Taken), plan
        usual, move = choose_variants(entry.work, 4, small=False).best, entry.body.best
        if is_known(move.variants[0], move.work.bits // 8):
            usually, now = fills(usual, usual.variants[0], SMALL), fills(move, move.variants[0], SMALL)
            assert now <= usually, entry.work
            assert abs(now - kernel.fills.fills - kernel.fills.backs) <= 0.25 * now, entry.work
            before, after = before + usually, after + now
    assert after < 0.8 * before
