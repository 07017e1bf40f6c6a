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
    const uint64_t m0 = 0x9249249249249249U;
    const uint64_t m1 = 0x2492492492492492U;
    const uint64_t m2 = 0x4924924924924924U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x8_split3_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x8_split3_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x8_split3_order_avx512vbmi[2]));
    for (; count >= 64; count -= 64) {
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
        const size_t bytes = count * 3;
        const __m512i behind = _mm512_set1_epi8((char)*in);
        const uint64_t some0 = permkern_first_bytes(bytes, 0);
        const __m512i v0 = _mm512_mask_loadu_epi8(behind, some0, (const void *)((uintptr_t)in));
        const uint64_t some1 = permkern_first_bytes(bytes, 64);
        const __m512i v1 = _mm512_mask_loadu_epi8(behind, some1, (const void *)((uintptr_t)in + 64));
        const uint64_t some2 = permkern_first_bytes(bytes, 128);
        const __m512i v2 = _mm512_mask_loadu_epi8(behind, some2, (const void *)((uintptr_t)in + 128));
        const uint64_t some = permkern_first_bytes(count, 0);
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

PERMKERN_TARGET_VBMI static void x8_join3_avx512vbmi(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    const uint64_t m0 = 0x9249249249249249U;
    const uint64_t m1 = 0x2492492492492492U;
    const uint64_t m2 = 0x4924924924924924U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x8_join3_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x8_join3_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x8_join3_order_avx512vbmi[2]));
    for (; count >= 64; count -= 64) {
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
        const size_t bytes = count;
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
static const uint8_t x8_split3_back_order_avx512vbmi[3][64] = {
    {61, 58, 55, 52, 49, 46, 43, 40, 37, 34, 31, 28, 25, 22, 19, 16, 13, 10, 7, 4, 1,  62,
     59, 56, 53, 50, 47, 44, 41, 38, 35, 32, 29, 26, 23, 20, 17, 14, 11, 8,  5, 2, 63, 60,
     57, 54, 51, 48, 45, 42, 39, 36, 33, 30, 27, 24, 21, 18, 15, 12, 9,  6,  3, 0},
    {62, 59, 56, 53, 50, 47, 44, 41, 38, 35, 32, 29, 26, 23, 20, 17, 14, 11, 8, 5, 2, 63,
     60, 57, 54, 51, 48, 45, 42, 39, 36, 33, 30, 27, 24, 21, 18, 15, 12, 9,  6, 3, 0, 61,
     58, 55, 52, 49, 46, 43, 40, 37, 34, 31, 28, 25, 22, 19, 16, 13, 10, 7,  4, 1},
    {63, 60, 57, 54, 51, 48, 45, 42, 39, 36, 33, 30, 27, 24, 21, 18, 15, 12, 9, 6, 3, 0,
     61, 58, 55, 52, 49, 46, 43, 40, 37, 34, 31, 28, 25, 22, 19, 16, 13, 10, 7, 4, 1, 62,
     59, 56, 53, 50, 47, 44, 41, 38, 35, 32, 29, 26, 23, 20, 17, 14, 11, 8,  5, 2},
};

static const uint8_t x8_join3_back_order_avx512vbmi[3][64] = {
    {63, 20, 41, 62, 19, 40, 61, 18, 39, 60, 17, 38, 59, 16, 37, 58, 15, 36, 57, 14, 35, 56,
     13, 34, 55, 12, 33, 54, 11, 32, 53, 10, 31, 52, 9,  30, 51, 8,  29, 50, 7,  28, 49, 6,
     27, 48, 5,  26, 47, 4,  25, 46, 3,  24, 45, 2,  23, 44, 1,  22, 43, 0,  21, 42},
    {42, 63, 20, 41, 62, 19, 40, 61, 18, 39, 60, 17, 38, 59, 16, 37, 58, 15, 36, 57, 14, 35,
     56, 13, 34, 55, 12, 33, 54, 11, 32, 53, 10, 31, 52, 9,  30, 51, 8,  29, 50, 7,  28, 49,
     6,  27, 48, 5,  26, 47, 4,  25, 46, 3,  24, 45, 2,  23, 44, 1,  22, 43, 0,  21},
    {21, 42, 63, 20, 41, 62, 19, 40, 61, 18, 39, 60, 17, 38, 59, 16, 37, 58, 15, 36, 57, 14,
     35, 56, 13, 34, 55, 12, 33, 54, 11, 32, 53, 10, 31, 52, 9,  30, 51, 8,  29, 50, 7,  28,
     49, 6,  27, 48, 5,  26, 47, 4,  25, 46, 3,  24, 45, 2,  23, 44, 1,  22, 43, 0},
};

PERMKERN_TARGET_VBMI static void x8_split3_back_avx512vbmi(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    const uint64_t m0 = 0x9249249249249249U;
    const uint64_t m1 = 0x2492492492492492U;
    const uint64_t m2 = 0x4924924924924924U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x8_split3_back_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x8_split3_back_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x8_split3_back_order_avx512vbmi[2]));
    for (; count >= 64; count -= 64) {
        const uint8_t *const from = in + (count - 64) * 3;
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
        const size_t bytes = count * 3;
        const __m512i behind = _mm512_set1_epi8((char)*in);
        const uint64_t some0 = ~permkern_first_bytes(192 - bytes, 0);
        const __m512i v0 = _mm512_mask_loadu_epi8(behind, some0, (const void *)((uintptr_t)in + bytes - 192));
        const uint64_t some1 = ~permkern_first_bytes(192 - bytes, 64);
        const __m512i v1 = _mm512_mask_loadu_epi8(behind, some1, (const void *)((uintptr_t)in + bytes - 128));
        const uint64_t some2 = ~permkern_first_bytes(192 - bytes, 128);
        const __m512i v2 = _mm512_mask_loadu_epi8(behind, some2, (const void *)((uintptr_t)in + bytes - 64));
        const uint64_t some = permkern_first_bytes(count, 0);
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

PERMKERN_TARGET_VBMI static void x8_join3_back_avx512vbmi(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    const uint64_t m0 = 0x9249249249249249U;
    const uint64_t m1 = 0x2492492492492492U;
    const uint64_t m2 = 0x4924924924924924U;
    const __m512i order0 = _mm512_loadu_si512((const void *)(x8_join3_back_order_avx512vbmi[0]));
    const __m512i order1 = _mm512_loadu_si512((const void *)(x8_join3_back_order_avx512vbmi[1]));
    const __m512i order2 = _mm512_loadu_si512((const void *)(x8_join3_back_order_avx512vbmi[2]));
    for (; count >= 64; count -= 64) {
        const uint8_t *const from = in + (count - 64);
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
        const size_t bytes = count;
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

#endif /* PERMKERN_AVX512VBMI_CHANNELS8_H */
