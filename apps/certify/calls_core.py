# SPDX-License-Identifier: BSD-3-Clause
"""Certified calls of the core API: correct calls, and wrong calls for each row of docs/status.md."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import Any

from permkern.kernels.inventory import Form, Inventory
from permkern.kernels.permutation import WIDTHS, Work

from .certificate import FIRST, Argument, Buffer, Call, Step, Wide
from .claims import BEFORE, DATA, IN, OUT, Claim, Make, definition, fails, spoken, unwritten, words
from .labels import Byte

# permkern_status in include/permkern.h.
OK, NULL, RANK, BITS, PERM, SHAPE, STRIDE, SIZE, CAPACITY, UNPLANNED, ALIGN, WRAP, OVERLAP, PART = range(14)
PLAN, SCRATCH = ("the plan", 0), ("the scratch", 0)
# Functions in call order, by the words that Core.function takes.
Way = tuple[str, ...]
PERMUTE: Way = ("permute",)
PREPARE: Way = ("prepare",)
RUN: Way = ("prepare", "run")
PARTS: Way = ("prepare", "part 2", "part 0", "part 1")
PLACED: Way = ("prepare", "in place")
XORED: tuple[Way, ...] = ((*PREPARE, "xor", *RUN[1:]), (*PREPARE, "xor", *PARTS[1:]), (*PREPARE, "xor", *PLACED[1:]))

# Plane rows and columns for permutations with a kernel (below, at and above tile sides), and functions to call.
PLANES: tuple[tuple[tuple[int, int], tuple[Way, ...]], ...] = (
    ((5, 4), (PERMUTE, PARTS)),
    ((8, 9), (PERMUTE, RUN)),
    ((3, 17), (PERMUTE, PARTS)),
    ((17, 16), (PERMUTE, RUN)),
    ((7, 1), (PERMUTE,)),
)
MOST_ELEMENTS = 1 << 9  # per work
# Shapes and permutations without a kernel in any set.
GENERIC = (
    ((), ()),
    ((1, 1), (1, 0)),
    ((2, 3, 2, 3, 2), (4, 1, 3, 0, 2)),
    ((3, 2, 5, 2, 4), (1, 0, 3, 2, 4)),
    ((2, 3, 1, 2, 2, 3), (5, 0, 4, 1, 3, 2)),
    ((2, 2, 3, 2, 1, 2, 2), (6, 2, 4, 0, 5, 3, 1)),
    ((2, 1, 2, 3, 2, 2, 1, 2), (7, 6, 5, 4, 3, 2, 1, 0)),
)
# The layout of an array in its buffer: last axis stride, gap elements after each row, reversed axes, and gap elements
# before and after the array.
Spread = tuple[int, int, tuple[int, ...], int]
CLOSE: Spread = (1, 0, (), 0)
MIRRORED: Spread = (1, 0, (0,), 0)
STRIDED: tuple[tuple[str, Spread, Spread], ...] = (
    ("rows of a larger input", (1, 3, (), 0), CLOSE),
    ("rows of a larger output", CLOSE, (1, 2, (), 0)),
    ("every second element to every third", (2, 0, (), 0), (3, 0, (), 0)),
    ("the last axis backwards", (1, 0, (-1,), 0), CLOSE),
    ("the first axis backwards", (1, 1, (0,), 2), (1, 0, (), 3)),
    ("to a last axis that runs backwards", CLOSE, (1, 1, (-1,), 0)),
    ("both sides backwards", (1, 0, (0, -1), 0), (1, 0, (0, -1), 0)),
    ("offsets", (1, 0, (), 2), (1, 0, (), 1)),
)
STRIDED_WORKS = (((5, 6), (1, 0)), ((9, 8), (1, 0)), ((4, 9), (0, 1)), ((3, 4, 5), (0, 2, 1)), ((3, 8, 4), (2, 0, 1)))
IN_PLACE: tuple[tuple[tuple[int, ...], tuple[int, ...], Spread], ...] = (
    ((5, 5), (1, 0), CLOSE),
    ((2, 8, 8), (0, 2, 1), CLOSE),
    ((4, 4), (1, 0), MIRRORED),
    ((3, 4, 3), (2, 1, 0), CLOSE),
    ((4, 9), (0, 1), MIRRORED),
    ((5, 3), (1, 0), CLOSE),
    ((8, 12), (1, 0), CLOSE),
    ((3, 5, 9), (1, 0, 2), CLOSE),
    ((2, 3, 4, 5), (3, 1, 0, 2), CLOSE),
)
MASKS = {8: 0x80, 16: 0x8001, 32: 0x80000001, 64: 0x8000000000000001}

# Bit planes, each as a permkern_bit_plane and as a work. The plane has rows, columns, three strides in bytes (input
# row, output column, output page), and four flags: highest bit first in input and output, rows and columns reversed.
BIT_PLANES = (
    (
        (16, 40, 6, 1, 41, True, False, False, False),
        Work((2, 8, 5, 8), (0, 2, 3, 1), 1, (False, False, True, False), (384, 48, 8, 1), (328, 64, 8, 1)),
    ),
    (
        (24, 32, 5, 4, 1, True, True, True, False),
        Work((3, 8, 4, 8), (2, 3, 0, 1), 1, (False, True, True, False), (320, 40, 8, 1), (256, 32, 8, 1)),
    ),
    ((19, 61, 8, 3, 1, False, False, False, True), Work((19, 61), (1, 0), 1, (True, False), (64, 1), (24, 1))),
    ((13, 20, 3, 2, 1, False, False, True, True), Work((13, 20), (1, 0), 1, (True, True), (24, 1), (16, 1))),
)

# The work for wrong calls.
WRONG = Work((4, 6, 3), (2, 0, 1), 16)
INSIDE = (3, 6, 3)  # fits in a plan of rank 4; an array that is longer than its buffer may wrap at the end of memory
CHECKED, MOVED, PLANNED = (PERMUTE, PREPARE), (PERMUTE, RUN, ("prepare", "part 0")), (RUN, ("prepare", "part 0"))


def _wrong(core: Core) -> tuple[tuple[tuple[Way, ...], int, str, Mapping[str, Any]], ...]:
    """Returns rows: functions, status, reason, and the wrong arguments by name."""
    half, size = 1 << 8 * core.pointer - 1, WRONG.bytes
    far, mixed = half // 2, {"out_shape": ("the output's shape", 0)}
    return (
        (CHECKED, NULL, "no input layout", {"in_layout": 0}),
        (CHECKED, NULL, "no output layout", {"out_layout": 0}),
        (CHECKED, NULL, "no permutation", {"order": 0}),
        (CHECKED, NULL, "no shape", {"in_shape": 0}),
        ((PREPARE,), NULL, "no plan", {"plan": 0}),
        (CHECKED, RANK, "rank 9", {"in_rank": 9, "out_rank": 9}),
        (CHECKED, RANK, "two ranks", {"out_rank": 2}),
        (CHECKED, BITS, "7 bits", {"in_bits": 7, "out_bits": 7}),
        (CHECKED, BITS, "two widths", {"out_bits": 32}),
        (CHECKED, PERM, "an axis twice", {"perm": (0, 1, 0)}),
        (CHECKED, PERM, "another axis twice", {"perm": (1, 2, 1)}),
        (CHECKED, PERM, "no axis", {"perm": (2, 0, 3)}),
        (CHECKED, SHAPE, "another output shape", {**mixed, "out_extents": (3, 4, 7)}),
        ((PERMUTE,), OK, "no elements", {"shape": (4, 0, 3), "in": 0, "out": 0, "in_bytes": 0, "out_bytes": 0}),
        (PLANNED, OK, "no elements", {"shape": (4, 0, 3), "in": 0, "out": 0, "in_bytes": 0, "out_bytes": 0}),
        (CHECKED, STRIDE, "an input stride of 0", {"in_strides": (18, 0, 1)}),
        (CHECKED, STRIDE, "an output stride of 0", {"out_strides": (24, 6, 0)}),
        (CHECKED, SIZE, "an input stride of all memory", {"in_strides": (half, 3, 1)}),
        (CHECKED, SIZE, "an output stride of all memory", {"out_strides": (24, half, 1)}),
        (CHECKED, SIZE, "too many elements", {"shape": (far, 6, 3)}),
        (CHECKED, SIZE, "too many elements for strides", {"shape": (far, 6, 3), "out_strides": (24, 6, 1)}),
        (CHECKED, STRIDE, "input elements share bytes", {"in_strides": (18, 2, 1)}),
        (CHECKED, STRIDE, "output elements share bytes", {"out_strides": (24, 5, 1)}),
        (CHECKED, SIZE, "an input span of all memory", {"in_strides": (far, 3, 1)}),
        (CHECKED, SIZE, "an output span of all memory", {"out_strides": (far, 6, 1)}),
        (CHECKED, CAPACITY, "input elements before the buffer", {"in_strides": (-18, 3, 1), "in_offset": 53}),
        (CHECKED, CAPACITY, "output elements before the buffer", {"out_strides": (24, -6, 1), "out_offset": 17}),
        (CHECKED, CAPACITY, "the input short", {"in_bytes": size - 1}),
        (CHECKED, CAPACITY, "the output short", {"out_bytes": size - 1}),
        (CHECKED, CAPACITY, "the input short for strides", {"in_strides": (19, 3, 1), "in_bytes": size + 5}),
        (CHECKED, CAPACITY, "the output short for strides", {"out_strides": (26, 6, 1), "out_bytes": size + 7}),
        (CHECKED, CAPACITY, "the input short for its offset", {"in_offset": 1, "in_bytes": size + 1}),
        (CHECKED, CAPACITY, "the output after its buffer", {"out_offset": far, "out_bytes": size}),
        (MOVED, NULL, "no input", {"in": 0}),
        (MOVED, NULL, "no output", {"out": 0}),
        (PLANNED, NULL, "no plan", {"plan": 0}),
        ((("run",), ("part 0",)), UNPLANNED, "a plan of zeros", {"plan_before": (0,)}),
        (MOVED, ALIGN, "the input not aligned", {"in": (IN[0], 1)}),
        (MOVED, ALIGN, "the output not aligned", {"out": (OUT[0], 1)}),
        (MOVED, WRAP, "the input at the end of memory", {"in": 2 * half - size}),
        (MOVED, WRAP, "the output at the end of memory", {"out": 2 * half - size}),
        (PLANNED, WRAP, "an offset over the end of memory", {"in": 2 * half - 8, "in_offset": 8, "in_bytes": 160}),
        (MOVED, OVERLAP, "over the input", {"out": IN}),
        (PLANNED, OVERLAP, "over the plan", {"out": PLAN, "shape": INSIDE}),
        (MOVED, OK, "a view in place", {"perm": (0, 1, 2), "out": IN}),
        ((("prepare", "part 3"),), PART, "no such part", {"parts": 3}),
        ((("prepare", "part 65537"),), OK, "an empty part", {"parts": 65538}),
        ((("prepare", "part 0"),), PART, "no parts", {"parts": 0}),
        ((("prepare", "xor"),), NULL, "no plan", {"plan": 0}),
        ((("prepare", "xor"),), BITS, "a mask of 17 bits", {"mask": 1 << 16}),
        ((("prepare", "xor"),), BITS, "a mask of 33 bits", {"mask": 1 << 32}),
        ((("xor",),), UNPLANNED, "a plan of zeros", {"plan_before": (0,)}),
        ((PLACED,), NULL, "no plan", {"plan": 0}),
        ((PLACED,), NULL, "no data", {"data": 0}),
        ((("in place",),), UNPLANNED, "a plan of zeros", {"plan_before": (0,)}),
        ((PLACED,), NULL, "no scratch", {"scratch": 0}),
        ((PLACED,), ALIGN, "the data not aligned", {"data": (DATA[0], 1)}),
        ((PLACED,), WRAP, "the data at the end of memory", {"data": 2 * half - size}),
        ((PLACED,), OVERLAP, "another offset", {"in_offset": 1, "in_bytes": size + 2}),
        ((PLACED,), OVERLAP, "over the plan", {"data": PLAN, "shape": INSIDE}),
        ((PLACED,), WRAP, "the scratch at the end of memory", {"scratch": 2 * half - 4}),
        ((PLACED,), OVERLAP, "the scratch in the data", {"scratch": (DATA[0], size - 9)}),
        ((PLACED,), OVERLAP, "the scratch in the plan", {"scratch": PLAN}),
        ((PLACED,), CAPACITY, "the scratch short", {"scratch_bytes": 8}),
        ((("prepare", "bytes"),), 9, "a bit for each element", {}),
        ((("prepare", "bytes"),), -1, "another offset", {"in_offset": 1, "in_bytes": size + 2}),
        ((("bytes",),), -1, "no plan", {"plan": 0}),
    )


@dataclass(frozen=True)
class Side:
    """An array in a buffer of ``room`` elements. places: the offset of each element, in row-major order."""

    strides: tuple[int, ...]
    offset: int
    room: int
    places: tuple[int, ...]

    def spread(self, cells: Sequence[Byte | None], size: int) -> list[Byte | None]:
        """Returns the buffer's bytes; None in gaps. cells: the array's bytes in row-major order."""
        found: list[Byte | None] = [None] * (self.room * size)
        for number, place in enumerate(self.places):
            found[place * size : place * size + size] = cells[number * size : number * size + size]
        return found


def side(shape: Sequence[int], spread: Spread) -> Side:
    step, gap, back, apart = spread
    strides: list[int] = []
    for extent in reversed(shape):
        strides.insert(0, step)
        step = step * extent + (gap if len(strides) == 1 else 0)
    turned = [axis % len(shape) for axis in back]
    room = 1 + sum((extent - 1) * stride for extent, stride in zip(shape, strides, strict=True)) + 2 * apart
    offset = apart + sum((shape[axis] - 1) * strides[axis] for axis in turned)
    signed = tuple(-stride if axis in turned else stride for axis, stride in enumerate(strides))
    indices = product(*map(range, shape))
    places = (offset + sum(stride * at for stride, at in zip(signed, index, strict=True)) for index in indices)
    return Side(signed, offset, room, tuple(places))


@dataclass(frozen=True)
class Core:
    """Makes calls. pointer: bytes of a pointer. rank: the library's maximum rank."""

    pointer: int
    rank: int

    @property
    def plan_bytes(self) -> int:
        return self.pointer * (3 * self.rank + (21 if self.pointer == 8 else 19))

    def function(self, word: str, given: Mapping[str, Any]) -> tuple[str, str, tuple[Argument, ...]]:
        """Returns a function's symbol, the buffer that it may write, and its arguments."""
        name, _, part = word.partition(" ")
        prepare = "permkern_prepare" if self.rank == 8 else f"permkern_prepare_rank{self.rank}"
        made = {
            "permute": ("permkern_permute", OUT, "in_layout in order out_layout out"),
            "prepare": (prepare, PLAN, "plan in_layout order out_layout"),
            "xor": ("permkern_xor", PLAN, "plan wide"),
            "run": ("permkern_run", OUT, "plan in out"),
            "part": ("permkern_run_part", OUT, "plan in out part parts"),
            "in": ("permkern_run_in_place", DATA, "plan data scratch scratch_bytes"),
            "bytes": ("permkern_in_place_bytes", ("", 0), "plan"),
        }
        symbol, (writes, _), names = made[name]
        values = {**given, "part": int(part) if name == "part" else 0, "wide": Wide(given["mask"])}
        return symbol, writes, tuple(values[one] for one in names.split())

    def call(
        self,
        way: Way,
        work: Work,
        why: str = "",
        spread: tuple[Spread, Spread] = (CLOSE, CLOSE),
        xor: int = 0,
        changed: Mapping[str, Any] = MappingProxyType({}),
    ) -> Claim:
        """Returns the claim for a call sequence. changed: replaces `given` by name, `plan` in the last call only."""
        size, cells = work.bits // 8, range(FIRST, FIRST + work.bytes)
        sides = side(work.shape, spread[0]), side(work.out_shape, spread[1])
        before, apart = sides[0].spread(cells, size), spread[0][3] * size
        for at in range(apart, len(before) - apart):
            before[at] = BEFORE + at if before[at] is None else before[at]
        after = sides[1].spread(definition(work, xor), size)
        given: dict[str, Any] = {"in": IN, "out": OUT, "plan": PLAN, "data": DATA, "scratch": SCRATCH, "mask": xor}
        given |= {"parts": 3, "scratch_bytes": work.elements // 8 + 1, "plan_before": (None,), "shape": work.shape}
        given |= {"perm": work.perm, "order": ("the permutation", 0), "out_extents": (0,) * len(work.perm)}
        given |= {"in_shape": ("the shape", 0) if work.shape else 0, "out_shape": 0}
        for name, one, how in zip(("in", "out"), sides, spread, strict=True):
            given |= {f"{name}_strides": () if how == CLOSE else one.strides, f"{name}_offset": one.offset}
            given |= {f"{name}_bytes": one.room * size, f"{name}_rank": len(work.shape), f"{name}_bits": work.bits}
            given |= {f"{name}_layout": (f"the {name}put's layout", 0)}
        given |= changed
        arrays = [Buffer(IN[0], before, None, size), Buffer(OUT[0], (None,) * len(after), after, size)]
        if way[-1] == "in place":
            arrays = [Buffer(DATA[0], before, after, size), Buffer(SCRATCH[0], (None,) * given["scratch_bytes"], (), 1)]
        arrays = list(changed.get("arrays", arrays))
        *steps, (symbol, _, arguments) = [
            self.function(word, given if number == len(way) else {**given, "plan": PLAN})
            for number, word in enumerate(way, 1)
        ]
        first = tuple(Step(symbol, arguments, writes) for symbol, writes, arguments in steps)
        call = Call(symbol, arguments, (*self._described(given), *arrays), OK, first)
        return Claim(f"{' + '.join(way)} {spoken(work)}{', ' * bool(why)}{why}", call, work, xor)

    def pinned_shape(self, way: Way, work: Work, xor: int) -> Claim:
        """Calls functions for a pinned shape. Its reversed axes get negative input strides."""
        turned = tuple(work.perm[k] for k in work.reversed_axes)
        spread: Spread = (1, 0, turned, 0) if turned else CLOSE
        return self.call(way, replace(work, flips=()), "", (spread, CLOSE), xor)

    def _described(self, given: Mapping[str, Any]) -> Iterator[Buffer]:
        """Yields all buffers except the arrays."""
        size = self.pointer
        for name in ("in", "out"):
            strides = given[f"{name}_strides"]
            numbers = (given[f"{name}_{one}"] for one in ("offset", "bytes", "rank", "bits"))
            at = (f"the {name}put's strides", 0) if strides else 0
            yield Buffer(f"the {name}put's layout", words(size, given[f"{name}_shape"], at, *numbers), None, size)
            yield Buffer(f"the {name}put's strides", words(size, *strides), None, size)
        yield Buffer("the shape", words(size, *given["shape"]), None, size)
        yield Buffer("the output's shape", words(size, *given["out_extents"]), None, size)
        yield Buffer("the permutation", given["perm"], None, 1)
        yield Buffer(PLAN[0], given["plan_before"] * self.plan_bytes, None, size)


def _touching(core: Core, work: Work) -> Iterator[Make]:
    """Yields calls with input and output next to each other, or overlapping by one element, in both orders."""
    after, size, element = definition(work), work.bytes, work.bits // 8
    cells, free = range(FIRST, FIRST + size), (None,) * size
    last = Buffer(IN[0], (*cells, *free), (*cells, *after), element)
    first = Buffer(IN[0], (*free, *cells), (*after, *cells), element)
    for way in (PERMUTE, RUN):
        for why, array, low, high in (("input first", last, "in", "out"), ("output first", first, "out", "in")):
            given = {"arrays": (array,), low: IN, high: (IN[0], size)}
            yield partial(core.call, way, work, f"touching, {why}", changed=given)
            given = {**given, high: (IN[0], size - element)}
            yield partial(fails, partial(core.call, way, work, f"overlapping, {why}", changed=given), OVERLAP)


def around(plane: tuple[int, int], form: Form) -> Work | None:
    """Returns a form's work with `plane` as its innermost extents; None: it has more than MOST_ELEMENTS."""
    perm, shape = form.perm, [2 + axis % 2 for axis in range(len(form.perm))]
    shape[-1] = plane[1]
    for axis in [axis for axis in perm if axis != len(perm) - 1][-1:]:
        shape[axis] = plane[0]
    work = Work(tuple(shape), perm, form.bits)
    return work if work.elements <= MOST_ELEMENTS else None


def _moved(inventory: Inventory, core: Core) -> Iterator[Make]:
    """Yields calls for arrays without gaps."""
    plain = (entry.work for entry in inventory.pinned if not entry.xor)
    pinned = [work for work in plain if work.is_plain]
    moved = ((around(plane, form), ways) for form in inventory.forms for plane, ways in PLANES)
    forms = [(work, ways) for work, ways in moved if work is not None]
    generic = [Work(shape, perm, bits) for shape, perm in GENERIC for bits in WIDTHS if len(perm) <= core.rank]
    works: dict[Work, tuple[Way, ...]] = dict(forms) | dict.fromkeys(pinned, (PERMUTE, RUN, PARTS))
    works |= {work: (PERMUTE, (RUN, PARTS)[number % 2]) for number, work in enumerate(generic)}
    for work, ways in works.items():
        yield from (partial(core.call, way, work) for way in ways)


def _planned(inventory: Inventory, core: Core) -> Iterator[Make]:
    """Yields calls for arrays with gaps, with an XOR constant, and in place."""
    for number, (row, (shape, perm)) in enumerate(product(STRIDED, STRIDED_WORKS)):
        for bits, way in ((WIDTHS[number % 4], PERMUTE), (WIDTHS[(number + 2) % 4], (RUN, PARTS)[number // 4 % 2])):
            yield partial(core.call, way, Work(shape, perm, bits), row[0], row[1:])
    for bits, (number, row) in product(WIDTHS, enumerate((("", CLOSE, CLOSE), *STRIDED[:4]))):
        yield partial(core.call, XORED[number % 2], Work((5, 6), (1, 0), bits), row[0], row[1:], MASKS[bits])
    for number, (shape, perm, spread) in enumerate(IN_PLACE):
        for bits in (WIDTHS[number % 4], WIDTHS[(number + 1) % 4]):
            way, xor = (XORED[2], MASKS[bits]) if number % 4 == 3 else (PLACED, 0)
            yield partial(core.call, way, Work(shape, perm, bits), "mirrored" * bool(spread[2]), (spread, CLOSE), xor)
    for entry in inventory.pinned:
        work = entry.work
        if not work.by_name and (entry.xor or work.reversed_axes):
            yield partial(core.pinned_shape, XORED[0] if entry.xor else RUN, work, entry.request.xor)


def _bit_plane(pointer: int, plane: Sequence[int], work: Work, changed: Mapping[int, int]) -> Claim:
    """Returns a call of permkern_bits8x8. changed: wrong numbers, by their index in the plane's struct."""
    given = (*plane[:5], work.in_bytes, work.out_bytes)
    numbers = (changed.get(at, number) for at, number in enumerate(given))
    buffers = (
        Buffer("the plane", (*words(pointer, *numbers), *map(int, plane[5:])), None, pointer),
        Buffer(IN[0], range(FIRST, FIRST + work.in_bytes), None, 1),
        Buffer(OUT[0], unwritten(work), definition(work), 1),
    )
    name = f"permkern_bits8x8 {plane[0]}x{plane[1]}{' wrong' * bool(changed)}"
    return Claim(name, Call("permkern_bits8x8", (("the plane", 0), IN, OUT), buffers, OK), work)


def _bit_planes(pointer: int) -> Iterator[Make]:
    yield from (partial(_bit_plane, pointer, *row, {}) for row in BIT_PLANES)
    most = (1 << 8 * pointer) - 1
    for at, value, status in ((2, 0, STRIDE), (3, 0, STRIDE), (4, most - 39, SIZE), (5, 1, CAPACITY), (6, 1, CAPACITY)):
        yield partial(fails, partial(_bit_plane, pointer, *BIT_PLANES[0], {at: value}), status)


def core_calls(inventory: Inventory, functions: Container[str], pointer: int) -> Iterator[Make]:
    """Yields calls of the core API. The program may lack their functions."""
    known = [rank for rank in range(4, 8) if f"permkern_prepare_rank{rank}" in functions]
    core = Core(pointer, *(known or [8 if "permkern_prepare" in functions else 4]))
    yield from _moved(inventory, core)
    yield from _planned(inventory, core)
    yield from _touching(core, Work((5, 6), (1, 0), 8))
    yield from _bit_planes(pointer)
    for ways, status, why, changed in _wrong(core):
        for way in ways:
            yield partial(fails, partial(core.call, way, WRONG, why, changed=changed), status % (1 << 32))
