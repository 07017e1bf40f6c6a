/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for x86 with AVX2.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"
#include "permkern_way.h"

#ifdef PERMKERN_X86
#include <immintrin.h>

#include "permkern_avx2_channels16.h"
#include "permkern_avx2_channels32.h"
#include "permkern_avx2_channels64.h"
#include "permkern_avx2_channels8.h"
#include "permkern_avx2_reverse.h"
#include "permkern_avx2_tiles16_cols8.h"
#include "permkern_avx2_tiles32.h"
#include "permkern_avx2_tiles64.h"
#include "permkern_avx2_tiles8_cols16.h"
#include "permkern_avx2_tiles8_cols4.h"
#include "permkern_avx2_tiles8_cols8.h"

/* Copies runs: `whole` bytes register by register, then the last `part` bytes, of which some may be copied again. */
PERMKERN_TARGET_AVX2 PERMKERN_INLINE void runs_avx2(const uint8_t *in, size_t in_stride, uint8_t *out,
                                                    size_t out_stride, size_t count, size_t bytes, size_t whole,
                                                    size_t part)
{
    for (; count != 0; count--) {
        for (size_t at = 0; at < whole; at += 32) {
            const __m256i v = _mm256_loadu_si256((const void *)(in + at));
            _mm256_storeu_si256((void *)(out + at), v);
        }
        if (part == 16) {
            const __m256i v = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + bytes - 16)));
            _mm_storeu_si128((void *)(out + bytes - 16), _mm256_castsi256_si128(v));
        } else {
            const __m256i v = _mm256_loadu_si256((const void *)(in + bytes - 32));
            _mm256_storeu_si256((void *)(out + bytes - 32), v);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/*
 * What follows whole registers goes by the smallest part of one that it fits. Numbers are constants in the loops for
 * runs of up to two registers. permkern_sse2.copy copies runs that are shorter than one.
 */
PERMKERN_TARGET_AVX2 static void copy_avx2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t count, size_t bytes)
{
    const size_t whole = (bytes - 1) / 32 * 32;
    const size_t left = bytes - whole;
    const size_t part = left <= 16 ? 16 : 32;
    if (bytes < 32) {
        permkern_sse2.copy(in, in_stride, out, out_stride, count, bytes);
    } else if (bytes == 32) {
        for (; count > 1; count -= 2) { /* two at once, so that the loop's place in memory matters less */
            const __m256i v = _mm256_loadu_si256((const void *)(in));
            const __m256i w = _mm256_loadu_si256((const void *)(permkern_at(in, in_stride)));
            _mm256_storeu_si256((void *)(out), v);
            _mm256_storeu_si256((void *)(permkern_at_out(out, out_stride)), w);
            in = permkern_at(in, 2 * in_stride);
            out = permkern_at_out(out, 2 * out_stride);
        }
        runs_avx2(in, in_stride, out, out_stride, count, 32, 0, 32);
    } else if (whole == 32 && part == 16) {
        runs_avx2(in, in_stride, out, out_stride, count, bytes, 32, 16);
    } else if (whole == 32) {
        runs_avx2(in, in_stride, out, out_stride, count, bytes, 32, 32);
    } else {
        runs_avx2(in, in_stride, out, out_stride, count, bytes, whole, part);
    }
}

/* What the dispatcher calls: kernels do not get the set that they belong to, so each set has two of its own. */
void permkern_tile_avx2(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_tile(&permkern_avx2, axis, form, in, out);
}

void permkern_runs_avx2(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_runs(&permkern_avx2, axis, form, in, out);
}

/* clang-format would begin a line behind each designator. */
/* clang-format off */
const permkern_vector_set permkern_avx2 = {
    .narrower = &permkern_sse2,
    .tile = permkern_tile_avx2,
    .runs = permkern_runs_avx2,
    .copy = copy_avx2,
    .reverse = {[1] = reverse1_avx2, [2] = reverse2_avx2, [3] = reverse3_avx2, [4] = reverse4_avx2, [6] = reverse6_avx2,
                [8] = reverse8_avx2, [12] = reverse12_avx2},
    .small = {permkern_small8},
    .width = {
        [0] = {
            .strip = {
                [4] = {[0] = x8_strip_32x2_avx2, [1] = x8_strip_32x4_avx2, [2] = x8_strip_32x8_avx2,
                       [3] = x8_strip_32x16_avx2},
            },
            .stream = NULL,
            .split = {
                {[1] = x8_split3_avx2},
                {[1] = x8_split3_back_avx2},
            },
            .join = {
                {[1] = x8_join3_avx2},
                {[1] = x8_join3_back_avx2},
            },
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 5,
            .most_cols = 4,
            .wide_rows = 5,
            .wide_cols = 4,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 2,
        },
        [1] = {
            .strip = {
                [3] = {[0] = x16_strip_16x2_avx2, [1] = x16_strip_16x4_avx2, [2] = x16_strip_16x8_avx2},
            },
            .stream = NULL,
            .split = {
                {[1] = x16_split3_avx2},
                {[1] = x16_split3_back_avx2},
            },
            .join = {
                {[1] = x16_join3_avx2},
                {[1] = x16_join3_back_avx2},
            },
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4,
            .most_cols = 3,
            .wide_rows = 4,
            .wide_cols = 3,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 2,
        },
        [2] = {
            .strip = {
                [2] = {[0] = x32_strip_8x2_avx2, [1] = x32_strip_8x4_avx2},
            },
            .stream = NULL,
            .split = {
                {[1] = x32_split3_avx2},
                {[1] = x32_split3_back_avx2},
            },
            .join = {
                {[1] = x32_join3_avx2},
                {[1] = x32_join3_back_avx2},
            },
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 3,
            .most_cols = 2,
            .wide_rows = 3,
            .wide_cols = 2,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 2,
        },
        [3] = {
            .strip = {
                [1] = {[0] = x64_strip_4x2_avx2},
            },
            .stream = NULL,
            .split = {
                {[1] = x64_split3_avx2},
                {[1] = x64_split3_back_avx2},
            },
            .join = {
                {[1] = x64_join3_avx2},
                {[1] = x64_join3_back_avx2},
            },
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 2,
            .most_cols = 1,
            .wide_rows = 2,
            .wide_cols = 1,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 2,
        },
    },
};
/* clang-format on */
#endif
