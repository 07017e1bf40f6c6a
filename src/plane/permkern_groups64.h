/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Splits and joins groups of four pixels of 64-bit elements.
 *
 * Written by tools/autogen from arch_gen/templates/plane_groups.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_GROUPS64_H
#define PERMKERN_GROUPS64_H

#include "permkern_word.h"

/* Moves 4 pixels of 3 channels to planes. */
PERMKERN_INLINE void permkern_x64_deinterleave3(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2)
{
    permkern_store64(out0, permkern_load64(in));
    permkern_store64(out1, permkern_load64(in + 8));
    permkern_store64(out2, permkern_load64(in + 16));
    permkern_store64(out0 + 8, permkern_load64(in + 24));
    permkern_store64(out1 + 8, permkern_load64(in + 32));
    permkern_store64(out2 + 8, permkern_load64(in + 40));
    permkern_store64(out0 + 16, permkern_load64(in + 48));
    permkern_store64(out1 + 16, permkern_load64(in + 56));
    permkern_store64(out2 + 16, permkern_load64(in + 64));
    permkern_store64(out0 + 24, permkern_load64(in + 72));
    permkern_store64(out1 + 24, permkern_load64(in + 80));
    permkern_store64(out2 + 24, permkern_load64(in + 88));
}

/* Moves 4 pixels of 3 channels from planes. */
PERMKERN_INLINE void permkern_x64_interleave3(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, uint8_t *out)
{
    permkern_store64(out, permkern_load64(in0));
    permkern_store64(out + 8, permkern_load64(in1));
    permkern_store64(out + 16, permkern_load64(in2));
    permkern_store64(out + 24, permkern_load64(in0 + 8));
    permkern_store64(out + 32, permkern_load64(in1 + 8));
    permkern_store64(out + 40, permkern_load64(in2 + 8));
    permkern_store64(out + 48, permkern_load64(in0 + 16));
    permkern_store64(out + 56, permkern_load64(in1 + 16));
    permkern_store64(out + 64, permkern_load64(in2 + 16));
    permkern_store64(out + 72, permkern_load64(in0 + 24));
    permkern_store64(out + 80, permkern_load64(in1 + 24));
    permkern_store64(out + 88, permkern_load64(in2 + 24));
}

/* Moves 4 pixels of 2 channels to planes. */
PERMKERN_INLINE void permkern_x64_deinterleave2(const uint8_t *in, uint8_t *out0, uint8_t *out1)
{
    permkern_store64(out0, permkern_load64(in));
    permkern_store64(out1, permkern_load64(in + 8));
    permkern_store64(out0 + 8, permkern_load64(in + 16));
    permkern_store64(out1 + 8, permkern_load64(in + 24));
    permkern_store64(out0 + 16, permkern_load64(in + 32));
    permkern_store64(out1 + 16, permkern_load64(in + 40));
    permkern_store64(out0 + 24, permkern_load64(in + 48));
    permkern_store64(out1 + 24, permkern_load64(in + 56));
}

/* Moves 4 pixels of 2 channels from planes. */
PERMKERN_INLINE void permkern_x64_interleave2(const uint8_t *in0, const uint8_t *in1, uint8_t *out)
{
    permkern_store64(out, permkern_load64(in0));
    permkern_store64(out + 8, permkern_load64(in1));
    permkern_store64(out + 16, permkern_load64(in0 + 8));
    permkern_store64(out + 24, permkern_load64(in1 + 8));
    permkern_store64(out + 32, permkern_load64(in0 + 16));
    permkern_store64(out + 40, permkern_load64(in1 + 16));
    permkern_store64(out + 48, permkern_load64(in0 + 24));
    permkern_store64(out + 56, permkern_load64(in1 + 24));
}

#endif /* PERMKERN_GROUPS64_H */
