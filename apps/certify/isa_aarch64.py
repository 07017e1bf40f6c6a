# SPDX-License-Identifier: BSD-3-Clause
"""AArch64 in certificates: the allowed A64 instructions, all from Armv8.0-A.

Source: Arm Architecture Reference Manual for A-profile (DDI 0487), C4.1 for encodings, C6.2 and C7.2 for conditions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from .encodings import refusal, rows
from .labels import Instruction
from .processor import Processor, Target
from .semantics_vectors import AARCH64

# First bits, name, and the condition for an allocated and predictable encoding. Names in conditions: see _fields.
ALLOWED = """
...10000                            | ADR, ADRP
...100010                           | ADD, SUB (immediate)
...100100                           | AND, ORR, EOR (immediate)   | is_bitmask and (sf or not n)
...100101                           | MOVN, MOVZ, MOVK            | opc != 1 and (sf or not n)
...100110                           | SBFM, BFM, UBFM             | opc != 3 and n == sf and (sf or immr < 32 > imms)
.00100111.0                         | EXTR                        | n == sf and (sf or imms < 32)
01010100...................0        | B.cond
.00101                              | B, BL
.01101                              | CBZ, TBZ
1101011000.11111000000.....00000    | BR, BLR
1101011001011111000000.....00000    | RET
11010101000000110010.......11111    | NOP, hints                  | hint in (0, 1, 20, 25, 27, 29, 31, 32, 34, 36, 38)
11010101000000110011....10.11111    | DSB, DMB                    | hint & 24
11010101000000110011111111011111    | ISB
...01010                            | AND, ORR, EOR (register)    | sf or imms < 32
...01011..0                         | ADD, SUB (register)         | kind != 3 and (sf or imms < 32)
...01011001                         | ADD, SUB (extended)         | imms & 7 <= 4
...11010000.....000000              | ADC, SBC                    | not u or rd < 31
..111010010..........0.....0        | CCMN, CCMP
..011010100.........0               | CSEL, CSINC, CSINV, CSNEG
.0011010110.....00001               | UDIV, SDIV
.0011010110.....0010                | LSLV, LSRV, ASRV, RORV
.101101011000000000                 | RBIT, REV, CLZ, CLS         | imms < 6 and (sf or imms != 3)
.0011011000                         | MADD, MSUB
10011011.01                         | SMADDL, UMADDL
10011011.10.....011111              | SMULH, UMULH
11011000                            | PRFM (literal)
11111000100.........00              | PRFM (unscaled)
11111000101......1..10              | PRFM (register)
1111100110                          | PRFM (offset)
..011.00                            | LDR (literal)               | top < 3
..101.0                             | LDP, STP                    | is_pair
..001000 1.0 11111 1 11111          | LDAR, STLR
..111.00..0.........00              | LDUR, STUR                  | is_access
..111.00..0..........1              | LDR, STR (pre, post)        | is_access and (v or rn == 31 or rn != rd)
..111.00..1......1..10              | LDR, STR (register)         | is_access
..111.01                            | LDR, STR (offset)           | is_access
0.0011000.000000                    | LD1 to LD4, ST1 to ST4      | is_list
0.0011001.0                         | LD1 to LD4 (post)           | is_list
0.0011010..00000                    | LD1 to LD4 (one lane)       | is_lane
0.0011011                           | LD1 to LD4 (one lane, post) | is_lane
0..01110..1.....000111              | AND, ORR, EOR, BSL
0..01110..1.....001101              | CMGT, CMHI                  | is_full
0..01110..1.....001111              | CMGE, CMHS                  | is_full
0..01110..1.....010001              | SSHL, USHL                  | is_full
0..01110..1.....100001              | ADD, SUB                    | is_full
0..01110..1.....100011              | CMTST, CMEQ                 | is_full
0.001110..1.....101111              | ADDP                        | is_full
0..01110..1.....100101              | MLA, MLS                    | kind < 3
0.001110..1.....100111              | MUL                         | kind < 3
0..01110..1.....000000              | SADDL, UADDL                | kind < 3
0..01110..1.....110000              | SMULL, UMULL                | kind < 3
0..01110..10000 0000. 10            | REV64, REV32, REV16         | kind + u + (word >> 11 & 2) < 3
0.101110..10000 00101 10            | NOT, RBIT                   | kind < 2
0.001110..10000 00101 10            | CNT                         | kind == 0
0..01110..10000 00100 10            | CLS, CLZ                    | kind < 3
0..01110..10000 0100. 10            | CMGT, CMEQ, CMGE, CMLE (0)  | is_full
0.001110..10000 01010 10            | CMLT (0)                    | is_full
0..01110..10000 01011 10            | ABS, NEG                    | is_full
0.001110..10000 10010 10            | XTN                         | kind < 3
0.101110..10000 10011 10            | SHLL                        | kind < 3
0.001110000.....000001              | DUP (element)               | rm & (7 | q << 3)
0.001110000.....000011              | DUP (general)               | rm & (7 | q << 3)
0.001110000.....001011              | SMOV                        | rm & (3 | q << 2)
00001110000.....001111              | UMOV                        | rm & 7
01001110000.1000001111              | UMOV (64 bits)
01001110000.....000111              | INS (general)               | rm & 15
01101110000.....0....1              | INS (element)               | rm & 15
0..0111100000.......01              | MOVI, MVNI, ORR, BIC        | (word >> 12 & 15, u, q) != (15, 1, 0)
0..011110.......00.001              | SSHR, SSRA, USHR, USRA      | 8 <= shift < 64 << q
0..011110.......010101              | SHL, SLI                    | 8 <= shift < 64 << q
0.0011110.......100001              | SHRN                        | 8 <= shift < 64
0..011110.......101001              | SSHLL, USHLL                | 8 <= shift < 64
0.001110..0.....0...10              | UZP, TRN, ZIP               | is_full and ra >> 2 & 3
0.101110000.....0....0              | EXT                         | q or imms < 16
0.001110000.....0..000              | TBL
01.11110111.....100001              | ADD, SUB (scalar)
0101111011110001101110              | ADDP (scalar)
01011110000.....000001              | DUP (scalar)                | rm & 15
01.1111101......00.001              | SSHR, USHR (scalar)
01.1111101......010101              | SHL, SLI (scalar)
00011110001 0011. 000000            | FMOV (32 bits)
10011110011 0011. 000000            | FMOV (64 bits)
10011110101 0111. 000000            | FMOV (high half)
000111100.1 000000 10000            | FMOV (register)
000111100.1........100 00000        | FMOV (immediate)
000111100.1.........11              | FCSEL
"""
ROWS = rows(ALLOWED)
# Field names, lowest bits, and bit counts.
FIELDS = """
sf 31 1, q 30 1, top 30 2, u 29 1, opc 29 2, v 26 1, pre 23 2, n 22 1, kind 22 2, shift 16 7, immr 16 6, rm 16 5,
code 12 4, imms 10 6, ra 10 5, size 10 2, hint 5 7, rn 5 5, rd 0 5
"""
PLACES = [(name, int(at), (1 << int(bits)) - 1) for name, at, bits in map(str.split, FIELDS.split(","))]


def _fields(word: int) -> dict[str, int]:
    """Returns the fields for conditions. is_full: the vector has at least two elements."""
    f = {"word": word, **{name: word >> at & mask for name, at, mask in PLACES}}
    ones = (1 << (f["n"] << 6 | ~f["imms"] & 63).bit_length() >> 1) - 1
    loads, code, size, v = f["n"], f["code"], f["size"], f["v"]
    pairs = (0, 1, 2) if v else (0, 1, 2) if loads and f["pre"] else (0, 2)
    return f | {
        "is_full": f["kind"] < 3 or f["q"] == 1,
        "is_bitmask": ones > 0 and f["imms"] & ones != ones,
        "is_access": f["kind"] < 2 or (f["top"] == 0 if v else 2 * f["top"] + f["kind"] < 7),
        "is_pair": f["top"] in pairs
        and not (loads and f["rd"] == f["ra"])
        and (v or not f["pre"] & 1 or f["rn"] == 31 or f["rn"] not in (f["rd"], f["ra"])),
        "is_list": code in (2, 6, 7, 10) or (code in (0, 4, 8) and (f["q"] == 1 or size < 3)),
        "is_lane": (True, size % 2 == 0, size == 0 or (size == 1 and not code & 1), loads and not code & 1)[code >> 2],
    }


def _refuses(raw: bytes) -> str:
    word = int.from_bytes(raw[:4], "little")
    return refusal(word, _fields(word), ROWS)


def _name(word: int) -> str:
    return next((row.name for row in ROWS if row.fits(word)), "")


def _idle(raw: bytes) -> tuple[str, int] | None:
    """Returns name and size of an instruction that changes no value; None for others."""
    name = _name(int.from_bytes(raw[:4], "little"))
    return (name.lower(), 4) if name.startswith(("NOP", "DSB", "ISB")) else None


def _performs(processor: Processor, instruction: Instruction) -> Callable[[], None] | None:
    """Returns the function that runs PRFM, which Ghidra does not describe; None for others."""
    word = int.from_bytes(processor.image.code(instruction.address)[:4], "little")
    if not (name := _name(word)).startswith("PRFM"):
        return None
    base, index = word >> 5 & 31, word >> 16 & 31
    named = [] if name.endswith("(literal)") else ["sp" if base == 31 else f"x{base}"]
    named += [f"{'wx'[word >> 13 & 1]}{index}"] if name.endswith("(register)") and index < 31 else []
    return lambda: processor.fetch(*map(processor.get_register, named))


def _described(raw: bytes) -> bytes:
    """Returns the code with an equivalent instruction that Ghidra describes right."""
    word = int.from_bytes(raw[:4], "little")
    name = _name(word)
    if name == "LDAR, STLR":
        word = word & 0xC04003FF | 0x39000000  # LDR, STR
    elif name == "LDP, STP" and word >> 26 == 0b011010:  # LDPSW
        word ^= 1 << 30  # LDP of 32 bits
    return word.to_bytes(4, "little") + raw[4:]


def _mended(processor: Processor, text: str) -> Iterator[str]:
    """Yields statements that clear or extend upper register bits, if Ghidra's description omits this."""
    if found := re.match(r"ldu?rs([bh]) w\d|ldpsw", text):
        size, whole = (1 if found[1] == "b" else 2, 4) if found[1] else (4, 8)
        for number in re.findall(r"[wx](\d+)", text.partition("[")[0]):
            cell, *_ = processor.place(f"x{number}")
            word = f"extended(part(R[{cell}],0,{size}),{size},{whole},signed=True)"
            yield f"R[{cell}]=extended({word},{whole},8,signed=False)"
    written = "" if text.startswith("st") else text.partition("}" if text.startswith("ld") else ",")[0]
    for number, letter, other in re.findall(r"\bv(\d+)\.(?:8b|4h|2s|1d)\b|\b([bhsd])(\d+)$", written):
        size, (cell, _, _, whole) = 1 << "bhsd".index(letter or "d"), processor.place(f"z{number or other}")
        yield f"R[{cell}]=put(R[{cell}],0,{size},{whole}-{size},{whole})"


_FLAGS = ("NG", "ZR", "CY", "OV")
_TEMPORARY = ("tmpCY", "tmpOV", "tmpNG", "tmpZR", "shift_carry")

TARGETS: Mapping[str, Target] = {
    "aarch64": Target(
        "AARCH64:LE:64:v8A",
        "A64 of Armv8-A, ABI AAPCS64",
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
        # B2.9.2: in Normal memory, other accesses need no alignment while SCTLR_ELx.A is 0.
        alignment=lambda text, size: size if text.startswith(("ldar", "stlr")) else 1,
        refuses_bytes=_refuses,
        idle=_idle,
        performs=_performs,
        described=_described,
        mended=_mended,
        code_align=4,
        stack_unit=16,
    ),
}
