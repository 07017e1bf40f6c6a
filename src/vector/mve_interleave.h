/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * CHANNELS (2, 4, 8 or 16) channels of BITS-bit elements for Helium, in blocks of ELEMENTS pixels. Included by
 * mve_channels.h once for each number. Lines are `stride` bytes apart.
 */
#define EACH(part) PERMKERN_JOIN(PERMKERN_JOIN(permkern_x, BITS, _##part), CHANNELS, _mve)
#define PIXELS PERMKERN_JOIN(PERMKERN_JOIN(uint, BITS, x), PERMKERN_JOIN(ELEMENTS, x, CHANNELS), _t)
#define LOAD_PIXELS PERMKERN_JOIN(PERMKERN_JOIN(vld, CHANNELS, q_u), BITS, )
#define STORE_PIXELS PERMKERN_JOIN(PERMKERN_JOIN(vst, CHANNELS, q_u), BITS, )

/* Moves `blocks` blocks of pixels to lines. */
PERMKERN_INLINE void EACH(split)(const uint8_t *in, uint8_t *out, size_t stride, size_t blocks)
{
#if CHANNELS < 16
    uint8_t *line[CHANNELS] = {out};
    PERMKERN_UNROLL
    for (unsigned k = 1; k < CHANNELS; k++) {
        line[k] = permkern_at_out(line[k - 1], stride);
        PERMKERN_MVE_POINTER(line[k]);
    }
#endif
#if CHANNELS > 4
    uint32_t buffer[4 * CHANNELS];
    uint8_t *words = (uint8_t *)buffer;
    PERMKERN_MVE_POINTER(words);
#endif
    for (; blocks != 0; blocks--) {
#if CHANNELS <= 4
        const PIXELS v = LOAD_PIXELS(PERMKERN_IN(BITS, in));
        in += 16 * CHANNELS;
        PERMKERN_UNROLL
        for (unsigned k = 0; k < CHANNELS; k++) {
            STORE(PERMKERN_OUT(BITS, line[k]), v.val[k]);
            line[k] += 16;
        }
#else
        PERMKERN_UNROLL
        for (unsigned at = 0; at < 4 * CHANNELS; at += 16) {
            const VECTOR(x4) v = ON(vld4q)(PERMKERN_IN(BITS, in));
            in += 64;
            PERMKERN_MVE_POINTER(in);
            PERMKERN_UNROLL
            for (unsigned k = 0; k < 4; k++) {
                NAME(keep)(words + 4 * CHANNELS * k + at, v.val[k]);
            }
        }
        PERMKERN_MVE_POINTER(words);
        PERMKERN_UNROLL
        for (unsigned k = 0; k < 4; k++) {
#if CHANNELS == 8
            const VECTOR(x2) v = ON(vld2q)(PERMKERN_IN(BITS, words));
            PERMKERN_UNROLL
            for (unsigned n = 0; n < 2; n++) {
                STORE(PERMKERN_OUT(BITS, line[k + 4 * n]), v.val[n]);
                line[k + 4 * n] += 16;
                PERMKERN_MVE_POINTER(line[k + 4 * n]);
            }
#else
            const VECTOR(x4) v = ON(vld4q)(PERMKERN_IN(BITS, words)); /* columns k, k + 4, k + 8, k + 12 */
            PERMKERN_UNROLL
            for (unsigned n = 0; n < 4; n++) {
                STORE(PERMKERN_OUT(BITS, out), v.val[n]);
                out = permkern_at_out(out, n < 3 ? 4 * stride : k < 3 ? 0 - 11 * stride : 16 - 15 * stride);
                PERMKERN_MVE_POINTER(out);
            }
#endif
            words += 4 * CHANNELS;
            PERMKERN_MVE_POINTER(words);
        }
        words -= 16 * CHANNELS;
#endif
    }
}

/* Moves lines to `blocks` blocks of pixels. */
PERMKERN_INLINE void EACH(join)(const uint8_t *in, uint8_t *out, size_t stride, size_t blocks)
{
#if CHANNELS < 16
    const uint8_t *line[CHANNELS] = {in};
    PERMKERN_UNROLL
    for (unsigned k = 1; k < CHANNELS; k++) {
        line[k] = permkern_at(line[k - 1], stride);
        PERMKERN_MVE_POINTER(line[k]);
    }
#endif
#if CHANNELS > 4
    uint32_t buffer[4 * CHANNELS];
    uint8_t *words = (uint8_t *)buffer;
    PERMKERN_MVE_POINTER(words);
#endif
    for (; blocks != 0; blocks--) {
#if CHANNELS > 4
        PERMKERN_UNROLL
        for (unsigned k = 0; k < 4; k++) {
#if CHANNELS == 8
            VECTOR() v[2];
            PERMKERN_UNROLL
            for (unsigned n = 0; n < 2; n++) {
                v[n] = LOAD(PERMKERN_IN(BITS, line[k + 4 * n]));
                line[k + 4 * n] += 16;
                PERMKERN_MVE_POINTER(line[k + 4 * n]);
            }
            words = NAME(store2)(words, v);
#else
            VECTOR() v[4];
            PERMKERN_UNROLL
            for (unsigned n = 0; n < 4; n++) { /* rows k, k + 4, k + 8, k + 12 */
                v[n] = LOAD(PERMKERN_IN(BITS, in));
                in = permkern_at(in, n < 3 ? 4 * stride : k < 3 ? 0 - 11 * stride : 16 - 15 * stride);
                PERMKERN_MVE_POINTER(in);
            }
            words = NAME(store4)(words, v);
#endif
        }
        words -= 16 * CHANNELS;
        PERMKERN_MVE_POINTER(words);
        PERMKERN_UNROLL
        for (unsigned at = 0; at < 4 * CHANNELS; at += 16) {
            VECTOR() v[4];
            PERMKERN_UNROLL
            for (unsigned k = 0; k < 4; k++) {
                v[k] = NAME(take)(words + 4 * CHANNELS * k + at);
            }
            out = NAME(store4)(out, v);
        }
#else
        PIXELS v;
        PERMKERN_UNROLL
        for (unsigned k = 0; k < CHANNELS; k++) {
            v.val[k] = LOAD(PERMKERN_IN(BITS, line[k]));
            line[k] += 16;
            PERMKERN_MVE_NEXT(line[k]);
        }
#ifdef __clang__
        STORE_PIXELS(PERMKERN_OUT(BITS, out), v);
        out += 16 * CHANNELS;
#else
        out = EACH(store)(out, v.val);
#endif
#endif
    }
}

#undef EACH
#undef PIXELS
#undef LOAD_PIXELS
#undef STORE_PIXELS
