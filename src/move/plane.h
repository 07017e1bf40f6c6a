/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes of BITS-bit elements by words: as tiles or channels if they fit, otherwise as lines. Kernels include this file
 * once per width, which is part of function names.
 */
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define SIZE (BITS / 8U)
#define LOG2_SIZE (BITS == 8 ? 0 : BITS == 16 ? 1 : BITS == 32 ? 2 : 3)

#if !PERMKERN_JOIN(PERMKERN_PLANE, BITS, )

/* Move a plane by lines: by columns, or by rows. */
static PERMKERN_OUT_OF_LINE void NAME(columns)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                               const permkern_axis *col)
{
    NAME(move_lines)(in, out, col, row, true, false);
}

static PERMKERN_OUT_OF_LINE void NAME(rows)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                            const permkern_axis *col)
{
    NAME(move_lines)(in, out, row, col, false, true);
}

/* Moves whole tiles, then the columns and rows left as lines. */
static PERMKERN_OUT_OF_LINE void NAME(tiles_and_lines)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                       const permkern_axis *col)
{
    const size_t tile_rows = row->extent & ~(size_t)3;
    const size_t tile_cols = col->extent & ~(size_t)3;
    permkern_axis rest;
    NAME(tiles)(in, out, row, col);
    if (tile_cols != col->extent) {
        permkern_copy_axis(&rest, col);
        rest.extent -= tile_cols;
        NAME(columns)
        (in + tile_cols * SIZE, permkern_at_out(out, permkern_steps(tile_cols, rest.out_stride)), row, &rest);
    }
    if (tile_rows != row->extent) {
        permkern_axis cols;
        permkern_copy_axis(&rest, row);
        permkern_copy_axis(&cols, col);
        rest.extent -= tile_rows;
        cols.extent = tile_cols;
        NAME(rows)(permkern_at(in, permkern_steps(tile_rows, rest.in_stride)), out + tile_rows * SIZE, &rest, &cols);
    }
}

#if PERMKERN_UNALIGNED && BITS < 32
/* Moves a plane with few tiles. The last tiles end with the plane, so they may overlap others. */
static PERMKERN_OUT_OF_LINE void NAME(few_tiles)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                 const permkern_axis *col)
{
    const size_t in_stride = row->in_stride;
    const size_t out_stride = col->out_stride;
    const size_t last_row = row->extent - 4;
    const size_t last_col = col->extent - 4;
    for (size_t c = 0;; c = permkern_next_tile(c, last_col)) {
        const uint8_t *at = in + c * SIZE;
        uint8_t *to = permkern_at_out(out, permkern_steps(c, out_stride));
        for (size_t r = 0;;) {
            NAME(tile4x4)(at, (ptrdiff_t)in_stride, to, (ptrdiff_t)out_stride, 0);
            if (r == last_row) {
                break;
            }
            const size_t step = permkern_next_tile(r, last_row) - r;
            at = permkern_at(at, permkern_steps(step, in_stride));
            to += step * SIZE;
            r += step;
        }
        if (c == last_col) {
            return;
        }
    }
}
#endif

/*
 * Returns the function that moves a plane. several: more planes follow. NULL: lines across planes take fewer
 * instructions.
 */
PERMKERN_INLINE permkern_plane *NAME(mover)(const permkern_axis *row, const permkern_axis *col, bool tiles_fit,
                                            bool several)
{
    const permkern_ways ways = permkern_word_ways(LOG2_SIZE);
    const permkern_way way =
        permkern_way_of(&ways, row->extent, col->extent, row->in_stride, col->out_stride, tiles_fit);
    if (several && !permkern_plane_pays(way, row->extent, col->extent, LOG2_SIZE)) {
        return NULL;
    }
    switch (way) {
    case PERMKERN_WAY_TILES:
        return NAME(tiles);
#if PERMKERN_UNALIGNED && BITS < 32
    case PERMKERN_WAY_FEW_TILES:
        return NAME(few_tiles);
#endif
    case PERMKERN_WAY_TILES_AND_LINES:
        return NAME(tiles_and_lines);
    case PERMKERN_WAY_SPLIT:
        return col->extent == 3 ? NAME(split3) : NAME(split2);
    case PERMKERN_WAY_JOIN:
        return row->extent == 3 ? NAME(join3) : NAME(join2);
    case PERMKERN_WAY_COLUMNS:
        return NAME(columns);
    default:
        return NAME(rows);
    }
}

/*
 * Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. `row` is the axis that
 * counts rows, `col` the axis that counts columns. A row's input stride and a column's output stride may be negative,
 * modulo SIZE_MAX + 1.
 */
static PERMKERN_MAY_BE_UNUSED void NAME(plane)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                               const permkern_axis *col)
{
    const bool fit = BITS >= 32 || permkern_words_fit(in, row->in_stride, out, col->out_stride);
    NAME(mover)(row, col, fit, false)(in, out, row, col);
}

/* Returns the function that moves each plane of a request. NULL: permkern_across moves the request. */
static PERMKERN_MAY_BE_UNUSED permkern_plane *NAME(planes)(const permkern_axis *axis, unsigned form, const void *in,
                                                           const void *out, const permkern_axis *row,
                                                           const permkern_axis *col)
{
    return NAME(mover)(row, col, permkern_tiles_fit(axis, permkern_form_rank(form), LOG2_SIZE, in, out), true);
}

#else

/* RISC-V V and Helium have their own plane functions. */
static inline void NAME(plane)(const uint8_t *in, uint8_t *out, const permkern_axis *row, const permkern_axis *col)
{
    NAME(matrix)(in, row->in_stride, out, col->out_stride, row->extent, col->extent);
}

PERMKERN_INLINE permkern_plane *NAME(planes)(const permkern_axis *axis, unsigned form, const void *in, const void *out,
                                             const permkern_axis *row, const permkern_axis *col)
{
    (void)axis;
    (void)form;
    (void)in;
    (void)out;
    (void)row;
    (void)col;
    return NAME(plane);
}
#endif

#undef NAME
#undef SIZE
#undef LOG2_SIZE
