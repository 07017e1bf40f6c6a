# SPDX-License-Identifier: BSD-3-Clause
"""
Rules that depend on the target: saved registers, the stack, alignment. For each, one kernel at the rule's edge is
certified, and one beyond it is refused. All copy 2 rows of 12 bytes to rows that are 13 bytes apart. test_certify.py
has the rules for all targets.
"""

import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache

import pytest

pytest.importorskip("pypcode")
pytest.importorskip("elftools")

from permkern.certify.certificate import FIRST, Buffer, Call, certify
from permkern.certify.claims import IN, OUT, definition, unwritten
from permkern.certify.elf import read_image
from permkern.certify.machine import Machine
from permkern.certify.targets import TARGETS
from permkern.kernels.permutation import Work

WORK = Work((2, 12), (0, 1), 8, (), (), (13, 1))
COPY = "; ".join(f"load {k}; store {k + k // 12}" for k in range(24))
# The refusal's reason, the right operations, and the wrong ones; a copy follows both.
KINDS: dict[str, tuple[str, str, str]] = {
    "loses a register": ("returns without", "frame; save; change; saved; unframe", "frame; save; change; unframe"),
    "uses the stack below": ("uses the stack below its pointer", "frame; own; unframe", "frame; below; unframe"),
    "reads the caller's stack": ("reads the stack from byte 65536 on", "frame; own; unframe", "above"),
    "keeps the stack": ("returns without the stack pointer|jumps to what contents made", "frame; unframe", "frame"),
    "traps": ("reads the input, .* not aligned", "aligned", "unaligned"),
}
THUMB = {
    "load": "ldrb r2, [r0, #{}]",
    "store": "strb r2, [r1, #{}]",
    "frame": "sub sp, #8",
    "unframe": "add sp, #8",
    "save": "str r4, [sp, #4]",
    "change": "movs r4, #0",
    "saved": "ldr r4, [sp, #4]",
    "own": "mov r3, sp; str r2, [r3]",
    "below": "mov r3, sp; subs r3, #1; strb r2, [r3]",
    "above": "ldr r2, [sp]",
    "aligned": "ldr r2, [r0, #4]",
    "unaligned": "adds r3, r0, #2; ldr r2, [r3]",
    "return": "bx lr",
}
RISCV = {
    "load": "lbu a2, {}(a0)",
    "store": "sb a2, {}(a1)",
    "frame": "addi sp, sp, -16",
    "unframe": "addi sp, sp, 16",
    "save": "sw s1, 12(sp)",
    "change": "li s1, 0",
    "saved": "lw s1, 12(sp)",
    "own": "sw a2, 0(sp)",
    "below": "sb a2, -1(sp)",
    "above": "lbu a2, 0(sp)",
    "aligned": "lh a2, 2(a0)",
    "unaligned": "lh a2, 1(a0)",
    "return": "ret",
}
AARCH64 = {
    "load": "ldrb w2, [x0, #{}]",
    "store": "strb w2, [x1, #{}]",
    "frame": "sub sp, sp, #16",
    "unframe": "add sp, sp, #16",
    "save": "str x19, [sp]",
    "change": "mov w19, w19",
    "saved": "ldr x19, [sp]",
    "own": "strb w2, [sp]",
    "below": "sturb w2, [sp, #-1]",
    "above": "ldrb w2, [sp]",
    "aligned": "add x3, x0, #4; ldar w2, [x3]",
    "unaligned": "add x3, x0, #2; ldar w2, [x3]",
    "return": "ret",
}
X86 = {
    "load": "mov {}(%rdi), %al",
    "store": "mov %al, {}(%rsi)",
    "frame": "sub $8, %rsp",
    "unframe": "add $8, %rsp",
    "save": "mov %rbx, (%rsp)",
    "change": "xor %ebx, %ebx",
    "saved": "mov (%rsp), %rbx",
    "own": "mov %al, -128(%rsp)",
    "below": "mov %al, -129(%rsp)",
    "above": "mov 8(%rsp), %al",
    "aligned": "movdqa (%rdi), %xmm0; movdqu 8(%rdi), %xmm0",
    "unaligned": "movdqa 8(%rdi), %xmm0",
    "return": "ret",
}
XTENSA = {
    "load": "l8ui a4, a2, {}",
    "store": "s8i a4, a3, {}",
    "frame": "addi a1, a1, -16",
    "unframe": "addi a1, a1, 16",
    "save": "s32i.n a12, a1, 4",
    "change": "movi.n a12, 0",
    "saved": "l32i.n a12, a1, 4",
    "own": "s8i a4, a1, 0",
    "below": "addi a5, a1, -1; s8i a4, a5, 0",
    "above": "l8ui a4, a1, 0",
    "aligned": "l16ui a4, a2, 2",
    "unaligned": "addi a5, a2, 1; l16ui a4, a5, 0",
    "return": "ret.n",
}
LDM = {
    **THUMB,
    "aligned": "adds r3, r0, #4; ldm r3, {{r2}}",
    "unaligned": "ldrd r2, r3, [r0, #4]; adds r3, r0, #2; ldrd r2, r3, [r3]",
}
RISCV_64 = {**RISCV, "save": "sd s1, 8(sp)", "change": "addiw s1, s1, 0", "saved": "ld s1, 8(sp)"}
ARM, RV = "arm-none-eabi-gcc -mthumb -mcpu=", "riscv64-unknown-elf-gcc -mabi="
CORES: dict[str, tuple[str, dict[str, str]]] = {
    "cortex-m0": (f"{ARM}cortex-m0", THUMB),
    "cortex-m4": (f"{ARM}cortex-m4", LDM),
    "cortex-m33": (f"{ARM}cortex-m33", LDM),
    "cortex-m55": (f"{ARM}cortex-m55 -mfloat-abi=hard", LDM),
    "rv32imac": (f"{RV}ilp32 -march=rv32imac", RISCV),
    "rv64imac": (f"{RV}lp64 -march=rv64imac", RISCV_64),
    "aarch64": ("aarch64-linux-gnu-gcc -static", AARCH64),
    "x86-64": ("gcc -static", X86),
    "esp32": ("xtensa-lx106-elf-gcc", XTENSA),
}


def code(texts: dict[str, str], operations: str) -> str:
    """Returns the assembly of operations, a copy and a return."""
    words = [one.split() for one in f"{operations}; {COPY}; return".split("; ")]
    return "\n".join(texts[name].format(*numbers) for name, *numbers in words).replace("; ", "\n")


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Machine]:
    folder = tmp_path_factory.mktemp("wrong")

    @cache
    def made(target: str) -> Machine:
        compiler, texts = CORES[target]
        lines = [".syntax unified", ".thumb"] if texts in (THUMB, LDM) else [".text"]
        for number, (_, *both) in enumerate(KINDS.values()):
            for name, operations in zip(("right", "wrong"), both, strict=True):
                symbol = f"{name}{number}"
                kind = "%function" if texts in (THUMB, LDM) else "@function"
                lines += [f".global {symbol}", f".type {symbol}, {kind}", f"{symbol}:", code(texts, operations)]
        (folder / "kernels.s").write_text("\n".join([*lines, ""]))
        linked = folder / f"{target}.elf"
        command = [*compiler.split(), "-nostdlib", "-Wl,-e,0", str(folder / "kernels.s"), "-o", str(linked)]
        subprocess.run(command, check=True)
        return Machine(TARGETS[target], read_image(linked))

    return made


@pytest.mark.ci
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("target", CORES)
def test_a_wrong_kernel_is_refused(machine: Callable[[str], Machine], target: str, kind: str) -> None:
    if not shutil.which(CORES[target][0].split()[0]):
        pytest.skip("no compiler")
    number, align = list(KINDS).index(kind), 16 if target == "x86-64" else 4
    buffers = (
        Buffer(IN[0], range(FIRST, FIRST + WORK.in_bytes), None, align),
        Buffer(OUT[0], unwritten(WORK), definition(WORK), 1),
    )
    right, wrong = (
        str(certify(machine(target), Call(f"{name}{number}", (IN, OUT), buffers)).refused)
        for name in ("right", "wrong")
    )
    assert right == "None"
    assert re.match(KINDS[kind][0], wrong)
