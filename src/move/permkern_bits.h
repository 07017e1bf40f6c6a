/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Elements smaller than a byte, for pinned kernels. Bit k of an array is bit k % 8, from the lowest, of byte k / 8.
 * kernels/bit_tiles.py orders loads, exchanges and stores. Shifts, masks and bit positions are constants in each call.
 */
#ifndef PERMKERN_BITS_H
#define PERMKERN_BITS_H

#include "base/permkern_access.h"
#include "base/permkern_compiler.h"
#include "base/permkern_target.h"
#include "move/permkern_lanes.h"

/*
 * Hides an address that was tested for word alignment. Otherwise GCC 12 reuses a word for byte loads elsewhere, and
 * loads the word before the test.
 */
PERMKERN_INLINE const uint8_t *permkern_bits_tested(const uint8_t *p)
{
    return PERMKERN_UNALIGNED ? p : permkern_hide_in(p);
}

/* ---- loads of 8, 16 or 32 bits from bit `first` of a byte. Only bytes with wanted bits are read ---- */

PERMKERN_INLINE uint32_t permkern_bits_load8(const uint8_t *p, unsigned first)
{
    const uint32_t low = p[0];
    return first == 0 ? low : (low >> first | (uint32_t)p[1] << (8 - first)) & 0xffU;
}

PERMKERN_INLINE uint32_t permkern_bits_load16(const uint8_t *p, unsigned first)
{
    const uint32_t low = permkern_load16(p);
    return first == 0 ? low : (low >> first | (uint32_t)p[2] << (16 - first)) & 0xffffU;
}

PERMKERN_INLINE uint32_t permkern_bits_load32(const uint8_t *p, unsigned first)
{
    const uint32_t low = permkern_load32(p);
    return first == 0 ? low : low >> first | (uint32_t)p[4] << (32 - first);
}

/* ---- exchanges ---- */

/* Exchanges the `mask << shift` bits of *a with the `mask` bits of *b. */
PERMKERN_INLINE void permkern_bits_between(uint32_t *a, uint32_t *b, unsigned shift, uint32_t mask)
{
    const uint32_t t = ((*a >> shift) ^ *b) & mask;
    *b ^= t;
    *a ^= t << shift;
}

/* Exchanges the `mask << shift` bits of *a with its `mask` bits. */
PERMKERN_INLINE void permkern_bits_within(uint32_t *a, unsigned shift, uint32_t mask)
{
    const uint32_t t = ((*a >> shift) ^ *a) & mask;
    *a ^= t ^ t << shift;
}

/* Exchanges neighbouring fields of `shift` bits. mask: the lower field of each pair. */
PERMKERN_INLINE uint32_t permkern_bits_turned(uint32_t word, unsigned shift, uint32_t mask)
{
    return (word >> shift & mask) | (word & mask) << shift;
}

/*
 * Reverses the fields in a word: for each bit p set in `places`, neighbouring fields with 1 << p bits are exchanged. 7
 * reverses the bits in each byte, 24 the bytes, 31 all bits.
 */
PERMKERN_INLINE void permkern_bits_turn(uint32_t *word, unsigned places)
{
    uint32_t w = *word;
#if PERMKERN_RBIT
    if ((places & 7U) == 7U) {
        __asm__("rbit %0, %1" : "=r"(w) : "r"(w));
        places ^= 31U;
    }
#elif PERMKERN_ZBKB
    if ((places & 7U) == 7U) {
        __asm__("brev8 %0, %1" : "=r"(w) : "r"(w));
        places ^= 7U;
    }
#endif
    w = (places & 1U) != 0 ? permkern_bits_turned(w, 1, 0x55555555U) : w;
    w = (places & 2U) != 0 ? permkern_bits_turned(w, 2, 0x33333333U) : w;
    w = (places & 4U) != 0 ? permkern_bits_turned(w, 4, 0x0f0f0f0fU) : w;
#if PERMKERN_TURNS
    if ((places & 24U) == 24U) {
        w = permkern_turn8(w);
        places ^= 24U;
    }
#endif
    w = (places & 8U) != 0 ? permkern_bits_turned(w, 8, 0x00ff00ffU) : w;
    w = (places & 16U) != 0 ? permkern_bits_turned(w, 16, 0x0000ffffU) : w;
    *word = w;
}

/* ---- stores of the lowest bits ---- */

PERMKERN_INLINE void permkern_bits_store8(uint8_t *out, uint32_t word)
{
    permkern_store8(out, (uint8_t)word);
}

PERMKERN_INLINE void permkern_bits_store16(uint8_t *out, uint32_t word)
{
    permkern_store16(out, (uint16_t)word);
}

/* ---- stores that keep gap bits: output bits in `kept` do not change ---- */

PERMKERN_INLINE void permkern_bits_keep8(uint8_t *out, uint32_t word, uint32_t kept)
{
    permkern_store8(out, (uint8_t)((word & ~kept) | (*out & kept)));
}

PERMKERN_INLINE void permkern_bits_keep16(uint8_t *out, uint32_t word, uint32_t kept)
{
    permkern_store16(out, (uint16_t)((word & ~kept) | (permkern_load16(out) & kept)));
}

PERMKERN_INLINE void permkern_bits_keep32(uint8_t *out, uint32_t word, uint32_t kept)
{
    permkern_store32(out, (word & ~kept) | (permkern_load32(out) & kept));
}

/* Turns a word by `places`, which include 24, and stores it. If no instruction reverses bytes, stores byte by byte. */
PERMKERN_INLINE void permkern_bits_store_turned(uint8_t *out, uint32_t word, unsigned places)
{
#if PERMKERN_TURNS
    permkern_bits_turn(&word, places);
    permkern_store32(out, word);
#else
    permkern_bits_turn(&word, places & 7U);
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
    return byte >> at % 8 & ((1U << bits) - 1);
}

/* A row's end: the next byte's address, its bits so far, and their number. */
typedef struct {
    uint8_t *out;
    uint32_t bits;
    unsigned count;
} permkern_bits_row;

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
