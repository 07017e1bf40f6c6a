/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs whose elements change their order: the innermost axis of both sides is the same, and runs backwards. What
 * mirrors a picture or turns it by 180 degrees comes to that.
 */
#include "base/permkern_arith.h"
#include "base/permkern_walk.h"
#include "move/permkern_generic.h"
#include "vector/permkern_isa.h"

/* In and out are the lowest addresses everywhere; shift, the log2 of an element's bytes, is a constant of callers. */

/* ---- element by element: whatever vectors of RISC-V do not ---- */

#if !PERMKERN_RVV || !PERMKERN_PLANE64

PERMKERN_INLINE uint64_t load_element(const uint8_t *in, unsigned shift)
{
    return shift == 0   ? permkern_load8(in)
           : shift == 1 ? permkern_load16(in)
           : shift == 2 ? permkern_load32(in)
                        : permkern_load64(in);
}

PERMKERN_INLINE void store_element(uint8_t *out, uint64_t element, unsigned shift)
{
    if (shift == 0) {
        permkern_store8(out, (uint8_t)element);
    } else if (shift == 1) {
        permkern_store16(out, (uint16_t)element);
    } else if (shift == 2) {
        permkern_store32(out, (uint32_t)element);
    } else {
        permkern_store64(out, element);
    }
}

/* Four elements in each round. All are loaded first: GCC then copies no pointer. */
PERMKERN_INLINE void reverse_elements(const uint8_t *in, uint8_t *out, size_t count, unsigned shift)
{
    const size_t size = (size_t)1 << shift;
    const uint8_t *end = in + (count << shift);
    for (size_t fours = count / 4; fours != 0; fours--) {
        end -= 4 * size;
        const uint64_t a = load_element(end, shift);
        const uint64_t b = load_element(end + size, shift);
        const uint64_t c = load_element(end + 2 * size, shift);
        const uint64_t d = load_element(end + 3 * size, shift);
        store_element(out, d, shift);
        store_element(out + size, c, shift);
        store_element(out + 2 * size, b, shift);
        store_element(out + 3 * size, a, shift);
        out += 4 * size;
    }
    for (size_t rest = count % 4; rest != 0; rest--) {
        permkern_own_loop();
        end -= size;
        store_element(out, load_element(end, shift), shift);
        out += size;
    }
}

#endif

#if PERMKERN_RVV

/* ---- vectors of RISC-V ---- */

/* A plane of one column, of which the rows come one below the other. */
PERMKERN_INLINE void reverse(const uint8_t *in, uint8_t *out, size_t count, unsigned shift)
{
    const size_t bytes = count << shift;
    const size_t size = (size_t)1 << shift;
    const uint8_t *const last = in + bytes - size;
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
        reverse_elements(in, out, count, 3);
#endif
    }
}

#elif PERMKERN_MVE

/* ---- vectors of Helium ---- */

/*
 * Sixteen bytes in reverse order of their elements, of 8 or 16 bits. Words change places one by one: GCC 12 has lanes
 * of 64 bits wrong, where both are set, and takes the two of vcreateq_u64 for each other.
 */
PERMKERN_INLINE uint8x16_t turn_vector(uint8x16_t v, unsigned shift)
{
    const uint8x16_t turned = shift == 0 ? vrev32q_u8(v) : vreinterpretq_u8_u16(vrev32q_u16(vreinterpretq_u16_u8(v)));
    const uint32x4_t words = vreinterpretq_u32_u8(turned);
    uint32x4_t out = vsetq_lane_u32(vgetq_lane_u32(words, 3), words, 0);
    out = vsetq_lane_u32(vgetq_lane_u32(words, 2), out, 1);
    out = vsetq_lane_u32(vgetq_lane_u32(words, 1), out, 2);
    return vreinterpretq_u8_u32(vsetq_lane_u32(vgetq_lane_u32(words, 0), out, 3));
}

/* Moves sixteen bytes. Narrow elements need no alignment; wider ones are words, which a gather takes in any order. */
PERMKERN_INLINE void move_vector(const uint8_t *in, uint8_t *out, unsigned shift)
{
    if (shift < 2) {
        vst1q_u8(out, turn_vector(vld1q_u8(in), shift));
        return;
    }
    const uint32x4_t back = vddupq_n_u32(3, 1);
    const uint32x4_t places = shift == 2 ? back : veorq_u32(back, vdupq_n_u32(1)); /* two words keep their order */
    vstrwq_u32((uint32_t *)(void *)out, vldrwq_gather_shifted_offset_u32((const uint32_t *)(const void *)in, places));
}

/*
 * By whole vectors. The last one ends where the run ends. Elements of 64 bits that are runs of narrower ones may lie at
 * any address, where words trap in vectors.
 */
PERMKERN_INLINE void reverse(const uint8_t *in, uint8_t *out, size_t count, unsigned shift)
{
    const size_t bytes = count << shift;
    if (bytes < 16 || (shift == 3 && (((uintptr_t)in | (uintptr_t)out) & 3U) != 0)) {
        reverse_elements(in, out, count, shift);
        return;
    }
    for (size_t at = bytes - 16; at != 0; at = at < 16 ? 0 : at - 16) {
        move_vector(in + at, out + (bytes - 16 - at), shift);
    }
    move_vector(in, out + bytes - 16, shift);
}

#else

/* ---- words ---- */

#if PERMKERN_TURNS

PERMKERN_INLINE void store_turned(uint8_t *out, uint32_t word, unsigned shift)
{
    permkern_store32(out, shift == 0 ? permkern_turn8(word) : permkern_turn16(word));
}

/* Four words in each round. All are loaded first: GCC then copies no pointer. */
PERMKERN_INLINE void reverse_words(const uint8_t *in, uint8_t *out, size_t words, unsigned shift)
{
    const uint8_t *end = in + 4 * words;
    for (size_t fours = words / 4; fours != 0; fours--) {
        end -= 16;
        const uint32_t a = permkern_load32(end);
        const uint32_t b = permkern_load32(end + 4);
        const uint32_t c = permkern_load32(end + 8);
        const uint32_t d = permkern_load32(end + 12);
        store_turned(out, d, shift);
        store_turned(out + 4, c, shift);
        store_turned(out + 8, b, shift);
        store_turned(out + 12, a, shift);
        out += 16;
    }
    for (size_t rest = words % 4; rest != 0; rest--) {
        end -= 4;
        store_turned(out, permkern_load32(end), shift);
        out += 4;
    }
}

/*
 * Elements of 8 and 16 bits by words, where these need no alignment, or both sides come to a boundary together. What is
 * up to there in the output, and behind the last word, goes element by element.
 */
PERMKERN_INLINE void reverse_narrow(const uint8_t *in, uint8_t *out, size_t count, unsigned shift)
{
    size_t before = 0;
    if (!PERMKERN_UNALIGNED) {
        const size_t bytes = (0 - (size_t)(uintptr_t)out) & 3U;
        const bool together = (((uintptr_t)in + (count << shift) - bytes) & 3U) == 0;
        before = together && bytes >> shift < count ? bytes >> shift : count;
    }
    const unsigned lanes = 2U - shift; /* log2 of a word's elements */
    const size_t left = count - before;
    const size_t words = left >> lanes;
    const size_t after = left - (words << lanes);
    reverse_elements(in + (left << shift), out, before, shift);
    reverse_words(in + (after << shift), out + (before << shift), words, shift);
    reverse_elements(in, out + ((count - after) << shift), after, shift);
}

#endif

PERMKERN_INLINE void reverse(const uint8_t *in, uint8_t *out, size_t count, unsigned shift)
{
#if PERMKERN_TURNS
    if (shift < 2) {
        reverse_narrow(in, out, count, shift);
        return;
    }
#endif
    reverse_elements(in, out, count, shift);
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

#if PERMKERN_UNALIGNED

/* Four pixels by a word each: its fourth byte is written again with the next pixel. */
PERMKERN_INLINE void move_four_pixels(const uint8_t *in, uint8_t *out)
{
    const uint32_t a = permkern_load32(in);
    const uint32_t b = permkern_load32(in + 3);
    const uint32_t c = permkern_load32(in + 6);
    const uint32_t d = permkern_load32(in + 9);
    permkern_store32(out, d);
    permkern_store32(out + 3, c);
    permkern_store32(out + 6, b);
    permkern_store32(out + 9, a);
}

#elif PERMKERN_TURNS && PERMKERN_WORD_TILES

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

#endif

PERMKERN_INLINE void move_pixel(const uint8_t *in, uint8_t *out)
{
    const uint8_t first = permkern_load8(in);
    const uint8_t second = permkern_load8(in + 1);
    const uint8_t third = permkern_load8(in + 2);
    permkern_store8(out, first);
    permkern_store8(out + 1, second);
    permkern_store8(out + 2, third);
}

void permkern_reverse24(const uint8_t *in, uint8_t *out, size_t count)
{
    const uint8_t *end = in + 3 * count;
    size_t rest = count;
#if PERMKERN_UNALIGNED || (PERMKERN_TURNS && PERMKERN_WORD_TILES)
    size_t fours = permkern_words_fit(end, 0, out, 0) ? count / 4 : 0;
    if (PERMKERN_UNALIGNED && fours != 0) {
        /* No byte follows the first pixel in the input, nor the last one in the output: these go by bytes. */
        end -= 3;
        move_pixel(end, out);
        out += 3;
        rest--;
        fours = (rest - 1) / 4;
    }
    rest -= 4 * fours;
    for (; fours != 0; fours--) {
        end -= 12;
        move_four_pixels(end, out);
        out += 12;
    }
#endif
    for (; rest != 0; rest--) {
        end -= 3;
        move_pixel(end, out);
        out += 3;
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
    const permkern_axis *const line = &axis[along];
    const size_t count = line->extent;
    const uintptr_t lowest = (uintptr_t)in - permkern_times(count - 1, bytes);
    permkern_walk walk;
    permkern_walk_begin(&walk, axis, along);
    do {
        reverse_line(bytes, (const uint8_t *)(lowest + walk.in_at), (uint8_t *)((uintptr_t)out + walk.out_at), count);
    } while (permkern_walk_on(&walk, axis, along, 0));
}

#endif
