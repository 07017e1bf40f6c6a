# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of WebAssembly, as data."""

from arch_gen.hosts import Small, VectorIsa, bytes_of
from arch_gen.network import LANE


def _zip(bits: int, high: bool) -> str:
    """The elements of one half of {v}, each with that of {w} behind it; a shuffle counts {w}'s on from {v}'s."""
    count = LANE * 8 // bits
    half = range(count // 2, count) if high else range(count // 2)
    picks = ", ".join(f"{i}, {i + count}" for i in half)
    return f"wasm_i{bits}x{count}_shuffle({{v}}, {{w}}, {picks})"


SIMD128 = VectorIsa(
    name="simd128",
    title="WebAssembly with SIMD of 128 bits",
    header="wasm_simd128.h",
    target="",
    lanes=1,
    register="v128_t",
    narrower="",
    zip_formats=tuple((bits, (_zip(bits, high=False), _zip(bits, high=True))) for bits in (8, 16, 32, 64)),
    load_formats=(
        (16, ("wasm_v128_load({p})",)),
        (8, ("wasm_v128_load64_zero({p})",)),
        (4, ("wasm_v128_load32_zero({p})",)),
        (2, ("wasm_v128_load16_splat({p})",)),
    ),
    store_formats=(
        (16, ("wasm_v128_store({p}, {v})",)),
        *(
            (bits // 8, tuple(f"wasm_v128_store{bits}_lane({{p}}, {{v}}, {lane})" for lane in range(128 // bits)))
            for bits in (64, 32, 16)
        ),
    ),
    load_format="wasm_v128_load({p})",
    small=Small("swizzle", bytes_of(16)),
    reversed=(1, 2, 3, 4, 6, 8, 12),
    places_first=True,
    tile_registers=16,
    channels=True,
)

HOSTS = (SIMD128,)
