/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs whose elements change their order: the innermost axis of both sides is the same, and runs backwards. What
 * mirrors a picture or turns it by 180 degrees comes to that.
 */
#include "permkern_arith.h"
#include "permkern_generic.h"
#include "permkern_isa.h"

/* What is left of a run: it is read from `end` downwards and written from `out` upwards. */
typedef struct {
    const uint8_t *end;
    uint8_t *out;
    size_t left; /* elements */
} rest;

/* ---- element by element. shift, the log2 of an element's bytes, is a constant wherever these are called ---- */

PERMKERN_INLINE void move_element(const uint8_t *in, uint8_t *out, unsigned shift)
{
    if (shift == 0) {
        permkern_store8(out, permkern_load8(in));
    } else if (shift == 1) {
        permkern_store16(out, permkern_load16(in));
    } else if (shift == 2) {
        permkern_store32(out, permkern_load32(in));
    } else {
        permkern_store64(out, permkern_load64(in));
    }
}

/* Moves `count` elements, four in each round. */
PERMKERN_INLINE void move_elements(rest *run, size_t count, unsigned shift)
{
    const size_t size = (size_t)1 << shift;
    run->left -= count;
    for (size_t fours = count / 4; fours != 0; fours--) {
        run->end -= 4 * size;
        move_element(run->end + 3 * size, run->out, shift);
        move_element(run->end + 2 * size, run->out + size, shift);
        move_element(run->end + size, run->out + 2 * size, shift);
        move_element(run->end, run->out + 3 * size, shift);
        run->out += 4 * size;
    }
    for (count %= 4; count != 0; count--) {
        permkern_own_loop();
        run->end -= size;
        move_element(run->end, run->out, shift);
        run->out += size;
    }
}

#if PERMKERN_RVV

/* A plane of one column, of which the rows come one below the other. Widths that the vectors lack: no vectors. */
PERMKERN_INLINE void reverse(const uint8_t *in, uint8_t *out, size_t count, unsigned shift)
{
    const size_t size = (size_t)1 << shift;
    const uint8_t *const last = in + ((count - 1) << shift);
    const size_t bytes = count << shift;
    if (shift == 0) {
        permkern_x8_matrix(last, 0 - size, out, bytes, count, 1);
    } else if (shift == 1) {
        permkern_x16_matrix(last, 0 - size, out, bytes, count, 1);
    } else if (shift == 2) {
        permkern_x32_matrix(last, 0 - size, out, bytes, count, 1);
    } else {
#if PERMKERN_PLANE64
        permkern_x64_matrix(last, 0 - size, out, bytes, count, 1);
#else
        rest run = {in + bytes, out, count};
        move_elements(&run, count, 3);
#endif
    }
}

#else

#if PERMKERN_MVE

/* ---- vectors of Helium ---- */

/* Sixteen bytes in reverse order of their elements, which stay as they are. */
PERMKERN_INLINE uint8x16_t turn_vector(uint8x16_t v, unsigned shift)
{
    const uint8x16_t turned = shift == 0   ? vrev64q_u8(v)
                              : shift == 1 ? vreinterpretq_u8_u16(vrev64q_u16(vreinterpretq_u16_u8(v)))
                              : shift == 2 ? vreinterpretq_u8_u32(vrev64q_u32(vreinterpretq_u32_u8(v)))
                                           : v;
    const uint64x2_t halves = vreinterpretq_u64_u8(turned);
    const uint64_t low = vgetq_lane_u64(halves, 0);
    const uint64_t high = vgetq_lane_u64(halves, 1);
    return vreinterpretq_u8_u64(vsetq_lane_u64(low, vsetq_lane_u64(high, halves, 0), 1));
}

/*
 * Whole vectors; the last one ends where the run ends, over the one before in part. Of bytes, as these need no
 * alignment.
 */
PERMKERN_INLINE void move_wide(rest *run, unsigned shift)
{
    const size_t lanes = (size_t)16 >> shift;
    if (run->left < lanes) {
        return;
    }
    for (; run->left >= lanes; run->left -= lanes) {
        run->end -= 16;
        vst1q_u8(run->out, turn_vector(vld1q_u8(run->end), shift));
        run->out += 16;
    }
    if (run->left != 0) {
        const size_t bytes = run->left << shift;
        vst1q_u8(run->out + bytes - 16, turn_vector(vld1q_u8(run->end - bytes), shift));
        run->left = 0;
    }
}

#elif PERMKERN_TURNS

/* ---- words ---- */

PERMKERN_INLINE void move_word(const uint8_t *in, uint8_t *out, unsigned shift)
{
    const uint32_t word = permkern_load32(in);
    permkern_store32(out, shift == 0 ? permkern_turn8(word) : permkern_turn16(word));
}

/* Whole words, four in each round. */
PERMKERN_INLINE void move_words(rest *run, unsigned shift)
{
    size_t words = run->left >> (2 - shift);
    run->left -= words << (2 - shift);
    for (size_t fours = words / 4; fours != 0; fours--) {
        run->end -= 16;
        move_word(run->end + 12, run->out, shift);
        move_word(run->end + 8, run->out + 4, shift);
        move_word(run->end + 4, run->out + 8, shift);
        move_word(run->end, run->out + 12, shift);
        run->out += 16;
    }
    for (words %= 4; words != 0; words--) {
        run->end -= 4;
        move_word(run->end, run->out, shift);
        run->out += 4;
    }
}

/* Elements of 8 and 16 bits by words, where words need no alignment, or both sides come to a boundary together. */
PERMKERN_INLINE void move_wide(rest *run, unsigned shift)
{
    if (shift >= 2) {
        return;
    }
    if (!PERMKERN_UNALIGNED) {
        const size_t bytes = (0 - (size_t)(uintptr_t)run->out) & 3U; /* up to the output's next word */
        if ((((uintptr_t)run->end - bytes) & 3U) != 0 || bytes >> shift >= run->left) {
            return;
        }
        move_elements(run, bytes >> shift, shift);
    }
    move_words(run, shift);
}

#else

PERMKERN_INLINE void move_wide(rest *run, unsigned shift)
{
    (void)run;
    (void)shift;
}

#endif

PERMKERN_INLINE void reverse(const uint8_t *in, uint8_t *out, size_t count, unsigned shift)
{
    rest run = {in + (count << shift), out, count};
    move_wide(&run, shift);
    move_elements(&run, run.left, shift);
}

#endif

void permkern_reverse8(const uint8_t *in, uint8_t *out, size_t count)
{
    reverse(in, out, count, 0);
}

void permkern_reverse16(const uint8_t *in, uint8_t *out, size_t count)
{
    reverse(in, out, count, 1);
}

void permkern_reverse32(const uint8_t *in, uint8_t *out, size_t count)
{
    reverse(in, out, count, 2);
}

void permkern_reverse64(const uint8_t *in, uint8_t *out, size_t count)
{
    reverse(in, out, count, 3);
}

/* ---- pixels of three bytes ---- */

#if PERMKERN_TURNS && PERMKERN_WORD_TILES

/* Four pixels by three words: bytes 9 to 11, 6 to 8, 3 to 5 and 0 to 2 follow each other in the output. */
PERMKERN_INLINE void move_four_pixels(const uint8_t *in, uint8_t *out)
{
    const uint32_t a = permkern_load32(in);
    const uint32_t b = permkern_load32(in + 4);
    const uint32_t c = permkern_load32(in + 8);
    permkern_store32(out, c >> 8 | (b & 0x00ff0000U) << 8);
    permkern_store32(out + 4, b >> 24 | (c & 0xffU) << 8 | (a >> 24) << 16 | b << 24);
    permkern_store32(out + 8, a << 8 | (b >> 8 & 0xffU));
}

PERMKERN_INLINE void move_pixels_by_words(rest *run)
{
    if (!permkern_words_fit(run->end, 0, run->out, 0)) {
        return;
    }
    for (; run->left >= 4; run->left -= 4) {
        run->end -= 12;
        move_four_pixels(run->end, run->out);
        run->out += 12;
    }
}

#else

PERMKERN_INLINE void move_pixels_by_words(rest *run)
{
    (void)run;
}

#endif

void permkern_reverse24(const uint8_t *in, uint8_t *out, size_t count)
{
    rest run = {in + 3 * count, out, count};
    move_pixels_by_words(&run);
    for (; run.left != 0; run.left--) {
        run.end -= 3;
        const uint8_t first = permkern_load8(run.end);
        const uint8_t second = permkern_load8(run.end + 1);
        const uint8_t third = permkern_load8(run.end + 2);
        permkern_store8(run.out, first);
        permkern_store8(run.out + 1, second);
        permkern_store8(run.out + 2, third);
        run.out += 3;
    }
}

#ifdef PERMKERN_PROFILE_SPEED

/* ---- the kernel ---- */

/* Asked in halves: of a chain of questions GCC makes a table, for which -Os calls libgcc. */
static void reverse_line(size_t bytes, const uint8_t *in, uint8_t *out, size_t count)
{
    if (bytes <= 2) {
        if (bytes == 1) {
            permkern_reverse8(in, out, count);
        } else {
            permkern_reverse16(in, out, count);
        }
    } else if (bytes <= 4) {
        if (bytes == 3) {
            permkern_reverse24(in, out, count);
        } else {
            permkern_reverse32(in, out, count);
        }
    } else {
        permkern_reverse64(in, out, count);
    }
}

void permkern_backward(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    const unsigned rank = permkern_form_rank(form);
    const size_t bytes = permkern_reverses(axis, rank, permkern_form_shift(form));
    const unsigned along = rank - (bytes == 3 ? 2 : 1);
    const size_t count = axis[along].extent;
    const uintptr_t lowest = (uintptr_t)in - permkern_times(count - 1, bytes);
    permkern_walk walk;
    permkern_walk_begin(&walk, along);
    do {
        reverse_line(bytes, (const uint8_t *)(lowest + walk.in_at), (uint8_t *)((uintptr_t)out + walk.out_at), count);
    } while (permkern_walk_on(&walk, axis, along));
}

#endif
