/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves strips of tiles of 16-bit elements, each exclusive-or a constant, for pinned kernels.
 *
 * Written by tools/autogen from arch_gen/templates/plane_xor_strips.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_XOR_STRIPS16_H
#define PERMKERN_XOR_STRIPS16_H

#include "permkern_arith.h"
#include "permkern_plan.h"
#include "permkern_way.h"
#include "plane/permkern_xor_tiles16.h"

#if PERMKERN_STRIPS
/* What permkern_x16_down moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_down_xor(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t tiles, uint32_t flip)
{
    uint8_t *out0 = out;
    uint8_t *out1 = permkern_at_out(out0, out_stride);
    uint8_t *out2 = permkern_at_out(out1, out_stride);
    uint8_t *out3 = permkern_at_out(out2, out_stride);
    uintptr_t far = (uintptr_t)in;
    size_t third = 3 * in_stride;
#if !PERMKERN_STEPPING
    for (; tiles >= 2; tiles -= 2) {
        const uint8_t *at = (const uint8_t *)far;
        permkern_x16_tile4x2_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                 out0, out1, flip);
        at += 4;
        permkern_x16_tile4x2_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                 out2, out3, flip);
        far += 4 * in_stride;
        at = (const uint8_t *)far;
        permkern_x16_tile4x2_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                 out0 + 8, out1 + 8, flip);
        at += 4;
        permkern_x16_tile4x2_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                 out2 + 8, out3 + 8, flip);
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
        permkern_x16_tile4x2_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                 out0, out1, flip);
        at = (const uint8_t *)permkern_hide(far + 4);
        permkern_x16_tile4x2_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                 out2, out3, flip);
        far += 4 * in_stride;
        out0 += 8;
        out1 += 8;
        out2 += 8;
        out3 += 8;
    }
}
#endif

#if PERMKERN_STRIPS
/* What permkern_x16_across moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_across_xor(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                             size_t tiles, uint32_t flip)
{
    const uint8_t *in0 = in;
    const uint8_t *in1 = permkern_at(in0, in_stride);
    const uint8_t *in2 = permkern_at(in1, in_stride);
    const uint8_t *in3 = permkern_at(in2, in_stride);
    uintptr_t far = (uintptr_t)out;
    for (tiles *= 2; tiles != 0; tiles--) {
        out_stride = permkern_hide(out_stride);
        uint8_t *const at = (uint8_t *)far;
        permkern_x16_tile4x2_xor(in0, in1, in2, in3, at, permkern_at_out(at, out_stride), flip);
        far += 2 * out_stride;
        in0 += 4;
        in1 += 4;
        in2 += 4;
        in3 += 4;
    }
}
#endif

#if PERMKERN_SEVERAL && PERMKERN_STRIPS
/* What permkern_x16_down_pairs moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_down_pairs_xor(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                                 size_t tiles, uint32_t flip)
{
    uint8_t *out0 = out;
    uint8_t *out1 = permkern_at_out(out0, out_stride);
    uint8_t *out2 = permkern_at_out(out1, out_stride);
    uint8_t *out3 = permkern_at_out(out2, out_stride);
    uintptr_t far = (uintptr_t)in;
    size_t third = 3 * in_stride;
    for (; tiles != 0; tiles--) {
        in_stride = permkern_hide(in_stride);
        third = permkern_hide(third);
        const uint8_t *at = (const uint8_t *)far;
        permkern_x16_push4x2_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                 &out0, &out1, flip);
        at = (const uint8_t *)permkern_hide(far + 4);
        permkern_x16_push4x2_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                 &out2, &out3, flip);
        far += 4 * in_stride;
    }
}
#endif

#if PERMKERN_SEVERAL && PERMKERN_STRIPS
/* What permkern_x16_across_pairs moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_across_pairs_xor(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                                   size_t tiles, uint32_t flip)
{
    const uint8_t *in0 = in;
    const uint8_t *in1 = permkern_at(in0, in_stride);
    const uint8_t *in2 = permkern_at(in1, in_stride);
    const uint8_t *in3 = permkern_at(in2, in_stride);
    uintptr_t far = (uintptr_t)out;
    for (tiles *= 2; tiles != 0; tiles--) {
        out_stride = permkern_hide(out_stride);
        uint8_t *const at = (uint8_t *)far;
        permkern_x16_pairs4x2_xor(in0, in1, in2, in3, at, permkern_at_out(at, out_stride), flip);
        far += 2 * out_stride;
        in0 += 4;
        in1 += 4;
        in2 += 4;
        in3 += 4;
    }
}
#endif

/* What permkern_x16_tiles moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_tiles_xor(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                            const permkern_axis *col, uint32_t flip)
{
    const size_t in_stride = row->in_stride;
    const size_t out_stride = col->out_stride;
    const bool down = permkern_runs_down(row->extent, col->extent);
#if PERMKERN_STRIPS
    const size_t tiles = (down ? row->extent : col->extent) / 4;
    size_t from = 0;
    size_t to = 0;
#if PERMKERN_SEVERAL
    if (permkern_pairs_fit(NULL, 0, out, out_stride)) {
        if (down) {
            for (size_t lanes = col->extent / 4; lanes != 0; lanes--) {
                permkern_x16_down_pairs_xor(in + from, in_stride, permkern_at_out(out, to), out_stride, tiles, flip);
                from += 8;
                to += 4 * out_stride;
            }
        } else {
            for (size_t lanes = row->extent / 4; lanes != 0; lanes--) {
                permkern_x16_across_pairs_xor(permkern_at(in, from), in_stride, out + to, out_stride, tiles, flip);
                from += 4 * in_stride;
                to += 8;
            }
        }
        return;
    }
#endif
    if (down) {
        for (size_t lanes = col->extent / 4; lanes != 0; lanes--) {
            permkern_x16_down_xor(in + from, in_stride, permkern_at_out(out, to), out_stride, tiles, flip);
            from += 8;
            to += 4 * out_stride;
        }
    } else {
        for (size_t lanes = row->extent / 4; lanes != 0; lanes--) {
            permkern_x16_across_xor(permkern_at(in, from), in_stride, out + to, out_stride, tiles, flip);
            from += 4 * in_stride;
            to += 8;
        }
    }
#else
    /* Addresses are integers: strides may be negative, and so may the step from a tile's last row to the next tile. */
    const size_t rows = row->extent & ~(size_t)3;
    const size_t cols = col->extent & ~(size_t)3;
    const size_t in_down = 2 * in_stride;
    const size_t out_across = 2 * out_stride;
    const size_t in_step = (down ? in_down : 4) - in_stride;
    const size_t out_step = (down ? 4 : out_across) - out_stride;
    const size_t tiles = down ? rows / 2 : cols / 2;
    const size_t span = permkern_steps(tiles, down ? in_down : 4);
    size_t lane_at = 0;
    size_t lane_put = 0;
    for (size_t lane = down ? cols / 2 : rows / 2; lane != 0; lane--) {
        uintptr_t at = (uintptr_t)permkern_at(in, lane_at);
        uintptr_t put = (uintptr_t)permkern_at_out(out, lane_put);
        for (const uintptr_t end = at + span; at != end;) {
            uint32_t w0 = permkern_load32((const void *)at) ^ flip;
            at += in_stride;
            uint32_t w1 = permkern_load32((const void *)at) ^ flip;
            at += in_step;
#if PERMKERN_PIECES
            permkern_store_lows((uint8_t *)put, w0, w1);
            put += out_stride;
            permkern_store_highs((uint8_t *)put, w0, w1);
            put += out_step;
#else
            permkern_swap16(&w0, &w1);
            permkern_store32((void *)put, w0);
            put += out_stride;
            permkern_store32((void *)put, w1);
            put += out_step;
#endif
        }
        lane_at += down ? 4 : in_down;
        lane_put += down ? out_across : 4;
    }
#endif
}

#endif /* PERMKERN_XOR_STRIPS16_H */
