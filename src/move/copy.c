/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies of runs. Small C libraries' memcpy may be a loop of bytes, so permkern brings its own.
 *
 * A run is moved by units of one size, without bytes at its end: the last units overlap those before them.
 */
#include "vector/permkern_isa.h"

#if PERMKERN_RVV

/* Eight vector registers at a time. Bytes need no alignment. */
void permkern_copy(const uint8_t *in, uint8_t *out, size_t bytes)
{
    while (bytes != 0) {
        const size_t vl = __riscv_vsetvl_e8m8(bytes);
        __riscv_vse8_v_u8m8(out, __riscv_vle8_v_u8m8(in, vl), vl);
        in += vl;
        out += vl;
        bytes -= vl;
    }
}

void permkern_runs(const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step, size_t count, size_t bytes)
{
    const size_t vl = __riscv_vsetvl_e8m8(bytes);
    size_t from = 0;
    size_t to = 0;
    do {
        if (vl == bytes) {
            __riscv_vse8_v_u8m8(permkern_at_out(out, to), __riscv_vle8_v_u8m8(permkern_at(in, from), vl), vl);
        } else {
            permkern_copy(permkern_at(in, from), permkern_at_out(out, to), bytes);
        }
        from += in_step;
        to += out_step;
    } while (--count != 0);
}

#elif PERMKERN_MVE

/* A vector at a time; the last one ends where the run ends, or stops there. Bytes need no alignment. */
PERMKERN_INLINE void copy_vectors(const uint8_t *in, uint8_t *out, size_t bytes)
{
    const size_t last = bytes - 16;
    for (size_t at = 0; at < last; at += 16) {
        permkern_own_loop();
        vst1q_u8(out + at, vld1q_u8(in + at));
    }
    vst1q_u8(out + last, vld1q_u8(in + last));
}

void permkern_copy(const uint8_t *in, uint8_t *out, size_t bytes)
{
    if (bytes < 16) {
        const mve_pred16_t within = vctp8q(bytes);
        vst1q_p_u8(out, vld1q_z_u8(in, within), within);
    } else {
        copy_vectors(in, out, bytes);
    }
}

void permkern_runs(const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step, size_t count, size_t bytes)
{
    const mve_pred16_t within = vctp8q(bytes);
    size_t from = 0;
    size_t to = 0;
    if (bytes <= 16) {
        do {
            vst1q_p_u8(permkern_at_out(out, to), vld1q_z_u8(permkern_at(in, from), within), within);
            from += in_step;
            to += out_step;
        } while (--count != 0);
        return;
    }
    do {
        copy_vectors(permkern_at(in, from), permkern_at_out(out, to), bytes);
        from += in_step;
        to += out_step;
    } while (--count != 0);
}

#else

/*
 * For functions whose sizes are constants of their callers. Without optimisation they stay functions: inlined, each
 * would have a place of its own on the stack, kilobytes together.
 */
#ifdef __OPTIMIZE__
#define CONSTANTS_INLINED PERMKERN_INLINE
#else
#define CONSTANTS_INLINED static inline
#endif

/* ---- units: 1, 2 or 4 bytes, a constant wherever these are called ---- */

CONSTANTS_INLINED uint32_t load_unit(const uint8_t *p, size_t unit)
{
    return unit == 4 ? permkern_load32(p) : unit == 2 ? permkern_load16(p) : permkern_load8(p);
}

CONSTANTS_INLINED void store_unit(uint8_t *p, size_t unit, uint32_t value)
{
    if (unit == 4) {
        permkern_store32(p, value);
    } else if (unit == 2) {
        permkern_store16(p, (uint16_t)value);
    } else {
        permkern_store8(p, (uint8_t)value);
    }
}

/* Up to four units: one after the other, but the last one `last` bytes from the first. */
CONSTANTS_INLINED void copy_units(const uint8_t *in, uint8_t *out, size_t unit, unsigned units, size_t last)
{
    const uint32_t a = load_unit(in, unit);
    const uint32_t b = units > 2 ? load_unit(in + unit, unit) : 0;
    const uint32_t c = units > 3 ? load_unit(in + 2 * unit, unit) : 0;
    const uint32_t d = units > 1 ? load_unit(in + last, unit) : 0;
    permkern_own_loop();
    store_unit(out, unit, a);
    if (units > 2) {
        store_unit(out + unit, unit, b);
    }
    if (units > 3) {
        store_unit(out + 2 * unit, unit, c);
    }
    if (units > 1) {
        store_unit(out + last, unit, d);
    }
}

#if !PERMKERN_UNALIGNED || !defined(PERMKERN_PROFILE_SPEED)

/* Where a run has been copied up to, and how many bytes are left. */
typedef struct {
    const uint8_t *in;
    uint8_t *out;
    size_t left;
} remainder;

/* As many blocks of 1, 4 or 8 units as are whole. */
CONSTANTS_INLINED void copy_blocks(remainder *run, size_t unit, unsigned units)
{
    const size_t block = units * unit;
    const uint8_t *const stop = run->in + (run->left & ~(block - 1));
    run->left &= block - 1;
    while (run->in != stop) {
        copy_units(run->in, run->out, unit, units > 4 ? 4 : units, 3 * unit);
        if (units > 4) {
            copy_units(run->in + block / 2, run->out + block / 2, unit, 4, 3 * unit);
        }
        run->in = permkern_next_in(run->in, block);
        run->out = permkern_next_out(run->out, block);
    }
}

/* By units and what is left of them by bytes. In small code, fours only of words. */
CONSTANTS_INLINED void copy_by(size_t unit, remainder *run)
{
    if (unit == 4 && run->left >= PERMKERN_MULTIPLE && permkern_fours_fit(run->in, 0, run->out, 0)) {
        permkern_copy_multiples(&run->in, &run->out, run->left / PERMKERN_MULTIPLE);
        run->left %= PERMKERN_MULTIPLE;
    }
#ifdef __OPTIMIZE_SIZE__
    const bool fours = unit == 4;
#else
    const bool fours = true;
    if (unit == 4 && !PERMKERN_FOURS && !PERMKERN_FOUR_WORDS) {
        copy_blocks(run, 4, 8);
    }
#endif
    if (fours) {
        copy_blocks(run, unit, 4);
    }
    copy_blocks(run, unit, 1);
    if (unit > 1) {
        copy_blocks(run, 1, 1);
    }
}

#endif

/* ---- runs of one length, up to eight units ---- */

#ifdef PERMKERN_PROFILE_SPEED

CONSTANTS_INLINED void copy_four(const uint8_t *in, uint8_t *out, size_t unit)
{
    copy_units(in, out, unit, 4, 3 * unit);
}

/*
 * Runs of so many units, a constant, and of eight for five to eight. Where they may lie anywhere, the last unit, or the
 * last four of eight, ends where the run ends; elsewhere the length is a multiple of the unit.
 */
CONSTANTS_INLINED void runs_of(size_t unit, unsigned units, const uint8_t *in, size_t in_step, uint8_t *out,
                               size_t out_step, size_t count, size_t bytes)
{
    const size_t end = PERMKERN_UNALIGNED || units > 4 ? bytes : units * unit;
    const size_t last = end - (units > 4 ? 4 : 1) * unit;
    size_t from = 0;
    size_t to = 0;
    do {
        if (units > 4) {
            copy_four(permkern_at(in, from), permkern_at_out(out, to), unit);
            copy_four(permkern_at(in, from) + last, permkern_at_out(out, to) + last, unit);
        } else {
            copy_units(permkern_at(in, from), permkern_at_out(out, to), unit, units, last);
        }
        from += in_step;
        to += out_step;
    } while (--count != 0);
}

/* Runs of up to eight units. Asked in halves: of a chain of questions GCC makes a table, for which -Os calls libgcc. */
CONSTANTS_INLINED void runs_by(size_t unit, const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step,
                               size_t count, size_t bytes)
{
    if (bytes <= 2 * unit) {
        if (bytes <= unit) {
            runs_of(unit, 1, in, in_step, out, out_step, count, bytes);
        } else {
            runs_of(unit, 2, in, in_step, out, out_step, count, bytes);
        }
    } else if (bytes <= 4 * unit) {
        if (bytes <= 3 * unit) {
            runs_of(unit, 3, in, in_step, out, out_step, count, bytes);
        } else {
            runs_of(unit, 4, in, in_step, out, out_step, count, bytes);
        }
    } else {
        runs_of(unit, 8, in, in_step, out, out_step, count, bytes);
    }
}

#if PERMKERN_UNALIGNED

/* Two or three bytes: a half word and the last byte, which misaligned costs less than two half words. */
static void runs_of_three(const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step, size_t count, size_t bytes)
{
    size_t from = 0;
    size_t to = 0;
    do {
        const uint16_t first = permkern_load16(permkern_at(in, from));
        const uint8_t last = permkern_load8(permkern_at(in, from) + (bytes - 1));
        permkern_own_loop();
        permkern_store16(permkern_at_out(out, to), first);
        permkern_store8(permkern_at_out(out, to) + (bytes - 1), last);
        from += in_step;
        to += out_step;
    } while (--count != 0);
}

/* Runs of up to 32 bytes. */
PERMKERN_OUT_OF_LINE static void short_runs(const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step,
                                            size_t count, size_t bytes)
{
    if (bytes > 3) {
        runs_by(4, in, in_step, out, out_step, count, bytes);
    } else if (bytes > 1) {
        runs_of_three(in, in_step, out, out_step, count, bytes);
    } else {
        runs_of(1, 1, in, in_step, out, out_step, count, bytes);
    }
}

#endif

#endif

/* ---- one run ---- */

#if !PERMKERN_UNALIGNED

/* By the largest unit to whose boundary input and output come together, and bytes up to there. */
void permkern_copy(const uint8_t *in, uint8_t *out, size_t bytes)
{
    const size_t apart = ((uintptr_t)in ^ (uintptr_t)out) & 3U;
    const size_t unit = apart == 0 ? 4 : apart == 2 ? 2 : 1;
    const size_t off = (0U - (size_t)(uintptr_t)in) & (unit - 1);
    const size_t before = off < bytes ? off : bytes;
    remainder run = {in, out, before};
    copy_blocks(&run, 1, 1);
    run.left = bytes - before;
    if (unit == 4) {
        copy_by(4, &run);
    } else if (unit == 2) {
        copy_by(2, &run);
    } else {
        copy_by(1, &run);
    }
}

#elif defined(PERMKERN_PROFILE_SPEED)

/* More than 32 bytes: blocks, and at the end one or two of four words that end where the run ends. */
CONSTANTS_INLINED void copy_long(const uint8_t *in, uint8_t *out, size_t bytes)
{
    size_t left = bytes;
    if (permkern_fours_fit(in, 0, out, 0)) {
        const size_t count = (left - 1) / PERMKERN_MULTIPLE;
        permkern_copy_multiples(&in, &out, count);
        left -= count * PERMKERN_MULTIPLE;
    } else {
        for (; left > 32; left -= 32, in += 32, out += 32) {
            copy_four(in, out, 4);
            copy_four(in + 16, out + 16, 4);
        }
    }
    if (left > 16) {
        copy_four(in, out, 4);
    }
    copy_four(in + left - 16, out + left - 16, 4);
}

void permkern_copy(const uint8_t *in, uint8_t *out, size_t bytes)
{
    if (bytes > 32) {
        copy_long(in, out, bytes);
    } else {
        short_runs(in, 0, out, 0, 1, bytes);
    }
}

#else

void permkern_copy(const uint8_t *in, uint8_t *out, size_t bytes)
{
    remainder run = {in, out, bytes};
    copy_by(4, &run);
}

#endif

/* ---- many runs ---- */

#ifdef PERMKERN_PROFILE_SPEED

/* Out of line, so that permkern_runs has no call to save registers for. */
PERMKERN_OUT_OF_LINE static void long_runs(const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step,
                                           size_t count, size_t bytes)
{
    size_t from = 0;
    size_t to = 0;
    do {
        permkern_copy(permkern_at(in, from), permkern_at_out(out, to), bytes);
        from += in_step;
        to += out_step;
    } while (--count != 0);
}

void permkern_runs(const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step, size_t count, size_t bytes)
{
#if PERMKERN_UNALIGNED
    if (bytes > 32) {
        long_runs(in, in_step, out, out_step, count, bytes);
    } else {
        short_runs(in, in_step, out, out_step, count, bytes);
    }
#else
    /* What all addresses and the length are multiples of. */
    const size_t bits = ((uintptr_t)in | (uintptr_t)out | in_step | out_step | bytes) & 3U;
    const size_t unit = bits == 0 ? 4 : bits == 2 ? 2 : 1;
    if (bytes > 8 * unit) {
        long_runs(in, in_step, out, out_step, count, bytes);
    } else if (unit == 4) {
        runs_by(4, in, in_step, out, out_step, count, bytes);
    } else if (unit == 2) {
        runs_by(2, in, in_step, out, out_step, count, bytes);
    } else {
        runs_by(1, in, in_step, out, out_step, count, bytes);
    }
#endif
}

#endif

#endif
