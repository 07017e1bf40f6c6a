# SPDX-License-Identifier: BSD-3-Clause
"""Certifies functions: runs each for every alignment that its code distinguishes, and checks the buffers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from permkern.kernels.memory import Fills

from .comparisons import relation
from .labels import Area, Bit, Byte, Instruction, Pointer, Reason, Refused, Relation, Split, Value, bits_of
from .machine import Costs, Machine
from .processor import Memory, Target, spoken, unknown

FIRST = 256  # the label of the input's first byte
MOST_KNOWN = 6  # known low bits of an address: 64 bytes, a cache line
STACK, STACK_BYTES = "the stack", 1 << 16
WHERE_THE_STACK_IS = "depends on where the stack is"
MOST_SPLITS = 8  # per distance between two buffers
MOST_INSTRUCTIONS, MOST_PER_BYTE = 1 << 20, 1 << 10  # per call, and per buffer byte
STOP = 0x0FFFFFF0  # the return address; no code is there
MISSING = (
    "is not in the program, or inlined where it is called; -Wl,-u,NAME keeps a copy, and a certificate is for this "
    "copy, not for inlined code"
)


@dataclass(frozen=True)
class Wide:
    """A 64-bit argument."""

    number: int


Argument = int | tuple[str, int] | Wide  # a number, or a buffer and an offset in bytes


class Address(NamedTuple):
    """Byte `number` of an address, which is `offset` bytes into a buffer."""

    buffer: str
    offset: int
    number: int


@dataclass(frozen=True)
class Buffer:
    """Memory that a call gets, and its required contents after the call.

    before: bytes, with None for unwritten ones. after: required bytes, with None in gaps. If after is None, the call
    may not write here; if it is empty, the call may leave anything.
    """

    name: str
    before: Sequence[Byte | Address | None]
    after: Sequence[Byte | Address | None] | None
    align: int


@dataclass(frozen=True)
class Step:
    """A function that runs before the call, on its memory. writes: the buffer that it may write."""

    symbol: str
    arguments: tuple[Argument, ...]
    writes: str
    returned: int | None = 0


@dataclass(frozen=True)
class Call:
    """A function, its arguments, and its required return value; None: any."""

    symbol: str
    arguments: tuple[Argument, ...]
    buffers: tuple[Buffer, ...]
    returned: int | None = None
    steps: tuple[Step, ...] = ()

    @property
    def calls(self) -> tuple[Step | Call, ...]:
        return (*self.steps, self)


@dataclass(frozen=True)
class Run:
    """
    One run. alignment: modulus and address modulo it, by buffer name. apart: the relation of two buffers, by their
    names, if the run depends on it. core: registers that differ between cores, if the run depends on them. fills: for
    arrays that begin at lines plus their known offsets, one after the other.
    """

    alignment: Mapping[str, tuple[int, int]]
    apart: Mapping[tuple[str, str], Relation]
    core: Mapping[str, int]
    costs: Costs
    fills: Fills


@dataclass(frozen=True)
class Verdict:
    """A call with its runs, which together cover all addresses and cores; or why it was refused."""

    call: Call
    runs: tuple[Run, ...]
    refused: Refused | None = None
    instructions: Mapping[int, Instruction] = field(default_factory=dict)  # all executed ones, by address


def certify(machine: Machine, call: Call) -> Verdict:
    """Certifies a call for all contents and all buffer addresses."""
    for one in call.calls:
        if one.symbol not in machine.image.functions:
            return Verdict(call, (), Refused(machine.image.refused.get(one.symbol, MISSING)))
    found, lowest = _certify(machine, call, _stack(machine.target, 0, loose=True))
    if str(found.refused) != WHERE_THE_STACK_IS:
        return found
    # Buffers may lie in unused stack bytes. So the second run finds the used bytes, and the stack of the third run has
    # only these.
    probe, lowest = _certify(machine, call, _stack(machine.target, 0))
    return found if probe.refused else _certify(machine, call, _stack(machine.target, lowest))[0]


def _stack(target: Target, lowest: int, *, loose: bool = False) -> Area:
    """Returns the stack without its first `lowest` bytes."""
    known = target.stack_align.bit_length() - 1
    return Area(STACK, STACK_BYTES - lowest, lowest % target.stack_align, known, loose=loose)


def _certify(machine: Machine, call: Call, stack: Area) -> tuple[Verdict, int]:
    """Certifies a call with a stack. Also returns the offset of the lowest used stack byte."""
    lowest = stack.size
    known: Mapping[str, int] = {}
    limit = 1 << 8 * machine.target.pointer
    waiting = [({STACK: stack, **{one.name: _area(one) for one in call.buffers}}, known)]
    runs: list[Run] = []
    instructions: dict[int, Instruction] = {}
    while waiting:
        areas, known = waiting.pop()
        try:
            runs.append(run(machine, call, areas, known))
            lowest = min(lowest, machine.lowest)
        except Split as split:
            if isinstance(split.area, str) and split.area in machine.target.cores:
                waiting += [(areas, {**known, split.area: one}) for one in machine.target.cores[split.area]]
            elif why := _unsplit(areas, split, limit):
                return Verdict(call, (), Refused(why).of(split.instruction)), lowest
            else:
                waiting += [(one, known) for one in _split(areas, split.area, limit)]
        except Refused as refused:
            return Verdict(call, (), refused), lowest
        else:
            instructions |= {address: one for address, (one, _) in machine.executed().items()}
    return Verdict(call, tuple(runs), None, instructions), lowest


def _area(buffer: Buffer) -> Area:
    return Area(buffer.name, len(buffer.before), 0, buffer.align.bit_length() - 1)


def _unsplit(areas: Mapping[str, Area], split: Split, limit: int) -> str:
    """Returns why a run cannot be split; empty: it can."""
    if isinstance(split.area, str):
        beyond = areas[split.area].known == MOST_KNOWN
        return (split.why or f"{split} beyond {1 << MOST_KNOWN} bytes") if beyond else ""
    one, other = split.area.one, split.area.other
    if STACK in (one, other):
        return WHERE_THE_STACK_IS
    found = relation(areas[one], areas[other], limit)
    return str(split) if found is None or found.splits == MOST_SPLITS else ""


def _split(areas: Mapping[str, Area], on: Reason, limit: int) -> Iterator[dict[str, Area]]:
    """Splits one more address bit, or the relation of two areas, into two cases. Yields the possible cases."""
    if isinstance(on, str):
        area, rest = areas[on], areas
        cases = [replace(area, low=area.low | bit << area.known, known=area.known + 1) for bit in (1, 0)]
    else:
        area, other = areas[on.one], areas[on.other]
        now = relation(area, other, limit)
        assert now is not None
        if not on.cuts:
            parts = [replace(now, after=after) for after in (True, False)]
        else:
            parts = [replace(now, high=on.cuts[0] - 1), replace(now, low=on.cuts[0])]
            parts = [replace(one, splits=now.splits + 1) for one in parts]
        cases = [replace(area, others={**area.others, other.name: one}) for one in parts]
        known = {name: one for name, one in other.others.items() if name != area.name}
        rest = {**areas, other.name: replace(other, others=known)}
    for one in cases:
        if all(relation(one, other, limit) for name, other in rest.items() if name not in (area.name, STACK)):
            yield {**rest, area.name: one}


def run(machine: Machine, call: Call, areas: Mapping[str, Area], core: Mapping[str, int]) -> Run:
    """
    Runs a call after its steps. core: values of registers that differ between cores. Raises Refused, or Split if the
    run must know more.
    """

    def cell(one: Byte | Address | None) -> Byte | None:
        if not isinstance(one, Address):
            return one
        return Pointer({areas[one.buffer]: 1}, one.offset, machine.target.pointer).cells()[one.number]

    memory = {areas[one.name]: Memory([cell(at) for at in one.before], gaps=_gaps(one)) for one in call.buffers}
    machine.begin({**memory, areas[STACK]: Memory([None] * areas[STACK].size, True)}, areas[STACK], core)
    machine.place_arrays(areas)
    for one in call.calls:
        for buffer in call.buffers:
            writes = buffer.name == one.writes if isinstance(one, Step) else buffer.after is not None
            memory[areas[buffer.name]].writable = writes
        _call(machine, one, areas)
    for buffer in call.buffers:
        if buffer.after:
            _compare(buffer.name, [cell(at) for at in buffer.after], memory[areas[buffer.name]].cells)
    shown = {name: (1 << area.known, area.low) for name, area in areas.items()}
    limit = 1 << 8 * machine.target.pointer
    pairs = [(name, other) for name, area in areas.items() for other in area.others]
    apart = {pair: found for pair in pairs if (found := relation(areas[pair[0]], areas[pair[1]], limit))}
    return Run(shown, apart, core, machine.costs(), machine.line_fills())


def _gaps(buffer: Buffer) -> frozenset[int]:
    return frozenset(k for k, byte in enumerate(buffer.after or ()) if byte is None)


def _call(machine: Machine, call: Step | Call, areas: Mapping[str, Area]) -> None:
    target = machine.target
    entry = _enter(machine, call, areas)
    saved = {register: machine.get_register(register) for register in target.saved}
    most = MOST_INSTRUCTIONS + MOST_PER_BYTE * sum(one.size for one in areas.values() if one.name != STACK)
    machine.run(machine.image.functions[call.symbol].address & target.jump_mask, STOP, most)
    for register, value in saved.items():
        if machine.get_register(register) != value:
            raise Refused(f"returns without {register} as it was")
    if machine.get_register(target.stack_pointer) != entry + (0 if target.link else target.pointer):
        raise Refused("returns without the stack pointer as it was")
    if call.returned is not None and machine.returned() != call.returned:
        raise unknown(machine.returned(), f"returns {spoken(machine.returned())}, not {call.returned}")


def _arguments(target: Target, call: Step | Call, areas: Mapping[str, Area]) -> list[Value]:
    """Returns the arguments as words: first for registers, the rest for the stack."""
    values: list[Value] = []
    for one in call.arguments:
        if isinstance(one, Wide):
            values += [0] * (target.even_pairs and len(values) % 2)
            parts = 8 // target.pointer
            values += [one.number >> 32 * k & (1 << 8 * target.pointer) - 1 for k in range(parts)]
        else:
            values.append(one if isinstance(one, int) else Pointer({areas[one[0]]: 1}, one[1], target.pointer))
    return values


def _enter(machine: Machine, call: Step | Call, areas: Mapping[str, Area]) -> Value:
    """Sets registers and stack as at a function's entry. Returns the stack pointer."""
    target = machine.target
    machine.forget()
    for register, number in target.constant.items():
        machine.set_register(register, number)
    register, symbol = target.fixed
    if len(addresses := machine.image.objects.get(symbol, ())) == 1:
        machine.set_register(register, *addresses)
    values = _arguments(target, call, areas)
    for register, value in zip(target.arguments, values, strict=False):
        machine.set_register(register, value)
    return_address = STOP | ~target.jump_mask & 1
    words = values[len(target.arguments) :]
    bytes_over = (len(words) * target.pointer + target.stack_align - 1) // target.stack_align * target.stack_align
    at = areas[STACK].size - bytes_over - (0 if target.link else target.pointer)
    entry = Pointer({areas[STACK]: 1}, at, target.pointer)
    for number, value in enumerate(words if target.link else [return_address, *words]):
        machine.store(entry + number * target.pointer, target.pointer, value, 1)
    machine.enter(entry, at)
    if target.link:
        machine.set_register(target.link, return_address)
    return entry


def _compare(name: str, after: Sequence[Byte | None], found: Sequence[Byte | None]) -> None:
    for number, (is_, wanted) in enumerate(zip(found, after, strict=True)):
        if is_ == wanted:
            continue
        if is_ is not None and wanted is not None and tuple in (type(is_), type(wanted)):
            pairs = enumerate(zip(bits_of(is_), bits_of(wanted), strict=True))
            bit, (one, other) = next((k, pair) for k, pair in pairs if pair[0] != pair[1])
            if isinstance(one, (int, frozenset)):
                raise Refused(f"leaves {_bit(one)} in bit {bit} of byte {number} of {name}, not {_bit(other)}")
        raise Refused(f"leaves {_named(is_)} in byte {number} of {name}, not {_named(wanted)}")


def _bit(bit: Bit) -> str:
    """Returns a bit's name in messages."""
    if isinstance(bit, frozenset):
        return " xor ".join(f"bit {one % 8} of {_named(one // 8)}" if one > 1 else "1" for one in sorted(bit))
    return str(bit) if isinstance(bit, int) else "what is not followed"


def _named(byte: Byte | None) -> str:
    """Returns a byte's name in messages."""
    match byte:
        case None:
            return "nothing"
        case int() if byte < FIRST:
            return f"the number {byte}"
        case int() if byte < 1 << 40:
            return f"byte {byte - FIRST} of the input"
        case int():
            return "what was there before"
    return "what is not followed"
