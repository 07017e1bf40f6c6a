/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What moves elements where they lie: squares and swaps (squares.c), which in_place.c and pinned kernels that
 * permute in place share. Nothing here is linked into a program that permutes from buffer to buffer alone. Not
 * installed.
 */
#ifndef PERMKERN_IN_PLACE_H
#define PERMKERN_IN_PLACE_H

#include "base/permkern_arith.h"
#include "move/permkern_word.h"

/*
 * Transposes a square of count x count elements where it lies. Its rows are `stride` bytes apart, and data, the first
 * element, is aligned for one.
 */
void permkern_square8(uint8_t *data, size_t stride, size_t count);
void permkern_square16(uint8_t *data, size_t stride, size_t count);
void permkern_square32(uint8_t *data, size_t stride, size_t count);
void permkern_square64(uint8_t *data, size_t stride, size_t count);

/* The same for runs of so many bytes in place of elements, at any alignment. */
void permkern_square_runs(uint8_t *data, size_t stride, size_t count, size_t bytes);

/* Exchanges two runs of so many bytes, which do not overlap, at any alignment. */
void permkern_exchange(uint8_t *a, uint8_t *b, size_t bytes);

PERMKERN_INLINE void permkern_exchange_blocks(uint8_t *a, uint8_t *b, unsigned shift)
{
    const uint64_t kept = permkern_load_block(a, shift);
    permkern_store_block(a, shift, permkern_load_block(b, shift));
    permkern_store_block(b, shift, kept);
}

/*
 * Four bytes from any address as a word whose low end is the first of them. Where words trap unless they are aligned,
 * or have their first byte elsewhere, it is put together. fits: the address is aligned for a word, or need not be.
 */
PERMKERN_INLINE uint32_t permkern_gather(const uint8_t *p, bool fits)
{
    const bool whole = PERMKERN_UNALIGNED ? true : fits;
    if (PERMKERN_WORD_TILES && whole) {
        return permkern_load32(p);
    }
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

PERMKERN_INLINE void permkern_scatter(uint8_t *p, uint32_t word, bool fits)
{
    const bool whole = PERMKERN_UNALIGNED ? true : fits;
    if (PERMKERN_WORD_TILES && whole) {
        permkern_store32(p, word);
    } else {
        p[0] = (uint8_t)word;
        p[1] = (uint8_t)(word >> 8);
        p[2] = (uint8_t)(word >> 16);
        p[3] = (uint8_t)(word >> 24);
    }
}

/* A block of 2, 4 or 8 bytes at any address, for what moves it as it is. */
PERMKERN_INLINE uint64_t permkern_gather_block(const uint8_t *p, unsigned shift)
{
    if (PERMKERN_UNALIGNED) {
        return permkern_load_block(p, shift);
    }
    if (shift == 1) {
        return p[0] | (unsigned)p[1] << 8;
    }
    return permkern_gather(p, false) | (shift == 3 ? (uint64_t)permkern_gather(p + 4, false) << 32 : 0);
}

PERMKERN_INLINE void permkern_scatter_block(uint8_t *p, unsigned shift, uint64_t value)
{
    if (PERMKERN_UNALIGNED) {
        permkern_store_block(p, shift, value);
    } else if (shift == 1) {
        p[0] = (uint8_t)value;
        p[1] = (uint8_t)(value >> 8);
    } else {
        permkern_scatter(p, (uint32_t)value, false); /* narrow: the low half */
        if (shift == 3) {
            permkern_scatter(p + 4, (uint32_t)(value >> 32), false); /* narrow: the high half */
        }
    }
}

/* Transposes a tile of 2 x 2 elements of 16 bits that words hold, a row each. */
PERMKERN_INLINE void permkern_turn_tile16(uint32_t *a, uint32_t *b)
{
    permkern_swap16(a, b);
}

/*
 * Transposes a tile where it lies, a word for each of its rows, which are `stride` bytes apart. back: the last of them
 * counts as the first. fits: as permkern_gather has it.
 */
PERMKERN_INLINE void permkern_turn_rows8(uint8_t *p, size_t stride, bool back, bool fits)
{
    const size_t last = 3 * stride;
    uint32_t a = permkern_gather(p + (back ? last : 0), fits);
    uint32_t b = permkern_gather(p + (back ? 2 * stride : stride), fits);
    uint32_t c = permkern_gather(p + (back ? stride : 2 * stride), fits);
    uint32_t d = permkern_gather(p + (back ? 0 : last), fits);
    permkern_turn_tile8(&a, &b, &c, &d);
    permkern_scatter(p, a, fits);
    permkern_scatter(p + stride, b, fits);
    permkern_scatter(p + 2 * stride, c, fits);
    permkern_scatter(p + last, d, fits);
}

PERMKERN_INLINE void permkern_turn_rows16(uint8_t *p, size_t stride, bool back, bool fits)
{
    uint32_t a = permkern_gather(p + (back ? stride : 0), fits);
    uint32_t b = permkern_gather(p + (back ? 0 : stride), fits);
    permkern_turn_tile16(&a, &b);
    permkern_scatter(p, a, fits);
    permkern_scatter(p + stride, b, fits);
}

/*
 * Transposes `tiles` tiles of `lanes` rows that are neighbours in memory: 8 words at most. apart: they lie next
 * to each other, a word of each in a row, and become tile after tile. Otherwise the other way round.
 */
PERMKERN_INLINE void permkern_turn_block(uint8_t *p, size_t lanes, size_t tiles, bool apart, bool fits)
{
    uint32_t word[8]; /* of the tiles, one after the other */
    PERMKERN_UNROLL
    for (size_t tile = 0; tile < tiles; tile++) {
        uint32_t *const first = &word[permkern_product(tile, lanes)];
        PERMKERN_UNROLL
        for (size_t lane = 0; lane < lanes; lane++) {
            const size_t beside = permkern_product(lane, tiles) + tile;
            first[lane] = permkern_gather(p + 4 * (apart ? beside : permkern_product(tile, lanes) + lane), fits);
        }
        if (lanes == 4) {
            permkern_turn_tile8(&first[0], &first[1], &first[2], &first[3]);
        } else {
            permkern_turn_tile16(&first[0], &first[1]);
        }
    }
    PERMKERN_UNROLL
    for (size_t tile = 0; tile < tiles; tile++) {
        PERMKERN_UNROLL
        for (size_t lane = 0; lane < lanes; lane++) {
            const size_t own = permkern_product(tile, lanes) + lane;
            permkern_scatter(p + 4 * (apart ? own : permkern_product(lane, tiles) + tile), word[own], fits);
        }
    }
}

/* a / b, where b is not 0, without a compiler library. */
PERMKERN_INLINE size_t permkern_quotient(size_t a, size_t b)
{
#if PERMKERN_DIVIDE
    return a / b;
#else
    size_t rest = 0;
    return permkern_divide_by_shifting(a, b, &rest);
#endif
}

#endif /* PERMKERN_IN_PLACE_H */
