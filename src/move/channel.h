/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Channels of BITS-bit elements: splits pixels of two or three channels into planes, or joins planes to pixels.
 * Included once per width, which is part of function names. move/line.h explains flip.
 */
#define NAME(part) PERMKERN_JOIN(permkern_x, BITS, _##part)
#define SIZE (BITS / 8U)
#define FLIP_TYPE PERMKERN_JOIN(permkern_flip, BITS, )

/* ---- one pixel, two or three channels ---- */

PERMKERN_INLINE void NAME(split_pixel)(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2, size_t channels,
                                       FLIP_TYPE flip)
{
    NAME(move)(in, out0, flip);
    NAME(move)(in + SIZE, out1, flip);
    if (channels == 3) {
        NAME(move)(in + 2 * SIZE, out2, flip);
    }
}

PERMKERN_INLINE void NAME(join_pixel)(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, uint8_t *out,
                                      size_t channels, FLIP_TYPE flip)
{
    NAME(move)(in0, out, flip);
    NAME(move)(in1, out + SIZE, flip);
    if (channels == 3) {
        NAME(move)(in2, out + 2 * SIZE, flip);
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

/*
 * Turns three pixel words into plane words. The halves of c's even bytes are exchanged, so that each pack is one
 * instruction.
 */
PERMKERN_INLINE void NAME(split_lanes3)(uint32_t *a, uint32_t *b, uint32_t *c)
{
#if BITS == 8
    const uint32_t even0 = permkern_even(*a);
    const uint32_t even1 = permkern_even(*b);
    const uint32_t even2 = permkern_even_turned(*c);
    const uint32_t odd0 = permkern_odd(*a);
    const uint32_t odd1 = permkern_odd(*b);
    const uint32_t odd2 = permkern_odd(*c);
    *a = permkern_merge_turned(permkern_low_high(even0, even1), permkern_low_high(odd2, odd0));
    *b = permkern_merge(permkern_low_high(odd0, odd1), permkern_low_low(even1, even2));
    *c = permkern_merge(permkern_high_high(even0, even2), permkern_low_high(odd1, odd2));
#else
    const uint32_t first = permkern_low_high(*a, *b);
    const uint32_t second = permkern_high_low(*a, *c);
    *c = permkern_low_high(*b, *c);
    *a = first;
    *b = second;
#endif
}

/* Turns three plane words into pixel words. */
PERMKERN_INLINE void NAME(join_lanes3)(uint32_t *a, uint32_t *b, uint32_t *c)
{
#if BITS == 8
    const uint32_t even0 = permkern_even(*a);
    const uint32_t even1 = permkern_even(*b);
    const uint32_t even2 = permkern_even(*c);
    const uint32_t odd0 = permkern_odd(*a);
    const uint32_t odd1 = permkern_odd(*b);
    const uint32_t odd2 = permkern_odd(*c);
    *a = permkern_merge(permkern_low_low(even0, even2), permkern_low_low(even1, odd0));
    *b = permkern_merge(permkern_low_high(odd1, even0), permkern_low_high(odd2, even1));
    *c = permkern_merge(permkern_high_high(even2, odd1), permkern_high_high(odd0, odd2));
#else
    const uint32_t first = permkern_low_low(*a, *b);
    const uint32_t second = permkern_low_high(*c, *a);
    *c = permkern_high_high(*b, *c);
    *a = first;
    *b = second;
#endif
}

/*
 * Without halfword packs, words are put together in memory: a whole word, then bytes and halfwords from other words
 * over it.
 */
PERMKERN_INLINE void NAME(split_words3)(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2, FLIP_TYPE flip)
{
    uint32_t a = permkern_load32(in) ^ flip;
    uint32_t b = permkern_load32(in + 4) ^ flip;
    uint32_t c = permkern_load32(in + 8) ^ flip;
#if PERMKERN_HALFWORD_PACKS
    NAME(split_lanes3)(&a, &b, &c);
    permkern_store32(out0, a);
    permkern_store32(out1, b);
    permkern_store32(out2, c);
#elif BITS == 8
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
    permkern_store32(out0, b);
    permkern_piece16(out0, a);
    permkern_piece16(out1, a >> 16);
    permkern_piece16(out1 + 2, c);
    permkern_store32(out2, c);
    permkern_piece16(out2, b);
#endif
}

PERMKERN_INLINE void NAME(join_words3)(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, uint8_t *out,
                                       FLIP_TYPE flip)
{
    uint32_t a = permkern_load32(in0) ^ flip;
    uint32_t b = permkern_load32(in1) ^ flip;
    uint32_t c = permkern_load32(in2) ^ flip;
#if PERMKERN_HALFWORD_PACKS
    NAME(join_lanes3)(&a, &b, &c);
    permkern_store32(out, a);
    permkern_store32(out + 4, b);
    permkern_store32(out + 8, c);
#elif BITS == 8
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
    permkern_piece16(out, a);
    permkern_piece16(out + 2, b);
    permkern_store32(out + 4, a);
    permkern_piece16(out + 4, c);
    permkern_store32(out + 8, c);
    permkern_piece16(out + 8, b >> 16);
#endif
}

#endif

/* ---- four pixels. words: false if word access would trap. out2, in2: the third channel ---- */

PERMKERN_INLINE void NAME(split)(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2, size_t channels,
                                 bool words, FLIP_TYPE flip)
{
    const size_t pixel = channels * SIZE;
#if BITS < 32
    if (words && channels == 3 && PERMKERN_WORD_CHANNELS3) {
        NAME(split_words3)(in, out0, out1, out2, flip);
        if (BITS == 16) {
            NAME(split_words3)(in + 12, out0 + 4, out1 + 4, out2 + 4, flip);
        }
        return;
    }
    if (words && channels == 2 && PERMKERN_WORD_CHANNELS2) {
        NAME(split_words2)(in, out0, out1, flip);
        if (BITS == 16) {
            NAME(split_words2)(in + 8, out0 + 4, out1 + 4, flip);
        }
        return;
    }
#endif
    (void)words;
    NAME(split_pixel)(in, out0, out1, out2, channels, flip);
    NAME(split_pixel)(in + pixel, out0 + SIZE, out1 + SIZE, out2 + SIZE, channels, flip);
    NAME(split_pixel)(in + 2 * pixel, out0 + 2 * SIZE, out1 + 2 * SIZE, out2 + 2 * SIZE, channels, flip);
    NAME(split_pixel)(in + 3 * pixel, out0 + 3 * SIZE, out1 + 3 * SIZE, out2 + 3 * SIZE, channels, flip);
}

PERMKERN_INLINE void NAME(join)(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, uint8_t *out,
                                size_t channels, bool words, FLIP_TYPE flip)
{
    const size_t pixel = channels * SIZE;
#if BITS < 32
    if (words && channels == 3 && PERMKERN_WORD_CHANNELS3) {
        NAME(join_words3)(in0, in1, in2, out, flip);
        if (BITS == 16) {
            NAME(join_words3)(in0 + 4, in1 + 4, in2 + 4, out + 12, flip);
        }
        return;
    }
    if (words && channels == 2 && PERMKERN_WORD_CHANNELS2) {
        NAME(join_words2)(in0, in1, out, flip);
        if (BITS == 16) {
            NAME(join_words2)(in0 + 4, in1 + 4, out + 8, flip);
        }
        return;
    }
#endif
    (void)words;
    NAME(join_pixel)(in0, in1, in2, out, channels, flip);
    NAME(join_pixel)(in0 + SIZE, in1 + SIZE, in2 + SIZE, out + pixel, channels, flip);
    NAME(join_pixel)(in0 + 2 * SIZE, in1 + 2 * SIZE, in2 + 2 * SIZE, out + 2 * pixel, channels, flip);
    NAME(join_pixel)(in0 + 3 * SIZE, in1 + 3 * SIZE, in2 + 3 * SIZE, out + 3 * pixel, channels, flip);
}

/* ---- a whole plane. join: the output has the pixels; otherwise the input ---- */

/* Moves four pixels and advances all addresses. */
PERMKERN_INLINE void NAME(group)(bool join, uint8_t **mixed, uint8_t **plane0, uint8_t **plane1, uint8_t **plane2,
                                 size_t channels, bool words, FLIP_TYPE flip)
{
    if (join) {
        NAME(join)(*plane0, *plane1, *plane2, *mixed, channels, words, flip);
    } else {
        NAME(split)(*mixed, *plane0, *plane1, *plane2, channels, words, flip);
    }
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
        if (join) {
            NAME(join_pixel)(plane0, plane1, plane2, mixed, channels, flip);
        } else {
            NAME(split_pixel)(mixed, plane0, plane1, plane2, channels, flip);
        }
        mixed += channels * SIZE;
        plane0 += SIZE;
        plane1 += SIZE;
        plane2 += SIZE;
    }
}

static PERMKERN_OUT_OF_LINE void NAME(split2)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                              const permkern_axis *col)
{
    NAME(pixels)(false, in, out, row, col, 2, 0);
}

static PERMKERN_OUT_OF_LINE void NAME(split3)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                              const permkern_axis *col)
{
    NAME(pixels)(false, in, out, row, col, 3, 0);
}

static PERMKERN_OUT_OF_LINE void NAME(join2)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                             const permkern_axis *col)
{
    NAME(pixels)(true, in, out, row, col, 2, 0);
}

static PERMKERN_OUT_OF_LINE void NAME(join3)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                             const permkern_axis *col)
{
    NAME(pixels)(true, in, out, row, col, 3, 0);
}

#undef NAME
#undef SIZE
#undef FLIP_TYPE
