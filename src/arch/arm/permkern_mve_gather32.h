/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gathers and scatters of 32-bit elements for Armv8.1-M with Helium (MVE).
 * Part of permkern_mve.h.
 *
 * Written by tools/autogen from arch_gen/templates/mve_gather.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_MVE_GATHER32_H
#define PERMKERN_MVE_GATHER32_H

/* Moves column by column: each column is gathered and stored contiguously. */
static inline void permkern_x32_gather_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t rows, size_t cols)
{
    const size_t stride = in_stride / 4;
    const size_t lines = cols;
    const size_t count = rows;
    const uint32x4_t offset = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)stride);
    const mve_pred16_t some = vctp32q((uint32_t)(count % 4));
    const size_t step = 4 * in_stride;
    for (size_t line = 0; line < lines; line++) {
        size_t from = line * 4;
        size_t to = line * out_stride;
        for (size_t whole = count / 4; whole != 0; whole--) {
            const uint32_t *const at = permkern_mve32(permkern_at(in, from));
            const uint32x4_t v = vldrwq_gather_shifted_offset_u32(at, offset);
            vstrwq_u32(permkern_mve32_out(permkern_at_out(out, to)), v);
            from += step;
            to += 16;
        }
        if (count % 4 != 0) {
            const uint32_t *const at = permkern_mve32(permkern_at(in, from));
            const uint32x4_t v = vldrwq_gather_shifted_offset_z_u32(at, offset, some);
            vstrwq_p_u32(permkern_mve32_out(permkern_at_out(out, to)), v, some);
        }
    }
}

/* Moves row by row: each row is loaded contiguously and scattered. */
static inline void permkern_x32_scatter_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            size_t rows, size_t cols)
{
    const size_t stride = out_stride / 4;
    const size_t lines = rows;
    const size_t count = cols;
    const uint32x4_t offset = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)stride);
    const mve_pred16_t some = vctp32q((uint32_t)(count % 4));
    const size_t step = 4 * out_stride;
    for (size_t line = 0; line < lines; line++) {
        size_t from = line * in_stride;
        size_t to = line * 4;
        for (size_t whole = count / 4; whole != 0; whole--) {
            const uint32x4_t v = vldrwq_u32(permkern_mve32(permkern_at(in, from)));
            vstrwq_scatter_shifted_offset_u32(permkern_mve32_out(permkern_at_out(out, to)), offset, v);
            from += 16;
            to += step;
        }
        if (count % 4 != 0) {
            const uint32x4_t v = vldrwq_z_u32(permkern_mve32(permkern_at(in, from)), some);
            vstrwq_scatter_shifted_offset_p_u32(permkern_mve32_out(permkern_at_out(out, to)), offset, v, some);
        }
    }
}

#endif /* PERMKERN_MVE_GATHER32_H */
