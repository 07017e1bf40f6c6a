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

/*
 * Two network stages that transpose a tile. Lanes count from the low end. *a becomes a0 b0, *b becomes a1 b1; with four
 * 8-bit lanes, a0 b0 a2 b2 and a1 b1 a3 b3.
 */
PERMKERN_INLINE void permkern_swap8(uint32_t *a, uint32_t *b)
{
    uint32_t t = ((*a >> 8) ^ *b) & 0x00ff00ffU;
    *b ^= t;
    t <<= 8;
    *a ^= t;
}

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
    /* In place and without a mask, which saves two registers and costs no instruction. */
    const uint32_t t = (uint32_t)permkern_hide(((*a >> 16) ^ *b) << 16); /* narrow: lanes of a 32-bit word */
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

/*
 * Partial stores in place of permkern_swap16 (PERMKERN_PARTIAL_STORES): the low halves of a and b go to one address,
 * their high halves to another. _lows and _highs serve one address each. _upper stores b at both addresses, then _lower
 * stores a. b goes first: at `high` it is a whole word, and a's half overwrites its low half.
 */
PERMKERN_INLINE void permkern_store_lows(uint8_t *p, uint32_t a, uint32_t b)
{
    permkern_store16(p, (uint16_t)a);
    permkern_store16(p + 2, (uint16_t)b);
}

PERMKERN_INLINE void permkern_store_highs(uint8_t *p, uint32_t a, uint32_t b)
{
    permkern_store32(p, b);
    permkern_store16(p, (uint16_t)(a >> 16));
}

PERMKERN_INLINE void permkern_store_upper(uint8_t *low, uint8_t *high, uint32_t b)
{
    permkern_store32(high, b);
    permkern_store16(low + 2, (uint16_t)b);
}

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

/* Stores the results of permkern_swap16. */
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

/* Return a word with its bytes reversed (8), or its halves exchanged (16). */
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

PERMKERN_INLINE uint32_t permkern_turn16(uint32_t word)
{
    return word >> 16 | word << 16;
}

#endif /* PERMKERN_LANES_H */
