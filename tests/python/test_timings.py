# SPDX-License-Identifier: BSD-3-Clause
"""Compares estimated cycles with loops that were counted by hand from Arm's manuals."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "bench"), str(ROOT / "tools")]

from disassembly import disassemble, read_listing  # noqa: E402
from icnt import count  # noqa: E402
from timings import CORES, TimingError, estimate  # noqa: E402

COPY = "movs r2, #0\n1: ldr r0, [%0, r2]\n str r0, [%1, r2]\n adds r2, #4\n cmp r2, #64\n bne 1b"
CALL = "bl 2f\n b 3f\n2: push {r4, lr}\n pop {r4, pc}\n3:"
BYTES = "ldrb r0, [%0]\n ldrh r1, [%0, #2]\n strb r0, [%1]\n strh r1, [%1, #2]"
STEPPED = "mov r2, %0\n nop\n ldr r0, [r2], #4\n ldr r1, [r2], #4\n ldrd r0, r1, [%0]"
UNALIGNED = "ldr r0, [%0, #2]\n ldr r1, [%0, #1]\n ldrh r2, [%0, #3]"
SMALL = {"Cortex-M0": "cortex-m0", "Cortex-M0+": "cortex-m0", "Cortex-M3": "cortex-m3", "Cortex-M4": "cortex-m3"}
# Cycles of each text. COPY has 16 rounds; its branch is taken 15 times.
BY_HAND = {
    # LDR 2, STR 2, ADDS 1, CMP 1, BNE 3; BL 4, PUSH 3, POP 6, B 3; 2 for each access
    "Cortex-M0": {COPY: 1 + 16 * 6 + 15 * 3 + 1, CALL: 4 + 3 + 6 + 3, BYTES: 8},
    # BNE 2; BL 3, POP 5, B 2
    "Cortex-M0+": {COPY: 1 + 16 * 6 + 15 * 2 + 1, CALL: 3 + 3 + 5 + 2, BYTES: 8},
}
# The first LDR waits 1 for its address; STR after LDR 1; BNE 1 + P, where P = 2. A stepped LDR does not overlap. A word
# at an even address takes 1 more, at an odd one 2, a half-word at an odd one 1.
LARGE = {COPY: 2 + 16 * 5 + 15 * 3 + 1, CALL: 3 + 3 + 5 + 3, BYTES: 5, STEPPED: 1 + 1 + 2 + 2 + 3, UNALIGNED: 3 + 3 + 2}
PROGRAM = """
#include "marks.h"
static unsigned input[32], output[32];
int main(void)
{{
    register unsigned *from __asm__("r5") = input, *to __asm__("r6") = output;
    __asm__ volatile("" : "+r"(from), "+r"(to));
    mark_begin();
    mark_end();
{stretches}
    return 0;
}}
"""
STRETCH = """
    mark_begin();
    __asm__ volatile("{text}" : : "r"(from), "r"(to) : "r0", "r1", "r2", "r3", "r4", "lr", "cc", "memory");
    mark_end();
"""
PLACES = ("__flash=0", "__flash_size=0x40000", "__ram=0x20000000", "__ram_size=0x4000", "__stack_size=0x1000")


@pytest.mark.skipif(
    not (shutil.which("arm-none-eabi-gcc") and shutil.which("qemu-system-arm")), reason="needs an Arm compiler and QEMU"
)
@pytest.mark.parametrize("core", CORES)
def test_estimates_equal_counts_by_hand(core: str, tmp_path: Path) -> None:
    stretches = "".join(STRETCH.format(text=text.replace("\n", "\\n")) for text in BY_HAND.get(core, LARGE))
    (tmp_path / "program.c").write_text(PROGRAM.format(stretches=stretches), encoding="utf-8")
    command = ["arm-none-eabi-gcc", "-mthumb", f"-mcpu={SMALL[core]}", "-masm-syntax-unified", "-O2", "program.c"]
    command += [f"-I{ROOT}/bench/icnt", "-specs=picolibc.specs", "--oslib=semihost", "--crt0=hosted", "-o", "program"]
    subprocess.run([*command, *(f"-Wl,--defsym={place}" for place in PLACES)], cwd=tmp_path, check=True)
    run = count(tmp_path / "program", "mps2-an385", "mark_begin", "mark_end", tmp_path, edges=True)
    program = disassemble(tmp_path / "program")
    both = zip(run.edges or [], run.stretches or [], strict=True)
    marks, *cycles = (estimate(CORES[core], program, edges, stretch.pieces) for edges, stretch in both)
    assert [each - marks for each in cycles] == list(BY_HAND.get(core, LARGE).values())


def test_unknown_instruction_is_refused() -> None:
    program = read_listing("  28:\tedd0 7a00 \tvldr\ts15, [r0]\n")
    with pytest.raises(TimingError, match="no timing for vldr"):
        estimate(CORES["Cortex-M4"], program, {(0, 0x28): 1})
