# SPDX-License-Identifier: BSD-3-Clause
"""Explains in words what permkern does with one shape and permutation."""

from dataclasses import dataclass, replace

from ..kernels.documents import Json, work_json
from ..kernels.in_place import NotInPlaceError, choose_in_place
from ..kernels.in_place_views import in_place_lines
from ..kernels.instruction_sets import HOST_TARGETS, TARGETS
from ..kernels.inventory import Body, Form, Inventory, make_inventory
from ..kernels.isa import WORD_BITS
from ..kernels.layouts import Folded, LayoutError, Strides, fold_layout
from ..kernels.manifest import PermutationSet, PinnedRequest, SetError, stride_problem
from ..kernels.moves import Move, Strategy, Xor
from ..kernels.permutation import WIDTHS, Perm, Step, Work, fold, fold_steps
from ..kernels.strategy import is_small
from ..kernels.ways import ALL_CORES, BY_WORDS, CoreWay, all_ways, inner_axes, turned_bytes
from .described import (
    WAY_WORDS,
    any_shape_line,
    axis_lines,
    backward_line,
    body_host_line,
    generic_line,
    move_lines,
    narrow_line,
    tails,
    ways_line,
)
from .spoken import WORDS_ONLY, is_by_vectors, spoken_body, spoken_ways


@dataclass(frozen=True)
class Explanation:
    """
    How one permute folds and is moved: by a set's kernel for any shape, and by a kernel pinned to this shape.
    """

    work: Work
    in_strides: Strides | None  # in elements, by axis of the input; None: contiguous
    out_strides: Strides | None
    set_name: str
    pins: tuple[str, ...]  # the functions that the set pins to this shape
    target: str | None  # the target that this describes; None: words alone, which every core has
    steps: tuple[Step, ...]  # none where strides are given
    folded: Folded
    kernel: str  # the set's kernel for any shape, with its strategy and the reason for it
    strategy: Strategy
    why: str
    runs: str  # what that kernel runs; empty for the generic routine outside of profile speed
    ways: (
        tuple[CoreWay, ...] | None
    )  # how the library moves the planes of this work then; None if the kernel moves none
    pinned: Body | None  # what a pinned kernel runs, with the alignment of an element; None: a set cannot say the gaps
    xor: Xor | None  # what a pinned kernel exclusive-ors each element with
    beside: tuple[str, ...]  # rows and columns that a pinned kernel's tiles leave over
    in_place: tuple[str, ...]  # what a pinned kernel in place runs, or why there is none

    @property
    def vectors(self) -> tuple[str, ...]:
        """The target's vector instruction sets."""
        return tuple(each.name for each in TARGETS[self.target or WORDS_ONLY])

    @property
    def is_view(self) -> bool:
        """Whether every element keeps its place."""
        return all(axis.in_stride == axis.out_stride for axis in self.folded.axes)


@dataclass(frozen=True)
class _Mover:
    """What moves a folded work of any shape."""

    kernel: str
    strategy: Strategy
    why: str
    runs: str = ""
    ways: tuple[CoreWay, ...] | None = None


_NONE = _Mover("none", Strategy.GENERIC, "only pinned kernels move elements that share bytes")


def _form_of(inventory: Inventory, bits: int, perm: Perm) -> Form | None:
    return next((form for form in inventory.forms if (form.bits, form.perm) == (bits, perm)), None)


def _backward(folded: Folded, turned: int) -> _Mover:
    what = "pixels of three bytes" if turned == 3 else "elements"
    return _Mover(
        "permkern_backward",
        Strategy.REVERSE,
        f"the innermost axis stays innermost and is reversed: runs of {what} turn round",
        backward_line(folded, turned),
    )


def _generic(folded: Folded, inventory: Inventory, why: str) -> _Mover:
    if is_small(inventory.profile):
        return _Mover("permkern_generic", Strategy.GENERIC, why)
    plane = _form_of(inventory, folded.bits, (1, 0))
    inner = inner_axes(folded, has_plane=plane is not None)
    line = generic_line(folded, inner, plane.symbol if plane else "")
    ways = all_ways(folded, small=False) if inner.plane else None
    return _Mover("permkern_generic", Strategy.GENERIC, why, line, ways)


def _in_place(work: Work) -> tuple[str, ...]:
    try:
        return in_place_lines(choose_in_place(work, work.bits // 8))
    except NotInPlaceError as error:
        return (f"none: {error}",)


def _by_any_shape(folded: Folded, inventory: Inventory, *, on_host: bool) -> _Mover:
    """Returns what moves a folded work of any shape, and how its planes are moved, where it has planes."""
    found = _form_of(inventory, folded.bits, folded.perm)
    turned = turned_bytes(folded, on_host=on_host)
    if turned and not is_small(inventory.profile):
        return _backward(folded, turned)
    if not folded.has_neighbours:
        return _generic(folded, inventory, "along the innermost axes elements are no neighbours in the same order")
    if found is None:
        return _generic(folded, inventory, f"set {inventory.name} has no kernel for {folded.bits}-bit {folded.perm}")
    if found.kernel is None:
        return _generic(folded, inventory, found.choice.why)
    planes = found.choice.strategy is Strategy.TILE
    ways = all_ways(folded, small=is_small(inventory.profile)) if planes else None
    return _Mover(found.symbol, found.choice.strategy, found.choice.why, any_shape_line(found.kernel.runs), ways)


def pinned_bits(inventory: Inventory, work: Work) -> int:
    """Returns the element bits at which the set pins this shape, if they are one number, or else the work's."""
    found = {pin.work.bits for pin in inventory.pinned if pin.work == replace(work, bits=pin.work.bits)}
    return found.pop() if len(found) == 1 else work.bits


def _with_gaps(work: Work, in_strides: Strides, out_strides: Strides) -> Work | None:
    """Returns the work that a set can pin; None if these are no strides of outer axes as it has them."""
    for shape, given in ((work.shape, in_strides), (work.out_shape, out_strides)):
        if given and (given[-1] != 1 or stride_problem(shape, given[:-1], work.bits)):
            return None
    return replace(work, in_strides=in_strides, out_strides=out_strides)


def explain(
    work: Work,
    inventory: Inventory,
    in_strides: Strides | None = None,
    out_strides: Strides | None = None,
    xor: int = 0,
    target: str | None = None,
) -> Explanation:
    """Explains a permute of contiguous arrays, or between two layouts, on one target."""
    strided, packed = in_strides is not None or out_strides is not None, work.bits < WIDTHS[0]
    gapped = _with_gaps(work, in_strides or (), out_strides or ())
    if packed and not gapped:
        raise SetError("strides of elements that share bytes are those of in_stride or out_stride in a set, then 1")
    try:
        folded = (
            fold_layout(fold(gapped), None, None) if packed and gapped else fold_layout(work, in_strides, out_strides)
        )
    except LayoutError as error:
        raise SetError(str(error)) from None
    asked = gapped or folded.work
    pinnable = gapped is not None or folded.is_contiguous
    pins = [pin.request for pin in inventory.pinned if gapped and (pin.request.work, pin.request.xor) == (gapped, xor)]
    align = min((pin.align for pin in pins), default=asked.bits // 8 or 1)
    request = PinnedRequest("pinned", asked, 1, align, False, xor)
    body = spoken_body(
        make_inventory(PermutationSet("explain", "speed", (), (request,))).pinned[0].body, target or WORDS_ONLY
    )
    tiled = body.best.choice.strategy is Strategy.TILE and not is_by_vectors(body.best, target or WORDS_ONLY)
    mover = _NONE if packed else _by_any_shape(folded, inventory, on_host=target in HOST_TARGETS)
    ways = spoken_ways(mover.ways, target or WORDS_ONLY) if mover.ways else None
    by_words = any(core in (BY_WORDS, ALL_CORES) for each in ways or () for core in each.cores)
    return Explanation(
        work=work,
        in_strides=in_strides,
        out_strides=out_strides,
        set_name=inventory.name,
        pins=tuple(pin.symbol for pin in pins),
        target=target,
        steps=() if strided else fold_steps(work),
        folded=folded,
        kernel=mover.kernel,
        strategy=mover.strategy,
        why=mover.why if ways is None or by_words else "the innermost axis moves",
        runs=mover.runs,
        ways=ways,
        pinned=body if pinnable else None,
        xor=Xor(xor, work.bits) if xor else None,
        beside=tails(body.best) if pinnable and tiled else (),
        in_place=_in_place(asked) if folded.is_contiguous else ("none: there are gaps between elements",),
    )


# ---- as text ----


def _pinned_text(body: Body, told: Explanation) -> list[str]:
    best, narrow = body.best, body.narrow
    by_vectors = is_by_vectors(best, told.target or WORDS_ONLY)
    lines = ["  by vectors:" if by_vectors else f"  {best.choice.strategy.value}: {best.choice.why}"]
    if body.host is not None:
        lines.append(f"    {body_host_line(body)}")
    lines += [f"    {line}" for line in move_lines(best, told.vectors)]
    if narrow is not None:
        lines.append(f"  {narrow_line(body.moves)}")
        lines += [f"    {line}" for line in move_lines(narrow, told.vectors)]
    if best.choice.strategy is Strategy.TILE and not by_vectors:
        lines.append(f"  beside the tiles: {' and '.join(told.beside) or 'nothing, no tail code'}")
    return lines


def to_text(told: Explanation) -> str:
    """Lists the steps of the folding, then what the set's kernel runs, then what a pinned kernel would run."""
    work, folded = told.work, told.folded
    lines = [f"{work}, {work.bits}-bit, {work.bytes} bytes: axis k of the output is axis perm[k] of the input"]
    for side, given in (("input", told.in_strides), ("output", told.out_strides)):
        lines += [f"  strides of the {side}, in elements: {', '.join(map(str, given))}"] if given else []
    lines.append("")
    for number, step in enumerate(told.steps, 1):
        wide = f", {step.work.bits}-bit" if step.work.bits != work.bits else ""
        lines.append(f"  {number}. {step.what}: {step.work}{wide}")
    same = folded.is_contiguous and folded.work == work
    lines.append(f"  folds to {folded.work}, {folded.bits}-bit" + (": nothing to fold" if same else ""))
    if not folded.is_contiguous:
        lines += [f"    {line}" for line in axis_lines(folded)]
    if told.is_view and not told.xor:
        lines.append("  every element keeps its place: a view suffices (permkern_is_view)")
    lines += ["", f"Any shape, set {told.set_name}:", f"  {told.kernel}: {told.strategy.value}, {told.why}"]
    if told.runs:
        lines.append(f"    {told.runs}")
    if told.ways:
        lines.append(f"    {ways_line(told.ways)}")
        lines += ["    on hosts: by vectors, if there are enough elements"] if told.target in HOST_TARGETS else []
    if told.xor:
        lines.append(f"    then, in a plan that permkern_xor() was called for: the output exclusive-or {told.xor}")
    if told.pinned is None:
        lines += ["", "If it is pinned to this shape: no kernel, as in_stride and out_stride are of rows in order"]
    else:
        pinned = f"Pinned to this shape as {', '.join(told.pins)}" if told.pins else "If it is pinned to this shape"
        lines += ["", f"{pinned}:", *_pinned_text(told.pinned, told)]
    if told.target is None:
        lines.append(f"  on {WORD_BITS}-bit words; --target NAME shows what one target runs")
    else:
        lines.append(f"  on {', '.join((told.target, f'{WORD_BITS}-bit words', *told.vectors))}")
    lines += ["", "If it is pinned in place:", *(f"  {line}" for line in told.in_place)]
    return "\n".join(lines)


# ---- as JSON ----


def _move_json(move: Move, told: Explanation) -> Json:
    return {
        **work_json(move.work),
        "strategy": move.choice.strategy.value,
        "why": move.choice.why,
        "runs": move_lines(move, told.vectors),
        "functions": move.functions,
    }


def to_json(told: Explanation) -> Json:
    body = told.pinned
    ways = [{"way": WAY_WORDS[each.way], "cores": each.cores} for each in told.ways or ()]
    needs = body.moves.needs if body else None
    return {
        **work_json(told.work),
        "in_strides": told.in_strides,
        "out_strides": told.out_strides,
        "bytes": told.work.bytes,
        "steps": [{"what": step.what, **work_json(step.work)} for step in told.steps],
        "folded": work_json(told.folded.work),
        "contiguous": told.folded.is_contiguous,
        "moves": not told.is_view,
        "set": told.set_name,
        "pins": told.pins,
        "target": told.target,
        "any_shape": {
            "kernel": told.kernel,
            "strategy": told.strategy.value,
            "why": told.why,
            "runs": told.runs,
            "at_run_time": {"ways": ways} if ways else None,
        },
        "pinned": _move_json(body.best, told) if body else None,
        "pinned_on_hosts": (body_host_line(body) or None) if body else None,
        "pinned_where_words_trap": _move_json(body.narrow, told) if body and body.narrow else None,
        "pinned_needs": (needs.macro or needs.test) if needs else None,
        "beside_tiles": told.beside,
        "xor": str(told.xor) if told.xor else None,
        "in_place": told.in_place,
    }
