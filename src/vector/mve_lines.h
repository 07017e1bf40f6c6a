/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lines of BITS-bit elements by Helium gathers and scatters, one element in each of LANES lanes of LANE bits. Included
 * by mve_plane.h for each LANE. Function and intrinsic names contain BITS and LANE; an amalgamation has them spelled
 * out. An offset has LANE bits and counts elements.
 */
/* Elements of four vectors, which share an address. */
#define GROUP (4U * LANES)
#define PERMKERN_MVE_OFFSET_8 offset
#define PERMKERN_MVE_OFFSET_16 shifted_offset
#define PERMKERN_MVE_OFFSET_32 shifted_offset
#define OFFSET PERMKERN_JOIN(PERMKERN_MVE_OFFSET_, BITS, )
#define SIZE (BITS / 8U)
#define NAME(part) PERMKERN_JOIN(PERMKERN_JOIN(permkern_x, BITS, _##part), LANE, _mve)
#define VECTOR PERMKERN_JOIN(PERMKERN_JOIN(uint, LANE, x), LANES, _t)
#define OFFSETS PERMKERN_JOIN(uint, LANE, _t)
#define ON(op) PERMKERN_JOIN(op##_u, LANE, )
#define MOVE(op, how) PERMKERN_JOIN(PERMKERN_JOIN(v##op, LETTER, q##how##_u), LANE, )
#define FAR(op, how, part)                                                                                             \
    PERMKERN_JOIN(PERMKERN_JOIN(v##op, LETTER, q_##how##_), OFFSET, PERMKERN_JOIN(part##_u, LANE, ))

/* Lane offsets for vector number `at` in a group. Lanes are `stride` bytes apart. */
PERMKERN_INLINE VECTOR NAME(offsets)(size_t stride, unsigned at)
{
    return ON(vmulq_n)(ON(vidupq_n)(at * LANES, 1), (OFFSETS)(stride / SIZE)); /* fits, as callers check */
}

#if LANE == 8 /* strides are short, as between pixels, and lines are long */

/* Gathers columns, 16 rows at a time; rows are `in_stride` bytes apart. */
static inline void NAME(gather)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                size_t cols)
{
    const VECTOR offset = NAME(offsets)(in_stride, 0);
    const mve_pred16_t rest = vctp8q((uint32_t)(rows % LANES)); /* narrow: below 16 */
    for (size_t col = 0; col < cols; col++) {
        size_t from = col;
        size_t to = col * out_stride;
        for (size_t whole = rows / LANES; whole != 0; whole--) {
            vstrbq_u8(permkern_at_out(out, to), vldrbq_gather_offset_u8(permkern_at(in, from), offset));
            from += LANES * in_stride;
            to += LANES;
        }
        if (rows % LANES != 0) {
            const VECTOR v = vldrbq_gather_offset_z_u8(permkern_at(in, from), offset, rest);
            vstrbq_p_u8(permkern_at_out(out, to), v, rest);
        }
    }
}

/* Scatters rows, 16 columns at a time; columns are `out_stride` bytes apart. */
static inline void NAME(scatter)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                 size_t cols)
{
    const VECTOR offset = NAME(offsets)(out_stride, 0);
    const mve_pred16_t rest = vctp8q((uint32_t)(cols % LANES)); /* narrow: below 16 */
    for (size_t row = 0; row < rows; row++) {
        const uint8_t *from = permkern_at(in, row * in_stride);
        size_t to = row;
        for (size_t whole = cols / LANES; whole != 0; whole--) {
            vstrbq_scatter_offset_u8(permkern_at_out(out, to), offset, vldrbq_u8(from));
            from += LANES;
            to += LANES * out_stride;
        }
        if (cols % LANES != 0) {
            const VECTOR v = vldrbq_z_u8(from, rest);
            vstrbq_scatter_offset_p_u8(permkern_at_out(out, to), offset, v, rest);
        }
    }
}

#else

/* Gathers columns: groups of rows, then vectors. A last group overlaps the one before if over half of it is new. */
static inline void NAME(gather)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                size_t cols)
{
    const size_t rest = rows % GROUP;
    const size_t whole = rows > GROUP && rest > GROUP / 2 ? rows : rows - rest;
    VECTOR offset[4];
    PERMKERN_UNROLL
    for (unsigned k = 0; k < 4; k++) {
        offset[k] = NAME(offsets)(in_stride, k);
    }
    for (size_t first = 0; first < whole; first += GROUP) {
        const size_t row = first + GROUP > whole ? whole - GROUP : first;
        const uint8_t *from = permkern_at(in, row * in_stride);
        uint8_t *to = out + row * SIZE;
        size_t left = cols;
        do {
            VECTOR v[4];
            PERMKERN_UNROLL
            for (unsigned k = 0; k < 4; k++) {
                v[k] = FAR(ldr, gather, )(PERMKERN_IN(BITS, from), offset[k]);
            }
            PERMKERN_UNROLL
            for (unsigned k = 0; k < 4; k++) {
                MOVE(str, )(PERMKERN_OUT(BITS, to + k * LANES * SIZE), v[k]);
            }
            from += SIZE;
            to = permkern_at_out(to, out_stride);
        } while (--left != 0);
    }
    for (size_t row = whole; row < rows; row += LANES) {
        const mve_pred16_t some = PERMKERN_JOIN(vctp, LANE, q)((uint32_t)(rows - row)); /* narrow: below a group */
        const uint8_t *from = permkern_at(in, row * in_stride);
        uint8_t *to = out + row * SIZE;
        for (size_t left = cols; left != 0; left--) {
            permkern_own_loop();
            const VECTOR v = FAR(ldr, gather, _z)(PERMKERN_IN(BITS, from), offset[0], some);
            MOVE(str, _p)(PERMKERN_OUT(BITS, to), v, some);
            from += SIZE;
            to = permkern_at_out(to, out_stride);
        }
    }
}

/* Scatters rows: groups of columns, then vectors, as above. */
static inline void NAME(scatter)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                 size_t cols)
{
    const size_t rest = cols % GROUP;
    const size_t whole = cols > GROUP && rest > GROUP / 2 ? cols : cols - rest;
    VECTOR offset[4];
    PERMKERN_UNROLL
    for (unsigned k = 0; k < 4; k++) {
        offset[k] = NAME(offsets)(out_stride, k);
    }
    for (size_t first = 0; first < whole; first += GROUP) {
        const size_t col = first + GROUP > whole ? whole - GROUP : first;
        const uint8_t *from = in + col * SIZE;
        uint8_t *to = permkern_at_out(out, col * out_stride);
        size_t left = rows;
        do {
            VECTOR v[4];
            PERMKERN_UNROLL
            for (unsigned k = 0; k < 4; k++) {
                v[k] = MOVE(ldr, )(PERMKERN_IN(BITS, from + k * LANES * SIZE));
            }
            PERMKERN_UNROLL
            for (unsigned k = 0; k < 4; k++) {
                FAR(str, scatter, )(PERMKERN_OUT(BITS, to), offset[k], v[k]);
            }
            from = permkern_at(from, in_stride);
            to += SIZE;
        } while (--left != 0);
    }
    for (size_t col = whole; col < cols; col += LANES) {
        const mve_pred16_t some = PERMKERN_JOIN(vctp, LANE, q)((uint32_t)(cols - col)); /* narrow: below a group */
        const uint8_t *from = in + col * SIZE;
        uint8_t *to = permkern_at_out(out, col * out_stride);
        size_t left = rows;
        do {
            permkern_own_loop();
            const VECTOR v = MOVE(ldr, _z)(PERMKERN_IN(BITS, from), some);
            FAR(str, scatter, _p)(PERMKERN_OUT(BITS, to), offset[0], v, some);
            from = permkern_at(from, in_stride);
            to += SIZE;
        } while (--left != 0);
    }
}

#endif

#undef GROUP
#undef OFFSET
#undef SIZE
#undef NAME
#undef VECTOR
#undef OFFSETS
#undef ON
#undef MOVE
#undef FAR
