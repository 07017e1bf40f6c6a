# SPDX-License-Identifier: BSD-3-Clause
"""Cortex-M55 instructions that Ghidra does not decode, or decodes wrong: low-overhead loops, CSEL, Helium.

Source: the Armv8-M Architecture Reference Manual. Instructions without a table row are refused. Letters in a pattern
are fields. DNM are Q registers; an expression gets one lane. abdmnrt are core registers. z, y, e and s are base-2
logarithms in bytes: z lanes, y elements in memory, e reversed elements, s lanes of the loop or predicate.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType
from typing import Any, NamedTuple

from . import comparisons, labels
from .comparisons import equal, less, signed_less
from .labels import Byte, Instruction, Refused, Split, Value, cells_of, extended, number, part, value_of
from .processor import Block, Processor

CORE = (*(f"r{k}" for k in range(13)), "sp", "lr", "pc")
PREDICATE, TAIL = "cr0", "cr1"  # VPR.P0 and FPSCR.LTPSIZE, held in coprocessor registers that an M55 lacks
WHOLE = 4  # LTPSIZE outside tail-predicated loops
WORD, ALL = 0xFFFFFFFF, 0xFFFF  # masks: 32 bits of a core register, 16 predicate bits, one for each byte
HOLDS = "ZR|CY|NG|OV|CY and not ZR|NG == OV|NG == OV and not ZR".split("|")
SPOKEN: dict[str, list[str]] = {
    "c": "eq ne hs lo mi pl vs vc hi ls ge lt gt le".split(),
    "f": "eq cs ne hi ge gt lt le".split(),
    "l": ["st", "ld"],
    "o": "csel csinc csinv csneg".split(),
    "u": ["s", "u"],
    "y": ["b", "h", "w"],
}
# The 32-bit words that each instruction in an interleaving access moves, by register count.
WORDS = {2: ((0, 1, 6, 7), (2, 3, 4, 5)), 4: ((0, 1, 10, 11), (2, 3, 12, 13), (4, 5, 14, 15), (6, 7, 8, 9))}

# Pattern with constant fields, text, and the result for lane k, which has `size` bytes.
LANES = """
1110 1111 00zz NNN0 DDD0 1000 0100 MMM0     | vadd.i{z} {D}, {N}, {M}    | N + M
1111 1111 00zz NNN0 DDD0 1000 0100 MMM0     | vsub.i{z} {D}, {N}, {M}    | N - M
1110 1111 00zz NNN0 DDD0 1001 0101 MMM0     | vmul.i{z} {D}, {N}, {M}    | N * M
1110 1110 00zz NNN1 DDD0 1111 0100 mmmm     | vadd.i{z} {D}, {N}, {m}    | N + m
1110 1110 00zz NNN1 DDD1 1111 0100 mmmm     | vsub.i{z} {D}, {N}, {m}    | N - m
1110 1110 00zz NNN1 DDD1 1110 0110 mmmm     | vmul.i{z} {D}, {N}, {m}    | N * m
1110 1110 00zz NNN1 DDD0 1110 0100 mmmm     | vmla.i{z} {D}, {N}, {m}    | D + N * m
1110 1111 0000 NNN0 DDD0 0001 0101 MMM0 z=0 | vand {D}, {N}, {M}         | N & M
1110 1111 0001 NNN0 DDD0 0001 0101 MMM0 z=0 | vbic {D}, {N}, {M}         | N & (M ^ 255)
1110 1111 0010 NNN0 DDD0 0001 0101 MMM0 z=0 | vorr {D}, {N}, {M}         | M if N == M else N | M
1111 1111 0000 NNN0 DDD0 0001 0101 MMM0 z=0 | veor {D}, {N}, {M}         | N ^ M
1111 1111 1011 0000 DDD0 0101 1100 MMM0 z=0 | vmvn {D}, {M}              | M ^ 255
1111 1111 1011 zz01 DDD0 0011 0100 MMM0     | vabs.s{z} {D}, {M}         | 0 - M if goes(signed_less(M, 0, size)) else M
1111 1111 1011 zz01 DDD0 0011 1100 MMM0     | vneg.s{z} {D}, {M}         | 0 - M
1110 1111 10jj jjjj DDD0 0101 0101 MMM0     | vshl.i{z} {D}, {M}, #{i}   | M << i
1111 1111 10jj jjjj DDD0 0000 0101 MMM0     | vshr.u{z} {D}, {M}, #{z}-{i} | M >> 8 * size - i
1111 1111 00zz NNN0 DDD0 0100 0100 MMM0     | vshl.u{z} {D}, {M}, {N}    | moved(M, number(N) & 255)
111i 1111 1000 0iii DDD0 0xx0 0101 iiii z=2 | vmov.i32 {D}, #{i}<<8*{x}  | i << 8 * x
111i 1111 1000 0iii DDD0 0xx1 0101 iiii z=2 | vorr.i32 {D}, #{i}<<8*{x}  | D | i << 8 * x
111i 1111 1000 0iii DDD0 0xx1 0111 iiii z=2 | vbic.i32 {D}, #{i}<<8*{x}  | D & (i << 8 * x ^ 0xFFFFFFFF)
111i 1111 1000 0iii DDD0 0xx0 0111 iiii z=2 | vmvn.i32 {D}, #{i}<<8*{x}  | i << 8 * x ^ 0xFFFFFFFF
111i 1111 1000 0iii DDD0 110x 0101 iiii z=2 | vmov.i32 {D}, #{i}+1<<8+8*{x}, -1  | (i + 1 << 8 + 8 * x) - 1
111i 1111 1000 0iii DDD0 110x 0111 iiii z=2 | vmvn.i32 {D}, #{i}+1<<8+8*{x}, -1  | (i + 1 << 8 + 8 * x) - 1 ^ 0xFFFFFFFF
111i 1111 1000 0iii DDD0 10x0 0101 iiii z=1 | vmov.i16 {D}, #{i}<<8*{x}  | i << 8 * x
111i 1111 1000 0iii DDD0 10x1 0101 iiii z=1 | vorr.i16 {D}, #{i}<<8*{x}  | D | i << 8 * x
111i 1111 1000 0iii DDD0 10x1 0111 iiii z=1 | vbic.i16 {D}, #{i}<<8*{x}  | D & (i << 8 * x ^ 0xFFFF)
111i 1111 1000 0iii DDD0 10x0 0111 iiii z=1 | vmvn.i16 {D}, #{i}<<8*{x}  | i << 8 * x ^ 0xFFFF
111i 1111 1000 0iii DDD0 1110 0101 iiii z=0 | vmov.i8 {D}, #{i}          | i
1111 1111 1011 ee00 DDD0 0000 0100 MMM0 z=3 | vrev64.{e} {D}, {M}        | turned(M, 8, 1 << e)
1111 1111 1011 ee00 DDD0 0000 1100 MMM0 z=2 | vrev32.{e} {D}, {M}        | turned(M, 4, 1 << e)
1111 1111 1011 ee00 DDD0 0001 0100 MMM0 z=1 | vrev16.{e} {D}, {M}        | turned(M, 2, 1 << e)
111u 1110 1010 1000 DDDx 1111 0100 MMM0 z=1 | vmovl.{u}8 {D}, {M}, {x}   | extended(part(M, x, 1), 1, 2, signed=1-u)
111u 1110 1011 0000 DDDx 1111 0100 MMM0 z=2 | vmovl.{u}16 {D}, {M}, {x}  | extended(part(M, 2*x, 2), 2, 4, signed=1-u)
1110 1110 1110 DDD0 tttt 1011 0001 0000 z=0 | vdup.8 {D}, {t}            | t
1110 1110 1010 DDD0 tttt 1011 0011 0000 z=1 | vdup.16 {D}, {t}           | t
1110 1110 1010 DDD0 tttt 1011 0001 0000 z=2 | vdup.32 {D}, {t}           | t
1110 1110 00zz rrr1 DDD0 1111 i110 111i     | vidup.u{z} {D}, {r}, 1<<{i} | r + (k << i)
1110 1110 00zz rrr1 DDD1 1111 i110 111i     | vddup.u{z} {D}, {r}, 1<<{i} | r - (k << i)
1110 1110 00zz rrr1 DDD0 1111 i110 bbbi     | viwdup.u{z} {D}, {r}, {b}, 1<<{i} | around(R, B, 1 << i, k)
1110 1110 00zz rrr1 DDD1 1111 i110 bbbi     | vdwdup.u{z} {D}, {r}, {b}, 1<<{i} | around(R, B, 1 << i, -k)
"""
# Pattern with constant fields, text, method of _Step, and the condition for valid fields.
OTHERS = """
1111 0000 0100 nnnn 1110 0000 0000 0001     | dls lr, {n}                   | begin
1111 0000 00ss nnnn 1110 0000 0000 0001     | dlstp.{s} lr, {n}             | begin
1111 0000 0100 nnnn 1100 hiii iiii iii1     | wls lr, {n}, {ahead:#x}       | begin
1111 0000 00ss nnnn 1100 hiii iiii iii1     | wlstp.{s} lr, {n}, {ahead:#x} | begin
1111 0000 0000 1111 1100 hiii iiii iii1 s=4 | le lr, {behind:#x}            | repeat
1111 0000 0010 1111 1100 hiii iiii iii1     | le {behind:#x}                | go_back
1111 0000 0001 1111 1100 hiii iiii iii1     | letp lr, {behind:#x}          | repeat
1111 0000 0000 1111 1110 0000 0000 0001     | lctp                          | end_tail
1111 0000 00ss nnnn 1110 1000 0000 0001     | vctp.{s} {n}                  | count_lanes
1111 1110 0k11 0001 kkk0 1111 0100 1101     | vpst {k:04b}               | open_block | k
1111 1110 0kzz NNN1 kkkf 1111 f000 MMMf     | vpt {k:04b} {f}.{z} {N}, {M}  | compare
1111 1110 0kzz NNN1 kkkf 1111 f1f0 bbbb     | vpt {k:04b} {f}.{z} {N}, {b}  | compare
1110 1110 1110 1101 tttt 1010 0001 0000     | vmsr p0, {t}                  | set_predicate
1110 1110 1111 1101 tttt 1010 0001 0000     | vmrs {t}, p0                  | get_predicate
1110 1010 0101 aaaa 10oo dddd cccc bbbb     | {o} {d}, {a}, {b}, {c}     | select     | c < 14
1110 1110 00x0 DDDh tttt 1011 0001 0000 z=2 | vmov.32 {D}[{x}], {t}         | set_lane
1110 1110 00x0 DDDh tttt 1011 0x11 0000 z=1 | vmov.16 {D}[{x}], {t}         | set_lane
1110 1110 01x0 DDDh tttt 1011 0xx1 0000 z=0 | vmov.8 {D}[{x}], {t}          | set_lane
1110 1110 00x1 DDDh tttt 1011 0001 0000 z=2 | vmov.32 {t}, {D}[{x}]         | get_lane
1110 1110 u0x1 DDDh tttt 1011 0x11 0000 z=1 | vmov.{u}16 {t}, {D}[{x}]      | get_lane
1110 1110 u1x1 DDDh tttt 1011 0xx1 0000 z=0 | vmov.{u}8 {t}, {D}[{x}]       | get_lane
1110 1100 0001 aaaa DDD0 1111 000x tttt z=2 | vmov {D}[{x}+2], {D}[{x}], {t}, {a} | set_lanes | a < 15
1110 1100 0000 aaaa DDD0 1111 000x tttt z=2 | vmov {t}, {a}, {D}[{x}+2], {D}[{x}] | get_lanes | a < 15 and a != t
1110 1101 q10l nnnn 1010 1111 1iii iiii y=2 | v{l}r p0, {at}             | spill
1110 110p q0wl nnnn DDD1 111z ziii iiii     | v{l}r{y}.{z} {D}, {at}     | transfer   | p | w
111u 110p q0wl ynnn DDD0 111z ziii iiii     | v{l}r{y}.{u}{z} {D}, {at}  | transfer   | (p|w) and y < z and l >= u
111u 1100 1001 nnnn DDD0 111z zy0y MMMo l=1 | vldr{y}.{u}{z} {D}, {at}   | transfer   | y < z + u and o <= y and D != M
1110 1100 1000 nnnn DDD0 111z zy0y MMMo l=0 | vstr{y}.{z} {D}, {at}      | transfer   | y <= z and o <= y
1111 1101 q00l MMM0 DDD1 1110 0iii iiii z=2 | v{l}r{y}.{z} {D}, {at}     | transfer   | D != M or not l
1111 1100 10wl nnnn DDD1 111z zgg0 0000 v=2 | v{l}2{g}.{z} {D}, {at}     | interleave | g < 2 and D < 7 and w <= g
1111 1100 10wl nnnn DDD1 111z zgg0 0001 v=4 | v{l}4{g}.{z} {D}, {at}     | interleave | D < 5 and 3 * w <= g
"""


class Form(NamedTuple):
    mask: int  # of the fixed bits
    fixed: int
    fields: dict[str, list[int]]  # bit numbers, the most significant first
    constants: dict[str, int]
    text: str
    method: str
    code: CodeType  # the lane's result, or the condition


def _forms(table: str) -> Iterator[Form]:
    for row in table.strip().splitlines():
        pattern, text, *rest = row.split(" | ", 2 if table is LANES else 3)
        method, code = ("lanes", rest[0]) if table is LANES else (rest[0].strip(), "".join(rest[1:]) or "True")
        fields: dict[str, list[int]] = {}
        for at, bit in enumerate(pattern[:39].replace(" ", "")):
            fields.setdefault(bit, []).append(31 - at)
        ones, zeros = (sum(1 << at for at in fields.pop(bit)) for bit in "10")
        constants = {pattern[40]: int(pattern[42])} if pattern[39:].strip() else {}
        yield Form(ones | zeros, ones, fields, constants, text.strip(), method, compile(code.strip(), text, "eval"))


FORMS = (*_forms(LANES), *_forms(OTHERS))


def _fields(form: Form, word: int) -> dict[str, int] | None:
    """Returns an instruction's fields; None: it has another form, or is unpredictable."""
    if word & form.mask != form.fixed:
        return None
    f = dict(form.constants)
    for letter, bits in form.fields.items():
        f[letter] = sum((word >> at & 1) << k for k, at in enumerate(reversed(bits)))
    if "j" in f:  # the leading one gives the lane size, the bits below it the immediate
        f |= {"z": f["j"].bit_length() - 4, "i": f["j"] & ~(1 << f["j"].bit_length() >> 1)}
    if "r" in f:  # an even register
        f["r"] *= 2
        f |= {"b": 2 * f["b"] + 1} if "b" in f else {}
    z, n = f.get("z", 0), f.get("n")
    y = f.setdefault("y", min(z, 2))
    if "x" in f and "h" in f:  # a lane number in half a Q register
        f["x"] += (8 >> z) * f["h"]
    bad = n == 15 or (n == 13 and f.get("w") == 1) or any(f.get(letter) in (13, 15) for letter in "dmt")
    bad = (
        bad
        or 13 in (f.get("a"), f.get("b"))
        or ("r" in f and f.get("b") == 15)
        or y > 2
        or not 0 <= z <= 2 + ("e" in f)
        or f.get("e", -1) >= z
    )
    return None if bad or (form.method != "lanes" and not eval(form.code, {}, f)) else f


def turned(value: Value, size: int, element: int) -> Value:
    """Reverses the order of elements; size and element are in bytes."""
    cells = cells_of(value, size)
    return value_of(sum((cells[at : at + element] for at in range(size - element, -1, -element)), ()))


def moved(value: Value, by: int) -> Value:
    """Shifts left, or right if the signed byte `by` is negative."""
    return value << by if by < 128 else value >> 256 - by


def around(first: Value, end: Value, step: int, k: int) -> int:
    """Returns `first` plus k steps, modulo `end`. Refuses numbers from `end` on, or not multiples of `step`."""
    at, limit = number(first), number(end)
    if at % step or limit % step or at >= limit:
        raise Refused("wraps around at a number that is no multiple of its step")
    return (at + k * step) % limit


# Names in expressions.
NAMES = {**vars(labels), **vars(comparisons), "turned": turned, "moved": moved, "around": around}


class _Step:
    """An instruction. Its form's method runs it, and returns the jump address, or None."""

    def __init__(self, processor: Processor, address: int, form: Form, fields: dict[str, int]) -> None:
        self.processor, self.form, self.f, self.in_block = processor, form, fields, False
        self.get, self.set = processor.get_register, processor.set_register
        immediate = fields.get("i", 0)
        self.by = (immediate if fields.get("q") else -immediate) << fields["y"]
        self.ahead, self.behind = (address + 4 + sign * (4 * immediate + 2 * fields.get("h", 0)) for sign in (1, -1))
        text = form.text.format(**self._shown())
        self.instruction = Instruction(address, 4, text, text.startswith("vld"), text.startswith("vst"))

    def _shown(self) -> dict[str, object]:
        """Returns the fields in assembler syntax."""
        f = self.f
        shown: dict[str, object] = {"ahead": self.ahead, "behind": self.behind, **f}
        shown |= {letter: SPOKEN[letter][f[letter]] for letter in f if letter in SPOKEN}
        shown |= {letter: f"q{f[letter]}" for letter in f if letter in "DNM"}
        shown |= {letter: CORE[f[letter]].replace("pc", "zr") for letter in f if letter in "abdmnrt"}
        shown |= {letter: 8 << f[letter] for letter in f if letter in "zes"}
        inner = [str(shown[letter]) for letter in "nM" if letter in f] + [f"#{self.by}"] * ("i" in f)
        inner += [f"uxtw #{f['y']}"] * (f.get("o", 0) if "M" in f else 0)
        return shown | {"at": f"[{', '.join(inner)}]{'!' * f.get('w', 0) if f.get('p', 1) else ' afterwards'}"}

    def core(self, letter: str) -> Value:
        return 0 if self.f[letter] == 15 else self.get(CORE[self.f[letter]])

    def set_core(self, letter: str, value: Value) -> None:
        self.set(CORE[self.f[letter]], value & WORD)

    def q(self, letter: str, more: int = 0) -> list[Byte]:
        return list(cells_of(self.get(f"q{self.f[letter] + more}"), 16))

    def set_q(self, cells: list[Byte], more: int = 0) -> None:
        self.set(f"q{self.f['D'] + more}", value_of(tuple(cells)))

    def lane(self, letter: str, k: int, size: int) -> Value:
        return value_of(tuple(self.q(letter)[k * size :][:size]))

    def predicate(self) -> int:
        tail = number(self.get(TAIL))
        found = ALL if tail == WHOLE else (1 << min(16, number(self.get("lr")) << tail)) - 1
        return found & number(self.get(PREDICATE)) if self.in_block else found

    def on(self, size: int) -> list[bool]:
        """Returns for each lane whether it is active. Refuses partly active lanes."""
        found = [self.predicate() >> k & (1 << size) - 1 for k in range(0, 16, size)]
        if not set(found) <= {0, (1 << size) - 1}:
            raise Refused("changes a part of a lane")
        return [one != 0 for one in found]

    # ---- lanes ----

    def result(self, k: int, size: int) -> Value:
        names: dict[str, Any] = {**self.f, "goes": self.processor.goes, "size": size, "k": k}
        names |= {letter: self.lane(letter, k, size) for letter in self.form.code.co_names if letter in "DNM"}
        names |= {letter: part(self.core(letter), 0, size) for letter in self.form.code.co_names if letter in "mrt"}
        names |= {"R": self.core("r"), "B": self.core("b")} if "b" in self.f else {}
        found: Value = eval(self.form.code, NAMES, names)
        return found & (1 << 8 * size) - 1

    def lanes(self) -> None:
        size, cells = 1 << self.f["z"], self.q("D")
        for k, on in enumerate(self.on(size)):
            if on:
                cells[k * size : (k + 1) * size] = cells_of(self.result(k, size), size)
        self.set_q(cells)
        if "r" in self.f:  # the number after the last lane
            self.set_core("r", self.result(16 // size, 4))

    def set_lane(self) -> None:
        size, cells = 1 << self.f["z"], self.q("D")
        cells[self.f["x"] * size : (self.f["x"] + 1) * size] = cells_of(self.core("t"), 4)[:size]
        self.set_q(cells)

    def get_lane(self) -> None:
        size = 1 << self.f["z"]
        self.set_core("t", extended(self.lane("D", self.f["x"], size), size, 4, signed=not self.f.get("u", 1)))

    def set_lanes(self) -> None:
        cells, x = self.q("D"), 4 * self.f["x"]
        cells[x : x + 4], cells[x + 8 : x + 12] = cells_of(self.core("t"), 4), cells_of(self.core("a"), 4)
        self.set_q(cells)

    def get_lanes(self) -> None:
        first, second = self.lane("D", self.f["x"], 4), self.lane("D", self.f["x"] + 2, 4)
        self.set_core("t", first)
        self.set_core("a", second)

    def spill(self) -> None:
        address = (self.core("n") + self.by) & WORD
        if self.f["l"]:
            self.set(PREDICATE, self.processor.load(address, 4, 4) & ALL)
        else:
            self.processor.store(address, 4, number(self.get(PREDICATE) & ALL), 4)

    def select(self) -> None:
        code = compile(HOLDS[self.f["c"] >> 1], "condition", "eval")
        holds = eval(code, {}, {name: self.processor.goes(self.get(name)) for name in code.co_names})
        a, b = self.core("a"), self.core("b")
        self.set_core("d", a if holds != self.f["c"] & 1 else (b, b + 1, b ^ WORD, 0 - b)[self.f["o"]])

    # ---- memory ----

    def move(self, cells: list[Byte], k: int, size: int, address: Value, memory: int) -> None:
        """Moves an element of `memory` bytes between memory and lane k, which has `size` bytes."""
        lane = slice(k * size, (k + 1) * size)
        if self.f["l"]:
            value = self.processor.load(address & WORD, memory, memory)
            cells[lane] = cells_of(extended(value, memory, size, signed=not self.f.get("u", 1)), size)
        else:
            self.processor.store(address & WORD, memory, value_of(tuple(cells[lane][:memory])), memory)

    def transfer(self) -> None:
        f, size, memory = self.f, 1 << self.f["z"], 1 << self.f["y"]
        base, by = self.core("n") if "n" in f else 0, self.by & WORD
        cells: list[Byte] = [0] * 16 if f["l"] else self.q("D")
        for k, on in enumerate(self.on(size)):
            if "M" in f:
                offset = extended(self.lane("M", k, size), size, 4, signed=False) << f.get("o", 0) * f["y"]
            else:
                offset = k * memory
            if on:
                self.move(cells, k, size, base + offset + (by if f.get("p", 1) else 0), memory)
        if f["l"]:
            self.set_q(cells)
        if f.get("w"):
            self.set_core("n", base + by)

    def interleave(self) -> None:
        f, size, base = self.f, 1 << self.f["z"], self.core("n")
        registers = [self.q("D", more) for more in range(f["v"])]
        if self.predicate() != ALL:
            raise Refused("interleaves in a loop's tail")
        for word in WORDS[f["v"]][f["g"]]:
            for element in range(4 * word // size, 4 * (word + 1) // size):
                k, more = divmod(element, f["v"])
                self.move(registers[more], k, size, base + element * size, size)
        for more, cells in enumerate(registers):
            self.set_q(cells, more)
        if f["w"]:
            self.set_core("n", base + 16 * f["v"])

    # ---- loops and predicates ----

    def begin(self) -> int | None:
        count = self.core("n")
        if "i" in self.f and self.processor.goes(equal(count, 0, 4)):
            return self.ahead
        self.set("lr", count)
        self.set(TAIL, self.f.get("s", self.get(TAIL)))
        return None

    def repeat(self) -> int | None:
        count, tail = number(self.get("lr")), number(self.get(TAIL))
        if self.f.get("s", tail) != tail:
            raise Refused("ends a loop of another kind")
        if count > 16 >> tail:
            self.set("lr", count - (16 >> tail))
            return self.behind
        self.end_tail()
        return None

    def go_back(self) -> int:
        return self.behind

    def end_tail(self) -> None:
        self.set(TAIL, WHOLE)

    def open_block(self) -> None:
        """Does nothing: own() runs the block."""

    def count_lanes(self) -> None:
        count = min(16, number(self.core("n")) << self.f["s"])
        self.set(PREDICATE, (1 << count) - 1 & self.predicate())

    def compare(self) -> None:
        size, f, found = 1 << self.f["z"], self.f["f"], 0
        test = (equal, less, signed_less, signed_less)[(f & 1) + (f & 4) // 2]
        for k, on in enumerate(self.on(size)):
            a, b = self.lane("N", k, size), self.lane("M", k, size) if "M" in self.f else part(self.core("b"), 0, size)
            if on and self.processor.goes(test(b, a, size) if f in (3, 5, 7) else test(a, b, size)) == (
                f in (0, 3, 5, 6)
            ):
                found |= (1 << size) - 1 << k * size
        self.set(PREDICATE, found)

    def set_predicate(self) -> None:
        self.set(PREDICATE, self.core("t") & ALL)

    def get_predicate(self) -> None:
        self.set_core("t", self.get(PREDICATE) & ALL)


def _step(processor: Processor, address: int) -> _Step | None:
    raw = processor.image.code(address)
    word = int.from_bytes(raw[:2], "little") << 16 | int.from_bytes(raw[2:4], "little")
    found = ((form, _fields(form, word)) for form in (FORMS if word >> 29 == 7 else ()))
    return next((_Step(processor, address, form, fields) for form, fields in found if fields is not None), None)


def _refuse_conditional(processor: Processor, address: int) -> None:
    """Refuses an IT block that contains an instruction with one of the forms."""
    raw = processor.image.code(address)
    mask, address = raw[0] & 15 if raw[1] == 0xBF else 0, address + 2
    while mask:
        if _step(processor, address) is not None:
            raise Refused("makes an instruction of Armv8.1-M conditional")
        mask, address = mask << 1 & 15, address + (4 if processor.image.code(address)[1] >= 0xE8 else 2)


def own(processor: Processor, address: int) -> Block | None:
    """Returns the block of the instruction at an address, with a VPT block that it opens; None: it has no form."""
    _refuse_conditional(processor, address)
    if (first := _step(processor, address)) is None:
        return None
    steps, mask = [first], first.f.get("k", 0)
    while mask:
        step = _step(processor, address + 4 * len(steps))
        if step is None or step.form.method not in ("lanes", "transfer", "compare", "count_lanes") or step.f.get("k"):
            raise Refused("predicates an instruction that is not known").of(first.instruction)
        step.in_block, mask = True, mask << 1 & 15
        steps.append(step)

    def run(registers: list[Value]) -> int:  # noqa: ARG001
        to, mask = None, first.f.get("k", 0)
        for step in steps:
            before = processor.get_register("sp")
            try:
                to = getattr(step, step.form.method)()
                processor.check_stack(before)
            except (Refused, Split) as error:
                error.instruction = error.instruction or step.instruction
                raise
            if step.in_block:
                if mask > 8:  # from then to else, or back
                    processor.set_register(PREDICATE, number(processor.get_register(PREDICATE)) ^ ALL)
                mask = mask << 1 & 15
        return address + 4 * len(steps) if to is None else to

    return Block(run, tuple(step.instruction for step in steps))
