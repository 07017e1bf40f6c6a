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

/* Moves four rows or four columns from element (r, c) on, by tiles. */
PERMKERN_INLINE void NAME(strip_from)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                      const permkern_axis *col, size_t r, size_t c)
{
    const permkern_axis rows = {r == 0 ? row->extent : 4, row->in_stride, row->out_stride};
    const permkern_axis cols = {c == 0 ? col->extent : 4, col->in_stride, col->out_stride};
    NAME(tiles)
    (permkern_at(in, permkern_steps(r, row->in_stride)) + c * SIZE,
     permkern_at_out(out, permkern_steps(c, col->out_stride)) + r * SIZE, &rows, &cols);
}

/* Moves whole tiles, then the columns and rows left: as lines, or by tiles that overlap others. */
static PERMKERN_OUT_OF_LINE void NAME(tiles_and_lines)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                       const permkern_axis *col)
{
    const size_t more_rows = row->extent & 3;
    const size_t more_cols = col->extent & 3;
    const bool overlap = PERMKERN_UNALIGNED && BITS < 32;
    const size_t last_row = overlap && more_rows > SIZE ? row->extent - 4 : 0;
    const size_t last_col = overlap && more_cols > SIZE ? col->extent - 4 : 0;
    permkern_axis rest;
    permkern_axis all;
    NAME(tiles)(in, out, row, col);
    if (last_col != 0) {
        NAME(strip_from)(in, out, row, col, 0, last_col);
    } else if (more_cols != 0) {
        const size_t c = col->extent - more_cols;
        permkern_copy_axis(&rest, col);
        rest.extent = more_cols;
        NAME(columns)(in + c * SIZE, permkern_at_out(out, permkern_steps(c, rest.out_stride)), row, &rest);
    }
    if (last_row != 0) {
        NAME(strip_from)(in, out, row, col, last_row, 0);
    } else if (more_rows != 0) {
        const size_t r = row->extent - more_rows;
        permkern_copy_axis(&rest, row);
        permkern_copy_axis(&all, col);
        rest.extent = more_rows;
        all.extent -= last_col != 0 ? 0 : more_cols;
        NAME(rows)(permkern_at(in, permkern_steps(r, rest.in_stride)), out + r * SIZE, &rest, &all);
    }
    if (last_row != 0 && last_col != 0) {
        NAME(strip_from)(in, out, row, col, last_row, last_col);
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

/* Returns the function that moves a plane. way: from NAME(way). */
PERMKERN_INLINE permkern_plane *NAME(mover)(permkern_way way)
{
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
        return NAME(split_plane);
    case PERMKERN_WAY_JOIN:
        return NAME(join_plane);
    case PERMKERN_WAY_COLUMNS:
        return NAME(columns);
    default:
        return NAME(rows);
    }
}

PERMKERN_INLINE permkern_way NAME(way)(const permkern_axis *row, const permkern_axis *col, bool tiles_fit)
{
    const permkern_ways can = permkern_word_ways(LOG2_SIZE);
    return permkern_way_of(&can, row->extent, col->extent, row->in_stride, col->out_stride, tiles_fit);
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
    NAME(mover)(NAME(way)(row, col, fit))(in, out, row, col);
}

/*
 * Returns the kernel that moves a request with several planes. NULL: *move moves each plane. third: the longest extent
 * besides rows and columns.
 */
static PERMKERN_MAY_BE_UNUSED permkern_kernel *NAME(planes)(const permkern_axis *axis, unsigned form, const void *in,
                                                            const void *out, const permkern_axis *row,
                                                            const permkern_axis *col, size_t third,
                                                            permkern_plane **move)
{
    const permkern_way way =
        NAME(way)(row, col, permkern_tiles_fit(axis, permkern_form_rank(form), LOG2_SIZE, in, out));
    const permkern_by by = permkern_by_way(way, row->extent, col->extent, third, LOG2_SIZE);
    *move = NAME(mover)(way);
#if PERMKERN_BLOCKS
    if (by == PERMKERN_BY_BLOCKS) {
        return permkern_in_blocks;
    }
#endif
    return by == PERMKERN_BY_PLANES ? NULL : permkern_across;
}

#else

/* RISC-V V and Helium have their own plane functions. */
static inline void NAME(plane)(const uint8_t *in, uint8_t *out, const permkern_axis *row, const permkern_axis *col)
{
    NAME(matrix)(in, row->in_stride, out, col->out_stride, row->extent, col->extent);
}

PERMKERN_INLINE permkern_kernel *NAME(planes)(const permkern_axis *axis, unsigned form, const void *in, const void *out,
                                              const permkern_axis *row, const permkern_axis *col, size_t third,
                                              permkern_plane **move)
{
    (void)axis;
    (void)form;
    (void)in;
    (void)out;
    (void)row;
    (void)col;
    (void)third;
    *move = NAME(plane);
    return NULL;
}
#endif

#undef NAME
#undef SIZE
#undef LOG2_SIZE
