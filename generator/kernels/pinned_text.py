# SPDX-License-Identifier: BSD-3-Clause
"""Writes what a pinned kernel runs, a record of moves.py, as C. Everything is decided in the record.

Every extent and stride is a constant. In a kernel, src and dst are the two arrays; at and to are the places of a tile
or pixel in them. No pointer outside of an array is formed, which would be undefined behaviour. Where axes are reversed
and strides negative, the place of the loops' first step is added first, then what is subtracted, then what is added:
after each of these steps the pointer is at an element. at and to are then the lowest places of what a loop's body
moves, because instructions encode larger offsets above a pointer than below it.
"""

from collections.abc import Sequence
from itertools import product

from .cfragments import block, braces, literal, modular, scaled, word
from .inventory import Body
from .moves import (
    Elements,
    FarTiles,
    Groups,
    Guard,
    Lines,
    Move,
    Nest,
    Part,
    Pass,
    Reverse,
    ReversedRuns,
    Run,
    ShortRun,
    Tiles,
    VectorPlane,
    Xor,
)
from .places import Along, Axis, Plane, Span

POINTERS = ["const uint8_t *const src = (const uint8_t *)in;", "uint8_t *const dst = (uint8_t *)out;"]


Term = tuple[str, int]  # a variable, and the bytes that one step of it makes; without a variable, a constant of bytes


# ---- loops and places ----


def _loop(var: str, span: Span, body: list[str]) -> list[str]:
    stride = f"{var}++" if span.step == 1 else f"{var} += {span.step}"
    return block(f"for (size_t {var} = {literal(span.first)}; {var} < {literal(span.end)}; {stride})", body)


def _once_or_loop(var: str, span: Span, body: list[str]) -> list[str]:
    """Returns declarations and statements as a block if the loop would run once."""
    return block("", body) if span.once else _loop(var, span, body)


def _outer_loops(axes: tuple[Axis, ...], body: list[str]) -> list[str]:
    for axis in reversed(axes):
        body = _loop(f"i{axis.number}", Span(0, axis.extent, axis.step), body)
    return body


def _steps(var: str, span: Span, stride: int) -> Term:
    """Returns the offset of a loop's variable: a constant if the loop runs once."""
    return ("", span.first * stride) if span.once else (var, stride)


def _ordered(terms: Sequence[Term]) -> list[Term]:
    """Returns terms in an order in which no sum of the first ones is outside of the array, without those that are 0."""
    found = [(var, factor) for var, factor in terms if factor]
    if all(factor > 0 for _, factor in found):
        return found
    constant = sum(factor for var, factor in found if not var)
    loops = [(var, factor) for var, factor in found if var]
    back, forth = ([term for term in loops if (term[1] < 0) is negative] for negative in (True, False))
    return [*([("", constant)] if constant else []), *back, *forth]


def _signed(term: Term) -> tuple[str, str]:
    """Returns a term's sign and the rest of it."""
    var, factor = term
    return "-" if factor < 0 else "+", scaled(var, abs(factor)) if var else literal(abs(factor))


def _place(pointer: str, terms: Sequence[Term]) -> str:
    return pointer + "".join(f" {sign} {term}" for sign, term in map(_signed, _ordered(terms)))


def _terms(nest: Nest, plane: Plane | None = None) -> tuple[list[Term], list[Term]]:
    """Returns the offsets of the plane's first element on both sides, or of a run's lowest one."""
    first = (plane.in_first, plane.out_first) if plane else (0, 0)
    return (
        [("", nest.in_first + first[0]), *((f"i{axis.number}", axis.in_stride) for axis in nest.outer)],
        [("", first[1]), *((f"i{axis.number}", axis.out_stride) for axis in nest.outer)],
    )


def _places(nest: Nest, plane: Plane | None, source: Sequence[Term], target: Sequence[Term]) -> list[str]:
    """Returns the declarations of at and to, with the offsets that are added to those of the outer loops."""
    sources, targets = _terms(nest, plane)
    return [
        f"const uint8_t *const at = {_place('src', [*sources, *source])};",
        f"uint8_t *const to = {_place('dst', [*targets, *target])};",
    ]


def _from(pointer: str, offset: int) -> str:
    return f"{pointer} + {literal(offset)}" if offset else pointer


def _below(places: int, stride: int) -> int:
    """Returns the offset of the lowest of so many places from the first one: 0 or less."""
    return min(0, (places - 1) * stride)


def _call(function: str, *arguments: str) -> str:
    return f"{function}({', '.join(arguments)});"


# ---- the constant that elements are exclusive-ored with ----


def _halves(xor: Xor | None) -> tuple[str, ...]:
    """Returns the arguments of a function for runs; none without a constant."""
    return (word(xor.low), word(xor.high)) if xor else ()


def _flip(xor: Xor | None) -> tuple[str, ...]:
    """Returns the argument of a function that moves words or elements, 0 without a constant."""
    if xor is None:
        return ("0",)
    return (f"UINT64_C({xor})" if xor.bits == 64 else word(xor.low),)


def _loaded(load: str, bits: int, place: str, xor: Xor | None) -> str:
    """Returns an element or word that is loaded, as what is stored."""
    value = f"{load}({place})"
    if xor is None:
        return value
    mask = xor.widened(bits)
    flipped = f"{value} ^ {mask}U" if bits < 64 else f"{value} ^ UINT64_C({mask})"
    return f"(uint{bits}_t)({flipped})" if bits < 32 else flipped


def pass_text(part: Pass, xor: Xor | None, out: str) -> str:
    """Returns the statement that goes over the output in place."""
    return _call(part.function, out, out, literal(part.bytes), *_halves(xor))


# ---- parts ----


def _run(part: Run, nest: Nest) -> list[str]:
    source, target = _terms(nest)
    more = (literal(part.bytes), *_halves(nest.xor))
    if not nest.outer:
        return [_call(part.function, "(const uint8_t *)in", "(uint8_t *)out", *more)]
    return [_call(part.function, _place("src", source), _place("dst", target), *more)]


def _short_run(part: ShortRun, nest: Nest) -> list[str]:
    """Copies blocks, then loads and stores groups of accesses."""
    body = _places(nest, None, [], []) if nest.outer else []
    at, to = ("at", "to") if nest.outer else ("src", "dst")
    flip = _flip(nest.xor)
    body += [_call(each.function, _from(at, each.offset), _from(to, each.offset), *flip) for each in part.blocks]
    for first in range(0, len(part.accesses), part.together):
        group = part.accesses[first : first + part.together]
        named = [(chr(ord("a") + first + number), access) for number, access in enumerate(group)]
        body += [
            f"const uint{access.bits}_t {name} = "
            f"{_loaded(access.load, access.bits, _from(at, access.offset), nest.xor)};"
            for name, access in named
        ]
        body += [f"{access.store}({_from(to, access.offset)}, {name});" for name, access in named]
    return body


def _reverse(part: Reverse, nest: Nest) -> list[str]:
    source, target = _terms(nest)
    return [_call(part.function, _place("src", source), _place("dst", target), literal(part.count))]


def _reversed_runs(part: ReversedRuns, nest: Nest) -> list[str]:
    body = _places(nest, None, [], []) if nest.outer else []
    at, to = ("at", "to") if nest.outer else ("src", "dst")
    return body + [
        f"{part.store}({_from(to, down)}, {_loaded(part.load, part.bits, _from(at, up), nest.xor)});"
        for up, down in part.places
    ]


def _vector_plane(part: VectorPlane, nest: Nest, plane: Plane) -> list[str]:
    """Passes the plane on. Sums of more than two terms, which are too long for the call, get variables."""
    source, target = map(_ordered, _terms(nest, plane))
    body = []
    at, to = _place("src", source), _place("dst", target)
    if max(len(source), len(target)) > 2:
        for name, terms in (("from", source), ("to", target)):
            body += [f"size_t {name} = {_signed(terms[0])[1]};"]
            body += [f"{name} {sign}= {term};" for sign, term in map(_signed, terms[1:])]
        at, to = "src + from", "dst + to"
    sizes = [modular(size) for size in (plane.row_stride, plane.col_stride, plane.rows, plane.cols)]
    return [*body, _call(part.function, at, sizes[0], to, *sizes[1:])]


def _area(part: Tiles | Elements, nest: Nest, plane: Plane, order: str, moved: list[str]) -> list[str]:
    """Returns the loops over a rectangle, the outer one first in ``order``, around what moves from at to to."""
    source = [_steps("r", part.rows, plane.row_stride), _steps("c", part.cols, plane.size)]
    target = [_steps("c", part.cols, plane.col_stride), _steps("r", part.rows, plane.size)]
    low = _lowest(part, plane)
    body = _places(nest, plane, [*source, ("", low[0])], [*target, ("", low[1])]) + moved
    if part.rows.once and part.cols.once:
        return block("", body)
    for var in reversed(order):
        span = part.rows if var == "r" else part.cols
        if not span.once:
            body = _loop(var, span, body)
    return body


def _lowest(part: Tiles | Elements, plane: Plane) -> tuple[int, int]:
    """Returns the offsets of the lowest places of a loop's body, on both sides, from those of its first element."""
    return _below(part.rows.step, plane.row_stride), _below(part.cols.step, plane.col_stride)


def _tile_call(part: Tiles, nest: Nest, plane: Plane, row: int, col: int) -> str:
    """Returns the call that moves the tile at ``row`` and ``col`` of a loop's body, from at to to."""
    low = _lowest(part, plane)
    ins = [_from("at", (row + r) * plane.row_stride - low[0] + col * plane.size) for r in range(part.tile.rows)]
    outs = [_from("to", (col + c) * plane.col_stride - low[1] + row * plane.size) for c in range(part.tile.cols)]
    return _call(part.function, *ins, *outs, *_flip(nest.xor))


def _tiles(part: Tiles, nest: Nest, plane: Plane) -> list[str]:
    calls = [
        _tile_call(part, nest, plane, row, col)
        for row in range(0, part.rows.step, part.tile.rows)
        for col in range(0, part.cols.step, part.tile.cols)
    ]
    return _area(part, nest, plane, "cr" if part.inner is Along.ROWS else "rc", calls)


def _spot(part: Elements, plane: Plane, row: int, col: int) -> tuple[str, str]:
    """Returns the places of an element of a loop's body on both sides, from at and to."""
    low = _lowest(part, plane)
    source = _from("at", row * plane.row_stride - low[0] + col * plane.size)
    return source, _from("to", col * plane.col_stride - low[1] + row * plane.size)


def _fours(part: Elements, nest: Nest, plane: Plane, count: int) -> list[str]:
    """Moves the first ``count`` rows or columns of a loop's body, four elements by each call."""
    calls = []
    down = part.along is Along.ROWS
    for other, first in product(range(part.cols.step if down else part.rows.step), range(0, count, 4)):
        spots = [(first + k, other) if down else (other, first + k) for k in range(4)]
        sources, targets = zip(*(_spot(part, plane, row, col) for row, col in spots), strict=True)
        places = [*sources, targets[0]] if down else [sources[0], *targets]
        calls.append(_call(part.four, *places, *_flip(nest.xor)))
    return calls


def _elements(part: Elements, nest: Nest, plane: Plane) -> list[str]:
    """Moves a loop's body column by column, as they lie in the output."""
    rows, cols = part.rows.step, part.cols.step
    in_fours = (rows - rows % 4 if part.along is Along.ROWS else cols - cols % 4) if part.four else 0
    moved = _fours(part, nest, plane, in_fours)
    for col, row in product(range(cols), range(rows)):
        if (row if part.along is Along.ROWS else col) < in_fours:
            continue
        source, target = _spot(part, plane, row, col)
        moved.append(f"{part.store}({target}, {_loaded(part.load, plane.bits, source, nest.xor)});")
    return _area(part, nest, plane, "cr", moved)


def _far_tiles(part: FarTiles, nest: Nest, plane: Plane) -> list[str]:
    source, target = _terms(nest, plane)
    axes = (("row", part.rows, plane.row_stride, 0), ("col", part.cols, 0, plane.col_stride))
    lines = [f"static const permkern_axis {name} = {braces(*map(modular, sizes))};" for name, *sizes in axes]
    places = (_place("src", source), _place("dst", target), "&row", "&col")
    return block("", [*lines, _call(part.function, *places, *(_flip(nest.xor) if nest.xor else ()))])


def _lines(part: Lines, nest: Nest, plane: Plane) -> list[str]:
    source, target = _terms(nest, plane)
    down = (plane.row_stride, plane.size)  # strides from one row to the next: input, output
    along = (plane.size, plane.col_stride)
    rows = part.of is Along.ROWS
    step, line = (down, along) if rows else (along, down)
    var = "r" if rows else "c"
    at = _place("src", [*source, _steps(var, part.span, step[0])])
    to = _place("dst", [*target, _steps(var, part.span, step[1])])
    flip = _flip(nest.xor) if nest.xor else ()
    call = _call(part.function, at, modular(line[0]), to, modular(line[1]), literal(part.count), *flip)
    return [call] if part.span.once else _loop(var, part.span, [call])


def _pixel(part: Groups, plane: Plane, pixel: int) -> tuple[str, list[str]]:
    """Returns the place of a pixel, counted from at and to, and those of its channels in the planes."""
    mixed, planar = ("at", "to") if part.apart else ("to", "at")
    stride = plane.col_stride if part.apart else plane.row_stride
    low = _below(part.channels, stride)
    channels = [_from(planar, channel * stride - low + pixel * plane.size) for channel in range(part.channels)]
    return _from(mixed, pixel * part.channels * plane.size), channels


def _pixel_places(part: Groups, nest: Nest, plane: Plane) -> list[str]:
    mixed, planar = ([_steps("p", part.pixels, stride)] for stride in (part.channels * plane.size, plane.size))
    planar.append(("", _below(part.channels, plane.col_stride if part.apart else plane.row_stride)))
    return _places(nest, plane, mixed, planar) if part.apart else _places(nest, plane, planar, mixed)


def _groups(part: Groups, nest: Nest, plane: Plane) -> list[str]:
    body = _pixel_places(part, nest, plane)
    for first in range(0, part.pixels.step, part.group):
        pixel, channels = _pixel(part, plane, first)
        three = [*channels, channels[-1]][:3]
        places = [pixel, *three] if part.apart else [*three, pixel]
        numbers = (str(part.channels), "true" if part.words else "false")
        body.append(_call(part.function, *places, *numbers, *_flip(nest.xor)))
    return _once_or_loop("p", part.pixels, body)


def _part(part: Part, nest: Nest, plane: Plane | None) -> list[str]:
    if isinstance(part, Run):
        return _run(part, nest)
    if isinstance(part, ShortRun):
        return _short_run(part, nest)
    if isinstance(part, Reverse):
        return _reverse(part, nest)
    if isinstance(part, ReversedRuns):
        return _reversed_runs(part, nest)
    assert plane is not None
    if isinstance(part, VectorPlane):
        return _vector_plane(part, nest, plane)
    if isinstance(part, Tiles):
        return _tiles(part, nest, plane)
    if isinstance(part, FarTiles):
        return _far_tiles(part, nest, plane)
    if isinstance(part, Lines):
        return _lines(part, nest, plane)
    return _groups(part, nest, plane) if isinstance(part, Groups) else _elements(part, nest, plane)


# ---- moves and bodies ----


def _guarded(test: str, body: list[str]) -> list[str]:
    return block(f"if ({test}(in, 0, out, 0))", [*body, "return;"])


def _nest(nest: Nest, plane: Plane | None) -> list[str]:
    body = _outer_loops(nest.outer, [line for part in nest.parts for line in _part(part, nest, plane)])
    return [*body, pass_text(nest.behind, nest.xor, "dst")] if nest.behind else body


def move_text(move: Move) -> list[str]:
    """Returns the statements of a move, which laid_out() indents and breaks into lines.

    A guard that is only a macro chooses between two pieces of code; one that tests pointers returns if it holds.
    """
    lines: list[str] = []
    ends: list[str] = []
    declared = False
    for nest in move.nests:
        guard = nest.guard
        called = not nest.outer and isinstance(nest.parts[0], Run)  # with in and out as they are
        pointers = [] if called or declared else POINTERS
        if guard and not guard.test:
            lines += [f"#if {guard.macro}", *pointers, *_nest(nest, move.plane), "#else"]
            ends.append("#endif")
        elif guard:
            lines += [*pointers, f"#if {guard.macro}", *_guarded(guard.test, _nest(nest, move.plane)), "#endif"]
            declared = declared or not called
        else:
            lines += [*pointers, *_nest(nest, move.plane)]
    return lines + ends


def _move_or_call(move: Move, routine: str | None) -> list[str]:
    return [_call(routine, "in", "out")] if routine else move_text(move)


def body_text(body: Body) -> list[str]:
    """Returns the statements of a pinned kernel."""
    best = _move_or_call(body.best, body.best_routine)
    needs: Guard | None = body.moves.needs
    if body.narrow is None or needs is None:
        return best
    narrow = _move_or_call(body.narrow, body.narrow_routine)
    if needs.test:
        return _guarded(f"!{needs.test}", narrow) + best
    return [f"#if {needs.macro}", *best, "#else", *narrow, "#endif"]
