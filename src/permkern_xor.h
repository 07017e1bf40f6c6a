/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What moves elements and exclusive-ors each with a constant on the way: runs and lines. Tiles, strips and groups of
 * channels are in plane/permkern_xor8.h and its like.
 *
 * The constant has the width of an element. Of 8 and 16 bits it is repeated to a word of 32.
 */
#ifndef PERMKERN_XOR_H
#define PERMKERN_XOR_H

#include "permkern_access.h"
#include "permkern_compiler.h"
#include "permkern_target.h"
#include <stddef.h>
#include <stdint.h>

/*
 * A run of whole elements: one begins at each of the two addresses. The addresses are one and the same, or the runs do
 * not overlap. The constant is repeated to 64 bits, in two halves.
 */
void permkern_xor_run(const uint8_t *in, uint8_t *out, size_t bytes, uint32_t low, uint32_t high);

/* Four words from and to word boundaries, as permkern_copy_four copies them. */
PERMKERN_INLINE void permkern_xor_four(const uint8_t *in, uint8_t *out, uint32_t flip)
{
#if PERMKERN_FOURS && defined(__thumb2__)
    __asm__ volatile("ldmia %0, {r3, r4, r5, r6}\n\t"
                     "eor r3, r3, %2\n\t"
                     "eor r4, r4, %2\n\t"
                     "eor r5, r5, %2\n\t"
                     "eor r6, r6, %2\n\t"
                     "stmia %1, {r3, r4, r5, r6}"
                     :
                     : "r"(in), "r"(out), "rI"(flip)
                     : "r3", "r4", "r5", "r6", "memory");
#else
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

/* ---- four elements of 8 bits, by a word where the target does it at any address ---- */

/* From four places to neighbours. */
PERMKERN_INLINE void permkern_join4_xor(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                        uint8_t *out, uint32_t flip)
{
#if PERMKERN_UNALIGNED && PERMKERN_WORD_TILES
    const uint32_t low = permkern_load8(in0) | (uint32_t)permkern_load8(in1) << 8;
    const uint32_t high = permkern_load8(in2) | (uint32_t)permkern_load8(in3) << 8;
    permkern_store32(out, (low | high << 16) ^ flip);
#else
    permkern_store8(out, (uint8_t)(permkern_load8(in0) ^ flip));
    permkern_store8(out + 1, (uint8_t)(permkern_load8(in1) ^ flip));
    permkern_store8(out + 2, (uint8_t)(permkern_load8(in2) ^ flip));
    permkern_store8(out + 3, (uint8_t)(permkern_load8(in3) ^ flip));
#endif
}

/* From neighbours to four places. */
PERMKERN_INLINE void permkern_split4_xor(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3,
                                         uint32_t flip)
{
#if PERMKERN_UNALIGNED && PERMKERN_WORD_TILES
    const uint32_t word = permkern_load32(in) ^ flip;
    permkern_store8(out0, (uint8_t)word);
    permkern_store8(out1, (uint8_t)(word >> 8));
    permkern_store8(out2, (uint8_t)(word >> 16));
    permkern_store8(out3, (uint8_t)(word >> 24));
#else
    permkern_store8(out0, (uint8_t)(permkern_load8(in) ^ flip));
    permkern_store8(out1, (uint8_t)(permkern_load8(in + 1) ^ flip));
    permkern_store8(out2, (uint8_t)(permkern_load8(in + 2) ^ flip));
    permkern_store8(out3, (uint8_t)(permkern_load8(in + 3) ^ flip));
#endif
}

/* ---- lines: count elements, each side with a stride in bytes; as permkern_line8 and its like ---- */

static inline void permkern_line8_xor(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                      size_t count, uint32_t flip)
{
    size_t from = 0;
    size_t to = 0;
    for (size_t fours = count / 4; fours != 0; fours--) {
        const uint32_t a = permkern_load8(in + from) ^ flip;
        const uint32_t b = permkern_load8(in + (from += in_stride)) ^ flip;
        const uint32_t c = permkern_load8(in + (from += in_stride)) ^ flip;
        const uint32_t d = permkern_load8(in + (from += in_stride)) ^ flip;
        permkern_store8(out + to, (uint8_t)a);
        permkern_store8(out + (to += out_stride), (uint8_t)b);
        permkern_store8(out + (to += out_stride), (uint8_t)c);
        permkern_store8(out + (to += out_stride), (uint8_t)d);
        from += in_stride;
        to += out_stride;
    }
    for (size_t rest = count % 4; rest != 0; rest--) {
        permkern_own_loop();
        permkern_store8(out + to, (uint8_t)(permkern_load8(in + from) ^ flip));
        from += in_stride;
        to += out_stride;
    }
}

static inline void permkern_line16_xor(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                       size_t count, uint32_t flip)
{
    size_t from = 0;
    size_t to = 0;
    for (size_t fours = count / 4; fours != 0; fours--) {
        const uint32_t a = permkern_load16(in + from) ^ flip;
        const uint32_t b = permkern_load16(in + (from += in_stride)) ^ flip;
        const uint32_t c = permkern_load16(in + (from += in_stride)) ^ flip;
        const uint32_t d = permkern_load16(in + (from += in_stride)) ^ flip;
        permkern_store16(out + to, (uint16_t)a);
        permkern_store16(out + (to += out_stride), (uint16_t)b);
        permkern_store16(out + (to += out_stride), (uint16_t)c);
        permkern_store16(out + (to += out_stride), (uint16_t)d);
        from += in_stride;
        to += out_stride;
    }
    for (size_t rest = count % 4; rest != 0; rest--) {
        permkern_own_loop();
        permkern_store16(out + to, (uint16_t)(permkern_load16(in + from) ^ flip));
        from += in_stride;
        to += out_stride;
    }
}

static inline void permkern_line32_xor(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                       size_t count, uint32_t flip)
{
    size_t from = 0;
    size_t to = 0;
    for (size_t fours = count / 4; fours != 0; fours--) {
        const uint32_t a = permkern_load32(in + from) ^ flip;
        const uint32_t b = permkern_load32(in + (from += in_stride)) ^ flip;
        const uint32_t c = permkern_load32(in + (from += in_stride)) ^ flip;
        const uint32_t d = permkern_load32(in + (from += in_stride)) ^ flip;
        permkern_store32(out + to, a);
        permkern_store32(out + (to += out_stride), b);
        permkern_store32(out + (to += out_stride), c);
        permkern_store32(out + (to += out_stride), d);
        from += in_stride;
        to += out_stride;
    }
    for (size_t rest = count % 4; rest != 0; rest--) {
        permkern_own_loop();
        permkern_store32(out + to, permkern_load32(in + from) ^ flip);
        from += in_stride;
        to += out_stride;
    }
}

static inline void permkern_line64_xor(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                       size_t count, uint64_t flip)
{
    size_t from = 0;
    size_t to = 0;
    for (; count != 0; count--) {
        permkern_own_loop();
        permkern_store64(out + to, permkern_load64(in + from) ^ flip);
        from += in_stride;
        to += out_stride;
    }
}

#endif /* PERMKERN_XOR_H */
