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

/* Scatters rows or gathers columns, `count` lines of `length` elements, 16 at a time. `rows` is a constant. */
PERMKERN_INLINE void NAME(lines)(bool rows, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                 size_t length, size_t count)
{
    const VECTOR offset = NAME(offsets)(rows ? out_stride : in_stride, 0);
    const mve_pred16_t rest = vctp8q((uint32_t)(length % LANES)); /* narrow: below 16 */
    for (size_t line = 0; line < count; line++) {
        uintptr_t from = (uintptr_t)in + (rows ? line * in_stride : line); /* at last, may be past the input */
        size_t to = rows ? line : line * out_stride;
        for (size_t whole = length / LANES; whole != 0; whole--) {
            if (rows) {
                vstrbq_scatter_offset_u8(permkern_at_out(out, to), offset, vldrbq_u8((const uint8_t *)from));
            } else {
                vstrbq_u8(permkern_at_out(out, to), vldrbq_gather_offset_u8((const uint8_t *)from, offset));
            }
            from += LANES * (rows ? 1 : in_stride);
            to += LANES * (rows ? out_stride : 1);
        }
        if (length % LANES != 0 && rows) {
            const VECTOR v = vldrbq_z_u8((const uint8_t *)from, rest);
            vstrbq_scatter_offset_p_u8(permkern_at_out(out, to), offset, v, rest);
        } else if (length % LANES != 0) {
            const VECTOR v = vldrbq_gather_offset_z_u8((const uint8_t *)from, offset, rest);
            vstrbq_p_u8(permkern_at_out(out, to), v, rest);
        }
    }
}

#else

/*
 * Scatters rows or gathers columns, `count` lines of `length` elements: groups, then vectors. A last group overlaps the
 * one before if over half of it is new. `rows` is a constant.
 */
PERMKERN_INLINE void NAME(lines)(bool rows, const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                 size_t length, size_t count)
{
    const size_t in_along = rows ? SIZE : in_stride;
    const size_t out_along = rows ? out_stride : SIZE;
    const size_t in_across = rows ? in_stride : SIZE;
    const size_t out_across = rows ? SIZE : out_stride;
    const size_t rest = length % GROUP;
    const size_t whole = length > GROUP && rest > GROUP / 2 ? length : length - rest;
    VECTOR offset[4];
    PERMKERN_UNROLL
    for (unsigned k = 0; k < 4; k++) {
        offset[k] = NAME(offsets)(rows ? out_stride : in_stride, k);
    }
    for (size_t first = 0; first < whole; first += GROUP) {
        const size_t at = first + GROUP > whole ? whole - GROUP : first;
        const uint8_t *from = permkern_at(in, at * in_along);
        uint8_t *to = permkern_at_out(out, at * out_along);
        size_t left = count;
        do {
            VECTOR v[4];
            PERMKERN_UNROLL
            for (size_t k = 0; k < 4; k++) {
                v[k] = rows ? MOVE(ldr, )(PERMKERN_IN(BITS, from + k * LANES * SIZE))
                            : FAR(ldr, gather, )(PERMKERN_IN(BITS, from), offset[k]);
            }
            PERMKERN_UNROLL
            for (size_t k = 0; k < 4; k++) {
                if (rows) {
                    FAR(str, scatter, )(PERMKERN_OUT(BITS, to), offset[k], v[k]);
                } else {
                    MOVE(str, )(PERMKERN_OUT(BITS, to + k * LANES * SIZE), v[k]);
                }
            }
            from = permkern_at(from, in_across);
            to = permkern_at_out(to, out_across);
        } while (--left != 0);
    }
    for (size_t at = whole; at < length; at += LANES) {
        const mve_pred16_t some = PERMKERN_JOIN(vctp, LANE, q)((uint32_t)(length - at)); /* narrow: below a group */
        const uint8_t *from = permkern_at(in, at * in_along);
        uint8_t *to = permkern_at_out(out, at * out_along);
        size_t left = count;
        do {
            permkern_own_loop();
            if (rows) {
                const VECTOR v = MOVE(ldr, _z)(PERMKERN_IN(BITS, from), some);
                FAR(str, scatter, _p)(PERMKERN_OUT(BITS, to), offset[0], v, some);
            } else {
                const VECTOR v = FAR(ldr, gather, _z)(PERMKERN_IN(BITS, from), offset[0], some);
                MOVE(str, _p)(PERMKERN_OUT(BITS, to), v, some);
            }
            from = permkern_at(from, in_across);
            to = permkern_at_out(to, out_across);
        } while (--left != 0);
    }
}

#endif

static inline void NAME(gather)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                size_t cols)
{
    NAME(lines)(false, in, in_stride, out, out_stride, rows, cols);
}

static inline void NAME(scatter)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                 size_t cols)
{
    NAME(lines)(true, in, in_stride, out, out_stride, cols, rows);
}

#undef GROUP
#undef OFFSET
#undef SIZE
#undef NAME
#undef VECTOR
#undef OFFSETS
#undef ON
#undef MOVE
#undef FAR
