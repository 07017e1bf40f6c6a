# SPDX-License-Identifier: BSD-3-Clause
"""Arm M-profile cores in certificates: the allocated and predictable encodings.

Sources: the Architecture Reference Manuals of Armv6-M (DDI 0419), Armv7-M (DDI 0403, chapters A5 and A7) and Armv8-M
(DDI 0553, C2). Refused instructions have no row: exceptions, events, special registers, exclusive accesses,
floating-point arithmetic. Cortex-M55 vectors are in semantics_helium.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from . import semantics_helium as helium
from .encodings import Row, refusal, rows
from .labels import Instruction, Refused
from .processor import Processor, Target

# Condition fields: see _wide_fields. D, N, M, T: this register field is neither SP nor PC.
NARROW = """
00                 | shifts, ADD, SUB, MOV, CMP
010000             | AND to MVN
01000100           | ADD (high)    | hd != 15 or hm != 15
01000101           | CMP (high)    | hd != 15 != hm and max(hd, hm) > 7
01000110           | MOV (high)
01000111.....000   | BX, BLX       | hm != 15
01001              | LDR (literal)
0101               | LDR, STR (register)
011                | LDR, STR, LDRB, STRB
1000               | LDRH, STRH
1001               | LDR, STR (SP)
1010               | ADR, ADD (SP)
10110000           | ADD, SUB (SP)
10110010           | SXTH to UXTB
1011.10            | PUSH, POP     | word & 0x1FF
1011101000         | REV
1011101001         | REV16
1011101011         | REVSH
1011111100000000   | NOP
1011111100010000   | YIELD
11000              | STM           | byte and not byte >> low & 1
11001              | LDM           | byte
1101               | B (condition) | word >> 8 & 15 < 14
11100              | B
"""
CBZ = "1011.0.1 | CBZ, CBNZ"
IT = "10111111 | IT | byte & 15 and byte >> 4 < 15 and (byte >> 4 < 14 or (byte & 15).bit_count() == 1)"
# 32-bit instructions: Armv6-M, Armv8-M's baseline, Armv7-M, the DSP extension, and floating point.
BASIC = """
11110...........11.1             | BL
111100111011 1111 1000111101     | DSB, DMB, ISB | op2 < 3
"""
BASELINE = """
11110...........10.1             | B
11110.100100....0                | MOVW          | D
11110.101100....0                | MOVT          | D
1111101110.1....1111....1111     | SDIV, UDIV    | D and N and M
"""
ORDERED = "11101000110.........111110..1111 | LDA, STL | T and rn < 15 and op2 < 3"
THUMB2 = """
1110100010.0....0.0              | STM             | rn < 15 and is_list
1110100010.1......0              | LDM             | rn < 15 and is_list
1110100100.0....0.0              | STMDB           | rn < 15 and is_list
1110100100.1......0              | LDMDB           | rn < 15 and is_list
1110100..1.0                     | STRD            | is_double and rn < 15
1110100..1.1                     | LDRD            | is_double and rt != rd and (rn < 15 or up > w)
111010001101....11110000000      | TBB, TBH        | rn != 13 and M
1110101.........0                | AND to RSB      | M and is_data or is_move
11110.0.........0                | AND to RSB      | is_data and (word >> 26 & 1 or imm > 3 or byte or not imm)
11110.100000....0                | ADDW, ADR       | D or rn == rd == 13
11110.101010....0                | SUBW, ADR       | D or rn == rd == 13
111100110..0....0.........0      | SSAT            | not high and D and N and (not w or shift)
111100111..0....0.........0      | USAT            | not high and D and N and (not w or shift)
111100110100....0.........0      | SBFX            | D and N and shift + (word & 31) < 32
111100111100....0.........0      | UBFX            | D and N and shift + (word & 31) < 32
111100110110....0.........0      | BFI, BFC        | D and rn != 13 and shift <= word & 31
11110...........10.0             | B (condition)   | word >> 22 & 15 < 14
1111100                          | loads, stores   | is_access
111110100.......1111....0000     | LSL to ROR      | D and N and M
111110100.0.11111111....10       | SXTH to UXTB    | D and M
111110101001....1111....10       | REV to REVSH    | D and M and rn == rm
111110101011....1111....1000     | CLZ             | D and M and rn == rm
111110110000............000      | MUL, MLA, MLS   | D and N and M and rt != 13 and (rt < 15 or not word & 16)
111110111..0............0000     | SMULL to UMLAL  | T and D and N and M and rt != rd
11110011101011111000000000000000 | NOP
11110011101011111000000000000001 | YIELD
1111100..001....1111             | PLD, PLI        | is_hint
"""
DSP = """
111010101100....0..........0     | PKHBT, PKHTB    | D and N and M
111100110010....0000....0000     | SSAT16          | D and N
111100111010....0000....0000     | USAT16          | D and N
111110100.......1111....10       | SXTAH to UXTB16 | D and M and rn != 13 and op1 < 6
111110101000....1111....10       | QADD to QDSUB   | D and N and M
111110110...............00       | SMLABB to USADA8 | D and N and M and rt != 13 and is_product
111110111100............10       | SMLALBB to SMLALTT | T and D and N and M and rt != rd
11111011110.............110      | SMLALD, SMLSLD  | T and D and N and M and rt != rd
111110111110............0110     | UMAAL           | T and D and N and M and rt != rd
"""
FLOATS = """
11101101..0.........101          | VLDR, VSTR      | (rn < 15 or word >> 20 & 1) and not (double and high)
1110110.............101          | VLDM, VSTM      | rn < 15 and is_group
11101110000.........1010.0010000 | VMOV            | T
11101100010.........101.00.1     | VMOV (two)      | T and N and not (word >> 20 & 1 and rt == rn) and is_pair
111011101.110000....101001.0     | VMOV (register)
111011101.11........10100000     | VMOV (constant)
"""
# No-ops without the pointer authentication extension.
PACBTI = "11110011101011111000000000..11.1 | PAC, BTI | byte in (0x0D, 0x0F, 0x1D, 0x2D)"
IDLE = ("NOP", "YIELD", "DSB", "PAC")  # these change no value

# NEVER: not in an IT block. LAST: only at its end (A7.3.1 and each instruction's page). Keys: size in bytes.
NEVER = {
    2: """
10111111             | IT       | byte & 15
1011.0.1             | CBZ
10110110011          | CPS
1101                 | B        | word >> 8 & 15 < 14
""",
    4: "11110...........10.0 | B | word >> 22 & 15 < 14",
}
LAST = {
    2: """
11100                | B
01000111             | BX, BLX
010001.0             | ADD, MOV | hd == 15
10111101             | POP
""",
    4: """
11110...........1..1 | B, BL
1110100.0..1....1    | LDM
111010001101....1111 | TBB
11111000.101....1111 | LDR
""",
}


def _wide_fields(word: int) -> dict[str, int | bool]:
    """Returns a 32-bit instruction's condition fields. word: the first halfword is in the high bits."""
    rn, rt, rd, rm = (word >> at & 15 for at in (16, 12, 8, 0))
    f = {"word": word, "rn": rn, "rt": rt, "rd": rd, "rm": rm, "byte": word & 255, "imm": rt & 7}
    f |= {"up": word >> 23 & 1, "p": word >> 24 & 1, "w": word >> 21 & 1, "double": word >> 8 & 1}
    f |= {"op2": word >> 4 & 3, "op1": word >> 20 & 7, "high": word >> 22 & 1}
    f["shift"] = (rt & 7) << 2 | word >> 6 & 3
    for name, register in (("N", rn), ("T", rt), ("D", rd), ("M", rm)):
        f[name] = register not in (13, 15)
    f["is_double"] = bool(f["p"] | f["w"]) and f["T"] and f["D"] and not (f["w"] and rn in (rt, rd))
    f["is_list"] = (word & 0xFFFF).bit_count() > 1 and word >> 14 & 3 < 3 and not (f["w"] and word >> rn & 1)
    f["is_move"] = word >> 20 & 31 == 4 and rn == 15 and not word & 0x70F0 and rd < 15 > rm and not rd == rm == 13
    f["is_hint"] = rn == 15 or bool(word >> 23 & 1) or word >> 8 & 15 == 12 or (word >> 6 & 63 == 0 and f["M"])
    f["is_product"] = f["op2"] < (4, 4, 2, 2, 2, 2, 2, 1)[f["op1"]] and f["op1"] > 0 and (f["op1"] != 6 or rt < 15)
    return f | {"is_data": _is_data(word), "is_access": _is_access(word), **_float_fields(word)}


def _is_data(word: int) -> bool:
    """True if AND to RSB, with a shifted register or a constant, have valid operands (A5.3.1, A5.3.11)."""
    op, s, (rn, rd) = word >> 21 & 15, word >> 20 & 1, (word >> at & 15 for at in (16, 8))
    N, D, shifted = rn not in (13, 15), rd not in (13, 15), word >> 25 & 1  # noqa: N806
    if op in (0, 4):  # AND, EOR; to PC, TST and TEQ
        return N and (D or bool(rd == 15 and s))
    if op in (2, 3):  # ORR, ORN; with PC, MOV and MVN
        return rn != 13 and D
    if op in (8, 13):  # ADD, SUB; to PC, CMN and CMP
        small = not shifted or not word & 0x7030
        return rn < 15 and (D or bool(rd == 15 and s) or (rd == rn == 13 and small))
    return op in (1, 10, 11, 14) and N and D


def _is_access(word: int) -> bool:
    """True if a load or store with one register is valid (A5.3.7 to A5.3.10)."""
    signed, loads, size, rn, rt = (word >> at & mask for at, mask in ((24, 1), (20, 1), (21, 3), (16, 15), (12, 15)))
    if size == 3 or (signed and (size == 2 or not loads or rn == 15)) or (rn == 15 and not loads):
        return False
    if rt in (13, 15) and not (size == 2 and (loads or rt == 13)):
        return False
    if rn == 15 or word >> 23 & 1:
        return True
    p, u, w = (word >> at & 1 for at in (10, 9, 8))
    if word >> 11 & 1:
        return bool(p or w) and (p, u, w) != (1, 1, 0) and not (w and rn == rt)
    return word >> 6 & 63 == 0 and word & 15 not in (13, 15)


def _float_fields(word: int) -> dict[str, int | bool]:
    """is_group: VLDM and VSTM have valid registers, up to s31 or d15, and at most 16, as Ghidra decodes no more."""
    double, high, first, count = word >> 8 & 1, word >> 22 & 1, word >> 12 & 15, word & 255
    room = 16 - first - count // 2 if double else 32 - (2 * first + high) - count
    way = (word >> 24 & 1, word >> 23 & 1, word >> 21 & 1)
    fits = not high and count % 2 == 0 and count <= 32 if double else count <= 16
    pair = not word >> 5 & 1 if double else word & 0x2F != 0x2F
    return {"is_group": way in ((0, 1, 0), (0, 1, 1), (1, 0, 1)) and count > 0 <= room and fits, "is_pair": pair}


def _narrow_fields(word: int) -> dict[str, int | bool]:
    return {
        "word": word,
        "byte": word & 255,
        "low": word >> 8 & 7,
        "hd": word >> 4 & 8 | word & 7,
        "hm": word >> 3 & 15,
    }


def _fields(word: int, size: int) -> dict[str, int | bool]:
    return _wide_fields(word) if size == 4 else _narrow_fields(word)


def _word(raw: bytes) -> tuple[int, int]:
    """Returns an instruction and its size in bytes."""
    first, second = (int.from_bytes(raw[at : at + 2], "little") for at in (0, 2))
    return (first << 16 | second, 4) if first >> 11 > 28 else (first, 2)


Tables = tuple[Sequence[Row], Sequence[Row]]  # allowed encodings, and those of other cores


def _tables(narrow: Sequence[str], wide: Mapping[str, str]) -> dict[int, Tables]:
    """Returns the tables by instruction size in bytes. wide: the core's 32-bit tables, by extension."""
    others = {name: table for name, table in EXTENSIONS.items() if name not in wide}
    lacks = [row._replace(name=f"of {name}") for name, table in others.items() for row in rows(table)]
    more = [row._replace(name="of Armv7-M") for table in (CBZ, IT) if table not in narrow for row in rows(table, 16)]
    return {
        2: (tuple(row for one in narrow for row in rows(one, 16)), more),
        4: (tuple(row for one in wide.values() for row in rows(one)), lacks),
    }


def _refuses(tables: Mapping[int, Tables], raw: bytes) -> str:
    word, size = _word(raw)
    return refusal(word, _fields(word, size), *tables[size])


def _idle(tables: Mapping[int, Tables], raw: bytes) -> tuple[str, int] | None:
    """Returns name and size of an instruction that changes no value; None for others."""
    word, size = _word(raw)
    name = next((row.name for row in tables[size][0] if row.fits(word) and row.name.startswith(IDLE)), "")
    return (name.partition(",")[0].lower(), size) if name else None


def _undefined(text: str, raw: bytes) -> tuple[str, ...]:  # noqa: ARG001
    """Returns the carry flag for ANDS with a shifted operand: Ghidra describes it wrong."""
    return ("CY",) if re.match(r"ands\S* .*,(lsl|lsr|asr|ror|rrx)", text) else ()


# ---- IT blocks ----


_NEVER, _LAST = ({size: rows(one[size], 8 * size) for size in one} for one in (NEVER, LAST))


def _it_block(instruction: Instruction, raw: bytes) -> Iterator[int]:
    """Yields the addresses of the instructions in an IT block. raw: 18 bytes of code from the IT on."""
    name, at = instruction.text.split()[0], 2
    count = len(name) - 1 if name.startswith("it") else 0
    for left in range(count - 1, -1, -1):
        word, size = _word(raw[at:])
        fields = _fields(word, size)
        wrong = _NEVER[size] + (_LAST[size] if left else ())
        if found := next((row for row in wrong if row.fits(word) and eval(row.condition, {}, fields)), None):
            raise Refused(f"has {found.name} in its block, which is unpredictable").of(instruction)
        yield instruction.address + at
        at += size


# ---- instructions that Ghidra describes wrong: PLD, PLI, and LDRD from a label (Armv7-M, A7.7) ----

_REGISTERS = (*(f"r{k}" for k in range(13)), "sp", "lr", "pc")


def _load_pair(processor: Processor, start: int, second: int) -> None:
    for word, at in enumerate((12, 8)):
        processor.set_register(_REGISTERS[second >> at & 15], processor.load(start + 4 * word, 4, 4))


def _performs(processor: Processor, instruction: Instruction) -> Callable[[], None] | None:
    """Returns the function that runs an instruction; None: use Ghidra's description."""
    raw = processor.image.code(instruction.address)
    first, second = (int.from_bytes(raw[at : at + 2], "little") for at in (0, 2))
    if first & 0xFE70 == 0xF810 and second >> 12 == 15:  # PLD, PLI
        has_index = first & 0x80 == 0 and second & 0xFC0 == 0 and first & 15 != 15
        named = (first & 15, second & 15)[: 1 + has_index]
        return lambda: processor.fetch(*(processor.get_register(_REGISTERS[one]) for one in named if one != 15))
    if first != 0xE9DF:  # LDRD from a label after it
        return None
    if processor.is_conditional(instruction.address):
        raise Refused("is conditional, which is not followed").of(instruction)
    return partial(_load_pair, processor, (instruction.address & ~3) + 4 + 4 * (second & 255), second)


# ---- cores ----

_SAVED = (*(f"r{k}" for k in range(4, 12)), *(f"d{k}" for k in range(8, 16)))
_FLAGS = ("NG", "ZR", "CY", "OV")
_TEMPORARY = ("tmpCY", "tmpOV", "tmpNG", "tmpZR", "shift_carry")
_SCRATCH = (
    *(f"r{k}" for k in (0, 1, 2, 3, 12)),
    *(f"d{k}" for k in range(8)),
    *("lr", "mult_addr", "ISAModeSwitch", "TB", "pc", *_FLAGS, "Q"),
)
# Armv7-M Architecture Reference Manual, A3.2.1: these always need word alignment. Armv8-M: LDA and STL are aligned to
# their size.
_WORDS = ("ldm", "stm", "push", "pop", "ldrd", "strd", "vldr", "vstr", "vldm", "vstm", "vpush", "vpop")


def _alignment(text: str, size: int) -> int:
    return size if text.startswith(("lda", "stl")) else min(size, 4) if text.startswith(_WORDS) else 1


EXTENSIONS = {
    "Armv6-M": BASIC,
    "Armv8-M's baseline": BASELINE,
    "Armv8-M": ORDERED,
    "Armv7-M": THUMB2,
    "the DSP extension": DSP,
    "the floating-point extension": FLOATS,
    "pointer authentication": PACBTI,
}
_V6, _BASE, _V8, _V7, _DSP, _FP, _PAC = EXTENSIONS


def _core(code: str, *extensions: str, language: str = "ARM:LE:32:v7") -> Target:
    more = (IT, CBZ) if _V7 in extensions else (CBZ,) if _BASE in extensions else ()
    tables = _tables((NARROW, *more), {name: EXTENSIONS[name] for name in extensions})
    return Target(
        language,
        f"{code}, ABI AAPCS",
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
        alignment=_alignment if _V7 in extensions else Target.alignment,
        refuses_bytes=partial(_refuses, tables),
        performs=_performs,
        undefined=_undefined,
        idle=partial(_idle, tables),
        covers=_it_block,
    )


_v8 = partial(_core, language="ARM:LE:32:v8-m")
_M4 = _core("Armv7E-M", _V6, _BASE, _V7, _DSP, _FP)
TARGETS: Mapping[str, Target] = {
    "cortex-m0": _core("Armv6-M", _V6),
    "cortex-m23": _v8("Armv8-M Baseline", _V6, _BASE, _V8),
    "cortex-m3": replace(_core("Armv7-M", _V6, _BASE, _V7), timed_products=8),
    "cortex-m4": _M4,
    "cortex-m7": _M4,
    "cortex-m33": _v8("Armv8-M Mainline with DSP", _V6, _BASE, _V8, _V7, _DSP, _FP),
    "cortex-m55": replace(
        _v8("Armv8.1-M Mainline with Helium", _V6, _BASE, _V8, _V7, _DSP, _FP, _PAC),
        saved=(*_SAVED, helium.TAIL),
        scratch=(*_SCRATCH, helium.PREDICATE),
        constant={helium.TAIL: helium.WHOLE},
        own=helium.own,
    ),
}
