/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves tiles of 16-bit elements, each exclusive-or a constant, for pinned kernels.
 *
 * Written by tools/autogen from arch_gen/templates/plane_xor_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_XOR_TILES16_H
#define PERMKERN_XOR_TILES16_H

#include "permkern_word.h"

/* What permkern_x16_tile4x4 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_tile4x4_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                              const uint8_t *in3, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                              uint8_t *out3, uint32_t flip)
{
#if PERMKERN_WORD_TILES && PERMKERN_PIECES
    const uint32_t w00 = permkern_load32(in0) ^ flip;
    const uint32_t w10 = permkern_load32(in1) ^ flip;
    permkern_store_upper(out0, out1, w10);
    permkern_store_lower(out0, out1, w00);
    const uint32_t w20 = permkern_load32(in2) ^ flip;
    const uint32_t w30 = permkern_load32(in3) ^ flip;
    permkern_store_upper(out0 + 4, out1 + 4, w30);
    permkern_store_lower(out0 + 4, out1 + 4, w20);
    const uint32_t w01 = permkern_load32(in0 + 4) ^ flip;
    const uint32_t w11 = permkern_load32(in1 + 4) ^ flip;
    permkern_store_upper(out2, out3, w11);
    permkern_store_lower(out2, out3, w01);
    const uint32_t w21 = permkern_load32(in2 + 4) ^ flip;
    const uint32_t w31 = permkern_load32(in3 + 4) ^ flip;
    permkern_store_upper(out2 + 4, out3 + 4, w31);
    permkern_store_lower(out2 + 4, out3 + 4, w21);
#elif PERMKERN_WORD_TILES
    uint32_t w00 = permkern_load32(in0) ^ flip;
    uint32_t w10 = permkern_load32(in1) ^ flip;
    uint32_t w20 = permkern_load32(in2) ^ flip;
    uint32_t w30 = permkern_load32(in3) ^ flip;
    permkern_swap16(&w00, &w10);
    permkern_swap16(&w20, &w30);
    permkern_store32(out0, w00);
    permkern_store32(out0 + 4, w20);
    permkern_store32(out1, w10);
    permkern_store32(out1 + 4, w30);
    uint32_t w01 = permkern_load32(in0 + 4) ^ flip;
    uint32_t w11 = permkern_load32(in1 + 4) ^ flip;
    uint32_t w21 = permkern_load32(in2 + 4) ^ flip;
    uint32_t w31 = permkern_load32(in3 + 4) ^ flip;
    permkern_swap16(&w01, &w11);
    permkern_swap16(&w21, &w31);
    permkern_store32(out2, w01);
    permkern_store32(out2 + 4, w21);
    permkern_store32(out3, w11);
    permkern_store32(out3 + 4, w31);
#else
    permkern_store16(out0, (uint16_t)(permkern_load16(in0) ^ flip));
    permkern_store16(out1, (uint16_t)(permkern_load16(in0 + 2) ^ flip));
    permkern_store16(out2, (uint16_t)(permkern_load16(in0 + 4) ^ flip));
    permkern_store16(out3, (uint16_t)(permkern_load16(in0 + 6) ^ flip));
    permkern_store16(out0 + 2, (uint16_t)(permkern_load16(in1) ^ flip));
    permkern_store16(out1 + 2, (uint16_t)(permkern_load16(in1 + 2) ^ flip));
    permkern_store16(out2 + 2, (uint16_t)(permkern_load16(in1 + 4) ^ flip));
    permkern_store16(out3 + 2, (uint16_t)(permkern_load16(in1 + 6) ^ flip));
    permkern_store16(out0 + 4, (uint16_t)(permkern_load16(in2) ^ flip));
    permkern_store16(out1 + 4, (uint16_t)(permkern_load16(in2 + 2) ^ flip));
    permkern_store16(out2 + 4, (uint16_t)(permkern_load16(in2 + 4) ^ flip));
    permkern_store16(out3 + 4, (uint16_t)(permkern_load16(in2 + 6) ^ flip));
    permkern_store16(out0 + 6, (uint16_t)(permkern_load16(in3) ^ flip));
    permkern_store16(out1 + 6, (uint16_t)(permkern_load16(in3 + 2) ^ flip));
    permkern_store16(out2 + 6, (uint16_t)(permkern_load16(in3 + 4) ^ flip));
    permkern_store16(out3 + 6, (uint16_t)(permkern_load16(in3 + 6) ^ flip));
#endif
}

#if PERMKERN_SEVERAL
/* What permkern_x16_pairs4x4 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_pairs4x4_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                               const uint8_t *in3, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                               uint8_t *out3, uint32_t flip)
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
    permkern_swap16(&row0.low, &row1.low);
    permkern_swap16(&row0.high, &row1.high);
    permkern_swap16(&row2.low, &row3.low);
    permkern_swap16(&row2.high, &row3.high);
    permkern_store_pair(out0, row0.low, row2.low);
    permkern_store_pair(out1, row1.low, row3.low);
    permkern_store_pair(out2, row0.high, row2.high);
    permkern_store_pair(out3, row1.high, row3.high);
}
#endif

/* What permkern_x16_tile4x2 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_tile4x2_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                              const uint8_t *in3, uint8_t *out0, uint8_t *out1, uint32_t flip)
{
#if PERMKERN_WORD_TILES && PERMKERN_PIECES
    const uint32_t w00 = permkern_load32(in0) ^ flip;
    const uint32_t w10 = permkern_load32(in1) ^ flip;
    permkern_store_upper(out0, out1, w10);
    permkern_store_lower(out0, out1, w00);
    const uint32_t w20 = permkern_load32(in2) ^ flip;
    const uint32_t w30 = permkern_load32(in3) ^ flip;
    permkern_store_upper(out0 + 4, out1 + 4, w30);
    permkern_store_lower(out0 + 4, out1 + 4, w20);
#elif PERMKERN_WORD_TILES
    uint32_t w00 = permkern_load32(in0) ^ flip;
    uint32_t w10 = permkern_load32(in1) ^ flip;
    uint32_t w20 = permkern_load32(in2) ^ flip;
    uint32_t w30 = permkern_load32(in3) ^ flip;
    permkern_swap16(&w00, &w10);
    permkern_swap16(&w20, &w30);
    permkern_store32(out0, w00);
    permkern_store32(out0 + 4, w20);
    permkern_store32(out1, w10);
    permkern_store32(out1 + 4, w30);
#else
    permkern_store16(out0, (uint16_t)(permkern_load16(in0) ^ flip));
    permkern_store16(out1, (uint16_t)(permkern_load16(in0 + 2) ^ flip));
    permkern_store16(out0 + 2, (uint16_t)(permkern_load16(in1) ^ flip));
    permkern_store16(out1 + 2, (uint16_t)(permkern_load16(in1 + 2) ^ flip));
    permkern_store16(out0 + 4, (uint16_t)(permkern_load16(in2) ^ flip));
    permkern_store16(out1 + 4, (uint16_t)(permkern_load16(in2 + 2) ^ flip));
    permkern_store16(out0 + 6, (uint16_t)(permkern_load16(in3) ^ flip));
    permkern_store16(out1 + 6, (uint16_t)(permkern_load16(in3 + 2) ^ flip));
#endif
}

#if PERMKERN_SEVERAL
/* What permkern_x16_push4x2 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_push4x2_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                              const uint8_t *in3, uint8_t **out0, uint8_t **out1, uint32_t flip)
{
    uint32_t w00 = permkern_load32(in0) ^ flip;
    uint32_t w10 = permkern_load32(in1) ^ flip;
    uint32_t w20 = permkern_load32(in2) ^ flip;
    uint32_t w30 = permkern_load32(in3) ^ flip;
    permkern_swap16(&w00, &w10);
    permkern_swap16(&w20, &w30);
    permkern_push_pair(out0, w00, w20);
    permkern_push_pair(out1, w10, w30);
}
#endif

#if PERMKERN_SEVERAL
/* What permkern_x16_pairs4x2 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_pairs4x2_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                               const uint8_t *in3, uint8_t *out0, uint8_t *out1, uint32_t flip)
{
    uint32_t w00 = permkern_load32(in0) ^ flip;
    uint32_t w10 = permkern_load32(in1) ^ flip;
    uint32_t w20 = permkern_load32(in2) ^ flip;
    uint32_t w30 = permkern_load32(in3) ^ flip;
    permkern_swap16(&w00, &w10);
    permkern_swap16(&w20, &w30);
    permkern_store_pair(out0, w00, w20);
    permkern_store_pair(out1, w10, w30);
}
#endif

#endif /* PERMKERN_XOR_TILES16_H */
