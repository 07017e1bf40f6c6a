# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of WebAssembly, as data."""

from arch_gen.hosts import Channels, VectorIsa
from arch_gen.network import LANE
from arch_gen.reversal import ELEMENTS, PIXELS, Registers, Reversal, places


def _zip(bits: int, high: bool) -> str:
    """The elements of one half of {v}, each with that of {w} behind it; a shuffle counts {w}'s on from {v}'s."""
    count = LANE * 8 // bits
    half = range(count // 2, count) if high else range(count // 2)
    picks = ", ".join(f"{i}, {i + count}" for i in half)
    return f"wasm_i{bits}x{count}_shuffle({{v}}, {{w}}, {picks})"


_REGISTERS = Registers("v128_t", LANE, "wasm_v128_load({p})", "wasm_v128_store({p}, {v})")


def _reversal(unit: int) -> Reversal:
    """By a shuffle, whose places are constants: engines find the cheapest instructions for them."""
    picks = ", ".join(map(str, places(LANE, unit)))
    return Reversal(unit, _REGISTERS, (f"wasm_i8x16_shuffle({{v}}, {{v}}, {picks})",))


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
    small=("permkern_small8",),
    reversals=tuple(map(_reversal, ELEMENTS + PIXELS[:3])),
    places_first=True,
    tile_registers=16,
    channels=Channels(
        span=16,
        select_format="wasm_v128_bitselect({w}, {v}, {m})",
        permute_format="wasm_i8x16_swizzle({v}, {i})",
        load_formats=("wasm_v128_load({p})",),
        store_formats=("wasm_v128_store({p}, {v})",),
    ),
)

HOSTS = (SIMD128,)
