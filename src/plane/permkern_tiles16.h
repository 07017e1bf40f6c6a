/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves tiles of 16-bit elements.
 *
 * Written by tools/autogen from arch_gen/templates/plane_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_TILES16_H
#define PERMKERN_TILES16_H

#include "permkern_word.h"

/* Moves a tile of 4 rows x 4 columns, as words of 2 elements. */
PERMKERN_INLINE void permkern_x16_tile4x4(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                          const uint8_t *in3, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                          uint8_t *out3)
{
#if PERMKERN_WORD_TILES && PERMKERN_PIECES
    const uint32_t w00 = permkern_load32(in0);
    const uint32_t w10 = permkern_load32(in1);
    permkern_store_upper(out0, out1, w10);
    permkern_store_lower(out0, out1, w00);
    const uint32_t w20 = permkern_load32(in2);
    const uint32_t w30 = permkern_load32(in3);
    permkern_store_upper(out0 + 4, out1 + 4, w30);
    permkern_store_lower(out0 + 4, out1 + 4, w20);
    const uint32_t w01 = permkern_load32(in0 + 4);
    const uint32_t w11 = permkern_load32(in1 + 4);
    permkern_store_upper(out2, out3, w11);
    permkern_store_lower(out2, out3, w01);
    const uint32_t w21 = permkern_load32(in2 + 4);
    const uint32_t w31 = permkern_load32(in3 + 4);
    permkern_store_upper(out2 + 4, out3 + 4, w31);
    permkern_store_lower(out2 + 4, out3 + 4, w21);
#elif PERMKERN_WORD_TILES
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

#if PERMKERN_SEVERAL
/* Moves a tile of 4 rows x 4 columns, in pairs of neighbouring words. */
PERMKERN_INLINE void permkern_x16_pairs4x4(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                           const uint8_t *in3, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                           uint8_t *out3)
{
    permkern_pair row0 = permkern_load_pair(in0);
    permkern_pair row1 = permkern_load_pair(in1);
    permkern_pair row2 = permkern_load_pair(in2);
    permkern_pair row3 = permkern_load_pair(in3);
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

/* Moves part of a tile, 4 rows x 2 columns. */
PERMKERN_INLINE void permkern_x16_tile4x2(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                          const uint8_t *in3, uint8_t *out0, uint8_t *out1)
{
#if PERMKERN_WORD_TILES && PERMKERN_PIECES
    const uint32_t w00 = permkern_load32(in0);
    const uint32_t w10 = permkern_load32(in1);
    permkern_store_upper(out0, out1, w10);
    permkern_store_lower(out0, out1, w00);
    const uint32_t w20 = permkern_load32(in2);
    const uint32_t w30 = permkern_load32(in3);
    permkern_store_upper(out0 + 4, out1 + 4, w30);
    permkern_store_lower(out0 + 4, out1 + 4, w20);
#elif PERMKERN_WORD_TILES
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

#if PERMKERN_SEVERAL
/* Moves part of a tile, 4 rows x 2 columns, stored in pairs of words, after which the column pointers advance. */
PERMKERN_INLINE void permkern_x16_push4x2(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                          const uint8_t *in3, uint8_t **out0, uint8_t **out1)
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

#if PERMKERN_SEVERAL
/* Moves part of a tile, 4 rows x 2 columns, stored in pairs of words. */
PERMKERN_INLINE void permkern_x16_pairs4x2(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                           const uint8_t *in3, uint8_t *out0, uint8_t *out1)
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

#endif /* PERMKERN_TILES16_H */
