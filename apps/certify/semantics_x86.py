# SPDX-License-Identifier: BSD-3-Clause
"""
x86-64 instructions that Ghidra's descriptions lack or describe wrong: all vector instructions, string moves, bit scans
and deposits, divisions, conditional loads. Capstone decodes the operands.

Each function in the tables gets the result's size in bytes, the immediate (0 if there is none), and its sources as
bytes, least significant first. A result shorter than the destination is extended by zeros.
Source: Intel's Software Developer's Manual, volume 2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

import capstone
from capstone import x86_const as x86

from .comparisons import equal, signed_less
from .labels import (
    Byte,
    Instruction,
    Refused,
    Value,
    all_bits,
    and_byte,
    bits_of,
    byte_of,
    cells_of,
    extended,
    flag_of,
    from_bits,
    known,
    not_followed,
    number,
    or_byte,
    part,
    put,
    shifted,
    shifted_left,
    shifted_signed,
    value_of,
    xor_byte,
)
from .processor import Processor

Cells = tuple[Byte, ...]
Semantics = Callable[..., Cells]
LANE = 16


# ---- vectors ----


def _shuffle(width: int, index: Callable[[int, int, int], int | None], lane: int = LANE) -> Semantics:
    """
    Moves elements of ``width`` bytes within lanes of ``lane`` bytes. index(k, n, e) returns the source of an element:
    k is its number in the lane, n the immediate, e its number in the vector. Elements of the second source count after
    those of the first; None: zeros.
    """
    count = lane // width

    def element(sources: tuple[Cells, ...], start: int, at: int | None) -> Cells:
        if at is None:
            return (0,) * width
        return sources[at // count][start + at % count * width :][:width]

    def whole(size: int, n: int, *sources: Cells) -> Cells:
        places = ((start, k) for start in range(0, size, lane) for k in range(count))
        return tuple(chain(*(element(sources, start, index(k, n, start // width + k)) for start, k in places)))

    return whole


def _unpack(width: int, start: int) -> Semantics:
    count = LANE // width
    return _shuffle(width, lambda k, _n, _e: start // width + k // 2 + k % 2 * count)


def _insert(width: int) -> Semantics:
    count = LANE // width
    return _shuffle(width, lambda k, n, _e: count if k == n % count else k)


def _blend(width: int) -> Semantics:
    """Each bit of the immediate chooses an element. For words, the upper lane uses the immediate again."""
    count = LANE // width
    return _shuffle(width, lambda k, n, e: k + count * (n >> (k if width == 2 else e) & 1))


def _insert_single(n: int, k: int, is_memory: bool) -> int | None:
    return None if n >> k & 1 else 4 + (0 if is_memory else n >> 6) if k == n >> 4 & 3 else k


def _insert_ps(size: int, n: int, a: Cells, b: Cells) -> Cells:
    return _shuffle(4, lambda k, n, _e: _insert_single(n, k, len(b) == 4))(size, n, a, b)


def _indices(cells: Cells) -> list[int]:
    return [number(value_of((cell,))) for cell in cells]


def _shuffle_bytes(_size: int, _n: int, a: Cells, index: Cells) -> Cells:
    return tuple(0 if at & 128 else a[k // LANE * LANE + at % LANE] for k, at in enumerate(_indices(index)))


def _permute_in_lanes(width: int) -> Semantics:
    """VPERMILPS and VPERMILPD: the indices are in the immediate, or in the elements of a second source."""
    count = LANE // width

    def whole(size: int, n: int, a: Cells, *index: Cells) -> Cells:
        if index:
            lows = _indices(index[0][::width])
            chosen = [low % 4 if width == 4 else low // 2 % 2 for low in lows]
        else:
            chosen = [n >> (2 * (k % 4) if width == 4 else k) & count - 1 for k in range(size // width)]
        return _shuffle(width, lambda _k, _n, e: chosen[e])(size, n, a)

    return whole


def _permute_words(size: int, n: int, index: Cells, a: Cells) -> Cells:
    return _shuffle(4, lambda k, _n, _e: _indices(index[4 * k : 4 * k + 1])[0] % 8, 32)(size, n, a)


def _blend_by_signs(width: int) -> Semantics:
    def whole(size: int, _n: int, a: Cells, b: Cells, mask: Cells) -> Cells:
        chosen = (number(flag_of(bits_of(mask[at + width - 1])[7])) for at in range(0, size, width))
        pairs = zip(chosen, range(0, size, width), strict=True)
        return tuple(chain(*((b if bit else a)[at : at + width] for bit, at in pairs)))

    return whole


def _lanes(width: int, combine: Callable[..., Value]) -> Semantics:
    """Applies ``combine`` to each element of ``width`` bytes."""

    def whole(size: int, _n: int, *sources: Cells) -> Cells:
        of = ((value_of(one[at : at + width]) for one in sources) for at in range(0, size, width))
        return tuple(chain(*(cells_of(combine(*one) & (1 << 8 * width) - 1, width) for one in of)))

    return whole


def _low(value: Value) -> Value:
    return extended(part(value, 0, 4), 4, 8, signed=False)


def _bytes(combine: Callable[[Byte, Byte], Byte]) -> Semantics:
    return lambda _size, _n, a, b: tuple(map(combine, a, b))


def _filled(flag: Value, width: int) -> Value:
    return value_of((byte_of((bits_of(cells_of(flag, 1)[0])[0],) * 8),) * width)


def _of_numbers(width: int, combine: Callable[[int, int], int]) -> Semantics:
    """An element operation that is exact only for known numbers."""

    def one(a: Value, b: Value) -> Value:
        return combine(a, b) if isinstance(a, int) and isinstance(b, int) else not_followed(width, a, b)

    return _lanes(width, one)


def _compare(width: int, test: Callable[[Value, Value, int], Value]) -> Semantics:
    return _lanes(width, lambda a, b: _filled(test(a, b, width), width))


def _chosen(width: int, choose: Callable[[int, int], int], signed: bool) -> Semantics:
    top = (1 << 8 * width - 1) * signed
    return _of_numbers(width, lambda a, b: choose(a ^ top, b ^ top) ^ top)


def _shift(width: int, shift: Callable[[Value, Value, int], Value]) -> Semantics:
    """The shift count is the immediate, or the low 64 bits of the second source."""

    def whole(size: int, n: int, a: Cells, *by: Cells) -> Cells:
        count = number(value_of(by[0][:8])) if by else n
        return _lanes(width, lambda value: shift(value, count, width))(size, n, a)

    return whole


def _extend(width: int, to: int, signed: bool) -> Semantics:
    def whole(size: int, _n: int, a: Cells) -> Cells:
        of = (value_of(a[k * width :][:width]) for k in range(size // to))
        return tuple(chain(*(cells_of(extended(one, width, to, signed=signed), to) for one in of)))

    return whole


def _pack(width: int, signed: bool) -> Semantics:
    """Halves signed elements with saturation. Labels stay exact if the upper half shows that the element fits."""
    half = width // 2
    low, high = (-1 << 8 * half - 1, (1 << 8 * half - 1) - 1) if signed else (0, (1 << 8 * half) - 1)

    def narrowed(cells: Cells) -> Cells:
        value, bits = value_of(cells), all_bits(cells)
        if isinstance(value, int):
            value = (value ^ 1 << 8 * width - 1) - (1 << 8 * width - 1)
            return cells_of(max(low, min(high, value)) & (1 << 8 * half) - 1, half)
        sign = bits[8 * half - 1] if signed else 0
        fits = isinstance(sign, (int, frozenset)) and all(bit == sign for bit in bits[8 * half :])
        return cells[:half] if fits else cells_of(not_followed(half, value), half)

    def whole(size: int, _n: int, a: Cells, b: Cells) -> Cells:
        lanes = (one[at : at + LANE] for at in range(0, size, LANE) for one in (a, b))
        return tuple(chain(*(narrowed(one[at : at + width]) for one in lanes for at in range(0, LANE, width))))

    return whole


def _signs(width: int) -> Semantics:
    def whole(_size: int, _n: int, a: Cells) -> Cells:
        bits = [bits_of(cell)[7] for cell in a[width - 1 :: width]]
        return cells_of(from_bits(bits + [0] * (32 - len(bits))), 4)

    return whole


def _move(width: int, start: int = 0) -> Semantics:
    return lambda _size, _n, a: a[start : start + width]


def _extract(width: int) -> Semantics:
    return lambda _size, n, a: a[n * width % LANE :][:width] if width < LANE else a[n % 2 * LANE :][:LANE]


def _broadcast(width: int) -> Semantics:
    return lambda size, _n, a: a[:width] * (size // width)


_WIDTHS = (("b", 1), ("w", 2), ("d", 4), ("q", 8))
_FLOATS = (("ps", 4), ("pd", 8))

# Instructions by name, without AVX's V. Their SSE forms do not read the destination.
UNARY: Mapping[str, Semantics] = {
    **{
        name: _move(32)
        for name in "movaps movapd movups movupd movdqa movdqu lddqu movntps movntpd movntdq movntdqa".split()
    },
    "movd": _move(4),
    "movq": _move(8),
    # Stores; movss and movsd are loads, too. BINARY has the other forms.
    "movss": _move(4),
    "movsd": _move(8),
    "movlps": _move(8),
    "movlpd": _move(8),
    "movhps": _move(8, 8),
    "movhpd": _move(8, 8),
    "movddup": _shuffle(8, lambda _k, _n, _e: 0),
    "movshdup": _shuffle(4, lambda k, _n, _e: k | 1),
    "movsldup": _shuffle(4, lambda k, _n, _e: k & 2),
    "pshufd": _shuffle(4, lambda k, n, _e: n >> 2 * k & 3),
    "pshuflw": _shuffle(2, lambda k, n, _e: n >> 2 * k & 3 if k < 4 else k),
    "pshufhw": _shuffle(2, lambda k, n, _e: k if k < 4 else 4 + (n >> 2 * (k - 4) & 3)),
    **{f"permil{name}": _permute_in_lanes(width) for name, width in _FLOATS},
    **{name: _shuffle(8, lambda k, n, _e: n >> 2 * k & 3, 32) for name in ("permq", "permpd")},
    **dict.fromkeys(("permd", "permps"), _permute_words),
    **{f"broadcast{name}": _broadcast(width) for name, width in (("ss", 4), ("sd", 8), ("f128", 16), ("i128", 16))},
    **{f"pbroadcast{name}": _broadcast(width) for name, width in _WIDTHS},
    **{f"pextr{name}": _extract(width) for name, width in _WIDTHS},
    "extractps": _extract(4),
    "extracti128": _extract(16),
    "extractf128": _extract(16),
    **{
        f"pmov{sign}x{name}{to}": _extend(width, wide, sign == "s")
        for sign in "sz"
        for name, width in _WIDTHS
        for to, wide in _WIDTHS
        if width < wide
    },
    "pmovmskb": _signs(1),
    "movmskps": _signs(4),
    "movmskpd": _signs(8),
}
# SSE forms read the destination as first source. AVX has an operand for it.
BINARY: Mapping[str, Semantics] = {
    **{
        f"punpck{half}{name}": _unpack(width, start)
        for name, width in (("bw", 1), ("wd", 2), ("dq", 4), ("qdq", 8))
        for half, start in (("l", 0), ("h", 8))
    },
    **{f"unpck{half}{name}": _unpack(width, start) for name, width in _FLOATS for half, start in (("l", 0), ("h", 8))},
    "shufps": _shuffle(4, lambda k, n, _e: (n >> 2 * k & 3) + (4 if k > 1 else 0)),
    "shufpd": _shuffle(8, lambda k, n, e: 2 * k + (n >> e & 1)),
    "movss": _shuffle(4, lambda k, _n, _e: k or 4),
    "movsd": _shuffle(8, lambda k, _n, _e: k or 2),
    "movlhps": _shuffle(8, lambda k, _n, _e: 2 * k),
    "movhlps": _shuffle(8, lambda k, _n, _e: (3, 1)[k]),
    **{name: _shuffle(8, lambda k, _n, _e: 2 * k) for name in ("movhps", "movhpd")},
    **{name: _shuffle(8, lambda k, _n, _e: (2, 1)[k]) for name in ("movlps", "movlpd")},
    "palignr": _shuffle(1, lambda k, n, _e: (16 + k + n if k + n < 16 else k + n - 16) if k + n < 32 else None),
    "pslldq": _shuffle(1, lambda k, n, _e: k - n if k >= n else None),
    "psrldq": _shuffle(1, lambda k, n, _e: k + n if k + n < 16 else None),
    "pshufb": _shuffle_bytes,
    **{f"pinsr{name}": _insert(width) for name, width in _WIDTHS},
    "insertps": _insert_ps,
    **{f"insert{name}128": _shuffle(16, lambda k, n, _e: 2 if k == n % 2 else k, 32) for name in "if"},
    **{
        f"perm2{name}128": _shuffle(16, lambda k, n, _e: None if n >> 4 * k & 8 else n >> 4 * k & 3, 32)
        for name in "if"
    },
    "pblendw": _blend(2),
    "pblendd": _blend(4),
    "blendps": _blend(4),
    "blendpd": _blend(8),
    "pblendvb": _blend_by_signs(1),
    "blendvps": _blend_by_signs(4),
    "blendvpd": _blend_by_signs(8),
    **{name: _bytes(and_byte) for name in ("pand", "andps", "andpd")},
    **{name: _bytes(or_byte) for name in ("por", "orps", "orpd")},
    **{name: _bytes(xor_byte) for name in ("pxor", "xorps", "xorpd")},
    **{name: _bytes(lambda a, b: and_byte(xor_byte(a, 255), b)) for name in ("pandn", "andnps", "andnpd")},
    **{f"padd{name}": _lanes(width, lambda a, b: a + b) for name, width in _WIDTHS},
    **{f"psub{name}": _lanes(width, lambda a, b: a - b) for name, width in _WIDTHS},
    **{f"pmull{name}": _lanes(width, lambda a, b: a * b) for name, width in (("w", 2), ("d", 4))},
    "pmuludq": _lanes(8, lambda a, b: _low(a) * _low(b)),
    **{f"pcmpeq{name}": _compare(width, equal) for name, width in _WIDTHS},
    **{f"pcmpgt{name}": _compare(width, lambda a, b, size: signed_less(b, a, size)) for name, width in _WIDTHS},
    **{
        f"p{which}{sign}{name}": _chosen(width, of, sign == "s")
        for which, of in (("min", min), ("max", max))
        for sign in "us"
        for name, width in _WIDTHS[:3]
    },
    "paddusb": _of_numbers(1, lambda a, b: min(a + b, 255)),
    "paddusw": _of_numbers(2, lambda a, b: min(a + b, 65535)),
    **{f"psubus{name}": _of_numbers(w, lambda a, b: max(a - b, 0)) for name, w in _WIDTHS[:2]},
    **{f"psll{name}": _shift(width, shifted_left) for name, width in _WIDTHS[1:]},
    **{f"psrl{name}": _shift(width, lambda a, by, size: shifted(a, by, size, 0)) for name, width in _WIDTHS[1:]},
    **{f"psra{name}": _shift(width, shifted_signed) for name, width in _WIDTHS[1:3]},
    "psllvd": _lanes(4, lambda a, by: shifted_left(a, by, 4)),
    "psllvq": _lanes(8, lambda a, by: shifted_left(a, by, 8)),
    "psrlvd": _lanes(4, lambda a, by: shifted(a, by, 4, 0)),
    "psrlvq": _lanes(8, lambda a, by: shifted(a, by, 8, 0)),
    "psravd": _lanes(4, lambda a, by: shifted_signed(a, by, 4)),
    "packsswb": _pack(2, True),
    "packssdw": _pack(4, True),
    "packuswb": _pack(2, False),
    "packusdw": _pack(4, False),
}
# Two equal source registers give all zeros or all ones, also if their values are not followed.
_ZERO = frozenset("pxor xorps xorpd psubb psubw psubd psubq pcmpgtb pcmpgtw pcmpgtd pcmpgtq pandn".split())
_ONES = frozenset("pcmpeqb pcmpeqw pcmpeqd pcmpeqq".split())

# Tables 2-17 to 2-22 in 2.4: AVX moves that need alignment (exception type 1), and 16-byte SSE moves that need none.
_ALIGNED = frozenset("movaps movapd movdqa movntps movntpd movntdq movntdqa".split())
_UNALIGNED = frozenset("movups movupd movdqu lddqu".split())


# ---- operands ----


@lru_cache(1)
def _capstone() -> Any:
    decoder = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64)
    decoder.detail = True
    return decoder


@lru_cache(1 << 12)
def decoded(raw: bytes) -> Any:
    """Returns Capstone's instruction with its operands; None: Capstone does not know the bytes."""
    return next(_capstone().disasm(raw, 0, 1), None)


def split(found: Any) -> tuple[bytes, bytes]:
    """Returns an instruction's prefixes without REX, and its bytes from the opcode on."""
    raw = bytes(found.bytes)
    rest = raw.lstrip(b"\x26\x2e\x36\x3e\x64\x65\x66\x67\xf0\xf2\xf3")
    return raw[: len(raw) - len(rest)], rest[1:] if rest[0] & 0xF0 == 0x40 else rest


def is_vex(found: Any) -> bool:
    return found.bytes[0] in (0xC4, 0xC5)


def registers(found: Any) -> list[str]:
    """Returns the names of the register operands."""
    return [found.reg_name(one.reg) for one in found.operands if one.type == x86.X86_OP_REG]


def plain(found: Any) -> str:
    """Returns an instruction's name in the tables."""
    name = str(found.mnemonic)
    for prefix in ("lock ", "notrack ", "repz "):
        name = name.removeprefix(prefix)
    if name == "movsd" and not registers(found):
        return "movsd.string"
    return name.removeprefix("v") if is_vex(found) else name


class Step:
    """One instruction. It reads and writes operands by number."""

    def __init__(self, processor: Processor, instruction: Instruction, found: Any, bmi: bool) -> None:
        self.processor, self.operands, self.bmi = processor, list(found.operands), bmi
        self.name, self.is_vex, self.opcode = plain(found), is_vex(found), split(found)[1]
        self.names = [found.reg_name(one.reg) if one.type == x86.X86_OP_REG else "" for one in self.operands]
        self.is_memory = [one.type == x86.X86_OP_MEM for one in self.operands]
        places = [one for one, is_memory in zip(self.operands, self.is_memory, strict=True) if is_memory]
        self.terms: list[tuple[str, int]] = []
        self.offset = 0
        for one in places[:1]:
            base, index = found.reg_name(one.mem.base), found.reg_name(one.mem.index)
            self.offset = one.mem.disp + (instruction.address + instruction.size if base == "rip" else 0)
            terms = ((base, 1), (index, one.mem.scale))
            self.terms = [(name.upper(), factor) for name, factor in terms if name and name not in ("rip", "riz")]

    def address(self) -> Value:
        mask = (1 << 64) - 1
        total: Value = self.offset & mask
        for name, factor in self.terms:
            value = self.processor.get_register(name)
            total = total + (value if factor == 1 else value * factor & mask) & mask
        return total

    def size(self, number: int) -> int:
        return int(self.operands[number].size)

    def align(self, number: int) -> int:
        size = self.size(number)
        if self.is_vex:
            return size if self.name in _ALIGNED else 1
        return size if size == LANE and self.name not in _UNALIGNED else 1

    def read(self, number: int) -> Value:
        one, size = self.operands[number], self.size(number)
        if self.is_memory[number]:
            return self.processor.load(self.address(), size, self.align(number))
        return self.processor.get_register(self.names[number].upper()) if self.names[number] else one.imm

    def write(self, number: int, value: Value) -> None:
        """Writes an operand. 32-bit results in general registers, and AVX results, clear the upper bits."""
        if self.is_memory[number]:
            self.processor.store(self.address(), self.size(number), value, self.align(number))
        else:
            self.set(self.names[number].upper(), value)

    def set(self, name: str, value: Value) -> None:
        processor = self.processor
        if name in ("RSP", "ESP", "SP", "SPL"):
            raise Refused("moves the stack pointer to what is not followed")
        cell, low, size, whole = processor.place(name)
        if size == 4 or (self.is_vex and size >= LANE):
            processor.registers[cell] = extended(value, size, whole, signed=False)
        else:
            processor.registers[cell] = put(processor.registers[cell], value, low, size, whole)

    def forget(self, number: int) -> None:
        """Makes a whole register undefined, also above 32 bits."""
        cell, _, _, whole = self.processor.place(self.names[number].upper())
        self.processor.registers[cell] = not_followed(whole)

    def flags(self, **values: Value) -> None:
        for name, value in values.items():
            self.processor.set_register(name, value)

    def vector(self) -> None:
        to_memory, alone = self.is_memory[0], self.name in ("movss", "movsd") and self.is_memory[-1]
        is_unary = to_memory or alone or self.name not in BINARY
        numbers = [one.imm & 255 for one in self.operands if one.type == x86.X86_OP_IMM]
        sources = range(is_unary or self.is_vex, len(self.operands) - len(numbers))
        size = self.size(0) if to_memory else self.processor.place(self.names[0].upper())[2]
        named = [self.names[k] for k in sources]
        if len(named) == 2 and named[0] == named[1] and self.name in _ZERO | _ONES:
            found: Cells = (255 if self.name in _ONES else 0,) * size
        else:
            cells = [cells_of(self.read(k), self.size(k)) for k in sources]
            if not self.is_vex and self.name in ("pblendvb", "blendvps", "blendvpd") and len(cells) == 2:
                cells.append(cells_of(self.processor.get_register("XMM0"), LANE))
            found = (UNARY if is_unary else BINARY)[self.name](size, *(numbers or [0]), *cells)
        self.write(0, value_of((found + (0,) * size)[:size]))


# ---- other instructions ----


def _scan(step: Step) -> None:
    """BSF, BSR, TZCNT and LZCNT. Undefined results are not followed. Without BMI, TZCNT's bytes run as BSF."""
    bits = 8 * step.size(0)
    value, forward = number(step.read(1)), step.name in ("bsf", "tzcnt")
    is_count = step.name == "lzcnt" or (step.name == "tzcnt" and step.bmi)
    place = (value & -value).bit_length() - 1 if forward else value.bit_length() - 1
    found = bits - 1 - place if step.name == "lzcnt" else place
    if value == 0 and not is_count:
        step.forget(0)
    else:
        step.write(0, bits if value == 0 else found)
    if is_count:
        step.flags(CF=int(value == 0), ZF=int(value != 0 and found == 0))
    else:
        step.flags(CF=UNDEFINED, ZF=int(value == 0) if step.name != "tzcnt" else UNDEFINED)


def _extract_bits(step: Step) -> None:
    mask, bits = number(step.read(2)), all_bits(cells_of(step.read(1), step.size(1)))
    found = [bit for k, bit in enumerate(bits) if mask >> k & 1]
    step.write(0, from_bits(found + [0] * (len(bits) - len(found))))


def _deposit_bits(step: Step) -> None:
    mask, size = number(step.read(2)), step.size(1)
    bits = iter(all_bits(cells_of(step.read(1), size)))
    step.write(0, from_bits([next(bits) if mask >> k & 1 else 0 for k in range(8 * size)]))


def _reverse(step: Step) -> None:
    step.write(0, value_of(cells_of(step.read(1), step.size(1))[::-1]))


def _divide(step: Step) -> None:
    """DIV and IDIV, which trap if the divisor is 0 or the quotient does not fit."""
    size, processor = step.size(0), step.processor
    low, high = {1: ("AL", "AH"), 2: ("AX", "DX"), 4: ("EAX", "EDX"), 8: ("RAX", "RDX")}[size]
    top, limit = (1 << 8 * size - 1) * (step.name == "idiv"), 1 << 8 * size
    upper, lower = (known(processor.get_register(name), "divides") for name in (high, low))
    divisor = (known(step.read(0), "divides by") ^ top) - top
    if divisor == 0:
        raise Refused("divides by zero")
    whole = ((upper ^ top) - top) * limit + lower
    quotient = abs(whole) // abs(divisor) * (1 if whole * divisor >= 0 else -1)
    if not 0 <= quotient + top < limit:
        raise Refused("divides, which traps as the quotient does not fit")
    step.set(low, quotient % limit)
    step.set(high, (whole - quotient * divisor) % limit)
    step.flags(**dict.fromkeys(("CF", "PF", "ZF", "SF", "OF"), UNDEFINED))


def _move_if(step: Step) -> None:
    """CMOVcc from memory: it loads even if the condition is false."""
    value, code = step.read(1), step.opcode[1] & 15
    carry, parity, zero, sign, overflow = map(step.processor.get_register, ("CF", "PF", "ZF", "SF", "OF"))
    less = sign ^ overflow
    tests = (overflow, carry, zero, carry | zero, sign, parity, less, zero | less)
    moves = step.processor.goes(tests[code // 2] ^ code % 2)
    step.write(0, value if moves else step.read(0))


def _borrow(step: Step) -> None:
    """SBB of a register from itself: each bit becomes the carry."""
    carry = step.processor.get_register("CF")
    step.write(0, _filled(carry, step.size(0)))
    step.flags(OF=0, SF=carry, ZF=carry ^ 1, PF=1)


def _string(step: Step) -> None:
    """MOVS and STOS, with or without REP."""
    repeats, _, name = step.name.rpartition(" ")
    processor, width = step.processor, {"b": 1, "w": 2, "d": 4, "q": 8}[name[4]]
    by = -width if number(processor.get_register("DF")) else width
    for _ in range(number(processor.get_register("RCX")) if repeats else 1):
        goal = processor.get_register("RDI")
        if name.startswith("movs"):
            start = processor.get_register("RSI")
            value = processor.load(start, width, 1)
            processor.set_register("RSI", start + by & (1 << 64) - 1)
        else:
            value = part(processor.get_register("RAX"), 0, width)
        processor.store(goal, width, value, 1)
        processor.set_register("RDI", goal + by & (1 << 64) - 1)
    if repeats:
        processor.set_register("RCX", 0)


def _fetch(step: Step) -> None:
    """PREFETCHh never traps."""
    step.processor.fetch(step.address())


UNDEFINED = flag_of(None)
OTHERS: Mapping[str, Callable[[Step], None]] = {
    **dict.fromkeys(("bsf", "bsr", "tzcnt", "lzcnt"), _scan),
    "pext": _extract_bits,
    "pdep": _deposit_bits,
    "movbe": _reverse,
    "div": _divide,
    "idiv": _divide,
    **dict.fromkeys(
        (f"{rep}{name}{width}" for rep in ("", "rep ") for name in ("movs", "stos") for width in "bdwq"), _string
    ),
    "movsd.string": _string,
    **dict.fromkeys(("prefetcht0", "prefetcht1", "prefetcht2", "prefetchnta"), _fetch),
}


def performs(processor: Processor, instruction: Instruction, *, bmi: bool) -> Callable[[], None] | None:
    """Returns the function that runs an instruction; None: use Ghidra's description. bmi: the core has TZCNT."""
    found = decoded(processor.image.code(instruction.address)[: instruction.size])
    step = Step(processor, instruction, found, bmi)
    if any(name.startswith(("xmm", "ymm")) for name in step.names):
        return step.vector
    if step.name in OTHERS:
        return lambda: OTHERS[step.name](step)
    if step.name.startswith("cmov") and step.is_memory[1]:
        return lambda: _move_if(step)
    if step.name == "sbb" and step.names[0] == step.names[1] != "":
        return lambda: _borrow(step)
    return None
