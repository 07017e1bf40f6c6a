/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Three channels of 8-bit elements for x86 with AVX-512 F, BW, DQ, VL and VBMI.
 * Part of permkern_avx512vbmi.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX512VBMI_CHANNELS8_H
#define PERMKERN_AVX512VBMI_CHANNELS8_H

/*
 * Three channels of 8 bits, 64 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
static const uint8_t x8_split3_order_avx512vbmi[3][64] = {
    {0, 3, 6,  9,  12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 63,
     2, 5, 8,  11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50, 53, 56, 59, 62, 1,
     4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34, 37, 40, 43, 46, 49, 52, 55, 58, 61},
    {1, 4, 7,  10, 13, 16, 19, 22, 25, 28, 31, 34, 37, 40, 43, 46, 49, 52, 55, 58, 61, 0,
     3, 6, 9,  12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 63, 2,
     5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50, 53, 56, 59, 62},
    {2, 5, 8,  11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50, 53, 56, 59, 62, 1,
     4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34, 37, 40, 43, 46, 49, 52, 55, 58, 61, 0,  3,
     6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 63},
};

static const uint8_t x8_join3_order_avx512vbmi[3][64] = {
    {0,  43, 22, 1,  44, 23, 2,  45, 24, 3,  46, 25, 4,  47, 26, 5,  48, 27, 6,  49, 28, 7,
     50, 29, 8,  51, 30, 9,  52, 31, 10, 53, 32, 11, 54, 33, 12, 55, 34, 13, 56, 35, 14, 57,
     36, 15, 58, 37, 16, 59, 38, 17, 60, 39, 18, 61, 40, 19, 62, 41, 20, 63, 42, 21},
    {21, 0,  43, 22, 1,  44, 23, 2,  45, 24, 3,  46, 25, 4,  47, 26, 5,  48, 27, 6,  49, 28,
     7,  50, 29, 8,  51, 30, 9,  52, 31, 10, 53, 32, 11, 54, 33, 12, 55, 34, 13, 56, 35, 14,
     57, 36, 15, 58, 37, 16, 59, 38, 17, 60, 39, 18, 61, 40, 19, 62, 41, 20, 63, 42},
    {42, 21, 0,  43, 22, 1,  44, 23, 2,  45, 24, 3,  46, 25, 4,  47, 26, 5,  48, 27, 6,  49,
     28, 7,  50, 29, 8,  51, 30, 9,  52, 31, 10, 53, 32, 11, 54, 33, 12, 55, 34, 13, 56, 35,
     14, 57, 36, 15, 58, 37, 16, 59, 38, 17, 60, 39, 18, 61, 40, 19, 62, 41, 20, 63},
};

PERMKERN_TARGET_VBMI static void x8_split3_avx512vbmi(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 64) {
        permkern_vector_split(&permkern_avx512vbmi, 0, 3, in, out, stride, count);
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
        permkern_vector_join(&permkern_avx512vbmi, 0, 3, in, stride, out, count);
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

#endif /* PERMKERN_AVX512VBMI_CHANNELS8_H */
