/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Permutes in place, narrow elements: tiles of them are transposed in registers, so that what is left to move are
 * words, a quarter or a half of as many blocks.
 *
 * Of R rows and C columns of bytes, in tiles of 4 x 4: element (4 r + i, 4 c + j) lies in word (r, i, c), as lane j.
 * Transposing each tile where it lies puts it into word (r, j, c), as lane i. In the output it is lane i of word
 * (c, j, r). So words move by three axes, which change places from one end to the other.
 */
#include "core/permkern_fold.h"
#include "in_place/permkern_in_place.h"
#include "in_place/permkern_moves.h"
#include "move/permkern_way.h"

/* The plane whose tiles are transposed: rows are contiguous in the input, columns in the output. */
typedef struct {
    unsigned row, col; /* axes */
    unsigned by;       /* log2 of the elements of a word, which is as many rows as a tile has */
} tile_plane;

static bool find_plane(const permkern_moves *m, tile_plane *p)
{
    if (m->block > 2 || m->way != PERMKERN_IN_PLACE_CYCLES) {
        return false;
    }
    p->by = m->block == 1 ? 2 : 1;
    p->row = m->rank - 1;
    p->col = 0;
    for (unsigned k = 0; k < m->rank; k++) {
        if (permkern_length(m->axis[k].in_stride) == m->block) {
            p->col = k;
        }
    }
    const size_t rest = (m->axis[p->row].extent | m->axis[p->col].extent) & ((1U << p->by) - 1);
    return p->row != p->col && rest == 0;
}

/* Tiles that lie `apart` bytes from each other, of rows `step` bytes apart. */
typedef struct {
    size_t tiles, apart, step;
    bool back;
} tile_line;

/* Transposes the tiles of a line. Inlined for each width. */
PERMKERN_INLINE void turn_line(uint8_t *p, const tile_line *l, unsigned by, bool fits)
{
    size_t at = 0;
    for (size_t tiles = l->tiles; tiles != 0; tiles--) {
        if (by == 2) {
            permkern_turn_rows8(p + at, l->step, l->back, fits);
        } else {
            permkern_turn_rows16(p + at, l->step, l->back, fits);
        }
        at += l->apart;
    }
}

static void turn_any_line(uint8_t *p, const tile_line *l, unsigned by)
{
    const bool fits = permkern_words_fit(p, l->step, p, l->apart);
    if (by == 1) {
        turn_line(p, l, 1, fits);
    } else if (fits) {
        turn_line(p, l, 2, true);
    } else {
        turn_line(p, l, 2, false);
    }
}

/* Transposes all tiles, in the input's order; the longer direction of the plane is the inner loop. */
static void turn_tiles(const permkern_moves *m, const tile_plane *p, uint8_t *data)
{
    const permkern_axis *const row = &m->axis[p->row];
    const permkern_axis *const col = &m->axis[p->col];
    const size_t step = permkern_length(row->in_stride);
    const size_t below = step << p->by;
    const size_t rows = row->extent >> p->by;
    const size_t cols = col->extent >> p->by;
    const bool down = permkern_runs_down(rows, cols);
    const tile_line tiles = {down ? rows : cols, down ? below : 4, step, permkern_runs_back(row->in_stride)};
    permkern_axis lines[PERMKERN_MAX_RANK];
    permkern_walk walk;
    for (unsigned k = 0; k < m->rank; k++) {
        lines[k].extent = m->axis[k].extent;
        lines[k].in_stride = permkern_length(m->axis[k].in_stride);
        lines[k].out_stride = lines[k].in_stride;
    }
    lines[p->row].extent = down ? cols : rows;
    lines[p->row].in_stride = down ? 4 : below;
    permkern_walk_begin(&walk, lines, m->rank);
    do {
        turn_any_line(data + walk.in_at, &tiles, p->by);
    } while (permkern_walk_on(&walk, lines, m->rank, 1U << p->col));
}

/* An axis of which several elements became one. */
static void shorten(permkern_axis *axis, unsigned by)
{
    axis->extent >>= by;
    axis->in_stride <<= by;
    axis->out_stride <<= by;
}

bool permkern_take_words(permkern_moves *m, uint8_t *data)
{
    tile_plane p;
    permkern_axis words; /* of a tile: where its rows are, and then its columns */
    if (!find_plane(m, &p)) {
        return false;
    }
    if (data != NULL) {
        turn_tiles(m, &p, data);
    }
    const size_t step = permkern_length(m->axis[p.row].in_stride);
    words.extent = (size_t)1 << p.by;
    words.in_stride = permkern_runs_back(m->axis[p.col].in_stride) ? 0 - step : step;
    words.out_stride = m->axis[p.col].out_stride;
    shorten(&m->axis[p.row], p.by);
    shorten(&m->axis[p.col], p.by);
    for (unsigned k = m->rank; k > p.col + 1; k--) {
        permkern_copy_axis(&m->axis[k], &m->axis[k - 1]);
    }
    permkern_copy_axis(&m->axis[p.col + 1], &words);
    m->block = 4;
    m->rank = permkern_fold(m->axis, m->axis, m->rank + 1, m->block); /* an axis may be one tile long */
    return true;
}
