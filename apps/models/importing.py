# SPDX-License-Identifier: BSD-3-Clause
"""
Chooses the kernels in a permutation set for a model's transposes.

All functions are pure. import_output.py writes the results.
"""

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from permkern.arguments import MOVES
from permkern.kernels.documents import plural
from permkern.kernels.in_place import NotInPlaceError, choose_in_place
from permkern.kernels.isa import WORD_BITS
from permkern.kernels.manifest import MAX_NAME, PROFILES, SetError, distinct
from permkern.kernels.permutation import Work, fold
from permkern.kernels.requests import check_align, check_bits
from permkern.kernels.strategy import choose_variants, is_small
from permkern.kernels.tomltables import IncompleteError

from .models import Branches, Model, Transpose, refusal, work_of


@dataclass(frozen=True)
class Options:
    """
    Import options besides --dim. ``bits`` is the firmware's width for floating-point elements; None keeps the file's
    width. ``align`` is in bytes; None means the element's size. ``views`` requests kernels for transposes that move
    nothing. ``freeze``: weights of the model are no inputs. ``moves`` is one of MOVES: "all" requests kernels for
    all operators that move elements.
    """

    profile: str = "speed"
    bits: int | None = None
    align: int | None = None
    in_place: bool = False
    xor: int = 0
    views: bool = False
    freeze: bool = False
    moves: str = MOVES[0]


@dataclass(frozen=True)
class Kernel:
    """A kernel's work, and the operators that it replaces. ``apart``: why it cannot be in place as requested."""

    name: str
    work: Work
    operators: tuple[Transpose, ...]
    in_place: bool = False
    apart: str = ""

    @property
    def count(self) -> int:
        """Calls in one model run. Counted operators come first in ``operators``."""
        return sum(operator.counted for operator in self.operators)


@dataclass(frozen=True)
class Refused:
    """An operator without a kernel. ``needs``: open dimensions of its shape. With --dim for each, it gets a kernel."""

    operator: Transpose
    why: str
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hint:
    """--dim options for open dimensions, and the number of transposes whose shapes they complete."""

    names: tuple[str, ...]
    decides: int

    @property
    def text(self) -> str:
        return " ".join(map(_option, self.names))


@dataclass(frozen=True)
class Imported:
    """
    The result of an import. ``kernels`` are the set's kernels, in the order of their first operators. ``still`` has
    works that move nothing; with --views they are also in ``kernels``. ``constants`` are permuted when the model is
    made.
    """

    model: Model
    options: Options
    kernels: tuple[Kernel, ...]
    still: tuple[Kernel, ...]
    constants: tuple[Transpose, ...]
    refused: tuple[Refused, ...]
    hints: tuple[Hint, ...]

    @property
    def others(self) -> tuple[tuple[str, int], ...]:
        """Kinds of operators that move elements, but not as a permute, with the count of each."""
        return tuple(Counter(self.model.others).items())

    @property
    def moving(self) -> tuple[Kernel, ...]:
        return tuple(kernel for kernel in self.kernels if kernel not in self.still)

    @property
    def failed(self) -> bool:
        """True if there are transposes that run, but none could be taken."""
        return not self.kernels and not self.still and any(not entry.operator.idle for entry in self.refused)

    @property
    def waiting(self) -> int:
        """The number of transposes that a --dim option would complete."""
        return sum(hint.decides for hint in self.hints)

    def waiting_text(self, what: str) -> str:
        """Returns a text: how many transposes wait, their present state ``what``, and the extents to give."""
        dims = " ".join(hint.text for hint in self.hints)
        return f"{plural(self.waiting, 'transpose')} {what}: give {dims}, with numbers in place of ?"

    @property
    def operators(self) -> tuple[Transpose, ...]:
        """All operators taken, with or without a kernel."""
        return tuple(operator for kernel in (*self.moving, *self.still) for operator in kernel.operators)


def _option(name: str) -> str:
    """Returns a --dim option, quoted for a shell, with a question mark for the extent."""
    return f"--dim {name}=?" if shlex.quote(name) == name else f"--dim {shlex.quote(f'{name}=?')}"


# ---- names ----


def apart(every: Sequence[Imported]) -> tuple[Imported, ...]:
    """Makes kernel names distinct between models: equal names get a model-name prefix."""
    kernels = [(PurePath(imported.model.name).stem, kernel.name) for imported in every for kernel in imported.kernels]
    found = iter(distinct(kernels))

    def named(imported: Imported) -> Imported:
        names = {kernel.name: next(found) for kernel in imported.kernels}

        def new(some: Iterable[Kernel]) -> tuple[Kernel, ...]:
            return tuple(replace(each, name=names.get(each.name, each.name)) for each in some)

        return replace(imported, kernels=new(imported.kernels), still=new(imported.still))

    return tuple(map(named, every))


def _free_name(operator: str, taken: frozenset[str]) -> str:
    """Returns a C identifier from the end of the operator's name, with a number if it is taken."""
    name = re.sub(r"[^a-z0-9]+", "_", operator.lower(), flags=re.ASCII).strip("_")[-MAX_NAME:].lstrip("_")
    if not re.match("[a-z]", name):
        name = f"permute_{name}"[:MAX_NAME].rstrip("_")
    number = 1
    free = name
    while free in taken:
        number += 1
        end = f"_{number}"
        free = name[: MAX_NAME - len(end)] + end
    return free


# ---- from model to set ----


def _bits(transpose: Transpose, options: Options) -> int | None:
    if transpose.fused and not options.bits:
        return transpose.quantized
    return options.bits if options.bits and transpose.tensor.real else transpose.tensor.bits


def _counted(moves: Sequence[tuple[Branches, int]]) -> list[bool]:
    """
    Says which moves count, given their branches and bytes. Of alternative branches, only the one that moves most bytes
    counts.
    """
    counted = [True] * len(moves)
    for depth in reversed(range(max((len(branches) for branches, _ in moves), default=0))):
        inside = [(k, branches[depth], size) for k, (branches, size) in enumerate(moves) if len(branches) > depth]
        sums: dict[str, Counter[str]] = {}
        for k, (place, branch), size in inside:
            sums.setdefault(place, Counter())[branch] += size * counted[k]
        for k, (place, branch), _ in inside:
            counted[k] = counted[k] and branch == max(sums[place], key=lambda each: sums[place][each])
    return counted


def _hints(refused: Iterable[Refused]) -> tuple[Hint, ...]:
    """Returns the hints, best first: most completed transposes per dimension."""
    left = [frozenset(entry.needs) for entry in refused if entry.needs]
    order = tuple(dict.fromkeys(name for entry in refused for name in entry.needs))
    hints = []
    while left:
        gains = {wanted: sum(each <= wanted for each in left) for wanted in left}
        best = max(gains, key=lambda wanted: (gains[wanted] / len(wanted), gains[wanted]))
        hints.append(Hint(tuple(name for name in order if name in best), gains[best]))
        left = [each - best for each in left if each - best]
    return tuple(hints)


def _kernel(name: str, work: Work, operators: tuple[Transpose, ...], options: Options) -> Kernel:
    if not options.in_place:
        return Kernel(name, work, operators)
    try:
        choose_in_place(work, aligned(work, operators, options))
    except NotInPlaceError as error:
        return Kernel(name, work, operators, apart=str(error))
    return Kernel(name, work, operators, in_place=True)


def aligned(work: Work, operators: Iterable[Transpose], options: Options) -> int:
    """
    Returns a kernel's pointer alignment in bytes: the requested one, unless a copy begins elsewhere in a buffer; at
    least the element size.
    """
    align = options.align or 1
    places = [place for each in operators if each.copy for place in each.copy.work(work.bits)[1:]]
    return max(align if all(place * work.bits // 8 % align == 0 for place in places) else 1, work.bits // 8)


def gains_by_words(kernel: Kernel, options: Options) -> bool:
    """True if word alignment changes a kernel's code."""
    own, small = aligned(kernel.work, kernel.operators, options), is_small(options.profile)
    choices = [
        choose_in_place(kernel.work, align) if kernel.in_place else choose_variants(kernel.work, align, small=small)
        for align in (own, max(own, WORD_BITS // 8))
    ]
    return choices[0] != choices[1]


def check_options(options: Options) -> None:
    """Raises SetError for invalid options."""
    if options.profile not in PROFILES:
        raise SetError(f"--profile {options.profile!r}: no such choice; choose one of {', '.join(PROFILES)}")
    if options.moves not in MOVES:
        raise SetError(f"--moves {options.moves!r}: no such choice; choose one of {', '.join(MOVES)}")
    if options.bits is not None:
        check_bits(options.bits)
    check_align(options.align)
    if options.xor and options.in_place:
        raise SetError("--xor and --in-place do not go together: kernels in place have no constant; leave one out")


def _check_bits(moved: Sequence[Transpose], works: Iterable[Work], options: Options) -> None:
    if options.bits and moved and not any(each.tensor.real for each in moved):
        raise SetError(
            f"--bits {options.bits} is for elements that the model calls floating-point, and no transpose has such; "
            "leave it out"
        )
    if options.xor and not options.bits and any(each.tensor.real and not each.fused for each in moved):
        raise IncompleteError(
            f"--xor {options.xor:#x} is for integers, and the model has floating-point elements; give the bits of the "
            "firmware's, as in: --bits 8"
        )
    for work in works:
        if options.xor >> work.bits:
            raise SetError(f"--xor {options.xor:#x} has more than the {work.bits} bits of {work}; give a smaller one")


def work_instead(transpose: Transpose, options: Options) -> Work | None:
    """Returns the work of a transpose in a smaller model; None if its shape or element width is unknown."""
    bits = _bits(transpose, options)
    return work_of(transpose, bits) if bits is not None and not refusal(transpose, bits)[0] else None


def import_model(model: Model, options: Options) -> Imported:
    """Chooses the kernels for a model. Raises SetError for options that do not suit it."""
    found: list[tuple[Work, Transpose]] = []
    refused, constants = [], []
    moved = model.copies if options.moves == MOVES[1] else model.transposes
    for transpose in moved:
        bits = _bits(transpose, options)
        why, needs = refusal(transpose, bits)
        if transpose.constant:
            constants.append(transpose)
        elif why or bits is None:
            refused.append(Refused(transpose, why, needs))
        else:
            found.append((work_of(transpose, bits), transpose))
    by_work: dict[Work, list[Transpose]] = {}
    counted = _counted([(each.branches, work.bytes if fold(work).moves else 0) for work, each in found])
    for (work, operator), counts in zip(found, counted, strict=True):
        by_work.setdefault(work, []).append(replace(operator, counted=counts))
    _check_bits(moved, by_work, options)
    kernels, still = [], []
    names: list[str] = []
    for work, operators in by_work.items():
        moves = bool(options.xor) or fold(work).moves
        if moves or options.views:
            names.append(_free_name(operators[0].name, frozenset(names)))
        operators.sort(key=lambda operator: not operator.counted)
        kernel = _kernel(names[-1], work, tuple(operators), options) if moves or options.views else None
        kernels += [kernel] if kernel else []
        if not moves:
            still.append(kernel or Kernel("", work, tuple(operators)))
    return Imported(model, options, tuple(kernels), tuple(still), tuple(constants), tuple(refused), _hints(refused))


# ---- missing kernels ----


def makes_set(every: Iterable[Imported]) -> bool:
    """
    True if there is a set to write. It is empty if no transpose moves data. There is none if no transpose could be
    taken.
    """
    return any(each.kernels for each in every) or not any(each.failed or each.waiting for each in every)


def left_out(paths: Sequence[Path], every: Sequence[Imported], name: object) -> SetError | None:
    """
    Returns an error about missing kernels or a missing set; None if nothing is missing. ``name`` is the set's name.
    """
    made = makes_set(every)
    lacks = f"{name} is without them" if made else f"{name} is not written"
    both = zip(paths, every, strict=True)
    if waiting := [f"{path}: {each.waiting_text('not taken')}; {lacks}" for path, each in both if each.waiting]:
        return IncompleteError("; ".join(waiting))
    files = ", ".join(map(str, paths))
    return None if made else SetError(f"{files}: none of its transposes can become a kernel, so no set is written")
