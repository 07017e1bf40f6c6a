/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Plane parts that pinned kernels move at once, by words, with BITS-bit elements. Kernels pass strides and flip as
 * constants; kernels/loops.py chooses the loops around the calls.
 *
 * Included once per width, after tile.h and channel.h. The width is part of function names.
 */
#if !PERMKERN_JOIN(PERMKERN_PLANE, BITS, )

#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define SIZE (BITS / 8U)
#define FLIP_TYPE PERMKERN_JOIN(permkern_flip, BITS, )

/* ---- element strips, for misaligned words and for elements that fill words ---- */

/* Moves four columns: row by row, each row to four addresses that step by an element. */
PERMKERN_INLINE void NAME(strip_down)(const uint8_t *in, ptrdiff_t row_stride, uint8_t *out, ptrdiff_t col_stride,
                                      size_t rows, FLIP_TYPE flip)
{
    uint8_t *out1 = permkern_next_out(out, col_stride);
    uint8_t *out2 = permkern_next_out(out1, col_stride);
    uint8_t *out3 = permkern_next_out(out2, col_stride);
    for (size_t fours = permkern_hide(rows / 4); fours != 0; fours--) {
        PERMKERN_UNROLL
        for (size_t at = 0; at < 4 * SIZE; at += SIZE) {
            NAME(four)
            (in, in + SIZE, in + 2 * SIZE, in + 3 * SIZE, out + at, out1 + at, out2 + at, out3 + at, flip);
            in = permkern_next_in(in, row_stride);
        }
        out = permkern_next_out(out, 4 * SIZE);
        out1 = permkern_next_out(out1, 4 * SIZE);
        out2 = permkern_next_out(out2, 4 * SIZE);
        out3 = permkern_next_out(out3, 4 * SIZE);
    }
    for (size_t at = 0; at < rows % 4 * SIZE; at += SIZE) {
        NAME(four)
        (in, in + SIZE, in + 2 * SIZE, in + 3 * SIZE, out + at, out1 + at, out2 + at, out3 + at, flip);
        in = permkern_next_in(in, row_stride);
    }
}

/* Moves four rows: column by column, each column from four addresses that step by an element. */
PERMKERN_INLINE void NAME(strip_across)(const uint8_t *in, ptrdiff_t row_stride, uint8_t *out, ptrdiff_t col_stride,
                                        size_t cols, FLIP_TYPE flip)
{
    const uint8_t *in1 = permkern_next_in(in, row_stride);
    const uint8_t *in2 = permkern_next_in(in1, row_stride);
    const uint8_t *in3 = permkern_next_in(in2, row_stride);
    for (size_t fours = permkern_hide(cols / 4); fours != 0; fours--) {
        PERMKERN_UNROLL
        for (size_t at = 0; at < 4 * SIZE; at += SIZE) {
            NAME(four)
            (in + at, in1 + at, in2 + at, in3 + at, out, out + SIZE, out + 2 * SIZE, out + 3 * SIZE, flip);
            out = permkern_next_out(out, col_stride);
        }
        in = permkern_next_in(in, 4 * SIZE);
        in1 = permkern_next_in(in1, 4 * SIZE);
        in2 = permkern_next_in(in2, 4 * SIZE);
        in3 = permkern_next_in(in3, 4 * SIZE);
    }
    for (size_t at = 0; at < cols % 4 * SIZE; at += SIZE) {
        NAME(four)
        (in + at, in1 + at, in2 + at, in3 + at, out, out + SIZE, out + 2 * SIZE, out + 3 * SIZE, flip);
        out = permkern_next_out(out, col_stride);
    }
}

/* ---- tiles with word pairs in each row, or in each column ---- */

#if BITS == 16
/* Moves 4 rows by 4 columns. */
PERMKERN_INLINE void NAME(pairs4x4)(const uint8_t *in, ptrdiff_t row_stride, uint8_t *out, ptrdiff_t col_stride,
                                    FLIP_TYPE flip)
{
    uint32_t a, b, c, d, e, f, g, h;
    permkern_load_pair(in, &a, &e, flip);
    permkern_load_pair(in + row_stride, &b, &f, flip);
    permkern_load_pair(in + 2 * row_stride, &c, &g, flip);
    permkern_load_pair(in + 3 * row_stride, &d, &h, flip);
    permkern_swap16(&a, &b);
    permkern_swap16(&e, &f);
    permkern_swap16(&c, &d);
    permkern_swap16(&g, &h);
    permkern_store_pair(out, a, c);
    permkern_store_pair(out + col_stride, b, d);
    permkern_store_pair(out + 2 * col_stride, e, g);
    permkern_store_pair(out + 3 * col_stride, f, h);
}
#elif BITS == 8
/* Moves 4 rows by 8 columns. */
PERMKERN_INLINE void NAME(pairs4x8)(const uint8_t *in, ptrdiff_t row_stride, uint8_t *out, ptrdiff_t col_stride,
                                    FLIP_TYPE flip)
{
    uint32_t a, b, c, d, e, f, g, h;
    permkern_load_pair(in, &a, &e, flip);
    permkern_load_pair(in + row_stride, &b, &f, flip);
    permkern_load_pair(in + 2 * row_stride, &c, &g, flip);
    permkern_load_pair(in + 3 * row_stride, &d, &h, flip);
    permkern_turn_tile8(&a, &b, &c, &d);
    permkern_turn_tile8(&e, &f, &g, &h);
    permkern_store32(out, a);
    permkern_store32(out + col_stride, b);
    permkern_store32(out + 2 * col_stride, c);
    permkern_store32(out + 3 * col_stride, d);
    permkern_store32(out + 4 * col_stride, e);
    permkern_store32(out + 5 * col_stride, f);
    permkern_store32(out + 6 * col_stride, g);
    permkern_store32(out + 7 * col_stride, h);
}

/* Moves 8 rows by 4 columns. */
PERMKERN_INLINE void NAME(pairs8x4)(const uint8_t *in, ptrdiff_t row_stride, uint8_t *out, ptrdiff_t col_stride,
                                    FLIP_TYPE flip)
{
    uint32_t a = permkern_load32(in) ^ flip;
    uint32_t b = permkern_load32(in + row_stride) ^ flip;
    uint32_t c = permkern_load32(in + 2 * row_stride) ^ flip;
    uint32_t d = permkern_load32(in + 3 * row_stride) ^ flip;
    uint32_t e = permkern_load32(in + 4 * row_stride) ^ flip;
    uint32_t f = permkern_load32(in + 5 * row_stride) ^ flip;
    uint32_t g = permkern_load32(in + 6 * row_stride) ^ flip;
    uint32_t h = permkern_load32(in + 7 * row_stride) ^ flip;
    permkern_turn_tile8(&a, &b, &c, &d);
    permkern_turn_tile8(&e, &f, &g, &h);
    permkern_store_pair(out, a, e);
    permkern_store_pair(out + col_stride, b, f);
    permkern_store_pair(out + 2 * col_stride, c, g);
    permkern_store_pair(out + 3 * col_stride, d, h);
}
#endif

#undef NAME
#undef SIZE
#undef FLIP_TYPE

#endif
