/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Splits and joins groups of four pixels of 32-bit elements.
 *
 * Written by tools/autogen from arch_gen/templates/plane_groups.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_GROUPS32_H
#define PERMKERN_GROUPS32_H

#include "permkern_word.h"

/* Moves 4 pixels of 3 channels to planes. */
PERMKERN_INLINE void permkern_x32_deinterleave3(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2)
{
    permkern_store32(out0, permkern_load32(in));
    permkern_store32(out1, permkern_load32(in + 4));
    permkern_store32(out2, permkern_load32(in + 8));
    permkern_store32(out0 + 4, permkern_load32(in + 12));
    permkern_store32(out1 + 4, permkern_load32(in + 16));
    permkern_store32(out2 + 4, permkern_load32(in + 20));
    permkern_store32(out0 + 8, permkern_load32(in + 24));
    permkern_store32(out1 + 8, permkern_load32(in + 28));
    permkern_store32(out2 + 8, permkern_load32(in + 32));
    permkern_store32(out0 + 12, permkern_load32(in + 36));
    permkern_store32(out1 + 12, permkern_load32(in + 40));
    permkern_store32(out2 + 12, permkern_load32(in + 44));
}

/* Moves 4 pixels of 3 channels from planes. */
PERMKERN_INLINE void permkern_x32_interleave3(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, uint8_t *out)
{
    permkern_store32(out, permkern_load32(in0));
    permkern_store32(out + 4, permkern_load32(in1));
    permkern_store32(out + 8, permkern_load32(in2));
    permkern_store32(out + 12, permkern_load32(in0 + 4));
    permkern_store32(out + 16, permkern_load32(in1 + 4));
    permkern_store32(out + 20, permkern_load32(in2 + 4));
    permkern_store32(out + 24, permkern_load32(in0 + 8));
    permkern_store32(out + 28, permkern_load32(in1 + 8));
    permkern_store32(out + 32, permkern_load32(in2 + 8));
    permkern_store32(out + 36, permkern_load32(in0 + 12));
    permkern_store32(out + 40, permkern_load32(in1 + 12));
    permkern_store32(out + 44, permkern_load32(in2 + 12));
}

/* Moves 4 pixels of 2 channels to planes. */
PERMKERN_INLINE void permkern_x32_deinterleave2(const uint8_t *in, uint8_t *out0, uint8_t *out1)
{
    permkern_store32(out0, permkern_load32(in));
    permkern_store32(out1, permkern_load32(in + 4));
    permkern_store32(out0 + 4, permkern_load32(in + 8));
    permkern_store32(out1 + 4, permkern_load32(in + 12));
    permkern_store32(out0 + 8, permkern_load32(in + 16));
    permkern_store32(out1 + 8, permkern_load32(in + 20));
    permkern_store32(out0 + 12, permkern_load32(in + 24));
    permkern_store32(out1 + 12, permkern_load32(in + 28));
}

/* Moves 4 pixels of 2 channels from planes. */
PERMKERN_INLINE void permkern_x32_interleave2(const uint8_t *in0, const uint8_t *in1, uint8_t *out)
{
    permkern_store32(out, permkern_load32(in0));
    permkern_store32(out + 4, permkern_load32(in1));
    permkern_store32(out + 8, permkern_load32(in0 + 4));
    permkern_store32(out + 12, permkern_load32(in1 + 4));
    permkern_store32(out + 16, permkern_load32(in0 + 8));
    permkern_store32(out + 20, permkern_load32(in1 + 8));
    permkern_store32(out + 24, permkern_load32(in0 + 12));
    permkern_store32(out + 28, permkern_load32(in1 + 12));
}

#endif /* PERMKERN_GROUPS32_H */
