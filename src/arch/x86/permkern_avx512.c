/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for x86 with AVX-512 F, BW, DQ and VL.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"
#include "permkern_way.h"

#ifdef PERMKERN_X86
#include <immintrin.h>

#include "permkern_avx512_reverse.h"
#include "permkern_avx512_tiles16_cols16.h"
#include "permkern_avx512_tiles16_cols8.h"
#include "permkern_avx512_tiles32.h"
#include "permkern_avx512_tiles64.h"
#include "permkern_avx512_tiles8_cols16.h"
#include "permkern_avx512_tiles8_cols32.h"
#include "permkern_avx512_tiles8_cols4.h"
#include "permkern_avx512_tiles8_cols8.h"

/* Copies runs: `whole` bytes register by register, then the last `part` bytes, of which some may be copied again. */
PERMKERN_TARGET_AVX512 PERMKERN_INLINE void runs_avx512(const uint8_t *in, size_t in_stride, uint8_t *out,
                                                        size_t out_stride, size_t count, size_t bytes, size_t whole,
                                                        size_t part)
{
    for (; count != 0; count--) {
        for (size_t at = 0; at < whole; at += 64) {
            const __m512i v = _mm512_loadu_si512((const void *)(in + at));
            _mm512_storeu_si512((void *)(out + at), v);
        }
        if (part == 16) {
            const __m512i v = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(in + bytes - 16)));
            _mm_storeu_si128((void *)(out + bytes - 16), _mm512_castsi512_si128(v));
        } else if (part == 32) {
            const __m512i v = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(in + bytes - 32)));
            _mm256_storeu_si256((void *)(out + bytes - 32), _mm512_castsi512_si256(v));
        } else {
            const __m512i v = _mm512_loadu_si512((const void *)(in + bytes - 64));
            _mm512_storeu_si512((void *)(out + bytes - 64), v);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/*
 * What follows whole registers goes by the smallest part of one that it fits. Numbers are constants in the loops for
 * runs of up to two registers. permkern_avx2.copy copies runs that are shorter than one.
 */
PERMKERN_TARGET_AVX512 static void copy_avx512(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t count, size_t bytes)
{
    const size_t whole = (bytes - 1) / 64 * 64;
    const size_t left = bytes - whole;
    const size_t part = left <= 16 ? 16 : left <= 32 ? 32 : 64;
    if (bytes < 64) {
        permkern_avx2.copy(in, in_stride, out, out_stride, count, bytes);
    } else if (bytes == 64) {
        for (; count > 1; count -= 2) { /* two at once, so that the loop's place in memory matters less */
            const __m512i v = _mm512_loadu_si512((const void *)(in));
            const __m512i w = _mm512_loadu_si512((const void *)(permkern_at(in, in_stride)));
            _mm512_storeu_si512((void *)(out), v);
            _mm512_storeu_si512((void *)(permkern_at_out(out, out_stride)), w);
            in = permkern_at(in, 2 * in_stride);
            out = permkern_at_out(out, 2 * out_stride);
        }
        runs_avx512(in, in_stride, out, out_stride, count, 64, 0, 64);
    } else if (whole == 64 && part == 16) {
        runs_avx512(in, in_stride, out, out_stride, count, bytes, 64, 16);
    } else if (whole == 64 && part == 32) {
        runs_avx512(in, in_stride, out, out_stride, count, bytes, 64, 32);
    } else if (whole == 64) {
        runs_avx512(in, in_stride, out, out_stride, count, bytes, 64, 64);
    } else {
        runs_avx512(in, in_stride, out, out_stride, count, bytes, whole, part);
    }
}

/* Copies a run with non-temporal stores to whole cache lines; what is before and behind these is copied as usual. */
PERMKERN_TARGET_AVX512 static void stream_avx512(const uint8_t *in, uint8_t *out, size_t bytes)
{
    const size_t head = ((uintptr_t)0 - (uintptr_t)out) % 64;
    const size_t lines = (bytes - head) / 64 * 64;
    permkern_vector_copy_short(in, 0, out, 0, head != 0, head);
    in += head;
    out += head;
    for (size_t at = 0; at < lines; at += 64) {
        const __m512i v = _mm512_loadu_si512((const void *)(in + at));
        _mm512_stream_si512((void *)(out + at), v);
    }
    permkern_vector_copy_short(in + lines, 0, out + lines, 0, bytes - head != lines, bytes - head - lines);
}

/* The intrinsic has no address. */
PERMKERN_TARGET_AVX512 static void fence_avx512(void)
{
    _mm_sfence();
}

/* What the dispatcher calls: kernels do not get the set that they belong to, so each set has two of its own. */
void permkern_tile_avx512(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_tile(&permkern_avx512, axis, form, in, out);
}

void permkern_runs_avx512(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_runs(&permkern_avx512, axis, form, in, out);
}

/* clang-format would begin a line behind each designator. */
/* clang-format off */
const permkern_vector_set permkern_avx512 = {
    .narrower = &permkern_avx2,
    .tile = permkern_tile_avx512,
    .runs = permkern_runs_avx512,
    .copy = copy_avx512,
    .reverse = {[1] = reverse1_avx512, [2] = reverse2_avx512, [4] = reverse4_avx512, [6] = reverse6_avx512,
                [8] = reverse8_avx512, [12] = reverse12_avx512, [24] = reverse24_avx512},
    .stream = stream_avx512,
    .fence = fence_avx512,
    .small = {permkern_small8, permkern_small16_avx512, permkern_small32_avx512},
    .width = {
        [0] = {
            .strip = {
                [4] = {[4] = x8_strip_32x32_avx512},
                [5] = {[0] = x8_strip_64x2_avx512, [1] = x8_strip_64x4_avx512, [2] = x8_strip_64x8_avx512,
                       [3] = x8_strip_64x16_avx512},
            },
            .stream = x8_stream_64x16_avx512,
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 6,
            .most_cols = 4,
            .wide_rows = 5,
            .wide_cols = 5,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 2,
        },
        [1] = {
            .strip = {
                [4] = {[0] = x16_strip_32x2_avx512, [1] = x16_strip_32x4_avx512, [2] = x16_strip_32x8_avx512,
                       [3] = x16_strip_32x16_avx512},
            },
            .stream = x16_stream_32x8_avx512,
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 5,
            .most_cols = 3,
            .wide_rows = 5,
            .wide_cols = 4,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 2,
        },
        [2] = {
            .strip = {
                [3] = {[0] = x32_strip_16x2_avx512, [1] = x32_strip_16x4_avx512, [2] = x32_strip_16x8_avx512},
            },
            .stream = x32_stream_16x4_avx512,
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 4,
            .most_cols = 2,
            .wide_rows = 4,
            .wide_cols = 3,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 2,
        },
        [3] = {
            .strip = {
                [2] = {[0] = x64_strip_8x2_avx512, [2] = x64_strip_8x8_avx512},
            },
            .stream = x64_stream_8x2_avx512,
            .channels = PERMKERN_CHANNELS_3,
            .most_rows = 3,
            .most_cols = 1,
            .wide_rows = 3,
            .wide_cols = 3,
            .least_rows = 3,
            .least_cols = 3,
            .pixels = 2,
        },
    },
};
/* clang-format on */
#endif
