/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Three channels of 64-bit elements for AArch64 with Advanced SIMD.
 * Part of permkern_neon.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_NEON_CHANNELS64_H
#define PERMKERN_NEON_CHANNELS64_H

/* Move three channels of 64 bits, 2 pixels at a time. */
static void x64_split3_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 2) {
        permkern_vector_split(&permkern_neon, 3, 3, in, out, stride, count);
        return;
    }
    for (;;) {
        const uint64x2x3_t v = vld3q_u64((const uint64_t *)(const void *)(in));
        vst1q_u64((uint64_t *)(void *)(out), v.val[0]);
        vst1q_u64((uint64_t *)(void *)(out + stride), v.val[1]);
        vst1q_u64((uint64_t *)(void *)(out + 2 * stride), v.val[2]);
        if (count == 2) {
            return;
        }
        const size_t on = count < 4 ? count - 2 : 2;
        in += on * 24;
        out += on * 8;
        count -= on;
    }
}

static void x64_join3_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 2) {
        permkern_vector_join(&permkern_neon, 3, 3, in, stride, out, count);
        return;
    }
    for (;;) {
        uint64x2x3_t v;
        v.val[0] = vld1q_u64((const uint64_t *)(const void *)(in));
        v.val[1] = vld1q_u64((const uint64_t *)(const void *)(in + stride));
        v.val[2] = vld1q_u64((const uint64_t *)(const void *)(in + 2 * stride));
        vst3q_u64((uint64_t *)(void *)(out), v);
        if (count == 2) {
            return;
        }
        const size_t on = count < 4 ? count - 2 : 2;
        in += on * 8;
        out += on * 24;
        count -= on;
    }
}

#endif /* PERMKERN_NEON_CHANNELS64_H */
