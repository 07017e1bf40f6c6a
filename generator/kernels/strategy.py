# SPDX-License-Identifier: BSD-3-Clause
"""Chooses the strategy, loops, functions and arguments of a kernel, and records the reason.

in_place.py chooses for in-place kernels, host_strategy.py for host vectors. Choices are records of moves.py;
inventory.py collects them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import gcd

from .bit_loops import choose_bits
from .isa import CHANNELS, PIXELS, TILES, WORD_BITS
from .loops import BODY, SMALL_BODY, Area, backward, channel_variants, grid, plane_variants
from .moves import AnyShape, Choice, Fact, Family, Fit, Loop, Move, Part, Strategy, Variant, Variants, Xor, loop_over
from .permutation import Perm, Work, drop_units, fold, fuse, to_bytes
from .places import Axis, axes_of
from .vector_planes import NEON, vector_moves, with_registers
from .words import by_words


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
    if work.order:
        return Choice(Strategy.STRIDED, "single elements, as the innermost input axis has an order")
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
    if work.bits > WORD_BITS:
        return Choice(Strategy.STRIDED, "single elements, which fill two words each")
    if rows < tile.rows or cols < tile.cols:
        return Choice(Strategy.STRIDED, f"{rows} rows x {cols} columns hold no {tile} tile")
    if tile.lanes > 1 and not words:
        return Choice(Strategy.STRIDED, "single elements, as word tiles need more alignment than is promised")
    why = f"{rows} rows x {cols} columns change places"
    return Choice(Strategy.TILE, why, tile)


# ---- kernels for any shape ----


def choose_any_shape_runs(perm: Perm, bits: int, profile: str, choice: Choice) -> AnyShape:
    """Returns the function and loops for a folded permutation. In small code, one kernel serves many permutations."""
    if is_small(profile):
        return AnyShape("permkern_tiled", tile=f"permkern_x{bits}_tile4x{WORD_BITS // bits}")
    last = len(perm) - 1
    if choice.strategy is Strategy.COPY:
        return AnyShape("permkern_copy")
    if choice.strategy is Strategy.RUNS:
        return AnyShape("permkern_run_loops", tuple(range(last - 2)), last)
    cols = perm.index(last)
    outer = tuple(axis for axis in range(last) if axis != cols)
    return AnyShape(f"permkern_x{bits}_plane", outer, last, cols)


# ---- pinned kernels ----

SIZES = (16, 8, 4, 2, 1)  # bytes of a run that one function copies, by words or a smaller unit
UNITS, ROLLED = 16, 4  # most copies by the largest unit without words; least equal copies in a loop that is unrolled
SHORT_RUN, MVE_RUN = 256, 128  # longest runs in bytes: by words, by Helium vectors
RVV_RUN = 33  # shortest run in bytes that permkern_copy moves with RISC-V vectors
PIXEL_BYTES = 3  # bytes per pixel, for the library routine that reverses the pixel order
FEW_PIXELS = 8  # least consecutive pixels for the routine; fewer are copied one by one


def _fit(work: Work, align: int, *, words: bool) -> Fit:
    if not words:
        return Fit.ELEMENTS
    if not _word_strides(work):
        return Fit.ODD
    return Fit.ALIGNED if align * 8 % WORD_BITS == 0 else Fit.TESTED


def _within(work: Work, choice: Choice, outer: Sequence[Axis], *variants: Variant) -> Move:
    """Returns variants inside loops over the outer axes."""
    return Move(work, choice, tuple(map(loop_over, outer)), variants, in_first=sum(axis.in_first for axis in outer))


def _always(family: Family, size: int) -> Variant:
    return Variant((), (Part(family, sizes=(size,)),))


def _copies(end: int, *sizes: int, at: int = 0, family: Family = Family.UNIT) -> tuple[Part, ...]:
    """Returns copies of a run's bytes from ``at`` to ``end``, the largest sizes first.

    If the smallest size leaves bytes, the last copy overlaps the one before.
    """
    parts: list[Part] = []
    for size in sizes:
        loop = Loop("copy", (end - at) // size, size, size, unroll=True)
        loops, starts = ((loop,), (at,)) if loop.end >= ROLLED else ((), range(at, at + loop.end * size, size))
        parts += [Part(family, loops, sizes=(size,), in_at=start, out_at=start) for start in starts]
        at += loop.end * size
    if at < end:
        parts.append(Part(family, sizes=sizes[-1:], in_at=end - sizes[-1], out_at=end - sizes[-1]))
    return tuple(parts)


def _run_variants(count: int, steps: int, unit: int, fit: Fit) -> Iterator[Variant]:
    """Yields the variants that copy a run of at most SHORT_RUN bytes.

    steps: divides all strides. unit: divides both addresses.
    """
    copy, overlaps = (Part(Family.COPY, sizes=(count,)),), count % 4 == 3 < count
    able = (Fact.NO_RVV,) if count >= RVV_RUN else ()
    if 16 <= count <= MVE_RUN:
        yield Variant((Fact.MVE,), _copies(count, 16, family=Family.VECTOR))
    if count >= 16 and fit in (Fit.ALIGNED, Fit.TESTED):
        blocks, needs = count // 16 * 16, (Fact.LDM_PAYS, Fact.WORDS_FIT) if fit is Fit.TESTED else (Fact.LDM_PAYS,)
        yield Variant(needs, _copies(blocks, 16, family=Family.LDM) + _copies(count, *SIZES, at=blocks))
    if overlaps or fit in (Fit.ODD, Fit.ELEMENTS):
        yield Variant((*able, Fact.UNALIGNED), _copies(count, *(SIZES[:3] if overlaps else SIZES)))
    if fit in (Fit.ALIGNED, Fit.TESTED):
        yield Variant((*able, Fact.WORDS_FIT) if fit is Fit.TESTED else able, _copies(count, *SIZES))
    if fit is Fit.ODD and unit == 1 and steps % 2 == count % 2 == 0 and count <= 2 * UNITS:
        yield Variant((Fact.WIDE_FIT,), _copies(count, 2))
    sizes = SIZES[-unit.bit_length() :]
    yield Variant((), _copies(count, *sizes) if count <= UNITS * unit and fit is not Fit.ALIGNED else copy)


def _runs(work: Work, choice: Choice, align: int, fit: Fit) -> Move:
    """Returns the loops over runs along the last axis."""
    (*outer, run), size = axes_of(work), work.bits // 8
    count = run.extent * size
    if (
        outer
        and count == outer[-1].out_stride == -outer[-1].in_stride == PIXEL_BYTES
        and outer[-1].extent >= FEW_PIXELS
    ):
        return _within(work, choice, outer[:-1], _always(Family.REVERSE24, outer[-1].extent))
    if count > SHORT_RUN:
        return _within(work, choice, outer, _always(Family.COPY, count))
    steps = gcd(4, *(stride for axis in outer for stride in (axis.in_stride, axis.out_stride)))
    return _within(work, choice, outer, *_run_variants(count, steps, gcd(steps, max(align, size)), fit))


def _reversed_run(count: int, size: int, steps: int) -> Iterator[Variant]:
    """Yields the variants that reverse a run: by words or elements, or by the library's vectors.

    size: bytes of an element. steps: divides all strides.
    """
    library = (Part(Family.REVERSE, sizes=(count,)),)
    words = count * size // 4
    by_words = (
        *backward(Family.TURN, words, 4, count * size, 0),
        *backward(Family.MOVE, count - words * 4 // size, size, count * size - words * 4, words * 4),
    )
    yield Variant((Fact.MVE,), library)
    if size < 4:
        yield Variant((Fact.NO_RVV, Fact.TURNS, Fact.UNALIGNED), by_words)
        if steps % 4 == count * size % 4 == 0:
            yield Variant((Fact.NO_RVV, Fact.TURNS, Fact.WORDS_FIT), by_words)
    yield Variant((Fact.NO_RVV,), tuple(backward(Family.MOVE, count, size, count * size, 0)))
    yield Variant((), library)


def _reversed(work: Work, choice: Choice, *, small: bool) -> Move:
    """Returns the loops over reversed runs along the last axis.

    Many short runs move together, as single elements along two inner axes.
    """
    *outer, run = axes_of(work)
    if run.extent > (SMALL_BODY if small else BODY) and work.has_rows:
        steps = gcd(4, *(stride for axis in outer for stride in (axis.in_stride, axis.out_stride)))
        return _within(work, choice, outer, *_reversed_run(run.extent, work.bits // 8, steps))
    inner = work.perm.index(len(outer))
    along = outer.pop(inner if inner < len(outer) else -1) if outer else Axis(0, 1, 0, 0)
    down, across = (along, run) if along.extent >= run.extent else (run, along)
    parts = tuple(grid(loop_over(down), loop_over(across), small=small))
    in_first = sum(axis.in_first for axis in (*outer, along, run))
    return Move(work, choice, tuple(map(loop_over, outer)), (Variant((), parts),), in_first=in_first)


def _ordered(work: Work, choice: Choice) -> Move:
    """Returns the loops around the elements along the axis that has an order."""
    axes = axes_of(work)
    short = axes[work.perm.index(len(axes) - 1)]
    outer = [axis for axis in axes if axis is not short]
    parts = tuple(
        Part(Family.MOVE, in_at=short.in_stride * source, out_at=short.out_stride * k)
        for k, source in enumerate(work.order)
    )
    return _within(work, choice, outer, Variant((), parts))


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
    move = Move(
        work,
        choice,
        tuple(map(loop_over, outer)),
        tuple(variants),
        in_first=sum(axis.in_first for axis in (*outer, row)),
        out_first=max(0, -area.col) * (area.cols - 1),
    )
    return replace(move, vectors=vector_moves(move, area))


def choose_move(work: Work, align: int, *, words: bool, small: bool) -> Move:
    """Returns the move of a folded work with pointers aligned to ``align`` bytes.

    ``words`` is as in choose_shape(), ``small`` as in is_small().
    """
    choice = choose_shape(work, words=words)
    if work.order:
        return _ordered(work, choice)
    if choice.strategy is Strategy.REVERSE or not work.has_rows:
        return _reversed(work, choice, small=small)
    fit = _fit(work, align, words=words)
    if choice.strategy in (Strategy.COPY, Strategy.RUNS):
        return with_registers(_runs(work, choice, align, fit))
    by_words = work.bits < WORD_BITS and choice.strategy is not Strategy.STRIDED
    return _planes(work, choice, fit if by_words else Fit.ELEMENTS, small=small)


# ---- XOR constant ----


def _over_output(work: Work) -> Part:
    """Returns the part that applies a constant to all runs of the output."""
    *axes, _ = axes_of(work)
    if not work.out_strides:
        return Part(Family.FLIP, sizes=(work.bytes,))
    return Part(Family.FLIP, tuple(map(loop_over, axes)), sizes=(work.out_shape[-1] * work.bits // 8,))


def _flipped(move: Move, xor: Xor | None) -> Move:
    """Returns the move with a constant XORed into each element; unchanged if None."""
    if xor is None:
        return move
    own, family = xor.widened(move.work.bits), move.variants[0].parts[0].family
    after = _over_output(move.work)
    vectors = tuple((m, replace(each, xor=own, after=None if m == NEON else after)) for m, each in move.vectors)
    if family.macro == "runs":
        by_units = [each for each in move.variants if each.parts[0].family in (Family.UNIT, Family.VECTOR)]
        flip = Part(Family.FLIP, sizes=(axes_of(move.work)[-1].extent * move.work.bits // 8,))
        by_units, vectors = (by_units, vectors) if own.low == own.high else ([], ())
        return replace(move, variants=(*by_units, Variant((), (flip,))), vectors=vectors, xor=own)
    if family is Family.REVERSE:
        move = replace(move, variants=move.variants[-1:])
    apart = family in (Family.REVERSE, Family.REVERSE24)
    return replace(move, vectors=vectors, xor=own, after=after if apart else None)


# ---- both moves ----


def choose_variants(work: Work, align: int, *, small: bool, xor: Xor | None = None) -> Variants:
    """Returns the moves of a pinned kernel with pointers aligned to ``align`` bytes. xor: for each element.

    The second move is for targets that trap on misaligned words or wide elements. If only the pointers may be
    misaligned, the kernel tests them; otherwise a target macro decides.
    """
    folded = fold(work)
    if folded.bits < 8:
        bits = choose_bits(folded, align)
        narrow = bits.narrow and _flipped(bits.narrow, xor)
        return replace(bits, best=_flipped(bits.best, xor), narrow=narrow)
    best = _flipped(choose_move(folded, align, words=True, small=small), xor)
    if align * 8 < folded.bits:
        unwidened = choose_move(to_bytes(fuse(drop_units(work))), align, words=False, small=small)
        tested = max(folded.bits, WORD_BITS if _word_strides(folded) else 0)
        return Variants(best, _flipped(unwidened, xor), Fact.WIDE_FIT, tested // 8)
    best = by_words(best, align)
    facts = {fact for variant in best.variants for fact in variant.needs}
    needs = next((fact for fact in (Fact.WORDS_FIT, Fact.UNALIGNED) if fact in facts), None)
    narrow = _flipped(choose_move(folded, align, words=False, small=small), xor) if needs else None
    return Variants(best, narrow, needs)
