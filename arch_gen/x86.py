# SPDX-License-Identifier: BSD-3-Clause
"""Vector instruction sets of x86-64, as data."""

from arch_gen.hosts import Small, Tile, VectorIsa, bytes_of
from arch_gen.network import Exchange


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
    reversed=(1, 2, 4, 8),
)

_AVX2_LOAD = "_mm256_loadu_si256((const void *)({p}))"

_AVX2_STORE = "_mm256_storeu_si256((void *)({p}), {v})"

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
    small=Small("shuffle", bytes_of(16)),
    reversed=(1, 2, 3, 4, 6, 8, 12),
    channels=True,
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


_AVX512_PERMUTES = tuple(
    (bits, (f"_mm512_permutexvar_epi{bits}({{i}}, {{v}})", f"_mm512_permutex2var_epi{bits}({{v}}, {{i}}, {{w}})"))
    for bits in (16, 32, 64)
)

# All 64 elements that an index has entries for can be moved by it. Those of 64 bits are then eight registers, which a
# kernel of words that is planned moves in half the time: plans have an index of half as many. Bytes are permuted by
# words.
_AVX512_SMALL = Small(
    "masked",
    most=((8, 64), (16, 64), (32, 64), (64, 32)),
    permutes=((8, ("permute8_avx512({i}, {v})", "")), *_AVX512_PERMUTES),
    widen_formats=(
        (16, "_mm512_cvtepu8_epi16(_mm512_castsi512_si256({i}))"),
        (32, "_mm512_cvtepu8_epi32(_mm512_castsi512_si128({i}))"),
        (64, "_mm512_cvtepu8_epi64(_mm512_castsi512_si128({i}))"),
    ),
)

_AVX512_STORE = "_mm512_storeu_si512((void *)({p}), {v})"

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
    small=_AVX512_SMALL,
    reversed=(1, 2, 4, 6, 8, 12, 24),
)

HOSTS = (SSE2, AVX2, AVX512)
