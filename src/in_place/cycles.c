/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Permutes in place along cycles. Each address gets the block from the next address in its cycle, and the last address
 * gets the first block. One bit for each block says whether the block has moved. (For matrices: E. G. Cate, D. W.
 * Twigg, Algorithm 513, ACM Transactions on Mathematical Software 3, 1977.)
 */
#include "in_place/permkern_moves.h"

#define MOST_BYTES 64U /* longer blocks move in several rounds, each through the stack */

/*
 * The axes that move, the output's innermost first. Their `count` blocks are numbered in output order. A step along
 * axis k adds out[k] to the block number, bytes[k] to its address, and in[k] to its source's number. Block 0 has source
 * `first`.
 */
typedef struct {
    size_t in[PERMKERN_WALK_AXES], out[PERMKERN_WALK_AXES], bytes[PERMKERN_WALK_AXES];
    unsigned rank;
    size_t first, count;
    bool gaps; /* between blocks: an axis that stays lies inside one that moves */
} cycles;

/* Returns the number of blocks along all moving axes with input strides below `step`. */
static size_t blocks_inside(const permkern_moves *m, size_t step)
{
    size_t blocks = 1;
    for (unsigned k = 0; k < m->rank; k++) {
        if ((m->movers >> k & 1U) != 0 && permkern_length(m->axis[k].in_stride) < step) {
            blocks = permkern_times(blocks, m->axis[k].extent);
        }
    }
    return blocks;
}

static void find_cycles(const permkern_moves *m, cycles *c)
{
    c->rank = 0;
    c->count = 1;
    c->first = 0;
    c->gaps = false;
    for (unsigned k = m->rank; k-- > 0;) {
        const permkern_axis *const axis = &m->axis[k];
        if ((m->movers >> k & 1U) != 0) {
            const size_t inside = blocks_inside(m, permkern_length(axis->in_stride));
            const bool back = permkern_runs_back(axis->in_stride);
            c->in[c->rank] = back ? 0 - inside : inside;
            c->first += back ? permkern_times(axis->extent - 1, inside) : 0;
            c->out[c->rank] = c->count;
            c->bytes[c->rank] = axis->out_stride;
            c->gaps = c->gaps || axis->out_stride != permkern_times(c->count, m->block);
            c->count = permkern_times(c->count, axis->extent);
            c->rank++;
        }
    }
}

size_t permkern_cycle_bytes(const permkern_moves *m)
{
    return (blocks_inside(m, SIZE_MAX) - 1) / 8 + 1;
}

/* Returns a / b without a compiler library. b is not 0. */
PERMKERN_INLINE size_t quotient(size_t a, size_t b)
{
#if PERMKERN_DIVIDE
    return a / b;
#else
    size_t rest = 0;
    return permkern_divide_by_shifting(a, b, &rest);
#endif
}

/* Returns the source's number for a block. Sets *at to the offset of the block's address. */
PERMKERN_INLINE size_t source_of(const cycles *c, unsigned rank, size_t number, size_t *at)
{
    size_t from = c->first;
    size_t offset = 0;
    for (unsigned k = rank - 1; k != 0; k--) {
        const size_t digit = quotient(number, c->out[k]); /* analyzer: find_cycles set them */
        number -= permkern_times(digit, c->out[k]);
        from += permkern_steps(digit, c->in[k]);
        offset += permkern_times(digit, c->bytes[k]);
    }
    *at = offset + permkern_times(number, c->bytes[0]);
    return from + permkern_steps(number, c->in[0]);
}

static inline void mark(uint8_t *done, size_t number)
{
    done[number >> 3] |= (uint8_t)(1U << (number & 7U)); /* narrow: a bit of a byte */
}

/* Copies an aligned block of 1 << shift bytes, or `bytes` bytes if blocks have any size and alignment. */
PERMKERN_INLINE void copy_block(const uint8_t *from, uint8_t *to, unsigned shift, size_t bytes)
{
    if (shift == PERMKERN_ANY_BLOCK) {
        permkern_copy(from, to, bytes);
    } else {
        permkern_store_block(to, shift, permkern_load_block(from, shift));
    }
}

/*
 * Moves one cycle of blocks, and marks them. A block has 1 << shift bytes. If blocks have any size and alignment, moves
 * only `bytes` bytes of each; `data` points to these bytes in block 0. Returns the number of blocks.
 */
PERMKERN_INLINE size_t follow(const cycles *c, unsigned rank, unsigned shift, size_t bytes, uint8_t *data,
                              uint8_t *done, size_t start)
{
    uint64_t kept[MOST_BYTES / 8]; /* the first block, stored last */
    uint8_t *to = (uint8_t *)kept;
    size_t at = 0;
    size_t moved = 0;
    size_t number = start;
    do {
        const size_t next = source_of(c, rank, number, &at);
        uint8_t *const from = data + (shift == PERMKERN_ANY_BLOCK ? at : number << shift);
        mark(done, number);
        copy_block(from, to, shift, bytes);
        to = from;
        number = next;
        moved++;
    } while (number != start);
    copy_block((const uint8_t *)kept, to, shift, bytes);
    return moved;
}

/* follow for elements. Inlined for two and three axes. */
PERMKERN_INLINE size_t follow_elements(const cycles *c, unsigned rank, unsigned shift, uint8_t *data, uint8_t *done,
                                       size_t start)
{
    return shift == 0   ? follow(c, rank, 0, 0, data, done, start)
           : shift == 1 ? follow(c, rank, 1, 0, data, done, start)
           : shift == 2 ? follow(c, rank, 2, 0, data, done, start)
                        : follow(c, rank, 3, 0, data, done, start);
}

/* Moves one cycle, long blocks in several rounds. Returns the cycle's length. */
static PERMKERN_OUT_OF_LINE size_t follow_blocks(const cycles *PERMKERN_RESTRICT c, size_t block, uint8_t *data,
                                                 uint8_t *done, size_t start)
{
    const unsigned shift = permkern_block_shift(data, block);
    size_t moved = 0;
    if (!c->gaps && shift != PERMKERN_ANY_BLOCK && c->rank == 2) {
        return follow_elements(c, 2, shift, data, done, start);
    }
    if (!c->gaps && shift != PERMKERN_ANY_BLOCK && c->rank == 3) {
        return follow_elements(c, 3, shift, data, done, start);
    }
    for (size_t at = 0; at < block; at += MOST_BYTES) {
        const size_t bytes = block - at < MOST_BYTES ? block - at : MOST_BYTES;
        moved = follow(c, c->rank, PERMKERN_ANY_BLOCK, bytes, data + at, done, start);
    }
    return moved;
}

/* Starts each cycle at its lowest number, which no earlier cycle has marked. */
static void follow_all(const cycles *c, size_t block, uint8_t *data, uint8_t *done)
{
    size_t left = c->count;
    for (size_t k = 0; k <= (c->count - 1) / 8; k++) {
        permkern_own_loop();
        done[k] = 0;
    }
    for (size_t number = 0; left != 0; number++) {
        if (done[number >> 3] == UINT8_MAX) {
            number |= 7U;
        } else if ((done[number >> 3] >> (number & 7U) & 1U) == 0) {
            left -= follow_blocks(c, block, data, done, number);
        }
    }
}

void permkern_move_cycles(const permkern_moves *m, uint8_t *data, uint8_t *done)
{
    permkern_walk walk;
    cycles c;
    find_cycles(m, &c);
    permkern_walk_begin(&walk, m->axis, m->rank);
    do {
        follow_all(&c, m->block, data + walk.out_at, done);
    } while (permkern_walk_on(&walk, m->axis, m->rank, m->movers));
}
