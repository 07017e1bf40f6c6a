/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Units in the opposite order for x86 with AVX-512 F, BW, DQ, VL and VBMI.
 * Part of permkern_avx512vbmi.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_reverse.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX512VBMI_REVERSE_H
#define PERMKERN_AVX512VBMI_REVERSE_H

static const uint8_t reverse1_order_avx512vbmi[64] = {63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48,
                                                      47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32,
                                                      31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16,
                                                      15, 14, 13, 12, 11, 10, 9,  8,  7,  6,  5,  4,  3,  2,  1,  0};

/* Changes the order of elements of 8 bits, 64 at a time. */
PERMKERN_TARGET_VBMI static void reverse1_avx512vbmi(const uint8_t *in, size_t in_stride, uint8_t *out,
                                                     size_t out_stride, size_t lines, size_t count)
{
    const __m512i order = _mm512_loadu_si512((const void *)(reverse1_order_avx512vbmi));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count;
        for (; left >= 64; left -= 64) {
            const __m512i v0 = _mm512_loadu_si512((const void *)(in + left - 64));
            const __m512i v1 = _mm512_permutexvar_epi8(order, v0);
            _mm512_storeu_si512((void *)(to), v1);
            to += 64;
        }
        if (left != 0) {
            /* The rest, at the end of a register that begins before the input does. */
            const void *const from = (const void *)((uintptr_t)in + left - 64);
            const __m512i behind = _mm512_set1_epi8((char)*in);
            const __m512i v0 = _mm512_mask_loadu_epi8(behind, UINT64_MAX << (64 - left), (const void *)(from));
            const __m512i v1 = _mm512_permutexvar_epi8(order, v0);
            _mm512_mask_storeu_epi8((void *)(to), UINT64_MAX >> (64 - left), v1);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint8_t reverse3_order_avx512vbmi[64] = {61, 62, 63, 58, 59, 60, 55, 56, 57, 52, 53, 54, 49, 50, 51, 46,
                                                      47, 48, 43, 44, 45, 40, 41, 42, 37, 38, 39, 34, 35, 36, 31, 32,
                                                      33, 28, 29, 30, 25, 26, 27, 22, 23, 24, 19, 20, 21, 16, 17, 18,
                                                      13, 14, 15, 10, 11, 12, 7,  8,  9,  4,  5,  6,  1,  2,  3,  0};

static const uint8_t reverse3_three_avx512vbmi[3][64] = {
    {61, 62, 63, 58, 59, 60, 55, 56, 57, 52, 53, 54, 49, 50, 51, 46, 47, 48, 43, 44, 45, 40,
     41, 42, 37, 38, 39, 34, 35, 36, 31, 32, 33, 28, 29, 30, 25, 26, 27, 22, 23, 24, 19, 20,
     21, 16, 17, 18, 13, 14, 15, 10, 11, 12, 7,  8,  9,  4,  5,  6,  1,  2,  3,  126},
    {63, 64, 59, 60, 61, 56, 57, 58, 53, 54, 55, 50, 51, 52, 47, 48, 49, 44, 45,  46, 41, 42,
     43, 38, 39, 40, 35, 36, 37, 32, 33, 34, 29, 30, 31, 26, 27, 28, 23, 24, 25,  20, 21, 22,
     17, 18, 19, 14, 15, 16, 11, 12, 13, 8,  9,  10, 5,  6,  7,  2,  3,  4,  127, 0},
    {65, 60, 61, 62, 57, 58, 59, 54, 55, 56, 51, 52, 53, 48, 49, 50, 45, 46, 47, 42, 43, 44,
     39, 40, 41, 36, 37, 38, 33, 34, 35, 30, 31, 32, 27, 28, 29, 24, 25, 26, 21, 22, 23, 18,
     19, 20, 15, 16, 17, 12, 13, 14, 9,  10, 11, 6,  7,  8,  3,  4,  5,  0,  1,  2},
};

/* Changes the order of pixels of three elements of 8 bits, 21 at a time. */
PERMKERN_TARGET_VBMI static void reverse3_avx512vbmi(const uint8_t *in, size_t in_stride, uint8_t *out,
                                                     size_t out_stride, size_t lines, size_t count)
{
    const __m512i order = _mm512_loadu_si512((const void *)(reverse3_order_avx512vbmi));
    const __m512i index0 = _mm512_loadu_si512((const void *)(reverse3_three_avx512vbmi[0]));
    const __m512i index1 = _mm512_loadu_si512((const void *)(reverse3_three_avx512vbmi[1]));
    const __m512i index2 = _mm512_loadu_si512((const void *)(reverse3_three_avx512vbmi[2]));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 3;
        for (; left >= 192; left -= 192) {
            const __m512i v0 = _mm512_loadu_si512((const void *)(in + left - 192));
            const __m512i v1 = _mm512_loadu_si512((const void *)(in + left - 128));
            const __m512i v2 = _mm512_loadu_si512((const void *)(in + left - 64));
            _mm512_storeu_si512((void *)(to), _mm512_permutex2var_epi8(v2, index0, v1));
            const __m512i w1 = _mm512_mask_blend_epi8(0x1, v0, v2);
            _mm512_storeu_si512((void *)(to + 64), _mm512_permutex2var_epi8(v1, index1, w1));
            _mm512_storeu_si512((void *)(to + 128), _mm512_permutex2var_epi8(v0, index2, v1));
            to += 192;
        }
        for (; left >= 64; left -= 63) {
            const __m512i v0 = _mm512_loadu_si512((const void *)(in + left - 64));
            const __m512i v1 = _mm512_permutexvar_epi8(order, v0);
            _mm512_storeu_si512((void *)(to), v1);
            to += 63;
        }
        if (left != 0) {
            /* The rest, at the end of a register that begins before the input does. */
            const void *const from = (const void *)((uintptr_t)in + left - 64);
            const __m512i behind = _mm512_set1_epi8((char)*in);
            const __m512i v0 = _mm512_mask_loadu_epi8(behind, UINT64_MAX << (64 - left), (const void *)(from));
            const __m512i v1 = _mm512_permutexvar_epi8(order, v0);
            _mm512_mask_storeu_epi8((void *)(to), UINT64_MAX >> (64 - left), v1);
        }
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

#endif /* PERMKERN_AVX512VBMI_REVERSE_H */
