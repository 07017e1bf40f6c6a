/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Channels of elements of BITS bits: pixels of two or three channels are split into planes, or joined from them.
 * Included once for each width. The names of its functions are made of BITS; an amalgamation has them spelled out.
 * move/line.h explains flip.
 */
#define JOIN2(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN2(a, b, c)
#define NAME(part) JOIN(permkern_x, BITS, _##part)
#define SIZE (BITS / 8U)
#define FLIP8 uint32_t
#define FLIP16 uint32_t
#define FLIP32 uint32_t
#define FLIP64 uint64_t
#define FLIP_TYPE JOIN(FLIP, BITS, )

/* ---- one pixel, and four pixels, element by element ---- */

PERMKERN_INLINE void NAME(split_pixel2)(const uint8_t *in, uint8_t *out0, uint8_t *out1, FLIP_TYPE flip)
{
    NAME(move)(in, out0, flip);
    NAME(move)(in + SIZE, out1, flip);
}

PERMKERN_INLINE void NAME(deinterleave2)(const uint8_t *in, uint8_t *out0, uint8_t *out1, FLIP_TYPE flip)
{
    NAME(split_pixel2)(in, out0, out1, flip);
    NAME(split_pixel2)(in + 2 * SIZE, out0 + SIZE, out1 + SIZE, flip);
    NAME(split_pixel2)(in + 4 * SIZE, out0 + 2 * SIZE, out1 + 2 * SIZE, flip);
    NAME(split_pixel2)(in + 6 * SIZE, out0 + 3 * SIZE, out1 + 3 * SIZE, flip);
}

PERMKERN_INLINE void NAME(join_pixel2)(const uint8_t *in0, const uint8_t *in1, uint8_t *out, FLIP_TYPE flip)
{
    NAME(move)(in0, out, flip);
    NAME(move)(in1, out + SIZE, flip);
}

PERMKERN_INLINE void NAME(interleave2)(const uint8_t *in0, const uint8_t *in1, uint8_t *out, FLIP_TYPE flip)
{
    NAME(join_pixel2)(in0, in1, out, flip);
    NAME(join_pixel2)(in0 + SIZE, in1 + SIZE, out + 2 * SIZE, flip);
    NAME(join_pixel2)(in0 + 2 * SIZE, in1 + 2 * SIZE, out + 4 * SIZE, flip);
    NAME(join_pixel2)(in0 + 3 * SIZE, in1 + 3 * SIZE, out + 6 * SIZE, flip);
}

PERMKERN_INLINE void NAME(split_pixel3)(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2, FLIP_TYPE flip)
{
    NAME(split_pixel2)(in, out0, out1, flip);
    NAME(move)(in + 2 * SIZE, out2, flip);
}

PERMKERN_INLINE void NAME(deinterleave3)(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2, FLIP_TYPE flip)
{
    NAME(split_pixel3)(in, out0, out1, out2, flip);
    NAME(split_pixel3)(in + 3 * SIZE, out0 + SIZE, out1 + SIZE, out2 + SIZE, flip);
    NAME(split_pixel3)(in + 6 * SIZE, out0 + 2 * SIZE, out1 + 2 * SIZE, out2 + 2 * SIZE, flip);
    NAME(split_pixel3)(in + 9 * SIZE, out0 + 3 * SIZE, out1 + 3 * SIZE, out2 + 3 * SIZE, flip);
}

PERMKERN_INLINE void NAME(join_pixel3)(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, uint8_t *out,
                                       FLIP_TYPE flip)
{
    NAME(join_pixel2)(in0, in1, out, flip);
    NAME(move)(in2, out + 2 * SIZE, flip);
}

PERMKERN_INLINE void NAME(interleave3)(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, uint8_t *out,
                                       FLIP_TYPE flip)
{
    NAME(join_pixel3)(in0, in1, in2, out, flip);
    NAME(join_pixel3)(in0 + SIZE, in1 + SIZE, in2 + SIZE, out + 3 * SIZE, flip);
    NAME(join_pixel3)(in0 + 2 * SIZE, in1 + 2 * SIZE, in2 + 2 * SIZE, out + 6 * SIZE, flip);
    NAME(join_pixel3)(in0 + 3 * SIZE, in1 + 3 * SIZE, in2 + 3 * SIZE, out + 9 * SIZE, flip);
}

#if BITS < 32

/* ---- pixels that fill a word of each plane, by words: four of 8 bits, two of 16 ---- */

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

/* Words of pixels become words of planes. The halves of c's even bytes are exchanged, so that each pack is one step. */
PERMKERN_INLINE void NAME(split3)(uint32_t *a, uint32_t *b, uint32_t *c)
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

/* Words of planes become words of pixels. */
PERMKERN_INLINE void NAME(join3)(uint32_t *a, uint32_t *b, uint32_t *c)
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

/* Stores a word where most of it belongs, then pieces of others over the rest, if there are no networks. */
PERMKERN_INLINE void NAME(split_words3)(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2, FLIP_TYPE flip)
{
    uint32_t a = permkern_load32(in) ^ flip;
    uint32_t b = permkern_load32(in + 4) ^ flip;
    uint32_t c = permkern_load32(in + 8) ^ flip;
#if PERMKERN_NETWORKS
    NAME(split3)(&a, &b, &c);
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
#if PERMKERN_NETWORKS
    NAME(join3)(&a, &b, &c);
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

/* ---- four pixels, by words where an element is part of one ---- */

PERMKERN_INLINE void NAME(deinterleave2_words)(const uint8_t *in, uint8_t *out0, uint8_t *out1, FLIP_TYPE flip)
{
#if BITS >= 32 || !PERMKERN_WORD_TILES
    NAME(deinterleave2)(in, out0, out1, flip);
#else
    NAME(split_words2)(in, out0, out1, flip);
#if BITS == 16
    NAME(split_words2)(in + 8, out0 + 4, out1 + 4, flip);
#endif
#endif
}

PERMKERN_INLINE void NAME(interleave2_words)(const uint8_t *in0, const uint8_t *in1, uint8_t *out, FLIP_TYPE flip)
{
#if BITS >= 32 || !PERMKERN_WORD_TILES
    NAME(interleave2)(in0, in1, out, flip);
#else
    NAME(join_words2)(in0, in1, out, flip);
#if BITS == 16
    NAME(join_words2)(in0 + 4, in1 + 4, out + 8, flip);
#endif
#endif
}

PERMKERN_INLINE void NAME(deinterleave3_words)(const uint8_t *in, uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                               FLIP_TYPE flip)
{
#if BITS >= 32 || !(PERMKERN_NETWORKS || PERMKERN_PIECES)
    NAME(deinterleave3)(in, out0, out1, out2, flip);
#else
    NAME(split_words3)(in, out0, out1, out2, flip);
#if BITS == 16
    NAME(split_words3)(in + 12, out0 + 4, out1 + 4, out2 + 4, flip);
#endif
#endif
}

PERMKERN_INLINE void NAME(interleave3_words)(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2, uint8_t *out,
                                             FLIP_TYPE flip)
{
#if BITS >= 32 || !(PERMKERN_NETWORKS || PERMKERN_PIECES)
    NAME(interleave3)(in0, in1, in2, out, flip);
#else
    NAME(join_words3)(in0, in1, in2, out, flip);
#if BITS == 16
    NAME(join_words3)(in0 + 4, in1 + 4, in2 + 4, out + 12, flip);
#endif
#endif
}

/* ---- all pixels of a plane: the addresses step from group to group ---- */

PERMKERN_INLINE void NAME(split_group)(const uint8_t **in, uint8_t **out0, uint8_t **out1, uint8_t **out2,
                                       unsigned channels, bool words)
{
    if (words && channels == 3) {
        NAME(deinterleave3_words)(*in, *out0, *out1, *out2, 0);
    } else if (words) {
        NAME(deinterleave2_words)(*in, *out0, *out1, 0);
    } else if (channels == 3) {
        NAME(deinterleave3)(*in, *out0, *out1, *out2, 0);
    } else {
        NAME(deinterleave2)(*in, *out0, *out1, 0);
    }
    *in += channels * 4 * SIZE;
    *out0 += 4 * SIZE;
    *out1 += 4 * SIZE;
    *out2 += 4 * SIZE;
}

#if BITS == 8 && PERMKERN_SEVERAL
/* The same of three channels, whose pixels are three words that are loaded at once. */
PERMKERN_INLINE void NAME(split_threes)(const uint8_t **in, uint8_t **out0, uint8_t **out1, uint8_t **out2)
{
    uint32_t a;
    uint32_t b;
    uint32_t c;
    permkern_pull_three(in, &a, &b, &c);
    NAME(split3)(&a, &b, &c);
    permkern_store32(*out0, a);
    permkern_store32(*out1, b);
    permkern_store32(*out2, c);
    *out0 = permkern_next_out(*out0, 4);
    *out1 = permkern_next_out(*out1, 4);
    *out2 = permkern_next_out(*out2, 4);
}
#endif

PERMKERN_INLINE void NAME(split_all)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                     const permkern_axis *col, unsigned channels)
{
    const size_t stride = col->out_stride;
    const size_t pixels = row->extent;
    uint8_t *out0 = out;
    uint8_t *out1 = permkern_at_out(out0, stride);
    uint8_t *out2 = channels == 3 ? permkern_at_out(out1, stride) : out1;
    size_t groups = pixels / 4;
#if BITS == 8 && PERMKERN_SEVERAL
    if (channels == 3 && permkern_threes_fit(in, 0, out, stride)) {
        for (size_t rounds = groups / 2; rounds != 0; rounds--) {
            NAME(split_threes)(&in, &out0, &out1, &out2);
            NAME(split_threes)(&in, &out0, &out1, &out2);
        }
        for (groups %= 2; groups != 0; groups--) {
            NAME(split_threes)(&in, &out0, &out1, &out2);
        }
    }
#endif
#if BITS < 32
    if (permkern_words_fit(in, 0, out, stride)) {
#if BITS == 8
        for (size_t rounds = groups / 4; rounds != 0; rounds--) {
            NAME(split_group)(&in, &out0, &out1, &out2, channels, true);
            NAME(split_group)(&in, &out0, &out1, &out2, channels, true);
            NAME(split_group)(&in, &out0, &out1, &out2, channels, true);
            NAME(split_group)(&in, &out0, &out1, &out2, channels, true);
        }
        groups %= 4;
#endif
        for (; groups != 0; groups--) {
            NAME(split_group)(&in, &out0, &out1, &out2, channels, true);
        }
    }
#endif
    for (; groups != 0; groups--) {
        NAME(split_group)(&in, &out0, &out1, &out2, channels, false);
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        if (channels == 3) {
            NAME(split_pixel3)(in, out0, out1, out2, 0);
        } else {
            NAME(split_pixel2)(in, out0, out1, 0);
        }
        in += channels * SIZE;
        out0 += SIZE;
        out1 += SIZE;
        out2 += SIZE;
    }
}

PERMKERN_INLINE void NAME(join_group)(const uint8_t **in0, const uint8_t **in1, const uint8_t **in2, uint8_t **out,
                                      unsigned channels, bool words)
{
    if (words && channels == 3) {
        NAME(interleave3_words)(*in0, *in1, *in2, *out, 0);
    } else if (words) {
        NAME(interleave2_words)(*in0, *in1, *out, 0);
    } else if (channels == 3) {
        NAME(interleave3)(*in0, *in1, *in2, *out, 0);
    } else {
        NAME(interleave2)(*in0, *in1, *out, 0);
    }
    *in0 += 4 * SIZE;
    *in1 += 4 * SIZE;
    *in2 += 4 * SIZE;
    *out += channels * 4 * SIZE;
}

#if BITS == 8 && PERMKERN_PAIRS
/* The same of three channels, whose pixels are three words that are stored at once. */
PERMKERN_INLINE void NAME(join_threes)(const uint8_t **in0, const uint8_t **in1, const uint8_t **in2, uint8_t **out)
{
    uint32_t a = permkern_load32(*in0);
    uint32_t b = permkern_load32(*in1);
    uint32_t c = permkern_load32(*in2);
    NAME(join3)(&a, &b, &c);
    permkern_push_three(out, a, b, c);
    *in0 = permkern_next_in(*in0, 4);
    *in1 = permkern_next_in(*in1, 4);
    *in2 = permkern_next_in(*in2, 4);
}
#endif

PERMKERN_INLINE void NAME(join_all)(const uint8_t *in, uint8_t *out, const permkern_axis *row, const permkern_axis *col,
                                    unsigned channels)
{
    const size_t stride = row->in_stride;
    const size_t pixels = col->extent;
    const uint8_t *in0 = in;
    const uint8_t *in1 = permkern_at(in0, stride);
    const uint8_t *in2 = channels == 3 ? permkern_at(in1, stride) : in1;
    size_t groups = pixels / 4;
#if BITS == 8 && PERMKERN_PAIRS
    if (channels == 3 && permkern_threes_fit(in, stride, out, 0)) {
        for (size_t rounds = groups / 2; rounds != 0; rounds--) {
            NAME(join_threes)(&in0, &in1, &in2, &out);
            NAME(join_threes)(&in0, &in1, &in2, &out);
        }
        for (groups %= 2; groups != 0; groups--) {
            NAME(join_threes)(&in0, &in1, &in2, &out);
        }
    }
#endif
#if BITS < 32
    if (permkern_words_fit(in, stride, out, 0)) {
#if BITS == 8
        for (size_t rounds = groups / 4; rounds != 0; rounds--) {
            NAME(join_group)(&in0, &in1, &in2, &out, channels, true);
            NAME(join_group)(&in0, &in1, &in2, &out, channels, true);
            NAME(join_group)(&in0, &in1, &in2, &out, channels, true);
            NAME(join_group)(&in0, &in1, &in2, &out, channels, true);
        }
        groups %= 4;
#endif
        for (; groups != 0; groups--) {
            NAME(join_group)(&in0, &in1, &in2, &out, channels, true);
        }
    }
#endif
    for (; groups != 0; groups--) {
        NAME(join_group)(&in0, &in1, &in2, &out, channels, false);
    }
    for (size_t rest = pixels % 4; rest != 0; rest--) {
        if (channels == 3) {
            NAME(join_pixel3)(in0, in1, in2, out, 0);
        } else {
            NAME(join_pixel2)(in0, in1, out, 0);
        }
        in0 += SIZE;
        in1 += SIZE;
        in2 += SIZE;
        out += channels * SIZE;
    }
}

static PERMKERN_OUT_OF_LINE void NAME(deinterleave2_all)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                         const permkern_axis *col)
{
    NAME(split_all)(in, out, row, col, 2);
}

static PERMKERN_OUT_OF_LINE void NAME(deinterleave3_all)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                         const permkern_axis *col)
{
    NAME(split_all)(in, out, row, col, 3);
}

static PERMKERN_OUT_OF_LINE void NAME(interleave2_all)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                       const permkern_axis *col)
{
    NAME(join_all)(in, out, row, col, 2);
}

static PERMKERN_OUT_OF_LINE void NAME(interleave3_all)(const uint8_t *in, uint8_t *out, const permkern_axis *row,
                                                       const permkern_axis *col)
{
    NAME(join_all)(in, out, row, col, 3);
}

#undef JOIN2
#undef JOIN
#undef NAME
#undef SIZE
#undef FLIP8
#undef FLIP16
#undef FLIP32
#undef FLIP64
#undef FLIP_TYPE
