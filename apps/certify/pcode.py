# SPDX-License-Identifier: BSD-3-Clause
"""Translates instructions to Python, by the P-code in Ghidra's processor descriptions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import pypcode

from . import comparisons, labels
from .labels import Instruction, Refused
from .processor import Processor, joined

# Operations that run for their checks, also if their result is unread.
EFFECTS = frozenset(("LOAD", "CALLOTHER", "INT_DIV", "INT_REM", "INT_SDIV", "INT_SREM"))
FLOW = frozenset(("BRANCH", "CBRANCH", "BRANCHIND", "CALL", "CALLIND", "RETURN"))

# Python expressions of operations, for ints and for labels.Unknown. a and b: operands; n and n2: their bytes; o: bytes
# of the result; M: the mask of n bytes.
OPERATORS = {
    "COPY": "{a}",
    "INT_ADD": "({a}+{b})&{M}",
    "INT_SUB": "({a}-{b})&{M}",
    "INT_MULT": "({a}*{b})&{M}",
    "INT_MULT by time": "(known({a},'multiplies')*known({b},'multiplies'))&{M}",
    "INT_2COMP": "(0-{a})&{M}",
    "INT_AND": "{a}&{b}",
    "INT_OR": "{a}|{b}",
    "INT_XOR": "{a}^{b}",
    "INT_NEGATE": "{a}^{M}",
    "INT_LEFT": "({a}<<{b})&{M}",
    "INT_RIGHT": "{a}>>{b}",
    "INT_LEFT by a register": "shifted_left({a},{b},{n})",
    "INT_RIGHT by a register": "shifted({a},{b},{n},0)",
    "BOOL_AND": "{a}&{b}",
    "BOOL_OR": "{a}|{b}",
    "BOOL_XOR": "{a}^{b}",
    "BOOL_NEGATE": "{a}^1",
    "INT_ZEXT": "extended({a},{n},{o},signed=False)",
    "INT_SEXT": "extended({a},{n},{o},signed=True)",
    "INT_SRIGHT": "shifted_signed({a},{b},{n})",
    "PIECE": "piece({a},{b},{n},{n2})",
    "SUBPIECE": "part({a},{b},{o})",
    "INT_EQUAL": "equal({a},{b},{n})",
    "INT_NOTEQUAL": "1^equal({a},{b},{n})",
    "INT_LESS": "less({a},{b},{n})",
    "INT_LESSEQUAL": "1^less({b},{a},{n})",
    "INT_SLESS": "signed_less({a},{b},{n})",
    "INT_SLESSEQUAL": "1^signed_less({b},{a},{n})",
    "INT_CARRY": "carry({a},{b},{n})",
    "INT_SCARRY": "signed_carry({a},{b},{n})",
    "INT_SBORROW": "signed_borrow({a},{b},{n})",
    "INT_DIV": "divided({a},{b})[0]",
    "INT_REM": "divided({a},{b})[1]",
    "INT_SDIV": "divided_signed({a},{b},{n})[0]",
    "INT_SREM": "divided_signed({a},{b},{n})[1]",
    "POPCOUNT": "counted({a},{o})",
    "LZCOUNT": "zeros({a},{n},{o})",
}

# Names in compiled code.
SCOPE: Mapping[str, Any] = {
    name: vars(module)[name]
    for module, names in (
        (labels, "cells_of value_of part put piece extended shifted shifted_left shifted_signed"),
        (labels, "known divided divided_signed counted zeros"),
        (comparisons, "equal less signed_less carry signed_carry signed_borrow"),
    )
    for name in names.split()
} | {"nobody": labels.flag_of(None)}


def name_of(op: pypcode.PcodeOp) -> str:
    return str(op.opcode.__name__)


def _result(op: pypcode.PcodeOp) -> pypcode.Varnode:
    assert op.output is not None  # callers pass only operations with a result
    return op.output


def _signed(offset: int) -> int:
    return offset - (1 << 64) if offset >> 63 else offset if offset < 1 << 31 else offset - (1 << 32)


def is_inner(op: pypcode.PcodeOp) -> bool:
    """True if an operation jumps to another operation of its instruction."""
    return name_of(op) in ("BRANCH", "CBRANCH") and op.inputs[0].space.name == "const"


def bytes_of(node: pypcode.Varnode) -> frozenset[tuple[str, int]]:
    return _span(node.space.name, node.offset, node.size)


@lru_cache(1 << 12)
def _span(space: str, offset: int, size: int) -> frozenset[tuple[str, int]]:
    return frozenset((space, offset + k) for k in range(size if space in ("register", "unique") else 0))


class Text:
    """The Python statements of one instruction."""

    def __init__(self, processor: Processor, instruction: Instruction, ops: Sequence[pypcode.PcodeOp | None]) -> None:
        self.processor, self.target, self.instruction, self.ops = processor, processor.target, instruction, ops
        nodes = [node for op in ops if op for node in (*op.inputs, op.output) if node is not None]
        self.own = joined(node for node in nodes if node.space.name == "unique")
        self.align = partial(self.target.alignment, instruction.text)

    def _refused(self, why: str) -> Refused:
        return Refused(why).of(self.instruction)

    def lines(self) -> list[str]:
        """Returns the statements. If operations jump inside the instruction, k is the next operation to run."""
        outputs = [bytes_of(op.output) for op in self.ops if op and op.output is not None]
        moves = any(out & self.processor.stack_pointer for out in outputs)
        stack = self._read(self.processor.context.registers[self.target.stack_pointer])
        leave = [f"if touched: check_stack({stack})"] * (self.instruction.loads or self.instruction.stores)
        leave = ["check_stack(sp)"] if moves else leave
        whole = [f"u{start:x}=0" for start, size in self.own if any(self._is_part(op, start, size) for op in self.ops)]
        goals = {n: n + _signed(op.inputs[0].offset) for n, op in enumerate(self.ops) if op and is_inner(op)}
        repeats = any(to <= number for number, to in goals.items())
        out: list[str] = []
        for number, op in enumerate(self.ops):
            if op is None:
                continue
            if number in goals:
                jump = f"k={goals[number]}" + ("; continue" if goals[number] <= number else "")
                test = f"if goes({self._read(op.inputs[1])}): " if name_of(op) == "CBRANCH" else ""
                lines = [test + jump]
            else:
                lines = self._statements(op, leave)
            guarded = repeats or any(before < number < to for before, to in goals.items())
            out += [f"if k<={number}:", *(f"  {line}" for line in lines or ["pass"])] if guarded else lines
        if repeats:
            out = ["while True:", *(f"  {line}" for line in [*out, "break"])]
        mended = list(self.target.mended(self.processor, self.instruction.text))
        return [f"sp={stack}"] * moves + whole + ["k=0"] * bool(goals) + out + mended + leave

    def _is_part(self, op: pypcode.PcodeOp | None, start: int, size: int) -> bool:
        node = op.output if op else None
        return (
            node is not None
            and node.space.name == "unique"
            and start <= node.offset < start + size != node.size + start
        )

    def _statements(self, op: pypcode.PcodeOp, leave: list[str]) -> list[str]:
        """Returns an operation's statements. leave: checks at the end of the instruction."""
        name, inputs = name_of(op), op.inputs
        if name == "LOAD":
            where = self.target.address(inputs[0].getSpaceFromConst().name, self._read(inputs[1]))
            size = _result(op).size
            return [self._write(_result(op), f"load({where},{size},{self.align(size)})")]
        if name == "STORE":
            where = self.target.address(inputs[0].getSpaceFromConst().name, self._read(inputs[1]))
            size = inputs[2].size
            return [f"store({where},{size},{self._read(inputs[2])},{self.align(size)})"]
        if name in ("BRANCH", "CALL"):
            return [*leave, f"return {inputs[0].offset}"]
        if name == "CBRANCH":
            taken = [*leave, f"return {inputs[0].offset}"]
            return [f"if goes({self._read(inputs[1])}):", *(f"  {line}" for line in taken)]
        if name in ("BRANCHIND", "CALLIND", "RETURN"):
            return [*leave, f"return goes_to({self._read(inputs[0])})"]
        if name == "CALLOTHER":
            return self._named(op)
        if name not in OPERATORS:
            raise self._refused(f"{name} is not known")
        if name in ("INT_XOR", "INT_SUB") and bytes_of(inputs[0]) == bytes_of(inputs[1]) != frozenset():
            return [self._write(_result(op), "0")]  # also if the value is not followed
        size = inputs[0].size
        given = {
            "a": self._read(inputs[0]),
            "n": size,
            "M": (1 << 8 * size) - 1,
            "o": _result(op).size,
            "b": "",
            "n2": 0,
        }
        if name in ("INT_LEFT", "INT_RIGHT") and inputs[1].space.name != "const":
            name = f"{name} by a register"
        if name == "INT_MULT" and size == self.target.timed_products:
            name = "INT_MULT by time"
        if len(inputs) > 1:
            given |= {"b": self._read(inputs[1]), "n2": inputs[1].size}
        return [self._write(_result(op), OPERATORS[name].format(**given))]

    def _named(self, op: pypcode.PcodeOp) -> list[str]:
        """Returns the statements of an operation that Ghidra names but does not describe."""
        name = op.inputs[0].getUserDefinedOpName()
        if name == self.target.mode[0]:
            return [f"check_mode(get_register({self.target.mode[1]!r}))"]
        if name not in self.target.named and (
            found := re.search(r" (?:v\d+\.(\w+)|([dsbh])\d)", self.instruction.text)
        ):
            name = f"{name}_{found[1] or found[2]}"
        if name not in self.target.named or op.output is None:
            raise self._refused(f"{name} is not known")
        given = ",".join(f"cells_of({self._read(node)},{node.size})" for node in op.inputs[1:])
        return [self._write(op.output, f"value_of({name}({op.output.size},{given}))")]

    def _read(self, node: pypcode.Varnode) -> str:
        if node.space.name == "const":
            return str(node.offset)
        if node.space.name in ("ram", "mem"):
            return f"load({node.offset},{node.size},{self.align(node.size)})"
        cell, low, whole = self._cell(node)
        return cell if (low, node.size) == (0, whole) else f"part({cell},{low},{node.size})"

    def _write(self, node: pypcode.Varnode, value: str) -> str:
        if node.space.name in ("ram", "mem"):
            return f"store({node.offset},{node.size},{value},{self.align(node.size)})"
        cell, low, whole = self._cell(node)
        if node.space.name == "register" and not bytes_of(node) <= self.processor.usable:
            raise self._refused(f"changes {node.getRegisterName()}, which functions leave alone")
        return (
            f"{cell}={value}"
            if (low, node.size) == (0, whole)
            else f"{cell}=put({cell},{value},{low},{node.size},{whole})"
        )

    def _cell(self, node: pypcode.Varnode) -> tuple[str, int, int]:
        if node.space.name == "unique":
            start, size = next((s, n) for s, n in self.own if s <= node.offset < s + n)
            return f"u{start:x}", node.offset - start, size
        if node.space.name != "register":
            raise self._refused(f"{node.space.name} is not known")
        cell = self.processor._cell_at[node.offset]
        start, whole = self.processor._cells[cell]
        return f"R[{cell}]", node.offset - start, whole
