/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What pinned kernels move at once, of planes of elements of BITS bits, by words. Strides and flip are numbers where a
 * kernel calls these functions; kernels/loops.py has the loops around them. An address is the lowest of a tile or of a
 * group of pixels: instructions encode larger offsets above an address than below it. Included once for each width,
 * after tile.h and channel.h. The names of its functions are made of BITS; an amalgamation has them spelled out.
 */
#if !PERMKERN_JOIN(PERMKERN_PLANE, BITS, )

#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define FLIP_TYPE PERMKERN_JOIN(permkern_flip, BITS, )

/* ---- tiles: compilers add up offsets, but not from pointer to pointer ---- */

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

/* Moves whole tiles whose strides are too large for instructions. */
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

/* ---- tiles with two neighbouring words in each row, or in each column ---- */

#if BITS == 16
/* Moves 4 rows of 4 columns. */
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
/* Moves 4 rows of 8 columns. */
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

/* Moves 8 rows of 4 columns. */
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

/* ---- pixels that fill a word of each plane, whose channels lie next to each other on one side ---- */

#if BITS < 32
PERMKERN_INLINE void NAME(pinned_split2)(const uint8_t *in, uint8_t *out, size_t stride, FLIP_TYPE flip)
{
    const size_t to = permkern_above(2, stride);
    NAME(split_words2)(in, permkern_at_out(out, to), permkern_at_out(out, to + stride), flip);
}

PERMKERN_INLINE void NAME(pinned_split3)(const uint8_t *in, uint8_t *out, size_t stride, FLIP_TYPE flip)
{
    size_t to = permkern_above(3, stride);
    uint8_t *const out0 = permkern_at_out(out, to);
    uint8_t *const out1 = permkern_at_out(out, (to += stride));
    NAME(split_words3)(in, out0, out1, permkern_at_out(out, to + stride), flip);
}

PERMKERN_INLINE void NAME(pinned_join2)(const uint8_t *in, size_t stride, uint8_t *out, FLIP_TYPE flip)
{
    const size_t from = permkern_above(2, stride);
    NAME(join_words2)(permkern_at(in, from), permkern_at(in, from + stride), out, flip);
}

PERMKERN_INLINE void NAME(pinned_join3)(const uint8_t *in, size_t stride, uint8_t *out, FLIP_TYPE flip)
{
    size_t from = permkern_above(3, stride);
    const uint8_t *const in0 = permkern_at(in, from);
    const uint8_t *const in1 = permkern_at(in, (from += stride));
    NAME(join_words3)(in0, in1, permkern_at(in, from + stride), out, flip);
}
#endif

#undef NAME
#undef FLIP_TYPE

#endif
