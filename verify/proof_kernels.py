# SPDX-License-Identifier: BSD-3-Clause
"""
Proofs of kernels for any shape, by Frama-C's WP: planes of elements of 8 bits. What moves them element by element is
proven whole. Where words move a tile or a group of two channels, all around these is proven, by the same contracts:
verify/model/leaves.c checks that words keep them, as WP's memory has elements of one type.
"""

from dataclasses import replace

import configurations
from configurations.host import BYTES
from configurations.uses import Prove
from steps import BUILD, Log

from verify import proof
from verify.proof import Proof, Twin
from verify.step import Depth, Outcome, Step

KERNELS = "src/plane/permkern_plane8.h"
CHANNELS = "src/plane/permkern_channels8.h"
STRIPS = "src/plane/permkern_strips8.h"
TILES = "src/plane/permkern_tiles8.h"
LINES = "src/permkern_lines.h"
LAWS = "verify/proof/laws.c"
NOTES = ("verify/proof/plane", KERNELS)  # what is noted, and of which file

# Portable, element by element; vectors are tested.
(DEFINES,) = (chosen.macros for chosen, prove in configurations.used(Prove) if prove.of == "kernels")
WORDS = ("PERMKERN_WORD_TILES=1", *(define for define in DEFINES if define != BYTES))
PLACES = "verify/proof/places.h"
STEPS = ("-wp-steps", "1500000")


def inlined(*functions: str) -> tuple[str, ...]:
    names = ",".join(functions)
    return ("-inline-calls", names, "-remove-inlined", names)


# Small functions without a contract: WP sees their code where they are called.
WITHIN = ("permkern_own_loop", "permkern_runs_down")


def kernel(name: str, *functions: str, properties: tuple[str, ...] = ()) -> Proof:
    options = STEPS + inlined(*WITHIN)
    source = "verify/proof/kernels.c"
    return Proof(name, source, functions, properties, DEFINES, options=options, before=(PLACES,))


def plane(name: str, *functions: str, properties: tuple[str, ...] = ()) -> Proof:
    """Returns a proof of functions permkern_x8_FUNCTION, which move a plane, with the notes."""
    return Proof(
        name,
        "verify/proof/plane.c",
        tuple(f"permkern_x8_{function}" for function in functions),
        properties,
        DEFINES,
        options=STEPS + inlined(*WITHIN),
        before=("verify/proof/plane.h",),
        notes=NOTES,
    )


def by_words(made: Proof) -> Proof:
    """Returns the proof of what little-endian processors run."""
    return replace(made, name=f"{made.name}-words", defines=WORDS)


def laws(level: int) -> Proof:
    return Proof(f"laws-{level}", LAWS, (), ("@lemma",), (f"PERMKERN_LAWS={level}",), options=STEPS)


# A plane's loops, each by the contracts of what it calls.
LOOPS = (
    plane("strips", "down", "across"),
    plane("lines", "lines", "lines_alone"),
    *(plane(f"{way}{n}-all", f"{way}{n}_all") for way in ("deinterleave", "interleave") for n in (2, 3)),
    plane("plane", "tiles", "tiles_and_lines", "few_tiles", "thin", "plane"),
)
PROOFS = (
    laws(1),
    laws(2),
    kernel("line", "permkern_line8"),
    kernel("columns", "permkern_x8_columns"),
    kernel(
        "way",
        *("permkern_way_of", "permkern_tiles_way", "permkern_has_tiles"),
        *("permkern_are_channels", "permkern_has_channels"),
    ),
    kernel("rows", "permkern_x8_rows"),
    plane("tile", "tile4x4"),
    *(plane(f"{way}{n}", f"{way}{n}", f"{way}{n}_words") for way in ("deinterleave", "interleave") for n in (2, 3)),
    *LOOPS,
    *map(by_words, LOOPS),
    *(by_words(plane(f"{way}3", f"{way}3", f"{way}3_words")) for way in ("deinterleave", "interleave")),
)

# Each with few goals beside those that its bug must break, so that a twin is short.
TWINS = (
    Twin(
        "swapped-stride",
        kernel("line", "permkern_line8", properties=("@invariant",)),
        ("permkern_line8_loop_invariant_6",),
        LINES,
        "from += in_stride;",
        "from += out_stride;",
        after="for (size_t rest = count % 4",
    ),
    Twin(
        "one-column-more",
        kernel("columns", "permkern_x8_columns", properties=("@invariant",)),
        ("permkern_x8_columns_loop_invariant",),
        KERNELS,
        "c < cols; c++",
        "c <= cols; c++",
        after="permkern_x8_columns(",
    ),
    Twin(
        "wrong-index-in-tile",
        plane("tile", "tile4x4", properties=("row0_col1",)),
        ("permkern_x8_tile4x4_assert_row0_col1",),
        TILES,
        "permkern_store8(out1, permkern_load8(in0 + 1));",
        "permkern_store8(out1, permkern_load8(in0 + 2));",
        after="permkern_x8_tile4x4(",
    ),
    Twin(
        "one-tile-more",
        plane("strips", "down", properties=("rest_left",)),
        ("permkern_x8_down_loop_invariant_rest_left",),
        STRIPS,
        "rest = tiles % 4",
        "rest = tiles % 4 + 1",
        after="permkern_x8_down(",
    ),
    Twin(
        "pixels-of-two",
        plane("deinterleave3-all", "deinterleave3_all", properties=("@invariant",)),
        ("permkern_x8_deinterleave3_all_loop_invariant_at_4",),
        CHANNELS,
        "in += 3;",
        "in += 2;",
        after="permkern_x8_deinterleave3_all(",
    ),
    Twin(
        "column-of-few-tiles-left-out",
        plane("plane", "few_tiles", properties=("moved",)),
        ("permkern_x8_few_tiles_ensures_moved",),
        KERNELS,
        "last_col = col->extent - 4;",
        "last_col = col->extent - 5;",
        after="permkern_x8_few_tiles(",
    ),
    Twin(
        "rows-left-out",
        plane("plane", "tiles_and_lines", properties=("moved",)),
        ("permkern_x8_tiles_and_lines_ensures_moved",),
        KERNELS,
        "row, col, row->extent & ~(size_t)3,",
        "row, col, row->extent,",
        after="permkern_x8_tiles_and_lines(",
    ),
)


def kernels(log: Log, depth: Depth) -> Outcome:
    """
    The kernels are memory-safe, do not wrap, end, and move each element to its place and write nothing else, for any
    shape whose bytes fit size_t. From src/permkern_lines.h and src/plane/permkern_*8.h, by their
    contracts.
    """
    del depth
    return proof.run(log, BUILD / "verify" / "proof-kernels", PROOFS, TWINS)


def steps() -> tuple[Step, ...]:
    return (Step("proof-kernels", "kernels, any shape, by proof", ("frama-c",), kernels, quick=False),)
