# SPDX-License-Identifier: BSD-3-Clause
"""Turns kernel records into frozen views for the templates. Their fields are C fragments and text."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from .cfragments import array, braces, comment, letters, literal, modular, scaled, word, work_letters
from .csource import Known, decide
from .in_place_views import PassView, cycle_tables, in_place_lines, pass_view
from .inventory import Body, Kernel, Pinned, PinnedInPlace, log2_bytes
from .isa import WORD_BITS
from .moves import AnyShape, BitBytes, BitStep, BitTile, Fit, Host, HostAxes, Move, Part, Strategy, UnitIndex, Variant
from .permutation import Work, perm_text
from .places import Axis, axes_of

# ---- kernels for any shape ----


@dataclass(frozen=True)
class KernelView:
    """A kernel for any shape. ``family``: its macro in kernel.j2."""

    family: str
    name: str
    title: str
    notes: tuple[str, ...]
    scale: str  # converts elements to bytes: " * 4"
    runs: AnyShape


def _kernel_notes(kernel: Kernel) -> str:
    """Describes the loop order and the contiguous axes."""
    runs = kernel.runs
    if runs.tile:
        return "By the core that all widths share, in tiles of a word of each of four rows."
    if kernel.choice.strategy is Strategy.COPY:
        return "One axis, contiguous on both sides."
    name = [chr(ord("a") + axis) for axis in kernel.perms[0]]  # letters of the output axes, as in the title
    outer = " and ".join(name[axis] for axis in runs.outer)
    if runs.along is not None:
        loops = f"Loops over {outer}, then runs along {name[runs.along]}" if outer else f"Runs along {name[runs.along]}"
        return f"{loops}: {name[runs.inner]} is contiguous on both sides."
    loops = f"Loops over {outer}, then planes: " if outer else "One plane: "
    return f"{loops}{name[runs.cols or 0]} is contiguous in the input, {name[runs.inner]} in the output."


def kernel_view(kernel: Kernel) -> KernelView:
    size, runs = kernel.bits // 8, kernel.runs
    title, *others = [f"{perm_text(perm)}, {kernel.bits}-bit: {letters(perm)}." for perm in kernel.perms] or [
        f"Any folded permutation whose innermost axis moves, {kernel.bits}-bit."
    ]
    return KernelView(
        family="tile_any" if runs.tile else kernel.choice.strategy.value,
        name=kernel.name,
        title=title,
        notes=(*comment(_kernel_notes(kernel)), *(f"The same for {other}" for other in others)),
        scale="" if size == 1 else f" * {size}",
        runs=runs,
    )


# ---- pinned kernels ----

Term = tuple[str, int]  # a variable and its step in bytes; no variable: a constant in bytes


def _address(pointer: str, terms: Sequence[Term]) -> str:
    """Returns a pointer plus offsets, ordered so that no partial sum leaves the array.

    A pointer outside the array is undefined behaviour. ``pointer`` is the lowest element; strides may be negative.
    """
    ordered = sorted((term for term in terms if term[1]), key=lambda term: (bool(term[0]), term[1] > 0))
    sizes = [(factor < 0, scaled(var, abs(factor)) if var else literal(abs(factor))) for var, factor in ordered]
    return pointer + "".join(f" {'-' if back else '+'} {size}" for back, size in sizes)


@dataclass(frozen=True)
class LoopView:
    name: str
    extent: int
    unroll: bool = False


@dataclass(frozen=True)
class BitsView:
    """A move of sub-byte elements inside loops: words, and calls that take them.

    A word is joined from values. ``source`` is an address or a bit number; ``target`` is an address.
    """

    source: str
    target: str
    words: tuple[tuple[str, ...], ...]  # values with their shifts
    calls: tuple[tuple[str, str], ...]  # functions with their arguments
    by_address: bool = True
    in_a_row: bool = False  # the calls fill consecutive bytes and take no address
    around: tuple[LoopView, ...] = ()  # loops around each row of consecutive bytes
    last: tuple[tuple[str, str], ...] = ()  # calls after a row


@dataclass(frozen=True)
class PartView:
    """Loops, and the call inside them."""

    loops: tuple[LoopView, ...]
    function: str = ""
    arguments: str = ""
    first: tuple[str, str] | None = None  # source and target addresses inside the first loop, which the call takes
    bits: BitsView | None = None  # replaces the call


@dataclass(frozen=True)
class MoveView:
    """Variants inside loops over axes. The first variant with a true C condition runs; the last condition is empty."""

    outer: tuple[LoopView, ...]
    first: tuple[str, str] | None  # source and target addresses inside these loops, which the variants take
    variants: tuple[tuple[str, tuple[PartView, ...]], ...]
    vectors: str  # macro of the firmware vectors that move the whole plane instead; empty: none
    whole: PartView  # the call by vectors, or the only call without variants
    behind: tuple[PartView, ...]  # applies the XOR constant after vectors or calls that cannot


_STEPS = "jkmnpqrsuvxyz"  # loop variables inside the loops over axes


def _index(axis: Axis) -> str:
    return f"i{axis.number}"


def _place(pointer: str, first: int, steps: Sequence[tuple[LoopView, int]]) -> str:
    """Returns the address inside the loops. Loops unrolled backwards count up from their lowest address."""
    back = [(loop, -step) for loop, step in steps if loop.unroll and step < 0]
    terms = [("", first - sum((loop.extent - 1) * step for loop, step in back))]
    terms += [(loop.name, step) for loop, step in steps if (loop, -step) not in back]
    upwards = (f" + ({(loop.extent - 1) * step} - {scaled(loop.name, step)})" for loop, step in back)
    return _address(pointer, terms) + "".join(upwards)


def _around(move: Move) -> tuple[str, str]:
    """Returns the addresses of the first elements inside the loops over axes."""
    loops = [(LoopView(_index(axis), axis.extent), axis) for axis in move.outer]
    source = _place("src", move.in_first, [(loop, axis.in_stride) for loop, axis in loops])
    return source, _place("dst", move.call.out_first, [(loop, axis.out_stride) for loop, axis in loops])


def _call_view(move: Move, last: Sequence[str]) -> PartView:
    """Returns the call of a move, without its variants. ``last``: further arguments."""
    function = f"permkern_x{move.work.bits}_plane_inline" if move.plane else move.call.function
    source, target = _around(move)
    arguments = [source, *map(modular, move.call.source), target, *map(modular, move.call.target), *last]
    return PartView((), function, ", ".join(arguments))


def _joined(values: Sequence[str], bits: int) -> tuple[str, ...]:
    """Returns values that together fill a word from its lowest bits. Empty values leave zeros."""
    shifted = (value and value + (f" << {number * bits}" if number else "") for number, value in enumerate(values))
    return tuple(filter(None, shifted)) or ("0",)


def _stored(tile: BitTile, number: int, offsets: Sequence[int | None], flip: int) -> Iterator[tuple[str, str]]:
    value = f"w{number} ^ {word(flip)}" if flip else f"w{number}"
    kept = f", {word(tile.kept * (2**tile.stores - 1) // 0xFF)}" if tile.kept else ""
    if not kept and tile.stores == WORD_BITS and tile.turned & 24 == 24:  # some cores reverse bytes by their stores
        yield "permkern_bits_store_turned", f"{_address('to', [('', offsets[0] or 0)])}, {value}, {tile.turned}"
        return
    if tile.turned:
        yield "permkern_bits_turn", f"&w{number}, {tile.turned}"
    store = f"permkern_bits_{'keep' if kept else 'store'}{tile.stores}"
    store = "permkern_store32" if store == "permkern_bits_store32" else store
    for lane, at in enumerate(offsets):
        if at is not None:
            shown = f"{f'({value})' if flip else value} >> {lane * tile.stores}" if lane else value
            yield store, f"{_address('to', [('', at)])}, {shown}{kept}"


def _step(step: BitStep) -> tuple[str, str]:
    if step.b is None:
        return "permkern_bits_within", f"&w{step.a}, {step.shift}, {word(step.mask)}"
    if step.shift == WORD_BITS // 2:
        return "permkern_swap16", f"&w{step.a}, &w{step.b}"
    return "permkern_bits_between", f"&w{step.a}, &w{step.b}, {step.shift}, {word(step.mask)}"


def _bits_view(bits: BitTile | BitBytes, source: str, target: str, flip: int) -> BitsView:
    if isinstance(bits, BitTile):
        load = f"permkern_bits_load{bits.loads}"
        loaded = (
            ["" if at is None else f"{load}({_address('from', [('', at // 8)])}, {at % 8})" for at in offsets]
            for offsets in bits.ins
        )
        words = tuple(_joined(values, bits.loads) for values in loaded)
        stores = (call for number, offsets in bits.outs for call in _stored(bits, number, offsets, flip))
        return BitsView(source, target, words, (*map(_step, bits.steps), *stores))
    source = source.removeprefix(" + ") or "0"
    if not bits.ins:
        byte = literal(flip & 0xFF)
        put = ("permkern_bits_put", f"&row, permkern_bits_at(src, from, {bits.bits}), {bits.bits}, {byte}")
        last = (("permkern_bits_end", f"&row, {byte}"),) if bits.kept else ()
        return BitsView(source, target, (), (put,), by_address=False, in_a_row=True, last=last)
    values = [f"permkern_bits_at(src, {_address('from', [('', at)])}, {bits.bits})" for at in bits.ins]
    value = f"w0 ^ {literal(flip & 0xFF)}" if flip else "w0"
    store = ("permkern_bits_store8", f"to, {value}")
    store = ("permkern_bits_keep8", f"to, {value}, {word(bits.kept)}") if bits.kept else store
    return BitsView(source, target, (_joined(values, bits.bits),), (store,), by_address=False)


def _shared_view(part: Part, bits: BitTile | BitBytes, flip: int) -> PartView:
    loops = [(LoopView(name, loop.extent), loop) for name, loop in zip(_STEPS, part.loops, strict=False)]
    views, around = tuple(view for view, _ in loops), bits.around if isinstance(bits, BitBytes) else 0
    steps = [(view, loop.in_stride) for view, loop in loops], [(view, loop.out_stride) for view, loop in loops]
    pointer = ("permkern_bits_tested(src)" if bits.tested else "src") if isinstance(bits, BitTile) else ""
    source = _place(pointer, part.in_at, steps[0])
    made = _bits_view(bits, source, _place("dst", part.out_at, steps[1]), flip)
    return PartView(views[around:], bits=replace(made, around=views[:around]))


def _part_view(move: Move, part: Part, last: Sequence[str]) -> PartView:
    if part.bits:
        return _shared_view(part, part.bits, move.xor.low if move.xor else 0)
    loops = [
        (LoopView(name, loop.extent, loop.unroll), loop.in_stride, loop.out_stride)
        for name, loop in zip(_STEPS, (loop for loop in part.loops if loop.extent > 1), strict=False)
    ]
    at, put = ("from", part.in_at), ("to", part.out_at)
    if not move.outer:
        at, put = ("src", move.in_first + part.in_at), ("dst", move.call.out_first + part.out_at)
    first = None
    inside = loops
    if sum(not loop.unroll for loop, _, _ in loops) > 1:
        step, in_stride, out_stride = loops[0]
        first = _place(*at, [(step, in_stride)]), _place(*put, [(step, out_stride)])
        at, put, inside = ("at", 0), ("put", 0), loops[1:]
    source, target = _place(*at, [each[:2] for each in inside]), _place(*put, [(each[0], each[2]) for each in inside])
    arguments = [source, *map(modular, part.source), target, *map(modular, part.target), *last]
    return PartView(tuple(loop for loop, _, _ in loops), part.function, ", ".join(arguments), first)


def _variant_part(move: Move, part: Part, flip: str) -> PartView:
    """Returns the view of a part. Without a constant, lines call functions that are not inlined."""
    if part.function == f"permkern_line{move.work.bits}":
        if move.xor is None:
            return _part_view(move, part, ())
        part = replace(part, function=f"permkern_x{move.work.bits}_move_line")
    return _part_view(move, part, [flip])


def _left(variants: Iterable[Variant], known: Known) -> Iterator[Variant]:
    """Yields the variants that known macros do not exclude, up to the first unconditional one."""
    for each in variants:
        terms = {term: decide(term, known) for term in each.condition.split(" && ") if term}
        if False not in terms.values():
            left = replace(each, condition=" && ".join(term for term, holds in terms.items() if holds is None))
            yield left
            if not left.condition:
                return


def _behind(work: Work, halves: str) -> PartView:
    """Returns the pass that XORs the output, run by run if there are gaps."""
    whole = work.bytes if not work.out_strides else work.out_shape[-1] * work.bits // 8
    axes = [axis for axis in axes_of(work)[:-1] if work.out_strides]
    steps = [(LoopView(_index(axis), axis.extent), axis.out_stride) for axis in axes]
    address = _place("dst", 0, steps)
    return PartView(tuple(loop for loop, _ in steps), "permkern_xor_run", f"{address}, {address}, {whole}, {halves}")


def move_view(move: Move, known: Known) -> MoveView:
    call, xor, bits = move.call, move.xor, move.work.bits
    halves = f"{word(xor.low)}, {word(xor.high)}" if xor else "0, 0"
    flip = (f"UINT64_C({xor})" if xor.bits == 64 else word(xor.low)) if xor else "0"
    last = [call.fit.value] if call.fit and move.plane is None else []
    if call.function == "permkern_xor_run":
        last.append(halves)
    elif call.function == "permkern_pinned_run":
        last.append(flip)
    behind = xor is not None and (move.plane is not None or "_reverse" in call.function)
    return MoveView(
        tuple(LoopView(_index(axis), axis.extent) for axis in move.outer),
        _around(move) if move.outer else None,
        tuple(
            (each.condition, tuple(_variant_part(move, part, flip) for part in each.parts))
            for each in _left(move.variants, known)
        ),
        f"PERMKERN_PLANE{bits}" if move.plane else "",
        _call_view(move, last),
        (_behind(move.work, halves),) if behind else (),
    )


@dataclass(frozen=True)
class HostView:
    """The first attempt on hosts with vectors: a table, and a call that returns whether it moved the data."""

    table: str
    call: str


@dataclass(frozen=True)
class PinnedView:
    symbol: str
    code: str  # the kernel with an equal body, or the symbol
    checked: str  # the function that checks the buffers first
    check: str  # the call of the library's check
    bytes: int
    title: str
    notes: tuple[str, ...]
    choices: tuple[str, ...]
    host: HostView | None
    halves: str  # halves of the XOR constant; empty: none
    best: MoveView
    fallback: MoveView | None
    macro: str  # compiles the best move if nonzero, else the fallback; empty: both are compiled
    test: str  # pointer test that selects the best move or the fallback
    tested: bool  # True if the test result is an argument of the call


def _host_view(host: Host | None) -> HostView | None:
    if isinstance(host, UnitIndex):
        index = array(f"static const uint8_t index[{len(host.index)}]", [*map(str, host.index)], "    ")
        return HostView(
            index, f"{host.function}({log2_bytes(host.bits)}, index, {host.units * host.bits // 8}, in, out)"
        )
    if isinstance(host, HostAxes):
        axes = [braces(axis.extent, modular(axis.in_stride), modular(axis.out_stride)) for axis in host.axes]
        source = f"(const uint8_t *)in + {host.in_first}" if host.in_first else "in"
        target = f"(uint8_t *)out + {host.out_first}" if host.out_first else "out"
        return HostView(
            array(f"static const permkern_axis axis[{len(axes)}]", axes, "    "),
            f"{host.function}(axis, permkern_form({len(axes)}, {log2_bytes(host.bits)}), {source}, {target})",
        )
    return None


def _choices(body: Body) -> tuple[str, ...]:
    best = f"{body.best.choice.strategy.value.capitalize()}: {body.best.choice.why}."
    if body.narrow is None:
        return (best,)
    tested = body.moves.needs is not None and body.moves.needs.test
    when = "If a pointer is misaligned where words trap" if tested else "Where misaligned words trap"
    return (best, f"{when}: {body.narrow.choice.why}.")


def _with_fit(move: Move, fit: Fit) -> Move:
    return replace(move, call=replace(move.call, fit=fit))


def pinned_view(entry: Pinned, known: Known) -> PinnedView:
    """Returns the view of a pinned kernel. known: macros that the targets decide."""
    work, moves, folded = entry.work, entry.body.moves, entry.body.best.work
    best, fallback = moves.best, moves.fallback
    needs = moves.needs
    test = f"{needs.test}({f'in, out, {needs.bytes}' if needs.bytes else 'in, 0, out, 0'})" if needs else ""
    tested = best.call.fit is Fit.TESTED and best.plane is None
    if tested and fallback is None and best.outer:  # tests pointers once, outside the loops
        fallback, best, tested = _with_fit(best, Fit.ODD), _with_fit(best, Fit.ALIGNED), False
        test = "permkern_runs_fit(in, out)"
    align, sizes, check = entry.request.align, f"{work.bytes} bytes on each side", "permkern_check_pinned"
    given = f"in, in_capacity, out, out_capacity, {work.bytes}, {align}"
    if work.has_gaps:
        sizes, check = f"{work.in_bytes} bytes in, {work.out_bytes} bytes out, with gaps", "permkern_check_gaps"
        given = f"in, in_capacity, {work.in_bytes}, out, out_capacity, {work.out_bytes}, {align}"
    notes = f"{sizes}, both pointers aligned to {align}. Folds to {folded}, {folded.bits}-bit."
    title, *more = comment(f"{work}, {work.bits}-bit: {work_letters(work)}.")
    if entry.xor:
        notes += f" Each element is exclusive-ored with {entry.xor}."
    return PinnedView(
        symbol=entry.symbol,
        code=entry.code,
        checked=entry.request.checked,
        check=f"{check}({given})",
        bytes=work.bytes,
        title=title,
        notes=(*more, *comment(notes)),
        choices=_choices(entry.body),
        host=_host_view(entry.body.host),
        halves=f"{word(entry.xor.low)}, {word(entry.xor.high)}" if entry.xor else "",
        best=move_view(best, known),
        fallback=move_view(fallback, known) if fallback else None,
        macro=needs.macro if needs else "",
        test=test,
        tested=tested,
    )


@dataclass(frozen=True)
class InPlaceView:
    symbol: str
    title: str
    notes: tuple[str, ...]
    choices: tuple[str, ...]
    tables: str
    passes: tuple[PassView, ...]


def in_place_view(entry: PinnedInPlace) -> InPlaceView:
    work, folded = entry.work, entry.moves.work
    notes = f"{work.bytes} bytes, aligned to {entry.request.align}. Folds to {folded}, {folded.bits}-bit."
    choices = "; ".join(in_place_lines(entry.moves))
    return InPlaceView(
        symbol=entry.symbol,
        title=f"In place, {work}, {work.bits}-bit: {letters(work.perm)}.",
        notes=tuple(comment(notes)),
        choices=tuple(comment(f"{choices[0].upper()}{choices[1:]}.")),
        tables=cycle_tables(entry.moves.passes),
        passes=tuple(map(pass_view, entry.moves.passes)),
    )
