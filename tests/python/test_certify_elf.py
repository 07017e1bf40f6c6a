# SPDX-License-Identifier: BSD-3-Clause
"""
Certificates of linked programs: the bytes read from the file are the bytes that run. Each program's kernel copies
16 bytes. A refusal depends on the addresses of its code and constants, and on their ELF attributes.
"""

import platform
import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from test_certify import SET, certified

pytest.importorskip("pypcode")
pytest.importorskip("elftools")

pytestmark = pytest.mark.skipif(not shutil.which("arm-none-eabi-gcc"), reason="no arm-none-eabi-gcc")

NAME = "permkern_pin_copy"
BYTES = "movs r3, #15; 1: ldrb r2, [r0, r3]; strb r2, [r1, r3]; subs r3, #1; bpl 1b; bx lr"
HEAD = ".syntax unified\n.thumb\n.globl permkern_pin_copy\n.type permkern_pin_copy, %function\n"
COPY = f"{HEAD}{NAME}: {BYTES}\n.size {NAME}, . - {NAME}\n"
COUNTER = ".bss; counter: .space 4; .type counter, %object; .size counter, 4; .text\n"
FLASH = "MEMORY { FLASH : ORIGIN = 0x8000000, LENGTH = 1M\nRAM : ORIGIN = 0x20000000, LENGTH = 1M\n}\nSECTIONS {"
OVERLAY = "SECTIONS { .text 0x8000 : { *(.text) } OVERLAY 0x9000 : { .one { *(.one) } .two { *(.two) } } }"
# Cortex-M4 programs: the start of the refusal; the source; the linker script, or empty.
PROGRAMS: dict[str, tuple[str, str, str]] = {
    "code": ("", COPY, ""),
    "code_in_data": ("executes 0x\\w+ .*, which is no code", f".data\n{COPY}", ""),
    "code_in_a_writable_section": ("executes 0x\\w+ .*, code that may", f'.section .own, "awx"\n{COPY}', ""),
    "code_that_is_copied": (
        "executes 0x20000000 .*, code that start-up code copies there",
        COPY,
        f"{FLASH} .text : {{ *(.text) }} > RAM AT> FLASH }}",
    ),
    "constants_next_to_writable_words": (
        "",
        f"{HEAD}{NAME}: ldr r2, one; cmp r2, #1; bne {NAME}; {BYTES}\n.align 2; one: .word 1\n"
        '.section .init_array, "aw"; .word 0',
        f"{FLASH} .text : {{ *(.text) }} > FLASH .init_array : {{ *(.init_array) }} > FLASH }}",
    ),
    "variable": (
        "reads 4 bytes at 0x\\w+ \\(counter\\), of data that may change",
        f"{COUNTER}{HEAD}{NAME}: ldr r2, =counter; ldr r2, [r2]; {BYTES}\n.ltorg",
        "",
    ),
    "overlay": (
        "executes 0x9000 .*, code that .one and .two have",
        f'.section .one, "ax"\n{COPY}.section .two, "ax"; nop',
        OVERLAY,
    ),
    "another_overlay": ("", f'{COPY}.section .one, "ax"; nop; .section .two, "ax"; nop', OVERLAY),
    "one_name_at_one_address": ("", COPY.replace(HEAD, f"{HEAD}.globl alias; .type alias, %function; alias: "), ""),
    "one_name_at_two_addresses": (
        "is the name of two functions, at 0x\\w+ and 0x\\w+",
        f'.file "one.c"\n{COPY.replace(".globl", ".local")}',
        "",
    ),
    "call": (
        "calls count, which writes at 0x\\w+ \\(counter\\)",
        f"{COUNTER}{HEAD}{NAME}: push {{lr}}; bl count; pop {{r2}}; mov lr, r2; {BYTES}\n.size {NAME}, . - {NAME}\n"
        ".type count, %function; count: ldr r2, =counter; str r2, [r2]; bx lr\n.ltorg",
        "",
    ),
    "call_of_a_missing_function": (
        "calls hook, which is not in the program",
        f"{HEAD}.globl hook; .set hook, 0; {NAME}: push {{r4, lr}}; bl hook; pop {{r4, lr}}; {BYTES}",
        "",
    ),
    "call_of_0": (
        "calls a function that the linker did not find",
        f"{HEAD}{NAME}: push {{r4, lr}}; movs r2, #1; blx r2; pop {{r4, lr}}; {BYTES}",
        "",
    ),
}


def assembled(folder: Path, source: str, *options: str | Path, compiler: str = "arm-none-eabi-gcc") -> Path:
    (folder / "kernel.s").write_text(source + "\n", encoding="utf-8")
    linked = folder / "kernel.elf"
    command = [compiler, *options, "-nostdlib", "-Wl,-e,0", folder / "kernel.s", "-o", linked]
    subprocess.run(command, check=True, capture_output=True)
    return linked


def for_arm(folder: Path, source: str, *options: str | Path, cpu: str = "cortex-m4") -> Path:
    return assembled(folder, source, f"-mcpu={cpu}", "-mthumb", *options)


@pytest.mark.parametrize("name", PROGRAMS)
def test_sections_and_symbols(tmp_path: Path, name: str) -> None:
    reason, source, script = PROGRAMS[name]
    options: list[str | Path] = []
    if script:
        (tmp_path / "kernel.ld").write_text(script + "\n", encoding="utf-8")
        options += ["-T", tmp_path / "kernel.ld"]
    if name == "one_name_at_two_addresses":
        (tmp_path / "other.s").write_text(source.replace("ldrb r2", "nop; ldrb r2"), encoding="utf-8")
        options.append(tmp_path / "other.s")
    done = certified(tmp_path, for_arm(tmp_path, source, *options))
    assert re.match(f"copy: refused: {reason}" if reason else "kernel", done.stdout)
    assert done.returncode == bool(reason)


# x86-64 programs: the start of the refusal; options; the function; the source after it.
COPY_X86 = "movdqu (%rdi), %xmm0; movdqu %xmm0, (%rsi); ret"
TABLE = (
    '.section .data.rel.ro, "aw"; .align 8; .type table, @object; table: .quad permkern_pin_copy, 0; .size table, 16'
)
HOSTED: dict[str, tuple[str, tuple[str, ...], str, str]] = {
    "hook": (
        "reads 8 bytes at 0x\\w+, of data that is filled in for user_hook when the program starts",
        ("-pie",),
        f"cmpq $0, user_hook@GOTPCREL(%rip); jne {NAME}; {COPY_X86}",
        ".weak user_hook",
    ),
    "table": ("", ("-pie",), f"cmpq $0, table(%rip); je {NAME}; cmpq $0, 8+table(%rip); jne {NAME}; {COPY_X86}", TABLE),
    "static_table": ("", ("-static",), f"cmpq $0, table(%rip); je {NAME}; {COPY_X86}", TABLE),
    "set_at_start": (
        "reads 8 bytes at 0x\\w+ \\(guard\\), of data that may change",
        ("-static",),
        f"cmpq $0, guard(%rip); jne {NAME}; {COPY_X86}",
        f"{TABLE}; .type guard, @object; guard: .quad 0; .size guard, 8",
    ),
    "chosen": ("is chosen when the program starts", ("-static",), "ret", f".type {NAME}, @gnu_indirect_function"),
    "thread": ("uses memory of the thread", ("-static",), f"movq %fs:40, %rax; {COPY_X86}", ""),
}


def for_x86(folder: Path, code: str, more: str, *options: str) -> Path:
    source = f".globl {NAME}; .type {NAME}, @function; {NAME}: {code}; .size {NAME}, . - {NAME}\n{more}"
    return assembled(folder, source, "-Wl,-z,relro", *options, compiler="gcc")


@pytest.mark.skipif(platform.machine() != "x86_64", reason="no x86-64")
@pytest.mark.parametrize("name", HOSTED)
def test_words_that_start_up_sets_are_no_constants(tmp_path: Path, name: str) -> None:
    reason, options, code, more = HOSTED[name]
    done = certified(tmp_path, for_x86(tmp_path, code, more, *options))
    assert re.match(f"copy: refused: {reason}" if reason else "kernel", done.stdout)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="no x86-64")
@pytest.mark.parametrize(("target", "word"), [("x86-64", 2), ("x86-64-avx2", 3)])
def test_the_target_is_the_level_of_the_cpu(tmp_path: Path, target: str, word: int) -> None:
    more = ".bss; .globl permkern_own_cpu; .type permkern_own_cpu, @object; permkern_own_cpu: .space 4"
    linked = for_x86(tmp_path, f"cmpl ${word}, permkern_own_cpu(%rip); jne {NAME}; {COPY_X86}", more)
    done = certified(tmp_path, linked, "--target", target)
    level = {2: "SSE2", 3: "AVX2"}[word]
    assert f"1 of 1 certified for {target} with {level} (permkern_cpu is {word}): " in done.stdout


@pytest.mark.parametrize(
    ("cpu", "target", "fits"),
    [
        ("cortex-m0", "cortex-m0", True),
        ("cortex-m0", "cortex-m4", False),
        ("cortex-m4", "cortex-m0", False),
        ("cortex-m4", "cortex-m7", True),
        ("cortex-m4", "aarch64", False),
        ("cortex-m23", "cortex-m33", False),
    ],
)
def test_the_target_fits_the_attributes(tmp_path: Path, cpu: str, target: str, *, fits: bool) -> None:
    done = certified(tmp_path, for_arm(tmp_path, COPY, cpu=cpu), "--target", target)
    assert done.is_refused is not fits
    assert fits or re.match(f"--target {target}: the program is for another core; choose of {cpu}", done.stderr)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mbig-endian", "-Wl,--be8"), "is big-endian"),
        (("arm-none-eabi-gcc", "-mcpu=cortex-r5"), "is for ARM with Tag_CPU_arch 10"),
        (("gcc", "-mx32"), "is for X86_64 with addresses of 32 bits"),
        (("riscv64-unknown-elf-gcc", "-march=rv32e", "-mabi=ilp32e"), "is for RISCV with 16 registers"),
    ],
)
def test_other_cores_are_named(tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    if not shutil.which(options[0]) or (options[0] == "gcc" and platform.machine() != "x86_64"):
        pytest.skip(f"no {options[0]}")
    done = certified(tmp_path, assembled(tmp_path, "nop", *options[1:], compiler=options[0]))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (3, "", 1)
    assert said in done.stderr


def headers(data: bytes) -> tuple[int, int]:
    """Returns the offsets of the first segment's header, and of the first section's after the null one."""
    at, sections = struct.unpack_from("<II", data, 28)
    return at, sections + 40


# Bytes at offsets from the file's start, its first segment's header, or its .text's; the exit code
# and the message.
DAMAGED: dict[str, tuple[str, int, bytes, int, str]] = {
    "no_class": ("file", 4, b"\3", 2, "no ELF file, or a damaged one"),
    "no_segments": ("file", 44, b"\0\0", 2, "has no segment"),
    "many_segments": ("file", 44, b"\xff\xff", 2, "damaged"),
    "beyond_the_end": ("segment", 4, b"\0\0\0\x7f", 2, "is cut off, or damaged"),
    "more_than_memory": ("segment", 20, b"\1\0\0\0", 2, "damaged"),
    "around_memory": ("segment", 8, b"\xfc\xff\xff\xff", 2, "damaged"),
    "undefined_code": ("code", 0, b"\xff\xde", 1, "an unallocated or unpredictable encoding (udf #0xff)"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_files_are_one_line(tmp_path: Path, name: str) -> None:
    base, offset, patch, code, said = DAMAGED[name]
    linked = for_arm(tmp_path, COPY)
    data = bytearray(linked.read_bytes())
    segment, section = headers(data)
    (text,) = struct.unpack_from("<I", data, segment + 4)
    if base == "code":  # the section's header has the right code; the segment, which is loaded, has not
        struct.pack_into("<I", data, section + 16, len(data))
        data += data[text:][: len(BYTES)]
    at = {"file": 0, "segment": segment, "section": section, "code": text}[base] + offset
    data[at : at + len(patch)] = patch
    linked.write_bytes(data)
    done = certified(tmp_path, linked)
    assert done.returncode == code
    assert said in done.stdout + done.stderr
    assert done.is_refused == (code == 2)


def test_the_table_shows_all_that_a_kernel_does(tmp_path: Path) -> None:
    source = COPY.replace("ldrb r2, [r0, r3]", "rsb r2, r3, #15; ldrb r2, [r0, r2]; eor r2, #0x80")
    text = SET.replace("[4, 4]", "[2, 8]") + "flip = [0, 1]\nxor = 0x80\n"
    done = certified(tmp_path, for_arm(tmp_path, source), text=text)
    assert "copy    2x8 (0,1) flip (0,1) xor 0x80     8" in done.stdout
