/* SPDX-License-Identifier: BSD-3-Clause */
/* The words of AVX-512 F, BW, DQ and VL for the bodies in src/vector/, as in sse2.h. Not installed. */
#ifndef PERMKERN_AVX512_H
#define PERMKERN_AVX512_H

#include "vector/avx2.h"

#ifdef PERMKERN_X86

typedef __m512i permkern_vec_avx512;

/* Loads up to 16 bytes into the lowest ones, or 32 or 64. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_load_avx512(const uint8_t *p, size_t bytes)
{
    return bytes == 64   ? _mm512_loadu_si512((const void *)p)
           : bytes == 32 ? _mm512_castsi256_si512(permkern_load_avx2(p, 32))
                         : _mm512_castsi128_si512(permkern_load_sse2(p, bytes));
}

/* Loads up to 16 bytes into the lowest ones of a lane: a broadcast from memory under a mask needs no shuffle. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_insert_avx512(__m512i v, size_t lane, const uint8_t *p,
                                                                      size_t bytes)
{
    if (bytes == 16) {
        return _mm512_mask_broadcast_i64x2(v, (__mmask8)(3U << lane * 2), permkern_load_sse2(p, 16));
    }
    if (bytes == 8) {
        return _mm512_mask_set1_epi64(v, (__mmask8)(1U << lane * 2), (long long)permkern_load64(p));
    }
    if (bytes == 4) {
        const int word = (int)permkern_load32(p); /* narrow: the same bits */
        return _mm512_mask_set1_epi32(v, (__mmask16)(1U << lane * 4), word);
    }
    return _mm512_mask_set1_epi16(v, (__mmask32)1 << lane * 8, (short)permkern_load16(p)); /* narrow: the same bits */
}

/* Loads so many bytes of row[0], row[apart], row[2 * apart] and row[3 * apart] into the lowest ones of each lane. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_load_rows_avx512(const uint8_t *in, const size_t *row,
                                                                         size_t apart, size_t bytes)
{
    __m512i v = permkern_load_avx512(permkern_at(in, row[0]), bytes);
    v = permkern_insert_avx512(v, 1, permkern_at(in, row[apart]), bytes);
    v = permkern_insert_avx512(v, 2, permkern_at(in, row[2 * apart]), bytes);
    return permkern_insert_avx512(v, 3, permkern_at(in, row[3 * apart]), bytes);
}

/* Stores 64 bytes, or a half of them. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE void permkern_store_avx512(uint8_t *p, __m512i v, size_t bytes, size_t part)
{
    if (bytes == 64) {
        _mm512_storeu_si512((void *)p, v);
    } else {
        _mm256_storeu_si256((void *)p, part == 0 ? _mm512_castsi512_si256(v) : _mm512_extracti64x4_epi64(v, 1));
    }
}

/* Stores 64 bytes past the caches, to an address that is a multiple of 64. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE void permkern_stream_avx512(uint8_t *p, __m512i v)
{
    _mm512_stream_si512((void *)p, v);
}

/* The units of the lower halves of each lane of v and w, alternating; `bytes` of a unit: 1, 2, 4 or 8. */
PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_zip_lo_avx512(__m512i v, __m512i w, size_t bytes)
{
    return bytes == 1   ? _mm512_unpacklo_epi8(v, w)
           : bytes == 2 ? _mm512_unpacklo_epi16(v, w)
           : bytes == 4 ? _mm512_unpacklo_epi32(v, w)
                        : _mm512_unpacklo_epi64(v, w);
}

PERMKERN_TARGET_avx512 PERMKERN_INLINE __m512i permkern_zip_hi_avx512(__m512i v, __m512i w, size_t bytes)
{
    return bytes == 1   ? _mm512_unpackhi_epi8(v, w)
           : bytes == 2 ? _mm512_unpackhi_epi16(v, w)
           : bytes == 4 ? _mm512_unpackhi_epi32(v, w)
                        : _mm512_unpackhi_epi64(v, w);
}

#endif

#endif /* PERMKERN_AVX512_H */
