/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Functions that pinned kernels of all widths call. Kernels pass sizes and strides as constants. All functions are
 * inlined, so that compilers keep only the code for these constants. Not installed.
 */
#ifndef PERMKERN_PINNED_H
#define PERMKERN_PINNED_H

#include "base/permkern_access.h"
#include "base/permkern_arith.h"
#include "base/permkern_compiler.h"
#include "base/permkern_intrinsics.h"
#include "base/permkern_target.h"
#include "move/permkern_bits.h"
#include "move/permkern_lines.h"
#include "move/permkern_pairs.h"

/* How a kernel may access the words in a run. */
typedef enum {
    PERMKERN_FIT_ELEMENTS, /* no word access */
    PERMKERN_FIT_WORDS,    /* single words: they are aligned, or the target needs no alignment */
    PERMKERN_FIT_ALIGNED   /* several words at once, too */
} permkern_fit;

/* PERMKERN_FIT_ODD: for strides of which some are not whole words. permkern_fit_of: for strides of whole words. */
#define PERMKERN_FIT_ODD (PERMKERN_UNALIGNED ? PERMKERN_FIT_WORDS : PERMKERN_FIT_ELEMENTS)

PERMKERN_INLINE permkern_fit permkern_fit_of(const void *in, const void *out)
{
    return permkern_threes_fit(in, 0, out, 0) ? PERMKERN_FIT_ALIGNED : PERMKERN_FIT_ODD;
}

/* In 16-bit Thumb, Clang uses seven registers for word tiles and spills the rest: elements take fewer instructions. */
#ifdef __clang__
#define PERMKERN_FEW_REGISTERS (!PERMKERN_STRIPS)
#else
#define PERMKERN_FEW_REGISTERS 0
#endif

/* True if several words may move at once: the target gains by it, and they are aligned or need not be. */
PERMKERN_INLINE bool permkern_several_fit(const void *in, const void *out)
{
    return PERMKERN_WORD_GROUPS && permkern_words_fit(in, 0, out, 0) && permkern_pairs_fit(in, 0, out, 0);
}

/* Bytes from the lowest of `count` lines to the first line: 0 unless the stride is negative. */
PERMKERN_INLINE size_t permkern_above(size_t count, size_t stride)
{
    return stride > SIZE_MAX / 2 && count != 0 ? permkern_product(count - 1, 0 - stride) : 0;
}

/*
 * Returns stride, in a register if it is too large for an offset. Otherwise GCC 12 adds it in two instructions each
 * time, although Thumb-2 addresses have room for a register.
 */
PERMKERN_INLINE size_t permkern_beyond(size_t stride)
{
#ifndef __clang__
    if (PERMKERN_HALFWORD_PACKS && stride + 2048 > 4096) {
        return permkern_hide(stride);
    }
#endif
    return stride;
}

/* ---- runs ---- */

PERMKERN_INLINE uint32_t permkern_load_unit(const uint8_t *in, unsigned unit)
{
    return (uint32_t)permkern_load_block(in, unit / 2); /* narrow: a unit */
}

PERMKERN_INLINE void permkern_store_unit(uint8_t *out, unsigned unit, uint32_t value)
{
    permkern_store_block(out, unit / 2, value);
}

/* Moves up to four units. Loads all before the first store. */
PERMKERN_INLINE void permkern_move_units(const uint8_t *in, uint8_t *out, unsigned unit, size_t count, uint32_t flip)
{
    const uint32_t a = count > 0 ? permkern_load_unit(in, unit) ^ flip : 0;
    const uint32_t b = count > 1 ? permkern_load_unit(in + unit, unit) ^ flip : 0;
    const uint32_t c = count > 2 ? permkern_load_unit(in + 2 * unit, unit) ^ flip : 0;
    const uint32_t d = count > 3 ? permkern_load_unit(in + 3 * unit, unit) ^ flip : 0;
    if (count > 0) {
        permkern_store_unit(out, unit, a);
    }
    if (count > 1) {
        permkern_store_unit(out + unit, unit, b);
    }
    if (count > 2) {
        permkern_store_unit(out + 2 * unit, unit, c);
    }
    if (count > 3) {
        permkern_store_unit(out + 3 * unit, unit, d);
    }
}

/* Copies whole units, then the last 1 to 3 bytes, without a loop. */
PERMKERN_INLINE void permkern_move_straight(const uint8_t *in, uint8_t *out, size_t bytes, unsigned unit, uint32_t flip)
{
    const size_t units = unit == 4 ? bytes / 4 : unit == 2 ? bytes / 2 : bytes;
    size_t at = 0;
    PERMKERN_UNROLL
    for (size_t left = units; left >= 4; left -= 4) {
        permkern_move_units(in + at, out + at, unit, 4, flip);
        at += 4 * unit;
    }
    permkern_move_units(in + at, out + at, unit, units & 3U, flip);
    at += permkern_product(units & 3U, unit);
    if (bytes - at == 3 && bytes >= 4 && PERMKERN_UNALIGNED) {
        permkern_move_units(in + bytes - 4, out + bytes - 4, 4, 1, flip);
        return;
    }
    permkern_move_units(in + at, out + at, 2, (bytes - at) / 2, flip);
    permkern_move_units(in + bytes - 1, out + bytes - 1, 1, bytes & (unit > 1), flip);
}

#if PERMKERN_MVE

/* Copies a run of at least 16 bytes, each word XORed with flip. The last vector overlaps the one before. */
PERMKERN_INLINE void permkern_copy_by_vectors(const uint8_t *in, uint8_t *out, size_t bytes, uint32_t flip)
{
    PERMKERN_UNROLL
    for (size_t at = 0; at < bytes; at += 16) {
        const size_t from = bytes - at < 16 ? bytes - 16 : at;
        const uint8x16_t v = vld1q_u8(in + from);
        vst1q_u8(out + from, flip == 0 ? v : veorq_u8(v, vreinterpretq_u8_u32(vdupq_n_u32(flip))));
    }
}

#endif

/*
 * Copies a run of at most 16 units without a loop, each word XORed with flip. Both addresses are multiples of `unit`:
 * 1, 2 or 4. If words fit, the units are words.
 */
PERMKERN_INLINE void permkern_pinned_run(const uint8_t *in, uint8_t *out, size_t bytes, unsigned unit, permkern_fit fit,
                                         uint32_t flip)
{
#if PERMKERN_RVV
    if (bytes > 32) {
        permkern_copy(in, out, bytes); /* one vector access moves as much */
        return;
    }
#elif PERMKERN_MVE
    if (bytes >= 16) {
        permkern_copy_by_vectors(in, out, bytes, flip);
        return;
    }
#endif
    size_t at = 0;
    if (PERMKERN_HAVE_LDM && fit == PERMKERN_FIT_ALIGNED) {
        PERMKERN_UNROLL
        for (size_t left = bytes; left >= 16; left -= 16) {
            permkern_copy_four(in + at, out + at, flip);
            at += 16;
        }
    }
    permkern_move_straight(in + at, out + at, bytes - at, fit == PERMKERN_FIT_ELEMENTS ? unit : 4, flip);
}

/*
 * Copies a run of at most 256 bytes, without a call if words fit: up to 64 bytes by words, more by LDM and STM. With
 * Helium, up to 128 bytes move by vectors.
 */
PERMKERN_INLINE void permkern_pinned_blocks(const uint8_t *in, uint8_t *out, size_t bytes, permkern_fit fit)
{
    const bool by_words = bytes <= 64 ? fit != PERMKERN_FIT_ELEMENTS : PERMKERN_HAVE_LDM && fit == PERMKERN_FIT_ALIGNED;
    if (PERMKERN_MVE ? bytes <= 128 : by_words) {
        permkern_pinned_run(in, out, bytes, 4, fit, 0);
    } else {
        permkern_copy(in, out, bytes);
    }
}

/* True if a runs kernel may treat its pointers as aligned. */
PERMKERN_INLINE bool permkern_runs_fit(const void *in, const void *out)
{
    return (PERMKERN_UNALIGNED && !PERMKERN_HAVE_LDM) || permkern_threes_fit(in, 0, out, 0);
}

#endif /* PERMKERN_PINNED_H */
