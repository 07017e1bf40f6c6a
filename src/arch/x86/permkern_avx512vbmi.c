/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for x86 with AVX-512 F, BW, DQ, VL and VBMI.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"

#ifdef PERMKERN_X86
#include <immintrin.h>

#if PERMKERN_SMALL_BYTES < 64
#error "plans of this target have no room for an index of 64 bytes: lower small_bytes in arch_gen/"
#endif

/*
 * Three channels of 8 bits, 64 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
/* clang-format off */
static const uint8_t x8_split3_order_avx512vbmi[3][64] = {
    {
        0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 63, 2, 5, 8, 11, 14, 17, 20, 23,
        26, 29, 32, 35, 38, 41, 44, 47, 50, 53, 56, 59, 62, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34, 37, 40, 43, 46,
        49, 52, 55, 58, 61,
    },
    {
        1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34, 37, 40, 43, 46, 49, 52, 55, 58, 61, 0, 3, 6, 9, 12, 15, 18, 21, 24,
        27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 63, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47,
        50, 53, 56, 59, 62,
    },
    {
        2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50, 53, 56, 59, 62, 1, 4, 7, 10, 13, 16, 19, 22,
        25, 28, 31, 34, 37, 40, 43, 46, 49, 52, 55, 58, 61, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45,
        48, 51, 54, 57, 60, 63,
    },
};

static const uint8_t x8_join3_order_avx512vbmi[3][64] = {
    {
        0, 43, 22, 1, 44, 23, 2, 45, 24, 3, 46, 25, 4, 47, 26, 5, 48, 27, 6, 49, 28, 7, 50, 29, 8, 51, 30, 9, 52, 31,
        10, 53, 32, 11, 54, 33, 12, 55, 34, 13, 56, 35, 14, 57, 36, 15, 58, 37, 16, 59, 38, 17, 60, 39, 18, 61, 40, 19,
        62, 41, 20, 63, 42, 21,
    },
    {
        21, 0, 43, 22, 1, 44, 23, 2, 45, 24, 3, 46, 25, 4, 47, 26, 5, 48, 27, 6, 49, 28, 7, 50, 29, 8, 51, 30, 9, 52,
        31, 10, 53, 32, 11, 54, 33, 12, 55, 34, 13, 56, 35, 14, 57, 36, 15, 58, 37, 16, 59, 38, 17, 60, 39, 18, 61, 40,
        19, 62, 41, 20, 63, 42,
    },
    {
        42, 21, 0, 43, 22, 1, 44, 23, 2, 45, 24, 3, 46, 25, 4, 47, 26, 5, 48, 27, 6, 49, 28, 7, 50, 29, 8, 51, 30, 9,
        52, 31, 10, 53, 32, 11, 54, 33, 12, 55, 34, 13, 56, 35, 14, 57, 36, 15, 58, 37, 16, 59, 38, 17, 60, 39, 18, 61,
        40, 19, 62, 41, 20, 63,
    },
};
/* clang-format on */

PERMKERN_TARGET_VBMI static void x8_split3_avx512vbmi(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 64) {
        permkern_vector_split3(&permkern_avx512vbmi, 0, in, out, stride, count);
        return;
    }
    const uint64_t m0 = 0x9249249249249249U;
    const uint64_t m1 = 0x2492492492492492U;
    const uint64_t m2 = 0x4924924924924924U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x8_split3_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x8_split3_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x8_split3_order_avx512vbmi[2]));
    for (;;) {
        __m512i v0 = _mm512_loadu_si512((const void *)(in));
        __m512i v1 = _mm512_loadu_si512((const void *)(in + 64));
        __m512i v2 = _mm512_loadu_si512((const void *)(in + 128));
        /* Channel 0, put in order. */
        const __m512i s0 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m2, v0, v1), v2);
        const __m512i y0 = _mm512_permutexvar_epi8(order0, s0);
        _mm512_storeu_si512((void *)(out), y0);
        /* Channel 1, put in order. */
        const __m512i s1 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m0, v0, v1), v2);
        const __m512i y1 = _mm512_permutexvar_epi8(order1, s1);
        _mm512_storeu_si512((void *)(out + stride), y1);
        /* Channel 2, put in order. */
        const __m512i s2 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m1, v0, v1), v2);
        const __m512i y2 = _mm512_permutexvar_epi8(order2, s2);
        _mm512_storeu_si512((void *)(out + 2 * stride), y2);
        if (count == 64) {
            return;
        }
        const size_t on = count < 128 ? count - 64 : 64;
        in += on * 3;
        out += on;
        count -= on;
    }
}

PERMKERN_TARGET_VBMI static void x8_join3_avx512vbmi(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 64) {
        permkern_vector_join3(&permkern_avx512vbmi, 0, in, stride, out, count);
        return;
    }
    const uint64_t m0 = 0x9249249249249249U;
    const uint64_t m1 = 0x2492492492492492U;
    const uint64_t m2 = 0x4924924924924924U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x8_join3_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x8_join3_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x8_join3_order_avx512vbmi[2]));
    for (;;) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const __m512i y0 = _mm512_permutexvar_epi8(order0, _mm512_loadu_si512((const void *)(in)));
        const __m512i y1 = _mm512_permutexvar_epi8(order1, _mm512_loadu_si512((const void *)(in + stride)));
        const __m512i y2 = _mm512_permutexvar_epi8(order2, _mm512_loadu_si512((const void *)(in + 2 * stride)));
        /* Piece 0 of the pixels. */
        const __m512i v0 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m1, y0, y1), y2);
        _mm512_storeu_si512((void *)(out), v0);
        /* Piece 1 of the pixels. */
        const __m512i v1 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 64), v1);
        /* Piece 2 of the pixels. */
        const __m512i v2 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 128), v2);
        if (count == 64) {
            return;
        }
        const size_t on = count < 128 ? count - 64 : 64;
        in += on;
        out += on * 3;
        count -= on;
    }
}

/*
 * Three channels of 16 bits, 32 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
/* clang-format off */
static const uint8_t x16_split3_order_avx512vbmi[3][64] = {
    {
        0, 1, 6, 7, 12, 13, 18, 19, 24, 25, 30, 31, 36, 37, 42, 43, 48, 49, 54, 55, 60, 61, 2, 3, 8, 9, 14, 15, 20, 21,
        26, 27, 32, 33, 38, 39, 44, 45, 50, 51, 56, 57, 62, 63, 4, 5, 10, 11, 16, 17, 22, 23, 28, 29, 34, 35, 40, 41,
        46, 47, 52, 53, 58, 59,
    },
    {
        2, 3, 8, 9, 14, 15, 20, 21, 26, 27, 32, 33, 38, 39, 44, 45, 50, 51, 56, 57, 62, 63, 4, 5, 10, 11, 16, 17, 22,
        23, 28, 29, 34, 35, 40, 41, 46, 47, 52, 53, 58, 59, 0, 1, 6, 7, 12, 13, 18, 19, 24, 25, 30, 31, 36, 37, 42, 43,
        48, 49, 54, 55, 60, 61,
    },
    {
        4, 5, 10, 11, 16, 17, 22, 23, 28, 29, 34, 35, 40, 41, 46, 47, 52, 53, 58, 59, 0, 1, 6, 7, 12, 13, 18, 19, 24,
        25, 30, 31, 36, 37, 42, 43, 48, 49, 54, 55, 60, 61, 2, 3, 8, 9, 14, 15, 20, 21, 26, 27, 32, 33, 38, 39, 44, 45,
        50, 51, 56, 57, 62, 63,
    },
};

static const uint8_t x16_join3_order_avx512vbmi[3][64] = {
    {
        0, 1, 22, 23, 44, 45, 2, 3, 24, 25, 46, 47, 4, 5, 26, 27, 48, 49, 6, 7, 28, 29, 50, 51, 8, 9, 30, 31, 52, 53,
        10, 11, 32, 33, 54, 55, 12, 13, 34, 35, 56, 57, 14, 15, 36, 37, 58, 59, 16, 17, 38, 39, 60, 61, 18, 19, 40, 41,
        62, 63, 20, 21, 42, 43,
    },
    {
        42, 43, 0, 1, 22, 23, 44, 45, 2, 3, 24, 25, 46, 47, 4, 5, 26, 27, 48, 49, 6, 7, 28, 29, 50, 51, 8, 9, 30, 31,
        52, 53, 10, 11, 32, 33, 54, 55, 12, 13, 34, 35, 56, 57, 14, 15, 36, 37, 58, 59, 16, 17, 38, 39, 60, 61, 18, 19,
        40, 41, 62, 63, 20, 21,
    },
    {
        20, 21, 42, 43, 0, 1, 22, 23, 44, 45, 2, 3, 24, 25, 46, 47, 4, 5, 26, 27, 48, 49, 6, 7, 28, 29, 50, 51, 8, 9,
        30, 31, 52, 53, 10, 11, 32, 33, 54, 55, 12, 13, 34, 35, 56, 57, 14, 15, 36, 37, 58, 59, 16, 17, 38, 39, 60, 61,
        18, 19, 40, 41, 62, 63,
    },
};
/* clang-format on */

PERMKERN_TARGET_VBMI static void x16_split3_avx512vbmi(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 32) {
        permkern_vector_split3(&permkern_avx512vbmi, 1, in, out, stride, count);
        return;
    }
    const uint64_t m0 = 0x30c30c30c30c30c3U;
    const uint64_t m1 = 0xc30c30c30c30c30cU;
    const uint64_t m2 = 0xc30c30c30c30c30U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x16_split3_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x16_split3_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x16_split3_order_avx512vbmi[2]));
    for (;;) {
        __m512i v0 = _mm512_loadu_si512((const void *)(in));
        __m512i v1 = _mm512_loadu_si512((const void *)(in + 64));
        __m512i v2 = _mm512_loadu_si512((const void *)(in + 128));
        /* Channel 0, put in order. */
        const __m512i s0 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m1, v0, v1), v2);
        const __m512i y0 = _mm512_permutexvar_epi8(order0, s0);
        _mm512_storeu_si512((void *)(out), y0);
        /* Channel 1, put in order. */
        const __m512i s1 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, v0, v1), v2);
        const __m512i y1 = _mm512_permutexvar_epi8(order1, s1);
        _mm512_storeu_si512((void *)(out + stride), y1);
        /* Channel 2, put in order. */
        const __m512i s2 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, v0, v1), v2);
        const __m512i y2 = _mm512_permutexvar_epi8(order2, s2);
        _mm512_storeu_si512((void *)(out + 2 * stride), y2);
        if (count == 32) {
            return;
        }
        const size_t on = count < 64 ? count - 32 : 32;
        in += on * 6;
        out += on * 2;
        count -= on;
    }
}

PERMKERN_TARGET_VBMI static void x16_join3_avx512vbmi(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 32) {
        permkern_vector_join3(&permkern_avx512vbmi, 1, in, stride, out, count);
        return;
    }
    const uint64_t m0 = 0x30c30c30c30c30c3U;
    const uint64_t m1 = 0xc30c30c30c30c30cU;
    const uint64_t m2 = 0xc30c30c30c30c30U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x16_join3_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x16_join3_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x16_join3_order_avx512vbmi[2]));
    for (;;) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const __m512i y0 = _mm512_permutexvar_epi8(order0, _mm512_loadu_si512((const void *)(in)));
        const __m512i y1 = _mm512_permutexvar_epi8(order1, _mm512_loadu_si512((const void *)(in + stride)));
        const __m512i y2 = _mm512_permutexvar_epi8(order2, _mm512_loadu_si512((const void *)(in + 2 * stride)));
        /* Piece 0 of the pixels. */
        const __m512i v0 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m1, y0, y1), y2);
        _mm512_storeu_si512((void *)(out), v0);
        /* Piece 1 of the pixels. */
        const __m512i v1 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 64), v1);
        /* Piece 2 of the pixels. */
        const __m512i v2 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 128), v2);
        if (count == 32) {
            return;
        }
        const size_t on = count < 64 ? count - 32 : 32;
        in += on * 2;
        out += on * 6;
        count -= on;
    }
}

/*
 * Three channels of 32 bits, 16 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
/* clang-format off */
static const uint8_t x32_split3_order_avx512vbmi[3][64] = {
    {
        0, 1, 2, 3, 12, 13, 14, 15, 24, 25, 26, 27, 36, 37, 38, 39, 48, 49, 50, 51, 60, 61, 62, 63, 8, 9, 10, 11, 20,
        21, 22, 23, 32, 33, 34, 35, 44, 45, 46, 47, 56, 57, 58, 59, 4, 5, 6, 7, 16, 17, 18, 19, 28, 29, 30, 31, 40, 41,
        42, 43, 52, 53, 54, 55,
    },
    {
        4, 5, 6, 7, 16, 17, 18, 19, 28, 29, 30, 31, 40, 41, 42, 43, 52, 53, 54, 55, 0, 1, 2, 3, 12, 13, 14, 15, 24, 25,
        26, 27, 36, 37, 38, 39, 48, 49, 50, 51, 60, 61, 62, 63, 8, 9, 10, 11, 20, 21, 22, 23, 32, 33, 34, 35, 44, 45,
        46, 47, 56, 57, 58, 59,
    },
    {
        8, 9, 10, 11, 20, 21, 22, 23, 32, 33, 34, 35, 44, 45, 46, 47, 56, 57, 58, 59, 4, 5, 6, 7, 16, 17, 18, 19, 28,
        29, 30, 31, 40, 41, 42, 43, 52, 53, 54, 55, 0, 1, 2, 3, 12, 13, 14, 15, 24, 25, 26, 27, 36, 37, 38, 39, 48, 49,
        50, 51, 60, 61, 62, 63,
    },
};

static const uint8_t x32_join3_order_avx512vbmi[3][64] = {
    {
        0, 1, 2, 3, 44, 45, 46, 47, 24, 25, 26, 27, 4, 5, 6, 7, 48, 49, 50, 51, 28, 29, 30, 31, 8, 9, 10, 11, 52, 53,
        54, 55, 32, 33, 34, 35, 12, 13, 14, 15, 56, 57, 58, 59, 36, 37, 38, 39, 16, 17, 18, 19, 60, 61, 62, 63, 40, 41,
        42, 43, 20, 21, 22, 23,
    },
    {
        20, 21, 22, 23, 0, 1, 2, 3, 44, 45, 46, 47, 24, 25, 26, 27, 4, 5, 6, 7, 48, 49, 50, 51, 28, 29, 30, 31, 8, 9,
        10, 11, 52, 53, 54, 55, 32, 33, 34, 35, 12, 13, 14, 15, 56, 57, 58, 59, 36, 37, 38, 39, 16, 17, 18, 19, 60, 61,
        62, 63, 40, 41, 42, 43,
    },
    {
        40, 41, 42, 43, 20, 21, 22, 23, 0, 1, 2, 3, 44, 45, 46, 47, 24, 25, 26, 27, 4, 5, 6, 7, 48, 49, 50, 51, 28, 29,
        30, 31, 8, 9, 10, 11, 52, 53, 54, 55, 32, 33, 34, 35, 12, 13, 14, 15, 56, 57, 58, 59, 36, 37, 38, 39, 16, 17,
        18, 19, 60, 61, 62, 63,
    },
};
/* clang-format on */

PERMKERN_TARGET_VBMI static void x32_split3_avx512vbmi(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 16) {
        permkern_vector_split3(&permkern_avx512vbmi, 2, in, out, stride, count);
        return;
    }
    const uint64_t m0 = 0xf00f00f00f00f00fU;
    const uint64_t m1 = 0xf00f00f00f00f0U;
    const uint64_t m2 = 0xf00f00f00f00f00U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x32_split3_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x32_split3_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x32_split3_order_avx512vbmi[2]));
    for (;;) {
        __m512i v0 = _mm512_loadu_si512((const void *)(in));
        __m512i v1 = _mm512_loadu_si512((const void *)(in + 64));
        __m512i v2 = _mm512_loadu_si512((const void *)(in + 128));
        /* Channel 0, put in order. */
        const __m512i s0 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m2, v0, v1), v2);
        const __m512i y0 = _mm512_permutexvar_epi8(order0, s0);
        _mm512_storeu_si512((void *)(out), y0);
        /* Channel 1, put in order. */
        const __m512i s1 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m0, v0, v1), v2);
        const __m512i y1 = _mm512_permutexvar_epi8(order1, s1);
        _mm512_storeu_si512((void *)(out + stride), y1);
        /* Channel 2, put in order. */
        const __m512i s2 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m1, v0, v1), v2);
        const __m512i y2 = _mm512_permutexvar_epi8(order2, s2);
        _mm512_storeu_si512((void *)(out + 2 * stride), y2);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        in += on * 12;
        out += on * 4;
        count -= on;
    }
}

PERMKERN_TARGET_VBMI static void x32_join3_avx512vbmi(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 16) {
        permkern_vector_join3(&permkern_avx512vbmi, 2, in, stride, out, count);
        return;
    }
    const uint64_t m0 = 0xf00f00f00f00f00fU;
    const uint64_t m1 = 0xf00f00f00f00f0U;
    const uint64_t m2 = 0xf00f00f00f00f00U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x32_join3_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x32_join3_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x32_join3_order_avx512vbmi[2]));
    for (;;) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const __m512i y0 = _mm512_permutexvar_epi8(order0, _mm512_loadu_si512((const void *)(in)));
        const __m512i y1 = _mm512_permutexvar_epi8(order1, _mm512_loadu_si512((const void *)(in + stride)));
        const __m512i y2 = _mm512_permutexvar_epi8(order2, _mm512_loadu_si512((const void *)(in + 2 * stride)));
        /* Piece 0 of the pixels. */
        const __m512i v0 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m1, y0, y1), y2);
        _mm512_storeu_si512((void *)(out), v0);
        /* Piece 1 of the pixels. */
        const __m512i v1 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 64), v1);
        /* Piece 2 of the pixels. */
        const __m512i v2 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 128), v2);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        in += on * 4;
        out += on * 12;
        count -= on;
    }
}

/*
 * Three channels of 64 bits, 8 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
/* clang-format off */
static const uint8_t x64_split3_order_avx512vbmi[3][64] = {
    {
        0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31, 48, 49, 50, 51, 52, 53, 54, 55, 8, 9, 10, 11, 12, 13,
        14, 15, 32, 33, 34, 35, 36, 37, 38, 39, 56, 57, 58, 59, 60, 61, 62, 63, 16, 17, 18, 19, 20, 21, 22, 23, 40, 41,
        42, 43, 44, 45, 46, 47,
    },
    {
        8, 9, 10, 11, 12, 13, 14, 15, 32, 33, 34, 35, 36, 37, 38, 39, 56, 57, 58, 59, 60, 61, 62, 63, 16, 17, 18, 19,
        20, 21, 22, 23, 40, 41, 42, 43, 44, 45, 46, 47, 0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31, 48, 49,
        50, 51, 52, 53, 54, 55,
    },
    {
        16, 17, 18, 19, 20, 21, 22, 23, 40, 41, 42, 43, 44, 45, 46, 47, 0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29,
        30, 31, 48, 49, 50, 51, 52, 53, 54, 55, 8, 9, 10, 11, 12, 13, 14, 15, 32, 33, 34, 35, 36, 37, 38, 39, 56, 57,
        58, 59, 60, 61, 62, 63,
    },
};

static const uint8_t x64_join3_order_avx512vbmi[3][64] = {
    {
        0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31, 48, 49, 50, 51, 52, 53, 54, 55, 8, 9, 10, 11, 12, 13,
        14, 15, 32, 33, 34, 35, 36, 37, 38, 39, 56, 57, 58, 59, 60, 61, 62, 63, 16, 17, 18, 19, 20, 21, 22, 23, 40, 41,
        42, 43, 44, 45, 46, 47,
    },
    {
        40, 41, 42, 43, 44, 45, 46, 47, 0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31, 48, 49, 50, 51, 52, 53,
        54, 55, 8, 9, 10, 11, 12, 13, 14, 15, 32, 33, 34, 35, 36, 37, 38, 39, 56, 57, 58, 59, 60, 61, 62, 63, 16, 17,
        18, 19, 20, 21, 22, 23,
    },
    {
        16, 17, 18, 19, 20, 21, 22, 23, 40, 41, 42, 43, 44, 45, 46, 47, 0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29,
        30, 31, 48, 49, 50, 51, 52, 53, 54, 55, 8, 9, 10, 11, 12, 13, 14, 15, 32, 33, 34, 35, 36, 37, 38, 39, 56, 57,
        58, 59, 60, 61, 62, 63,
    },
};
/* clang-format on */

PERMKERN_TARGET_VBMI static void x64_split3_avx512vbmi(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 8) {
        permkern_vector_split3(&permkern_avx512vbmi, 3, in, out, stride, count);
        return;
    }
    const uint64_t m0 = 0xff0000ff0000ffU;
    const uint64_t m1 = 0xff0000ff0000ff00U;
    const uint64_t m2 = 0xff0000ff0000U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x64_split3_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x64_split3_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x64_split3_order_avx512vbmi[2]));
    for (;;) {
        __m512i v0 = _mm512_loadu_si512((const void *)(in));
        __m512i v1 = _mm512_loadu_si512((const void *)(in + 64));
        __m512i v2 = _mm512_loadu_si512((const void *)(in + 128));
        /* Channel 0, put in order. */
        const __m512i s0 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m1, v0, v1), v2);
        const __m512i y0 = _mm512_permutexvar_epi8(order0, s0);
        _mm512_storeu_si512((void *)(out), y0);
        /* Channel 1, put in order. */
        const __m512i s1 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, v0, v1), v2);
        const __m512i y1 = _mm512_permutexvar_epi8(order1, s1);
        _mm512_storeu_si512((void *)(out + stride), y1);
        /* Channel 2, put in order. */
        const __m512i s2 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, v0, v1), v2);
        const __m512i y2 = _mm512_permutexvar_epi8(order2, s2);
        _mm512_storeu_si512((void *)(out + 2 * stride), y2);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 24;
        out += on * 8;
        count -= on;
    }
}

PERMKERN_TARGET_VBMI static void x64_join3_avx512vbmi(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 8) {
        permkern_vector_join3(&permkern_avx512vbmi, 3, in, stride, out, count);
        return;
    }
    const uint64_t m0 = 0xff0000ff0000ffU;
    const uint64_t m1 = 0xff0000ff0000ff00U;
    const uint64_t m2 = 0xff0000ff0000U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x64_join3_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x64_join3_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x64_join3_order_avx512vbmi[2]));
    for (;;) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const __m512i y0 = _mm512_permutexvar_epi8(order0, _mm512_loadu_si512((const void *)(in)));
        const __m512i y1 = _mm512_permutexvar_epi8(order1, _mm512_loadu_si512((const void *)(in + stride)));
        const __m512i y2 = _mm512_permutexvar_epi8(order2, _mm512_loadu_si512((const void *)(in + 2 * stride)));
        /* Piece 0 of the pixels. */
        const __m512i v0 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m1, y0, y1), y2);
        _mm512_storeu_si512((void *)(out), v0);
        /* Piece 1 of the pixels. */
        const __m512i v1 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 64), v1);
        /* Piece 2 of the pixels. */
        const __m512i v2 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 128), v2);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 8;
        out += on * 24;
        count -= on;
    }
}

/* Copies runs register by register; the last register overlaps the one before. Shorter runs are left to others. */
PERMKERN_TARGET_VBMI static void copy_avx512vbmi(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                                 size_t count, size_t bytes)
{
    if (bytes < 64) {
        permkern_avx512.copy(in, in_stride, out, out_stride, count, bytes);
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
PERMKERN_TARGET_VBMI static void stream_avx512vbmi(const uint8_t *in, uint8_t *out, size_t bytes)
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

PERMKERN_TARGET_VBMI static void fence_avx512vbmi(void)
{
    _mm_sfence();
}

PERMKERN_TARGET_VBMI static void small_avx512vbmi(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    const __mmask64 used = ~(uint64_t)0 >> (64 - bytes);
    const __m512i v = _mm512_maskz_loadu_epi8(used, in);
    _mm512_mask_storeu_epi8(out, used, _mm512_permutexvar_epi8(_mm512_loadu_si512((const void *)index), v));
}

/* 65536 / n, rounded up. For 0 <= j < 64, the high half of the product j * reciprocals[n] is j / n. */
/* clang-format off */
static const uint16_t reciprocals[65] = {
    0, 0, 32769, 21846, 16385, 13108, 10923, 9363, 8193, 7282, 6554, 5958, 5462, 5042, 4682, 4370, 4097, 3856, 3641,
    3450, 3277, 3121, 2979, 2850, 2731, 2622, 2521, 2428, 2341, 2260, 2185, 2115, 2049, 1986, 1928, 1873, 1821, 1772,
    1725, 1681, 1639, 1599, 1561, 1525, 1490, 1457, 1425, 1395, 1366, 1338, 1311, 1286, 1261, 1237, 1214, 1192, 1171,
    1150, 1130, 1111, 1093, 1075, 1058, 1041, 1025,
};
static const uint8_t byte_places[32] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
    31,
};
/* clang-format on */

PERMKERN_TARGET_VBMI static void index_avx512vbmi(uint8_t *index, const permkern_axis *axis, unsigned rank,
                                                  unsigned shift)
{
    const __m512i low = _mm512_cvtepu8_epi16(_mm256_loadu_si256((const void *)byte_places));
    const __m512i high = _mm512_add_epi16(low, _mm512_set1_epi16(32));
    __m512i from_low = low;
    __m512i from_high = high;
    size_t reach = (size_t)1 << shift;
    for (unsigned k = rank; k-- > 0;) {
        const __m512i by = _mm512_set1_epi16((short)reciprocals[axis[k].out_stride]);
        const __m512i weight = _mm512_set1_epi16((short)(axis[k].in_stride - reach));
        const bool whole = axis[k].out_stride == 1;
        const __m512i at_low = whole ? low : _mm512_mulhi_epu16(low, by);
        const __m512i at_high = whole ? high : _mm512_mulhi_epu16(high, by);
        from_low = _mm512_add_epi16(from_low, _mm512_mullo_epi16(at_low, weight));
        from_high = _mm512_add_epi16(from_high, _mm512_mullo_epi16(at_high, weight));
        reach = axis[k].extent * axis[k].in_stride;
    }
    _mm256_storeu_si256((void *)index, _mm512_cvtepi16_epi8(from_low));
    _mm256_storeu_si256((void *)(index + 32), _mm512_cvtepi16_epi8(from_high));
}

void permkern_tile_avx512vbmi(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_tile(&permkern_avx512vbmi, axis, form, in, out);
}

void permkern_runs_avx512vbmi(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_runs(&permkern_avx512vbmi, axis, form, in, out);
}

/* clang-format off */
const permkern_vector_set permkern_avx512vbmi = {
    .narrower = &permkern_avx512,
    .tile = permkern_tile_avx512vbmi,
    .runs = permkern_runs_avx512vbmi,
    .copy = copy_avx512vbmi,
    .stream = stream_avx512vbmi,
    .fence = fence_avx512vbmi,
    .small = small_avx512vbmi,
    .small_bytes = 64,
    .index = index_avx512vbmi,
    .width = {
        [0] = {
            .stream = NULL,
            .split3 = x8_split3_avx512vbmi,
            .join3 = x8_join3_avx512vbmi,
            .most_rows = 6,
            .most_cols = 4,
        },
        [1] = {
            .stream = NULL,
            .split3 = x16_split3_avx512vbmi,
            .join3 = x16_join3_avx512vbmi,
            .most_rows = 5,
            .most_cols = 3,
        },
        [2] = {
            .stream = NULL,
            .split3 = x32_split3_avx512vbmi,
            .join3 = x32_join3_avx512vbmi,
            .most_rows = 4,
            .most_cols = 2,
        },
        [3] = {
            .stream = NULL,
            .split3 = x64_split3_avx512vbmi,
            .join3 = x64_join3_avx512vbmi,
            .most_rows = 3,
            .most_cols = 1,
        },
    },
};
/* clang-format on */
#endif
