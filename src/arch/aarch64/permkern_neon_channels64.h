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
    for (;;) {
        const uint64x2x3_t v = vld3q_u64((const uint64_t *)(const void *)(in));
        vst1q_u64((uint64_t *)(void *)(out), v.val[0]);
        vst1q_u64((uint64_t *)(void *)(permkern_at_out(out, stride)), v.val[1]);
        vst1q_u64((uint64_t *)(void *)(permkern_at_out(out, 2 * stride)), v.val[2]);
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
    for (;;) {
        uint64x2x3_t v;
        v.val[0] = vld1q_u64((const uint64_t *)(const void *)(in));
        v.val[1] = vld1q_u64((const uint64_t *)(const void *)(permkern_at(in, stride)));
        v.val[2] = vld1q_u64((const uint64_t *)(const void *)(permkern_at(in, 2 * stride)));
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

/* Move three channels of 64 bits, 2 pixels at a time, the last ones first. */
static void x64_split3_back_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 2) * 24;
        const uint64x2x3_t v = vld3q_u64((const uint64_t *)(const void *)(from));
        vst1q_u8(out, permkern_reverse_neon(vreinterpretq_u8_u64(v.val[0]), 8));
        vst1q_u8(permkern_at_out(out, stride), permkern_reverse_neon(vreinterpretq_u8_u64(v.val[1]), 8));
        vst1q_u8(permkern_at_out(out, 2 * stride), permkern_reverse_neon(vreinterpretq_u8_u64(v.val[2]), 8));
        if (count == 2) {
            return;
        }
        const size_t on = count < 4 ? count - 2 : 2;
        out += on * 8;
        count -= on;
    }
}

static void x64_join3_back_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 2) * 8;
        uint64x2x3_t v;
        v.val[0] = vreinterpretq_u64_u8(permkern_reverse_neon(vld1q_u8(from), 8));
        v.val[1] = vreinterpretq_u64_u8(permkern_reverse_neon(vld1q_u8(permkern_at(from, stride)), 8));
        v.val[2] = vreinterpretq_u64_u8(permkern_reverse_neon(vld1q_u8(permkern_at(from, 2 * stride)), 8));
        vst3q_u64((uint64_t *)(void *)(out), v);
        if (count == 2) {
            return;
        }
        const size_t on = count < 4 ? count - 2 : 2;
        out += on * 24;
        count -= on;
    }
}

#endif /* PERMKERN_NEON_CHANNELS64_H */
