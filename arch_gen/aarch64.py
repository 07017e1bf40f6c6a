# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of AArch64, as data."""

from arch_gen.hosts import VectorIsa
from arch_gen.reversal import PIXELS, Registers, Reversal, of_lanes


def _neon_zips() -> tuple[tuple[int, tuple[str, str]], ...]:
    def spell(half: int, bits: int) -> str:
        if bits == 8:
            return f"vzip{half}q_u8({{v}}, {{w}})"
        cast = f"vreinterpretq_u{bits}_u8"
        return f"vreinterpretq_u8_u{bits}(vzip{half}q_u{bits}({cast}({{v}}), {cast}({{w}})))"

    return tuple((bits, (spell(1, bits), spell(2, bits))) for bits in (8, 16, 32, 64))


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
    header="arm_neon.h",
    target="",
    lanes=1,
    register="uint8x16_t",
    narrower="",
    zip_formats=_neon_zips(),
    load_formats=(
        (16, ("vld1q_u8({p})",)),
        (8, ("vcombine_u8(vld1_u8({p}), vdup_n_u8(0))",)),
        (4, ("vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32({p})))",)),
        (2, ("vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16({p})))",)),
    ),
    store_formats=(
        (16, ("vst1q_u8({p}, {v})",)),
        *(
            (
                bits // 8,
                tuple(
                    f"permkern_store{bits}({{p}}, vgetq_lane_u{bits}(vreinterpretq_u{bits}_u8({{v}}), {n}))"
                    for n in range(128 // bits)
                ),
            )
            for bits in (64, 32, 16)
        ),
    ),
    load_format="vld1q_u8({p})",
    structured=True,
    places_first=True,
    tile_registers=16,
    small=("permkern_small8",),
    reversals=(
        *(Reversal(bits // 8, _REGISTERS, (_within_halves(bits), _HALVES)) for bits in (8, 16, 32)),
        Reversal(8, _REGISTERS, (_HALVES,)),
        *of_lanes(PIXELS[:3], _REGISTERS, "vqtbl1q_u8({v}, order)"),
    ),
)

HOSTS = (NEON,)
