/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for AArch64 with Advanced SIMD.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"

#ifdef PERMKERN_AARCH64
#include <arm_neon.h>

#if PERMKERN_SMALL_BYTES < 64
#error "plans of this target have no room for an index of 64 bytes: lower small_bytes in arch_gen/"
#endif

#include "permkern_neon_channels16.h"
#include "permkern_neon_channels32.h"
#include "permkern_neon_channels64.h"
#include "permkern_neon_channels8.h"
#include "permkern_neon_tiles16.h"
#include "permkern_neon_tiles32.h"
#include "permkern_neon_tiles64.h"
#include "permkern_neon_tiles8_cols16.h"
#include "permkern_neon_tiles8_cols4.h"
#include "permkern_neon_tiles8_cols8.h"

/*
 * Copies runs register by register; the last register of a run overlaps the one before. permkern_vector_copy_short
 * copies runs that are shorter than a register.
 */
static void copy_neon(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count, size_t bytes)
{
    if (bytes < 16) {
        permkern_vector_copy_short(in, in_stride, out, out_stride, count, bytes);
        return;
    }
    for (; bytes == 16 && count != 0; count--) {
        const uint8x16_t v = vld1q_u8(in);
        vst1q_u8(out, v);
        in += in_stride;
        out += out_stride;
    }
    for (const size_t at = bytes - 16; at <= 16 && count != 0; count--) {
        const uint8x16_t v = vld1q_u8(in);
        const uint8x16_t w = vld1q_u8(in + at);
        vst1q_u8(out, v);
        vst1q_u8(out + at, w);
        in += in_stride;
        out += out_stride;
    }
    for (; count != 0; count--) {
        size_t at = 0;
        for (; bytes - at > 16; at += 16) {
            const uint8x16_t v = vld1q_u8(in + at);
            vst1q_u8(out + at, v);
        }
        at = bytes - 16;
        const uint8x16_t v = vld1q_u8(in + at);
        vst1q_u8(out + at, v);
        in += in_stride;
        out += out_stride;
    }
}

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
static void small_neon(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[64];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const uint8x16x4_t v = {{vld1q_u8(buffer), vld1q_u8(buffer + 16), vld1q_u8(buffer + 32), vld1q_u8(buffer + 48)}};
    for (unsigned at = 0; at < 64; at += 16) {
        vst1q_u8(buffer + at, vqtbl4q_u8(v, vld1q_u8(index + at)));
    }
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
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
    .small = small_neon,
    .small_bytes = 64,
    .width = {
        [0] = {
            .strip = {
                [0] = {x8_strip_2x2_neon, x8_strip_2x4_neon, x8_strip_2x8_neon, x8_strip_2x16_neon},
                [1] = {x8_strip_4x2_neon, x8_strip_4x4_neon, x8_strip_4x8_neon, x8_strip_4x16_neon},
                [2] = {x8_strip_8x2_neon, x8_strip_8x4_neon, x8_strip_8x8_neon, x8_strip_8x16_neon},
                [3] = {x8_strip_16x2_neon, x8_strip_16x4_neon, x8_strip_16x8_neon, x8_strip_16x16_neon},
            },
            .stream = NULL,
            .split3 = x8_split3_neon,
            .join3 = x8_join3_neon,
            .most_rows = 4,
            .most_cols = 4,
        },
        [1] = {
            .strip = {
                [0] = {x16_strip_2x2_neon, x16_strip_2x4_neon, x16_strip_2x8_neon},
                [1] = {x16_strip_4x2_neon, x16_strip_4x4_neon, x16_strip_4x8_neon},
                [2] = {x16_strip_8x2_neon, x16_strip_8x4_neon, x16_strip_8x8_neon},
            },
            .stream = NULL,
            .split3 = x16_split3_neon,
            .join3 = x16_join3_neon,
            .most_rows = 3,
            .most_cols = 3,
        },
        [2] = {
            .strip = {
                [0] = {x32_strip_2x2_neon, x32_strip_2x4_neon},
                [1] = {x32_strip_4x2_neon, x32_strip_4x4_neon},
            },
            .stream = NULL,
            .split3 = x32_split3_neon,
            .join3 = x32_join3_neon,
            .most_rows = 2,
            .most_cols = 2,
        },
        [3] = {
            .strip = {
                [0] = {x64_strip_2x2_neon},
            },
            .stream = NULL,
            .split3 = x64_split3_neon,
            .join3 = x64_join3_neon,
            .most_rows = 1,
            .most_cols = 1,
        },
    },
};
/* clang-format on */
#endif
