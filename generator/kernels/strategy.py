# SPDX-License-Identifier: BSD-3-Clause
"""Chooses everything that a kernel runs, and says why: the strategy, then areas, loops, tails, guards and functions.

No other module of the generator chooses. What is chosen is a record of moves.py; inventory.py collects the records.
"""

from collections import Counter
from collections.abc import Iterable

from .isa import CHANNELS, PAIR_TILES, PIXELS, TILES, WORD_BITS, Tile
from .moves import (
    AnyShape,
    Choice,
    Elements,
    FarTiles,
    Groups,
    Guard,
    Lines,
    Move,
    Nest,
    Part,
    Strategy,
    Tiles,
    Variants,
    VectorPlane,
)
from .permutation import Perm, Work, drop_units, fold, fuse, strides
from .places import Along, Plane, Span, axes_of, plane_of
from .run_strategy import REACH, Bodies, choose_reversed_nests, choose_run_nests


def is_small(profile: str) -> bool:
    """True if small code is preferred to fast loops."""
    return profile != "speed"


def has_wide_forms(profile: str) -> bool:
    """True if a set also brings kernels for the wider elements to which short innermost runs fold."""
    return not is_small(profile)


def has_widening(profile: str, has_pinned_entries: bool) -> bool:
    """True if the dispatcher widens a short innermost run to one larger element.

    Pinned rows need it, because they are of fully folded works. Profile tiny leaves it out without them, to save
    flash: its generic routine moves a run as well as a wide element.
    """
    return profile != "tiny" or has_pinned_entries


# ---- strategies ----


def _stays(perm: Perm) -> Choice | None:
    """Returns the choice for a permutation whose innermost axis stays as it is; None for any other."""
    if perm == (0,):
        return Choice(Strategy.COPY, "nothing moves: one contiguous run")
    if perm[-1] == len(perm) - 1:
        return Choice(Strategy.RUNS, "the innermost axis stays innermost: contiguous runs change places")
    return None


def choose_any_shape(perm: Perm, bits: int) -> Choice:
    """Chooses for a kernel of profile speed, which knows its permutation but not its shape."""
    tile = TILES[bits]
    why = (
        f"the innermost axis moves: {tile.rows}x{tile.cols} tiles in registers, so that both sides are read and "
        "written in order"
    )
    return _stays(perm) or Choice(Strategy.TILE, why, tile)


def choose_small(perm: Perm, bits: int) -> Choice:
    """Chooses for profile size: one tile core where a word holds several elements, else the generic routine."""
    tile = TILES[bits]
    if perm[-1] == len(perm) - 1:
        return Choice(Strategy.GENERIC, "the generic routine copies runs as well as a kernel would, in no more flash")
    if tile.lanes == 1:
        return Choice(Strategy.GENERIC, "an element fills a word: a tile would save nothing but loop overhead")
    return Choice(Strategy.TILE, f"the innermost axis moves: {tile.rows}x{tile.cols} tiles, one core for all", tile)


def choose_form(perm: Perm, bits: int, profile: str) -> Choice:
    """Chooses for any shape of a folded permutation. Profile tiny has no kernels."""
    if profile == "tiny":
        return Choice(Strategy.GENERIC, "profile tiny has the generic routine alone")
    return choose_small(perm, bits) if is_small(profile) else choose_any_shape(perm, bits)


def _channels(work: Work) -> int:
    """Returns the number of channels that a work interleaves or deinterleaves; 0 if it does neither.

    Channels may come in reversed order, pixels may not: a group of them is moved in the order of both sides.
    """
    last = len(work.perm) - 1
    place = work.perm.index(last)
    rows, cols = work.shape[work.perm[-1]], work.shape[-1]
    if cols in CHANNELS and rows >= PIXELS and work.perm[-1] == last - 1 and not work.is_reversed(last):
        return cols
    if rows in CHANNELS and cols >= PIXELS and place == last - 1 and not work.is_reversed(place):
        return rows
    return 0


def _word_strides(work: Work) -> bool:
    """True if each row, column and group of pixels starts at a word boundary whenever the arrays do."""
    in_strides, out_strides = list(strides(work.shape)[:-1]), list(strides(work.out_shape)[:-1])
    channels = _channels(work)
    for side in (in_strides, out_strides):
        if channels and side[-1] == channels:
            side.pop()  # a group of pixels is a whole number of words
    return all(stride * work.bits % WORD_BITS == 0 for stride in in_strides + out_strides)


PAIR_REACH = 1020  # the largest offset in bytes that an access of two words encodes as a constant


def _pairs(work: Work) -> Tile | None:
    """Returns a pair tile that fits the shape: preferably one whose offsets can be encoded as constants."""
    if not _word_strides(work):
        return None
    last = len(work.perm) - 1
    rows, cols = work.shape[work.perm[-1]], work.shape[-1]
    reach = {True: strides(work.shape)[work.perm[-1]], False: strides(work.out_shape)[work.perm.index(last)]}
    tiles = [tile for tile in PAIR_TILES.get(work.bits, ()) if tile.rows <= rows and tile.cols <= cols]
    return min(tiles, key=lambda tile: reach[tile.cols > tile.rows] * work.bits // 8 * 3 > PAIR_REACH, default=None)


def choose_shape(work: Work, *, words: bool) -> Choice:
    """Chooses for a pinned kernel.

    ``words`` is False if word accesses might be misaligned on a target that traps.
    """
    last = len(work.perm) - 1
    if work.perm[last] == last and work.is_reversed(last):
        return Choice(Strategy.REVERSE, "the innermost axis stays and is reversed: runs turn round")
    stays = _stays(work.perm)
    if stays:
        return stays
    tile = TILES[work.bits]
    rows, cols = work.shape[work.perm[-1]], work.shape[-1]
    channels = _channels(work)
    if channels:
        by_words = words and tile.lanes > 1
        why = f"{channels} channels on one side, pixels in groups of {PIXELS}, {'words' if by_words else 'elements'}"
        return Choice(Strategy.INTERLEAVE, why, channels=channels, words=by_words)
    if rows < tile.rows or cols < tile.cols:
        return Choice(Strategy.STRIDED, f"{rows} rows x {cols} columns hold no {tile} tile")
    if tile.lanes > 1 and not words:
        return Choice(Strategy.STRIDED, "word tiles need more alignment than is promised")
    why = f"{rows} rows x {cols} columns in {tile} tiles"
    return Choice(Strategy.TILE, why, tile, _pairs(work))


# ---- what kernels for any shape run ----


def choose_any_shape_runs(perm: Perm, bits: int, profile: str, choice: Choice) -> AnyShape:
    """Returns what the kernel of a form runs. In small code, one core serves every permutation that it can."""
    if is_small(profile):
        return AnyShape("permkern_tiled", tile=f"permkern_x{bits}_tile{choice.tile}")
    last = len(perm) - 1
    if choice.strategy is Strategy.COPY:
        return AnyShape("permkern_copy")
    if choice.strategy is Strategy.RUNS:
        return AnyShape("permkern_runs", tuple(range(last - 1)), last, along=last - 1)
    cols = perm.index(last)
    outer = tuple(axis for axis in range(last) if axis != cols)
    return AnyShape(f"permkern_x{bits}_plane", outer, last, cols)


# ---- tiles ----

STRAIGHT = 4  # areas of at most so many tiles are moved without a loop
UNROLLED_GROUPS = 5  # groups of pixels in a loop's body, at most
UNROLLED_TILES = 2  # tiles in a loop's body, at most; 1 where small code is preferred to fast loops


def _unrolled(count: int, most: int) -> int:
    """Returns how many tiles or groups a loop's body moves: a divisor of their number, and all of a small number."""
    if count <= STRAIGHT:
        return count
    return max(divisor for divisor in range(1, most + 1) if count % divisor == 0)


def _area(function: str, tile: Tile, most: int, rows: tuple[int, int], cols: tuple[int, int]) -> list[Part]:
    """Returns the loops over a rectangle of tiles, the innermost one along the longer direction; none if it is empty.

    ``rows`` and ``cols`` are where the rectangle begins and ends.
    """
    row_tiles, col_tiles = (rows[1] - rows[0]) // tile.rows, (cols[1] - cols[0]) // tile.cols
    if row_tiles == 0 or col_tiles == 0:
        return []
    down = row_tiles >= col_tiles
    straight = row_tiles * col_tiles <= STRAIGHT
    in_row = _unrolled(row_tiles, most) if down else row_tiles if straight else 1
    in_col = _unrolled(col_tiles, most) if not down else col_tiles if straight else 1
    inner = Along.ROWS if down else Along.COLS
    return [Tiles(function, tile, Span(*rows, in_row * tile.rows), Span(*cols, in_col * tile.cols), inner)]


def _whole(plane: Plane, tile: Tile) -> tuple[int, int]:
    """Returns how many rows and columns of a plane whole tiles cover."""
    return plane.rows - plane.rows % tile.rows, plane.cols - plane.cols % tile.cols


def _word_areas(plane: Plane, tile: Tile, most: int) -> list[Part]:
    """Returns the area of word tiles. Where offsets are too large to be constants, a routine steps through it."""
    rows, cols = _whole(plane, tile)
    if max((tile.rows - 1) * abs(plane.row_stride), (tile.cols - 1) * abs(plane.col_stride)) > REACH:
        return [FarTiles(f"permkern_x{plane.bits}_tiles", tile, rows, cols)]
    return _area(f"permkern_x{plane.bits}_tile{tile}", tile, most, (0, rows), (0, cols))


def _pair_areas(plane: Plane, tile: Tile, pair: Tile, most: int) -> list[Part]:
    """Returns the area of pair tiles, then those of word tiles for what they leave on the right and below."""
    rows, cols = _whole(plane, tile)
    pair_rows, pair_cols = rows - rows % pair.rows, cols - cols % pair.cols
    words = f"permkern_x{plane.bits}_tile{tile}"
    return [
        *_area(f"permkern_x{plane.bits}_pairs{pair}", pair, most, (0, pair_rows), (0, pair_cols)),
        *_area(words, tile, most, (0, rows), (pair_cols, cols)),
        *_area(words, tile, most, (pair_rows, rows), (0, pair_cols)),
    ]


# ---- elements, lines and channels ----


FAST, SMALL = Bodies(loop=12, straight=16), Bodies(loop=6, straight=9)
LEAST = 4  # elements in a loop's body, at least: lines take four at once


def _rectangle(plane: Plane, bodies: Bodies, rows: tuple[int, int], cols: tuple[int, int]) -> list[Part]:
    """Returns a rectangle of elements: in a loop along its longer direction, if there are many, then what that leaves.

    ``rows`` and ``cols`` are where it begins and ends. Where places are too far apart to be constants, or one line of
    places is too long for a loop's body, it goes by lines along the longer direction.
    """
    high, wide = rows[1] - rows[0], cols[1] - cols[0]
    if high == 0 or wide == 0:
        return []
    load, store = f"permkern_load{plane.bits}", f"permkern_store{plane.bits}"
    if high * wide <= bodies.straight:
        return [Elements(load, store, Span(*rows, high), Span(*cols, wide))]
    down = high >= wide
    short, (first, end) = (wide, rows) if down else (high, cols)
    row_stride, col_stride = abs(plane.row_stride), abs(plane.col_stride)
    along, across = (row_stride, col_stride) if down else (col_stride, row_stride)
    step = min(bodies.loop // short, REACH // along + 1)
    if step * short < LEAST or (short - 1) * across > REACH:
        return _lines(plane, rows, cols)
    last = end - (end - first) % step
    loop, rest = Span(first, last, step), (last, end)
    if down:
        return [Elements(load, store, loop, Span(*cols, wide)), *_rectangle(plane, bodies, rest, cols)]
    return [Elements(load, store, Span(*rows, high), loop), *_rectangle(plane, bodies, rows, rest)]


def _lines(plane: Plane, rows: tuple[int, int], cols: tuple[int, int]) -> list[Part]:
    """Returns a rectangle as lines along its longer direction, in which it begins with the plane."""
    function = f"permkern_line{plane.bits}"
    if rows[1] - rows[0] < cols[1] - cols[0]:
        return [Lines(function, Along.ROWS, Span(*rows), cols[1])]
    return [Lines(function, Along.COLS, Span(*cols), rows[1])]


def _tails(plane: Plane, tile: Tile, bodies: Bodies) -> list[Part]:
    """Returns elements for the columns and rows that no tile covers."""
    rows, cols = _whole(plane, tile)
    return [
        *_rectangle(plane, bodies, (0, plane.rows), (cols, plane.cols)),
        *_rectangle(plane, bodies, (rows, plane.rows), (0, cols)),
    ]


def _pixels(plane: Plane, choice: Choice, bodies: Bodies) -> list[Part]:
    """Returns the groups of pixels, and the single pixels that are left."""
    channels = choice.channels
    apart = plane.cols == channels and plane.row_stride == plane.cols * plane.size
    pixels = plane.rows if apart else plane.cols
    groups = pixels // PIXELS
    whole = groups * PIXELS
    name = "split" if apart else "join"
    span = Span(0, whole, _unrolled(groups, UNROLLED_GROUPS) * PIXELS)
    return [
        Groups(f"permkern_x{plane.bits}_{name}", channels, apart, choice.words, PIXELS, span),
        *_rectangle(plane, bodies, (whole if apart else 0, plane.rows), (0 if apart else whole, plane.cols)),
    ]


# ---- what pinned kernels run ----


def choose_move(work: Work, align: int, *, words: bool, small: bool) -> Move:
    """Returns all that is run for a folded work, of pointers that are aligned to ``align`` bytes.

    ``words`` is as choose_shape() has it, ``small`` as is_small() has it.
    """
    choice = choose_shape(work, words=words)
    axes = axes_of(work)
    bodies = SMALL if small else FAST
    if choice.strategy is Strategy.REVERSE:
        return Move(work, choice, None, choose_reversed_nests(axes, work.bits, bodies))
    if choice.strategy in (Strategy.COPY, Strategy.RUNS):
        whole = _word_strides(work)
        return Move(work, choice, None, choose_run_nests(axes, work.bits // 8, align, whole=whole, words=words))
    plane = plane_of(work)
    outer = tuple(axis for axis in axes[:-1] if axis.number != work.perm.index(len(axes) - 1))
    vector = VectorPlane(f"permkern_x{work.bits}_plane_inline", plane)
    nests = [Nest(outer, (vector,), Guard(macro=f"PERMKERN_PLANE{work.bits}"))]
    if choice.tile is not None:
        most = 1 if small else UNROLLED_TILES
        tails = _tails(plane, choice.tile, bodies)
        if choice.pairs is not None:
            parts = _pair_areas(plane, choice.tile, choice.pairs, most) + tails
            nests.append(Nest(outer, tuple(parts), Guard("PERMKERN_SEVERAL", "permkern_pairs_fit")))
        parts = _word_areas(plane, choice.tile, most) + tails
    elif choice.channels:
        parts = _pixels(plane, choice, bodies)
    else:
        parts = _rectangle(plane, bodies, (0, plane.rows), (0, plane.cols))
    return Move(work, choice, plane, (*nests, Nest(outer, tuple(parts))))


def choose_variants(work: Work, align: int, *, small: bool) -> Variants:
    """Returns the moves of a pinned kernel whose pointers are aligned to ``align`` bytes.

    A second move is for targets that trap on misaligned words, or vectors of misaligned elements. If every stride is a
    whole number of words, only the pointers can be misaligned, and the kernel tests them; otherwise the target decides.
    """
    folded = fold(work)
    best = choose_move(folded, align, words=True, small=small)
    if align * 8 < folded.bits:
        unwidened = choose_move(fuse(drop_units(work)), align, words=False, small=small)
        if folded.bits <= WORD_BITS and _word_strides(folded):  # the test is of word boundaries
            return Variants(best, unwidened, Guard(test="permkern_wide_fit"))
        return Variants(best, unwidened, Guard(f"PERMKERN_WIDE_ANYWHERE{64 if folded.bits == 64 else ''}"))
    strides_fit = _word_strides(folded)
    promised = align * 8 % WORD_BITS == 0
    narrow = choose_move(folded, align, words=strides_fit and promised, small=small)
    if narrow == best:
        return Variants(best)
    return Variants(best, narrow, Guard(test="permkern_words_fit") if strides_fit else Guard("PERMKERN_UNALIGNED"))


def choose_shared(moves: Iterable[Move | None]) -> frozenset[Move]:
    """Returns the moves that become routines, of all that a set's pinned kernels make: those that several make.

    A copy stays where it is: it is one call already.
    """
    uses = Counter(move for move in moves if move is not None and move.choice.strategy is not Strategy.COPY)
    return frozenset(move for move, count in uses.items() if count > 1)
