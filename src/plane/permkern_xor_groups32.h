/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Splits and joins groups of four pixels of 32-bit elements, each exclusive-or a constant, for pinned kernels.
 *
 * Written by tools/autogen from arch_gen/templates/plane_xor_groups.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_XOR_GROUPS32_H
#define PERMKERN_XOR_GROUPS32_H

#include "permkern_word.h"

/* What permkern_x32_deinterleave3 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x32_deinterleave3_xor(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                                    uint32_t flip)
{
    permkern_store32(out0, permkern_load32(in) ^ flip);
    permkern_store32(out1, permkern_load32(in + 4) ^ flip);
    permkern_store32(out2, permkern_load32(in + 8) ^ flip);
    permkern_store32(out0 + 4, permkern_load32(in + 12) ^ flip);
    permkern_store32(out1 + 4, permkern_load32(in + 16) ^ flip);
    permkern_store32(out2 + 4, permkern_load32(in + 20) ^ flip);
    permkern_store32(out0 + 8, permkern_load32(in + 24) ^ flip);
    permkern_store32(out1 + 8, permkern_load32(in + 28) ^ flip);
    permkern_store32(out2 + 8, permkern_load32(in + 32) ^ flip);
    permkern_store32(out0 + 12, permkern_load32(in + 36) ^ flip);
    permkern_store32(out1 + 12, permkern_load32(in + 40) ^ flip);
    permkern_store32(out2 + 12, permkern_load32(in + 44) ^ flip);
}

/* What permkern_x32_interleave3 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x32_interleave3_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                                                  uint8_t *out, uint32_t flip)
{
    permkern_store32(out, permkern_load32(in0) ^ flip);
    permkern_store32(out + 4, permkern_load32(in1) ^ flip);
    permkern_store32(out + 8, permkern_load32(in2) ^ flip);
    permkern_store32(out + 12, permkern_load32(in0 + 4) ^ flip);
    permkern_store32(out + 16, permkern_load32(in1 + 4) ^ flip);
    permkern_store32(out + 20, permkern_load32(in2 + 4) ^ flip);
    permkern_store32(out + 24, permkern_load32(in0 + 8) ^ flip);
    permkern_store32(out + 28, permkern_load32(in1 + 8) ^ flip);
    permkern_store32(out + 32, permkern_load32(in2 + 8) ^ flip);
    permkern_store32(out + 36, permkern_load32(in0 + 12) ^ flip);
    permkern_store32(out + 40, permkern_load32(in1 + 12) ^ flip);
    permkern_store32(out + 44, permkern_load32(in2 + 12) ^ flip);
}

/* What permkern_x32_deinterleave2 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x32_deinterleave2_xor(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint32_t flip)
{
    permkern_store32(out0, permkern_load32(in) ^ flip);
    permkern_store32(out1, permkern_load32(in + 4) ^ flip);
    permkern_store32(out0 + 4, permkern_load32(in + 8) ^ flip);
    permkern_store32(out1 + 4, permkern_load32(in + 12) ^ flip);
    permkern_store32(out0 + 8, permkern_load32(in + 16) ^ flip);
    permkern_store32(out1 + 8, permkern_load32(in + 20) ^ flip);
    permkern_store32(out0 + 12, permkern_load32(in + 24) ^ flip);
    permkern_store32(out1 + 12, permkern_load32(in + 28) ^ flip);
}

/* What permkern_x32_interleave2 moves, each element exclusive-or flip. */
PERMKERN_INLINE void permkern_x32_interleave2_xor(const uint8_t *in0, const uint8_t *in1, uint8_t *out, uint32_t flip)
{
    permkern_store32(out, permkern_load32(in0) ^ flip);
    permkern_store32(out + 4, permkern_load32(in1) ^ flip);
    permkern_store32(out + 8, permkern_load32(in0 + 4) ^ flip);
    permkern_store32(out + 12, permkern_load32(in1 + 4) ^ flip);
    permkern_store32(out + 16, permkern_load32(in0 + 8) ^ flip);
    permkern_store32(out + 20, permkern_load32(in1 + 8) ^ flip);
    permkern_store32(out + 24, permkern_load32(in0 + 12) ^ flip);
    permkern_store32(out + 28, permkern_load32(in1 + 12) ^ flip);
}

#endif /* PERMKERN_XOR_GROUPS32_H */
