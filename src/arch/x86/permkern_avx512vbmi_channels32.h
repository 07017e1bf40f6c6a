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
    const uint64_t m0 = 0xf00f00f00f00f00fU;
    const uint64_t m1 = 0xf00f00f00f00f0U;
    const uint64_t m2 = 0xf00f00f00f00f00U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x32_split3_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x32_split3_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x32_split3_order_avx512vbmi[2]));
    for (; count >= 16; count -= 16) {
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
        _mm512_storeu_si512((void *)(permkern_at_out(out, stride)), y1);
        /* Channel 2, put in order. */
        const __m512i s2 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m1, v0, v1), v2);
        const __m512i y2 = _mm512_permutexvar_epi8(order2, s2);
        _mm512_storeu_si512((void *)(permkern_at_out(out, 2 * stride)), y2);
        in += 192;
        out += 64;
    }
    if (count != 0) { /* fewer pixels than a block */
        const size_t bytes = count * 12;
        const __m512i behind = _mm512_set1_epi8((char)*in);
        const uint64_t some0 = permkern_first_bytes(bytes, 0);
        const __m512i v0 = _mm512_mask_loadu_epi8(behind, some0, (const void *)((uintptr_t)in));
        const uint64_t some1 = permkern_first_bytes(bytes, 64);
        const __m512i v1 = _mm512_mask_loadu_epi8(behind, some1, (const void *)((uintptr_t)in + 64));
        const uint64_t some2 = permkern_first_bytes(bytes, 128);
        const __m512i v2 = _mm512_mask_loadu_epi8(behind, some2, (const void *)((uintptr_t)in + 128));
        const uint64_t some = permkern_first_bytes(count * 4, 0);
        const __m512i s0 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m2, v0, v1), v2);
        const __m512i y0 = _mm512_permutexvar_epi8(order0, s0);
        _mm512_mask_storeu_epi8((void *)(out), some, y0);
        const __m512i s1 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m0, v0, v1), v2);
        const __m512i y1 = _mm512_permutexvar_epi8(order1, s1);
        _mm512_mask_storeu_epi8((void *)(permkern_at_out(out, stride)), some, y1);
        const __m512i s2 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m1, v0, v1), v2);
        const __m512i y2 = _mm512_permutexvar_epi8(order2, s2);
        _mm512_mask_storeu_epi8((void *)(permkern_at_out(out, 2 * stride)), some, y2);
    }
}

PERMKERN_TARGET_VBMI static void x32_join3_avx512vbmi(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    const uint64_t m0 = 0xf00f00f00f00f00fU;
    const uint64_t m1 = 0xf00f00f00f00f0U;
    const uint64_t m2 = 0xf00f00f00f00f00U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x32_join3_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x32_join3_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x32_join3_order_avx512vbmi[2]));
    for (; count >= 16; count -= 16) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const __m512i x0 = _mm512_loadu_si512((const void *)(in));
        const __m512i y0 = _mm512_permutexvar_epi8(order0, x0);
        const __m512i x1 = _mm512_loadu_si512((const void *)(permkern_at(in, stride)));
        const __m512i y1 = _mm512_permutexvar_epi8(order1, x1);
        const __m512i x2 = _mm512_loadu_si512((const void *)(permkern_at(in, 2 * stride)));
        const __m512i y2 = _mm512_permutexvar_epi8(order2, x2);
        /* Piece 0 of the pixels. */
        const __m512i v0 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m1, y0, y1), y2);
        _mm512_storeu_si512((void *)(out), v0);
        /* Piece 1 of the pixels. */
        const __m512i v1 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 64), v1);
        /* Piece 2 of the pixels. */
        const __m512i v2 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 128), v2);
        in += 64;
        out += 192;
    }
    if (count != 0) { /* fewer pixels than a block */
        const size_t bytes = count * 4;
        const __m512i behind = _mm512_set1_epi8((char)*in);
        const uint64_t some = permkern_first_bytes(bytes, 0);
        const uintptr_t first = (uintptr_t)in;
        const __m512i x0 = _mm512_mask_loadu_epi8(behind, some, (const void *)(first));
        const __m512i y0 = _mm512_permutexvar_epi8(order0, x0);
        const __m512i x1 = _mm512_mask_loadu_epi8(behind, some, (const void *)(first + stride));
        const __m512i y1 = _mm512_permutexvar_epi8(order1, x1);
        const __m512i x2 = _mm512_mask_loadu_epi8(behind, some, (const void *)(first + 2 * stride));
        const __m512i y2 = _mm512_permutexvar_epi8(order2, x2);
        const __m512i v0 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m1, y0, y1), y2);
        _mm512_mask_storeu_epi8((void *)((uintptr_t)out), permkern_first_bytes(3 * bytes, 0), v0);
        const __m512i v1 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, y0, y1), y2);
        _mm512_mask_storeu_epi8((void *)((uintptr_t)out + 64), permkern_first_bytes(3 * bytes, 64), v1);
        const __m512i v2 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, y0, y1), y2);
        _mm512_mask_storeu_epi8((void *)((uintptr_t)out + 128), permkern_first_bytes(3 * bytes, 128), v2);
    }
}

/* The last pixels first: indices are those of the opposite order. */
static const uint8_t x32_split3_back_order_avx512vbmi[3][64] = {
    {52, 53, 54, 55, 40, 41, 42, 43, 28, 29, 30, 31, 16, 17, 18, 19, 4,  5,  6,  7,  56, 57,
     58, 59, 44, 45, 46, 47, 32, 33, 34, 35, 20, 21, 22, 23, 8,  9,  10, 11, 60, 61, 62, 63,
     48, 49, 50, 51, 36, 37, 38, 39, 24, 25, 26, 27, 12, 13, 14, 15, 0,  1,  2,  3},
    {56, 57, 58, 59, 44, 45, 46, 47, 32, 33, 34, 35, 20, 21, 22, 23, 8,  9,  10, 11, 60, 61,
     62, 63, 48, 49, 50, 51, 36, 37, 38, 39, 24, 25, 26, 27, 12, 13, 14, 15, 0,  1,  2,  3,
     52, 53, 54, 55, 40, 41, 42, 43, 28, 29, 30, 31, 16, 17, 18, 19, 4,  5,  6,  7},
    {60, 61, 62, 63, 48, 49, 50, 51, 36, 37, 38, 39, 24, 25, 26, 27, 12, 13, 14, 15, 0, 1,
     2,  3,  52, 53, 54, 55, 40, 41, 42, 43, 28, 29, 30, 31, 16, 17, 18, 19, 4,  5,  6, 7,
     56, 57, 58, 59, 44, 45, 46, 47, 32, 33, 34, 35, 20, 21, 22, 23, 8,  9,  10, 11},
};

static const uint8_t x32_join3_back_order_avx512vbmi[3][64] = {
    {60, 61, 62, 63, 16, 17, 18, 19, 36, 37, 38, 39, 56, 57, 58, 59, 12, 13, 14, 15, 32, 33,
     34, 35, 52, 53, 54, 55, 8,  9,  10, 11, 28, 29, 30, 31, 48, 49, 50, 51, 4,  5,  6,  7,
     24, 25, 26, 27, 44, 45, 46, 47, 0,  1,  2,  3,  20, 21, 22, 23, 40, 41, 42, 43},
    {40, 41, 42, 43, 60, 61, 62, 63, 16, 17, 18, 19, 36, 37, 38, 39, 56, 57, 58, 59, 12, 13,
     14, 15, 32, 33, 34, 35, 52, 53, 54, 55, 8,  9,  10, 11, 28, 29, 30, 31, 48, 49, 50, 51,
     4,  5,  6,  7,  24, 25, 26, 27, 44, 45, 46, 47, 0,  1,  2,  3,  20, 21, 22, 23},
    {20, 21, 22, 23, 40, 41, 42, 43, 60, 61, 62, 63, 16, 17, 18, 19, 36, 37, 38, 39, 56, 57,
     58, 59, 12, 13, 14, 15, 32, 33, 34, 35, 52, 53, 54, 55, 8,  9,  10, 11, 28, 29, 30, 31,
     48, 49, 50, 51, 4,  5,  6,  7,  24, 25, 26, 27, 44, 45, 46, 47, 0,  1,  2,  3},
};

PERMKERN_TARGET_VBMI static void x32_split3_back_avx512vbmi(const uint8_t *in, uint8_t *out, size_t stride,
                                                            size_t count)
{
    const uint64_t m0 = 0xf00f00f00f00f00fU;
    const uint64_t m1 = 0xf00f00f00f00f0U;
    const uint64_t m2 = 0xf00f00f00f00f00U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x32_split3_back_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x32_split3_back_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x32_split3_back_order_avx512vbmi[2]));
    for (; count >= 16; count -= 16) {
        const uint8_t *const from = in + (count - 16) * 12;
        __m512i v0 = _mm512_loadu_si512((const void *)(from));
        __m512i v1 = _mm512_loadu_si512((const void *)(from + 64));
        __m512i v2 = _mm512_loadu_si512((const void *)(from + 128));
        /* Channel 0, put in order. */
        const __m512i s0 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m2, v0, v1), v2);
        const __m512i y0 = _mm512_permutexvar_epi8(order0, s0);
        _mm512_storeu_si512((void *)(out), y0);
        /* Channel 1, put in order. */
        const __m512i s1 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m0, v0, v1), v2);
        const __m512i y1 = _mm512_permutexvar_epi8(order1, s1);
        _mm512_storeu_si512((void *)(permkern_at_out(out, stride)), y1);
        /* Channel 2, put in order. */
        const __m512i s2 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m1, v0, v1), v2);
        const __m512i y2 = _mm512_permutexvar_epi8(order2, s2);
        _mm512_storeu_si512((void *)(permkern_at_out(out, 2 * stride)), y2);
        out += 64;
    }
    if (count != 0) { /* fewer pixels than a block */
        const size_t bytes = count * 12;
        const __m512i behind = _mm512_set1_epi8((char)*in);
        const uint64_t some0 = ~permkern_first_bytes(192 - bytes, 0);
        const __m512i v0 = _mm512_mask_loadu_epi8(behind, some0, (const void *)((uintptr_t)in + bytes - 192));
        const uint64_t some1 = ~permkern_first_bytes(192 - bytes, 64);
        const __m512i v1 = _mm512_mask_loadu_epi8(behind, some1, (const void *)((uintptr_t)in + bytes - 128));
        const uint64_t some2 = ~permkern_first_bytes(192 - bytes, 128);
        const __m512i v2 = _mm512_mask_loadu_epi8(behind, some2, (const void *)((uintptr_t)in + bytes - 64));
        const uint64_t some = permkern_first_bytes(count * 4, 0);
        const __m512i s0 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m2, v0, v1), v2);
        const __m512i y0 = _mm512_permutexvar_epi8(order0, s0);
        _mm512_mask_storeu_epi8((void *)(out), some, y0);
        const __m512i s1 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m0, v0, v1), v2);
        const __m512i y1 = _mm512_permutexvar_epi8(order1, s1);
        _mm512_mask_storeu_epi8((void *)(permkern_at_out(out, stride)), some, y1);
        const __m512i s2 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m1, v0, v1), v2);
        const __m512i y2 = _mm512_permutexvar_epi8(order2, s2);
        _mm512_mask_storeu_epi8((void *)(permkern_at_out(out, 2 * stride)), some, y2);
    }
}

PERMKERN_TARGET_VBMI static void x32_join3_back_avx512vbmi(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    const uint64_t m0 = 0xf00f00f00f00f00fU;
    const uint64_t m1 = 0xf00f00f00f00f0U;
    const uint64_t m2 = 0xf00f00f00f00f00U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x32_join3_back_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x32_join3_back_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x32_join3_back_order_avx512vbmi[2]));
    for (; count >= 16; count -= 16) {
        const uint8_t *const from = in + (count - 16) * 4;
        /* The three channels, each in the order in which the registers of pixels have it. */
        const __m512i x0 = _mm512_loadu_si512((const void *)(from));
        const __m512i y0 = _mm512_permutexvar_epi8(order0, x0);
        const __m512i x1 = _mm512_loadu_si512((const void *)(permkern_at(from, stride)));
        const __m512i y1 = _mm512_permutexvar_epi8(order1, x1);
        const __m512i x2 = _mm512_loadu_si512((const void *)(permkern_at(from, 2 * stride)));
        const __m512i y2 = _mm512_permutexvar_epi8(order2, x2);
        /* Piece 0 of the pixels. */
        const __m512i v0 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m1, y0, y1), y2);
        _mm512_storeu_si512((void *)(out), v0);
        /* Piece 1 of the pixels. */
        const __m512i v1 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 64), v1);
        /* Piece 2 of the pixels. */
        const __m512i v2 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 128), v2);
        out += 192;
    }
    if (count != 0) { /* fewer pixels than a block */
        const size_t bytes = count * 4;
        const __m512i behind = _mm512_set1_epi8((char)*in);
        const uint64_t some = ~permkern_first_bytes(64 - bytes, 0);
        const uintptr_t first = (uintptr_t)in + bytes - 64;
        const __m512i x0 = _mm512_mask_loadu_epi8(behind, some, (const void *)(first));
        const __m512i y0 = _mm512_permutexvar_epi8(order0, x0);
        const __m512i x1 = _mm512_mask_loadu_epi8(behind, some, (const void *)(first + stride));
        const __m512i y1 = _mm512_permutexvar_epi8(order1, x1);
        const __m512i x2 = _mm512_mask_loadu_epi8(behind, some, (const void *)(first + 2 * stride));
        const __m512i y2 = _mm512_permutexvar_epi8(order2, x2);
        const __m512i v0 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m1, y0, y1), y2);
        _mm512_mask_storeu_epi8((void *)((uintptr_t)out), permkern_first_bytes(3 * bytes, 0), v0);
        const __m512i v1 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, y0, y1), y2);
        _mm512_mask_storeu_epi8((void *)((uintptr_t)out + 64), permkern_first_bytes(3 * bytes, 64), v1);
        const __m512i v2 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, y0, y1), y2);
        _mm512_mask_storeu_epi8((void *)((uintptr_t)out + 128), permkern_first_bytes(3 * bytes, 128), v2);
    }
}

#endif /* PERMKERN_AVX512VBMI_CHANNELS32_H */
