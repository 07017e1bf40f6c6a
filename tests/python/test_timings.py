# SPDX-License-Identifier: BSD-3-Clause
"""Estimated cycles against loops counted by hand from Arm's manuals, by way of the emulator and its plugin."""

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tools")]

from disassembly import Instruction, Kind, Program, disassemble, read_listing  # noqa: E402
from icnt import Edges, Stretch, count, read_edges, read_stretches  # noqa: E402
from timings import CORES, Core, TimingError, estimate, jumps  # noqa: E402

# ---- hand-counted ----

# %0 is where to read, %1 where to write, both words aligned and all zero. P = 2 below.
_COPY = """
    movs r2, #0
1:  ldr r0, [%0, r2]
    str r0, [%1, r2]
    adds r2, #4
    cmp r2, #64
    bne 1b
"""
_CALL = """
    bl 2f
    b 3f
2:  push {r4, lr}
    pop {r4, pc}
3:
"""
_MOVE_TO_PC = """
    adr r0, 3f
    nop
    mov pc, r0
    nop
    .balign 4
3:
"""

# By core, what each stretch takes there. M0 and M0+ run the same program.
_SMALL: tuple[tuple[str, dict[str, int]], ...] = (
    # MOVS 1; 16 rounds of LDR 2, STR 2, ADDS 1, CMP 1; BNE 15 times taken (M0: 3, M0+: 2) and once not (1)
    (_COPY, {"Cortex-M0": 1 + 16 * 6 + 15 * 3 + 1, "Cortex-M0+": 1 + 16 * 6 + 15 * 2 + 1}),
    # BL 4 or 3; PUSH of two 3; POP of two with PC 4 + 2 or 3 + 2; B 3 or 2
    (_CALL, {"Cortex-M0": 4 + 3 + 6 + 3, "Cortex-M0+": 3 + 3 + 5 + 2}),
    # ADR 1; NOP 1; MOV to PC 3 or 2
    (_MOVE_TO_PC, {"Cortex-M0": 5, "Cortex-M0+": 4}),
    # MOV 1; LDM of three 4; MOV 1; STM of three 4; MULS 1; an address just computed makes no difference
    (
        "mov r2, %0\n ldmia r2!, {r0, r1, r3}\n mov r2, %1\n stmia r2!, {r0, r1, r3}\n muls r0, r1",
        {"Cortex-M0": 11, "Cortex-M0+": 11},
    ),
    # LDRB 2, LDRH 2, STRB 2, STRH 2: nothing overlaps
    ("ldrb r0, [%0]\n ldrh r1, [%0, #2]\n strb r0, [%1]\n strh r1, [%1, #2]", {"Cortex-M0": 8, "Cortex-M0+": 8}),
)

# M3 and M4 run the same program, too: it has no instruction that M3 lacks.
_BOTH = ("Cortex-M3", "Cortex-M4")
_LARGE: tuple[tuple[str, dict[str, int]], ...] = (
    # MOVS 1; 16 rounds of LDR 2, STR 1 behind it, ADDS 1, CMP 1; BNE 15 times 1 + P and once 1. The first LDR waits for
    # the address that MOVS has just made: 1.
    (_COPY, dict.fromkeys(_BOTH, 1 + 1 + 16 * 5 + 15 * 3 + 1)),
    # BL 1 + P; PUSH of two 3; POP of two with PC 1 + 2 + P; B 1 + P
    (_CALL, dict.fromkeys(_BOTH, 3 + 3 + 5 + 3)),
    # ADR 1; NOP 1; MOV to PC 1 + P
    (_MOVE_TO_PC, dict.fromkeys(_BOTH, 5)),
    # the manual's examples of what pipelines; MOVS and NOP before each: 2
    ("movs r2, #0\n nop\n ldr r0, [%0]\n ldr r1, [%0]", dict.fromkeys(_BOTH, 2 + 3)),
    ("movs r2, #0\n nop\n ldr r0, [%0, r2]\n str r0, [%1, #20]", dict.fromkeys(_BOTH, 2 + 3)),
    ("movs r2, #0\n nop\n ldr r0, [%0, r2]\n str r1, [%1, r2]", dict.fromkeys(_BOTH, 2 + 3)),
    ("movs r2, #0\n nop\n ldr r0, [%0, r2]\n ldr r1, [%0]\n ldr r3, [%0, #4]", dict.fromkeys(_BOTH, 2 + 4)),
    # STR at a register's offset 2, nothing pipelines behind it: LDR 2; STR at a constant 1, LDR 2
    ("movs r2, #0\n nop\n str r0, [%1, r2]\n ldr r0, [%0]", dict.fromkeys(_BOTH, 2 + 4)),
    ("str r0, [%1]\n str r0, [%1, #4]\n ldr r0, [%0]", dict.fromkeys(_BOTH, 1 + 1 + 2)),
    # the second LDR's address comes from the first: 2 and 2; ADD makes it: 1 and 2 + 1
    ("ldr r0, [%0]\n ldr r1, [r0]", dict.fromkeys(_BOTH, 4)),
    ("add r2, %0, #4\n ldr r0, [r2]", dict.fromkeys(_BOTH, 4)),
    # stepped addresses: MOV, MOV, NOP 3; LDR 2, LDR 2, STR 1
    ("mov r2, %0\n mov r3, %1\n nop\n ldr r0, [r2], #4\n ldr r1, [r2], #4\n str r0, [r3], #4", dict.fromkeys(_BOTH, 8)),
    # LDM of four 5, STM of four 5, LDRD 3, STRD 3; LDR behind them 2
    (
        "ldmia %0, {r0-r3}\n stmia %1, {r0-r3}\n ldrd r0, r1, [%0]\n strd r0, r1, [%1]\n ldr r0, [%0]",
        dict.fromkeys(_BOTH, 18),
    ),
    # a word at an even address 2 + 1, at an odd one 2 + 2 (1 + 2 behind the first), a half-word at an odd one 1 + 1
    ("ldr r0, [%0, #2]\n ldr r1, [%0, #1]\n ldrh r2, [%0, #3]", dict.fromkeys(_BOTH, 3 + 3 + 2)),
    # MOV 1; CBZ taken 1 + P, not taken 1
    ("movs r0, #0\n cbz r0, 1f\n nop\n 1: cbnz r0, 2f\n 2:", dict.fromkeys(_BOTH, 1 + 3 + 1)),
    # CMP 1, IT 1, an addition that is skipped 1
    ("cmp %0, %0\n it ne\n addne r0, r1", dict.fromkeys(_BOTH, 3)),
    # LDR to PC 5; TBB 6, behind MOVS and NOP
    ("ldr pc, 2f\n .balign 4\n 2: .word 3f + 1\n 3:", dict.fromkeys(_BOTH, 5)),
    ("movs r0, #0\n nop\n tbb [pc, r0]\n 2: .byte (3f - 2b) / 2\n .byte 0\n 3:", dict.fromkeys(_BOTH, 8)),
    # MOVS 1, UDIV 12 at most; MUL 1
    ("movs r0, #3\n udiv r1, r0, r0\n mul r2, r1, r0", dict.fromkeys(_BOTH, 14)),
    # MLA 2 or 1; UMULL 5 at most or 1; UMLAL 7 at most or 1
    ("mla r0, r1, r2, r3", {"Cortex-M3": 2, "Cortex-M4": 1}),
    ("umull r0, r1, r2, r3", {"Cortex-M3": 5, "Cortex-M4": 1}),
    ("umlal r0, r1, r2, r3", {"Cortex-M3": 7, "Cortex-M4": 1}),
)

_PROGRAM = """
__attribute__((noinline)) void mark_begin(void) {{ __asm__ volatile("" ::: "memory"); }}
__attribute__((noinline)) void mark_end(void) {{ __asm__ volatile("" ::: "memory"); }}
static unsigned input[32], output[32];
int main(void)
{{
    register unsigned *from __asm__("r5") = input, *to __asm__("r6") = output;
    __asm__ volatile("" : "+r"(from), "+r"(to)); /* at hand before the first mark */
    mark_begin();
    mark_end();
{stretches}
    return 0;
}}
"""
_STRETCH = """
    mark_begin();
    __asm__ volatile({text} : : "r"(from), "r"(to) : "r0", "r1", "r2", "r3", "r4", "lr", "cc", "memory");
    mark_end();
"""
_PLACES = {"__flash": "0", "__flash_size": "0x40000", "__ram": "0x20000000", "__ram_size": "0x4000"}


@dataclass(frozen=True)
class Measured:
    """A program's stretches as the emulator ran them, and what each takes by hand. The first is empty: the marks."""

    program: Program
    stretches: list[Stretch]
    edges: list[Edges]
    by_hand: Sequence[dict[str, int]]

    def estimates(self, core: Core) -> list[int]:
        both = zip(self.edges, self.stretches, strict=True)
        marks, *rest = (estimate(core, self.program, edges, stretch.pieces) for edges, stretch in both)
        return [cycles - marks for cycles in rest]

    def expected(self, core: str) -> list[int]:
        return [cycles[core] for cycles in self.by_hand]


def measure(directory: Path, cpu: str, machine: str, stretches: Sequence[tuple[str, dict[str, int]]]) -> Measured:
    texts = (text.strip().replace("\n", "\\n") for text, _ in stretches)
    body = "".join(_STRETCH.format(text=f'"{text}"') for text in texts)
    (directory / "program.c").write_text(_PROGRAM.format(stretches=body), encoding="utf-8")
    options = [f"-Wl,--defsym={name}={value}" for name, value in {**_PLACES, "__stack_size": "0x1000"}.items()]
    command = ["arm-none-eabi-gcc", "-mthumb", f"-mcpu={cpu}", "-masm-syntax-unified", "-O2"]
    command += ["-specs=picolibc.specs", "--oslib=semihost", "--crt0=hosted", *options, "program.c", "-o", "program"]
    subprocess.run(command, cwd=directory, check=True)
    run = count(directory / "program", machine, "mark_begin", "mark_end", directory, edges=True)
    assert run.code == 0
    assert run.stretches is not None
    assert run.edges is not None
    assert len(run.stretches) == 1 + len(stretches)
    return Measured(disassemble(directory / "program"), run.stretches, run.edges, [cycles for _, cycles in stretches])


needs_emulator = pytest.mark.skipif(
    not (shutil.which("arm-none-eabi-gcc") and shutil.which("qemu-system-arm")), reason="needs an Arm compiler and QEMU"
)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Measured]:
    small = measure(tmp_path_factory.mktemp("small"), "cortex-m0", "microbit", _SMALL)
    large = measure(tmp_path_factory.mktemp("large"), "cortex-m3", "mps2-an385", _LARGE)
    return {"Cortex-M0": small, "Cortex-M0+": small, "Cortex-M3": large, "Cortex-M4": large}


@needs_emulator
@pytest.mark.parametrize("core", CORES)
def test_estimates_are_those_counted_by_hand(measured: dict[str, Measured], core: str) -> None:
    assert measured[core].estimates(CORES[core]) == measured[core].expected(core)


def one_off(core: Core) -> Iterator[tuple[str, Core]]:
    """Yields the core with each of its figures one too large."""
    yield "stall", replace(core, stall=core.stall + 1)
    yield "piece", replace(core, piece=core.piece + 1)
    for number, rule in enumerate(core.rules):
        wrong = [("cycles", replace(rule, cycles=rule.cycles + 1))]
        if rule.each:
            wrong.append(("each", replace(rule, each=rule.each + 1)))
        if rule.refill:
            wrong.append(("refill", replace(rule, refill=rule.refill + 1)))
        if rule.behind_load is not None:
            wrong.append(("behind a load", replace(rule, behind_load=rule.behind_load + 1)))
        for what, changed in wrong:
            yield (
                f"rule {number}, {what}",
                replace(core, rules=(*core.rules[:number], changed, *core.rules[number + 1 :])),
            )


# M4's rules for products are one; M3 has rules of its own before M4's, so that its last one sees no product.
@needs_emulator
@pytest.mark.parametrize("core", CORES)
def test_a_wrong_figure_in_any_rule_is_seen(measured: dict[str, Measured], core: str) -> None:
    at = measured[core]
    if core.startswith("Cortex-M0"):  # none of their accesses is unaligned
        assert all(stretch.pieces == 0 for stretch in at.stretches)
    unseen = [what for what, wrong in one_off(CORES[core]) if at.estimates(wrong) == at.expected(core)]
    assert unseen == (["piece"] if core.startswith("Cortex-M0") else [])


@needs_emulator
def test_edges_hold_all_instructions(measured: dict[str, Measured]) -> None:
    for each in measured.values():
        for stretch, edges in zip(each.stretches, each.edges, strict=True):
            assert sum(edges.values()) == stretch.instructions


@needs_emulator
def test_jumps_are_what_goes_elsewhere_than_on(measured: dict[str, Measured]) -> None:
    large = measured["Cortex-M4"]
    marks, copy, call, *_ = (jumps(large.program, edges) for edges in large.edges)
    assert (copy - marks, call - marks) == (15, 3)  # BNE; BL, POP, B


# ---- the listing ----

LISTING = """
program:     file format elf32-littlearm

00000000 <f>:
       0:\t6801      \tldr\tr1, [r0, #0]
       2:\tf850 3b04 \tldr.w\tr3, [r0], #4
       6:\te9d0 2300 \tldrd\tr2, r3, [r0]
       a:\t5083      \tstr\tr3, [r0, r2]
       c:\te8ac 000f \tstmia.w\tip!, {r0, r1, r2, r3}
      10:\te8bd 8ff8 \tldmia.w\tsp!, {r3, r4-r7, sl, fp, pc}
      14:\t4a03      \tldr\tr2, [pc, #12]\t; (24 <f+0x24>)
      16:\td1fe      \tbne.n\t14 <f+0x14>
      18:\tfbb2 f3f1 \tudiv\tr3, r2, r1
      1c:\tfba2 3201 \tumull\tr3, r2, r2, r1
      20:\tbf08      \tit\teq
      22:\t4618      \tmoveq\tr0, r3
      24:\t20000000 \t.word\t0x20000000
      28:\tedd0 7a00 \tvldr\ts15, [r0]
      2c:\tf85d fb04 \tldr.w\tpc, [sp], #4
"""


def test_a_listing_is_read() -> None:
    program = read_listing(LISTING)
    assert 0x24 not in program  # data
    assert program[0] == Instruction(0, 2, "ldr r1, [r0, #0]", Kind.LOAD, frozenset({"r1"}), frozenset({"r0"}))
    assert program[2].steps_address
    assert program[2].following == 6
    assert program[2].writes == {"r3"}
    assert (program[6].kind, program[6].moves, program[6].writes) == (Kind.PAIR, 2, {"r2", "r3"})
    assert (program[0xA].kind, program[0xA].offset_in_register) == (Kind.STORE, True)
    assert (program[0xA].writes, program[0xA].address_from) == (frozenset(), {"r0", "r2"})
    assert (program[0xC].moves, program[0xC].address_from, program[0xC].writes) == (4, {"r12"}, frozenset())
    assert program[0x10].writes == {"r3", "r4", "r5", "r6", "r7", "r10", "r11", "pc"}
    assert program[0x10].moves == 8
    assert program[0x14].address_from == {"pc"}
    assert program[0x16].kind is Kind.BRANCH
    assert program[0x1C].writes == {"r2", "r3"}
    assert (program[0x20].writes, program[0x22].writes) == (frozenset(), {"r0"})
    assert program[0x28].kind is Kind.OTHER
    assert (program[0x2C].kind, program[0x2C].writes) == (Kind.LOAD, {"pc"})


@pytest.mark.parametrize(
    ("mnemonic", "kind"),
    [
        *((name, Kind.BRANCH) for name in ("b", "bls", "blt", "ble", "bhs", "bx", "bxeq", "cbz", "cbnz")),
        *((name, Kind.CALL) for name in ("bl", "bleq", "blx", "blxne")),
        *((name, Kind.DATA) for name in ("bic", "bics", "bfi", "uxtb16", "pkhbt", "sub", "mul", "muls", "movs", "mvn")),
        *((name, Kind.LONG) for name in ("umull", "smlal", "umlal")),
        *((name, Kind.STORE) for name in ("strb", "strh", "strne", "strbeq")),
        *((name, Kind.LOAD) for name in ("ldrsb", "ldrsh", "ldrheq", "ldrt")),
        *((name, Kind.OTHER) for name in ("vldrw", "ldrex", "strexb", "dmb", "mrs", "svc")),
    ],
)
def test_kinds(mnemonic: str, kind: Kind) -> None:
    operands = "r0, [r1]" if kind in (Kind.LOAD, Kind.STORE) else "r0, r1, r2"
    code = f"   0:\t0000      \t{mnemonic}\t{operands}\n"
    assert read_listing(code)[0].kind is kind


def test_what_has_no_timing_is_refused() -> None:
    program = read_listing(LISTING)
    for core in CORES.values():
        with pytest.raises(TimingError, match="no timing for vldr"):
            estimate(core, program, {(0, 0x28): 1})
        with pytest.raises(TimingError, match="0x26 was executed"):
            estimate(core, program, {(0, 0x26): 1})
    with pytest.raises(TimingError, match="Cortex-M0: no timing for udiv"):
        estimate(CORES["Cortex-M0"], program, {(0, 0x18): 1})


def test_edges_are_read_by_stretch() -> None:
    text = "2 0 0 0 0 0\n0 10 1\n10 1a 1\n3 1 0 1 0 2\n0 10 1\n10 10 2\n"
    assert read_edges(text) == [{(0, 0x10): 1, (0x10, 0x1A): 1}, {(0, 0x10): 1, (0x10, 0x10): 2}]
    assert read_stretches(text) == [Stretch(2, 0, 0, 0, 0, 0), Stretch(3, 1, 0, 1, 0, 2)]
