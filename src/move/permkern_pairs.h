/* SPDX-License-Identifier: BSD-3-Clause */
/* Two words and more as one access, each aligned as a word: LDRD, STRD, LDM and STM on cores that gain by them. */
#ifndef PERMKERN_PAIRS_H
#define PERMKERN_PAIRS_H

#include "base/permkern_access.h"
#include "base/permkern_compiler.h"
#include "base/permkern_target.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if PERMKERN_DSP
/* What LDRD and STRD access. Never packed, as they trap on words that are not aligned. */
typedef struct {
    uint64_t value;
} __attribute__((may_alias)) permkern_access_pair;
#endif

typedef struct {
    uint32_t low;
    uint32_t high;
} permkern_pair;

PERMKERN_INLINE permkern_pair permkern_load_pair(const void *p)
{
    permkern_pair pair;
#if PERMKERN_PAIRS && PERMKERN_DSP
    __asm__("ldrd %0, %1, %2" : "=r"(pair.low), "=r"(pair.high) : "m"(*(const permkern_access_pair *)p));
#else
    pair.low = permkern_load32(p);
    pair.high = permkern_load32((const uint8_t *)p + 4);
#endif
    return pair;
}

PERMKERN_INLINE void permkern_store_pair(void *p, uint32_t low, uint32_t high)
{
#if PERMKERN_PAIRS && PERMKERN_DSP
    __asm__("strd %1, %2, %0" : "=m"(*(permkern_access_pair *)p) : "r"(low), "r"(high));
#else
    permkern_store32(p, low);
    permkern_store32((uint8_t *)p + 4, high);
#endif
}

/* Stores a word at *p, then steps *p past it. */
PERMKERN_INLINE void permkern_push32(uint8_t **p, uint32_t value)
{
#if PERMKERN_DSP
    permkern_access32 *const at = (permkern_access32 *)(void *)*p;
    __asm__("str %2, [%0], #4" : "+r"(*p), "=m"(*at) : "r"(value));
#else
    permkern_store32(*p, value);
    *p += 4;
#endif
}

/* Stores a pair at *p, then steps *p past it. */
PERMKERN_INLINE void permkern_push_pair(uint8_t **p, uint32_t low, uint32_t high)
{
#if PERMKERN_PAIRS && PERMKERN_DSP
    permkern_access_pair *const at = (permkern_access_pair *)(void *)*p;
    __asm__("strd %2, %3, [%0], #8" : "+r"(*p), "=m"(*at) : "r"(low), "r"(high));
#else
    permkern_push32(p, low);
    permkern_push32(p, high);
#endif
}

/* Three words at *p, which then steps past them. LDM and STM need registers in rising order, hence r4 to r6. */
#if PERMKERN_DSP
typedef struct {
    uint32_t word[3];
} __attribute__((may_alias)) permkern_access_three;
#endif

PERMKERN_INLINE void permkern_pull_three(const uint8_t **p, uint32_t *a, uint32_t *b, uint32_t *c)
{
#if PERMKERN_DSP
    const permkern_access_three *const at = (const permkern_access_three *)(const void *)*p;
    register uint32_t first __asm__("r4");
    register uint32_t second __asm__("r5");
    register uint32_t last __asm__("r6");
    __asm__("ldmia %0!, {%1, %2, %3}" : "+r"(*p), "=r"(first), "=r"(second), "=r"(last) : "m"(*at));
    *a = first;
    *b = second;
    *c = last;
#else
    *a = permkern_load32(*p);
    *b = permkern_load32(*p + 4);
    *c = permkern_load32(*p + 8);
    *p += 12;
#endif
}

PERMKERN_INLINE void permkern_push_three(uint8_t **p, uint32_t a, uint32_t b, uint32_t c)
{
#if PERMKERN_DSP
    permkern_access_three *const at = (permkern_access_three *)(void *)*p;
    register uint32_t first __asm__("r4") = a;
    register uint32_t second __asm__("r5") = b;
    register uint32_t last __asm__("r6") = c;
    __asm__("stmia %0!, {%2, %3, %4}" : "+r"(*p), "=m"(*at) : "r"(first), "r"(second), "r"(last));
#else
    permkern_store32(*p, a);
    permkern_store32(*p + 4, b);
    permkern_store32(*p + 8, c);
    *p += 12;
#endif
}

/* True if three words may be moved as one access at these addresses and strides: each is aligned. */
PERMKERN_INLINE bool permkern_threes_fit(const void *in, size_t in_stride, const void *out, size_t out_stride)
{
    return (((uintptr_t)in | (uintptr_t)out | in_stride | out_stride) & 3U) == 0;
}

/* ---- copies of four or eight words, from and to word boundaries ---- */

/* True if permkern_copy_four gains on this target, and every word is aligned at these addresses and strides. */
PERMKERN_INLINE bool permkern_fours_fit(const void *in, size_t in_stride, const void *out, size_t out_stride)
{
    return PERMKERN_FOURS && permkern_threes_fit(in, in_stride, out, out_stride);
}

/* Copies four words, each exclusive-or flip. */
PERMKERN_INLINE void permkern_copy_four(const uint8_t *in, uint8_t *out, uint32_t flip)
{
#if PERMKERN_FOURS && defined(__thumb2__)
    if (flip == 0) {
        __asm__ volatile("ldmia %0, {r3, r4, r5, r6}\n\t"
                         "stmia %1, {r3, r4, r5, r6}"
                         :
                         : "r"(in), "r"(out)
                         : "r3", "r4", "r5", "r6", "memory");
    } else {
        __asm__ volatile("ldmia %0, {r3, r4, r5, r6}\n\t"
                         "eor r3, r3, %2\n\t"
                         "eor r4, r4, %2\n\t"
                         "eor r5, r5, %2\n\t"
                         "eor r6, r6, %2\n\t"
                         "stmia %1, {r3, r4, r5, r6}"
                         :
                         : "r"(in), "r"(out), "rI"(flip)
                         : "r3", "r4", "r5", "r6", "memory");
    }
#else
#if PERMKERN_FOURS && defined(__thumb__)
    if (flip == 0) {
        __asm__ volatile("ldmia %0!, {r3, r4, r5, r6}\n\t"
                         "stmia %1!, {r3, r4, r5, r6}"
                         : "+l"(in), "+l"(out)
                         :
                         : "r3", "r4", "r5", "r6", "memory");
        return;
    }
#endif
    const uint32_t a = permkern_load32(in) ^ flip;
    const uint32_t b = permkern_load32(in + 4) ^ flip;
    const uint32_t c = permkern_load32(in + 8) ^ flip;
    const uint32_t d = permkern_load32(in + 12) ^ flip;
    permkern_store32(out, a);
    permkern_store32(out + 4, b);
    permkern_store32(out + 8, c);
    permkern_store32(out + 12, d);
#endif
}

/*
 * Copies PERMKERN_MULTIPLE bytes `count` times, which is not 0, and steps both addresses past them. The loop is
 * assembly as well: the access takes so many registers that GCC 12 moves the others about.
 */
PERMKERN_INLINE void permkern_copy_multiples(const uint8_t **in, uint8_t **out, size_t count)
{
#if PERMKERN_FOURS && defined(__thumb2__)
    __asm__ volatile("1:\n\t"
                     "ldmia %0!, {r3, r4, r5, r6, r8, r10, r11, r12}\n\t"
                     "stmia %1!, {r3, r4, r5, r6, r8, r10, r11, r12}\n\t"
                     "subs %2, %2, #1\n\t"
                     "bne 1b"
                     : "+r"(*in), "+r"(*out), "+r"(count)
                     :
                     : "r3", "r4", "r5", "r6", "r8", "r10", "r11", "r12", "cc", "memory");
#else
    do {
#if PERMKERN_FOURS && defined(__thumb__)
        __asm__ volatile("ldmia %0!, {r3, r4, r5, r6}\n\t"
                         "stmia %1!, {r3, r4, r5, r6}"
                         : "+l"(*in), "+l"(*out)
                         :
                         : "r3", "r4", "r5", "r6", "memory");
#else
        permkern_copy_four(*in, *out, 0);
        *in += PERMKERN_MULTIPLE;
        *out += PERMKERN_MULTIPLE;
#endif
    } while (--count != 0);
#endif
}

/* True if two words may be moved together: always, unless that is one access. */
PERMKERN_INLINE bool permkern_pairs_fit(const void *in, size_t in_stride, const void *out, size_t out_stride)
{
    return !PERMKERN_PAIRS || permkern_threes_fit(in, in_stride, out, out_stride);
}

#endif /* PERMKERN_PAIRS_H */
