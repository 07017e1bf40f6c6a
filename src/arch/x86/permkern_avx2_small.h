/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tensors of few elements for x86 with AVX2.
 * Part of permkern_avx2.c.
 *
 * Written by tools/autogen from arch_gen/templates/small.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX2_SMALL_H
#define PERMKERN_AVX2_SMALL_H

#include "permkern_few.h"

#if PERMKERN_INDEX_ROOM < 16
#error "plans of this target have no room for an index of 16 entries: lower Small.most in arch_gen/"
#endif

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
PERMKERN_TARGET_AVX2 void permkern_small8_avx2(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[16];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const __m128i v = _mm_loadu_si128((const void *)buffer);
    const __m128i from = _mm_loadu_si128((const void *)index);
    _mm_storeu_si128((void *)buffer, _mm_shuffle_epi8(v, from));
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

/* Which entry a byte is of, and which byte of that element it is. */
static const uint8_t entry16_avx2[16] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7};
static const uint8_t byte16_avx2[16] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
PERMKERN_TARGET_AVX2 void permkern_small16_avx2(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[16];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const __m128i v = _mm_loadu_si128((const void *)buffer);
    const __m128i from = _mm_loadu_si128((const void *)index);
    const __m128i entries = _mm_shuffle_epi8(from, _mm_loadu_si128((const void *)entry16_avx2));
    const __m128i places = _mm_add_epi8(_mm_slli_epi16(entries, 1), _mm_loadu_si128((const void *)byte16_avx2));
    _mm_storeu_si128((void *)buffer, _mm_shuffle_epi8(v, places));
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

/* Which entry a byte is of, and which byte of that element it is. */
static const uint8_t entry32_avx2[16] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
static const uint8_t byte32_avx2[16] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
PERMKERN_TARGET_AVX2 void permkern_small32_avx2(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[16];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const __m128i v = _mm_loadu_si128((const void *)buffer);
    const __m128i from = _mm_loadu_si128((const void *)index);
    const __m128i entries = _mm_shuffle_epi8(from, _mm_loadu_si128((const void *)entry32_avx2));
    const __m128i places = _mm_add_epi8(_mm_slli_epi16(entries, 2), _mm_loadu_si128((const void *)byte32_avx2));
    _mm_storeu_si128((void *)buffer, _mm_shuffle_epi8(v, places));
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

/* Which entry a byte is of, and which byte of that element it is. */
static const uint8_t entry64_avx2[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
static const uint8_t byte64_avx2[16] = {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7};

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
PERMKERN_TARGET_AVX2 void permkern_small64_avx2(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[16];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const __m128i v = _mm_loadu_si128((const void *)buffer);
    const __m128i from = _mm_loadu_si128((const void *)index);
    const __m128i entries = _mm_shuffle_epi8(from, _mm_loadu_si128((const void *)entry64_avx2));
    const __m128i places = _mm_add_epi8(_mm_slli_epi16(entries, 3), _mm_loadu_si128((const void *)byte64_avx2));
    _mm_storeu_si128((void *)buffer, _mm_shuffle_epi8(v, places));
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

#endif /* PERMKERN_AVX2_SMALL_H */
