/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Splits and joins groups of four pixels of 8-bit elements, each exclusive-or a constant, for pinned kernels.
 *
 * Written by tools/autogen from arch_gen/templates/plane_xor_groups.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_XOR_GROUPS8_H
#define PERMKERN_XOR_GROUPS8_H

#include "permkern_word.h"

/* What permkern_x8_deinterleave3 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x8_deinterleave3_xor(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                                   uint32_t flip)
{
    permkern_store8(out0, (uint8_t)(permkern_load8(in) ^ flip));
    permkern_store8(out1, (uint8_t)(permkern_load8(in + 1) ^ flip));
    permkern_store8(out2, (uint8_t)(permkern_load8(in + 2) ^ flip));
    permkern_store8(out0 + 1, (uint8_t)(permkern_load8(in + 3) ^ flip));
    permkern_store8(out1 + 1, (uint8_t)(permkern_load8(in + 4) ^ flip));
    permkern_store8(out2 + 1, (uint8_t)(permkern_load8(in + 5) ^ flip));
    permkern_store8(out0 + 2, (uint8_t)(permkern_load8(in + 6) ^ flip));
    permkern_store8(out1 + 2, (uint8_t)(permkern_load8(in + 7) ^ flip));
    permkern_store8(out2 + 2, (uint8_t)(permkern_load8(in + 8) ^ flip));
    permkern_store8(out0 + 3, (uint8_t)(permkern_load8(in + 9) ^ flip));
    permkern_store8(out1 + 3, (uint8_t)(permkern_load8(in + 10) ^ flip));
    permkern_store8(out2 + 3, (uint8_t)(permkern_load8(in + 11) ^ flip));
}

/* What permkern_x8_deinterleave3_words moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x8_deinterleave3_words_xor(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                                         uint32_t flip)
{
#if PERMKERN_WORD_TILES && PERMKERN_NETWORKS
    const uint32_t w00 = permkern_load32(in) ^ flip;
    const uint32_t w01 = permkern_load32(in + 4) ^ flip;
    const uint32_t w02 = permkern_load32(in + 8) ^ flip;
    const uint32_t even0 = permkern_even(w00);
    const uint32_t even1 = permkern_even(w01);
    const uint32_t even2 = permkern_even_turned(w02);
    const uint32_t odd0 = permkern_odd(w00);
    const uint32_t odd1 = permkern_odd(w01);
    const uint32_t odd2 = permkern_odd(w02);
    permkern_store32(out0, permkern_merge_turned(permkern_low_high(even0, even1), permkern_low_high(odd2, odd0)));
    permkern_store32(out1, permkern_merge(permkern_low_high(odd0, odd1), permkern_low_low(even1, even2)));
    permkern_store32(out2, permkern_merge(permkern_high_high(even0, even2), permkern_low_high(odd1, odd2)));
#elif PERMKERN_WORD_TILES && PERMKERN_PIECES
    const uint32_t w00 = permkern_load32(in) ^ flip;
    const uint32_t w01 = permkern_load32(in + 4) ^ flip;
    const uint32_t w02 = permkern_load32(in + 8) ^ flip;
    permkern_store32(out0, w01);
    permkern_piece8(out0, w00);
    permkern_piece8(out0 + 1, w00 >> 24);
    permkern_piece8(out0 + 3, w02 >> 8);
    permkern_piece8(out1, w00 >> 8);
    permkern_piece8(out1 + 1, w01);
    permkern_piece8(out1 + 2, w01 >> 24);
    permkern_piece8(out1 + 3, w02 >> 16);
    permkern_store32(out2, w02);
    permkern_piece16(out2, w01);
    permkern_piece8(out2, w00 >> 16);
    permkern_piece8(out2 + 2, w02);
#else
    permkern_x8_deinterleave3_xor(in, out0, out1, out2, flip);
#endif
}

/* What permkern_x8_interleave3 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x8_interleave3_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                                 uint8_t *out, uint32_t flip)
{
    permkern_store8(out, (uint8_t)(permkern_load8(in0) ^ flip));
    permkern_store8(out + 1, (uint8_t)(permkern_load8(in1) ^ flip));
    permkern_store8(out + 2, (uint8_t)(permkern_load8(in2) ^ flip));
    permkern_store8(out + 3, (uint8_t)(permkern_load8(in0 + 1) ^ flip));
    permkern_store8(out + 4, (uint8_t)(permkern_load8(in1 + 1) ^ flip));
    permkern_store8(out + 5, (uint8_t)(permkern_load8(in2 + 1) ^ flip));
    permkern_store8(out + 6, (uint8_t)(permkern_load8(in0 + 2) ^ flip));
    permkern_store8(out + 7, (uint8_t)(permkern_load8(in1 + 2) ^ flip));
    permkern_store8(out + 8, (uint8_t)(permkern_load8(in2 + 2) ^ flip));
    permkern_store8(out + 9, (uint8_t)(permkern_load8(in0 + 3) ^ flip));
    permkern_store8(out + 10, (uint8_t)(permkern_load8(in1 + 3) ^ flip));
    permkern_store8(out + 11, (uint8_t)(permkern_load8(in2 + 3) ^ flip));
}

/* What permkern_x8_interleave3_words moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x8_interleave3_words_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                                       uint8_t *out, uint32_t flip)
{
#if PERMKERN_WORD_TILES && PERMKERN_NETWORKS
    const uint32_t w00 = permkern_load32(in0) ^ flip;
    const uint32_t w01 = permkern_load32(in1) ^ flip;
    const uint32_t w02 = permkern_load32(in2) ^ flip;
    const uint32_t even0 = permkern_even(w00);
    const uint32_t even1 = permkern_even(w01);
    const uint32_t even2 = permkern_even(w02);
    const uint32_t odd0 = permkern_odd(w00);
    const uint32_t odd1 = permkern_odd(w01);
    const uint32_t odd2 = permkern_odd(w02);
    permkern_store32(out, permkern_merge(permkern_low_low(even0, even2), permkern_low_low(even1, odd0)));
    permkern_store32(out + 4, permkern_merge(permkern_low_high(odd1, even0), permkern_low_high(odd2, even1)));
    permkern_store32(out + 8, permkern_merge(permkern_high_high(even2, odd1), permkern_high_high(odd0, odd2)));
#elif PERMKERN_WORD_TILES && PERMKERN_PIECES
    const uint32_t w00 = permkern_load32(in0) ^ flip;
    const uint32_t w01 = permkern_load32(in1) ^ flip;
    const uint32_t w02 = permkern_load32(in2) ^ flip;
    permkern_piece16(out + 2, w00);
    permkern_piece8(out, w00);
    permkern_piece8(out + 1, w01);
    permkern_piece8(out + 2, w02);
    permkern_store32(out + 4, w00);
    permkern_piece16(out + 4, w02);
    permkern_piece8(out + 4, w01 >> 8);
    permkern_piece8(out + 7, w01 >> 16);
    permkern_store32(out + 8, w02);
    permkern_piece8(out + 8, w02 >> 16);
    permkern_piece8(out + 9, w00 >> 24);
    permkern_piece8(out + 10, w01 >> 24);
#else
    permkern_x8_interleave3_xor(in0, in1, in2, out, flip);
#endif
}

/* What permkern_x8_deinterleave2 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x8_deinterleave2_xor(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint32_t flip)
{
    permkern_store8(out0, (uint8_t)(permkern_load8(in) ^ flip));
    permkern_store8(out1, (uint8_t)(permkern_load8(in + 1) ^ flip));
    permkern_store8(out0 + 1, (uint8_t)(permkern_load8(in + 2) ^ flip));
    permkern_store8(out1 + 1, (uint8_t)(permkern_load8(in + 3) ^ flip));
    permkern_store8(out0 + 2, (uint8_t)(permkern_load8(in + 4) ^ flip));
    permkern_store8(out1 + 2, (uint8_t)(permkern_load8(in + 5) ^ flip));
    permkern_store8(out0 + 3, (uint8_t)(permkern_load8(in + 6) ^ flip));
    permkern_store8(out1 + 3, (uint8_t)(permkern_load8(in + 7) ^ flip));
}

/* What permkern_x8_deinterleave2_words moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x8_deinterleave2_words_xor(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint32_t flip)
{
#if PERMKERN_WORD_TILES
    uint32_t w00 = permkern_load32(in) ^ flip;
    uint32_t w01 = permkern_load32(in + 4) ^ flip;
    permkern_swap16(&w00, &w01);
    permkern_swap8(&w00, &w01);
    permkern_store32(out0, w00);
    permkern_store32(out1, w01);
#else
    permkern_x8_deinterleave2_xor(in, out0, out1, flip);
#endif
}

/* What permkern_x8_interleave2 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x8_interleave2_xor(const uint8_t *in0, const uint8_t *in1, uint8_t *out, uint32_t flip)
{
    permkern_store8(out, (uint8_t)(permkern_load8(in0) ^ flip));
    permkern_store8(out + 1, (uint8_t)(permkern_load8(in1) ^ flip));
    permkern_store8(out + 2, (uint8_t)(permkern_load8(in0 + 1) ^ flip));
    permkern_store8(out + 3, (uint8_t)(permkern_load8(in1 + 1) ^ flip));
    permkern_store8(out + 4, (uint8_t)(permkern_load8(in0 + 2) ^ flip));
    permkern_store8(out + 5, (uint8_t)(permkern_load8(in1 + 2) ^ flip));
    permkern_store8(out + 6, (uint8_t)(permkern_load8(in0 + 3) ^ flip));
    permkern_store8(out + 7, (uint8_t)(permkern_load8(in1 + 3) ^ flip));
}

/* What permkern_x8_interleave2_words moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x8_interleave2_words_xor(const uint8_t *in0, const uint8_t *in1, uint8_t *out,
                                                       uint32_t flip)
{
#if PERMKERN_WORD_TILES
    uint32_t w00 = permkern_load32(in0) ^ flip;
    uint32_t w01 = permkern_load32(in1) ^ flip;
    permkern_swap8(&w00, &w01);
    permkern_store_exchanged(out, out + 4, w00, w01);
#else
    permkern_x8_interleave2_xor(in0, in1, out, flip);
#endif
}

#endif /* PERMKERN_XOR_GROUPS8_H */
