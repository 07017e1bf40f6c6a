/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes for Armv8.1-M with Helium (MVE). Helium has eight registers of 16 bytes, and no instruction that zips two of
 * them, so lanes change places only on the way to and from memory. Interleaving loads and stores (VLD2, VLD4, VST2,
 * VST4) need only an element's alignment. Not installed.
 */
#ifndef PERMKERN_MVE_H
#define PERMKERN_MVE_H

#include "base/permkern_axis.h"
#include "move/permkern_way.h"
#include "move/permkern_word.h"

#if PERMKERN_MVE

/*
 * Hides how a pointer was computed: otherwise compilers compute several sums ahead, and spill them. Clang does not end
 * a loop with assembly by LE: it gets assembly only where that pays.
 */
#define PERMKERN_MVE_POINTER(p) __asm__ volatile("" : "+r"(p) : : "memory")
#if defined(__clang__)
#define PERMKERN_MVE_ASSEMBLY 0
#else
#define PERMKERN_MVE_ASSEMBLY 1
#endif

/* Four words in a buffer, which vectors of any element width access. */
typedef uint32x4_t permkern_mve_words __attribute__((may_alias));

/* The largest strides in elements of which 15 fit into an offset of 8 bits, or 31 into one of 16. */
#define PERMKERN_MVE_NEAR8 (UINT8_MAX / 15U)
#define PERMKERN_MVE_NEAR16 (UINT16_MAX / 31U)

#define BITS 32
#include "vector/mve_plane.h"
#undef BITS

#define BITS 16
#include "vector/mve_plane.h"
#undef BITS

#define BITS 8
#include "vector/mve_plane.h"
#undef BITS
#endif

#endif /* PERMKERN_MVE_H */
