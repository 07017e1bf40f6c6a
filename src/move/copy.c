/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies runs. permkern has its own copy, because memcpy in small C libraries may be a byte loop.
 *
 * In profile speed with unaligned words, the last units of a run overlap earlier ones, so that no bytes are left.
 */
#include "move/permkern_run.h"

#if !PERMKERN_RVV && !PERMKERN_MVE /* RISC-V V and Helium: src/vector/firmware.c */

#if PERMKERN_UNALIGNED && defined(PERMKERN_PROFILE_SPEED)

void permkern_copy_long(const uint8_t *in, uint8_t *out, size_t bytes)
{
    size_t left = bytes;
    if (permkern_multiples_fit(in, out)) {
        permkern_move_multiples(&in, &out, left / PERMKERN_MULTIPLE, 0);
        left %= PERMKERN_MULTIPLE;
    } else {
        for (; left >= 32; left -= 32, in += 32, out += 32) {
            permkern_own_loop();
            permkern_copy16(in, out, 0);
            permkern_copy16(in + 16, out + 16, 0);
        }
    }
    if (left > 16) {
        permkern_copy16(in, out, 0);
    }
    if (left != 0) {
        permkern_copy16(in + left - 16, out + left - 16, 0); /* overlaps bytes already copied */
    }
}

#endif

#ifdef PERMKERN_PROFILE_SPEED

/* Copies four adjacent units. Cortex-M0 takes LDM and STM for words. */
PERMKERN_INLINE void copy_four(const uint8_t *in, uint8_t *out, unsigned shift)
{
    if (PERMKERN_LDM_PAYS && shift == 2) {
        permkern_copy16_ldm(in, out);
    } else {
        permkern_copy_units(in, out, shift, 4, (size_t)3 << shift, 0);
    }
}

/*
 * Copies `count` runs. `units` is a constant: 1 to 4, 8 for five to eight units, or 9 for more. The last unit, or the
 * last four of 8 and 9, ends with the run and may overlap others. Without unaligned words, up to four units fill the
 * run.
 */
PERMKERN_INLINE void runs_of(unsigned shift, unsigned units, const uint8_t *in, size_t in_step, uint8_t *out,
                             size_t out_step, size_t count, size_t bytes)
{
    const size_t end = PERMKERN_UNALIGNED || units > 4 ? bytes : (size_t)units << shift;
    const size_t last = end - ((units > 4 ? (size_t)4 : 1) << shift);
    size_t from = 0;
    size_t to = 0;
    do {
        const uint8_t *const src = permkern_at(in, from);
        uint8_t *const dst = permkern_at_out(out, to);
        if (units > 4 || (units == 4 && !PERMKERN_UNALIGNED)) {
            copy_four(src, dst, shift);
        } else {
            permkern_copy_units(src, dst, shift, units, last, 0);
        }
        for (size_t at = (size_t)4 << shift; units > 8 && at < last; at += (size_t)4 << shift) {
            copy_four(src + at, dst + at, shift);
        }
        if (units > 4) {
            copy_four(src + last, dst + last, shift);
        }
        from += in_step;
        to += out_step;
    } while (--count != 0);
}

/*
 * Copies runs of up to eight units, or of more units below a word. Nested tests: GCC turns a chain of comparisons into
 * a table, and at -Os calls libgcc to use it.
 */
PERMKERN_INLINE void runs_by(unsigned shift, const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step,
                             size_t count, size_t bytes)
{
    const size_t unit = (size_t)1 << shift;
    if (bytes <= 2 * unit) {
        if (bytes <= unit) {
            runs_of(shift, 1, in, in_step, out, out_step, count, bytes);
        } else {
            runs_of(shift, 2, in, in_step, out, out_step, count, bytes);
        }
    } else if (bytes <= 4 * unit) {
        if (bytes <= 3 * unit) {
            runs_of(shift, 3, in, in_step, out, out_step, count, bytes);
        } else {
            runs_of(shift, 4, in, in_step, out, out_step, count, bytes);
        }
    } else if (PERMKERN_UNALIGNED || shift == 2 || bytes <= 8 * unit) {
        runs_of(shift, 8, in, in_step, out, out_step, count, bytes);
    } else {
        runs_of(shift, 9, in, in_step, out, out_step, count, bytes);
    }
}

/*
 * Returns the unit in bytes. With unaligned words, it is the largest unit that fits in a run. Otherwise it is the
 * largest unit that divides both addresses, both steps and the length.
 */
PERMKERN_INLINE size_t unit_of(const uint8_t *in, size_t in_step, const uint8_t *out, size_t out_step, size_t bytes)
{
#if PERMKERN_UNALIGNED
    (void)in, (void)in_step, (void)out, (void)out_step;
    return PERMKERN_VECTOR && bytes > 7 ? 8 : bytes > 3 ? 4 : bytes > 1 ? 2 : 1;
#else
    const size_t bits = ((uintptr_t)in | (uintptr_t)out | in_step | out_step | bytes) & 3U;
    return bits == 0 ? 4 : bits == 2 ? 2 : 1;
#endif
}

/* Out of line, so that permkern_runs saves no registers for a call. */
PERMKERN_OUT_OF_LINE static void long_runs(const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step,
                                           size_t count, size_t bytes)
{
    size_t from = 0;
    size_t to = 0;
    do {
        permkern_copy_long(permkern_at(in, from), permkern_at_out(out, to), bytes);
        from += in_step;
        to += out_step;
    } while (--count != 0);
}

#if !PERMKERN_UNALIGNED
/* long_runs for runs of aligned words: copies each without testing its alignment again. */
PERMKERN_OUT_OF_LINE static void word_runs(const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step,
                                           size_t count, size_t bytes)
{
    size_t from = 0;
    size_t to = 0;
    do {
        permkern_rest run = {permkern_at(in, from), permkern_at_out(out, to), bytes, 0};
#if PERMKERN_HAVE_LDM
        permkern_move_multiples(&run.in, &run.out, bytes / PERMKERN_MULTIPLE, 0);
        run.left = bytes % PERMKERN_MULTIPLE;
#else
        permkern_move_blocks(&run, 2, 8);
        permkern_move_blocks(&run, 2, 4);
#endif
        permkern_move_blocks(&run, 2, 1);
        from += in_step;
        to += out_step;
    } while (--count != 0);
}
#endif

void permkern_runs(const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step, size_t count, size_t bytes)
{
    const size_t unit = unit_of(in, in_step, out, out_step, bytes);
#if !PERMKERN_UNALIGNED
    if (unit == 4 && bytes > 32) {
        word_runs(in, in_step, out, out_step, count, bytes);
        return;
    }
#endif
    if (bytes > (PERMKERN_UNALIGNED ? 8 : 32) * unit) {
        long_runs(in, in_step, out, out_step, count, bytes);
    } else if (unit == 8) {
        runs_by(3, in, in_step, out, out_step, count, bytes);
    } else if (unit == 4) {
        runs_by(2, in, in_step, out, out_step, count, bytes);
    } else if (unit == 2) {
        runs_by(1, in, in_step, out, out_step, count, bytes);
    } else {
        runs_by(0, in, in_step, out, out_step, count, bytes);
    }
}

#endif

void permkern_copy(const uint8_t *in, uint8_t *out, size_t bytes)
{
#if PERMKERN_UNALIGNED && defined(PERMKERN_PROFILE_SPEED)
    if (bytes <= 32) {
        permkern_runs(in, 0, out, 0, 1, bytes);
    } else {
        permkern_copy_long(in, out, bytes);
    }
#else
    permkern_move_run(in, out, bytes, 0);
#endif
}

#endif
