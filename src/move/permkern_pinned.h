/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Functions that pinned kernels of all widths call. Kernels pass sizes and strides as constants. All functions are
 * inlined, so that compilers keep only the code for these constants. Not installed.
 */
#ifndef PERMKERN_PINNED_H
#define PERMKERN_PINNED_H

#include "base/permkern_access.h"
#include "base/permkern_arith.h"
#include "base/permkern_compiler.h"
#include "base/permkern_intrinsics.h"
#include "base/permkern_target.h"
#include "move/permkern_bits.h"
#include "move/permkern_generic.h"
#include "move/permkern_lines.h"
#include "move/permkern_pairs.h"

/* In 16-bit Thumb, Clang uses seven registers for word tiles and spills the rest: elements take fewer instructions. */
#ifdef __clang__
#define PERMKERN_FEW_REGISTERS (!PERMKERN_STRIPS)
#else
#define PERMKERN_FEW_REGISTERS 0
#endif

/* ---- runs: copies of 1 to 16 bytes. Each element or word is XORed with flip ---- */

PERMKERN_INLINE void permkern_copy1(const uint8_t *in, uint8_t *out, uint32_t flip)
{
    permkern_store8(out, (uint8_t)(permkern_load8(in) ^ flip));
}

PERMKERN_INLINE void permkern_copy2(const uint8_t *in, uint8_t *out, uint32_t flip)
{
    permkern_store16(out, (uint16_t)(permkern_load16(in) ^ flip));
}

PERMKERN_INLINE void permkern_copy4(const uint8_t *in, uint8_t *out, uint32_t flip)
{
    permkern_store32(out, permkern_load32(in) ^ flip);
}

/* Loads both words before the first store: Cortex-M3 and M4 overlap neighbouring loads. */
PERMKERN_INLINE void permkern_copy8(const uint8_t *in, uint8_t *out, uint32_t flip)
{
    const uint32_t a = permkern_load32(in) ^ flip;
    const uint32_t b = permkern_load32(in + 4) ^ flip;
    permkern_store32(out, a);
    permkern_store32(out + 4, b);
}

/* Copies 16 bytes by a vector. */
PERMKERN_INLINE void permkern_copy16_vector(const uint8_t *in, uint8_t *out, uint32_t flip)
{
#if PERMKERN_MVE || defined(PERMKERN_NEON)
    vst1q_u8(out, vreinterpretq_u8_u32(vreinterpretq_u32_u8(vld1q_u8(in)) ^ flip));
#else
    permkern_copy16(in, out, flip);
#endif
}

#endif /* PERMKERN_PINNED_H */
