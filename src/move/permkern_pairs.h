/* SPDX-License-Identifier: BSD-3-Clause */
/* Stores that advance an address, and copies by several aligned words (LDM, STM) or several vectors at once. */
#ifndef PERMKERN_PAIRS_H
#define PERMKERN_PAIRS_H

#include "base/permkern_access.h"
#include "base/permkern_compiler.h"
#include "base/permkern_target.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Stores a word at *p and advances *p. */
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

/* True if both addresses are aligned for words, so that one instruction may access several words. */
PERMKERN_INLINE bool permkern_aligned(const void *in, const void *out)
{
    return (((uintptr_t)in | (uintptr_t)out) & 3U) == 0;
}

/* ---- copies by several aligned words, or by several vectors, at once ---- */

/* True if permkern_move_multiples gains on this target and may access these addresses. */
PERMKERN_INLINE bool permkern_multiples_fit(const void *in, const void *out)
{
    (void)in, (void)out;
    return PERMKERN_VECTORS || (PERMKERN_HAVE_LDM && permkern_aligned(in, out));
}

/* Copies four words, each XORed with flip. */
PERMKERN_INLINE void permkern_copy16(const uint8_t *in, uint8_t *out, uint32_t flip)
{
    const uint32_t a = permkern_load32(in) ^ flip;
    const uint32_t b = permkern_load32(in + 4) ^ flip;
    const uint32_t c = permkern_load32(in + 8) ^ flip;
    const uint32_t d = permkern_load32(in + 12) ^ flip;
    permkern_store32(out, a);
    permkern_store32(out + 4, b);
    permkern_store32(out + 8, c);
    permkern_store32(out + 12, d);
}

/* Copies four aligned words. Not by r6, which Clang may need as its base pointer. */
PERMKERN_INLINE void permkern_copy16_ldm(const uint8_t *in, uint8_t *out)
{
#if PERMKERN_LDM_PAYS && defined(__thumb__)
    __asm__ volatile("ldmia %0!, {r2, r3, r4, r5}\n\t"
                     "stmia %1!, {r2, r3, r4, r5}"
                     : "+l"(in), "+l"(out)
                     :
                     : "r2", "r3", "r4", "r5", "memory");
#else
    permkern_copy16(in, out, 0);
#endif
}

#if PERMKERN_VECTORS
/* A 16-byte vector, and two of them at any address. Each load, XOR and store of a vector is one instruction. */
typedef uint32_t permkern_words_vector __attribute__((vector_size(16)));
typedef struct {
    permkern_words_vector value[2];
} __attribute__((packed, may_alias)) permkern_access_vectors;
#endif

/*
 * Copies `count` blocks of 16 or 32 bytes (PERMKERN_MULTIPLE), each word XORed with flip, and advances both addresses.
 * count is not 0. flip is 0 in blocks of 16 bytes.
 */
PERMKERN_INLINE void permkern_move_multiples(const uint8_t **in, uint8_t **out, size_t count, uint32_t flip)
{
#if PERMKERN_VECTORS
    const permkern_words_vector all = {flip, flip, flip, flip};
    for (; count != 0; count--) {
        const permkern_access_vectors *const from = (const permkern_access_vectors *)(const void *)*in;
        permkern_access_vectors *const to = (permkern_access_vectors *)(void *)*out;
        const permkern_words_vector a = from->value[0] ^ all;
        const permkern_words_vector b = from->value[1] ^ all;
        to->value[0] = a;
        to->value[1] = b;
        *in += PERMKERN_MULTIPLE;
        *out += PERMKERN_MULTIPLE;
    }
#elif PERMKERN_HAVE_LDM && defined(__thumb2__)
    /* The loop is assembly, too: LDM and STM take eight registers, and GCC 12 would move the others around them. */
    if (flip == 0) {
        __asm__ volatile("1:\n\t"
                         "ldmia %0!, {r2, r3, r4, r5, r8, r10, r11, r12}\n\t"
                         "stmia %1!, {r2, r3, r4, r5, r8, r10, r11, r12}\n\t"
                         "subs %2, %2, #1\n\t"
                         "bne 1b"
                         : "+&r"(*in), "+&r"(*out), "+&r"(count)
                         :
                         : "r2", "r3", "r4", "r5", "r8", "r10", "r11", "r12", "cc", "memory");
    } else {
        __asm__ volatile("1:\n\t"
                         "ldmia %0!, {r2, r3, r4, r5, r8, r10, r11, r12}\n\t"
                         "eor r2, r2, %3\n\t"
                         "eor r3, r3, %3\n\t"
                         "eor r4, r4, %3\n\t"
                         "eor r5, r5, %3\n\t"
                         "eor r8, r8, %3\n\t"
                         "eor r10, r10, %3\n\t"
                         "eor r11, r11, %3\n\t"
                         "eor r12, r12, %3\n\t"
                         "stmia %1!, {r2, r3, r4, r5, r8, r10, r11, r12}\n\t"
                         "subs %2, %2, #1\n\t"
                         "bne 1b"
                         : "+&r"(*in), "+&r"(*out), "+&r"(count)
                         : "r"(flip)
                         : "r2", "r3", "r4", "r5", "r8", "r10", "r11", "r12", "cc", "memory");
    }
#else
    do {
#if PERMKERN_HAVE_LDM && defined(__thumb__)
        __asm__ volatile("ldmia %0!, {r2, r3, r4, r5}\n\t"
                         "stmia %1!, {r2, r3, r4, r5}"
                         : "+l"(*in), "+l"(*out)
                         :
                         : "r2", "r3", "r4", "r5", "memory");
#else
        permkern_copy16(*in, *out, flip);
        *in += PERMKERN_MULTIPLE;
        *out += PERMKERN_MULTIPLE;
#endif
    } while (--count != 0);
    (void)flip;
#endif
}

#endif /* PERMKERN_PAIRS_H */
