# SPDX-License-Identifier: BSD-3-Clause
"""What templates/rvv.h.j2 and templates/mve.h.j2 see: names and statements, so that they only place them."""

from .firmware_isa import MVE_WIDTHS, Helium, Offsets, Riscv, Segment
from .permutation import WIDTHS


def _scale(size: int) -> str:
    return "" if size == 1 else f" * {size}"


def _riscv_strip(isa: Riscv, bits: int, segment: Segment) -> dict[str, object]:
    n = segment.fields
    values = [f"v{i}" for i in range(n)]

    def spell(form: str, strided: bool = False) -> str:
        return form.format(e=bits, g=segment.group, n=n, s="s" if strided else "")

    def segments(strided: bool, side: str) -> dict[str, object]:
        """A load or store of all fields: as a tuple, and as older intrinsics have it, register by register."""
        stride = [f"(ptrdiff_t){side}_stride"] if strided else []
        load, store = spell(isa.segment_load, strided), spell(isa.segment_store, strided)
        address = f"permkern_rvv{bits}(in + from)" if side == "in" else f"permkern_rvv{bits}_out(out + to)"
        pointers = [f"&{value}" for value in values]
        return {
            "load_tuple": f"const {spell(isa.tuple_type)} all = {load}x{n}({', '.join([address, *stride, 'vl'])});",
            "load": f"{load}({', '.join([*pointers, address, *stride, 'vl'])});",
            "store_tuple": f"{store}x{n}({', '.join([address, *stride, 'all', 'vl'])});",
            "store": f"{store}({', '.join([address, *stride, *values, 'vl'])});",
        }

    return {
        "bits": bits,
        "fields": n,
        "bytes": n * bits // 8,
        "scale": _scale(bits // 8),
        "vector": spell(isa.vector),
        "names": values,
        "set_length": spell(isa.set_length),
        "load": spell(isa.load),
        "store": spell(isa.store),
        "strided_load": spell(isa.strided_load),
        "strided_store": spell(isa.strided_store),
        "loads": {"strided": segments(True, "in"), "packed": segments(False, "in")},
        "stores": {"strided": segments(True, "out"), "packed": segments(False, "out")},
        "tuple_get": [f"{spell(isa.tuple_get)}(all, {i})" for i in range(n)],
        "tuple": spell(isa.tuple_type),
        "tuple_none": spell(isa.undefined_tuple),
        "tuple_set": [f"all = {spell(isa.tuple_set)}(all, {i}, {value});" for i, value in enumerate(values)],
    }


def riscv_view(isa: Riscv, widths: frozenset[int]) -> dict[str, object]:
    chosen = [bits for bits in WIDTHS if bits in widths]
    return {
        "isa": isa,
        "what": f"Planes for {isa.title}.",
        "guard": isa.guard,
        "header": isa.header,
        "widths": [
            {
                "bits": bits,
                "size": bits // 8,
                "scale": _scale(bits // 8),
                "strips": [_riscv_strip(isa, bits, segment) for segment in isa.segments()],
            }
            for bits in chosen
        ],
    }


_LETTERS = {8: "b", 16: "h", 32: "w"}


def _helium_cast(isa: Helium, value: str, of: int, to: int) -> str:
    return value if of == to else f"{isa.cast.format(of=of, to=to)}({value})"


def _helium_strip(isa: Helium, bits: int, count: int, columns: bool) -> dict[str, object]:
    """``count`` columns that are the whole of their rows, split; or as many rows that are the whole of theirs, joined.

    Eight lines are four registers of pairs: line i in the low half of a lane, line i + 4 in the high half.
    """
    pairs = count == 8
    n = min(count, 4)
    lane = 2 * bits if pairs else bits
    steps = isa.lanes(lane)
    letter = _LETTERS[bits]
    move = (isa.store if columns else isa.load).format(b=letter, w=lane)
    lines = [f"line{i}" for i in range(count)]
    pointer = f"permkern_mve{bits}_out" if columns else f"permkern_mve{bits}"
    body = []
    if columns:
        body.append(
            f"const {isa.vectors.format(e=bits, l=isa.lanes(bits), n=n)} v = "
            f"{isa.split.format(n=n, e=bits)}(permkern_mve{bits}(whole));"
        )
        for i, line in enumerate(lines):
            value = _helium_cast(isa, f"v.val[{i % 4}]", bits, lane)
            if i >= 4:
                value = isa.shift_right.format(w=lane, v=value, e=bits)
            body.append(f"{move}({pointer}({line}), {value});")
    else:
        body.append(f"{isa.vectors.format(e=bits, l=isa.lanes(bits), n=n)} v;")
        for i in range(n):
            value = f"{move}({pointer}({lines[i]}))"
            if pairs:
                value = isa.insert_left.format(w=lane, v=value, high=f"{move}({pointer}({lines[i + 4]}))", e=bits)
            body.append(f"v.val[{i}] = {_helium_cast(isa, value, lane, bits)};")
        body.append(f"{isa.join.format(n=n, e=bits)}(permkern_mve{bits}_out(whole), v);")
    return {
        "name": f"permkern_x{bits}_{'split' if columns else 'join'}{count}_mve",
        "count": count,
        "columns": columns,
        "steps": steps,
        "lines": lines,
        "body": body,
        "line_bytes": steps * bits // 8,
        "whole_bytes": steps * count * bits // 8,
        "scale": _scale(bits // 8),
        "whole_scale": _scale(count * bits // 8),
    }


def _helium_offsets(isa: Helium, bits: int, way: Offsets) -> dict[str, object]:
    spelled = {"b": _LETTERS[bits], "w": way.bits, "s": "" if bits == 8 else "shifted_"}
    return {
        "lanes": way.lanes,
        "farthest": way.farthest,
        "bytes": way.lanes * bits // 8,
        "vector": isa.vector.format(e=way.bits, l=way.lanes),
        "element": f"uint{way.bits}_t",
        "predicate": isa.predicate.format(w=way.bits),
        "count_up": isa.count_up.format(w=way.bits),
        "multiply": isa.multiply.format(w=way.bits),
        **{
            name: form.format(**spelled)
            for name, form in (
                ("load", isa.load_some),
                ("store", isa.store_some),
                ("gather", isa.gather),
                ("scatter", isa.scatter),
            )
        },
    }


def _helium_width(isa: Helium, bits: int) -> dict[str, object]:
    lanes, packed = isa.lanes(bits), isa.packed(bits)
    counts = [2, 4, *([8] if bits < 32 else [])]
    letter = _LETTERS[bits]
    word_row = isa.lanes(32)
    return {
        "bits": bits,
        "size": bits // 8,
        "scale": _scale(bits // 8),
        "shift": WIDTHS.index(bits),
        "lanes": lanes,
        "half": lanes // 2,
        "load": isa.load.format(b=letter, w=bits),
        "store": isa.store.format(b=letter, w=bits),
        "packed": packed,
        "pack": isa.join.format(n=packed, e=bits),
        "unpack": isa.split.format(n=packed, e=bits),
        "packs": isa.vectors.format(e=bits, l=lanes, n=packed),
        "groups": lanes // packed,
        "group_words": lanes,
        "words": lanes * lanes // packed if packed > 1 else 0,
        "word_row": word_row,
        "strips": [_helium_strip(isa, bits, count, columns) for columns in (True, False) for count in counts],
        "offsets": [_helium_offsets(isa, bits, way) for way in isa.offsets(bits)],
    }


def helium_view(isa: Helium, widths: frozenset[int]) -> dict[str, object]:
    return {
        "what": f"Planes for {isa.title}.",
        "guard": isa.guard,
        "header": isa.header,
        "addresses": MVE_WIDTHS,
        "widths": [_helium_width(isa, bits) for bits in MVE_WIDTHS if bits in widths],
    }
