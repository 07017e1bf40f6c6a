# SPDX-License-Identifier: BSD-3-Clause
"""Lists the kernels that a report measures for its actions, in addition to those of the set."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from permkern.certify.measure import MOST_BYTES, Variant
from permkern.kernels.inventory import Inventory, Pinned, PinnedInPlace, make_inventory
from permkern.kernels.isa import WORD_BITS
from permkern.kernels.manifest import PROFILES, PermutationSet

from .actions import AFTER, ANY_SHAPE, ONE_BUFFER, PROFILE, Advice, families, fitting_in_place, has_any_shape, remaining
from .rows import pinned_row

_DISPATCH = ("permkern_prepare", "permkern_run")
Kernels = Mapping[str, Pinned | PinnedInPlace]  # by name in the set


def _variant(name: str, every: Inventory, roots: set[str], asked: Kernels, planned: set[str | None]) -> Variant:
    """Returns a program's kernels. asked: to measure. planned: names of kernels that permkern_run replaces."""
    small = {key: one for key, one in asked.items() if one.work.bytes <= MOST_BYTES}
    rows = ((key, one, "planned" if key in planned else "pinned") for key, one in small.items())
    return Variant(name, every, tuple(sorted(roots)), tuple(rows), name not in (AFTER, ONE_BUFFER))


def _symbols(kernels: Kernels) -> set[str]:
    return {entry.symbol for entry in kernels.values()}


def variants(
    permutations: PermutationSet, inventory: Inventory, instead: Inventory, advice: Sequence[Advice]
) -> Iterator[Variant]:
    """
    Yields the kernels that remain after all free actions, then kernels that need less RAM or flash in their place.
    instead: kernels that the set lacks and `advice` needs.
    """
    rows = [pinned_row(entry, ()) for entry in inventory.all_pinned]
    left = remaining(rows, [pinned_row(entry, ()) for entry in instead.pinned], advice)
    names, word = {row.name for row in left}, WORD_BITS // 8
    requests = [replace(one, align=max(one.align, word)) for one in permutations.pinned]
    requests += [entry.request for entry in instead.pinned]
    kept = [replace(one, dispatch=False) for one in requests if one.name in names]
    fitting = {row.name for row in fitting_in_place(left)}
    placed = [replace(one, name=ONE_BUFFER + one.name, in_place=True) for one in kept if one.name in fitting]
    planned = {row.name for row in left if has_any_shape(row)}
    dispatch = set() if permutations.permute else {*_DISPATCH, *("permkern_xor" for row in left if row.xor)}
    own = permutations.profile
    for profile in PROFILES[PROFILES.index(own) :] if rows else ():
        plain = replace(permutations, profile=profile, pinned=(*kept, *(placed if profile == own else ())))
        here = make_inventory(plain)
        every = make_inventory(replace(plain, permute=(*plain.permute, *families(left))))
        every = replace(every, pinned=here.pinned)  # the other forms add no vectors
        given = {(form.bits, form.perm) for form in here.forms}
        forms = {form.symbol for form in every.forms if (form.bits, form.perm) in given}
        entries = {entry.request.name: entry for entry in every.all_pinned}
        pins = {one.name: entries[one.name] for one in kept}
        stay = {name: one for name, one in pins.items() if name not in planned}
        if profile == own:
            changed = {one.name: pins[one.name] for one in permutations.pinned if one.name in pins and one.align < word}
            yield _variant(AFTER, every, forms | _symbols(pins), changed, set())
            moved = {one.name[len(ONE_BUFFER) :]: entries[one.name] for one in placed}
            yield _variant(ONE_BUFFER, every, forms | _symbols({**pins, **moved}), moved, set())
        elif permutations.permute or profile == "size":  # else profile tiny has the kernels of profile size
            yield _variant(f"{PROFILE}{profile}", every, forms | _symbols(pins), pins, set())
        if planned:
            name = ANY_SHAPE if profile == own else f"{ANY_SHAPE}, {PROFILE}{profile}"
            whole = {form.symbol for form in every.forms} | dispatch | _symbols(stay)
            yield _variant(name, every, whole, pins, planned)
