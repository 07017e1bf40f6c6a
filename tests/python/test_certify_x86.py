# SPDX-License-Identifier: BSD-3-Clause
"""
x86-64 certificates: code at the edge of each rule, and each instruction against this machine.
The functions copy 16 bytes from rdi to rsi, or should.
"""

from __future__ import annotations

import platform
import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

pytest.importorskip("pypcode")
pytest.importorskip("elftools")
from emulated import SIZE, compare
from permkern.certify import isa_x86
from permkern.certify.certificate import FIRST, Buffer, Call, certify
from permkern.certify.elf import read_image
from permkern.certify.isa_x86 import TARGETS
from permkern.certify.machine import Machine
from permkern.certify.semantics_x86 import BINARY, OTHERS, UNARY

pytestmark = pytest.mark.skipif(
    not shutil.which("gcc") or platform.machine() != "x86_64",
    reason="no GCC for x86",
)
BASE, AVX2 = "x86-64", "x86-64-avx2"
REST = "mov rdx, [rdi + 8]; mov [rsi], rax; mov [rsi + 8], rdx; ret"
COPY = "mov rax, [rdi]; " + REST
PUT = "movups [rsi], xmm0; ret"
UPPER = "vinserti128 ymm0, ymm0, [rdi], 1; {}; vextracti128 [rsi], ymm0, 1; ret"
WIDE = "movups xmm0, [rdi]; pxor xmm1, xmm1; movaps xmm2, xmm0; punpcklbw xmm0, xmm1; punpckhbw xmm2, xmm1; "
BRANCH, LOOSE, LOCKED = "branches on contents", "leaves what is not followed", "of a locked access"
NOT_ALIGNED, MASKS = "(reads|writes) .*put, 16 bytes that are not aligned to 16", "of AVX-512, whose masks Ghidra's"
STRANGE = "of prefixes that compilers do not write"

# The target, the buffers' alignment, the reason as the refusal begins, and the code.
ROWS: list[tuple[str, int, str, str]] = [
    (BASE, 1, "", COPY),
    (BASE, 1, "", "movups xmm0, [rdi]; " + PUT),
    *((BASE, 16, "", f"{code}; {PUT}") for code in ("movaps xmm0, [rdi]", "pshufd xmm0, [rdi], 0xe4")),
    *(
        (BASE, 8, NOT_ALIGNED, f"movups xmm0, [rdi]; {code}; {PUT}")
        for code in ("movaps xmm0, [rdi]", "pshufd xmm0, [rdi], 0xe4", "shufps xmm0, [rdi], 0xe4", "paddb xmm1, [rdi]")
    ),
    (BASE, 8, "", "movlps xmm0, [rdi]; movhps xmm0, [rdi + 8]; movnti [rsi], eax; " + PUT),
    (BASE, 8, NOT_ALIGNED, "movups xmm0, [rdi]; movntdq [rsi], xmm0; ret"),
    (AVX2, 1, "", "vpshufd xmm0, [rdi], 0xe4; vmovdqu [rsi], xmm0; ret"),
    (AVX2, 16, "", "vmovdqa xmm0, [rdi]; vmovntdq [rsi], xmm0; ret"),
    (AVX2, 8, NOT_ALIGNED, "vmovdqa xmm0, [rdi]; vmovdqu [rsi], xmm0; ret"),
    (AVX2, 8, NOT_ALIGNED, "lddqu xmm0, [rdi]; vmovntps [rsi], xmm0; ret"),
    # Levels
    (BASE, 1, "of AVX; --target x86-64-avx2 has it", "vmovdqu xmm0, [rdi]; ret"),
    (BASE, 1, "of AVX2; --target x86-64-avx2 has it", "vpermq ymm0, ymm0, 0; ret"),
    (BASE, 1, "of BMI2; --target x86-64-avx2 has it", "rorx eax, eax, 3; ret"),
    (BASE, 1, "of x86-64-v3; --target x86-64-avx2 has it", "movbe rax, [rdi]; ret"),
    (BASE, 1, "of x86-64-v3; --target x86-64-avx2 has it", "lzcnt eax, eax; ret"),
    (BASE, 1, "of SSE3; --target x86-64-avx2 has it", "movddup xmm0, xmm1; ret"),
    (BASE, 1, "of SSSE3; --target x86-64-avx2 has it", "pshufb xmm0, xmm1; ret"),
    *((target, 1, f"executes 62.*{MASKS}", "vmovdqu8 zmm0, [rdi]; ret") for target in (BASE, AVX2)),
    (AVX2, 1, MASKS, "kmovd k1, eax; ret"),
    (AVX2, 1, "", f"movbe rax, [rdi]; bswap rax; push rax; movbe rdx, [rsp]; movbe [rsp], rdx; pop rax; {REST}"),
    # Strings
    *(
        (BASE, 1, "", f"cld; xchg rsi, rdi; mov ecx, {16 // size}; rep movs{name}; ret")
        for name, size in (("b", 1), ("q", 8))
    ),
    (BASE, 1, "", "mov ecx, 2; xchg rsi, rdi; push rdi; rep stosq; pop rdi; mov cl, 4; rep movsd; ret"),
    (BASE, 1, "", "std; add rdi, 8; add rsi, 8; xchg rdi, rsi; movsq; movsq; cld; ret"),
    (BASE, 1, "returns without DF", "std; " + COPY),
    (BASE, 1, "reads input from byte 16", "xchg rdi, rsi; mov ecx, 17; rep movsb; ret"),
    (BASE, 1, "counts, or chooses lanes, by contents", "xchg rdi, rsi; mov rcx, [rsi]; rep movsb; ret"),
    # Vectors
    (BASE, 1, "", WIDE + "packuswb xmm0, xmm2; " + PUT),
    (BASE, 1, LOOSE, WIDE + "psllw xmm0, 1; psllw xmm2, 1; packuswb xmm0, xmm2; psrlw xmm0, 1; " + PUT),
    (BASE, 1, LOOSE, WIDE + "packsswb xmm0, xmm2; " + PUT),
    (BASE, 1, "", WIDE + "psllw xmm0, 8; psllw xmm2, 8; psraw xmm0, 8; psraw xmm2, 8; packsswb xmm0, xmm2; " + PUT),
    (BASE, 1, "", "movups xmm0, [rdi]; pcmpeqd xmm1, xmm1; pand xmm0, xmm1; pxor xmm2, xmm2; por xmm0, xmm2; " + PUT),
    (AVX2, 1, "", UPPER.format("movaps xmm0, xmm1")),
    *((AVX2, 1, "leaves the number 0 in byte 0", UPPER.format(code)) for code in ("vmovaps xmm0, xmm1", "vzeroupper")),
    (
        AVX2,
        1,
        "",
        "vmovq xmm0, [rdi]; vpinsrq xmm0, xmm0, [rdi + 8], 1; vpextrq rax, xmm0, 1; vmovdqu [rsi], xmm0; ret",
    ),
    (
        AVX2,
        1,
        "",
        f"mov ecx, 0xf0f0; mov r8, [rdi]; pext rax, r8, rcx; pdep rax, rax, rcx; andn r8, rcx, r8; or rax, r8; {REST}",
    ),
    # Flags and results that are undefined, and traps
    (BASE, 1, "", "mov eax, 1; shl eax; jo 1f; 1: " + COPY),
    *(
        (BASE, 1, BRANCH, f"mov eax, 1; mov ecx, 9; {code} 1f; 1: {COPY}")
        for code in ("shl eax, 2; jo", "shl al, cl; jc", "rol eax, 2; jo", "imul eax, ecx; js", "bt eax, 0; jo")
    ),
    (BASE, 1, "", "mov eax, 1; imul eax, eax; jo 1f; shl al, 7; jc 1f; bt eax, 0; jz 1f; 1: " + COPY),
    *((BASE, 1, "", f"mov ecx, 8; {scan} eax, ecx; mov rax, [rdi + rax]; {COPY}") for scan in ("bsf", "bsr", "tzcnt")),
    *(
        (BASE, 1, "reads at what contents made", f"xor ecx, ecx; {scan} eax, ecx; mov rax, [rdi + rax]; {COPY}")
        for scan in ("bsf", "bsr", "tzcnt")
    ),
    (
        AVX2,
        1,
        "",
        f"xor eax, eax; xor ecx, ecx; tzcnt ax, cx; jnc 1f; mov al, [rdi + rax - 1]; 1: xor eax, eax; {COPY}",
    ),
    (BASE, 1, BRANCH, f"mov ecx, 8; tzcnt eax, ecx; jc 1f; 1: {COPY}"),
    (BASE, 1, "undefined for 16 bits", ".byte 0x66, 0x0f, 0xc8; ret"),
    (BASE, 1, "", f"mov eax, 3; mov edx, 1; mov ecx, 2; div ecx; {COPY}"),
    (BASE, 1, "divides, which traps", f"mov eax, 3; mov edx, 2; mov ecx, 2; div ecx; {COPY}"),
    (BASE, 1, "divides, which traps", f"mov eax, 0x80000000; cdq; mov ecx, -1; idiv ecx; {COPY}"),
    (BASE, 1, "divides by zero", f"xor eax, eax; cdq; xor ecx, ecx; idiv ecx; {COPY}"),
    *(
        (BASE, 1, why, f"cmp edi, edi; cmovne rax, [rdi + {at}]; {COPY}")
        for at, why in ((8, ""), (9, "reads input from"))
    ),
    (BASE, 1, "", f"stc; sbb eax, eax; inc eax; jnz 1f; 1: {COPY}"),
    # Others
    (BASE, 1, "", f"endbr64; prefetcht0 [rdi + 99]; data16 cs nop dword ptr [rax + rax]; pause; {COPY[:-3]}rep ret"),
    (BASE, 1, "", f"lea rax, 1f[rip]; notrack jmp rax; 1: {COPY}"),
    (BASE, 1, "fetches ahead at what contents made", "mov rax, [rdi]; prefetcht0 [rax]; ret"),
    (BASE, 1, LOCKED, "lock add dword ptr [rsi], 1; ret"),
    (BASE, 1, LOCKED, "xchg [rsi], eax; ret"),
    (BASE, 1, "of a bit outside its operand", "bts [rsi], eax; ret"),
    (BASE, 1, "uses memory of the thread", "mov rax, fs:[0]; ret"),
    (BASE, 1, STRANGE, ".byte 0x66, 0x66, 0x89, 0xc8; ret"),
    (BASE, 1, "is bnd ret to a second decoder", ".byte 0xf2, 0xc3"),
    (BASE, 1, STRANGE, ".byte 0x66, 0xeb, 0x00; ret"),
    (BASE, 1, "of 32-bit addresses", "mov eax, [edi]; ret"),
    (BASE, 1, "of registers that are not followed", "paddb mm0, mm1; ret"),
    (BASE, 1, "of registers that are not followed", "mov eax, cs; ret"),
    *(
        (BASE, 1, f"{name} is not known", f"{name}; ret")
        for name in ("lahf", "hlt", "rdtsc", "syscall", "cpuid", "fnop")
    ),
    (BASE, 1, "moves the stack pointer", "movq rsp, xmm0; ret"),
]


# Operands for the compared instructions; the assembler refuses impossible ones.
VECTOR = [
    *("xmm0, xmm1", "xmm1, xmm1", "xmm0, [rdi + 192]", "[rdi + 192], xmm0", "ecx, xmm0", "rcx, xmm0", "xmm0, ecx"),
    *("xmm0, xmm1, xmm2", "xmm1, xmm2, xmm1", "xmm0, xmm1, ecx", "xmm0, xmm1, [rdi + 192]", "xmm0, xmm1, xmm2, xmm3"),
    *("ymm0, xmm1", "ymm0, ymm1", "ymm0, [rdi + 192]", "[rdi + 192], ymm0", "ecx, ymm0", "xmm0, ymm1"),
    *("ymm0, ymm1, ymm2", "ymm1, ymm1, ymm1", "ymm0, ymm1, xmm2", "ymm0, ymm1, [rdi + 192]", "ymm0, ymm1, ymm2, ymm3"),
    *("xmm0, rcx", "xmm0, xmm1, rcx"),
]
INTEGER = [
    *(
        "al, cl",
        "ah, dl",
        "ax, cx",
        "eax, ecx",
        "rax, rcx",
        "eax, eax",
        "eax, [rdi + 192]",
        "[rdi + 192], rax",
        "eax, 5",
    ),
    *("al, 9", "ax, 17", "eax, 1", "rax, 1", "eax", "rcx", "dl", "word ptr [rdi + 192]", "eax, edx, 3", "rax, rdx, cl"),
    *("eax, ecx, edx", "rax, rcx, rdx", "rax, r9, [rdi + 192]", ""),
]
# rdi is the buffer: ymm0 to ymm3, rax, rcx, rdx, r8 and r9, which make flags; from byte 192 on, memory.
BEFORE = """
.intel_syntax noprefix
before: vmovdqu ymm0, [rdi]; vmovdqu ymm1, [rdi + 32]; vmovdqu ymm2, [rdi + 64]; vmovdqu ymm3, [rdi + 96]
mov rax, [rdi + 128]; mov rcx, [rdi + 136]; mov rdx, [rdi + 144]; mov r8, [rdi + 152]; mov r9, [rdi + 160]
cmp r8b, r9b; jmp r11
after: vmovdqu [rdi], ymm0; vmovdqu [rdi + 32], ymm1; vmovdqu [rdi + 64], ymm2; vmovdqu [rdi + 96], ymm3
mov [rdi + 128], rax; mov [rdi + 136], rcx; mov [rdi + 144], rdx; setc [rdi + 152]; setp [rdi + 153]; setz [rdi + 154]
sets [rdi + 155]; seto [rdi + 156]; ret
"""


# Not compared: instructions that jump, move rdi or the stack pointer, or set DF.
LEFT_OUT = set("call jmp jrcxz leave movabs pop prefetchnta prefetcht0 prefetcht1 prefetcht2 push ret std".split())


def forms(folder: Path) -> list[str]:
    """Returns the instructions that the assembler takes, with each kind of operands."""
    names = [v + name for name in UNARY | BINARY for v in ("", "v")]
    texts = [f"{name} {one}{n}" for name in names for one in VECTOR for n in ("", ", 0xb5", ", 2")]
    names = sorted(isa_x86._DESCRIBED | set(OTHERS) | {f"cmov{one}" for one in isa_x86._CONDITIONS})
    names = [name for name in names if name not in LEFT_OUT and not re.search("(mov|sto)s[bdwq]|string", name)]
    texts += [f"{v}{name} {one}" for name in names for one in INTEGER for v in ("", "v")]
    (folder / "forms.s").write_text("\n".join([".intel_syntax noprefix", *texts, ""]))
    done = subprocess.run(["as", "forms.s", "-o", "forms.o"], cwd=folder, capture_output=True, text=True)
    refused = {int(number) for number in re.findall(r"^forms.s:(\d+): Error", done.stderr, re.MULTILINE)}
    return [text for number, text in enumerate(texts, 2) if number not in refused]


def contents(rng: random.Random) -> bytes:
    """Returns a buffer with lanes that are equal, that count or choose, and with numbers of which some are small."""
    data = bytearray(rng.randbytes(SIZE))
    width, kinds = rng.choice((1, 2, 4, 8, 16)), (rng.randrange(256), rng.randrange(40), 0, 255)
    lanes = b"".join(bytes((rng.choice(kinds), *bytes(width - 1))) for _ in range(64 // width))
    data[64:128], data[32:64] = lanes, rng.choice((data[:32], lanes[:32], data[32:64]))
    for at in range(128, 160, 8):
        number = rng.choice((rng.randrange(70), rng.getrandbits(64), 0, 1 << 63, (1 << 64) - 1))
        data[at : at + 8] = number.to_bytes(8, "little")
    return bytes(data)


@pytest.mark.nightly
@pytest.mark.parametrize("labelled", [(), range(64), range(128, 256), range(256)])
def test_instructions_equal_this_machine(tmp_path: Path, labelled: Sequence[int]) -> None:
    if not {"avx2", "bmi2", "movbe"} <= set(Path("/proc/cpuinfo").read_text().split()):
        pytest.skip("no AVX2 here")
    rng, found = random.Random(f"x86 {labelled}"), forms(tmp_path)
    tests = [(f"lea r11, 1f[rip]; jmp before; 1: {text}; jmp after", contents(rng)) for text in found]
    reasons = compare(tmp_path, ["gcc", "-O1", "-static"], "", AVX2, BEFORE, tests, {}, labelled)
    compared = {text.split()[0] for text, why in zip(found, reasons, strict=True) if not why}
    wanted = {name for name in UNARY | BINARY if f"v{name} " in " ".join(found)}
    assert labelled or (len(compared) > 380 and {f"v{name}" for name in wanted} <= compared)


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Machine]:
    folder = tmp_path_factory.mktemp("x86")
    lines = [f".type t{n}, @function; t{n}: {code}" for n, (*_, code) in enumerate(ROWS)]
    (folder / "rows.s").write_text("\n".join([".intel_syntax noprefix", *lines, ""]))
    subprocess.run(["gcc", "-nostdlib", "-static", "-Wl,-e,0", "rows.s", "-o", "rows.elf"], cwd=folder, check=True)
    return {name: Machine(target, read_image(folder / "rows.elf")) for name, target in TARGETS.items()}


@pytest.mark.parametrize("number", range(len(ROWS)))
def test_rules_hold_at_their_edge(machines: dict[str, Machine], number: int) -> None:
    target, align, reason, _ = ROWS[number]
    moved = range(FIRST, FIRST + 16)
    buffers = Buffer("input", moved, None, align), Buffer("output", (None,) * 16, moved, align)
    found = certify(machines[target], Call(f"t{number}", (("input", 0), ("output", 0)), buffers))
    assert re.match(reason or "None$", str(found.refused))
