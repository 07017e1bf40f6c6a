/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Channels of 16-bit elements for AArch64 with Advanced SIMD.
 * Part of permkern_neon.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_NEON_CHANNELS16_H
#define PERMKERN_NEON_CHANNELS16_H

/* Move two channels of 16 bits, 8 pixels at a time. */
static void x16_split2_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 8) {
        permkern_vector_split(&permkern_neon, 1, 2, in, out, stride, count);
        return;
    }
    for (;;) {
        const uint16x8x2_t v = vld2q_u16((const uint16_t *)(const void *)(in));
        vst1q_u16((uint16_t *)(void *)(out), v.val[0]);
        vst1q_u16((uint16_t *)(void *)(out + stride), v.val[1]);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 4;
        out += on * 2;
        count -= on;
    }
}

static void x16_join2_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 8) {
        permkern_vector_join(&permkern_neon, 1, 2, in, stride, out, count);
        return;
    }
    for (;;) {
        uint16x8x2_t v;
        v.val[0] = vld1q_u16((const uint16_t *)(const void *)(in));
        v.val[1] = vld1q_u16((const uint16_t *)(const void *)(in + stride));
        vst2q_u16((uint16_t *)(void *)(out), v);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 2;
        out += on * 4;
        count -= on;
    }
}

/* Move three channels of 16 bits, 8 pixels at a time. */
static void x16_split3_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 8) {
        permkern_vector_split(&permkern_neon, 1, 3, in, out, stride, count);
        return;
    }
    for (;;) {
        const uint16x8x3_t v = vld3q_u16((const uint16_t *)(const void *)(in));
        vst1q_u16((uint16_t *)(void *)(out), v.val[0]);
        vst1q_u16((uint16_t *)(void *)(out + stride), v.val[1]);
        vst1q_u16((uint16_t *)(void *)(out + 2 * stride), v.val[2]);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 6;
        out += on * 2;
        count -= on;
    }
}

static void x16_join3_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 8) {
        permkern_vector_join(&permkern_neon, 1, 3, in, stride, out, count);
        return;
    }
    for (;;) {
        uint16x8x3_t v;
        v.val[0] = vld1q_u16((const uint16_t *)(const void *)(in));
        v.val[1] = vld1q_u16((const uint16_t *)(const void *)(in + stride));
        v.val[2] = vld1q_u16((const uint16_t *)(const void *)(in + 2 * stride));
        vst3q_u16((uint16_t *)(void *)(out), v);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 2;
        out += on * 6;
        count -= on;
    }
}

/* Move four channels of 16 bits, 8 pixels at a time. */
static void x16_split4_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 8) {
        permkern_vector_split(&permkern_neon, 1, 4, in, out, stride, count);
        return;
    }
    for (;;) {
        const uint16x8x4_t v = vld4q_u16((const uint16_t *)(const void *)(in));
        vst1q_u16((uint16_t *)(void *)(out), v.val[0]);
        vst1q_u16((uint16_t *)(void *)(out + stride), v.val[1]);
        vst1q_u16((uint16_t *)(void *)(out + 2 * stride), v.val[2]);
        vst1q_u16((uint16_t *)(void *)(out + 3 * stride), v.val[3]);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 8;
        out += on * 2;
        count -= on;
    }
}

static void x16_join4_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 8) {
        permkern_vector_join(&permkern_neon, 1, 4, in, stride, out, count);
        return;
    }
    for (;;) {
        uint16x8x4_t v;
        v.val[0] = vld1q_u16((const uint16_t *)(const void *)(in));
        v.val[1] = vld1q_u16((const uint16_t *)(const void *)(in + stride));
        v.val[2] = vld1q_u16((const uint16_t *)(const void *)(in + 2 * stride));
        v.val[3] = vld1q_u16((const uint16_t *)(const void *)(in + 3 * stride));
        vst4q_u16((uint16_t *)(void *)(out), v);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 2;
        out += on * 8;
        count -= on;
    }
}

#endif /* PERMKERN_NEON_CHANNELS16_H */
