/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for AArch64 with Advanced SIMD.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"
#include "permkern_way.h"

#ifdef PERMKERN_AARCH64
#include <arm_neon.h>

#include "permkern_neon_channels16.h"
#include "permkern_neon_channels32.h"
#include "permkern_neon_channels64.h"
#include "permkern_neon_channels8.h"
#include "permkern_neon_reverse.h"
#include "permkern_neon_tiles16_cols4.h"
#include "permkern_neon_tiles16_cols8.h"
#include "permkern_neon_tiles32.h"
#include "permkern_neon_tiles64.h"
#include "permkern_neon_tiles8_cols16.h"
#include "permkern_neon_tiles8_cols4.h"
#include "permkern_neon_tiles8_cols8.h"

/* Copies runs: `whole` bytes register by register, then the last `part` bytes, of which some may be copied again. */
PERMKERN_INLINE void runs_neon(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count,
                               size_t bytes, size_t whole, size_t part)
{
    for (; count != 0; count--) {
        for (size_t at = 0; at < whole; at += 16) {
            const uint8x16_t v = vld1q_u8(in + at);
            vst1q_u8(out + at, v);
        }
        if (part == 8) {
            const uint8x16_t v = vcombine_u8(vld1_u8(in + bytes - 8), vdup_n_u8(0));
            permkern_store64(out + bytes - 8, vgetq_lane_u64(vreinterpretq_u64_u8(v), 0));
        } else {
            const uint8x16_t v = vld1q_u8(in + bytes - 16);
            vst1q_u8(out + bytes - 16, v);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/*
 * What follows whole registers goes by the smallest part of one that it fits. Numbers are constants in the loops for
 * runs of up to two registers. permkern_vector_copy_short copies runs that are shorter than one.
 */
static void copy_neon(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count, size_t bytes)
{
    const size_t whole = (bytes - 1) / 16 * 16;
    const size_t left = bytes - whole;
    const size_t part = left <= 8 ? 8 : 16;
    if (bytes < 16) {
        permkern_vector_copy_short(in, in_stride, out, out_stride, count, bytes);
    } else if (bytes == 16) {
        for (; count > 1; count -= 2) { /* two at once, so that the loop's place in memory matters less */
            const uint8x16_t v = vld1q_u8(in);
            const uint8x16_t w = vld1q_u8(permkern_at(in, in_stride));
            vst1q_u8(out, v);
            vst1q_u8(permkern_at_out(out, out_stride), w);
            in = permkern_at(in, 2 * in_stride);
            out = permkern_at_out(out, 2 * out_stride);
        }
        runs_neon(in, in_stride, out, out_stride, count, 16, 0, 16);
    } else if (whole == 16 && part == 8) {
        runs_neon(in, in_stride, out, out_stride, count, bytes, 16, 8);
    } else if (whole == 16) {
        runs_neon(in, in_stride, out, out_stride, count, bytes, 16, 16);
    } else {
        runs_neon(in, in_stride, out, out_stride, count, bytes, whole, part);
    }
}

/* What the dispatcher calls: kernels do not get the set that they belong to, so each set has two of its own. */
void permkern_tile_neon(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_tile(&permkern_neon, axis, form, in, out);
}

void permkern_runs_neon(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_runs(&permkern_neon, axis, form, in, out);
}

/* clang-format would begin a line behind each designator. */
/* clang-format off */
const permkern_vector_set permkern_neon = {
    .narrower = NULL,
    .tile = permkern_tile_neon,
    .runs = permkern_runs_neon,
    .copy = copy_neon,
    .reverse = {[1] = reverse1_neon, [2] = reverse2_neon, [3] = reverse3_neon, [4] = reverse4_neon, [6] = reverse6_neon,
                [8] = reverse8_neon, [12] = reverse12_neon},
    .small = {permkern_small8},
    .width = {
        [0] = {
            .strip = {
                [0] = {[0] = x8_strip_2x2_neon, [1] = x8_strip_2x4_neon, [2] = x8_strip_2x8_neon,
                       [3] = x8_strip_2x16_neon},
                [1] = {[0] = x8_strip_4x2_neon, [1] = x8_strip_4x4_neon, [2] = x8_strip_4x8_neon,
                       [3] = x8_strip_4x16_neon},
                [2] = {[0] = x8_strip_8x2_neon, [1] = x8_strip_8x4_neon, [2] = x8_strip_8x8_neon,
                       [3] = x8_strip_8x16_neon},
                [3] = {[0] = x8_strip_16x2_neon, [1] = x8_strip_16x4_neon, [2] = x8_strip_16x8_neon,
                       [3] = x8_strip_16x16_neon},
            },
            .stream = NULL,
            .split = {
                {[0] = x8_split2_neon, [1] = x8_split3_neon, [2] = x8_split4_neon},
                {[0] = x8_split2_back_neon, [1] = x8_split3_back_neon, [2] = x8_split4_back_neon},
            },
            .join = {
                {[0] = x8_join2_neon, [1] = x8_join3_neon, [2] = x8_join4_neon},
                {[0] = x8_join2_back_neon, [1] = x8_join3_back_neon, [2] = x8_join4_back_neon},
            },
            .channels = PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3 | PERMKERN_CHANNELS_4,
            .most_rows = 4,
            .most_cols = 4,
            .wide_rows = 4,
            .wide_cols = 4,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 16,
        },
        [1] = {
            .strip = {
                [0] = {[0] = x16_strip_2x2_neon, [1] = x16_strip_2x4_neon, [2] = x16_strip_2x8_neon},
                [1] = {[0] = x16_strip_4x2_neon, [1] = x16_strip_4x4_neon, [2] = x16_strip_4x8_neon},
                [2] = {[0] = x16_strip_8x2_neon, [1] = x16_strip_8x4_neon, [2] = x16_strip_8x8_neon},
                [3] = {[0] = x16_strip_16x2_neon, [1] = x16_strip_16x4_neon, [2] = x16_strip_16x8_neon},
            },
            .stream = NULL,
            .split = {
                {[0] = x16_split2_neon, [1] = x16_split3_neon, [2] = x16_split4_neon},
                {[0] = x16_split2_back_neon, [1] = x16_split3_back_neon, [2] = x16_split4_back_neon},
            },
            .join = {
                {[0] = x16_join2_neon, [1] = x16_join3_neon, [2] = x16_join4_neon},
                {[0] = x16_join2_back_neon, [1] = x16_join3_back_neon, [2] = x16_join4_back_neon},
            },
            .channels = PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3 | PERMKERN_CHANNELS_4,
            .most_rows = 4,
            .most_cols = 3,
            .wide_rows = 4,
            .wide_cols = 3,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 8,
        },
        [2] = {
            .strip = {
                [0] = {[0] = x32_strip_2x2_neon, [1] = x32_strip_2x4_neon},
                [1] = {[0] = x32_strip_4x2_neon, [1] = x32_strip_4x4_neon},
                [2] = {[0] = x32_strip_8x2_neon, [1] = x32_strip_8x4_neon},
                [3] = {[0] = x32_strip_16x2_neon, [1] = x32_strip_16x4_neon},
            },
            .stream = NULL,
            .split = {
                {[1] = x32_split3_neon},
                {[1] = x32_split3_back_neon},
            },
            .join = {
                {[1] = x32_join3_neon},
                {[1] = x32_join3_back_neon},
            },
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4,
            .most_cols = 2,
            .wide_rows = 4,
            .wide_cols = 2,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 4,
        },
        [3] = {
            .strip = {
                [0] = {[0] = x64_strip_2x2_neon},
                [1] = {[0] = x64_strip_4x2_neon},
                [2] = {[0] = x64_strip_8x2_neon},
                [3] = {[0] = x64_strip_16x2_neon},
            },
            .stream = NULL,
            .split = {
                {[1] = x64_split3_neon},
                {[1] = x64_split3_back_neon},
            },
            .join = {
                {[1] = x64_join3_neon},
                {[1] = x64_join3_back_neon},
            },
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4,
            .most_cols = 1,
            .wide_rows = 4,
            .wide_cols = 1,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 2,
        },
    },
};
/* clang-format on */
#endif
