# SPDX-License-Identifier: BSD-3-Clause
"""Writes the C code of pinned kernels, in which every extent and stride is a constant.

Loops over the outer axes contain a plane, the two axes that a transpose moves. A plane is moved as whole tiles or
groups of pixels, then line by line where these do not fit. Offsets are computed as integers, because a pointer outside
the array would be undefined behaviour.
"""

from dataclasses import dataclass
from math import prod

from .cfragments import block, literal, plus, scaled
from .isa import PIXELS, Tile
from .permutation import Work, strides
from .plan import Move
from .strategy import Strategy

REACH = 4095  # the largest offset in bytes that a load or store encodes as a constant
UNROLLED_GROUPS = 5
SMALL = 4  # areas of at most so many tiles are moved without a loop


@dataclass(frozen=True)
class Plane:
    """The two axes that a transpose moves: rows are contiguous in the input, columns in the output.

    Strides are in bytes. ``source`` and ``target`` are the C terms of the plane's offsets in input and output.
    """

    bits: int
    rows: int
    cols: int
    row_stride: int
    col_stride: int
    source: tuple[str, ...] = ()
    target: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return self.bits // 8

    def at(self, *terms: str) -> str:
        return "src" + plus(*self.source, *terms)

    def to(self, *terms: str) -> str:
        return "dst" + plus(*self.target, *terms)


def plane_of(work: Work) -> Plane:
    last = len(work.perm) - 1
    size = work.bits // 8
    cols_axis = work.perm.index(last)
    return Plane(
        bits=work.bits,
        rows=work.out_shape[last],
        cols=work.shape[last],
        row_stride=strides(work.shape)[work.perm[last]] * size,
        col_stride=strides(work.out_shape)[cols_axis] * size,
        source=tuple(scaled(f"i{k}", strides(work.shape)[work.perm[k]] * size) for k in _outer(work)),
        target=tuple(scaled(f"i{k}", strides(work.out_shape)[k] * size) for k in _outer(work)),
    )


def _outer(work: Work) -> list[int]:
    """Returns the output axes that are not part of the plane."""
    last = len(work.perm) - 1
    inside = {last, work.perm.index(last)}
    return [k for k in range(last + 1) if k not in inside]


# ---- lines of text ----


def _loop(var: str, first: int, end: int, step: int, body: list[str]) -> list[str]:
    stride = f"{var}++" if step == 1 else f"{var} += {step}"
    return block(f"for (size_t {var} = {literal(first)}; {var} < {literal(end)}; {stride})", body)


def _sum(*terms: str) -> str:
    return plus(*(term for term in terms if term != "0"))


def _spot(var: str, first: int, end: int, step: int) -> str:
    """Returns a loop's variable, or its value as a constant if the loop runs once."""
    return literal(first) if first + step >= end else var


def _times(var: str, factor: int) -> str:
    return literal(int(var) * factor) if var.isdigit() else scaled(var, factor)


# ---- areas of tiles ----


@dataclass(frozen=True)
class Area:
    """A rectangle of whole tiles, all moved by the same function."""

    function: str
    together: int  # the number of tiles in a loop's body, at most
    tile: Tile
    row: int
    row_end: int
    col: int
    col_end: int


def _tile_call(plane: Plane, area: Area, row: int, col: int) -> str:
    """Returns the call that moves the tile at ``row`` and ``col``, counted from the pointers ``at`` and ``to``."""
    ins = [_from("at", (row + r) * plane.row_stride + col * plane.size) for r in range(area.tile.rows)]
    outs = [_from("to", (col + c) * plane.col_stride + row * plane.size) for c in range(area.tile.cols)]
    return f"{area.function}({', '.join(ins + outs)});"


def _from(pointer: str, offset: int) -> str:
    return f"{pointer} + {literal(offset)}" if offset else pointer


def _unrolled(tiles: int, most: int) -> int:
    """Returns how many tiles a loop's body moves: a divisor of their number, and all of a small number."""
    if tiles <= SMALL:
        return tiles
    return max(count for count in range(1, most + 1) if tiles % count == 0)


def _tiles(plane: Plane, area: Area) -> list[str]:
    """Moves an area tile by tile; the innermost loop runs along the longer axis."""
    tile = area.tile
    row_tiles, col_tiles = (area.row_end - area.row) // tile.rows, (area.col_end - area.col) // tile.cols
    if row_tiles == 0 or col_tiles == 0:
        return []
    down = row_tiles >= col_tiles
    small = row_tiles * col_tiles <= SMALL
    row_step = (_unrolled(row_tiles, area.together) if down else row_tiles if small else 1) * tile.rows
    col_step = (_unrolled(col_tiles, area.together) if not down else col_tiles if small else 1) * tile.cols
    row, col = _spot("r", area.row, area.row_end, row_step), _spot("c", area.col, area.col_end, col_step)
    from_row, to_row = _times(row, plane.row_stride), _times(row, plane.size)
    from_col, to_col = _times(col, plane.size), _times(col, plane.col_stride)
    body = [
        f"const uint8_t *const at = {plane.at()}{_sum(from_row, from_col)};",
        f"uint8_t *const to = {plane.to()}{_sum(to_col, to_row)};",
    ]
    body += [
        _tile_call(plane, area, r, c) for r in range(0, row_step, tile.rows) for c in range(0, col_step, tile.cols)
    ]
    loops = [(row, area.row, area.row_end, row_step), (col, area.col, area.col_end, col_step)]
    looped = False
    for var, first, end, step in loops if down else loops[::-1]:
        if not var.isdigit():
            body = _loop(var, first, end, step, body)
            looped = True
    return body if looped else block("", body)


def _tile_function(plane: Plane, tile: Tile, pairs: bool = False) -> str:
    return f"permkern_x{plane.bits}_{'pairs' if pairs else 'tile'}{tile}"


def _word_areas(plane: Plane, tile: Tile, together: int) -> list[str]:
    rows, cols = plane.rows - plane.rows % tile.rows, plane.cols - plane.cols % tile.cols
    if max((tile.rows - 1) * plane.row_stride, (tile.cols - 1) * plane.col_stride) > REACH:
        axes = [("row", rows, plane.row_stride, 0), ("col", cols, 0, plane.col_stride)]
        lines = [f"static const permkern_axis {name} = {{{', '.join(map(literal, sizes))}}};" for name, *sizes in axes]
        return block("", [*lines, f"permkern_x{plane.bits}_tiles({plane.at()}, {plane.to()}, &row, &col);"])
    return _tiles(plane, Area(_tile_function(plane, tile), together, tile, 0, rows, 0, cols))


def _pair_areas(plane: Plane, tile: Tile, pair: Tile, together: int) -> list[str]:
    """Moves pair tiles, then word tiles for the row or column of tiles that may be left."""
    rows, cols = plane.rows - plane.rows % tile.rows, plane.cols - plane.cols % tile.cols
    pair_rows, pair_cols = rows - rows % pair.rows, cols - cols % pair.cols
    words = _tile_function(plane, tile)
    return [
        *_tiles(plane, Area(_tile_function(plane, pair, True), together, pair, 0, pair_rows, 0, pair_cols)),
        *_tiles(plane, Area(words, together, tile, 0, rows, pair_cols, cols)),
        *_tiles(plane, Area(words, together, tile, pair_rows, rows, 0, pair_cols)),
    ]


# ---- lines ----


def _lines(plane: Plane, span: tuple[int, int, int], *, across: bool) -> list[str]:
    """Moves lines from ``first`` to ``end`` of ``count`` elements each, where ``span`` holds these three numbers.

    If ``across``, lines are rows of the input, which are read in order; otherwise columns, which are written in order.
    """
    first, end, count = span
    if first == end or count == 0:
        return []
    down = (plane.row_stride, plane.size)  # strides along a row's index: input, output
    along = (plane.size, plane.col_stride)
    step, line = (down, along) if across else (along, down)
    var = "r" if across else "c"
    call = (
        f"permkern_line{plane.bits}({plane.at(scaled(var, step[0]))}, {literal(line[0])}, "
        f"{plane.to(scaled(var, step[1]))}, {literal(line[1])}, {literal(count)});"
    )
    return _loop(var, first, end, 1, [call])


def _tails(plane: Plane, tile: Tile) -> list[str]:
    """Moves the columns and rows that no tile covers."""
    rows, cols = plane.rows - plane.rows % tile.rows, plane.cols - plane.cols % tile.cols
    return [
        *_lines(plane, (cols, plane.cols, plane.rows), across=False),
        *_lines(plane, (rows, plane.rows, cols), across=True),
    ]


# ---- channels ----


def _channels(move: Move, plane: Plane) -> list[str]:
    """Deinterleaves or interleaves groups of pixels, then the single pixels that are left."""
    apart = plane.cols == move.choice.channels and plane.row_stride == plane.cols * plane.size
    channels = move.choice.channels
    pixels = plane.rows if apart else plane.cols
    pixel_bytes = channels * plane.size
    groups = pixels // PIXELS
    unrolled = _unrolled(groups, UNROLLED_GROUPS)
    function = (
        f"permkern_x{plane.bits}_{'deinterleave' if apart else 'interleave'}{channels}"
        f"{'_words' if move.choice.words else ''}"
    )
    mixed, planar = ("at", "to") if apart else ("to", "at")
    stride = plane.col_stride if apart else plane.row_stride

    def places(pixel: int) -> tuple[str, list[str]]:
        return (
            _from(mixed, pixel * pixel_bytes),
            [_from(planar, channel * stride + pixel * plane.size) for channel in range(channels)],
        )

    def pointers(pixel: str) -> list[str]:
        steps = (_times(pixel, pixel_bytes), _times(pixel, plane.size))
        at, to = steps if apart else steps[::-1]
        return [
            f"const uint8_t *const at = {plane.at()}{_sum(at)};",
            f"uint8_t *const to = {plane.to()}{_sum(to)};",
        ]

    calls = []
    for group in range(unrolled):
        one, several = places(group * PIXELS)
        calls.append(f"{function}({', '.join([one, *several] if apart else [*several, one])});")
    step = unrolled * PIXELS
    whole = groups * PIXELS
    var = _spot("p", 0, whole, step)
    body = pointers(var) + calls
    lines = block("", body) if var.isdigit() else _loop(var, 0, whole, step, body)
    if whole < pixels:
        one, several = places(0)
        move_one = []
        for channel, place in enumerate(several):
            of_pixel = _from(mixed, channel * plane.size)
            source, target = (of_pixel, place) if apart else (place, of_pixel)
            move_one.append(f"permkern_store{plane.bits}({target}, permkern_load{plane.bits}({source}));")
        lines += _loop("p", whole, pixels, 1, pointers("p") + move_one)
    return lines


# ---- a whole move ----


def _outer_loops(work: Work, axes: list[int], body: list[str]) -> list[str]:
    for k in reversed(axes):
        body = _loop(f"i{k}", 0, work.out_shape[k], 1, body)
    return body


POINTERS = ["const uint8_t *const src = (const uint8_t *)in;", "uint8_t *const dst = (uint8_t *)out;"]


def _tile_move(move: Move, plane: Plane) -> list[str]:
    tile, pair = move.choice.tile, move.choice.pairs
    assert tile is not None
    outer = _outer(move.work)
    tails = _tails(plane, tile)
    words = _outer_loops(move.work, outer, _word_areas(plane, tile, move.choice.together) + tails)
    if pair is None:
        return POINTERS + words
    paired = _outer_loops(move.work, outer, _pair_areas(plane, tile, pair, move.choice.together) + tails)
    pairs = guarded("permkern_pairs_fit(in, 0, out, 0)", paired)
    return [*POINTERS, "#if PERMKERN_PAIRS", *pairs, "#endif", *words]


def _runs_move(work: Work) -> list[str]:
    last = len(work.perm) - 1
    size = work.bits // 8
    axes = list(range(last))
    source = plus(*(scaled(f"i{k}", strides(work.shape)[work.perm[k]] * size) for k in axes))
    target = plus(*(scaled(f"i{k}", strides(work.out_shape)[k] * size) for k in axes))
    run = f"permkern_copy(src{source}, dst{target}, {literal(work.out_shape[last] * size)});"
    return POINTERS + _outer_loops(work, axes, [run])


def _vector_move(work: Work, plane: Plane) -> list[str]:
    """Moves each plane by one call of the target's vector instruction set."""
    strides_in, strides_out = literal(plane.row_stride), literal(plane.col_stride)
    body = []
    source, target = plane.at(), plane.to()
    if len(plane.source) > 2:  # the sum is too long for one line
        for name, terms in (("from", plane.source), ("to", plane.target)):
            body += [f"size_t {name} = {terms[0]};", *(f"{name} += {term};" for term in terms[1:])]
        source, target = "src + from", "dst + to"
    extents = f"{literal(plane.rows)}, {literal(plane.cols)}"
    call = f"permkern_x{plane.bits}_plane_inline({source}, {strides_in}, {target}, {strides_out}, {extents});"
    return POINTERS + _outer_loops(work, _outer(work), [*body, call])


def move_code(move: Move) -> list[str]:
    """Returns the statements of a move, which laid_out() indents and breaks into lines."""
    portable = _portable_move(move)
    if move.choice.strategy in (Strategy.COPY, Strategy.RUNS):
        return portable
    vector = _vector_move(move.work, plane_of(move.work))
    return [f"#if PERMKERN_PLANE{move.work.bits}", *vector, "#else", *portable, "#endif"]


def _portable_move(move: Move) -> list[str]:
    work, strategy = move.work, move.choice.strategy
    if strategy is Strategy.COPY:
        return [f"permkern_copy((const uint8_t *)in, (uint8_t *)out, {literal(prod(work.shape) * work.bits // 8)});"]
    if strategy is Strategy.RUNS:
        return _runs_move(work)
    plane = plane_of(work)
    if strategy is Strategy.TILE:
        return _tile_move(move, plane)
    if strategy is Strategy.INTERLEAVE:
        return POINTERS + _outer_loops(work, _outer(work), _channels(move, plane))
    across = plane.rows < plane.cols
    span = (0, plane.rows, plane.cols) if across else (0, plane.cols, plane.rows)
    return POINTERS + _outer_loops(work, _outer(work), _lines(plane, span, across=across))


def guarded(condition: str, body: list[str]) -> list[str]:
    return block(f"if ({condition})", [*body, "return;"])
