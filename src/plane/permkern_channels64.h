/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Splits and joins all channels of 64-bit elements: groups of four pixels, then the rest.
 *
 * Written by tools/autogen from arch_gen/templates/plane_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_CHANNELS64_H
#define PERMKERN_CHANNELS64_H

#include "permkern_plan.h"
#include "permkern_word.h"
#include "plane/permkern_groups64.h"

/* Deinterleaves all pixels of 3 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x64_deinterleave3_all(const uint8_t *in, uint8_t *out,
                                                                const permkern_axis *row, const permkern_axis *col)
{
    const size_t out_stride = col->out_stride;
    const size_t pixels = row->extent;
    uint8_t *out0 = out;
    uint8_t *out1 = permkern_at_out(out0, out_stride);
    uint8_t *out2 = permkern_at_out(out1, out_stride);
    size_t groups = pixels / 4;
    for (; groups != 0; groups--) {
        permkern_x64_deinterleave3(in, out0, out1, out2);
        out0 += 32;
        out1 += 32;
        out2 += 32;
        in += 96;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store64(out0, permkern_load64(in));
        permkern_store64(out1, permkern_load64(in + 8));
        permkern_store64(out2, permkern_load64(in + 16));
        out0 += 8;
        out1 += 8;
        out2 += 8;
        in += 24;
    }
}

/* Interleaves all pixels of 3 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x64_interleave3_all(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                              const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t pixels = col->extent;
    const uint8_t *in0 = in;
    const uint8_t *in1 = permkern_at(in0, in_stride);
    const uint8_t *in2 = permkern_at(in1, in_stride);
    size_t groups = pixels / 4;
    for (; groups != 0; groups--) {
        permkern_x64_interleave3(in0, in1, in2, out);
        in0 += 32;
        in1 += 32;
        in2 += 32;
        out += 96;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store64(out, permkern_load64(in0));
        permkern_store64(out + 8, permkern_load64(in1));
        permkern_store64(out + 16, permkern_load64(in2));
        in0 += 8;
        in1 += 8;
        in2 += 8;
        out += 24;
    }
}

/* Deinterleaves all pixels of 2 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x64_deinterleave2_all(const uint8_t *in, uint8_t *out,
                                                                const permkern_axis *row, const permkern_axis *col)
{
    const size_t out_stride = col->out_stride;
    const size_t pixels = row->extent;
    uint8_t *out0 = out;
    uint8_t *out1 = permkern_at_out(out0, out_stride);
    size_t groups = pixels / 4;
    for (; groups != 0; groups--) {
        permkern_x64_deinterleave2(in, out0, out1);
        out0 += 32;
        out1 += 32;
        in += 64;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store64(out0, permkern_load64(in));
        permkern_store64(out1, permkern_load64(in + 8));
        out0 += 8;
        out1 += 8;
        in += 16;
    }
}

/* Interleaves all pixels of 2 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x64_interleave2_all(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                              const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t pixels = col->extent;
    const uint8_t *in0 = in;
    const uint8_t *in1 = permkern_at(in0, in_stride);
    size_t groups = pixels / 4;
    for (; groups != 0; groups--) {
        permkern_x64_interleave2(in0, in1, out);
        in0 += 32;
        in1 += 32;
        out += 64;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store64(out, permkern_load64(in0));
        permkern_store64(out + 8, permkern_load64(in1));
        in0 += 8;
        in1 += 8;
        out += 16;
    }
}

#endif /* PERMKERN_CHANNELS64_H */
