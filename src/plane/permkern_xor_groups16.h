/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Splits and joins groups of four pixels of 16-bit elements, each exclusive-or a constant, for pinned kernels.
 *
 * Written by tools/autogen from arch_gen/templates/plane_xor_groups.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_XOR_GROUPS16_H
#define PERMKERN_XOR_GROUPS16_H

#include "permkern_word.h"

/* What permkern_x16_deinterleave3 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_deinterleave3_xor(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                                    uint32_t flip)
{
    permkern_store16(out0, (uint16_t)(permkern_load16(in) ^ flip));
    permkern_store16(out1, (uint16_t)(permkern_load16(in + 2) ^ flip));
    permkern_store16(out2, (uint16_t)(permkern_load16(in + 4) ^ flip));
    permkern_store16(out0 + 2, (uint16_t)(permkern_load16(in + 6) ^ flip));
    permkern_store16(out1 + 2, (uint16_t)(permkern_load16(in + 8) ^ flip));
    permkern_store16(out2 + 2, (uint16_t)(permkern_load16(in + 10) ^ flip));
    permkern_store16(out0 + 4, (uint16_t)(permkern_load16(in + 12) ^ flip));
    permkern_store16(out1 + 4, (uint16_t)(permkern_load16(in + 14) ^ flip));
    permkern_store16(out2 + 4, (uint16_t)(permkern_load16(in + 16) ^ flip));
    permkern_store16(out0 + 6, (uint16_t)(permkern_load16(in + 18) ^ flip));
    permkern_store16(out1 + 6, (uint16_t)(permkern_load16(in + 20) ^ flip));
    permkern_store16(out2 + 6, (uint16_t)(permkern_load16(in + 22) ^ flip));
}

/* What permkern_x16_deinterleave3_words moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_deinterleave3_words_xor(const uint8_t *in, uint8_t *out0, uint8_t *out1,
                                                          uint8_t *out2, uint32_t flip)
{
#if PERMKERN_WORD_TILES && PERMKERN_NETWORKS
    const uint32_t w00 = permkern_load32(in) ^ flip;
    const uint32_t w01 = permkern_load32(in + 4) ^ flip;
    const uint32_t w02 = permkern_load32(in + 8) ^ flip;
    permkern_store32(out0, permkern_low_high(w00, w01));
    permkern_store32(out1, permkern_high_low(w00, w02));
    permkern_store32(out2, permkern_low_high(w01, w02));
    const uint32_t w10 = permkern_load32(in + 12) ^ flip;
    const uint32_t w11 = permkern_load32(in + 16) ^ flip;
    const uint32_t w12 = permkern_load32(in + 20) ^ flip;
    permkern_store32(out0 + 4, permkern_low_high(w10, w11));
    permkern_store32(out1 + 4, permkern_high_low(w10, w12));
    permkern_store32(out2 + 4, permkern_low_high(w11, w12));
#elif PERMKERN_WORD_TILES && PERMKERN_PIECES
    const uint32_t w00 = permkern_load32(in) ^ flip;
    const uint32_t w01 = permkern_load32(in + 4) ^ flip;
    const uint32_t w02 = permkern_load32(in + 8) ^ flip;
    permkern_store32(out0, w01);
    permkern_piece16(out0, w00);
    permkern_piece16(out1, w00 >> 16);
    permkern_piece16(out1 + 2, w02);
    permkern_store32(out2, w02);
    permkern_piece16(out2, w01);
    const uint32_t w10 = permkern_load32(in + 12) ^ flip;
    const uint32_t w11 = permkern_load32(in + 16) ^ flip;
    const uint32_t w12 = permkern_load32(in + 20) ^ flip;
    permkern_store32(out0 + 4, w11);
    permkern_piece16(out0 + 4, w10);
    permkern_piece16(out1 + 4, w10 >> 16);
    permkern_piece16(out1 + 6, w12);
    permkern_store32(out2 + 4, w12);
    permkern_piece16(out2 + 4, w11);
#else
    permkern_x16_deinterleave3_xor(in, out0, out1, out2, flip);
#endif
}

/* What permkern_x16_interleave3 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_interleave3_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                                  uint8_t *out, uint32_t flip)
{
    permkern_store16(out, (uint16_t)(permkern_load16(in0) ^ flip));
    permkern_store16(out + 2, (uint16_t)(permkern_load16(in1) ^ flip));
    permkern_store16(out + 4, (uint16_t)(permkern_load16(in2) ^ flip));
    permkern_store16(out + 6, (uint16_t)(permkern_load16(in0 + 2) ^ flip));
    permkern_store16(out + 8, (uint16_t)(permkern_load16(in1 + 2) ^ flip));
    permkern_store16(out + 10, (uint16_t)(permkern_load16(in2 + 2) ^ flip));
    permkern_store16(out + 12, (uint16_t)(permkern_load16(in0 + 4) ^ flip));
    permkern_store16(out + 14, (uint16_t)(permkern_load16(in1 + 4) ^ flip));
    permkern_store16(out + 16, (uint16_t)(permkern_load16(in2 + 4) ^ flip));
    permkern_store16(out + 18, (uint16_t)(permkern_load16(in0 + 6) ^ flip));
    permkern_store16(out + 20, (uint16_t)(permkern_load16(in1 + 6) ^ flip));
    permkern_store16(out + 22, (uint16_t)(permkern_load16(in2 + 6) ^ flip));
}

/* What permkern_x16_interleave3_words moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_interleave3_words_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                                        uint8_t *out, uint32_t flip)
{
#if PERMKERN_WORD_TILES && PERMKERN_NETWORKS
    const uint32_t w00 = permkern_load32(in0) ^ flip;
    const uint32_t w01 = permkern_load32(in1) ^ flip;
    const uint32_t w02 = permkern_load32(in2) ^ flip;
    permkern_store32(out, permkern_low_low(w00, w01));
    permkern_store32(out + 4, permkern_low_high(w02, w00));
    permkern_store32(out + 8, permkern_high_high(w01, w02));
    const uint32_t w10 = permkern_load32(in0 + 4) ^ flip;
    const uint32_t w11 = permkern_load32(in1 + 4) ^ flip;
    const uint32_t w12 = permkern_load32(in2 + 4) ^ flip;
    permkern_store32(out + 12, permkern_low_low(w10, w11));
    permkern_store32(out + 16, permkern_low_high(w12, w10));
    permkern_store32(out + 20, permkern_high_high(w11, w12));
#elif PERMKERN_WORD_TILES && PERMKERN_PIECES
    const uint32_t w00 = permkern_load32(in0) ^ flip;
    const uint32_t w01 = permkern_load32(in1) ^ flip;
    const uint32_t w02 = permkern_load32(in2) ^ flip;
    permkern_piece16(out, w00);
    permkern_piece16(out + 2, w01);
    permkern_store32(out + 4, w00);
    permkern_piece16(out + 4, w02);
    permkern_store32(out + 8, w02);
    permkern_piece16(out + 8, w01 >> 16);
    const uint32_t w10 = permkern_load32(in0 + 4) ^ flip;
    const uint32_t w11 = permkern_load32(in1 + 4) ^ flip;
    const uint32_t w12 = permkern_load32(in2 + 4) ^ flip;
    permkern_piece16(out + 12, w10);
    permkern_piece16(out + 14, w11);
    permkern_store32(out + 16, w10);
    permkern_piece16(out + 16, w12);
    permkern_store32(out + 20, w12);
    permkern_piece16(out + 20, w11 >> 16);
#else
    permkern_x16_interleave3_xor(in0, in1, in2, out, flip);
#endif
}

/* What permkern_x16_deinterleave2 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_deinterleave2_xor(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint32_t flip)
{
    permkern_store16(out0, (uint16_t)(permkern_load16(in) ^ flip));
    permkern_store16(out1, (uint16_t)(permkern_load16(in + 2) ^ flip));
    permkern_store16(out0 + 2, (uint16_t)(permkern_load16(in + 4) ^ flip));
    permkern_store16(out1 + 2, (uint16_t)(permkern_load16(in + 6) ^ flip));
    permkern_store16(out0 + 4, (uint16_t)(permkern_load16(in + 8) ^ flip));
    permkern_store16(out1 + 4, (uint16_t)(permkern_load16(in + 10) ^ flip));
    permkern_store16(out0 + 6, (uint16_t)(permkern_load16(in + 12) ^ flip));
    permkern_store16(out1 + 6, (uint16_t)(permkern_load16(in + 14) ^ flip));
}

/* What permkern_x16_deinterleave2_words moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_deinterleave2_words_xor(const uint8_t *in, uint8_t *out0, uint8_t *out1,
                                                          uint32_t flip)
{
#if PERMKERN_WORD_TILES
    const uint32_t w00 = permkern_load32(in) ^ flip;
    const uint32_t w01 = permkern_load32(in + 4) ^ flip;
    permkern_store_exchanged(out0, out1, w00, w01);
    const uint32_t w10 = permkern_load32(in + 8) ^ flip;
    const uint32_t w11 = permkern_load32(in + 12) ^ flip;
    permkern_store_exchanged(out0 + 4, out1 + 4, w10, w11);
#else
    permkern_x16_deinterleave2_xor(in, out0, out1, flip);
#endif
}

/* What permkern_x16_interleave2 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_interleave2_xor(const uint8_t *in0, const uint8_t *in1, uint8_t *out, uint32_t flip)
{
    permkern_store16(out, (uint16_t)(permkern_load16(in0) ^ flip));
    permkern_store16(out + 2, (uint16_t)(permkern_load16(in1) ^ flip));
    permkern_store16(out + 4, (uint16_t)(permkern_load16(in0 + 2) ^ flip));
    permkern_store16(out + 6, (uint16_t)(permkern_load16(in1 + 2) ^ flip));
    permkern_store16(out + 8, (uint16_t)(permkern_load16(in0 + 4) ^ flip));
    permkern_store16(out + 10, (uint16_t)(permkern_load16(in1 + 4) ^ flip));
    permkern_store16(out + 12, (uint16_t)(permkern_load16(in0 + 6) ^ flip));
    permkern_store16(out + 14, (uint16_t)(permkern_load16(in1 + 6) ^ flip));
}

/* What permkern_x16_interleave2_words moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x16_interleave2_words_xor(const uint8_t *in0, const uint8_t *in1, uint8_t *out,
                                                        uint32_t flip)
{
#if PERMKERN_WORD_TILES
    const uint32_t w00 = permkern_load32(in0) ^ flip;
    const uint32_t w01 = permkern_load32(in1) ^ flip;
    permkern_store_exchanged(out, out + 4, w00, w01);
    const uint32_t w10 = permkern_load32(in0 + 4) ^ flip;
    const uint32_t w11 = permkern_load32(in1 + 4) ^ flip;
    permkern_store_exchanged(out + 8, out + 12, w10, w11);
#else
    permkern_x16_interleave2_xor(in0, in1, out, flip);
#endif
}

#endif /* PERMKERN_XOR_GROUPS16_H */
