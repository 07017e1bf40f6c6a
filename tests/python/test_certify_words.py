# SPDX-License-Identifier: BSD-3-Clause
"""AArch64 and RISC-V words on both sides of each rule's edge, and runs that trap or clear bits."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("pypcode")

from permkern.certify.certificate import FIRST, Buffer, Call, certify
from permkern.certify.command import targets_of
from permkern.certify.elf import read_image
from permkern.certify.machine import Machine
from permkern.certify.targets import TARGETS

# A word, the instruction, and why it is refused: nothing if it is not. "-": any reason.
AARCH64 = """
12007820 and w0, w1, #0x7fffffff        |
12007c20 and w0, w1, #0xffffffff        | -
12407820 and w0, w1, N = 1              | -
53017c20 lsr w0, w1, #1                 |
53218020 ubfm w0, w1, #33, #32          | -
93417c20 sbfx x0, x1, #1, #31           |
93017c20 sbfm x0, x1, N = 0             | -
13827c20 extr w0, w1, w2, #31           |
13828020 extr w0, w1, w2, #32           | -
72a00020 movk w0, #1, lsl #16           |
72c00020 movk w0, #1, lsl #32           | -
32a00020 move wide, opc 1               | -
0b027c20 add w0, w1, w2, lsl #31        |
0b028020 add w0, w1, w2, lsl #32        | -
0bc20420 add w0, w1, w2, ror #1         | -
8b225020 add x0, x1, w2, uxtw #4        |
8b225420 add x0, x1, w2, uxtw #5        | -
2a027c20 orr w0, w1, w2, lsl #31        |
2a028020 orr w0, w1, w2, lsl #32        | -
fa020020 sbcs x0, x1, x2                |
fa02003f sbcs xzr, x1, x2               | -
dac00c20 rev x0, x1                     |
5ac00c20 rev of 64 bits in w            | -
dac01820 ctz x0, x1                     | -
9bc27c20 umulh x0, x1, x2               |
9bc23c20 umulh x0, x1, x2, Ra = 15      | -
1ac24020 crc32b w0, w1, w2              | -
a9400440 ldp x0, x1, [x2]               |
a9400040 ldp x0, x0, [x2]               | -
a9000040 stp x0, x0, [x2]               |
a8810840 stp x0, x2, [x2], #16          | -
a9010840 stp x0, x2, [x2, #16]          |
a8810be0 stp x0, x2, [sp], #16          |
6cc10c42 ldp d2, d3, [x2], #16          |
6cc10842 ldp d2, d2, [x2], #16          | -
69400440 ldpsw x0, x1, [x2]             |
68400440 ldnp, opc 1                    | -
69000440 stgp x0, x1, [x2]              | -
f8408420 ldr x0, [x1], #8               |
f8408421 ldr x1, [x1], #8               | -
f8008c21 str x1, [x1, #8]!              | -
fc008c21 str d1, [x1, #8]!              |
f8008fff str xzr, [sp, #8]!             |
f9400421 ldr x1, [x1, #8]               |
b9800020 ldrsw x0, [x1]                 |
b9c00020 ldrsw w0, [x1]                 | -
3dc00020 ldr q0, [x1]                   |
7dc00020 ldr of 32 bytes                | -
f8625820 ldr x0, [x1, w2, uxtw #3]      |
f8621820 ldr x0, [x1, option 0]         | -
9c000000 ldr q0, 0                      |
dc000000 ldr literal, opc 3             | -
88dffc20 ldar w0, [x1]                  |
88dffc00 ldar w0, [x0]                  |
88dfbc20 ldar w0, [x1], Rt2 = 15        | -
88df7c20 ldlar w0, [x1]                 | -
885ffc20 ldaxr w0, [x1]                 | -
c87f0440 ldxp x0, x1, [x2]              | -
88a07c41 cas w0, w1, [x2]               | -
b8200041 ldadd w0, w1, [x2]             | -
b8bfc020 ldapr w0, [x1]                 | -
99404020 ldapur w0, [x1, #4]            | -
f8200420 ldraa x0, [x1]                 | -
a400a020 ld1b z0.b, p0/z, [x1]          | -
54000040 b.eq 8                         |
54000050 bc.eq 8                        | -
d65f03c0 ret                            |
d65f0bff retaa                          | -
d503201f nop                            |
d503203f yield                          |
d503205f wfe                            | -
d503209f sev                            | -
d503233f paciasp                        |
d50323bf autiasp                        |
d503245f bti c                          |
d50320ff xpaclri                        | -
d5033bbf dmb ish                        |
d50330bf dmb #0                         | -
d5033fdf isb                            |
d5033edf isb #14                        | -
d4000001 svc #0                         | -
d50b7420 dc zva, x0                     | -
d53b4200 mrs x0, nzcv                   | -
0c402000 ld1 {v0.8b-v3.8b}, [x0]        |
0c403000 ld1, opcode 3                  | -
0c408c00 ld2 {v0.1d, v1.1d}, [x0]       | -
4c408c00 ld2 {v0.2d, v1.2d}, [x0]       |
0c407c00 ld1 {v0.1d}, [x0]              |
0d405800 ld1 {v0.h}[3], [x0]            |
0d405c00 ld1 {v0.h}, size 3             | -
0d408400 ld1 {v0.d}[0], [x0]            |
0d409400 ld1 {v0.d}, S = 1              | -
0d60e000 ld4r {v0.8b-v3.8b}, [x0]       |
0d20e000 st4r                           | -
0ea00820 rev64 v0.2s, v1.2s             |
0ee00820 rev64 v0.1d, v1.1d             | -
2e600820 rev32 v0.4h, v1.4h             |
2ea00820 rev32 v0.2s, v1.2s             | -
0e201820 rev16 v0.8b, v1.8b             |
0e601820 rev16 v0.4h, v1.4h             | -
4e180420 dup v0.2d, v1.d[1]             |
0e180420 dup v0.1d, v1.d[1]             | -
4e083c20 umov x0, v1.d[0]               |
0e083c20 umov w0, v1.d[0]               | -
2f3f0420 ushr v0.2s, v1.2s, #1          |
6f7f0420 ushr v0.2d, v1.2d, #1          |
2f7f0420 ushr v0.1d, v1.1d, #1          | -
0e823820 zip1 v0.2s, v1.2s, v2.2s       |
0ec23820 zip1 v0.1d, v1.1d, v2.1d       | -
2e023820 ext v0.8b, v1.8b, v2.8b, #7    |
2e024020 ext v0.8b, v1.8b, v2.8b, #8    | -
0e020020 tbl v0.8b, {v1.16b}, v2.8b     |
0e021020 tbx v0.8b, {v1.16b}, v2.8b     | -
9e670020 fmov d0, x1                    |
1e622820 fadd d0, d1, d2                | -
6f00f400 fmov v0.2d, #2.0               |
2f00f400 fmov v0.1d, #2.0               | -
"""
RISCV = """
rv32imac 01f09093 slli ra, ra, 31       |
rv32imac 02009093 slli ra, ra, 32       | -
rv64imac 02009093 slli ra, ra, 32       |
rv32imac 41f0d093 srai ra, ra, 31       |
rv32imac 0000a083 lw ra, 0(ra)          |
rv32imac 0000b083 ld ra, 0(ra)          | -
rv64imac 0000b083 ld ra, 0(ra)          |
rv64imac 0000f083 load of 16 bytes      | -
rv32imac 0000e083 lwu ra, 0(ra)         | -
rv32imac 0010b023 sd ra, 0(ra)          | -
rv32imac 00000063 beqz zero, 0          |
rv32imac 00002063 branch, funct3 2      | -
rv32imac 00008067 ret                   |
rv32imac 00009067 jalr, funct3 1        | -
rv32imac 0010809b addiw ra, ra, 1       | -
rv64imac 0010809b addiw ra, ra, 1       |
rv64imac 0200909b slliw ra, ra, 32      | -
rv32imac 021080b3 mul ra, ra, ra        |
rv64imac 021090bb mulw, funct3 1        | -
rv32imac 40109033 sub, funct3 1         | -
rv32imac 0ff0000f fence                 |
rv32imac 0000100f fence.i               | -
rv32imac 1000a0af lr.w ra, (ra)         | -
rv32imac 0000a0af amoadd.w ra, zero, (ra) | -
rv32imac 0000a087 flw ft1, 0(ra)        | -
rv32imac 001070d3 float                 | -
rv32imac 00000073 ecall                 | -
rv32imac c00020f3 rdcycle ra            | -
rv32imac 0a10c0b3 min ra, ra, ra        | of Zbb
rv32imac-zbb 0a10c0b3 min ra, ra, ra    |
rv32imac-zbs 0a10c0b3 min ra, ra, ra    | of Zbb
rv32imac-zbb 4010f0b3 andn ra, ra, ra   |
rv32imac-zbkb 4010f0b3 andn ra, ra, ra  |
rv32imac-zbb 6980d093 rev8 ra, ra       |
rv64imac-zbb 6980d093 rev8 of RV32      | -
rv64imac-zbb 6b80d093 rev8 ra, ra       |
rv32imac-zbb 61f0d093 rori ra, ra, 31   |
rv32imac-zbb 6200d093 rori ra, ra, 32   | -
rv64imac-zbb 6200d093 rori ra, ra, 32   |
rv64imac-zba 201080bb sh1add.uw, funct3 0 | -
rv64imac-zba 2010a0bb sh1add.uw ra, ra, ra |
rv32imac-zba 2010a0bb sh1add.uw ra, ra, ra | -
rv32imac 5e00b057 vmv.v.i v0, 1         | of V, which
rv32imacv 5e00b057 vmv.v.i v0, 1        |
rv32imac 0004     c.addi4spn 0          | -
rv32imac 0020     c.addi4spn s0, sp, 8  |
rv32imac 4002     c.lwsp zero           | -
rv32imac 4082     c.lwsp ra             |
rv32imac 8002     c.jr zero             | -
rv32imac 8082     ret                   |
rv32imac 9002     c.ebreak              | -
rv32imac 6081     c.lui ra, 0           | -
rv32imac 6085     c.lui ra, 1           |
rv32imac 6101     c.addi16sp 0          | -
rv32imac 6141     c.addi16sp 16         |
rv32imac 1082     c.slli ra, 32         | -
rv64imac 1082     c.slli ra, 32         |
rv32imac 9001     c.srli s0, 32         | -
rv64imac 9001     c.srli s0, 32         |
rv32imac 9c01     c.subw s0, s0         | -
rv64imac 9c01     c.subw s0, s0         |
rv64imac 9c41     c.mul s0, s0          | -
rv32imac 8000     c.lbu s0, (s0)        | -
rv32imac 2001     c.jal                 |
rv64imac 2001     c.addiw zero, 0       | -
rv32imac 6000     c.flw                 | -
rv64imac 6000     c.ld                  |
rv32imac 2000     c.fld                 | -
rv64imac 6002     c.ldsp zero           | -
rv64imac 6082     c.ldsp ra             |
"""
# More words, for the table rows without a word above: + allowed, - refused.
MORE = """
aarch64 + 90b75092 513561a4 942f34a6 b708923d d63f0240 3a562027 5a8a9482 1adf0d86 9ac22e99 1b0e6f24 9b3fe09f d8061596
aarch64 + f8913089 f8a67ab3 f9bd67dd fc4ab343 3cfce832 0c822fb2 0dba7a4a 4ead1dd1 4ee63578 2ea73ec4 6ef2459b 2eb88532
aarch64 + 2e688d92 0e70bc34 0e7c9585 4eb79d11 2ea50047 6e7ec1ff 6e205829 4e205a95 2e604ab3 0ea088a1 0e60a9d0 0ea0bbd4
aarch64 + 0e612bba 2e613ac6 4e140c86 0e022f54 0e1a3c25 4e111f8b 6e1836f5 4f4457a3 0f1987d9 4f02a5c2 5ee58635 5ef1bbd8
aarch64 + 5e1807b7 5f5407f8 7f4e54e3 1e2702e1 9eaf025f 1e60404d 1e62901d 1e38de56
aarch64 - fccab343 bcfce832 0c823fb2 0dba7e4a 0ee63578 2ee73ec4 2ef2459b 2ef88532 2ee88d92 0ef0bc34 0efc9585 4ef79d11
aarch64 - 2ee50047 6efec1ff 6ea05829 4ea05a95 2ee04ab3 0ee088a1 0ee0a9d0 0ee0bbd4 0ee12bba 2ee13ac6 4e100c86 0e002f54
aarch64 - 0e183c25 4e101f8b 6e1036f5 0f4457a3 0f5987d9 4f42a5c2 5e1007b7
rv32imac + ff230923 016a79b3 40738db3 1c1d 522d 8c69 c43d c3d2
rv32imac - ff234923 4073cdb3 4200d093 0010909b 4010d09b e006
rv64imac + bbb6fc37 4c1d1f6f 0127123b 416ed13b 037feb3b 428c d3dc 8a59 b961 0010909b 4010d09b e006
rv64imac - 0127323b 416ec13b 037fab3b
"""
# Code that copies 16 bytes, or should, and the refusal.
COPY = "ldp x2, x3, [x0]; stp x2, x3, [x1]"
COPIES = {
    "unaligned_pair": ("None", "add x0, x0, #1; sub x0, x0, #1; ldur x2, [x0, #1]; " + COPY),
    "acquire": ("None", "ldar x2, [x0]; ldarb w3, [x0]; add x4, x0, #4; ldar w4, [x4]; " + COPY),
    "acquire_off": ("reads input, 8 bytes that are not aligned to 8", "add x4, x0, #4; ldar x2, [x4]; " + COPY),
    "acquire_half_off": ("reads input, 2 bytes that are not aligned", "add x4, x0, #1; ldarh w2, [x4]; " + COPY),
    "release": ("None", "ldp x2, x3, [x0]; stlr x2, [x1]; add x4, x1, #8; stlr x3, [x4]"),
    "release_off": ("writes output, 4 bytes that are not aligned", "add x4, x1, #2; stlr w2, [x4]; " + COPY),
    "release_word": ("leaves nothing in byte 4", "ldp x2, x3, [x0]; str x3, [x1, #8]; stlr w2, [x1]"),
    "stack_moved": ("None", "sub sp, sp, #8; add sp, sp, #8; str x2, [sp, #-16]!; add sp, sp, #16; " + COPY),
    "stack_off": ("uses the stack while its pointer", "sub sp, sp, #24; str x2, [sp, #8]; add sp, sp, #24; " + COPY),
    "stack_off_later": ("uses the stack while its", "str x2, [sp, #-8]!; ldr x2, [sp], #8; " + COPY),
    "jump_off": ("executes 0x.*, which is not aligned to 4", "adr x2, copy; add x2, x2, #2; br x2"),
    "fetches_by_contents": ("fetches ahead", "ldrb w2, [x0]; prfm pldl1keep, [x0, w2, uxtw]; " + COPY),
    "fences": ("None", "dmb ish; dsb sy; isb; yield; hint #20; prfm pldl1keep, [x0]; paciasp; autiasp; " + COPY),
    "or_of_address": (
        "None",
        "orr x2, x0, #8; eor x2, x2, #8; mov x4, #1; bfi x2, x4, #3, #1; ldr x3, [x2]; ldr x2, [x0]; stp x2, x3, [x1]",
    ),
    "upper_half": (
        "leaves the number 0 in byte 8",
        "ldr q0, [x0]; rev64 v0.8b, v0.8b; rev64 v0.8b, v0.8b; str q0, [x1]",
    ),
    "lower_half": (
        "None",
        "ldr q0, [x0]; rev64 v1.8b, v0.8b; rev64 v1.8b, v1.8b; ext v2.16b, v0.16b, v0.16b, #8; stp d1, d2, [x1]",
    ),
    "signed_byte": ("None", "ldrsb w2, [x0]; lsr x3, x2, #32; cbnz x3, fail; " + COPY),
    "signed_pair": ("None", "ldpsw x2, x3, [x0]; stp w2, w3, [x1]; ldr x2, [x0, #8]; str x2, [x1, #8]"),
    "signed_division": ("None", "mov w2, #-7; mov w3, #2; sdiv w2, w2, w3; cmn w2, #3; b.ne fail; " + COPY),
}


def test_words() -> None:
    lines = [f"aarch64 {line}" for line in AARCH64.strip().splitlines()] + RISCV.strip().splitlines()
    for line in lines:
        target, word, text, reason = re.findall(r"(\S+) +(\w+) +(.*?) *\| ?(.*)", line)[0]
        found = TARGETS[target].refuses_bytes(bytes.fromhex(word)[::-1])
        assert re.match({"": "$", "-": "."}.get(reason, reason), found), (target, word, text, found)
    for target, sign, *words in map(str.split, MORE.strip().splitlines()):
        for word in words:
            assert (TARGETS[target].refuses_bytes(bytes.fromhex(word)[::-1]) == "") == (sign == "+"), (target, word)


def _linked(folder: Path, compiler: list[str], code: str) -> Path:
    (folder / "copies.S").write_text(code)
    subprocess.run(
        [*compiler, "-nostdlib", "-static", "-Wl,-e,0", "copies.S", "-o", "copies.elf"], cwd=folder, check=True
    )
    return folder / "copies.elf"


@pytest.mark.skipif(not shutil.which("aarch64-linux-gnu-gcc"), reason="needs aarch64-linux-gnu-gcc")
def test_copies_of_aarch64(tmp_path: Path) -> None:
    lines = [
        f".type {name}, %function; {name}: {code}; ret" for name, (_, code) in {"copy": ("", COPY), **COPIES}.items()
    ]
    linked = _linked(tmp_path, ["aarch64-linux-gnu-gcc"], "\n".join([*lines, "fail: b fail", ""]))
    machine, moved = Machine(TARGETS["aarch64"], read_image(linked)), range(FIRST, FIRST + 16)
    buffers = Buffer("input", moved, None, 16), Buffer("output", (None,) * 16, moved, 16)
    for name, (reason, _) in COPIES.items():
        found = certify(machine, Call(name, (("input", 0), ("output", 0)), buffers))
        assert re.match(reason, str(found.refused)), (name, str(found.refused))


@pytest.mark.skipif(not shutil.which("riscv64-unknown-elf-gcc"), reason="needs riscv64-unknown-elf-gcc")
@pytest.mark.parametrize(
    ("march", "target"), [("rv32imac_zbb", "rv32imac-zbb"), ("rv64gc_zba_zbs", "rv64imac-zba-zbs")]
)
def test_extensions_from_the_program(tmp_path: Path, march: str, target: str) -> None:
    abi = "ilp32" if march.startswith("rv32") else "lp64"
    code = "min a2, a0, a1" if "zbb" in march else "sh1add a2, a0, a1"
    linked = _linked(tmp_path, ["riscv64-unknown-elf-gcc", f"-march={march}", f"-mabi={abi}"], code + "\n")
    assert targets_of(read_image(linked))[0] == target
