/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes for Armv8.1-M with Helium (MVE).
 *
 * Written by tools/autogen from arch_gen/templates/mve.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_MVE_H
#define PERMKERN_MVE_H

#include "permkern_isa.h"
#include "permkern_way.h"

#if PERMKERN_MVE
#include <arm_mve.h>

/* Hides how a pointer is computed, so that it stays in a register; else compilers compute it again in each round. */
#define PERMKERN_MVE_POINTER(p) __asm__("" : "+r"(p))

/*
 * 1: strips of 8 and 16 lines are moved by loops in assembly. These need ten pointers in registers, which compilers do
 * not provide without optimisation.
 */
#ifdef __OPTIMIZE__
#define PERMKERN_MVE_ASSEMBLY 1
#define PERMKERN_MVE_CHANNELS (PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_4 | PERMKERN_CHANNELS_8 | PERMKERN_CHANNELS_16)
#else
#define PERMKERN_MVE_ASSEMBLY 0
#define PERMKERN_MVE_CHANNELS (PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_4)
#endif

/* Makes stores to the buffer visible to loads of another element width: the compiler may not reorder them. */
PERMKERN_INLINE void permkern_mve_written(const uint32_t *words)
{
    __asm__ volatile("" : : "r"(words) : "memory");
}

/* Pointers of the types that the intrinsics take. permkern_prepare() has checked that elements are aligned. */
PERMKERN_INLINE const uint8_t *permkern_mve8(const void *p)
{
    return (const uint8_t *)p;
}

PERMKERN_INLINE uint8_t *permkern_mve8_out(void *p)
{
    return (uint8_t *)p;
}

PERMKERN_INLINE const uint16_t *permkern_mve16(const void *p)
{
    return (const uint16_t *)p;
}

PERMKERN_INLINE uint16_t *permkern_mve16_out(void *p)
{
    return (uint16_t *)p;
}

PERMKERN_INLINE const uint32_t *permkern_mve32(const void *p)
{
    return (const uint32_t *)p;
}

PERMKERN_INLINE uint32_t *permkern_mve32_out(void *p)
{
    return (uint32_t *)p;
}

#include "permkern_mve_plane16.h"
#include "permkern_mve_plane32.h"
#include "permkern_mve_plane8.h"
#endif

#endif /* PERMKERN_MVE_H */
