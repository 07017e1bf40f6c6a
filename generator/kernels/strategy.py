# SPDX-License-Identifier: BSD-3-Clause
"""Chooses what a kernel runs, with the reason: strategy, loops, called function and its arguments.

in_place.py chooses for in-place kernels, host_strategy.py for host vectors. Choices are records of moves.py;
inventory.py collects them.
"""

from dataclasses import replace
from math import gcd

from .bit_loops import choose_bits
from .isa import CHANNELS, PIXELS, TILES, WORD_BITS
from .loops import BODY, SMALL_BODY, variants
from .moves import AnyShape, Call, Choice, Fit, Guard, Move, Strategy, Variants, Xor
from .permutation import Perm, Work, drop_units, fold, fuse, to_bytes, wider
from .places import Axis, axes_of, plane_of


def is_small(profile: str) -> bool:
    """True if small code is preferred to fast loops."""
    return profile != "speed"


def has_wide_forms(profile: str) -> bool:
    """True if a set adds kernels for wider elements, to which short runs fold."""
    return not is_small(profile)


def has_widening(profile: str, has_pinned_entries: bool) -> bool:
    """True if the dispatcher widens a short innermost run to one larger element.

    Pinned rows need this, as they have fully folded works. Without pinned rows, profile tiny omits it to save flash:
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
    """Chooses for profile size: one tile core if a word holds several elements, else the generic routine."""
    tile = TILES[bits]
    if perm[-1] == len(perm) - 1:
        return Choice(Strategy.GENERIC, "the generic routine copies runs as well as a kernel would, in no more flash")
    if tile.lanes == 1:
        return Choice(Strategy.GENERIC, "an element fills a word: a tile would save nothing but loop overhead")
    return Choice(Strategy.TILE, f"the innermost axis moves: {tile.rows}x{tile.lanes} tiles, one core for all", tile)


def choose_form(perm: Perm, bits: int, profile: str) -> Choice:
    """Chooses for a folded permutation of any shape. Profile tiny has no kernels."""
    if profile == "tiny":
        return Choice(Strategy.GENERIC, "profile tiny has the generic routine alone")
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
        return Choice(Strategy.STRIDED, "word tiles need more alignment than is promised")
    why = f"{rows} rows x {cols} columns in {tile} tiles"
    return Choice(Strategy.TILE, why, tile)


# ---- kernels for any shape ----


def choose_any_shape_runs(perm: Perm, bits: int, profile: str, choice: Choice) -> AnyShape:
    """Returns the function and loops for a folded permutation. In small code one core serves many permutations."""
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

SHORT_RUN, BLOCKS = 64, 256  # longest run in bytes that moves without a loop, and that moves in word blocks
PIXEL_BYTES = 3  # bytes per pixel, for the library routine that reverses the pixel order
FEW_PIXELS = 8  # least consecutive pixels for the routine; fewer are copied one by one
PLANES = {Strategy.TILE: "tiles", Strategy.INTERLEAVE: "channels", Strategy.STRIDED: "elements"}


def _fit(work: Work, align: int, *, words: bool) -> Fit:
    if not words:
        return Fit.ELEMENTS
    if not _word_strides(work):
        return Fit.ODD
    return Fit.ALIGNED if align * 8 % WORD_BITS == 0 else Fit.TESTED


def _run(axes: tuple[Axis, ...], size: int, align: int, fit: Fit) -> tuple[tuple[Axis, ...], Call]:
    """Returns the loops over runs along the last axis and the call that moves a run. ``size``: element bytes."""
    outer, count = axes[:-1], axes[-1].extent * size
    if (
        outer
        and count == outer[-1].out_stride == -outer[-1].in_stride == PIXEL_BYTES
        and outer[-1].extent >= FEW_PIXELS
    ):
        return outer[:-1], Call("permkern_reverse24", (), (outer[-1].extent,))
    unit = gcd(4, max(align, size), *(stride for axis in outer for stride in (axis.in_stride, axis.out_stride)))
    if count <= (SHORT_RUN if fit is Fit.ALIGNED else 16 * unit):
        return outer, Call("permkern_pinned_run", (), (count, unit), fit)
    in_blocks = fit is Fit.ALIGNED or (fit is Fit.TESTED and outer)
    if fit is not Fit.ELEMENTS and count <= (BLOCKS if in_blocks else SHORT_RUN):
        return outer, Call("permkern_pinned_blocks", (), (count,), fit)
    return outer, Call("permkern_copy", (), (count,))


def _single(work: Work, *, small: bool) -> tuple[tuple[Axis, ...], Call]:
    """Returns the loops over reversed runs along the last axis and the call that moves them.

    One call moves many short runs together, or single elements along two inner axes.
    """
    *around, run = axes_of(work)
    if run.extent > (SMALL_BODY if small else BODY) and work.has_rows:
        return tuple(around), Call(f"permkern_reverse{work.bits}", (), (run.extent,))
    inner = work.perm.index(len(around))
    along = around.pop(inner if inner < len(around) else -1) if around else Axis(0, 1, 0, 0)
    down, across = (along, run) if along.extent >= run.extent else (run, along)
    source, target = (down.in_stride, across.in_stride), (down.out_stride, across.out_stride)
    call = Call(
        "grid",
        source,
        (*target, down.extent, across.extent),
        in_first=run.in_first + along.in_first,
    )
    return tuple(around), call


def choose_move(work: Work, align: int, *, words: bool, small: bool) -> Move:
    """Returns the move of a folded work with pointers aligned to ``align`` bytes.

    ``words`` is as in choose_shape(), ``small`` as in is_small().
    """
    choice = choose_shape(work, words=words)
    axes = axes_of(work)
    if choice.strategy is Strategy.REVERSE or not work.has_rows:
        around, call = _single(work, small=small)
        found = variants(call, work.bits, 0, small=small) if call.function == "grid" else ()
        return Move(work, choice, around, call, variants=found)
    fit = _fit(work, align, words=words)
    if choice.strategy in (Strategy.COPY, Strategy.RUNS):
        return Move(work, choice, *_run(axes, work.bits // 8, align, fit))
    plane = plane_of(axes, work.bits)
    outer = tuple(axis for axis in axes[:-1] if axis.number != work.perm.index(len(axes) - 1))
    by_words = fit if work.bits < WORD_BITS else Fit.ELEMENTS
    call = Call(
        PLANES[choice.strategy],
        (plane.row_stride,),
        (plane.col_stride, plane.rows, plane.cols),
        None if choice.strategy is Strategy.STRIDED else by_words,
        plane.in_first,
        plane.out_first,
    )
    return Move(work, choice, outer, call, plane, variants(call, work.bits, choice.channels, small=small))


def choose_variants(work: Work, align: int, *, small: bool) -> Variants:
    """Returns the moves of a pinned kernel with pointers aligned to ``align`` bytes.

    The second move is for targets that trap on misaligned words or wide elements. If only the pointers may be
    misaligned, the kernel tests them; otherwise the target decides.
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
        return Variants(best, unwidened, Guard(test="permkern_wide_fit", bytes=tested // 8))
    if best.call.function == "permkern_pinned_blocks" or best.call.fit not in (Fit.ODD, Fit.TESTED):
        return Variants(best)
    narrow = choose_move(folded, align, words=False, small=small)
    tested = best.call.fit is Fit.TESTED
    return Variants(best, narrow, Guard(test="permkern_words_fit") if tested else Guard("PERMKERN_UNALIGNED"))


# ---- XOR constant ----


def _flipped(move: Move, xor: Xor) -> Move:
    own, call = xor.widened(move.work.bits), move.call
    copies = call.function in ("permkern_copy", "permkern_pinned_blocks")
    if copies or (call.function == "permkern_pinned_run" and own.low != own.high):
        call = Call("permkern_xor_run", (), call.target[:1])
    return replace(move, call=call, xor=own)


def with_xor(variants: Variants, xor: Xor | None) -> Variants:
    """Returns the moves with a constant XORed into each element; unchanged if None."""
    if xor is None:
        return variants
    narrow = _flipped(variants.narrow, xor) if variants.narrow else None
    return replace(variants, best=_flipped(variants.best, xor), narrow=narrow)
