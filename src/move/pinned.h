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

/* ---- element strips. The address that steps by a stride is an integer: its last step may leave the buffer ---- */

/* Moves four columns, row by row. rows: a multiple of 4. */
PERMKERN_INLINE void NAME(strip_down)(const uint8_t *in, ptrdiff_t row_stride, uint8_t *out, ptrdiff_t col_stride,
                                      size_t rows, FLIP_TYPE flip)
{
    uint8_t *out1 = out + col_stride;
    uint8_t *out2 = out1 + col_stride;
    uint8_t *out3 = out2 + col_stride;
    uintptr_t from = (uintptr_t)in;
    for (size_t row = 0; row < rows; row += 4) {
        PERMKERN_UNROLL
        for (size_t next = 0; next < 4; next++) {
            const uint8_t *const p = (const uint8_t *)from;
            const size_t at = next * SIZE;
            NAME(four)(p, p + SIZE, p + 2 * SIZE, p + 3 * SIZE, out + at, out1 + at, out2 + at, out3 + at, flip);
            from += (size_t)row_stride;
#if !PERMKERN_STRIPS
            from = permkern_hide(from);
#endif
        }
        out += 4 * SIZE;
        out1 += 4 * SIZE;
        out2 += 4 * SIZE;
        out3 += 4 * SIZE;
    }
}

/* Moves four rows, column by column. cols: a multiple of 4. */
PERMKERN_INLINE void NAME(strip_across)(const uint8_t *in, ptrdiff_t row_stride, uint8_t *out, ptrdiff_t col_stride,
                                        size_t cols, FLIP_TYPE flip)
{
    const uint8_t *in1 = in + row_stride;
    const uint8_t *in2 = in1 + row_stride;
    const uint8_t *in3 = in2 + row_stride;
    uintptr_t to = (uintptr_t)out;
    for (size_t col = 0; col < cols; col += 4) {
        PERMKERN_UNROLL
        for (size_t next = 0; next < 4; next++) {
            uint8_t *const p = (uint8_t *)to;
            const size_t at = next * SIZE;
            NAME(four)(in + at, in1 + at, in2 + at, in3 + at, p, p + SIZE, p + 2 * SIZE, p + 3 * SIZE, flip);
            to += (size_t)col_stride;
#if !PERMKERN_STRIPS
            to = permkern_hide(to);
#endif
        }
        in += 4 * SIZE;
        in1 += 4 * SIZE;
        in2 += 4 * SIZE;
        in3 += 4 * SIZE;
    }
}

#undef NAME
#undef SIZE
#undef FLIP_TYPE

#endif
