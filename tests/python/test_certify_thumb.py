# SPDX-License-Identifier: BSD-3-Clause
"""
M-profile instructions at the edge of each rule: accepted words and refused neighbours. Random words for
Cortex-M0, M3, M4, M23 and M33 were compared with llvm-mc 19. Only LDRD and STRD that step SP differ: LLVM warns there.
"""

import pytest

pytest.importorskip("pypcode")

from permkern.certify.isa_arm import TARGETS
from permkern.certify.labels import Instruction, Refused

# A word; the cores that take it, by the ends of their names; the instruction.
WORDS = """
4770     | 0 23 3 4 33 55 | bx lr
4778     |                | bx pc
4771     |                | bits that should be zero
4774     |                | bxns lr
4580     | 0 23 3 4 33 55 | cmp r8, r0
4500     |                | cmp r0, r0 as of high registers
44FF     |                | add pc, pc
B401     | 0 23 3 4 33 55 | push {r0}
B400     |                | push of nothing
C101     | 0 23 3 4 33 55 | stm r1!, {r0}
C106     |                | stm r1!, {r1, r2}, of which Ghidra leaves the base as it is
C107     |                | stm r1!, {r0, r1, r2}
C900     |                | ldm of nothing
BF00     | 0 23 3 4 33 55 | nop
BF10     | 0 23 3 4 33 55 | yield
BF20     |                | wfe
BF40     |                | sev
BF50     |                | a hint without a name
B662     |                | cpsie i
BE00     |                | bkpt
DE00     |                | udf
DF00     |                | svc
B100     | 23 3 4 33 55   | cbz
BF08     | 3 4 33 55      | it eq
BFE8     | 3 4 33 55      | it al
BFE4     | 3 4 33 55      | itt al
BFEC     |                | ite al
BFF8     |                | it nv
F000F800 | 0 23 3 4 33 55 | bl
F000B800 | 23 3 4 33 55   | b.w
F0008000 | 3 4 33 55      | beq.w
F3808000 |                | msr
F3BF8F5F | 0 23 3 4 33 55 | dmb
F3BF8F2F |                | clrex
F3AF8000 | 3 4 33 55      | nop.w
F3AF8002 |                | wfe.w
F3AF801D | 55             | pac r12, lr, sp
F3AF800F | 55             | bti
F3AF801E |                | a hint without a name
F2400001 | 23 3 4 33 55   | movw r0
F2400D01 |                | movw sp
F2C00F01 |                | movt pc
FB91F0F2 | 23 3 4 33 55   | sdiv
FB9DF0F2 |                | sdiv by sp
E8D01FAF | 23 33 55       | lda r1
E8D01F9F | 23 33 55       | ldah r1
E8D0DFAF |                | lda sp
E8DF1FAF |                | lda at pc
E8D01F4F |                | ldrexb
E8500F00 |                | ldrex
E8B00006 | 3 4 33 55      | ldm r0!, {r1, r2}
E8B00003 |                | ldm r0!, {r0, r1}
E8900003 | 3 4 33 55      | ldm r0, {r0, r1}
E8B00002 |                | ldm of one register
E8B0C002 |                | ldm with lr and pc
E89F0006 |                | ldm at pc
E8A00003 |                | stm r0!, {r0, r1}
E8A02006 |                | stm with sp
E9D00102 | 3 4 33 55      | ldrd r0, r1, [r0, #8]
E9F00102 |                | ldrd r0, r1, [r0, #8]!
E9D01102 |                | ldrd r1, r1
E9DF0102 | 3 4 33 55      | ldrd by a label
E95F0102 |                | ldrd by a label before it, which Ghidra reads after it
F99F1004 |                | ldrsb by a label, of which Ghidra makes an address
E9D00D02 |                | ldrd to sp
E9C01102 | 3 4 33 55      | strd r1, r1
E9E00102 |                | strd r0, r1, [r0, #8]!
E8D0F001 | 3 4 33 55      | tbb
E8DDF001 |                | tbb at sp
EA500001 | 3 4 33 55      | orrs r0, r0, r1
EA50000D |                | orrs with sp, an instruction of Armv8.1-M
EA4F0D01 | 3 4 33 55      | mov.w sp, r1
EA4F0D41 |                | lsl of r1 to sp
EA4F0D0D |                | mov.w sp, sp
EA100F01 | 3 4 33 55      | tst r0, r1
EA000F01 |                | and to pc
EB0D0D01 | 3 4 33 55      | add sp, sp, r1
EB0D0DC1 | 3 4 33 55      | add sp, sp, r1, lsl #3
EB0D1D01 |                | add sp, sp, r1, lsl #4
EB0D0D11 |                | add sp, sp, r1, lsr
F0800001 | 3 4 33 55      | eor r0, r0, #1
F0801001 | 3 4 33 55      | eor r0, r0, #0x00010001
F0801000 |                | eor r0, r0, #0x00000000 by two bytes
F1B00F00 | 3 4 33 55      | cmp r0, #0
F1A00F00 |                | sub to pc
F20F0001 | 3 4 33 55      | adr.w
F20D0F01 |                | addw pc, sp
F3C0001F | 3 4 33 55      | ubfx r0, r0, #0, #32
F3C0005F |                | ubfx r0, r0, #1, #32
F361001F | 3 4 33 55      | bfi r0, r1, #0, #32
F3610040 |                | bfi with its end before its begin
F3200000 | 4 33 55        | ssat16
F3200040 | 3 4 33 55      | ssat with asr #1
F8D01000 | 3 4 33 55      | ldr.w
F8501B04 | 3 4 33 55      | ldr r1, [r0], #4
F8500B04 |                | ldr r0, [r0], #4
F8501E04 |                | ldrt
F8501A04 |                | ldr without an index or a step
F850100D |                | ldr r1, [r0, sp]
F810D000 |                | ldrb sp
F8D0D000 | 3 4 33 55      | ldr sp
F8CFD000 |                | str at pc
F890F000 | 3 4 33 55      | pld
F8B0F000 |                | pldw
F990F000 | 3 4 33 55      | pli
F9001000 |                | Advanced SIMD
FA91F1A1 | 3 4 33 55      | rbit r1, r1
FA91F1A2 |                | rbit of two registers
FA0FF180 | 3 4 33 55      | sxth.w
FA0FF1C0 |                | sxth with a bit that should be zero
FB00F101 | 3 4 33 55      | mul
FB00D101 |                | mla with sp
FBA01202 | 3 4 33 55      | umull r1, r2
FBA01102 |                | umull r1, r1
FA90F142 |                | uadd8, which no kernel uses and Ghidra describes wrong
FAA0F182 |                | sel
EAC00001 | 4 33 55        | pkhbt
EAD00001 |                | pkhbt with flags
FA1FF181 | 3 4 33 55      | uxth
FA11F181 | 4 33 55        | uxtah
FB100002 | 4 33 55        | smlabb
FBE01162 |                | umaal r1, r1
ED900A00 | 4 33 55        | vldr s0
EDD00B00 |                | vldr d16
EC900A10 | 4 33 55        | vldm of 16 registers
EC900A11 |                | vldm of 17 registers
EC900A00 |                | vldm of nothing
EC90FA02 | 4 33 55        | vldm r0, {s30, s31}
EC90FA03 |                | vldm beyond s31
EC90FB02 | 4 33 55        | vldm r0, {d15}
EC90FB04 |                | vldm beyond d15
EE001A10 | 4 33 55        | vmov s0, r1
EE00DA10 |                | vmov of sp
EC521A10 | 4 33 55        | vmov r1, r2, s0, s1
EC511A10 |                | vmov r1, r1
EC521A3F |                | vmov beyond s31
EE300A00 |                | vadd
EEE10A10 |                | vmsr
"""
CORES = ("0", "23", "3", "4", "33", "55")
# IT and the halfwords in its block; true: allowed.
BLOCKS = {
    "bf08 4770": True,  # bx at the end
    "bf04 2000 4770": True,
    "bf04 4770 2000": False,
    "bf04 2000 bf08": False,  # it
    "bf08 b100": False,  # cbz
    "bf08 d000": False,  # beq
    "bf04 f000 8000 2000": False,  # beq.w
    "bf04 f850 f004 2000": False,  # ldr pc
    "bf08 f850 f004": True,
    "bf04 4687 2000": False,  # mov pc, r0
    "bf04 4680 2000": True,  # mov r8, r0
    "bf04 bd01 2000": False,  # pop {r0, pc}
    "bf01 f850 1004 f850 1004 f850 1004 f000 8000": False,
}


def test_each_core_takes_its_own() -> None:
    for row in WORDS.strip().splitlines():
        number, cores, what = map(str.strip, row.split("|"))
        halves = (number[at : at + 4] for at in range(0, len(number), 4))
        raw = b"".join(int(half, 16).to_bytes(2, "little") for half in halves) + bytes(16)
        taken = [core for core in CORES if not TARGETS[f"cortex-m{core}"].refuses_bytes(raw)]
        assert taken == cores.split(), what


@pytest.mark.parametrize("block", BLOCKS)
def test_it_blocks(block: str) -> None:
    raw = b"".join(int(half, 16).to_bytes(2, "little") for half in block.split()) + bytes(16)
    name = "i" + "t" * (5 - (raw[0] & 15 & -(raw[0] & 15)).bit_length())
    covers = TARGETS["cortex-m4"].covers(Instruction(0, 2, f"{name} eq"), raw)
    if BLOCKS[block]:
        assert len(list(covers)) == len(name) - 1
    else:
        with pytest.raises(Refused, match="in its block"):
            list(covers)
