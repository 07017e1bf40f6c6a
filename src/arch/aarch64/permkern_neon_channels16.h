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
    for (;;) {
        const uint16x8x2_t v = vld2q_u16((const uint16_t *)(const void *)(in));
        vst1q_u16((uint16_t *)(void *)(out), v.val[0]);
        vst1q_u16((uint16_t *)(void *)(permkern_at_out(out, stride)), v.val[1]);
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
    for (;;) {
        uint16x8x2_t v;
        v.val[0] = vld1q_u16((const uint16_t *)(const void *)(in));
        v.val[1] = vld1q_u16((const uint16_t *)(const void *)(permkern_at(in, stride)));
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

/* Move two channels of 16 bits, 8 pixels at a time, the last ones first. */
static void x16_split2_back_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 8) * 4;
        const uint16x8x2_t v = vld2q_u16((const uint16_t *)(const void *)(from));
        vst1q_u8(out, permkern_reverse_neon(vreinterpretq_u8_u16(v.val[0]), 2));
        vst1q_u8(permkern_at_out(out, stride), permkern_reverse_neon(vreinterpretq_u8_u16(v.val[1]), 2));
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        out += on * 2;
        count -= on;
    }
}

static void x16_join2_back_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 8) * 2;
        uint16x8x2_t v;
        v.val[0] = vreinterpretq_u16_u8(permkern_reverse_neon(vld1q_u8(from), 2));
        v.val[1] = vreinterpretq_u16_u8(permkern_reverse_neon(vld1q_u8(permkern_at(from, stride)), 2));
        vst2q_u16((uint16_t *)(void *)(out), v);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        out += on * 4;
        count -= on;
    }
}

/* Move three channels of 16 bits, 8 pixels at a time. */
static void x16_split3_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    for (;;) {
        const uint16x8x3_t v = vld3q_u16((const uint16_t *)(const void *)(in));
        vst1q_u16((uint16_t *)(void *)(out), v.val[0]);
        vst1q_u16((uint16_t *)(void *)(permkern_at_out(out, stride)), v.val[1]);
        vst1q_u16((uint16_t *)(void *)(permkern_at_out(out, 2 * stride)), v.val[2]);
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
    for (;;) {
        uint16x8x3_t v;
        v.val[0] = vld1q_u16((const uint16_t *)(const void *)(in));
        v.val[1] = vld1q_u16((const uint16_t *)(const void *)(permkern_at(in, stride)));
        v.val[2] = vld1q_u16((const uint16_t *)(const void *)(permkern_at(in, 2 * stride)));
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

/* Move three channels of 16 bits, 8 pixels at a time, the last ones first. */
static void x16_split3_back_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 8) * 6;
        const uint16x8x3_t v = vld3q_u16((const uint16_t *)(const void *)(from));
        vst1q_u8(out, permkern_reverse_neon(vreinterpretq_u8_u16(v.val[0]), 2));
        vst1q_u8(permkern_at_out(out, stride), permkern_reverse_neon(vreinterpretq_u8_u16(v.val[1]), 2));
        vst1q_u8(permkern_at_out(out, 2 * stride), permkern_reverse_neon(vreinterpretq_u8_u16(v.val[2]), 2));
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        out += on * 2;
        count -= on;
    }
}

static void x16_join3_back_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 8) * 2;
        uint16x8x3_t v;
        v.val[0] = vreinterpretq_u16_u8(permkern_reverse_neon(vld1q_u8(from), 2));
        v.val[1] = vreinterpretq_u16_u8(permkern_reverse_neon(vld1q_u8(permkern_at(from, stride)), 2));
        v.val[2] = vreinterpretq_u16_u8(permkern_reverse_neon(vld1q_u8(permkern_at(from, 2 * stride)), 2));
        vst3q_u16((uint16_t *)(void *)(out), v);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        out += on * 6;
        count -= on;
    }
}

/* Move four channels of 16 bits, 8 pixels at a time. */
static void x16_split4_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    for (;;) {
        const uint16x8x4_t v = vld4q_u16((const uint16_t *)(const void *)(in));
        vst1q_u16((uint16_t *)(void *)(out), v.val[0]);
        vst1q_u16((uint16_t *)(void *)(permkern_at_out(out, stride)), v.val[1]);
        vst1q_u16((uint16_t *)(void *)(permkern_at_out(out, 2 * stride)), v.val[2]);
        vst1q_u16((uint16_t *)(void *)(permkern_at_out(out, 3 * stride)), v.val[3]);
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
    for (;;) {
        uint16x8x4_t v;
        v.val[0] = vld1q_u16((const uint16_t *)(const void *)(in));
        v.val[1] = vld1q_u16((const uint16_t *)(const void *)(permkern_at(in, stride)));
        v.val[2] = vld1q_u16((const uint16_t *)(const void *)(permkern_at(in, 2 * stride)));
        v.val[3] = vld1q_u16((const uint16_t *)(const void *)(permkern_at(in, 3 * stride)));
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

/* Move four channels of 16 bits, 8 pixels at a time, the last ones first. */
static void x16_split4_back_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 8) * 8;
        const uint16x8x4_t v = vld4q_u16((const uint16_t *)(const void *)(from));
        vst1q_u8(out, permkern_reverse_neon(vreinterpretq_u8_u16(v.val[0]), 2));
        vst1q_u8(permkern_at_out(out, stride), permkern_reverse_neon(vreinterpretq_u8_u16(v.val[1]), 2));
        vst1q_u8(permkern_at_out(out, 2 * stride), permkern_reverse_neon(vreinterpretq_u8_u16(v.val[2]), 2));
        vst1q_u8(permkern_at_out(out, 3 * stride), permkern_reverse_neon(vreinterpretq_u8_u16(v.val[3]), 2));
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        out += on * 2;
        count -= on;
    }
}

static void x16_join4_back_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 8) * 2;
        uint16x8x4_t v;
        v.val[0] = vreinterpretq_u16_u8(permkern_reverse_neon(vld1q_u8(from), 2));
        v.val[1] = vreinterpretq_u16_u8(permkern_reverse_neon(vld1q_u8(permkern_at(from, stride)), 2));
        v.val[2] = vreinterpretq_u16_u8(permkern_reverse_neon(vld1q_u8(permkern_at(from, 2 * stride)), 2));
        v.val[3] = vreinterpretq_u16_u8(permkern_reverse_neon(vld1q_u8(permkern_at(from, 3 * stride)), 2));
        vst4q_u16((uint16_t *)(void *)(out), v);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        out += on * 8;
        count -= on;
    }
}

#endif /* PERMKERN_NEON_CHANNELS16_H */
