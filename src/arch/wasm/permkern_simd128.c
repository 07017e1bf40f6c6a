/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for WebAssembly with SIMD of 128 bits.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"

#ifdef PERMKERN_WASM
#include <wasm_simd128.h>

#if PERMKERN_SMALL_BYTES < 16
#error "plans of this target have no room for an index of 16 bytes: lower small_bytes in arch_gen/"
#endif

#include "permkern_simd128_channels16.h"
#include "permkern_simd128_channels32.h"
#include "permkern_simd128_channels64.h"
#include "permkern_simd128_channels8.h"
#include "permkern_simd128_tiles16.h"
#include "permkern_simd128_tiles32.h"
#include "permkern_simd128_tiles64.h"
#include "permkern_simd128_tiles8_cols16.h"
#include "permkern_simd128_tiles8_cols4.h"
#include "permkern_simd128_tiles8_cols8.h"

/*
 * Copies runs register by register; the last register of a run overlaps the one before. permkern_vector_copy_short
 * copies runs that are shorter than a register.
 */
static void copy_simd128(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count,
                         size_t bytes)
{
    if (bytes < 16) {
        permkern_vector_copy_short(in, in_stride, out, out_stride, count, bytes);
        return;
    }
    for (; bytes == 16 && count != 0; count--) {
        const v128_t v = wasm_v128_load(in);
        wasm_v128_store(out, v);
        in += in_stride;
        out += out_stride;
    }
    for (const size_t at = bytes - 16; at <= 16 && count != 0; count--) {
        const v128_t v = wasm_v128_load(in);
        const v128_t w = wasm_v128_load(in + at);
        wasm_v128_store(out, v);
        wasm_v128_store(out + at, w);
        in += in_stride;
        out += out_stride;
    }
    for (; count != 0; count--) {
        size_t at = 0;
        for (; bytes - at > 16; at += 16) {
            const v128_t v = wasm_v128_load(in + at);
            wasm_v128_store(out + at, v);
        }
        at = bytes - 16;
        const v128_t v = wasm_v128_load(in + at);
        wasm_v128_store(out + at, v);
        in += in_stride;
        out += out_stride;
    }
}

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
static void small_simd128(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[16];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    wasm_v128_store(buffer, wasm_i8x16_swizzle(wasm_v128_load(buffer), wasm_v128_load(index)));
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
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
    .small = small_simd128,
    .small_bytes = 16,
    .width = {
        [0] = {
            .strip = {
                [0] = {x8_strip_2x2_simd128, x8_strip_2x4_simd128, x8_strip_2x8_simd128, x8_strip_2x16_simd128},
                [1] = {x8_strip_4x2_simd128, x8_strip_4x4_simd128, x8_strip_4x8_simd128, x8_strip_4x16_simd128},
                [2] = {x8_strip_8x2_simd128, x8_strip_8x4_simd128, x8_strip_8x8_simd128, x8_strip_8x16_simd128},
                [3] = {x8_strip_16x2_simd128, x8_strip_16x4_simd128, x8_strip_16x8_simd128, x8_strip_16x16_simd128},
            },
            .stream = NULL,
            .split3 = x8_split3_simd128,
            .join3 = x8_join3_simd128,
            .most_rows = 4,
            .most_cols = 4,
        },
        [1] = {
            .strip = {
                [0] = {x16_strip_2x2_simd128, x16_strip_2x4_simd128, x16_strip_2x8_simd128},
                [1] = {x16_strip_4x2_simd128, x16_strip_4x4_simd128, x16_strip_4x8_simd128},
                [2] = {x16_strip_8x2_simd128, x16_strip_8x4_simd128, x16_strip_8x8_simd128},
            },
            .stream = NULL,
            .split3 = x16_split3_simd128,
            .join3 = x16_join3_simd128,
            .most_rows = 3,
            .most_cols = 3,
        },
        [2] = {
            .strip = {
                [0] = {x32_strip_2x2_simd128, x32_strip_2x4_simd128},
                [1] = {x32_strip_4x2_simd128, x32_strip_4x4_simd128},
            },
            .stream = NULL,
            .split3 = x32_split3_simd128,
            .join3 = x32_join3_simd128,
            .most_rows = 2,
            .most_cols = 2,
        },
        [3] = {
            .strip = {
                [0] = {x64_strip_2x2_simd128},
            },
            .stream = NULL,
            .split3 = x64_split3_simd128,
            .join3 = x64_join3_simd128,
            .most_rows = 1,
            .most_cols = 1,
        },
    },
};
/* clang-format on */
#endif
