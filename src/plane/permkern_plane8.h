/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves planes of 8-bit elements as tiles, strips or channels of words, and line by line where these do not fit.
 *
 * Written by tools/autogen from arch_gen/templates/plane.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_PLANE8_H
#define PERMKERN_PLANE8_H

#include "permkern_internal.h"
#include "permkern_isa.h"
#include "permkern_way.h"
#include "permkern_word.h"

/* The vector instruction sets of firmware have plane functions of their own. */
#if !PERMKERN_PLANE8

/* What words can do for planes. */
static const permkern_ways permkern_x8_ways = {0, 4, 0, PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3, 0};

/* Moves a tile of 4 rows x 4 columns, as words of 4 elements. */
static inline void permkern_x8_tile4x4(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                       uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3)
{
#if PERMKERN_WORD_TILES
    uint32_t w00 = permkern_load32(in0);
    uint32_t w10 = permkern_load32(in1);
    uint32_t w20 = permkern_load32(in2);
    uint32_t w30 = permkern_load32(in3);
    permkern_swap8(&w00, &w10);
    permkern_swap8(&w20, &w30);
    permkern_swap16(&w00, &w20);
    permkern_swap16(&w10, &w30);
    permkern_store32(out0, w00);
    permkern_store32(out1, w10);
    permkern_store32(out2, w20);
    permkern_store32(out3, w30);
#else
    permkern_store8(out0, permkern_load8(in0));
    permkern_store8(out1, permkern_load8(in0 + 1));
    permkern_store8(out2, permkern_load8(in0 + 2));
    permkern_store8(out3, permkern_load8(in0 + 3));
    permkern_store8(out0 + 1, permkern_load8(in1));
    permkern_store8(out1 + 1, permkern_load8(in1 + 1));
    permkern_store8(out2 + 1, permkern_load8(in1 + 2));
    permkern_store8(out3 + 1, permkern_load8(in1 + 3));
    permkern_store8(out0 + 2, permkern_load8(in2));
    permkern_store8(out1 + 2, permkern_load8(in2 + 1));
    permkern_store8(out2 + 2, permkern_load8(in2 + 2));
    permkern_store8(out3 + 2, permkern_load8(in2 + 3));
    permkern_store8(out0 + 3, permkern_load8(in3));
    permkern_store8(out1 + 3, permkern_load8(in3 + 1));
    permkern_store8(out2 + 3, permkern_load8(in3 + 2));
    permkern_store8(out3 + 3, permkern_load8(in3 + 3));
#endif
}

#if PERMKERN_PAIRS
/* Moves a tile of 4 rows x 8 columns, two neighbouring words at once. */
static inline void permkern_x8_pairs4x8(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                        uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3, uint8_t *out4,
                                        uint8_t *out5, uint8_t *out6, uint8_t *out7)
{
    permkern_pair row0 = permkern_load_pair(in0);
    permkern_pair row1 = permkern_load_pair(in1);
    permkern_pair row2 = permkern_load_pair(in2);
    permkern_pair row3 = permkern_load_pair(in3);
    permkern_swap8(&row0.low, &row1.low);
    permkern_swap8(&row2.low, &row3.low);
    permkern_swap16(&row0.low, &row2.low);
    permkern_swap16(&row1.low, &row3.low);
    permkern_swap8(&row0.high, &row1.high);
    permkern_swap8(&row2.high, &row3.high);
    permkern_swap16(&row0.high, &row2.high);
    permkern_swap16(&row1.high, &row3.high);
    permkern_store32(out0, row0.low);
    permkern_store32(out1, row1.low);
    permkern_store32(out2, row2.low);
    permkern_store32(out3, row3.low);
    permkern_store32(out4, row0.high);
    permkern_store32(out5, row1.high);
    permkern_store32(out6, row2.high);
    permkern_store32(out7, row3.high);
}
#endif

#if PERMKERN_PAIRS
/* Moves a tile of 8 rows x 4 columns, two neighbouring words at once. */
static inline void permkern_x8_pairs8x4(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                        const uint8_t *in4, const uint8_t *in5, const uint8_t *in6, const uint8_t *in7,
                                        uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3)
{
    uint32_t w00 = permkern_load32(in0);
    uint32_t w10 = permkern_load32(in1);
    uint32_t w20 = permkern_load32(in2);
    uint32_t w30 = permkern_load32(in3);
    uint32_t w40 = permkern_load32(in4);
    uint32_t w50 = permkern_load32(in5);
    uint32_t w60 = permkern_load32(in6);
    uint32_t w70 = permkern_load32(in7);
    permkern_swap8(&w00, &w10);
    permkern_swap8(&w20, &w30);
    permkern_swap16(&w00, &w20);
    permkern_swap16(&w10, &w30);
    permkern_swap8(&w40, &w50);
    permkern_swap8(&w60, &w70);
    permkern_swap16(&w40, &w60);
    permkern_swap16(&w50, &w70);
    permkern_store_pair(out0, w00, w40);
    permkern_store_pair(out1, w10, w50);
    permkern_store_pair(out2, w20, w60);
    permkern_store_pair(out3, w30, w70);
}
#endif

/* Moves 4 pixels of 3 channels to planes. */
static inline void permkern_x8_deinterleave3(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2)
{
    permkern_store8(out0, permkern_load8(in));
    permkern_store8(out1, permkern_load8(in + 1));
    permkern_store8(out2, permkern_load8(in + 2));
    permkern_store8(out0 + 1, permkern_load8(in + 3));
    permkern_store8(out1 + 1, permkern_load8(in + 4));
    permkern_store8(out2 + 1, permkern_load8(in + 5));
    permkern_store8(out0 + 2, permkern_load8(in + 6));
    permkern_store8(out1 + 2, permkern_load8(in + 7));
    permkern_store8(out2 + 2, permkern_load8(in + 8));
    permkern_store8(out0 + 3, permkern_load8(in + 9));
    permkern_store8(out1 + 3, permkern_load8(in + 10));
    permkern_store8(out2 + 3, permkern_load8(in + 11));
}

/* Moves 4 pixels of 3 channels to planes, by words. */
static inline void permkern_x8_deinterleave3_words(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2)
{
#if PERMKERN_WORD_TILES && PERMKERN_NETWORKS
    const uint32_t w00 = permkern_load32(in);
    const uint32_t w01 = permkern_load32(in + 4);
    const uint32_t w02 = permkern_load32(in + 8);
    const uint32_t even0 = permkern_even(w00);
    const uint32_t even1 = permkern_even(w01);
    const uint32_t even2 = permkern_even_turned(w02);
    const uint32_t odd0 = permkern_odd(w00);
    const uint32_t odd1 = permkern_odd(w01);
    const uint32_t odd2 = permkern_odd(w02);
    permkern_store32(out0, permkern_merge_turned(permkern_low_high(even0, even1), permkern_low_high(odd2, odd0)));
    permkern_store32(out1, permkern_merge(permkern_low_high(odd0, odd1), permkern_low_low(even1, even2)));
    permkern_store32(out2, permkern_merge(permkern_high_high(even0, even2), permkern_low_high(odd1, odd2)));
#else
    permkern_x8_deinterleave3(in, out0, out1, out2);
#endif
}

#if PERMKERN_PAIRS
/* Moves 4 pixels of 3 channels to planes, three words at once. */
static inline void permkern_x8_deinterleave3_threes(const uint8_t **in, uint8_t *out0, uint8_t *out1, uint8_t *out2)
{
    uint32_t w0;
    uint32_t w1;
    uint32_t w2;
    permkern_pull_three(in, &w0, &w1, &w2);
    const uint32_t even0 = permkern_even(w0);
    const uint32_t even1 = permkern_even(w1);
    const uint32_t even2 = permkern_even_turned(w2);
    const uint32_t odd0 = permkern_odd(w0);
    const uint32_t odd1 = permkern_odd(w1);
    const uint32_t odd2 = permkern_odd(w2);
    permkern_store32(out0, permkern_merge_turned(permkern_low_high(even0, even1), permkern_low_high(odd2, odd0)));
    permkern_store32(out1, permkern_merge(permkern_low_high(odd0, odd1), permkern_low_low(even1, even2)));
    permkern_store32(out2, permkern_merge(permkern_high_high(even0, even2), permkern_low_high(odd1, odd2)));
}
#endif

/* Moves 4 pixels of 3 channels from planes. */
static inline void permkern_x8_interleave3(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, uint8_t *out)
{
    permkern_store8(out, permkern_load8(in0));
    permkern_store8(out + 1, permkern_load8(in1));
    permkern_store8(out + 2, permkern_load8(in2));
    permkern_store8(out + 3, permkern_load8(in0 + 1));
    permkern_store8(out + 4, permkern_load8(in1 + 1));
    permkern_store8(out + 5, permkern_load8(in2 + 1));
    permkern_store8(out + 6, permkern_load8(in0 + 2));
    permkern_store8(out + 7, permkern_load8(in1 + 2));
    permkern_store8(out + 8, permkern_load8(in2 + 2));
    permkern_store8(out + 9, permkern_load8(in0 + 3));
    permkern_store8(out + 10, permkern_load8(in1 + 3));
    permkern_store8(out + 11, permkern_load8(in2 + 3));
}

/* Moves 4 pixels of 3 channels from planes, by words. */
static inline void permkern_x8_interleave3_words(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                                 uint8_t *out)
{
#if PERMKERN_WORD_TILES && PERMKERN_NETWORKS
    const uint32_t w00 = permkern_load32(in0);
    const uint32_t w01 = permkern_load32(in1);
    const uint32_t w02 = permkern_load32(in2);
    const uint32_t even0 = permkern_even(w00);
    const uint32_t even1 = permkern_even(w01);
    const uint32_t even2 = permkern_even(w02);
    const uint32_t odd0 = permkern_odd(w00);
    const uint32_t odd1 = permkern_odd(w01);
    const uint32_t odd2 = permkern_odd(w02);
    permkern_store32(out, permkern_merge(permkern_low_low(even0, even2), permkern_low_low(even1, odd0)));
    permkern_store32(out + 4, permkern_merge(permkern_low_high(odd1, even0), permkern_low_high(odd2, even1)));
    permkern_store32(out + 8, permkern_merge(permkern_high_high(even2, odd1), permkern_high_high(odd0, odd2)));
#else
    permkern_x8_interleave3(in0, in1, in2, out);
#endif
}

#if PERMKERN_PAIRS
/* Moves 4 pixels of 3 channels from planes, three words at once. */
static inline void permkern_x8_interleave3_threes(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                                  uint8_t **out)
{
    const uint32_t w0 = permkern_load32(in0);
    const uint32_t w1 = permkern_load32(in1);
    const uint32_t w2 = permkern_load32(in2);
    const uint32_t even0 = permkern_even(w0);
    const uint32_t even1 = permkern_even(w1);
    const uint32_t even2 = permkern_even(w2);
    const uint32_t odd0 = permkern_odd(w0);
    const uint32_t odd1 = permkern_odd(w1);
    const uint32_t odd2 = permkern_odd(w2);
    permkern_push_three(out, permkern_merge(permkern_low_low(even0, even2), permkern_low_low(even1, odd0)),
                        permkern_merge(permkern_low_high(odd1, even0), permkern_low_high(odd2, even1)),
                        permkern_merge(permkern_high_high(even2, odd1), permkern_high_high(odd0, odd2)));
}
#endif

/* Moves 4 pixels of 2 channels to planes. */
static inline void permkern_x8_deinterleave2(const uint8_t *in, uint8_t *out0, uint8_t *out1)
{
    permkern_store8(out0, permkern_load8(in));
    permkern_store8(out1, permkern_load8(in + 1));
    permkern_store8(out0 + 1, permkern_load8(in + 2));
    permkern_store8(out1 + 1, permkern_load8(in + 3));
    permkern_store8(out0 + 2, permkern_load8(in + 4));
    permkern_store8(out1 + 2, permkern_load8(in + 5));
    permkern_store8(out0 + 3, permkern_load8(in + 6));
    permkern_store8(out1 + 3, permkern_load8(in + 7));
}

/* Moves 4 pixels of 2 channels to planes, by words. */
static inline void permkern_x8_deinterleave2_words(const uint8_t *in, uint8_t *out0, uint8_t *out1)
{
#if PERMKERN_WORD_TILES
    uint32_t w00 = permkern_load32(in);
    uint32_t w01 = permkern_load32(in + 4);
    permkern_swap16(&w00, &w01);
    permkern_swap8(&w00, &w01);
    permkern_store32(out0, w00);
    permkern_store32(out1, w01);
#else
    permkern_x8_deinterleave2(in, out0, out1);
#endif
}

/* Moves 4 pixels of 2 channels from planes. */
static inline void permkern_x8_interleave2(const uint8_t *in0, const uint8_t *in1, uint8_t *out)
{
    permkern_store8(out, permkern_load8(in0));
    permkern_store8(out + 1, permkern_load8(in1));
    permkern_store8(out + 2, permkern_load8(in0 + 1));
    permkern_store8(out + 3, permkern_load8(in1 + 1));
    permkern_store8(out + 4, permkern_load8(in0 + 2));
    permkern_store8(out + 5, permkern_load8(in1 + 2));
    permkern_store8(out + 6, permkern_load8(in0 + 3));
    permkern_store8(out + 7, permkern_load8(in1 + 3));
}

/* Moves 4 pixels of 2 channels from planes, by words. */
static inline void permkern_x8_interleave2_words(const uint8_t *in0, const uint8_t *in1, uint8_t *out)
{
#if PERMKERN_WORD_TILES
    uint32_t w00 = permkern_load32(in0);
    uint32_t w01 = permkern_load32(in1);
    permkern_swap8(&w00, &w01);
    permkern_swap16(&w00, &w01);
    permkern_store32(out, w00);
    permkern_store32(out + 4, w01);
#else
    permkern_x8_interleave2(in0, in1, out);
#endif
}

#if PERMKERN_STRIPS
/* Moves `tiles` tiles of four columns. */
static PERMKERN_STRIP void permkern_x8_down(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            size_t tiles)
{
    uint8_t *out0 = out;
    uint8_t *out1 = out0 + out_stride;
    uint8_t *out2 = out1 + out_stride;
    uint8_t *out3 = out2 + out_stride;
    uintptr_t far = (uintptr_t)in;
    size_t third = 3 * in_stride;
    for (size_t rounds = tiles / 4; rounds != 0; rounds--) {
        in_stride = permkern_stride(in_stride);
        third = permkern_stride(third);
        const uint8_t *at = (const uint8_t *)far;
        permkern_x8_tile4x4(at, at + in_stride, at + 2 * in_stride, at + third, out0, out1, out2, out3);
        far = permkern_stride(far + 4 * in_stride);
        out0 = permkern_next_out(out0, 4);
        out1 = permkern_next_out(out1, 4);
        out2 = permkern_next_out(out2, 4);
        out3 = permkern_next_out(out3, 4);
        at = (const uint8_t *)far;
        permkern_x8_tile4x4(at, at + in_stride, at + 2 * in_stride, at + third, out0, out1, out2, out3);
        far = permkern_stride(far + 4 * in_stride);
        out0 = permkern_next_out(out0, 4);
        out1 = permkern_next_out(out1, 4);
        out2 = permkern_next_out(out2, 4);
        out3 = permkern_next_out(out3, 4);
        at = (const uint8_t *)far;
        permkern_x8_tile4x4(at, at + in_stride, at + 2 * in_stride, at + third, out0, out1, out2, out3);
        far = permkern_stride(far + 4 * in_stride);
        out0 = permkern_next_out(out0, 4);
        out1 = permkern_next_out(out1, 4);
        out2 = permkern_next_out(out2, 4);
        out3 = permkern_next_out(out3, 4);
        at = (const uint8_t *)far;
        permkern_x8_tile4x4(at, at + in_stride, at + 2 * in_stride, at + third, out0, out1, out2, out3);
        far = permkern_stride(far + 4 * in_stride);
        out0 = permkern_next_out(out0, 4);
        out1 = permkern_next_out(out1, 4);
        out2 = permkern_next_out(out2, 4);
        out3 = permkern_next_out(out3, 4);
    }
    for (size_t rest = tiles % 4; rest != 0; rest--) {
        in_stride = permkern_stride(in_stride);
        third = permkern_stride(third);
        const uint8_t *at = (const uint8_t *)far;
        permkern_x8_tile4x4(at, at + in_stride, at + 2 * in_stride, at + third, out0, out1, out2, out3);
        far = permkern_stride(far + 4 * in_stride);
        out0 = permkern_next_out(out0, 4);
        out1 = permkern_next_out(out1, 4);
        out2 = permkern_next_out(out2, 4);
        out3 = permkern_next_out(out3, 4);
    }
}
#endif

#if PERMKERN_STRIPS
/* Moves `tiles` tiles of four rows. */
static PERMKERN_STRIP void permkern_x8_across(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                              size_t tiles)
{
    const uint8_t *in0 = in;
    const uint8_t *in1 = in0 + in_stride;
    const uint8_t *in2 = in1 + in_stride;
    const uint8_t *in3 = in2 + in_stride;
    uintptr_t far = (uintptr_t)out;
    size_t third = 3 * out_stride;
    for (size_t rounds = tiles / 4; rounds != 0; rounds--) {
        out_stride = permkern_stride(out_stride);
        third = permkern_stride(third);
        uint8_t *at = (uint8_t *)far;
        permkern_x8_tile4x4(in0, in1, in2, in3, at, at + out_stride, at + 2 * out_stride, at + third);
        far = permkern_stride(far + 4 * out_stride);
        in0 = permkern_next_in(in0, 4);
        in1 = permkern_next_in(in1, 4);
        in2 = permkern_next_in(in2, 4);
        in3 = permkern_next_in(in3, 4);
        at = (uint8_t *)far;
        permkern_x8_tile4x4(in0, in1, in2, in3, at, at + out_stride, at + 2 * out_stride, at + third);
        far = permkern_stride(far + 4 * out_stride);
        in0 = permkern_next_in(in0, 4);
        in1 = permkern_next_in(in1, 4);
        in2 = permkern_next_in(in2, 4);
        in3 = permkern_next_in(in3, 4);
        at = (uint8_t *)far;
        permkern_x8_tile4x4(in0, in1, in2, in3, at, at + out_stride, at + 2 * out_stride, at + third);
        far = permkern_stride(far + 4 * out_stride);
        in0 = permkern_next_in(in0, 4);
        in1 = permkern_next_in(in1, 4);
        in2 = permkern_next_in(in2, 4);
        in3 = permkern_next_in(in3, 4);
        at = (uint8_t *)far;
        permkern_x8_tile4x4(in0, in1, in2, in3, at, at + out_stride, at + 2 * out_stride, at + third);
        far = permkern_stride(far + 4 * out_stride);
        in0 = permkern_next_in(in0, 4);
        in1 = permkern_next_in(in1, 4);
        in2 = permkern_next_in(in2, 4);
        in3 = permkern_next_in(in3, 4);
    }
    for (size_t rest = tiles % 4; rest != 0; rest--) {
        out_stride = permkern_stride(out_stride);
        third = permkern_stride(third);
        uint8_t *at = (uint8_t *)far;
        permkern_x8_tile4x4(in0, in1, in2, in3, at, at + out_stride, at + 2 * out_stride, at + third);
        far = permkern_stride(far + 4 * out_stride);
        in0 = permkern_next_in(in0, 4);
        in1 = permkern_next_in(in1, 4);
        in2 = permkern_next_in(in2, 4);
        in3 = permkern_next_in(in3, 4);
    }
}
#endif

/* Moves the whole tiles of a plane; the innermost loop runs along the longer axis. */
static PERMKERN_OUT_OF_LINE void permkern_x8_tiles(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                   const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t out_stride = col->out_stride;
    const bool down = permkern_runs_down(row->extent, col->extent);
#if PERMKERN_STRIPS
    const size_t tiles = (down ? row->extent : col->extent) / 4;
    if (down) {
        for (size_t lanes = col->extent / 4; lanes != 0; lanes--) {
            permkern_x8_down(in, in_stride, out, out_stride, tiles);
            in += 4;
            out += 4 * out_stride;
        }
    } else {
        for (size_t lanes = row->extent / 4; lanes != 0; lanes--) {
            permkern_x8_across(in, in_stride, out, out_stride, tiles);
            in += 4 * in_stride;
            out += 4;
        }
    }
#else
    /* Addresses are integers, because the step from a tile's last row to the next tile may be negative. */
    const size_t rows = row->extent & ~(size_t)3;
    const size_t cols = col->extent & ~(size_t)3;
    const size_t in_down = 4 * in_stride;
    const size_t out_across = 4 * out_stride;
    const size_t in_step = (down ? in_down : 4) - 3 * in_stride;
    const size_t out_step = (down ? 4 : out_across) - 3 * out_stride;
    const size_t tiles = down ? rows / 4 : cols / 4;
    const size_t span = permkern_times(tiles, down ? in_down : 4);
    size_t lane_at = 0;
    size_t lane_put = 0;
    for (size_t lane = down ? cols / 4 : rows / 4; lane != 0; lane--) {
        uintptr_t at = (uintptr_t)(in + lane_at);
        uintptr_t put = (uintptr_t)(out + lane_put);
        for (const uintptr_t end = at + span; at != end;) {
            uint32_t w0 = permkern_load32((const void *)at);
            at += in_stride;
            uint32_t w1 = permkern_load32((const void *)at);
            at += in_stride;
            uint32_t w2 = permkern_load32((const void *)at);
            at += in_stride;
            uint32_t w3 = permkern_load32((const void *)at);
            at += in_step;
            permkern_swap8(&w0, &w1);
            permkern_swap8(&w2, &w3);
            permkern_swap16(&w0, &w2);
            permkern_swap16(&w1, &w3);
            permkern_store32((void *)put, w0);
            put += out_stride;
            permkern_store32((void *)put, w1);
            put += out_stride;
            permkern_store32((void *)put, w2);
            put += out_stride;
            permkern_store32((void *)put, w3);
            put += out_step;
        }
        lane_at += down ? 4 : in_down;
        lane_put += down ? out_across : 4;
    }
#endif
}

/* Deinterleaves all pixels of 3 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x8_deinterleave3_all(const uint8_t *in, uint8_t *out,
                                                               const permkern_axis *row, const permkern_axis *col)
{
    const size_t out_stride = col->out_stride;
    const size_t pixels = row->extent;
    uint8_t *out0 = out;
    uint8_t *out1 = out0 + out_stride;
    uint8_t *out2 = out1 + out_stride;
    size_t groups = pixels / 4;
#if PERMKERN_PAIRS
    if (permkern_pairs_fit(in, 0, out, out_stride)) {
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
    const uint8_t *in1 = in0 + in_stride;
    const uint8_t *in2 = in1 + in_stride;
    size_t groups = pixels / 4;
#if PERMKERN_PAIRS
    if (permkern_pairs_fit(in, in_stride, out, 0)) {
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
    uint8_t *out1 = out0 + out_stride;
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
    const uint8_t *in1 = in0 + in_stride;
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

/* Moves columns: each one is a line that is read with a stride and written contiguously. */
/*@ requires 1 <= rows <= out_stride && 1 <= cols <= in_stride;
    requires times(rows, in_stride) <= SIZE_MAX && times(cols, out_stride) <= SIZE_MAX;
    requires \valid_read(in + (0 .. times(rows - 1, in_stride) + cols - 1));
    requires \valid(out + (0 .. times(cols - 1, out_stride) + rows - 1));
    requires \separated(in + (0 .. times(rows - 1, in_stride) + cols - 1),
                        out + (0 .. times(cols - 1, out_stride) + rows - 1));
    assigns out[0 .. times(cols - 1, out_stride) + rows - 1];
    ensures turned{Pre, Post}(in, in_stride, out, out_stride, 0, rows, 0, cols);
    ensures kept_around{Pre, Post}(out, out_stride, rows, cols);
*/
static inline void permkern_x8_columns(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                       size_t rows, size_t cols)
{
    /*@ loop invariant 0 <= c <= cols && to == times(c, out_stride);
        loop invariant turned{Pre, Here}(in, in_stride, out, out_stride, 0, rows, 0, c);
        loop invariant kept_around{Pre, Here}(out, out_stride, rows, c);
        loop assigns c, to, out[0 .. times(cols - 1, out_stride) + rows - 1];
        loop variant cols - c;
    */
    for (size_t c = 0, to = 0; c < cols; c++, to += out_stride) {
        permkern_line8(in + c, in_stride, out + to, 1, rows);
        /*@ assert turned{Pre, Here}(in, in_stride, out, out_stride, 0, rows, 0, c); */
        /*@ assert lined{Pre, Here}(in + c, in_stride, out + to, 1, rows); */
        /*@ assert \forall integer r; 0 <= r < rows ==> was{Pre}(out[to + r], in + (c + times(r, in_stride))); */
        /*@ assert turned{Pre, Here}(in, in_stride, out, out_stride, 0, rows, c, c + 1); */
    }
}

/* Moves rows: each one is a line that is read contiguously and written with a stride. */
/*@ requires 1 <= rows <= out_stride && 1 <= cols <= in_stride;
    requires times(rows, in_stride) <= SIZE_MAX && times(cols, out_stride) <= SIZE_MAX;
    requires \valid_read(in + (0 .. times(rows - 1, in_stride) + cols - 1));
    requires \valid(out + (0 .. times(cols - 1, out_stride) + rows - 1));
    requires \separated(in + (0 .. times(rows - 1, in_stride) + cols - 1),
                        out + (0 .. times(cols - 1, out_stride) + rows - 1));
    assigns out[0 .. times(cols - 1, out_stride) + rows - 1];
    ensures turned{Pre, Post}(in, in_stride, out, out_stride, 0, rows, 0, cols);
    ensures kept_around{Pre, Post}(out, out_stride, rows, cols);
*/
static inline void permkern_x8_rows(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                    size_t cols)
{
    /*@ loop invariant 0 <= r <= rows && from == times(r, in_stride);
        loop invariant turned{Pre, Here}(in, in_stride, out, out_stride, 0, r, 0, cols);
        loop invariant kept_around{Pre, Here}(out, out_stride, r, cols);
        loop assigns r, from, out[0 .. times(cols - 1, out_stride) + rows - 1];
        loop variant rows - r;
    */
    for (size_t r = 0, from = 0; r < rows; r++, from += in_stride) {
        permkern_line8(in + from, 1, out + r, out_stride, cols);
        /*@ assert turned{Pre, Here}(in, in_stride, out, out_stride, 0, r, 0, cols); */
        /*@ assert lined{Pre, Here}(in + from, 1, out + r, out_stride, cols); */
        /*@ assert moved: \forall integer c; 0 <= c < cols ==>
                was{Pre}(*(out + r + times(c, out_stride)), (in + from) + times(c, 1)); */
        /*@ assert \forall integer c; 0 <= c < cols ==>
                was{Pre}(out[at(c, out_stride, r)], in + (from + times(c, 1))); */
        /*@ assert turned{Pre, Here}(in, in_stride, out, out_stride, r, r + 1, 0, cols); */
    }
}

/* Moves the columns from tile_cols on, then the rows from tile_rows on of the other columns, as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x8_lines(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                   const permkern_axis *col, size_t tile_rows, size_t tile_cols)
{
    if (tile_cols != col->extent) {
        permkern_x8_columns(in + tile_cols, row->in_stride, out + permkern_times(tile_cols, col->out_stride),
                            col->out_stride, row->extent, col->extent - tile_cols);
    }
    if (tile_rows != row->extent) {
        permkern_x8_rows(in + permkern_times(tile_rows, row->in_stride), row->in_stride, out + tile_rows,
                         col->out_stride, row->extent - tile_rows, tile_cols);
    }
}

/* Moves a whole plane as lines along its longer axis. */
static PERMKERN_OUT_OF_LINE void permkern_x8_lines_alone(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                         const permkern_axis *col)
{
    if (permkern_runs_down(row->extent, col->extent)) {
        permkern_x8_lines(in, out, row, col, row->extent, 0);
    } else {
        permkern_x8_lines(in, out, row, col, 0, col->extent);
    }
}

/* Moves whole tiles, then the columns and rows that are left as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x8_tiles_and_lines(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                             const permkern_axis *col)
{
    permkern_x8_tiles(in, out, row, col);
    permkern_x8_lines(in, out, row, col, row->extent & ~(size_t)3, col->extent & ~(size_t)3);
}

/* Moves a plane that is too thin or misaligned for tiles: as channels if it has such a shape, else as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x8_thin(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                  const permkern_axis *col)
{
    switch (permkern_way_of(&permkern_x8_ways, row->extent, col->extent, row->in_stride, col->out_stride, false)) {
    case PERMKERN_WAY_SPLIT:
        switch (col->extent) {
        case 3:
            permkern_x8_deinterleave3_all(in, out, row, col);
            break;
        default:
            permkern_x8_deinterleave2_all(in, out, row, col);
            break;
        }
        break;
    case PERMKERN_WAY_JOIN:
        switch (row->extent) {
        case 3:
            permkern_x8_interleave3_all(in, out, row, col);
            break;
        default:
            permkern_x8_interleave2_all(in, out, row, col);
            break;
        }
        break;
    default:
        permkern_x8_lines_alone(in, out, row, col);
        break;
    }
}

/*
 * Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. `row` is the axis that
 * counts rows, `col` the one that counts columns. The functions that it calls have the same parameters, so that
 * compilers turn the calls into jumps.
 */
static PERMKERN_MAY_BE_UNUSED void permkern_x8_plane(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                     const permkern_axis *col)
{
    const bool fit = permkern_words_fit(in, row->in_stride, out, col->out_stride);
    switch (permkern_way_of(&permkern_x8_ways, row->extent, col->extent, row->in_stride, col->out_stride, fit)) {
    case PERMKERN_WAY_TILES:
        permkern_x8_tiles(in, out, row, col);
        break;
    case PERMKERN_WAY_TILES_AND_LINES:
        permkern_x8_tiles_and_lines(in, out, row, col);
        break;
    default:
        permkern_x8_thin(in, out, row, col);
        break;
    }
}

#else

static inline void permkern_x8_plane(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                     const permkern_axis *col)
{
    permkern_x8_matrix(in, row->in_stride, out, col->out_stride, row->extent, col->extent);
}
#endif

#endif /* PERMKERN_PLANE8_H */
