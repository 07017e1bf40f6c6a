/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves tiles of 8-bit elements, each exclusive-or a constant, for pinned kernels.
 *
 * Written by tools/autogen from arch_gen/templates/plane_xor_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_XOR_TILES8_H
#define PERMKERN_XOR_TILES8_H

#include "permkern_word.h"

/* What permkern_x8_tile4x4 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x8_tile4x4_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                             const uint8_t *in3, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                             uint8_t *out3, uint32_t flip)
{
#if PERMKERN_WORD_TILES && PERMKERN_PIECES && PERMKERN_STRIPS
    uint32_t w20 = permkern_load32(in2) ^ flip;
    uint32_t w30 = permkern_load32(in3) ^ flip;
    permkern_swap8(&w20, &w30);
    permkern_store_upper(out0, out2, w20);
    permkern_store_upper(out1, out3, w30);
    uint32_t w00 = permkern_load32(in0) ^ flip;
    uint32_t w10 = permkern_load32(in1) ^ flip;
    permkern_swap8(&w00, &w10);
    permkern_store_lower(out0, out2, w00);
    permkern_store_lower(out1, out3, w10);
#elif PERMKERN_WORD_TILES
    uint32_t w00 = permkern_load32(in0) ^ flip;
    uint32_t w10 = permkern_load32(in1) ^ flip;
    uint32_t w20 = permkern_load32(in2) ^ flip;
    uint32_t w30 = permkern_load32(in3) ^ flip;
    permkern_swap8(&w00, &w10);
    permkern_swap8(&w20, &w30);
    permkern_swap16(&w00, &w20);
    permkern_swap16(&w10, &w30);
    permkern_store32(out0, w00);
    permkern_store32(out1, w10);
    permkern_store32(out2, w20);
    permkern_store32(out3, w30);
#else
    permkern_store8(out0, (uint8_t)(permkern_load8(in0) ^ flip));
    permkern_store8(out1, (uint8_t)(permkern_load8(in0 + 1) ^ flip));
    permkern_store8(out2, (uint8_t)(permkern_load8(in0 + 2) ^ flip));
    permkern_store8(out3, (uint8_t)(permkern_load8(in0 + 3) ^ flip));
    permkern_store8(out0 + 1, (uint8_t)(permkern_load8(in1) ^ flip));
    permkern_store8(out1 + 1, (uint8_t)(permkern_load8(in1 + 1) ^ flip));
    permkern_store8(out2 + 1, (uint8_t)(permkern_load8(in1 + 2) ^ flip));
    permkern_store8(out3 + 1, (uint8_t)(permkern_load8(in1 + 3) ^ flip));
    permkern_store8(out0 + 2, (uint8_t)(permkern_load8(in2) ^ flip));
    permkern_store8(out1 + 2, (uint8_t)(permkern_load8(in2 + 1) ^ flip));
    permkern_store8(out2 + 2, (uint8_t)(permkern_load8(in2 + 2) ^ flip));
    permkern_store8(out3 + 2, (uint8_t)(permkern_load8(in2 + 3) ^ flip));
    permkern_store8(out0 + 3, (uint8_t)(permkern_load8(in3) ^ flip));
    permkern_store8(out1 + 3, (uint8_t)(permkern_load8(in3 + 1) ^ flip));
    permkern_store8(out2 + 3, (uint8_t)(permkern_load8(in3 + 2) ^ flip));
    permkern_store8(out3 + 3, (uint8_t)(permkern_load8(in3 + 3) ^ flip));
#endif
}

#if PERMKERN_SEVERAL
/* What permkern_x8_pairs4x8 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x8_pairs4x8_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                              const uint8_t *in3, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                              uint8_t *out3, uint8_t *out4, uint8_t *out5, uint8_t *out6, uint8_t *out7,
                                              uint32_t flip)
{
    permkern_pair row0 = permkern_load_pair(in0);
    permkern_pair row1 = permkern_load_pair(in1);
    permkern_pair row2 = permkern_load_pair(in2);
    permkern_pair row3 = permkern_load_pair(in3);
    row0.low ^= flip;
    row0.high ^= flip;
    row1.low ^= flip;
    row1.high ^= flip;
    row2.low ^= flip;
    row2.high ^= flip;
    row3.low ^= flip;
    row3.high ^= flip;
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

#if PERMKERN_SEVERAL
/* What permkern_x8_pairs8x4 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x8_pairs8x4_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                              const uint8_t *in3, const uint8_t *in4, const uint8_t *in5,
                                              const uint8_t *in6, const uint8_t *in7, uint8_t *out0, uint8_t *out1,
                                              uint8_t *out2, uint8_t *out3, uint32_t flip)
{
    uint32_t w00 = permkern_load32(in0) ^ flip;
    uint32_t w10 = permkern_load32(in1) ^ flip;
    uint32_t w20 = permkern_load32(in2) ^ flip;
    uint32_t w30 = permkern_load32(in3) ^ flip;
    uint32_t w40 = permkern_load32(in4) ^ flip;
    uint32_t w50 = permkern_load32(in5) ^ flip;
    uint32_t w60 = permkern_load32(in6) ^ flip;
    uint32_t w70 = permkern_load32(in7) ^ flip;
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

#endif /* PERMKERN_XOR_TILES8_H */
