/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for x86 with SSE2.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"

#ifdef PERMKERN_X86
#include <immintrin.h>

#include "permkern_sse2_tiles16.h"
#include "permkern_sse2_tiles32.h"
#include "permkern_sse2_tiles64.h"
#include "permkern_sse2_tiles8_cols16.h"
#include "permkern_sse2_tiles8_cols4.h"
#include "permkern_sse2_tiles8_cols8.h"

/*
 * Copies runs register by register; the last register of a run overlaps the one before. permkern_vector_copy_short
 * copies runs that are shorter than a register.
 */
PERMKERN_TARGET_SSE2 static void copy_sse2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t count, size_t bytes)
{
    if (bytes < 16) {
        permkern_vector_copy_short(in, in_stride, out, out_stride, count, bytes);
        return;
    }
    for (; bytes == 16 && count != 0; count--) {
        const __m128i v = _mm_loadu_si128((const void *)(in));
        _mm_storeu_si128((void *)(out), v);
        in += in_stride;
        out += out_stride;
    }
    for (const size_t at = bytes - 16; at <= 16 && count != 0; count--) {
        const __m128i v = _mm_loadu_si128((const void *)(in));
        const __m128i w = _mm_loadu_si128((const void *)(in + at));
        _mm_storeu_si128((void *)(out), v);
        _mm_storeu_si128((void *)(out + at), w);
        in += in_stride;
        out += out_stride;
    }
    for (; count != 0; count--) {
        size_t at = 0;
        for (; bytes - at > 16; at += 16) {
            const __m128i v = _mm_loadu_si128((const void *)(in + at));
            _mm_storeu_si128((void *)(out + at), v);
        }
        at = bytes - 16;
        const __m128i v = _mm_loadu_si128((const void *)(in + at));
        _mm_storeu_si128((void *)(out + at), v);
        in += in_stride;
        out += out_stride;
    }
}

/* What the dispatcher calls: kernels do not get the set that they belong to, so each set has two of its own. */
void permkern_tile_sse2(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_tile(&permkern_sse2, axis, form, in, out);
}

void permkern_runs_sse2(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_runs(&permkern_sse2, axis, form, in, out);
}

/* clang-format would begin a line behind each designator. */
/* clang-format off */
const permkern_vector_set permkern_sse2 = {
    .narrower = NULL,
    .tile = permkern_tile_sse2,
    .runs = permkern_runs_sse2,
    .copy = copy_sse2,
    .width = {
        [0] = {
            .strip = {
                [0] = {x8_strip_2x2_sse2, x8_strip_2x4_sse2, x8_strip_2x8_sse2, x8_strip_2x16_sse2},
                [1] = {x8_strip_4x2_sse2, x8_strip_4x4_sse2, x8_strip_4x8_sse2, x8_strip_4x16_sse2},
                [2] = {x8_strip_8x2_sse2, x8_strip_8x4_sse2, x8_strip_8x8_sse2, x8_strip_8x16_sse2},
                [3] = {x8_strip_16x2_sse2, x8_strip_16x4_sse2, x8_strip_16x8_sse2, x8_strip_16x16_sse2},
            },
            .stream = NULL,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 4,
            .most_cols = 4,
        },
        [1] = {
            .strip = {
                [0] = {x16_strip_2x2_sse2, x16_strip_2x4_sse2, x16_strip_2x8_sse2},
                [1] = {x16_strip_4x2_sse2, x16_strip_4x4_sse2, x16_strip_4x8_sse2},
                [2] = {x16_strip_8x2_sse2, x16_strip_8x4_sse2, x16_strip_8x8_sse2},
            },
            .stream = NULL,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 3,
            .most_cols = 3,
        },
        [2] = {
            .strip = {
                [0] = {x32_strip_2x2_sse2, x32_strip_2x4_sse2},
                [1] = {x32_strip_4x2_sse2, x32_strip_4x4_sse2},
            },
            .stream = NULL,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 2,
            .most_cols = 2,
        },
        [3] = {
            .strip = {
                [0] = {x64_strip_2x2_sse2},
            },
            .stream = NULL,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 1,
            .most_cols = 1,
        },
    },
};
/* clang-format on */
#endif
