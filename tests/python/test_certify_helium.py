# SPDX-License-Identifier: BSD-3-Clause
"""Runs semantics_helium.py's instructions on random registers, here and on QEMU: the results are equal."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("pypcode")
from emulated import SIZE, compare
from permkern.certify import semantics_helium as helium

LOOPS = ("begin", "repeat", "go_back", "end_tail", "open_block")
PREDICATED = ("lanes", "transfer", "compare", "count_lanes")
ACCESSES = ("transfer", "interleave", "spill")
FLAGS = "-mthumb -mcpu=cortex-m55 -mfloat-abi=hard -O1 -specs=picolibc.specs --oslib=semihost --crt0=hosted".split()
PLACES = [f"-Wl,--defsym=__{name}" for name in ("flash=0", "flash_size=0x80000", "ram=0x20000000", "ram_size=0x80000")]
# r7 and q4's lanes are addresses in the buffer; q5 to q7 hold small offsets of 1, 2 and 4 bytes.
BEFORE = """
push {r0, r4-r11, lr}; vpush {d8-d15}; mov r12, r0
vldrw.u32 q0, [r12]; vldrw.u32 q1, [r12, #16]; vldrw.u32 q2, [r12, #32]; vldrw.u32 q3, [r12, #48]
vldrw.u32 q5, [r12, #80]; vldrw.u32 q6, [r12, #96]; vldrw.u32 q7, [r12, #112]
add r7, r12, #2048; vdup.32 q4, r7; vadd.i32 q4, q4, q7
ldr r3, [r12, #128]; vmsr p0, r3; ldr r3, [r12, #132]; ldr r2, [r12, #136]; cmp r3, r2
add r12, r12, #140; ldmia r12, {r1-r6, r8-r10}; ldr r12, [r12, #36]; mov lr, #77
"""
AFTER = """
ldr r0, [sp, #64]; vmov.i32 q4, #0; sub r7, r7, r0; add r0, r0, #256
vstrw.32 q0, [r0]; vstrw.32 q1, [r0, #16]; vstrw.32 q2, [r0, #32]; vstrw.32 q3, [r0, #48]
vstrw.32 q5, [r0, #80]; vstrw.32 q6, [r0, #96]; vstrw.32 q7, [r0, #112]
add r0, r0, #128; stmia r0!, {r1-r10, r12, lr}; vmrs r1, p0; str r1, [r0]; vpop {d8-d15}; pop {r0, r4-r11, pc}
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
        lanes = rng.randrange(1, 4 * 128 // size)  # four iterations, or accesses with steps would leave the buffer
        return [f"mov r0, #{lanes}", f"dlstp.{size} lr, r0", f"1: .inst.w {word}", "letp lr, 1b"]
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


@pytest.mark.nightly
def test_instructions_equal_qemu(tmp_path: Path) -> None:
    if not (shutil.which("arm-none-eabi-gcc") and shutil.which("qemu-system-arm")):
        pytest.skip("needs arm-none-eabi-gcc and qemu-system-arm")
    rng = random.Random(35)
    forms = [form for form in helium.FORMS if form.method not in LOOPS]
    plan = [(form, "alone") for form in forms * 4]
    plan += [(form, kind) for form in forms * 3 if form.method in PREDICATED for kind in ("block", "tail")]
    bodies = [_body(form, kind, rng) for form, kind in plan]
    tests = [(BEFORE + "\n".join(body) + AFTER, _data(rng)) for body in bodies]
    head = ".syntax unified\n.thumb\n"
    compiler = ["arm-none-eabi-gcc", *FLAGS, *PLACES]
    reasons = compare(tmp_path, compiler, "mps3-an547", "cortex-m55", head, tests, {})
    others = [reason for reason in reasons if reason and not re.search("part of a lane|wraps|depends|counts", reason)]
    assert others == []
    assert reasons.count("") > 0.9 * len(plan)
