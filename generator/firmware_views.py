# SPDX-License-Identifier: BSD-3-Clause
"""What templates/rvv.h.j2 and templates/mve.h.j2 see: names and statements, so that they only place them."""

from .firmware_isa import Riscv, Segment
from .permutation import WIDTHS


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
        "scale": "" if bits == 8 else f" * {bits // 8}",
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
                "scale": "" if bits == 8 else f" * {bits // 8}",
                "strips": [_riscv_strip(isa, bits, segment) for segment in isa.segments()],
            }
            for bits in chosen
        ],
    }
