/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How kernels touch memory: loads, stores and lane exchanges of 8 to 64 bits, lines of elements, runs of bytes.
 *
 * Every access here goes through an unsigned type that may alias anything. On a target that does unaligned words
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
    defined(__riscv_misaligned_fast) || defined(__wasm__)
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
/* For instructions that take two words, each aligned as a word: never packed. */
typedef struct {
    uint64_t value;
} __attribute__((may_alias)) permkern_access_pair;

static inline uint8_t permkern_load8(const uint8_t *p)
{
    return *p;
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

static inline void permkern_store8(uint8_t *p, uint8_t value)
{
    *p = value;
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

/* Frama-C has these in place: a proof of a tile would otherwise take ten times as long. */
#ifdef __FRAMAC__
#define permkern_load8(p) (*(const uint8_t *)(p))
#define permkern_store8(p, value) (*(uint8_t *)(p) = (value))
#endif

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

/* ---- instructions of the word family; generator/isa.py lists them ----
 *
 * Each macro may be set to 0, and the two without an instruction of their own to 1, on any target: tests do.
 */

/* PKHBT, PKHTB, UXTB16, LDRD, STRD: Armv7E-M and later, Thumb. GCC 12 makes two instructions of each halfword pack. */
#ifndef PERMKERN_DSP
#if defined(__ARM_FEATURE_DSP) && defined(__thumb2__) && !defined(__aarch64__) && defined(__GNUC__)
#define PERMKERN_DSP 1
#else
#define PERMKERN_DSP 0
#endif
#endif

/* PACK: RV32 with Zbkb. */
#ifndef PERMKERN_ZBKB
#if defined(__riscv_zbkb) && defined(__GNUC__) && __riscv_xlen == 32
#define PERMKERN_ZBKB 1
#else
#define PERMKERN_ZBKB 0
#endif
#endif

/* 1: three channels of 8 or 16 bits by networks of words; 0: element by element. */
#ifndef PERMKERN_NETWORKS
#define PERMKERN_NETWORKS (PERMKERN_DSP && PERMKERN_WORD_TILES)
#endif

/* 1: two words move as one access where both are aligned as words. */
#ifndef PERMKERN_PAIRS
#if PERMKERN_DSP && PERMKERN_WORD_TILES && !defined(__OPTIMIZE_SIZE__)
#define PERMKERN_PAIRS 1
#else
#define PERMKERN_PAIRS 0
#endif
#endif

/* 1: tiles in strips, which keep four places beside a tile in registers. 0: 16-bit Thumb, where eight compute. */
#ifndef PERMKERN_STRIPS
#if defined(__thumb__) && !defined(__thumb2__) && PERMKERN_WORD_TILES
#define PERMKERN_STRIPS 0
#else
#define PERMKERN_STRIPS 1
#endif
#endif

/* 1: a load or store steps its address for nothing; elsewhere loops make two tiles a round. */
#ifndef PERMKERN_STEPPING
#if defined(__arm__) || defined(__aarch64__) || defined(__arc__)
#define PERMKERN_STEPPING 1
#else
#define PERMKERN_STEPPING 0
#endif
#endif

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

/* ---- lane networks ---- */

/* Stages of a tile's network. With lanes counted from the low end, *a and *b become
 *     a0 b0 (a2 b2)  and  a1 b1 (a3 b3). */
static inline void permkern_swap8(uint32_t *a, uint32_t *b)
{
    uint32_t t = ((*a >> 8) ^ *b) & 0x00ff00ffU;
    *b ^= t;
    t <<= 8;
    *a ^= t;
}

static inline void permkern_swap16(uint32_t *a, uint32_t *b)
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
    /* In place and without a mask: two registers fewer than by masks, in as many instructions. */
    const uint32_t t = (uint32_t)permkern_hide(((*a >> 16) ^ *b) << 16);
    *a ^= t;
    *b ^= t >> 16;
#endif
}

/* Bytes 0 and 2 of a word, or 1 and 3, as two halves; turned: the halves change places. */
static inline uint32_t permkern_even(uint32_t word)
{
#if PERMKERN_DSP
    uint32_t halves;
    __asm__("uxtb16 %0, %1" : "=r"(halves) : "r"(word));
    return halves;
#else
    return word & 0x00ff00ffU;
#endif
}

static inline uint32_t permkern_odd(uint32_t word)
{
#if PERMKERN_DSP
    uint32_t halves;
    __asm__("uxtb16 %0, %1, ror #8" : "=r"(halves) : "r"(word));
    return halves;
#else
    return (word >> 8) & 0x00ff00ffU;
#endif
}

static inline uint32_t permkern_even_turned(uint32_t word)
{
#if PERMKERN_DSP
    uint32_t halves;
    __asm__("uxtb16 %0, %1, ror #16" : "=r"(halves) : "r"(word));
    return halves;
#else
    return permkern_even(word >> 16 | word << 16);
#endif
}

/* A half of a below a half of b: the low or the high ones. */
static inline uint32_t permkern_low_low(uint32_t a, uint32_t b)
{
#if PERMKERN_DSP
    uint32_t halves;
    __asm__("pkhbt %0, %1, %2, lsl #16" : "=r"(halves) : "r"(a), "r"(b));
    return halves;
#else
    return (a & 0x0000ffffU) | b << 16;
#endif
}

static inline uint32_t permkern_low_high(uint32_t a, uint32_t b)
{
#if PERMKERN_DSP
    uint32_t halves;
    __asm__("pkhbt %0, %1, %2" : "=r"(halves) : "r"(a), "r"(b));
    return halves;
#else
    return (a & 0x0000ffffU) | (b & 0xffff0000U);
#endif
}

static inline uint32_t permkern_high_high(uint32_t a, uint32_t b)
{
#if PERMKERN_DSP
    uint32_t halves;
    __asm__("pkhtb %0, %1, %2, asr #16" : "=r"(halves) : "r"(b), "r"(a));
    return halves;
#else
    return a >> 16 | (b & 0xffff0000U);
#endif
}

static inline uint32_t permkern_high_low(uint32_t a, uint32_t b)
{
    return a >> 16 | b << 16;
}

/* Two pairs of bytes make a word: even ones in their places, odd ones above them; turned: halves changed places. */
static inline uint32_t permkern_merge(uint32_t even, uint32_t odd)
{
    return even | odd << 8;
}

static inline uint32_t permkern_merge_turned(uint32_t even, uint32_t odd)
{
    return even | (odd >> 8 | odd << 24);
}

/* ---- pairs of words, each aligned as a word ---- */

typedef struct {
    uint32_t low;
    uint32_t high;
} permkern_pair;

static inline permkern_pair permkern_load_pair(const void *p)
{
    permkern_pair pair;
#if PERMKERN_DSP
    __asm__("ldrd %0, %1, %2" : "=r"(pair.low), "=r"(pair.high) : "m"(*(const permkern_access_pair *)p));
#else
    pair.low = permkern_load32(p);
    pair.high = permkern_load32((const uint8_t *)p + 4);
#endif
    return pair;
}

static inline void permkern_store_pair(void *p, uint32_t low, uint32_t high)
{
#if PERMKERN_DSP
    __asm__("strd %1, %2, %0" : "=m"(*(permkern_access_pair *)p) : "r"(low), "r"(high));
#else
    permkern_store32(p, low);
    permkern_store32((uint8_t *)p + 4, high);
#endif
}

/* The same, and *p steps to what follows. */
static inline void permkern_push_pair(uint8_t **p, uint32_t low, uint32_t high)
{
#if PERMKERN_DSP
    permkern_access_pair *const at = (permkern_access_pair *)(void *)*p;
    __asm__("strd %2, %3, [%0], #8" : "+r"(*p), "=m"(*at) : "r"(low), "r"(high));
#else
    permkern_store_pair(*p, low, high);
    *p += 8;
#endif
}

/* Three words, which LDM and STM take in rising registers; *p steps to what follows. */
typedef struct {
    uint32_t word[3];
} __attribute__((may_alias)) permkern_access_three;

static inline void permkern_pull_three(const uint8_t **p, uint32_t *a, uint32_t *b, uint32_t *c)
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

static inline void permkern_push_three(uint8_t **p, uint32_t a, uint32_t b, uint32_t c)
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

/* Whether pairs are worth a look, and aligned with these strides. */
static inline bool permkern_pairs_fit(const void *in, size_t in_stride, const void *out, size_t out_stride)
{
    return PERMKERN_PAIRS && (((uintptr_t)in | (uintptr_t)out | in_stride | out_stride) & 3U) == 0;
}

/* Whether the words of a tile are aligned, with these strides, or need not be. */
static inline bool permkern_words_fit(const void *in, size_t in_stride, const void *out, size_t out_stride)
{
    return PERMKERN_UNALIGNED || (((uintptr_t)in | (uintptr_t)out | in_stride | out_stride) & 3U) == 0;
}

/*
 * Lines: count elements, each side with a stride in bytes. Written out for each width, so that every store is one.
 *
 * Contracts are for Frama-C's WP (docs/verification.md); verify/proof/places.h says what their words mean.
 */
/*@ requires 1 <= count && 1 <= in_stride && 1 <= out_stride;
    requires times(count, in_stride) <= SIZE_MAX && times(count, out_stride) <= SIZE_MAX;
    requires \valid_read(in + (0 .. times(count - 1, in_stride)));
    requires \valid(out + (0 .. times(count - 1, out_stride)));
    requires \separated(in + (0 .. times(count - 1, in_stride)), out + (0 .. times(count - 1, out_stride)));
    assigns out[0 .. times(count - 1, out_stride)];
    ensures lined{Pre, Post}(in, in_stride, out, out_stride, count);
    ensures kept{Pre, Post}(out, out_stride, count);
*/
static inline void permkern_line8(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count)
{
    size_t from = 0;
    size_t to = 0;
    /*@ ghost size_t done = 0; */
    /*@ loop invariant 0 <= fours && done + 4 * fours + count % 4 == count;
        loop invariant from == times(done, in_stride) && to == times(done, out_stride);
        loop invariant lined{Pre, Here}(in, in_stride, out, out_stride, done);
        loop invariant kept{Pre, Here}(out, out_stride, done);
        loop assigns done, fours, from, to, out[0 .. times(count - 1, out_stride)];
        loop variant fours;
    */
    for (size_t fours = count / 4; fours != 0; fours--) {
        /*@ assert four(from, done, in_stride) && four(to, done, out_stride); */
        const uint8_t a = permkern_load8(in + from);
        const uint8_t b = permkern_load8(in + (from += in_stride));
        const uint8_t c = permkern_load8(in + (from += in_stride));
        const uint8_t d = permkern_load8(in + (from += in_stride));
        /*@ assert was{Pre}(a, in + times(done, in_stride)) && was{Pre}(b, in + times(done + 1, in_stride)); */
        /*@ assert was{Pre}(c, in + times(done + 2, in_stride)) && was{Pre}(d, in + times(done + 3, in_stride)); */
        permkern_store8(out + to, a);
        /*@ assert lined{Pre, Here}(in, in_stride, out, out_stride, done + 1); */
        /*@ assert kept{Pre, Here}(out, out_stride, done + 1); */
        permkern_store8(out + (to += out_stride), b);
        /*@ assert lined{Pre, Here}(in, in_stride, out, out_stride, done + 2); */
        /*@ assert kept{Pre, Here}(out, out_stride, done + 2); */
        permkern_store8(out + (to += out_stride), c);
        /*@ assert lined{Pre, Here}(in, in_stride, out, out_stride, done + 3); */
        /*@ assert kept{Pre, Here}(out, out_stride, done + 3); */
        permkern_store8(out + (to += out_stride), d);
        /*@ assert lined{Pre, Here}(in, in_stride, out, out_stride, done + 3); */
        /*@ assert lined{Pre, Here}(in, in_stride, out, out_stride, done + 4); */
        /*@ assert kept{Pre, Here}(out, out_stride, done + 4); */
        from += in_stride;
        to += out_stride;
        /*@ ghost done += 4; */
    }
    /*@ loop invariant 0 <= rest && done + rest == count;
        loop invariant from == times(done, in_stride) && to == times(done, out_stride);
        loop invariant lined{Pre, Here}(in, in_stride, out, out_stride, done);
        loop invariant kept{Pre, Here}(out, out_stride, done);
        loop assigns done, rest, from, to, out[0 .. times(count - 1, out_stride)];
        loop variant rest;
    */
    for (size_t rest = count % 4; rest != 0; rest--) {
        permkern_own_loop();
        /*@ assert was{Pre}(in[from], in + from); */
        permkern_store8(out + to, permkern_load8(in + from));
        /*@ assert lined{Pre, Here}(in, in_stride, out, out_stride, done + 1); */
        /*@ assert kept{Pre, Here}(out, out_stride, done + 1); */
        from += in_stride;
        to += out_stride;
        /*@ ghost done += 1; */
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
