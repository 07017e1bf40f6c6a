/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Hosts: many small blocks, each contiguous on both sides and permuted inside: batches of 3x3, pixels with reversed
 * channels. A block is too small for tiles. A byte shuffle by an index picks 16 output bytes from 16 input bytes, and
 * the results from several input registers are combined.
 */
#include "move/permkern_way.h"
#include "vector/look_up.h"

#if PERMKERN_VECTOR

#define MOST_REGISTERS (PERMKERN_BLOCK_BYTES / 16)

/*
 * Blocks, or groups of blocks that fill a register better. A group's registers are adjacent, except that the last one
 * ends with the group.
 */
typedef struct {
    unsigned axis;                        /* outermost axis inside a block */
    size_t bytes;                         /* per block */
    size_t low;                           /* bytes from the block's lowest input address to element (0, ..., 0) */
    size_t group;                         /* bytes per move: one block or several */
    uint8_t source[PERMKERN_BLOCK_BYTES]; /* input byte of each output byte in the group */
    permkern_bytes index[MOST_REGISTERS][MOST_REGISTERS]; /* shuffle index: [output register][input register] */
} permkern_blocks;

/* Finds the largest block that is not the whole work. Returns false if no block changes the order. */
static bool find_block(permkern_blocks *b, const permkern_axis *axis, unsigned rank, size_t size)
{
    size_t bytes = size;
    size_t span = size;
    size_t low = 0;
    b->axis = rank;
    for (unsigned k = rank - 1; k > 0 && axis[k].out_stride == bytes; k--) {
        const size_t reach = permkern_times(axis[k].extent - 1, permkern_length(axis[k].in_stride));
        bytes = permkern_times(bytes, axis[k].extent);
        span += reach;
        low += permkern_runs_back(axis[k].in_stride) ? reach : 0;
        if (bytes > PERMKERN_BLOCK_BYTES || span > PERMKERN_BLOCK_BYTES) {
            break;
        }
        if (span == bytes) {
            b->axis = k;
            b->bytes = bytes;
            b->low = low;
        }
    }
    return b->axis < rank - 1 || (b->axis == rank - 1 && axis[rank - 1].in_stride != size);
}

/* Fills in the input byte of each group byte; UINT8_MAX after a group that is shorter than a register. */
static void find_sources(permkern_blocks *b, const permkern_axis *axis, unsigned rank, size_t size)
{
    size_t have = 1;
    size_t end = size; /* fill up to here: one element, then one more axis each time, then more blocks */
    size_t step = 1;
    unsigned k = rank;
    for (size_t n = 0; n < 16; n++) {
        permkern_own_loop();
        b->source[n] = UINT8_MAX;
    }
    b->source[0] = (uint8_t)b->low; /* narrow: below PERMKERN_BLOCK_BYTES */
    for (;;) {
        for (size_t n = have; n < end; n++) {
            permkern_own_loop();
            b->source[n] = (uint8_t)(b->source[n - have] + step); /* narrow: modulo 256 */
        }
        if (end == b->group) {
            return;
        }
        have = end;
        step = k > b->axis ? axis[--k].in_stride : b->bytes;
        end = have == b->bytes ? b->group : have * axis[k].extent;
    }
}

/* The byte offset of a register in its group. The last register ends with the group. */
PERMKERN_INLINE size_t register_at(size_t number, size_t registers, size_t last)
{
    return number + 1 < registers ? 16 * number : last;
}

/* Fills in the shuffle indices. Byte numbers are below 128: signed comparisons serve, and take fewer instructions. */
PERMKERN_LOOK_UP_TARGET static void find_permutes(permkern_blocks *b, size_t registers)
{
    typedef int8_t signed_bytes __attribute__((vector_size(16)));
    const size_t last_at = b->group < 16 ? 0 : b->group - 16;
    for (size_t to = 0; to < registers; to++) {
        const signed_bytes source = (signed_bytes)permkern_load_bytes(b->source + register_at(to, registers, last_at));
        for (size_t from = 0; from < registers; from++) {
            const int8_t first = (int8_t)(16 * from);     /* narrow: below PERMKERN_BLOCK_BYTES */
            const int8_t last = (int8_t)(16 * from + 15); /* narrow: at most PERMKERN_BLOCK_BYTES */
            const uint8_t at = (uint8_t)register_at(from, registers, last_at); /* narrow: below PERMKERN_BLOCK_BYTES */
            const signed_bytes others = (source < first) | (source > last);    /* -1: not in this register */
            b->index[to][from] = ((permkern_bytes)source - at) | (permkern_bytes)others;
        }
    }
}

/* Moves `count` groups with `registers` registers each, a constant. */
PERMKERN_LOOK_UP_TARGET PERMKERN_INLINE void move_registers(const permkern_blocks *b, size_t registers,
                                                            const uint8_t *in, size_t in_step, uint8_t *out,
                                                            size_t out_step, size_t count)
{
    const size_t last_at = b->group - 16;
    for (; count != 0; count--) {
        permkern_bytes v[MOST_REGISTERS];
        PERMKERN_UNROLL
        for (size_t k = 0; k < registers; k++) {
            v[k] = permkern_load_bytes(in + register_at(k, registers, last_at));
        }
        PERMKERN_UNROLL
        for (size_t to = 0; to < registers; to++) {
            permkern_bytes w = permkern_look_up(v[0], b->index[to][0]);
            PERMKERN_UNROLL
            for (size_t from = 1; from < registers; from++) {
                w |= permkern_look_up(v[from], b->index[to][from]);
            }
            permkern_store_bytes(out + register_at(to, registers, last_at), w);
        }
        in = permkern_at(in, in_step);
        out = permkern_at_out(out, out_step);
    }
}

PERMKERN_LOOK_UP_TARGET static void move_groups(const permkern_blocks *b, size_t registers, const uint8_t *in,
                                                size_t in_step, uint8_t *out, size_t out_step, size_t count)
{
    switch (registers) {
    case 1:
        move_registers(b, 1, in, in_step, out, out_step, count);
        break;
    case 2:
        move_registers(b, 2, in, in_step, out, out_step, count);
        break;
    case 3:
        move_registers(b, 3, in, in_step, out, out_step, count);
        break;
    case 4:
        move_registers(b, 4, in, in_step, out, out_step, count);
        break;
    case 5:
        move_registers(b, 5, in, in_step, out, out_step, count);
        break;
    default:
        move_registers(b, 6, in, in_step, out, out_step, count);
        break;
    }
}

/*
 * Moves a contiguous line of at least 16 bytes, in groups of up to 16 bytes. Each store also writes some bytes after
 * its group, which the next store overwrites. The last groups write no extra bytes, and may overlap others.
 */
PERMKERN_LOOK_UP_TARGET static void move_line_of_groups(const permkern_blocks *b, const uint8_t *in, uint8_t *out,
                                                        size_t bytes)
{
    const permkern_bytes index = b->index[0][0];
    const uint8_t before = (uint8_t)(16 - b->group); /* narrow: at most 15 */
    uint8_t buffer[16];
    size_t at = 0;
#pragma GCC unroll 4
    for (; at + 16 <= bytes; at += b->group) {
        permkern_store_bytes(out + at, permkern_look_up(permkern_load_bytes(in + at), index));
    }
    for (; at < bytes; at += b->group) { /* load registers that end with the group */
        const size_t begin = at + b->group <= bytes ? at : bytes - b->group;
        permkern_store_bytes(buffer, permkern_look_up(permkern_load_bytes(in + begin - before), index + before));
        permkern_runs(buffer, 0, out + begin, 0, 1, b->group);
    }
}

/* With fewer blocks, finding the index takes longer than moving them. */
static size_t least_blocks(size_t registers)
{
    return 4 + registers * registers / 4;
}

bool permkern_vector_blocks(const permkern_vector_set *set, const permkern_axis *axis, unsigned form, const uint8_t *in,
                            uint8_t *out)
{
    const unsigned rank = permkern_form_rank(form);
    const size_t size = (size_t)1 << permkern_form_shift(form);
    permkern_blocks b;
    permkern_outer o;
    permkern_walk walk;
    if (set->small[0] == NULL || !find_block(&b, axis, rank, size)) {
        return false;
    }
    size_t blocks = 1;
    for (unsigned k = 0; k < b.axis; k++) {
        blocks = permkern_times(blocks, axis[k].extent);
    }
    const permkern_axis *const next = &axis[b.axis - 1];
    const bool joined = next->in_stride == b.bytes && next->out_stride == b.bytes;
    const size_t together = b.bytes > 8 ? 1 : 16 / b.bytes;
    b.group = b.bytes * together;
    const size_t registers = (b.group + 15) / 16;
    if (blocks < least_blocks(registers) * together || (b.bytes < 16 && (!joined || next->extent * b.bytes < 16))) {
        return false;
    }
    find_sources(&b, axis, rank, size);
    find_permutes(&b, registers);
    permkern_order_outer(&o, axis, rank, ~0U << b.axis);
    const permkern_axis *const near = &o.axis[o.rank - 1];
    permkern_walk_begin(&walk, o.axis, o.rank - 1);
    do {
        const uint8_t *const from = permkern_at(in, walk.in_at - b.low);
        uint8_t *const to = permkern_at_out(out, walk.out_at);
        if (b.bytes <= 16 && joined) { /* `near` is the next axis */
            move_line_of_groups(&b, from, to, near->extent * b.bytes);
        } else {
            move_groups(&b, registers, from, near->in_stride, to, near->out_stride, near->extent);
        }
    } while (permkern_walk_on(&walk, o.axis, o.rank - 1, 0));
    return true;
}

#endif /* PERMKERN_VECTOR */
