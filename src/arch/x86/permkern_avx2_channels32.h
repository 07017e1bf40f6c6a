/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Three channels of 32-bit elements for x86 with AVX2.
 * Part of permkern_avx2.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX2_CHANNELS32_H
#define PERMKERN_AVX2_CHANNELS32_H

/*
 * Three channels of 32 bits, 8 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
static const int8_t x32_masks3_avx2[3][32] = {
    {-1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1},
    {0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0},
};

static const uint8_t x32_split3_order_avx2[3][32] = {
    {0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7},
    {4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11},
    {8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15},
};

static const uint8_t x32_join3_order_avx2[3][32] = {
    {0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7},
    {4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11},
    {8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15},
};

PERMKERN_TARGET_AVX2 static void x32_split3_avx2(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 8) {
        permkern_vector_split(&permkern_avx2, 2, 3, false, in, out, stride, count);
        return;
    }
    const __m256i m0 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[0]));
    const __m256i m1 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[1]));
    const __m256i m2 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[2]));
    const __m256i order0 = _mm256_loadu_si256((const void *)(x32_split3_order_avx2[0]));
    const __m256i order1 = _mm256_loadu_si256((const void *)(x32_split3_order_avx2[1]));
    const __m256i order2 = _mm256_loadu_si256((const void *)(x32_split3_order_avx2[2]));
    for (;;) {
        /* Of six pieces of 16 bytes, v0 has 0 and 3, v1 has 1 and 4, v2 has 2 and 5. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in)));
        v0 = _mm256_inserti128_si256(v0, _mm_loadu_si128((const void *)(in + 48)), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + 16)));
        v1 = _mm256_inserti128_si256(v1, _mm_loadu_si128((const void *)(in + 64)), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(in + 32)));
        v2 = _mm256_inserti128_si256(v2, _mm_loadu_si128((const void *)(in + 80)), 1);
        /* Channel 0, put in order. */
        const __m256i s0 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m2), v2, m1);
        const __m256i y0 = _mm256_shuffle_epi8(s0, order0);
        _mm256_storeu_si256((void *)(out), y0);
        /* Channel 1, put in order. */
        const __m256i s1 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m0), v2, m2);
        const __m256i y1 = _mm256_shuffle_epi8(s1, order1);
        _mm256_storeu_si256((void *)(permkern_at_out(out, stride)), y1);
        /* Channel 2, put in order. */
        const __m256i s2 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m1), v2, m0);
        const __m256i y2 = _mm256_shuffle_epi8(s2, order2);
        _mm256_storeu_si256((void *)(permkern_at_out(out, 2 * stride)), y2);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 12;
        out += on * 4;
        count -= on;
    }
}

PERMKERN_TARGET_AVX2 static void x32_join3_avx2(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 8) {
        permkern_vector_join(&permkern_avx2, 2, 3, false, in, stride, out, count);
        return;
    }
    const __m256i m0 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[0]));
    const __m256i m1 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[1]));
    const __m256i m2 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[2]));
    const __m256i order0 = _mm256_loadu_si256((const void *)(x32_join3_order_avx2[0]));
    const __m256i order1 = _mm256_loadu_si256((const void *)(x32_join3_order_avx2[1]));
    const __m256i order2 = _mm256_loadu_si256((const void *)(x32_join3_order_avx2[2]));
    for (;;) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const __m256i x0 = _mm256_loadu_si256((const void *)(in));
        const __m256i y0 = _mm256_shuffle_epi8(x0, order0);
        const __m256i x1 = _mm256_loadu_si256((const void *)(permkern_at(in, stride)));
        const __m256i y1 = _mm256_shuffle_epi8(x1, order1);
        const __m256i x2 = _mm256_loadu_si256((const void *)(permkern_at(in, 2 * stride)));
        const __m256i y2 = _mm256_shuffle_epi8(x2, order2);
        /* Pieces 0 and 3 of the pixels. */
        const __m256i v0 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m1), y2, m2);
        _mm_storeu_si128((void *)(out), _mm256_castsi256_si128(v0));
        _mm_storeu_si128((void *)(out + 48), _mm256_extracti128_si256(v0, 1));
        /* Pieces 1 and 4 of the pixels. */
        const __m256i v1 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m0), y2, m1);
        _mm_storeu_si128((void *)(out + 16), _mm256_castsi256_si128(v1));
        _mm_storeu_si128((void *)(out + 64), _mm256_extracti128_si256(v1, 1));
        /* Pieces 2 and 5 of the pixels. */
        const __m256i v2 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m2), y2, m0);
        _mm_storeu_si128((void *)(out + 32), _mm256_castsi256_si128(v2));
        _mm_storeu_si128((void *)(out + 80), _mm256_extracti128_si256(v2, 1));
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 4;
        out += on * 12;
        count -= on;
    }
}

/* The last pixels first: lanes change places, and indices are those of the opposite order. */
static const uint8_t x32_split3_back_order_avx2[3][32] = {
    {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3},
    {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7},
    {12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
};

static const uint8_t x32_join3_back_order_avx2[3][32] = {
    {12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
    {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7},
    {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3},
};

PERMKERN_TARGET_AVX2 static void x32_split3_back_avx2(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 8) {
        permkern_vector_split(&permkern_avx2, 2, 3, true, in, out, stride, count);
        return;
    }
    const __m256i m0 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[0]));
    const __m256i m1 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[1]));
    const __m256i m2 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[2]));
    const __m256i order0 = _mm256_loadu_si256((const void *)(x32_split3_back_order_avx2[0]));
    const __m256i order1 = _mm256_loadu_si256((const void *)(x32_split3_back_order_avx2[1]));
    const __m256i order2 = _mm256_loadu_si256((const void *)(x32_split3_back_order_avx2[2]));
    for (;;) {
        const uint8_t *const from = in + (count - 8) * 12;
        /* Of six pieces of 16 bytes, v0 has 3 and 0, v1 has 4 and 1, v2 has 5 and 2. */
        __m256i v0 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(from + 48)));
        v0 = _mm256_inserti128_si256(v0, _mm_loadu_si128((const void *)(from)), 1);
        __m256i v1 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(from + 64)));
        v1 = _mm256_inserti128_si256(v1, _mm_loadu_si128((const void *)(from + 16)), 1);
        __m256i v2 = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(from + 80)));
        v2 = _mm256_inserti128_si256(v2, _mm_loadu_si128((const void *)(from + 32)), 1);
        /* Channel 0, put in order. */
        const __m256i s0 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m2), v2, m1);
        const __m256i y0 = _mm256_shuffle_epi8(s0, order0);
        _mm256_storeu_si256((void *)(out), y0);
        /* Channel 1, put in order. */
        const __m256i s1 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m0), v2, m2);
        const __m256i y1 = _mm256_shuffle_epi8(s1, order1);
        _mm256_storeu_si256((void *)(permkern_at_out(out, stride)), y1);
        /* Channel 2, put in order. */
        const __m256i s2 = _mm256_blendv_epi8(_mm256_blendv_epi8(v0, v1, m1), v2, m0);
        const __m256i y2 = _mm256_shuffle_epi8(s2, order2);
        _mm256_storeu_si256((void *)(permkern_at_out(out, 2 * stride)), y2);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        out += on * 4;
        count -= on;
    }
}

PERMKERN_TARGET_AVX2 static void x32_join3_back_avx2(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 8) {
        permkern_vector_join(&permkern_avx2, 2, 3, true, in, stride, out, count);
        return;
    }
    const __m256i m0 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[0]));
    const __m256i m1 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[1]));
    const __m256i m2 = _mm256_loadu_si256((const void *)(x32_masks3_avx2[2]));
    const __m256i order0 = _mm256_loadu_si256((const void *)(x32_join3_back_order_avx2[0]));
    const __m256i order1 = _mm256_loadu_si256((const void *)(x32_join3_back_order_avx2[1]));
    const __m256i order2 = _mm256_loadu_si256((const void *)(x32_join3_back_order_avx2[2]));
    for (;;) {
        const uint8_t *const from = in + (count - 8) * 4;
        /* The three channels, each in the order in which the registers of pixels have it. */
        const __m256i x0 = _mm256_loadu_si256((const void *)(from));
        const __m256i y0 = _mm256_shuffle_epi8(x0, order0);
        const __m256i x1 = _mm256_loadu_si256((const void *)(permkern_at(from, stride)));
        const __m256i y1 = _mm256_shuffle_epi8(x1, order1);
        const __m256i x2 = _mm256_loadu_si256((const void *)(permkern_at(from, 2 * stride)));
        const __m256i y2 = _mm256_shuffle_epi8(x2, order2);
        /* Pieces 3 and 0 of the pixels. */
        const __m256i v0 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m1), y2, m2);
        _mm_storeu_si128((void *)(out + 48), _mm256_castsi256_si128(v0));
        _mm_storeu_si128((void *)(out), _mm256_extracti128_si256(v0, 1));
        /* Pieces 4 and 1 of the pixels. */
        const __m256i v1 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m0), y2, m1);
        _mm_storeu_si128((void *)(out + 64), _mm256_castsi256_si128(v1));
        _mm_storeu_si128((void *)(out + 16), _mm256_extracti128_si256(v1, 1));
        /* Pieces 5 and 2 of the pixels. */
        const __m256i v2 = _mm256_blendv_epi8(_mm256_blendv_epi8(y0, y1, m2), y2, m0);
        _mm_storeu_si128((void *)(out + 80), _mm256_castsi256_si128(v2));
        _mm_storeu_si128((void *)(out + 32), _mm256_extracti128_si256(v2, 1));
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        out += on * 12;
        count -= on;
    }
}

#endif /* PERMKERN_AVX2_CHANNELS32_H */
