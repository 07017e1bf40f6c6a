/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Splits and joins groups of four pixels of 64-bit elements, each exclusive-or a constant, for pinned kernels.
 *
 * Written by tools/autogen from arch_gen/templates/plane_xor_groups.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_XOR_GROUPS64_H
#define PERMKERN_XOR_GROUPS64_H

#include "permkern_word.h"

/* What permkern_x64_deinterleave3 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x64_deinterleave3_xor(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                                    uint64_t flip)
{
    permkern_store64(out0, permkern_load64(in) ^ flip);
    permkern_store64(out1, permkern_load64(in + 8) ^ flip);
    permkern_store64(out2, permkern_load64(in + 16) ^ flip);
    permkern_store64(out0 + 8, permkern_load64(in + 24) ^ flip);
    permkern_store64(out1 + 8, permkern_load64(in + 32) ^ flip);
    permkern_store64(out2 + 8, permkern_load64(in + 40) ^ flip);
    permkern_store64(out0 + 16, permkern_load64(in + 48) ^ flip);
    permkern_store64(out1 + 16, permkern_load64(in + 56) ^ flip);
    permkern_store64(out2 + 16, permkern_load64(in + 64) ^ flip);
    permkern_store64(out0 + 24, permkern_load64(in + 72) ^ flip);
    permkern_store64(out1 + 24, permkern_load64(in + 80) ^ flip);
    permkern_store64(out2 + 24, permkern_load64(in + 88) ^ flip);
}

/* What permkern_x64_interleave3 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x64_interleave3_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                                  uint8_t *out, uint64_t flip)
{
    permkern_store64(out, permkern_load64(in0) ^ flip);
    permkern_store64(out + 8, permkern_load64(in1) ^ flip);
    permkern_store64(out + 16, permkern_load64(in2) ^ flip);
    permkern_store64(out + 24, permkern_load64(in0 + 8) ^ flip);
    permkern_store64(out + 32, permkern_load64(in1 + 8) ^ flip);
    permkern_store64(out + 40, permkern_load64(in2 + 8) ^ flip);
    permkern_store64(out + 48, permkern_load64(in0 + 16) ^ flip);
    permkern_store64(out + 56, permkern_load64(in1 + 16) ^ flip);
    permkern_store64(out + 64, permkern_load64(in2 + 16) ^ flip);
    permkern_store64(out + 72, permkern_load64(in0 + 24) ^ flip);
    permkern_store64(out + 80, permkern_load64(in1 + 24) ^ flip);
    permkern_store64(out + 88, permkern_load64(in2 + 24) ^ flip);
}

/* What permkern_x64_deinterleave2 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x64_deinterleave2_xor(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint64_t flip)
{
    permkern_store64(out0, permkern_load64(in) ^ flip);
    permkern_store64(out1, permkern_load64(in + 8) ^ flip);
    permkern_store64(out0 + 8, permkern_load64(in + 16) ^ flip);
    permkern_store64(out1 + 8, permkern_load64(in + 24) ^ flip);
    permkern_store64(out0 + 16, permkern_load64(in + 32) ^ flip);
    permkern_store64(out1 + 16, permkern_load64(in + 40) ^ flip);
    permkern_store64(out0 + 24, permkern_load64(in + 48) ^ flip);
    permkern_store64(out1 + 24, permkern_load64(in + 56) ^ flip);
}

/* What permkern_x64_interleave2 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x64_interleave2_xor(const uint8_t *in0, const uint8_t *in1, uint8_t *out, uint64_t flip)
{
    permkern_store64(out, permkern_load64(in0) ^ flip);
    permkern_store64(out + 8, permkern_load64(in1) ^ flip);
    permkern_store64(out + 16, permkern_load64(in0 + 8) ^ flip);
    permkern_store64(out + 24, permkern_load64(in1 + 8) ^ flip);
    permkern_store64(out + 32, permkern_load64(in0 + 16) ^ flip);
    permkern_store64(out + 40, permkern_load64(in1 + 16) ^ flip);
    permkern_store64(out + 48, permkern_load64(in0 + 24) ^ flip);
    permkern_store64(out + 56, permkern_load64(in1 + 24) ^ flip);
}

#endif /* PERMKERN_XOR_GROUPS64_H */
