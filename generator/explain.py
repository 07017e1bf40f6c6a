# SPDX-License-Identifier: BSD-3-Clause
"""Explains in words what permkern does with one shape and permutation."""

import re
from dataclasses import dataclass

from .isa import PORTABLE
from .manifest import MAX_BYTES, PermutationSet, PinnedRequest, SetError
from .moves import Move, Strategy
from .permutation import MAX_RANK, Perm, Shape, Step, Work, fold, fold_steps, is_permutation
from .plan import Plan, make_plan


def parse_request(shape_text: str, perm_text: str, bits: int) -> Work:
    """Parses the arguments of `explain`, such as '1,257,1,2' or '1x257x1x2' for the shape and '0,3,2,1'."""

    def numbers(text: str, what: str) -> tuple[int, ...]:
        parts = text.replace("x", ",").split(",")
        if not all(re.fullmatch(r"\s*[0-9]{1,10}\s*", part) for part in parts):
            raise SetError(f"{what} {text!r} is not a list of numbers; separate them by commas, as in 28,28,8")
        return tuple(int(part) for part in parts)

    shape: Shape = numbers(shape_text, "shape")
    perm: Perm = numbers(perm_text, "permutation")
    if not 1 <= len(shape) <= MAX_RANK:
        raise SetError(f"shape of {len(shape)} axes; 1 to {MAX_RANK} are supported")
    if min(shape) < 1:
        raise SetError(f"extent 0 in shape {shape_text!r}; extents must be 1 or more")
    if len(perm) != len(shape):
        raise SetError(
            f"the permutation has {len(perm)} axes but the shape has {len(shape)}; both must have the same number"
        )
    if not is_permutation(perm):
        raise SetError(f"{perm_text!r} is not a permutation; it must hold each of 0 to {len(shape) - 1} once")
    work = Work(shape, perm, bits)
    if work.bytes > MAX_BYTES:
        raise SetError(f"shape {shape_text!r} at {bits} bits is too large; a tensor may have at most {MAX_BYTES} bytes")
    return work


@dataclass(frozen=True)
class Explanation:
    """
    How one permute folds and is moved: by a set's kernel for any shape, and by a kernel pinned to this shape.
    """

    work: Work
    set_name: str
    steps: tuple[Step, ...]
    folded: Work
    kernel: str  # the set's kernel for any shape, with its strategy and the reason for it
    strategy: Strategy
    why: str
    pinned: Move  # what a pinned kernel does
    narrow: Move | None  # what it does on targets that trap on misaligned words, if that differs
    beside: tuple[str, ...]  # rows and columns that a pinned kernel's tiles leave over


def explain(work: Work, plan: Plan) -> Explanation:
    folded = fold(work)
    found = next((form for form in plan.forms if (form.bits, form.perm) == (folded.bits, folded.perm)), None)
    request = PinnedRequest("pinned", work.shape, work.perm, work.bits, 1, work.bits // 8, True)
    body = make_plan(PermutationSet("explain", "speed", (), (request,))).pinned[0].body
    beside: tuple[str, ...] = ()
    tile = body.best.choice.tile
    if body.best.choice.strategy is Strategy.TILE and tile is not None:
        rows, cols = folded.out_shape[-1] % tile.rows, folded.shape[-1] % tile.cols
        beside = tuple(f"{left} {what}" for left, what in ((cols, "columns"), (rows, "rows")) if left)
    return Explanation(
        work=work,
        set_name=plan.name,
        steps=fold_steps(work),
        folded=folded,
        kernel=found.symbol if found else "permkern_generic",
        strategy=found.choice.strategy if found else Strategy.GENERIC,
        why=found.choice.why if found else f"set {plan.name} has no kernel for {folded.bits}-bit {folded.perm}",
        pinned=body.best,
        narrow=body.narrow,
        beside=beside,
    )


def to_text(told: Explanation) -> str:
    """Lists the steps of the folding, then the set's kernel, then what a pinned kernel would do."""
    work, folded = told.work, told.folded
    lines = [f"{work}, {work.bits}-bit, {work.bytes} bytes: axis k of the output is axis perm[k] of the input", ""]
    for number, step in enumerate(told.steps, 1):
        wide = f", {step.work.bits}-bit" if step.work.bits != work.bits else ""
        lines.append(f"  {number}. {step.what}: {step.work}{wide}")
    lines.append(f"  folds to {folded}, {folded.bits}-bit" + ("" if told.steps else ": nothing to fold"))
    if not folded.moves:
        lines.append("  every element keeps its place: a view suffices (permkern_is_view)")
    lines += ["", f"Any shape, set {told.set_name}:", f"  {told.kernel}: {told.strategy.value}, {told.why}"]
    lines += ["", "Pinned to this shape:", f"  {told.pinned.choice.strategy.value}: {told.pinned.choice.why}"]
    if told.narrow is not None:
        choice = told.narrow.choice
        lines.append(f"  {choice.strategy.value} where words trap: {choice.why} ({told.narrow.work})")
    if told.pinned.choice.strategy is Strategy.TILE:
        lines.append(f"  beside the tiles: {' and '.join(told.beside) or 'nothing, no tail code'}")
    lines.append(f"  instruction set: {PORTABLE.name}, {PORTABLE.word_bits}-bit words")
    return "\n".join(lines)


def _work_rows(work: Work) -> dict[str, object]:
    return {"shape": work.shape, "perm": work.perm, "bits": work.bits}


def _move_rows(move: Move) -> dict[str, object]:
    return {**_work_rows(move.work), "strategy": move.choice.strategy.value, "why": move.choice.why}


def to_rows(told: Explanation) -> dict[str, object]:
    """Returns the explanation as a JSON object."""
    return {
        **_work_rows(told.work),
        "bytes": told.work.bytes,
        "steps": [{"what": step.what, **_work_rows(step.work)} for step in told.steps],
        "folded": _work_rows(told.folded),
        "moves": told.folded.moves,
        "set": told.set_name,
        "any_shape": {"kernel": told.kernel, "strategy": told.strategy.value, "why": told.why},
        "pinned": _move_rows(told.pinned),
        "pinned_where_words_trap": _move_rows(told.narrow) if told.narrow else None,
        "beside_tiles": told.beside,
    }
