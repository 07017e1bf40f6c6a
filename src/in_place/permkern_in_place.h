/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Squares, exchanges and cycles for permkern_run_in_place and pinned kernels in place. Other programs link nothing from
 * here. Not installed.
 */
#ifndef PERMKERN_IN_PLACE_H
#define PERMKERN_IN_PLACE_H

#include "base/permkern_arith.h"
#include "move/permkern_word.h"
#include "vector/permkern_vector.h"

#define BITS 8
#include "in_place/block.h"
#undef BITS
#define BITS 16
#include "in_place/block.h"
#undef BITS
#define BITS 32
#include "in_place/block.h"
#undef BITS
#define BITS 64
#include "in_place/block.h"
#undef BITS

/* Exchanges two runs of `bytes` bytes, at any alignment. They must not overlap. */
void permkern_exchange_runs(uint8_t *a, uint8_t *b, size_t bytes);

/* Transposes a square of count x count runs of `bytes` bytes. stride: bytes from row to row. */
PERMKERN_INLINE void permkern_square_runs(uint8_t *data, size_t stride, size_t count, size_t bytes)
{
    for (size_t left = count; left > 1; left--) { /* the first row and column of what is left */
        uint8_t *along = data;
        uint8_t *down = data;
        for (size_t k = left - 1; k != 0; k--) {
            along += bytes;
            down += stride;
            permkern_exchange_runs(down, along, bytes);
        }
        data += stride + bytes;
    }
}

/* Aligned words whose first byte is the lowest. */
#if PERMKERN_WORD_TILES
#define permkern_load_lanes permkern_load32
#define permkern_store_lanes permkern_store32
#else
#define permkern_load_lanes permkern_x32_gather
#define permkern_store_lanes permkern_x32_scatter
#endif

/* True if b is a known power of two: then every core multiplies and divides by it with shifts. */
#if PERMKERN_HAS_BUILTIN(__builtin_constant_p)
#define PERMKERN_SHIFTS(b) (__builtin_constant_p(b) && ((b) & ((b)-1)) == 0)
#else
#define PERMKERN_SHIFTS(b) false
#endif

/* Returns a / b without a compiler library. b is not 0. */
PERMKERN_INLINE size_t permkern_quotient(size_t a, size_t b)
{
#if PERMKERN_DIVIDE
    return a / b;
#else
    size_t rest = 0;
    return PERMKERN_SHIFTS(b) ? a / b : permkern_divide_by_shifting(a, b, &rest);
#endif
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
 * Moves one cycle of runs of `run` bytes: each position gets the next position's run, and the last one gets the first
 * run, which was kept. Long runs move 64 bytes at a time, each time along the whole cycle.
 */
PERMKERN_INLINE void permkern_pull_runs(uint8_t *at, size_t start, size_t first, const permkern_digit *digit,
                                        unsigned rank, size_t run)
{
    uint64_t kept[8];
    for (size_t piece = 0; piece < run; piece += sizeof kept) {
        const size_t bytes = run - piece < sizeof kept ? run - piece : sizeof kept;
        uint8_t *const data = at + piece;
        size_t place = start;
        permkern_copy(data + permkern_scaled(start, run), (uint8_t *)kept, bytes);
        for (size_t next; (next = permkern_next(place, first, digit, rank)) != start; place = next) {
            permkern_copy(data + permkern_scaled(next, run), data + permkern_scaled(place, run), bytes);
        }
        permkern_copy((const uint8_t *)kept, data + permkern_scaled(place, run), bytes);
    }
}

#endif /* PERMKERN_IN_PLACE_H */
