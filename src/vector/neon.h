/* SPDX-License-Identifier: BSD-3-Clause */
/* The words of AArch64's Advanced SIMD for the bodies in src/vector/, as in sse2.h. Not installed. */
#ifndef PERMKERN_NEON_H
#define PERMKERN_NEON_H

#include "base/permkern_access.h"
#include "vector/orders.h"

#ifdef PERMKERN_AARCH64
#include <arm_neon.h>

#define PERMKERN_TARGET_neon

typedef uint8x16_t permkern_vec_neon;

/* Loads 2 or 4 bytes into the lowest ones. */
PERMKERN_INLINE uint8x16_t permkern_load_word_neon(const uint8_t *p, size_t bytes)
{
    return bytes == 4 ? vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(p)))
                      : vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(p)));
}

#define SET neon
#include "vector/lanes.h"
#undef SET

/* By the bytes of a unit. */
static const uint8_t permkern_reversed_neon[13][16] = {
    [3] = {PERMKERN_REVERSED16(3)}, [6] = {PERMKERN_REVERSED16(6)}, [12] = {PERMKERN_REVERSED16(12)}};

/* The elements in the opposite order; of pixels, those that end the register, from its begin on. */
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
 * A register of each channel, from and to pixels, by one instruction; back: the last pixel is the first element. The
 * types have names of the number of channels, and of the elements' bits and number.
 */
PERMKERN_INLINE void permkern_load_channels_neon(uint8x16_t *v, const uint8_t *in, unsigned shift, unsigned channels,
                                                 bool back)
{
#define LOAD(n, bits, count)                                                                                           \
    if (channels == n && 8U << shift == bits) {                                                                        \
        const uint##bits##x##count##x##n##_t pixels = vld##n##q_u##bits((const void *)in);                             \
        PERMKERN_UNROLL                                                                                                \
        for (unsigned c = 0; c < n; c++) {                                                                             \
            v[c] = (uint8x16_t)pixels.val[c];                                                                          \
        }                                                                                                              \
    }
    LOAD(2, 8, 16);
    LOAD(3, 8, 16);
    LOAD(4, 8, 16);
    LOAD(2, 16, 8);
    LOAD(3, 16, 8);
    LOAD(4, 16, 8);
    LOAD(3, 32, 4);
    LOAD(3, 64, 2);
#undef LOAD
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
        vst##n##q_u##bits((void *)out, pixels);                                                                        \
    }
    STORE(2, 8, 16);
    STORE(3, 8, 16);
    STORE(4, 8, 16);
    STORE(2, 16, 8);
    STORE(3, 16, 8);
    STORE(4, 16, 8);
    STORE(3, 32, 4);
    STORE(3, 64, 2);
#undef STORE
}

#endif

#endif /* PERMKERN_NEON_H */
