/* SPDX-License-Identifier: BSD-3-Clause */
/* What keeps compilers from doing what costs more than it gains. Not installed. */
#ifndef PERMKERN_COMPILER_H
#define PERMKERN_COMPILER_H

#include "permkern_target.h"
#include <stddef.h>
#include <stdint.h>

/* Keeps compilers from turning the loop around it into a call of memcpy or memset: the shipped C needs no library. */
static inline void permkern_own_loop(void)
{
#if defined(__GNUC__) && !defined(__FRAMAC__)
    __asm__ volatile("");
#endif
}

/* Headers hold more functions than every file that includes them calls. */
#if defined(__GNUC__)
#define PERMKERN_MAY_BE_UNUSED __attribute__((unused))
#else
#define PERMKERN_MAY_BE_UNUSED
#endif

/* A function that compilers are not to merge into its caller, whose registers it would take, nor to give parameters of
 * their own, which would no longer be those that its caller got. */
#if defined(__GNUC__) && !defined(__clang__)
#define PERMKERN_OUT_OF_LINE __attribute__((noinline, noclone, unused))
#elif defined(__GNUC__)
#define PERMKERN_OUT_OF_LINE __attribute__((noinline, unused))
#else
#define PERMKERN_OUT_OF_LINE
#endif

/* 0: nothing is hidden, for tools that follow values through the code and lose them in assembly: Frama-C, MSan. */
#ifndef PERMKERN_HIDE
#if defined(__GNUC__) && !defined(__FRAMAC__)
#define PERMKERN_HIDE 1
#else
#define PERMKERN_HIDE 0
#endif
#endif

/* The value, and no compiler knows that. GCC 12 otherwise spills what an address mode has for nothing. */
static inline size_t permkern_hide(size_t value)
{
#if PERMKERN_HIDE
    __asm__("" : "+r"(value));
#endif
    return value;
}

/* Planes of pinned kernels are inlined for their constants. */
#define PERMKERN_INLINE static inline __attribute__((always_inline))

/* A stride of a loop, and the next of its places. Where stepping costs nothing, compilers are to leave them as they are
 * and not to add steps up; elsewhere they may. */
static inline size_t permkern_stride(size_t stride)
{
    return PERMKERN_STEPPING ? permkern_hide(stride) : stride;
}

static inline const uint8_t *permkern_next_in(const uint8_t *p, size_t step)
{
    return PERMKERN_STEPPING ? (const uint8_t *)permkern_hide((size_t)(p + step)) : p + step;
}

static inline uint8_t *permkern_next_out(uint8_t *p, size_t step)
{
    return PERMKERN_STEPPING ? (uint8_t *)permkern_hide((size_t)(p + step)) : p + step;
}

/* Strips take all registers that there are, but for cores with so many that saving them costs more than a strip. */
#if PERMKERN_STEPPING
#define PERMKERN_STRIP PERMKERN_OUT_OF_LINE
#else
#define PERMKERN_STRIP inline
#endif

#endif /* PERMKERN_COMPILER_H */
