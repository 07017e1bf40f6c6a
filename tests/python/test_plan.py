# SPDX-License-Identifier: BSD-3-Clause
"""A set's inventory: forms, kernels, pinned kernels, the dispatcher's rows."""

from itertools import permutations

import numpy as np
import pytest
from permkern.kernels.inventory import Inventory, make_inventory
from permkern.kernels.manifest import PermutationSet, parse_set, shipped_sets
from permkern.kernels.moves import Strategy
from permkern.kernels.permutation import Perm, Shape, Work, all_forms, fold, reachable_forms
from permkern.kernels.render import render


def permutation_set(text: str, name: str = "test") -> PermutationSet:
    return parse_set("format = 1\n" + text, f"{name}.toml", name)


def plan_of(text: str) -> Inventory:
    return make_inventory(permutation_set(text))


def shipped_plan(name: str) -> Inventory:
    path = next(path for path in shipped_sets() if path.stem == name)
    return make_inventory(parse_set(path.read_text("utf-8"), str(path), name))


def pin(name: str, shape: Shape, perm: Perm, bits: int, more: str = "") -> str:
    return f'[[pinned]]\nname = "{name}"\nshape = {list(shape)}\nperm = {list(perm)}\nbits = {bits}\n{more}\n'


# ---- forms ----


@pytest.mark.parametrize("perm", [perm for rank in range(1, 5) for perm in permutations(range(rank))], ids=str)
def test_forms_of_listed_permutations_with_unit_axes(perm: Perm) -> None:
    plan = plan_of(f"[[permute]]\nperms = [{list(perm)}]\nbits = 8\n")
    reached = {
        fold(Work(shape, perm, 64)).perm for shape in np.ndindex(*(2,) * len(perm)) for shape in [one_or_9(shape)]
    }
    assert {form.perm for form in plan.forms} == reached == reachable_forms(perm)


def one_or_9(flags: tuple[int, ...]) -> Shape:
    return tuple(9 if flag else 1 for flag in flags)


def test_profile_tiny_has_no_kernel_and_no_table() -> None:
    plan = shipped_plan("tiny")
    assert {(form.bits, form.perm) for form in plan.forms} == {(bits, p) for bits in (8, 16) for p in all_forms(4)}
    assert all(form.kernel is None and form.choice.strategy is Strategy.GENERIC for form in plan.forms)
    assert plan.kernels == ()
    assert not plan.widens
    files = render(plan)
    assert "#define PERMKERN_PROFILE_TINY 1\n" in files["permkern_kernels.h"]
    assert "#define PERMKERN_WIDEN 0\n" in files["permkern_kernels.h"]
    assert "permkern_widths" not in files["permkern_table.c"]


# ---- pinned ----


@pytest.mark.parametrize("perm", sorted(all_forms(4) - all_forms(1)), ids=str)
def test_a_set_with_moved_axes_has_a_kernel_for_planes(perm: Perm) -> None:
    """permkern_plane_kernel takes it from the set's table without a second look."""
    plan = plan_of(f"[[permute]]\nperms = [{list(perm)}]\nbits = [8, 16, 32, 64]\n")
    assert {form.bits for form in plan.forms if form.perm == (1, 0) and form.kernel} == {8, 16, 32, 64}


@pytest.mark.parametrize(
    ("shape", "perm", "bits", "align", "narrow"),
    [
        ((8, 8), (1, 0), 8, 1, (Strategy.STRIDED, 8)),
        ((8, 8), (1, 0), 8, 4, None),
        ((8, 6), (1, 0), 8, 4, (Strategy.STRIDED, 8)),
        ((8, 8), (1, 0), 16, 2, (Strategy.STRIDED, 16)),
        ((8, 5), (1, 0), 16, 4, (Strategy.STRIDED, 16)),
        ((8, 8), (1, 0), 64, 8, None),
        ((8, 8, 2), (1, 0, 2), 8, 1, (Strategy.RUNS, 8)),
        ((8, 8, 2), (1, 0, 2), 8, 2, (Strategy.STRIDED, 16)),
        ((8, 8, 4), (1, 0, 2), 8, 2, (Strategy.RUNS, 8)),
        ((8, 8, 2), (1, 0, 2), 32, 4, (Strategy.RUNS, 32)),
        ((8, 8, 2), (1, 0, 2), 32, 8, None),
        ((8, 8, 3), (1, 0, 2), 8, 1, (Strategy.RUNS, 8)),
    ],
    ids=str,
)
def test_narrow_variant(shape: Shape, perm: Perm, bits: int, align: int, narrow: tuple[Strategy, int] | None) -> None:
    body = plan_of(pin("a", shape, perm, bits, f"align = {align}")).pinned[0].body
    assert body.best.work == fold(Work(shape, perm, bits))
    assert (None if body.narrow is None else (body.narrow.choice.strategy, body.narrow.work.bits)) == narrow


def test_one_row_for_a_folded_work_the_least_alignment_first() -> None:
    plan = plan_of(pin("a", (8, 8), (1, 0), 8, "align = 8") + pin("z", (8, 1, 8), (2, 1, 0), 8, "align = 2"))
    assert [row.pinned.request.name for row in plan.pinned_entries] == ["z"]


# ---- short runs ----


def test_profile_speed_has_kernels_for_runs_that_widen() -> None:
    plan = plan_of("[[permute]]\nperms = [[0, 2, 1, 3]]\nbits = 8\n")
    forms = {(form.bits, form.perm): form.kernel for form in plan.forms}
    for bits in (16, 32, 64):
        kernel = forms[bits, (0, 2, 1)]
        assert kernel is not None
        assert kernel.choice.strategy is Strategy.TILE
    assert (64, (0, 2, 1, 3)) not in forms
    small = plan_of('profile = "size"\n[[permute]]\nperms = [[0, 2, 1, 3]]\nbits = 8\n')
    assert {form.bits for form in small.forms} == {8}
