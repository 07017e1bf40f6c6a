# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of AArch64, as data."""

from arch_gen.hosts import VectorIsa
from arch_gen.reversal import PIXELS, Registers, Reversal, of_lanes

_REGISTERS = Registers("uint8x16_t", 16, "vld1q_u8({p})", "vst1q_u8({p}, {v})")
_HALVES = "vextq_u8({v}, {v}, 8)"


def _within_halves(bits: int) -> str:
    """The order of elements changes in each half."""
    if bits == 8:
        return "vrev64q_u8({v})"
    return f"vreinterpretq_u8_u{bits}(vrev64q_u{bits}(vreinterpretq_u{bits}_u8({{v}})))"


NEON = VectorIsa(
    name="neon",
    title="AArch64 with Advanced SIMD",
    target="",
    lanes=1,
    register="uint8x16_t",
    narrower="",
    load_format="vld1q_u8({p})",
    store_format="vst1q_u8({p}, {v})",
    structured=True,
    reversals=(
        *(Reversal(bits // 8, _REGISTERS, (_within_halves(bits), _HALVES)) for bits in (8, 16, 32)),
        Reversal(8, _REGISTERS, (_HALVES,)),
        *of_lanes(PIXELS[:3], _REGISTERS, "vqtbl1q_u8({v}, order)"),
    ),
)

HOSTS = (NEON,)
