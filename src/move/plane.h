/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes of elements of BITS bits by words: as tiles or channels, and line by line where these do not fit. Included
 * once for each width, by the kernels of that width. The names of its functions are made of BITS; an amalgamation has
 * them spelled out.
 */
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define LINE PERMKERN_JOIN(permkern_line, BITS, )
#define SIZE (BITS / 8U)
#define LOG2_SIZE (BITS == 8 ? 0 : BITS == 16 ? 1 : BITS == 32 ? 2 : 3)

#if !PERMKERN_JOIN(PERMKERN_PLANE, BITS, )

/* Moves columns: each one is a line that is read with a stride and written contiguously. */
static inline void NAME(columns)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                 size_t cols)
{
    for (size_t c = 0, to = 0; c < cols; c++, to += out_stride) {
        LINE(in + c * SIZE, in_stride, permkern_at_out(out, to), SIZE, rows);
    }
}

/* Moves rows: each one is a line that is read contiguously and written with a stride. */
static inline void NAME(rows)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                              size_t cols)
{
    for (size_t r = 0, from = 0; r < rows; r++, from += in_stride) {
        LINE(permkern_at(in, from), SIZE, out + r * SIZE, out_stride, cols);
    }
}

/* Moves the columns from tile_cols on, then the rows from tile_rows on of the other columns, as lines. */
static PERMKERN_OUT_OF_LINE void NAME(lines)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                             const permkern_axis *col, size_t tile_rows, size_t tile_cols)
{
    if (tile_cols != col->extent) {
        NAME(columns)
        (in + tile_cols * SIZE, row->in_stride, permkern_at_out(out, permkern_steps(tile_cols, col->out_stride)),
         col->out_stride, row->extent, col->extent - tile_cols);
    }
    if (tile_rows != row->extent) {
        NAME(rows)
        (permkern_at(in, permkern_steps(tile_rows, row->in_stride)), row->in_stride, out + tile_rows * SIZE,
         col->out_stride, row->extent - tile_rows, tile_cols);
    }
}

/* Moves a whole plane as lines along its longer axis. */
static PERMKERN_OUT_OF_LINE void NAME(lines_alone)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                   const permkern_axis *col)
{
    if (permkern_runs_down(row->extent, col->extent)) {
        NAME(lines)(in, out, row, col, row->extent, 0);
    } else {
        NAME(lines)(in, out, row, col, 0, col->extent);
    }
}

/* Moves whole tiles, then the columns and rows that are left as lines. */
static PERMKERN_OUT_OF_LINE void NAME(tiles_and_lines)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                       const permkern_axis *col)
{
    NAME(tiles)(in, out, row, col);
    NAME(lines)(in, out, row, col, row->extent & ~(size_t)3, col->extent & ~(size_t)3);
}

#if PERMKERN_UNALIGNED && BITS < 32
/* Moves a plane of few tiles. The last ones begin where they end with the plane: over others in part. */
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
            const uint8_t *const in1 = permkern_at(at, in_stride);
            const uint8_t *const in2 = permkern_at(at, 2 * in_stride);
            const uint8_t *const in3 = permkern_at(at, 3 * in_stride);
            uint8_t *const out1 = permkern_at_out(to, out_stride);
            uint8_t *const out2 = permkern_at_out(to, 2 * out_stride);
            uint8_t *const out3 = permkern_at_out(to, 3 * out_stride);
            NAME(tile4x4)(at, in1, in2, in3, to, out1, out2, out3, 0);
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

/* Moves a plane that is too thin or misaligned for tiles: as channels if it has such a shape, else as lines. */
static PERMKERN_OUT_OF_LINE void NAME(thin)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                            const permkern_axis *col)
{
    const permkern_ways ways = permkern_word_ways(LOG2_SIZE);
    switch (permkern_way_of(&ways, row->extent, col->extent, row->in_stride, col->out_stride, false)) {
    case PERMKERN_WAY_SPLIT:
        if (col->extent == 3) {
            NAME(split3)(in, out, row, col);
        } else {
            NAME(split2)(in, out, row, col);
        }
        break;
    case PERMKERN_WAY_JOIN:
        if (row->extent == 3) {
            NAME(join3)(in, out, row, col);
        } else {
            NAME(join2)(in, out, row, col);
        }
        break;
    default:
        NAME(lines_alone)(in, out, row, col);
        break;
    }
}

/*
 * Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. `row` is the axis that
 * counts rows, `col` the one that counts columns; a row's stride in the input and a column's in the output may be
 * negative, modulo SIZE_MAX + 1. The functions that it calls have the same parameters, so that compilers turn the calls
 * into jumps.
 */
static PERMKERN_MAY_BE_UNUSED void NAME(plane)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                               const permkern_axis *col)
{
    const bool fit = BITS >= 32 || permkern_words_fit(in, row->in_stride, out, col->out_stride);
    const permkern_ways ways = permkern_word_ways(LOG2_SIZE);
    switch (permkern_way_of(&ways, row->extent, col->extent, row->in_stride, col->out_stride, fit)) {
    case PERMKERN_WAY_TILES:
        NAME(tiles)(in, out, row, col);
        break;
#if PERMKERN_UNALIGNED && BITS < 32
    case PERMKERN_WAY_FEW_TILES:
        NAME(few_tiles)(in, out, row, col);
        break;
#endif
    case PERMKERN_WAY_TILES_AND_LINES:
        NAME(tiles_and_lines)(in, out, row, col);
        break;
    default:
        NAME(thin)(in, out, row, col);
        break;
    }
}

#else

/* Vectors of firmware have plane functions of their own. */
static inline void NAME(plane)(const uint8_t *in, uint8_t *out, const permkern_axis *row, const permkern_axis *col)
{
    NAME(matrix)(in, row->in_stride, out, col->out_stride, row->extent, col->extent);
}
#endif

#undef NAME
#undef LINE
#undef SIZE
#undef LOG2_SIZE
