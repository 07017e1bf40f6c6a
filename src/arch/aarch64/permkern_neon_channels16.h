/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Three channels of 16-bit elements for AArch64 with Advanced SIMD.
 * Part of permkern_neon.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_NEON_CHANNELS16_H
#define PERMKERN_NEON_CHANNELS16_H

/* Move three channels of 16 bits, 8 pixels at a time. */
static void x16_split3_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 8) {
        permkern_vector_split3(&permkern_neon, 1, in, out, stride, count);
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
        permkern_vector_join3(&permkern_neon, 1, in, stride, out, count);
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

#endif /* PERMKERN_NEON_CHANNELS16_H */
