# SPDX-License-Identifier: BSD-3-Clause
"""Cores of Arm's M-profile, in certificates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from . import semantics_helium as helium
from .labels import Instruction
from .target import Target

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
}
