# SPDX-License-Identifier: BSD-3-Clause
"""Turns the plane of a pinned kernel into loops around calls of src/move/ functions.

The calls move tiles, pixels, lines or elements. Short reversed runs use these loops too: both of their axes have
strides.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .isa import PIXELS, WORD_BITS
from .moves import Call, Fit, Loop, Part, Variant

REACH, REACH_OF_PAIRS = 4095, 1020  # largest load and store offsets, for one word and for two
BODY, SMALL_BODY = 16, 8  # most elements that move without a loop, or in a loop's body
BODY_LEAST = 4  # least elements in a loop's body; below this, lines are as good
TILE = 4
STRIP = 8  # a plane with fewer lines needs SHORT_STRIPS elements to move in strips
STRIPS, SHORT_STRIPS = 256, 2048  # least elements of a plane that moves in strips
SHARED = 512  # least plane elements for which calls of shared functions pay
WORDS = 48  # most words of tiles in a loop's body; more words save little and cost flash
OFFSETS = 124  # largest word offset in 16-bit Thumb


def _longer(loop: Loop) -> int:
    return max(abs(loop.in_stride), abs(loop.out_stride))


def _moved(part: Part, in_at: int, out_at: int) -> Part:
    return replace(part, in_at=part.in_at + in_at, out_at=part.out_at + out_at)


def _sliced(loop: Loop, count: int, step: int) -> tuple[Loop, Loop]:
    """Returns the loop over bodies of ``step`` steps, and the loop inside a body."""
    bodies = Loop(count // step, loop.in_stride * step, loop.out_stride * step)
    return bodies, replace(loop, extent=step, unroll=True)


def _at_once(count: int, most: int, few: int = TILE) -> int:
    """Returns the tiles or pixel groups in a loop's body: all if at most ``few``, else a divisor up to ``most``."""
    return count if count <= few else next(step for step in range(most, 0, -1) if count % step == 0)


@dataclass(frozen=True)
class _Plane:
    """Properties that all parts of a move share."""

    bits: int
    small: bool
    shared: bool = False  # calls the functions of kernels for any shape

    @property
    def size(self) -> int:
        return self.bits // 8

    def name(self, part: str) -> str:
        return f"permkern_x{self.bits}_{part}"

    # ---- elements ----

    def straight(self, down: Loop, across: Loop, *outer: Loop) -> Part:
        """Moves elements without a loop, in output order."""
        lines = (down, across) if abs(across.out_stride) < abs(down.out_stride) else (across, down)
        return Part((*outer, *(replace(each, unroll=True) for each in lines)), self.name("move"))

    def grid(self, down: Loop, across: Loop) -> Iterator[Part]:
        """Moves several steps down per loop body, then the remaining steps. Moves lines if a body is too large."""
        most = SMALL_BODY if self.small else BODY
        fitting = (
            lines
            for lines in (16, 8, 4, 2, 1)
            if BODY_LEAST <= lines * across.extent <= most and (lines - 1) * _longer(down) <= REACH
        )
        body = down.extent
        if down.extent * across.extent > most:
            body = 0 if (across.extent - 1) * _longer(across) > REACH else next(fitting, 0)
        if not down.extent * across.extent:
            return
        if not body:
            line = (f"permkern_line{self.bits}", (down.in_stride,), (down.out_stride, down.extent))
            yield Part((across,), *line)
            return
        whole, lines = _sliced(down, down.extent, body)
        if whole.extent:
            yield self.straight(lines, across, whole)
        if rest := down.extent % body:
            done = down.extent - rest
            part = self.straight(replace(down, extent=rest), across)
            yield _moved(part, done * down.in_stride, done * down.out_stride)

    def in_strips(self, rows: int, cols: int) -> bool:
        """True if single elements move in strips. Smaller planes cost less as lines."""
        fewest = SHORT_STRIPS if min(rows, cols) < STRIP else STRIPS
        return min(rows, cols) >= TILE and rows * cols >= fewest and not self.small

    def strips(self, row: int, col: int, rows: int, cols: int) -> Iterator[Part]:
        """Moves four lines at once along the longer side, then the remaining lines."""
        if rows >= cols:
            whole = cols - cols % TILE
            yield Part(
                (Loop(cols // TILE, TILE * self.size, TILE * col),), self.name("pinned_down"), (row,), (col, rows)
            )
            for part in self.elements(row, col, rows, cols - whole):
                yield _moved(part, whole * self.size, whole * col)
        else:
            whole = rows - rows % TILE
            yield Part(
                (Loop(rows // TILE, TILE * row, TILE * self.size),), self.name("pinned_across"), (row,), (col, cols)
            )
            for part in self.elements(row, col, rows - whole, cols):
                yield _moved(part, whole * row, whole * self.size)

    def elements(self, row: int, col: int, rows: int, cols: int) -> Iterator[Part]:
        if self.in_strips(rows, cols):
            yield from self.strips(row, col, rows, cols)
            return
        along_rows, along_cols = Loop(rows, row, self.size), Loop(cols, self.size, col)
        yield from self.grid(*((along_rows, along_cols) if rows >= cols else (along_cols, along_rows)))

    # ---- tiles ----

    def area(self, row: int, col: int, rows: int, cols: int, high: int = TILE, wide: int = TILE) -> Iterator[Part]:
        """Moves whole tiles of high x wide elements. The inner loop runs along the side with more tiles per body."""
        down = Loop(rows // high, high * row, high * self.size)
        right = Loop(cols // wide, wide * self.size, wide * col)
        if not down.extent * right.extent:
            return
        few = max(1, min(TILE, WORDS // (high * wide * self.bits // WORD_BITS)))
        most = 1 if self.small else min(2, few)
        outer, inner = sorted((right, down), key=lambda loop: (min(most, _at_once(loop.extent, most)), loop.extent))
        outer = replace(outer, unroll=inner.extent == outer.extent == 2 <= few // 2)
        pairs = (high, wide) != (TILE, TILE)
        yield Part(
            (outer, *_sliced(inner, inner.extent, _at_once(inner.extent, most, few))),
            self.name(f"pinned_{'pairs' if pairs else 'tile'}{high}x{wide}"),
            (row,),
            (col,),
            min(0, row) * (high - 1),
            min(0, col) * (wide - 1),
        )

    def pairs(self, row: int, col: int, rows: int, cols: int) -> Iterator[Part]:
        """Moves whole tiles by word pairs, then the remaining tiles by words."""
        if self.bits == 16:
            for part in self.area(row, col, rows, cols):
                yield replace(part, function=self.name("pinned_pairs4x4"))
            return
        far_rows, far_cols = (3 * abs(stride) > REACH_OF_PAIRS for stride in (row, col))
        if cols >= 8 and (rows < 8 or not far_rows or far_cols):
            whole = cols - cols % 8
            yield from self.area(row, col, rows, whole, wide=8)
            for part in self.area(row, col, rows, cols - whole):
                yield _moved(part, whole, whole * col)
        else:
            whole = rows - rows % 8
            yield from self.area(row, col, whole, cols, high=8)
            for part in self.area(row, col, rows - whole, cols):
                yield _moved(part, whole * row, whole)

    def tiles(self, row: int, col: int, rows: int, cols: int, *, pairs: bool = False) -> Iterator[Part]:
        """Moves a plane in tiles, then the remaining columns and rows."""
        whole_rows, whole_cols = rows - rows % TILE, cols - cols % TILE
        far = 3 * max(abs(row), abs(col)) > REACH
        if self.shared or (far and (not pairs or (self.bits == 8 and rows >= cols))):
            yield Part((), self.name("pinned_far"), (row,), (col, whole_rows, whole_cols))
        elif pairs:
            yield from self.pairs(row, col, whole_rows, whole_cols)
        else:
            yield from self.area(row, col, whole_rows, whole_cols)
        for part in self.elements(row, col, rows, cols - whole_cols):
            yield _moved(part, whole_cols * self.size, whole_cols * col)
        for part in self.elements(row, col, rows - whole_rows, whole_cols):
            yield _moved(part, whole_rows * row, whole_rows * self.size)

    # ---- channels ----

    def channels(self, row: int, col: int, rows: int, cols: int, *, words: bool) -> Iterator[Part]:
        """Moves pixels in groups of four, by words or elements, then the remaining pixels."""
        if self.shared:
            yield Part((), self.name("pinned_far_pixels"), (row,), (col, rows, cols))
            return
        join = rows <= 3 and col == rows * self.size
        pixel, channel = Loop(rows, row, self.size), Loop(cols, self.size, col)
        pixel, channel = (channel, pixel) if join else (pixel, channel)
        whole, fill = pixel.extent - pixel.extent % PIXELS, WORD_BITS // self.bits
        step = PIXELS * _at_once(whole // PIXELS, 5)
        bodies, body = _sliced(pixel, whole, step)
        if words:
            stride, name = row if join else col, f"pinned_{'join' if join else 'split'}{channel.extent}"
            above = min(0, stride) * (channel.extent - 1)
            group = Loop(step // fill, fill * pixel.in_stride, fill * pixel.out_stride, unroll=True)
            sides = ((stride,), (), above, 0) if join else ((), (stride,), 0, above)
            yield Part((bodies, group), self.name(name), *sides)
        else:
            yield Part((bodies, body, replace(channel, unroll=True)), self.name("move"))
        for part in self.grid(replace(pixel, extent=pixel.extent - whole), channel):
            yield _moved(part, whole * pixel.in_stride, whole * pixel.out_stride)


def _conditions(fit: Fit | None) -> tuple[str, str]:
    """Returns the C conditions for single-word moves and for multi-word moves. Empty: always."""
    if fit is Fit.ODD:
        return "PERMKERN_UNALIGNED", "PERMKERN_WORD_GROUPS && PERMKERN_UNALIGNED && !PERMKERN_LDRD_PAYS"
    if fit is Fit.TESTED:
        return "permkern_words_fit(in, 0, out, 0)", "permkern_several_fit(in, out)"
    return "", "PERMKERN_WORD_GROUPS"


def _all(*conditions: str) -> str:
    return " && ".join(filter(None, conditions))


def variants(call: Call, bits: int, channels: int, *, small: bool) -> tuple[Variant, ...]:
    """Returns the variants that move a plane or short reversed runs."""
    of = _Plane(bits, small)
    if call.function == "grid":
        (in_down, in_across), (out_down, out_across, down, across) = call.source, call.target
        return (Variant("", tuple(of.grid(Loop(down, in_down, out_down), Loop(across, in_across, out_across)))),)
    plane = (call.source[0], *call.target)
    narrow = bits < WORD_BITS
    words, several = _conditions(call.fit)
    large = plane[2] * plane[3] >= SHARED
    shared = replace(of, shared=True)
    if call.function == "channels":
        rest, few = [Variant("", tuple(of.channels(*plane, words=False)))], ""
        if large and bits != 16:
            few = "!PERMKERN_FEW_REGISTERS"
            rest = [replace(rest[0], condition=few), Variant("", tuple(shared.channels(*plane, words=False)))]
        if call.fit is Fit.ELEMENTS:
            return tuple(rest)
        has = _all(few, f"PERMKERN_WORD_CHANNELS{channels}", words)
        return (Variant(has, tuple(of.channels(*plane, words=True))), *rest)
    elements, strips = Variant("", tuple(of.elements(*plane))), of.in_strips(*plane[2:])
    if call.function == "elements" or (narrow and call.fit is Fit.ELEMENTS):
        return (elements,)
    tiles = tuple(of.tiles(*plane))
    if not narrow:
        by_core = strips and bits == WORD_BITS
        return (Variant("PERMKERN_STRIPS", tiles), elements) if by_core else (Variant("", tiles),)
    able = _all("!PERMKERN_FEW_REGISTERS" if strips else "", words)
    found = [Variant(able, tiles), *([elements] if able else [])]
    if large and (bits == 8 or 3 * min(abs(plane[0]), abs(plane[1])) > OFFSETS):
        only = Variant(able, tuple(shared.tiles(*plane)))
        found = [Variant(_all("PERMKERN_STRIPS", words), tiles), only, *([elements] if able else [])]
    pairs = tuple(of.tiles(*plane, pairs=True))
    whole = all(stride * 8 % WORD_BITS == 0 for stride in plane[:2])
    return (Variant(several, pairs), *found) if whole and pairs != tiles else tuple(found)
