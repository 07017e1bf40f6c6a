# SPDX-License-Identifier: BSD-3-Clause
"""Runs each instruction of semantics_helium.py on random registers, here and on QEMU: the results are equal."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("pypcode")
from generator.certify import semantics_helium as helium
from generator.certify.elf import read_image
from generator.certify.labels import Area, Pointer, Refused
from generator.certify.machine import Machine, Memory
from generator.certify.targets import TARGETS

ROOT = Path(__file__).parents[2]
SIZE, STACK, STOP = 4096, 1024, 0x0FFFFFF0
LOOPS = ("begin", "repeat", "go_back", "end_tail", "open_block")
PREDICATED = ("lanes", "transfer", "compare", "count_lanes")
ACCESSES = ("transfer", "interleave")
FLAGS = "-mthumb -mcpu=cortex-m55 -mfloat-abi=hard -O1 -specs=picolibc.specs --oslib=semihost --crt0=hosted".split()
PLACES = [f"-Wl,--defsym=__{name}" for name in ("flash=0", "flash_size=0x80000", "ram=0x20000000", "ram_size=0x80000")]
# r7 and the lanes of q4 are addresses in the buffer; q5 to q7 hold small offsets of 1, 2 and 4 bytes.
BEFORE = """
.thumb_func; .type t{0}, %function; t{0}: push {{r0, r4-r11, lr}}
vpush {{d8-d15}}; mov r12, r0
vldrw.u32 q0, [r12]; vldrw.u32 q1, [r12, #16]; vldrw.u32 q2, [r12, #32]; vldrw.u32 q3, [r12, #48]
vldrw.u32 q5, [r12, #80]; vldrw.u32 q6, [r12, #96]; vldrw.u32 q7, [r12, #112]
add r7, r12, #2048; vdup.32 q4, r7; vadd.i32 q4, q4, q7
ldr r3, [r12, #128]; vmsr p0, r3; ldr r3, [r12, #132]; ldr r2, [r12, #136]; cmp r3, r2
add r12, r12, #140; ldmia r12, {{r1-r6, r8-r10}}; ldr r12, [r12, #36]; mov lr, #77
"""
AFTER = """
ldr r0, [sp, #64]; vmov.i32 q4, #0; sub r7, r7, r0; add r0, r0, #256
vstrw.32 q0, [r0]; vstrw.32 q1, [r0, #16]; vstrw.32 q2, [r0, #32]; vstrw.32 q3, [r0, #48]
vstrw.32 q5, [r0, #80]; vstrw.32 q6, [r0, #96]; vstrw.32 q7, [r0, #112]
add r0, r0, #128; stmia r0!, {r1-r10, r12, lr}; vmrs r1, p0; str r1, [r0]; vpop {d8-d15}; pop {r0, r4-r11, pc}
"""
MAIN = """
#include <stdio.h>
extern void (*const tests[])(void *);
int main(void) {
    static unsigned char buffer[4096] __attribute__((aligned(64)));
    FILE *file = fopen("data.bin", "rb");
    for (int n = 0; fread(buffer, 1, 4096, file) == 4096; n++) {
        unsigned hash = 1;
        tests[n](buffer);
        for (int k = 0; k < 4096; k++) hash = (hash ^ buffer[k]) * 16777619u;
        printf("%u\\n", hash);
    }
}
"""


def _word(form: helium.Form, rng: random.Random, *, in_block: bool) -> tuple[int, dict[str, int]]:
    while True:
        fields = {letter: rng.getrandbits(len(bits)) for letter, bits in form.fields.items()}
        for letter in fields:
            if letter in "abdmnrt":
                fields[letter] = rng.choice((1, 2, 3, 4, 5, 6, 8, 9, 10, 12)) if letter != "r" else rng.randrange(1, 3)
            elif letter in "DMN":  # not q4, which may hold addresses
                fields[letter] = rng.choice((0, 5)) if form.method == "interleave" else rng.randrange(4)
        if form.method in ACCESSES:
            fields |= {"n": 7, "M": 5 + min(fields.get("z", 0), 2) if "n" in fields else 4}
        if in_block:
            fields["k"] = 0
        word = form.fixed
        for letter, bits in form.fields.items():
            word |= sum((fields[letter] >> k & 1) << at for k, at in enumerate(reversed(bits)))
        if (found := helium._fields(form, word)) is not None:
            return word, found


def _body(form: helium.Form, kind: str, rng: random.Random) -> list[str]:
    word, fields = _word(form, rng, in_block=kind != "alone")
    if kind == "tail":
        size = 8 << fields.get("z", fields.get("s", 0))
        return [f"mov r0, #{rng.randrange(1, 40)}", f"dlstp.{size} lr, r0", f"1: .inst.w {word}", "letp lr, 1b"]
    words = [0xFE718F4D, word, word] if kind == "block" else [word]  # VPSTE
    mask = fields.get("k", 0)
    words += [0xEF020844] * (5 - (mask & -mask).bit_length() if mask else 0)  # VADD
    return [f".inst.w {one}" for one in words]


def _data(rng: random.Random) -> bytes:
    data = bytearray(rng.randbytes(SIZE))
    for start, size in ((80, 1), (96, 2), (112, 4)):
        data[start : start + 16] = b"".join((4 * rng.randrange(60)).to_bytes(size, "little") for _ in range(16 // size))
    data[128:132] = sum(15 << k for k in range(0, 16, 4) if rng.random() < 0.5).to_bytes(4, "little")
    if rng.random() < 0.5:  # counts, and flags of equal numbers
        data[132:184] = b"".join(rng.randrange(20).to_bytes(4, "little") for _ in range(13))
    return bytes(data)


def _hash(machine: Machine, name: str, data: bytes) -> int:
    stack, buffer = Area("the stack", STACK, 0, 3), Area("the buffer", SIZE, 0, 6)
    cells = Memory(list(data), writable=True)
    machine.begin({stack: Memory([None] * STACK, writable=True), buffer: cells})
    machine.stack = stack
    for register, value in (*machine.target.constant.items(), ("lr", STOP | 1), ("r0", Pointer({buffer: 1}, 0, 4))):
        machine.set_register(register, value)
    machine.enter(Pointer({stack: 1}, STACK, 4), STACK)
    machine.run(machine.image.functions[name].address & ~1, STOP, 10000)
    found = 1
    for cell in cells.cells:
        assert isinstance(cell, int)
        found = (found ^ cell) * 16777619 & 0xFFFFFFFF
    return found


@pytest.mark.ci
def test_instructions_equal_qemu(tmp_path: Path) -> None:
    if not (shutil.which("arm-none-eabi-gcc") and shutil.which("qemu-system-arm")):
        pytest.skip("needs arm-none-eabi-gcc and qemu-system-arm")
    rng = random.Random(35)
    forms = [form for form in helium.FORMS if form.method not in LOOPS]
    plan = [(form, "alone") for form in forms * 4]
    plan += [(form, kind) for form in forms * 3 if form.method in PREDICATED for kind in ("block", "tail")]
    bodies = [_body(form, kind, rng) for form, kind in plan]
    data = [_data(rng) for _ in plan]
    texts = [BEFORE.format(n) + "\n".join(body) + AFTER for n, body in enumerate(bodies)]
    table = "\n.global tests\n.align 2\ntests: .word " + ", ".join(f"t{n}" for n in range(len(plan)))
    (tmp_path / "tests.S").write_text(".syntax unified\n.thumb\n" + "".join(texts) + table + "\n")
    (tmp_path / "main.c").write_text(MAIN)
    (tmp_path / "data.bin").write_bytes(b"".join(data))
    subprocess.run(["arm-none-eabi-gcc", *FLAGS, *PLACES, "main.c", "tests.S", "-o", "t.elf"], cwd=tmp_path, check=True)
    emulator = [ROOT / "tools/qemu-run", "mps3-an547", "t.elf"]
    run = subprocess.run(emulator, cwd=tmp_path, check=True, capture_output=True, text=True)
    machine = Machine(TARGETS["cortex-m55"], read_image(tmp_path / "t.elf"))
    compared = 0
    for n, ((form, kind), result) in enumerate(zip(plan, run.stdout.split(), strict=True)):
        try:
            found = _hash(machine, f"t{n}", data[n])
        except Refused as refused:
            assert "part of a lane" in str(refused), (form.text, kind, bodies[n])
            continue
        assert found == int(result), (form.text, kind, bodies[n])
        compared += 1
    assert compared > 0.9 * len(plan)
