/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Hosts: planes of short runs (3, 5 to 7, or 9 to 15 bytes): RGB pixels, vectors of three floats. A register loads runs
 * from several rows, each into a lane that is larger than the run. One byte shuffle closes the gaps. Each store writes
 * some bytes too many, which the next store overwrites.
 */
#include "move/permkern_way.h"
#include "vector/look_up.h"

#if PERMKERN_VECTOR

/* Rows per pass: their lines stay in the L1 cache until all columns have been moved. */
#define NEAR_ROWS 256U

/* Loads one lane per row. lane: 4, 8 or 16 bytes, a constant. */
PERMKERN_LOOK_UP_TARGET PERMKERN_INLINE permkern_bytes load_lanes(const uint8_t *in, size_t step, size_t lane)
{
    typedef uint32_t lanes4 __attribute__((vector_size(16)));
    typedef uint64_t lanes8 __attribute__((vector_size(16)));
    if (lane == 16) {
        return permkern_load_bytes(in);
    }
    if (lane == 8) {
        return (permkern_bytes)(lanes8){permkern_load64(in), permkern_load64(permkern_at(in, step))};
    }
    return (permkern_bytes)(lanes4){permkern_load32(in), permkern_load32(permkern_at(in, step)),
                                    permkern_load32(permkern_at(in, 2 * step)),
                                    permkern_load32(permkern_at(in, 3 * step))};
}

/* The shuffle that picks the runs' bytes from the lanes. before: bytes in a lane before its run. */
PERMKERN_LOOK_UP_TARGET static permkern_bytes order_of(size_t lane, size_t bytes, size_t before)
{
    uint8_t order[16];
    size_t lane_at = 0;
    size_t byte = 0; /* in the run */
    for (size_t k = 0; k < 16; k++) {
        permkern_own_loop();
        order[k] = lane_at < 16 ? (uint8_t)(lane_at + before + byte) : UINT8_MAX; /* narrow: below 16 */
        byte++;
        if (byte == bytes) {
            byte = 0;
            lane_at += lane;
        }
    }
    return permkern_load_bytes(order);
}

/* Moves `rows` runs of `bytes` bytes to one column. Their lanes begin at `in`. */
PERMKERN_LOOK_UP_TARGET PERMKERN_INLINE void move_column(size_t lane, const uint8_t *in, size_t step, uint8_t *out,
                                                         size_t bytes, size_t rows, permkern_bytes order)
{
    const size_t together = 16 / lane;
#pragma GCC unroll 4
    for (; rows != 0; rows -= together) {
        permkern_store_bytes(out, permkern_look_up(load_lanes(in, step, lane), order));
        in = permkern_at(in, together * step);
        out += together * bytes;
    }
}

/* A plane, or part of one. Columns are adjacent in the input. */
typedef struct {
    const permkern_vector_set *set;
    size_t bytes;              /* bytes per run */
    size_t row_step, col_step; /* bytes between input rows, between output columns */
    size_t rows, cols;
    bool spills; /* stores may write up to 16 bytes past each column but the last; later stores overwrite them */
} short_plane;

/* Moves at most NEAR_ROWS rows. Accesses nothing after the last column. Without `spills`, stores stay in columns. */
PERMKERN_LOOK_UP_TARGET PERMKERN_INLINE void move_lanes(size_t lane, const short_plane *p, const uint8_t *in,
                                                        uint8_t *out)
{
    const size_t bytes = p->bytes;
    const size_t together = 16 / lane;
    const size_t left = (15 / bytes + together) / together * together; /* last rows: stores would pass the end */
    const size_t most = p->rows < left ? 0 : (p->rows - left) / together * together;
    const size_t all = p->spills ? p->rows / together * together : most;
    const permkern_bytes order = order_of(lane, bytes, 0);
    const permkern_bytes last_order = order_of(lane, bytes, lane - bytes);
    for (size_t c = 0; c < p->cols; c++) {
        const bool last = c + 1 == p->cols;
        const size_t rows = last ? most : all;
        if (last) {
            move_column(lane, permkern_at(in, bytes - lane), p->row_step, out, bytes, rows, last_order);
        } else {
            move_column(lane, in, p->row_step, out, bytes, rows, order);
        }
        if (rows != p->rows) {
            permkern_runs(permkern_at(in, rows * p->row_step), p->row_step, out + rows * bytes, bytes, p->rows - rows,
                          bytes);
        }
        in += bytes;
        out = permkern_at_out(out, p->col_step);
    }
}

PERMKERN_LOOK_UP_TARGET static void move_rows(const short_plane *p, const uint8_t *in, uint8_t *out)
{
    if (p->bytes < 4) {
        move_lanes(4, p, in, out);
    } else if (p->bytes < 8) {
        move_lanes(8, p, in, out);
    } else {
        move_lanes(16, p, in, out);
    }
}

/* Moves rows that would evict each other from the cache: through a buffer, some columns at a time. */
static void move_packed(const short_plane *p, const uint8_t *in, uint8_t *out)
{
    uint8_t buffer[PERMKERN_BUFFER_RUNS * PERMKERN_BUFFER_PITCH];
    const size_t most = PERMKERN_BUFFER_BYTES / p->bytes;
    short_plane part = {p->set, p->bytes, PERMKERN_BUFFER_PITCH, p->col_step, p->rows, p->cols, p->spills};
    for (size_t c = 0; c < p->cols; c += most) {
        part.cols = p->cols - c < most ? p->cols - c : most;
        const size_t run = part.cols * p->bytes;
        permkern_copy_of(p->set, run)(in + c * p->bytes, p->row_step, buffer, PERMKERN_BUFFER_PITCH, p->rows, run);
        move_rows(&part, buffer, permkern_at_out(out, c * p->col_step));
    }
}

static void move_short_plane(const short_plane *p, const uint8_t *in, uint8_t *out)
{
    const bool pack = permkern_crowds(p->row_step, p->rows < NEAR_ROWS ? p->rows : NEAR_ROWS);
    const size_t most = pack ? PERMKERN_BUFFER_RUNS : NEAR_ROWS;
    short_plane part = {p->set, p->bytes, p->row_step, p->col_step, p->rows, p->cols, false};
    for (size_t r = 0; r < p->rows; r += most) {
        part.rows = p->rows - r < most ? p->rows - r : most;
        part.spills = part.rows + 8 <= p->rows - r || (r == 0 && p->col_step == p->rows * p->bytes);
        const uint8_t *const from = permkern_at(in, r * p->row_step);
        if (pack) {
            move_packed(&part, from, out + r * p->bytes);
        } else {
            move_rows(&part, from, out + r * p->bytes);
        }
    }
}

bool permkern_vector_short(const permkern_vector_set *set, const permkern_axis *axis, unsigned rank, size_t bytes,
                           const uint8_t *in, uint8_t *out)
{
    const permkern_axis *const row = &axis[rank - 2];
    unsigned k = 0;
    while (k < rank - 2 && permkern_length(axis[k].in_stride) != bytes) {
        k++;
    }
    if (set->small[0] == NULL || k == rank - 2 || axis[k].extent < 2 || row->out_stride != bytes || row->extent < 8) {
        return false;
    }
    const permkern_axis *const col = &axis[k];
    short_plane p = {set, bytes, row->in_stride, col->out_stride, row->extent, col->extent, false};
    permkern_outer o;
    permkern_walk walk;
    if (permkern_runs_back(col->in_stride)) {
        in = permkern_at(in, (col->extent - 1) * col->in_stride);
        out = permkern_at_out(out, (col->extent - 1) * col->out_stride);
        p.col_step = 0 - col->out_stride;
    }
    permkern_order_outer(&o, axis, rank, 1U << k | 3U << (rank - 2));
    permkern_walk_begin(&walk, o.axis, o.rank);
    do {
        move_short_plane(&p, permkern_at(in, walk.in_at), permkern_at_out(out, walk.out_at));
    } while (permkern_walk_on(&walk, o.axis, o.rank, 0));
    return true;
}

#endif /* PERMKERN_VECTOR */
