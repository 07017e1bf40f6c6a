/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes of BITS-bit elements for Helium, included by mve.h once for each width. Function and intrinsic names contain
 * BITS; an amalgamation has them spelled out.
 */
#if BITS == 8
#define LANE 8
#define LANES 16
#include "vector/mve_lines.h"
#undef LANE
#undef LANES
#endif
#if BITS <= 16
#define LANE 16
#define LANES 8
#include "vector/mve_lines.h"
#undef LANE
#undef LANES
#endif
#define LANE 32
#define LANES 4
#include "vector/mve_lines.h"
#undef LANE
#undef LANES

#define SIZE (BITS / 8U)
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part##_mve)
#define PLANE(part) PERMKERN_JOIN(permkern_x, BITS, _##part)

/* ---- blocks: only for bytes, as wider elements take fewer cycles by gathers and scatters ---- */

#if BITS == 8
/*
 * Moves a block of 16 x 16 elements through a buffer. First, interleaving stores make words: four elements of a column,
 * from four rows. Then word stores join the four words of each column.
 */
PERMKERN_INLINE void NAME(block)(const uint8_t *in, size_t down, uint8_t *out, size_t right, uint32_t *words)
{
    uint32_t *const columns = words + 4 * ELEMENTS;
    uint8x16_t v[4];
    PERMKERN_UNROLL
    for (unsigned group = 0; group < 4; group++) {
        PERMKERN_UNROLL
        for (unsigned i = 0; i < 4; i++) {
            v[i] = NAME(load_next)(&in, PERMKERN_MVE_ASSEMBLY, down);
        }
        (void)NAME(store4)(words + ELEMENTS * group, v[0], v[1], v[2], v[3], PERMKERN_MVE_ASSEMBLY);
    }
    PERMKERN_UNROLL
    for (unsigned c = 0; c < ELEMENTS; c += 4) {
        uint32x4_t w[4];
        PERMKERN_UNROLL
        for (unsigned k = 0; k < 4; k++) {
            w[k] = permkern_x32_take_mve(words + ELEMENTS * k + c);
        }
        (void)permkern_x32_store4_mve(columns, w[0], w[1], w[2], w[3], PERMKERN_MVE_ASSEMBLY);
        PERMKERN_UNROLL
        for (unsigned k = 0; k < 4; k++) {
            NAME(store_next)(&out, NAME(take)(columns + 4 * k), PERMKERN_MVE_ASSEMBLY, right);
        }
    }
}
#endif

/* ---- lines ---- */

/* Scatters rows or gathers columns, with the narrowest offsets that fit (PERMKERN_MVE_NEAR8). `rows` is a constant. */
PERMKERN_INLINE void NAME(lines)(bool rows, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                 size_t count, size_t cols)
{
    const size_t stride = (rows ? out_stride : in_stride) / SIZE;
    (void)stride;
#if BITS == 8
    if (stride <= PERMKERN_MVE_NEAR8) {
        rows ? PLANE(scatter8_mve)(in, in_stride, out, out_stride, count, cols)
             : PLANE(gather8_mve)(in, in_stride, out, out_stride, count, cols);
        return;
    }
#endif
#if BITS <= 16
    if (stride <= PERMKERN_MVE_NEAR16) {
        rows ? PLANE(scatter16_mve)(in, in_stride, out, out_stride, count, cols)
             : PLANE(gather16_mve)(in, in_stride, out, out_stride, count, cols);
        return;
    }
#endif
    rows ? PLANE(scatter32_mve)(in, in_stride, out, out_stride, count, cols)
         : PLANE(gather32_mve)(in, in_stride, out, out_stride, count, cols);
}

/* ---- planes ---- */

/* A gather takes one cycle per element. So blocks pay only for bytes, with 16 elements per vector. */
#if BITS == 8
/* Moves a plane by blocks. A last block overlaps the one before if at least half of it is new; else lines follow. */
PERMKERN_INLINE void NAME(blocks)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                  size_t cols)
{
    uint32_t words[4 * ELEMENTS + 16];
    const size_t most_rows = rows % ELEMENTS < ELEMENTS / 2 ? rows - rows % ELEMENTS : rows;
    const size_t most_cols = cols % ELEMENTS < ELEMENTS / 2 ? cols - cols % ELEMENTS : cols;
    for (size_t row = 0; row < most_rows; row += ELEMENTS) {
        const size_t r = row + ELEMENTS > most_rows ? most_rows - ELEMENTS : row;
        for (size_t col = 0; col < most_cols; col += ELEMENTS) {
            const size_t c = col + ELEMENTS > most_cols ? most_cols - ELEMENTS : col;
            NAME(block)
            (permkern_at(in, r * in_stride) + c * SIZE, in_stride, permkern_at_out(out + r * SIZE, c * out_stride),
             out_stride, words);
        }
    }
    if (most_cols < cols) {
        uint8_t *const to = permkern_at_out(out, most_cols * out_stride);
        NAME(lines)(false, in + most_cols * SIZE, in_stride, to, out_stride, most_rows, cols - most_cols);
    }
    if (most_rows < rows) {
        const uint8_t *const from = permkern_at(in, most_rows * in_stride);
        NAME(lines)(true, from, in_stride, out + most_rows * SIZE, out_stride, rows - most_rows, cols);
    }
}
#endif

/* Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. */
PERMKERN_INLINE void PLANE(plane_inline)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                         size_t rows, size_t cols)
{
    static const permkern_ways ways = {BITS / 16, BITS == 8 ? ELEMENTS : 0, ELEMENTS,
                                       PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_4 |
                                           (BITS < 32 ? PERMKERN_CHANNELS_8 | PERMKERN_CHANNELS_16 : 0U),
                                       false};
    switch (permkern_way_of(&ways, rows, cols, in_stride, out_stride, true)) {
    case PERMKERN_WAY_SPLIT:
        NAME(channels)(false, in, out, out_stride, rows, cols);
        break;
    case PERMKERN_WAY_JOIN:
        NAME(channels)(true, in, out, in_stride, cols, rows);
        break;
#if BITS == 8
    case PERMKERN_WAY_TILES:
    case PERMKERN_WAY_TILES_AND_LINES:
        NAME(blocks)(in, in_stride, out, out_stride, rows, cols);
        break;
#endif
    case PERMKERN_WAY_ROWS:
        NAME(lines)(true, in, in_stride, out, out_stride, rows, cols);
        break;
    default:
        NAME(lines)(false, in, in_stride, out, out_stride, rows, cols);
        break;
    }
}

/* The plane function that kernels for any shape share. It is not inlined for constants. */
static inline void PLANE(matrix)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                 size_t cols)
{
    PLANE(plane_inline)(in, in_stride, out, out_stride, rows, cols);
}

#undef SIZE
#undef NAME
#undef PLANE
