# SPDX-License-Identifier: BSD-3-Clause
"""Measures a set's kernels on a core: compiles them with the library, and runs the machine code on labels.

Counts are exact, and equal for all contents. They include call and return, but not the caller's work for arguments. A
run also proves that its result is right.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from tempfile import TemporaryDirectory

from permkern.kernels.documents import Json
from permkern.kernels.inventory import Form, Inventory, Pinned, PinnedInPlace
from permkern.kernels.memory import NO_FILLS, Fills, Memory
from permkern.kernels.permutation import MAX_RANK, Work

from .cached import Cached
from .calls_core import PERMUTE, RUN, XORED
from .calls_core import Core as Api
from .calls_mli import AXES, FX_8, FX_16, Mli
from .certificate import FIRST, STACK, STACK_BYTES, Buffer, Call, run
from .claims import DATA, IN, OUT, definition, words
from .cores import CORES, Core
from .cycles import TIMINGS, estimate
from .elf import Image, read_image
from .labels import Area, Refused, Relation, Split, Value
from .machine import Machine
from .programs import LOOPS, PLANS, Library, compile_library, compiler, constant, level, machine, steps_of
from .requests import pinned
from .targets import TARGETS

KNOWN = 4  # known low address bits: buffers and stack pointer are aligned to 16 bytes
WORD = 4  # bytes
APART = 64  # bytes between buffers, before alignment
MOST_BYTES = 1 << 20  # largest shape for naive loops; kernels run up to 8 times as much
# By rank, the extent of each axis for kernels for any shape. Shapes have thousands of elements; no run widens.
EXTENTS = (0, 4096, 64, 24, 12, 6, 5, 3, 3)

Entry = Pinned | PinnedInPlace | Form


class CannotMeasureError(Exception):
    """The compiler for a measurement is missing."""


# ---- calls ----


@dataclass(frozen=True)
class Chain:
    """A call with its steps. first: index of the first counted step. off: bytes of misalignment of input and output."""

    call: Call
    first: int = 0
    off: tuple[int, int] = (0, 0)


def _checked(entry: Pinned, pointer: int) -> Call:
    """Returns a call of a function that checks its arguments: MLI's if it has this permute, else the core API's."""
    work, xor = entry.work, entry.request.xor
    if len(work.shape) <= AXES and work.bits <= 16 and not work.flips and not xor:
        kind = (FX_8, FX_16)[work.bits // 8 - 1]
        return Mli(pointer, False).permute(f"permkern_mli_permute_fx{work.bits}", work, kind).call
    return Api(pointer, MAX_RANK).pinned_shape(XORED[0] if xor else PERMUTE, work, xor).call


def _planned(entry: Pinned, pointer: int) -> Chain:
    """Returns a plan's run, with its preparation as uncounted steps."""
    xor = entry.request.xor
    way = XORED[0] if xor else RUN
    return Chain(Api(pointer, MAX_RANK).pinned_shape(way, entry.work, xor).call, len(way) - 1)


def _naive(work: Work, pointer: int, xor: int = 0) -> Call:
    """Returns a call to a naive loop."""
    rank, size = len(work.shape), work.bits // 8
    axes, kind = (4, "four") if rank <= 4 and not xor else (6, "xor" if xor else "six")
    first, steps = steps_of(work)
    after = definition(work, xor)
    buffers = (
        Buffer("extents", words(pointer, *(1,) * (axes - rank), *work.out_shape), None, pointer),
        Buffer("strides", words(pointer, *(0,) * (axes - rank), *steps), None, pointer),
        *([Buffer("mask", words(size, xor), None, size)] if xor else []),
        Buffer(IN[0], range(FIRST, FIRST + len(after)), None, size),
        Buffer(OUT[0], (None,) * len(after), after, size),
    )
    arguments = ((IN[0], first * size), OUT, *((one.name, 0) for one in buffers[:-2]))
    return Call(f"permkern_naive_{kind}_{work.bits}", arguments, buffers)


def any_shape(form: Form) -> Work:
    """Returns the work for measuring a kernel for any shape."""
    return Work((EXTENTS[len(form.perm)],) * len(form.perm), form.perm, form.bits)


def chains(entry: Entry, pointer: int) -> Iterator[tuple[str, Callable[[], tuple[Chain, ...]]]]:
    """Yields a kernel's columns, each with the function that makes its calls."""
    if isinstance(entry, Form):
        work = any_shape(entry)
        yield "naive", lambda: (Chain(_naive(work, pointer)),)
        yield "pinned", lambda: (Chain(Api(pointer, MAX_RANK).call(RUN, work).call, 1),)
        return
    request, work, align = entry.request, entry.work, entry.request.align
    if align < WORD:
        yield "unaligned_in", lambda: (Chain(pinned(request).call, off=(align, 0)),)
        yield "unaligned_both", lambda: (Chain(pinned(request).call, off=(align, 3 * align % WORD)),)
    if work.by_name:
        yield "pinned", lambda: (Chain(pinned(request).call),)
        if work.bits >= 8:
            yield "constant", lambda: (Chain(replace(pinned(request).call, symbol=constant(request.name))),)
        return
    flat = Work((work.elements,), (0,), work.bits)  # copies a naive loop's second buffer back
    if len(work.shape) <= 6:  # naive loops have up to 6 axes
        loops = [(work, request.xor), *([(flat, 0)] if request.in_place else [])]
        yield "naive", lambda: tuple(Chain(_naive(one, pointer, xor)) for one, xor in loops)
    yield "pinned", lambda: (Chain(pinned(request).call),)
    if isinstance(entry, Pinned):
        size, here = work.bits // 8, entry
        yield "constant", lambda: (Chain(replace(pinned(request).call, symbol=constant(request.name))),)
        yield "planned", lambda: (_planned(here, pointer),)
        yield "checked", lambda: (Chain(_checked(here, pointer)),)
        yield "checked_off", lambda: (Chain(_checked(here, pointer), off=(size, size)),)
        if request.align <= size:
            yield "pinned_off", lambda: (Chain(pinned(request).call, off=(size, size)),)


# ---- runs ----


@dataclass(frozen=True)
class Taken:
    """The costs of calls. cycles: an estimate; None for a core without timings. stack: bytes of the deepest call.

    fills: of both arrays in a given memory. The input begins at a line, and the output at the next one. Cycles then
    include the line fills; on a core without timings, each instruction counts as one cycle.
    """

    instructions: int = 0
    loads: int = 0
    stores: int = 0
    cycles: int | None = 0
    stack: int = 0
    fills: Fills = NO_FILLS

    def __add__(self, other: Taken) -> Taken:
        cycles = None if self.cycles is None or other.cycles is None else self.cycles + other.cycles
        sums = (self.instructions + other.instructions, self.loads + other.loads, self.stores + other.stores)
        return Taken(*sums, cycles, max(self.stack, other.stack), self.fills + other.fills)


class Meter(Machine):
    """A machine that records the costs of each call."""

    def __init__(self, core: Core, image: Image) -> None:
        self.timings = TIMINGS.get(core.name)
        self.calls: list[Taken] = []
        self.pieces = 0  # extra accesses into which Cortex-M3 and M4 split unaligned ones
        super().__init__(TARGETS[core.target], image)

    def _area(self, address: Value, size: int, align: int, doing: str) -> tuple[Area, int]:
        area, offset = super()._area(address, size, align, doing)
        at = area.low + offset
        if size in (2, 4) and at % size:
            self.pieces += size // 2 if at % 2 else 1
        return area, offset

    def run(self, start: int, stop: int, most: int) -> None:
        self.counts, self.edges, self.pieces = {}, {}, 0
        super().run(start, stop, most)
        costs = self.costs()
        cycles = estimate(self.timings, self, start, self.pieces) if self.timings else None
        stack = self.top - self.depth
        self.calls.append(Taken(costs.instructions + 1, costs.loads, costs.stores, cycles, stack))

    def taken(self, chain: Chain) -> Taken:
        """Runs a call and returns its costs. Raises Refused if the call is wrong or cannot be followed."""
        missing = [one.symbol for one in chain.call.calls if one.symbol not in self.image.functions]
        if missing:
            raise Refused(f"{missing[0]} is not in the program")
        areas = {STACK: Area(STACK, STACK_BYTES, 0, KNOWN)}
        places, end = dict[str, int](), 0
        for one in chain.call.buffers:
            low = {IN[0]: chain.off[0], DATA[0]: chain.off[0], OUT[0]: chain.off[1]}.get(one.name, 0)
            at = end + low
            others = {name: Relation(at - place, at - place, after=True) for name, place in places.items()}
            areas[one.name] = Area(one.name, len(one.before), low, KNOWN, others)
            places[one.name] = at
            end = (at + len(one.before) + APART) >> KNOWN << KNOWN
        self.calls.clear()
        least = {register: numbers[-1] for register, numbers in self.target.cores.items()}  # vectors of 128 bits
        try:
            one_run = run(self, chain.call, areas, least)
        except Split as split:
            raise Refused(f"{split} beyond {1 << KNOWN} bytes").of(split.instruction) from None
        total = sum(self.calls[chain.first :], Taken())
        if self.slow is None:
            return total
        cycles = total.instructions if total.cycles is None else total.cycles
        return replace(total, cycles=cycles + one_run.fills.fills * self.slow.fill, fills=one_run.fills)


class CachedMeter(Cached, Meter):
    """A meter that counts line fills, too."""


Columns = Mapping[str, Taken | str]  # str: why a call was refused


def _rows(
    core: Core, image: Image, memory: Memory | None, asked: Sequence[tuple[Entry, Sequence[str]]]
) -> list[Columns]:
    meter = CachedMeter(core, image) if memory else Meter(core, image)
    meter.slow = memory

    def taken(make: Callable[[], tuple[Chain, ...]]) -> Taken | str:
        try:
            return sum(map(meter.taken, make()), Taken())
        except Refused as refused:
            at = refused.instruction
            return f"{refused}, at {at.address:#x}: {at.text}" if at else str(refused)

    rows = [
        [(name, make) for name, make in chains(entry, meter.target.pointer) if name in columns]
        for entry, columns in asked
    ]
    return [{name: taken(make) for name, make in row} for row in rows]


def measure(
    core: Core, program: Path, asked: Sequence[tuple[Entry, Sequence[str]]], jobs: int, memory: Memory | None = None
) -> list[Columns]:
    """Measures the given columns of each kernel, in up to `jobs` processes."""
    image = read_image(program)
    jobs = max(1, min(jobs, len(asked)))
    if jobs == 1:
        return _rows(core, image, memory, asked)
    with Pool(jobs) as pool:
        found = pool.map(partial(_rows, core, image, memory), [asked[first::jobs] for first in range(jobs)])
    return [found[number % jobs][number // jobs] for number in range(len(asked))]


# ---- figures of a report ----

COLUMNS = ("pinned", "naive", "constant")
UNALIGNED = ("unaligned_in", "unaligned_both")


@dataclass(frozen=True)
class Variant:
    """
    Kernels that may replace those of a set. roots: functions that a program with these kernels links. asked: kernels
    to measure, each with its name in the set and its column. smaller: measured only if its flash is less than that of
    the first variant.
    """

    name: str
    inventory: Inventory
    roots: tuple[str, ...]
    asked: tuple[tuple[str, Pinned | PinnedInPlace, str], ...]
    smaller: bool = False


def _fills(prefix: str, of: Fills) -> Json:
    """Returns line fills and write-backs, and both divided by the least; empty without a memory."""
    if not of.least:
        return {}
    times = {f"{prefix}backs_times": of.backs / of.least_backs} if of.least_backs else {}
    return {f"{prefix}fills": of.fills, f"{prefix}fills_times": of.fills / of.least, **times}


def counted(entry: Entry, columns: Columns) -> Json:
    """Returns a kernel's row for target_of() in apps/report/figures.py."""
    work = any_shape(entry) if isinstance(entry, Form) else entry.work
    columns = {"pinned": columns["planned"]} if "planned" in columns else columns
    ours, naive, constants = (one if isinstance(one := columns.get(name), Taken) else None for name in COLUMNS)
    off = [one for name in UNALIGNED if isinstance(one := columns.get(name), Taken)]
    cycles = [one.cycles for one in off if one.cycles is not None]
    return {
        "name": None if isinstance(entry, Form) else entry.request.name,
        "shape": list(work.shape),
        "perm": list(work.perm),
        "bits": work.bits,
        **({"instructions": ours.instructions, "cycles": ours.cycles, "stack": ours.stack} if ours else {}),
        **({"naive": naive.instructions, "naive_cycles": naive.cycles} if naive else {}),
        **({"constant": constants.instructions, "constant_cycles": constants.cycles} if constants else {}),
        **(_fills("", ours.fills) if ours else {}),
        **(_fills("naive_", naive.fills) if naive else {}),
        **({"unaligned": max(one.instructions for one in off)} if off else {}),
        **({"unaligned_cycles": max(cycles)} if off and len(cycles) == len(off) else {}),
    }


def _columns(entry: Entry, folded: Collection[Work]) -> Sequence[str]:
    """Returns the columns to measure for a kernel. folded: pinned works, which never use a kernel for any shape."""
    if isinstance(entry, Form):
        return () if any_shape(entry) in folded else COLUMNS
    if entry.work.bytes <= MOST_BYTES:
        return (*COLUMNS, *UNALIGNED)
    return COLUMNS[:1] if entry.work.bytes <= 8 * MOST_BYTES else ()


def _figures(
    core: Core, library: Library, asked: Sequence[tuple[Entry, Sequence[str]]], jobs: int, memory: Memory | None
) -> tuple[list[Json], list[str]]:
    """Returns one row of report data per kernel (see counted()), and an error line per failed kernel."""
    program = library.linked("all")
    functions = read_image(program).functions
    rows = measure(core, program, asked, jobs, memory)
    made, wrong = list[Json](), list[str]()
    for (entry, _), columns in zip(asked, rows, strict=True):
        function = functions.get(entry.symbol)
        made.append({**counted(entry, columns), "flash": function.size if function else 0})
        whys = [why for name in ("pinned", "planned", *UNALIGNED) if isinstance(why := columns.get(name), str)]
        wrong += [f"{core.name}: {entry.symbol}: {why}" for why in whys[:1]]
    return made, wrong


def measured(
    inventory: Inventory,
    name: str,
    cc: str,
    jobs: int,
    more: Sequence[Pinned],
    variants: Sequence[Variant],
    memory: Memory | None,
) -> tuple[Json, list[str]]:
    """
    Returns a set's figures on a core for target_of() of apps/report, and the kernels' errors. name: a key of CORES.
    cc: a compiler command instead of the core's own; empty: none. more: kernels outside the set. variants: in the
    order of their inventories. memory: of the arrays. CannotMeasureError: the compiler is missing.
    """
    core = CORES[name]
    own = shlex.split(cc, posix=os.name == "posix")
    if not own and shutil.which(core.cc[0]) is None:
        raise CannotMeasureError(
            f"the compiler {core.cc[0]} is missing; install it (Debian's package is {core.package}), or name "
            "another by --cc"
        )
    command = (*(own or core.cc[:1]), *core.cc[1:])
    kept = sorted({entry.symbol for entry in (*inventory.all_pinned, *inventory.forms)})
    compiled = replace(inventory, pinned=(*inventory.pinned, *more))
    entries: list[Entry] = [*compiled.all_pinned, *inventory.forms]
    folded = {entry.body.best.work for entry in inventory.pinned}
    with TemporaryDirectory() as folder:
        library = compile_library(compiled, Path(folder), command, jobs=jobs, rooms=(*PLANS, LOOPS))
        rows, wrong = _figures(core, library, [(one, _columns(one, folded)) for one in entries], jobs, memory)
        flash, after = library.flash("kernels", kept), dict[str, int]()
        for variant in variants:
            if variant.inventory is not compiled:
                compiled = variant.inventory
                library = compile_library(compiled, Path(folder), command, jobs=jobs, rooms=PLANS)
            after[variant.name] = library.flash("left", variant.roots) if variant.roots else 0
            if not variant.asked or (variant.smaller and after[variant.name] >= next(iter(after.values()))):
                continue
            made, failed = _figures(core, library, [(one, [column]) for _, one, column in variant.asked], jobs, memory)
            rows += [
                {**row, "name": name, "variant": variant.name}
                for (name, _, _), row in zip(variant.asked, made, strict=True)
            ]
            wrong += failed
        target = {
            "name": core.name,
            "how": f"{compiler(command)} {level(command)} for {machine(command)}: {TARGETS[core.target].code}",
            "memory": str(memory or ""),
            "flash": flash,
            "flash_after": after,
            "kernels": rows,
        }
    return target, wrong
