/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for x86 with AVX2.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"

#ifdef PERMKERN_X86
#include <immintrin.h>

#if PERMKERN_SMALL_BYTES < 16
#error "plans of this target have no room for an index of 16 bytes: lower small_bytes in arch_gen/"
#endif

#include "permkern_avx2_channels16.h"
#include "permkern_avx2_channels32.h"
#include "permkern_avx2_channels64.h"
#include "permkern_avx2_channels8.h"
#include "permkern_avx2_tiles16.h"
#include "permkern_avx2_tiles32.h"
#include "permkern_avx2_tiles64.h"
#include "permkern_avx2_tiles8_cols16.h"
#include "permkern_avx2_tiles8_cols4.h"
#include "permkern_avx2_tiles8_cols8.h"

/*
 * Copies runs register by register; the last register of a run overlaps the one before. permkern_sse2.copy
 * copies runs that are shorter than a register.
 */
PERMKERN_TARGET_AVX2 static void copy_avx2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t count, size_t bytes)
{
    if (bytes < 32) {
        permkern_sse2.copy(in, in_stride, out, out_stride, count, bytes);
        return;
    }
    for (; bytes == 32 && count != 0; count--) {
        const __m256i v = _mm256_loadu_si256((const void *)(in));
        _mm256_storeu_si256((void *)(out), v);
        in += in_stride;
        out += out_stride;
    }
    for (const size_t at = bytes - 32; at <= 32 && count != 0; count--) {
        const __m256i v = _mm256_loadu_si256((const void *)(in));
        const __m256i w = _mm256_loadu_si256((const void *)(in + at));
        _mm256_storeu_si256((void *)(out), v);
        _mm256_storeu_si256((void *)(out + at), w);
        in += in_stride;
        out += out_stride;
    }
    for (; count != 0; count--) {
        size_t at = 0;
        for (; bytes - at > 32; at += 32) {
            const __m256i v = _mm256_loadu_si256((const void *)(in + at));
            _mm256_storeu_si256((void *)(out + at), v);
        }
        at = bytes - 32;
        const __m256i v = _mm256_loadu_si256((const void *)(in + at));
        _mm256_storeu_si256((void *)(out + at), v);
        in += in_stride;
        out += out_stride;
    }
}

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
PERMKERN_TARGET_AVX2 static void small_avx2(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[16];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const __m128i v = _mm_loadu_si128((const void *)buffer);
    const __m128i from = _mm_loadu_si128((const void *)index);
    _mm_storeu_si128((void *)buffer, _mm_shuffle_epi8(v, from));
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
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
    .small = small_avx2,
    .small_bytes = 16,
    .width = {
        [0] = {
            .strip = {
                [4] = {x8_strip_32x2_avx2, x8_strip_32x4_avx2, x8_strip_32x8_avx2, x8_strip_32x16_avx2},
            },
            .stream = NULL,
            .split3 = x8_split3_avx2,
            .join3 = x8_join3_avx2,
            .most_rows = 5,
            .most_cols = 4,
        },
        [1] = {
            .strip = {
                [3] = {x16_strip_16x2_avx2, x16_strip_16x4_avx2, x16_strip_16x8_avx2},
            },
            .stream = NULL,
            .split3 = x16_split3_avx2,
            .join3 = x16_join3_avx2,
            .most_rows = 4,
            .most_cols = 3,
        },
        [2] = {
            .strip = {
                [2] = {x32_strip_8x2_avx2, x32_strip_8x4_avx2},
            },
            .stream = NULL,
            .split3 = x32_split3_avx2,
            .join3 = x32_join3_avx2,
            .most_rows = 3,
            .most_cols = 2,
        },
        [3] = {
            .strip = {
                [1] = {x64_strip_4x2_avx2},
            },
            .stream = NULL,
            .split3 = x64_split3_avx2,
            .join3 = x64_join3_avx2,
            .most_rows = 2,
            .most_cols = 1,
        },
    },
};
/* clang-format on */
#endif
