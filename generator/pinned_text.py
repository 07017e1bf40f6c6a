# SPDX-License-Identifier: BSD-3-Clause
"""Writes what a pinned kernel runs, a record of moves.py, as C. Everything is decided in the record.

Every extent and stride is a constant. Offsets are computed as integers, because a pointer outside the array would be
undefined behaviour. In a kernel, src and dst are the two arrays; at and to are the places of a tile or pixel in them.
"""

from itertools import product

from .cfragments import block, braces, literal, plus, scaled
from .moves import (
    Along,
    Axis,
    Elements,
    FarTiles,
    Groups,
    Guard,
    Lines,
    Move,
    Nest,
    Part,
    Plane,
    Run,
    ShortRun,
    Span,
    Tiles,
    VectorPlane,
)
from .plan import Body

POINTERS = ["const uint8_t *const src = (const uint8_t *)in;", "uint8_t *const dst = (uint8_t *)out;"]


# ---- loops and places ----


def _loop(var: str, span: Span, body: list[str]) -> list[str]:
    stride = f"{var}++" if span.step == 1 else f"{var} += {span.step}"
    return block(f"for (size_t {var} = {literal(span.first)}; {var} < {literal(span.end)}; {stride})", body)


def _once_or_loop(var: str, span: Span, body: list[str]) -> list[str]:
    """Returns declarations and statements as a block if the loop would run once."""
    return block("", body) if span.once else _loop(var, span, body)


def _outer_loops(axes: tuple[Axis, ...], body: list[str]) -> list[str]:
    for axis in reversed(axes):
        body = _loop(f"i{axis.number}", Span(0, axis.extent), body)
    return body


def _steps(var: str, span: Span, stride: int) -> str:
    """Returns the offset of a loop's variable: a term, or a constant if the loop runs once; empty if that is 0."""
    if span.once:
        return literal(span.first * stride) if span.first else ""
    return scaled(var, stride)


def _terms(nest: Nest) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the terms of the offsets that the outer loops add to both pointers."""
    return (
        tuple(scaled(f"i{axis.number}", axis.in_stride) for axis in nest.outer),
        tuple(scaled(f"i{axis.number}", axis.out_stride) for axis in nest.outer),
    )


def _places(nest: Nest, source: list[str], target: list[str]) -> list[str]:
    """Returns the declarations of at and to, with the offsets that are added to those of the outer loops."""
    sources, targets = _terms(nest)
    return [
        f"const uint8_t *const at = src{plus(*sources, *source)};",
        f"uint8_t *const to = dst{plus(*targets, *target)};",
    ]


def _from(pointer: str, offset: int) -> str:
    return f"{pointer} + {literal(offset)}" if offset else pointer


def _call(function: str, *arguments: str) -> str:
    return f"{function}({', '.join(arguments)});"


# ---- parts ----


def _run(part: Run, nest: Nest) -> list[str]:
    source, target = _terms(nest)
    if not nest.outer:
        return [_call(part.function, "(const uint8_t *)in", "(uint8_t *)out", literal(part.bytes))]
    return [_call(part.function, f"src{plus(*source)}", f"dst{plus(*target)}", literal(part.bytes))]


def _short_run(part: ShortRun, nest: Nest) -> list[str]:
    """Copies blocks, then loads and stores groups of accesses."""
    body = _places(nest, [], []) if nest.outer else []
    at, to = ("at", "to") if nest.outer else ("src", "dst")
    body += [_call(each.function, _from(at, each.offset), _from(to, each.offset)) for each in part.blocks]
    for first in range(0, len(part.accesses), part.together):
        group = part.accesses[first : first + part.together]
        named = [(chr(ord("a") + first + number), access) for number, access in enumerate(group)]
        body += [
            f"const uint{access.bits}_t {name} = {access.load}({_from(at, access.offset)});" for name, access in named
        ]
        body += [f"{access.store}({_from(to, access.offset)}, {name});" for name, access in named]
    return body


def _vector_plane(part: VectorPlane, nest: Nest, plane: Plane) -> list[str]:
    """Passes the plane on. Sums of more than two terms, which are too long for the call, get variables."""
    source, target = _terms(nest)
    body = []
    at, to = f"src{plus(*source)}", f"dst{plus(*target)}"
    if len(source) > 2:
        for name, terms in (("from", source), ("to", target)):
            body += [f"size_t {name} = {terms[0]};", *(f"{name} += {term};" for term in terms[1:])]
        at, to = "src + from", "dst + to"
    sizes = [literal(size) for size in (plane.row_stride, plane.col_stride, plane.rows, plane.cols)]
    return [*body, _call(part.function, at, sizes[0], to, *sizes[1:])]


def _tile_call(part: Tiles, plane: Plane, row: int, col: int) -> str:
    """Returns the call that moves the tile at ``row`` and ``col``, counted from at and to."""
    ins = [_from("at", (row + r) * plane.row_stride + col * plane.size) for r in range(part.tile.rows)]
    outs = [_from("to", (col + c) * plane.col_stride + row * plane.size) for c in range(part.tile.cols)]
    return _call(part.function, *ins, *outs)


def _area(part: Tiles | Elements, nest: Nest, plane: Plane, order: str, moved: list[str]) -> list[str]:
    """Returns the loops over a rectangle, the outer one first in ``order``, around what moves from at to to."""
    from_row, to_row = _steps("r", part.rows, plane.row_stride), _steps("r", part.rows, plane.size)
    from_col, to_col = _steps("c", part.cols, plane.size), _steps("c", part.cols, plane.col_stride)
    body = _places(nest, [from_row, from_col], [to_col, to_row]) + moved
    if part.rows.once and part.cols.once:
        return block("", body)
    for var in reversed(order):
        span = part.rows if var == "r" else part.cols
        if not span.once:
            body = _loop(var, span, body)
    return body


def _tiles(part: Tiles, nest: Nest, plane: Plane) -> list[str]:
    calls = [
        _tile_call(part, plane, row, col)
        for row in range(0, part.rows.step, part.tile.rows)
        for col in range(0, part.cols.step, part.tile.cols)
    ]
    return _area(part, nest, plane, "cr" if part.inner is Along.ROWS else "rc", calls)


def _elements(part: Elements, nest: Nest, plane: Plane) -> list[str]:
    """Moves a loop's body column by column, as they lie in the output."""
    moved = []
    for col, row in product(range(part.cols.step), range(part.rows.step)):
        source = _from("at", row * plane.row_stride + col * plane.size)
        target = _from("to", col * plane.col_stride + row * plane.size)
        moved.append(f"{part.store}({target}, {part.load}({source}));")
    return _area(part, nest, plane, "cr", moved)


def _far_tiles(part: FarTiles, nest: Nest, plane: Plane) -> list[str]:
    source, target = _terms(nest)
    axes = (("row", part.rows, plane.row_stride, 0), ("col", part.cols, 0, plane.col_stride))
    lines = [f"static const permkern_axis {name} = {braces(*map(literal, sizes))};" for name, *sizes in axes]
    return block("", [*lines, _call(part.function, f"src{plus(*source)}", f"dst{plus(*target)}", "&row", "&col")])


def _lines(part: Lines, nest: Nest, plane: Plane) -> list[str]:
    source, target = _terms(nest)
    down = (plane.row_stride, plane.size)  # strides from one row to the next: input, output
    along = (plane.size, plane.col_stride)
    rows = part.of is Along.ROWS
    step, line = (down, along) if rows else (along, down)
    var = "r" if rows else "c"
    at = f"src{plus(*source, _steps(var, part.span, step[0]))}"
    to = f"dst{plus(*target, _steps(var, part.span, step[1]))}"
    call = _call(part.function, at, literal(line[0]), to, literal(line[1]), literal(part.count))
    return [call] if part.span.once else _loop(var, part.span, [call])


def _pixel(part: Groups, plane: Plane, pixel: int) -> tuple[str, list[str]]:
    """Returns the place of a pixel, counted from at and to, and those of its channels in the planes."""
    mixed, planar = ("at", "to") if part.apart else ("to", "at")
    stride = plane.col_stride if part.apart else plane.row_stride
    channels = [_from(planar, channel * stride + pixel * plane.size) for channel in range(part.channels)]
    return _from(mixed, pixel * part.channels * plane.size), channels


def _pixel_places(part: Groups, nest: Nest, plane: Plane) -> list[str]:
    mixed, planar = ([_steps("p", part.pixels, stride)] for stride in (part.channels * plane.size, plane.size))
    return _places(nest, mixed, planar) if part.apart else _places(nest, planar, mixed)


def _groups(part: Groups, nest: Nest, plane: Plane) -> list[str]:
    body = _pixel_places(part, nest, plane)
    for first in range(0, part.pixels.step, part.group):
        pixel, channels = _pixel(part, plane, first)
        body.append(_call(part.function, *([pixel, *channels] if part.apart else [*channels, pixel])))
    return _once_or_loop("p", part.pixels, body)


def _part(part: Part, nest: Nest, plane: Plane | None) -> list[str]:
    if isinstance(part, Run):
        return _run(part, nest)
    if isinstance(part, ShortRun):
        return _short_run(part, nest)
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
    return _outer_loops(nest.outer, [line for part in nest.parts for line in _part(part, nest, plane)])


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
