/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Exchanges, tiles and squares for permkern_run_in_place and pinned kernels in place. Other programs link nothing from
 * here. Not installed.
 */
#ifndef PERMKERN_IN_PLACE_H
#define PERMKERN_IN_PLACE_H

#include "base/permkern_arith.h"
#include "move/permkern_word.h"
#include "vector/permkern_vector.h"

#define PERMKERN_ANY_BLOCK 4U /* the shift for blocks of any size and alignment */

/* Exchanges two runs of `bytes` bytes, at any alignment. They must not overlap. */
void permkern_exchange_runs(uint8_t *a, uint8_t *b, size_t bytes);

/* Exchanges two aligned blocks of 1 << shift bytes, or two runs of `bytes` bytes if shift is PERMKERN_ANY_BLOCK. */
PERMKERN_INLINE void permkern_exchange(uint8_t *a, uint8_t *b, unsigned shift, size_t bytes)
{
    if (shift == PERMKERN_ANY_BLOCK) {
        permkern_exchange_runs(a, b, bytes);
    } else {
        const uint64_t kept = permkern_load_block(a, shift);
        permkern_store_block(a, shift, permkern_load_block(b, shift));
        permkern_store_block(b, shift, kept);
    }
}

/*
 * Loads 1 << shift bytes, at most 8, from any address. The first byte becomes the lowest. fits: p is aligned for the
 * block. Big-endian targets load single bytes, and so do targets that trap on unaligned words, unless `fits`.
 */
PERMKERN_INLINE uint64_t permkern_gather(const uint8_t *p, unsigned shift, bool fits)
{
    if (PERMKERN_WORD_TILES && (PERMKERN_UNALIGNED || fits)) {
        return permkern_load_block(p, shift);
    }
    uint32_t half[2] = {0, 0};
    PERMKERN_UNROLL
    for (unsigned k = 0; k < 1U << shift; k++) {
        half[k >> 2] |= (uint32_t)p[k] << (8 * (k & 3U)); /* narrow: a byte, widened */
    }
    return half[0] | (uint64_t)half[1] << 32;
}

PERMKERN_INLINE void permkern_scatter(uint8_t *p, unsigned shift, uint64_t value, bool fits)
{
    if (PERMKERN_WORD_TILES && (PERMKERN_UNALIGNED || fits)) {
        permkern_store_block(p, shift, value);
        return;
    }
    const uint32_t half[2] = {(uint32_t)value, (uint32_t)(value >> 32)}; /* narrow: the halves */
    PERMKERN_UNROLL
    for (unsigned k = 0; k < 1U << shift; k++) {
        p[k] = (uint8_t)(half[k >> 2] >> (8 * (k & 3U))); /* narrow: a byte */
    }
}

/*
 * Copies a block of 1 << shift bytes (fits: both addresses are aligned), or `bytes` bytes if shift is
 * PERMKERN_ANY_BLOCK.
 */
PERMKERN_INLINE void permkern_copy_block(const uint8_t *from, uint8_t *to, unsigned shift, bool fits, size_t bytes)
{
    if (shift == PERMKERN_ANY_BLOCK) {
        permkern_copy(from, to, bytes);
    } else if (fits) {
        permkern_store_block(to, shift, permkern_load_block(from, shift));
    } else {
        permkern_scatter(to, shift, permkern_gather(from, shift, false), false);
    }
}

/*
 * Loads a tile and transposes it. lanes: elements in a word: 4 (tiles of 4 x 4), 2 or 1 (2 x 2). stride: bytes from row
 * to row, modulo SIZE_MAX + 1. fits: see permkern_gather.
 */
PERMKERN_INLINE void permkern_load_tile(uint32_t *row, const uint8_t *p, size_t stride, unsigned lanes, bool fits)
{
    if (lanes == 1) {
        row[0] = permkern_load32(p);
        row[2] = permkern_load32(p + 4);
        row[1] = permkern_load32(p + stride);
        row[3] = permkern_load32(p + stride + 4);
        return;
    }
    size_t at = 0;
    PERMKERN_UNROLL
    for (unsigned k = 0; k < lanes; k++) {
        row[k] = (uint32_t)permkern_gather(permkern_at(p, at), 2, fits); /* narrow: four bytes */
        at += stride;
    }
    if (lanes == 4) {
        permkern_turn_tile8(&row[0], &row[1], &row[2], &row[3]);
    } else {
        permkern_swap16(&row[0], &row[1]);
    }
}

PERMKERN_INLINE void permkern_store_tile(uint8_t *p, const uint32_t *row, size_t stride, unsigned lanes, bool fits)
{
    if (lanes == 1) {
        permkern_store32(p, row[0]);
        permkern_store32(p + 4, row[1]);
        permkern_store32(p + stride, row[2]);
        permkern_store32(p + stride + 4, row[3]);
        return;
    }
    size_t at = 0;
    PERMKERN_UNROLL
    for (unsigned k = 0; k < lanes; k++) {
        permkern_scatter(p + at, 2, row[k], fits);
        at += stride;
    }
}

/* Transposes a tile in place. back: reverses its row order first. */
PERMKERN_INLINE void permkern_turn_rows(uint8_t *p, unsigned lanes, size_t stride, bool back, bool fits)
{
    uint32_t row[4];
    const size_t last = lanes == 4 ? 3 * stride : stride;
    permkern_load_tile(row, back ? p + last : p, back ? 0 - stride : stride, lanes, fits);
    permkern_store_tile(p, row, stride, lanes, fits);
}

/*
 * Transposes `tiles` tiles in place, each with `lanes` rows: at most 8 contiguous words. apart: at first each row holds
 * one word of every tile, and afterwards the tiles are adjacent. Otherwise the two layouts are exchanged.
 */
PERMKERN_INLINE void permkern_turn_block(uint8_t *p, unsigned lanes, unsigned tiles, bool apart, bool fits)
{
    uint32_t word[8]; /* tile after tile */
    const size_t across = (size_t)4 * tiles;
    PERMKERN_UNROLL
    for (unsigned k = 0; k < tiles; k++) {
        const size_t own = permkern_product(k, lanes);
        permkern_load_tile(&word[own], p + 4 * (apart ? k : own), apart ? across : 4, lanes, fits);
    }
    PERMKERN_UNROLL
    for (unsigned k = 0; k < tiles; k++) {
        const size_t own = permkern_product(k, lanes);
        permkern_store_tile(p + 4 * (apart ? own : k), &word[own], apart ? 4 : across, lanes, fits);
    }
}

/* Exchanges two blocks once: only if `from` is above `to`. Both are offsets. */
PERMKERN_INLINE void permkern_swap(uint8_t *data, size_t to, size_t from, unsigned shift, size_t bytes)
{
    if (from > to) {
        permkern_exchange(data + to, data + from, shift, bytes);
    }
}

/* Exchanges the blocks below the diagonal with the blocks above it, for rows `first` to count - 1. */
PERMKERN_INLINE void permkern_exchange_rows(uint8_t *data, size_t stride, size_t first, size_t count, unsigned shift,
                                            size_t bytes)
{
    const uint8_t *diagonal = data + permkern_times(first, stride + bytes);
    uint8_t *row = data + permkern_times(first, stride);
    uint8_t *column = data + permkern_times(first, bytes);
    for (size_t left = count - first; left != 0; left--) {
        uint8_t *down = column;
        for (uint8_t *along = row; along != diagonal; along += bytes) {
            permkern_own_loop();
            permkern_exchange(down, along, shift, bytes);
            down += stride;
        }
        row += stride;
        column += bytes;
        diagonal += stride + bytes;
    }
}

/*
 * Transposes a square of count x count blocks in place. Blocks of 8, 16 and 32 bits move by tiles. stride: bytes from
 * row to row. shift, bytes: see permkern_exchange.
 */
PERMKERN_INLINE void permkern_square(uint8_t *data, size_t stride, size_t count, unsigned shift, size_t bytes)
{
#if PERMKERN_VECTOR
    if (shift != PERMKERN_ANY_BLOCK && permkern_vector_square(data, stride, count, shift)) {
        return;
    }
#endif
    const bool fits = shift == 2 ? PERMKERN_STRIPS && PERMKERN_FAST
                                 : PERMKERN_WORD_TILES && shift < 2 && permkern_words_fit(data, stride, data, stride);
    const unsigned lanes = 4U >> shift;
    const unsigned by = shift == 0 ? 2 : 1; /* log2 of a tile's rows */
    const size_t across = shift == 2 ? 8 : 4;
    const size_t tiles = fits ? count >> by : 0;
    uint8_t *diagonal = data;
    for (size_t left = tiles; left != 0; left--) {
        uint32_t above[4];
        uint32_t below[4];
        uint8_t *along = diagonal;
        uint8_t *down = diagonal;
        permkern_turn_rows(diagonal, lanes, stride, false, true);
        for (size_t rest = left - 1; rest != 0; rest--) {
            along += across;
            down += stride << by;
            permkern_load_tile(above, along, stride, lanes, true);
            permkern_load_tile(below, down, stride, lanes, true);
            permkern_store_tile(along, below, stride, lanes, true);
            permkern_store_tile(down, above, stride, lanes, true);
        }
        diagonal += (stride << by) + across;
    }
    permkern_exchange_rows(data, stride, tiles << by, count, shift, bytes);
}

/* True if b is a known power of two: then every core multiplies and divides by it with shifts. */
#if PERMKERN_HAS_BUILTIN(__builtin_constant_p)
#define PERMKERN_SHIFTS(b) (__builtin_constant_p(b) && ((b) & ((b)-1)) == 0)
#else
#define PERMKERN_SHIFTS(b) false
#endif

/* Returns a / b without a compiler library. b is not 0. */
PERMKERN_INLINE size_t permkern_quotient(size_t a, size_t b)
{
    if (PERMKERN_DIVIDE || PERMKERN_SHIFTS(b)) {
        return a / b;
    }
    size_t rest = 0;
    return permkern_divide_by_shifting(a, b, &rest);
}

/* Returns a * b modulo SIZE_MAX + 1. */
PERMKERN_INLINE size_t permkern_scaled(size_t a, size_t b)
{
    return PERMKERN_SHIFTS(b) ? a * b : permkern_times(a, b);
}

/* ---- cycles of pinned kernels ---- */

/*
 * One axis in the numbering of a cycle's positions. A position is the sum of index * digit over all axes; digits fall
 * from axis to axis. The next position in the cycle is a constant plus the sum of index * weight, modulo SIZE_MAX + 1.
 * All numbers count blocks.
 */
typedef struct {
    size_t digit, weight;
} permkern_digit;

PERMKERN_INLINE size_t permkern_next(size_t place, size_t first, const permkern_digit *digit, unsigned rank)
{
    size_t next = first;
    PERMKERN_UNROLL
    for (unsigned k = 0; k < rank; k++) {
        const size_t index = permkern_quotient(place, digit[k].digit);
        place -= permkern_scaled(index, digit[k].digit);
        next += permkern_scaled(index, digit[k].weight);
    }
    return next;
}

/*
 * Moves one cycle; blocks have 1 << shift bytes. A block goes to the next position, and the block found there goes on.
 */
PERMKERN_INLINE void permkern_push(uint8_t *at, size_t start, const permkern_digit *digit, unsigned rank,
                                   unsigned shift, bool fits)
{
    uint64_t held = permkern_gather(at + (start << shift), shift, fits);
    size_t place = start;
    do {
        place = permkern_next(place, 0, digit, rank);
        const uint64_t taken = permkern_gather(at + (place << shift), shift, fits);
        permkern_scatter(at + (place << shift), shift, held, fits);
        held = taken;
    } while (place != start);
}

/*
 * Moves one cycle the other way: each position gets the next position's block, and the last one gets the first block,
 * which was kept. Long blocks move 64 bytes at a time, each time along the whole cycle.
 */
PERMKERN_INLINE void permkern_pull(uint8_t *at, size_t start, size_t first, const permkern_digit *digit, unsigned rank,
                                   unsigned shift, bool fits, size_t block)
{
    uint64_t kept[8];
    for (size_t piece = 0; piece < block; piece += sizeof kept) {
        const size_t bytes = block - piece < sizeof kept ? block - piece : sizeof kept;
        uint8_t *const data = at + piece;
        size_t place = start;
        permkern_copy_block(data + permkern_scaled(start, block), (uint8_t *)kept, shift, fits, bytes);
        for (size_t next; (next = permkern_next(place, first, digit, rank)) != start; place = next) {
            permkern_copy_block(data + permkern_scaled(next, block), data + permkern_scaled(place, block), shift, fits,
                                bytes);
        }
        permkern_copy_block((const uint8_t *)kept, data + permkern_scaled(place, block), shift, fits, bytes);
    }
}

#endif /* PERMKERN_IN_PLACE_H */
