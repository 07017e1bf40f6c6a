/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for WebAssembly with SIMD of 128 bits.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"
#include "permkern_way.h"

#ifdef PERMKERN_WASM
#include <wasm_simd128.h>

#include "permkern_simd128_channels16.h"
#include "permkern_simd128_channels32.h"
#include "permkern_simd128_channels64.h"
#include "permkern_simd128_channels8.h"
#include "permkern_simd128_reverse.h"
#include "permkern_simd128_tiles16_cols4.h"
#include "permkern_simd128_tiles16_cols8.h"
#include "permkern_simd128_tiles32.h"
#include "permkern_simd128_tiles64.h"
#include "permkern_simd128_tiles8_cols16.h"
#include "permkern_simd128_tiles8_cols4.h"
#include "permkern_simd128_tiles8_cols8.h"

/* Copies runs: `whole` bytes register by register, then the last `part` bytes, of which some may be copied again. */
PERMKERN_INLINE void runs_simd128(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count,
                                  size_t bytes, size_t whole, size_t part)
{
    for (; count != 0; count--) {
        for (size_t at = 0; at < whole; at += 16) {
            const v128_t v = wasm_v128_load(in + at);
            wasm_v128_store(out + at, v);
        }
        if (part == 8) {
            const v128_t v = wasm_v128_load64_zero(in + bytes - 8);
            wasm_v128_store64_lane(out + bytes - 8, v, 0);
        } else {
            const v128_t v = wasm_v128_load(in + bytes - 16);
            wasm_v128_store(out + bytes - 16, v);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/*
 * What follows whole registers goes by the smallest part of one that it fits. Numbers are constants in the loops for
 * runs of up to two registers. permkern_vector_copy_short copies runs that are shorter than one.
 */
static void copy_simd128(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count,
                         size_t bytes)
{
    const size_t whole = (bytes - 1) / 16 * 16;
    const size_t left = bytes - whole;
    const size_t part = left <= 8 ? 8 : 16;
    if (bytes < 16) {
        permkern_vector_copy_short(in, in_stride, out, out_stride, count, bytes);
    } else if (bytes == 16) {
        for (; count > 1; count -= 2) { /* two at once, so that the loop's place in memory matters less */
            const v128_t v = wasm_v128_load(in);
            const v128_t w = wasm_v128_load(permkern_at(in, in_stride));
            wasm_v128_store(out, v);
            wasm_v128_store(permkern_at_out(out, out_stride), w);
            in = permkern_at(in, 2 * in_stride);
            out = permkern_at_out(out, 2 * out_stride);
        }
        runs_simd128(in, in_stride, out, out_stride, count, 16, 0, 16);
    } else if (whole == 16 && part == 8) {
        runs_simd128(in, in_stride, out, out_stride, count, bytes, 16, 8);
    } else if (whole == 16) {
        runs_simd128(in, in_stride, out, out_stride, count, bytes, 16, 16);
    } else {
        runs_simd128(in, in_stride, out, out_stride, count, bytes, whole, part);
    }
}

/* What the dispatcher calls: kernels do not get the set that they belong to, so each set has two of its own. */
void permkern_tile_simd128(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_tile(&permkern_simd128, axis, form, in, out);
}

void permkern_runs_simd128(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_runs(&permkern_simd128, axis, form, in, out);
}

/* clang-format would begin a line behind each designator. */
/* clang-format off */
const permkern_vector_set permkern_simd128 = {
    .narrower = NULL,
    .tile = permkern_tile_simd128,
    .runs = permkern_runs_simd128,
    .copy = copy_simd128,
    .reverse = {[1] = reverse1_simd128, [2] = reverse2_simd128, [3] = reverse3_simd128, [4] = reverse4_simd128,
                [6] = reverse6_simd128, [8] = reverse8_simd128, [12] = reverse12_simd128},
    .small = {permkern_small8},
    .width = {
        [0] = {
            .strip = {
                [0] = {[0] = x8_strip_2x2_simd128, [1] = x8_strip_2x4_simd128, [2] = x8_strip_2x8_simd128,
                       [3] = x8_strip_2x16_simd128},
                [1] = {[0] = x8_strip_4x2_simd128, [1] = x8_strip_4x4_simd128, [2] = x8_strip_4x8_simd128,
                       [3] = x8_strip_4x16_simd128},
                [2] = {[0] = x8_strip_8x2_simd128, [1] = x8_strip_8x4_simd128, [2] = x8_strip_8x8_simd128,
                       [3] = x8_strip_8x16_simd128},
                [3] = {[0] = x8_strip_16x2_simd128, [1] = x8_strip_16x4_simd128, [2] = x8_strip_16x8_simd128,
                       [3] = x8_strip_16x16_simd128},
            },
            .stream = NULL,
            .split = {
                {[1] = x8_split3_simd128},
                {[1] = x8_split3_back_simd128},
            },
            .join = {
                {[1] = x8_join3_simd128},
                {[1] = x8_join3_back_simd128},
            },
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4,
            .most_cols = 4,
            .wide_rows = 4,
            .wide_cols = 4,
            .least_rows = 4,
            .least_cols = 6,
            .pixels = 2,
        },
        [1] = {
            .strip = {
                [0] = {[0] = x16_strip_2x2_simd128, [1] = x16_strip_2x4_simd128, [2] = x16_strip_2x8_simd128},
                [1] = {[0] = x16_strip_4x2_simd128, [1] = x16_strip_4x4_simd128, [2] = x16_strip_4x8_simd128},
                [2] = {[0] = x16_strip_8x2_simd128, [1] = x16_strip_8x4_simd128, [2] = x16_strip_8x8_simd128},
                [3] = {[0] = x16_strip_16x2_simd128, [1] = x16_strip_16x4_simd128, [2] = x16_strip_16x8_simd128},
            },
            .stream = NULL,
            .split = {
                {[1] = x16_split3_simd128},
                {[1] = x16_split3_back_simd128},
            },
            .join = {
                {[1] = x16_join3_simd128},
                {[1] = x16_join3_back_simd128},
            },
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4,
            .most_cols = 3,
            .wide_rows = 4,
            .wide_cols = 3,
            .least_rows = 4,
            .least_cols = 6,
            .pixels = 2,
        },
        [2] = {
            .strip = {
                [0] = {[0] = x32_strip_2x2_simd128, [1] = x32_strip_2x4_simd128},
                [1] = {[0] = x32_strip_4x2_simd128, [1] = x32_strip_4x4_simd128},
                [2] = {[0] = x32_strip_8x2_simd128, [1] = x32_strip_8x4_simd128},
                [3] = {[0] = x32_strip_16x2_simd128, [1] = x32_strip_16x4_simd128},
            },
            .stream = NULL,
            .split = {
                {[1] = x32_split3_simd128},
                {[1] = x32_split3_back_simd128},
            },
            .join = {
                {[1] = x32_join3_simd128},
                {[1] = x32_join3_back_simd128},
            },
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4,
            .most_cols = 2,
            .wide_rows = 4,
            .wide_cols = 2,
            .least_rows = 4,
            .least_cols = 6,
            .pixels = 2,
        },
        [3] = {
            .strip = {
                [0] = {[0] = x64_strip_2x2_simd128},
                [1] = {[0] = x64_strip_4x2_simd128},
                [2] = {[0] = x64_strip_8x2_simd128},
                [3] = {[0] = x64_strip_16x2_simd128},
            },
            .stream = NULL,
            .split = {
                {[1] = x64_split3_simd128},
                {[1] = x64_split3_back_simd128},
            },
            .join = {
                {[1] = x64_join3_simd128},
                {[1] = x64_join3_back_simd128},
            },
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4,
            .most_cols = 1,
            .wide_rows = 4,
            .wide_cols = 1,
            .least_rows = 4,
            .least_cols = 6,
            .pixels = 2,
        },
    },
};
/* clang-format on */
#endif
