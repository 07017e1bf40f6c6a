# SPDX-License-Identifier: BSD-3-Clause
"""What vector instructions of x86 and AArch64 do that Ghidra's descriptions have a name for and no more.

Each function gets the result's bytes, and its operands as bytes, least significant first. All of them move whole bytes.
Sources: Intel's Software Developer's Manual, volume 2; Arm's Architecture Reference Manual for A-profile, C7.2.
Operations of AVX-512 are not here: their names leave out the mask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .labels import Byte, Refused, cells_of, or_byte, value_of

Cells = tuple[Byte, ...]
Named = Callable[..., Cells]
LANE = 16


def known(cells: Sequence[Byte]) -> bytes:
    """Returns an operand that says which lanes move where."""
    if not all(isinstance(cell, int) and cell < 256 for cell in cells):
        raise Refused("chooses lanes by contents")
    return bytes(cells)  # type: ignore[arg-type]


def _in_lanes(of_lane: Callable[..., Cells]) -> Named:
    """The same in each 16 bytes. Operands of other sizes, such as numbers in the instruction, are for all of them."""

    def whole(size: int, *operands: Cells) -> Cells:
        found: Cells = ()
        for at in range(0, size, LANE):
            found += of_lane(*(one[at : at + LANE] if len(one) == size else one for one in operands))
        return found

    return whole


def _unpack(width: int, start: int) -> Named:
    def of_lane(a: Cells, b: Cells) -> Cells:
        return sum((one[at : at + width] for at in range(start, start + 8, width) for one in (a, b)), ())

    return _in_lanes(of_lane)


def _shuffle_bytes(a: Cells, index: Cells) -> Cells:
    return tuple(0 if at & 128 else a[at & 15] for at in known(index))


def _shuffle_words(start: int) -> Named:
    """PSHUFLW and PSHUFHW have the old value as an operand before the others; VPSHUFLW and VPSHUFHW do not."""

    def of_lane(*operands: Cells) -> Cells:
        *_, a, index = operands
        control = known(index)[0]
        at = [start + 2 * (control >> 2 * k & 3) for k in range(4)]
        moved: Cells = sum((a[one : one + 2] for one in at), ())
        return a[:start] + moved + a[start + 8 :]

    return _in_lanes(of_lane)


def _permute_words_of_lane(a: Cells, index: Cells) -> Cells:
    """By two bits of a number, or of each element of the index."""
    control = known(index)
    at = [control[0] >> 2 * k if len(control) == 1 else control[4 * k] for k in range(4)]
    return sum((a[4 * (one & 3) :][:4] for one in at), ())


def _permute_doublewords(_size: int, index: Cells, a: Cells) -> Cells:
    return sum((a[4 * (at & 7) :][:4] for at in known(index)[::4]), ())


def _permute_quadwords(_size: int, a: Cells, index: Cells) -> Cells:
    return sum((a[8 * (known(index)[0] >> 2 * k & 3) :][:8] for k in range(4)), ())


def _permute_halves(_size: int, a: Cells, b: Cells, number: Cells) -> Cells:
    def half(chosen: int) -> Cells:
        return (0,) * LANE if chosen & 8 else (a + b)[LANE * (chosen & 3) :][:LANE]

    return half(known(number)[0]) + half(known(number)[0] >> 4)


def _blend_bytes(_size: int, a: Cells, b: Cells, mask: Cells) -> Cells:
    return tuple(y if chosen & 128 else x for x, y, chosen in zip(a, b, known(mask), strict=True))


def _blend(width: int) -> Named:
    """Takes units of ``width`` bytes from b where the number's bits are set, which are used again from the start."""

    def whole(size: int, a: Cells, b: Cells, number: Cells) -> Cells:
        chosen = known(number)[0]
        return sum(((b if chosen >> at // width % 8 & 1 else a)[at : at + width] for at in range(0, size, width)), ())

    return whole


def _absolute(width: int) -> Named:
    def whole(size: int, a: Cells) -> Cells:
        units = (known(a[at : at + width]) for at in range(0, size, width))
        numbers = (abs(int.from_bytes(unit, "little", signed=True)) for unit in units)
        return tuple(b"".join(number.to_bytes(width, "little") for number in numbers))

    return whole


def _known_bytes(combine: Callable[[int, int], int]) -> Named:
    """An operation on indices, byte by byte."""

    def whole(_size: int, a: Cells, b: Cells) -> Cells:
        return tuple(map(combine, known(a), known(b)))

    return whole


def _shift_words(size: int, a: Cells, by: Cells) -> Cells:
    """Shifts words of 16 bits to the left."""
    count = int.from_bytes(known(by), "little")
    return sum((cells_of((value_of(a[at : at + 2]) << count) & 0xFFFF, 2) for at in range(0, size, 2)), ())


def _shift_left(size: int, a: Cells, by: Cells) -> Cells:
    mask = (1 << 8 * size) - 1
    return cells_of((value_of(a) << int.from_bytes(known(by), "little")) & mask, size)


def _or(_size: int, a: Cells, b: Cells) -> Cells:
    return tuple(map(or_byte, a, b))


def _extract(size: int, a: Cells, b: Cells, start: Cells, _width: Cells) -> Cells:
    return (a + b)[known(start)[0] :][:size]


def _look_up(_size: int, _old: Cells, *tables_and_index: Cells) -> Cells:
    *tables, index = tables_and_index
    table: Cells = sum(tables, ())
    return tuple(table[at] if at < len(table) else 0 for at in known(index))


def _reverse(width: int) -> Named:
    """Reverses elements within each ``width`` bytes."""

    def whole(size: int, a: Cells, element: Cells) -> Cells:
        step = known(element)[0]
        ends = (at + width - step - k for at in range(0, size, width) for k in range(0, width, step))
        return sum((a[end : end + step] for end in ends), ())

    return whole


X86: Mapping[str, Named] = {
    **{
        f"vpunpck{half}{name}_avx{version}": _unpack(width, start)
        for version in ("", "2")
        for name, width in (("bw", 1), ("wd", 2), ("dq", 4), ("qdq", 8))
        for half, start in (("l", 0), ("h", 8))
    },
    **{
        f"vunpck{half}{name}_avx": _unpack(width, start)
        for name, width in (("ps", 4), ("pd", 8))
        for half, start in (("l", 0), ("h", 8))
    },
    **{f"vpshufb_avx{version}": _in_lanes(_shuffle_bytes) for version in ("", "2")},
    **{name: _shuffle_words(0) for name in ("pshuflw", "vpshuflw_avx", "vpshuflw_avx2")},
    **{name: _shuffle_words(8) for name in ("pshufhw", "vpshufhw_avx", "vpshufhw_avx2")},
    "vpermilps_avx": _in_lanes(_permute_words_of_lane),
    "vpermd_avx2": _permute_doublewords,
    "vpermq_avx2": _permute_quadwords,
    "vpermpd_avx2": _permute_quadwords,
    "vperm2i128_avx2": _permute_halves,
    **{f"vpblendvb_avx{version}": _blend_bytes for version in ("", "2")},
    "vpblendw_avx": _blend(2),
    "vpblendw_avx2": _blend(2),
    "vpblendd_avx2": _blend(4),
    "psllw": _shift_words,
    "vpor_avx": _or,
    "vpcmpgtb_avx": _known_bytes(lambda a, b: 255 if a ^ 128 > b ^ 128 else 0),
    "vpaddb_avx": _known_bytes(lambda a, b: a + b & 255),
    "vpsubb_avx": _known_bytes(lambda a, b: a - b & 255),
    "vpaddusb_avx": _known_bytes(lambda a, b: min(a + b, 255)),
}


def _shift_by_register(lane: int) -> Named:
    """USHL of known numbers: to the left, or to the right if the signed low byte of the other lane is negative."""

    def whole(size: int, a: Cells, by: Cells, *_: Cells) -> Cells:
        found: Cells = ()
        for at in range(0, size, lane):
            number = int.from_bytes(known(a[at : at + lane]), "little")
            shift = (known(by[at : at + 1])[0] ^ 128) - 128
            moved = number << shift if shift >= 0 else number >> -shift
            found += tuple((moved & (1 << 8 * lane) - 1).to_bytes(lane, "little"))
        return found

    return whole


def _insert(size: int, old: Cells, new: Cells, by: Cells, width: Cells) -> Cells:
    """SLI: shifts lanes to the left, and keeps the old low bits."""
    shift, lane = known(by)[0], known(width)[0]
    if shift % 8:
        raise Refused("inserts parts of bytes")
    lanes = ((at, at + shift // 8, at + lane) for at in range(0, size, lane))
    return sum((old[at:low] + new[at : end - low + at] for at, low, end in lanes), ())


AARCH64: Mapping[str, Named] = {
    **{f"NEON_ushl_{lanes}s": _shift_by_register(4) for lanes in (2, 4)},
    "NEON_ushl_2d": _shift_by_register(8),
    **{f"NEON_sli_{lanes}": _insert for lanes in ("8b", "16b", "4h", "8h", "2s", "4s", "2d")},
    "a64_TBL": _look_up,
    "NEON_ext": _extract,
    "MP_INT_ABS_2d": _absolute(8),  # named by the operands, too, as the operation leaves their size out
    "NEON_shl_d": _shift_left,
    **{f"NEON_rev{bits}": _reverse(bits // 8) for bits in (16, 32, 64)},
}
