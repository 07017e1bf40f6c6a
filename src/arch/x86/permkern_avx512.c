/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for x86 with AVX-512 F, BW, DQ and VL.
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

#include "permkern_avx512_tiles16.h"
#include "permkern_avx512_tiles32.h"
#include "permkern_avx512_tiles64.h"
#include "permkern_avx512_tiles8_cols16.h"
#include "permkern_avx512_tiles8_cols4.h"
#include "permkern_avx512_tiles8_cols8.h"

/*
 * Copies runs register by register; the last register of a run overlaps the one before. permkern_avx2.copy
 * copies runs that are shorter than a register.
 */
PERMKERN_TARGET_AVX512 static void copy_avx512(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t count, size_t bytes)
{
    if (bytes < 64) {
        permkern_avx2.copy(in, in_stride, out, out_stride, count, bytes);
        return;
    }
    for (; bytes == 64 && count != 0; count--) {
        const __m512i v = _mm512_loadu_si512((const void *)(in));
        _mm512_storeu_si512((void *)(out), v);
        in += in_stride;
        out += out_stride;
    }
    for (const size_t at = bytes - 64; at <= 64 && count != 0; count--) {
        const __m512i v = _mm512_loadu_si512((const void *)(in));
        const __m512i w = _mm512_loadu_si512((const void *)(in + at));
        _mm512_storeu_si512((void *)(out), v);
        _mm512_storeu_si512((void *)(out + at), w);
        in += in_stride;
        out += out_stride;
    }
    for (; count != 0; count--) {
        size_t at = 0;
        for (; bytes - at > 64; at += 64) {
            const __m512i v = _mm512_loadu_si512((const void *)(in + at));
            _mm512_storeu_si512((void *)(out + at), v);
        }
        at = bytes - 64;
        const __m512i v = _mm512_loadu_si512((const void *)(in + at));
        _mm512_storeu_si512((void *)(out + at), v);
        in += in_stride;
        out += out_stride;
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

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
PERMKERN_TARGET_AVX512 static void small_avx512(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[16];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const __m128i v = _mm_loadu_si128((const void *)buffer);
    const __m128i from = _mm_loadu_si128((const void *)index);
    _mm_storeu_si128((void *)buffer, _mm_shuffle_epi8(v, from));
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
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
    .stream = stream_avx512,
    .fence = fence_avx512,
    .small = small_avx512,
    .small_bytes = 16,
    .width = {
        [0] = {
            .strip = {
                [5] = {x8_strip_64x2_avx512, x8_strip_64x4_avx512, x8_strip_64x8_avx512, x8_strip_64x16_avx512},
            },
            .stream = x8_stream_64x16_avx512,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 6,
            .most_cols = 4,
        },
        [1] = {
            .strip = {
                [4] = {x16_strip_32x2_avx512, x16_strip_32x4_avx512, x16_strip_32x8_avx512},
            },
            .stream = x16_stream_32x8_avx512,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 5,
            .most_cols = 3,
        },
        [2] = {
            .strip = {
                [3] = {x32_strip_16x2_avx512, x32_strip_16x4_avx512},
            },
            .stream = x32_stream_16x4_avx512,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 4,
            .most_cols = 2,
        },
        [3] = {
            .strip = {
                [2] = {x64_strip_8x2_avx512},
            },
            .stream = x64_stream_8x2_avx512,
            .split3 = NULL,
            .join3 = NULL,
            .most_rows = 3,
            .most_cols = 1,
        },
    },
};
/* clang-format on */
#endif
