# SPDX-License-Identifier: BSD-3-Clause
"""Estimated cycles of small Cortex-M cores, from what was executed and the timings that Arm publishes.

An estimate has no wait states: not those of flash, nor of a bus that something else uses. It leaves out that a 32-bit
instruction at an odd half-word may not pipeline, that a literal may wait for the instruction fetch, that a store may
wait for the one before it to leave the write buffer, and that IT may take no cycle. An instruction that IT skips counts
as executed. Where a manual gives a range by the operands, the most is taken; P, the refill of the pipeline behind a
branch, which is 1 to 3 on Cortex-M3 and M4, is 2.

The manuals: M0: DDI 0432C, 3.3; M0+: DDI 0484C, 3.3; M3: DDI 0337I, 3.3, and 0337G, 18.3, on stepped addresses;
M4: DDI 0439D, 3.3. docs/performance.md has the rules in words.
"""

from collections.abc import Callable
from dataclasses import dataclass

from disassembly import Instruction, Kind, Program
from icnt import Edges

REFILL = 2  # P

# What rules ask.
Test = Callable[[Instruction], bool]


@dataclass(frozen=True)
class Rule:
    """The cycles of some instructions.

    each: more for each register that is moved. behind_load: cycles in place of those right behind a load that it can
    pipeline with. refill: more where another instruction than the one behind it comes next.
    """

    of: Test
    cycles: int
    each: int = 0
    behind_load: int | None = None
    refill: int = 0


@dataclass(frozen=True)
class Core:
    """A core: the first rule that an instruction answers to is its.

    stall: of an access whose address was just computed. piece: for each that an unaligned access falls apart into,
    beside the first. Cores without them do not make such accesses.
    """

    name: str
    rules: tuple[Rule, ...]
    stall: int = 0
    piece: int = 0


class TimingError(Exception):
    """Something was executed that has no timing here; the message says what."""


def kind(*kinds: Kind) -> Test:
    return lambda instruction: instruction.kind in kinds


def kind_to_pc(*kinds: Kind) -> Test:
    return lambda instruction: instruction.kind in kinds and "pc" in instruction.writes


def _store_at_constant(instruction: Instruction) -> bool:
    return instruction.kind is Kind.STORE and not instruction.offset_in_register


# Table 3-1 unless said otherwise; "timings" is the section behind it.
_M4_RULES = (
    Rule(kind_to_pc(Kind.LOAD), 2, refill=3),  # timings: two for the load, three to fill the pipeline again
    Rule(kind(Kind.TABLE), 3, refill=3),  # timings: two for the load, one to add, three to fill the pipeline again
    Rule(kind(Kind.LOAD), 2, behind_load=1),  # timings: the next LDR or STR pipelines
    Rule(_store_at_constant, 1),  # timings: always
    Rule(kind(Kind.STORE), 2, behind_load=1),  # timings: only behind a load, and nothing behind it
    Rule(kind(Kind.PAIR), 1, each=1),  # 1 + N; timings: three, not pipelined with what is around
    Rule(kind(Kind.MULTIPLE), 1, each=1, refill=REFILL),  # 1 + N, and P where PC is one of them
    Rule(kind(Kind.BRANCH, Kind.CALL), 1, refill=REFILL),  # 1, or 1 + P if taken
    Rule(kind_to_pc(Kind.DATA), 1, refill=REFILL),  # 1 + P
    Rule(kind(Kind.DIVIDE), 12),  # 2 to 12
    Rule(kind(Kind.DATA, Kind.ACCUMULATE, Kind.LONG), 1),
)

# As M4's, but for products.
_M3_RULES = (
    Rule(kind(Kind.ACCUMULATE), 2),
    Rule(lambda i: i.kind is Kind.LONG and "lal" in i.text, 7),  # 4 to 7
    Rule(kind(Kind.LONG), 5),  # 3 to 5
    *_M4_RULES,
)


def _m0_rules(branch: int, call: int, pop: int) -> tuple[Rule, ...]:
    """Both tables are alike but for what a jump costs beside its one cycle. MULS: the fast multiplier, not 32."""
    return (
        Rule(kind(Kind.LOAD, Kind.STORE), 2),
        Rule(kind(Kind.MULTIPLE), 1, each=1, refill=pop),
        Rule(kind(Kind.CALL), 1, refill=call),
        Rule(kind(Kind.BRANCH), 1, refill=branch),
        Rule(kind_to_pc(Kind.DATA), 1, refill=branch),
        Rule(kind(Kind.DATA), 1),
    )


CORES = {
    core.name: core
    for core in (
        Core("Cortex-M0", _m0_rules(branch=2, call=3, pop=3)),  # B 3, BL 4, POP with PC 4 + N
        Core("Cortex-M0+", _m0_rules(branch=1, call=2, pop=2)),  # B 2, BL 3, POP with PC 3 + N
        Core("Cortex-M3", _M3_RULES, stall=1, piece=1),
        Core("Cortex-M4", _M4_RULES, stall=1, piece=1),
    )
}

_MEMORY = (Kind.LOAD, Kind.STORE, Kind.PAIR, Kind.MULTIPLE, Kind.TABLE)
_COMPUTED = (Kind.DATA, Kind.ACCUMULATE, Kind.LONG, Kind.DIVIDE)


def _rule(core: Core, at: Instruction) -> Rule:
    rule = next((rule for rule in core.rules if rule.of(at)), None)
    if rule is None:
        raise TimingError(f"{core.name}: no timing for {at.text} at {at.address:#x}")
    return rule


def _pipelines(before: Instruction, at: Instruction) -> bool:
    """True if a load or store overlaps the load before it, which neither made its address nor stepped one."""
    return before.kind is Kind.LOAD and not (
        before.steps_address or at.steps_address or before.writes & at.address_from
    )


def _cycles(core: Core, before: Instruction | None, at: Instruction) -> int:
    """Returns the cycles of an instruction behind another one, if the one behind it comes next."""
    rule = _rule(core, at)
    cycles = rule.cycles + rule.each * at.moves
    if before is None:
        return cycles
    if rule.behind_load is not None and _pipelines(before, at):
        cycles = rule.behind_load
    stalls = at.kind in _MEMORY and before.kind in _COMPUTED and before.writes & at.address_from
    return cycles + (core.stall if stalls else 0)


def estimate(core: Core, program: Program, edges: Edges, pieces: int = 0) -> int:
    """Returns the cycles of a stretch: of its edges, and of the pieces that its unaligned accesses fell apart into.

    The first instruction has none of the program before it. A jump of the last one is not seen and not counted.
    """
    total = core.piece * pieces
    for (before_address, address), times in edges.items():
        at = program.get(address)
        if at is None:
            raise TimingError(f"{address:#x} was executed, but is not in the listing")
        before = program.get(before_address)
        total += _cycles(core, before, at) * times
        if before is not None and before.following != address:
            total += _rule(core, before).refill * times
    return total
