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

/* Moves column by column: each column is gathered and stored contiguously. LANES - 1 strides fit into an offset. */
static inline void NAME(gather)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                size_t cols)
{
    const VECTOR offset = ON(vmulq_n)(ON(vidupq_n)(0, 1), (OFFSETS)(in_stride / SIZE)); /* callers know the limit */
    const mve_pred16_t some = JOIN(vctp, LANE, q)((uint32_t)(rows % LANES));            /* narrow: below 16 */
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
    const VECTOR offset = ON(vmulq_n)(ON(vidupq_n)(0, 1), (OFFSETS)(out_stride / SIZE)); /* callers know the limit */
    const mve_pred16_t some = JOIN(vctp, LANE, q)((uint32_t)(cols % LANES));             /* narrow: below 16 */
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
