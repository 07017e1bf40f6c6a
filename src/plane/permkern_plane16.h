/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves planes of 16-bit elements as tiles, strips or channels of words, and line by line where these do not fit.
 *
 * Written by tools/autogen from arch_gen/templates/plane.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_PLANE16_H
#define PERMKERN_PLANE16_H

#include "permkern_internal.h"
#include "permkern_isa.h"
#include "permkern_way.h"
#include "permkern_word.h"

/* The vector instruction sets of firmware have plane functions of their own. */
#if !PERMKERN_PLANE16

/* What words can do for planes. */
static const permkern_ways permkern_x16_ways = {1, 4, 0, PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_3, 0};

/* Moves a tile of 4 rows x 4 columns, as words of 2 elements. */
static inline void permkern_x16_tile4x4(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                        uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3)
{
#if PERMKERN_WORD_TILES
    uint32_t w00 = permkern_load32(in0);
    uint32_t w10 = permkern_load32(in1);
    uint32_t w20 = permkern_load32(in2);
    uint32_t w30 = permkern_load32(in3);
    permkern_swap16(&w00, &w10);
    permkern_swap16(&w20, &w30);
    permkern_store32(out0, w00);
    permkern_store32(out0 + 4, w20);
    permkern_store32(out1, w10);
    permkern_store32(out1 + 4, w30);
    uint32_t w01 = permkern_load32(in0 + 4);
    uint32_t w11 = permkern_load32(in1 + 4);
    uint32_t w21 = permkern_load32(in2 + 4);
    uint32_t w31 = permkern_load32(in3 + 4);
    permkern_swap16(&w01, &w11);
    permkern_swap16(&w21, &w31);
    permkern_store32(out2, w01);
    permkern_store32(out2 + 4, w21);
    permkern_store32(out3, w11);
    permkern_store32(out3 + 4, w31);
#else
    permkern_store16(out0, permkern_load16(in0));
    permkern_store16(out1, permkern_load16(in0 + 2));
    permkern_store16(out2, permkern_load16(in0 + 4));
    permkern_store16(out3, permkern_load16(in0 + 6));
    permkern_store16(out0 + 2, permkern_load16(in1));
    permkern_store16(out1 + 2, permkern_load16(in1 + 2));
    permkern_store16(out2 + 2, permkern_load16(in1 + 4));
    permkern_store16(out3 + 2, permkern_load16(in1 + 6));
    permkern_store16(out0 + 4, permkern_load16(in2));
    permkern_store16(out1 + 4, permkern_load16(in2 + 2));
    permkern_store16(out2 + 4, permkern_load16(in2 + 4));
    permkern_store16(out3 + 4, permkern_load16(in2 + 6));
    permkern_store16(out0 + 6, permkern_load16(in3));
    permkern_store16(out1 + 6, permkern_load16(in3 + 2));
    permkern_store16(out2 + 6, permkern_load16(in3 + 4));
    permkern_store16(out3 + 6, permkern_load16(in3 + 6));
#endif
}

#if PERMKERN_PAIRS
/* Moves a tile of 4 rows x 4 columns, two neighbouring words at once. */
static inline void permkern_x16_pairs4x4(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                         uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3)
{
    permkern_pair row0 = permkern_load_pair(in0);
    permkern_pair row1 = permkern_load_pair(in1);
    permkern_swap16(&row0.low, &row1.low);
    permkern_swap16(&row0.high, &row1.high);
    permkern_pair row2 = permkern_load_pair(in2);
    permkern_pair row3 = permkern_load_pair(in3);
    permkern_swap16(&row2.low, &row3.low);
    permkern_swap16(&row2.high, &row3.high);
    permkern_store_pair(out0, row0.low, row2.low);
    permkern_store_pair(out1, row1.low, row3.low);
    permkern_store_pair(out2, row0.high, row2.high);
    permkern_store_pair(out3, row1.high, row3.high);
}
#endif

/* Moves part of a tile, 4 rows x 2 columns. */
static inline void permkern_x16_tile4x2(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                        uint8_t *out0, uint8_t *out1)
{
#if PERMKERN_WORD_TILES
    uint32_t w00 = permkern_load32(in0);
    uint32_t w10 = permkern_load32(in1);
    uint32_t w20 = permkern_load32(in2);
    uint32_t w30 = permkern_load32(in3);
    permkern_swap16(&w00, &w10);
    permkern_swap16(&w20, &w30);
    permkern_store32(out0, w00);
    permkern_store32(out0 + 4, w20);
    permkern_store32(out1, w10);
    permkern_store32(out1 + 4, w30);
#else
    permkern_store16(out0, permkern_load16(in0));
    permkern_store16(out1, permkern_load16(in0 + 2));
    permkern_store16(out0 + 2, permkern_load16(in1));
    permkern_store16(out1 + 2, permkern_load16(in1 + 2));
    permkern_store16(out0 + 4, permkern_load16(in2));
    permkern_store16(out1 + 4, permkern_load16(in2 + 2));
    permkern_store16(out0 + 6, permkern_load16(in3));
    permkern_store16(out1 + 6, permkern_load16(in3 + 2));
#endif
}

#if PERMKERN_PAIRS
/* Moves part of a tile, 4 rows x 2 columns, stored in pairs of words, after which the column pointers advance. */
static inline void permkern_x16_push4x2(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                        uint8_t **out0, uint8_t **out1)
{
    uint32_t w00 = permkern_load32(in0);
    uint32_t w10 = permkern_load32(in1);
    uint32_t w20 = permkern_load32(in2);
    uint32_t w30 = permkern_load32(in3);
    permkern_swap16(&w00, &w10);
    permkern_swap16(&w20, &w30);
    permkern_push_pair(out0, w00, w20);
    permkern_push_pair(out1, w10, w30);
}
#endif

#if PERMKERN_PAIRS
/* Moves part of a tile, 4 rows x 2 columns, stored in pairs of words. */
static inline void permkern_x16_pairs4x2(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                         uint8_t *out0, uint8_t *out1)
{
    uint32_t w00 = permkern_load32(in0);
    uint32_t w10 = permkern_load32(in1);
    uint32_t w20 = permkern_load32(in2);
    uint32_t w30 = permkern_load32(in3);
    permkern_swap16(&w00, &w10);
    permkern_swap16(&w20, &w30);
    permkern_store_pair(out0, w00, w20);
    permkern_store_pair(out1, w10, w30);
}
#endif

/* Moves 4 pixels of 3 channels to planes. */
static inline void permkern_x16_deinterleave3(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2)
{
    permkern_store16(out0, permkern_load16(in));
    permkern_store16(out1, permkern_load16(in + 2));
    permkern_store16(out2, permkern_load16(in + 4));
    permkern_store16(out0 + 2, permkern_load16(in + 6));
    permkern_store16(out1 + 2, permkern_load16(in + 8));
    permkern_store16(out2 + 2, permkern_load16(in + 10));
    permkern_store16(out0 + 4, permkern_load16(in + 12));
    permkern_store16(out1 + 4, permkern_load16(in + 14));
    permkern_store16(out2 + 4, permkern_load16(in + 16));
    permkern_store16(out0 + 6, permkern_load16(in + 18));
    permkern_store16(out1 + 6, permkern_load16(in + 20));
    permkern_store16(out2 + 6, permkern_load16(in + 22));
}

/* Moves 4 pixels of 3 channels to planes, by words. */
static inline void permkern_x16_deinterleave3_words(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2)
{
#if PERMKERN_WORD_TILES && PERMKERN_NETWORKS
    const uint32_t w00 = permkern_load32(in);
    const uint32_t w01 = permkern_load32(in + 4);
    const uint32_t w02 = permkern_load32(in + 8);
    permkern_store32(out0, permkern_low_high(w00, w01));
    permkern_store32(out1, permkern_high_low(w00, w02));
    permkern_store32(out2, permkern_low_high(w01, w02));
    const uint32_t w10 = permkern_load32(in + 12);
    const uint32_t w11 = permkern_load32(in + 16);
    const uint32_t w12 = permkern_load32(in + 20);
    permkern_store32(out0 + 4, permkern_low_high(w10, w11));
    permkern_store32(out1 + 4, permkern_high_low(w10, w12));
    permkern_store32(out2 + 4, permkern_low_high(w11, w12));
#else
    permkern_x16_deinterleave3(in, out0, out1, out2);
#endif
}

/* Moves 4 pixels of 3 channels from planes. */
static inline void permkern_x16_interleave3(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, uint8_t *out)
{
    permkern_store16(out, permkern_load16(in0));
    permkern_store16(out + 2, permkern_load16(in1));
    permkern_store16(out + 4, permkern_load16(in2));
    permkern_store16(out + 6, permkern_load16(in0 + 2));
    permkern_store16(out + 8, permkern_load16(in1 + 2));
    permkern_store16(out + 10, permkern_load16(in2 + 2));
    permkern_store16(out + 12, permkern_load16(in0 + 4));
    permkern_store16(out + 14, permkern_load16(in1 + 4));
    permkern_store16(out + 16, permkern_load16(in2 + 4));
    permkern_store16(out + 18, permkern_load16(in0 + 6));
    permkern_store16(out + 20, permkern_load16(in1 + 6));
    permkern_store16(out + 22, permkern_load16(in2 + 6));
}

/* Moves 4 pixels of 3 channels from planes, by words. */
static inline void permkern_x16_interleave3_words(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                                  uint8_t *out)
{
#if PERMKERN_WORD_TILES && PERMKERN_NETWORKS
    const uint32_t w00 = permkern_load32(in0);
    const uint32_t w01 = permkern_load32(in1);
    const uint32_t w02 = permkern_load32(in2);
    permkern_store32(out, permkern_low_low(w00, w01));
    permkern_store32(out + 4, permkern_low_high(w02, w00));
    permkern_store32(out + 8, permkern_high_high(w01, w02));
    const uint32_t w10 = permkern_load32(in0 + 4);
    const uint32_t w11 = permkern_load32(in1 + 4);
    const uint32_t w12 = permkern_load32(in2 + 4);
    permkern_store32(out + 12, permkern_low_low(w10, w11));
    permkern_store32(out + 16, permkern_low_high(w12, w10));
    permkern_store32(out + 20, permkern_high_high(w11, w12));
#else
    permkern_x16_interleave3(in0, in1, in2, out);
#endif
}

/* Moves 4 pixels of 2 channels to planes. */
static inline void permkern_x16_deinterleave2(const uint8_t *in, uint8_t *out0, uint8_t *out1)
{
    permkern_store16(out0, permkern_load16(in));
    permkern_store16(out1, permkern_load16(in + 2));
    permkern_store16(out0 + 2, permkern_load16(in + 4));
    permkern_store16(out1 + 2, permkern_load16(in + 6));
    permkern_store16(out0 + 4, permkern_load16(in + 8));
    permkern_store16(out1 + 4, permkern_load16(in + 10));
    permkern_store16(out0 + 6, permkern_load16(in + 12));
    permkern_store16(out1 + 6, permkern_load16(in + 14));
}

/* Moves 4 pixels of 2 channels to planes, by words. */
static inline void permkern_x16_deinterleave2_words(const uint8_t *in, uint8_t *out0, uint8_t *out1)
{
#if PERMKERN_WORD_TILES
    uint32_t w00 = permkern_load32(in);
    uint32_t w01 = permkern_load32(in + 4);
    permkern_swap16(&w00, &w01);
    permkern_store32(out0, w00);
    permkern_store32(out1, w01);
    uint32_t w10 = permkern_load32(in + 8);
    uint32_t w11 = permkern_load32(in + 12);
    permkern_swap16(&w10, &w11);
    permkern_store32(out0 + 4, w10);
    permkern_store32(out1 + 4, w11);
#else
    permkern_x16_deinterleave2(in, out0, out1);
#endif
}

/* Moves 4 pixels of 2 channels from planes. */
static inline void permkern_x16_interleave2(const uint8_t *in0, const uint8_t *in1, uint8_t *out)
{
    permkern_store16(out, permkern_load16(in0));
    permkern_store16(out + 2, permkern_load16(in1));
    permkern_store16(out + 4, permkern_load16(in0 + 2));
    permkern_store16(out + 6, permkern_load16(in1 + 2));
    permkern_store16(out + 8, permkern_load16(in0 + 4));
    permkern_store16(out + 10, permkern_load16(in1 + 4));
    permkern_store16(out + 12, permkern_load16(in0 + 6));
    permkern_store16(out + 14, permkern_load16(in1 + 6));
}

/* Moves 4 pixels of 2 channels from planes, by words. */
static inline void permkern_x16_interleave2_words(const uint8_t *in0, const uint8_t *in1, uint8_t *out)
{
#if PERMKERN_WORD_TILES
    uint32_t w00 = permkern_load32(in0);
    uint32_t w01 = permkern_load32(in1);
    permkern_swap16(&w00, &w01);
    permkern_store32(out, w00);
    permkern_store32(out + 4, w01);
    uint32_t w10 = permkern_load32(in0 + 4);
    uint32_t w11 = permkern_load32(in1 + 4);
    permkern_swap16(&w10, &w11);
    permkern_store32(out + 8, w10);
    permkern_store32(out + 12, w11);
#else
    permkern_x16_interleave2(in0, in1, out);
#endif
}

#if PERMKERN_STRIPS
/* Moves `tiles` tiles of four columns. */
static PERMKERN_STRIP void permkern_x16_down(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                             size_t tiles)
{
    uint8_t *out0 = out;
    uint8_t *out1 = out0 + out_stride;
    uint8_t *out2 = out1 + out_stride;
    uint8_t *out3 = out2 + out_stride;
    uintptr_t far = (uintptr_t)in;
    size_t third = 3 * in_stride;
#if !PERMKERN_STEPPING
    for (; tiles >= 2; tiles -= 2) {
        const uint8_t *at = (const uint8_t *)far;
        permkern_x16_tile4x2(at, at + in_stride, at + 2 * in_stride, at + third, out0, out1);
        at += 4;
        permkern_x16_tile4x2(at, at + in_stride, at + 2 * in_stride, at + third, out2, out3);
        far += 4 * in_stride;
        at = (const uint8_t *)far;
        permkern_x16_tile4x2(at, at + in_stride, at + 2 * in_stride, at + third, out0 + 8, out1 + 8);
        at += 4;
        permkern_x16_tile4x2(at, at + in_stride, at + 2 * in_stride, at + third, out2 + 8, out3 + 8);
        far += 4 * in_stride;
        out0 += 16;
        out1 += 16;
        out2 += 16;
        out3 += 16;
    }
#endif
    for (; tiles != 0; tiles--) {
        in_stride = permkern_hide(in_stride);
        third = permkern_hide(third);
        const uint8_t *at = (const uint8_t *)far;
        permkern_x16_tile4x2(at, at + in_stride, at + 2 * in_stride, at + third, out0, out1);
        at = (const uint8_t *)permkern_hide(far + 4);
        permkern_x16_tile4x2(at, at + in_stride, at + 2 * in_stride, at + third, out2, out3);
        far += 4 * in_stride;
        out0 += 8;
        out1 += 8;
        out2 += 8;
        out3 += 8;
    }
}
#endif

#if PERMKERN_STRIPS
/* Moves `tiles` tiles of four rows. */
static PERMKERN_STRIP void permkern_x16_across(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t tiles)
{
    const uint8_t *in0 = in;
    const uint8_t *in1 = in0 + in_stride;
    const uint8_t *in2 = in1 + in_stride;
    const uint8_t *in3 = in2 + in_stride;
    uintptr_t far = (uintptr_t)out;
    for (tiles *= 2; tiles != 0; tiles--) {
        out_stride = permkern_hide(out_stride);
        uint8_t *const at = (uint8_t *)far;
        permkern_x16_tile4x2(in0, in1, in2, in3, at, at + out_stride);
        far += 2 * out_stride;
        in0 += 4;
        in1 += 4;
        in2 += 4;
        in3 += 4;
    }
}
#endif

#if PERMKERN_PAIRS && PERMKERN_STRIPS
/* Moves `tiles` tiles of four columns, stored in pairs of words. */
static PERMKERN_STRIP void permkern_x16_down_pairs(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                                   size_t tiles)
{
    uint8_t *out0 = out;
    uint8_t *out1 = out0 + out_stride;
    uint8_t *out2 = out1 + out_stride;
    uint8_t *out3 = out2 + out_stride;
    uintptr_t far = (uintptr_t)in;
    size_t third = 3 * in_stride;
    for (; tiles != 0; tiles--) {
        in_stride = permkern_hide(in_stride);
        third = permkern_hide(third);
        const uint8_t *at = (const uint8_t *)far;
        permkern_x16_push4x2(at, at + in_stride, at + 2 * in_stride, at + third, &out0, &out1);
        at = (const uint8_t *)permkern_hide(far + 4);
        permkern_x16_push4x2(at, at + in_stride, at + 2 * in_stride, at + third, &out2, &out3);
        far += 4 * in_stride;
    }
}
#endif

#if PERMKERN_PAIRS && PERMKERN_STRIPS
/* Moves `tiles` tiles of four rows, stored in pairs of words. */
static PERMKERN_STRIP void permkern_x16_across_pairs(const uint8_t *in, size_t in_stride, uint8_t *out,
                                                     size_t out_stride, size_t tiles)
{
    const uint8_t *in0 = in;
    const uint8_t *in1 = in0 + in_stride;
    const uint8_t *in2 = in1 + in_stride;
    const uint8_t *in3 = in2 + in_stride;
    uintptr_t far = (uintptr_t)out;
    for (tiles *= 2; tiles != 0; tiles--) {
        out_stride = permkern_hide(out_stride);
        uint8_t *const at = (uint8_t *)far;
        permkern_x16_pairs4x2(in0, in1, in2, in3, at, at + out_stride);
        far += 2 * out_stride;
        in0 += 4;
        in1 += 4;
        in2 += 4;
        in3 += 4;
    }
}
#endif

/* Moves the whole tiles of a plane; the innermost loop runs along the longer axis. */
static PERMKERN_OUT_OF_LINE void permkern_x16_tiles(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                    const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t out_stride = col->out_stride;
    const bool down = permkern_runs_down(row->extent, col->extent);
#if PERMKERN_STRIPS
    const size_t tiles = (down ? row->extent : col->extent) / 4;
#if PERMKERN_PAIRS
    if (permkern_pairs_fit(NULL, 0, out, out_stride)) {
        if (down) {
            for (size_t lanes = col->extent / 4; lanes != 0; lanes--) {
                permkern_x16_down_pairs(in, in_stride, out, out_stride, tiles);
                in += 8;
                out += 4 * out_stride;
            }
        } else {
            for (size_t lanes = row->extent / 4; lanes != 0; lanes--) {
                permkern_x16_across_pairs(in, in_stride, out, out_stride, tiles);
                in += 4 * in_stride;
                out += 8;
            }
        }
        return;
    }
#endif
    if (down) {
        for (size_t lanes = col->extent / 4; lanes != 0; lanes--) {
            permkern_x16_down(in, in_stride, out, out_stride, tiles);
            in += 8;
            out += 4 * out_stride;
        }
    } else {
        for (size_t lanes = row->extent / 4; lanes != 0; lanes--) {
            permkern_x16_across(in, in_stride, out, out_stride, tiles);
            in += 4 * in_stride;
            out += 8;
        }
    }
#else
    /* Addresses are integers, because the step from a tile's last row to the next tile may be negative. */
    const size_t rows = row->extent & ~(size_t)3;
    const size_t cols = col->extent & ~(size_t)3;
    const size_t in_down = 2 * in_stride;
    const size_t out_across = 2 * out_stride;
    const size_t in_step = (down ? in_down : 4) - in_stride;
    const size_t out_step = (down ? 4 : out_across) - out_stride;
    const size_t tiles = down ? rows / 2 : cols / 2;
    const size_t span = permkern_times(tiles, down ? in_down : 4);
    size_t lane_at = 0;
    size_t lane_put = 0;
    for (size_t lane = down ? cols / 2 : rows / 2; lane != 0; lane--) {
        uintptr_t at = (uintptr_t)(in + lane_at);
        uintptr_t put = (uintptr_t)(out + lane_put);
        for (const uintptr_t end = at + span; at != end;) {
            uint32_t w0 = permkern_load32((const void *)at);
            at += in_stride;
            uint32_t w1 = permkern_load32((const void *)at);
            at += in_step;
            permkern_swap16(&w0, &w1);
            permkern_store32((void *)put, w0);
            put += out_stride;
            permkern_store32((void *)put, w1);
            put += out_step;
        }
        lane_at += down ? 4 : in_down;
        lane_put += down ? out_across : 4;
    }
#endif
}

/* Deinterleaves all pixels of 3 channels. */
static PERMKERN_OUT_OF_LINE void permkern_x16_deinterleave3_all(const uint8_t *in, uint8_t *out,
                                                                const permkern_axis *row, const permkern_axis *col)
{
    const size_t out_stride = col->out_stride;
    const size_t pixels = row->extent;
    uint8_t *out0 = out;
    uint8_t *out1 = out0 + out_stride;
    uint8_t *out2 = out1 + out_stride;
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
    const uint8_t *in1 = in0 + in_stride;
    const uint8_t *in2 = in1 + in_stride;
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
    uint8_t *out1 = out0 + out_stride;
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
    const uint8_t *in1 = in0 + in_stride;
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

/* Moves columns: each one is a line that is read with a stride and written contiguously. */
static inline void permkern_x16_columns(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                        size_t rows, size_t cols)
{
    for (size_t c = 0, to = 0; c < cols; c++, to += out_stride) {
        permkern_line16(in + c * 2, in_stride, out + to, 2, rows);
    }
}

/* Moves rows: each one is a line that is read contiguously and written with a stride. */
static inline void permkern_x16_rows(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                     size_t cols)
{
    for (size_t r = 0, from = 0; r < rows; r++, from += in_stride) {
        permkern_line16(in + from, 2, out + r * 2, out_stride, cols);
    }
}

/* Moves the columns from tile_cols on, then the rows from tile_rows on of the other columns, as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x16_lines(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                    const permkern_axis *col, size_t tile_rows, size_t tile_cols)
{
    if (tile_cols != col->extent) {
        permkern_x16_columns(in + tile_cols * 2, row->in_stride, out + permkern_times(tile_cols, col->out_stride),
                             col->out_stride, row->extent, col->extent - tile_cols);
    }
    if (tile_rows != row->extent) {
        permkern_x16_rows(in + permkern_times(tile_rows, row->in_stride), row->in_stride, out + tile_rows * 2,
                          col->out_stride, row->extent - tile_rows, tile_cols);
    }
}

/* Moves a whole plane as lines along its longer axis. */
static PERMKERN_OUT_OF_LINE void permkern_x16_lines_alone(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                          const permkern_axis *col)
{
    if (permkern_runs_down(row->extent, col->extent)) {
        permkern_x16_lines(in, out, row, col, row->extent, 0);
    } else {
        permkern_x16_lines(in, out, row, col, 0, col->extent);
    }
}

/* Moves whole tiles, then the columns and rows that are left as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x16_tiles_and_lines(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                              const permkern_axis *col)
{
    permkern_x16_tiles(in, out, row, col);
    permkern_x16_lines(in, out, row, col, row->extent & ~(size_t)3, col->extent & ~(size_t)3);
}

/* Moves a plane that is too thin or misaligned for tiles: as channels if it has such a shape, else as lines. */
static PERMKERN_OUT_OF_LINE void permkern_x16_thin(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                   const permkern_axis *col)
{
    switch (permkern_way_of(&permkern_x16_ways, row->extent, col->extent, row->in_stride, col->out_stride, false)) {
    case PERMKERN_WAY_SPLIT:
        switch (col->extent) {
        case 3:
            permkern_x16_deinterleave3_all(in, out, row, col);
            break;
        default:
            permkern_x16_deinterleave2_all(in, out, row, col);
            break;
        }
        break;
    case PERMKERN_WAY_JOIN:
        switch (row->extent) {
        case 3:
            permkern_x16_interleave3_all(in, out, row, col);
            break;
        default:
            permkern_x16_interleave2_all(in, out, row, col);
            break;
        }
        break;
    default:
        permkern_x16_lines_alone(in, out, row, col);
        break;
    }
}

/*
 * Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. `row` is the axis that
 * counts rows, `col` the one that counts columns. The functions that it calls have the same parameters, so that
 * compilers turn the calls into jumps.
 */
static PERMKERN_MAY_BE_UNUSED void permkern_x16_plane(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                      const permkern_axis *col)
{
    const bool fit = permkern_words_fit(in, row->in_stride, out, col->out_stride);
    switch (permkern_way_of(&permkern_x16_ways, row->extent, col->extent, row->in_stride, col->out_stride, fit)) {
    case PERMKERN_WAY_TILES:
        permkern_x16_tiles(in, out, row, col);
        break;
    case PERMKERN_WAY_TILES_AND_LINES:
        permkern_x16_tiles_and_lines(in, out, row, col);
        break;
    default:
        permkern_x16_thin(in, out, row, col);
        break;
    }
}

#else

static inline void permkern_x16_plane(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                      const permkern_axis *col)
{
    permkern_x16_matrix(in, row->in_stride, out, col->out_stride, row->extent, col->extent);
}
#endif

#endif /* PERMKERN_PLANE16_H */
