# SPDX-License-Identifier: BSD-3-Clause
"""Prepares the names and statements that templates/rvv.h.j2 and templates/mve.h.j2 insert."""

from permkern import instruction_sets as sets
from permkern.permutation import WIDTHS

from arch_gen.firmware import Helium, Offsets, Riscv, Segment


def _scale(size: int) -> str:
    return "" if size == 1 else f" * {size}"


def _riscv_strip(isa: Riscv, bits: int, segment: Segment) -> dict[str, object]:
    n = segment.fields
    values = [f"v{i}" for i in range(n)]

    def spell(form: str, strided: bool = False) -> str:
        return form.format(e=bits, g=segment.group, n=n, s="s" if strided else "")

    def segments(strided: bool, side: str) -> dict[str, object]:
        """Returns a segment load and store, with tuple types and with the older intrinsics that take registers."""
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


def riscv_view(isa: Riscv) -> dict[str, object]:
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
            for bits in sets.RVV.widths
        ],
    }


_LETTERS = {8: "b", 16: "h", 32: "w"}


def _helium_once(isa: Helium, bits: int, count: int, columns: bool) -> list[str]:
    """Returns the statements for a block of two or four lines, which one interleaving load or store moves."""
    lanes, letter = isa.lanes(bits), _LETTERS[bits]
    load, store = isa.load.format(b=letter, w=bits), isa.store.format(b=letter, w=bits)
    kind = isa.vectors.format(e=bits, l=lanes, n=count)
    if columns:
        split = isa.split.format(n=count, e=bits)
        return [
            f"const {kind} v = {split}(permkern_mve{bits}(whole));",
            *(f"{store}(permkern_mve{bits}_out(line{i}), v.val[{i}]);" for i in range(count)),
            f"whole += {lanes * count * bits // 8};",
            *(f"line{i} += {lanes * bits // 8};" for i in range(count)),
        ]
    return [
        *(
            f"const {isa.vector.format(e=bits, l=lanes)} r{i} = {load}(permkern_mve{bits}(line{i}));"
            for i in range(count)
        ),
        f"const {kind} v = {{{{{', '.join(f'r{i}' for i in range(count))}}}}};",
        f"{isa.join.format(n=count, e=bits)}(permkern_mve{bits}_out(whole), v);",
        f"whole += {lanes * count * bits // 8};",
        *(f"line{i} += {lanes * bits // 8};" for i in range(count)),
    ]


def _helium_twice(isa: Helium, bits: int, count: int, columns: bool) -> list[str]:
    """Returns the assembly for a block of 8 or 16 lines.

    Splitting to columns deinterleaves by four to a buffer on the stack, and from there by two or four. Joining does the
    same steps backwards. Eight lines have a pointer each; for 16 lines, each of four pointers walks over four lines.
    """
    letter, second = _LETTERS[bits], count // 4
    registers = [f"q{k}" for k in range(4)]

    def interleave(move: str, n: int, pointer: str) -> list[str]:
        listed = f"{{{', '.join(registers[:n])}}}"
        return [
            isa.interleave.format(move=move, n=n, k=k, e=bits, list=listed, p=pointer, on="!" if k == n - 1 else "")
            for k in range(n)
        ]

    def between(move: str, g: int) -> list[str]:
        return [
            isa.at_offset.format(move=move, b="w", e=32, q=q, p="words", at=16 * (k * second + g))
            for k, q in enumerate(registers)
        ]

    def user(move: str, k: int) -> list[str]:
        lines = range(second)
        if count == 8:
            return [
                isa.and_on.format(move=move, b=letter, e=bits, q=registers[j], p=f"line{k + 4 * j}", on=isa.bytes)
                for j in lines
            ]
        moves = [isa.at_offset.format(move=move, b=letter, e=bits, q=registers[j], p=f"line{j}", at=0) for j in lines]
        return moves + [f"add %[line{j}], %[{'stride' if k < 3 else 'home'}]" for j in lines]

    text: list[str] = []
    if columns:
        for g in range(second):
            text += interleave("vld", 4, "whole") + between("vstr", g)
        for k in range(4):
            text += interleave("vld", second, "words") + user("vstr", k)
        return [*text, f"sub %[words], #{64 * second}"]
    for k in range(4):
        text += user("vldr", k) + interleave("vst", second, "words")
    text.append(f"sub %[words], #{64 * second}")
    for g in range(second):
        text += between("vldr", g) + interleave("vst", 4, "whole")
    return text


def _rows(operands: list[str]) -> list[str]:
    """Joins operands, four on a line."""
    lines = [", ".join(operands[at : at + 4]) for at in range(0, len(operands), 4)]
    return [f"{line}," for line in lines[:-1]] + lines[-1:]


def _helium_strip(isa: Helium, bits: int, count: int, columns: bool) -> dict[str, object]:
    """Returns a function for ``count`` lines: contiguous rows are split to columns, or rows joined to columns."""
    lanes, size = isa.lanes(bits), bits // 8
    twice = count > 4
    lines = [f"line{i}" for i in range(count if count <= 8 else 4)]
    return {
        "name": f"permkern_x{bits}_{'split' if columns else 'join'}{count}_mve",
        "count": count,
        "columns": columns,
        "steps": lanes,
        "words": 4 * count if twice else 0,
        "distance": "stride" if count <= 8 else "4 * stride",
        "lines": lines,
        "body": [] if twice else _helium_once(isa, bits, count, columns),
        "text": _helium_twice(isa, bits, count, columns) if twice else [],
        "operands": _rows([f'[{name}] "+r"({name})' for name in ["blocks", "whole", "words", *lines]]),
        "inputs": '[stride] "r"(stride), [home] "r"(home)' if count == 16 else "",
        "line_bytes": lanes * size,
        "scale": _scale(size),
        "whole_scale": _scale(count * size),
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
                ("gather", isa.gather_some),
                ("scatter", isa.scatter_some),
                ("load_all", isa.load),
                ("store_all", isa.store),
                ("gather_all", isa.gather),
                ("scatter_all", isa.scatter),
            )
        },
    }


def _helium_width(isa: Helium, bits: int) -> dict[str, object]:
    lanes, packed = isa.lanes(bits), isa.packed(bits)
    letter = _LETTERS[bits]
    return {
        "bits": bits,
        "size": bits // 8,
        "scale": _scale(bits // 8),
        "shift": WIDTHS.index(bits),
        "lanes": lanes,
        "half": lanes // 2,
        "load": isa.load.format(b=letter, w=bits),
        "store": isa.store.format(b=letter, w=bits),
        "vector": isa.vector.format(e=bits, l=lanes),
        "packed": packed,
        "rows_named": ", ".join(f"r{r}" for r in range(packed)),
        "pack": isa.join.format(n=packed, e=bits),
        "packs": isa.vectors.format(e=bits, l=lanes, n=packed),
        "groups": lanes // packed,
        "group_words": lanes,
        "words": lanes * lanes // packed if packed > 1 else 0,
        "strips": [_helium_strip(isa, bits, count, columns) for columns in (True, False) for count in isa.lines],
        "offsets": [_helium_offsets(isa, bits, way) for way in isa.offsets(bits)],
    }


def helium_view(isa: Helium) -> dict[str, object]:
    return {
        "what": f"Planes for {isa.title}.",
        "guard": isa.guard,
        "header": isa.header,
        "addresses": sets.MVE.widths,
        "widths": [_helium_width(isa, bits) for bits in sets.MVE.widths],
    }
