/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Channels of BITS-bit elements: splits pixels of two or three channels into planes, or joins planes to pixels.
 * Included once per width, which is part of function names. move/line.h explains flip.
 */
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define SIZE (BITS / 8U)
#define FLIP_TYPE PERMKERN_JOIN(permkern_flip, BITS, )

/* ---- one pixel, two or three channels. join: the output has the pixels; otherwise the input ---- */

PERMKERN_INLINE void NAME(pixel)(bool join, uint8_t *mixed, uint8_t *plane0, uint8_t *plane1, uint8_t *plane2,
                                 size_t channels, FLIP_TYPE flip)
{
    NAME(move)(join ? plane0 : mixed, join ? mixed : plane0, flip);
    NAME(move)(join ? plane1 : mixed + SIZE, join ? mixed + SIZE : plane1, flip);
    if (channels == 3) {
        NAME(move)(join ? plane2 : mixed + 2 * SIZE, join ? mixed + 2 * SIZE : plane2, flip);
    }
}

#if BITS < 32

/* ---- one word per plane: four 8-bit pixels, or two 16-bit pixels ---- */

PERMKERN_INLINE void NAME(split_words2)(const uint8_t *in, uint8_t *out0, uint8_t *out1, FLIP_TYPE flip)
{
    uint32_t a = permkern_load32(in) ^ flip;
    uint32_t b = permkern_load32(in + 4) ^ flip;
#if BITS == 8
    permkern_swap16(&a, &b);
    permkern_swap8(&a, &b);
    permkern_store32(out0, a);
    permkern_store32(out1, b);
#else
    permkern_store_exchanged(out0, out1, a, b);
#endif
}

PERMKERN_INLINE void NAME(join_words2)(const uint8_t *in0, const uint8_t *in1, uint8_t *out, FLIP_TYPE flip)
{
    uint32_t a = permkern_load32(in0) ^ flip;
    uint32_t b = permkern_load32(in1) ^ flip;
#if BITS == 8
    permkern_swap8(&a, &b);
#endif
    permkern_store_exchanged(out, out + 4, a, b);
}

/* Splits four pixels of r, g and b into a word of each plane. */
PERMKERN_INLINE void NAME(split_words3)(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2, FLIP_TYPE flip)
{
    const uint32_t a = permkern_load32(in) ^ flip;
    const uint32_t b = permkern_load32(in + 4) ^ flip;
    const uint32_t c = permkern_load32(in + 8) ^ flip;
#if PERMKERN_DSP && BITS == 8
    uint32_t r0b0, g0r1, g1r2, b1g2, g3b2, r3b3, r0r2, r3r1, g0g2, g1g3, b0b2, b1b3;
    __asm__("uxtb16 %0, %1" : "=r"(r0b0) : "r"(a));
    __asm__("uxtb16 %0, %1, ror #8" : "=r"(g0r1) : "r"(a));
    __asm__("uxtb16 %0, %1" : "=r"(g1r2) : "r"(b));
    __asm__("uxtb16 %0, %1, ror #8" : "=r"(b1g2) : "r"(b));
    __asm__("uxtb16 %0, %1, ror #16" : "=r"(g3b2) : "r"(c));
    __asm__("uxtb16 %0, %1, ror #8" : "=r"(r3b3) : "r"(c));
    __asm__("pkhbt %0, %1, %2" : "=r"(r0r2) : "r"(r0b0), "r"(g1r2));
    __asm__("pkhbt %0, %1, %2" : "=r"(r3r1) : "r"(r3b3), "r"(g0r1));
    __asm__("pkhbt %0, %1, %2" : "=r"(g0g2) : "r"(g0r1), "r"(b1g2));
    __asm__("pkhbt %0, %1, %2, lsl #16" : "=r"(g1g3) : "r"(g1r2), "r"(g3b2));
    __asm__("pkhtb %0, %1, %2, asr #16" : "=r"(b0b2) : "r"(g3b2), "r"(r0b0));
    __asm__("pkhbt %0, %1, %2" : "=r"(b1b3) : "r"(b1g2), "r"(r3b3));
    permkern_store32(out0, r0r2 | (r3r1 >> 8 | r3r1 << 24));
    permkern_store32(out1, g0g2 | g1g3 << 8);
    permkern_store32(out2, b0b2 | b1b3 << 8);
#elif PERMKERN_DSP
    permkern_store32(out0, permkern_low_high(a, b));
    permkern_store32(out1, permkern_high_low(a, c));
    permkern_store32(out2, permkern_low_high(b, c));
#elif BITS == 8
    /* a: r0 g0 b0 r1, b: g1 b1 r2 g2, c: b2 r3 g3 b3. A later store replaces the wrong bytes of a wider one. */
    permkern_store32(out0, b);
    permkern_piece8(out0, a);
    permkern_piece8(out0 + 1, a >> 24);
    permkern_piece8(out0 + 3, c >> 8);
    permkern_piece8(out1, a >> 8);
    permkern_piece8(out1 + 1, b);
    permkern_piece8(out1 + 2, b >> 24);
    permkern_piece8(out1 + 3, c >> 16);
    permkern_store32(out2, c);
    permkern_piece16(out2, b);
    permkern_piece8(out2, a >> 16);
    permkern_piece8(out2 + 2, c);
#else
    /* a: r0 g0, b: b0 r1, c: g1 b1. A later store replaces the wrong half of a wider one. */
    permkern_store32(out0, b);
    permkern_piece16(out0, a);
    permkern_piece16(out1, a >> 16);
    permkern_piece16(out1 + 2, c);
    permkern_store32(out2, c);
    permkern_piece16(out2, b);
#endif
}

/* Joins a word of each plane to pixels of r, g and b. */
PERMKERN_INLINE void NAME(join_words3)(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, uint8_t *out,
                                       FLIP_TYPE flip)
{
    const uint32_t a = permkern_load32(in0) ^ flip;
    const uint32_t b = permkern_load32(in1) ^ flip;
    const uint32_t c = permkern_load32(in2) ^ flip;
#if PERMKERN_DSP && BITS == 8
    uint32_t r0r2, g0g2, b0b2, r1r3, g1g3, b1b3, r0b0, g0r1, g1r2, b1g2, b2g3, r3b3;
    __asm__("uxtb16 %0, %1" : "=r"(r0r2) : "r"(a));
    __asm__("uxtb16 %0, %1" : "=r"(g0g2) : "r"(b));
    __asm__("uxtb16 %0, %1" : "=r"(b0b2) : "r"(c));
    __asm__("uxtb16 %0, %1, ror #8" : "=r"(r1r3) : "r"(a));
    __asm__("uxtb16 %0, %1, ror #8" : "=r"(g1g3) : "r"(b));
    __asm__("uxtb16 %0, %1, ror #8" : "=r"(b1b3) : "r"(c));
    __asm__("pkhbt %0, %1, %2, lsl #16" : "=r"(r0b0) : "r"(r0r2), "r"(b0b2));
    __asm__("pkhbt %0, %1, %2, lsl #16" : "=r"(g0r1) : "r"(g0g2), "r"(r1r3));
    __asm__("pkhbt %0, %1, %2" : "=r"(g1r2) : "r"(g1g3), "r"(r0r2));
    __asm__("pkhbt %0, %1, %2" : "=r"(b1g2) : "r"(b1b3), "r"(g0g2));
    __asm__("pkhtb %0, %1, %2, asr #16" : "=r"(b2g3) : "r"(g1g3), "r"(b0b2));
    __asm__("pkhtb %0, %1, %2, asr #16" : "=r"(r3b3) : "r"(b1b3), "r"(r1r3));
    permkern_store32(out, r0b0 | g0r1 << 8);
    permkern_store32(out + 4, g1r2 | b1g2 << 8);
    permkern_store32(out + 8, b2g3 | r3b3 << 8);
#elif PERMKERN_DSP
    permkern_store32(out, permkern_low_low(a, b));
    permkern_store32(out + 4, permkern_low_high(c, a));
    permkern_store32(out + 8, permkern_high_high(b, c));
#elif BITS == 8
    /* r0 g0 b0 r1, g1 b1 r2 g2, b2 r3 g3 b3. A later store replaces the wrong bytes of a wider one. */
    permkern_piece16(out + 2, a);
    permkern_piece8(out, a);
    permkern_piece8(out + 1, b);
    permkern_piece8(out + 2, c);
    permkern_store32(out + 4, a);
    permkern_piece16(out + 4, c);
    permkern_piece8(out + 4, b >> 8);
    permkern_piece8(out + 7, b >> 16);
    permkern_store32(out + 8, c);
    permkern_piece8(out + 8, c >> 16);
    permkern_piece8(out + 9, a >> 24);
    permkern_piece8(out + 10, b >> 24);
#else
    /* r0 g0, b0 r1, g1 b1. A later store replaces the wrong half of a wider one. */
    permkern_piece16(out, a);
    permkern_piece16(out + 2, b);
    permkern_store32(out + 4, a);
    permkern_piece16(out + 4, c);
    permkern_store32(out + 8, c);
    permkern_piece16(out + 8, b >> 16);
#endif
}

#endif

/* ---- four pixels. words: false if word access would trap. plane2: the third channel ---- */

PERMKERN_INLINE void NAME(four_pixels)(bool join, uint8_t *mixed, uint8_t *plane0, uint8_t *plane1, uint8_t *plane2,
                                       size_t channels, bool words, FLIP_TYPE flip)
{
#if BITS < 32
    if (words && channels == 3 && PERMKERN_WORD_CHANNELS3) {
        PERMKERN_UNROLL
        for (size_t at = 0; at < 4 * SIZE; at += 4) {
            if (join) {
                NAME(join_words3)(plane0 + at, plane1 + at, plane2 + at, mixed + 3 * at, flip);
            } else {
                NAME(split_words3)(mixed + 3 * at, plane0 + at, plane1 + at, plane2 + at, flip);
            }
        }
        return;
    }
    if (words && channels == 2 && PERMKERN_WORD_CHANNELS2) {
        PERMKERN_UNROLL
        for (size_t at = 0; at < 4 * SIZE; at += 4) {
            if (join) {
                NAME(join_words2)(plane0 + at, plane1 + at, mixed + 2 * at, flip);
            } else {
                NAME(split_words2)(mixed + 2 * at, plane0 + at, plane1 + at, flip);
            }
        }
        return;
    }
#endif
    (void)words;
    PERMKERN_UNROLL
    for (size_t k = 0; k < 4; k++) {
        NAME(pixel)
        (join, mixed + k * channels * SIZE, plane0 + k * SIZE, plane1 + k * SIZE, plane2 + k * SIZE, channels, flip);
    }
}

/* ---- a whole plane ---- */

/* Moves four pixels and advances all addresses. */
PERMKERN_INLINE void NAME(group)(bool join, uint8_t **mixed, uint8_t **plane0, uint8_t **plane1, uint8_t **plane2,
                                 size_t channels, bool words, FLIP_TYPE flip)
{
    NAME(four_pixels)(join, *mixed, *plane0, *plane1, *plane2, channels, words, flip);
    *mixed += channels * 4 * SIZE;
    *plane0 += 4 * SIZE;
    *plane1 += 4 * SIZE;
    *plane2 += 4 * SIZE;
}

PERMKERN_INLINE void NAME(pixels)(bool join, const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                  const permkern_axis *col, size_t channels, FLIP_TYPE flip)
{
    const size_t stride = join ? row->in_stride : col->out_stride;
    const size_t pixels = join ? col->extent : row->extent;
    uint8_t *mixed = join ? out : permkern_unconst(in);
    uint8_t *plane0 = join ? permkern_unconst(in) : out;
    uint8_t *plane1 = permkern_at_out(plane0, stride);
    uint8_t *plane2 = channels == 3 ? permkern_at_out(plane1, stride) : plane1;
    size_t groups = pixels / 4;
    if (BITS < 32 && permkern_words_fit(in, stride, out, 0)) {
        for (size_t rounds = BITS == 8 ? groups / 4 : 0; rounds != 0; rounds--) {
            NAME(group)(join, &mixed, &plane0, &plane1, &plane2, channels, true, flip);
            NAME(group)(join, &mixed, &plane0, &plane1, &plane2, channels, true, flip);
            NAME(group)(join, &mixed, &plane0, &plane1, &plane2, channels, true, flip);
            NAME(group)(join, &mixed, &plane0, &plane1, &plane2, channels, true, flip);
        }
        for (groups = BITS == 8 ? groups % 4 : groups; groups != 0; groups--) {
            NAME(group)(join, &mixed, &plane0, &plane1, &plane2, channels, true, flip);
        }
    }
    for (; groups != 0; groups--) {
        NAME(group)(join, &mixed, &plane0, &plane1, &plane2, channels, false, flip);
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        NAME(pixel)(join, mixed, plane0, plane1, plane2, channels, flip);
        mixed += channels * SIZE;
        plane0 += SIZE;
        plane1 += SIZE;
        plane2 += SIZE;
    }
}

static PERMKERN_OUT_OF_LINE void NAME(split_plane)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                   const permkern_axis *col)
{
    if (col->extent == 3) {
        NAME(pixels)(false, in, out, row, col, 3, 0);
    } else {
        NAME(pixels)(false, in, out, row, col, 2, 0);
    }
}

static PERMKERN_OUT_OF_LINE void NAME(join_plane)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                  const permkern_axis *col)
{
    if (row->extent == 3) {
        NAME(pixels)(true, in, out, row, col, 3, 0);
    } else {
        NAME(pixels)(true, in, out, row, col, 2, 0);
    }
}

#undef NAME
#undef SIZE
#undef FLIP_TYPE
