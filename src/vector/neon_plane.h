/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes of BITS-bit elements for AArch64, by COUNT registers of LANES elements, each XORed with flip. SUFFIX ends the
 * names of intrinsics. Only pages have these functions: package/joined.py spells them out, and kernels/vector_planes.py
 * chooses. Other programs have neon.c.
 */
#define NAME(verb) PERMKERN_JOIN(PERMKERN_JOIN(permkern_x, BITS, _##verb), PERMKERN_JOIN(COUNT, x, LANES), _neon)
#define ELEMENT PERMKERN_JOIN(uint, BITS, _t)
#define PIXELS PERMKERN_JOIN(PERMKERN_JOIN(uint, BITS, x), PERMKERN_JOIN(LANES, x, COUNT), _t)
#define ON(op, number) PERMKERN_JOIN(PERMKERN_JOIN(v, op, number), SUFFIX, )
#define LOAD(number, p) ON(ld, number)(PERMKERN_IN(BITS, p))
#define STORE(number, p, v) ON(st, number)(PERMKERN_OUT(BITS, p), v)

/* Moves LANES pixels of COUNT channels to lines `stride` bytes apart. One load splits the channels. */
PERMKERN_INLINE void NAME(split)(const uint8_t *in, uint8_t *out, ptrdiff_t stride, ELEMENT flip)
{
    const PIXELS v = LOAD(COUNT, in);
    PERMKERN_UNROLL
    for (ptrdiff_t c = 0; c < COUNT; c++) {
        STORE(1, out + c * stride, v.val[c] ^ flip);
    }
}

/* Moves LANES pixels of COUNT channels from lines `stride` bytes apart. One store joins the channels. */
PERMKERN_INLINE void NAME(join)(const uint8_t *in, ptrdiff_t stride, uint8_t *out, ELEMENT flip)
{
    PIXELS v;
    PERMKERN_UNROLL
    for (ptrdiff_t c = 0; c < COUNT; c++) {
        v.val[c] = LOAD(1, in + c * stride) ^ flip;
    }
    STORE(COUNT, out, v);
}

/* Transposes a tile of COUNT rows. Each stage exchanges a bit of the row number with a bit of the column number. */
PERMKERN_INLINE void NAME(zip)(const uint8_t *in, ptrdiff_t in_stride, uint8_t *out, ptrdiff_t out_stride, ELEMENT flip)
{
    PERMKERN_JOIN(PERMKERN_JOIN(uint, BITS, x), LANES, _t) v[STAGES + 1][COUNT];
    PERMKERN_UNROLL
    for (ptrdiff_t k = 0; k < COUNT; k++) {
        v[0][k] = LOAD(1, in + k * in_stride) ^ flip;
    }
    PERMKERN_UNROLL
    for (int stage = 0; stage < STAGES; stage++) {
        PERMKERN_UNROLL
        for (int k = 0; k < HALF; k++) {
            v[stage + 1][2 * k] = ON(zip, 1)(v[stage][k], v[stage][k + HALF]);
            v[stage + 1][2 * k + 1] = ON(zip, 2)(v[stage][k], v[stage][k + HALF]);
        }
    }
    PERMKERN_UNROLL
    for (ptrdiff_t k = 0; k < COUNT; k++) {
        STORE(1, out + k * out_stride, v[STAGES][k]);
    }
}
