# SPDX-License-Identifier: BSD-3-Clause
"""RISC-V in certificates: the allowed instructions outside semantics_riscv.py.

Source: the RISC-V Unprivileged ISA manual, chapters RV32I, RV64I, M, C, and the listings of their encodings.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import partial
from itertools import combinations

from . import semantics_riscv as riscv
from .encodings import refusal, rows
from .processor import Target

# Bits, name, and the condition for an encoding that is not reserved. In HALFWORDS, the conditions also leave out most
# hints. xlen: register bytes. kind: funct3.
WORDS = """
.................... ..... 0.10111          | LUI, AUIPC
.................... ..... 1101111          | JAL
............ .....   000 ..... 1100111      | JALR
....... ..... .....  ... ..... 1100011      | BEQ to BGEU         | kind not in (2, 3)
............ .....   ... ..... 0000011      | LB to LWU           | kind < 7 and (xlen == 8 or kind not in (3, 6))
....... ..... .....  ... ..... 0100011      | SB to SD            | kind < 2 + xlen // 4
............ .....   ... ..... 0010011      | ADDI to ANDI        | kind not in (1, 5)
000000 ...... .....  .01 ..... 0010011      | SLLI, SRLI          | shamt < 8 * xlen
010000 ...... .....  101 ..... 0010011      | SRAI                | shamt < 8 * xlen
0000000 ..... .....  ... ..... 0110011      | ADD to AND
0100000 ..... .....  ... ..... 0110011      | SUB, SRA            | kind in (0, 5)
0000001 ..... .....  ... ..... 0110011      | MUL to REMU
............ .....   000 ..... 0011011      | ADDIW               | xlen == 8
0000000 ..... .....  .01 ..... 0011011      | SLLIW, SRLIW        | xlen == 8
0100000 ..... .....  101 ..... 0011011      | SRAIW               | xlen == 8
0000000 ..... .....  ... ..... 0111011      | ADDW to SRLW        | xlen == 8 and kind in (0, 1, 5)
0100000 ..... .....  ... ..... 0111011      | SUBW, SRAW          | xlen == 8 and kind in (0, 5)
0000001 ..... .....  ... ..... 0111011      | MULW to REMUW       | xlen == 8 and kind in (0, 4, 5, 6, 7)
0000 ........ 00000  000 00000 0001111      | FENCE
"""
HALFWORDS = """
000 ........ ...   00 | C.ADDI4SPN           | word & 0x1FE0
010 ... ... .. ... 00 | C.LW
110 ... ... .. ... 00 | C.SW
.11 ... ... .. ... 00 | C.LD, C.SD           | xlen == 8
000 . ..... .....  01 | C.ADDI, C.NOP        | rd or word == 1
001 . ..... .....  01 | C.JAL, C.ADDIW       | xlen == 4 or rd
010 . ..... .....  01 | C.LI                 | rd
011 . ..... .....  01 | C.LUI, C.ADDI16SP    | rd and word & 0x107C
100 . 0. ... ..... 01 | C.SRLI, C.SRAI       | is_shift
100 . 10 ... ..... 01 | C.ANDI
100 0 11 ... ..... 01 | C.SUB to C.AND
100 1 11 ... 0.... 01 | C.SUBW, C.ADDW       | xlen == 8
101 ...........    01 | C.J
11. ...........    01 | C.BEQZ, C.BNEZ
000 . ..... .....  10 | C.SLLI               | is_shift
010 . ..... .....  10 | C.LWSP               | rd
011 . ..... .....  10 | C.LDSP               | xlen == 8 and rd
100 . ..... .....  10 | C.JR, C.MV and so on | rd
110 ...... .....   10 | C.SWSP
111 ...... .....   10 | C.SDSP               | xlen == 8
"""
FORMS = riscv.VECTOR_FORMS + riscv.BIT_FORMS
EXTENSIONS = ("zba", "zbb", "zbkb", "zbs")
_TABLES = {2: rows(HALFWORDS, 16), 4: rows(WORDS)}


def _refuses(xlen: int, extensions: Collection[str], raw: bytes) -> str:
    size = 4 if raw[0] & 3 == 3 else 2
    word = int.from_bytes(raw[:size], "little")
    if size == 4 and (form := riscv.form_of(raw, xlen, FORMS)):
        names = " or ".join(sorted(form.extensions)).title()
        return "" if form.extensions & set(extensions) else f"of {names}, which the target lacks"
    fields = {"word": word, "xlen": xlen, "kind": word >> 12 & 7, "shamt": word >> 20 & 63, "rd": word >> 7 & 31}
    fields["is_shift"] = word & 0x107C > 0 and (xlen == 8 or not word & 0x1000)
    return refusal(word, fields, _TABLES[size])


def _idle(raw: bytes) -> tuple[str, int] | None:
    """Returns name and size of FENCE, which changes no value; None for others."""
    return ("fence", 4) if raw[0] & 127 == 15 else None


def _riscv(xlen: int, extensions: Collection[str]) -> Target:
    forms = [form for form in FORMS if not form.extensions.isdisjoint(extensions)]
    return Target(
        f"RISCV:LE:{8 * xlen}:RV{8 * xlen}GC",
        f"{_name(xlen, extensions).upper()}, ABI {'ilp32' if xlen == 4 else 'lp64'}",
        arguments=tuple(f"a{k}" for k in range(8)),
        returned="a0",
        stack_pointer="sp",
        saved=tuple(f"s{k}" for k in range(12)),
        scratch=("ra", *(f"a{k}" for k in range(8)), *(f"t{k}" for k in range(7))),
        fixed=("gp", "__global_pointer$"),
        link="ra",
        pointer=xlen,
        stack_align=16,
        jump_mask=~1,
        cores={riscv.LENGTH: (64, 32, 16), riscv.HALVES: (1, 0)},
        own=partial(riscv.own, forms) if forms else None,
        refuses_bytes=partial(_refuses, xlen, extensions),
        idle=_idle,
    )


def _name(xlen: int, extensions: Collection[str]) -> str:
    more = (f"-{one}" for one in EXTENSIONS if one in extensions)
    return f"rv{8 * xlen}imac{'v' * ('v' in extensions)}{''.join(more)}"


def target_of(architecture: str) -> str:
    """Returns the target that a program's Tag_RISCV_arch names; empty: none."""
    if not (found := re.match(r"rv(32|64)[ig]", architecture)):
        return ""
    names = re.findall(r"_(v|zve\d+[a-z]|z\w+?)\d", architecture)
    return _name(int(found[1]) // 8, {"v" if one.startswith("zve") else one for one in names})


TARGETS: Mapping[str, Target] = {
    _name(xlen, extensions): _riscv(xlen, extensions)
    for xlen in (4, 8)
    for vectors in ((), ("v",))
    for count in range(len(EXTENSIONS) + 1)
    for extensions in (vectors + more for more in combinations(EXTENSIONS, count))
}
