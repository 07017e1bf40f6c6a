/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tensors of few elements for x86 with AVX-512 F, BW, DQ and VL.
 * Part of permkern_avx512.c.
 *
 * Written by tools/autogen from arch_gen/templates/small.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX512_SMALL_H
#define PERMKERN_AVX512_SMALL_H

#include "permkern_avx512_quotients.h"
#include "permkern_few.h"

#if PERMKERN_INDEX_ROOM < 64
#error "plans of this target have no room for an index of 64 entries: lower Small.most in arch_gen/"
#endif

/* Permutes bytes by words: each entry picks the word that holds its byte, which is then shifted to its place. */
PERMKERN_TARGET_AVX512 static inline __m512i permute8_avx512(__m512i index, __m512i v)
{
    const __m512i one = _mm512_set1_epi16(1);
    const __m512i even = _mm512_and_si512(index, _mm512_set1_epi16(255));
    const __m512i odd = _mm512_srli_epi16(index, 8);
    const __m512i down = _mm512_slli_epi16(_mm512_and_si512(even, one), 3);
    const __m512i up = _mm512_slli_epi16(_mm512_andnot_si512(odd, one), 3);
    const __m512i low = _mm512_srlv_epi16(_mm512_permutexvar_epi16(_mm512_srli_epi16(even, 1), v), down);
    const __m512i high = _mm512_sllv_epi16(_mm512_permutexvar_epi16(_mm512_srli_epi16(odd, 1), v), up);
    return _mm512_mask_blend_epi8(0xaaaaaaaaaaaaaaaaULL, low, high);
}

/* Moves up to 64 elements. Masks leave out what is behind the tensor's end: it is not touched. */
PERMKERN_TARGET_AVX512 static inline void move8_avx512(__m512i index, size_t count, const uint8_t *in, uint8_t *out)
{
    const uint64_t used = ~(uint64_t)0 >> (64 - count);
    const __m512i v0 = _mm512_maskz_loadu_epi8(used, in);
    const __m512i from0 = index;
    const __m512i to0 = permute8_avx512(from0, v0);
    _mm512_mask_storeu_epi8(out, used, to0);
}

PERMKERN_TARGET_AVX512 void permkern_small8_avx512(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    move8_avx512(_mm512_loadu_si512((const void *)index), bytes, (const uint8_t *)in, (uint8_t *)out);
}

/* Moves up to 64 elements. Masks leave out what is behind the tensor's end: it is not touched. */
PERMKERN_TARGET_AVX512 static inline void move16_avx512(__m512i index, size_t count, const uint8_t *in, uint8_t *out)
{
    const uint64_t used = ~(uint64_t)0 >> (64 - count);
    const __m512i v0 = _mm512_maskz_loadu_epi16((__mmask32)used, in);
    if (used >> 32 == 0) {
        const __m512i from0 = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(index));
        const __m512i to0 = _mm512_permutexvar_epi16(from0, v0);
        _mm512_mask_storeu_epi16(out, (__mmask32)used, to0);
        return;
    }
    const __m512i v1 = _mm512_maskz_loadu_epi16((__mmask32)(used >> 32), in + 64);
    const __m512i from0 = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(index));
    const __m512i to0 = _mm512_permutex2var_epi16(v0, from0, v1);
    _mm512_mask_storeu_epi16(out, (__mmask32)used, to0);
    const __m512i from1 = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(_mm512_alignr_epi64(index, index, 4)));
    const __m512i to1 = _mm512_permutex2var_epi16(v0, from1, v1);
    _mm512_mask_storeu_epi16(out + 64, (__mmask32)(used >> 32), to1);
}

PERMKERN_TARGET_AVX512 void permkern_small16_avx512(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    move16_avx512(_mm512_loadu_si512((const void *)index), bytes >> 1, (const uint8_t *)in, (uint8_t *)out);
}

/* Elements of 4 registers, by an index. */
PERMKERN_TARGET_AVX512 static inline __m512i pick32_of4_avx512(__m512i index, __m512i v0, __m512i v1, __m512i v2,
                                                               __m512i v3)
{
    const __mmask16 behind = _mm512_test_epi32_mask(index, _mm512_set1_epi32(32));
    const __m512i before = _mm512_permutex2var_epi32(v0, index, v1);
    const __m512i after = _mm512_permutex2var_epi32(v2, index, v3);
    return _mm512_mask_blend_epi32(behind, before, after);
}

/* Moves up to 64 elements. Masks leave out what is behind the tensor's end: it is not touched. */
PERMKERN_TARGET_AVX512 static inline void move32_avx512(__m512i index, size_t count, const uint8_t *in, uint8_t *out)
{
    const uint64_t used = ~(uint64_t)0 >> (64 - count);
    const __m512i v0 = _mm512_maskz_loadu_epi32((__mmask16)used, in);
    if (used >> 16 == 0) {
        const __m512i from0 = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(index));
        const __m512i to0 = _mm512_permutexvar_epi32(from0, v0);
        _mm512_mask_storeu_epi32(out, (__mmask16)used, to0);
        return;
    }
    const __m512i v1 = _mm512_maskz_loadu_epi32((__mmask16)(used >> 16), in + 64);
    if (used >> 32 == 0) {
        const __m512i from0 = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(index));
        const __m512i to0 = _mm512_permutex2var_epi32(v0, from0, v1);
        _mm512_mask_storeu_epi32(out, (__mmask16)used, to0);
        const __m512i from1 = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 2)));
        const __m512i to1 = _mm512_permutex2var_epi32(v0, from1, v1);
        _mm512_mask_storeu_epi32(out + 64, (__mmask16)(used >> 16), to1);
        return;
    }
    const __m512i v2 = _mm512_maskz_loadu_epi32((__mmask16)(used >> 32), in + 128);
    const __m512i v3 = _mm512_maskz_loadu_epi32((__mmask16)(used >> 48), in + 192);
    const __m512i from0 = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(index));
    const __m512i to0 = pick32_of4_avx512(from0, v0, v1, v2, v3);
    _mm512_mask_storeu_epi32(out, (__mmask16)used, to0);
    const __m512i from1 = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 2)));
    const __m512i to1 = pick32_of4_avx512(from1, v0, v1, v2, v3);
    _mm512_mask_storeu_epi32(out + 64, (__mmask16)(used >> 16), to1);
    const __m512i from2 = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 4)));
    const __m512i to2 = pick32_of4_avx512(from2, v0, v1, v2, v3);
    _mm512_mask_storeu_epi32(out + 128, (__mmask16)(used >> 32), to2);
    const __m512i from3 = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 6)));
    const __m512i to3 = pick32_of4_avx512(from3, v0, v1, v2, v3);
    _mm512_mask_storeu_epi32(out + 192, (__mmask16)(used >> 48), to3);
}

PERMKERN_TARGET_AVX512 void permkern_small32_avx512(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    move32_avx512(_mm512_loadu_si512((const void *)index), bytes >> 2, (const uint8_t *)in, (uint8_t *)out);
}

/* Elements of 4 registers, by an index. */
PERMKERN_TARGET_AVX512 static inline __m512i pick64_of4_avx512(__m512i index, __m512i v0, __m512i v1, __m512i v2,
                                                               __m512i v3)
{
    const __mmask8 behind = _mm512_test_epi64_mask(index, _mm512_set1_epi64(16));
    const __m512i before = _mm512_permutex2var_epi64(v0, index, v1);
    const __m512i after = _mm512_permutex2var_epi64(v2, index, v3);
    return _mm512_mask_blend_epi64(behind, before, after);
}

/* Elements of 8 registers, by an index. */
PERMKERN_TARGET_AVX512 static inline __m512i pick64_of8_avx512(__m512i index, __m512i v0, __m512i v1, __m512i v2,
                                                               __m512i v3, __m512i v4, __m512i v5, __m512i v6,
                                                               __m512i v7)
{
    const __mmask8 behind = _mm512_test_epi64_mask(index, _mm512_set1_epi64(32));
    const __m512i before = pick64_of4_avx512(index, v0, v1, v2, v3);
    const __m512i after = pick64_of4_avx512(index, v4, v5, v6, v7);
    return _mm512_mask_blend_epi64(behind, before, after);
}

/* Moves up to 64 elements. Masks leave out what is behind the tensor's end: it is not touched. */
PERMKERN_TARGET_AVX512 static inline void move64_avx512(__m512i index, size_t count, const uint8_t *in, uint8_t *out)
{
    const uint64_t used = ~(uint64_t)0 >> (64 - count);
    const __m512i v0 = _mm512_maskz_loadu_epi64((__mmask8)used, in);
    if (used >> 8 == 0) {
        const __m512i from0 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(index));
        const __m512i to0 = _mm512_permutexvar_epi64(from0, v0);
        _mm512_mask_storeu_epi64(out, (__mmask8)used, to0);
        return;
    }
    const __m512i v1 = _mm512_maskz_loadu_epi64((__mmask8)(used >> 8), in + 64);
    if (used >> 16 == 0) {
        const __m512i from0 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(index));
        const __m512i to0 = _mm512_permutex2var_epi64(v0, from0, v1);
        _mm512_mask_storeu_epi64(out, (__mmask8)used, to0);
        const __m512i from1 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 1)));
        const __m512i to1 = _mm512_permutex2var_epi64(v0, from1, v1);
        _mm512_mask_storeu_epi64(out + 64, (__mmask8)(used >> 8), to1);
        return;
    }
    const __m512i v2 = _mm512_maskz_loadu_epi64((__mmask8)(used >> 16), in + 128);
    const __m512i v3 = _mm512_maskz_loadu_epi64((__mmask8)(used >> 24), in + 192);
    if (used >> 32 == 0) {
        const __m512i from0 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(index));
        const __m512i to0 = pick64_of4_avx512(from0, v0, v1, v2, v3);
        _mm512_mask_storeu_epi64(out, (__mmask8)used, to0);
        const __m512i from1 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 1)));
        const __m512i to1 = pick64_of4_avx512(from1, v0, v1, v2, v3);
        _mm512_mask_storeu_epi64(out + 64, (__mmask8)(used >> 8), to1);
        const __m512i from2 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 2)));
        const __m512i to2 = pick64_of4_avx512(from2, v0, v1, v2, v3);
        _mm512_mask_storeu_epi64(out + 128, (__mmask8)(used >> 16), to2);
        const __m512i from3 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 3)));
        const __m512i to3 = pick64_of4_avx512(from3, v0, v1, v2, v3);
        _mm512_mask_storeu_epi64(out + 192, (__mmask8)(used >> 24), to3);
        return;
    }
    const __m512i v4 = _mm512_maskz_loadu_epi64((__mmask8)(used >> 32), in + 256);
    const __m512i v5 = _mm512_maskz_loadu_epi64((__mmask8)(used >> 40), in + 320);
    const __m512i v6 = _mm512_maskz_loadu_epi64((__mmask8)(used >> 48), in + 384);
    const __m512i v7 = _mm512_maskz_loadu_epi64((__mmask8)(used >> 56), in + 448);
    const __m512i from0 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(index));
    const __m512i to0 = pick64_of8_avx512(from0, v0, v1, v2, v3, v4, v5, v6, v7);
    _mm512_mask_storeu_epi64(out, (__mmask8)used, to0);
    const __m512i from1 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 1)));
    const __m512i to1 = pick64_of8_avx512(from1, v0, v1, v2, v3, v4, v5, v6, v7);
    _mm512_mask_storeu_epi64(out + 64, (__mmask8)(used >> 8), to1);
    const __m512i from2 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 2)));
    const __m512i to2 = pick64_of8_avx512(from2, v0, v1, v2, v3, v4, v5, v6, v7);
    _mm512_mask_storeu_epi64(out + 128, (__mmask8)(used >> 16), to2);
    const __m512i from3 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 3)));
    const __m512i to3 = pick64_of8_avx512(from3, v0, v1, v2, v3, v4, v5, v6, v7);
    _mm512_mask_storeu_epi64(out + 192, (__mmask8)(used >> 24), to3);
    const __m512i from4 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 4)));
    const __m512i to4 = pick64_of8_avx512(from4, v0, v1, v2, v3, v4, v5, v6, v7);
    _mm512_mask_storeu_epi64(out + 256, (__mmask8)(used >> 32), to4);
    const __m512i from5 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 5)));
    const __m512i to5 = pick64_of8_avx512(from5, v0, v1, v2, v3, v4, v5, v6, v7);
    _mm512_mask_storeu_epi64(out + 320, (__mmask8)(used >> 40), to5);
    const __m512i from6 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 6)));
    const __m512i to6 = pick64_of8_avx512(from6, v0, v1, v2, v3, v4, v5, v6, v7);
    _mm512_mask_storeu_epi64(out + 384, (__mmask8)(used >> 48), to6);
    const __m512i from7 = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(_mm512_alignr_epi64(index, index, 7)));
    const __m512i to7 = pick64_of8_avx512(from7, v0, v1, v2, v3, v4, v5, v6, v7);
    _mm512_mask_storeu_epi64(out + 448, (__mmask8)(used >> 56), to7);
}

PERMKERN_TARGET_AVX512 void permkern_small64_avx512(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    move64_avx512(_mm512_loadu_si512((const void *)index), bytes >> 3, (const uint8_t *)in, (uint8_t *)out);
}

/* What unpacking gives for each place itself. */
static const uint16_t places_avx512[2][32] __attribute__((aligned(64))) = {
    {
        0,  1,  2,  3,  4,  5,  6,  7,  16, 17, 18, 19, 20, 21, 22, 23,
        32, 33, 34, 35, 36, 37, 38, 39, 48, 49, 50, 51, 52, 53, 54, 55,
    },
    {
        8,  9,  10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31,
        40, 41, 42, 43, 44, 45, 46, 47, 56, 57, 58, 59, 60, 61, 62, 63,
    },
};

/* An index that is being computed: 16 bits an entry, in the order in which pairs of bytes come from unpacking. */
typedef struct {
    __m512i low, high;
} sources_avx512;

/* Adds to each place j the sum of (j / stride) * weight of two axes. */
PERMKERN_TARGET_AVX512 static inline sources_avx512 and_axes_avx512(sources_avx512 from, uint64_t strides,
                                                                    uint64_t weights)
{
    const __m512i v = _mm512_loadu_si512((const void *)permkern_quotients[strides & 255]);
    const __m512i w = _mm512_loadu_si512((const void *)permkern_quotients[strides >> 8 & 255]);
    const __m512i both = _mm512_set1_epi16((short)weights);
    from.low = _mm512_add_epi16(from.low, _mm512_maddubs_epi16(_mm512_unpacklo_epi8(v, w), both));
    from.high = _mm512_add_epi16(from.high, _mm512_maddubs_epi16(_mm512_unpackhi_epi8(v, w), both));
    return from;
}

/* The index of a work, in registers. */
PERMKERN_TARGET_AVX512 static inline __m512i index_of_avx512(uint64_t strides, uint64_t weights)
{
    const __m512i low = _mm512_loadu_si512((const void *)places_avx512[0]);
    const __m512i high = _mm512_loadu_si512((const void *)places_avx512[1]);
    sources_avx512 from = {low, high};
    for (; weights != 0; weights >>= 16) {
        from = and_axes_avx512(from, strides, weights);
        strides >>= 16;
    }
    return _mm512_packus_epi16(from.low, from.high);
}

PERMKERN_TARGET_AVX512 static void index_avx512(uint8_t *index, uint64_t strides, uint64_t weights)
{
    _mm512_storeu_si512((void *)index, index_of_avx512(strides, weights));
}

PERMKERN_TARGET_AVX512 static void few8_avx512(const void *in, void *out, size_t elements, uint64_t strides,
                                               uint64_t weights)
{
    move8_avx512(index_of_avx512(strides, weights), elements, (const uint8_t *)in, (uint8_t *)out);
}

PERMKERN_TARGET_AVX512 static void few16_avx512(const void *in, void *out, size_t elements, uint64_t strides,
                                                uint64_t weights)
{
    move16_avx512(index_of_avx512(strides, weights), elements, (const uint8_t *)in, (uint8_t *)out);
}

PERMKERN_TARGET_AVX512 static void few32_avx512(const void *in, void *out, size_t elements, uint64_t strides,
                                                uint64_t weights)
{
    move32_avx512(index_of_avx512(strides, weights), elements, (const uint8_t *)in, (uint8_t *)out);
}

PERMKERN_TARGET_AVX512 static void few64_avx512(const void *in, void *out, size_t elements, uint64_t strides,
                                                uint64_t weights)
{
    move64_avx512(index_of_avx512(strides, weights), elements, (const uint8_t *)in, (uint8_t *)out);
}

#endif /* PERMKERN_AVX512_SMALL_H */
