/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Splits and joins all channels of 16-bit elements: groups of four pixels, then the rest.
 *
 * Written by tools/autogen from arch_gen/templates/plane_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_CHANNELS16_H
#define PERMKERN_CHANNELS16_H

#include "permkern_plan.h"
#include "permkern_word.h"
#include "plane/permkern_groups16.h"

/* Deinterleaves all pixels of 3 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x16_deinterleave3_all(const uint8_t *in, uint8_t *out,
                                                                const permkern_axis *row, const permkern_axis *col)
{
    const size_t out_stride = col->out_stride;
    const size_t pixels = row->extent;
    uint8_t *out0 = out;
    uint8_t *out1 = permkern_at_out(out0, out_stride);
    uint8_t *out2 = permkern_at_out(out1, out_stride);
    size_t groups = pixels / 4;
    if (permkern_words_fit(in, 0, out, out_stride)) {
        for (; groups != 0; groups--) {
            permkern_x16_deinterleave3_words(in, out0, out1, out2);
            out0 += 8;
            out1 += 8;
            out2 += 8;
            in += 24;
        }
    }
    for (; groups != 0; groups--) {
        permkern_x16_deinterleave3(in, out0, out1, out2);
        out0 += 8;
        out1 += 8;
        out2 += 8;
        in += 24;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store16(out0, permkern_load16(in));
        permkern_store16(out1, permkern_load16(in + 2));
        permkern_store16(out2, permkern_load16(in + 4));
        out0 += 2;
        out1 += 2;
        out2 += 2;
        in += 6;
    }
}

/* Interleaves all pixels of 3 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x16_interleave3_all(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                              const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t pixels = col->extent;
    const uint8_t *in0 = in;
    const uint8_t *in1 = permkern_at(in0, in_stride);
    const uint8_t *in2 = permkern_at(in1, in_stride);
    size_t groups = pixels / 4;
    if (permkern_words_fit(in, in_stride, out, 0)) {
        for (; groups != 0; groups--) {
            permkern_x16_interleave3_words(in0, in1, in2, out);
            in0 += 8;
            in1 += 8;
            in2 += 8;
            out += 24;
        }
    }
    for (; groups != 0; groups--) {
        permkern_x16_interleave3(in0, in1, in2, out);
        in0 += 8;
        in1 += 8;
        in2 += 8;
        out += 24;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store16(out, permkern_load16(in0));
        permkern_store16(out + 2, permkern_load16(in1));
        permkern_store16(out + 4, permkern_load16(in2));
        in0 += 2;
        in1 += 2;
        in2 += 2;
        out += 6;
    }
}

/* Deinterleaves all pixels of 2 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x16_deinterleave2_all(const uint8_t *in, uint8_t *out,
                                                                const permkern_axis *row, const permkern_axis *col)
{
    const size_t out_stride = col->out_stride;
    const size_t pixels = row->extent;
    uint8_t *out0 = out;
    uint8_t *out1 = permkern_at_out(out0, out_stride);
    size_t groups = pixels / 4;
    if (permkern_words_fit(in, 0, out, out_stride)) {
        for (; groups != 0; groups--) {
            permkern_x16_deinterleave2_words(in, out0, out1);
            out0 += 8;
            out1 += 8;
            in += 16;
        }
    }
    for (; groups != 0; groups--) {
        permkern_x16_deinterleave2(in, out0, out1);
        out0 += 8;
        out1 += 8;
        in += 16;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store16(out0, permkern_load16(in));
        permkern_store16(out1, permkern_load16(in + 2));
        out0 += 2;
        out1 += 2;
        in += 4;
    }
}

/* Interleaves all pixels of 2 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x16_interleave2_all(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                              const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t pixels = col->extent;
    const uint8_t *in0 = in;
    const uint8_t *in1 = permkern_at(in0, in_stride);
    size_t groups = pixels / 4;
    if (permkern_words_fit(in, in_stride, out, 0)) {
        for (; groups != 0; groups--) {
            permkern_x16_interleave2_words(in0, in1, out);
            in0 += 8;
            in1 += 8;
            out += 16;
        }
    }
    for (; groups != 0; groups--) {
        permkern_x16_interleave2(in0, in1, out);
        in0 += 8;
        in1 += 8;
        out += 16;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store16(out, permkern_load16(in0));
        permkern_store16(out + 2, permkern_load16(in1));
        in0 += 2;
        in1 += 2;
        out += 4;
    }
}

#endif /* PERMKERN_CHANNELS16_H */
