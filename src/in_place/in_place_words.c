/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Permutes narrow elements in place. First, their tiles are transposed in registers. A permutation of words is left,
 * with a quarter or half as many blocks.
 *
 * Example: R x C bytes in 4 x 4 tiles. Element (4 r + i, 4 c + j) is lane j of word (r, i, c). Transposing each tile in
 * place makes it lane i of word (r, j, c). In the output it is lane i of word (c, j, r). So words move along three axes
 * in reverse order.
 */
#include "core/permkern_fold.h"
#include "in_place/permkern_moves.h"

bool permkern_take_words(permkern_moves *m)
{
    permkern_tiles *const t = &m->tiles;
    static const uint8_t same[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    size_t in_stride[PERMKERN_WALK_AXES];
    permkern_array out;
    permkern_axis *const row = &m->axis[m->rank - 1];
    permkern_axis *const rows_of_tile = &m->axis[m->rank];
    t->by = m->block == 1 ? 2 : 1;
    t->row = m->rank - 1;
    t->col = t->row;
    for (unsigned k = 0; k < t->row; k++) {
        t->col = permkern_length(m->axis[k].in_stride) == m->block ? k : t->col;
    }
    permkern_axis *const col = &m->axis[t->col];
    if (m->block > 2 || row == col || ((row->extent | col->extent) & ((1U << t->by) - 1)) != 0) {
        return false;
    }
    t->rank = m->rank;
    t->back = permkern_runs_back(row->in_stride);
    const size_t step = permkern_length(row->in_stride);
    rows_of_tile->extent = (size_t)1 << t->by;
    rows_of_tile->in_stride = permkern_runs_back(col->in_stride) ? 0 - step : step;
    rows_of_tile->out_stride = col->out_stride;
    permkern_shorten(row, t->by);
    permkern_shorten(col, t->by);
    m->block = 4;
    out.rank = m->rank + 1;
    out.cover.status = PERMKERN_ERR_STRIDE; /* the axes are not sorted yet */
    for (unsigned k = 0; k < out.rank; k++) {
        in_stride[k] = m->axis[k].in_stride;
        out.extent[k] = m->axis[k].extent;
        out.stride[k] = m->axis[k].out_stride;
    }
    (void)permkern_span(&out, m->block);                               /* sorts the axes */
    m->rank = permkern_fold(m->axis, in_stride, same, &out, m->block); /* drops axes with a single tile */
    return true;
}

/*
 * Transposes a line of tiles, `apart` bytes apart. A tile has `lanes` rows and lanes. back: reverses the row order
 * first. fits: the words are aligned. Inlined for each width.
 */
PERMKERN_INLINE void turn_line(uint8_t *p, size_t tiles, size_t apart, unsigned lanes, size_t step, bool back,
                               bool fits)
{
    uint32_t w[4];
    for (; tiles != 0; tiles--) {
        size_t at = 0;
        PERMKERN_UNROLL
        for (unsigned k = 0; k < lanes; k++) {
            w[back ? lanes - 1 - k : k] = fits ? permkern_load_lanes(p + at) : permkern_x32_gather(p + at);
            at += step;
        }
        if (lanes == 4) {
            permkern_turn_tile8(&w[0], &w[1], &w[2], &w[3]);
        } else {
            permkern_swap16(&w[0], &w[1]);
        }
        at = 0;
        PERMKERN_UNROLL
        for (unsigned k = 0; k < lanes; k++) {
            if (fits) {
                permkern_store_lanes(p + at, w[k]);
            } else {
                permkern_x32_scatter(p + at, w[k]);
            }
            at += step;
        }
        p += tiles > 1 ? apart : 0;
    }
}

/* Visits tiles in input order. The inner loop follows the plane's longer axis. */
void permkern_turn_tiles(const permkern_tiles *t, const permkern_axis *axis, uint8_t *data)
{
    const bool fits = permkern_words_fit(data, 0, data, 0);
    permkern_axis lines[PERMKERN_MAX_RANK];
    permkern_walk walk;
    for (unsigned k = 0; k < t->rank; k++) {
        lines[k].extent = axis[k].extent;
        lines[k].in_stride = permkern_length(axis[k].in_stride);
        lines[k].out_stride = lines[k].in_stride;
    }
    const size_t step = lines[t->row].in_stride;
    permkern_shorten(&lines[t->row], t->by);
    permkern_shorten(&lines[t->col], t->by);
    const unsigned inner = permkern_runs_down(lines[t->row].extent, lines[t->col].extent) ? t->row : t->col;
    const size_t tiles = lines[inner].extent;
    const size_t apart = lines[inner].in_stride;
    permkern_walk_begin(&walk, lines, t->rank);
    do {
        if (t->by == 1) {
            turn_line(data + walk.in_at, tiles, apart, 2, step, t->back, fits);
        } else {
            turn_line(data + walk.in_at, tiles, apart, 4, step, t->back, fits);
        }
    } while (permkern_walk_on(&walk, lines, t->rank, 1U << inner));
}
