# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of x86-64, as data."""

from arch_gen.hosts import Channels, VectorIsa
from arch_gen.reversal import PIXELS, Masked, Pair, Registers, Reversal, of_lanes

_SSE2_LOAD = "_mm_loadu_si128((const void *)({p}))"
_SSE2_STORE = "_mm_storeu_si128((void *)({p}), {v})"
_XMM = Registers("__m128i", 16, _SSE2_LOAD, _SSE2_STORE)

# Without a permute of bytes: these change places within words, words within halves, then the halves.
_SSE2_WORDS = ("_mm_shufflelo_epi16({v}, 0x1b)", "_mm_shufflehi_epi16({v}, 0x1b)", "_mm_shuffle_epi32({v}, 0x4e)")
_SSE2_REVERSALS = (
    Reversal(1, _XMM, ("_mm_or_si128(_mm_slli_epi16({v}, 8), _mm_srli_epi16({v}, 8))", *_SSE2_WORDS)),
    Reversal(2, _XMM, _SSE2_WORDS),
    Reversal(4, _XMM, ("_mm_shuffle_epi32({v}, 0x1b)",)),
    Reversal(8, _XMM, ("_mm_shuffle_epi32({v}, 0x4e)",)),
)

SSE2 = VectorIsa(
    name="sse2",
    title="x86 with SSE2",
    target="PERMKERN_TARGET_SSE2",
    lanes=1,
    register="__m128i",
    narrower="",
    load_format=_SSE2_LOAD,
    store_format=_SSE2_STORE,
    reversals=_SSE2_REVERSALS,
)

_AVX2_LOAD = "_mm256_loadu_si256((const void *)({p}))"

_AVX2_STORE = "_mm256_storeu_si256((void *)({p}), {v})"
_YMM = Registers("__m256i", 32, _AVX2_LOAD, _AVX2_STORE)
_AVX2_SHUFFLE = ("_mm256_shuffle_epi8({v}, order)", "_mm256_permute4x64_epi64({v}, 0x4e)")

AVX2 = VectorIsa(
    name="avx2",
    title="x86 with AVX2",
    target="PERMKERN_TARGET_AVX2",
    lanes=2,
    register="__m256i",
    narrower="sse2",
    load_format=_AVX2_LOAD,
    store_format=_AVX2_STORE,
    reversals=(
        Reversal(1, _YMM, _AVX2_SHUFFLE, 1, 16),
        Reversal(2, _YMM, _AVX2_SHUFFLE, 1, 16),
        Reversal(4, _YMM, ("_mm256_permutevar8x32_epi32({v}, order)",), 4, 32),
        Reversal(8, _YMM, ("_mm256_permute4x64_epi64({v}, 0x1b)",)),
        *of_lanes(PIXELS[:3], _XMM, "_mm_shuffle_epi8({v}, order)"),
    ),
    channels=Channels(
        span=16,
        select_format="_mm256_blendv_epi8({v}, {w}, {m})",
        permute_format="_mm256_shuffle_epi8({v}, {i})",
        load_formats=(
            f"_mm256_castsi128_si256({_SSE2_LOAD})",
            f"_mm256_inserti128_si256({{v}}, {_SSE2_LOAD}, 1)",
        ),
        store_formats=(
            "_mm_storeu_si128((void *)({p}), _mm256_castsi256_si128({v}))",
            "_mm_storeu_si128((void *)({p}), _mm256_extracti128_si256({v}, 1))",
        ),
    ),
)

_AVX512_LOAD = "_mm512_loadu_si512((const void *)({p}))"

_AVX512_STORE = "_mm512_storeu_si512((void *)({p}), {v})"
_AVX512_MASKED = Masked(
    "_mm512_set1_epi8((char)*in)",
    "_mm512_mask_loadu_epi8(behind, {m}, (const void *)({p}))",
    "_mm512_mask_storeu_epi8((void *)({p}), {m}, {v})",
)
_ZMM = Registers("__m512i", 64, _AVX512_LOAD, _AVX512_STORE, _AVX512_MASKED)


def _zmm_reversal(unit: int, bits: int) -> Reversal:
    """Returns the reversal of elements of so many bits, or of pixels of three, by one permute."""
    pair = Pair(
        f"_mm512_permutex2var_epi{bits}({{v}}, {{i}}, {{w}})", f"_mm512_mask_blend_epi{bits}({{m}}, {{v}}, {{w}})"
    )
    permute = f"_mm512_permutexvar_epi{bits}(order, {{v}})"
    return Reversal(unit, _ZMM, (permute,), bits // 8, 64, pair if unit in PIXELS else None)


# Pixels of three bytes would need more than one permute.
_AVX512_REVERSALS = (
    Reversal(1, _ZMM, ("_mm512_shuffle_epi8({v}, order)", "_mm512_shuffle_i64x2({v}, {v}, 0x1b)"), 1, 16),
    *(_zmm_reversal(unit, bits) for unit, bits in ((2, 16), (4, 32), (8, 64), (6, 16), (12, 32), (24, 64))),
)

AVX512 = VectorIsa(
    name="avx512",
    title="x86 with AVX-512 F, BW, DQ and VL",
    target="PERMKERN_TARGET_AVX512",
    lanes=4,
    register="__m512i",
    narrower="avx2",
    load_format=_AVX512_LOAD,
    store_format=_AVX512_STORE,
    reversals=_AVX512_REVERSALS,
)

HOSTS = (SSE2, AVX2, AVX512)
