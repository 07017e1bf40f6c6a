# SPDX-License-Identifier: BSD-3-Clause
"""Estimates cycles of small Cortex-M cores, from what a machine executed and the timings that Arm publishes.

An estimate has no wait states: not those of flash, nor of a bus that something else uses. It leaves out that a 32-bit
instruction at an odd half-word may not pipeline, that a literal may wait for the instruction fetch, that a store may
wait for the one before it to leave the write buffer, and that IT may take no cycle. An instruction that IT skips counts
as executed. Where a manual gives a range by the operands, the most is taken; P, the refill of the pipeline after a
branch, which is 1 to 3 on Cortex-M3 and M4, is 2.

The manuals: M0: DDI 0432C, 3.3; M0+: DDI 0484C, 3.3; M3: DDI 0337I, 3.3, and 0337G, 18.3, on stepped addresses;
M4: DDI 0439D, 3.3. docs/performance.md has the rules in words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from .labels import Instruction
from .machine import Machine

REFILL = 2  # P

# The kind of an instruction is the first whose pattern matches its mnemonic, without condition and width.
_KINDS = {
    "other": "v.*|svc|bkpt|udf|wf[ei]|sev|[di][ms]b|mrs|msr|cps.*|mrc.*|mcr.*|cdp.*|ldc.*|stc.*|ldrex.*|strex.*",
    "pair": "ldrd|strd",
    "multiple": "ldm.*|stm.*|push|pop",
    "load": "ldr.*",
    "store": "str.*",
    "table": "tb[bh]",
    "call": "blx?",
    "branch": "b(x|eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?|cbn?z",
    "accumulate": "ml[as]",
    "long": "[us]mulls?",
    "long accumulate": "[us]mlals?",
    "divide": "[us]div",
    "idle": "cmp|cmn|tst|teq|nop|it[te]*",
    "data": ".*",
}
_MEMORY = ("load", "store", "pair", "multiple", "table")
_COMPUTED = ("data", "accumulate", "long", "long accumulate", "divide")


@dataclass(frozen=True)
class Facts:
    """
    What timings depend on. writes: the registers whose value it computes or loads, without a stepped address. base: the
    registers that its access takes the address from. moves: registers that LDM, STM and their like move.
    """

    kind: str
    writes: frozenset[str]
    base: frozenset[str]
    moves: int = 0
    by_register: bool = False  # its access has an offset in a register
    steps: bool = False  # its address

    @property
    def rule(self) -> str:
        """Returns the name of its rule: of a kind, or of one that writes PC or has a constant offset."""
        if "pc" in self.writes and self.kind in ("load", "data"):
            return f"{self.kind} to pc"
        return "store at a constant" if self.kind == "store" and not self.by_register else self.kind


@cache
def facts(text: str) -> Facts:
    """Reads an instruction as Ghidra spells it: `ldr.w r3,[r0,r2,lsl #0x2]`, `ldm.w r0!,{r4,r5}`."""
    mnemonic, _, operands = text.partition(" ")
    name = mnemonic.partition(".")[0]
    kind = next(kind for kind, pattern in _KINDS.items() if re.fullmatch(pattern, name))
    if name in ("push", "pop") and "{" not in operands:  # of one register, which is a load or store
        return facts(f"{'ldr' if name == 'pop' else 'str'} {operands},[sp],#0x4")
    head, _, access = operands.partition("[" if "[" in operands else "{")
    first = re.findall(r"r\d+|sp|lr|pc", head)
    inner, _, rest = re.sub("[]}]", "|", access).partition("|")
    inside = re.findall(r"r\d+|sp|lr|pc", inner)
    if kind == "multiple":
        loads = name.startswith(("ldm", "pop"))
        base = first[:1] if name.startswith(("ldm", "stm")) else ["sp"]
        return Facts(kind, frozenset(inside if loads else ()), frozenset(base), len(inside))
    written = {"load": 1, "pair": 2 * (name == "ldrd"), "data": 1, "accumulate": 1, "divide": 1}
    writes = first[: written.get(kind, 2 * kind.startswith("long"))]
    base = inside or (["pc"] if kind == "load" else [])  # a literal, by its address
    moves = 2 if kind == "pair" else 0
    return Facts(kind, frozenset(writes), frozenset(base), moves, len(inside) > 1, bool(rest))


@dataclass(frozen=True)
class Rule:
    """
    Cycles, and more for each register that is moved. after_load: cycles in place of these right after a load that it
    can pipeline with. refill: more where another instruction than the one after it comes next.
    """

    cycles: int
    each: int = 0
    after_load: int | None = None
    refill: int = 0


_ONE = Rule(1)
# Table 3-1 unless said otherwise; "timings" is the section after it.
_M4 = {
    "load to pc": Rule(2, refill=3),  # timings: two for the load, three to fill the pipeline again
    "table": Rule(3, refill=3),  # timings: two for the load, one to add, three to fill the pipeline again
    "load": Rule(2, after_load=1),  # timings: the next LDR or STR pipelines
    "store at a constant": _ONE,  # timings: always
    "store": Rule(2, after_load=1),  # timings: only after a load, and nothing after it
    "pair": Rule(1, each=1),  # 1 + N; timings: three, not pipelined with what is around
    "multiple": Rule(1, each=1, refill=REFILL),  # 1 + N, and P where PC is one of them
    **dict.fromkeys(("branch", "call", "data to pc"), Rule(1, refill=REFILL)),  # 1, or 1 + P if taken
    "divide": Rule(12),  # 2 to 12
    **dict.fromkeys(("data", "idle", "accumulate", "long", "long accumulate"), _ONE),
}
_M3 = {**_M4, "accumulate": Rule(2), "long": Rule(5), "long accumulate": Rule(7)}  # UMULL 3 to 5, UMLAL 4 to 7


def _m0(branch: int, call: int, pop: int) -> Mapping[str, Rule]:
    """Both tables are alike but for what a jump costs next to its one cycle. MULS: the fast multiplier, not 32."""
    return {
        **dict.fromkeys(("load", "store", "store at a constant"), Rule(2)),
        "multiple": Rule(1, each=1, refill=pop),
        "call": Rule(1, refill=call),
        **dict.fromkeys(("branch", "data to pc"), Rule(1, refill=branch)),
        **dict.fromkeys(("data", "idle"), _ONE),
    }


@dataclass(frozen=True)
class Timings:
    """
    Of a core. stall: of an access whose address was just computed. piece: for each access that an unaligned one is
    split into, after its first. Cores without them do not make such accesses.
    """

    rules: Mapping[str, Rule]
    stall: int = 0
    piece: int = 0


TIMINGS = {
    "cortex-m0": Timings(_m0(branch=2, call=3, pop=3)),  # B 3, BL 4, POP with PC 4 + N
    "cortex-m0plus": Timings(_m0(branch=1, call=2, pop=2)),  # B 2, BL 3, POP with PC 3 + N
    "cortex-m3": Timings(_M3, stall=1, piece=1),
    "cortex-m4": Timings(_M4, stall=1, piece=1),
}


def _pipelines(before: Facts, at: Facts) -> bool:
    """True if an access overlaps the load before it, which neither made its address nor stepped one."""
    return before.kind == "load" and not (before.steps or at.steps or before.writes & at.base)


def _cycles(timings: Timings, before: Facts | None, at: Facts) -> int:
    """Returns the cycles of an instruction after another one, if the one after it comes next."""
    rule = timings.rules[at.rule]
    cycles = rule.cycles + rule.each * at.moves
    if before is None:
        return cycles
    if rule.after_load is not None and _pipelines(before, at):
        cycles = rule.after_load
    stalls = at.kind in _MEMORY and before.kind in _COMPUTED and before.writes & at.base
    return cycles + (timings.stall if stalls else 0)


def estimate(timings: Timings, machine: Machine, start: int, pieces: int) -> int | None:
    """Returns the cycles of a machine's run, its call and return included; None if an instruction has no timing.

    start: its first instruction. pieces: the accesses that unaligned ones were split into, after the first of each.
    """
    known: dict[int, Instruction] = {address: one for address, (one, _) in machine.executed().items()}
    total = timings.piece * pieces + timings.rules["call"].cycles + timings.rules["call"].refill
    try:
        for (before_address, address), times in machine.pairs(start).items():
            before, at = (known.get(one) for one in (before_address, address))
            told = facts(before.text) if before else None
            if at is not None:
                total += _cycles(timings, told, facts(at.text)) * times
            if before is not None and told is not None and before.address + before.size != address:
                total += timings.rules[told.rule].refill * times
    except KeyError:
        return None
    return total
