# SPDX-License-Identifier: BSD-3-Clause
"""Reduces what a kernel runs to the code of one target, for `explain`. Without a target, to words: the portable code.

A macro or a pointer test of the library is decided where its value is known for GCC at -O2 and a little-endian target.
tests/python/test_for_target.py compares these values with src/base/permkern_target.h, for targets that GCC compiles.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..kernels.instruction_sets import FIRMWARE, HOST_TARGETS, MVE, RVV, TARGETS
from ..kernels.inventory import Body
from ..kernels.moves import Move, Variants
from ..kernels.ways import ALL_CORES, BY_WORDS, TRAPPING, CoreWay

WORDS_ONLY = "portable"  # the target whose code has no vectors

_UNALIGNED = HOST_TARGETS | {"cortex-m3", "cortex-m4", "cortex-m7", "cortex-m33", "cortex-m55"}


def macros_of(target: str) -> Mapping[str, int]:
    """Returns the macros of the library that a kernel's choices depend on, if a target decides their values."""
    sets = TARGETS[target]
    if RVV in sets:
        return {"PERMKERN_WIDE_ANYWHERE": 0, "PERMKERN_WIDE_ANYWHERE64": 0}
    if target not in _UNALIGNED and target != "cortex-m0":  # on RISC-V, compilers decide by their options
        return {}
    unaligned = int(target in _UNALIGNED)
    return {
        "PERMKERN_UNALIGNED": unaligned,
        "PERMKERN_WIDE_ANYWHERE": unaligned if MVE not in sets else 0,
        "PERMKERN_WIDE_ANYWHERE64": unaligned,
    }


def is_by_vectors(move: Move, target: str) -> bool:
    """True if one call of the target's vectors moves each plane."""
    firmware = [each for each in TARGETS[target] if each in FIRMWARE]
    return move.plane is not None and any(move.plane.bits in each.widths for each in firmware)


def spoken_body(body: Body, target: str) -> Body:
    """Returns what a pinned kernel runs on a target."""
    known, moves = macros_of(target), body.moves
    best, narrow, needs = moves.best, moves.narrow, moves.needs
    tests = {"permkern_words_fit": "PERMKERN_UNALIGNED", "permkern_wide_fit": "PERMKERN_WIDE_ANYWHERE"}
    wide = "64" if needs and needs.bytes == 8 else ""
    runs_best = known.get(tests.get(needs.test, needs.macro) + wide) if needs else None
    if runs_best == 1 or (moves.fallback is None and is_by_vectors(best, target)):
        narrow = None
    elif runs_best == 0 and narrow and needs and needs.macro:
        best, narrow = narrow, None
    kept = Variants(best, narrow, needs if narrow else None)
    return replace(body, moves=kept, host=body.host if target in HOST_TARGETS else None)


def spoken_ways(ways: Sequence[CoreWay], target: str) -> tuple[CoreWay, ...]:
    """Returns how the library moves planes on a target: by its vectors where it has them for this width."""
    vectors = {each.name for each in TARGETS[target]} & {core for each in ways for core in each.cores}
    words = {BY_WORDS, ALL_CORES} | (set() if target in _UNALIGNED else {TRAPPING})
    found = (CoreWay(each.way, tuple(core for core in each.cores if core in (vectors or words))) for each in ways)
    return tuple(each for each in found if each.cores)
