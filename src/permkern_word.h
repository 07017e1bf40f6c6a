/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How kernels touch memory: loads, stores and lane exchanges of 8 to 64 bits, lines of elements, runs of bytes.
 *
 * Every access goes through an unsigned type that may alias anything. On a target that does unaligned words
 * (PERMKERN_UNALIGNED) the type is packed, so that the compiler picks instructions that never trap; elsewhere it has
 * its natural alignment and the caller proved the address aligned.
 */
#ifndef PERMKERN_WORD_H
#define PERMKERN_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Define it to 0 for a core that could do unaligned words but is set up to trap them. */
#ifndef PERMKERN_UNALIGNED
#if defined(__ARM_FEATURE_UNALIGNED) || defined(__x86_64__) || defined(__i386__) || defined(__ARC_UNALIGNED__) ||      \
    defined(__riscv_misaligned_fast)
#define PERMKERN_UNALIGNED 1
#else
#define PERMKERN_UNALIGNED 0
#endif
#endif

/* Word tiles number a word's lanes from the low end, as they lie in memory only where bytes are little-endian. */
#ifndef PERMKERN_WORD_TILES
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define PERMKERN_WORD_TILES 1
#else
#define PERMKERN_WORD_TILES 0
#endif
#endif

#if PERMKERN_UNALIGNED
#define PERMKERN_ACCESS __attribute__((packed, may_alias))
#else
#define PERMKERN_ACCESS __attribute__((may_alias))
#endif

typedef struct {
    uint16_t value;
} PERMKERN_ACCESS permkern_access16;
typedef struct {
    uint32_t value;
} PERMKERN_ACCESS permkern_access32;
typedef struct {
    uint64_t value;
} PERMKERN_ACCESS permkern_access64;

static inline uint8_t permkern_load8(const void *p)
{
    return *(const uint8_t *)p;
}

static inline uint16_t permkern_load16(const void *p)
{
    return ((const permkern_access16 *)p)->value;
}

static inline uint32_t permkern_load32(const void *p)
{
    return ((const permkern_access32 *)p)->value;
}

static inline uint64_t permkern_load64(const void *p)
{
    return ((const permkern_access64 *)p)->value;
}

static inline void permkern_store8(void *p, uint8_t value)
{
    *(uint8_t *)p = value;
}

static inline void permkern_store16(void *p, uint16_t value)
{
    ((permkern_access16 *)p)->value = value;
}

static inline void permkern_store32(void *p, uint32_t value)
{
    ((permkern_access32 *)p)->value = value;
}

static inline void permkern_store64(void *p, uint64_t value)
{
    ((permkern_access64 *)p)->value = value;
}

/* Stages of a tile's lane network. With lanes counted from the low end, *a and *b become
 *     a0 b0 (a2 b2)  and  a1 b1 (a3 b3). */
static inline void permkern_swap8(uint32_t *a, uint32_t *b)
{
    const uint32_t t = ((*a >> 8) ^ *b) & 0x00ff00ffU;
    *a ^= t << 8;
    *b ^= t;
}

static inline void permkern_swap16(uint32_t *a, uint32_t *b)
{
#if defined(__ARM_FEATURE_DSP) && !defined(__aarch64__) && defined(__GNUC__)
    /* GCC 12 makes two instructions of each. */
    uint32_t low;
    __asm__("pkhbt %0, %1, %2, lsl #16" : "=r"(low) : "r"(*a), "r"(*b));
    __asm__("pkhtb %0, %1, %2, asr #16" : "=r"(*b) : "r"(*b), "r"(*a));
    *a = low;
#else
    const uint32_t low = (*a & 0x0000ffffU) | (*b << 16);
    *b = (*a >> 16) | (*b & 0xffff0000U);
    *a = low;
#endif
}

/* Whether the words of a tile are aligned, with these strides, or need not be. */
static inline bool permkern_words_fit(const void *in, size_t in_stride, const void *out, size_t out_stride)
{
    return PERMKERN_UNALIGNED || (((uintptr_t)in | (uintptr_t)out | in_stride | out_stride) & 3U) == 0;
}

/* Keeps compilers from turning the loop around it into a call of memcpy or memset: the shipped C needs no library. */
static inline void permkern_own_loop(void)
{
#if defined(__GNUC__) && !defined(__FRAMAC__)
    __asm__ volatile("");
#endif
}

/* Lines: count elements, each side with a stride in bytes. Written out for each width, so that every store is one. */
static inline void permkern_line8(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count)
{
    size_t from = 0;
    size_t to = 0;
    for (size_t fours = count / 4; fours != 0; fours--) {
        const uint8_t a = permkern_load8(in + from);
        const uint8_t b = permkern_load8(in + (from += in_stride));
        const uint8_t c = permkern_load8(in + (from += in_stride));
        const uint8_t d = permkern_load8(in + (from += in_stride));
        permkern_store8(out + to, a);
        permkern_store8(out + (to += out_stride), b);
        permkern_store8(out + (to += out_stride), c);
        permkern_store8(out + (to += out_stride), d);
        from += in_stride;
        to += out_stride;
    }
    for (size_t rest = count % 4; rest != 0; rest--) {
        permkern_own_loop();
        permkern_store8(out + to, permkern_load8(in + from));
        from += in_stride;
        to += out_stride;
    }
}

static inline void permkern_line16(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count)
{
    size_t from = 0;
    size_t to = 0;
    for (size_t fours = count / 4; fours != 0; fours--) {
        const uint16_t a = permkern_load16(in + from);
        const uint16_t b = permkern_load16(in + (from += in_stride));
        const uint16_t c = permkern_load16(in + (from += in_stride));
        const uint16_t d = permkern_load16(in + (from += in_stride));
        permkern_store16(out + to, a);
        permkern_store16(out + (to += out_stride), b);
        permkern_store16(out + (to += out_stride), c);
        permkern_store16(out + (to += out_stride), d);
        from += in_stride;
        to += out_stride;
    }
    for (size_t rest = count % 4; rest != 0; rest--) {
        permkern_own_loop();
        permkern_store16(out + to, permkern_load16(in + from));
        from += in_stride;
        to += out_stride;
    }
}

static inline void permkern_line32(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count)
{
    size_t from = 0;
    size_t to = 0;
    for (size_t fours = count / 4; fours != 0; fours--) {
        const uint32_t a = permkern_load32(in + from);
        const uint32_t b = permkern_load32(in + (from += in_stride));
        const uint32_t c = permkern_load32(in + (from += in_stride));
        const uint32_t d = permkern_load32(in + (from += in_stride));
        permkern_store32(out + to, a);
        permkern_store32(out + (to += out_stride), b);
        permkern_store32(out + (to += out_stride), c);
        permkern_store32(out + (to += out_stride), d);
        from += in_stride;
        to += out_stride;
    }
    for (size_t rest = count % 4; rest != 0; rest--) {
        permkern_own_loop();
        permkern_store32(out + to, permkern_load32(in + from));
        from += in_stride;
        to += out_stride;
    }
}

static inline void permkern_line64(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count)
{
    size_t from = 0;
    size_t to = 0;
    for (; count != 0; count--) {
        permkern_own_loop();
        permkern_store64(out + to, permkern_load64(in + from));
        from += in_stride;
        to += out_stride;
    }
}

/* Copies a run of bytes: by words where both ends allow it. The buffers do not overlap. Any alignment. */
void permkern_copy(const uint8_t *in, uint8_t *out, size_t bytes);

#endif /* PERMKERN_WORD_H */
