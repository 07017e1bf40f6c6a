/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Splits and joins all channels of 32-bit elements: groups of four pixels, then the rest.
 *
 * Written by tools/autogen from arch_gen/templates/plane_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_CHANNELS32_H
#define PERMKERN_CHANNELS32_H

#include "permkern_plan.h"
#include "permkern_word.h"
#include "plane/permkern_groups32.h"

/* Deinterleaves all pixels of 3 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x32_deinterleave3_all(const uint8_t *in, uint8_t *out,
                                                                const permkern_axis *row, const permkern_axis *col)
{
    const size_t out_stride = col->out_stride;
    const size_t pixels = row->extent;
    uint8_t *out0 = out;
    uint8_t *out1 = permkern_at_out(out0, out_stride);
    uint8_t *out2 = permkern_at_out(out1, out_stride);
    size_t groups = pixels / 4;
    for (; groups != 0; groups--) {
        permkern_x32_deinterleave3(in, out0, out1, out2);
        out0 += 16;
        out1 += 16;
        out2 += 16;
        in += 48;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store32(out0, permkern_load32(in));
        permkern_store32(out1, permkern_load32(in + 4));
        permkern_store32(out2, permkern_load32(in + 8));
        out0 += 4;
        out1 += 4;
        out2 += 4;
        in += 12;
    }
}

/* Interleaves all pixels of 3 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x32_interleave3_all(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                              const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t pixels = col->extent;
    const uint8_t *in0 = in;
    const uint8_t *in1 = permkern_at(in0, in_stride);
    const uint8_t *in2 = permkern_at(in1, in_stride);
    size_t groups = pixels / 4;
    for (; groups != 0; groups--) {
        permkern_x32_interleave3(in0, in1, in2, out);
        in0 += 16;
        in1 += 16;
        in2 += 16;
        out += 48;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store32(out, permkern_load32(in0));
        permkern_store32(out + 4, permkern_load32(in1));
        permkern_store32(out + 8, permkern_load32(in2));
        in0 += 4;
        in1 += 4;
        in2 += 4;
        out += 12;
    }
}

/* Deinterleaves all pixels of 2 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x32_deinterleave2_all(const uint8_t *in, uint8_t *out,
                                                                const permkern_axis *row, const permkern_axis *col)
{
    const size_t out_stride = col->out_stride;
    const size_t pixels = row->extent;
    uint8_t *out0 = out;
    uint8_t *out1 = permkern_at_out(out0, out_stride);
    size_t groups = pixels / 4;
    for (; groups != 0; groups--) {
        permkern_x32_deinterleave2(in, out0, out1);
        out0 += 16;
        out1 += 16;
        in += 32;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store32(out0, permkern_load32(in));
        permkern_store32(out1, permkern_load32(in + 4));
        out0 += 4;
        out1 += 4;
        in += 8;
    }
}

/* Interleaves all pixels of 2 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x32_interleave2_all(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                              const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t pixels = col->extent;
    const uint8_t *in0 = in;
    const uint8_t *in1 = permkern_at(in0, in_stride);
    size_t groups = pixels / 4;
    for (; groups != 0; groups--) {
        permkern_x32_interleave2(in0, in1, out);
        in0 += 16;
        in1 += 16;
        out += 32;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store32(out, permkern_load32(in0));
        permkern_store32(out + 4, permkern_load32(in1));
        in0 += 4;
        in1 += 4;
        out += 8;
    }
}

#endif /* PERMKERN_CHANNELS32_H */
