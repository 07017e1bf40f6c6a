# SPDX-License-Identifier: BSD-3-Clause
"""Estimates cycles on small Cortex-M cores, from executed instructions and the timings that Arm publishes.

An estimate has no wait states from flash or a shared bus. It ignores four effects: a 32-bit instruction at an odd
halfword may not pipeline; a literal may wait for the instruction fetch; a store may wait until the previous one leaves
the write buffer; IT may take no cycle. An instruction that IT skips counts as executed. If cycles depend on operands,
the estimate uses the maximum. P, the pipeline refill after a branch, is 1 to 3 on Cortex-M3 and M4, and 2 here.

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

# An instruction has the first kind whose pattern matches its mnemonic, up to the first dot.
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
    The facts that decide an instruction's cycles. writes: registers that it computes or loads, except a stepped
    address. base: registers in its access's address. moves: the register count of a multiple or pair access.
    """

    kind: str
    writes: frozenset[str]
    base: frozenset[str]
    moves: int = 0
    by_register: bool = False  # the access has a register offset
    steps: bool = False  # the access changes its address register

    @property
    def rule(self) -> str:
        """Returns the rule's name: the kind, with exceptions for writes to PC and stores at a constant offset."""
        if "pc" in self.writes and self.kind in ("load", "data"):
            return f"{self.kind} to pc"
        return "store at a constant" if self.kind == "store" and not self.by_register else self.kind


@cache
def facts(text: str) -> Facts:
    """Reads an instruction as Ghidra spells it: `ldr.w r3,[r0,r2,lsl #0x2]`, `ldm.w r0!,{r4,r5}`."""
    mnemonic, _, operands = text.partition(" ")
    name = mnemonic.partition(".")[0]
    kind = next(kind for kind, pattern in _KINDS.items() if re.fullmatch(pattern, name))
    if name in ("push", "pop") and "{" not in operands:  # one register: a load or store
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
    base = inside or (["pc"] if kind == "load" else [])  # a literal
    moves = 2 if kind == "pair" else 0
    return Facts(kind, frozenset(writes), frozenset(base), moves, len(inside) > 1, bool(rest))


@dataclass(frozen=True)
class Rule:
    """
    An instruction's cycles. each: added per moved register. after_load: replaces cycles right after a load that it can
    pipeline with. refill: added if execution goes on elsewhere.
    """

    cycles: int
    each: int = 0
    after_load: int | None = None
    refill: int = 0


_ONE = Rule(1)
# From table 3-1; "timings" is the section after it.
_M4 = {
    "load to pc": Rule(2, refill=3),  # timings: two for the load, three to fill the pipeline again
    "table": Rule(3, refill=3),  # timings: two for the load, one to add, three to fill the pipeline again
    "load": Rule(2, after_load=1),  # timings: the next LDR or STR pipelines
    "store at a constant": _ONE,  # timings: always
    "store": Rule(2, after_load=1),  # timings: pipelines after a load; nothing pipelines after it
    "pair": Rule(1, each=1),  # 1 + N; timings: three, and never pipelined
    "multiple": Rule(1, each=1, refill=REFILL),  # 1 + N, plus P if PC is in the list
    **dict.fromkeys(("branch", "call", "data to pc"), Rule(1, refill=REFILL)),  # 1, or 1 + P if taken
    "divide": Rule(12),  # 2 to 12
    **dict.fromkeys(("data", "idle", "accumulate", "long", "long accumulate"), _ONE),
}
_M3 = {**_M4, "accumulate": Rule(2), "long": Rule(5), "long accumulate": Rule(7)}  # UMULL 3 to 5, UMLAL 4 to 7


def _m0(branch: int, call: int, pop: int) -> Mapping[str, Rule]:
    """Returns the rules of M0 or M0+, which differ only in refills. MULS takes 1 (fast multiplier), not 32."""
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
    A core's timings in cycles. stall: of an access whose address was just computed. piece: of each extra access that an
    unaligned one needs. Both are 0 on cores without these effects.
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
    """True if an access overlaps the load before it: the load does not set its address, and neither steps one."""
    return before.kind == "load" and not (before.steps or at.steps or before.writes & at.base)


def _cycles(timings: Timings, before: Facts | None, at: Facts) -> int:
    """Returns an instruction's cycles after the instruction `before`, without refill."""
    rule = timings.rules[at.rule]
    cycles = rule.cycles + rule.each * at.moves
    if before is None:
        return cycles
    if rule.after_load is not None and _pipelines(before, at):
        cycles = rule.after_load
    stalls = at.kind in _MEMORY and before.kind in _COMPUTED and before.writes & at.base
    return cycles + (timings.stall if stalls else 0)


def estimate(timings: Timings, machine: Machine, start: int, pieces: int) -> int | None:
    """Returns the cycles of a machine's run with call and return; None: an instruction has no timing.

    start: address of the first instruction. pieces: extra accesses that unaligned ones needed.
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
