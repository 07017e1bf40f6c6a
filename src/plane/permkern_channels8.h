/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Splits and joins all channels of 8-bit elements: groups of four pixels, then the rest.
 *
 * Written by tools/autogen from arch_gen/templates/plane_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_CHANNELS8_H
#define PERMKERN_CHANNELS8_H

#include "permkern_plan.h"
#include "permkern_word.h"
#include "plane/permkern_groups8.h"

/* Deinterleaves all pixels of 3 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x8_deinterleave3_all(const uint8_t *in, uint8_t *out,
                                                               const permkern_axis *row, const permkern_axis *col)
{
    const size_t out_stride = col->out_stride;
    const size_t pixels = row->extent;
    uint8_t *out0 = out;
    uint8_t *out1 = permkern_at_out(out0, out_stride);
    uint8_t *out2 = permkern_at_out(out1, out_stride);
    size_t groups = pixels / 4;
#if PERMKERN_SEVERAL
    if (permkern_threes_fit(in, 0, out, out_stride)) {
        for (size_t rounds = groups / 2; rounds != 0; rounds--) {
            permkern_x8_deinterleave3_threes(&in, out0, out1, out2);
            out0 = permkern_next_out(out0, 4);
            out1 = permkern_next_out(out1, 4);
            out2 = permkern_next_out(out2, 4);
            permkern_x8_deinterleave3_threes(&in, out0, out1, out2);
            out0 = permkern_next_out(out0, 4);
            out1 = permkern_next_out(out1, 4);
            out2 = permkern_next_out(out2, 4);
        }
        groups %= 2;
        for (; groups != 0; groups--) {
            permkern_x8_deinterleave3_threes(&in, out0, out1, out2);
            out0 = permkern_next_out(out0, 4);
            out1 = permkern_next_out(out1, 4);
            out2 = permkern_next_out(out2, 4);
        }
    }
#endif
    if (permkern_words_fit(in, 0, out, out_stride)) {
        for (size_t rounds = groups / 4; rounds != 0; rounds--) {
            permkern_x8_deinterleave3_words(in, out0, out1, out2);
            permkern_x8_deinterleave3_words(in + 12, out0 + 4, out1 + 4, out2 + 4);
            permkern_x8_deinterleave3_words(in + 24, out0 + 8, out1 + 8, out2 + 8);
            permkern_x8_deinterleave3_words(in + 36, out0 + 12, out1 + 12, out2 + 12);
            out0 += 16;
            out1 += 16;
            out2 += 16;
            in += 48;
        }
        groups %= 4;
        for (; groups != 0; groups--) {
            permkern_x8_deinterleave3_words(in, out0, out1, out2);
            out0 += 4;
            out1 += 4;
            out2 += 4;
            in += 12;
        }
    }
    for (; groups != 0; groups--) {
        permkern_x8_deinterleave3(in, out0, out1, out2);
        out0 += 4;
        out1 += 4;
        out2 += 4;
        in += 12;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store8(out0, permkern_load8(in));
        permkern_store8(out1, permkern_load8(in + 1));
        permkern_store8(out2, permkern_load8(in + 2));
        out0 += 1;
        out1 += 1;
        out2 += 1;
        in += 3;
    }
}

/* Interleaves all pixels of 3 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x8_interleave3_all(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                             const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t pixels = col->extent;
    const uint8_t *in0 = in;
    const uint8_t *in1 = permkern_at(in0, in_stride);
    const uint8_t *in2 = permkern_at(in1, in_stride);
    size_t groups = pixels / 4;
#if PERMKERN_PAIRS
    if (permkern_threes_fit(in, in_stride, out, 0)) {
        for (size_t rounds = groups / 2; rounds != 0; rounds--) {
            permkern_x8_interleave3_threes(in0, in1, in2, &out);
            in0 = permkern_next_in(in0, 4);
            in1 = permkern_next_in(in1, 4);
            in2 = permkern_next_in(in2, 4);
            permkern_x8_interleave3_threes(in0, in1, in2, &out);
            in0 = permkern_next_in(in0, 4);
            in1 = permkern_next_in(in1, 4);
            in2 = permkern_next_in(in2, 4);
        }
        groups %= 2;
        for (; groups != 0; groups--) {
            permkern_x8_interleave3_threes(in0, in1, in2, &out);
            in0 = permkern_next_in(in0, 4);
            in1 = permkern_next_in(in1, 4);
            in2 = permkern_next_in(in2, 4);
        }
    }
#endif
    if (permkern_words_fit(in, in_stride, out, 0)) {
        for (size_t rounds = groups / 4; rounds != 0; rounds--) {
            permkern_x8_interleave3_words(in0, in1, in2, out);
            permkern_x8_interleave3_words(in0 + 4, in1 + 4, in2 + 4, out + 12);
            permkern_x8_interleave3_words(in0 + 8, in1 + 8, in2 + 8, out + 24);
            permkern_x8_interleave3_words(in0 + 12, in1 + 12, in2 + 12, out + 36);
            in0 += 16;
            in1 += 16;
            in2 += 16;
            out += 48;
        }
        groups %= 4;
        for (; groups != 0; groups--) {
            permkern_x8_interleave3_words(in0, in1, in2, out);
            in0 += 4;
            in1 += 4;
            in2 += 4;
            out += 12;
        }
    }
    for (; groups != 0; groups--) {
        permkern_x8_interleave3(in0, in1, in2, out);
        in0 += 4;
        in1 += 4;
        in2 += 4;
        out += 12;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store8(out, permkern_load8(in0));
        permkern_store8(out + 1, permkern_load8(in1));
        permkern_store8(out + 2, permkern_load8(in2));
        in0 += 1;
        in1 += 1;
        in2 += 1;
        out += 3;
    }
}

/* Deinterleaves all pixels of 2 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x8_deinterleave2_all(const uint8_t *in, uint8_t *out,
                                                               const permkern_axis *row, const permkern_axis *col)
{
    const size_t out_stride = col->out_stride;
    const size_t pixels = row->extent;
    uint8_t *out0 = out;
    uint8_t *out1 = permkern_at_out(out0, out_stride);
    size_t groups = pixels / 4;
    if (permkern_words_fit(in, 0, out, out_stride)) {
        for (size_t rounds = groups / 4; rounds != 0; rounds--) {
            permkern_x8_deinterleave2_words(in, out0, out1);
            permkern_x8_deinterleave2_words(in + 8, out0 + 4, out1 + 4);
            permkern_x8_deinterleave2_words(in + 16, out0 + 8, out1 + 8);
            permkern_x8_deinterleave2_words(in + 24, out0 + 12, out1 + 12);
            out0 += 16;
            out1 += 16;
            in += 32;
        }
        groups %= 4;
        for (; groups != 0; groups--) {
            permkern_x8_deinterleave2_words(in, out0, out1);
            out0 += 4;
            out1 += 4;
            in += 8;
        }
    }
    for (; groups != 0; groups--) {
        permkern_x8_deinterleave2(in, out0, out1);
        out0 += 4;
        out1 += 4;
        in += 8;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store8(out0, permkern_load8(in));
        permkern_store8(out1, permkern_load8(in + 1));
        out0 += 1;
        out1 += 1;
        in += 2;
    }
}

/* Interleaves all pixels of 2 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x8_interleave2_all(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                             const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t pixels = col->extent;
    const uint8_t *in0 = in;
    const uint8_t *in1 = permkern_at(in0, in_stride);
    size_t groups = pixels / 4;
    if (permkern_words_fit(in, in_stride, out, 0)) {
        for (size_t rounds = groups / 4; rounds != 0; rounds--) {
            permkern_x8_interleave2_words(in0, in1, out);
            permkern_x8_interleave2_words(in0 + 4, in1 + 4, out + 8);
            permkern_x8_interleave2_words(in0 + 8, in1 + 8, out + 16);
            permkern_x8_interleave2_words(in0 + 12, in1 + 12, out + 24);
            in0 += 16;
            in1 += 16;
            out += 32;
        }
        groups %= 4;
        for (; groups != 0; groups--) {
            permkern_x8_interleave2_words(in0, in1, out);
            in0 += 4;
            in1 += 4;
            out += 8;
        }
    }
    for (; groups != 0; groups--) {
        permkern_x8_interleave2(in0, in1, out);
        in0 += 4;
        in1 += 4;
        out += 8;
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        permkern_store8(out, permkern_load8(in0));
        permkern_store8(out + 1, permkern_load8(in1));
        in0 += 1;
        in1 += 1;
        out += 2;
    }
}

#endif /* PERMKERN_CHANNELS8_H */
