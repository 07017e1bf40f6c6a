/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Three channels of 32-bit elements for x86 with AVX-512 F, BW, DQ, VL and VBMI.
 * Part of permkern_avx512vbmi.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX512VBMI_CHANNELS32_H
#define PERMKERN_AVX512VBMI_CHANNELS32_H

/*
 * Three channels of 32 bits, 16 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
static const uint8_t x32_split3_order_avx512vbmi[3][64] = {
    {0,  1,  2, 3, 12, 13, 14, 15, 24, 25, 26, 27, 36, 37, 38, 39, 48, 49, 50, 51, 60, 61,
     62, 63, 8, 9, 10, 11, 20, 21, 22, 23, 32, 33, 34, 35, 44, 45, 46, 47, 56, 57, 58, 59,
     4,  5,  6, 7, 16, 17, 18, 19, 28, 29, 30, 31, 40, 41, 42, 43, 52, 53, 54, 55},
    {4, 5, 6,  7,  16, 17, 18, 19, 28, 29, 30, 31, 40, 41, 42, 43, 52, 53, 54, 55, 0,  1,
     2, 3, 12, 13, 14, 15, 24, 25, 26, 27, 36, 37, 38, 39, 48, 49, 50, 51, 60, 61, 62, 63,
     8, 9, 10, 11, 20, 21, 22, 23, 32, 33, 34, 35, 44, 45, 46, 47, 56, 57, 58, 59},
    {8,  9,  10, 11, 20, 21, 22, 23, 32, 33, 34, 35, 44, 45, 46, 47, 56, 57, 58, 59, 4, 5,
     6,  7,  16, 17, 18, 19, 28, 29, 30, 31, 40, 41, 42, 43, 52, 53, 54, 55, 0,  1,  2, 3,
     12, 13, 14, 15, 24, 25, 26, 27, 36, 37, 38, 39, 48, 49, 50, 51, 60, 61, 62, 63},
};

static const uint8_t x32_join3_order_avx512vbmi[3][64] = {
    {0,  1,  2,  3,  44, 45, 46, 47, 24, 25, 26, 27, 4,  5,  6,  7,  48, 49, 50, 51, 28, 29,
     30, 31, 8,  9,  10, 11, 52, 53, 54, 55, 32, 33, 34, 35, 12, 13, 14, 15, 56, 57, 58, 59,
     36, 37, 38, 39, 16, 17, 18, 19, 60, 61, 62, 63, 40, 41, 42, 43, 20, 21, 22, 23},
    {20, 21, 22, 23, 0,  1,  2,  3,  44, 45, 46, 47, 24, 25, 26, 27, 4,  5,  6,  7,  48, 49,
     50, 51, 28, 29, 30, 31, 8,  9,  10, 11, 52, 53, 54, 55, 32, 33, 34, 35, 12, 13, 14, 15,
     56, 57, 58, 59, 36, 37, 38, 39, 16, 17, 18, 19, 60, 61, 62, 63, 40, 41, 42, 43},
    {40, 41, 42, 43, 20, 21, 22, 23, 0,  1,  2,  3,  44, 45, 46, 47, 24, 25, 26, 27, 4,  5,
     6,  7,  48, 49, 50, 51, 28, 29, 30, 31, 8,  9,  10, 11, 52, 53, 54, 55, 32, 33, 34, 35,
     12, 13, 14, 15, 56, 57, 58, 59, 36, 37, 38, 39, 16, 17, 18, 19, 60, 61, 62, 63},
};

PERMKERN_TARGET_VBMI static void x32_split3_avx512vbmi(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 16) {
        permkern_vector_split(&permkern_avx512vbmi, 2, 3, in, out, stride, count);
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
        permkern_vector_join(&permkern_avx512vbmi, 2, 3, in, stride, out, count);
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

#endif /* PERMKERN_AVX512VBMI_CHANNELS32_H */
