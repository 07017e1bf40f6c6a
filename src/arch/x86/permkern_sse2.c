/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for x86 with SSE2.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"
#include "permkern_way.h"

#ifdef PERMKERN_X86
#include <immintrin.h>

#include "vector/sse2.h"

#include "permkern_sse2_tiles16_cols8.h"
#include "permkern_sse2_tiles32.h"
#include "permkern_sse2_tiles64.h"
#include "permkern_sse2_tiles8_cols16.h"
#include "permkern_sse2_tiles8_cols4.h"
#include "permkern_sse2_tiles8_cols8.h"

#define SET sse2
#include "vector/reverse.h"
#undef SET

PERMKERN_REVERSE(sse2, 1)
PERMKERN_REVERSE(sse2, 2)
PERMKERN_REVERSE(sse2, 4)
PERMKERN_REVERSE(sse2, 8)

/* Copies runs: `whole` bytes register by register, then the last `part` bytes, of which some may be copied again. */
PERMKERN_TARGET_SSE2 PERMKERN_INLINE void runs_sse2(const uint8_t *in, size_t in_stride, uint8_t *out,
                                                    size_t out_stride, size_t count, size_t bytes, size_t whole,
                                                    size_t part)
{
    for (; count != 0; count--) {
        for (size_t at = 0; at < whole; at += 16) {
            const __m128i v = _mm_loadu_si128((const void *)(in + at));
            _mm_storeu_si128((void *)(out + at), v);
        }
        if (part == 8) {
            const __m128i v = _mm_loadl_epi64((const void *)(in + bytes - 8));
            _mm_storel_epi64((void *)(out + bytes - 8), v);
        } else {
            const __m128i v = _mm_loadu_si128((const void *)(in + bytes - 16));
            _mm_storeu_si128((void *)(out + bytes - 16), v);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/*
 * What follows whole registers goes by the smallest part of one that it fits. Numbers are constants in the loops for
 * runs of up to two registers. permkern_vector_copy_short copies runs that are shorter than one.
 */
PERMKERN_TARGET_SSE2 static void copy_sse2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t count, size_t bytes)
{
    const size_t whole = (bytes - 1) / 16 * 16;
    const size_t left = bytes - whole;
    const size_t part = left <= 8 ? 8 : 16;
    if (bytes < 16) {
        permkern_vector_copy_short(in, in_stride, out, out_stride, count, bytes);
    } else if (bytes == 16) {
        for (; count > 1; count -= 2) { /* two at once, so that the loop's place in memory matters less */
            const __m128i v = _mm_loadu_si128((const void *)(in));
            const __m128i w = _mm_loadu_si128((const void *)(permkern_at(in, in_stride)));
            _mm_storeu_si128((void *)(out), v);
            _mm_storeu_si128((void *)(permkern_at_out(out, out_stride)), w);
            in = permkern_at(in, 2 * in_stride);
            out = permkern_at_out(out, 2 * out_stride);
        }
        runs_sse2(in, in_stride, out, out_stride, count, 16, 0, 16);
    } else if (whole == 16 && part == 8) {
        runs_sse2(in, in_stride, out, out_stride, count, bytes, 16, 8);
    } else if (whole == 16) {
        runs_sse2(in, in_stride, out, out_stride, count, bytes, 16, 16);
    } else {
        runs_sse2(in, in_stride, out, out_stride, count, bytes, whole, part);
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
    .reverse = {[1] = reverse1_sse2, [2] = reverse2_sse2, [4] = reverse4_sse2, [8] = reverse8_sse2},
    .width = {
        [0] = {
            .strip = {
                [0] = {[0] = x8_strip_2x2_sse2, [1] = x8_strip_2x4_sse2, [2] = x8_strip_2x8_sse2,
                       [3] = x8_strip_2x16_sse2},
                [1] = {[0] = x8_strip_4x2_sse2, [1] = x8_strip_4x4_sse2, [2] = x8_strip_4x8_sse2,
                       [3] = x8_strip_4x16_sse2},
                [2] = {[0] = x8_strip_8x2_sse2, [1] = x8_strip_8x4_sse2, [2] = x8_strip_8x8_sse2,
                       [3] = x8_strip_8x16_sse2},
                [3] = {[0] = x8_strip_16x2_sse2, [1] = x8_strip_16x4_sse2, [2] = x8_strip_16x8_sse2,
                       [3] = x8_strip_16x16_sse2},
            },
            .stream = NULL,
            .channels = 0,
            .most_rows = 4,
            .most_cols = 4,
            .wide_rows = 4,
            .wide_cols = 4,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 2,
        },
        [1] = {
            .strip = {
                [0] = {[0] = x16_strip_2x2_sse2, [1] = x16_strip_2x4_sse2, [2] = x16_strip_2x8_sse2},
                [1] = {[0] = x16_strip_4x2_sse2, [1] = x16_strip_4x4_sse2, [2] = x16_strip_4x8_sse2},
                [2] = {[0] = x16_strip_8x2_sse2, [1] = x16_strip_8x4_sse2, [2] = x16_strip_8x8_sse2},
            },
            .stream = NULL,
            .channels = 0,
            .most_rows = 3,
            .most_cols = 3,
            .wide_rows = 3,
            .wide_cols = 3,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 2,
        },
        [2] = {
            .strip = {
                [0] = {[0] = x32_strip_2x2_sse2, [1] = x32_strip_2x4_sse2},
                [1] = {[0] = x32_strip_4x2_sse2, [1] = x32_strip_4x4_sse2},
            },
            .stream = NULL,
            .channels = 0,
            .most_rows = 2,
            .most_cols = 2,
            .wide_rows = 2,
            .wide_cols = 2,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 2,
        },
        [3] = {
            .strip = {
                [0] = {[0] = x64_strip_2x2_sse2},
            },
            .stream = NULL,
            .channels = 0,
            .most_rows = 1,
            .most_cols = 1,
            .wide_rows = 1,
            .wide_cols = 1,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 2,
        },
    },
};
/* clang-format on */
#endif
