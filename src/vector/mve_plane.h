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
PERMKERN_INLINE void NAME(block)(const uint8_t *in, size_t down, uint8_t *out, size_t right, uint8_t *words)
{
    uint8_t *const columns = words + 256;
    uint8x16_t v[4];
    PERMKERN_UNROLL
    for (unsigned group = 0; group < 256; group += 64) {
        PERMKERN_UNROLL
        for (unsigned i = 0; i < 4; i++) {
            v[i] = vldrbq_u8(in);
            in = permkern_at(in, down);
            PERMKERN_MVE_NEXT(in);
        }
        (void)NAME(store4)(words + group, v);
    }
    PERMKERN_UNROLL
    for (unsigned c = 0; c < 64; c += 16) {
        uint32x4_t w[4];
        PERMKERN_UNROLL
        for (unsigned k = 0; k < 4; k++) {
            w[k] = permkern_x32_take_mve(words + 64 * k + c);
        }
        (void)permkern_x32_store4_mve(columns, w);
        PERMKERN_UNROLL
        for (unsigned k = 0; k < 4; k++) {
            vstrbq_u8(out, NAME(take)(columns + 16 * k));
            out = permkern_at_out(out, right);
            PERMKERN_MVE_NEXT(out);
        }
    }
}
#endif

/* ---- lines ---- */

/* Scatters rows or gathers columns, with the narrowest offsets that fit (PERMKERN_MVE_NEAR8). `rows` is a constant. */
#define MOVE(lane)                                                                                                     \
    (rows ? PLANE(scatter##lane##_mve) : PLANE(gather##lane##_mve))(in, in_stride, out, out_stride, count, cols)
PERMKERN_INLINE void NAME(lines)(bool rows, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                 size_t count, size_t cols)
{
    const size_t stride = (rows ? out_stride : in_stride) / SIZE;
    (void)stride;
#if BITS == 8
    if (stride <= PERMKERN_MVE_NEAR8) {
        MOVE(8);
        return;
    }
#endif
#if BITS <= 16
    if (stride <= PERMKERN_MVE_NEAR16) {
        MOVE(16);
        return;
    }
#endif
    MOVE(32);
}
#undef MOVE

/* ---- planes ---- */

#if BITS == 8
/* Moves a plane by blocks, at least one row and one column of them. The last blocks overlap the ones before. */
PERMKERN_INLINE void NAME(blocks)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                  size_t cols)
{
    uint32_t words[4 * ELEMENTS + 16];
    for (size_t row = 0; row < rows; row += ELEMENTS) {
        const size_t r = row + ELEMENTS > rows ? rows - ELEMENTS : row;
        for (size_t col = 0; col < cols; col += ELEMENTS) {
            const size_t c = col + ELEMENTS > cols ? cols - ELEMENTS : col;
            const uint8_t *const from = permkern_at(in, r * in_stride) + c;
            NAME(block)(from, in_stride, permkern_at_out(out + r, c * out_stride), out_stride, (uint8_t *)words);
        }
    }
}
#endif

/*
 * The plane function that kernels for any shape share: out[c][r] = in[r][c]. Rows are contiguous in the input, columns
 * in the output. Blocks are only for bytes: a gather takes one cycle per element, so bytes have most to gain. Rows or
 * columns move as lines if they fill less than half of a last block. vector_planes.py chooses for pinned kernels.
 */
static inline void PLANE(matrix)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                 size_t cols)
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
    case PERMKERN_WAY_TILES_AND_LINES: {
        const size_t high = rows % ELEMENTS < ELEMENTS / 2 ? rows - rows % ELEMENTS : rows;
        const size_t wide = cols % ELEMENTS < ELEMENTS / 2 ? cols - cols % ELEMENTS : cols;
        NAME(blocks)(in, in_stride, out, out_stride, high, wide);
        if (wide < cols) {
            NAME(lines)
            (false, in + wide, in_stride, permkern_at_out(out, wide * out_stride), out_stride, high, cols - wide);
        }
        if (high < rows) {
            NAME(lines)(true, permkern_at(in, high * in_stride), in_stride, out + high, out_stride, rows - high, cols);
        }
        break;
    }
#endif
    case PERMKERN_WAY_ROWS:
        NAME(lines)(true, in, in_stride, out, out_stride, rows, cols);
        break;
    default:
        NAME(lines)(false, in, in_stride, out, out_stride, rows, cols);
        break;
    }
}

#undef SIZE
#undef NAME
#undef PLANE
