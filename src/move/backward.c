/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reverses runs: both sides have the same innermost axis, which runs backwards. Mirroring a picture folds to this, and
 * so does turning it by 180 degrees.
 */
#include "base/permkern_arith.h"
#include "base/permkern_axis.h"
#include "move/permkern_generic.h"
#include "move/permkern_way.h"
#include "move/permkern_word.h"

/*
 * In this file, in and out point to the lowest addresses, except in permkern_backward. shift, the log2 of an element's
 * bytes, is a constant in each caller.
 */

/* Reverses the elements of 1 << turn bytes inside a unit. The unit is one element or a 32-bit word. */
PERMKERN_INLINE uint64_t turned(uint64_t value, unsigned shift, unsigned turn)
{
    if (turn == shift) {
        return value;
    }
#if PERMKERN_TURNS
    return turn == 0 ? permkern_turn8((uint32_t)value) : permkern_turn16((uint32_t)value); /* narrow: a word */
#else
    return 0; /* unreachable */
#endif
}

/*
 * Copies `count` units of 1 << shift bytes in reverse order, and reverses the elements in each unit. A round loads four
 * units before its first store, so that GCC copies no pointer.
 */
PERMKERN_INLINE void reverse_units(const uint8_t *in, uint8_t *out, size_t count, unsigned shift, unsigned turn)
{
    const size_t size = (size_t)1 << shift;
    const uint8_t *end = in + (count << shift);
    for (size_t fours = count / 4; fours != 0; fours--) {
        end -= 4 * size;
        const uint64_t a = permkern_load_block(end, shift);
        const uint64_t b = permkern_load_block(end + size, shift);
        const uint64_t c = permkern_load_block(end + 2 * size, shift);
        const uint64_t d = permkern_load_block(end + 3 * size, shift);
        permkern_store_block(out, shift, turned(d, shift, turn));
        permkern_store_block(out + size, shift, turned(c, shift, turn));
        permkern_store_block(out + 2 * size, shift, turned(b, shift, turn));
        permkern_store_block(out + 3 * size, shift, turned(a, shift, turn));
        out += 4 * size;
    }
    for (size_t rest = count % 4; rest != 0; rest--) {
        permkern_own_loop();
        end -= size;
        permkern_store_block(out, shift, turned(permkern_load_block(end, shift), shift, turn));
        out += size;
    }
}

PERMKERN_INLINE void reverse_elements(const uint8_t *in, uint8_t *out, size_t count, unsigned shift)
{
    reverse_units(in, out, count, shift, shift);
}

#if PERMKERN_TURNS

/*
 * Reverses 8-bit or 16-bit elements by words, if words may be unaligned or both sides reach a word boundary together.
 * Elements before the output's first word boundary and after the last word move one by one; without words, all do.
 */
PERMKERN_INLINE void reverse_narrow(const uint8_t *in, uint8_t *out, size_t count, unsigned shift)
{
    size_t before = 0;
    if (!PERMKERN_UNALIGNED) {
        const size_t bytes = (0 - (size_t)(uintptr_t)out) & 3U;
        const bool together = (((uintptr_t)in + (count << shift) - bytes) & 3U) == 0;
        before = together && bytes >> shift < count ? bytes >> shift : count;
    }
    const unsigned lanes = 2U - shift; /* log2 of the elements per word */
    const size_t left = count - before;
    const size_t words = left >> lanes;
    const size_t after = left - (words << lanes);
    reverse_elements(in + (left << shift), out, before, shift);
    reverse_units(in + (after << shift), out + (before << shift), words, 2, shift);
    reverse_elements(in, out + ((count - after) << shift), after, shift);
}

#endif

PERMKERN_INLINE void reverse(const uint8_t *in, uint8_t *out, size_t count, unsigned shift)
{
#if PERMKERN_RVV || PERMKERN_MVE
    if (permkern_reverse_vectors(in, out, count, shift)) {
        return;
    }
#endif
#if PERMKERN_TURNS
    if (shift < 2) {
        reverse_narrow(in, out, count, shift);
        return;
    }
#endif
    reverse_elements(in, out, count, shift);
}

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

/* ---- 3-byte pixels ---- */

#if PERMKERN_UNALIGNED

/* Moves four pixels by four words. The next pixel overwrites each word's fourth byte. */
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

/* Moves four pixels by three words. The output has input bytes 9 to 11, 6 to 8, 3 to 5 and 0 to 2. */
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
        /* A word access to the last pixel of either side would leave the buffer, so both pixels move by bytes. */
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

/* Nested tests: GCC turns a chain of comparisons into a table, and at -Os calls libgcc to use it. */
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
    if (bytes == 0) { /* a part that cuts through pixels, or has short runs */
        permkern_generic(axis, form, in, out);
        return;
    }
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
