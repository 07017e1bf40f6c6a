/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Plane parts that pinned kernels move at once, by words, with BITS-bit elements. Kernels pass strides and flip as
 * constants; kernels/loops.py chooses the loops around the calls. An address is the lowest in a tile or pixel group:
 * instructions encode larger offsets above an address than below it.
 *
 * Included once per width, after tile.h and channel.h. The width is part of function names.
 */
#if !PERMKERN_JOIN(PERMKERN_PLANE, BITS, )

#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define SIZE (BITS / 8U)
#define FLIP_TYPE PERMKERN_JOIN(permkern_flip, BITS, )

/* ---- tiles: compilers fold offset sums, but not pointer chains ---- */

PERMKERN_INLINE void NAME(pinned_tile4x4)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                          FLIP_TYPE flip)
{
    size_t from = permkern_above(4, row_stride);
    size_t to = permkern_above(4, col_stride);
    const uint8_t *const in0 = permkern_at(in, from);
    const uint8_t *const in1 = permkern_at(in, (from += row_stride));
    const uint8_t *const in2 = permkern_at(in, (from += row_stride));
    const uint8_t *const in3 = permkern_at(in, from + row_stride);
    uint8_t *const out0 = permkern_at_out(out, to);
    uint8_t *const out1 = permkern_at_out(out, (to += col_stride));
    uint8_t *const out2 = permkern_at_out(out, (to += col_stride));
    uint8_t *const out3 = permkern_at_out(out, to + col_stride);
    NAME(tile4x4)(in0, in1, in2, in3, out0, out1, out2, out3, flip);
}

/* Moves whole tiles by the code for any shape, if constants gain nothing. */
PERMKERN_INLINE void NAME(pinned_far)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                      size_t rows, size_t cols, FLIP_TYPE flip)
{
    const permkern_axis row = {rows, row_stride, 0};
    const permkern_axis col = {cols, 0, col_stride};
    if (flip == 0) {
        NAME(tiles)(in, out, &row, &col);
    } else {
        NAME(move_tiles)(in, out, &row, &col, flip);
    }
}

/* Moves pixels with two or three channels by the code for any shape. */
PERMKERN_INLINE void NAME(pinned_far_pixels)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                             size_t rows, size_t cols, FLIP_TYPE flip)
{
    const permkern_axis row = {rows, row_stride, 0};
    const permkern_axis col = {cols, 0, col_stride};
    const bool join = rows <= 3 && col_stride == rows * (BITS / 8);
    if (flip != 0) {
        NAME(pixels)(join, in, out, &row, &col, join ? rows : cols, flip);
    } else if (join) {
        (rows == 3 ? NAME(join3) : NAME(join2))(in, out, &row, &col);
    } else {
        (cols == 3 ? NAME(split3) : NAME(split2))(in, out, &row, &col);
    }
}

/* ---- element strips, for misaligned words and for elements that fill words ---- */

/* Moves four elements, which are neighbours at `far` on one side. down: this side is the input. */
PERMKERN_INLINE void NAME(pinned_four)(bool down, uint8_t *far, uint8_t *near0, uint8_t *near1, uint8_t *near2,
                                       uint8_t *near3, FLIP_TYPE flip)
{
    if (down) {
        NAME(tile1x4)(far, near0, near1, near2, near3, flip);
    } else {
        NAME(four)(near0, near1, near2, near3, far, far + SIZE, far + 2 * SIZE, far + 3 * SIZE, flip);
    }
}

/*
 * Moves four columns of `count` rows if down, else four rows of `count` columns. Four addresses step by an element, and
 * `far` by a stride.
 */
PERMKERN_INLINE void NAME(pinned_strip)(bool down, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                        size_t count, FLIP_TYPE flip)
{
    const size_t apart = down ? out_stride : in_stride;
    const size_t step = down ? in_stride : out_stride;
    uint8_t *far = down ? permkern_unconst(in) : out;
    uint8_t *near0 = down ? out : permkern_unconst(in);
    uint8_t *near1 = permkern_next_out(near0, apart);
    uint8_t *near2 = permkern_next_out(near1, apart);
    uint8_t *near3 = permkern_next_out(near2, apart);
    for (size_t fours = permkern_hide(count / 4); fours != 0; fours--) {
        NAME(pinned_four)(down, far, near0, near1, near2, near3, flip);
        far = permkern_next_out(far, step);
        NAME(pinned_four)(down, far, near0 + SIZE, near1 + SIZE, near2 + SIZE, near3 + SIZE, flip);
        far = permkern_next_out(far, step);
        NAME(pinned_four)(down, far, near0 + 2 * SIZE, near1 + 2 * SIZE, near2 + 2 * SIZE, near3 + 2 * SIZE, flip);
        far = permkern_next_out(far, step);
        NAME(pinned_four)(down, far, near0 + 3 * SIZE, near1 + 3 * SIZE, near2 + 3 * SIZE, near3 + 3 * SIZE, flip);
        far = permkern_next_out(far, step);
        near0 = permkern_next_out(near0, 4 * SIZE);
        near1 = permkern_next_out(near1, 4 * SIZE);
        near2 = permkern_next_out(near2, 4 * SIZE);
        near3 = permkern_next_out(near3, 4 * SIZE);
    }
    for (size_t k = 0; k < count % 4; k++) {
        NAME(pinned_four)(down, far, near0, near1, near2, near3, flip);
        far = permkern_next_out(far, step);
        near0 += SIZE;
        near1 += SIZE;
        near2 += SIZE;
        near3 += SIZE;
    }
}

PERMKERN_INLINE void NAME(pinned_down)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                       size_t rows, FLIP_TYPE flip)
{
    NAME(pinned_strip)(true, in, row_stride, out, col_stride, rows, flip);
}

PERMKERN_INLINE void NAME(pinned_across)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                         size_t cols, FLIP_TYPE flip)
{
    NAME(pinned_strip)(false, in, row_stride, out, col_stride, cols, flip);
}

/* ---- tiles with word pairs in each row, or in each column ---- */

#if BITS == 16
/* Moves 4 rows by 4 columns. */
PERMKERN_INLINE void NAME(pinned_pairs4x4)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                           FLIP_TYPE flip)
{
    size_t from = permkern_above(4, row_stride);
    size_t to = permkern_above(4, col_stride);
    permkern_pair a = permkern_load_pair(permkern_at(in, from), flip);
    permkern_pair b = permkern_load_pair(permkern_at(in, (from += row_stride)), flip);
    permkern_pair c = permkern_load_pair(permkern_at(in, (from += row_stride)), flip);
    permkern_pair d = permkern_load_pair(permkern_at(in, (from += row_stride)), flip);
    permkern_swap16(&a.low, &b.low);
    permkern_swap16(&a.high, &b.high);
    permkern_swap16(&c.low, &d.low);
    permkern_swap16(&c.high, &d.high);
    permkern_store_pair(permkern_at_out(out, to), a.low, c.low, true);
    permkern_store_pair(permkern_at_out(out, (to += col_stride)), b.low, d.low, true);
    permkern_store_pair(permkern_at_out(out, (to += col_stride)), a.high, c.high, true);
    permkern_store_pair(permkern_at_out(out, (to += col_stride)), b.high, d.high, true);
}
#elif BITS == 8
/* Moves 4 rows by 8 columns. */
PERMKERN_INLINE void NAME(pinned_pairs4x8)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                           FLIP_TYPE flip)
{
    size_t from = permkern_above(4, row_stride);
    size_t to = permkern_above(8, col_stride);
    permkern_pair a = permkern_load_pair(permkern_at(in, from), flip);
    permkern_pair b = permkern_load_pair(permkern_at(in, (from += row_stride)), flip);
    permkern_pair c = permkern_load_pair(permkern_at(in, (from += row_stride)), flip);
    permkern_pair d = permkern_load_pair(permkern_at(in, (from += row_stride)), flip);
    permkern_turn_tile8(&a.low, &b.low, &c.low, &d.low);
    permkern_turn_tile8(&a.high, &b.high, &c.high, &d.high);
    permkern_store32(permkern_at_out(out, to), a.low);
    permkern_store32(permkern_at_out(out, (to += col_stride)), b.low);
    permkern_store32(permkern_at_out(out, (to += col_stride)), c.low);
    permkern_store32(permkern_at_out(out, (to += col_stride)), d.low);
    permkern_store32(permkern_at_out(out, (to += col_stride)), a.high);
    permkern_store32(permkern_at_out(out, (to += col_stride)), b.high);
    permkern_store32(permkern_at_out(out, (to += col_stride)), c.high);
    permkern_store32(permkern_at_out(out, (to += col_stride)), d.high);
}

/* Moves 8 rows by 4 columns. */
PERMKERN_INLINE void NAME(pinned_pairs8x4)(const uint8_t *in, size_t row_stride, uint8_t *out, size_t col_stride,
                                           FLIP_TYPE flip)
{
    size_t from = permkern_above(8, row_stride);
    size_t to = permkern_above(4, col_stride);
    uint32_t a = permkern_load32(permkern_at(in, from)) ^ flip;
    uint32_t b = permkern_load32(permkern_at(in, (from += row_stride))) ^ flip;
    uint32_t c = permkern_load32(permkern_at(in, (from += row_stride))) ^ flip;
    uint32_t d = permkern_load32(permkern_at(in, (from += row_stride))) ^ flip;
    uint32_t e = permkern_load32(permkern_at(in, (from += row_stride))) ^ flip;
    uint32_t f = permkern_load32(permkern_at(in, (from += row_stride))) ^ flip;
    uint32_t g = permkern_load32(permkern_at(in, (from += row_stride))) ^ flip;
    uint32_t h = permkern_load32(permkern_at(in, (from += row_stride))) ^ flip;
    permkern_turn_tile8(&a, &b, &c, &d);
    permkern_turn_tile8(&e, &f, &g, &h);
    permkern_store_pair(permkern_at_out(out, to), a, e, true);
    permkern_store_pair(permkern_at_out(out, (to += col_stride)), b, f, true);
    permkern_store_pair(permkern_at_out(out, (to += col_stride)), c, g, true);
    permkern_store_pair(permkern_at_out(out, (to += col_stride)), d, h, true);
}
#endif

/* ---- pixels that fill one word per plane; the channels are contiguous on one side ---- */

#if BITS < 32
PERMKERN_INLINE void NAME(pinned_split2)(const uint8_t *in, uint8_t *out, size_t stride, FLIP_TYPE flip)
{
    const size_t to = permkern_above(2, stride);
    stride = permkern_beyond(stride);
    NAME(split_words2)(in, permkern_at_out(out, to), permkern_at_out(out, to + stride), flip);
}

PERMKERN_INLINE void NAME(pinned_split3)(const uint8_t *in, uint8_t *out, size_t stride, FLIP_TYPE flip)
{
    size_t to = permkern_above(3, stride);
    stride = permkern_beyond(stride);
    uint8_t *const out0 = permkern_at_out(out, to);
    uint8_t *const out1 = permkern_at_out(out, (to += stride));
    NAME(split_words3)(in, out0, out1, permkern_at_out(out, to + stride), flip);
}

PERMKERN_INLINE void NAME(pinned_join2)(const uint8_t *in, size_t stride, uint8_t *out, FLIP_TYPE flip)
{
    const size_t from = permkern_above(2, stride);
    stride = permkern_beyond(stride);
    NAME(join_words2)(permkern_at(in, from), permkern_at(in, from + stride), out, flip);
}

PERMKERN_INLINE void NAME(pinned_join3)(const uint8_t *in, size_t stride, uint8_t *out, FLIP_TYPE flip)
{
    size_t from = permkern_above(3, stride);
    stride = permkern_beyond(stride);
    const uint8_t *const in0 = permkern_at(in, from);
    const uint8_t *const in1 = permkern_at(in, (from += stride));
    NAME(join_words3)(in0, in1, permkern_at(in, from + stride), out, flip);
}
#endif

#undef NAME
#undef SIZE
#undef FLIP_TYPE

#endif
