/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves strips of tiles of 8-bit elements, each exclusive-or a constant, for pinned kernels.
 *
 * Written by tools/autogen from arch_gen/templates/plane_xor_strips.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_XOR_STRIPS8_H
#define PERMKERN_XOR_STRIPS8_H

#include "permkern_arith.h"
#include "permkern_plan.h"
#include "permkern_way.h"
#include "plane/permkern_xor_tiles8.h"

#if PERMKERN_STRIPS
/* What permkern_x8_down moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x8_down_xor(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                          size_t tiles, uint32_t flip)
{
    uint8_t *out0 = out;
    uint8_t *out1 = permkern_at_out(out0, out_stride);
    uint8_t *out2 = permkern_at_out(out1, out_stride);
    uint8_t *out3 = permkern_at_out(out2, out_stride);
    uintptr_t far = (uintptr_t)in;
    size_t third = 3 * in_stride;
    for (size_t rounds = tiles / 4; rounds != 0; rounds--) {
        in_stride = permkern_stride(in_stride);
        third = permkern_stride(third);
        const uint8_t *at = (const uint8_t *)far;
        permkern_x8_tile4x4_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                out0, out1, out2, out3, flip);
        far = permkern_stride(far + 4 * in_stride);
        out0 = permkern_next_out(out0, 4);
        out1 = permkern_next_out(out1, 4);
        out2 = permkern_next_out(out2, 4);
        out3 = permkern_next_out(out3, 4);
        at = (const uint8_t *)far;
        permkern_x8_tile4x4_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                out0, out1, out2, out3, flip);
        far = permkern_stride(far + 4 * in_stride);
        out0 = permkern_next_out(out0, 4);
        out1 = permkern_next_out(out1, 4);
        out2 = permkern_next_out(out2, 4);
        out3 = permkern_next_out(out3, 4);
        at = (const uint8_t *)far;
        permkern_x8_tile4x4_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                out0, out1, out2, out3, flip);
        far = permkern_stride(far + 4 * in_stride);
        out0 = permkern_next_out(out0, 4);
        out1 = permkern_next_out(out1, 4);
        out2 = permkern_next_out(out2, 4);
        out3 = permkern_next_out(out3, 4);
        at = (const uint8_t *)far;
        permkern_x8_tile4x4_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                out0, out1, out2, out3, flip);
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
        permkern_x8_tile4x4_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                out0, out1, out2, out3, flip);
        far = permkern_stride(far + 4 * in_stride);
        out0 = permkern_next_out(out0, 4);
        out1 = permkern_next_out(out1, 4);
        out2 = permkern_next_out(out2, 4);
        out3 = permkern_next_out(out3, 4);
    }
}
#endif

#if PERMKERN_STRIPS
/* What permkern_x8_across moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x8_across_xor(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            size_t tiles, uint32_t flip)
{
    const uint8_t *in0 = in;
    const uint8_t *in1 = permkern_at(in0, in_stride);
    const uint8_t *in2 = permkern_at(in1, in_stride);
    const uint8_t *in3 = permkern_at(in2, in_stride);
    uintptr_t far = (uintptr_t)out;
    size_t third = 3 * out_stride;
    for (size_t rounds = tiles / 4; rounds != 0; rounds--) {
        out_stride = permkern_stride(out_stride);
        third = permkern_stride(third);
        uint8_t *at = (uint8_t *)far;
        permkern_x8_tile4x4_xor(in0, in1, in2, in3, at, permkern_at_out(at, out_stride),
                                permkern_at_out(at, 2 * out_stride), permkern_at_out(at, third), flip);
        far = permkern_stride(far + 4 * out_stride);
        in0 = permkern_next_in(in0, 4);
        in1 = permkern_next_in(in1, 4);
        in2 = permkern_next_in(in2, 4);
        in3 = permkern_next_in(in3, 4);
        at = (uint8_t *)far;
        permkern_x8_tile4x4_xor(in0, in1, in2, in3, at, permkern_at_out(at, out_stride),
                                permkern_at_out(at, 2 * out_stride), permkern_at_out(at, third), flip);
        far = permkern_stride(far + 4 * out_stride);
        in0 = permkern_next_in(in0, 4);
        in1 = permkern_next_in(in1, 4);
        in2 = permkern_next_in(in2, 4);
        in3 = permkern_next_in(in3, 4);
        at = (uint8_t *)far;
        permkern_x8_tile4x4_xor(in0, in1, in2, in3, at, permkern_at_out(at, out_stride),
                                permkern_at_out(at, 2 * out_stride), permkern_at_out(at, third), flip);
        far = permkern_stride(far + 4 * out_stride);
        in0 = permkern_next_in(in0, 4);
        in1 = permkern_next_in(in1, 4);
        in2 = permkern_next_in(in2, 4);
        in3 = permkern_next_in(in3, 4);
        at = (uint8_t *)far;
        permkern_x8_tile4x4_xor(in0, in1, in2, in3, at, permkern_at_out(at, out_stride),
                                permkern_at_out(at, 2 * out_stride), permkern_at_out(at, third), flip);
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
        permkern_x8_tile4x4_xor(in0, in1, in2, in3, at, permkern_at_out(at, out_stride),
                                permkern_at_out(at, 2 * out_stride), permkern_at_out(at, third), flip);
        far = permkern_stride(far + 4 * out_stride);
        in0 = permkern_next_in(in0, 4);
        in1 = permkern_next_in(in1, 4);
        in2 = permkern_next_in(in2, 4);
        in3 = permkern_next_in(in3, 4);
    }
}
#endif

/* What permkern_x8_tiles moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x8_tiles_xor(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                           const permkern_axis *col, uint32_t flip)
{
    const size_t in_stride = row->in_stride;
    const size_t out_stride = col->out_stride;
    const bool down = permkern_runs_down(row->extent, col->extent);
#if PERMKERN_STRIPS
    const size_t tiles = (down ? row->extent : col->extent) / 4;
    size_t from = 0;
    size_t to = 0;
    if (down) {
        for (size_t lanes = col->extent / 4; lanes != 0; lanes--) {
            permkern_x8_down_xor(in + from, in_stride, permkern_at_out(out, to), out_stride, tiles, flip);
            from += 4;
            to += 4 * out_stride;
        }
    } else {
        for (size_t lanes = row->extent / 4; lanes != 0; lanes--) {
            permkern_x8_across_xor(permkern_at(in, from), in_stride, out + to, out_stride, tiles, flip);
            from += 4 * in_stride;
            to += 4;
        }
    }
#else
    /* Addresses are integers: strides may be negative, and so may the step from a tile's last row to the next tile. */
    const size_t rows = row->extent & ~(size_t)3;
    const size_t cols = col->extent & ~(size_t)3;
    const size_t in_down = 4 * in_stride;
    const size_t out_across = 4 * out_stride;
    const size_t in_step = (down ? in_down : 4) - 3 * in_stride;
    const size_t out_step = (down ? 4 : out_across) - 3 * out_stride;
    const size_t tiles = down ? rows / 4 : cols / 4;
    const size_t span = permkern_steps(tiles, down ? in_down : 4);
    size_t lane_at = 0;
    size_t lane_put = 0;
    for (size_t lane = down ? cols / 4 : rows / 4; lane != 0; lane--) {
        uintptr_t at = (uintptr_t)permkern_at(in, lane_at);
        uintptr_t put = (uintptr_t)permkern_at_out(out, lane_put);
        for (const uintptr_t end = at + span; at != end;) {
            uint32_t w0 = permkern_load32((const void *)at) ^ flip;
            at += in_stride;
            uint32_t w1 = permkern_load32((const void *)at) ^ flip;
            at += in_stride;
            uint32_t w2 = permkern_load32((const void *)at) ^ flip;
            at += in_stride;
            uint32_t w3 = permkern_load32((const void *)at) ^ flip;
            at += in_step;
            permkern_swap8(&w0, &w1);
            permkern_swap8(&w2, &w3);
#if PERMKERN_PIECES
            permkern_store_lows((uint8_t *)put, w0, w2);
            put += out_stride;
            permkern_store_lows((uint8_t *)put, w1, w3);
            put += out_stride;
            permkern_store_highs((uint8_t *)put, w0, w2);
            put += out_stride;
            permkern_store_highs((uint8_t *)put, w1, w3);
            put += out_step;
#else
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
#endif
        }
        lane_at += down ? 4 : in_down;
        lane_put += down ? out_across : 4;
    }
#endif
}

#endif /* PERMKERN_XOR_STRIPS8_H */
