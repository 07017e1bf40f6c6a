/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Splits and joins groups of four pixels of 16-bit elements.
 *
 * Written by tools/autogen from arch_gen/templates/plane_groups.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_GROUPS16_H
#define PERMKERN_GROUPS16_H

#include "permkern_word.h"

/* Moves 4 pixels of 3 channels to planes. */
PERMKERN_INLINE void permkern_x16_deinterleave3(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2)
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
PERMKERN_INLINE void permkern_x16_deinterleave3_words(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2)
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
#elif PERMKERN_WORD_TILES && PERMKERN_PIECES
    const uint32_t w00 = permkern_load32(in);
    const uint32_t w01 = permkern_load32(in + 4);
    const uint32_t w02 = permkern_load32(in + 8);
    permkern_store32(out0, w01);
    permkern_piece16(out0, w00);
    permkern_piece16(out1, w00 >> 16);
    permkern_piece16(out1 + 2, w02);
    permkern_store32(out2, w02);
    permkern_piece16(out2, w01);
    const uint32_t w10 = permkern_load32(in + 12);
    const uint32_t w11 = permkern_load32(in + 16);
    const uint32_t w12 = permkern_load32(in + 20);
    permkern_store32(out0 + 4, w11);
    permkern_piece16(out0 + 4, w10);
    permkern_piece16(out1 + 4, w10 >> 16);
    permkern_piece16(out1 + 6, w12);
    permkern_store32(out2 + 4, w12);
    permkern_piece16(out2 + 4, w11);
#else
    permkern_x16_deinterleave3(in, out0, out1, out2);
#endif
}

/* Moves 4 pixels of 3 channels from planes. */
PERMKERN_INLINE void permkern_x16_interleave3(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, uint8_t *out)
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
PERMKERN_INLINE void permkern_x16_interleave3_words(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
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
#elif PERMKERN_WORD_TILES && PERMKERN_PIECES
    const uint32_t w00 = permkern_load32(in0);
    const uint32_t w01 = permkern_load32(in1);
    const uint32_t w02 = permkern_load32(in2);
    permkern_piece16(out, w00);
    permkern_piece16(out + 2, w01);
    permkern_store32(out + 4, w00);
    permkern_piece16(out + 4, w02);
    permkern_store32(out + 8, w02);
    permkern_piece16(out + 8, w01 >> 16);
    const uint32_t w10 = permkern_load32(in0 + 4);
    const uint32_t w11 = permkern_load32(in1 + 4);
    const uint32_t w12 = permkern_load32(in2 + 4);
    permkern_piece16(out + 12, w10);
    permkern_piece16(out + 14, w11);
    permkern_store32(out + 16, w10);
    permkern_piece16(out + 16, w12);
    permkern_store32(out + 20, w12);
    permkern_piece16(out + 20, w11 >> 16);
#else
    permkern_x16_interleave3(in0, in1, in2, out);
#endif
}

/* Moves 4 pixels of 2 channels to planes. */
PERMKERN_INLINE void permkern_x16_deinterleave2(const uint8_t *in, uint8_t *out0, uint8_t *out1)
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
PERMKERN_INLINE void permkern_x16_deinterleave2_words(const uint8_t *in, uint8_t *out0, uint8_t *out1)
{
#if PERMKERN_WORD_TILES
    const uint32_t w00 = permkern_load32(in);
    const uint32_t w01 = permkern_load32(in + 4);
    permkern_store_exchanged(out0, out1, w00, w01);
    const uint32_t w10 = permkern_load32(in + 8);
    const uint32_t w11 = permkern_load32(in + 12);
    permkern_store_exchanged(out0 + 4, out1 + 4, w10, w11);
#else
    permkern_x16_deinterleave2(in, out0, out1);
#endif
}

/* Moves 4 pixels of 2 channels from planes. */
PERMKERN_INLINE void permkern_x16_interleave2(const uint8_t *in0, const uint8_t *in1, uint8_t *out)
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
PERMKERN_INLINE void permkern_x16_interleave2_words(const uint8_t *in0, const uint8_t *in1, uint8_t *out)
{
#if PERMKERN_WORD_TILES
    const uint32_t w00 = permkern_load32(in0);
    const uint32_t w01 = permkern_load32(in1);
    permkern_store_exchanged(out, out + 4, w00, w01);
    const uint32_t w10 = permkern_load32(in0 + 4);
    const uint32_t w11 = permkern_load32(in1 + 4);
    permkern_store_exchanged(out + 8, out + 12, w10, w11);
#else
    permkern_x16_interleave2(in0, in1, out);
#endif
}

#endif /* PERMKERN_GROUPS16_H */
