/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Permutes in place along cycles: a block goes to where another one lies, that one to where a third lies, until the
 * place of the first is reached. A bit set holds which places were visited. (For matrices: E. G. Cate, D. W. Twigg,
 * Algorithm 513, ACM Transactions on Mathematical Software 3, 1977.)
 */
#include "base/permkern_address.h"
#include "in_place/permkern_in_place.h"
#include "in_place/permkern_moves.h"

#define PIECE 64U /* bytes of a long block that move at once, through the stack */

/*
 * The axes that move, the innermost of the output first, in numbers of blocks: place p of the output, among `count`
 * that these axes have, comes from that whose number is `first` and the sum of p's indices, each times `in`. An index
 * is a digit of p, which counts `out` blocks, and `bytes` of memory.
 */
typedef struct {
    size_t in[PERMKERN_WALK_AXES], out[PERMKERN_WALK_AXES], bytes[PERMKERN_WALK_AXES];
    unsigned rank;
    size_t first, count;
    unsigned known; /* axes, if they are two or three without gaps between their blocks, otherwise 0 */
} cycles;

/* The blocks that an axis's step spans in the input, not counting axes that stay. */
static size_t blocks_inside(const permkern_moves *m, const permkern_axis *axis)
{
    size_t blocks = 1;
    for (unsigned k = 0; k < m->rank; k++) {
        const permkern_axis *const other = &m->axis[k];
        if (!permkern_axis_stays(other) && permkern_length(other->in_stride) < permkern_length(axis->in_stride)) {
            blocks = permkern_times(blocks, other->extent);
        }
    }
    return blocks;
}

static void find_cycles(const permkern_moves *m, cycles *c)
{
    c->rank = 0;
    c->count = 1;
    c->first = 0;
    for (unsigned k = m->rank; k-- > 0;) {
        const permkern_axis *const axis = &m->axis[k];
        if (!permkern_axis_stays(axis)) {
            const size_t inside = blocks_inside(m, axis);
            const bool back = permkern_runs_back(axis->in_stride);
            c->in[c->rank] = back ? 0 - inside : inside;
            c->first += back ? permkern_times(axis->extent - 1, inside) : 0;
            c->out[c->rank] = c->count;
            c->bytes[c->rank] = axis->out_stride;
            c->count = permkern_times(c->count, axis->extent);
            c->rank++;
        }
    }
    c->known = c->rank == 2 || c->rank == 3 ? c->rank : 0;
    for (unsigned k = 0; k < c->rank; k++) {
        c->known = c->bytes[k] == permkern_times(c->out[k], m->block) ? c->known : 0;
    }
}

size_t permkern_cycle_bytes(const permkern_moves *m)
{
    size_t count = 1;
    for (unsigned k = 0; k < m->rank; k++) {
        if (!permkern_axis_stays(&m->axis[k])) {
            count = permkern_times(count, m->axis[k].extent);
        }
    }
    return (count - 1) / 8 + 1;
}

bool permkern_block_fits(const uint8_t *data, size_t block)
{
    if (block > 8 || (block & (block - 1)) != 0) {
        return false;
    }
    return PERMKERN_UNALIGNED || ((uintptr_t)data & (block == 8 ? permkern_align_mask(3) : block - 1)) == 0;
}

/* The place that a place's block comes from. *at = where the place lies. */
static size_t source_of(const cycles *c, size_t place, size_t *at)
{
    size_t from = c->first;
    size_t offset = 0;
    for (unsigned k = c->rank - 1; k != 0; k--) {
        const size_t digit = permkern_quotient(place, c->out[k]);
        place -= permkern_times(digit, c->out[k]);
        from += permkern_steps(digit, c->in[k]);
        offset += permkern_times(digit, c->bytes[k]);
    }
    *at = offset + permkern_times(place, c->bytes[0]);
    return from + permkern_steps(place, c->in[0]);
}

/* The same for two or three axes, in variables that stay in registers whatever is stored. */
typedef struct {
    size_t first, out1, out2, in0, in1, in2;
} cycle_steps;

PERMKERN_INLINE size_t step_from(const cycle_steps *s, unsigned rank, size_t place)
{
    size_t from = s->first;
    if (rank == 3) {
        const size_t digit = permkern_quotient(place, s->out2);
        place -= permkern_times(digit, s->out2);
        from += permkern_steps(digit, s->in2);
    }
    const size_t digit = permkern_quotient(place, s->out1);
    place -= permkern_times(digit, s->out1);
    return from + permkern_steps(digit, s->in1) + permkern_steps(place, s->in0);
}

static inline void mark_place(uint8_t *done, size_t place)
{
    done[place >> 3] |= (uint8_t)(1U << (place & 7U)); /* narrow: a bit of a byte */
}

/*
 * Moves blocks of 1 << shift bytes along the cycle of a place, and marks its places. Returns their number. Inlined for
 * each width, and for two and three axes.
 */
PERMKERN_INLINE size_t follow(const cycles *c, unsigned rank, unsigned shift, uint8_t *data, uint8_t *done,
                              size_t start)
{
    /* analyzer: find_cycles set two or three axes */
    const cycle_steps s = {c->first, c->out[1], rank == 3 ? c->out[2] : 0,
                           c->in[0], c->in[1],  rank == 3 ? c->in[2] : 0}; /* analyzer: find_cycles set them */
    size_t place = start;
    size_t moved = 1;
    const uint64_t kept = permkern_load_block(data + (start << shift), shift);
    mark_place(done, start);
    for (;; moved++) {
        const size_t next = step_from(&s, rank, place);
        if (next == start) {
            break;
        }
        mark_place(done, next);
        permkern_store_block(data + (place << shift), shift, permkern_load_block(data + (next << shift), shift));
        place = next;
    }
    permkern_store_block(data + (place << shift), shift, kept);
    return moved;
}

/* The same for a piece of every block, at most PIECE bytes, at any alignment. */
static size_t follow_piece(const cycles *c, size_t bytes, uint8_t *data, uint8_t *done, size_t start)
{
    uint32_t kept[PIECE / 4];
    size_t at = 0;
    size_t next = 0;
    size_t place = source_of(c, start, &at);
    size_t moved = 1;
    permkern_copy(data + at, (uint8_t *)kept, bytes);
    mark_place(done, start);
    for (; place != start; moved++) {
        mark_place(done, place);
        place = source_of(c, place, &next);
        permkern_copy(data + next, data + at, bytes);
        at = next;
    }
    permkern_copy((const uint8_t *)kept, data + at, bytes);
    return moved;
}

static size_t follow_pieces(const cycles *c, size_t block, uint8_t *data, uint8_t *done, size_t start)
{
    size_t moved = 0;
    size_t at = 0;
    for (; block - at > PIECE; at += PIECE) {
        (void)follow_piece(c, PIECE, data + at, done, start);
    }
    moved = follow_piece(c, block - at, data + at, done, start);
    return moved;
}

PERMKERN_INLINE size_t follow_known(const cycles *c, unsigned rank, size_t block, uint8_t *data, uint8_t *done,
                                    size_t start)
{
    switch (block) {
    case 1:
        return follow(c, rank, 0, data, done, start);
    case 2:
        return follow(c, rank, 1, data, done, start);
    case 4:
        return follow(c, rank, 2, data, done, start);
    default:
        return follow(c, rank, 3, data, done, start);
    }
}

static PERMKERN_OUT_OF_LINE size_t follow_blocks(const cycles *c, size_t block, uint8_t *data, uint8_t *done,
                                                 size_t start)
{
    if (c->known == 0 || !permkern_block_fits(data, block)) {
        return follow_pieces(c, block, data, done, start);
    }
    return c->known == 2 ? follow_known(c, 2, block, data, done, start) : follow_known(c, 3, block, data, done, start);
}

/* The lowest place of a byte of the bit set that is not marked; there is one. */
static inline size_t first_open(const uint8_t *done, size_t byte)
{
    size_t place = byte * 8;
    for (unsigned marks = done[byte]; (marks & 1U) != 0; marks >>= 1) {
        place++;
    }
    return place;
}

/* Follows each cycle from the lowest of its places: the first that no cycle before it has marked. */
static void follow_all(const cycles *c, size_t block, uint8_t *data, uint8_t *done)
{
    size_t left = c->count;
    for (size_t k = 0; k <= (c->count - 1) / 8; k++) {
        permkern_own_loop();
        done[k] = 0;
    }
    for (size_t byte = 0; left != 0; byte++) {
        while (left != 0 && done[byte] != UINT8_MAX) {
            left -= follow_blocks(c, block, data, done, first_open(done, byte));
        }
    }
}

void permkern_move_cycles(const permkern_moves *m, uint8_t *data, uint8_t *done)
{
    const unsigned movers = permkern_movers(m);
    permkern_walk walk;
    cycles c;
    find_cycles(m, &c);
    permkern_walk_begin(&walk, m->axis, m->rank);
    do {
        follow_all(&c, m->block, data + walk.out_at, done);
    } while (permkern_walk_on(&walk, m->axis, m->rank, movers));
}
