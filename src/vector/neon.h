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

/* Loads 2, 4, 8 or 16 bytes into the lowest ones. */
PERMKERN_INLINE uint8x16_t permkern_load_neon(const uint8_t *p, size_t bytes)
{
    return bytes == 16  ? vld1q_u8(p)
           : bytes == 8 ? vcombine_u8(vld1_u8(p), vdup_n_u8(0))
           : bytes == 4 ? vreinterpretq_u8_u32(vdupq_n_u32(permkern_load32(p)))
                        : vreinterpretq_u8_u16(vdupq_n_u16(permkern_load16(p)));
}

PERMKERN_INLINE uint8x16_t permkern_load_rows_neon(const uint8_t *in, const size_t *row, size_t apart, size_t bytes)
{
    (void)apart;
    return permkern_load_neon(permkern_at(in, row[0]), bytes);
}

/* Stores a part of 2, 4, 8 or 16 bytes; part 0 is the lowest. */
PERMKERN_INLINE void permkern_store_neon(uint8_t *p, uint8x16_t v, size_t bytes, size_t part)
{
    const uint16x8_t by2 = vreinterpretq_u16_u8(v);
    const uint32x4_t by4 = vreinterpretq_u32_u8(v);
    const uint64x2_t by8 = vreinterpretq_u64_u8(v);
    if (bytes == 16) {
        vst1q_u8(p, v);
    } else if (bytes == 8) {
        permkern_store64(p, part == 0 ? vgetq_lane_u64(by8, 0) : vgetq_lane_u64(by8, 1));
    } else if (bytes == 4) {
        permkern_store32(p, part == 0   ? vgetq_lane_u32(by4, 0)
                            : part == 1 ? vgetq_lane_u32(by4, 1)
                            : part == 2 ? vgetq_lane_u32(by4, 2)
                                        : vgetq_lane_u32(by4, 3));
    } else {
        permkern_store16(p, part == 0   ? vgetq_lane_u16(by2, 0)
                            : part == 1 ? vgetq_lane_u16(by2, 1)
                            : part == 2 ? vgetq_lane_u16(by2, 2)
                            : part == 3 ? vgetq_lane_u16(by2, 3)
                            : part == 4 ? vgetq_lane_u16(by2, 4)
                            : part == 5 ? vgetq_lane_u16(by2, 5)
                            : part == 6 ? vgetq_lane_u16(by2, 6)
                                        : vgetq_lane_u16(by2, 7));
    }
}

/* The units of the lower halves of v and w, alternating; `bytes` of a unit: 1, 2, 4 or 8. */
PERMKERN_INLINE uint8x16_t permkern_zip_lo_neon(uint8x16_t v, uint8x16_t w, size_t bytes)
{
    const uint16x8_t v2 = vreinterpretq_u16_u8(v);
    const uint16x8_t w2 = vreinterpretq_u16_u8(w);
    const uint32x4_t v4 = vreinterpretq_u32_u8(v);
    const uint32x4_t w4 = vreinterpretq_u32_u8(w);
    const uint64x2_t v8 = vreinterpretq_u64_u8(v);
    const uint64x2_t w8 = vreinterpretq_u64_u8(w);
    return bytes == 1   ? vzip1q_u8(v, w)
           : bytes == 2 ? vreinterpretq_u8_u16(vzip1q_u16(v2, w2))
           : bytes == 4 ? vreinterpretq_u8_u32(vzip1q_u32(v4, w4))
                        : vreinterpretq_u8_u64(vzip1q_u64(v8, w8));
}

/* The same of the upper halves. */
PERMKERN_INLINE uint8x16_t permkern_zip_hi_neon(uint8x16_t v, uint8x16_t w, size_t bytes)
{
    const uint16x8_t v2 = vreinterpretq_u16_u8(v);
    const uint16x8_t w2 = vreinterpretq_u16_u8(w);
    const uint32x4_t v4 = vreinterpretq_u32_u8(v);
    const uint32x4_t w4 = vreinterpretq_u32_u8(w);
    const uint64x2_t v8 = vreinterpretq_u64_u8(v);
    const uint64x2_t w8 = vreinterpretq_u64_u8(w);
    return bytes == 1   ? vzip2q_u8(v, w)
           : bytes == 2 ? vreinterpretq_u8_u16(vzip2q_u16(v2, w2))
           : bytes == 4 ? vreinterpretq_u8_u32(vzip2q_u32(v4, w4))
                        : vreinterpretq_u8_u64(vzip2q_u64(v8, w8));
}

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
