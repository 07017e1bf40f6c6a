# SPDX-License-Identifier: BSD-3-Clause
"""Runs machine code on the values of labels.py, by the P-code in Ghidra's processor descriptions.

Straight code is compiled to one Python function, once for each image. A run refuses everything that depends on
contents, is forbidden or is unknown. So one run stands for all contents: instructions and addresses do not vary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Any

import pypcode
from permkern.kernels.memory import NO_FILLS, Fills, Memory

from .elf import Image
from .labels import Area, Instruction, Refused, Split
from .pcode import EFFECTS, FLOW, SCOPE, Text, bytes_of, is_inner, name_of
from .processor import Block, Processor, Target

LONGEST = 64  # most instructions of a block


@dataclass(frozen=True)
class Costs:
    """Costs of a run. code: bytes of the executed instructions. stack: bytes below the stack pointer at entry."""

    instructions: int
    loads: int
    stores: int
    taken: int
    code: int
    stack: int


class Machine(Processor):
    """slow: the arrays' memory, for cached.py. Other memory has no cache and no waits."""

    slow: Memory | None = None

    def __init__(self, target: Target, image: Image) -> None:
        super().__init__(target, image)
        self._blocks: dict[int, Block] = {}
        self._temporary = frozenset(byte for name in target.temporary for byte in self._bytes(name))

    # ---- running ----

    def place_arrays(self, areas: Mapping[str, Area]) -> None:
        """Called before a run. cached.py places arrays in memory to count line fills."""

    def line_fills(self) -> Fills:
        """Returns the line fills of the arrays since place_arrays(), and writes changed lines back."""
        return NO_FILLS

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
        text = self._text(raw, address)
        if why := self.target.refuses_bytes(raw):
            raise Refused(f"executes {raw[:4].hex()} at {address:#x}, {why}" + (f" ({text})" if text else ""))
        if idle := self.target.idle(raw):
            return Instruction(address, idle[1], idle[0]), ()
        try:
            ops = self.context.translate(self.target.described(raw), address, max_instructions=1).ops
        except Exception as error:  # pypcode's exceptions have no common base class
            raise Refused(f"executes {raw[:4].hex()} at {address:#x}, no known instruction ({error})") from None
        names = {name_of(op) for op in ops}
        instruction = Instruction(
            address, sum(one.size for one in ops[0].inputs), text, "LOAD" in names, "STORE" in names
        )
        if why := self.target.refuses(text, raw[: instruction.size]):
            raise Refused(why).of(instruction)
        covered = set(self.target.covers(instruction, raw))
        if not covered.isdisjoint(self._blocks.keys() - self._covered):
            raise Refused("is an IT block that was jumped into").of(instruction)
        self._covered |= covered
        return instruction, ops[1:]

    def _text(self, raw: bytes, address: int) -> str:
        """Returns Ghidra's text of an instruction; empty: it knows none."""
        try:
            found = self.context.disassemble(raw, address, max_instructions=1).instructions[0]
        except Exception:  # pypcode's exceptions have no common base class
            return ""
        return f"{found.mnem} {found.body}".lower().strip()

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
