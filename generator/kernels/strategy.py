# SPDX-License-Identifier: BSD-3-Clause
"""Chooses what a kernel runs, and says why: the strategy, the loops, the function that they call, and its numbers.

No other module of the generator chooses. What is chosen is a record of moves.py; inventory.py collects the records.
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
    return Choice(Strategy.TILE, f"the innermost axis moves: {tile.rows}x{tile.lanes} tiles, one core for all", tile)


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
    apart, beside = work.in_steps[work.perm[-1]], work.out_steps[place]  # of pixels that lie next to each other
    if cols in CHANNELS and rows >= PIXELS and apart == cols and not work.is_reversed(last):
        return cols
    if rows in CHANNELS and cols >= PIXELS and beside == rows and not work.is_reversed(place):
        return rows
    return 0


def _word_strides(work: Work) -> bool:
    """True if each row, column and group of pixels starts at a word boundary whenever the arrays do."""
    in_strides, out_strides = list(work.in_steps[:-1]), list(work.out_steps[:-1])
    channels = _channels(work)
    for side in (in_strides, out_strides):
        if channels and side[-1] == channels:
            side.pop()  # a group of pixels is a whole number of words
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


# ---- what kernels for any shape run ----


def choose_any_shape_runs(perm: Perm, bits: int, profile: str, choice: Choice) -> AnyShape:
    """Returns what the kernel of a form runs. In small code, one core serves every permutation that it can."""
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


# ---- what pinned kernels run ----

SHORT_RUN, BLOCKS = 64, 256  # bytes of a run that moves without a loop; the same where blocks of words do
PIXEL_BYTES = 3  # runs for which the library has a routine that turns their order round
FEW_PIXELS = 8  # runs in a row that are copied one by one
PLANES = {Strategy.TILE: "tiles", Strategy.INTERLEAVE: "channels", Strategy.STRIDED: "elements"}


def _fit(work: Work, align: int, *, words: bool) -> Fit:
    if not words:
        return Fit.ELEMENTS
    if not _word_strides(work):
        return Fit.ODD
    return Fit.ALIGNED if align * 8 % WORD_BITS == 0 else Fit.TESTED


def _run(axes: tuple[Axis, ...], size: int, align: int, fit: Fit) -> tuple[tuple[Axis, ...], Call]:
    """Returns the loops over runs of elements of ``size`` bytes along the last axis, and what moves a run."""
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
    """
    Returns the loops over reversed runs along the last axis. Many short ones move at once, and so do single elements
    along the innermost axes of both sides, or the two innermost ones.
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
    """Returns what is run for a folded work, of pointers that are aligned to ``align`` bytes.

    ``words`` is as choose_shape() has it, ``small`` as is_small() has it.
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
    """Returns the moves of a pinned kernel whose pointers are aligned to ``align`` bytes.

    A second move is for targets that trap on misaligned words, or vectors of misaligned elements. Where only the
    pointers can be misaligned, the kernel tests them; otherwise the target decides.
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


# ---- a constant that elements are exclusive-ored with ----


def _flipped(move: Move, xor: Xor) -> Move:
    own, call = xor.widened(move.work.bits), move.call
    copies = call.function in ("permkern_copy", "permkern_pinned_blocks")
    if copies or (call.function == "permkern_pinned_run" and own.low != own.high):
        call = Call("permkern_xor_run", (), call.target[:1])
    return replace(move, call=call, xor=own)


def with_xor(variants: Variants, xor: Xor | None) -> Variants:
    """Returns the moves of a pinned kernel whose elements are exclusive-ored with a constant; as given, if None."""
    if xor is None:
        return variants
    narrow = _flipped(variants.narrow, xor) if variants.narrow else None
    return replace(variants, best=_flipped(variants.best, xor), narrow=narrow)
