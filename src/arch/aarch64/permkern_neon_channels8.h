/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Channels of 8-bit elements for AArch64 with Advanced SIMD.
 * Part of permkern_neon.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_NEON_CHANNELS8_H
#define PERMKERN_NEON_CHANNELS8_H

/* Move two channels of 8 bits, 16 pixels at a time. */
static void x8_split2_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    for (;;) {
        const uint8x16x2_t v = vld2q_u8((const uint8_t *)(const void *)(in));
        vst1q_u8((uint8_t *)(void *)(out), v.val[0]);
        vst1q_u8((uint8_t *)(void *)(permkern_at_out(out, stride)), v.val[1]);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        in += on * 2;
        out += on;
        count -= on;
    }
}

static void x8_join2_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    for (;;) {
        uint8x16x2_t v;
        v.val[0] = vld1q_u8((const uint8_t *)(const void *)(in));
        v.val[1] = vld1q_u8((const uint8_t *)(const void *)(permkern_at(in, stride)));
        vst2q_u8((uint8_t *)(void *)(out), v);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        in += on;
        out += on * 2;
        count -= on;
    }
}

/* Move two channels of 8 bits, 16 pixels at a time, the last ones first. */
static void x8_split2_back_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 16) * 2;
        const uint8x16x2_t v = vld2q_u8((const uint8_t *)(const void *)(from));
        vst1q_u8(out, permkern_reverse_neon(v.val[0], 1));
        vst1q_u8(permkern_at_out(out, stride), permkern_reverse_neon(v.val[1], 1));
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        out += on;
        count -= on;
    }
}

static void x8_join2_back_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 16);
        uint8x16x2_t v;
        v.val[0] = permkern_reverse_neon(vld1q_u8(from), 1);
        v.val[1] = permkern_reverse_neon(vld1q_u8(permkern_at(from, stride)), 1);
        vst2q_u8((uint8_t *)(void *)(out), v);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        out += on * 2;
        count -= on;
    }
}

/* Move three channels of 8 bits, 16 pixels at a time. */
static void x8_split3_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    for (;;) {
        const uint8x16x3_t v = vld3q_u8((const uint8_t *)(const void *)(in));
        vst1q_u8((uint8_t *)(void *)(out), v.val[0]);
        vst1q_u8((uint8_t *)(void *)(permkern_at_out(out, stride)), v.val[1]);
        vst1q_u8((uint8_t *)(void *)(permkern_at_out(out, 2 * stride)), v.val[2]);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        in += on * 3;
        out += on;
        count -= on;
    }
}

static void x8_join3_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    for (;;) {
        uint8x16x3_t v;
        v.val[0] = vld1q_u8((const uint8_t *)(const void *)(in));
        v.val[1] = vld1q_u8((const uint8_t *)(const void *)(permkern_at(in, stride)));
        v.val[2] = vld1q_u8((const uint8_t *)(const void *)(permkern_at(in, 2 * stride)));
        vst3q_u8((uint8_t *)(void *)(out), v);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        in += on;
        out += on * 3;
        count -= on;
    }
}

/* Move three channels of 8 bits, 16 pixels at a time, the last ones first. */
static void x8_split3_back_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 16) * 3;
        const uint8x16x3_t v = vld3q_u8((const uint8_t *)(const void *)(from));
        vst1q_u8(out, permkern_reverse_neon(v.val[0], 1));
        vst1q_u8(permkern_at_out(out, stride), permkern_reverse_neon(v.val[1], 1));
        vst1q_u8(permkern_at_out(out, 2 * stride), permkern_reverse_neon(v.val[2], 1));
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        out += on;
        count -= on;
    }
}

static void x8_join3_back_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 16);
        uint8x16x3_t v;
        v.val[0] = permkern_reverse_neon(vld1q_u8(from), 1);
        v.val[1] = permkern_reverse_neon(vld1q_u8(permkern_at(from, stride)), 1);
        v.val[2] = permkern_reverse_neon(vld1q_u8(permkern_at(from, 2 * stride)), 1);
        vst3q_u8((uint8_t *)(void *)(out), v);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        out += on * 3;
        count -= on;
    }
}

/* Move four channels of 8 bits, 16 pixels at a time. */
static void x8_split4_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    for (;;) {
        const uint8x16x4_t v = vld4q_u8((const uint8_t *)(const void *)(in));
        vst1q_u8((uint8_t *)(void *)(out), v.val[0]);
        vst1q_u8((uint8_t *)(void *)(permkern_at_out(out, stride)), v.val[1]);
        vst1q_u8((uint8_t *)(void *)(permkern_at_out(out, 2 * stride)), v.val[2]);
        vst1q_u8((uint8_t *)(void *)(permkern_at_out(out, 3 * stride)), v.val[3]);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        in += on * 4;
        out += on;
        count -= on;
    }
}

static void x8_join4_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    for (;;) {
        uint8x16x4_t v;
        v.val[0] = vld1q_u8((const uint8_t *)(const void *)(in));
        v.val[1] = vld1q_u8((const uint8_t *)(const void *)(permkern_at(in, stride)));
        v.val[2] = vld1q_u8((const uint8_t *)(const void *)(permkern_at(in, 2 * stride)));
        v.val[3] = vld1q_u8((const uint8_t *)(const void *)(permkern_at(in, 3 * stride)));
        vst4q_u8((uint8_t *)(void *)(out), v);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        in += on;
        out += on * 4;
        count -= on;
    }
}

/* Move four channels of 8 bits, 16 pixels at a time, the last ones first. */
static void x8_split4_back_neon(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 16) * 4;
        const uint8x16x4_t v = vld4q_u8((const uint8_t *)(const void *)(from));
        vst1q_u8(out, permkern_reverse_neon(v.val[0], 1));
        vst1q_u8(permkern_at_out(out, stride), permkern_reverse_neon(v.val[1], 1));
        vst1q_u8(permkern_at_out(out, 2 * stride), permkern_reverse_neon(v.val[2], 1));
        vst1q_u8(permkern_at_out(out, 3 * stride), permkern_reverse_neon(v.val[3], 1));
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        out += on;
        count -= on;
    }
}

static void x8_join4_back_neon(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    for (;;) {
        const uint8_t *const from = in + (count - 16);
        uint8x16x4_t v;
        v.val[0] = permkern_reverse_neon(vld1q_u8(from), 1);
        v.val[1] = permkern_reverse_neon(vld1q_u8(permkern_at(from, stride)), 1);
        v.val[2] = permkern_reverse_neon(vld1q_u8(permkern_at(from, 2 * stride)), 1);
        v.val[3] = permkern_reverse_neon(vld1q_u8(permkern_at(from, 3 * stride)), 1);
        vst4q_u8((uint8_t *)(void *)(out), v);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        out += on * 4;
        count -= on;
    }
}

#endif /* PERMKERN_NEON_CHANNELS8_H */
