# SPDX-License-Identifier: BSD-3-Clause
"""What permkern does with one shape and permutation, in words."""

import re

from .isa import PORTABLE
from .manifest import MAX_BYTES, PermutationSet, PinnedRequest, SetError
from .permutation import MAX_RANK, Perm, Shape, Work, fold, fold_steps, is_permutation
from .plan import Plan, make_plan
from .strategy import Strategy


def parse_request(shape_text: str, perm_text: str, bits: int) -> Work:
    """A work from the command line: '1,257,1,2' (or 1x257x1x2) and '0,3,2,1'."""

    def numbers(text: str, what: str) -> tuple[int, ...]:
        parts = text.replace("x", ",").split(",")
        if not all(re.fullmatch(r"\s*[0-9]{1,10}\s*", part) for part in parts):
            raise SetError(f"{what} {text!r}: numbers with commas between would be right, like 28,28,8")
        return tuple(int(part) for part in parts)

    shape: Shape = numbers(shape_text, "shape")
    perm: Perm = numbers(perm_text, "permutation")
    if not 1 <= len(shape) <= MAX_RANK:
        raise SetError(f"shape of {len(shape)} axes: 1 to {MAX_RANK} would be right")
    if min(shape) < 1:
        raise SetError(f"shape {shape_text!r}: extents of 1 or more would be right")
    if len(perm) != len(shape):
        raise SetError(f"permutation of {len(perm)} axes, shape of {len(shape)}: as many in both would be right")
    if not is_permutation(perm):
        raise SetError(f"permutation {perm_text!r}: each of 0 to {len(shape) - 1} once would be right")
    work = Work(shape, perm, bits)
    if work.bytes > MAX_BYTES:
        raise SetError(f"shape {shape_text!r}: at most {MAX_BYTES} bytes would be right")
    return work


def _dispatched(plan: Plan, work: Work) -> str:
    for form in plan.forms:
        if (form.bits, form.perm) == (work.bits, work.perm):
            name = form.kernel.name if form.kernel else "permkern_generic"
            return f"{name}: {form.choice.strategy.value}, {form.choice.why}"
    return f"permkern_generic: set {plan.name} has no kernel for {work.bits}-bit {work.perm}"


def explain(work: Work, plan: Plan) -> str:
    """The folding step by step, then the kernel of a set and what a pinned kernel would do."""
    folded = fold(work)
    lines = [f"{work}, {work.bits}-bit, {work.bytes} bytes: axis k of the output is axis perm[k] of the input", ""]
    steps = fold_steps(work)
    for number, step in enumerate(steps, 1):
        lines.append(
            f"  {number}. {step.what}: {step.work}" + (f", {step.work.bits}-bit" if step.work.bits != work.bits else "")
        )
    lines.append(f"  folds to {folded}, {folded.bits}-bit" + ("" if steps else ": nothing to fold"))
    if not folded.moves:
        lines.append("  every element keeps its place: a view does, without a copy (permkern_is_view)")
    request = PinnedRequest("pinned", work.shape, work.perm, work.bits, 1, work.bits // 8, True)
    body = make_plan(PermutationSet("explain", "speed", (), (request,))).pinned[0].body
    lines += ["", f"Any shape, set {plan.name}:", f"  {_dispatched(plan, folded)}", "", "Pinned to this shape:"]
    lines.append(f"  {body.best.choice.strategy.value}: {body.best.choice.why}")
    if body.narrow is not None:
        lines.append(
            f"  {body.narrow.choice.strategy.value} where words trap: {body.narrow.choice.why} ({body.narrow.work})"
        )
    if body.best.choice.strategy is Strategy.TILE and body.best.choice.tile is not None:
        tile = body.best.choice.tile
        rows, cols = folded.out_shape[-1], folded.shape[-1]
        tails = [f"{cols % tile.cols} columns"] * (cols % tile.cols > 0) + [f"{rows % tile.rows} rows"] * (
            rows % tile.rows > 0
        )
        lines.append(f"  beside the tiles: {' and '.join(tails) or 'nothing, no tail code'}")
    lines.append(f"  instruction set: {PORTABLE.name}, {PORTABLE.word_bits}-bit words")
    return "\n".join(lines)
