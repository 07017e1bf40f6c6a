/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts: in-place transposes of squares, and exchanges of runs, by vectors. */
#include "base/permkern_axis.h"
#include "move/permkern_way.h"
#include "vector/permkern_vector_set.h"

#if PERMKERN_VECTOR

/* Most rows of a block, which is square. In a buffer, its rows are an odd number of cache lines apart. */
#define MOST_SIDE 64U
#define BLOCK_PITCH (3 * PERMKERN_CACHE_LINE)

/* With fewer rows, words are faster, because they need no buffer. At 64 bits, half as many rows suffice. */
#define LEAST_COUNT 32U

typedef struct {
    const permkern_vector_set *set;
    size_t stride; /* bytes between rows of the square */
    unsigned shift;
    size_t side;  /* rows and columns of a whole block */
    bool crowded; /* rows of the square evict each other from the cache */
    permkern_strip *strip;
    size_t strip_rows;
    size_t square_at[2], buffer_at[2]; /* [1]: row[1] and col[1] of regular strips */
} permkern_host_square;

/* A block in the square or in a buffer. row_at: row offsets for strips. */
typedef struct {
    uint8_t *at;
    size_t stride;
    const size_t *row_at;
} square_block;

/* Transposes a block: out[c][r] = in[r][c]. */
static inline void turn_block(const permkern_host_square *s, square_block in, square_block out, size_t rows,
                              size_t cols)
{
    if (rows < s->side || cols < s->side) {
        const size_t size = (size_t)1 << s->shift;
        const permkern_axis axis[2] = {{cols, size, out.stride}, {rows, in.stride, size}};
        permkern_vector_tile(s->set, axis, permkern_form(2, s->shift), in.at, out.at);
        return;
    }
    for (size_t row = 0; row < rows; row += s->strip_rows) {
        s->strip(in.at + row * in.stride, in.row_at, out.at + (row << s->shift), out.row_at, cols);
    }
}

static inline void copy_rows(const permkern_host_square *s, square_block in, square_block out, size_t rows, size_t cols)
{
    const size_t bytes = cols << s->shift;
    permkern_copy_of(s->set, bytes)(in.at, in.stride, out.at, out.stride, rows, bytes);
}

/*
 * Transposes a block of rows x cols elements into the square. If rows of the square evict each other, the result goes
 * through a buffer, and then each row is written whole.
 */
static inline void put_block(const permkern_host_square *s, square_block in, square_block out, size_t rows, size_t cols)
{
    uint8_t buffer[MOST_SIDE * BLOCK_PITCH];
    const square_block turned = {buffer, BLOCK_PITCH, s->buffer_at};
    turn_block(s, in, s->crowded ? turned : out, rows, cols);
    if (s->crowded) {
        copy_rows(s, turned, out, cols, rows);
    }
}

/* Exchanges a block of rows x cols elements with its mirror image across the diagonal. low == high: on the diagonal. */
static void exchange_blocks(const permkern_host_square *s, uint8_t *low, uint8_t *high, size_t rows, size_t cols)
{
    uint8_t buffer[2][MOST_SIDE * BLOCK_PITCH];
    const square_block below = {low, s->stride, s->square_at};
    const square_block above = {high, s->stride, s->square_at};
    const square_block first = {buffer[0], BLOCK_PITCH, s->buffer_at};
    const square_block second = {buffer[1], BLOCK_PITCH, s->buffer_at};
    copy_rows(s, below, first, rows, cols);
    if (low != high && s->crowded) {
        copy_rows(s, above, second, cols, rows);
    }
    if (low != high) {
        put_block(s, s->crowded ? second : above, below, cols, rows);
    }
    put_block(s, first, above, rows, cols);
}

bool permkern_vector_square(uint8_t *data, size_t stride, size_t count, unsigned shift)
{
    permkern_host_square s;
    s.set = permkern_best_set();
    s.side = shift < 2 ? MOST_SIDE : 2 * PERMKERN_CACHE_LINE >> shift;
    if (count % s.side != 0 && count << shift <= BLOCK_PITCH) {
        s.side = MOST_SIDE; /* one block is better than a whole one and three small ones */
    }
    if (s.set == NULL || count < (shift < 3 ? LEAST_COUNT : LEAST_COUNT / 2)) {
        return false;
    }
    s.stride = stride;
    s.shift = shift;
    s.crowded = shift < 3 && permkern_crowds(stride, s.side);
    s.strip_rows = (size_t)1 << s.set->most_rows[shift];
    s.strip = permkern_find_strip(s.set, shift, s.set->most_rows[shift], 4 - shift, true);
    s.square_at[1] = stride;
    s.buffer_at[1] = BLOCK_PITCH;
    for (size_t i = 0; i < count; i += s.side) {
        const size_t rows = count - i < s.side ? count - i : s.side;
        for (size_t j = 0; j <= i; j += s.side) {
            const size_t cols = j == i ? rows : s.side;
            exchange_blocks(&s, data + i * stride + (j << shift), data + j * stride + (i << shift), rows, cols);
        }
    }
    return true;
}

size_t permkern_vector_exchange(uint8_t *a, uint8_t *b, size_t bytes)
{
    uint8_t buffer[512];
    const permkern_vector_set *const set = bytes < PERMKERN_CACHE_LINE ? NULL : permkern_best_set();
    for (size_t at = 0; set != NULL && at < bytes; at += sizeof buffer) {
        const size_t part = bytes - at < sizeof buffer ? bytes - at : sizeof buffer;
        permkern_run_move *const copy = permkern_copy_of(set, part);
        copy(a + at, 0, buffer, 0, 1, part);
        copy(b + at, 0, a + at, 0, 1, part);
        copy(buffer, 0, b + at, 0, 1, part);
    }
    return set == NULL ? 0 : bytes;
}

#endif /* PERMKERN_VECTOR */
