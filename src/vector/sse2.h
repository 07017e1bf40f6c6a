/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * SSE2 operations for the bodies in src/vector/. Their names end with the set's name, so a source file may use several
 * sets. Not installed.
 */
#ifndef PERMKERN_SSE2_H
#define PERMKERN_SSE2_H

#include "base/permkern_access.h"
#include "vector/orders.h"

#ifdef PERMKERN_X86
#include <immintrin.h>

typedef __m128i permkern_vec_sse2;

/* Loads 2 or 4 bytes into the low end. */
PERMKERN_TARGET_sse2 PERMKERN_INLINE __m128i permkern_load_word_sse2(const uint8_t *p, size_t bytes)
{
    return _mm_cvtsi32_si128(bytes == 4 ? (int)permkern_load32(p) : permkern_load16(p)); /* narrow: bits unchanged */
}

#define SET sse2
#include "vector/lanes.h"
#undef SET

/*
 * Interleaves units from the lower (zip_lo) or upper (zip_hi) halves of each lane of v and w. A unit has 1, 2, 4 or 8
 * bytes. op: the intrinsic's name without the unit's bits.
 */
#define PERMKERN_ZIP(set, name, vec, op)                                                                               \
    PERMKERN_TARGET_##set PERMKERN_INLINE vec permkern_##name##_##set(vec v, vec w, size_t bytes)                      \
    {                                                                                                                  \
        return bytes == 1 ? op##8(v, w) : bytes == 2 ? op##16(v, w) : bytes == 4 ? op##32(v, w) : op##64(v, w);        \
    }
PERMKERN_ZIP(sse2, zip_lo, __m128i, _mm_unpacklo_epi)
PERMKERN_ZIP(sse2, zip_hi, __m128i, _mm_unpackhi_epi)

/* Reverses elements of `bytes` bytes. */
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
