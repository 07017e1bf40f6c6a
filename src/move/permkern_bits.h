/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Elements smaller than a byte, for pinned kernels. Bit k of an array is bit k % 8, from the lowest, of byte k / 8.
 * kernels/bit_tiles.py orders loads, exchanges and stores. All arguments but words and pointers are constants.
 */
#ifndef PERMKERN_BITS_H
#define PERMKERN_BITS_H

#include "base/permkern_access.h"
#include "base/permkern_compiler.h"
#include "base/permkern_target.h"
#include "move/permkern_lanes.h"

/* ---- loads: 8, 16 or 32 bits, from bit `bit` on. Only bytes with wanted bits are read ---- */

PERMKERN_INLINE uint32_t permkern_bits_load8(const uint8_t *p, size_t bit)
{
    const uint32_t low = p[bit / 8];
    return bit % 8 == 0 ? low : ((low >> (bit % 8)) | (uint32_t)p[bit / 8 + 1] << (8 - bit % 8)) & 0xffU;
}

PERMKERN_INLINE uint32_t permkern_bits_load16(const uint8_t *p, size_t bit)
{
    const uint32_t low = permkern_load16(p + bit / 8);
    return bit % 8 == 0 ? low : ((low >> (bit % 8)) | (uint32_t)p[bit / 8 + 2] << (16 - bit % 8)) & 0xffffU;
}

PERMKERN_INLINE uint32_t permkern_bits_load32(const uint8_t *p, size_t bit)
{
    const uint32_t low = permkern_load32(p + bit / 8);
    return bit % 8 == 0 ? low : (low >> (bit % 8)) | (uint32_t)p[bit / 8 + 4] << (32 - bit % 8);
}

/* ---- exchanges in a tile: `count` words, at most 8, that compilers keep in registers ---- */

/* Exchanges the `mask << shift` bits of w[k] with the `mask` bits of w[k + far], for each k without bit `far`. */
PERMKERN_INLINE void permkern_bits_between(uint32_t *w, size_t count, size_t far, unsigned shift, uint32_t mask)
{
    PERMKERN_UNROLL
    for (size_t k = 0; k < count; k++) {
        if ((k & far) == 0) {
            const uint32_t t = ((w[k] >> shift) ^ w[k + far]) & mask;
            w[k + far] ^= t;
            w[k] ^= t << shift;
        }
    }
}

/* Exchanges the `mask << shift` bits of each word with its `mask` bits. */
PERMKERN_INLINE void permkern_bits_within(uint32_t *w, size_t count, unsigned shift, uint32_t mask)
{
    PERMKERN_UNROLL
    for (size_t k = 0; k < count; k++) {
        const uint32_t t = ((w[k] >> shift) ^ w[k]) & mask;
        w[k] ^= t ^ t << shift;
    }
}

/* Exchanges neighbouring `shift`-bit fields in each word. mask: the lower field in each pair. */
PERMKERN_INLINE void permkern_bits_turn(uint32_t *w, size_t count, unsigned shift, uint32_t mask)
{
#if PERMKERN_SCALING
    permkern_bits_within(w, count, shift, mask);
#else
    PERMKERN_UNROLL
    for (size_t k = 0; k < count; k++) {
        w[k] = ((w[k] >> shift) & mask) | (w[k] & mask) << shift;
    }
#endif
}

/* Reverses the bits in each byte. */
PERMKERN_INLINE void permkern_bits_turn8(uint32_t *w, size_t count)
{
#if PERMKERN_RBIT && PERMKERN_TURNS
    PERMKERN_UNROLL
    for (size_t k = 0; k < count; k++) {
        __asm__("rbit %0, %1" : "=r"(w[k]) : "r"(w[k]));
        w[k] = permkern_turn8(w[k]);
    }
#elif PERMKERN_ZBKB
    PERMKERN_UNROLL
    for (size_t k = 0; k < count; k++) {
        __asm__("brev8 %0, %1" : "=r"(w[k]) : "r"(w[k]));
    }
#else
    permkern_bits_turn(w, count, 1, 0x55555555U);
    permkern_bits_turn(w, count, 2, 0x33333333U);
    permkern_bits_turn(w, count, 4, 0x0f0f0f0fU);
#endif
}

/* ---- stores that keep gap bits: output bits in `kept` do not change ---- */

PERMKERN_INLINE void permkern_bits_keep8(uint8_t *out, uint32_t word, uint32_t kept)
{
    permkern_store8(out, (uint8_t)((word & ~kept) | (*out & kept)));
}

PERMKERN_INLINE void permkern_bits_keep32(uint8_t *out, uint32_t word, uint32_t kept)
{
    permkern_store32(out, (word & ~kept) | (permkern_load32(out) & kept));
}

/* Stores a word's bytes in reverse order. */
PERMKERN_INLINE void permkern_bits_store_back(uint8_t *out, uint32_t word)
{
#if PERMKERN_TURNS
    permkern_store32(out, permkern_turn8(word));
#else
    permkern_store8(out, (uint8_t)(word >> 24));
    permkern_store8(out + 1, (uint8_t)(word >> 16));
    permkern_store8(out + 2, (uint8_t)(word >> 8));
    permkern_store8(out + 3, (uint8_t)word);
#endif
}

/* ---- single elements ---- */

/* Returns the element that starts at bit `at` and has `bits` bits: 1, 2 or 4. */
PERMKERN_INLINE uint32_t permkern_bits_at(const uint8_t *in, size_t at, unsigned bits)
{
    const uint32_t byte = in[at / 8];
    return (byte >> (at % 8)) & ((1U << bits) - 1);
}

/* A row's end: the next byte's address, its bits so far, and their number. */
typedef struct {
    uint8_t *out;
    uint32_t bits;
    unsigned count;
} permkern_bits_row;

/* Begins a row at bit `count` of a byte. Its lower bits are in a gap and stay. */
PERMKERN_INLINE permkern_bits_row permkern_bits_begin(uint8_t *out, unsigned count, uint32_t flip)
{
    const permkern_bits_row row = {out, (*out ^ flip) & ((1U << count) - 1), count};
    return row;
}

/* Appends an element. Full bytes are XORed with flip and stored. */
PERMKERN_INLINE void permkern_bits_put(permkern_bits_row *row, uint32_t element, unsigned bits, uint32_t flip)
{
    row->bits |= element << row->count;
    row->count += bits;
    if (row->count == 8) {
        permkern_store8(row->out++, (uint8_t)(row->bits ^ flip));
        row->bits = 0;
        row->count = 0;
    }
}

/* Stores the last byte if it is not full. Its other bits are in a gap and stay. */
PERMKERN_INLINE void permkern_bits_end(const permkern_bits_row *row, uint32_t flip)
{
    permkern_bits_keep8(row->out, row->bits ^ flip, 0xffU << row->count);
}

#endif /* PERMKERN_BITS_H */
