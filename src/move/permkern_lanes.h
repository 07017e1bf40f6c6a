/* SPDX-License-Identifier: BSD-3-Clause */
/* Lane exchanges within and between 32-bit words, for the networks in src/move/. */
#ifndef PERMKERN_LANES_H
#define PERMKERN_LANES_H

#include "base/permkern_access.h"
#include "base/permkern_compiler.h"
#include "base/permkern_target.h"
#include <stdint.h>

/*
 * Put a's half in the low half of the result, and b's half in the high half. The name says which half a gives, then b.
 */
PERMKERN_INLINE uint32_t permkern_low_low(uint32_t a, uint32_t b)
{
#if PERMKERN_DSP
    __asm__("pkhbt %0, %1, %2, lsl #16" : "=r"(a) : "r"(a), "r"(b));
    return a;
#else
    return (a & 0x0000ffffU) | b << 16;
#endif
}

PERMKERN_INLINE uint32_t permkern_low_high(uint32_t a, uint32_t b)
{
#if PERMKERN_DSP
    __asm__("pkhbt %0, %1, %2" : "=r"(a) : "r"(a), "r"(b));
    return a;
#else
    return (a & 0x0000ffffU) | (b & 0xffff0000U);
#endif
}

PERMKERN_INLINE uint32_t permkern_high_high(uint32_t a, uint32_t b)
{
#if PERMKERN_DSP
    __asm__("pkhtb %0, %1, %2, asr #16" : "=r"(b) : "r"(b), "r"(a));
    return b;
#else
    return a >> 16 | (b & 0xffff0000U);
#endif
}

PERMKERN_INLINE uint32_t permkern_high_low(uint32_t a, uint32_t b)
{
    return a >> 16 | b << 16;
}

/* Exchanges the odd bytes of *a with the even bytes of *b, from the low end: a0 b0 a2 b2, a1 b1 a3 b3. */
PERMKERN_INLINE void permkern_swap8(uint32_t *a, uint32_t *b)
{
    const uint32_t t = (*a >> 8 ^ *b) & 0x00ff00ffU;
    *b ^= t;
    *a ^= t << 8;
}

/* Exchanges the high half of *a with the low half of *b. */
PERMKERN_INLINE void permkern_swap16(uint32_t *a, uint32_t *b)
{
#if PERMKERN_DSP
    uint32_t low;
    __asm__("pkhbt %0, %1, %2, lsl #16" : "=r"(low) : "r"(*a), "r"(*b));
    __asm__("pkhtb %0, %1, %2, asr #16" : "=r"(*b) : "r"(*b), "r"(*a));
    *a = low;
#elif PERMKERN_ZBKB
    const uint32_t a_high = *a >> 16;
    const uint32_t b_high = *b >> 16;
    __asm__("pack %0, %1, %2" : "=r"(*a) : "r"(*a), "r"(*b));
    __asm__("pack %0, %1, %2" : "=r"(*b) : "r"(a_high), "r"(b_high));
#else
    uint32_t t = (*a >> 16 ^ *b) << 16;
#if PERMKERN_RVV /* compilers would use widening vectors, which certificates do not know */
    t = (uint32_t)permkern_hide(t);
#endif
    *a ^= t;
    *b ^= t >> 16;
#endif
}

/* Transposes a 4 x 4 tile of 8-bit elements. Each word is a row, from the low end on. */
PERMKERN_INLINE void permkern_turn_tile8(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    permkern_swap8(a, b);
    permkern_swap8(c, d);
    permkern_swap16(a, c);
    permkern_swap16(b, d);
}

/* Stores the low halves of a and b. */
PERMKERN_INLINE void permkern_store_lows(uint8_t *p, uint32_t a, uint32_t b)
{
    permkern_store16(p, (uint16_t)a);
    permkern_store16(p + 2, (uint16_t)b);
}

/* Stores the high halves of a and b: a's half overwrites b's low half. */
PERMKERN_INLINE void permkern_store_highs(uint8_t *p, uint32_t a, uint32_t b)
{
    permkern_store32(p, b);
    permkern_store16(p, (uint16_t)(a >> 16));
}

/* Stores the low half of b in the upper half of the word at `low`, and b at `high`. permkern_store_lower follows. */
PERMKERN_INLINE void permkern_store_upper(uint8_t *low, uint8_t *high, uint32_t b)
{
    permkern_store32(high, b);
    permkern_store16(low + 2, (uint16_t)b);
}

/* Stores the halves of a in the lower halves of the words at `low` and `high`. */
PERMKERN_INLINE void permkern_store_lower(uint8_t *low, uint8_t *high, uint32_t a)
{
    permkern_store16(low, (uint16_t)a);
    permkern_store16(high, (uint16_t)(a >> 16));
}

/* Store a part of a word. The empty assembly keeps compilers from merging it with its neighbours in registers. */
PERMKERN_INLINE void permkern_piece8(uint8_t *p, uint32_t word)
{
    *p = (uint8_t)word;
#if defined(__GNUC__)
    __asm__ volatile("" : : : "memory");
#endif
}

PERMKERN_INLINE void permkern_piece16(uint8_t *p, uint32_t word)
{
#if defined(__GNUC__)
    *(permkern_access16 *)(void *)p = (uint16_t)word;
    __asm__ volatile("" : : : "memory");
#else
    permkern_store16(p, (uint16_t)word);
#endif
}

/* Stores the low halves of a and b at `low`, their high halves at `high`. */
PERMKERN_INLINE void permkern_store_exchanged(uint8_t *low, uint8_t *high, uint32_t a, uint32_t b)
{
#if PERMKERN_PARTIAL_STORES
    permkern_store_upper(low, high, b);
    permkern_store_lower(low, high, a);
#else
    permkern_swap16(&a, &b);
    permkern_store32(low, a);
    permkern_store32(high, b);
#endif
}

/* Returns a word with its bytes reversed. */
PERMKERN_INLINE uint32_t permkern_turn8(uint32_t word)
{
#if PERMKERN_ZBKB
    uint32_t turned;
    __asm__("rev8 %0, %1" : "=r"(turned) : "r"(word));
    return turned;
#elif PERMKERN_HAS_BUILTIN(__builtin_bswap32)
    return __builtin_bswap32(word);
#else
    return word << 24 | (word & 0xff00U) << 8 | (word >> 8 & 0xff00U) | word >> 24;
#endif
}

/* Returns a word with the bytes of each half exchanged. */
PERMKERN_INLINE uint32_t permkern_turn8_halves(uint32_t word)
{
#if PERMKERN_REV16
    __asm__("rev16 %0, %1" : "=l"(word) : "l"(word)); /* 16-bit Thumb takes low registers alone */
    return word;
#else
    return (word >> 8 & 0x00ff00ffU) | (word & 0x00ff00ffU) << 8;
#endif
}

/* Returns a word with its halves exchanged. */
PERMKERN_INLINE uint32_t permkern_turn16(uint32_t word)
{
    return word >> 16 | word << 16;
}

#endif /* PERMKERN_LANES_H */
