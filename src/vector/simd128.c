/* SPDX-License-Identifier: BSD-3-Clause */
/* Vector kernels for WebAssembly: SIMD operations for the bodies in src/vector/, like sse2.h, and the table. */
#include "vector/set.h"

#ifdef PERMKERN_WASM
#include <wasm_simd128.h>

#define PERMKERN_TARGET_simd128

typedef v128_t permkern_vec_simd128;

/* Loads 2 or 4 bytes into the low end. */
PERMKERN_INLINE v128_t permkern_load_word_simd128(const uint8_t *p, size_t bytes)
{
    return bytes == 4 ? wasm_v128_load32_zero(p) : wasm_v128_load16_splat(p);
}

#define SET simd128
#include "vector/lanes.h"
#undef SET

/*
 * Reverses elements. Pixels that end the register are reversed, and move to its start. Byte numbers are constants, so
 * engines find the cheapest instructions.
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
}

/* Bytes of w if the mask is 255, else of v. */
PERMKERN_INLINE v128_t permkern_blend_simd128(v128_t v, v128_t w, const uint8_t *mask)
{
    return wasm_v128_bitselect(w, v, wasm_v128_load(mask));
}

/* Byte q is v[order[q]]. */
PERMKERN_INLINE v128_t permkern_shuffle_simd128(v128_t v, const uint8_t *order)
{
    return wasm_i8x16_swizzle(v, wasm_v128_load(order));
}

/* ---- the set ---- */

/* clang-format would sort includes, and begin a line after each designator. */
/* clang-format off */
#define SET simd128
#include "vector/tile.h"
#include "vector/runs.h"
#include "vector/three.h"
#include "vector/pixels.h"
#include "vector/channels.h"
#include "vector/reverse.h"
#undef SET

#define STRIPS(X) \
    PERMKERN_ALL_STRIPS(X, simd128, 2) PERMKERN_ALL_STRIPS(X, simd128, 4) \
    PERMKERN_ALL_STRIPS(X, simd128, 8) PERMKERN_ALL_STRIPS(X, simd128, 16)
#define CHANNELS(X) PERMKERN_PIXELS(X, simd128) PERMKERN_MORE_PIXELS(X, simd128)
#define REVERSALS(X) PERMKERN_REVERSALS(X, simd128)

PERMKERN_DEFINE_SET(simd128,
    .most_rows = {4, 4, 4, 4},
    .rules = {.slabs = {true, true, true, true}},
    .least_rows = 4, .least_cols = 6, .pixels = {16, 8, 4, 2},
    .channels = PERMKERN_PIXEL_CHANNELS,
    .small = {permkern_small8}, .unplanned = permkern_unplanned8,)
/* clang-format on */
#endif
