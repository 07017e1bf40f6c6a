/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lines of elements of BITS bits by Helium's gathers and scatters, with an element in each lane of LANE bits: included
 * by mve.h for each pair of them. The names of its functions and of intrinsics are made of BITS and LANE; an
 * amalgamation has them spelled out. An offset has as many bits as a lane, and counts elements.
 */
#define JOIN2(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN2(a, b, c)
#define LETTER_8 b
#define LETTER_16 h
#define LETTER_32 w
#define LETTER JOIN(LETTER_, BITS, )
#define LANES_8 16
#define LANES_16 8
#define LANES_32 4
#define LANES JOIN(LANES_, LANE, )
/* Vectors that one address serves, but of 8 lanes one: so many lanes less one times the stride fit, as callers know. */
#define GROUP 4U
#define OFFSET_8 offset
#define OFFSET_16 shifted_offset
#define OFFSET_32 shifted_offset
#define OFFSET JOIN(OFFSET_, BITS, )
#define SIZE (BITS / 8U)
#define NAME(part) JOIN(JOIN(permkern_x, BITS, _##part), LANE, _mve)
#define VECTOR JOIN(JOIN(uint, LANE, x), LANES, _t)
#define OFFSETS JOIN(uint, LANE, _t)
#define ON(op) JOIN(op##_u, LANE, )
#define MOVE(op, how) JOIN(JOIN(v##op, LETTER, q##how##_u), LANE, )
#define FAR(op, how, part) JOIN(JOIN(v##op, LETTER, q_##how##_), OFFSET, JOIN(part##_u, LANE, ))

/* The offsets of lanes that are `stride` bytes apart, of a vector that is the at-th of a group. */
PERMKERN_INLINE VECTOR NAME(offsets)(size_t stride, unsigned at)
{
    return ON(vmulq_n)(ON(vidupq_n)(at * LANES, 1), (OFFSETS)(stride / SIZE)); /* fits, as said above */
}

#if LANE == 8 /* strides are short, as channels have: lines are long */

/* Moves column by column: each column is gathered and stored contiguously. */
static inline void NAME(gather)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                size_t cols)
{
    const VECTOR offset = NAME(offsets)(in_stride, 0);
    const mve_pred16_t some = JOIN(vctp, LANE, q)((uint32_t)(rows % LANES)); /* narrow: below 16 */
    for (size_t col = 0; col < cols; col++) {
        size_t from = col * SIZE;
        size_t to = col * out_stride;
        for (size_t whole = rows / LANES; whole != 0; whole--) {
            const VECTOR v = FAR(ldr, gather, )((const void *)permkern_at(in, from), offset);
            MOVE(str, )((void *)permkern_at_out(out, to), v);
            from += LANES * in_stride;
            to += LANES * SIZE;
        }
        if (rows % LANES != 0) {
            const VECTOR v = FAR(ldr, gather, _z)((const void *)permkern_at(in, from), offset, some);
            MOVE(str, _p)((void *)permkern_at_out(out, to), v, some);
        }
    }
}

/* Moves row by row: each row is loaded contiguously and scattered. */
static inline void NAME(scatter)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                 size_t cols)
{
    const VECTOR offset = NAME(offsets)(out_stride, 0);
    const mve_pred16_t some = JOIN(vctp, LANE, q)((uint32_t)(cols % LANES)); /* narrow: below 16 */
    for (size_t row = 0; row < rows; row++) {
        size_t from = row * in_stride;
        size_t to = row * SIZE;
        for (size_t whole = cols / LANES; whole != 0; whole--) {
            FAR(str, scatter, )
            ((void *)permkern_at_out(out, to), offset, MOVE(ldr, )((const void *)permkern_at(in, from)));
            from += LANES * SIZE;
            to += LANES * out_stride;
        }
        if (cols % LANES != 0) {
            const VECTOR v = MOVE(ldr, _z)((const void *)permkern_at(in, from), some);
            FAR(str, scatter, _p)((void *)permkern_at_out(out, to), offset, v, some);
        }
    }
}

#else

/* Elements of an axis that go by groups. A last group overlaps the one before if more than half of it is new. */
PERMKERN_INLINE size_t NAME(in_groups)(size_t extent)
{
    const size_t rest = extent % (GROUP * LANES);
    return extent > GROUP * LANES && rest > GROUP * LANES / 2 ? extent : extent - rest;
}

/* Moves some rows of all columns, each gathered and stored contiguously: as many as a group has, or as `some` says. */
PERMKERN_INLINE void NAME(gather_few)(const uint8_t *in, VECTOR offset, uint8_t *out, size_t right, size_t cols,
                                      mve_pred16_t some)
{
    do {
        permkern_own_loop();
        MOVE(str, _p)((void *)out, FAR(ldr, gather, _z)((const void *)in, offset, some), some);
        in += SIZE;
        out = permkern_at_out(out, right);
    } while (--cols != 0);
}

PERMKERN_INLINE void NAME(gather_group)(const uint8_t *in, const VECTOR *offset, uint8_t *out, size_t right,
                                        size_t cols)
{
    do {
        VECTOR v[GROUP];
        PERMKERN_UNROLL
        for (unsigned k = 0; k < GROUP; k++) {
            v[k] = FAR(ldr, gather, )((const void *)in, offset[k]);
        }
        PERMKERN_UNROLL
        for (unsigned k = 0; k < GROUP; k++) {
            MOVE(str, )((void *)(out + k * LANES * SIZE), v[k]);
        }
        in += SIZE;
        out = permkern_at_out(out, right);
    } while (--cols != 0);
}

/* Moves a plane by columns. */
static inline void NAME(gather)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                size_t cols)
{
    VECTOR offset[GROUP];
    PERMKERN_UNROLL
    for (unsigned k = 0; k < GROUP; k++) {
        offset[k] = NAME(offsets)(in_stride, k);
    }
    const size_t whole = NAME(in_groups)(rows);
    for (size_t row = 0; row < whole; row += GROUP * LANES) {
        const size_t at = row + GROUP * LANES > whole ? whole - GROUP * LANES : row;
        NAME(gather_group)(permkern_at(in, at * in_stride), offset, out + at * SIZE, out_stride, cols);
    }
    for (size_t row = whole; row < rows; row += LANES) {
        const mve_pred16_t some = JOIN(vctp, LANE, q)((uint32_t)(rows - row)); /* narrow: fewer than a group has */
        NAME(gather_few)(permkern_at(in, row * in_stride), offset[0], out + row * SIZE, out_stride, cols, some);
    }
}

/* Moves some columns of all rows, each loaded contiguously and scattered. */
PERMKERN_INLINE void NAME(scatter_few)(const uint8_t *in, size_t down, uint8_t *out, VECTOR offset, size_t rows,
                                       mve_pred16_t some)
{
    do {
        permkern_own_loop();
        FAR(str, scatter, _p)((void *)out, offset, MOVE(ldr, _z)((const void *)in, some), some);
        in = permkern_at(in, down);
        out += SIZE;
    } while (--rows != 0);
}

PERMKERN_INLINE void NAME(scatter_group)(const uint8_t *in, size_t down, uint8_t *out, const VECTOR *offset,
                                         size_t rows)
{
    do {
        VECTOR v[GROUP];
        PERMKERN_UNROLL
        for (unsigned k = 0; k < GROUP; k++) {
            v[k] = MOVE(ldr, )((const void *)(in + k * LANES * SIZE));
        }
        PERMKERN_UNROLL
        for (unsigned k = 0; k < GROUP; k++) {
            FAR(str, scatter, )((void *)out, offset[k], v[k]);
        }
        in = permkern_at(in, down);
        out += SIZE;
    } while (--rows != 0);
}

/* Moves a plane by rows. */
static inline void NAME(scatter)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                 size_t cols)
{
    VECTOR offset[GROUP];
    PERMKERN_UNROLL
    for (unsigned k = 0; k < GROUP; k++) {
        offset[k] = NAME(offsets)(out_stride, k);
    }
    const size_t whole = NAME(in_groups)(cols);
    for (size_t col = 0; col < whole; col += GROUP * LANES) {
        const size_t at = col + GROUP * LANES > whole ? whole - GROUP * LANES : col;
        NAME(scatter_group)(in + at * SIZE, in_stride, permkern_at_out(out, at * out_stride), offset, rows);
    }
    for (size_t col = whole; col < cols; col += LANES) {
        const mve_pred16_t some = JOIN(vctp, LANE, q)((uint32_t)(cols - col)); /* narrow: fewer than a group has */
        NAME(scatter_few)(in + col * SIZE, in_stride, permkern_at_out(out, col * out_stride), offset[0], rows, some);
    }
}

#endif

#undef JOIN2
#undef JOIN
#undef LETTER_8
#undef LETTER_16
#undef LETTER_32
#undef LETTER
#undef LANES_8
#undef LANES_16
#undef LANES_32
#undef LANES
#undef GROUP
#undef OFFSET_8
#undef OFFSET_16
#undef OFFSET_32
#undef OFFSET
#undef SIZE
#undef NAME
#undef VECTOR
#undef OFFSETS
#undef ON
#undef MOVE
#undef FAR
