# SPDX-License-Identifier: BSD-3-Clause
"""Chooses the strategy, loops, functions and arguments of a kernel, and records the reason.

in_place.py chooses for in-place kernels, host_strategy.py for host vectors. Choices are records of moves.py;
inventory.py collects them.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import gcd

from .bit_loops import choose_bits
from .isa import CHANNELS, PIXELS, TILES, WORD_BITS
from .loops import BODY, SMALL_BODY, Area, channel_variants, grid, plane_variants
from .moves import AnyShape, Choice, Fact, Family, Fit, Loop, Move, Part, Strategy, Variant, Variants, Xor
from .permutation import Perm, Work, drop_units, fold, fuse, to_bytes, wider
from .places import Axis, axes_of


def is_small(profile: str) -> bool:
    """True if small code is preferred to fast loops."""
    return profile != "speed"


def has_wide_forms(profile: str) -> bool:
    """True if a set adds kernels for wider elements, to which short runs fold."""
    return not is_small(profile)


def has_widening(profile: str, has_pinned_entries: bool) -> bool:
    """True if the dispatcher widens a short innermost run to one larger element.

    Table entries of pinned shapes have fully folded works. Without entries, profile tiny omits widening to save flash:
    its generic routine moves a run as well as a wide element.
    """
    return profile != "tiny" or has_pinned_entries


# ---- strategies ----


def _stays(perm: Perm) -> Choice | None:
    """Returns the choice if the innermost axis stays in place; otherwise None."""
    if perm == (0,):
        return Choice(Strategy.COPY, "nothing moves: one contiguous run")
    if perm[-1] == len(perm) - 1:
        return Choice(Strategy.RUNS, "the innermost axis stays innermost: contiguous runs change places")
    return None


def choose_any_shape(perm: Perm, bits: int) -> Choice:
    """Chooses for profile speed: a kernel for one permutation and any shape."""
    tile = TILES[bits]
    why = (
        f"the innermost axis moves: {tile.rows}x{tile.cols} tiles in registers, so that both sides are read and "
        "written in order"
    )
    return _stays(perm) or Choice(Strategy.TILE, why, tile)


def choose_small(perm: Perm, bits: int) -> Choice:
    """Chooses for profile size: a tile kernel per width if a word holds several elements, else the generic routine."""
    tile = TILES[bits]
    if perm[-1] == len(perm) - 1:
        return Choice(Strategy.GENERIC, "the generic routine copies runs as well as a kernel would, in no more flash")
    if tile.lanes == 1:
        return Choice(Strategy.GENERIC, "an element fills a word: a tile would save nothing but loop overhead")
    return Choice(Strategy.TILE, f"the innermost axis moves: {tile.rows}x{tile.lanes} tiles, one kernel for all", tile)


def choose_form(perm: Perm, bits: int, profile: str) -> Choice:
    """Chooses for a folded permutation of any shape. Profile tiny has no kernels."""
    if profile == "tiny":
        return Choice(Strategy.GENERIC, "profile tiny has only the generic routine")
    return choose_small(perm, bits) if is_small(profile) else choose_any_shape(perm, bits)


def _channels(work: Work) -> int:
    """Returns the channel count if a work interleaves or deinterleaves channels, else 0.

    Channels may be reversed. Pixels may not, since a group of them has one order on both sides.
    """
    last = len(work.perm) - 1
    place = work.perm.index(last)
    rows, cols = work.shape[work.perm[-1]], work.shape[-1]
    apart, beside = work.in_steps[work.perm[-1]], work.out_steps[place]  # strides between adjacent pixels
    if cols in CHANNELS and rows >= PIXELS and apart == cols and not work.is_reversed(last):
        return cols
    if rows in CHANNELS and cols >= PIXELS and beside == rows and not work.is_reversed(place):
        return rows
    return 0


def _word_strides(work: Work) -> bool:
    """True if each row, column and pixel group is word-aligned whenever the arrays are."""
    in_strides, out_strides = list(work.in_steps[:-1]), list(work.out_steps[:-1])
    channels = _channels(work)
    for side in (in_strides, out_strides):
        if channels and side[-1] == channels:
            side.pop()  # a pixel group fills whole words
    return all(stride * work.bits % WORD_BITS == 0 for stride in in_strides + out_strides)


def choose_shape(work: Work, *, words: bool) -> Choice:
    """Chooses for a pinned kernel.

    ``words`` is False if word accesses might be misaligned on a target that traps.
    """
    last = len(work.perm) - 1
    if work.perm[last] == last and work.is_reversed(last):
        return Choice(Strategy.REVERSE, "the innermost axis stays and is reversed: runs turn round")
    if not work.has_rows:
        return Choice(Strategy.STRIDED, "elements along an innermost axis are no neighbours")
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
        return Choice(Strategy.STRIDED, "single elements, as word tiles need more alignment than is promised")
    why = f"{rows} rows x {cols} columns in {tile} tiles"
    return Choice(Strategy.TILE, why, tile)


# ---- kernels for any shape ----


def choose_any_shape_runs(perm: Perm, bits: int, profile: str, choice: Choice) -> AnyShape:
    """Returns the function and loops for a folded permutation. In small code, one kernel serves many permutations."""
    if is_small(profile):
        return AnyShape("permkern_tiled", tile=f"permkern_x{bits}_tile_of_words")
    last = len(perm) - 1
    if choice.strategy is Strategy.COPY:
        return AnyShape("permkern_copy")
    if choice.strategy is Strategy.RUNS:
        return AnyShape("permkern_runs", tuple(range(last - 1)), last, along=last - 1)
    cols = perm.index(last)
    outer = tuple(axis for axis in range(last) if axis != cols)
    return AnyShape(f"permkern_x{bits}_plane", outer, last, cols)


# ---- pinned kernels ----

SHORT_RUN, BLOCKS = 64, 256  # longest runs in bytes: without a loop, in word blocks
PIXEL_BYTES = 3  # bytes per pixel, for the library routine that reverses the pixel order
FEW_PIXELS = 8  # least consecutive pixels for the routine; fewer are copied one by one


def _fit(work: Work, align: int, *, words: bool) -> Fit:
    if not words:
        return Fit.ELEMENTS
    if not _word_strides(work):
        return Fit.ODD
    return Fit.ALIGNED if align * 8 % WORD_BITS == 0 else Fit.TESTED


def _loop(axis: Axis) -> Loop:
    return Loop(f"i{axis.number}", axis.extent, axis.in_stride, axis.out_stride)


def _within(work: Work, choice: Choice, outer: Sequence[Axis], part: Part, fit: Fit = Fit.ELEMENTS) -> Move:
    """Returns a part inside loops over the outer axes."""
    in_first = sum(axis.in_first for axis in outer)
    return Move(work, choice, tuple(map(_loop, outer)), (Variant((), (part,)),), fit, in_first=in_first)


def _runs(work: Work, choice: Choice, align: int, fit: Fit) -> Move:
    """Returns the loops over runs along the last axis."""
    (*outer, run), size = axes_of(work), work.bits // 8
    count = run.extent * size
    if (
        outer
        and count == outer[-1].out_stride == -outer[-1].in_stride == PIXEL_BYTES
        and outer[-1].extent >= FEW_PIXELS
    ):
        return _within(work, choice, outer[:-1], Part(Family.REVERSE24, sizes=(outer[-1].extent,)))
    unit = gcd(4, max(align, size), *(stride for axis in outer for stride in (axis.in_stride, axis.out_stride)))
    if count <= (SHORT_RUN if fit is Fit.ALIGNED else 16 * unit):
        return _within(work, choice, outer, Part(Family.RUN, sizes=(count, unit)), fit)
    in_blocks = fit is Fit.ALIGNED or (fit is Fit.TESTED and outer)
    if fit is not Fit.ELEMENTS and count <= (BLOCKS if in_blocks else SHORT_RUN):
        return _within(work, choice, outer, Part(Family.BLOCKS, sizes=(count,)), fit)
    return _within(work, choice, outer, Part(Family.COPY, sizes=(count,)))


def _reversed(work: Work, choice: Choice, *, small: bool) -> Move:
    """Returns the loops over reversed runs along the last axis.

    Many short runs move together, as single elements along two inner axes.
    """
    *outer, run = axes_of(work)
    if run.extent > (SMALL_BODY if small else BODY) and work.has_rows:
        return _within(work, choice, outer, Part(Family.REVERSE, sizes=(run.extent,)))
    inner = work.perm.index(len(outer))
    along = outer.pop(inner if inner < len(outer) else -1) if outer else Axis(0, 1, 0, 0)
    down, across = (along, run) if along.extent >= run.extent else (run, along)
    parts = tuple(grid(_loop(down), _loop(across), small=small))
    in_first = sum(axis.in_first for axis in (*outer, along, run))
    return Move(work, choice, tuple(map(_loop, outer)), (Variant((), parts),), in_first=in_first)


def _planes(work: Work, choice: Choice, fit: Fit, *, small: bool) -> Move:
    """Returns the loops over planes. If columns are reversed, they are written from the last to the first."""
    axes = axes_of(work)
    row, col = axes[-1], min(axes, key=lambda axis: abs(axis.in_stride))
    outer = [axis for axis in axes if axis not in (row, col)]
    area = Area(
        work.bits, row.in_stride, -col.out_stride if col.in_stride < 0 else col.out_stride, row.extent, col.extent
    )
    if choice.channels:
        variants = channel_variants(area, choice.channels, fit, small=small)
    else:
        variants = plane_variants(area, choice.strategy, fit, small=small)
    return Move(
        work,
        choice,
        tuple(map(_loop, outer)),
        tuple(variants),
        fit,
        area.part(Family.PLANE, sizes=(area.rows, area.cols)),
        sum(axis.in_first for axis in (*outer, row)),
        max(0, -area.col) * (area.cols - 1),
    )


def choose_move(work: Work, align: int, *, words: bool, small: bool) -> Move:
    """Returns the move of a folded work with pointers aligned to ``align`` bytes.

    ``words`` is as in choose_shape(), ``small`` as in is_small().
    """
    choice = choose_shape(work, words=words)
    if choice.strategy is Strategy.REVERSE or not work.has_rows:
        return _reversed(work, choice, small=small)
    fit = _fit(work, align, words=words)
    if choice.strategy in (Strategy.COPY, Strategy.RUNS):
        return _runs(work, choice, align, fit)
    by_words = work.bits < WORD_BITS and choice.strategy is not Strategy.STRIDED
    return _planes(work, choice, fit if by_words else Fit.ELEMENTS, small=small)


def choose_variants(work: Work, align: int, *, small: bool) -> Variants:
    """Returns the moves of a pinned kernel with pointers aligned to ``align`` bytes.

    The second move is for targets that trap on misaligned words or wide elements. If only the pointers may be
    misaligned, the kernel tests them; otherwise a target macro decides.
    """
    folded = fold(work)
    if folded.bits < 8:
        return choose_bits(folded, align)
    if folded.bits == 8 and not _word_strides(folded):
        folded = wider(folded, 16) or folded
    best = choose_move(folded, align, words=True, small=small)
    if align * 8 < folded.bits:
        unwidened = choose_move(to_bytes(fuse(drop_units(work))), align, words=False, small=small)
        tested = max(folded.bits, WORD_BITS if _word_strides(folded) else 0)
        return Variants(best, unwidened, Fact.WIDE_FIT, tested // 8)
    if best.variants[0].parts[0].family is Family.BLOCKS or best.fit not in (Fit.ODD, Fit.TESTED):
        return Variants(best)
    narrow = choose_move(folded, align, words=False, small=small)
    return Variants(best, narrow, Fact.WORDS_FIT if best.fit is Fit.TESTED else Fact.UNALIGNED)


# ---- XOR constant ----


def _over_output(work: Work) -> Part:
    """Returns the part that applies a constant to all runs of the output."""
    *axes, _ = axes_of(work)
    if not work.out_strides:
        return Part(Family.FLIP, sizes=(work.bytes,))
    return Part(Family.FLIP, tuple(map(_loop, axes)), sizes=(work.out_shape[-1] * work.bits // 8,))


def _flipped(move: Move, xor: Xor) -> Move:
    own, part = xor.widened(move.work.bits), move.variants[0].parts[0]
    copies = part.family in (Family.COPY, Family.BLOCKS) or (part.family is Family.RUN and own.low != own.high)
    if copies:
        flip = replace(part, family=Family.FLIP, sizes=part.sizes[:1])
        return replace(move, variants=(Variant((), (flip,)),), xor=own)
    apart = move.plane or part.family in (Family.REVERSE, Family.REVERSE24)
    return replace(move, xor=own, after=_over_output(move.work) if apart else None)


def with_xor(variants: Variants, xor: Xor | None) -> Variants:
    """Returns the moves with a constant XORed into each element; unchanged if None."""
    if xor is None:
        return variants
    narrow = _flipped(variants.narrow, xor) if variants.narrow else None
    return replace(variants, best=_flipped(variants.best, xor), narrow=narrow)
