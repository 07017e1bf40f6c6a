# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of WebAssembly, as data."""

from arch_gen.hosts import Channels, VectorIsa
from arch_gen.reversal import ELEMENTS, LANE, PIXELS, Registers, Reversal, places

_REGISTERS = Registers("v128_t", LANE, "wasm_v128_load({p})", "wasm_v128_store({p}, {v})")


def _reversal(unit: int) -> Reversal:
    """By a shuffle, whose places are constants: engines find the cheapest instructions for them."""
    picks = ", ".join(map(str, places(LANE, unit)))
    return Reversal(unit, _REGISTERS, (f"wasm_i8x16_shuffle({{v}}, {{v}}, {picks})",))


SIMD128 = VectorIsa(
    name="simd128",
    title="WebAssembly with SIMD of 128 bits",
    target="",
    lanes=1,
    register="v128_t",
    narrower="",
    load_format="wasm_v128_load({p})",
    store_format="wasm_v128_store({p}, {v})",
    reversals=tuple(map(_reversal, ELEMENTS + PIXELS[:3])),
    channels=Channels(
        span=16,
        select_format="wasm_v128_bitselect({w}, {v}, {m})",
        permute_format="wasm_i8x16_swizzle({v}, {i})",
        load_formats=("wasm_v128_load({p})",),
        store_formats=("wasm_v128_store({p}, {v})",),
    ),
)

HOSTS = (SIMD128,)
