/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves tiles of 64-bit elements, each exclusive-or a constant, for pinned kernels.
 *
 * Written by tools/autogen from arch_gen/templates/plane_xor_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_XOR_TILES64_H
#define PERMKERN_XOR_TILES64_H

#include "permkern_word.h"

/* What permkern_x64_tile4x4 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x64_tile4x4_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                              const uint8_t *in3, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                              uint8_t *out3, uint64_t flip)
{
    permkern_store64(out0, permkern_load64(in0) ^ flip);
    permkern_store64(out1, permkern_load64(in0 + 8) ^ flip);
    permkern_store64(out2, permkern_load64(in0 + 16) ^ flip);
    permkern_store64(out3, permkern_load64(in0 + 24) ^ flip);
    permkern_store64(out0 + 8, permkern_load64(in1) ^ flip);
    permkern_store64(out1 + 8, permkern_load64(in1 + 8) ^ flip);
    permkern_store64(out2 + 8, permkern_load64(in1 + 16) ^ flip);
    permkern_store64(out3 + 8, permkern_load64(in1 + 24) ^ flip);
    permkern_store64(out0 + 16, permkern_load64(in2) ^ flip);
    permkern_store64(out1 + 16, permkern_load64(in2 + 8) ^ flip);
    permkern_store64(out2 + 16, permkern_load64(in2 + 16) ^ flip);
    permkern_store64(out3 + 16, permkern_load64(in2 + 24) ^ flip);
    permkern_store64(out0 + 24, permkern_load64(in3) ^ flip);
    permkern_store64(out1 + 24, permkern_load64(in3 + 8) ^ flip);
    permkern_store64(out2 + 24, permkern_load64(in3 + 16) ^ flip);
    permkern_store64(out3 + 24, permkern_load64(in3 + 24) ^ flip);
}

#endif /* PERMKERN_XOR_TILES64_H */
