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

/* Moves up to four rows of `length` elements, or up to four columns. `rows` and `packed` are constants. */
#define MOVE(n)                                                                                                        \
    (rows     ? packed ? NAME(join##n##_rvv) : NAME(rows##n##_rvv)                                                     \
         : packed ? NAME(split##n##_rvv)                                                                               \
              : NAME(columns##n##_rvv))(in, in_stride, out, out_stride, length)
PERMKERN_INLINE void NAME(lines_rvv)(bool rows, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                     size_t length, size_t n, bool packed)
{
    if (n == 4) {
        MOVE(4);
    } else if (n == 3) {
        MOVE(3);
    } else if (n == 2) {
        MOVE(2);
    } else if (n == 1) {
        (rows ? NAME(rows1_rvv) : NAME(columns1_rvv))(in, in_stride, out, out_stride, length);
    }
}
#undef MOVE

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
    NAME(lines_rvv)(rows, in, in_stride, out, out_stride, length, count, false);
}

PERMKERN_INLINE void NAME(columns_rvv)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                       size_t rows, size_t cols)
{
    NAME(all_rvv)(false, in, in_stride, out, out_stride, rows, cols);
}

PERMKERN_INLINE void NAME(rows_rvv)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t cols,
                                    size_t rows)
{
    NAME(all_rvv)(true, in, in_stride, out, out_stride, cols, rows);
}

/*
 * The plane function that kernels for any shape share: out[c][r] = in[r][c]. The longer axis fills the registers:
 * columns are stored whole, or rows are loaded whole. So each element of the shorter axis costs one or two
 * instructions. vector_planes.py chooses for pinned kernels.
 */
static inline void NAME(matrix)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                size_t cols)
{
    if (permkern_runs_down(rows, cols)) {
        NAME(columns_rvv)(in, in_stride, out, out_stride, rows, cols);
    } else {
        NAME(rows_rvv)(in, in_stride, out, out_stride, cols, rows);
    }
}

#undef NAME
#undef SIZE
