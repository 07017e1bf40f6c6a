# SPDX-License-Identifier: BSD-3-Clause
"""Explains one permute: its folding, and the kernel of a set that moves it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..kernels.documents import Json, in_columns, work_json
from ..kernels.in_place import NotInPlaceError, choose_in_place
from ..kernels.in_place_views import in_place_lines
from ..kernels.inventory import Body, Inventory, make_inventory
from ..kernels.manifest import PermutationSet, PinnedRequest
from ..kernels.moves import Fact, Move, Strategy
from ..kernels.permutation import WIDTHS, Step, Work, fold, fold_steps
from ..kernels.strategy import is_small


@dataclass(frozen=True)
class Explanation:
    """The folding of one permute, its kernel for any shape, and the body of a pinned kernel for this shape."""

    work: Work
    set_name: str
    steps: tuple[Step, ...]
    folded: Work
    kernel: str  # the set's kernel for any shape, with strategy and reason
    strategy: Strategy
    why: str
    pins: tuple[str, ...]  # the set's pinned functions for this shape
    pinned: Body  # body of the first pinned function; if none, of a kernel with element alignment
    functions: tuple[tuple[str, str], ...]  # of `emit`, and their files
    in_place: tuple[str, ...]  # passes of a pinned in-place kernel, or why there is none


def _in_place(work: Work) -> tuple[str, ...]:
    try:
        return in_place_lines(choose_in_place(work, work.bits // 8))
    except NotInPlaceError as error:
        return (f"none: {error}",)


def _reverses_runs(work: Work, *, small: bool) -> bool:
    """True if library code reverses a folded work's runs of elements or, in profile speed, of 3-byte pixels."""
    last = len(work.perm) - 1
    if work.perm[last] != last:
        return False
    pixels = last > 0 and work.perm[last - 1] == last - 1 and work.shape[last] * work.bits == 24
    return work.is_reversed(last) or (pixels and work.is_reversed(last - 1) and not small)


def _any_shape(work: Work, inventory: Inventory) -> tuple[str, Strategy, str]:
    """Returns the kernel for a folded work with any shape, its strategy and the reason."""
    if work.bits < WIDTHS[0]:
        return "none", Strategy.GENERIC, "only pinned kernels move elements that share bytes"
    if _reverses_runs(work, small=is_small(inventory.profile)):
        why = "the innermost axis stays innermost, and runs are reversed: the library has code for this in every set"
        return "none", Strategy.REVERSE, why
    found = next((form for form in inventory.forms if (form.bits, form.perm) == (work.bits, work.perm)), None)
    if found is None:
        why = f"set {inventory.name} has no kernel for {work.bits}-bit {work.perm}"
        return "permkern_generic", Strategy.GENERIC, why
    return found.symbol, found.choice.strategy, found.choice.why


def pinned_bits(inventory: Inventory, work: Work) -> int:
    """Returns the element bits of the set's kernels for this shape; the work's bits if there are none or several."""
    found = {pin.work.bits for pin in inventory.pinned if pin.work == replace(work, bits=pin.work.bits)}
    return found.pop() if len(found) == 1 else work.bits


def explain(work: Work, inventory: Inventory, functions: Sequence[tuple[str, str]] = ()) -> Explanation:
    """Explains a permute of contiguous arrays. functions: those of `emit`, and their files."""
    folded = fold(work)
    kernel, strategy, why = _any_shape(folded, inventory)
    pins = [pin for pin in inventory.pinned if pin.work == work]
    request = PinnedRequest("pinned", work, 1, work.bits // 8 or 1, False)
    found = pins or make_inventory(PermutationSet("explain", "speed", (), (request,))).pinned
    return Explanation(
        work=work,
        set_name=inventory.name,
        steps=fold_steps(work),
        folded=folded,
        kernel=kernel,
        strategy=strategy,
        why=why,
        pins=tuple(pin.symbol for pin in pins),
        pinned=found[0].body,
        functions=tuple(functions),
        in_place=_in_place(work),
    )


# ---- as text ----


def _narrow_lines(body: Body) -> list[str]:
    best, narrow, needs = body.best, body.narrow, body.moves.needs
    if narrow is None or needs is None or (narrow.work, narrow.choice) == (best.work, best.choice):
        return []
    when = f"{needs.value} is 0" if needs is Fact.UNALIGNED else f"not {needs.value}()"
    return [f"  {narrow.choice.strategy.value} where words trap ({when}): {narrow.choice.why} ({narrow.work})"]


def to_text(told: Explanation) -> str:
    """Lists the folding steps, the set's kernel, and the body of a pinned kernel."""
    work, folded = told.work, told.folded
    lines = [f"{work}, {work.bits}-bit, {work.bytes} bytes: axis k of the output is axis perm[k] of the input", ""]
    for number, step in enumerate(told.steps, 1):
        wide = f", {step.work.bits}-bit" if step.work.bits != work.bits else ""
        lines.append(f"  {number}. {step.what}: {step.work}{wide}")
    lines.append(f"  folds to {folded}, {folded.bits}-bit" + (": nothing to fold" if folded == work else ""))
    if not folded.moves:
        lines.append("  every element keeps its place: a view suffices (permkern_is_view)")
    lines += ["", f"Any shape, set {told.set_name}:", f"  {told.kernel}: {told.strategy.value}, {told.why}"]
    choice = told.pinned.best.choice
    pinned = f"Pinned to this shape as {', '.join(told.pins)}" if told.pins else "If it is pinned to this shape"
    lines += ["", f"{pinned}:", f"  {choice.strategy.value}: {choice.why}", *_narrow_lines(told.pinned)]
    if told.functions:
        lines += ["", "Functions that it calls on this target, and their files:"]
        lines += [f"  {line}" for line in in_columns(told.functions)]
    lines += ["", "If it is pinned in place:", *(f"  {line}" for line in told.in_place)]
    return "\n".join(lines)


# ---- as JSON ----


def _move_json(move: Move) -> Json:
    return {**work_json(move.work), "strategy": move.choice.strategy.value, "why": move.choice.why}


def to_json(told: Explanation) -> Json:
    body, needs = told.pinned, told.pinned.moves.needs
    return {
        **work_json(told.work),
        "bytes": told.work.bytes,
        "steps": [{"what": step.what, **work_json(step.work)} for step in told.steps],
        "folded": work_json(told.folded),
        "moves": told.folded.moves,
        "set": told.set_name,
        "any_shape": {"kernel": told.kernel, "strategy": told.strategy.value, "why": told.why},
        "pins": told.pins,
        "pinned": _move_json(body.best),
        "pinned_where_words_trap": _move_json(body.narrow) if body.narrow else None,
        "pinned_needs": needs.value if needs else None,
        "functions": [{"name": name, "file": file} for name, file in told.functions],
        "in_place": told.in_place,
    }
