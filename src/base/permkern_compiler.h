/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiler attributes and pragmas, and functions that hide values from the optimiser. Not installed. */
#ifndef PERMKERN_COMPILER_H
#define PERMKERN_COMPILER_H

#include "base/permkern_target.h"
#include <stddef.h>
#include <stdint.h>

/*
 * A function that is inlined at every optimisation level but -O0, where code for debuggers would grow 15-fold. Short
 * functions (loads) need it. At -Os and -Og, a second caller would make them real calls, so a new kernel would slow
 * down its file's other kernels. Functions that need constant arguments (to choose a strategy) need it, too.
 */
#if defined(__GNUC__) && defined(__OPTIMIZE__)
#define PERMKERN_INLINE static inline __attribute__((always_inline))
#else
#define PERMKERN_INLINE static inline
#endif

/* Called inside a loop, stops compilers from turning the loop into a call of memcpy or memset. */
PERMKERN_INLINE void permkern_own_loop(void)
{
#if defined(__GNUC__)
    __asm__ volatile("");
#endif
}

/* Called after a test of addresses. Otherwise GCC 12 may load a word before the test, if byte loads can use it, too. */
PERMKERN_INLINE void permkern_tested(void)
{
#if defined(__GNUC__)
    __asm__ volatile("" : : : "memory");
#endif
}

/* C++ has no restrict. */
#ifdef __cplusplus
#define PERMKERN_RESTRICT
#else
#define PERMKERN_RESTRICT restrict
#endif

/* Joins three parts into a name. Each part may be a macro. */
#define PERMKERN_JOIN2(a, b, c) a##b##c
#define PERMKERN_JOIN(a, b, c) PERMKERN_JOIN2(a, b, c)

/*
 * Unrolls the next loop fully. The loop's bounds are constants after inlining. At -O0, GCC would warn that it does not
 * unroll.
 */
#if defined(__clang__)
#define PERMKERN_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__) && defined(__OPTIMIZE__)
#define PERMKERN_UNROLL _Pragma("GCC unroll 64")
#else
#define PERMKERN_UNROLL
#endif

/* For header functions that some files do not call. */
#if defined(__GNUC__)
#define PERMKERN_MAY_BE_UNUSED __attribute__((unused))
#else
#define PERMKERN_MAY_BE_UNUSED
#endif

/* For functions that are never inlined, so that they use none of their caller's registers. noclone keeps parameters. */
#if defined(__GNUC__) && !defined(__clang__)
#define PERMKERN_OUT_OF_LINE __attribute__((noinline, noclone, unused))
#elif defined(__GNUC__)
#define PERMKERN_OUT_OF_LINE __attribute__((noinline, unused))
#else
#define PERMKERN_OUT_OF_LINE
#endif

/* 0: permkern_hide does nothing. Tools that track values (MSan) lose them in assembly. */
#ifndef PERMKERN_HIDE
#if defined(__GNUC__)
#define PERMKERN_HIDE 1
#else
#define PERMKERN_HIDE 0
#endif
#endif

/* Returns value, hidden from the optimiser, which would compute later values in advance and spill registers. */
PERMKERN_INLINE size_t permkern_hide(size_t value)
{
#if PERMKERN_HIDE
    __asm__("" : "+r"(value));
#endif
    return value;
}

/*
 * Keeps a stride in one of Thumb-1's high registers: ADD takes them, and loads and stores need the low ones. By
 * address, because GCC 12 would copy a value to a high register for each use.
 */
PERMKERN_INLINE size_t permkern_high(size_t *stride)
{
#if defined(__thumb__) && !defined(__thumb2__) && PERMKERN_HIDE && !defined(__clang__)
    __asm__("" : "+h"(*stride));
#endif
    return *stride;
}

/* Drops const. The cast goes through an integer because of -Wcast-qual. */
PERMKERN_INLINE uint8_t *permkern_unconst(const uint8_t *p)
{
    return (uint8_t *)(uintptr_t)p;
}

/*
 * Hide a loop's stride and next address on cores with post-increment. Otherwise the compiler computes the addresses of
 * several steps in advance.
 */
PERMKERN_INLINE size_t permkern_stride(size_t stride)
{
#if PERMKERN_POST_INCREMENT
    return permkern_hide(stride);
#else
    return stride;
#endif
}

/* Keeps a stride that is too large for an offset in a register. Otherwise GCC 12 adds it in two steps each time. */
PERMKERN_INLINE ptrdiff_t permkern_beyond(ptrdiff_t stride)
{
#if PERMKERN_SCALING && PERMKERN_HIDE
    __asm__("" : "+r"(stride));
#endif
    return stride;
}

/*
 * Hide an address that outer loops step. For Thumb, Clang would keep a pointer for each access of the inner loops, and
 * spill most of them.
 */
PERMKERN_INLINE const uint8_t *permkern_outer_in(const uint8_t *p)
{
#if PERMKERN_HIDE && defined(__clang__) && defined(__thumb__)
    __asm__("" : "+r"(p));
#endif
    return p;
}

PERMKERN_INLINE uint8_t *permkern_outer_out(uint8_t *p)
{
    return permkern_unconst(permkern_outer_in(p));
}

PERMKERN_INLINE uint8_t *permkern_next_out(uint8_t *p, ptrdiff_t step)
{
#if PERMKERN_POST_INCREMENT
    const size_t address = permkern_hide((size_t)p + (size_t)step);
    return (uint8_t *)address;
#else
    return p + step;
#endif
}

/*
 * For functions that move a strip. On cores with post-increment they are never inlined, as a strip needs all registers.
 * Elsewhere the compiler may inline them.
 */
#if PERMKERN_POST_INCREMENT
#define PERMKERN_STRIP PERMKERN_OUT_OF_LINE
#else
#define PERMKERN_STRIP inline
#endif

#endif /* PERMKERN_COMPILER_H */
