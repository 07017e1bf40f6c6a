# SPDX-License-Identifier: BSD-3-Clause
"""Turns the plane of a pinned kernel into loops around functions of src/move/.

The functions move tiles, pixels, lines or elements. Short reversed runs use these loops too: both of their axes have
strides.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .isa import PIXELS, WORD_BITS
from .moves import Fact, Family, Fit, Loop, Part, Strategy, Variant

REACH = 4095  # largest load and store offset
NEAR = 2048  # largest plane stride for offsets
BODY, SMALL_BODY = 16, 8  # most elements in a loop's body; half as many again move without a loop
BODY_LEAST = 4  # least elements in a loop's body; below this, lines are as good
TILE = 4
STRIP = 8  # a plane with fewer lines needs SHORT_STRIPS elements to move in strips
STRIPS, SHORT_STRIPS = 256, 2048  # least elements of a plane that moves in strips
LINES = 512  # least plane elements for which lines of tiles pay, with few registers
WORDS = 48  # most words of tiles in a loop's body; more words save little and cost flash
OFFSETS = 124  # largest word offset in 16-bit Thumb


def _longer(loop: Loop) -> int:
    return max(abs(loop.in_stride), abs(loop.out_stride))


def _sliced(loop: Loop, count: int, inner: str) -> tuple[Loop, Loop]:
    """Returns the loop over bodies of ``count`` steps, and the loop ``inner`` in a body."""
    step = loop.step * count
    return replace(loop, step=step), replace(loop, name=inner if step < loop.end else loop.name, end=step, unroll=True)


def _bodies(loop: Loop, count: int, inner: str) -> tuple[Loop, Loop]:
    """Like _sliced, but the outer loop counts bodies: GCC adds fewer offsets if the strides differ."""
    outer, body = _sliced(loop, count, inner)
    strides = outer.step * outer.in_stride, outer.step * outer.out_stride
    return Loop("body", outer.extent, *strides), body


def _at_once(count: int, most: int, few: int = TILE) -> int:
    """Returns the tiles or pixel groups in a loop's body: all if at most ``few``, else a divisor up to ``most``."""
    return count if count <= few else next(step for step in range(most, 0, -1) if count % step == 0)


@dataclass(frozen=True)
class Area:
    """Rows and columns of a plane: rows are contiguous in the input, columns in the output.

    Strides are in bytes, between input rows and between output columns. A negative stride reads
    rows, or writes columns, from the last to the first. Elements inside rows and columns are always in forward order.
    """

    bits: int
    row: int
    col: int
    rows: int
    cols: int
    in_at: int = 0  # bytes from the move's first element to the area's
    out_at: int = 0

    @property
    def size(self) -> int:
        return self.bits // 8

    @property
    def down(self) -> Loop:
        return Loop("row", self.rows, self.row, self.size)

    @property
    def right(self) -> Loop:
        return Loop("col", self.cols, self.size, self.col)

    def whole(self, rows: int, cols: int) -> "Area":
        """Returns the area cut to multiples of ``rows`` and ``cols``."""
        return replace(self, rows=self.rows - self.rows % rows, cols=self.cols - self.cols % cols)

    def below(self, rows: int) -> "Area":
        """Returns the area without its first rows."""
        moved = self.in_at + rows * self.row, self.out_at + rows * self.size
        return replace(self, rows=self.rows - rows, in_at=moved[0], out_at=moved[1])

    def after(self, cols: int) -> "Area":
        """Returns the area without its first columns."""
        moved = self.in_at + cols * self.size, self.out_at + cols * self.col
        return replace(self, cols=self.cols - cols, in_at=moved[0], out_at=moved[1])

    def part(self, family: Family, *loops: Loop, sizes: tuple[int, ...], lines: tuple[int, int] = (1, 1)) -> Part:
        """Returns loops around a function. lines: rows and columns of a call."""
        above = max(0, -self.row) * (lines[0] - 1), max(0, -self.col) * (lines[1] - 1)
        return Part(family, loops, self.row, self.col, sizes, self.in_at - above[0], self.out_at - above[1], above)


# ---- elements ----


def grid(down: Loop, across: Loop, in_at: int = 0, out_at: int = 0, *, small: bool = False) -> Iterator[Part]:
    """Moves several steps down per loop body, then the remaining steps. Moves lines if a body is too large."""
    if not down.end * across.end:
        return
    most, body = SMALL_BODY if small else BODY, down.end
    if down.end * across.end > most + most // 2:
        fitting = (
            lines
            for lines in (16, 8, 4, 2, 1)
            if BODY_LEAST <= lines * across.end <= most and (lines - 1) * _longer(down) <= REACH
        )
        body = 0 if (across.end - 1) * _longer(across) > REACH else next(fitting, 0)
    if not body:
        yield Part(Family.LINE, (across,), down.in_stride, down.out_stride, (down.end,), in_at, out_at)
        return
    done, across = down.end - down.end % body, replace(across, unroll=True)
    for start, lines in ((0, done), (done, down.end - done)):
        if lines:
            bodies, line = _bodies(replace(down, end=lines), min(body, lines), "line")
            inner = (line, across) if abs(across.out_stride) < abs(down.out_stride) else (across, line)
            at = in_at + start * down.in_stride, out_at + start * down.out_stride
            yield Part(Family.MOVE, (bodies, *inner), in_at=at[0], out_at=at[1])


def backward(family: Family, units: int, size: int, in_at: int, out_at: int) -> Iterator[Part]:
    """Moves units of ``size`` bytes in reverse order, 4 or 8 in a loop body. in_at: the end of the first unit."""
    most = TILE if units % (2 * TILE) else 2 * TILE
    for start, end in ((0, units - units % TILE), (units - units % TILE, units)):
        if start < end:
            bodies, unit = _bodies(Loop("unit", end - start, -size, size), min(most, end - start), "next")
            yield Part(family, (bodies, unit), in_at=in_at - (start + 1) * size, out_at=out_at + start * size)


def _in_strips(area: Area, *, small: bool) -> bool:
    """True if single elements move in strips. Smaller planes cost less as lines."""
    side = min(area.rows, area.cols)
    return side >= TILE and area.rows * area.cols >= (SHORT_STRIPS if side < STRIP else STRIPS) and not small


def _elements(area: Area, *, small: bool) -> Iterator[Part]:
    """Moves strips, four lines at once along the longer side, then the remaining lines; or lines only."""
    whole = area.whole(TILE, TILE)
    long = area.rows >= area.cols
    if not _in_strips(area, small=small):
        lines = (area.down, area.right) if long else (area.right, area.down)
        yield from grid(*lines, area.in_at, area.out_at, small=small)
        return
    if long:
        yield area.part(Family.DOWN, replace(whole.right, step=TILE), sizes=(whole.rows,))
    else:
        yield area.part(Family.ACROSS, replace(whole.down, step=TILE), sizes=(whole.cols,))
    yield from _elements(area.after(whole.cols), small=small)
    yield from _elements(replace(area, cols=whole.cols).below(whole.rows), small=small)


# ---- tiles ----


def _tiled(area: Area, high: int, wide: int, *, small: bool) -> Iterator[Part]:
    """Moves whole tiles of high x wide elements. The inner loop runs along the side with more tiles per body."""
    whole = area.whole(high, wide)
    if not whole.rows * whole.cols:
        return
    down, right = replace(whole.down, step=high), replace(whole.right, step=wide)
    few = max(1, min(TILE * TILE // wide, WORDS // (high * wide * area.bits // WORD_BITS)))
    most = min(1 + (area.bits == 16) if small else TILE if area.bits < WORD_BITS else 2, few)
    outer, inner = sorted((right, down), key=lambda loop: (min(most, _at_once(loop.extent, most)), loop.extent))
    bodies, tiles = _sliced(inner, _at_once(inner.extent, most, few), "tile")
    together = outer.extent * tiles.extent <= few and (bodies.extent == 1 or not small)
    loops = (bodies, replace(outer, unroll=True), tiles) if together else (outer, bodies, tiles)
    yield replace(area.part(Family.TILE, *loops, sizes=(high, wide), lines=(high, wide)), far=REACH // 3 + 1)


def _tiles(area: Area, *, small: bool, lines: bool = False) -> Iterator[Part]:
    """Moves a plane in tiles, then the remaining columns and rows. lines: by lines of tiles, for few registers."""
    if lines:
        side = WORD_BITS // area.bits
        whole = area.whole(side, side)
        along, across = (whole.down, whole.right) if whole.rows >= whole.cols else (whole.right, whole.down)
        sizes = side * along.in_stride, side * along.out_stride, along.end * along.in_stride
        yield area.part(Family.TILE_LINE, replace(across, step=side), sizes=sizes)
    else:
        halves = area.bits == 16  # tiles of two columns, and of two rows if these move more of a small plane
        side, wide = (2 if halves and each < 2 * TILE and each % TILE > 1 else TILE for each in (area.rows, area.cols))
        whole = area.whole(side, wide)
        yield from _tiled(whole, side, 2 if halves else TILE, small=small)
    yield from _elements(area.after(whole.cols), small=small)
    yield from _elements(replace(area, cols=whole.cols).below(whole.rows), small=small)


# ---- channels ----


def _channels(area: Area, *, small: bool, words: bool) -> Iterator[Part]:
    """Moves pixels in groups of four, by words or elements, then the remaining pixels."""
    join = area.rows <= 3 and area.col == area.rows * area.size
    pixel, channel = (area.right, area.down) if join else (area.down, area.right)
    pixel, channel = replace(pixel, name="pixel"), replace(channel, name="channel")
    whole, fill = replace(pixel, end=pixel.end - pixel.end % PIXELS), WORD_BITS // area.bits
    step = PIXELS * _at_once(whole.end // PIXELS, 5)
    if words:
        group = _sliced(replace(whole, step=fill), step // fill, "group")
        family, lines = (Family.JOIN, (channel.end, 1)) if join else (Family.SPLIT, (1, channel.end))
        far = NEAR * (abs(area.row if join else area.col) > NEAR)
        yield replace(area.part(family, *group, sizes=(channel.end,), lines=lines), far=far)
    else:
        bodies, body = _bodies(whole, step, "next")
        at = area.in_at, area.out_at
        yield Part(Family.MOVE, (bodies, body, replace(channel, unroll=True)), in_at=at[0], out_at=at[1])
    rest = area.after(whole.end) if join else area.below(whole.end)
    left = replace(pixel, end=pixel.end - whole.end)
    yield from grid(left, channel, rest.in_at, rest.out_at, small=small)


# ---- variants ----


_BY_WORDS = {Fit.ODD: (Fact.UNALIGNED,), Fit.TESTED: (Fact.WORDS_FIT,), Fit.ALIGNED: ()}  # facts for moves by words


def channel_variants(area: Area, channels: int, fit: Fit, *, small: bool) -> Iterator[Variant]:
    """Yields the variants that move two or three channels."""
    if fit is not Fit.ELEMENTS:
        by_words = Fact.CHANNELS2 if channels == 2 else Fact.CHANNELS3
        yield Variant((by_words, *_BY_WORDS[fit]), tuple(_channels(area, small=small, words=True)))
    yield Variant((), tuple(_channels(area, small=small, words=False)))


def plane_variants(area: Area, strategy: Strategy, fit: Fit, *, small: bool) -> Iterator[Variant]:
    """Yields the variants that move a plane in tiles or elements."""
    elements, strips = Variant((), tuple(_elements(area, small=small))), _in_strips(area, small=small)
    narrow = area.bits < WORD_BITS
    if strategy is Strategy.STRIDED or (narrow and fit is Fit.ELEMENTS):
        yield elements
        return
    tiles = tuple(_tiles(area, small=small))
    words = _BY_WORDS.get(fit, ())
    able = (Fact.REGISTERS, *words) if narrow and strips else words
    if not narrow:
        able = (Fact.STRIPS,) if strips else ()
    if (
        narrow
        and area.rows * area.cols >= LINES
        and (area.bits == 8 or 3 * min(abs(area.row), abs(area.col)) > OFFSETS)
    ):
        yield Variant((Fact.STRIPS, *words), tiles)
        tiles = tuple(_tiles(area, small=small, lines=True))
    yield Variant(able, tiles)
    if able:
        yield elements
