/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Three channels of 16-bit elements for x86 with AVX-512 F, BW, DQ, VL and VBMI.
 * Part of permkern_avx512vbmi.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX512VBMI_CHANNELS16_H
#define PERMKERN_AVX512VBMI_CHANNELS16_H

/*
 * Three channels of 16 bits, 32 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
static const uint8_t x16_split3_order_avx512vbmi[3][64] = {
    {0, 1, 6,  7,  12, 13, 18, 19, 24, 25, 30, 31, 36, 37, 42, 43, 48, 49, 54, 55, 60, 61,
     2, 3, 8,  9,  14, 15, 20, 21, 26, 27, 32, 33, 38, 39, 44, 45, 50, 51, 56, 57, 62, 63,
     4, 5, 10, 11, 16, 17, 22, 23, 28, 29, 34, 35, 40, 41, 46, 47, 52, 53, 58, 59},
    {2, 3, 8,  9,  14, 15, 20, 21, 26, 27, 32, 33, 38, 39, 44, 45, 50, 51, 56, 57, 62, 63,
     4, 5, 10, 11, 16, 17, 22, 23, 28, 29, 34, 35, 40, 41, 46, 47, 52, 53, 58, 59, 0,  1,
     6, 7, 12, 13, 18, 19, 24, 25, 30, 31, 36, 37, 42, 43, 48, 49, 54, 55, 60, 61},
    {4, 5, 10, 11, 16, 17, 22, 23, 28, 29, 34, 35, 40, 41, 46, 47, 52, 53, 58, 59, 0, 1,
     6, 7, 12, 13, 18, 19, 24, 25, 30, 31, 36, 37, 42, 43, 48, 49, 54, 55, 60, 61, 2, 3,
     8, 9, 14, 15, 20, 21, 26, 27, 32, 33, 38, 39, 44, 45, 50, 51, 56, 57, 62, 63},
};

static const uint8_t x16_join3_order_avx512vbmi[3][64] = {
    {0,  1,  22, 23, 44, 45, 2,  3,  24, 25, 46, 47, 4,  5,  26, 27, 48, 49, 6,  7,  28, 29,
     50, 51, 8,  9,  30, 31, 52, 53, 10, 11, 32, 33, 54, 55, 12, 13, 34, 35, 56, 57, 14, 15,
     36, 37, 58, 59, 16, 17, 38, 39, 60, 61, 18, 19, 40, 41, 62, 63, 20, 21, 42, 43},
    {42, 43, 0,  1,  22, 23, 44, 45, 2,  3,  24, 25, 46, 47, 4,  5,  26, 27, 48, 49, 6,  7,
     28, 29, 50, 51, 8,  9,  30, 31, 52, 53, 10, 11, 32, 33, 54, 55, 12, 13, 34, 35, 56, 57,
     14, 15, 36, 37, 58, 59, 16, 17, 38, 39, 60, 61, 18, 19, 40, 41, 62, 63, 20, 21},
    {20, 21, 42, 43, 0,  1,  22, 23, 44, 45, 2,  3,  24, 25, 46, 47, 4,  5,  26, 27, 48, 49,
     6,  7,  28, 29, 50, 51, 8,  9,  30, 31, 52, 53, 10, 11, 32, 33, 54, 55, 12, 13, 34, 35,
     56, 57, 14, 15, 36, 37, 58, 59, 16, 17, 38, 39, 60, 61, 18, 19, 40, 41, 62, 63},
};

PERMKERN_TARGET_VBMI static void x16_split3_avx512vbmi(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    const uint64_t m0 = 0x30c30c30c30c30c3U;
    const uint64_t m1 = 0xc30c30c30c30c30cU;
    const uint64_t m2 = 0xc30c30c30c30c30U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x16_split3_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x16_split3_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x16_split3_order_avx512vbmi[2]));
    for (; count >= 32; count -= 32) {
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
        _mm512_storeu_si512((void *)(permkern_at_out(out, stride)), y1);
        /* Channel 2, put in order. */
        const __m512i s2 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, v0, v1), v2);
        const __m512i y2 = _mm512_permutexvar_epi8(order2, s2);
        _mm512_storeu_si512((void *)(permkern_at_out(out, 2 * stride)), y2);
        in += 192;
        out += 64;
    }
    if (count != 0) { /* fewer pixels than a block */
        const size_t bytes = count * 6;
        const __m512i behind = _mm512_set1_epi8((char)*in);
        const uint64_t some0 = permkern_first_bytes(bytes, 0);
        const __m512i v0 = _mm512_mask_loadu_epi8(behind, some0, (const void *)((uintptr_t)in));
        const uint64_t some1 = permkern_first_bytes(bytes, 64);
        const __m512i v1 = _mm512_mask_loadu_epi8(behind, some1, (const void *)((uintptr_t)in + 64));
        const uint64_t some2 = permkern_first_bytes(bytes, 128);
        const __m512i v2 = _mm512_mask_loadu_epi8(behind, some2, (const void *)((uintptr_t)in + 128));
        const uint64_t some = permkern_first_bytes(count * 2, 0);
        const __m512i s0 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m1, v0, v1), v2);
        const __m512i y0 = _mm512_permutexvar_epi8(order0, s0);
        _mm512_mask_storeu_epi8((void *)(out), some, y0);
        const __m512i s1 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, v0, v1), v2);
        const __m512i y1 = _mm512_permutexvar_epi8(order1, s1);
        _mm512_mask_storeu_epi8((void *)(permkern_at_out(out, stride)), some, y1);
        const __m512i s2 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, v0, v1), v2);
        const __m512i y2 = _mm512_permutexvar_epi8(order2, s2);
        _mm512_mask_storeu_epi8((void *)(permkern_at_out(out, 2 * stride)), some, y2);
    }
}

PERMKERN_TARGET_VBMI static void x16_join3_avx512vbmi(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    const uint64_t m0 = 0x30c30c30c30c30c3U;
    const uint64_t m1 = 0xc30c30c30c30c30cU;
    const uint64_t m2 = 0xc30c30c30c30c30U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x16_join3_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x16_join3_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x16_join3_order_avx512vbmi[2]));
    for (; count >= 32; count -= 32) {
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
        const __m512i v1 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 64), v1);
        /* Piece 2 of the pixels. */
        const __m512i v2 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 128), v2);
        in += 64;
        out += 192;
    }
    if (count != 0) { /* fewer pixels than a block */
        const size_t bytes = count * 2;
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
        const __m512i v1 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, y0, y1), y2);
        _mm512_mask_storeu_epi8((void *)((uintptr_t)out + 64), permkern_first_bytes(3 * bytes, 64), v1);
        const __m512i v2 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, y0, y1), y2);
        _mm512_mask_storeu_epi8((void *)((uintptr_t)out + 128), permkern_first_bytes(3 * bytes, 128), v2);
    }
}

/* The last pixels first: indices are those of the opposite order. */
static const uint8_t x16_split3_back_order_avx512vbmi[3][64] = {
    {58, 59, 52, 53, 46, 47, 40, 41, 34, 35, 28, 29, 22, 23, 16, 17, 10, 11, 4, 5, 62, 63,
     56, 57, 50, 51, 44, 45, 38, 39, 32, 33, 26, 27, 20, 21, 14, 15, 8,  9,  2, 3, 60, 61,
     54, 55, 48, 49, 42, 43, 36, 37, 30, 31, 24, 25, 18, 19, 12, 13, 6,  7,  0, 1},
    {60, 61, 54, 55, 48, 49, 42, 43, 36, 37, 30, 31, 24, 25, 18, 19, 12, 13, 6, 7, 0,  1,
     58, 59, 52, 53, 46, 47, 40, 41, 34, 35, 28, 29, 22, 23, 16, 17, 10, 11, 4, 5, 62, 63,
     56, 57, 50, 51, 44, 45, 38, 39, 32, 33, 26, 27, 20, 21, 14, 15, 8,  9,  2, 3},
    {62, 63, 56, 57, 50, 51, 44, 45, 38, 39, 32, 33, 26, 27, 20, 21, 14, 15, 8, 9, 2, 3,
     60, 61, 54, 55, 48, 49, 42, 43, 36, 37, 30, 31, 24, 25, 18, 19, 12, 13, 6, 7, 0, 1,
     58, 59, 52, 53, 46, 47, 40, 41, 34, 35, 28, 29, 22, 23, 16, 17, 10, 11, 4, 5},
};

static const uint8_t x16_join3_back_order_avx512vbmi[3][64] = {
    {62, 63, 40, 41, 18, 19, 60, 61, 38, 39, 16, 17, 58, 59, 36, 37, 14, 15, 56, 57, 34, 35,
     12, 13, 54, 55, 32, 33, 10, 11, 52, 53, 30, 31, 8,  9,  50, 51, 28, 29, 6,  7,  48, 49,
     26, 27, 4,  5,  46, 47, 24, 25, 2,  3,  44, 45, 22, 23, 0,  1,  42, 43, 20, 21},
    {20, 21, 62, 63, 40, 41, 18, 19, 60, 61, 38, 39, 16, 17, 58, 59, 36, 37, 14, 15, 56, 57,
     34, 35, 12, 13, 54, 55, 32, 33, 10, 11, 52, 53, 30, 31, 8,  9,  50, 51, 28, 29, 6,  7,
     48, 49, 26, 27, 4,  5,  46, 47, 24, 25, 2,  3,  44, 45, 22, 23, 0,  1,  42, 43},
    {42, 43, 20, 21, 62, 63, 40, 41, 18, 19, 60, 61, 38, 39, 16, 17, 58, 59, 36, 37, 14, 15,
     56, 57, 34, 35, 12, 13, 54, 55, 32, 33, 10, 11, 52, 53, 30, 31, 8,  9,  50, 51, 28, 29,
     6,  7,  48, 49, 26, 27, 4,  5,  46, 47, 24, 25, 2,  3,  44, 45, 22, 23, 0,  1},
};

PERMKERN_TARGET_VBMI static void x16_split3_back_avx512vbmi(const uint8_t *in, uint8_t *out, size_t stride,
                                                            size_t count)
{
    const uint64_t m0 = 0x30c30c30c30c30c3U;
    const uint64_t m1 = 0xc30c30c30c30c30cU;
    const uint64_t m2 = 0xc30c30c30c30c30U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x16_split3_back_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x16_split3_back_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x16_split3_back_order_avx512vbmi[2]));
    for (; count >= 32; count -= 32) {
        const uint8_t *const from = in + (count - 32) * 6;
        __m512i v0 = _mm512_loadu_si512((const void *)(from));
        __m512i v1 = _mm512_loadu_si512((const void *)(from + 64));
        __m512i v2 = _mm512_loadu_si512((const void *)(from + 128));
        /* Channel 0, put in order. */
        const __m512i s0 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m1, v0, v1), v2);
        const __m512i y0 = _mm512_permutexvar_epi8(order0, s0);
        _mm512_storeu_si512((void *)(out), y0);
        /* Channel 1, put in order. */
        const __m512i s1 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, v0, v1), v2);
        const __m512i y1 = _mm512_permutexvar_epi8(order1, s1);
        _mm512_storeu_si512((void *)(permkern_at_out(out, stride)), y1);
        /* Channel 2, put in order. */
        const __m512i s2 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, v0, v1), v2);
        const __m512i y2 = _mm512_permutexvar_epi8(order2, s2);
        _mm512_storeu_si512((void *)(permkern_at_out(out, 2 * stride)), y2);
        out += 64;
    }
    if (count != 0) { /* fewer pixels than a block */
        const size_t bytes = count * 6;
        const __m512i behind = _mm512_set1_epi8((char)*in);
        const uint64_t some0 = ~permkern_first_bytes(192 - bytes, 0);
        const __m512i v0 = _mm512_mask_loadu_epi8(behind, some0, (const void *)((uintptr_t)in + bytes - 192));
        const uint64_t some1 = ~permkern_first_bytes(192 - bytes, 64);
        const __m512i v1 = _mm512_mask_loadu_epi8(behind, some1, (const void *)((uintptr_t)in + bytes - 128));
        const uint64_t some2 = ~permkern_first_bytes(192 - bytes, 128);
        const __m512i v2 = _mm512_mask_loadu_epi8(behind, some2, (const void *)((uintptr_t)in + bytes - 64));
        const uint64_t some = permkern_first_bytes(count * 2, 0);
        const __m512i s0 = _mm512_mask_blend_epi8(m2, _mm512_mask_blend_epi8(m1, v0, v1), v2);
        const __m512i y0 = _mm512_permutexvar_epi8(order0, s0);
        _mm512_mask_storeu_epi8((void *)(out), some, y0);
        const __m512i s1 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, v0, v1), v2);
        const __m512i y1 = _mm512_permutexvar_epi8(order1, s1);
        _mm512_mask_storeu_epi8((void *)(permkern_at_out(out, stride)), some, y1);
        const __m512i s2 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, v0, v1), v2);
        const __m512i y2 = _mm512_permutexvar_epi8(order2, s2);
        _mm512_mask_storeu_epi8((void *)(permkern_at_out(out, 2 * stride)), some, y2);
    }
}

PERMKERN_TARGET_VBMI static void x16_join3_back_avx512vbmi(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    const uint64_t m0 = 0x30c30c30c30c30c3U;
    const uint64_t m1 = 0xc30c30c30c30c30cU;
    const uint64_t m2 = 0xc30c30c30c30c30U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x16_join3_back_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x16_join3_back_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x16_join3_back_order_avx512vbmi[2]));
    for (; count >= 32; count -= 32) {
        const uint8_t *const from = in + (count - 32) * 2;
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
        const __m512i v1 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 64), v1);
        /* Piece 2 of the pixels. */
        const __m512i v2 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, y0, y1), y2);
        _mm512_storeu_si512((void *)(out + 128), v2);
        out += 192;
    }
    if (count != 0) { /* fewer pixels than a block */
        const size_t bytes = count * 2;
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
        const __m512i v1 = _mm512_mask_blend_epi8(m0, _mm512_mask_blend_epi8(m2, y0, y1), y2);
        _mm512_mask_storeu_epi8((void *)((uintptr_t)out + 64), permkern_first_bytes(3 * bytes, 64), v1);
        const __m512i v2 = _mm512_mask_blend_epi8(m1, _mm512_mask_blend_epi8(m0, y0, y1), y2);
        _mm512_mask_storeu_epi8((void *)((uintptr_t)out + 128), permkern_first_bytes(3 * bytes, 128), v2);
    }
}

#endif /* PERMKERN_AVX512VBMI_CHANNELS16_H */
