# SPDX-License-Identifier: BSD-3-Clause
"""src/dispatch.c finds each kernel of a set by its permutation: by index up to four axes, by halving above."""

from itertools import permutations

import pytest
from clib import Library, build
from permkern.manifest import parse_set
from permkern.permutation import Perm, form, slot
from permkern.plan import NEAR_SLOTS, Plan, make_plan
from permkern.render import render

# Some of ranks 2 to 6 at one width, many of rank 5 at another, none of few axes at a third.
SET = """format = 1
[[permute]]
perms = [[1, 0], [2, 0, 1], [3, 1, 2, 0], [4, 3, 2, 1, 0], [0, 2, 1, 4, 3], [5, 0, 3, 1, 4, 2]]
bits = 8
[[permute]]
perms = "all"
ranks = 5
bits = 16
[[permute]]
perms = [[7, 6, 5, 4, 3, 2, 1, 0]]
bits = 64
"""
EXTENTS = (3, 5, 7, 9, 3, 5, 7, 9)  # no run of these widens


@pytest.fixture(scope="module")
def plan() -> Plan:
    return make_plan(parse_set(SET, "set.toml", "set"))


@pytest.fixture(scope="module")
def portable(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Without the vector kernels of hosts, which go before those of the set."""
    directory = tmp_path_factory.mktemp("dispatch")
    for name, text in render(plan).items():
        (directory / name).write_text(text, encoding="utf-8")
    return Library(build(directory / "libpermkern.so", directory, "-O1", "-DPERMKERN_VECTOR=0"))


def kernel_for(library: Library, perm: Perm, bits: int) -> int | None:
    kernel = library.plan_for(EXTENTS[: len(perm)], perm, bits).kernel
    assert kernel is None or isinstance(kernel, int)
    return kernel


def test_sets_have_kernels_of_both_kinds(plan: Plan) -> None:
    far = {kernel.name for kernel in plan.far_kernels}
    assert far and len(far) < len(plan.slot_kernels) == len(plan.kernels)
    for kernel in plan.slot_kernels:
        assert kernel.perm is not None
        assert (kernel.name in far) is (slot(kernel.perm) >= NEAR_SLOTS) is (len(kernel.perm) > 4)


def test_every_kernel_is_found(plan: Plan, portable: Library) -> None:
    for kernel in plan.slot_kernels:
        assert kernel.perm is not None
        assert kernel_for(portable, kernel.perm, kernel.bits) == portable.address(kernel.name), kernel.name


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_other_permutations_get_the_generic_routine(plan: Plan, portable: Library, bits: int) -> None:
    known = {kernel.perm for kernel in plan.slot_kernels if kernel.bits == bits}
    others = [
        perm for rank in range(1, 6) for perm in permutations(range(rank)) if form(perm) == perm and perm not in known
    ]
    assert others or bits == 16
    for perm in others:
        assert kernel_for(portable, perm, bits) == portable.address("permkern_generic"), (bits, perm)
