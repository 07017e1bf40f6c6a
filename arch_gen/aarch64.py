# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of AArch64, as data."""

from arch_gen.hosts import Small, VectorIsa, bytes_of


def _neon_zips() -> tuple[tuple[int, tuple[str, str]], ...]:
    def spell(half: int, bits: int) -> str:
        if bits == 8:
            return f"vzip{half}q_u8({{v}}, {{w}})"
        cast = f"vreinterpretq_u{bits}_u8"
        return f"vreinterpretq_u8_u{bits}(vzip{half}q_u{bits}({cast}({{v}}), {cast}({{w}})))"

    return tuple((bits, (spell(1, bits), spell(2, bits))) for bits in (8, 16, 32, 64))


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
    channels=True,
    places_first=True,
    tile_registers=16,
    small=Small("table", bytes_of(64)),
    reversed=(1, 2, 3, 4, 6, 8, 12),
)

HOSTS = (NEON,)
