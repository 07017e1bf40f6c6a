# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of x86-64, as data."""

from arch_gen.hosts import Channels, Tile, VectorIsa
from arch_gen.network import Exchange
from arch_gen.reversal import PIXELS, Masked, Pair, Registers, Reversal, of_lanes


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

_XMM = Registers("__m128i", 16, _SSE2_LOADS[16], "_mm_storeu_si128((void *)({p}), {v})")

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
    reversals=_SSE2_REVERSALS,
)

_AVX2_LOAD = "_mm256_loadu_si256((const void *)({p}))"

_AVX2_STORE = "_mm256_storeu_si256((void *)({p}), {v})"
_YMM = Registers("__m256i", 32, _AVX2_LOAD, _AVX2_STORE)
_AVX2_SHUFFLE = ("_mm256_shuffle_epi8({v}, order)", "_mm256_permute4x64_epi64({v}, 0x4e)")

AVX2 = VectorIsa(
    name="avx2",
    title="x86 with AVX2",
    header="immintrin.h",
    target="PERMKERN_TARGET_AVX2",
    lanes=2,
    register="__m256i",
    narrower="sse2",
    zip_formats=_x86_zips("_mm256"),
    load_formats=(
        (32, (_AVX2_LOAD,)),
        *(
            (size, (f"_mm256_castsi128_si256({load})", f"_mm256_inserti128_si256({{v}}, {load}, 1)"))
            for size, load in _SSE2_LOADS.items()
        ),
    ),
    store_formats=(
        (32, (_AVX2_STORE,)),
        (16, ("_mm_storeu_si128((void *)({p}), _mm256_castsi256_si128({v}))",)),
    ),
    load_format=_AVX2_LOAD,
    small=("permkern_small8",),
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
            f"_mm256_castsi128_si256({_SSE2_LOADS[16]})",
            f"_mm256_inserti128_si256({{v}}, {_SSE2_LOADS[16]}, 1)",
        ),
        store_formats=(
            "_mm_storeu_si128((void *)({p}), _mm256_castsi256_si128({v}))",
            "_mm_storeu_si128((void *)({p}), _mm256_extracti128_si256({v}, 1))",
        ),
    ),
)

_AVX512_LOAD = "_mm512_loadu_si512((const void *)({p}))"

# How AVX-512 loads a piece into a lane: bytes, the mask of the first lane, mask bits for each lane, and the intrinsic.
# A masked broadcast from memory needs no shuffle.
_AVX512_SPREAD = (
    (16, 3, 2, f"_mm512_mask_broadcast_i64x2({{v}}, {{m}}, {_SSE2_LOADS[16]})"),
    (8, 1, 2, "_mm512_mask_set1_epi64({v}, {m}, (long long)permkern_load64({p}))"),
    (4, 1, 4, "_mm512_mask_set1_epi32({v}, {m}, (int)permkern_load32({p}))"),
    (2, 1, 8, "_mm512_mask_set1_epi16({v}, {m}, (short)permkern_load16({p}))"),
)


def _words(name: str, words: tuple[int, ...]) -> tuple[str, str]:
    """Returns a constant: which eight-byte words a permute takes of two registers."""
    return name, f"_mm512_setr_epi64({', '.join(map(str, words))})"


def _permute(low: tuple[int, ...], high: tuple[int, ...]) -> Exchange:
    """Returns the exchange of any eight-byte words of two registers."""
    return Exchange(
        8,
        low,
        high,
        "_mm512_permutex2var_epi64({v}, low, {w})",
        "_mm512_permutex2var_epi64({v}, high, {w})",
        (_words("low", low), _words("high", high)),
    )


# Lanes of rows that fill half a register: into halves of columns, and into whole columns.
_HALVES = _permute((0, 8, 4, 12, 2, 10, 6, 14), (1, 9, 5, 13, 3, 11, 7, 15))
_LANES = _permute((0, 1, 8, 9, 4, 5, 12, 13), (2, 3, 10, 11, 6, 7, 14, 15))
# Lanes of rows that fill a register, of which two such stages make columns.
_QUARTERS = Exchange(
    16,
    (0, 2, 4, 6),
    (1, 3, 5, 7),
    "_mm512_shuffle_i64x2({v}, {w}, 0x88)",
    "_mm512_shuffle_i64x2({v}, {w}, 0xdd)",
)


def _avx512_loads() -> tuple[tuple[int, tuple[str, ...]], ...]:
    halves = (
        f"_mm512_castsi256_si512({_AVX2_LOAD})",
        f"_mm512_mask_broadcast_i64x4({{v}}, 0xf0, {_AVX2_LOAD})",
    )
    lanes = (
        (
            size,
            (
                f"_mm512_castsi128_si512({_SSE2_LOADS[size]})",
                *(spread.replace("{m}", hex(mask << lane * places)) for lane in (1, 2, 3)),
            ),
        )
        for size, mask, places, spread in _AVX512_SPREAD
    )
    return ((64, (_AVX512_LOAD,)), (32, halves), *lanes)


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
    header="immintrin.h",
    target="PERMKERN_TARGET_AVX512",
    lanes=4,
    register="__m512i",
    narrower="avx2",
    zip_formats=_x86_zips("_mm512"),
    load_formats=_avx512_loads(),
    store_formats=(
        (64, (_AVX512_STORE,)),
        (
            32,
            (
                "_mm256_storeu_si256((void *)({p}), _mm512_castsi512_si256({v}))",
                "_mm256_storeu_si256((void *)({p}), _mm512_extracti64x4_epi64({v}, 1))",
            ),
        ),
        (16, ("_mm_storeu_si128((void *)({p}), _mm512_castsi512_si128({v}))",)),
    ),
    load_format=_AVX512_LOAD,
    # Fewer loads, and the stores of a column are as long, but for bytes, whose 64 x 32 would not fit the registers.
    wide=(
        (8, Tile(32, 32, (_HALVES,))),
        (16, Tile(32, 16, (_LANES,))),
        (32, Tile(16, 8, (_LANES,))),
        (64, Tile(8, 8, (_QUARTERS, _QUARTERS))),
    ),
    stream_format="_mm512_stream_si512((void *)({p}), {v})",
    fence="_mm_sfence()",
    small=("permkern_small8", "permkern_small16_avx512", "permkern_small32_avx512"),
    reversals=_AVX512_REVERSALS,
)

HOSTS = (SSE2, AVX2, AVX512)
