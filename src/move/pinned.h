/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes of pinned kernels, of elements of BITS bits: out[c][r] = in[r][c]. Extents, strides and flip are numbers where
 * a kernel calls these functions; permkern_pinned.h says how that becomes code. Included once for each width, after
 * tile.h and channel.h. The names of its functions are made of BITS; an amalgamation has them spelled out.
 */
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define LINE PERMKERN_JOIN(permkern_line, BITS, )
#define SIZE (BITS / 8U)
#define FLIP_TYPE PERMKERN_JOIN(permkern_flip, BITS, )

/* ---- elements: lines along one direction, next to each other across it ---- */

/*
 * Moves all elements without a loop, as they follow each other in the output. Both addresses are the lowest:
 * instructions encode larger offsets above an address than below it.
 */
PERMKERN_INLINE void NAME(pinned_straight)(const uint8_t *in, size_t in_down, size_t in_across, uint8_t *out,
                                           size_t out_down, size_t out_across, size_t down, size_t across,
                                           FLIP_TYPE flip)
{
    const bool turned = out_across < out_down;
    size_t from_line = permkern_above(down, in_down) + permkern_above(across, in_across);
    size_t to_line = permkern_above(down, out_down) + permkern_above(across, out_across);
    PERMKERN_UNROLL
    for (size_t lines = turned ? down : across; lines != 0; lines--) {
        size_t from = from_line;
        size_t to = to_line;
        PERMKERN_UNROLL
        for (size_t left = turned ? across : down; left != 0; left--) {
            NAME(move)(in + from, out + to, flip);
            from += turned ? in_across : in_down;
            to += turned ? out_across : out_down;
        }
        from_line += turned ? in_down : in_across;
        to_line += turned ? out_down : out_across;
    }
}

/* Moves lines by a function that has the loop. */
PERMKERN_INLINE void NAME(pinned_lines)(const uint8_t *in, size_t in_down, size_t in_across, uint8_t *out,
                                        size_t out_down, size_t out_across, size_t down, size_t across, FLIP_TYPE flip)
{
    size_t from = 0;
    size_t to = 0;
    for (size_t left = across; left != 0; left--) {
        if (flip == 0) {
            LINE(permkern_at(in, from), in_down, permkern_at_out(out, to), out_down, down);
        } else {
            NAME(flip_line)(permkern_at(in, from), in_down, permkern_at_out(out, to), out_down, down, flip);
        }
        from += in_across;
        to += out_across;
    }
}

/* Moves several steps down in a loop's body, then what they leave. */
PERMKERN_INLINE void NAME(pinned_grid)(const uint8_t *in, size_t in_down, size_t in_across, uint8_t *out,
                                       size_t out_down, size_t out_across, size_t down, size_t across, FLIP_TYPE flip)
{
    const size_t lines = permkern_body_lines(across, permkern_longer(in_down, out_down));
    const bool far = permkern_is_far(across - 1, permkern_longer(in_across, out_across));
    const size_t body = permkern_product(down, across) <= PERMKERN_BODY ? down : far ? 0 : lines;
    if (down != 0 && body == 0) {
        NAME(pinned_lines)(in, in_down, in_across, out, out_down, out_across, down, across, flip);
        return;
    }
    const size_t in_above = permkern_above(across, in_across);
    const size_t out_above = permkern_above(across, out_across);
    const uint8_t *const in_low = in - (in_above + permkern_above(body, in_down));
    uint8_t *const out_low = out - (out_above + permkern_above(body, out_down));
    size_t from = 0;
    size_t to = 0;
    for (size_t left = down; left >= body && left != 0; left -= body) {
        NAME(pinned_straight)
        (permkern_at(in_low, from), in_down, in_across, permkern_at_out(out_low, to), out_down, out_across, body,
         across, flip);
        from += permkern_product(body, in_down);
        to += permkern_product(body, out_down);
    }
    const size_t rest = body == down ? 0 : down & (body - 1);
    if (rest != 0) {
        NAME(pinned_straight)
        (permkern_at(in, from - in_above - permkern_above(rest, in_down)), in_down, in_across,
         permkern_at_out(out, to - out_above - permkern_above(rest, out_down)), out_down, out_across, rest, across,
         flip);
    }
}

#if !PERMKERN_JOIN(PERMKERN_PLANE, BITS, )

PERMKERN_INLINE void NAME(pinned_elements)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                           size_t rows, size_t cols, FLIP_TYPE flip)
{
    if (permkern_runs_down(rows, cols)) {
        NAME(pinned_grid)(in, row_stride, SIZE, out, SIZE, col_stride, rows, cols, flip);
    } else {
        NAME(pinned_grid)(in, SIZE, row_stride, out, col_stride, SIZE, cols, rows, flip);
    }
}

/* ---- tiles ---- */

/*
 * Moves the tile of four rows and columns at the offsets `from` and `to`; of pairs, one of its sides may be eight.
 * Compilers add up offsets, but not from pointer to pointer.
 */
PERMKERN_INLINE void NAME(pinned_tile)(const uint8_t *in, size_t from, size_t row_stride, uint8_t *out, size_t to,
                                       size_t col_stride, size_t tile_rows, size_t tile_cols, bool pairs,
                                       FLIP_TYPE flip)
{
    const uint8_t *const in0 = permkern_at(in, from);
    const uint8_t *const in1 = permkern_at(in, (from += row_stride));
    const uint8_t *const in2 = permkern_at(in, (from += row_stride));
    const uint8_t *const in3 = permkern_at(in, (from += row_stride));
    uint8_t *const out0 = permkern_at_out(out, to);
    uint8_t *const out1 = permkern_at_out(out, (to += col_stride));
    uint8_t *const out2 = permkern_at_out(out, (to += col_stride));
    uint8_t *const out3 = permkern_at_out(out, (to += col_stride));
#if PERMKERN_SEVERAL && BITS == 8
    if (tile_rows == 8) {
        const uint8_t *const in4 = permkern_at(in, (from += row_stride));
        const uint8_t *const in5 = permkern_at(in, (from += row_stride));
        const uint8_t *const in6 = permkern_at(in, (from += row_stride));
        const uint8_t *const in7 = permkern_at(in, from + row_stride);
        NAME(pairs8x4)(in0, in1, in2, in3, in4, in5, in6, in7, out0, out1, out2, out3, flip);
        return;
    }
    if (tile_cols == 8) {
        uint8_t *const out4 = permkern_at_out(out, (to += col_stride));
        uint8_t *const out5 = permkern_at_out(out, (to += col_stride));
        uint8_t *const out6 = permkern_at_out(out, (to += col_stride));
        uint8_t *const out7 = permkern_at_out(out, to + col_stride);
        NAME(pairs4x8)(in0, in1, in2, in3, out0, out1, out2, out3, out4, out5, out6, out7, flip);
        return;
    }
#elif PERMKERN_SEVERAL && BITS == 16
    if (pairs) {
        NAME(pairs4x4)(in0, in1, in2, in3, out0, out1, out2, out3, flip);
        return;
    }
#endif
    (void)tile_rows;
    (void)tile_cols;
    (void)pairs;
    NAME(tile4x4)(in0, in1, in2, in3, out0, out1, out2, out3, flip);
}

/* Moves `count` tiles, `step` of them in a loop's body. */
PERMKERN_INLINE void NAME(pinned_strip)(const uint8_t *in, size_t row_stride, size_t in_step, uint8_t *out,
                                        size_t col_stride, size_t out_step, size_t count, size_t step, size_t tile_rows,
                                        size_t tile_cols, bool pairs, FLIP_TYPE flip)
{
    const size_t in_above = permkern_above(tile_rows, row_stride) + permkern_above(step, in_step);
    const size_t out_above = permkern_above(tile_cols, col_stride) + permkern_above(step, out_step);
    const uint8_t *const in_low = in - in_above;
    uint8_t *const out_low = out - out_above;
    size_t from = 0;
    size_t to = 0;
    for (size_t left = count; left != 0; left -= step) {
        const uint8_t *const at = permkern_at(in_low, from);
        uint8_t *const put = permkern_at_out(out_low, to);
        size_t in_next = in_above;
        size_t out_next = out_above;
        PERMKERN_UNROLL
        for (size_t k = 0; k < step; k++) {
            NAME(pinned_tile)(at, in_next, row_stride, put, out_next, col_stride, tile_rows, tile_cols, pairs, flip);
            in_next += in_step;
            out_next += out_step;
        }
        from += permkern_product(step, in_step);
        to += permkern_product(step, out_step);
    }
}

/* Moves the whole tiles of a plane; the innermost loop runs along the longer side. */
PERMKERN_INLINE void NAME(pinned_area)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                       size_t rows, size_t cols, size_t tile_rows, size_t tile_cols, bool pairs,
                                       FLIP_TYPE flip)
{
    const size_t row_tiles = tile_rows == 8 ? rows / 8 : rows / 4;
    const size_t col_tiles = tile_cols == 8 ? cols / 8 : cols / 4;
    const bool down = row_tiles >= col_tiles;
    const size_t count = down ? row_tiles : col_tiles;
    const size_t strips = down ? col_tiles : row_tiles;
    const size_t below = permkern_product(tile_rows, row_stride);
    const size_t beside = permkern_product(tile_cols, col_stride);
    const size_t in_right = tile_cols * SIZE;
    const size_t out_right = tile_rows * SIZE;
    const size_t in_step = down ? below : in_right;
    const size_t out_step = down ? out_right : beside;
    const size_t in_next = down ? in_right : below;
    const size_t out_next = down ? beside : out_right;
    const size_t step = permkern_at_once(count, PERMKERN_BODY_TILES);
    size_t from = 0;
    size_t to = 0;
    if (strips == 2 && count == 2) {
        NAME(pinned_strip)(in, row_stride, in_step, out, col_stride, out_step, 2, 2, tile_rows, tile_cols, pairs, flip);
        NAME(pinned_strip)
        (permkern_at(in, in_next), row_stride, in_step, permkern_at_out(out, out_next), col_stride, out_step, 2, 2,
         tile_rows, tile_cols, pairs, flip);
        return;
    }
    for (size_t left = count == 0 ? 0 : strips; left != 0; left--) {
        NAME(pinned_strip)
        (permkern_at(in, from), row_stride, in_step, permkern_at_out(out, to), col_stride, out_step, count, step,
         tile_rows, tile_cols, pairs, flip);
        from += in_next;
        to += out_next;
    }
}

#if PERMKERN_SEVERAL && BITS < 32
/* Moves whole tiles by pairs of words, then what they leave on one side by words. */
PERMKERN_INLINE void NAME(pinned_pairs)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                        size_t rows, size_t cols, FLIP_TYPE flip)
{
    const bool far_rows = permkern_longer(row_stride, 0) * 3 > PERMKERN_REACH_OF_PAIRS;
    const bool far_cols = permkern_longer(col_stride, 0) * 3 > PERMKERN_REACH_OF_PAIRS;
    const bool wide = BITS == 8 && cols >= 8 && (rows < 8 || !far_rows || far_cols);
    const bool high = BITS == 8 && !wide && rows >= 8;
    const size_t whole_rows = high ? rows & ~(size_t)7 : wide ? rows : 0;
    const size_t whole_cols = wide ? cols & ~(size_t)7 : cols;
    NAME(pinned_area)
    (in, row_stride, out, col_stride, BITS == 8 ? whole_rows : rows, whole_cols, high ? 8 : 4, wide ? 8 : 4, true,
     flip);
    if (BITS == 8 && wide) {
        NAME(pinned_area)
        (in + whole_cols * SIZE, row_stride, permkern_at_out(out, permkern_product(whole_cols, col_stride)), col_stride,
         rows, cols - whole_cols, 4, 4, false, flip);
    } else if (BITS == 8) {
        NAME(pinned_area)
        (permkern_at(in, permkern_product(whole_rows, row_stride)), row_stride, out + whole_rows * SIZE, col_stride,
         rows - whole_rows, cols, 4, 4, false, flip);
    }
}
#endif

/* Moves a plane in tiles, by pairs of words if all strides are whole words, then the columns and rows that are left. */
PERMKERN_INLINE void NAME(pinned_tiles)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                        size_t rows, size_t cols, permkern_fit fit, FLIP_TYPE flip)
{
    const size_t tile_rows = rows & ~(size_t)3;
    const size_t tile_cols = cols & ~(size_t)3;
    const permkern_axis row = {tile_rows, row_stride, 0};
    const permkern_axis col = {tile_cols, 0, col_stride};
    if (BITS < 32 && fit == PERMKERN_FIT_ELEMENTS) {
        NAME(pinned_elements)(in, row_stride, out, col_stride, rows, cols, flip);
        return;
    }
#if PERMKERN_SEVERAL && BITS < 32
    if ((fit == PERMKERN_FIT_ALIGNED || !PERMKERN_PAIRS) && ((row_stride | col_stride) & 3U) == 0) {
        NAME(pinned_pairs)(in, row_stride, out, col_stride, tile_rows, tile_cols, flip);
    } else
#endif
        if (!permkern_is_far(3, permkern_longer(row_stride, col_stride))) {
        NAME(pinned_area)(in, row_stride, out, col_stride, tile_rows, tile_cols, 4, 4, false, flip);
    } else if (flip == 0) {
        NAME(tiles)(in, out, &row, &col);
    } else {
        NAME(move_tiles)(in, out, &row, &col, flip);
    }
    NAME(pinned_elements)
    (in + tile_cols * SIZE, row_stride, permkern_at_out(out, permkern_product(tile_cols, col_stride)), col_stride, rows,
     cols - tile_cols, flip);
    NAME(pinned_elements)
    (permkern_at(in, permkern_product(tile_rows, row_stride)), row_stride, out + tile_rows * SIZE, col_stride,
     rows - tile_rows, tile_cols, flip);
}

/* ---- channels ---- */

/* Moves four pixels. Their channels lie next to each other in the input, or (join) in the output. */
PERMKERN_INLINE void NAME(pinned_pixels)(const uint8_t *in, size_t from, uint8_t *out, size_t to, size_t stride,
                                         size_t channels, bool join, bool words, FLIP_TYPE flip)
{
    const uint8_t *const in0 = permkern_at(in, from);
    const uint8_t *const in1 = permkern_at(in, (from += stride));
    const uint8_t *const in2 = permkern_at(in, from + stride);
    uint8_t *const out0 = permkern_at_out(out, to);
    uint8_t *const out1 = permkern_at_out(out, (to += stride));
    uint8_t *const out2 = permkern_at_out(out, to + stride);
    if (join) {
        NAME(join)(in0, in1, in2, out0, channels, words, flip);
    } else {
        NAME(split)(in0, out0, out1, out2, channels, words, flip);
    }
}

/* Moves pixels in groups of four, then those that are left. */
PERMKERN_INLINE void NAME(pinned_groups)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                         size_t rows, size_t cols, bool join, bool words, FLIP_TYPE flip)
{
    const size_t channels = join ? rows : cols;
    const size_t pixels = join ? cols : rows;
    const size_t stride = join ? row_stride : col_stride;
    const size_t step = permkern_at_once(pixels / 4, 5);
    const size_t mixed = permkern_product(4 * SIZE, channels);
    const size_t in_step = join ? 4 * SIZE : mixed;
    const size_t out_step = join ? mixed : 4 * SIZE;
    const size_t in_above = join ? permkern_above(channels, stride) : 0;
    const size_t out_above = join ? 0 : permkern_above(channels, stride);
    const uint8_t *const in_low = in - in_above;
    uint8_t *const out_low = out - out_above;
    size_t from = 0;
    size_t to = 0;
    for (size_t left = pixels / 4; left != 0; left -= step) {
        const uint8_t *const at = in_low + from;
        uint8_t *const put = out_low + to;
        size_t in_next = in_above;
        size_t out_next = out_above;
        PERMKERN_UNROLL
        for (size_t k = 0; k < step; k++) {
            NAME(pinned_pixels)(at, in_next, put, out_next, stride, channels, join, words, flip);
            in_next += in_step;
            out_next += out_step;
        }
        from += permkern_product(step, in_step);
        to += permkern_product(step, out_step);
    }
    NAME(pinned_grid)
    (in + from, join ? SIZE : row_stride, join ? row_stride : SIZE, out + to, join ? col_stride : SIZE,
     join ? SIZE : col_stride, pixels & 3U, channels, flip);
}

/* Moves a plane whose rows or columns are channels without gaps between the pixels. */
PERMKERN_INLINE void NAME(pinned_channels)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                           size_t rows, size_t cols, permkern_fit fit, FLIP_TYPE flip)
{
    const bool join = rows <= 3 && col_stride == permkern_product(rows, SIZE);
    if (fit == PERMKERN_FIT_ELEMENTS) {
        NAME(pinned_groups)(in, row_stride, out, col_stride, rows, cols, join, false, flip);
    } else {
        NAME(pinned_groups)(in, row_stride, out, col_stride, rows, cols, join, true, flip);
    }
}

#else

/* ---- the same by vectors of firmware, which take no constant ---- */

PERMKERN_INLINE void NAME(pinned_elements)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                           size_t rows, size_t cols, FLIP_TYPE flip)
{
    (void)flip;
    NAME(plane_inline)(in, row_stride, out, col_stride, rows, cols);
}

PERMKERN_INLINE void NAME(pinned_tiles)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                        size_t rows, size_t cols, permkern_fit fit, FLIP_TYPE flip)
{
    (void)fit;
    NAME(pinned_elements)(in, row_stride, out, col_stride, rows, cols, flip);
}

PERMKERN_INLINE void NAME(pinned_channels)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                           size_t rows, size_t cols, permkern_fit fit, FLIP_TYPE flip)
{
    (void)fit;
    NAME(pinned_elements)(in, row_stride, out, col_stride, rows, cols, flip);
}

#endif

/* XORs what vectors have moved without a constant. */
PERMKERN_INLINE void NAME(pinned_flip)(uint8_t *out, size_t bytes, FLIP_TYPE flip)
{
#if PERMKERN_JOIN(PERMKERN_PLANE, BITS, )
    const uint64_t wide = flip;
    const uint32_t low = (uint32_t)wide;                                               /* narrow: the low half */
    permkern_xor_run(out, out, bytes, low, BITS == 64 ? (uint32_t)(wide >> 32) : low); /* narrow: the high half */
#else
    (void)out;
    (void)bytes;
    (void)flip;
#endif
}

#undef NAME
#undef LINE
#undef SIZE
#undef FLIP_TYPE
