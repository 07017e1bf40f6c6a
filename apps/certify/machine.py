# SPDX-License-Identifier: BSD-3-Clause
"""Runs machine code on the values of labels.py, by the P-code in Ghidra's processor descriptions.

Straight code is compiled to one Python function, once for each image. A run refuses everything that depends on
contents, is forbidden or is unknown. So one run stands for all contents: instructions and addresses do not vary.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Any

import pypcode

from . import labels
from .decoder import Decoder
from .elf import Image
from .labels import Area, Byte, Instruction, Pointer, Reason, Refused, Split, Unknown, Value, cells_of, value_of
from .pcode import EFFECTS, FLOW, SCOPE, Text, bytes_of, is_inner, joined, name_of
from .target import Target

UNWRITTEN = 1 << 40  # first label of unwritten stack bytes, and of registers at entry
LONGEST = 64  # most instructions of a block


@dataclass
class Block:
    """Straight code. ``run`` returns the next address."""

    run: Callable[[list[Value]], int]
    instructions: tuple[Instruction, ...]
    lines: tuple[int, ...] = ()  # each instruction's first line in the source of ``run``

    def instruction_of(self, error: Exception) -> Instruction:
        """Returns the instruction that raised an error."""
        line, trace = 0, error.__traceback__
        while trace is not None:
            line = trace.tb_lineno if trace.tb_frame.f_code is getattr(self.run, "__code__", None) else line
            trace = trace.tb_next
        return self.instructions[max(0, bisect_right(self.lines, line) - 1)]


@dataclass(frozen=True)
class Costs:
    """Costs of a run. code: bytes of the executed instructions. stack: bytes below the stack pointer at entry."""

    instructions: int
    loads: int
    stores: int
    taken: int
    code: int
    stack: int


@dataclass
class Memory:
    """The bytes of an area; None: unwritten. gaps: offsets of gap bytes, which belong to others."""

    cells: list[Byte | None]
    writable: bool = False
    gaps: frozenset[int] = frozenset()

    def check(self, area: Area, offset: int, size: int, doing: str) -> None:
        for byte in range(offset, offset + size):
            if byte in self.gaps:
                raise Refused(f"{doing} {area.name}, byte {byte}, which is in a gap")


class Machine:
    def __init__(self, target: Target, image: Image) -> None:
        self.target, self.image = target, image
        self.context = pypcode.Context(target.language)
        for name, value in target.context.items():
            self.context.setVariableDefault(name, value)
        self._decoder = Decoder(target.decoder) if target.decoder else None
        self._blocks: dict[int, Block] = {}
        self._cells = joined(self.context.registers.values())
        self._cell_at = {start + k: n for n, (start, size) in enumerate(self._cells) for k in range(size)}
        self._temporary = frozenset(byte for name in target.temporary for byte in self._bytes(name))
        self.stack_pointer = self._bytes(target.stack_pointer)
        names = (target.stack_pointer, *target.saved, *target.scratch, *target.temporary)
        self.usable = frozenset(byte for name in names for byte in self._bytes(name))
        self._covered: set[int] = set()
        self._at_entry: list[list[Value]] = []  # by call number
        self.registers: list[Value] = []
        self._touched: list[int] = []  # offsets of stack accesses since the last check_stack
        self.begin({})

    # ---- registers and memory ----

    def begin(
        self, memory: Mapping[Area, Memory], stack: Area | None = None, core: Mapping[str, int] | None = None
    ) -> None:
        """Starts a run, and keeps the compiled blocks. core: values of registers that differ between cores."""
        self.memory = dict(memory)
        self.edges: dict[tuple[int, int], int] = {}
        self.used = self._released = self._calls = 0
        self.lowest = self.depth = self.top = stack.size if stack else 0
        self.counts: dict[int, int] = {}  # runs of each block
        self.stack, self.core = stack, core or {}
        self.forget()

    def forget(self) -> None:
        """Fills registers and stack with unknown values before a call, with new ones for each call."""
        if len(self._at_entry) == self._calls:
            firsts = range(UNWRITTEN + (1 + self._calls << 56), 1 << 120, 1 << 8)
            cells = (tuple(range(first, first + size)) for first, (_, size) in zip(firsts, self._cells, strict=False))
            self._at_entry.append([labels.Bytes(one) for one in cells])
        self.registers[:] = self._at_entry[self._calls]
        for name, number in self.core.items():
            self.set_register(name, number)
        self._calls += 1
        self._released += 1
        self._touched.clear()
        if self.stack is not None and self._calls > 1:
            self.memory[self.stack].cells[self.depth :] = [None] * (self.stack.size - self.depth)

    def enter(self, pointer: Value, offset: int) -> None:
        """Sets the stack pointer, `offset` bytes into the stack. Accessed bytes below it count as used."""
        self.set_register(self.target.stack_pointer, pointer)
        self._touched.clear()
        self.used = max(self.used, self.top - self.depth)
        self.depth = self.top = offset

    def returned(self) -> Value:
        """Returns the function's result, an int of 4 bytes."""
        return labels.part(self.get_register(self.target.returned), 0, 4)

    def _bytes(self, name: str) -> frozenset[tuple[str, int]]:
        register = self.context.registers[name]
        return frozenset(("register", register.offset + k) for k in range(register.size))

    def place(self, name: str) -> tuple[int, int, int, int]:
        """Returns a register's cell, its offset in the cell, its size, and the cell's size."""
        register = self.context.registers[name]
        cell = self._cell_at[register.offset]
        start, whole = self._cells[cell]
        return cell, register.offset - start, register.size, whole

    def get_register(self, name: str) -> Value:
        cell, low, size, _ = self.place(name)
        return labels.part(self.registers[cell], low, size)

    def set_register(self, name: str, value: Value) -> None:
        cell, low, size, whole = self.place(name)
        self.registers[cell] = labels.put(self.registers[cell], value, low, size, whole)

    def _area(self, address: Value, size: int, align: int, doing: str) -> tuple[Area, int]:
        """Returns the area and the offset of an access. Refuses an access that is not aligned or not in one area."""
        if isinstance(address, int):
            raise Refused(f"{doing} at {self.image.spoken(address)}")
        if not isinstance(address, Pointer) or len(address.terms) != 1 or 1 not in address.terms.values():
            raise unknown(address, f"{doing} at {spoken(address)}")
        (area,) = address.terms
        if align >> area.known > 1:
            raise Split(area.name)
        offset = address.signed_offset()
        if area.low + offset & align - 1:
            raise Refused(f"{doing} {area.name}, {size} bytes that are not aligned to {align}")
        if not 0 <= offset <= area.size - size:
            raise Refused(f"{doing} {area.name} from byte {offset} on, {size} bytes, of {area.size}")
        return area, offset

    def load(self, address: Value, size: int, align: int) -> Value:
        if isinstance(address, int):
            if address % align:
                raise Refused(f"reads {size} bytes at {address:#x}, not aligned to {align}")
            return int.from_bytes(self.image.read(address, size), "little")
        area, offset = self._area(address, size, align, "reads")
        memory = self.memory[area]
        if memory.gaps:
            memory.check(area, offset, size, "reads")
        cells = memory.cells[offset : offset + size]
        if area is self.stack:
            self._touched.append(offset)
            first = UNWRITTEN + (1 + self._released << 32) + offset
            cells = [first + k if cell is None else cell for k, cell in enumerate(cells)]
        elif None in cells:
            raise Refused(f"reads {area.name}, byte {offset + cells.index(None)}, which nobody wrote")
        return value_of(tuple(cells))  # type: ignore[arg-type]

    def store(self, address: Value, size: int, value: Value, align: int) -> None:
        area, offset = self._area(address, size, align, "writes")
        memory = self.memory[area]
        if not memory.writable:
            raise Refused(f"writes {area.name}, byte {offset}, which it may only read")
        if memory.gaps:
            memory.check(area, offset, size, "writes")
        memory.cells[offset : offset + size] = cells_of(value, size)
        if area is self.stack:
            self._touched.append(offset)

    def check_stack(self, before: Value) -> None:
        """Refuses an instruction's accesses below its old and its new stack pointer: interrupts write there."""
        after = self.get_register(self.target.stack_pointer)
        old = self._used_from(before)
        new = old if after is before else self._used_from(after)
        if self._touched:
            lowest = min(self._touched)
            self._touched.clear()
            if old % self.target.stack_unit:
                raise Refused(f"uses the stack while its pointer is no multiple of {self.target.stack_unit}")
            if lowest < min(old, new):
                raise Refused("uses the stack below its pointer")
            self.depth, self.lowest = min(self.depth, lowest), min(self.lowest, lowest)
        if self.stack is not None and new > old:
            self._released += 1
            old, new = max(old, 0), max(new, 0)
            self.memory[self.stack].cells[old:new] = [None] * (new - old)

    def _used_from(self, pointer: Value) -> int:
        """Returns the offset of the lowest stack byte that the function may use with this stack pointer."""
        top = self.top + (0 if self.target.link else self.target.pointer)  # the return pops an address
        if not isinstance(pointer, Pointer) or pointer.terms != {self.stack: 1} or pointer.signed_offset() > top:
            raise Refused(f"moves the stack pointer to {spoken(pointer)}")
        return pointer.signed_offset() - self.target.red_zone

    def check_mode(self, mode: Value) -> None:
        if mode == 0:
            raise Refused("jumps to an even address, which is not Thumb")

    def goes(self, condition: Value) -> bool:
        """Returns whether a branch is taken."""
        if isinstance(condition, int):
            return bool(condition & 1)
        bit = labels.bits_of(condition.cells()[0])[0]
        if isinstance(bit, Reason):
            raise Split(bit)
        if isinstance(bit, int):
            return bool(bit)
        raise Refused("branches on contents")

    def goes_to(self, address: Value) -> int:
        if not isinstance(address, int):
            raise unknown(address, f"jumps to {spoken(address)}")
        return address & self.target.jump_mask

    def is_conditional(self, address: int) -> bool:
        """True if the instruction at an address is in an IT block."""
        return address in self._covered

    def fetch(self, *parts: Value) -> None:
        """Refuses a prefetch if its address depends on contents: the cache would reveal them."""
        for one in parts:
            if not isinstance(one, (int, Pointer)):
                raise unknown(one, f"fetches ahead at {spoken(one)}")

    # ---- running ----

    def run(self, start: int, stop: int, most: int) -> None:
        """Runs from `start` to `stop`, at most `most` instructions."""
        address, blocks, registers, edges, counts = start, self._blocks, self.registers, self.edges, self.counts
        jump, limit = None, most
        while address != stop:
            block = blocks.get(address) or self._compile(address, jump)
            counts[address] = counts.get(address, 0) + 1
            most -= len(block.instructions)
            if most < 0:
                raise Refused(f"does not end within {limit:,} instructions").of(block.instructions[0])
            try:
                jump = block.instructions[-1]
                address = block.run(registers)
            except (Refused, Split) as error:
                error.instruction = error.instruction or block.instruction_of(error)
                raise
            edges[jump.address, address] = edges.get((jump.address, address), 0) + 1
            if address in self._covered and address != jump.address + jump.size:
                raise Refused("jumps into an IT block").of(jump)

    def executed(self) -> dict[int, tuple[Instruction, int]]:
        """Returns each executed instruction and its count, by address."""
        found: dict[int, tuple[Instruction, int]] = {}
        for start, count in self.counts.items():
            for one in self._blocks[start].instructions:
                found[one.address] = one, count + (found[one.address][1] if one.address in found else 0)
        return found

    def pairs(self, start: int) -> Counter[tuple[int, int]]:
        """Counts each pair of consecutive instructions, by address; the first instruction follows 0."""
        found = Counter({(0, start): 1}) + Counter(self.edges)
        for at, count in self.counts.items():
            for one, other in pairwise(self._blocks[at].instructions):
                found[one.address, other.address] += count
        return found

    def costs(self) -> Costs:
        found = self.executed()
        taken = sum(n for (last, to), n in self.edges.items() if last + found[last][0].size != to)
        return Costs(
            sum(n for _, n in found.values()),
            sum(n for one, n in found.values() if one.loads),
            sum(n for one, n in found.values() if one.stores),
            taken,
            sum(one.size for one, _ in found.values()),
            max(self.used, self.top - self.depth),
        )

    # ---- compiling ----

    def _compile(self, start: int, jump: Instruction | None = None) -> Block:
        """Compiles the block at an address. jump: the instruction that jumped there, for errors."""
        try:
            self.image.code(start)
        except Refused as error:
            raise error.of(jump) from None
        if (own := self.target.own) is not None and (found := own(self, start)) is not None:
            self._blocks[start] = found
            return found
        decoded: list[tuple[Instruction, Sequence[pypcode.PcodeOp]]] = []
        address = start
        while len(decoded) < LONGEST:
            if decoded and own is not None and own(self, address) is not None:
                break
            instruction, ops = self._decode(address)
            decoded.append((instruction, ops))
            address += instruction.size
            if any(name_of(op) in FLOW and not is_inner(op) for op in ops):
                break
        texts: list[list[str]] = []
        dead: set[tuple[str, int]] = set()
        scope: dict[str, Any] = {**SCOPE, "touched": self._touched}
        for instruction, ops in reversed(decoded):
            left = self._left_undefined(instruction, dead)
            if step := self.target.performs(self, instruction):
                dead.clear()
                scope[f"do{instruction.address:x}"] = step
                text = [f"do{instruction.address:x}()", *Text(self, replace(instruction, loads=True), ()).lines()]
            else:
                text = Text(self, instruction, self._needed(ops, dead)).lines()
            texts.insert(0, text + left)
        source = "\n".join(["def run(R):", *(f"  {line}" for text in texts for line in text), f"  return {address}"])
        names = "load store check_stack check_mode goes goes_to get_register".split()
        scope |= {name: getattr(self, name) for name in names}
        scope |= {name: self.target.named[name] for name in self.target.named}
        exec(compile(source, f"{start:#x}", "exec"), scope)
        first = tuple(accumulate((len(text) for text in texts[:-1]), initial=2))
        block = Block(scope["run"], tuple(one for one, _ in decoded), first)
        self._blocks[start] = block
        return block

    def _left_undefined(self, instruction: Instruction, dead: set[tuple[str, int]]) -> list[str]:
        """Returns statements that make undefined registers unknown, unless they are dead. dead: as in _needed."""
        raw = self.image.code(instruction.address)[: instruction.size]
        names = [name for name in self.target.undefined(instruction.text, raw) if not self._bytes(name) <= dead]
        dead |= {byte for name in names for byte in self._bytes(name)}
        return [f"R[{self.place(name)[0]}]=nobody" for name in names]

    def _decode(self, address: int) -> tuple[Instruction, Sequence[pypcode.PcodeOp]]:
        raw = self.image.code(address)
        if address % self.target.code_align:
            raise Refused(f"executes {address:#x}, which is not aligned to {self.target.code_align}")
        second = self._decoder.decode(raw) if self._decoder else None
        idle = self.target.idle(raw)
        is_known = second or not self._decoder or idle
        why = self.target.refuses_bytes(raw) or ("" if is_known else "no known instruction")
        if why:
            raise Refused(f"executes {raw[:4].hex()} at {address:#x}, {why}")
        if idle:
            return Instruction(address, idle[1], idle[0]), ()
        try:
            found = self.context.disassemble(raw, address, max_instructions=1).instructions[0]
            ops = self.context.translate(self.target.described(raw), address, max_instructions=1).ops
        except Exception as error:  # pypcode's exceptions have no common base class
            raise Refused(f"executes {raw[:4].hex()} at {address:#x}, no known instruction ({error})") from None
        names = {name_of(op) for op in ops}
        text = f"{found.mnem} {found.body}".lower().strip()
        instruction = Instruction(
            address, sum(one.size for one in ops[0].inputs), text, "LOAD" in names, "STORE" in names
        )
        alone = "b" if address in self._covered and text.startswith("b.") else text  # the condition is in the IT
        if self._decoder and second and not self._decoder.agrees(second, alone, instruction.size):
            raise Refused(f"is {second.name} to a second decoder").of(instruction)
        if why := self.target.refuses(text, raw[: instruction.size]):
            raise Refused(why).of(instruction)
        covered = set(self.target.covers(instruction, raw))
        if not covered.isdisjoint(self._blocks.keys() - self._covered):
            raise Refused("is an IT block that was jumped into").of(instruction)
        self._covered |= covered
        return instruction, ops[1:]

    def _needed(self, ops: Sequence[pypcode.PcodeOp], dead: set[tuple[str, int]]) -> list[pypcode.PcodeOp | None]:
        """Replaces operations with unread results by None. dead: bytes that are written before they are read."""
        dead |= self._temporary
        dead -= self.stack_pointer  # check_stack needs each change
        conditional = any(name_of(op) in FLOW for op in ops[:-1])
        repeats = any(is_inner(op) and op.inputs[0].offset >> 31 for op in ops)  # a loop
        read = {byte for op in ops for one in op.inputs for byte in bytes_of(one)} if repeats else set()
        dead -= read
        kept: list[pypcode.PcodeOp | None] = []
        for op in reversed(ops):
            out = bytes_of(op.output) if op.output is not None else frozenset()
            unread = all(byte not in read if byte[0] == "unique" else byte in dead for byte in out)
            if out and unread and name_of(op) not in EFFECTS:
                kept.append(None)
                continue
            kept.append(op)
            if not conditional:
                dead |= {byte for byte in out if byte[0] == "register"}
                read -= out
            for one in op.inputs:
                dead -= bytes_of(one)
                read |= bytes_of(one)
        return kept[::-1]


def unknown(value: Value, why: str) -> Split | Refused:
    """Returns the error for a value that must be known: Split if it depends on addresses, otherwise Refused."""
    on = labels.reason(value)
    return Split(on, why) if isinstance(on, Reason) else Refused(why)


def spoken(value: Value) -> str:
    """Returns a value's name in messages."""
    if isinstance(value, int):
        return f"{value:#x}"
    if isinstance(value, Pointer):
        return " + ".join([*(f"{factor} * {area.name}" for area, factor in value.terms.items()), str(value.offset)])
    return "what contents made" if isinstance(value, Unknown) else str(value)
