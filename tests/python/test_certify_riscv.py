# SPDX-License-Identifier: BSD-3-Clause
"""Runs semantics_riscv.py's instructions on random registers, here and on QEMU: known bits are equal."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

pytest.importorskip("pypcode")
from emulated import ROOT, SIZE, compare
from permkern.certify import semantics_riscv as riscv
from permkern.certify.certificate import FIRST, Buffer, Call, certify
from permkern.certify.elf import read_image
from permkern.certify.machine import Machine
from permkern.certify.targets import TARGETS

GCC = "riscv64-unknown-elf-gcc"
PLACES = "flash=0x80000000 flash_size=0x400000 ram=0x80400000 ram_size=0x400000 stack_size=0x1000".split()
FLAGS = "-O1 -D__riscv_vector -specs=picolibc.specs --oslib=semihost --crt0=hosted -mcmodel=medany".split()
# a0 is the buffer: v0 to v31, then a1 to a4, a stride, vl and vtype. Code accesses memory around its middle, a5.
BEFORE = """
.option arch, +v, +zicsr
before: addi a7, a0, 1024; addi a5, a7, 1024; {load} t0, 40(a7); {load} t1, 48(a7); {vector}vsetvl zero, t0, t1
{load} a1, (a7); {load} a2, 8(a7); {load} a3, 16(a7); {load} a4, 24(a7); {load} a6, 32(a7)
{loads}jr t2
after: {store} a1, (a7); {store} a2, 8(a7); {store} a3, 16(a7); {store} a4, 24(a7)
{vector}csrr t0, vl; csrr t1, vtype; {store} t0, 40(a7); {store} t1, 48(a7)
{stores}ret
"""
VTYPES = [lmul | size << 3 for size in range(4) for lmul in (0, 1, 2, 3, 5, 6, 7) if lmul < 4 or size <= lmul - 5]


def _word(form: riscv.Form, xlen: int, vtype: int, rng: random.Random) -> int:
    """Returns an instruction of a form, with registers as they often are at a vtype."""
    whole = 1 if vtype & 4 else 1 << (vtype & 3)
    while True:
        aligned = rng.choice((1, whole, whole, 2 * whole))
        vd, vs1, vs2 = (rng.randrange(32) // aligned * aligned for _ in range(3))
        is_access, is_vector = "({rs1})" in form.text, form.fixed & 127 == 0x57
        if "{rd}" in form.text:
            vd = rng.randrange(11, 15) if "vset" not in form.text else rng.choice((0, 11))
        if is_access or "{rs1}" in form.text or (is_vector and form.fixed >> 14 & 1):
            vs1 = 15 if is_access else rng.choice((0, 11, 12, 13, 14))
        if "{rs2}" in form.text:
            vs2 = 16 if is_access else rng.randrange(11, 15)
        word = vd << 7 | vs1 << 15 | vs2 << 20 | rng.choice((0, 5, 6, 7)) << 12 | rng.getrandbits(1) << 25
        word |= rng.choice((0, 0, 0, 1, 2, 3, 7)) << 29
        if "{t}" in form.text:
            word = word & 0xFFFFF | (rng.choice(VTYPES) | rng.getrandbits(2) << 6) << 20
        word = word & ~form.mask | form.fixed
        if eval(form.valid, {}, riscv._fields(word, xlen)):
            return word


def _data(form: riscv.Form, word: int, vtype: int, rng: random.Random) -> bytes:
    data, width = bytearray(rng.randbytes(SIZE)), riscv._fields(word, 4)["width"] or 1
    if "x{g}ei" in form.text or rng.random() < 0.3:  # indices
        data[32:1024] = b"".join((8 * rng.randrange(31)).to_bytes(width, "little") for _ in range(992 // width))
    numbers = [rng.choice((rng.randrange(40), rng.getrandbits(64))) for _ in range(4)]
    if "vslide1" in form.text:  # QEMU 7.2 extends a negative scalar by zeros
        numbers = [rng.getrandbits(31) for _ in numbers]
    if "vsetvl {rd}" in form.text:
        numbers = [rng.choice(VTYPES) for _ in numbers]
    numbers += [8 * rng.randrange(-9, 9) & (1 << 64) - 1, rng.randrange(24), vtype | rng.getrandbits(2) << 6]
    data[1024:1080] = b"".join(number.to_bytes(8, "little") for number in numbers)
    return bytes(data)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("target", "emulator", "vlenb", "forms"),
    [
        ("rv32imacv", "rv32-v128", 16, riscv.VECTOR_FORMS),
        ("rv64imacv", "rv64-v256", 32, riscv.VECTOR_FORMS),
        ("rv32imac-zba-zbb-zbkb-zbs", "rv32-zbkb", 0, riscv.BIT_FORMS),
        ("rv64imac-zba-zbb-zbkb-zbs", "rv64-zbkb", 0, riscv.BIT_FORMS),
    ],
)
def test_instructions_equal_qemu(
    tmp_path: Path, target: str, emulator: str, vlenb: int, forms: Sequence[riscv.Form]
) -> None:
    if not (shutil.which(GCC) and shutil.which("qemu-system-riscv32")):
        pytest.skip(f"needs {GCC} and qemu-system-riscv32")
    rng, bits = random.Random(35), target[2:4]
    names = {"load": "ld", "store": "sd"} if bits == "64" else {"load": "lw", "store": "sw"}
    for name, text in (("loads", "vl8re8.v"), ("stores", "vs8r.v")):
        names[name] = "".join(f"addi t0, a0, {k * vlenb}; {text} v{k}, (t0)\n" for k in range(0, 32, 8) if vlenb)
    head, plan = BEFORE.format(vector="" if vlenb else "//", **names), list[tuple[str, bytes]]()
    xlen = int(bits) // 8
    forms = [
        form
        for form in forms
        if "v" in form.extensions or riscv.form_of(form.fixed.to_bytes(4, "little"), xlen, [form])
    ]
    for form in forms * 6:
        vtype = rng.choice(VTYPES)
        word = _word(form, xlen, vtype, rng)
        plan.append((f"jal t2, before; .word {word:#x}; j after", _data(form, word, vtype, rng)))
    compiler = [GCC, f"-march=rv{bits}imac", "-mabi=lp64" if bits == "64" else "-mabi=ilp32", *FLAGS]
    compiler += [*(f"-Wl,--defsym=__{place}" for place in PLACES), ROOT / "tests/start_riscv.c"]
    reasons = compare(tmp_path, compiler, emulator, target, head, plan, {"vlenb": vlenb, "mimpid": 0})
    assert {form.text for form in forms} == {forms[n % len(forms)].text for n, why in enumerate(reasons) if not why}
    assert reasons.count("") > 0.6 * len(plan)


# A function that copies 16 bytes, or should, and why it is refused.
SET = "vsetivli zero, 16, e8, m1, ta, ma; "
COPIES = {
    "copy": ("None", SET + "vle8.v v8, (a0); fence; vse8.v v8, (a1)"),
    "keeps_tail": (
        "None",
        SET + "vle8.v v8, (a0); vsetivli zero, 8, e8, m1, tu, ma; vle8.v v8, (a0); 1: " + SET + "vse8.v v8, (a1)",
    ),
    "tail": (
        "leaves what is not followed in byte 8",
        SET + "vle8.v v8, (a0); vsetivli zero, 8, e8, m1, ta, ma; vle8.v v8, (a0); " + SET + "vse8.v v8, (a1)",
    ),
    "masked_off": (
        "leaves what is not followed in byte 1",
        SET
        + "vle8.v v8, (a0); vid.v v9; vand.vi v9, v9, 1; vmseq.vi v0, v9, 0; vle8.v v8, (a0), v0.t; vse8.v v8, (a1)",
    ),
    "short": ("leaves nothing in byte 15", "vsetivli zero, 15, e8, m1, ta, ma; vle8.v v8, (a0); vse8.v v8, (a1)"),
    "long": (
        "reads input from byte 0 on, 32 bytes, of 16|reads input from byte 16",
        "vsetvli a2, zero, e8, m1, ta, ma; vle8.v v8, (a0); vse8.v v8, (a1)",
    ),
    "index": (
        "counts, or chooses lanes, by contents",
        SET + "vle8.v v8, (a0); vluxei8.v v9, (a0), v8; vse8.v v9, (a1)",
    ),
    "mask": (
        "counts, or chooses lanes, by contents",
        SET + "vle8.v v8, (a0); vmseq.vi v0, v8, 0; vse8.v v8, (a1), v0.t",
    ),
    "unaligned": (
        "reads input, 4 bytes that are not aligned",
        "addi a0, a0, 1; vsetivli zero, 3, e32, m1, ta, ma; vle32.v v8, (a0)",
    ),
    "no_order": ("stores elements over each other", SET + "vle8.v v8, (a0); vsse8.v v8, (a1), zero"),
    "vl_of_caller": ("counts, or chooses lanes, by contents", "vle8.v v8, (a0); vse8.v v8, (a1)"),
    "vector_of_caller": ("leaves what was there before", "vs1r.v v8, (a1)"),
    "overlap": ("is reserved", SET + "vrgather.vi v8, v8, 0"),
    "masks_itself": ("is reserved", SET + "vid.v v0; vmseq.vi v0, v0, 0; vmerge.vim v0, v8, 1, v0"),
    "odd_group": ("is reserved", "vsetivli zero, 16, e8, m2, ta, ma; .insn r 0x57, 3, 0x2F, x9, x0, x0"),
    "wide_group": ("is reserved", "vsetivli zero, 4, e8, m4, ta, ma; vle32.v v8, (a0)"),
    "old_vl_at_another_vlmax": ("is reserved", SET + "vsetvli zero, zero, e16, m1, ta, ma"),
    "float": ("executes", "vfadd.vv v8, v8, v8"),
}


@pytest.mark.skipif(not shutil.which(GCC), reason=f"needs {GCC}")
def test_copies_are_refused(tmp_path: Path) -> None:
    lines = [f".type {name}, %function; .globl {name}; {name}: {code}; ret" for name, (_, code) in COPIES.items()]
    (tmp_path / "copies.S").write_text("\n".join([".option arch, +v", *lines, ""]))
    compiler = [GCC, "-march=rv32imac", "-mabi=ilp32", "-nostdlib", "-Wl,-e,0", "copies.S", "-o", "copies.elf"]
    subprocess.run(compiler, cwd=tmp_path, check=True)
    machine, moved = Machine(TARGETS["rv32imacv"], read_image(tmp_path / "copies.elf")), range(FIRST, FIRST + 16)
    buffers = Buffer("input", moved, None, 4), Buffer("output", (None,) * 16, moved, 4)
    for name, (reason, _) in COPIES.items():
        found = certify(machine, Call(name, (("input", 0), ("output", 0)), buffers))
        assert re.match(reason, str(found.refused)), (name, str(found.refused))
        assert [run.core["vlenb"] for run in found.runs] == ([] if found.refused else [16, 32, 64])
