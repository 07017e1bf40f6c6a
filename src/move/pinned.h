/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Plane parts that pinned kernels move at once, by words, with BITS-bit elements. Kernels pass strides and flip as
 * constants; kernels/loops.py chooses the loops around the calls.
 *
 * Included once per width, after tile.h and channel.h. The width is part of function names.
 */
#if !PERMKERN_JOIN(PERMKERN_PLANE, BITS, )

#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define FLIP_TYPE PERMKERN_JOIN(permkern_flip, BITS, )

/* Moves four columns, row by row. rows: a multiple of 4. */
PERMKERN_INLINE void NAME(strip_down)(const uint8_t *in, ptrdiff_t row_stride, uint8_t *out, ptrdiff_t col_stride,
                                      size_t rows, FLIP_TYPE flip)
{
    NAME(near_lines)
    (true, 4, (uintptr_t)in, (size_t)row_stride, (uintptr_t)out, (size_t)col_stride, rows / 4, !PERMKERN_STRIPS, flip);
}

/* Moves four rows, column by column. cols: a multiple of 4. */
PERMKERN_INLINE void NAME(strip_across)(const uint8_t *in, ptrdiff_t row_stride, uint8_t *out, ptrdiff_t col_stride,
                                        size_t cols, FLIP_TYPE flip)
{
    NAME(near_lines)
    (false, 4, (uintptr_t)out, (size_t)col_stride, (uintptr_t)in, (size_t)row_stride, cols / 4, !PERMKERN_STRIPS, flip);
}

#undef NAME
#undef FLIP_TYPE

#endif
