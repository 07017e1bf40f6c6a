/* SPDX-License-Identifier: BSD-3-Clause */
/* The words of AArch64's Advanced SIMD for the bodies in src/vector/, as in sse2.h. Not installed. */
#ifndef PERMKERN_NEON_H
#define PERMKERN_NEON_H

#include "permkern_access.h"

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

#endif

#endif /* PERMKERN_NEON_H */
