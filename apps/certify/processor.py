# SPDX-License-Identifier: BSD-3-Clause
"""A core: its description, and its registers and memory during a run."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import pypcode

from . import labels
from .elf import Image
from .labels import Area, Byte, Instruction, Pointer, Reason, Refused, Split, Unknown, Value, cells_of, value_of

UNWRITTEN = 1 << 40  # first label of unwritten stack bytes, and of registers at entry


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


Named = Callable[..., tuple[Byte, ...]]  # from the result's size in bytes and the operands' bytes


@dataclass(frozen=True)
class Target:
    language: str  # Ghidra's processor description
    code: str  # the instruction set and the ABI of the code that runs
    arguments: tuple[str, ...]  # registers
    returned: str
    stack_pointer: str
    saved: tuple[str, ...]  # callee-saved registers
    scratch: tuple[str, ...]  # caller-saved registers
    constant: Mapping[str, int] = field(default_factory=dict)  # fixed register values at every call and return
    link: str = ""  # return address register; empty: the address is on the stack
    pointer: int = 4  # bytes
    code_align: int = 1  # instruction address alignment in bytes
    stack_align: int = 8  # stack pointer alignment at a call, in bytes
    stack_unit: int = 1  # stack accesses need a stack pointer aligned to this, in bytes
    timed_products: int = 0  # bytes of products whose time depends on the factors
    even_pairs: bool = False  # 64-bit arguments begin at an even word
    red_zone: int = 0  # bytes below the stack pointer that a function may use
    jump_mask: int = -1  # significant bits of a jump address
    context: Mapping[str, int] = field(default_factory=dict)
    fixed: tuple[str, str] = ("", "")  # a constant register, and the symbol whose address it holds
    temporary: tuple[str, ...] = ()  # description registers that are dead between instructions
    mode: tuple[str, str] = ("", "")  # jump operation that selects Thumb, and the register that must be 1
    cores: Mapping[str, Sequence[int]] = field(default_factory=dict)  # values of registers that differ between cores
    named: Mapping[str, Named] = field(default_factory=dict)
    own: Callable[[Processor, int], Block | None] | None = None  # runs instructions that the description lacks
    alignment: Callable[[str, int], int] = lambda _text, size: (
        size
    )  # alignment in bytes that an access needs, by instruction and size
    refuses_bytes: Callable[[bytes], str] = lambda _raw: ""  # why bytes are refused; empty: they are not
    # Name and size of an instruction that changes no value; None for others.
    idle: Callable[[bytes], tuple[str, int] | None] = lambda _raw: None
    # An equivalent instruction of equal size that Ghidra describes right, and statements that its description lacks.
    described: Callable[[bytes], bytes] = lambda raw: raw
    mended: Callable[[Processor, str], Iterable[str]] = lambda _processor, _text: ()
    # Why the core lacks an instruction, by text and bytes; empty: it has it.
    refuses: Callable[[str, bytes], str] = lambda _text, _raw: ""
    # Registers that an instruction leaves undefined, by text and bytes.
    undefined: Callable[[str, bytes], Iterable[str]] = lambda _text, _raw: ()
    # The function that runs an instruction instead of its description; None: use the description.
    performs: Callable[[Processor, Instruction], Callable[[], None] | None] = lambda _processor, _instruction: None
    # Addresses of the instructions in an IT block.
    covers: Callable[[Instruction, bytes], Iterable[int]] = lambda _it, _raw: ()

    def address(self, space: str, address: str) -> str:
        if space not in ("ram", "mem"):
            raise Refused(f"accesses {space}")
        return address


def joined(nodes: Iterable[pypcode.Varnode]) -> list[tuple[int, int]]:
    """Returns start and size of each range, after merging overlapping nodes."""
    found: list[tuple[int, int]] = []
    for node in sorted(nodes, key=lambda node: (node.offset, -node.size)):
        if found and node.offset < sum(found[-1]):
            found[-1] = found[-1][0], max(sum(found[-1]), node.offset + node.size) - found[-1][0]
        else:
            found.append((node.offset, node.size))
    return found


class Processor:
    def __init__(self, target: Target, image: Image) -> None:
        self.target, self.image = target, image
        self.context = pypcode.Context(target.language)
        for name, value in target.context.items():
            self.context.setVariableDefault(name, value)
        self._cells = joined(self.context.registers.values())
        self._cell_at = {start + k: n for n, (start, size) in enumerate(self._cells) for k in range(size)}
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
        """Fills registers and stack with unknown values before a call, with new values for each call."""
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
