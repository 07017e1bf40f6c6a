/* SPDX-License-Identifier: BSD-3-Clause */
/* AVX2 operations for the bodies in src/vector/, like sse2.h. Not installed. */
#ifndef PERMKERN_AVX2_H
#define PERMKERN_AVX2_H

#include "vector/sse2.h"

#ifdef PERMKERN_X86

typedef __m256i permkern_vec_avx2;

/* Loads 32 bytes, or up to 16 bytes into the low end. */
PERMKERN_TARGET_avx2 PERMKERN_INLINE __m256i permkern_load_avx2(const uint8_t *p, size_t bytes)
{
    return bytes == 32 ? _mm256_loadu_si256((const __m256i *)(const void *)p)
                       : _mm256_castsi128_si256(permkern_load_sse2(p, bytes));
}

/* Loads `bytes` bytes from row[0] and row[apart] into the low end of each lane. */
PERMKERN_TARGET_avx2 PERMKERN_INLINE __m256i permkern_load_rows_avx2(const uint8_t *in, const size_t *row, size_t apart,
                                                                     size_t bytes)
{
    const __m256i first = permkern_load_avx2(permkern_at(in, row[0]), bytes);
    return _mm256_inserti128_si256(first, permkern_load_sse2(permkern_at(in, row[apart]), bytes), 1);
}

/* Stores all of v if bytes is 32, else lane `part`. */
PERMKERN_TARGET_avx2 PERMKERN_INLINE void permkern_store_avx2(uint8_t *p, __m256i v, size_t bytes, size_t part)
{
    if (bytes == 32) {
        _mm256_storeu_si256((__m256i *)(void *)p, v);
    } else {
        _mm_storeu_si128((__m128i *)(void *)p, part == 0 ? _mm256_castsi256_si128(v) : _mm256_extracti128_si256(v, 1));
    }
}

PERMKERN_TARGET_avx2 PERMKERN_INLINE void permkern_stream_avx2(uint8_t *p, __m256i v)
{
    _mm256_stream_si256((__m256i *)(void *)p, v);
}

PERMKERN_ZIP(avx2, zip_lo, __m256i, _mm256_unpacklo_epi)
PERMKERN_ZIP(avx2, zip_hi, __m256i, _mm256_unpackhi_epi)

/* Repeats 16 bytes in both lanes. With two 64-bit loads, GCC turns a constant table entry into a vector constant. */
PERMKERN_TARGET_avx2 PERMKERN_INLINE __m256i permkern_repeat_avx2(const uint8_t *p)
{
    const long long low = (long long)permkern_load64(p);
    const long long high = (long long)permkern_load64(p + 8);
    return _mm256_set_epi64x(high, low, high, low);
}

/* In each lane: bytes of w if the mask is 255, else of v. */
PERMKERN_TARGET_avx2 PERMKERN_INLINE __m256i permkern_blend_avx2(__m256i v, __m256i w, const uint8_t *mask)
{
    return _mm256_blendv_epi8(v, w, permkern_repeat_avx2(mask));
}

/* In each lane: byte q is v[order[q]]. */
PERMKERN_TARGET_avx2 PERMKERN_INLINE __m256i permkern_shuffle_avx2(__m256i v, const uint8_t *order)
{
    return _mm256_shuffle_epi8(v, permkern_repeat_avx2(order));
}

/* [unit bytes] */
static const uint8_t permkern_reversed_avx2[13][16] = {
    [1] = {PERMKERN_REVERSED16(1)}, [2] = {PERMKERN_REVERSED16(2)},   [3] = {PERMKERN_REVERSED16(3)},
    [6] = {PERMKERN_REVERSED16(6)}, [12] = {PERMKERN_REVERSED16(12)},
};

/* Reverses elements. Pixels (3, 6 or 12 bytes) that end the lower lane are reversed, and move to its start. */
PERMKERN_TARGET_avx2 PERMKERN_INLINE __m256i permkern_reverse_avx2(__m256i v, size_t bytes)
{
    if (bytes == 8) {
        return _mm256_permute4x64_epi64(v, 0x1b);
    }
    if (bytes == 4) {
        return _mm256_permutevar8x32_epi32(v, _mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    }
    v = permkern_shuffle_avx2(v, permkern_reversed_avx2[bytes]);
    return bytes <= 2 ? _mm256_permute4x64_epi64(v, 0x4e) : v;
}

#endif

#endif /* PERMKERN_AVX2_H */
