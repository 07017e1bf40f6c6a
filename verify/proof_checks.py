# SPDX-License-Identifier: BSD-3-Clause
"""
Proves the overflow guard, the checks of two pointers and of strides, and parts of the fold, for every input. The
contracts are ACSL in src/.

What is shown of each function: its contract, that it touches no memory but what it may, and that it ends. Where no
unsigned arithmetic is meant to wrap, that none does is shown, too; the contracts of the others say what comes of it.
"""

from dataclasses import replace

import configurations
from configurations.uses import Prove
from steps import BUILD, Log

from verify import proof
from verify.proof import Proof, Twin
from verify.step import Depth, Outcome, Step

# Products are those of cores without a wide multiplier: Frama-C does not know __builtin_mul_overflow. As C99 without
# GCC's extensions there are no static assertions, which Frama-C 25 cannot read, and no vectors.
(DEFINES,) = (chosen.macros for chosen, prove in configurations.used(Prove) if prove.of == "checks")
C99 = ("-std=c99", "-U__GNUC__")
# Solvers count steps, which are the same on any machine, and no time.
STEPS = ("-wp-steps", "3000000")
PLACES = ("verify/proof/places.h",)  # the words of contracts that permkern_lines.h has
PROVERS = ("z3",)
MAY_WRAP = ("-no-warn-unsigned-overflow",)


def wrapping(name: str, source: str, *functions: str, provers: tuple[str, ...] = PROVERS) -> Proof:
    """Returns a proof of functions that compute with wraps, or count down to where `k-- > 0` wraps."""
    options = STEPS + MAY_WRAP
    model = "Typed+Cast" if "places" in name else "Typed"
    return Proof(
        name, f"src/{source}", functions, (), DEFINES, C99, options, before=PLACES, model=model, provers=provers
    )


def exact(name: str, source: str, *functions: str, provers: tuple[str, ...] = PROVERS) -> Proof:
    """Returns a proof of functions whose arithmetic must not wrap."""
    return replace(wrapping(name, source, *functions, provers=provers), options=STEPS)


GUARD = (
    "permkern_multiply_by_adding",
    "permkern_multiply",
    "permkern_multiply32",
)

# What z3 does not find, and cvc4 does, whose steps are longer.
FEWER_EXACT = ("-wp-steps", "300000")
FEWER = (*FEWER_EXACT, *MAY_WRAP)
AXES = replace(wrapping("axes", "run.c", "permkern_inner_axis", "split_axis", provers=("cvc4",)), options=FEWER)
PERM = replace(
    wrapping("requests", "request.c", "permkern_check_perm", "check_request", provers=("cvc4",)), options=FEWER
)
FOLD = replace(exact("fold-axis", "request.c", "permkern_fold_axis", provers=("cvc4",)), options=FEWER_EXACT)
SPAN = replace(wrapping("span", "span.c", "permkern_span", provers=("cvc4",)), options=FEWER)

GOES_ON = wrapping("goes-on", "fold.c", "goes_on")
PLACE = wrapping("place", "strided.c", "place")

PROOFS = (
    wrapping("guard", "arith.c", *GUARD),
    wrapping("addresses", "run.c", "permkern_align_mask", "permkern_wraps", "permkern_overlaps"),
    exact("products", "arith.c", "grows", "adds", "doubles"),
    exact("shares", "arith.c", "permkern_share", "permkern_times"),
    wrapping("steps", "arith.c", "permkern_steps"),
    PLACE,
    wrapping("views", "run.c", "permkern_form_rank", "is_view", "excuse_view", provers=("cvc4",)),
    replace(wrapping("below", "strided.c", "runs_back", "bytes_below", provers=("cvc4", "z3")), options=FEWER),
    GOES_ON,
    replace(exact("gather", "strided.c", "gather", provers=("cvc4", "z3")), options=FEWER_EXACT),
    wrapping("places", "run.c", "is_address", "permkern_check_spans", "check_buffers"),
    wrapping("fold", "request.c", "permkern_fold_end", "permkern_copy_axis", "permkern_stride_of"),
    AXES,
    FOLD,
    PERM,
    SPAN,
    replace(wrapping("mli-places", "mli_permute.c", "touches", provers=("cvc4",)), options=FEWER),
    replace(wrapping("widen", "dispatch.c", "permkern_widen", provers=("cvc4",)), options=FEWER),
)

# With the lemmas of src/permkern_logic.h.
MEANINGS = "verify/proof/meanings.c"
LEMMAS = Proof("meanings", MEANINGS, (), ("@lemma",), DEFINES, C99, STEPS, PLACES, provers=PROVERS)
PRODUCTS = ("multiplies", "lengthens", "will_fit", "does_fit")
BITS = replace(
    wrapping("bits", "", "has_none", "has_more", "twice", *PRODUCTS, provers=("cvc4", "z3")),
    source=MEANINGS,
    defines=(*DEFINES, "PERMKERN_MEANINGS=1"),
    options=FEWER,
)
# Solvers work longest on these, and other steps look at what they show: `--full` proves them.
LONG = ("requests", "gather", "fold-axis", "span", "bits")


def twin(name: str, make: Proof, breaks: str, file: str, old: str, new: str) -> Twin:
    return Twin(name, replace(make, name=f"twin-{name}"), (breaks,), file, old, new)


DOOR = wrapping("places", "run.c", "permkern_check_spans")
OVERLAPS = wrapping("", "run.c", "permkern_overlaps")
MULTIPLY = wrapping("", "arith.c", "permkern_multiply_by_adding")

TWINS = (
    twin(
        "overlap-dropped",
        DOOR,
        "permkern_check_spans_overlapping_ensures",
        "src/permkern_address.h",
        "permkern_overlaps(from, in_span, to, out_span) ? PERMKERN_ERR_OVERLAP : PERMKERN_OK",
        "PERMKERN_OK",
    ),
)

# Solvers take their steps to the end on these.
FULL_TWINS = (
    *TWINS,
    twin(
        "overlap-halved", OVERLAPS, "permkern_overlaps_ensures", "src/permkern_address.h", " || a - b < b_bytes;", ";"
    ),
    twin(
        "carry-lost",
        MULTIPLY,
        "permkern_multiply_by_adding_loop_invariant_2",
        "src/arith.c",
        " && !carried && sum >= a;",
        " && !carried;",
    ),
    twin(
        "behind-taken",
        PLACE,
        "place_outside_ensures",
        "src/strided.c",
        "first < below || first - below > array->capacity",
        "first < below",
    ),
    twin(
        "permutation-off-by-one",
        PERM,
        "permkern_check_perm_loop_invariant_2",
        "src/permkern_request.h",
        "if (perm[k] >= rank ||",
        "if (perm[k] > rank ||",
    ),
    twin(
        "high-end-short",
        PLACE,
        "place_outside_ensures",
        "src/strided.c",
        "array->capacity - (first - below) < span",
        "array->capacity < span",
    ),
    twin(
        "back-lost",
        GOES_ON,
        "goes_on_assert",
        "src/fold.c",
        "back ? 0 - outer_stride : outer_stride",
        "outer_stride",
    ),
    twin(
        "fold-stride-swapped",
        replace(FOLD, properties=("@ensures",)),
        "permkern_fold_axis_begins_ensures_3",
        "src/permkern_fold.h",
        "folding->axis->out_stride = folding->run;",
        "folding->axis->out_stride = folding->next;",
    ),
    twin(
        "reach-shortened",
        replace(SPAN, properties=("@invariant",)),
        "permkern_span_loop_invariant_6",
        "src/span.c",
        "stride < reach",
        "stride < last",
    ),
)


def run(log: Log, depth: Depth) -> Outcome:
    """depth.only: proofs, by name."""
    chosen = [one for one in (*PROOFS, LEMMAS, BITS) if depth.full or depth.only or one.name not in LONG]
    proofs = [one for one in chosen if depth.takes(one.name)]
    twins = [one for one in (FULL_TWINS if depth.full else TWINS) if depth.takes(one.name)]
    return proof.run(log, BUILD / "verify" / "proof-checks", proofs, twins)


def steps() -> tuple[Step, ...]:
    return (Step("proof-checks", "overflow guard, checks, by proof", ("frama-c",), run),)
