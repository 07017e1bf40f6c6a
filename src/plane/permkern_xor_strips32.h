/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves strips of tiles of 32-bit elements, each exclusive-or a constant, for pinned kernels.
 *
 * Written by tools/autogen from arch_gen/templates/plane_xor_strips.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_XOR_STRIPS32_H
#define PERMKERN_XOR_STRIPS32_H

#include "permkern_arith.h"
#include "permkern_plan.h"
#include "permkern_way.h"
#include "plane/permkern_xor_tiles32.h"

/* What permkern_x32_down moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x32_down_xor(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t tiles, uint32_t flip)
{
    uint8_t *out0 = out;
    uint8_t *out1 = permkern_at_out(out0, out_stride);
    uint8_t *out2 = permkern_at_out(out1, out_stride);
    uint8_t *out3 = permkern_at_out(out2, out_stride);
    uintptr_t far = (uintptr_t)in;
    size_t third = 3 * in_stride;
    for (size_t rounds = tiles / 2; rounds != 0; rounds--) {
        in_stride = permkern_stride(in_stride);
        third = permkern_stride(third);
        const uint8_t *at = (const uint8_t *)far;
        permkern_x32_tile4x4_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                 out0, out1, out2, out3, flip);
        far = permkern_stride(far + 4 * in_stride);
        out0 = permkern_next_out(out0, 16);
        out1 = permkern_next_out(out1, 16);
        out2 = permkern_next_out(out2, 16);
        out3 = permkern_next_out(out3, 16);
        at = (const uint8_t *)far;
        permkern_x32_tile4x4_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                 out0, out1, out2, out3, flip);
        far = permkern_stride(far + 4 * in_stride);
        out0 = permkern_next_out(out0, 16);
        out1 = permkern_next_out(out1, 16);
        out2 = permkern_next_out(out2, 16);
        out3 = permkern_next_out(out3, 16);
    }
    if (tiles % 2 != 0) {
        const uint8_t *at = (const uint8_t *)far;
        permkern_x32_tile4x4_xor(at, permkern_at(at, in_stride), permkern_at(at, 2 * in_stride), permkern_at(at, third),
                                 out0, out1, out2, out3, flip);
    }
}

/* What permkern_x32_across moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x32_across_xor(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                             size_t tiles, uint32_t flip)
{
    const uint8_t *in0 = in;
    const uint8_t *in1 = permkern_at(in0, in_stride);
    const uint8_t *in2 = permkern_at(in1, in_stride);
    const uint8_t *in3 = permkern_at(in2, in_stride);
    uintptr_t far = (uintptr_t)out;
    size_t third = 3 * out_stride;
    for (size_t rounds = tiles / 2; rounds != 0; rounds--) {
        out_stride = permkern_stride(out_stride);
        third = permkern_stride(third);
        uint8_t *at = (uint8_t *)far;
        permkern_x32_tile4x4_xor(in0, in1, in2, in3, at, permkern_at_out(at, out_stride),
                                 permkern_at_out(at, 2 * out_stride), permkern_at_out(at, third), flip);
        far = permkern_stride(far + 4 * out_stride);
        in0 = permkern_next_in(in0, 16);
        in1 = permkern_next_in(in1, 16);
        in2 = permkern_next_in(in2, 16);
        in3 = permkern_next_in(in3, 16);
        at = (uint8_t *)far;
        permkern_x32_tile4x4_xor(in0, in1, in2, in3, at, permkern_at_out(at, out_stride),
                                 permkern_at_out(at, 2 * out_stride), permkern_at_out(at, third), flip);
        far = permkern_stride(far + 4 * out_stride);
        in0 = permkern_next_in(in0, 16);
        in1 = permkern_next_in(in1, 16);
        in2 = permkern_next_in(in2, 16);
        in3 = permkern_next_in(in3, 16);
    }
    if (tiles % 2 != 0) {
        uint8_t *at = (uint8_t *)far;
        permkern_x32_tile4x4_xor(in0, in1, in2, in3, at, permkern_at_out(at, out_stride),
                                 permkern_at_out(at, 2 * out_stride), permkern_at_out(at, third), flip);
    }
}

/* What permkern_x32_tiles moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x32_tiles_xor(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                            const permkern_axis *col, uint32_t flip)
{
    const size_t in_stride = row->in_stride;
    const size_t out_stride = col->out_stride;
    const bool down = permkern_runs_down(row->extent, col->extent);
    const size_t tiles = (down ? row->extent : col->extent) / 4;
    size_t from = 0;
    size_t to = 0;
    if (down) {
        for (size_t lanes = col->extent / 4; lanes != 0; lanes--) {
            permkern_x32_down_xor(in + from, in_stride, permkern_at_out(out, to), out_stride, tiles, flip);
            from += 16;
            to += 4 * out_stride;
        }
    } else {
        for (size_t lanes = row->extent / 4; lanes != 0; lanes--) {
            permkern_x32_across_xor(permkern_at(in, from), in_stride, out + to, out_stride, tiles, flip);
            from += 4 * in_stride;
            to += 16;
        }
    }
}

#endif /* PERMKERN_XOR_STRIPS32_H */
