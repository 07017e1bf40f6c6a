# SPDX-License-Identifier: BSD-3-Clause
"""Adds C comments to the records of kernels, for the templates."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .cfragments import comment, letters, work_letters
from .in_place import InPlace
from .in_place_views import in_place_lines
from .inventory import Kernel, Pinned, PinnedInPlace
from .isa import WORD_BITS
from .moves import AnyShape, BitTile, Choice, Fact, Family, Move, Part, Strategy, Variant, Variants
from .permutation import perm_text
from .vector_planes import NEON

Known = Mapping[str, int | None]  # macro values; None: not defined

# ---- kernels for any shape ----


@dataclass(frozen=True)
class KernelView:
    """A kernel for any shape. ``family``: its macro in kernel.j2."""

    family: str
    name: str
    title: str
    notes: tuple[str, ...]
    scale: str  # converts elements to bytes: " * 4"
    runs: AnyShape


def _kernel_notes(kernel: Kernel) -> str:
    """Describes the loop order and the contiguous axes."""
    runs = kernel.runs
    if runs.tile:
        return "By the code that all widths share, in tiles of four rows by one word."
    if kernel.choice.strategy is Strategy.COPY:
        return "One axis, contiguous on both sides."
    name = [chr(ord("a") + axis) for axis in kernel.perms[0]]  # letters of the output axes, as in the title
    outer = " and ".join(name[axis] for axis in runs.outer)
    if kernel.choice.strategy is Strategy.RUNS:
        loops = f"Loops over {outer}, then runs" if outer else "Runs"
        along, run = " and ".join(name[runs.inner - 2 : runs.inner]), name[runs.inner]
        return f"{loops} along {along}: {run} is contiguous on both sides."
    loops = f"Loops over {outer}, then planes: " if outer else "One plane: "
    return f"{loops}{name[runs.cols or 0]} is contiguous in the input, {name[runs.inner]} in the output."


def kernel_view(kernel: Kernel) -> KernelView:
    size, runs = kernel.bits // 8, kernel.runs
    title, *others = [f"{perm_text(perm)}, {kernel.bits}-bit: {letters(perm)}." for perm in kernel.perms] or [
        f"Any folded permutation whose innermost axis moves, {kernel.bits}-bit."
    ]
    return KernelView(
        family="tile_any" if runs.tile else kernel.choice.strategy.value,
        name=kernel.name,
        title=title,
        notes=(*comment(_kernel_notes(kernel)), *(f"Also {other}" for other in others)),
        scale="" if size == 1 else f" * {size}",
        runs=runs,
    )


# ---- pinned kernels ----

SINGLE = (Family.MOVE, Family.LINE)  # functions that move single elements


@dataclass(frozen=True)
class PinnedView:
    """A pinned kernel: ``best`` runs if the test holds, else ``fallback``."""

    entry: Pinned
    title: str
    notes: tuple[str, ...]
    choices: tuple[str, ...]
    best: Move
    fallback: Move | None
    test: Fact | None
    wide: int  # alignment in bytes that the test requires
    page: bool  # for one core: the condition of a variant for aligned pointers is an expression
    aligned: int = 1  # alignment in bytes that the code requires of ``sides``: the definition moves other arrays
    sides: tuple[str, ...] = ()


def _bytes(count: int) -> str:
    return f"{count} byte{'s' * (count != 1)}"


def _part(part: Part, known: Known) -> Part:
    """Returns a part for a core: no register if instructions do not gain."""
    return replace(part, far=part.far * (known.get("PERMKERN_SCALING", 1) == 1))


def _left(move: Move, known: Known) -> Move:
    """Returns the variants that known macros do not exclude, and whose facts do not imply those of an earlier one."""
    found: list[Variant] = []
    for each in move.variants:
        facts = [fact.given(known) for fact in each.needs]
        needs = tuple(fact for fact in facts if isinstance(fact, Fact))
        if False not in facts and not any(set(one.needs) <= set(needs) for one in found):
            found.append(replace(each, needs=needs, parts=tuple(_part(part, known) for part in each.parts)))
    vectors = tuple(each for each in move.vectors if known.get(each[0], each[0] != NEON))
    return replace(move, variants=tuple(found), vectors=vectors)


def _by_vectors(move: Move, known: Known) -> Move:
    return next((each for macro, each in move.vectors if known.get(macro)), move)


def _choices(moves: Variants) -> tuple[str, ...]:
    best, narrow = moves.best.choice, moves.narrow.choice if moves.narrow else None
    found = comment(_reason(best))
    if narrow is not None and narrow != best:
        tested = "" if moves.needs is Fact.UNALIGNED else " and a pointer is misaligned"
        found += comment(f"If misaligned words trap{tested}: {narrow.why}.")
    return tuple(found)


def _reason(choice: Choice, *, by_tiles: bool = True) -> str:
    name = choice.strategy.value if by_tiles or choice.strategy is not Strategy.TILE else "elements"
    return f"{name.capitalize()}: {choice.why}."


def _parts(move: Move) -> tuple[Part, ...]:
    return tuple(part for variant in move.variants for part in variant.parts)


def _or_plain(best: Move, fallback: Move | None, test: Fact | None, wide: int) -> tuple[Move, Move | None, int]:
    """Returns the moves of aligned arrays, and the alignment that they require. The definition moves other arrays."""
    if fallback and test is Fact.WIDE_FIT:
        return best, None, wide
    if best.variants[0].needs in ((Fact.WORDS_FIT,), (Fact.WIDE_FIT,)):
        aligned = WORD_BITS // 8 if Fact.WORDS_FIT in best.variants[0].needs else wide
        return replace(best, variants=(replace(best.variants[0], needs=()),)), fallback, aligned
    return best, fallback, 1


def _word_sides(move: Move) -> tuple[str, ...]:
    """Returns the sides that a move accesses by more than bytes."""
    tiles = [part.bits if isinstance(part.bits, BitTile) else None for part in _parts(move)]
    widths = (("in", "loads"), ("out", "stores"))
    return tuple(side for side, bits in widths if any(getattr(tile, bits, 32) > 8 for tile in tiles))


def pinned_view(entry: Pinned, known: Known, *, page: bool = False) -> PinnedView:
    """Returns the view of a pinned kernel. known: macros that the targets decide. page: they decide all of them."""
    work, moves, folded = entry.work, entry.body.moves, entry.body.best.work
    best, fallback, test = moves.best, moves.fallback, moves.needs
    sizes = f"{work.in_bytes} bytes in, {work.out_bytes} bytes out, with gaps"
    sizes = sizes if work.has_gaps else f"{_bytes(work.bytes)} on each side"
    notes = f"{sizes}, both pointers aligned to {entry.request.align}. Folds to {folded}, {folded.bits}-bit."
    title, *more = comment(f"{work}, {work.bits}-bit: {work_letters(work)}.")
    notes += " Gaps in the output keep their contents." * bool(work.out_strides or work.out_offset)
    notes += " Element 0 is in the lowest bits of a byte." * (work.bits < 8)
    if entry.xor:
        notes += f" Each element is exclusive-ored with {entry.xor}."
    left = test.given(known) if test and fallback else True
    if fallback and isinstance(left, bool):
        best, fallback = best if left else fallback, None
    test = left if isinstance(left, Fact) else None
    best, aligned, sides, choices = _left(best, known), 1, tuple[str, ...](), _choices(moves)
    if page:
        best, fallback = _by_vectors(best, known), _by_vectors(fallback, known) if fallback else None
        if not known["PERMKERN_UNALIGNED"]:
            best, fallback, aligned = _or_plain(best, fallback, test, moves.wide)
        choices = tuple(comment(_reason(best.choice, by_tiles=any(part.family not in SINGLE for part in _parts(best)))))
        sides = _word_sides(best) if aligned > 1 else ()
        if sides:
            which = "an array" if len(sides) > 1 else f"the {sides[0]}put"
            choices += (f"If {which} is not aligned to {aligned}, the definition moves it.",)
    return PinnedView(
        entry,
        title,
        (*more, *comment(notes)),
        choices,
        best,
        _left(fallback, known) if fallback else None,
        test,
        moves.wide,
        page,
        aligned,
        sides,
    )


@dataclass(frozen=True)
class InPlaceView:
    symbol: str
    title: str
    notes: tuple[str, ...]
    choices: tuple[str, ...]
    moves: InPlace


def in_place_view(entry: PinnedInPlace) -> InPlaceView:
    work, folded = entry.work, entry.moves.work
    notes = f"{_bytes(work.bytes)}, aligned to {entry.request.align}. Folds to {folded}, {folded.bits}-bit."
    choices = "; ".join(in_place_lines(entry.moves))
    return InPlaceView(
        entry.symbol,
        f"In place, {work}, {work.bits}-bit: {letters(work.perm)}.",
        tuple(comment(notes)),
        tuple(comment(f"{choices[0].upper()}{choices[1:]}.")),
        entry.moves,
    )
