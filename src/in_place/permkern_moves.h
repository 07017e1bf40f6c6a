/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The state of permkern_run_in_place: a work whose two sides cover the same bytes without gaps. An axis that runs
 * backwards in the output is reversed on both sides. So the output's block (0, ..., 0) is the lowest, and input axes
 * that run backwards end there. Not installed.
 */
#ifndef PERMKERN_MOVES_H
#define PERMKERN_MOVES_H

#include "base/permkern_axis.h"
#include "in_place/permkern_in_place.h"

typedef enum {
    PERMKERN_METHOD_STAYS,  /* nothing moves */
    PERMKERN_METHOD_SQUARE, /* two axes exchange, each innermost on one side: permkern_square */
    PERMKERN_METHOD_SWAPS,  /* the permute is its own inverse: blocks are exchanged in pairs */
    PERMKERN_METHOD_TURNS,  /* without its reversed axes, the permute is its own inverse; a second pass reverses them */
    PERMKERN_METHOD_CYCLES  /* blocks follow each other along cycles */
} permkern_method;

/* An optional first pass that transposes tiles of narrow elements. row and col are axes of the work. */
typedef struct {
    unsigned rank; /* the work's rank; 0: no first pass */
    unsigned row;  /* innermost in the output */
    unsigned col;  /* innermost in the input */
    unsigned by;   /* log2 of a tile's rows and of a word's lanes */
    bool back;     /* the rows run backwards */
} permkern_tiles;

/* Blocks (elements, tile words or runs) and their axes in output order. */
typedef struct {
    permkern_axis axis[PERMKERN_WALK_AXES];
    unsigned rank;
    unsigned movers; /* moving axes, whose strides differ, as bits */
    unsigned first;  /* the outermost moving axis */
    size_t block;    /* bytes */
    permkern_method method;
    permkern_tiles tiles;
} permkern_moves;

#define PERMKERN_ANY_BLOCK 4U /* the shift for blocks of any size and alignment */

/* Returns log2 of a block's bytes if it can be loaded and stored as an element, else the shift for any block. */
static inline unsigned permkern_block_shift(const uint8_t *data, size_t block)
{
    unsigned shift = 0;
    while (shift < PERMKERN_ANY_BLOCK && block != (size_t)1 << shift) {
        shift++;
    }
    (void)data;
    return PERMKERN_UNALIGNED || ((uintptr_t)data & permkern_align_mask(shift & 3U)) == 0 ? shift : PERMKERN_ANY_BLOCK;
}

/* Returns the bytes in the bit set `done`, which has a bit for each block along the moving axes. */
size_t permkern_cycle_bytes(const permkern_moves *m);

void permkern_move_cycles(const permkern_moves *m, uint8_t *data, uint8_t *done);

/*
 * If rows and columns of 8-bit or 16-bit elements fill whole words, changes *m to the permutation of words that is left
 * after permkern_turn_tiles. Otherwise returns false.
 */
bool permkern_take_words(permkern_moves *m);

/* axis: the work's axes. */
void permkern_turn_tiles(const permkern_tiles *t, const permkern_axis *axis, uint8_t *data);

#endif /* PERMKERN_MOVES_H */
