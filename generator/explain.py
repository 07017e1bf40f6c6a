# SPDX-License-Identifier: BSD-3-Clause
"""Explains in words what permkern does with one shape and permutation."""

import re
from dataclasses import dataclass
from typing import TypedDict

from .described import WAY_WORDS, any_shape_line, generic_line, host_line, move_lines, narrow_line, tails, ways_lines
from .documents import WorkJson, work_json
from .isa import PORTABLE
from .manifest import MAX_BYTES, PermutationSet, PinnedRequest, SetError
from .moves import Move, Strategy
from .permutation import MAX_RANK, Perm, Shape, Step, Work, fold, fold_steps, is_permutation
from .plan import Body, Form, Plan, make_plan
from .strategy import is_small
from .ways import AllWays, all_ways, inner_of


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
    runs: str  # what that kernel runs; empty for the generic routine outside of profile speed
    ways: AllWays | None  # how the library moves the planes of this work then; None if the kernel moves none
    pinned: Body  # what a pinned kernel runs, with the alignment of an element
    beside: tuple[str, ...]  # rows and columns that a pinned kernel's tiles leave over


def _form_of(plan: Plan, bits: int, perm: Perm) -> Form | None:
    return next((form for form in plan.forms if (form.bits, form.perm) == (bits, perm)), None)


def _by_any_shape(folded: Work, found: Form | None, plan: Plan) -> tuple[str, AllWays | None]:
    """Returns what moves a folded work of any shape, and how its planes are moved, where it has planes."""
    small = is_small(plan.profile)
    if found and found.kernel:
        planes = found.choice.strategy is Strategy.TILE
        return any_shape_line(found.kernel.runs), all_ways(folded, small=small) if planes else None
    if small:
        return "", None
    plane = _form_of(plan, folded.bits, (1, 0))
    inner = inner_of(folded, has_plane=plane is not None)
    line = generic_line(folded, inner, plane.symbol if plane else "")
    return line, all_ways(folded, small=False, own=False) if inner.plane else None


def explain(work: Work, plan: Plan) -> Explanation:
    folded = fold(work)
    found = _form_of(plan, folded.bits, folded.perm)
    strategy = found.choice.strategy if found else Strategy.GENERIC
    runs, ways = _by_any_shape(folded, found, plan)
    request = PinnedRequest("pinned", work.shape, work.perm, work.bits, 1, work.bits // 8, True)
    body = make_plan(PermutationSet("explain", "speed", (), (request,))).pinned[0].body
    return Explanation(
        work=work,
        set_name=plan.name,
        steps=fold_steps(work),
        folded=folded,
        kernel=found.symbol if found else "permkern_generic",
        strategy=strategy,
        why=found.choice.why if found else f"set {plan.name} has no kernel for {folded.bits}-bit {folded.perm}",
        runs=runs,
        ways=ways,
        pinned=body,
        beside=tails(body.best) if body.best.choice.strategy is Strategy.TILE else (),
    )


# ---- as text ----


def _pinned_text(told: Explanation) -> list[str]:
    best, narrow = told.pinned.best, told.pinned.narrow
    lines = [f"  {best.choice.strategy.value}: {best.choice.why}"]
    if told.pinned.host is not None:
        lines.append(f"    {host_line(told.pinned.host)}")
    lines += [f"    {line}" for line in move_lines(best)]
    if narrow is not None:
        lines.append(f"  {narrow_line(told.pinned.moves)}")
        lines += [f"    {line}" for line in move_lines(narrow)]
    if best.choice.strategy is Strategy.TILE:
        lines.append(f"  beside the tiles: {' and '.join(told.beside) or 'nothing, no tail code'}")
    return lines


def to_text(told: Explanation) -> str:
    """Lists the steps of the folding, then what the set's kernel runs, then what a pinned kernel would run."""
    work, folded = told.work, told.folded
    lines = [f"{work}, {work.bits}-bit, {work.bytes} bytes: axis k of the output is axis perm[k] of the input", ""]
    for number, step in enumerate(told.steps, 1):
        wide = f", {step.work.bits}-bit" if step.work.bits != work.bits else ""
        lines.append(f"  {number}. {step.what}: {step.work}{wide}")
    lines.append(f"  folds to {folded}, {folded.bits}-bit" + ("" if told.steps else ": nothing to fold"))
    if not folded.moves:
        lines.append("  every element keeps its place: a view suffices (permkern_is_view)")
    lines += ["", f"Any shape, set {told.set_name}:", f"  {told.kernel}: {told.strategy.value}, {told.why}"]
    if told.runs:
        lines.append(f"    {told.runs}")
    if told.ways:
        lines += [f"    {line}" for line in ways_lines(told.ways)]
    lines += ["", "Pinned to this shape:", *_pinned_text(told)]
    lines.append(f"  instruction set: {PORTABLE.name}, {PORTABLE.word_bits}-bit words")
    return "\n".join(lines)


# ---- as JSON ----


class StepJson(WorkJson):
    what: str


class MoveJson(WorkJson):
    """What a move runs, as a list of lines, and the library's functions that it calls."""

    strategy: str
    why: str
    runs: tuple[str, ...]
    functions: tuple[str, ...]


class WayJson(TypedDict):
    """A way, in words, and the cores on which the library moves a plane so."""

    way: str
    cores: tuple[str, ...]


class AtRunTimeJson(TypedDict):
    ways: list[WayJson]
    hosts_by_words: bool
    hosts_join_axes: bool
    by_index: bool


class AnyShapeJson(TypedDict):
    kernel: str
    strategy: str
    why: str
    runs: str
    at_run_time: AtRunTimeJson | None


class ExplanationJson(WorkJson):
    bytes: int
    steps: list[StepJson]
    folded: WorkJson
    moves: bool
    set: str
    any_shape: AnyShapeJson
    pinned: MoveJson
    pinned_on_hosts: str | None
    pinned_where_words_trap: MoveJson | None
    pinned_needs: str | None
    beside_tiles: tuple[str, ...]


def _move_json(move: Move) -> MoveJson:
    return {
        **work_json(move.work),
        "strategy": move.choice.strategy.value,
        "why": move.choice.why,
        "runs": move_lines(move),
        "functions": move.functions,
    }


def _ways_json(ways: AllWays) -> AtRunTimeJson:
    return {
        "ways": [{"way": WAY_WORDS[each.way], "cores": each.cores} for each in ways.ways],
        "hosts_by_words": ways.few,
        "hosts_join_axes": ways.joined,
        "by_index": ways.by_index,
    }


def to_json(told: Explanation) -> ExplanationJson:
    body = told.pinned
    needs = body.moves.needs
    return {
        **work_json(told.work),
        "bytes": told.work.bytes,
        "steps": [{"what": step.what, **work_json(step.work)} for step in told.steps],
        "folded": work_json(told.folded),
        "moves": told.folded.moves,
        "set": told.set_name,
        "any_shape": {
            "kernel": told.kernel,
            "strategy": told.strategy.value,
            "why": told.why,
            "runs": told.runs,
            "at_run_time": _ways_json(told.ways) if told.ways else None,
        },
        "pinned": _move_json(body.best),
        "pinned_on_hosts": host_line(body.host) if body.host else None,
        "pinned_where_words_trap": _move_json(body.narrow) if body.narrow else None,
        "pinned_needs": (needs.macro or needs.test) if needs else None,
        "beside_tiles": told.beside,
    }
