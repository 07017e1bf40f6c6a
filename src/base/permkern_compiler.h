/* SPDX-License-Identifier: BSD-3-Clause */
/* Keeps compilers from changes to the code that cost more than they gain. Not installed. */
#ifndef PERMKERN_COMPILER_H
#define PERMKERN_COMPILER_H

#include "base/permkern_target.h"
#include <stddef.h>
#include <stdint.h>

/*
 * A function that is inlined at every level: one of a few instructions, like a load, which at -Os and -Og would become
 * a call as soon as it has several callers, so that one more kernel in a file would slow down the others; or one that
 * constants are to reach, like the choice of a way.
 */
#if defined(__GNUC__)
#define PERMKERN_INLINE static inline __attribute__((always_inline))
#else
#define PERMKERN_INLINE static inline
#endif

/* Keeps compilers from turning the loop around it into a call of memcpy or memset: the shipped C needs no library. */
PERMKERN_INLINE void permkern_own_loop(void)
{
#if defined(__GNUC__)
    __asm__ volatile("");
#endif
}

/* C++ has no restrict. */
#ifdef __cplusplus
#define PERMKERN_RESTRICT
#else
#define PERMKERN_RESTRICT restrict
#endif

/* A name made of three parts, each of which may be a macro. */
#define PERMKERN_JOIN2(a, b, c) a##b##c
#define PERMKERN_JOIN(a, b, c) PERMKERN_JOIN2(a, b, c)

/*
 * Before a loop whose bounds are constants once its function is inlined: compilers unroll all of it. At -O0, GCC warns
 * that it does not.
 */
#if defined(__clang__)
#define PERMKERN_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__) && defined(__OPTIMIZE__)
#define PERMKERN_UNROLL _Pragma("GCC unroll 64")
#else
#define PERMKERN_UNROLL
#endif

/* For functions in headers that not every file calls. */
#if defined(__GNUC__)
#define PERMKERN_MAY_BE_UNUSED __attribute__((unused))
#else
#define PERMKERN_MAY_BE_UNUSED
#endif

/*
 * For functions that are to stay functions, so that they take no registers of their caller's; and to keep their
 * parameters, which arrive in the registers where the caller has them.
 */
#if defined(__GNUC__) && !defined(__clang__)
#define PERMKERN_OUT_OF_LINE __attribute__((noinline, noclone, unused))
#elif defined(__GNUC__)
#define PERMKERN_OUT_OF_LINE __attribute__((noinline, unused))
#else
#define PERMKERN_OUT_OF_LINE
#endif

/* 0: permkern_hide does nothing, for tools that follow values through the code and lose them in assembly (MSan). */
#ifndef PERMKERN_HIDE
#if defined(__GNUC__)
#define PERMKERN_HIDE 1
#else
#define PERMKERN_HIDE 0
#endif
#endif

/*
 * Returns value, opaque to the optimiser: otherwise GCC 12 computes folded offsets ahead and spills them, though an
 * addressing mode has them for free.
 */
PERMKERN_INLINE size_t permkern_hide(size_t value)
{
#if PERMKERN_HIDE
    __asm__("" : "+r"(value));
#endif
    return value;
}

/* The same for an address. */
PERMKERN_INLINE const uint8_t *permkern_hide_in(const uint8_t *p)
{
    const size_t address = permkern_hide((size_t)p);
    return (const uint8_t *)address;
}

/*
 * A pointer that code for both directions may store to. Such code stores only to the output, which is not const. A cast
 * by way of an integer, as compilers warn of one that drops const (-Wcast-qual).
 */
PERMKERN_INLINE uint8_t *permkern_unconst(const uint8_t *p)
{
    return (uint8_t *)(uintptr_t)p;
}

/*
 * A loop's stride, and its next address. Where a load or store steps its address for free, these keep the compiler from
 * computing sums of several steps ahead.
 */
PERMKERN_INLINE size_t permkern_stride(size_t stride)
{
    return PERMKERN_POST_INCREMENT ? permkern_hide(stride) : stride;
}

PERMKERN_INLINE const uint8_t *permkern_next_in(const uint8_t *p, size_t step)
{
    return PERMKERN_POST_INCREMENT ? permkern_hide_in(p + step) : p + step;
}

PERMKERN_INLINE uint8_t *permkern_next_out(uint8_t *p, size_t step)
{
    return permkern_unconst(permkern_next_in(p, step));
}

/*
 * For functions that move a strip. They need all registers of a core, so they are functions of their own, except on
 * cores with so many registers that saving them would cost more than the strip.
 */
#if PERMKERN_POST_INCREMENT
#define PERMKERN_STRIP PERMKERN_OUT_OF_LINE
#else
#define PERMKERN_STRIP inline
#endif

#endif /* PERMKERN_COMPILER_H */
