/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Registers and channels of BITS-bit elements for Helium, included by mve.h once for each width. A register holds
 * ELEMENTS elements; LETTER ends the names of loads and stores. Function and intrinsic names contain BITS; an
 * amalgamation has them spelled out.
 *
 * Two or four channels take one interleaving load or store. Eight or sixteen channels take two, with a buffer between
 * them. In the buffer, channels k, k + 4, k + 8 and k + 12 are adjacent.
 */
#define SIZE (BITS / 8U)
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part##_mve)
#define VECTOR(n) PERMKERN_JOIN(PERMKERN_JOIN(uint, BITS, x), ELEMENTS, n##_t)
#define ON(op) PERMKERN_JOIN(op##_u, BITS, )
#define LOAD PERMKERN_JOIN(PERMKERN_JOIN(vldr, LETTER, q_u), BITS, )
#define STORE PERMKERN_JOIN(PERMKERN_JOIN(vstr, LETTER, q_u), BITS, )

/* ---- registers ---- */

/* Stores a register to a buffer, and loads one. In C, GCC would take another register for each buffer address. */
PERMKERN_INLINE void NAME(keep)(uint8_t *at, VECTOR() v)
{
    permkern_mve_words *const to = (permkern_mve_words *)(void *)at;
#ifndef __clang__
    __asm__ volatile("vstrw.32 %q1, %0" : "=m"(*to) : "w"(v) : "memory");
#else
    *to = (permkern_mve_words)v;
#endif
}

PERMKERN_INLINE VECTOR() NAME(take)(const uint8_t *at)
{
    const permkern_mve_words *const from = (const permkern_mve_words *)(const void *)at;
#ifndef __clang__
    VECTOR() v;
    __asm__("vldrw.u32 %q0, %1" : "=w"(v) : "m"(*from));
    return v;
#else
    return (VECTOR()) * from;
#endif
}

/*
 * Stores two or four registers, interleaved; returns the end address. Without assembly, compilers copy registers to
 * make them adjacent.
 */
PERMKERN_INLINE uint8_t *NAME(store2)(uint8_t *to, const VECTOR() * v)
{
    register VECTOR() q0 __asm__("q0") = v[0];
    register VECTOR() q1 __asm__("q1") = v[1];
    /* clang-format off */
    __asm__ volatile(
        "vst20.%c3 {q0, q1}, [%0]\n\t"
        "vst21.%c3 {q0, q1}, [%0]!"
        : "+r"(to)
        : "w"(q0), "w"(q1), "i"(BITS)
        : "memory");
    /* clang-format on */
    return to;
}

PERMKERN_INLINE uint8_t *NAME(store4)(uint8_t *to, const VECTOR() * v)
{
    register VECTOR() q0 __asm__("q0") = v[0];
    register VECTOR() q1 __asm__("q1") = v[1];
    register VECTOR() q2 __asm__("q2") = v[2];
    register VECTOR() q3 __asm__("q3") = v[3];
    /* clang-format off */
    __asm__ volatile(
        "vst40.%c5 {q0, q1, q2, q3}, [%0]\n\t"
        "vst41.%c5 {q0, q1, q2, q3}, [%0]\n\t"
        "vst42.%c5 {q0, q1, q2, q3}, [%0]\n\t"
        "vst43.%c5 {q0, q1, q2, q3}, [%0]!"
        : "+r"(to)
        : "w"(q0), "w"(q1), "w"(q2), "w"(q3), "i"(BITS)
        : "memory");
    /* clang-format on */
    return to;
}

/* ---- channels ---- */

#define CHANNELS 2
#include "vector/mve_interleave.h"
#undef CHANNELS
#define CHANNELS 4
#include "vector/mve_interleave.h"
#undef CHANNELS
#define CHANNELS 8
#include "vector/mve_interleave.h"
#undef CHANNELS
#define CHANNELS 16
#include "vector/mve_interleave.h"
#undef CHANNELS

/* Moves n channels (2, 4, 8 or 16), lines `stride` bytes apart. The last block overlaps the one before. */
#define MOVE(n) (joins ? NAME(join##n) : NAME(split##n))(from, to, stride, blocks)
PERMKERN_INLINE void NAME(channels)(bool joins, const uint8_t *in, uint8_t *out, size_t stride, size_t pixels, size_t n)
{
    size_t blocks = pixels / ELEMENTS;
    for (size_t at = 0;; at = pixels - ELEMENTS, blocks = 1) {
        const uint8_t *const from = in + at * (joins ? SIZE : n * SIZE);
        uint8_t *const to = out + at * (joins ? n * SIZE : SIZE);
        if (n == 2) {
            MOVE(2);
        } else if (n == 4) {
            MOVE(4);
        } else if (n == 8) {
            MOVE(8);
        } else {
            MOVE(16);
        }
        if (at + blocks * ELEMENTS == pixels) {
            return;
        }
    }
}

#undef MOVE
#undef SIZE
#undef NAME
#undef VECTOR
#undef ON
#undef LOAD
#undef STORE
