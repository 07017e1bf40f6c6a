/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector kernels for x86 with SSE2. */
#include "vector/sse2.h"
#include "vector/set.h"

#ifdef PERMKERN_X86

/* clang-format would sort includes, and begin a line after each designator. */
/* clang-format off */
#define SET sse2
#include "vector/tile.h"
#include "vector/runs.h"
#include "vector/reverse.h"
#undef SET

/*
 * Channels in 16-byte registers, for CPUs with AVX2. Their set falls back to this table if the pixels are too few for
 * 32 bytes. The SSE2 set lists no channels, so CPUs without AVX2 never call these functions.
 */
#define PERMKERN_TARGET_half PERMKERN_TARGET_avx2
typedef __m128i permkern_vec_half;

PERMKERN_TARGET_half PERMKERN_INLINE __m128i permkern_load_word_half(const uint8_t *p, size_t bytes)
{
    return permkern_load_word_sse2(p, bytes);
}

/* Bytes of w if the mask is 255, else of v. */
PERMKERN_TARGET_half PERMKERN_INLINE __m128i permkern_blend_half(__m128i v, __m128i w, const uint8_t *mask)
{
    return _mm_blendv_epi8(v, w, permkern_load_sse2(mask, 16));
}

/* Byte q is v[order[q]]. */
PERMKERN_TARGET_half PERMKERN_INLINE __m128i permkern_shuffle_half(__m128i v, const uint8_t *order)
{
    return _mm_shuffle_epi8(v, permkern_load_sse2(order, 16));
}

PERMKERN_ZIP(half, zip_lo, __m128i, _mm_unpacklo_epi)
PERMKERN_ZIP(half, zip_hi, __m128i, _mm_unpackhi_epi)

#define SET half
#include "vector/lanes.h"
#include "vector/tile.h"
#include "vector/three.h"
#include "vector/pixels.h"
#include "vector/channels.h"
#undef SET

#define STRIPS(X) \
    PERMKERN_ALL_STRIPS(X, sse2, 2) \
    PERMKERN_STRIPS8(X, sse2, 4) PERMKERN_STRIPS8(X, sse2, 8) PERMKERN_STRIPS8(X, sse2, 16) \
    PERMKERN_STRIPS16(X, sse2, 4) PERMKERN_STRIPS16(X, sse2, 8) PERMKERN_STRIPS32(X, sse2, 4)
#define CHANNELS(X) PERMKERN_PIXELS(X, half) PERMKERN_MORE_PIXELS(X, half)
#define REVERSALS(X) X(sse2, 1) X(sse2, 2) X(sse2, 4) X(sse2, 8)

PERMKERN_DEFINE_SET(sse2,
    .most_rows = {4, 3, 2, 1},
    .rules = {.slabs = {true, true, true, true}, .fetched = {4, 4, 4, 4}, .ahead = {64, 64, 64, 64}},
    .least_rows = 3, .least_cols = 3, .pixels = {2, 2, 2, 2},)
/* clang-format on */
#endif
