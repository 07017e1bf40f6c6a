/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Units in the opposite order for AArch64 with Advanced SIMD.
 * Part of permkern_neon.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_reverse.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_NEON_REVERSE_H
#define PERMKERN_NEON_REVERSE_H

/* Changes the order of elements of 8 bits, 16 at a time. */
static void reverse1_neon(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                          size_t count)
{
    const size_t bytes = count;
    if (bytes < 16) {
        permkern_vector_reverse_short(in, in_stride, out, out_stride, lines, count, 1);
        return;
    }
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 16; left -= 16) {
            const uint8x16_t v0 = vld1q_u8(in + left - 16);
            const uint8x16_t v1 = vrev64q_u8(v0);
            const uint8x16_t v2 = vextq_u8(v1, v1, 8);
            vst1q_u8(to, v2);
            to += 16;
        }
        const uint8x16_t v0 = vld1q_u8(in);
        const uint8x16_t v1 = vrev64q_u8(v0);
        const uint8x16_t v2 = vextq_u8(v1, v1, 8);
        vst1q_u8(out + bytes - 16, v2);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* Changes the order of elements of 16 bits, 8 at a time. */
static void reverse2_neon(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                          size_t count)
{
    const size_t bytes = count * 2;
    if (bytes < 16) {
        permkern_vector_reverse_short(in, in_stride, out, out_stride, lines, count, 2);
        return;
    }
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 16; left -= 16) {
            const uint8x16_t v0 = vld1q_u8(in + left - 16);
            const uint8x16_t v1 = vreinterpretq_u8_u16(vrev64q_u16(vreinterpretq_u16_u8(v0)));
            const uint8x16_t v2 = vextq_u8(v1, v1, 8);
            vst1q_u8(to, v2);
            to += 16;
        }
        const uint8x16_t v0 = vld1q_u8(in);
        const uint8x16_t v1 = vreinterpretq_u8_u16(vrev64q_u16(vreinterpretq_u16_u8(v0)));
        const uint8x16_t v2 = vextq_u8(v1, v1, 8);
        vst1q_u8(out + bytes - 16, v2);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* Changes the order of elements of 32 bits, 4 at a time. */
static void reverse4_neon(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                          size_t count)
{
    const size_t bytes = count * 4;
    if (bytes < 16) {
        permkern_vector_reverse_short(in, in_stride, out, out_stride, lines, count, 4);
        return;
    }
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 16; left -= 16) {
            const uint8x16_t v0 = vld1q_u8(in + left - 16);
            const uint8x16_t v1 = vreinterpretq_u8_u32(vrev64q_u32(vreinterpretq_u32_u8(v0)));
            const uint8x16_t v2 = vextq_u8(v1, v1, 8);
            vst1q_u8(to, v2);
            to += 16;
        }
        const uint8x16_t v0 = vld1q_u8(in);
        const uint8x16_t v1 = vreinterpretq_u8_u32(vrev64q_u32(vreinterpretq_u32_u8(v0)));
        const uint8x16_t v2 = vextq_u8(v1, v1, 8);
        vst1q_u8(out + bytes - 16, v2);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* Changes the order of elements of 64 bits, 2 at a time. */
static void reverse8_neon(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                          size_t count)
{
    const size_t bytes = count * 8;
    if (bytes < 16) {
        permkern_vector_reverse_short(in, in_stride, out, out_stride, lines, count, 8);
        return;
    }
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 16; left -= 16) {
            const uint8x16_t v0 = vld1q_u8(in + left - 16);
            const uint8x16_t v1 = vextq_u8(v0, v0, 8);
            vst1q_u8(to, v1);
            to += 16;
        }
        const uint8x16_t v0 = vld1q_u8(in);
        const uint8x16_t v1 = vextq_u8(v0, v0, 8);
        vst1q_u8(out + bytes - 16, v1);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint8_t reverse3_order_neon[16] = {13, 14, 15, 10, 11, 12, 7, 8, 9, 4, 5, 6, 1, 2, 3, 0};

/* Changes the order of pixels of three elements of 8 bits, 5 at a time. */
static void reverse3_neon(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                          size_t count)
{
    const uint8x16_t order = vld1q_u8(reverse3_order_neon);
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 3;
        for (; left >= 16; left -= 15) {
            const uint8x16_t v0 = vld1q_u8(in + left - 16);
            const uint8x16_t v1 = vqtbl1q_u8(v0, order);
            vst1q_u8(to, v1);
            to += 15;
        }
        permkern_vector_reverse_short(in, 0, to, 0, 1, left / 3, 3);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint8_t reverse6_order_neon[16] = {10, 11, 12, 13, 14, 15, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0};

/* Changes the order of pixels of three elements of 16 bits, 2 at a time. */
static void reverse6_neon(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                          size_t count)
{
    const uint8x16_t order = vld1q_u8(reverse6_order_neon);
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 6;
        for (; left >= 16; left -= 12) {
            const uint8x16_t v0 = vld1q_u8(in + left - 16);
            const uint8x16_t v1 = vqtbl1q_u8(v0, order);
            vst1q_u8(to, v1);
            to += 12;
        }
        permkern_vector_reverse_short(in, 0, to, 0, 1, left / 6, 6);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

static const uint8_t reverse12_order_neon[16] = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0};

/* Changes the order of pixels of three elements of 32 bits, 1 at a time. */
static void reverse12_neon(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                           size_t count)
{
    const uint8x16_t order = vld1q_u8(reverse12_order_neon);
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 12;
        for (; left >= 16; left -= 12) {
            const uint8x16_t v0 = vld1q_u8(in + left - 16);
            const uint8x16_t v1 = vqtbl1q_u8(v0, order);
            vst1q_u8(to, v1);
            to += 12;
        }
        permkern_vector_reverse_short(in, 0, to, 0, 1, left / 12, 12);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

#endif /* PERMKERN_NEON_REVERSE_H */
