/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Units in the opposite order for x86 with SSE2.
 * Part of permkern_sse2.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_reverse.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SSE2_REVERSE_H
#define PERMKERN_SSE2_REVERSE_H

/* Changes the order of elements of 8 bits, 16 at a time. */
PERMKERN_TARGET_SSE2 static void reverse1_sse2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t lines, size_t count)
{
    const size_t bytes = count;
    if (bytes < 16) {
        permkern_vector_reverse_short(in, in_stride, out, out_stride, lines, count, 1);
        return;
    }
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 16; left -= 16) {
            const __m128i v0 = _mm_loadu_si128((const void *)(in + left - 16));
            const __m128i v1 = _mm_or_si128(_mm_slli_epi16(v0, 8), _mm_srli_epi16(v0, 8));
            const __m128i v2 = _mm_shufflelo_epi16(v1, 0x1b);
            const __m128i v3 = _mm_shufflehi_epi16(v2, 0x1b);
            const __m128i v4 = _mm_shuffle_epi32(v3, 0x4e);
            _mm_storeu_si128((void *)(to), v4);
            to += 16;
        }
        const __m128i v0 = _mm_loadu_si128((const void *)(in));
        const __m128i v1 = _mm_or_si128(_mm_slli_epi16(v0, 8), _mm_srli_epi16(v0, 8));
        const __m128i v2 = _mm_shufflelo_epi16(v1, 0x1b);
        const __m128i v3 = _mm_shufflehi_epi16(v2, 0x1b);
        const __m128i v4 = _mm_shuffle_epi32(v3, 0x4e);
        _mm_storeu_si128((void *)(out + bytes - 16), v4);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* Changes the order of elements of 16 bits, 8 at a time. */
PERMKERN_TARGET_SSE2 static void reverse2_sse2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t lines, size_t count)
{
    const size_t bytes = count * 2;
    if (bytes < 16) {
        permkern_vector_reverse_short(in, in_stride, out, out_stride, lines, count, 2);
        return;
    }
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 16; left -= 16) {
            const __m128i v0 = _mm_loadu_si128((const void *)(in + left - 16));
            const __m128i v1 = _mm_shufflelo_epi16(v0, 0x1b);
            const __m128i v2 = _mm_shufflehi_epi16(v1, 0x1b);
            const __m128i v3 = _mm_shuffle_epi32(v2, 0x4e);
            _mm_storeu_si128((void *)(to), v3);
            to += 16;
        }
        const __m128i v0 = _mm_loadu_si128((const void *)(in));
        const __m128i v1 = _mm_shufflelo_epi16(v0, 0x1b);
        const __m128i v2 = _mm_shufflehi_epi16(v1, 0x1b);
        const __m128i v3 = _mm_shuffle_epi32(v2, 0x4e);
        _mm_storeu_si128((void *)(out + bytes - 16), v3);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* Changes the order of elements of 32 bits, 4 at a time. */
PERMKERN_TARGET_SSE2 static void reverse4_sse2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t lines, size_t count)
{
    const size_t bytes = count * 4;
    if (bytes < 16) {
        permkern_vector_reverse_short(in, in_stride, out, out_stride, lines, count, 4);
        return;
    }
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 16; left -= 16) {
            const __m128i v0 = _mm_loadu_si128((const void *)(in + left - 16));
            const __m128i v1 = _mm_shuffle_epi32(v0, 0x1b);
            _mm_storeu_si128((void *)(to), v1);
            to += 16;
        }
        const __m128i v0 = _mm_loadu_si128((const void *)(in));
        const __m128i v1 = _mm_shuffle_epi32(v0, 0x1b);
        _mm_storeu_si128((void *)(out + bytes - 16), v1);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* Changes the order of elements of 64 bits, 2 at a time. */
PERMKERN_TARGET_SSE2 static void reverse8_sse2(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t lines, size_t count)
{
    const size_t bytes = count * 8;
    if (bytes < 16) {
        permkern_vector_reverse_short(in, in_stride, out, out_stride, lines, count, 8);
        return;
    }
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 16; left -= 16) {
            const __m128i v0 = _mm_loadu_si128((const void *)(in + left - 16));
            const __m128i v1 = _mm_shuffle_epi32(v0, 0x4e);
            _mm_storeu_si128((void *)(to), v1);
            to += 16;
        }
        const __m128i v0 = _mm_loadu_si128((const void *)(in));
        const __m128i v1 = _mm_shuffle_epi32(v0, 0x4e);
        _mm_storeu_si128((void *)(out + bytes - 16), v1);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

#endif /* PERMKERN_SSE2_REVERSE_H */
