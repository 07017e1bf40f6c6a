/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Hosts: works in which row or column strides are multiples of large powers of two. Cache lines would evict each other
 * before they are used up. So slabs go through buffers: input runs are packed into one buffer, tiles move them to
 * another, and output runs are copied from there. If rows or columns are short, an axis that continues them makes the
 * runs longer.
 */
#include "move/permkern_way.h"
#include "vector/permkern_vector_set.h"

#if PERMKERN_VECTOR

/* The axes of a slab. ALONG continues COLS in the input, BESIDE continues ROWS in the output. One axis may do both. */
enum { BESIDE, ALONG, COLS, ROWS, SLAB_AXES };

typedef struct {
    const permkern_vector_set *set;
    unsigned shift;
    bool packs, gathers;           /* packs: input runs use a buffer; gathers: output runs */
    size_t all;                    /* bytes in the work; 0: no streaming stores */
    bool meets;                    /* ALONG and BESIDE are one axis, stored as ALONG */
    permkern_axis axis[SLAB_AXES]; /* extent 1: none */
    size_t step[SLAB_AXES];        /* most elements in a slab */
} permkern_slabs;

/* ---- one slab ---- */

/* Copies runs of `run` bytes along two axes. */
static void copy_runs(const permkern_vector_set *set, const permkern_axis *outer, const permkern_axis *inner,
                      const uint8_t *in, uint8_t *out, size_t run)
{
    permkern_run_move *const copy = permkern_copy_of(set, run);
    for (size_t k = outer->extent; k != 0; k--) {
        copy(in, inner->in_stride, out, inner->out_stride, inner->extent, run);
        in = permkern_at(in, outer->in_stride);
        out = permkern_at_out(out, outer->out_stride);
    }
}

/*
 * Moves a slab with n[k] elements along axis k. Packs input runs (COLS, ALONG), moves tiles, and gathers output runs
 * (ROWS, BESIDE; ALONG if `meets`). Buffers and arrays are described by axes with strides.
 */
static void move_slab(const permkern_slabs *s, const size_t *n, const uint8_t *in, uint8_t *out)
{
    const size_t size = (size_t)1 << s->shift;
    const size_t rows = n[ROWS] * size;
    const size_t cols = n[COLS] * size;
    const size_t packed_at[SLAB_AXES] = {n[ROWS] * PERMKERN_BUFFER_PITCH, cols, size, PERMKERN_BUFFER_PITCH};
    const size_t gathered_at[SLAB_AXES] = {rows, s->meets ? rows : n[COLS] * PERMKERN_BUFFER_PITCH,
                                           PERMKERN_BUFFER_PITCH, size};
    uint8_t packed[PERMKERN_BUFFER_RUNS * PERMKERN_BUFFER_PITCH];
    uint8_t gathered[PERMKERN_BUFFER_RUNS * PERMKERN_BUFFER_PITCH];
    permkern_axis axis[SLAB_AXES], pack[SLAB_AXES], gather[SLAB_AXES];
    for (unsigned k = 0; k < SLAB_AXES; k++) {
        const permkern_axis *const a = &s->axis[k];
        pack[k] = (permkern_axis){n[k], a->in_stride, packed_at[k]};
        gather[k] = (permkern_axis){n[k], gathered_at[k], a->out_stride};
        axis[k] =
            (permkern_axis){n[k], s->packs ? packed_at[k] : a->in_stride, s->gathers ? gathered_at[k] : a->out_stride};
    }
    if (s->packs) {
        copy_runs(s->set, &pack[BESIDE], &pack[ROWS], in, packed, n[ALONG] * cols);
    }
    permkern_vector_planes(s->set, axis, SLAB_AXES, s->shift, COLS, s->all, s->packs ? packed : in,
                           s->gathers ? gathered : out);
    if (s->gathers) {
        gather[ALONG].extent = s->meets ? 1 : n[ALONG];
        copy_runs(s->set, &gather[ALONG], &gather[COLS], gathered, out, n[s->meets ? ALONG : BESIDE] * rows);
    }
}

/* ---- all slabs ---- */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Moves all slabs at one position of the remaining axes. */
static void move_slabs(const permkern_slabs *s, const uint8_t *in, uint8_t *out)
{
    permkern_axis grid[SLAB_AXES]; /* slabs per axis */
    permkern_walk walk;
    size_t n[SLAB_AXES];
    for (unsigned k = 0; k < SLAB_AXES; k++) {
        grid[k].extent = (s->axis[k].extent + s->step[k] - 1) / s->step[k];
        grid[k].in_stride = s->step[k] * s->axis[k].in_stride;
        grid[k].out_stride = s->step[k] * s->axis[k].out_stride;
    }
    permkern_walk_begin(&walk, grid, SLAB_AXES);
    do {
        for (unsigned k = 0; k < SLAB_AXES; k++) {
            const size_t left = s->axis[k].extent - (grid[k].extent - walk.left[k]) * s->step[k];
            n[k] = least(left, s->step[k]);
        }
        move_slab(s, n, permkern_at(in, walk.in_at), permkern_at_out(out, walk.out_at));
    } while (permkern_walk_on(&walk, grid, SLAB_AXES, 0));
}

/* Sets *next to an axis that is not in `taken` and has this stride on `side`, if there is one. */
static void find_next(permkern_axis *next, const permkern_axis *axis, unsigned rank, unsigned *taken,
                      permkern_side side, size_t stride)
{
    for (unsigned k = 0; k < rank; k++) {
        if ((*taken >> k & 1U) == 0 && (side == PERMKERN_IN ? axis[k].in_stride : axis[k].out_stride) == stride) {
            permkern_copy_axis(next, &axis[k]);
            *taken |= 1U << k;
            return;
        }
    }
}

/* Returns how many of `extent` elements of `bytes` bytes fit into a buffer run; at least 1. */
static size_t of_run(size_t extent, size_t bytes)
{
    return least(extent, bytes < PERMKERN_BUFFER_BYTES ? PERMKERN_BUFFER_BYTES / bytes : 1);
}

/* Sets the slab size: the longest runs that the buffers hold. */
static void set_steps(permkern_slabs *s)
{
    const size_t extent[SLAB_AXES] = {s->axis[BESIDE].extent, s->axis[ALONG].extent, s->axis[COLS].extent,
                                      s->axis[ROWS].extent};
    const size_t size = (size_t)1 << s->shift;
    const size_t row_bytes = extent[COLS] * size;
    const size_t col_bytes = extent[ROWS] * size;
    const size_t rows = least(of_run(extent[ROWS], size), s->packs ? PERMKERN_BUFFER_RUNS : SIZE_MAX);
    const size_t cols = least(of_run(extent[COLS], size), s->gathers ? PERMKERN_BUFFER_RUNS : SIZE_MAX);
    const bool whole_rows = rows == extent[ROWS];
    const bool whole_cols = cols == extent[COLS];
    s->step[ROWS] = rows;
    s->step[COLS] = cols;
    s->step[ALONG] = 1;
    s->step[BESIDE] = 1;
    if (s->meets && whole_rows && whole_cols) {
        s->step[ALONG] = of_run(extent[ALONG], row_bytes < col_bytes ? col_bytes : row_bytes);
    } else if (!s->meets && whole_cols) {
        s->step[ALONG] = least(of_run(extent[ALONG], row_bytes), s->gathers ? PERMKERN_BUFFER_RUNS / cols : SIZE_MAX);
    }
    if (whole_rows) {
        s->step[BESIDE] = least(of_run(extent[BESIDE], col_bytes), s->packs ? PERMKERN_BUFFER_RUNS / rows : SIZE_MAX);
    }
}

/* ---- the choice ---- */

/* True if the first lines along an axis, at most `most`, evict each other from the cache. */
static bool crowds(const permkern_axis *axis, size_t stride, size_t most)
{
    return permkern_crowds(stride, least(axis->extent, most));
}

/* Sets the axes of slabs. Returns the used axes of the work as bits. */
static unsigned find_axes(permkern_slabs *s, const permkern_axis *axis, unsigned rank, unsigned cols)
{
    const size_t row_bytes = axis[cols].extent << s->shift;
    const size_t col_bytes = axis[rank - 1].extent << s->shift;
    unsigned taken = 1U << cols | 1U << (rank - 1);
    permkern_copy_axis(&s->axis[ROWS], &axis[rank - 1]);
    permkern_copy_axis(&s->axis[COLS], &axis[cols]);
    s->axis[ALONG] = s->axis[BESIDE] = (permkern_axis){1, 0, 0};
    if (row_bytes < PERMKERN_BUFFER_BYTES) {
        find_next(&s->axis[ALONG], axis, rank, &taken, PERMKERN_IN, row_bytes);
    }
    s->meets = col_bytes < PERMKERN_BUFFER_BYTES && s->axis[ALONG].extent > 1 && s->axis[ALONG].out_stride == col_bytes;
    if (col_bytes < PERMKERN_BUFFER_BYTES && !s->meets) {
        find_next(&s->axis[BESIDE], axis, rank, &taken, PERMKERN_OUT, col_bytes);
    }
    return taken;
}

/* Sets packs and gathers: sides whose lines evict each other use buffers, if that pays. high: rows of a strip. */
static void find_buffers(permkern_slabs *s, size_t high)
{
    const permkern_axis *const row = &s->axis[ROWS];
    const permkern_axis *const col = &s->axis[COLS];
    const size_t in_run = col->extent * s->axis[ALONG].extent << s->shift;
    const size_t out_run = row->extent * s->axis[s->meets ? ALONG : BESIDE].extent << s->shift;
    const bool parts = least(high, row->extent) << s->shift < PERMKERN_CACHE_LINE; /* partial lines */
    const bool one_set = permkern_cache_sets(col->out_stride) == 1 && s->set->bytes < PERMKERN_CACHE_LINE;
    s->gathers = s->all == 0 && (parts || one_set) && s->shift < 3 &&
                 (s->shift != 0 || s->meets || !crowds(row, row->in_stride, PERMKERN_BUFFER_RUNS)) && out_run >= 32 &&
                 crowds(col, col->out_stride, PERMKERN_BUFFER_RUNS);
    s->packs = in_run >= 32 && crowds(row, row->in_stride, s->gathers ? PERMKERN_BUFFER_RUNS : high);
}

bool permkern_vector_slabs(const permkern_vector_set *set, const permkern_axis *axis, unsigned rank, unsigned shift,
                           unsigned cols, size_t all, const uint8_t *in, uint8_t *out)
{
    const permkern_axis *const row = &axis[rank - 1];
    const permkern_axis *const col = &axis[cols];
    const size_t high = (size_t)1 << permkern_strip_rows(set, shift, row->in_stride);
    permkern_slabs s;
    permkern_outer o;
    permkern_walk walk;
    const bool reads = crowds(row, row->in_stride, high);
    const bool writes = crowds(col, col->out_stride, 16);
    const size_t places = permkern_column_places(axis, rank, 1U << (rank - 1)) | (uintptr_t)out;
    const bool streams = permkern_streams_tiles(set, shift, all, places, col->out_stride);
    if (!set->rules.slabs[shift] || !(shift == 0 ? reads || writes : writes && !streams && (shift < 3 || reads))) {
        return false;
    }
    s.set = set;
    s.shift = shift;
    s.all = streams ? all : 0;
    const unsigned taken = find_axes(&s, axis, rank, cols);
    find_buffers(&s, high);
    if (!s.packs && !s.gathers) {
        return false;
    }
    set_steps(&s);
    permkern_order_outer(&o, axis, rank, taken);
    permkern_walk_begin(&walk, o.axis, o.rank);
    do {
        move_slabs(&s, permkern_at(in, walk.in_at), permkern_at_out(out, walk.out_at));
    } while (permkern_walk_on(&walk, o.axis, o.rank, 0));
    return true;
}

#endif /* PERMKERN_VECTOR */
