/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves tiles of 32-bit elements, each exclusive-or a constant, for pinned kernels.
 *
 * Written by tools/autogen from arch_gen/templates/plane_xor_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_XOR_TILES32_H
#define PERMKERN_XOR_TILES32_H

#include "permkern_word.h"

/* What permkern_x32_tile4x4 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x32_tile4x4_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                              const uint8_t *in3, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                              uint8_t *out3, uint32_t flip)
{
    permkern_store32(out0, permkern_load32(in0) ^ flip);
    permkern_store32(out1, permkern_load32(in0 + 4) ^ flip);
    permkern_store32(out2, permkern_load32(in0 + 8) ^ flip);
    permkern_store32(out3, permkern_load32(in0 + 12) ^ flip);
    permkern_store32(out0 + 4, permkern_load32(in1) ^ flip);
    permkern_store32(out1 + 4, permkern_load32(in1 + 4) ^ flip);
    permkern_store32(out2 + 4, permkern_load32(in1 + 8) ^ flip);
    permkern_store32(out3 + 4, permkern_load32(in1 + 12) ^ flip);
    permkern_store32(out0 + 8, permkern_load32(in2) ^ flip);
    permkern_store32(out1 + 8, permkern_load32(in2 + 4) ^ flip);
    permkern_store32(out2 + 8, permkern_load32(in2 + 8) ^ flip);
    permkern_store32(out3 + 8, permkern_load32(in2 + 12) ^ flip);
    permkern_store32(out0 + 12, permkern_load32(in3) ^ flip);
    permkern_store32(out1 + 12, permkern_load32(in3 + 4) ^ flip);
    permkern_store32(out2 + 12, permkern_load32(in3 + 8) ^ flip);
    permkern_store32(out3 + 12, permkern_load32(in3 + 12) ^ flip);
}

#endif /* PERMKERN_XOR_TILES32_H */
