/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies and reversals of runs by firmware vectors. Other targets use words for both (src/move/). */
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
    size_t from = 0;
    size_t to = 0;
    do {
        permkern_copy(permkern_at(in, from), permkern_at_out(out, to), bytes);
        from += in_step;
        to += out_step;
    } while (--count != 0);
}

/* A reversal is a plane with one column and a negative row stride. */
bool permkern_reverse_vectors(const uint8_t *in, uint8_t *out, size_t count, unsigned shift)
{
    const size_t bytes = count << shift;
    const size_t size = (size_t)1 << shift;
    const uint8_t *const last = in + bytes - size;
    if (shift == 0) {
        permkern_x8_columns1_rvv(last, 0 - size, out, bytes, count);
    } else if (shift == 1) {
        permkern_x16_columns1_rvv(last, 0 - size, out, bytes, count);
    } else if (shift == 2) {
        permkern_x32_columns1_rvv(last, 0 - size, out, bytes, count);
    } else {
#if PERMKERN_PLANE64
        permkern_x64_columns1_rvv(last, 0 - size, out, bytes, count);
#else
        return false;
#endif
    }
    return true;
}

#elif PERMKERN_MVE

/* Copies at least 16 bytes, at any address. The last vector ends with the run, and may overlap the one before. */
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

/*
 * Copies `count` runs. vectors, a constant in callers: 0 for runs below a vector, 1 for one vector, 2 for up to two, of
 * which the last ends with the run and may overlap the first, 3 for more.
 */
PERMKERN_INLINE void runs_of(unsigned vectors, const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step,
                             size_t count, size_t bytes)
{
    size_t from = 0;
    size_t to = 0;
    do {
        const uint8_t *const src = permkern_at(in, from);
        uint8_t *const dst = permkern_at_out(out, to);
        if (vectors == 0) {
            const mve_pred16_t within = vctp8q(bytes);
            vst1q_p_u8(dst, vld1q_z_u8(src, within), within);
        } else if (vectors > 2) {
            copy_vectors(src, dst, bytes);
        } else {
            const uint8x16_t first = vld1q_u8(src);
            const uint8x16_t last = vectors == 2 ? vld1q_u8(src + bytes - 16) : first;
            vst1q_u8(dst, first);
            if (vectors == 2) {
                vst1q_u8(dst + bytes - 16, last);
            }
        }
        from += in_step;
        to += out_step;
    } while (--count != 0);
}

void permkern_runs(const uint8_t *in, size_t in_step, uint8_t *out, size_t out_step, size_t count, size_t bytes)
{
    if (bytes < 16) {
        runs_of(0, in, in_step, out, out_step, count, bytes);
    } else if (bytes == 16) {
        runs_of(1, in, in_step, out, out_step, count, bytes);
    } else if (bytes <= 32) {
        runs_of(2, in, in_step, out, out_step, count, bytes);
    } else {
        runs_of(3, in, in_step, out, out_step, count, bytes);
    }
}

/* A gather loads words in any order. The last vector ends with the run. */
bool permkern_reverse_vectors(const uint8_t *in, uint8_t *out, size_t count, unsigned shift)
{
    const uint32x4_t back = vddupq_n_u32(3, 1);
    const uint32x4_t order = shift == 2 ? back : veorq_u32(back, vdupq_n_u32(1)); /* 64 bits: keep pairs of words */
    const size_t bytes = count << shift;
    if (shift < 2 || bytes < 16 || !permkern_aligned(in, out)) {
        return false;
    }
    for (size_t at = bytes - 16;; at = at < 16 ? 0 : at - 16) {
        const uint32_t *const from = (const uint32_t *)(const void *)(in + at);
        vstrwq_u32((uint32_t *)(void *)(out + (bytes - 16 - at)), vldrwq_gather_shifted_offset_u32(from, order));
        if (at == 0) {
            return true;
        }
    }
}

#endif
