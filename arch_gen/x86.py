# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of x86-64, as data."""

from dataclasses import replace

from arch_gen.hosts import Channels, VectorIsa


def _x86_zips(prefix: str) -> tuple[tuple[int, tuple[str, str]], ...]:
    return tuple(
        (bits, (f"{prefix}_unpacklo_epi{bits}({{v}}, {{w}})", f"{prefix}_unpackhi_epi{bits}({{v}}, {{w}})"))
        for bits in (8, 16, 32, 64)
    )


_SSE2_LOADS = {
    16: "_mm_loadu_si128((const void *)({p}))",
    8: "_mm_loadl_epi64((const void *)({p}))",
    4: "_mm_cvtsi32_si128((int)permkern_load32({p}))",
    2: "_mm_cvtsi32_si128((int)permkern_load16({p}))",
}

SSE2 = VectorIsa(
    name="sse2",
    title="x86 with SSE2",
    header="immintrin.h",
    target="PERMKERN_TARGET_SSE2",
    lanes=1,
    register="__m128i",
    narrower="",
    zip_formats=_x86_zips("_mm"),
    load_formats=tuple((size, (load,)) for size, load in _SSE2_LOADS.items()),
    store_formats=(
        (16, ("_mm_storeu_si128((void *)({p}), {v})",)),
        (8, ("_mm_storel_epi64((void *)({p}), {v})", "_mm_storel_epi64((void *)({p}), _mm_unpackhi_epi64({v}, {v}))")),
        (
            4,
            (
                "permkern_store32({p}, (uint32_t)_mm_cvtsi128_si32({v}))",
                *(
                    f"permkern_store32({{p}}, (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi32({{v}}, {n})))"
                    for n in (1, 2, 3)
                ),
            ),
        ),
        (2, tuple(f"permkern_store16({{p}}, (uint16_t)_mm_extract_epi16({{v}}, {n}))" for n in range(8))),
    ),
    load_format=_SSE2_LOADS[16],
)

AVX2 = VectorIsa(
    name="avx2",
    title="x86 with AVX2",
    header="immintrin.h",
    target="PERMKERN_TARGET_AVX2",
    lanes=2,
    register="__m256i",
    narrower="sse2",
    zip_formats=_x86_zips("_mm256"),
    load_formats=tuple(
        (size, (f"_mm256_castsi128_si256({load})", f"_mm256_inserti128_si256({{v}}, {load}, 1)"))
        for size, load in _SSE2_LOADS.items()
    ),
    store_formats=((32, ("_mm256_storeu_si256((void *)({p}), {v})",)),),
    load_format="_mm256_loadu_si256((const void *)({p}))",
    small="shuffle",
    small_bytes=16,
    channels=Channels(
        span=16,
        select_format="_mm256_blendv_epi8({v}, {w}, {m})",
        permute_format="_mm256_shuffle_epi8({v}, {i})",
        load_formats=(
            f"_mm256_castsi128_si256({_SSE2_LOADS[16]})",
            f"_mm256_inserti128_si256({{v}}, {_SSE2_LOADS[16]}, 1)",
        ),
        store_formats=(
            "_mm_storeu_si128((void *)({p}), _mm256_castsi256_si128({v}))",
            "_mm_storeu_si128((void *)({p}), _mm256_extracti128_si256({v}, 1))",
        ),
    ),
)

# How AVX-512 loads a piece into a lane: bytes, the mask of the first lane, mask bits for each lane, and the intrinsic.
# A masked broadcast from memory needs no shuffle.
_AVX512_SPREAD = (
    (16, 3, 2, f"_mm512_mask_broadcast_i64x2({{v}}, {{m}}, {_SSE2_LOADS[16]})"),
    (8, 1, 2, "_mm512_mask_set1_epi64({v}, {m}, (long long)permkern_load64({p}))"),
    (4, 1, 4, "_mm512_mask_set1_epi32({v}, {m}, (int)permkern_load32({p}))"),
    (2, 1, 8, "_mm512_mask_set1_epi16({v}, {m}, (short)permkern_load16({p}))"),
)


def _avx512_loads() -> tuple[tuple[int, tuple[str, ...]], ...]:
    return tuple(
        (
            size,
            (
                f"_mm512_castsi128_si512({_SSE2_LOADS[size]})",
                *(spread.replace("{m}", hex(mask << lane * places)) for lane in (1, 2, 3)),
            ),
        )
        for size, mask, places, spread in _AVX512_SPREAD
    )


AVX512 = VectorIsa(
    name="avx512",
    title="x86 with AVX-512 F, BW, DQ and VL",
    header="immintrin.h",
    target="PERMKERN_TARGET_AVX512",
    lanes=4,
    register="__m512i",
    narrower="avx2",
    zip_formats=_x86_zips("_mm512"),
    load_formats=_avx512_loads(),
    store_formats=((64, ("_mm512_storeu_si512((void *)({p}), {v})",)),),
    load_format="_mm512_loadu_si512((const void *)({p}))",
    stream_format="_mm512_stream_si512((void *)({p}), {v})",
    fence="_mm_sfence()",
    small="shuffle",
    small_bytes=16,
)


AVX512VBMI = replace(
    AVX512,
    name="avx512vbmi",
    title="x86 with AVX-512 F, BW, DQ, VL and VBMI",
    target="PERMKERN_TARGET_VBMI",
    narrower="avx512",
    tiles=False,
    small="masked",
    small_bytes=64,
    channels=Channels(
        span=64,
        select_format="_mm512_mask_blend_epi8({m}, {v}, {w})",
        permute_format="_mm512_permutexvar_epi8({i}, {v})",
        load_formats=("_mm512_loadu_si512((const void *)({p}))",),
        store_formats=("_mm512_storeu_si512((void *)({p}), {v})",),
        bit_masks=True,
    ),
)

HOSTS = (SSE2, AVX2, AVX512, AVX512VBMI)
