/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves tiles of 32-bit elements.
 *
 * Written by tools/autogen from arch_gen/templates/plane_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_TILES32_H
#define PERMKERN_TILES32_H

#include "permkern_word.h"

/* Moves a tile of 4 rows x 4 columns. */
PERMKERN_INLINE void permkern_x32_tile4x4(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                          const uint8_t *in3, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                          uint8_t *out3)
{
    permkern_store32(out0, permkern_load32(in0));
    permkern_store32(out1, permkern_load32(in0 + 4));
    permkern_store32(out2, permkern_load32(in0 + 8));
    permkern_store32(out3, permkern_load32(in0 + 12));
    permkern_store32(out0 + 4, permkern_load32(in1));
    permkern_store32(out1 + 4, permkern_load32(in1 + 4));
    permkern_store32(out2 + 4, permkern_load32(in1 + 8));
    permkern_store32(out3 + 4, permkern_load32(in1 + 12));
    permkern_store32(out0 + 8, permkern_load32(in2));
    permkern_store32(out1 + 8, permkern_load32(in2 + 4));
    permkern_store32(out2 + 8, permkern_load32(in2 + 8));
    permkern_store32(out3 + 8, permkern_load32(in2 + 12));
    permkern_store32(out0 + 12, permkern_load32(in3));
    permkern_store32(out1 + 12, permkern_load32(in3 + 4));
    permkern_store32(out2 + 12, permkern_load32(in3 + 8));
    permkern_store32(out3 + 12, permkern_load32(in3 + 12));
}

#endif /* PERMKERN_TILES32_H */
