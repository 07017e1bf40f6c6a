/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The state of permkern_run_in_place: a work whose two sides are the same bytes, without gaps. Every axis runs forwards
 * in the output: one that does not is turned round, on both sides. So block (0, ..., 0) of the output is the lowest;
 * in the input, axes that run backwards end there. Not installed.
 */
#ifndef PERMKERN_MOVES_H
#define PERMKERN_MOVES_H

#include "base/permkern_axis.h"
#include "in_place/permkern_in_place.h"

typedef enum {
    PERMKERN_METHOD_STAYS,  /* nothing moves */
    PERMKERN_METHOD_SQUARE, /* two axes exchange, each innermost on one side: permkern_square */
    PERMKERN_METHOD_SWAPS,  /* the permute is its own inverse: blocks are exchanged in pairs */
    PERMKERN_METHOD_TURNS,  /* the permute without reversals is its own inverse; a second pass reverses axes */
    PERMKERN_METHOD_CYCLES  /* blocks follow each other along cycles */
} permkern_method;

/* A first pass: transposes the tiles of a plane of narrow elements. Rows and columns are axes of the work. */
typedef struct {
    unsigned rank; /* of the work; 0: no such pass */
    unsigned row;  /* innermost in the output */
    unsigned col;  /* innermost in the input */
    unsigned by;   /* log2 of the elements in a word; a tile has as many rows */
    bool back;     /* the rows run backwards */
} permkern_tiles;

/* Blocks (elements, words of tiles, or runs) and their axes in output order. */
typedef struct {
    permkern_axis axis[PERMKERN_WALK_AXES];
    unsigned rank;
    unsigned movers; /* the axes whose strides differ, as bits */
    unsigned first;  /* the outermost of them */
    size_t block;    /* bytes */
    permkern_method method;
    permkern_tiles tiles;
} permkern_moves;

/* log2 of a block's bytes, if it may be loaded and stored as an element; otherwise PERMKERN_ANY_BLOCK. */
static inline unsigned permkern_block_shift(const uint8_t *data, size_t block)
{
    unsigned shift = 0;
    while (shift < PERMKERN_ANY_BLOCK && block != (size_t)1 << shift) {
        shift++;
    }
    const bool fits = PERMKERN_UNALIGNED || ((uintptr_t)data & permkern_align_mask(shift & 3U)) == 0;
    return fits ? shift : PERMKERN_ANY_BLOCK;
}

/* The bytes of the bit set `done`: a bit for each block that moves, not counting axes that stay. */
size_t permkern_cycle_bytes(const permkern_moves *m);

void permkern_move_cycles(const permkern_moves *m, uint8_t *data, uint8_t *done);

/*
 * If words hold both rows and columns of elements of 8 or 16 bits, turns `m` into the move of words that is left after
 * permkern_turn_tiles. Otherwise returns false.
 */
bool permkern_take_words(permkern_moves *m);

/* axis: those of the work. */
void permkern_turn_tiles(const permkern_tiles *t, const permkern_axis *axis, uint8_t *data);

#endif /* PERMKERN_MOVES_H */
