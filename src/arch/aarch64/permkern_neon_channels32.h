/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Three channels of 32-bit elements for AArch64 with Advanced SIMD.
 * Part of permkern_neon.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_NEON_CHANNELS32_H
#define PERMKERN_NEON_CHANNELS32_H

/* Move three channels of 32 bits, 4 pixels at a time. */
static void x32_split3_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    for (;;) {
        const uint32x4x3_t v = vld3q_u32((const uint32_t *)(const void *)(in));
        vst1q_u32((uint32_t *)(void *)(out), v.val[0]);
        vst1q_u32((uint32_t *)(void *)(permkern_at_out(out, stride)), v.val[1]);
        vst1q_u32((uint32_t *)(void *)(permkern_at_out(out, 2 * stride)), v.val[2]);
        if (count == 4) {
            return;
        }
        const size_t on = count < 8 ? count - 4 : 4;
        in += on * 12;
        out += on * 4;
        count -= on;
    }
}

static void x32_join3_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    for (;;) {
        uint32x4x3_t v;
        v.val[0] = vld1q_u32((const uint32_t *)(const void *)(in));
        v.val[1] = vld1q_u32((const uint32_t *)(const void *)(permkern_at(in, stride)));
        v.val[2] = vld1q_u32((const uint32_t *)(const void *)(permkern_at(in, 2 * stride)));
        vst3q_u32((uint32_t *)(void *)(out), v);
        if (count == 4) {
            return;
        }
        const size_t on = count < 8 ? count - 4 : 4;
        in += on * 4;
        out += on * 12;
        count -= on;
    }
}

/* Move three channels of 32 bits, 4 pixels at a time, the last ones first. */
static void x32_split3_back_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 4) * 12;
        const uint32x4x3_t v = vld3q_u32((const uint32_t *)(const void *)(from));
        vst1q_u8(out, permkern_reverse_neon(vreinterpretq_u8_u32(v.val[0]), 4));
        vst1q_u8(permkern_at_out(out, stride), permkern_reverse_neon(vreinterpretq_u8_u32(v.val[1]), 4));
        vst1q_u8(permkern_at_out(out, 2 * stride), permkern_reverse_neon(vreinterpretq_u8_u32(v.val[2]), 4));
        if (count == 4) {
            return;
        }
        const size_t on = count < 8 ? count - 4 : 4;
        out += on * 4;
        count -= on;
    }
}

static void x32_join3_back_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 4) * 4;
        uint32x4x3_t v;
        v.val[0] = vreinterpretq_u32_u8(permkern_reverse_neon(vld1q_u8(from), 4));
        v.val[1] = vreinterpretq_u32_u8(permkern_reverse_neon(vld1q_u8(permkern_at(from, stride)), 4));
        v.val[2] = vreinterpretq_u32_u8(permkern_reverse_neon(vld1q_u8(permkern_at(from, 2 * stride)), 4));
        vst3q_u32((uint32_t *)(void *)(out), v);
        if (count == 4) {
            return;
        }
        const size_t on = count < 8 ? count - 4 : 4;
        out += on * 12;
        count -= on;
    }
}

#endif /* PERMKERN_NEON_CHANNELS32_H */
