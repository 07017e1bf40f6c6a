# SPDX-License-Identifier: BSD-3-Clause
"""RISC-V instructions that Ghidra does not describe: the vector extension 1.0, Zba, Zbb, Zbkb and Zbs.

Source: the RISC-V Unprivileged ISA manual. Reserved instructions and those without a table row are refused. Tail
elements and masked-off elements are kept or become unknown, as vtype says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from types import CodeType, SimpleNamespace
from typing import Any, NamedTuple

from . import comparisons, labels
from .labels import Byte, Instruction, Refused, Split, Value, cells_of, extended, number, part, value_of
from .processor import Block, Processor

CORE = "zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6".split()
# Registers that differ between cores. vlenb: bytes of a vector register. mimpid stands for vsetvl's choice between
# VLMAX and 2 * VLMAX elements: 1 for half of them, 0 for VLMAX.
LENGTH, HALVES = "vlenb", "mimpid"
UNKNOWN: Byte = (None,) * 8
MASKED = ("lanes", "compare", "reduce", "transfer")  # methods that take a mask
WIDTHS = {0: 1, 5: 2, 6: 4, 7: 8}  # element bytes, by the width field of loads and stores

# funct6 and each funct3, text, method of _Vector, result, and the condition of a valid form. funct3: 0 and 2 take
# registers, 3 a constant, 4 and 6 a core register. a is an element of vs2, b an element of vs1 or the scalar, d an
# element of vd, k its number. top is an element's sign bit, ones its mask. U: constants are unsigned, and scalars are
# not cut to an element.
OPERATIONS = """
000000 034 | vadd.v{l}       | lanes   | a + b
000010 04  | vsub.v{l}       | lanes   | a - b
000011 34  | vrsub.v{l}      | lanes   | b - a
000100 04  | vminu.v{l}      | lanes   | min(number(a), number(b))
000111 04  | vmax.v{l}       | lanes   | max(number(a), number(b), key=top.__xor__)
001001 034 | vand.v{l}       | lanes   | a & b
001010 034 | vor.v{l}        | lanes   | a|b
001011 034 | vxor.v{l}       | lanes   | a ^ b
001100 034 | vrgather.v{l}   | lanes   | U at(number(b))
001110 0   | vrgatherei16.vv | lanes   | U at(number(b))
001110 34  | vslideup.v{l}   | lanes   | U at(k - number(b)) if k >= number(b) else d
001111 34  | vslidedown.v{l} | lanes   | U at(k + number(b))
010111 034 | vmerge.v{l}m    | lanes   | b if on else a | masked
010111 034 | vmv.v.{l} v{vd}, {b} | lanes | b | not masked and vs2 == 0
011000 034 | vmseq.v{l}      | compare | equal(a, b, size)
011001 034 | vmsne.v{l}      | compare | 1 ^ equal(a, b, size)
011010 04  | vmsltu.v{l}     | compare | less(a, b, size)
011011 04  | vmslt.v{l}      | compare | signed_less(a, b, size)
011100 034 | vmsleu.v{l}     | compare | 1 ^ less(b, a, size)
011101 034 | vmsle.v{l}      | compare | 1 ^ signed_less(b, a, size)
011110 34  | vmsgtu.v{l}     | compare | less(b, a, size)
011111 34  | vmsgt.v{l}      | compare | signed_less(b, a, size)
100000 034 | vsaddu.v{l}     | lanes   | min(number(a) + number(b), ones)
100101 034 | vsll.v{l}       | lanes   | U a << (number(b) & 8 * size - 1)
101000 034 | vsrl.v{l}       | lanes   | U a >> (number(b) & 8 * size - 1)
101001 034 | vsra.v{l}       | lanes   | U shifted_signed(a, number(b) & 8 * size - 1, size)
101100 034 | vnsrl.w{l}      | lanes   | U part(a >> (number(b) & 16 * size - 1), 0, size)
100111 3   | vmv{n}r.v v{vd}, v{vs2} | lanes | a | not masked and vs1 in (0, 1, 3, 7)
000000 2   | vredsum.vs      | reduce  | a + b
000010 2   | vredor.vs       | reduce  | a|b
001110 6   | vslide1up.vx    | lanes   | at(k - 1) if k else b
001111 6   | vslide1down.vx  | lanes   | at(k + 1) if k + 1 < vl else b
010000 2   | vmv.x.s {rd}, v{vs2} | to_core | a | not masked and vs1 == 0
010000 6   | vmv.s.x v{vd}, {b} | first  | b | not masked and vs2 == 0
010010 2   | v{z}ext.vf{q} v{vd}, v{vs2} | lanes | extended(a, size // q, size, signed=vs1 & 1) | 2 <= vs1 <= 7
010100 2   | vid.v v{vd}     | lanes   | k | vs1 == 17 and vs2 == 0
011000 2   | vmandn.mm       | logic   | and_bit(a, xor_bit(b, 1)) | not masked
011001 2   | vmand.mm        | logic   | and_bit(a, b) | not masked
011010 2   | vmor.mm         | logic   | or_bit(a, b) | not masked
011011 2   | vmxor.mm        | logic   | xor_bit(a, b) | not masked
011101 2   | vmnand.mm       | logic   | xor_bit(and_bit(a, b), 1) | not masked
011111 2   | vmxnor.mm       | logic   | xor_bit(xor_bit(a, b), 1) | not masked
100101 26  | vmul.v{l}       | lanes   | a * b
101001 26  | vmadd.v{l} v{vd}, {b}, v{vs2}  | lanes | b * d + a
101011 26  | vnmsub.v{l} v{vd}, {b}, v{vs2} | lanes | a - b * d
101101 26  | vmacc.v{l} v{vd}, {b}, v{vs2}  | lanes | b * a + d
101111 26  | vnmsac.v{l} v{vd}, {b}, v{vs2} | lanes | d - b * a
"""
# Mask and value of the fixed bits; other columns as above. The result of configure is vtype.
OTHERS = """
8000707F 00007057 | vsetvli {rd}, {rs1}, {t}    | configure | word >> 20 & 0x7FF
C000707F C0007057 | vsetivli {rd}, {vs1}, {t}   | configure | word >> 20 & 0x3FF
FE00707F 80007057 | vsetvl {rd}, {rs1}, {rs2}   | configure | number(y)
FFFFF07F C2002073 | csrr {rd}, vl               | read      | vl
FFFFF07F C2102073 | csrr {rd}, vtype            | read      | vtype
FFFFF07F C2202073 | csrr {rd}, vlenb            | read      | vlenb
1DF0005F 00000007 | v{s}{g}e{e}.v v{vd}, ({rs1})              | transfer | 0 | width
1C00005F 08000007 | v{s}s{g}e{e}.v v{vd}, ({rs1}), {rs2}      | transfer | 0 | width
1400005F 04000007 | v{s}{o}x{g}ei{e}.v v{vd}, ({rs1}), v{vs2} | transfer | 0 | width
1FF0007F 02800007 | vl{n}re{e}.v v{vd}, ({rs1})               | transfer | 0 | width and n in (1, 2, 4, 8)
1FF0707F 02800027 | vs{n}r.v v{vd}, ({rs1})                   | transfer | 0 | n in (1, 2, 4, 8)
"""
# Mask and value of the fixed bits, extensions; other columns as above. x and y are core registers, or their low words
# if the name ends with w but not with .uw; low is the low word of x. The result of `bits` is the bit that moves to k.
BITS = """
FE00707F 40007033 zbb zbkb | andn {rd}, {rs1}, {rs2}      | whole | x & (y ^ ones)
FE00707F 40006033 zbb zbkb | orn {rd}, {rs1}, {rs2}       | whole | x|y ^ ones
FE00707F 40004033 zbb zbkb | xnor {rd}, {rs1}, {rs2}      | whole | x ^ y ^ ones
FE00707F 60001033 zbb zbkb | rol {rd}, {rs1}, {rs2}       | bits  | k - number(y)
FE00707F 6000103B zbb zbkb | rolw {rd}, {rs1}, {rs2}      | bits  | k - number(y)
FE00707F 60005033 zbb zbkb | ror {rd}, {rs1}, {rs2}       | bits  | k + number(y)
FE00707F 6000503B zbb zbkb | rorw {rd}, {rs1}, {rs2}      | bits  | k + number(y)
FC00707F 60005013 zbb zbkb | rori {rd}, {rs1}, {shamt}    | bits  | k + shamt | shamt < 8 * xlen
FE00707F 6000501B zbb zbkb | roriw {rd}, {rs1}, {vs2}     | bits  | k + vs2
FFF0707F 69805013 zbb zbkb | rev8 {rd}, {rs1}             | bits  | k ^ 24 | xlen == 4
FFF0707F 6B805013 zbb zbkb | rev8 {rd}, {rs1}             | bits  | k ^ 56 | xlen == 8
FFF0707F 68705013 zbkb     | brev8 {rd}, {rs1}            | bits  | k ^ 7
FFF0707F 08F01013 zbkb     | zip {rd}, {rs1}              | bits  | k // 2 + k % 2 * 16 | xlen == 4
FFF0707F 08F05013 zbkb     | unzip {rd}, {rs1}            | bits  | k % 16 * 2 + k // 16 | xlen == 4
FE00707F 08004033 zbkb     | pack {rd}, {rs1}, {rs2}      | whole | x & (1 << 4 * size) - 1|y << 4 * size & ones
FE00707F 0800403B zbkb     | packw {rd}, {rs1}, {rs2}     | whole | x & 0xFFFF|y << 16 & ones
FE00707F 08007033 zbkb     | packh {rd}, {rs1}, {rs2}     | whole | x & 0xFF|(y & 0xFF) << 8
FFF0707F 08004033 zbb      | zext.h {rd}, {rs1}           | whole | x & 0xFFFF | xlen == 4
FFF0707F 0800403B zbb      | zext.h {rd}, {rs1}           | whole | x & 0xFFFF
FFF0707F 60401013 zbb      | sext.b {rd}, {rs1}           | whole | extended(part(x, 0, 1), 1, size, signed=True)
FFF0707F 60501013 zbb      | sext.h {rd}, {rs1}           | whole | extended(part(x, 0, 2), 2, size, signed=True)
FE00707F 0A004033 zbb      | min {rd}, {rs1}, {rs2}       | whole | x if number(signed_less(x, y, size)) else y
FE00707F 0A005033 zbb      | minu {rd}, {rs1}, {rs2}      | whole | x if number(less(x, y, size)) else y
FE00707F 0A006033 zbb      | max {rd}, {rs1}, {rs2}       | whole | y if number(signed_less(x, y, size)) else x
FE00707F 0A007033 zbb      | maxu {rd}, {rs1}, {rs2}      | whole | y if number(less(x, y, size)) else x
FFF0707F 60001013 zbb      | clz {rd}, {rs1}              | whole | 8 * size - number(x).bit_length()
FFF0707F 6000101B zbb      | clzw {rd}, {rs1}             | whole | 8 * size - number(x).bit_length()
FFF0707F 60101013 zbb      | ctz {rd}, {rs1}              | whole | (~number(x) & number(x) - 1 & ones).bit_count()
FFF0707F 6010101B zbb      | ctzw {rd}, {rs1}             | whole | (~number(x) & number(x) - 1 & ones).bit_count()
FFF0707F 60201013 zbb      | cpop {rd}, {rs1}             | whole | number(x).bit_count()
FFF0707F 6020101B zbb      | cpopw {rd}, {rs1}            | whole | number(x).bit_count()
FFF0707F 28705013 zbb      | orc.b {rd}, {rs1}            | whole | or_bytes(x, size)
FE00707F 20002033 zba      | sh1add {rd}, {rs1}, {rs2}    | whole | (x << 1 & ones) + y
FE00707F 20004033 zba      | sh2add {rd}, {rs1}, {rs2}    | whole | (x << 2 & ones) + y
FE00707F 20006033 zba      | sh3add {rd}, {rs1}, {rs2}    | whole | (x << 3 & ones) + y
FE00707F 0800003B zba      | add.uw {rd}, {rs1}, {rs2}    | whole | low + y
FE00707F 2000203B zba      | sh1add.uw {rd}, {rs1}, {rs2} | whole | (low << 1 & ones) + y
FE00707F 2000403B zba      | sh2add.uw {rd}, {rs1}, {rs2} | whole | (low << 2 & ones) + y
FE00707F 2000603B zba      | sh3add.uw {rd}, {rs1}, {rs2} | whole | (low << 3 & ones) + y
FC00707F 0800101B zba      | slli.uw {rd}, {rs1}, {shamt} | whole | low << shamt
FE00707F 48001033 zbs      | bclr {rd}, {rs1}, {rs2}      | whole | x & (ones ^ 1 << number(y) % (8 * size))
FC00707F 48001013 zbs      | bclri {rd}, {rs1}, {shamt}   | whole | x & (ones ^ 1 << shamt) | shamt < 8 * xlen
FE00707F 48005033 zbs      | bext {rd}, {rs1}, {rs2}      | whole | x >> number(y) % (8 * size) & 1
FC00707F 48005013 zbs      | bexti {rd}, {rs1}, {shamt}   | whole | x >> shamt & 1 | shamt < 8 * xlen
FE00707F 68001033 zbs      | binv {rd}, {rs1}, {rs2}      | whole | x ^ 1 << number(y) % (8 * size)
FC00707F 68001013 zbs      | binvi {rd}, {rs1}, {shamt}   | whole | x ^ 1 << shamt | shamt < 8 * xlen
FE00707F 28001033 zbs      | bset {rd}, {rs1}, {rs2}      | whole | x|1 << number(y) % (8 * size)
FC00707F 28001013 zbs      | bseti {rd}, {rs1}, {shamt}   | whole | x|1 << shamt | shamt < 8 * xlen
"""


class Form(NamedTuple):
    mask: int  # of the fixed bits
    fixed: int
    text: str
    method: str
    unsigned: bool
    code: CodeType  # the result
    valid: CodeType
    extensions: frozenset[str]


def _forms(table: str) -> Iterator[Form]:
    for row in table.strip().splitlines():
        key, text, method, code, valid = (*map(str.strip, row.split(" | ")), "True")[:5]
        text = text if " " in text else text + " v{vd}, v{vs2}, {b}"
        result, condition = (compile(one, text, "eval") for one in (code.removeprefix("U "), valid))
        bits, rest, *extensions = key.split()
        pairs = [(int(bits, 16), int(rest, 16))]
        if table is OPERATIONS:
            pairs = [(0xFC00707F, int(bits, 2) << 26 | int(kind) << 12 | 0x57) for kind in rest]
        of = frozenset(extensions or ["v"])
        yield from (Form(*pair, text, method, code.startswith("U "), result, condition, of) for pair in pairs)


def _or_bytes(x: Value, size: int) -> int:
    return sum(255 << k for k in range(0, 8 * size, 8) if number(x) >> k & 255)


NAMES = {**vars(labels), **vars(comparisons), "or_bytes": _or_bytes}  # names in expressions
VECTOR_FORMS, BIT_FORMS = (*_forms(OPERATIONS), *_forms(OTHERS)), tuple(_forms(BITS))


def _fields(word: int, xlen: int) -> dict[str, int]:
    """Returns an instruction's fields, as conditions and expressions name them. xlen: bytes of a core register."""
    f = {name: word >> at & 31 for name, at in (("vd", 7), ("vs1", 15), ("vs2", 20))}
    f |= {"xlen": xlen, "shamt": word >> 20 & 63}
    f |= {"word": word, "kind": word >> 12 & 7, "mode": word >> 26 & 3, "masked": ~word >> 25 & 1}
    f |= {"width": WIDTHS.get(f["kind"], 0), "fields": (word >> 29) + 1, "q": 16 >> f["vs1"] // 2}
    return f | {"n": f["vs1"] + 1 if word & 127 == 0x57 else f["fields"]}


class _Step:
    """An instruction. run() calls the method of its form."""

    def __init__(self, processor: Processor, address: int, form: Form, fields: dict[str, int]) -> None:
        self.processor, self.form, self.f = processor, form, SimpleNamespace(**fields)
        self.get, self.set, self.xlen = processor.get_register, processor.set_register, processor.target.pointer
        self.mask = (1 << 8 * self.xlen) - 1
        self.stores = form.method == "transfer" and self.f.word & 32 != 0
        self.loads = form.method == "transfer" and not self.stores
        text = form.text.format(**fields, **self._shown()) + ", v0.t" * (self.f.masked and form.method in MASKED)
        self.instruction = Instruction(address, 4, text, self.loads, self.stores)

    def _shown(self) -> dict[str, object]:
        """Returns the fields in assembler syntax."""
        f, vtype = self.f, self.f.word >> 20
        rs1, lmul = CORE[f.vs1], "1 2 4 8 ? f8 f4 f2".split()[vtype & 7]
        return {
            "rd": CORE[f.vd],
            "rs1": rs1,
            "rs2": CORE[f.vs2],
            "b": rs1 if f.kind & 4 else self.constant() if f.kind == 3 else f"v{f.vs1}",
            "l": "v_vix_x_"[f.kind],
            "z": "zs"[f.vs1 & 1],
            "s": "ls"[self.stores],
            "o": "uo"[f.mode >> 1],
            "g": f"seg{f.fields}" if f.fields > 1 else "",
            "e": 8 * f.width,
            "t": f"e{8 << (vtype >> 3 & 7)}, m{lmul}, t{'ua'[vtype >> 6 & 1]}, m{'ua'[vtype >> 7 & 1]}",
        }

    def constant(self) -> int:
        return int(self.f.vs1) if self.form.unsigned else (self.f.vs1 ^ 16) - 16

    def core(self, register: int) -> Value:
        return self.get(CORE[register]) if register else 0

    def set_core(self, value: Value) -> None:
        if self.f.vd:
            self.set(CORE[self.f.vd], value & self.mask)

    def run(self) -> None:
        getattr(self, self.form.method)()

    def value(self, **names: object) -> Any:
        return eval(self.form.code, NAMES, {**vars(self.f), **names})

    def whole(self) -> None:
        size = 4 if self.form.text.split()[0].endswith("w") and ".uw" not in self.form.text else self.xlen
        x, y = (part(self.core(register), 0, size) for register in (self.f.vs1, self.f.vs2))
        if self.form.method == "bits":
            bits = labels.all_bits(cells_of(x, size))
            found = labels.from_bits([bits[self.value(k=k, y=y) % len(bits)] for k in range(len(bits))])
        else:
            ones, low = (1 << 8 * size) - 1, extended(part(x, 0, 4), 4, size, signed=False)
            found = self.value(x=x, y=y, low=low, size=size, ones=ones) & ones
        self.set_core(extended(found, size, self.xlen, signed=True))

    bits = whole


@dataclass(frozen=True)
class _Group:
    """A register group with elements of `size` bytes; 0: mask bits."""

    first: int
    count: int
    size: int

    def meets(self, other: _Group) -> bool:
        return self.first < other.first + other.count and other.first < self.first + self.count


MASK = _Group(0, 1, 0)


def _kind(vtype: int) -> tuple[int, Fraction]:
    """Returns the element bytes and LMUL."""
    size, code = 1 << (vtype >> 3 & 7), vtype & 7
    lmul = Fraction(1 << code) if code < 4 else Fraction(1, 1 << 8 - code)
    if vtype >> 8 or code == 4 or size > 8 or size > 8 * lmul:
        raise Refused("sets a vtype that cores may lack")
    return size, lmul


def _refuse(reserved: bool) -> None:
    if reserved:
        raise Refused("is reserved with these registers and this vtype")


class _Vector(_Step):
    def run(self) -> None:
        is_whole = "{n}r" in self.form.text
        if self.form.method not in ("configure", "read"):
            vtype = 0 if is_whole and self.form.method == "transfer" else number(self.get("vtype"))
            self.size, self.lmul = (self.f.width or 1, Fraction(self.f.n)) if is_whole else _kind(vtype)
            self.most, self.ones = int(self.length() * self.lmul / self.size), (1 << 8 * self.size) - 1
            self.vl = self.most if is_whole else number(self.get("vl"))
            self.fields: int = 1 if is_whole else self.f.fields
            self.keeps_tail, self.keeps_masked = not vtype & 64, not vtype & 128
        super().run()

    def length(self) -> int:
        """Returns a vector register's size in bytes."""
        return self.of_core(LENGTH)

    def of_core(self, register: str) -> int:
        """Returns a register that differs between cores. Split: this run has no value for it."""
        found = self.get(register)
        if not isinstance(found, int):
            raise Split(register)
        return found

    def read(self) -> None:
        self.set_core(self.value(vl=self.get("vl"), vtype=self.get("vtype"), vlenb=self.length()))

    def configure(self) -> None:
        vtype, asked = self.value(y=self.core(self.f.vs2)), self.core(self.f.vs1)
        size, lmul = _kind(vtype)
        most = int(self.length() * lmul / size)
        if self.f.word >> 30 == 3:
            asked = self.f.vs1
        elif self.f.vs1 == 0 and self.f.vd:
            asked = most
        elif self.f.vs1 == 0:
            old_size, old_lmul = _kind(number(self.get("vtype")))
            _refuse(lmul / size != old_lmul / old_size)
            asked = self.get("vl")
        asked = number(asked)
        vl = (asked + 1) // 2 if most < asked < 2 * most and self.of_core(HALVES) else min(asked, most)
        self.set("vtype", vtype)
        self.set("vl", vl)
        self.set_core(vl)

    # ---- registers ----

    def group(self, register: int, size: int) -> _Group:
        """Returns the register group from `register` on, for elements of `size` bytes. Refuses an invalid group."""
        emul = self.lmul * size / self.size if size else Fraction(1)
        _refuse(size > 8 or not Fraction(1, 8) <= emul <= 8 or register % max(1, emul) != 0)
        return _Group(register, max(1, int(emul)), size)

    def cells(self, group: _Group) -> list[Byte]:
        registers = [self.get(f"v{group.first + k}") for k in range(group.count)]
        return [cell for one in registers for cell in cells_of(one, 256)[: self.length()]]

    def elements(self, group: _Group, count: int) -> list[Any]:
        """Returns the first `count` elements or mask bits."""
        cells, size = self.cells(group), group.size
        if size == 0:
            return list(labels.all_bits(cells[: (count + 7) // 8]))
        return [value_of(tuple(cells[k * size : (k + 1) * size])) for k in range(count)]

    def put(self, dest: _Group, found: Mapping[int, Any], body: int | None = None) -> None:
        """Sets elements or mask bits. Others are kept or become unknown. body: elements before the tail; None: vl."""
        size, length, cells = dest.size, self.length(), self.cells(dest)
        units: list[Any] = cells if size else list(labels.all_bits(cells))
        step, unknown = size or 1, (UNKNOWN,) * size or (None,)
        for k in range(len(units) // step if self.vl else 0):
            keeps = self.keeps_masked if k < (self.vl if body is None else body) else self.keeps_tail and size
            if k in found or not keeps:
                new = unknown if k not in found else cells_of(found[k], size) if size else (found[k],)
                units[k * step : (k + 1) * step] = new
        cells = units if size else list(cells_of(labels.from_bits(units), length))
        for k in range(dest.count):
            self.set(f"v{dest.first + k}", value_of(tuple(cells[k * length : (k + 1) * length])))

    def check(self, dest: _Group | None, *sources: _Group) -> None:
        """Refuses overlapping register groups if the overlap is or may be reserved."""
        apart = self.form.text.startswith(("vrgather", "vslideup", "vslide1up"))
        sources = (*sources, *[MASK] * self.f.masked)
        for one in sources:
            if dest and dest.meets(one):
                _refuse(apart or not (dest.size == one.size or (dest.size < one.size and dest.first == one.first)))
            _refuse(any(one.size != other.size and one.meets(other) for other in sources))

    # ---- elements ----

    def is_on(self) -> Callable[[int], int]:
        """Returns a function from an element's number to 1 if it is active, 0 if it is masked off."""
        bits = self.elements(MASK, self.vl) if self.f.masked else [1] * self.vl
        return lambda k: number(labels.flag_of(bits[k]))

    def scalar(self) -> Value:
        if self.f.kind == 3:
            return self.constant() & self.ones
        value = self.core(self.f.vs1)
        if self.form.unsigned or self.size > self.xlen:
            return value if self.form.unsigned else extended(value, self.xlen, self.size, signed=True)
        return part(value, 0, self.size)

    def lanes(self) -> None:
        f, text, names, method = self.f, self.form.text, self.form.code.co_names, self.form.method
        size = 0 if method == "logic" else self.size
        dest = self.group(f.vd, 0 if method == "compare" else size)
        wide = 2 * size if ".w" in text else size // f.q if "q" in names else size
        groups = {"a": self.group(f.vs2, wide)} if "a" in names or "at" in names else {}
        if "b" in names and f.kind in (0, 2):
            groups["b"] = self.group(f.vs1, 2 if "ei16" in text else size)
        _refuse("q" in names and size < f.q)
        self.check(dest, *groups.values())
        count = self.most if "at" in names else self.vl
        found = {letter: self.elements(group, count) for letter, group in {"d": dest, **groups}.items()}
        fixed = {"size": size, "ones": self.ones, "top": self.ones // 2 + 1, "vl": self.vl}
        fixed |= {"b": self.scalar(), "at": lambda k: found["a"][k] if k < self.most else 0}
        results, is_on = dict[int, Any](), self.is_on()
        for k in range(self.vl):
            named = {**fixed, "k": k, **{letter: elements[k] for letter, elements in found.items()}}
            try:
                on = is_on(k)
                if on or "vmerge" in text:
                    one = self.value(on=on, **named)
                    if method == "compare":
                        one = labels.bits_of(cells_of(one, 1)[0])[0]
                    results[k] = one & self.ones if dest.size else one
            except (Refused, Split) as error:  # an error only if something reads it
                why = error.area if isinstance(error, Split) else None
                results[k] = labels.Bytes(((why,) * 8,) * size) if dest.size else why
        self.put(dest, results)

    compare = logic = lanes

    def reduce(self) -> None:
        one, source = _Group(self.f.vs1, 1, self.size), self.group(self.f.vs2, self.size)
        self.check(None, source, one)
        (found,), elements = self.elements(one, 1), self.elements(source, self.vl)
        for k in filter(self.is_on(), range(self.vl)):
            found = self.value(a=elements[k], b=found) & self.ones
        self.put(_Group(self.f.vd, 1, self.size), {0: found}, 1)

    def first(self) -> None:
        self.put(_Group(self.f.vd, 1, self.size), {0: self.scalar()}, 1)

    def to_core(self) -> None:
        (found,) = self.elements(_Group(self.f.vs2, 1, self.size), 1)
        whole = max(self.size, self.xlen)
        self.set_core(part(extended(found, self.size, whole, signed=True), 0, self.xlen))

    def transfer(self) -> None:
        fields, mode, width, active = self.fields, self.f.mode, self.f.width, [*filter(self.is_on(), range(self.vl))]
        size = self.size if mode & 1 else width
        one, index = self.group(self.f.vd, size), self.group(self.f.vs2, width) if mode & 1 else None
        data, whole, top = _Group(one.first, fields * one.count, size), fields * size, self.mask // 2 + 1
        _refuse(data.count > 8 or data.first + data.count > 32)
        step = number(self.core(self.f.vs2)) if mode == 2 else whole
        offsets = [step * k for k in active]
        if index:
            _refuse(width > self.xlen or (fields > 1 and data.meets(index)))
            elements = self.elements(index, self.vl)
            offsets = [number(elements[k]) for k in active]
        self.check(data if self.loads else None, *([index] if index else []), *([data] if self.stores else []))
        starts = [(offset + top & self.mask) - top for offset in offsets]
        if self.stores and mode != 3 and any(b - a < whole for a, b in pairwise(sorted(starts))):
            raise Refused("stores elements over each other in no order")
        groups = [_Group(one.first + k * one.count, one.count, size) for k in range(fields)]
        values = [self.elements(group, self.vl if self.stores else 0) for group in groups]
        found: list[dict[int, Value]] = [{} for _ in groups]
        for k, start in zip(active, starts, strict=True):
            address = (self.core(self.f.vs1) + start) & self.mask
            if self.stores:
                cells = tuple(cell for elements in values for cell in cells_of(elements[k], size))
                self.processor.store(address, whole, value_of(cells), size)
            else:
                value = self.processor.load(address, whole, size)
                for n, results in enumerate(found):
                    results[k] = part(value, n * size, size)
        for group, results in zip(groups, found, strict=True) if self.loads else ():
            self.put(group, results)


def form_of(raw: bytes, xlen: int, forms: Iterable[Form]) -> Form | None:
    """Returns the form of an instruction; None: it is in no table."""
    fields = _fields(word := int.from_bytes(raw[:4], "little"), xlen)
    found = (one for one in forms if word & one.mask == one.fixed and eval(one.valid, {}, fields))
    return next((one for one in found if xlen == 8 or word & 0x5F != 0x1B), None)


def own(forms: Iterable[Form], processor: Processor, address: int) -> Block | None:
    """Returns the block of the instruction at an address; None: it has none of the forms."""
    raw, xlen = processor.image.code(address), processor.target.pointer
    if (form := form_of(raw, xlen, forms)) is None:
        return None
    step = _Vector if "v" in form.extensions else _Step
    made = step(processor, address, form, _fields(int.from_bytes(raw[:4], "little"), xlen))

    def run(registers: list[Value]) -> int:  # noqa: ARG001
        before = processor.get_register("sp")
        made.run()
        processor.check_stack(before)
        return address + 4

    return Block(run, (made.instruction,))
