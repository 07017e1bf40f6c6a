/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes for Armv8.1-M with Helium (MVE). Helium has eight 16-byte registers and no zip instruction, so lanes change
 * places only in loads and stores. Interleaving loads and stores (VLD2, VLD4, VST2, VST4) need only element alignment.
 * Not installed.
 */
#ifndef PERMKERN_MVE_H
#define PERMKERN_MVE_H

#include "base/permkern_axis.h"
#include "move/permkern_way.h"
#include "move/permkern_word.h"

#if PERMKERN_MVE

/* Hides how a pointer was computed: otherwise compilers compute several sums ahead, and spill them. */
#define PERMKERN_MVE_POINTER(p) __asm__ volatile("" : "+r"(p) : : "memory")
/* Hides it only from GCC: Clang does not end loops with assembly by LE. */
#ifdef __clang__
#define PERMKERN_MVE_NEXT(p) (void)(p)
#else
#define PERMKERN_MVE_NEXT(p) PERMKERN_MVE_POINTER(p)
#endif

/* Four words of a buffer. The type may alias vectors of every element width. */
typedef uint32x4_t permkern_mve_words __attribute__((may_alias));

/* The largest strides in elements: 15 strides fit into an 8-bit offset, or 31 strides into a 16-bit offset. */
#define PERMKERN_MVE_NEAR8 (UINT8_MAX / 15U)
#define PERMKERN_MVE_NEAR16 (UINT16_MAX / 31U)

#define BITS 32
#define ELEMENTS 4
#define LETTER w
#include "vector/mve_channels.h"
#include "vector/mve_plane.h"
#undef BITS
#undef ELEMENTS
#undef LETTER

#define BITS 16
#define ELEMENTS 8
#define LETTER h
#include "vector/mve_channels.h"
#include "vector/mve_plane.h"
#undef BITS
#undef ELEMENTS
#undef LETTER

#define BITS 8
#define ELEMENTS 16
#define LETTER b
#include "vector/mve_channels.h"
#include "vector/mve_plane.h"
#undef BITS
#undef ELEMENTS
#undef LETTER
#endif

#endif /* PERMKERN_MVE_H */
