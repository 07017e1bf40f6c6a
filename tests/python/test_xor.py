# SPDX-License-Identifier: BSD-3-Clause
"""Pinned kernels with a constant that each element is exclusive-ored with: what is chosen, found and shared.

That they are right is tested with all others: check_kernels.c and the self-test.
"""

from permkern.kernels.inventory import Inventory, make_inventory
from permkern.kernels.manifest import PermutationSet, PinnedRequest
from permkern.kernels.permutation import Perm, Shape
from permkern.kernels.render import render


def plan_with(
    *xors: int, shape: Shape = (24, 24, 3), perm: Perm = (2, 0, 1), bits: int = 8, align: int = 4
) -> Inventory:
    """A plan with a shape once for each constant, 0 being none."""
    requests = (PinnedRequest(f"p{number}", shape, perm, bits, 1, align, True, xor) for number, xor in enumerate(xors))
    return make_inventory(PermutationSet("xor", "speed", (), tuple(requests)))


def test_each_constant_has_its_own_kernel_and_table() -> None:
    plan = plan_with(0, 0x80, 0x81, 0x80)
    assert [entry.pinned.symbol for entry in plan.plain_entries] == ["permkern_pin_p0"]
    assert [(entry.pinned.symbol, entry.xor) for entry in plan.pinned_entries if entry.xor] == [
        ("permkern_pin_p1", (0x80808080, 0x80808080)),
        ("permkern_pin_p2", (0x81818181, 0x81818181)),
    ]
    assert len(plan.xors) == 2
    assert [entry.code for entry in plan.pinned] == [f"permkern_pin_p{number}" for number in (0, 1, 2, 1)]


def test_the_same_bytes_are_the_same_constant() -> None:
    """A run of four bytes is one element of 32 bits, and found as such by either width."""
    narrow = plan_with(0x80, shape=(9, 7, 4), perm=(1, 0, 2)).pinned_entries[0]
    wide = plan_with(0x80808080, shape=(9, 7), perm=(1, 0), bits=32).pinned_entries[0]
    assert (narrow.xor, narrow.shift, narrow.slot, narrow.extents) == (wide.xor, wide.shift, wide.slot, wide.extents)


def test_cpp_does_not_take_a_kernel_with_a_constant() -> None:
    header = render(plan_with(0x80, 0))["permkern_pinned.hpp"]
    assert header.count("permkern_pin_p1(in, out);") == 1
    assert "permkern_pin_p0" not in header
