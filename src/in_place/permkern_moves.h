/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What in_place.c and cycles.c share: a work whose two sides are the same bytes, without a gap. Here every axis
 * runs forwards in the output: one that does not is turned round, on both sides. Block (0, ..., 0) of the output then
 * is the first of all, and that of the input is where the axes that run backwards have their last one. Not installed.
 */
#ifndef PERMKERN_MOVES_H
#define PERMKERN_MOVES_H

#include "base/permkern_walk.h"

typedef enum {
    PERMKERN_IN_PLACE_SQUARE, /* two axes of elements change places, by functions of src/in_place/squares.c */
    PERMKERN_IN_PLACE_SWAPS,  /* what moves a block from one place to another moves that one's block back */
    PERMKERN_IN_PLACE_TURNS,  /* the same, once the axes that run backwards have been reversed */
    PERMKERN_IN_PLACE_CYCLES  /* blocks follow each other along cycles */
} permkern_in_place_way;

/* What is to be moved: blocks, which are elements or runs, by their axes in output order. */
typedef struct {
    permkern_axis axis[PERMKERN_WALK_AXES];
    unsigned rank;
    size_t block; /* bytes */
    permkern_in_place_way way;
} permkern_moves;

static inline bool permkern_axis_stays(const permkern_axis *axis)
{
    return axis->in_stride == axis->out_stride;
}

/* The axes that move, as bits: an odometer over the others goes to all places at which these move alike. */
static inline unsigned permkern_movers(const permkern_moves *m)
{
    unsigned movers = 0;
    for (unsigned k = 0; k < m->rank; k++) {
        movers |= permkern_axis_stays(&m->axis[k]) ? 0 : 1U << k;
    }
    return movers;
}

/* True if blocks may be loaded and stored as elements of so many bytes, 1, 2, 4 or 8: they are aligned, or need not be.
 */
bool permkern_block_fits(const uint8_t *data, size_t block);

/* The bytes of the bit set that permkern_move_cycles needs: a bit for each block that moves among those alike. */
size_t permkern_cycle_bytes(const permkern_moves *m);

/* Moves blocks along their cycles. */
void permkern_move_cycles(const permkern_moves *m, uint8_t *data, uint8_t *done);

/*
 * For elements of 8 and 16 bits of which both sides have whole words: turns `m` into what is left to move, words, once
 * tiles are transposed in registers; does so in data, if that is not NULL. False if there are no such words.
 */
bool permkern_take_words(permkern_moves *m, uint8_t *data);

#endif /* PERMKERN_MOVES_H */
