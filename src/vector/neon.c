/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector kernels for AArch64: Advanced SIMD operations for the bodies in src/vector/, like sse2.h, and the table. */
#include "vector/set.h"

#ifdef PERMKERN_AARCH64
#include <arm_neon.h>

#define PERMKERN_TARGET_neon

typedef uint8x16_t permkern_vec_neon;

/* Loads 2 or 4 bytes into the low end. */
PERMKERN_INLINE uint8x16_t permkern_load_word_neon(const uint8_t *p, size_t bytes)
{
    return bytes == 4 ? vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(p)))
                      : vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(p)));
}

#define SET neon
#include "vector/lanes.h"
#undef SET

/* [unit bytes] */
static const uint8_t permkern_reversed_neon[13][16] = {
    [3] = {PERMKERN_REVERSED16(3)}, [6] = {PERMKERN_REVERSED16(6)}, [12] = {PERMKERN_REVERSED16(12)}};

/* Reverses elements. Pixels that end the register are reversed, and move to its start. */
PERMKERN_INLINE uint8x16_t permkern_reverse_neon(uint8x16_t v, size_t bytes)
{
    if (bytes % 3 == 0) {
        return vqtbl1q_u8(v, vld1q_u8(permkern_reversed_neon[bytes]));
    }
    v = bytes == 1   ? vrev64q_u8(v)
        : bytes == 2 ? vreinterpretq_u8_u16(vrev64q_u16(vreinterpretq_u16_u8(v)))
        : bytes == 4 ? vreinterpretq_u8_u32(vrev64q_u32(vreinterpretq_u32_u8(v)))
                     : v;
    return vextq_u8(v, v, 8);
}

/*
 * Loads pixels into one register per channel, or stores them, by one instruction. back: the last pixel is the first
 * element. X takes the channels, the bits per element and the elements per register, as in the type names.
 */
#define EACH_PIXEL(X) X(2, 8, 16) X(3, 8, 16) X(4, 8, 16) X(2, 16, 8) X(3, 16, 8) X(4, 16, 8) X(3, 32, 4) X(3, 64, 2)

PERMKERN_INLINE void permkern_load_channels_neon(uint8x16_t *v, const uint8_t *in, unsigned shift, unsigned channels,
                                                 bool back)
{
#define LOAD(n, bits, count)                                                                                           \
    if (channels == n && 8U << shift == bits) {                                                                        \
        const uint##bits##x##count##x##n##_t pixels = vld##n##q_u##bits(PERMKERN_IN(bits, in));                        \
        PERMKERN_UNROLL                                                                                                \
        for (unsigned c = 0; c < n; c++) {                                                                             \
            v[c] = (uint8x16_t)pixels.val[c];                                                                          \
        }                                                                                                              \
    }
    EACH_PIXEL(LOAD)
    PERMKERN_UNROLL for (unsigned c = 0; back && c < channels; c++)
    {
        v[c] = permkern_reverse_neon(v[c], (size_t)1 << shift);
    }
}

PERMKERN_INLINE void permkern_store_channels_neon(uint8_t *out, const uint8x16_t *v, unsigned shift, unsigned channels,
                                                  bool back)
{
#define STORE(n, bits, count)                                                                                          \
    if (channels == n && 8U << shift == bits) {                                                                        \
        uint##bits##x##count##x##n##_t pixels;                                                                         \
        PERMKERN_UNROLL                                                                                                \
        for (unsigned c = 0; c < n; c++) {                                                                             \
            pixels.val[c] = (uint##bits##x##count##_t)(back ? permkern_reverse_neon(v[c], bits / 8) : v[c]);           \
        }                                                                                                              \
        vst##n##q_u##bits(PERMKERN_OUT(bits, out), pixels);                                                            \
    }
    EACH_PIXEL(STORE)
}

/* ---- the set ---- */

/* clang-format would sort includes, and begin a line after each designator. */
/* clang-format off */
#define SET neon
#include "vector/tile.h"
#include "vector/runs.h"
#include "vector/channels.h"
#include "vector/reverse.h"
#undef SET

#define STRIPS(X) \
    PERMKERN_ALL_STRIPS(X, neon, 2) PERMKERN_ALL_STRIPS(X, neon, 4) \
    PERMKERN_ALL_STRIPS(X, neon, 8) PERMKERN_ALL_STRIPS(X, neon, 16)
#define CHANNELS(X) PERMKERN_PIXELS(X, neon) X(neon, 8, 2) X(neon, 8, 4) X(neon, 16, 2) X(neon, 16, 4)
#define REVERSALS(X) PERMKERN_REVERSALS(X, neon)

PERMKERN_DEFINE_SET(neon,
    .most_rows = {4, 4, 4, 4},
    .rules = {.slabs = {true, true, true, true}},
    .least_rows = 3, .least_cols = 3, .pixels = {16, 8, 4, 2},
    .channels = {PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3 | PERMKERN_CHANNELS_4,
                 PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3 | PERMKERN_CHANNELS_4,
                 PERMKERN_CHANNELS_3, PERMKERN_CHANNELS_3},
    .small = {permkern_small8}, .unplanned = permkern_unplanned8,)
/* clang-format on */
#endif
