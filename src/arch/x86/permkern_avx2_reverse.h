/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Units in the opposite order for x86 with AVX2.
 * Part of permkern_avx2.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_reverse.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_AVX2_REVERSE_H
#define PERMKERN_AVX2_REVERSE_H

static const uint8_t reverse1_order_avx2[32] = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
                                                15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};

/* Changes the order of elements of 8 bits, 32 at a time. */
PERMKERN_TARGET_AVX2 static void reverse1_avx2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t lines, size_t count)
{
    const size_t bytes = count;
    if (bytes < 32) {
        permkern_sse2.reverse[1](in, in_stride, out, out_stride, lines, count);
        return;
    }
    const __m256i order = _mm256_loadu_si256((const void *)(reverse1_order_avx2));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 32; left -= 32) {
            const __m256i v0 = _mm256_loadu_si256((const void *)(in + left - 32));
            const __m256i v1 = _mm256_shuffle_epi8(v0, order);
            const __m256i v2 = _mm256_permute4x64_epi64(v1, 0x4e);
            _mm256_storeu_si256((void *)(to), v2);
            to += 32;
        }
        const __m256i v0 = _mm256_loadu_si256((const void *)(in));
        const __m256i v1 = _mm256_shuffle_epi8(v0, order);
        const __m256i v2 = _mm256_permute4x64_epi64(v1, 0x4e);
        _mm256_storeu_si256((void *)(out + bytes - 32), v2);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint8_t reverse2_order_avx2[32] = {14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1,
                                                14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1};

/* Changes the order of elements of 16 bits, 16 at a time. */
PERMKERN_TARGET_AVX2 static void reverse2_avx2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t lines, size_t count)
{
    const size_t bytes = count * 2;
    if (bytes < 32) {
        permkern_sse2.reverse[2](in, in_stride, out, out_stride, lines, count);
        return;
    }
    const __m256i order = _mm256_loadu_si256((const void *)(reverse2_order_avx2));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 32; left -= 32) {
            const __m256i v0 = _mm256_loadu_si256((const void *)(in + left - 32));
            const __m256i v1 = _mm256_shuffle_epi8(v0, order);
            const __m256i v2 = _mm256_permute4x64_epi64(v1, 0x4e);
            _mm256_storeu_si256((void *)(to), v2);
            to += 32;
        }
        const __m256i v0 = _mm256_loadu_si256((const void *)(in));
        const __m256i v1 = _mm256_shuffle_epi8(v0, order);
        const __m256i v2 = _mm256_permute4x64_epi64(v1, 0x4e);
        _mm256_storeu_si256((void *)(out + bytes - 32), v2);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint32_t reverse4_order_avx2[8] = {7, 6, 5, 4, 3, 2, 1, 0};

/* Changes the order of elements of 32 bits, 8 at a time. */
PERMKERN_TARGET_AVX2 static void reverse4_avx2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t lines, size_t count)
{
    const size_t bytes = count * 4;
    if (bytes < 32) {
        permkern_sse2.reverse[4](in, in_stride, out, out_stride, lines, count);
        return;
    }
    const __m256i order = _mm256_loadu_si256((const void *)(reverse4_order_avx2));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 32; left -= 32) {
            const __m256i v0 = _mm256_loadu_si256((const void *)(in + left - 32));
            const __m256i v1 = _mm256_permutevar8x32_epi32(v0, order);
            _mm256_storeu_si256((void *)(to), v1);
            to += 32;
        }
        const __m256i v0 = _mm256_loadu_si256((const void *)(in));
        const __m256i v1 = _mm256_permutevar8x32_epi32(v0, order);
        _mm256_storeu_si256((void *)(out + bytes - 32), v1);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* Changes the order of elements of 64 bits, 4 at a time. */
PERMKERN_TARGET_AVX2 static void reverse8_avx2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t lines, size_t count)
{
    const size_t bytes = count * 8;
    if (bytes < 32) {
        permkern_sse2.reverse[8](in, in_stride, out, out_stride, lines, count);
        return;
    }
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 32; left -= 32) {
            const __m256i v0 = _mm256_loadu_si256((const void *)(in + left - 32));
            const __m256i v1 = _mm256_permute4x64_epi64(v0, 0x1b);
            _mm256_storeu_si256((void *)(to), v1);
            to += 32;
        }
        const __m256i v0 = _mm256_loadu_si256((const void *)(in));
        const __m256i v1 = _mm256_permute4x64_epi64(v0, 0x1b);
        _mm256_storeu_si256((void *)(out + bytes - 32), v1);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint8_t reverse3_order_avx2[16] = {13, 14, 15, 10, 11, 12, 7, 8, 9, 4, 5, 6, 1, 2, 3, 0};

/* Changes the order of pixels of three elements of 8 bits, 5 at a time. */
PERMKERN_TARGET_AVX2 static void reverse3_avx2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t lines, size_t count)
{
    const __m128i order = _mm_loadu_si128((const void *)(reverse3_order_avx2));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 3;
        for (; left >= 16; left -= 15) {
            const __m128i v0 = _mm_loadu_si128((const void *)(in + left - 16));
            const __m128i v1 = _mm_shuffle_epi8(v0, order);
            _mm_storeu_si128((void *)(to), v1);
            to += 15;
        }
        permkern_vector_reverse_short(in, 0, to, 0, 1, left / 3, 3);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint8_t reverse6_order_avx2[16] = {10, 11, 12, 13, 14, 15, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0};

/* Changes the order of pixels of three elements of 16 bits, 2 at a time. */
PERMKERN_TARGET_AVX2 static void reverse6_avx2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t lines, size_t count)
{
    const __m128i order = _mm_loadu_si128((const void *)(reverse6_order_avx2));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 6;
        for (; left >= 16; left -= 12) {
            const __m128i v0 = _mm_loadu_si128((const void *)(in + left - 16));
            const __m128i v1 = _mm_shuffle_epi8(v0, order);
            _mm_storeu_si128((void *)(to), v1);
            to += 12;
        }
        permkern_vector_reverse_short(in, 0, to, 0, 1, left / 6, 6);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint8_t reverse12_order_avx2[16] = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0};

/* Changes the order of pixels of three elements of 32 bits, 1 at a time. */
PERMKERN_TARGET_AVX2 static void reverse12_avx2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                                size_t lines, size_t count)
{
    const __m128i order = _mm_loadu_si128((const void *)(reverse12_order_avx2));
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 12;
        for (; left >= 16; left -= 12) {
            const __m128i v0 = _mm_loadu_si128((const void *)(in + left - 16));
            const __m128i v1 = _mm_shuffle_epi8(v0, order);
            _mm_storeu_si128((void *)(to), v1);
            to += 12;
        }
        permkern_vector_reverse_short(in, 0, to, 0, 1, left / 12, 12);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

#endif /* PERMKERN_AVX2_REVERSE_H */
