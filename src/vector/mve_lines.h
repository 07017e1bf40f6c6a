/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lines of BITS-bit elements by Helium gathers and scatters, one element in each of LANES lanes of LANE bits. Included
 * by mve_plane.h for each LANE. Function and intrinsic names contain BITS and LANE; an amalgamation has them spelled
 * out. An offset has LANE bits and counts elements.
 */
/* Vectors that share an address; one vector if LANE is 8. Callers check that the offset of the last lane fits. */
#define GROUP 4U
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
    return ON(vmulq_n)(ON(vidupq_n)(at * LANES, 1), (OFFSETS)(stride / SIZE)); /* fits: see GROUP */
}

/*
 * A line is a row that is loaded contiguously and scattered, or a column that is gathered and stored contiguously;
 * scatters, a constant, says which. offset: lane offsets on the strided side. place: the vector's byte offset on the
 * contiguous side.
 */
PERMKERN_INLINE VECTOR NAME(load)(bool scatters, const uint8_t *in, VECTOR offset, size_t place)
{
    return scatters ? MOVE(ldr, )(PERMKERN_IN(BITS, in + place)) : FAR(ldr, gather, )(PERMKERN_IN(BITS, in), offset);
}

PERMKERN_INLINE void NAME(store)(bool scatters, uint8_t *out, VECTOR offset, size_t place, VECTOR v)
{
    if (scatters) {
        FAR(str, scatter, )(PERMKERN_OUT(BITS, out), offset, v);
    } else {
        MOVE(str, )(PERMKERN_OUT(BITS, out + place), v);
    }
}

/* Moves the lanes that the predicate `some` enables. */
PERMKERN_INLINE void NAME(move_some)(bool scatters, const uint8_t *in, uint8_t *out, VECTOR offset, mve_pred16_t some)
{
    if (scatters) {
        FAR(str, scatter, _p)(PERMKERN_OUT(BITS, out), offset, MOVE(ldr, _z)(PERMKERN_IN(BITS, in), some), some);
    } else {
        MOVE(str, _p)(PERMKERN_OUT(BITS, out), FAR(ldr, gather, _z)(PERMKERN_IN(BITS, in), offset, some), some);
    }
}

#if LANE == 8 /* strides are short, as between pixels, and lines are long */

/* Moves line by line. */
PERMKERN_INLINE void NAME(move_far)(bool scatters, const uint8_t *in, uint8_t *out, const permkern_axis *along,
                                    const permkern_axis *across)
{
    const VECTOR offset = NAME(offsets)(scatters ? along->out_stride : along->in_stride, 0);
    const mve_pred16_t some = PERMKERN_JOIN(vctp, LANE, q)((uint32_t)(along->extent % LANES)); /* narrow: below 16 */
    for (size_t line = 0; line < across->extent; line++) {
        size_t from = line * across->in_stride;
        size_t to = line * across->out_stride;
        for (size_t whole = along->extent / LANES; whole != 0; whole--) {
            const VECTOR v = NAME(load)(scatters, permkern_at(in, from), offset, 0);
            NAME(store)(scatters, permkern_at_out(out, to), offset, 0, v);
            from += LANES * along->in_stride;
            to += LANES * along->out_stride;
        }
        if (along->extent % LANES != 0) {
            NAME(move_some)(scatters, permkern_at(in, from), permkern_at_out(out, to), offset, some);
        }
    }
}

#else

/* Moves one group of vectors in each line. */
PERMKERN_INLINE void NAME(move_group)(bool scatters, const uint8_t *in, uint8_t *out, const VECTOR *offset,
                                      const permkern_axis *across)
{
    size_t lines = across->extent;
    do {
        VECTOR v[GROUP];
        PERMKERN_UNROLL
        for (unsigned k = 0; k < GROUP; k++) {
            v[k] = NAME(load)(scatters, in, offset[k], k * LANES * SIZE);
        }
        PERMKERN_UNROLL
        for (unsigned k = 0; k < GROUP; k++) {
            NAME(store)(scatters, out, offset[k], k * LANES * SIZE, v[k]);
        }
        in = permkern_at(in, across->in_stride);
        out = permkern_at_out(out, across->out_stride);
    } while (--lines != 0);
}

/* Moves all lines by groups, then by vectors. A last group overlaps the one before if over half of it is new. */
PERMKERN_INLINE void NAME(move_far)(bool scatters, const uint8_t *in, uint8_t *out, const permkern_axis *along,
                                    const permkern_axis *across)
{
    const size_t group = GROUP * LANES;
    const size_t rest = along->extent % group;
    const size_t whole = along->extent > group && rest > group / 2 ? along->extent : along->extent - rest;
    VECTOR offset[GROUP];
    PERMKERN_UNROLL
    for (unsigned k = 0; k < GROUP; k++) {
        offset[k] = NAME(offsets)(scatters ? along->out_stride : along->in_stride, k);
    }
    for (size_t place = 0; place < whole; place += group) {
        const size_t at = place + group > whole ? whole - group : place;
        NAME(move_group)
        (scatters, permkern_at(in, at * along->in_stride), permkern_at_out(out, at * along->out_stride), offset,
         across);
    }
    for (size_t place = whole; place < along->extent; place += LANES) {
        const mve_pred16_t some =
            PERMKERN_JOIN(vctp, LANE, q)((uint32_t)(along->extent - place)); /* narrow: below a group */
        const uint8_t *from = permkern_at(in, place * along->in_stride);
        uint8_t *to = permkern_at_out(out, place * along->out_stride);
        for (size_t lines = across->extent; lines != 0; lines--) {
            permkern_own_loop();
            NAME(move_some)(scatters, from, to, offset[0], some);
            from = permkern_at(from, across->in_stride);
            to = permkern_at_out(to, across->out_stride);
        }
    }
}

#endif

static inline void NAME(gather)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                size_t cols)
{
    const permkern_axis along = {rows, in_stride, SIZE};
    const permkern_axis across = {cols, SIZE, out_stride};
    NAME(move_far)(false, in, out, &along, &across);
}

static inline void NAME(scatter)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                 size_t cols)
{
    const permkern_axis along = {cols, SIZE, out_stride};
    const permkern_axis across = {rows, in_stride, SIZE};
    NAME(move_far)(true, in, out, &along, &across);
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
