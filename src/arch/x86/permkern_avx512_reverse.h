/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Units in the opposite order for x86 with AVX-512 F, BW, DQ and VL.
 * Part of permkern_avx512.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_reverse.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX512_REVERSE_H
#define PERMKERN_AVX512_REVERSE_H

static const uint8_t reverse1_order_avx512[64] = {
    15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
    15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};

/* Changes the order of elements of 8 bits, 64 at a time. */
PERMKERN_TARGET_AVX512 static void reverse1_avx512(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                                   size_t lines, size_t count)
{
    const __m512i order = _mm512_loadu_si512((const void *)(reverse1_order_avx512));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count;
        for (; left >= 64; left -= 64) {
            const __m512i v0 = _mm512_loadu_si512((const void *)(in + left - 64));
            const __m512i v1 = _mm512_shuffle_epi8(v0, order);
            const __m512i v2 = _mm512_shuffle_i64x2(v1, v1, 0x1b);
            _mm512_storeu_si512((void *)(to), v2);
            to += 64;
        }
        if (left != 0) {
            /* The rest, at the end of a register that begins before the input does. */
            const void *const from = (const void *)((uintptr_t)in + left - 64);
            const __m512i behind = _mm512_set1_epi8((char)*in);
            const __m512i v0 = _mm512_mask_loadu_epi8(behind, UINT64_MAX << (64 - left), (const void *)(from));
            const __m512i v1 = _mm512_shuffle_epi8(v0, order);
            const __m512i v2 = _mm512_shuffle_i64x2(v1, v1, 0x1b);
            _mm512_mask_storeu_epi8((void *)(to), UINT64_MAX >> (64 - left), v2);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint16_t reverse2_order_avx512[32] = {31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16,
                                                   15, 14, 13, 12, 11, 10, 9,  8,  7,  6,  5,  4,  3,  2,  1,  0};

/* Changes the order of elements of 16 bits, 32 at a time. */
PERMKERN_TARGET_AVX512 static void reverse2_avx512(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                                   size_t lines, size_t count)
{
    const __m512i order = _mm512_loadu_si512((const void *)(reverse2_order_avx512));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 2;
        for (; left >= 64; left -= 64) {
            const __m512i v0 = _mm512_loadu_si512((const void *)(in + left - 64));
            const __m512i v1 = _mm512_permutexvar_epi16(order, v0);
            _mm512_storeu_si512((void *)(to), v1);
            to += 64;
        }
        if (left != 0) {
            /* The rest, at the end of a register that begins before the input does. */
            const void *const from = (const void *)((uintptr_t)in + left - 64);
            const __m512i behind = _mm512_set1_epi8((char)*in);
            const __m512i v0 = _mm512_mask_loadu_epi8(behind, UINT64_MAX << (64 - left), (const void *)(from));
            const __m512i v1 = _mm512_permutexvar_epi16(order, v0);
            _mm512_mask_storeu_epi8((void *)(to), UINT64_MAX >> (64 - left), v1);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint32_t reverse4_order_avx512[16] = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};

/* Changes the order of elements of 32 bits, 16 at a time. */
PERMKERN_TARGET_AVX512 static void reverse4_avx512(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                                   size_t lines, size_t count)
{
    const __m512i order = _mm512_loadu_si512((const void *)(reverse4_order_avx512));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 4;
        for (; left >= 64; left -= 64) {
            const __m512i v0 = _mm512_loadu_si512((const void *)(in + left - 64));
            const __m512i v1 = _mm512_permutexvar_epi32(order, v0);
            _mm512_storeu_si512((void *)(to), v1);
            to += 64;
        }
        if (left != 0) {
            /* The rest, at the end of a register that begins before the input does. */
            const void *const from = (const void *)((uintptr_t)in + left - 64);
            const __m512i behind = _mm512_set1_epi8((char)*in);
            const __m512i v0 = _mm512_mask_loadu_epi8(behind, UINT64_MAX << (64 - left), (const void *)(from));
            const __m512i v1 = _mm512_permutexvar_epi32(order, v0);
            _mm512_mask_storeu_epi8((void *)(to), UINT64_MAX >> (64 - left), v1);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint64_t reverse8_order_avx512[8] = {7, 6, 5, 4, 3, 2, 1, 0};

/* Changes the order of elements of 64 bits, 8 at a time. */
PERMKERN_TARGET_AVX512 static void reverse8_avx512(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                                   size_t lines, size_t count)
{
    const __m512i order = _mm512_loadu_si512((const void *)(reverse8_order_avx512));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 8;
        for (; left >= 64; left -= 64) {
            const __m512i v0 = _mm512_loadu_si512((const void *)(in + left - 64));
            const __m512i v1 = _mm512_permutexvar_epi64(order, v0);
            _mm512_storeu_si512((void *)(to), v1);
            to += 64;
        }
        if (left != 0) {
            /* The rest, at the end of a register that begins before the input does. */
            const void *const from = (const void *)((uintptr_t)in + left - 64);
            const __m512i behind = _mm512_set1_epi8((char)*in);
            const __m512i v0 = _mm512_mask_loadu_epi8(behind, UINT64_MAX << (64 - left), (const void *)(from));
            const __m512i v1 = _mm512_permutexvar_epi64(order, v0);
            _mm512_mask_storeu_epi8((void *)(to), UINT64_MAX >> (64 - left), v1);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint16_t reverse6_order_avx512[32] = {29, 30, 31, 26, 27, 28, 23, 24, 25, 20, 21, 22, 17, 18, 19, 14,
                                                   15, 16, 11, 12, 13, 8,  9,  10, 5,  6,  7,  2,  3,  4,  0,  0};

static const uint16_t reverse6_three_avx512[3][32] = {
    {29, 30, 31, 26, 27, 28, 23, 24, 25, 20, 21, 22, 17, 18, 19, 14,
     15, 16, 11, 12, 13, 8,  9,  10, 5,  6,  7,  2,  3,  4,  63, 0},
    {33, 28, 29, 30, 25, 26, 27, 22, 23, 24, 19, 20, 21, 16, 17, 18,
     13, 14, 15, 10, 11, 12, 7,  8,  9,  4,  5,  6,  1,  2,  3,  62},
    {31, 32, 27, 28, 29, 24, 25, 26, 21, 22, 23, 18, 19, 20, 15, 16,
     17, 12, 13, 14, 9,  10, 11, 6,  7,  8,  3,  4,  5,  0,  1,  2},
};

/* Changes the order of pixels of three elements of 16 bits, 10 at a time. */
PERMKERN_TARGET_AVX512 static void reverse6_avx512(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                                   size_t lines, size_t count)
{
    const __m512i order = _mm512_loadu_si512((const void *)(reverse6_order_avx512));
    const __m512i index0 = _mm512_loadu_si512((const void *)(reverse6_three_avx512[0]));
    const __m512i index1 = _mm512_loadu_si512((const void *)(reverse6_three_avx512[1]));
    const __m512i index2 = _mm512_loadu_si512((const void *)(reverse6_three_avx512[2]));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 6;
        for (; left >= 192; left -= 192) {
            const __m512i v0 = _mm512_loadu_si512((const void *)(in + left - 192));
            const __m512i v1 = _mm512_loadu_si512((const void *)(in + left - 128));
            const __m512i v2 = _mm512_loadu_si512((const void *)(in + left - 64));
            _mm512_storeu_si512((void *)(to), _mm512_permutex2var_epi16(v2, index0, v1));
            const __m512i w1 = _mm512_mask_blend_epi16(0x2, v0, v2);
            _mm512_storeu_si512((void *)(to + 64), _mm512_permutex2var_epi16(v1, index1, w1));
            _mm512_storeu_si512((void *)(to + 128), _mm512_permutex2var_epi16(v0, index2, v1));
            to += 192;
        }
        for (; left >= 64; left -= 60) {
            const __m512i v0 = _mm512_loadu_si512((const void *)(in + left - 64));
            const __m512i v1 = _mm512_permutexvar_epi16(order, v0);
            _mm512_storeu_si512((void *)(to), v1);
            to += 60;
        }
        if (left != 0) {
            /* The rest, at the end of a register that begins before the input does. */
            const void *const from = (const void *)((uintptr_t)in + left - 64);
            const __m512i behind = _mm512_set1_epi8((char)*in);
            const __m512i v0 = _mm512_mask_loadu_epi8(behind, UINT64_MAX << (64 - left), (const void *)(from));
            const __m512i v1 = _mm512_permutexvar_epi16(order, v0);
            _mm512_mask_storeu_epi8((void *)(to), UINT64_MAX >> (64 - left), v1);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint32_t reverse12_order_avx512[16] = {13, 14, 15, 10, 11, 12, 7, 8, 9, 4, 5, 6, 1, 2, 3, 0};

static const uint32_t reverse12_three_avx512[3][16] = {
    {13, 14, 15, 10, 11, 12, 7, 8, 9, 4, 5, 6, 1, 2, 3, 30},
    {15, 16, 11, 12, 13, 8, 9, 10, 5, 6, 7, 2, 3, 4, 31, 0},
    {17, 12, 13, 14, 9, 10, 11, 6, 7, 8, 3, 4, 5, 0, 1, 2},
};

/* Changes the order of pixels of three elements of 32 bits, 5 at a time. */
PERMKERN_TARGET_AVX512 static void reverse12_avx512(const uint8_t *in, size_t in_stride, uint8_t *out,
                                                    size_t out_stride, size_t lines, size_t count)
{
    const __m512i order = _mm512_loadu_si512((const void *)(reverse12_order_avx512));
    const __m512i index0 = _mm512_loadu_si512((const void *)(reverse12_three_avx512[0]));
    const __m512i index1 = _mm512_loadu_si512((const void *)(reverse12_three_avx512[1]));
    const __m512i index2 = _mm512_loadu_si512((const void *)(reverse12_three_avx512[2]));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 12;
        for (; left >= 192; left -= 192) {
            const __m512i v0 = _mm512_loadu_si512((const void *)(in + left - 192));
            const __m512i v1 = _mm512_loadu_si512((const void *)(in + left - 128));
            const __m512i v2 = _mm512_loadu_si512((const void *)(in + left - 64));
            _mm512_storeu_si512((void *)(to), _mm512_permutex2var_epi32(v2, index0, v1));
            const __m512i w1 = _mm512_mask_blend_epi32(0x1, v0, v2);
            _mm512_storeu_si512((void *)(to + 64), _mm512_permutex2var_epi32(v1, index1, w1));
            _mm512_storeu_si512((void *)(to + 128), _mm512_permutex2var_epi32(v0, index2, v1));
            to += 192;
        }
        for (; left >= 64; left -= 60) {
            const __m512i v0 = _mm512_loadu_si512((const void *)(in + left - 64));
            const __m512i v1 = _mm512_permutexvar_epi32(order, v0);
            _mm512_storeu_si512((void *)(to), v1);
            to += 60;
        }
        if (left != 0) {
            /* The rest, at the end of a register that begins before the input does. */
            const void *const from = (const void *)((uintptr_t)in + left - 64);
            const __m512i behind = _mm512_set1_epi8((char)*in);
            const __m512i v0 = _mm512_mask_loadu_epi8(behind, UINT64_MAX << (64 - left), (const void *)(from));
            const __m512i v1 = _mm512_permutexvar_epi32(order, v0);
            _mm512_mask_storeu_epi8((void *)(to), UINT64_MAX >> (64 - left), v1);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint64_t reverse24_order_avx512[8] = {5, 6, 7, 2, 3, 4, 0, 0};

static const uint64_t reverse24_three_avx512[3][8] = {
    {5, 6, 7, 2, 3, 4, 15, 0},
    {9, 4, 5, 6, 1, 2, 3, 14},
    {7, 8, 3, 4, 5, 0, 1, 2},
};

/* Changes the order of pixels of three elements of 64 bits, 2 at a time. */
PERMKERN_TARGET_AVX512 static void reverse24_avx512(const uint8_t *in, size_t in_stride, uint8_t *out,
                                                    size_t out_stride, size_t lines, size_t count)
{
    const __m512i order = _mm512_loadu_si512((const void *)(reverse24_order_avx512));
    const __m512i index0 = _mm512_loadu_si512((const void *)(reverse24_three_avx512[0]));
    const __m512i index1 = _mm512_loadu_si512((const void *)(reverse24_three_avx512[1]));
    const __m512i index2 = _mm512_loadu_si512((const void *)(reverse24_three_avx512[2]));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 24;
        for (; left >= 192; left -= 192) {
            const __m512i v0 = _mm512_loadu_si512((const void *)(in + left - 192));
            const __m512i v1 = _mm512_loadu_si512((const void *)(in + left - 128));
            const __m512i v2 = _mm512_loadu_si512((const void *)(in + left - 64));
            _mm512_storeu_si512((void *)(to), _mm512_permutex2var_epi64(v2, index0, v1));
            const __m512i w1 = _mm512_mask_blend_epi64(0x2, v0, v2);
            _mm512_storeu_si512((void *)(to + 64), _mm512_permutex2var_epi64(v1, index1, w1));
            _mm512_storeu_si512((void *)(to + 128), _mm512_permutex2var_epi64(v0, index2, v1));
            to += 192;
        }
        for (; left >= 64; left -= 48) {
            const __m512i v0 = _mm512_loadu_si512((const void *)(in + left - 64));
            const __m512i v1 = _mm512_permutexvar_epi64(order, v0);
            _mm512_storeu_si512((void *)(to), v1);
            to += 48;
        }
        if (left != 0) {
            /* The rest, at the end of a register that begins before the input does. */
            const void *const from = (const void *)((uintptr_t)in + left - 64);
            const __m512i behind = _mm512_set1_epi8((char)*in);
            const __m512i v0 = _mm512_mask_loadu_epi8(behind, UINT64_MAX << (64 - left), (const void *)(from));
            const __m512i v1 = _mm512_permutexvar_epi64(order, v0);
            _mm512_mask_storeu_epi8((void *)(to), UINT64_MAX >> (64 - left), v1);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

#endif /* PERMKERN_AVX512_REVERSE_H */
