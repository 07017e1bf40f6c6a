# SPDX-License-Identifier: BSD-3-Clause
"""AArch64 vector instructions that Ghidra names but does not describe.

Each function gets the result's size in bytes, and its operands as bytes, least significant first.
Source: Arm's Architecture Reference Manual for A-profile, C7.2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .labels import Byte, Refused, cells_of, value_of

Cells = tuple[Byte, ...]
Named = Callable[..., Cells]


def known(cells: Sequence[Byte]) -> bytes:
    """Returns an operand that must be known, such as a shuffle's index."""
    if not all(isinstance(cell, int) and cell < 256 for cell in cells):
        raise Refused("chooses lanes by contents")
    return bytes(cells)  # type: ignore[arg-type]


def _absolute(width: int) -> Named:
    def whole(size: int, a: Cells) -> Cells:
        units = (known(a[at : at + width]) for at in range(0, size, width))
        numbers = (abs(int.from_bytes(unit, "little", signed=True)) for unit in units)
        return tuple(b"".join(number.to_bytes(width, "little") for number in numbers))

    return whole


def _shift_left(size: int, a: Cells, by: Cells) -> Cells:
    mask = (1 << 8 * size) - 1
    return cells_of((value_of(a) << int.from_bytes(known(by), "little")) & mask, size)


def _extract(size: int, a: Cells, b: Cells, start: Cells, _width: Cells) -> Cells:
    return (a + b)[known(start)[0] :][:size]


def _look_up(_size: int, _old: Cells, *tables_and_index: Cells) -> Cells:
    *tables, index = tables_and_index
    table: Cells = sum(tables, ())
    return tuple(table[at] if at < len(table) else 0 for at in known(index))


def _reverse(width: int) -> Named:
    """Reverses the elements in each group of ``width`` bytes."""

    def whole(size: int, a: Cells, element: Cells) -> Cells:
        step = known(element)[0]
        ends = (at + width - step - k for at in range(0, size, width) for k in range(0, width, step))
        return sum((a[end : end + step] for end in ends), ())

    return whole


def _shift_by_register(lane: int) -> Named:
    """USHL, for known numbers: shifts left, or right if the signed low byte of the other lane is negative."""

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
    """SLI: shifts lanes left by whole bytes, and keeps the old low bits."""
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
    "MP_INT_ABS_2d": _absolute(8),  # the name has the operands' size, which the operation lacks
    "NEON_shl_d": _shift_left,
    **{f"NEON_rev{bits}": _reverse(bits // 8) for bits in (16, 32, 64)},
}
