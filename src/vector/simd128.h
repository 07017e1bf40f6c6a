/* SPDX-License-Identifier: BSD-3-Clause */
/* The words of WebAssembly's SIMD of 128 bits for the bodies in src/vector/, as in sse2.h. Not installed. */
#ifndef PERMKERN_SIMD128_H
#define PERMKERN_SIMD128_H

#include "base/permkern_access.h"
#include "vector/orders.h"

#ifdef PERMKERN_WASM
#include <wasm_simd128.h>

#define PERMKERN_TARGET_simd128

typedef v128_t permkern_vec_simd128;

/* Loads 2, 4, 8 or 16 bytes into the lowest ones. */
PERMKERN_INLINE v128_t permkern_load_simd128(const uint8_t *p, size_t bytes)
{
    return bytes == 16  ? wasm_v128_load(p)
           : bytes == 8 ? wasm_v128_load64_zero(p)
           : bytes == 4 ? wasm_v128_load32_zero(p)
                        : wasm_v128_load16_splat(p);
}

PERMKERN_INLINE v128_t permkern_load_rows_simd128(const uint8_t *in, const size_t *row, size_t apart, size_t bytes)
{
    (void)apart;
    return permkern_load_simd128(permkern_at(in, row[0]), bytes);
}

/* Stores a part of 2, 4, 8 or 16 bytes; part 0 is the lowest. */
PERMKERN_INLINE void permkern_store_simd128(uint8_t *p, v128_t v, size_t bytes, size_t part)
{
    if (bytes == 16) {
        wasm_v128_store(p, v);
    } else if (bytes == 8) {
        permkern_store64(p, (uint64_t)(part == 0 ? wasm_i64x2_extract_lane(v, 0) : wasm_i64x2_extract_lane(v, 1)));
    } else if (bytes == 4) {
        permkern_store32(p, (uint32_t)(part == 0   ? wasm_i32x4_extract_lane(v, 0)
                                       : part == 1 ? wasm_i32x4_extract_lane(v, 1)
                                       : part == 2 ? wasm_i32x4_extract_lane(v, 2)
                                                   : wasm_i32x4_extract_lane(v, 3)));
    } else {
        permkern_store16(p, part == 0   ? wasm_u16x8_extract_lane(v, 0)
                            : part == 1 ? wasm_u16x8_extract_lane(v, 1)
                            : part == 2 ? wasm_u16x8_extract_lane(v, 2)
                            : part == 3 ? wasm_u16x8_extract_lane(v, 3)
                            : part == 4 ? wasm_u16x8_extract_lane(v, 4)
                            : part == 5 ? wasm_u16x8_extract_lane(v, 5)
                            : part == 6 ? wasm_u16x8_extract_lane(v, 6)
                                        : wasm_u16x8_extract_lane(v, 7));
    }
}

/* The units of the lower halves of v and w, alternating; `bytes` of a unit: 1, 2, 4 or 8. */
PERMKERN_INLINE v128_t permkern_zip_lo_simd128(v128_t v, v128_t w, size_t bytes)
{
    return bytes == 1   ? wasm_i8x16_shuffle(v, w, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
           : bytes == 2 ? wasm_i16x8_shuffle(v, w, 0, 8, 1, 9, 2, 10, 3, 11)
           : bytes == 4 ? wasm_i32x4_shuffle(v, w, 0, 4, 1, 5)
                        : wasm_i64x2_shuffle(v, w, 0, 2);
}

/* The same of the upper halves. */
PERMKERN_INLINE v128_t permkern_zip_hi_simd128(v128_t v, v128_t w, size_t bytes)
{
    return bytes == 1   ? wasm_i8x16_shuffle(v, w, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
           : bytes == 2 ? wasm_i16x8_shuffle(v, w, 4, 12, 5, 13, 6, 14, 7, 15)
           : bytes == 4 ? wasm_i32x4_shuffle(v, w, 2, 6, 3, 7)
                        : wasm_i64x2_shuffle(v, w, 1, 3);
}

/*
 * The elements in the opposite order; of pixels, those that end the register, from its begin on. The places are
 * constants: engines find the cheapest instructions for them.
 */
PERMKERN_INLINE v128_t permkern_reverse_simd128(v128_t v, size_t bytes)
{
#define SHUFFLE(...) wasm_i8x16_shuffle(v, v, __VA_ARGS__)
#define REVERSED(unit) SHUFFLE(PERMKERN_REVERSED16(unit))
    return bytes == 1   ? REVERSED(1)
           : bytes == 2 ? REVERSED(2)
           : bytes == 3 ? REVERSED(3)
           : bytes == 4 ? REVERSED(4)
           : bytes == 6 ? REVERSED(6)
           : bytes == 8 ? REVERSED(8)
                        : REVERSED(12);
#undef REVERSED
#undef SHUFFLE
}

/* The bytes of w where the mask is 255, those of v elsewhere. */
PERMKERN_INLINE v128_t permkern_blend_simd128(v128_t v, v128_t w, const uint8_t *mask)
{
    return wasm_v128_bitselect(w, v, wasm_v128_load(mask));
}

/* Byte order[q] of v. */
PERMKERN_INLINE v128_t permkern_shuffle_simd128(v128_t v, const uint8_t *order)
{
    return wasm_i8x16_swizzle(v, wasm_v128_load(order));
}

#endif

#endif /* PERMKERN_SIMD128_H */
