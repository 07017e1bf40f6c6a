# SPDX-License-Identifier: BSD-3-Clause
"""What certificates know of cores: calling conventions, the alignment of accesses, instructions that they lack."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from . import semantics_helium as helium
from . import semantics_riscv as riscv
from .labels import Byte, Instruction, Refused
from .semantics_vectors import AARCH64, X86

if TYPE_CHECKING:
    from .machine import Block, Machine

Named = Callable[..., tuple[Byte, ...]]  # from the result's bytes, and the operands


@dataclass(frozen=True)
class Target:
    language: str  # of Ghidra's processor description
    arguments: tuple[str, ...]  # registers
    returned: str
    stack_pointer: str
    saved: tuple[str, ...]  # registers that a function gives back
    scratch: tuple[str, ...]  # other registers that a function may change
    constant: Mapping[str, int] = field(default_factory=dict)  # registers that hold this at every call and return
    link: str = ""  # register of the return address; otherwise it is on the stack
    pointer: int = 4  # bytes
    stack_align: int = 8  # of the stack pointer at a call
    timed_products: int = 0  # bytes of products that take time by their factors
    even_pairs: bool = False  # an argument of 64 bits begins at an even word
    red_zone: int = 0  # bytes below the stack pointer that a function may use
    jump_mask: int = -1  # bits of an address that is jumped to
    context: Mapping[str, int] = field(default_factory=dict)
    fixed: tuple[str, str] = ("", "")  # a register that holds the address of a symbol, which nobody changes
    temporary: tuple[str, ...] = ()  # registers of the description that hold nothing between instructions
    mode: tuple[str, str] = ("", "")  # operation of jumps that selects Thumb, if this register is 1
    cores: Mapping[str, Sequence[int]] = field(default_factory=dict)  # registers with a number that depends on the core
    named: Mapping[str, Named] = field(default_factory=dict)
    own: Callable[[Machine, int], Block | None] | None = None  # instructions that the description lacks
    alignment: Callable[[str, int], int] = lambda _text, size: (
        size
    )  # that an instruction's access of so many bytes needs
    decoder: str = ""  # of the modes of decoder.py: the second one; empty: there is none
    refuses_bytes: Callable[[bytes], str] = lambda _raw: ""  # why bytes are not decoded
    # Why the core does not have an instruction, by its text and bytes.
    refuses: Callable[[str, bytes], str] = lambda _text, _raw: ""
    # The addresses of the instructions in an IT block.
    covers: Callable[[Instruction, bytes], Iterable[int]] = lambda _it, _raw: ()

    def address(self, space: str, address: str) -> str:
        if space not in ("ram", "mem"):
            raise Refused(f"accesses {space}")
        return address


# ---- Arm, M-profile ----

_SAVED = (*(f"r{k}" for k in range(4, 12)), *(f"d{k}" for k in range(8, 16)))
# The Armv7-M Architecture Reference Manual, A3.2.1: these always need a word's alignment.
_WORDS = ("ldm", "stm", "push", "pop", "ldrd", "strd", "vldr", "vstr", "vldm", "vstm", "vpush", "vpop")


def _thumb2_alignment(text: str, size: int) -> int:
    return min(size, 4) if text.startswith(_WORDS) else 1


def _it_block(instruction: Instruction, raw: bytes) -> Iterator[int]:
    """Yields the addresses of the instructions that an IT makes conditional. raw: the code from it on, 16 bytes."""
    name, at = instruction.text.split()[0], 2
    for _ in range(len(name) - 1 if name.startswith("it") else 0):
        yield instruction.address + at
        at += 4 if raw[at + 1 : at + 2] >= b"\xe8" else 2


def _thumb_bytes(raw: bytes) -> str:
    first, second = int.from_bytes(raw[:2], "little"), int.from_bytes(raw[2:4], "little")
    if first & 0xEF00 == 0xEF00 or first & 0xFF10 == 0xF900:
        return "of Advanced SIMD"
    if first & 0xFF80 == 0xFA00 and second & 0xF0C0 == 0xF0C0:  # SXTB, UXTB16 and so on, with a bit that should be 0
        return "of an unpredictable encoding"
    if (
        first & 0xFFD0 == 0xFA90 and second & 0xF0C0 == 0xF080 and (first ^ second) & 0xF
    ):  # RBIT, REV, CLZ: two operands
        return "of an unpredictable encoding"
    if first & 0xFE00 == 0xEC00 and first & 0x01A0 and second & 0x0E00 == 0x0A00:  # VLDM, VSTM, VLDR, VSTR
        is_double, is_one = second & 0x0100, first & 0x0120 == 0x0100
        if is_double and first & 0x0040:
            return "of registers above d15"
        if not is_one and second & 0x00FF > (32 if is_double else 16):
            return "of more registers than Ghidra's decoder takes"
    return ""


def _thumb2_lacks(text: str, raw: bytes) -> str:
    name = text.split()[0].split(".")[0]
    if name in ("bx", "blx") and (len(raw) == 4 or raw[0] & 7):
        return "Ghidra also takes instructions of Armv8.1-M for it"
    return "of the security extension" if name in ("bxns", "blxns") else ""


# The Armv7-M Architecture Reference Manual, A4.4 and A4.12.
_EXTENSIONS = re.compile(
    r"v|pkh|[su]xta|[su]xtb16|[suq][hq]?(add|sub)(8|16)|[suq][hq]?(asx|sax)|qd?(add|sub)|usad|sel\b|[su]sat16"
    r"|sml[as][bdtw]|smlald|smlal[bt]|smlsl|smm|smu[as]d|smul[btw]|umaal"
)


def _cortex_m3_lacks(text: str, raw: bytes) -> str:
    return "of the DSP or floating-point extension" if _EXTENSIONS.match(text) else _thumb2_lacks(text, raw)


def _thumb1_lacks(text: str, raw: bytes) -> str:
    if (len(raw) == 4 and not text.startswith(("bl ", "dmb", "dsb", "isb"))) or text.startswith(("it", "cbz", "cbnz")):
        return "Armv6-M lacks it"
    return _thumb2_lacks(text, raw)


_FLAGS = ("NG", "ZR", "CY", "OV")
_TEMPORARY = ("tmpCY", "tmpOV", "tmpNG", "tmpZR", "shift_carry")


_SCRATCH = (
    *(f"r{k}" for k in (0, 1, 2, 3, 12)),
    *(f"d{k}" for k in range(8)),
    *("lr", "mult_addr", "ISAModeSwitch", "TB", "pc", *_FLAGS, "Q"),
)


def _m55_lacks(text: str, raw: bytes) -> str:
    """Of coprocessors' instructions, Ghidra's descriptions are right for moves of single words and doublewords."""
    name = text.split()[0].split(".")[0]
    first, second = int.from_bytes(raw[:2], "little"), int.from_bytes(raw[2:4], "little")
    moves = name.startswith(("vldr", "vstr", "vldm", "vstm", "vpush", "vpop")) or (name == "vmov" and "[" not in text)
    of_core = first >> 8 in (0xEC, 0xED, 0xEE) and second >> 9 & 7 == 5
    if first & 0xEC00 == 0xEC00 and not (moves and of_core):
        return "Ghidra's description is of another instruction"
    if first & 0xFFF0 == 0xEA50 and (second & 0x8000 or second & 13 == 13):
        return "Ghidra takes shifts of Armv8.1-M for ORRS"
    return "Ghidra takes CLRM for LDM" if first == 0xE89F else _thumb2_lacks(text, raw)


_M4 = Target(
    "ARM:LE:32:v7",
    arguments=("r0", "r1", "r2", "r3"),
    returned="r0",
    stack_pointer="sp",
    saved=_SAVED,
    scratch=_SCRATCH,
    link="lr",
    even_pairs=True,
    jump_mask=~1,
    context={"TMode": 1},
    temporary=_TEMPORARY,
    mode=("setISAMode", "TB"),
    alignment=_thumb2_alignment,
    decoder="thumb",
    refuses_bytes=_thumb_bytes,
    refuses=_thumb2_lacks,
    covers=_it_block,
)
_M33 = replace(_M4, language="ARM:LE:32:v8-m", decoder="thumb v8")


# ---- RISC-V, AArch64, x86-64, Xtensa ----


def _x86_alignment(text: str, size: int) -> int:
    name = text.split()[0]
    if name.startswith(("vmovdqa", "vmovap", "vmovnt")):
        return size
    return 1 if name.startswith("v") or size < 16 or name in ("movdqu", "movups", "movupd", "lddqu") else 16


def _aarch64_lacks(text: str, raw: bytes) -> str:  # noqa: ARG001
    """Names what both decoders take and Armv8.0-A lacks, and what Ghidra describes without its exclusive monitor."""
    if text.startswith("bc."):
        return "a hinted branch of Armv8.8-A"
    if re.match(r"cas|swp|ld(add|clr|eor|set|[su]m(ax|in))|(ld|st)l?a?x", text):
        return "an atomic or exclusive access"
    return "of the scalable vector extension" if re.search(r"\b[zp]\d", text) else ""


def _xtensa_lacks(text: str, raw: bytes) -> str:  # noqa: ARG001
    return "writes a special register" if text.startswith(("wsr", "xsr", "rsil")) else ""


def _riscv(pointer: int, own: Callable[[Machine, int], Block | None] | None = None) -> Target:
    return Target(
        f"RISCV:LE:{8 * pointer}:RV{8 * pointer}GC",
        arguments=tuple(f"a{k}" for k in range(8)),
        returned="a0",
        stack_pointer="sp",
        saved=tuple(f"s{k}" for k in range(12)),
        scratch=("ra", *(f"a{k}" for k in range(8)), *(f"t{k}" for k in range(7))),
        decoder=f"rv{8 * pointer}",
        fixed=("gp", "__global_pointer$"),
        link="ra",
        pointer=pointer,
        stack_align=16,
        jump_mask=~1,
        cores={riscv.LENGTH: (64, 32, 16), riscv.HALVES: (1, 0)},
        own=own,
    )


TARGETS: Mapping[str, Target] = {
    "cortex-m0": replace(_M4, alignment=Target.alignment, refuses=_thumb1_lacks),
    "cortex-m3": replace(_M4, refuses=_cortex_m3_lacks, timed_products=8),
    "cortex-m4": _M4,
    "cortex-m7": _M4,
    "cortex-m33": _M33,
    "cortex-m55": replace(
        _M33,
        saved=(*_SAVED, helium.TAIL),
        scratch=(*_SCRATCH, helium.PREDICATE),
        constant={helium.TAIL: helium.WHOLE},
        own=helium.own,
        refuses=_m55_lacks,
    ),
    "rv32imac": _riscv(4),
    "rv64imac": _riscv(8),
    "rv32imac-zbkb": _riscv(4, riscv.zbkb),
    "rv32imacv": _riscv(4, riscv.vectors),
    "rv64imacv": _riscv(8, riscv.vectors),
    "aarch64": Target(
        "AARCH64:LE:64:v8A",
        arguments=tuple(f"x{k}" for k in range(8)),
        returned="x0",
        stack_pointer="sp",
        saved=(*(f"x{k}" for k in range(19, 30)), *(f"d{k}" for k in range(8, 16))),
        scratch=(*(f"x{k}" for k in (*range(19), 30)), *(f"z{k}" for k in range(32)), "pc", *_FLAGS),
        link="x30",
        pointer=8,
        stack_align=16,
        temporary=(
            *_TEMPORARY,
            *("VecMemAddr", "VectorSelem", "VecRegAddr", "tmp_ldWn", "tmp_ldXn", "tmp_stWn", "tmp_stXn"),
            *(f"TMPZ{k}" for k in range(1, 7)),
        ),
        named=AARCH64,
        decoder="aarch64",
        alignment=lambda _text, _size: 1,
        refuses=_aarch64_lacks,
    ),
    "x86-64": Target(
        "x86:LE:64:default",
        arguments=("RDI", "RSI", "RDX", "RCX", "R8", "R9"),
        returned="RAX",
        stack_pointer="RSP",
        saved=("RBX", "RBP", "R12", "R13", "R14", "R15"),
        scratch=(
            *("RAX", "RCX", "RDX", "RSI", "RDI", "R8", "R9", "R10", "R11"),
            *("CF", "PF", "AF", "ZF", "SF", "OF", "RIP"),
            *(f"ZMM{k}" for k in range(16)),
        ),
        pointer=8,
        stack_align=16,
        red_zone=128,
        named=X86,
        decoder="x86",
        alignment=_x86_alignment,
    ),
    "xtensa": Target(
        "Xtensa:LE:32:default",
        arguments=tuple(f"a{k}" for k in range(2, 8)),
        returned="a2",
        stack_pointer="a1",
        saved=("a12", "a13", "a14", "a15"),
        scratch=("a0", *(f"a{k}" for k in range(2, 12)), "SAR", "PS"),  # of PS, Ghidra's CALL0 clears CALLINC
        refuses=_xtensa_lacks,
        link="a0",
        stack_align=16,
        even_pairs=True,
    ),
}
