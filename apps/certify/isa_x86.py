# SPDX-License-Identifier: BSD-3-Clause
"""
x86-64 in certificates, at two levels: x86-64 is the baseline, x86-64-avx2 is x86-64-v3 in the System V ABI.
Sources: Intel's Software Developer's Manual, volume 2; System V ABI, AMD64 supplement, 3.1.1 and 3.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from capstone import x86_const as x86

from .processor import Target
from .semantics_x86 import BINARY, OTHERS, UNARY, decoded, is_vex, performs, plain, registers, split

# PERMKERN_CPU_SSE2 and PERMKERN_CPU_AVX2 in src/base/permkern_target.h: the stored CPUID result.
CPU_WORDS: Mapping[str, int] = {"x86-64": 2, "x86-64-avx2": 3}

# Instructions that Ghidra describes right, except flags in _UNDEFINED. Others are in semantics_x86.py or refused.
_DESCRIBED = frozenset(
    "adc add and andn bextr blsi blsmsk blsr bswap bt btc btr bts bzhi call cbw cdq cdqe clc cld cmc cmp cqo cwd cwde"
    " dec endbr64 imul inc jmp jrcxz lea leave lfence mfence mov movabs movnti movsx movsxd movzx mul mulx neg nop not"
    " or pause pop popcnt push rcl rcr ret rol ror rorx sar sarx sbb sfence shl shld shlx shr shrd shrx stc std sub"
    " test xchg xor zeroall zeroupper".split()
)
_CONDITIONS = frozenset("a ae b be e g ge l le ne no np ns o p s".split())
# Above the baseline, in addition to VEX encodings and the opcode maps 0F 38 and 0F 3A, which came with SSSE3.
_NEWER = frozenset("lddqu lzcnt movddup movshdup movsldup popcnt".split())
_SEGMENTS = frozenset("cs ds es fs gs ss".split())

# Undefined flags, by volume 2. AF is omitted: no allowed instruction reads it.
_UNDEFINED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("imul", "mul"), ("PF", "ZF", "SF")),
    **dict.fromkeys(("bt", "btc", "btr", "bts", "bsf", "bsr", "lzcnt", "tzcnt"), ("PF", "SF", "OF")),
    **dict.fromkeys(("andn", "blsi", "blsmsk", "blsr", "bzhi"), ("PF",)),
    "bextr": ("PF", "SF"),
}
_SHIFTS = frozenset("rcl rcr rol ror sar shl shld shr shrd".split())

# Names that differ: Ghidra's/Capstone's. Conditions in names: Ghidra's, and Capstone's.
_ALIASES = frozenset(
    "call/call.notrack jmp/jmp.notrack mov/movabs nop/prefetcht0 nop/prefetcht1 nop/prefetcht2 nop/prefetchnta"
    " ret/ret.repz".split()
)
_CODES = {"c": "b", "nc": "ae", "z": "e", "nz": "ne"}


def _common(name: str) -> str:
    """Returns a name with Capstone's condition, and with prefixes as Ghidra writes them: `movsb.rep`."""
    for start in ("cmov", "set", "j"):
        if name.startswith(start) and name != "jmp":
            return start + _CODES.get(name.removeprefix(start), name.removeprefix(start))
    return ".".join(reversed(name.split()))


def _differs(text: str, raw: bytes, found: Any) -> str:
    """Returns the difference from Capstone's instruction, as Ghidra also decodes invalid bytes; empty: none."""
    theirs = str(found.mnemonic) if found else "no instruction"
    pair = _common(text.split()[0]), _common(theirs)
    is_same = pair[0] == pair[1] or "/".join(pair) in _ALIASES
    return "" if is_same and found.size == len(raw) else f"is {theirs} to a second decoder"


def _undefined(_text: str, raw: bytes) -> tuple[str, ...]:
    found = decoded(raw)
    name = plain(found)
    if name not in _SHIFTS:
        return _UNDEFINED.get(name, ())
    bits, last = 8 * found.operands[0].size, found.operands[-1]
    count = last.imm & (63 if bits == 64 else 31) if last.type == x86.X86_OP_IMM else 32
    loses_carry = name in ("shl", "shr") and bits < 32 and count >= bits
    by_one = split(found)[1][0] in (0xD0, 0xD1) and name != "shr"  # Ghidra computes OF of SHR from the result
    return ("OF",) * (not by_one) + ("CF",) * loses_carry


def _encoding(found: Any) -> str:
    """Returns why prefixes that Ghidra ignores or misreads are refused; empty: they are not."""
    prefixes, name = split(found)[0], plain(found)
    if 0xF0 in prefixes or (name == "xchg" and len(registers(found)) < 2):
        return "of a locked access"
    if 0x67 in prefixes:
        return "of 32-bit addresses"
    if name.startswith(("j", "call", "ret")):  # NOTRACK JMP, and REP RET, which older cores predict better
        usual: tuple[bytes, ...] = (b"", b"\xf3" if name == "ret" else b"\x3e" if name in ("call", "jmp") else b"")
    else:
        usual = (b"", b"\x66", b"\xf2", b"\xf3", b"\x66\xf3" if name in ("lzcnt", "popcnt", "tzcnt") else b"")
    return "" if prefixes in usual or name == "nop" else "of prefixes that compilers do not write"


def _unknown(raw: bytes) -> str:
    if raw[0] == 0x62:
        return "of AVX-512, whose masks Ghidra's description leaves out"
    return "" if decoded(raw) else "no known instruction"


def _lacks(text: str, raw: bytes, *, above: bool) -> str:
    """Returns why a core lacks an instruction; empty: it has it. above: the core has x86-64-v3."""
    found = decoded(raw)
    if why := _differs(text, raw, found):
        return why
    name, named = plain(found), registers(found)
    start = next((start for start in ("cmov", "set", "j") if name.startswith(start)), "")
    if is_vex(found) and name.startswith("k"):
        return "of AVX-512, whose masks Ghidra's description leaves out"
    if {0x64, 0x65} & {*split(found)[0]}:
        return "uses memory of the thread, as stack protectors do"
    if any(one.startswith(("mm", "st", "cr", "dr")) or one in _SEGMENTS for one in named):
        return "of registers that are not followed"
    is_vector = any(one.startswith(("xmm", "ymm")) for one in named)
    is_known = name in UNARY or name in BINARY if is_vector else name in _DESCRIBED or name in OTHERS
    if not is_known and not (start and name.removeprefix(start) in _CONDITIONS):
        return f"{name} is not known"
    if why := _encoding(found):
        return why
    is_above = is_vex(found) or split(found)[1][:2] in (b"\x0f\x38", b"\x0f\x3a") or name in _NEWER
    if is_above and not above:
        groups = [str(found.group_name(one)) for one in found.groups]
        feature = next((one.upper() for one in groups if one.startswith(("avx", "bmi", "sse", "ssse"))), "x86-64-v3")
        return f"of {feature}; --target x86-64-avx2 has it"
    if name in ("bswap", "shld", "shrd") and found.operands[0].size == 2:
        return "undefined for 16 bits"
    kinds = [one.type for one in found.operands]
    is_far = name in ("bt", "btc", "btr", "bts") and kinds == [x86.X86_OP_MEM, x86.X86_OP_REG]
    return "of a bit outside its operand" if is_far else ""


_X86 = Target(
    "x86:LE:64:default",
    "x86-64, ABI System V",
    arguments=("RDI", "RSI", "RDX", "RCX", "R8", "R9"),
    returned="RAX",
    stack_pointer="RSP",
    saved=("RBX", "RBP", "R12", "R13", "R14", "R15", "DF"),
    scratch=(
        *("RAX", "RCX", "RDX", "RSI", "RDI", "R8", "R9", "R10", "R11"),
        *("CF", "PF", "AF", "ZF", "SF", "OF", "RIP"),
        *(f"ZMM{k}" for k in range(16)),
    ),
    constant={"DF": 0},
    pointer=8,
    stack_align=16,
    red_zone=128,
    alignment=lambda _text, _size: 1,
    refuses_bytes=_unknown,
    refuses=partial(_lacks, above=False),
    undefined=_undefined,
    performs=partial(performs, bmi=False),
)

TARGETS: Mapping[str, Target] = {
    "x86-64": _X86,
    "x86-64-avx2": replace(_X86, refuses=partial(_lacks, above=True), performs=partial(performs, bmi=True)),
}
