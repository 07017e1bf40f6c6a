/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * SSE2's words for the bodies in src/vector/. Their names end with the set's, so that a source may have several sets.
 * Not installed. `bytes` and `part` are constants in each call.
 */
#ifndef PERMKERN_SSE2_H
#define PERMKERN_SSE2_H

#include "base/permkern_access.h"

#ifdef PERMKERN_X86
#include <immintrin.h>

typedef __m128i permkern_vec_sse2;

/* Loads 2, 4, 8 or 16 bytes into the lowest ones. */
PERMKERN_TARGET_sse2 PERMKERN_INLINE __m128i permkern_load_sse2(const uint8_t *p, size_t bytes)
{
    return bytes == 16  ? _mm_loadu_si128((const void *)p)
           : bytes == 8 ? _mm_loadl_epi64((const void *)p)
           : bytes == 4 ? _mm_cvtsi32_si128((int)permkern_load32(p)) /* narrow: the same bits */
                        : _mm_cvtsi32_si128(permkern_load16(p));
}

/* Loads so many bytes of a row. Registers of more lanes have one row in each: the next is row[apart]. */
PERMKERN_TARGET_sse2 PERMKERN_INLINE __m128i permkern_load_rows_sse2(const uint8_t *in, const size_t *row, size_t apart,
                                                                     size_t bytes)
{
    (void)apart;
    return permkern_load_sse2(permkern_at(in, row[0]), bytes);
}

/* Stores a part of 2, 4, 8 or 16 bytes; part 0 is the lowest. */
PERMKERN_TARGET_sse2 PERMKERN_INLINE void permkern_store_sse2(uint8_t *p, __m128i v, size_t bytes, size_t part)
{
    if (bytes == 16) {
        _mm_storeu_si128((void *)p, v);
    } else if (bytes == 8) {
        _mm_storel_epi64((void *)p, part == 0 ? v : _mm_unpackhi_epi64(v, v));
    } else if (bytes == 4) {
        const __m128i w = part == 0   ? v
                          : part == 1 ? _mm_shuffle_epi32(v, 1)
                          : part == 2 ? _mm_shuffle_epi32(v, 2)
                                      : _mm_shuffle_epi32(v, 3);
        permkern_store32(p, (uint32_t)_mm_cvtsi128_si32(w));
    } else {
        const int w = part == 0   ? _mm_extract_epi16(v, 0)
                      : part == 1 ? _mm_extract_epi16(v, 1)
                      : part == 2 ? _mm_extract_epi16(v, 2)
                      : part == 3 ? _mm_extract_epi16(v, 3)
                      : part == 4 ? _mm_extract_epi16(v, 4)
                      : part == 5 ? _mm_extract_epi16(v, 5)
                      : part == 6 ? _mm_extract_epi16(v, 6)
                                  : _mm_extract_epi16(v, 7);
        permkern_store16(p, (uint16_t)w);
    }
}

/* The units of the lower halves of v and w, alternating; `bytes` of a unit: 1, 2, 4 or 8. */
PERMKERN_TARGET_sse2 PERMKERN_INLINE __m128i permkern_zip_lo_sse2(__m128i v, __m128i w, size_t bytes)
{
    return bytes == 1   ? _mm_unpacklo_epi8(v, w)
           : bytes == 2 ? _mm_unpacklo_epi16(v, w)
           : bytes == 4 ? _mm_unpacklo_epi32(v, w)
                        : _mm_unpacklo_epi64(v, w);
}

/* The same of the upper halves. */
PERMKERN_TARGET_sse2 PERMKERN_INLINE __m128i permkern_zip_hi_sse2(__m128i v, __m128i w, size_t bytes)
{
    return bytes == 1   ? _mm_unpackhi_epi8(v, w)
           : bytes == 2 ? _mm_unpackhi_epi16(v, w)
           : bytes == 4 ? _mm_unpackhi_epi32(v, w)
                        : _mm_unpackhi_epi64(v, w);
}

/* The elements in the opposite order. */
PERMKERN_TARGET_sse2 PERMKERN_INLINE __m128i permkern_reverse_sse2(__m128i v, size_t bytes)
{
    if (bytes == 1) {
        v = _mm_or_si128(_mm_slli_epi16(v, 8), _mm_srli_epi16(v, 8));
    }
    if (bytes <= 2) {
        v = _mm_shufflehi_epi16(_mm_shufflelo_epi16(v, 0xb1), 0xb1);
    }
    return bytes == 8 ? _mm_shuffle_epi32(v, 0x4e) : _mm_shuffle_epi32(v, 0x1b);
}

#endif

#endif /* PERMKERN_SSE2_H */
