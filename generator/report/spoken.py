# SPDX-License-Identifier: BSD-3-Clause
"""Reduces what a kernel runs to the code of one target, for `explain`. Without a target, to words: the portable code.

A macro or a pointer test of the library is decided where its value is known for GCC at -O2 and a little-endian target.
tests/python/test_for_target.py compares these values with src/base/permkern_target.h, for targets that GCC compiles.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..kernels.instruction_sets import FIRMWARE, HOST_TARGETS, MVE, RVV, TARGETS
from ..kernels.inventory import Body
from ..kernels.moves import Guard, Move, Nest, Variants, VectorPlane
from ..kernels.permutation import WIDTHS
from ..kernels.ways import ALL_CORES, BY_WORDS, TRAPPING, CoreWay

WORDS_ONLY = "portable"  # the target whose code has no vectors

_UNALIGNED = HOST_TARGETS | {"cortex-m3", "cortex-m4", "cortex-m7", "cortex-m33", "cortex-m55"}
_DSP = frozenset({"cortex-m4", "cortex-m7", "cortex-m33", "cortex-m55"})


def macros_of(target: str) -> Mapping[str, int]:
    """Returns the macros of the library whose values are known for a target."""
    sets = TARGETS[target]
    planes = {bits for each in sets if each in FIRMWARE for bits in each.widths}
    known = {f"PERMKERN_PLANE{bits}": int(bits in planes) for bits in WIDTHS}
    known["PERMKERN_RVV"] = int(RVV in sets)
    if target == WORDS_ONLY:
        return known
    known["PERMKERN_SEVERAL"] = int(target in _DSP)
    known["PERMKERN_FOURS"] = int(target.startswith("cortex-") and MVE not in sets)
    if target in _UNALIGNED or target == "cortex-m0":  # on RISC-V, compilers decide by their options
        known["PERMKERN_UNALIGNED"] = known["PERMKERN_WIDE_ANYWHERE64"] = int(target in _UNALIGNED)
        known["PERMKERN_WIDE_ANYWHERE"] = int(target in _UNALIGNED and MVE not in sets)
    if RVV in sets:
        known["PERMKERN_WIDE_ANYWHERE"] = known["PERMKERN_WIDE_ANYWHERE64"] = 0
    if target not in ("cortex-m33", "cortex-m55", "cortex-m7"):  # an M7's depends on its FPU
        known["PERMKERN_PAIRS"] = 0
    return known


def _known(target: str) -> Mapping[str, int]:
    """Returns the known macros, and the tests of pointers that follow from them."""
    known = macros_of(target)
    tests = {
        "permkern_words_fit": known.get("PERMKERN_UNALIGNED") == 1,
        "permkern_wide_fit": known.get("PERMKERN_WIDE_ANYWHERE") == 1,
        "permkern_pairs_fit": known.get("PERMKERN_PAIRS") == 0,
    }
    return {**known, **{name: 1 for name, always in tests.items() if always}}


def _names(guard: Guard | None) -> tuple[str, str]:
    return (guard.macro, guard.test) if guard else ("", "")


def _move(move: Move, known: Mapping[str, int]) -> Move:
    """Leaves out the nests that never run, and those after a nest that always runs."""
    kept: list[Nest] = []
    for nest in move.nests:
        if any(known.get(name) == 0 for name in _names(nest.guard)):
            continue
        macro, test = ("" if name in known else name for name in _names(nest.guard))
        kept.append(replace(nest, guard=Guard(macro, test) if macro or test else None))
        if kept[-1].guard is None:
            break
    return replace(move, nests=tuple(kept))


def spoken_body(body: Body, target: str) -> Body:
    """Returns what a pinned kernel runs on a target."""
    known, moves = _known(target), body.moves
    best = _move(moves.best, known)
    narrow = None if moves.narrow is None else _move(moves.narrow, known)
    runs_best = next((known[name] for name in _names(moves.needs) if name in known), None)
    if narrow is not None and runs_best == 0:
        best, narrow = narrow, None
    elif runs_best == 1 or narrow is None or narrow.nests == best.nests:
        narrow = None
    needs = moves.needs if narrow else None
    return replace(body, moves=Variants(best, narrow, needs), host=body.host if target in HOST_TARGETS else None)


def is_by_vectors(move: Move) -> bool:
    """True if one call of the target's vectors moves each plane."""
    return all(isinstance(part, VectorPlane) for nest in move.nests for part in nest.parts)


def spoken_ways(ways: Sequence[CoreWay], target: str) -> tuple[CoreWay, ...]:
    """Returns how the library moves planes on a target: by its vectors where it has them for this width."""
    vectors = {each.name for each in TARGETS[target]} & {core for each in ways for core in each.cores}
    words = {BY_WORDS, ALL_CORES} | (set() if target in _UNALIGNED else {TRAPPING})
    found = (CoreWay(each.way, tuple(core for core in each.cores if core in (vectors or words))) for each in ways)
    return tuple(each for each in found if each.cores)
