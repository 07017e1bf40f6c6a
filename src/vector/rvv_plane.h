/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes of BITS-bit elements for RISC-V V, included by rvv.h once for each width. Function names contain BITS; an
 * amalgamation has them spelled out.
 *
 * A segment load takes 2 to 4 neighbours per row into as many register groups, and each group is stored as part of a
 * column. A segment store writes as many groups as neighbours. More than 4 neighbours do not pay: eight columns take 17
 * instructions for as many elements as four columns move with 9.
 */
#define FIELDS 1
#include "vector/rvv_lines.h"
#undef FIELDS
#define FIELDS 2
#include "vector/rvv_lines.h"
#undef FIELDS
#define FIELDS 3
#include "vector/rvv_lines.h"
#undef FIELDS
#define FIELDS 4
#include "vector/rvv_lines.h"
#undef FIELDS

#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define SIZE (BITS / 8U)

/* Moves n rows of `length` elements, or n columns; n <= 4. `rows` and `packed` are constants. */
PERMKERN_INLINE void NAME(lines_rvv)(bool rows, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                     size_t length, size_t n, bool packed)
{
    if (n == 4) {
        rows ? NAME(rows4_rvv)(in, in_stride, out, out_stride, length, packed)
             : NAME(columns4_rvv)(in, in_stride, out, out_stride, length, packed);
    } else if (n == 3) {
        rows ? NAME(rows3_rvv)(in, in_stride, out, out_stride, length, packed)
             : NAME(columns3_rvv)(in, in_stride, out, out_stride, length, packed);
    } else if (n == 2) {
        rows ? NAME(rows2_rvv)(in, in_stride, out, out_stride, length, packed)
             : NAME(columns2_rvv)(in, in_stride, out, out_stride, length, packed);
    } else if (n == 1) {
        rows ? NAME(rows1_rvv)(in, in_stride, out, out_stride, length, packed)
             : NAME(columns1_rvv)(in, in_stride, out, out_stride, length, packed);
    }
}

/* Moves `count` rows of `length` elements, or `count` columns. `rows` is a constant. */
PERMKERN_INLINE void NAME(all_rvv)(bool rows, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                   size_t length, size_t count)
{
    const size_t step = rows ? out_stride : in_stride; /* bytes between segments */
    if (count <= 4 && count >= 2 && step == count * SIZE) {
        NAME(lines_rvv)(rows, in, in_stride, out, out_stride, length, count, true);
        return;
    }
    for (; count >= 4; count -= 4) {
        NAME(lines_rvv)(rows, in, in_stride, out, out_stride, length, 4, false);
        in = permkern_at(in, 4 * (rows ? in_stride : SIZE));
        out = permkern_at_out(out, 4 * (rows ? SIZE : out_stride));
    }
    if (count != 0) {
        NAME(lines_rvv)(rows, in, in_stride, out, out_stride, length, count, false);
    }
}

/*
 * Moves a plane of rows x cols elements, out[c][r] = in[r][c]. The longer axis fills the registers: columns are stored
 * whole, or rows are loaded whole. So each element of the shorter axis costs one or two instructions.
 */
PERMKERN_INLINE void NAME(plane_inline)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                        size_t rows, size_t cols)
{
    const permkern_ways lines = {BITS == 8 ? 0 : BITS == 16 ? 1 : BITS == 32 ? 2 : 3, 0, 0, 0, false};
    if (permkern_way_of(&lines, rows, cols, in_stride, out_stride, false) == PERMKERN_WAY_ROWS) {
        NAME(all_rvv)(true, in, in_stride, out, out_stride, cols, rows);
    } else {
        NAME(all_rvv)(false, in, in_stride, out, out_stride, rows, cols);
    }
}

/* The plane function that kernels for any shape share. It is not inlined for constants. */
static inline void NAME(matrix)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                size_t cols)
{
    NAME(plane_inline)(in, in_stride, out, out_stride, rows, cols);
}

#undef NAME
#undef SIZE
