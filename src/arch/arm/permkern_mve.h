/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes for Armv8.1-M with Helium (MVE).
 *
 * Written by tools/autogen from arch_gen/templates/mve.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_MVE_H
#define PERMKERN_MVE_H

#include "permkern_isa.h"

#if PERMKERN_MVE
#include <arm_mve.h>

/* Hides how a pointer is computed, so that it stays in a register; else compilers compute it again in each round. */
#define PERMKERN_MVE_POINTER(p) __asm__("" : "+r"(p))

/*
 * 1: strips of 8 and 16 lines are moved by loops in assembly. These need ten pointers in registers, which compilers do
 * not provide without optimisation.
 */
#ifdef __OPTIMIZE__
#define PERMKERN_MVE_ASSEMBLY 1
#else
#define PERMKERN_MVE_ASSEMBLY 0
#endif

/* Makes stores to the buffer visible to loads of another element width: the compiler may not reorder them. */
PERMKERN_INLINE void permkern_mve_written(const uint32_t *words)
{
    __asm__ volatile("" : : "r"(words) : "memory");
}

/* Pointers of the types that the intrinsics take. permkern_prepare() has checked that elements are aligned. */
PERMKERN_INLINE const uint8_t *permkern_mve8(const void *p)
{
    return (const uint8_t *)p;
}

PERMKERN_INLINE uint8_t *permkern_mve8_out(void *p)
{
    return (uint8_t *)p;
}

PERMKERN_INLINE const uint16_t *permkern_mve16(const void *p)
{
    return (const uint16_t *)p;
}

PERMKERN_INLINE uint16_t *permkern_mve16_out(void *p)
{
    return (uint16_t *)p;
}

PERMKERN_INLINE const uint32_t *permkern_mve32(const void *p)
{
    return (const uint32_t *)p;
}

PERMKERN_INLINE uint32_t *permkern_mve32_out(void *p)
{
    return (uint32_t *)p;
}

#define PERMKERN_PLANE8 1

/* Moves column by column: each column is gathered and stored contiguously. */
static inline void permkern_x8_gather_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                          size_t rows, size_t cols)
{
    const size_t stride = in_stride;
    const size_t lines = cols;
    const size_t count = rows;
    if (stride <= 17) { /* 15 strides fit into an offset */
        const uint8x16_t offset = vmulq_n_u8(vidupq_n_u8(0, 1), (uint8_t)stride);
        const mve_pred16_t some = vctp8q((uint32_t)(count % 16));
        const size_t step = 16 * in_stride;
        for (size_t line = 0; line < lines; line++) {
            size_t from = line;
            size_t to = line * out_stride;
            for (size_t whole = count / 16; whole != 0; whole--) {
                const uint8x16_t v = vldrbq_gather_offset_u8(permkern_mve8(in + from), offset);
                vstrbq_u8(permkern_mve8_out(out + to), v);
                from += step;
                to += 16;
            }
            if (count % 16 != 0) {
                const uint8x16_t v = vldrbq_gather_offset_z_u8(permkern_mve8(in + from), offset, some);
                vstrbq_p_u8(permkern_mve8_out(out + to), v, some);
            }
        }
    } else if (stride <= 9362) {
        const uint16x8_t offset = vmulq_n_u16(vidupq_n_u16(0, 1), (uint16_t)stride);
        const mve_pred16_t some = vctp16q((uint32_t)(count % 8));
        const size_t step = 8 * in_stride;
        for (size_t line = 0; line < lines; line++) {
            size_t from = line;
            size_t to = line * out_stride;
            for (size_t whole = count / 8; whole != 0; whole--) {
                const uint16x8_t v = vldrbq_gather_offset_u16(permkern_mve8(in + from), offset);
                vstrbq_u16(permkern_mve8_out(out + to), v);
                from += step;
                to += 8;
            }
            if (count % 8 != 0) {
                const uint16x8_t v = vldrbq_gather_offset_z_u16(permkern_mve8(in + from), offset, some);
                vstrbq_p_u16(permkern_mve8_out(out + to), v, some);
            }
        }
    } else {
        const uint32x4_t offset = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)stride);
        const mve_pred16_t some = vctp32q((uint32_t)(count % 4));
        const size_t step = 4 * in_stride;
        for (size_t line = 0; line < lines; line++) {
            size_t from = line;
            size_t to = line * out_stride;
            for (size_t whole = count / 4; whole != 0; whole--) {
                const uint32x4_t v = vldrbq_gather_offset_u32(permkern_mve8(in + from), offset);
                vstrbq_u32(permkern_mve8_out(out + to), v);
                from += step;
                to += 4;
            }
            if (count % 4 != 0) {
                const uint32x4_t v = vldrbq_gather_offset_z_u32(permkern_mve8(in + from), offset, some);
                vstrbq_p_u32(permkern_mve8_out(out + to), v, some);
            }
        }
    }
}

/* Moves row by row: each row is loaded contiguously and scattered. */
static inline void permkern_x8_scatter_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t rows, size_t cols)
{
    const size_t stride = out_stride;
    const size_t lines = rows;
    const size_t count = cols;
    if (stride <= 17) { /* 15 strides fit into an offset */
        const uint8x16_t offset = vmulq_n_u8(vidupq_n_u8(0, 1), (uint8_t)stride);
        const mve_pred16_t some = vctp8q((uint32_t)(count % 16));
        const size_t step = 16 * out_stride;
        for (size_t line = 0; line < lines; line++) {
            size_t from = line * in_stride;
            size_t to = line;
            for (size_t whole = count / 16; whole != 0; whole--) {
                const uint8x16_t v = vldrbq_u8(permkern_mve8(in + from));
                vstrbq_scatter_offset_u8(permkern_mve8_out(out + to), offset, v);
                from += 16;
                to += step;
            }
            if (count % 16 != 0) {
                const uint8x16_t v = vldrbq_z_u8(permkern_mve8(in + from), some);
                vstrbq_scatter_offset_p_u8(permkern_mve8_out(out + to), offset, v, some);
            }
        }
    } else if (stride <= 9362) {
        const uint16x8_t offset = vmulq_n_u16(vidupq_n_u16(0, 1), (uint16_t)stride);
        const mve_pred16_t some = vctp16q((uint32_t)(count % 8));
        const size_t step = 8 * out_stride;
        for (size_t line = 0; line < lines; line++) {
            size_t from = line * in_stride;
            size_t to = line;
            for (size_t whole = count / 8; whole != 0; whole--) {
                const uint16x8_t v = vldrbq_u16(permkern_mve8(in + from));
                vstrbq_scatter_offset_u16(permkern_mve8_out(out + to), offset, v);
                from += 8;
                to += step;
            }
            if (count % 8 != 0) {
                const uint16x8_t v = vldrbq_z_u16(permkern_mve8(in + from), some);
                vstrbq_scatter_offset_p_u16(permkern_mve8_out(out + to), offset, v, some);
            }
        }
    } else {
        const uint32x4_t offset = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)stride);
        const mve_pred16_t some = vctp32q((uint32_t)(count % 4));
        const size_t step = 4 * out_stride;
        for (size_t line = 0; line < lines; line++) {
            size_t from = line * in_stride;
            size_t to = line;
            for (size_t whole = count / 4; whole != 0; whole--) {
                const uint32x4_t v = vldrbq_u32(permkern_mve8(in + from));
                vstrbq_scatter_offset_u32(permkern_mve8_out(out + to), offset, v);
                from += 4;
                to += step;
            }
            if (count % 4 != 0) {
                const uint32x4_t v = vldrbq_z_u32(permkern_mve8(in + from), some);
                vstrbq_scatter_offset_p_u32(permkern_mve8_out(out + to), offset, v, some);
            }
        }
    }
}

/* Moves 2 columns of contiguous rows, 16 rows at a time: out[c][r] = whole[r][c]. */
static inline void permkern_x8_split2_mve(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = line0 + stride;
    size_t rest = count % 16;
    size_t blocks = count / 16;
    PERMKERN_MVE_POINTER(line1);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const uint8x16x2_t v = vld2q_u8(permkern_mve8(whole));
            vstrbq_u8(permkern_mve8_out(line0), v.val[0]);
            vstrbq_u8(permkern_mve8_out(line1), v.val[1]);
            whole += 32;
            line0 += 16;
            line1 += 16;
        }
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 16 - rest;
        whole -= back * 2;
        line0 -= back;
        line1 -= back;
        rest = 0;
        blocks = 1;
    }
}

/* Moves 4 columns of contiguous rows, 16 rows at a time: out[c][r] = whole[r][c]. */
static inline void permkern_x8_split4_mve(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = line0 + stride;
    uint8_t *line2 = line1 + stride;
    uint8_t *line3 = line2 + stride;
    size_t rest = count % 16;
    size_t blocks = count / 16;
    PERMKERN_MVE_POINTER(line1);
    PERMKERN_MVE_POINTER(line2);
    PERMKERN_MVE_POINTER(line3);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const uint8x16x4_t v = vld4q_u8(permkern_mve8(whole));
            vstrbq_u8(permkern_mve8_out(line0), v.val[0]);
            vstrbq_u8(permkern_mve8_out(line1), v.val[1]);
            vstrbq_u8(permkern_mve8_out(line2), v.val[2]);
            vstrbq_u8(permkern_mve8_out(line3), v.val[3]);
            whole += 64;
            line0 += 16;
            line1 += 16;
            line2 += 16;
            line3 += 16;
        }
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 16 - rest;
        whole -= back * 4;
        line0 -= back;
        line1 -= back;
        line2 -= back;
        line3 -= back;
        rest = 0;
        blocks = 1;
    }
}

#if PERMKERN_MVE_ASSEMBLY

/* Moves 8 columns of contiguous rows, 16 rows at a time: out[c][r] = whole[r][c]. */
static inline void permkern_x8_split8_mve(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = line0 + stride;
    uint8_t *line2 = line1 + stride;
    uint8_t *line3 = line2 + stride;
    uint8_t *line4 = line3 + stride;
    uint8_t *line5 = line4 + stride;
    uint8_t *line6 = line5 + stride;
    uint8_t *line7 = line6 + stride;
    uint32_t own[32];
    uint32_t *words = own;
    size_t rest = count % 16;
    register size_t blocks __asm__("lr") = count / 16;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* Rows 0 to 7: q0 has columns 0 and 4 in turns, q1 has 1 and 5, and so on. */
            "vld40.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.8 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #0]\n\t"
            "vstrw.32 q1, [%[words], #32]\n\t"
            "vstrw.32 q2, [%[words], #64]\n\t"
            "vstrw.32 q3, [%[words], #96]\n\t"
            /* Rows 8 to 15: q0 has columns 0 and 4 in turns, q1 has 1 and 5, and so on. */
            "vld40.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.8 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #16]\n\t"
            "vstrw.32 q1, [%[words], #48]\n\t"
            "vstrw.32 q2, [%[words], #80]\n\t"
            "vstrw.32 q3, [%[words], #112]\n\t"
            /* q0 and q1 have columns 0 and 4. */
            "vld20.8 {q0, q1}, [%[words]]\n\t"
            "vld21.8 {q0, q1}, [%[words]]!\n\t"
            "vstrb.8 q0, [%[line0]], #16\n\t"
            "vstrb.8 q1, [%[line4]], #16\n\t"
            /* q0 and q1 have columns 1 and 5. */
            "vld20.8 {q0, q1}, [%[words]]\n\t"
            "vld21.8 {q0, q1}, [%[words]]!\n\t"
            "vstrb.8 q0, [%[line1]], #16\n\t"
            "vstrb.8 q1, [%[line5]], #16\n\t"
            /* q0 and q1 have columns 2 and 6. */
            "vld20.8 {q0, q1}, [%[words]]\n\t"
            "vld21.8 {q0, q1}, [%[words]]!\n\t"
            "vstrb.8 q0, [%[line2]], #16\n\t"
            "vstrb.8 q1, [%[line6]], #16\n\t"
            /* q0 and q1 have columns 3 and 7. */
            "vld20.8 {q0, q1}, [%[words]]\n\t"
            "vld21.8 {q0, q1}, [%[words]]!\n\t"
            "vstrb.8 q0, [%[line3]], #16\n\t"
            "vstrb.8 q1, [%[line7]], #16\n\t"
            "sub %[words], #128\n\t"
            "le lr, 1b"
            : [blocks] "+r"(blocks), [whole] "+r"(whole), [words] "+r"(words), [line0] "+r"(line0),
              [line1] "+r"(line1), [line2] "+r"(line2), [line3] "+r"(line3), [line4] "+r"(line4),
              [line5] "+r"(line5), [line6] "+r"(line6), [line7] "+r"(line7)
            :
            : "q0", "q1", "q2", "q3", "memory", "cc");
        /* clang-format on */
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 16 - rest;
        whole -= back * 8;
        line0 -= back;
        line1 -= back;
        line2 -= back;
        line3 -= back;
        line4 -= back;
        line5 -= back;
        line6 -= back;
        line7 -= back;
        rest = 0;
        blocks = 1;
    }
}

/* Moves 16 columns of contiguous rows, 16 rows at a time: out[c][r] = whole[r][c]. */
static inline void permkern_x8_split16_mve(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = line0 + 4 * stride;
    uint8_t *line2 = line1 + 4 * stride;
    uint8_t *line3 = line2 + 4 * stride;
    uint32_t own[64];
    uint32_t *words = own;
    const size_t home = 16 - 3 * stride;
    size_t rest = count % 16;
    register size_t blocks __asm__("lr") = count / 16;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* Rows 0 to 3: q0 has columns 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vld40.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.8 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #0]\n\t"
            "vstrw.32 q1, [%[words], #64]\n\t"
            "vstrw.32 q2, [%[words], #128]\n\t"
            "vstrw.32 q3, [%[words], #192]\n\t"
            /* Rows 4 to 7: q0 has columns 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vld40.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.8 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #16]\n\t"
            "vstrw.32 q1, [%[words], #80]\n\t"
            "vstrw.32 q2, [%[words], #144]\n\t"
            "vstrw.32 q3, [%[words], #208]\n\t"
            /* Rows 8 to 11: q0 has columns 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vld40.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.8 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #32]\n\t"
            "vstrw.32 q1, [%[words], #96]\n\t"
            "vstrw.32 q2, [%[words], #160]\n\t"
            "vstrw.32 q3, [%[words], #224]\n\t"
            /* Rows 12 to 15: q0 has columns 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vld40.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.8 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #48]\n\t"
            "vstrw.32 q1, [%[words], #112]\n\t"
            "vstrw.32 q2, [%[words], #176]\n\t"
            "vstrw.32 q3, [%[words], #240]\n\t"
            /* q0 to q3 have columns 0, 4, 8 and 12. */
            "vld40.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld41.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld42.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld43.8 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "vstrb.8 q0, [%[line0], #0]\n\t"
            "vstrb.8 q1, [%[line1], #0]\n\t"
            "vstrb.8 q2, [%[line2], #0]\n\t"
            "vstrb.8 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            /* q0 to q3 have columns 1, 5, 9 and 13. */
            "vld40.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld41.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld42.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld43.8 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "vstrb.8 q0, [%[line0], #0]\n\t"
            "vstrb.8 q1, [%[line1], #0]\n\t"
            "vstrb.8 q2, [%[line2], #0]\n\t"
            "vstrb.8 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            /* q0 to q3 have columns 2, 6, 10 and 14. */
            "vld40.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld41.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld42.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld43.8 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "vstrb.8 q0, [%[line0], #0]\n\t"
            "vstrb.8 q1, [%[line1], #0]\n\t"
            "vstrb.8 q2, [%[line2], #0]\n\t"
            "vstrb.8 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            /* q0 to q3 have columns 3, 7, 11 and 15. */
            "vld40.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld41.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld42.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld43.8 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "vstrb.8 q0, [%[line0], #0]\n\t"
            "vstrb.8 q1, [%[line1], #0]\n\t"
            "vstrb.8 q2, [%[line2], #0]\n\t"
            "vstrb.8 q3, [%[line3], #0]\n\t"
            "add %[line0], %[home]\n\t"
            "add %[line1], %[home]\n\t"
            "add %[line2], %[home]\n\t"
            "add %[line3], %[home]\n\t"
            "sub %[words], #256\n\t"
            "le lr, 1b"
            : [blocks] "+r"(blocks), [whole] "+r"(whole), [words] "+r"(words), [line0] "+r"(line0),
              [line1] "+r"(line1), [line2] "+r"(line2), [line3] "+r"(line3)
            : [stride] "r"(stride), [home] "r"(home)
            : "q0", "q1", "q2", "q3", "memory", "cc");
        /* clang-format on */
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 16 - rest;
        whole -= back * 16;
        line0 -= back;
        line1 -= back;
        line2 -= back;
        line3 -= back;
        rest = 0;
        blocks = 1;
    }
}
#endif

/* Moves 2 rows to contiguous columns, 16 columns at a time: whole[c][r] = in[r][c]. */
static inline void permkern_x8_join2_mve(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = line0 + stride;
    size_t rest = count % 16;
    size_t blocks = count / 16;
    PERMKERN_MVE_POINTER(line1);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const uint8x16_t r0 = vldrbq_u8(permkern_mve8(line0));
            const uint8x16_t r1 = vldrbq_u8(permkern_mve8(line1));
            const uint8x16x2_t v = {{r0, r1}};
            vst2q_u8(permkern_mve8_out(whole), v);
            whole += 32;
            line0 += 16;
            line1 += 16;
        }
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 16 - rest;
        whole -= back * 2;
        line0 -= back;
        line1 -= back;
        rest = 0;
        blocks = 1;
    }
}

/* Moves 4 rows to contiguous columns, 16 columns at a time: whole[c][r] = in[r][c]. */
static inline void permkern_x8_join4_mve(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = line0 + stride;
    const uint8_t *line2 = line1 + stride;
    const uint8_t *line3 = line2 + stride;
    size_t rest = count % 16;
    size_t blocks = count / 16;
    PERMKERN_MVE_POINTER(line1);
    PERMKERN_MVE_POINTER(line2);
    PERMKERN_MVE_POINTER(line3);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const uint8x16_t r0 = vldrbq_u8(permkern_mve8(line0));
            const uint8x16_t r1 = vldrbq_u8(permkern_mve8(line1));
            const uint8x16_t r2 = vldrbq_u8(permkern_mve8(line2));
            const uint8x16_t r3 = vldrbq_u8(permkern_mve8(line3));
            const uint8x16x4_t v = {{r0, r1, r2, r3}};
            vst4q_u8(permkern_mve8_out(whole), v);
            whole += 64;
            line0 += 16;
            line1 += 16;
            line2 += 16;
            line3 += 16;
        }
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 16 - rest;
        whole -= back * 4;
        line0 -= back;
        line1 -= back;
        line2 -= back;
        line3 -= back;
        rest = 0;
        blocks = 1;
    }
}

#if PERMKERN_MVE_ASSEMBLY

/* Moves 8 rows to contiguous columns, 16 columns at a time: whole[c][r] = in[r][c]. */
static inline void permkern_x8_join8_mve(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = line0 + stride;
    const uint8_t *line2 = line1 + stride;
    const uint8_t *line3 = line2 + stride;
    const uint8_t *line4 = line3 + stride;
    const uint8_t *line5 = line4 + stride;
    const uint8_t *line6 = line5 + stride;
    const uint8_t *line7 = line6 + stride;
    uint32_t own[32];
    uint32_t *words = own;
    size_t rest = count % 16;
    register size_t blocks __asm__("lr") = count / 16;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* q0 and q1 have rows 0 and 4. */
            "vldrb.8 q0, [%[line0]], #16\n\t"
            "vldrb.8 q1, [%[line4]], #16\n\t"
            "vst20.8 {q0, q1}, [%[words]]\n\t"
            "vst21.8 {q0, q1}, [%[words]]!\n\t"
            /* q0 and q1 have rows 1 and 5. */
            "vldrb.8 q0, [%[line1]], #16\n\t"
            "vldrb.8 q1, [%[line5]], #16\n\t"
            "vst20.8 {q0, q1}, [%[words]]\n\t"
            "vst21.8 {q0, q1}, [%[words]]!\n\t"
            /* q0 and q1 have rows 2 and 6. */
            "vldrb.8 q0, [%[line2]], #16\n\t"
            "vldrb.8 q1, [%[line6]], #16\n\t"
            "vst20.8 {q0, q1}, [%[words]]\n\t"
            "vst21.8 {q0, q1}, [%[words]]!\n\t"
            /* q0 and q1 have rows 3 and 7. */
            "vldrb.8 q0, [%[line3]], #16\n\t"
            "vldrb.8 q1, [%[line7]], #16\n\t"
            "vst20.8 {q0, q1}, [%[words]]\n\t"
            "vst21.8 {q0, q1}, [%[words]]!\n\t"
            "sub %[words], #128\n\t"
            /* Columns 0 to 7: q0 has rows 0 and 4 in turns, q1 has 1 and 5, and so on. */
            "vldrw.32 q0, [%[words], #0]\n\t"
            "vldrw.32 q1, [%[words], #32]\n\t"
            "vldrw.32 q2, [%[words], #64]\n\t"
            "vldrw.32 q3, [%[words], #96]\n\t"
            "vst40.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.8 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            /* Columns 8 to 15: q0 has rows 0 and 4 in turns, q1 has 1 and 5, and so on. */
            "vldrw.32 q0, [%[words], #16]\n\t"
            "vldrw.32 q1, [%[words], #48]\n\t"
            "vldrw.32 q2, [%[words], #80]\n\t"
            "vldrw.32 q3, [%[words], #112]\n\t"
            "vst40.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.8 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "le lr, 1b"
            : [blocks] "+r"(blocks), [whole] "+r"(whole), [words] "+r"(words), [line0] "+r"(line0),
              [line1] "+r"(line1), [line2] "+r"(line2), [line3] "+r"(line3), [line4] "+r"(line4),
              [line5] "+r"(line5), [line6] "+r"(line6), [line7] "+r"(line7)
            :
            : "q0", "q1", "q2", "q3", "memory", "cc");
        /* clang-format on */
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 16 - rest;
        whole -= back * 8;
        line0 -= back;
        line1 -= back;
        line2 -= back;
        line3 -= back;
        line4 -= back;
        line5 -= back;
        line6 -= back;
        line7 -= back;
        rest = 0;
        blocks = 1;
    }
}

/* Moves 16 rows to contiguous columns, 16 columns at a time: whole[c][r] = in[r][c]. */
static inline void permkern_x8_join16_mve(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = line0 + 4 * stride;
    const uint8_t *line2 = line1 + 4 * stride;
    const uint8_t *line3 = line2 + 4 * stride;
    uint32_t own[64];
    uint32_t *words = own;
    const size_t home = 16 - 3 * stride;
    size_t rest = count % 16;
    register size_t blocks __asm__("lr") = count / 16;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* q0 to q3 have rows 0, 4, 8 and 12. */
            "vldrb.8 q0, [%[line0], #0]\n\t"
            "vldrb.8 q1, [%[line1], #0]\n\t"
            "vldrb.8 q2, [%[line2], #0]\n\t"
            "vldrb.8 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            "vst40.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst41.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst42.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst43.8 {q0, q1, q2, q3}, [%[words]]!\n\t"
            /* q0 to q3 have rows 1, 5, 9 and 13. */
            "vldrb.8 q0, [%[line0], #0]\n\t"
            "vldrb.8 q1, [%[line1], #0]\n\t"
            "vldrb.8 q2, [%[line2], #0]\n\t"
            "vldrb.8 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            "vst40.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst41.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst42.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst43.8 {q0, q1, q2, q3}, [%[words]]!\n\t"
            /* q0 to q3 have rows 2, 6, 10 and 14. */
            "vldrb.8 q0, [%[line0], #0]\n\t"
            "vldrb.8 q1, [%[line1], #0]\n\t"
            "vldrb.8 q2, [%[line2], #0]\n\t"
            "vldrb.8 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            "vst40.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst41.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst42.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst43.8 {q0, q1, q2, q3}, [%[words]]!\n\t"
            /* q0 to q3 have rows 3, 7, 11 and 15. */
            "vldrb.8 q0, [%[line0], #0]\n\t"
            "vldrb.8 q1, [%[line1], #0]\n\t"
            "vldrb.8 q2, [%[line2], #0]\n\t"
            "vldrb.8 q3, [%[line3], #0]\n\t"
            "add %[line0], %[home]\n\t"
            "add %[line1], %[home]\n\t"
            "add %[line2], %[home]\n\t"
            "add %[line3], %[home]\n\t"
            "vst40.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst41.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst42.8 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst43.8 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "sub %[words], #256\n\t"
            /* Columns 0 to 3: q0 has rows 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vldrw.32 q0, [%[words], #0]\n\t"
            "vldrw.32 q1, [%[words], #64]\n\t"
            "vldrw.32 q2, [%[words], #128]\n\t"
            "vldrw.32 q3, [%[words], #192]\n\t"
            "vst40.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.8 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            /* Columns 4 to 7: q0 has rows 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vldrw.32 q0, [%[words], #16]\n\t"
            "vldrw.32 q1, [%[words], #80]\n\t"
            "vldrw.32 q2, [%[words], #144]\n\t"
            "vldrw.32 q3, [%[words], #208]\n\t"
            "vst40.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.8 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            /* Columns 8 to 11: q0 has rows 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vldrw.32 q0, [%[words], #32]\n\t"
            "vldrw.32 q1, [%[words], #96]\n\t"
            "vldrw.32 q2, [%[words], #160]\n\t"
            "vldrw.32 q3, [%[words], #224]\n\t"
            "vst40.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.8 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            /* Columns 12 to 15: q0 has rows 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vldrw.32 q0, [%[words], #48]\n\t"
            "vldrw.32 q1, [%[words], #112]\n\t"
            "vldrw.32 q2, [%[words], #176]\n\t"
            "vldrw.32 q3, [%[words], #240]\n\t"
            "vst40.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.8 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.8 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "le lr, 1b"
            : [blocks] "+r"(blocks), [whole] "+r"(whole), [words] "+r"(words), [line0] "+r"(line0),
              [line1] "+r"(line1), [line2] "+r"(line2), [line3] "+r"(line3)
            : [stride] "r"(stride), [home] "r"(home)
            : "q0", "q1", "q2", "q3", "memory", "cc");
        /* clang-format on */
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 16 - rest;
        whole -= back * 16;
        line0 -= back;
        line1 -= back;
        line2 -= back;
        line3 -= back;
        rest = 0;
        blocks = 1;
    }
}
#endif

/*
 * Moves 4 rows of 16 columns at a time: rows are interleaved to words, and words are scattered to columns, whose
 * addresses must be aligned to words. The rows and columns that are left are moved byte by byte.
 */
static inline void permkern_x8_words_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                         size_t rows, size_t cols)
{
    uint32_t words[16];
    const uint32x4_t offset = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)out_stride);
    const size_t whole_rows = rows - rows % 4;
    const size_t whole_cols = cols - cols % 16;
    for (size_t r = 0; r < whole_rows; r += 4) {
        size_t from = r * in_stride;
        size_t to = r;
        for (size_t c = whole_cols; c != 0; c -= 16) {
            const uint8x16_t r0 = vldrbq_u8(in + from);
            const uint8x16_t r1 = vldrbq_u8(in + from + in_stride);
            const uint8x16_t r2 = vldrbq_u8(in + from + 2 * in_stride);
            const uint8x16_t r3 = vldrbq_u8(in + from + 3 * in_stride);
            const uint8x16x4_t v = {{r0, r1, r2, r3}};
            vst4q_u8((uint8_t *)words, v);
            permkern_mve_written(words);
            vstrwq_scatter_offset_u32(permkern_mve32_out(out + to), offset, vldrwq_u32(words));
            to += 4 * out_stride;
            vstrwq_scatter_offset_u32(permkern_mve32_out(out + to), offset, vldrwq_u32(words + 4));
            to += 4 * out_stride;
            vstrwq_scatter_offset_u32(permkern_mve32_out(out + to), offset, vldrwq_u32(words + 8));
            to += 4 * out_stride;
            vstrwq_scatter_offset_u32(permkern_mve32_out(out + to), offset, vldrwq_u32(words + 12));
            to += 4 * out_stride;
            from += 16;
        }
    }
    if (whole_cols < cols) {
        permkern_x8_gather_mve(in + whole_cols, in_stride, out + whole_cols * out_stride, out_stride, whole_rows,
                               cols - whole_cols);
    }
    if (whole_rows < rows) {
        permkern_x8_scatter_mve(in + whole_rows * in_stride, in_stride, out + whole_rows, out_stride, rows - whole_rows,
                                cols);
    }
}

/*
 * Transposes a block of 16 x 16 in a buffer: an interleaving store makes words of 4 rows' elements of a column, and
 * another one gathers the words of four columns.
 */
PERMKERN_INLINE void permkern_x8_block_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           uint32_t *words)
{
    size_t from = 0;
    size_t to = 0;
    uint32_t *const columns = words + 64;
    for (size_t group = 0; group < 4; group++) {
        const uint8x16_t r0 = vldrbq_u8(permkern_mve8(in + from));
        const uint8x16_t r1 = vldrbq_u8(permkern_mve8(in + from + in_stride));
        const uint8x16_t r2 = vldrbq_u8(permkern_mve8(in + from + 2 * in_stride));
        const uint8x16_t r3 = vldrbq_u8(permkern_mve8(in + from + 3 * in_stride));
        const uint8x16x4_t v = {{r0, r1, r2, r3}};
        vst4q_u8(permkern_mve8_out(words + 16 * group), v);
        from += 4 * in_stride;
    }
    permkern_mve_written(words);
    for (size_t at = 0; at < 16; at += 4) {
        const uint32x4_t w0 = vldrwq_u32(words + at);
        const uint32x4_t w1 = vldrwq_u32(words + at + 16);
        const uint32x4_t w2 = vldrwq_u32(words + at + 32);
        const uint32x4_t w3 = vldrwq_u32(words + at + 48);
        const uint32x4x4_t all = {{w0, w1, w2, w3}};
        vst4q_u32(columns, all);
        permkern_mve_written(words);
        vstrbq_u8(permkern_mve8_out(out + to), vldrbq_u8(permkern_mve8(columns)));
        vstrbq_u8(permkern_mve8_out(out + to + out_stride), vldrbq_u8(permkern_mve8(columns + 4)));
        vstrbq_u8(permkern_mve8_out(out + to + 2 * out_stride), vldrbq_u8(permkern_mve8(columns + 8)));
        vstrbq_u8(permkern_mve8_out(out + to + 3 * out_stride), vldrbq_u8(permkern_mve8(columns + 12)));
        to += 4 * out_stride;
    }
}

/* Moves a plane by blocks. A last block overlaps the one before if at least half of it is new; else gathers follow. */
PERMKERN_INLINE void permkern_x8_blocks_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            size_t rows, size_t cols)
{
    uint32_t words[80];
    const size_t most_rows = rows % 16 < 8 ? rows - rows % 16 : rows;
    const size_t most_cols = cols % 16 < 8 ? cols - cols % 16 : cols;
    for (size_t row = 0; row < most_rows; row += 16) {
        const size_t r = row + 16 > most_rows ? most_rows - 16 : row;
        const size_t from = r * in_stride;
        const size_t to = r;
        for (size_t col = 0; col < most_cols; col += 16) {
            const size_t c = col + 16 > most_cols ? most_cols - 16 : col;
            permkern_x8_block_mve(in + from + c, in_stride, out + to + c * out_stride, out_stride, words);
        }
    }
    if (most_cols < cols) {
        permkern_x8_gather_mve(in + most_cols, in_stride, out + most_cols * out_stride, out_stride, most_rows,
                               cols - most_cols);
    }
    if (most_rows < rows) {
        permkern_x8_scatter_mve(in + most_rows * in_stride, in_stride, out + most_rows, out_stride, rows - most_rows,
                                cols);
    }
}

/* Moves contiguous rows of few columns, or few rows to contiguous columns; returns false, with nothing moved, else. */
PERMKERN_INLINE bool permkern_x8_strip_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t rows, size_t cols)
{
    if (in_stride == cols && rows >= 16) {
        switch (cols) {
        case 2:
            permkern_x8_split2_mve(in, out, out_stride, rows);
            return true;
        case 4:
            permkern_x8_split4_mve(in, out, out_stride, rows);
            return true;
#if PERMKERN_MVE_ASSEMBLY
        case 8:
            permkern_x8_split8_mve(in, out, out_stride, rows);
            return true;
        case 16:
            permkern_x8_split16_mve(in, out, out_stride, rows);
            return true;
#endif
        default:
            break;
        }
    }
    if (out_stride == rows && cols >= 16) {
        switch (rows) {
        case 2:
            permkern_x8_join2_mve(in, in_stride, out, cols);
            return true;
        case 4:
            permkern_x8_join4_mve(in, in_stride, out, cols);
            return true;
#if PERMKERN_MVE_ASSEMBLY
        case 8:
            permkern_x8_join8_mve(in, in_stride, out, cols);
            return true;
        case 16:
            permkern_x8_join16_mve(in, in_stride, out, cols);
            return true;
#endif
        default:
            break;
        }
    }
    return false;
}

/* Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. */
PERMKERN_INLINE void permkern_x8_plane_inline(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                              size_t rows, size_t cols)
{
#if PERMKERN_GATHER
    if (rows >= 16 && cols >= 16 && in_stride > 17 && out_stride > 17 && (((uintptr_t)out | out_stride) & 3U) == 0) {
        permkern_x8_words_mve(in, in_stride, out, out_stride, rows, cols);
        return;
    }
#else
    if (permkern_x8_strip_mve(in, in_stride, out, out_stride, rows, cols)) {
        return;
    }
    if (rows >= 16 && cols >= 16) {
        permkern_x8_blocks_mve(in, in_stride, out, out_stride, rows, cols);
        return;
    }
#endif
    if (rows < cols) {
        permkern_x8_scatter_mve(in, in_stride, out, out_stride, rows, cols);
    } else {
        permkern_x8_gather_mve(in, in_stride, out, out_stride, rows, cols);
    }
}

static inline void permkern_x8_matrix(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                      size_t cols)
{
    permkern_x8_plane_inline(in, in_stride, out, out_stride, rows, cols);
}

#define PERMKERN_PLANE16 1

/* Moves column by column: each column is gathered and stored contiguously. */
static inline void permkern_x16_gather_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t rows, size_t cols)
{
    const size_t stride = in_stride / 2;
    const size_t lines = cols;
    const size_t count = rows;
    if (stride <= 9362) { /* 7 strides fit into an offset */
        const uint16x8_t offset = vmulq_n_u16(vidupq_n_u16(0, 1), (uint16_t)stride);
        const mve_pred16_t some = vctp16q((uint32_t)(count % 8));
        const size_t step = 8 * in_stride;
        for (size_t line = 0; line < lines; line++) {
            size_t from = line * 2;
            size_t to = line * out_stride;
            for (size_t whole = count / 8; whole != 0; whole--) {
                const uint16x8_t v = vldrhq_gather_shifted_offset_u16(permkern_mve16(in + from), offset);
                vstrhq_u16(permkern_mve16_out(out + to), v);
                from += step;
                to += 16;
            }
            if (count % 8 != 0) {
                const uint16x8_t v = vldrhq_gather_shifted_offset_z_u16(permkern_mve16(in + from), offset, some);
                vstrhq_p_u16(permkern_mve16_out(out + to), v, some);
            }
        }
    } else {
        const uint32x4_t offset = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)stride);
        const mve_pred16_t some = vctp32q((uint32_t)(count % 4));
        const size_t step = 4 * in_stride;
        for (size_t line = 0; line < lines; line++) {
            size_t from = line * 2;
            size_t to = line * out_stride;
            for (size_t whole = count / 4; whole != 0; whole--) {
                const uint32x4_t v = vldrhq_gather_shifted_offset_u32(permkern_mve16(in + from), offset);
                vstrhq_u32(permkern_mve16_out(out + to), v);
                from += step;
                to += 8;
            }
            if (count % 4 != 0) {
                const uint32x4_t v = vldrhq_gather_shifted_offset_z_u32(permkern_mve16(in + from), offset, some);
                vstrhq_p_u32(permkern_mve16_out(out + to), v, some);
            }
        }
    }
}

/* Moves row by row: each row is loaded contiguously and scattered. */
static inline void permkern_x16_scatter_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            size_t rows, size_t cols)
{
    const size_t stride = out_stride / 2;
    const size_t lines = rows;
    const size_t count = cols;
    if (stride <= 9362) { /* 7 strides fit into an offset */
        const uint16x8_t offset = vmulq_n_u16(vidupq_n_u16(0, 1), (uint16_t)stride);
        const mve_pred16_t some = vctp16q((uint32_t)(count % 8));
        const size_t step = 8 * out_stride;
        for (size_t line = 0; line < lines; line++) {
            size_t from = line * in_stride;
            size_t to = line * 2;
            for (size_t whole = count / 8; whole != 0; whole--) {
                const uint16x8_t v = vldrhq_u16(permkern_mve16(in + from));
                vstrhq_scatter_shifted_offset_u16(permkern_mve16_out(out + to), offset, v);
                from += 16;
                to += step;
            }
            if (count % 8 != 0) {
                const uint16x8_t v = vldrhq_z_u16(permkern_mve16(in + from), some);
                vstrhq_scatter_shifted_offset_p_u16(permkern_mve16_out(out + to), offset, v, some);
            }
        }
    } else {
        const uint32x4_t offset = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)stride);
        const mve_pred16_t some = vctp32q((uint32_t)(count % 4));
        const size_t step = 4 * out_stride;
        for (size_t line = 0; line < lines; line++) {
            size_t from = line * in_stride;
            size_t to = line * 2;
            for (size_t whole = count / 4; whole != 0; whole--) {
                const uint32x4_t v = vldrhq_u32(permkern_mve16(in + from));
                vstrhq_scatter_shifted_offset_u32(permkern_mve16_out(out + to), offset, v);
                from += 8;
                to += step;
            }
            if (count % 4 != 0) {
                const uint32x4_t v = vldrhq_z_u32(permkern_mve16(in + from), some);
                vstrhq_scatter_shifted_offset_p_u32(permkern_mve16_out(out + to), offset, v, some);
            }
        }
    }
}

/* Moves 2 columns of contiguous rows, 8 rows at a time: out[c][r] = whole[r][c]. */
static inline void permkern_x16_split2_mve(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = line0 + stride;
    size_t rest = count % 8;
    size_t blocks = count / 8;
    PERMKERN_MVE_POINTER(line1);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const uint16x8x2_t v = vld2q_u16(permkern_mve16(whole));
            vstrhq_u16(permkern_mve16_out(line0), v.val[0]);
            vstrhq_u16(permkern_mve16_out(line1), v.val[1]);
            whole += 32;
            line0 += 16;
            line1 += 16;
        }
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 8 - rest;
        whole -= back * 4;
        line0 -= back * 2;
        line1 -= back * 2;
        rest = 0;
        blocks = 1;
    }
}

/* Moves 4 columns of contiguous rows, 8 rows at a time: out[c][r] = whole[r][c]. */
static inline void permkern_x16_split4_mve(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = line0 + stride;
    uint8_t *line2 = line1 + stride;
    uint8_t *line3 = line2 + stride;
    size_t rest = count % 8;
    size_t blocks = count / 8;
    PERMKERN_MVE_POINTER(line1);
    PERMKERN_MVE_POINTER(line2);
    PERMKERN_MVE_POINTER(line3);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const uint16x8x4_t v = vld4q_u16(permkern_mve16(whole));
            vstrhq_u16(permkern_mve16_out(line0), v.val[0]);
            vstrhq_u16(permkern_mve16_out(line1), v.val[1]);
            vstrhq_u16(permkern_mve16_out(line2), v.val[2]);
            vstrhq_u16(permkern_mve16_out(line3), v.val[3]);
            whole += 64;
            line0 += 16;
            line1 += 16;
            line2 += 16;
            line3 += 16;
        }
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 8 - rest;
        whole -= back * 8;
        line0 -= back * 2;
        line1 -= back * 2;
        line2 -= back * 2;
        line3 -= back * 2;
        rest = 0;
        blocks = 1;
    }
}

#if PERMKERN_MVE_ASSEMBLY

/* Moves 8 columns of contiguous rows, 8 rows at a time: out[c][r] = whole[r][c]. */
static inline void permkern_x16_split8_mve(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = line0 + stride;
    uint8_t *line2 = line1 + stride;
    uint8_t *line3 = line2 + stride;
    uint8_t *line4 = line3 + stride;
    uint8_t *line5 = line4 + stride;
    uint8_t *line6 = line5 + stride;
    uint8_t *line7 = line6 + stride;
    uint32_t own[32];
    uint32_t *words = own;
    size_t rest = count % 8;
    register size_t blocks __asm__("lr") = count / 8;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* Rows 0 to 3: q0 has columns 0 and 4 in turns, q1 has 1 and 5, and so on. */
            "vld40.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.16 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #0]\n\t"
            "vstrw.32 q1, [%[words], #32]\n\t"
            "vstrw.32 q2, [%[words], #64]\n\t"
            "vstrw.32 q3, [%[words], #96]\n\t"
            /* Rows 4 to 7: q0 has columns 0 and 4 in turns, q1 has 1 and 5, and so on. */
            "vld40.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.16 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #16]\n\t"
            "vstrw.32 q1, [%[words], #48]\n\t"
            "vstrw.32 q2, [%[words], #80]\n\t"
            "vstrw.32 q3, [%[words], #112]\n\t"
            /* q0 and q1 have columns 0 and 4. */
            "vld20.16 {q0, q1}, [%[words]]\n\t"
            "vld21.16 {q0, q1}, [%[words]]!\n\t"
            "vstrh.16 q0, [%[line0]], #16\n\t"
            "vstrh.16 q1, [%[line4]], #16\n\t"
            /* q0 and q1 have columns 1 and 5. */
            "vld20.16 {q0, q1}, [%[words]]\n\t"
            "vld21.16 {q0, q1}, [%[words]]!\n\t"
            "vstrh.16 q0, [%[line1]], #16\n\t"
            "vstrh.16 q1, [%[line5]], #16\n\t"
            /* q0 and q1 have columns 2 and 6. */
            "vld20.16 {q0, q1}, [%[words]]\n\t"
            "vld21.16 {q0, q1}, [%[words]]!\n\t"
            "vstrh.16 q0, [%[line2]], #16\n\t"
            "vstrh.16 q1, [%[line6]], #16\n\t"
            /* q0 and q1 have columns 3 and 7. */
            "vld20.16 {q0, q1}, [%[words]]\n\t"
            "vld21.16 {q0, q1}, [%[words]]!\n\t"
            "vstrh.16 q0, [%[line3]], #16\n\t"
            "vstrh.16 q1, [%[line7]], #16\n\t"
            "sub %[words], #128\n\t"
            "le lr, 1b"
            : [blocks] "+r"(blocks), [whole] "+r"(whole), [words] "+r"(words), [line0] "+r"(line0),
              [line1] "+r"(line1), [line2] "+r"(line2), [line3] "+r"(line3), [line4] "+r"(line4),
              [line5] "+r"(line5), [line6] "+r"(line6), [line7] "+r"(line7)
            :
            : "q0", "q1", "q2", "q3", "memory", "cc");
        /* clang-format on */
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 8 - rest;
        whole -= back * 16;
        line0 -= back * 2;
        line1 -= back * 2;
        line2 -= back * 2;
        line3 -= back * 2;
        line4 -= back * 2;
        line5 -= back * 2;
        line6 -= back * 2;
        line7 -= back * 2;
        rest = 0;
        blocks = 1;
    }
}

/* Moves 16 columns of contiguous rows, 8 rows at a time: out[c][r] = whole[r][c]. */
static inline void permkern_x16_split16_mve(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = line0 + 4 * stride;
    uint8_t *line2 = line1 + 4 * stride;
    uint8_t *line3 = line2 + 4 * stride;
    uint32_t own[64];
    uint32_t *words = own;
    const size_t home = 16 - 3 * stride;
    size_t rest = count % 8;
    register size_t blocks __asm__("lr") = count / 8;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* Rows 0 and 1: q0 has columns 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vld40.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.16 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #0]\n\t"
            "vstrw.32 q1, [%[words], #64]\n\t"
            "vstrw.32 q2, [%[words], #128]\n\t"
            "vstrw.32 q3, [%[words], #192]\n\t"
            /* Rows 2 and 3: q0 has columns 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vld40.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.16 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #16]\n\t"
            "vstrw.32 q1, [%[words], #80]\n\t"
            "vstrw.32 q2, [%[words], #144]\n\t"
            "vstrw.32 q3, [%[words], #208]\n\t"
            /* Rows 4 and 5: q0 has columns 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vld40.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.16 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #32]\n\t"
            "vstrw.32 q1, [%[words], #96]\n\t"
            "vstrw.32 q2, [%[words], #160]\n\t"
            "vstrw.32 q3, [%[words], #224]\n\t"
            /* Rows 6 and 7: q0 has columns 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vld40.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.16 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #48]\n\t"
            "vstrw.32 q1, [%[words], #112]\n\t"
            "vstrw.32 q2, [%[words], #176]\n\t"
            "vstrw.32 q3, [%[words], #240]\n\t"
            /* q0 to q3 have columns 0, 4, 8 and 12. */
            "vld40.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld41.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld42.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld43.16 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "vstrh.16 q0, [%[line0], #0]\n\t"
            "vstrh.16 q1, [%[line1], #0]\n\t"
            "vstrh.16 q2, [%[line2], #0]\n\t"
            "vstrh.16 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            /* q0 to q3 have columns 1, 5, 9 and 13. */
            "vld40.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld41.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld42.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld43.16 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "vstrh.16 q0, [%[line0], #0]\n\t"
            "vstrh.16 q1, [%[line1], #0]\n\t"
            "vstrh.16 q2, [%[line2], #0]\n\t"
            "vstrh.16 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            /* q0 to q3 have columns 2, 6, 10 and 14. */
            "vld40.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld41.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld42.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld43.16 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "vstrh.16 q0, [%[line0], #0]\n\t"
            "vstrh.16 q1, [%[line1], #0]\n\t"
            "vstrh.16 q2, [%[line2], #0]\n\t"
            "vstrh.16 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            /* q0 to q3 have columns 3, 7, 11 and 15. */
            "vld40.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld41.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld42.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld43.16 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "vstrh.16 q0, [%[line0], #0]\n\t"
            "vstrh.16 q1, [%[line1], #0]\n\t"
            "vstrh.16 q2, [%[line2], #0]\n\t"
            "vstrh.16 q3, [%[line3], #0]\n\t"
            "add %[line0], %[home]\n\t"
            "add %[line1], %[home]\n\t"
            "add %[line2], %[home]\n\t"
            "add %[line3], %[home]\n\t"
            "sub %[words], #256\n\t"
            "le lr, 1b"
            : [blocks] "+r"(blocks), [whole] "+r"(whole), [words] "+r"(words), [line0] "+r"(line0),
              [line1] "+r"(line1), [line2] "+r"(line2), [line3] "+r"(line3)
            : [stride] "r"(stride), [home] "r"(home)
            : "q0", "q1", "q2", "q3", "memory", "cc");
        /* clang-format on */
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 8 - rest;
        whole -= back * 32;
        line0 -= back * 2;
        line1 -= back * 2;
        line2 -= back * 2;
        line3 -= back * 2;
        rest = 0;
        blocks = 1;
    }
}
#endif

/* Moves 2 rows to contiguous columns, 8 columns at a time: whole[c][r] = in[r][c]. */
static inline void permkern_x16_join2_mve(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = line0 + stride;
    size_t rest = count % 8;
    size_t blocks = count / 8;
    PERMKERN_MVE_POINTER(line1);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const uint16x8_t r0 = vldrhq_u16(permkern_mve16(line0));
            const uint16x8_t r1 = vldrhq_u16(permkern_mve16(line1));
            const uint16x8x2_t v = {{r0, r1}};
            vst2q_u16(permkern_mve16_out(whole), v);
            whole += 32;
            line0 += 16;
            line1 += 16;
        }
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 8 - rest;
        whole -= back * 4;
        line0 -= back * 2;
        line1 -= back * 2;
        rest = 0;
        blocks = 1;
    }
}

/* Moves 4 rows to contiguous columns, 8 columns at a time: whole[c][r] = in[r][c]. */
static inline void permkern_x16_join4_mve(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = line0 + stride;
    const uint8_t *line2 = line1 + stride;
    const uint8_t *line3 = line2 + stride;
    size_t rest = count % 8;
    size_t blocks = count / 8;
    PERMKERN_MVE_POINTER(line1);
    PERMKERN_MVE_POINTER(line2);
    PERMKERN_MVE_POINTER(line3);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const uint16x8_t r0 = vldrhq_u16(permkern_mve16(line0));
            const uint16x8_t r1 = vldrhq_u16(permkern_mve16(line1));
            const uint16x8_t r2 = vldrhq_u16(permkern_mve16(line2));
            const uint16x8_t r3 = vldrhq_u16(permkern_mve16(line3));
            const uint16x8x4_t v = {{r0, r1, r2, r3}};
            vst4q_u16(permkern_mve16_out(whole), v);
            whole += 64;
            line0 += 16;
            line1 += 16;
            line2 += 16;
            line3 += 16;
        }
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 8 - rest;
        whole -= back * 8;
        line0 -= back * 2;
        line1 -= back * 2;
        line2 -= back * 2;
        line3 -= back * 2;
        rest = 0;
        blocks = 1;
    }
}

#if PERMKERN_MVE_ASSEMBLY

/* Moves 8 rows to contiguous columns, 8 columns at a time: whole[c][r] = in[r][c]. */
static inline void permkern_x16_join8_mve(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = line0 + stride;
    const uint8_t *line2 = line1 + stride;
    const uint8_t *line3 = line2 + stride;
    const uint8_t *line4 = line3 + stride;
    const uint8_t *line5 = line4 + stride;
    const uint8_t *line6 = line5 + stride;
    const uint8_t *line7 = line6 + stride;
    uint32_t own[32];
    uint32_t *words = own;
    size_t rest = count % 8;
    register size_t blocks __asm__("lr") = count / 8;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* q0 and q1 have rows 0 and 4. */
            "vldrh.16 q0, [%[line0]], #16\n\t"
            "vldrh.16 q1, [%[line4]], #16\n\t"
            "vst20.16 {q0, q1}, [%[words]]\n\t"
            "vst21.16 {q0, q1}, [%[words]]!\n\t"
            /* q0 and q1 have rows 1 and 5. */
            "vldrh.16 q0, [%[line1]], #16\n\t"
            "vldrh.16 q1, [%[line5]], #16\n\t"
            "vst20.16 {q0, q1}, [%[words]]\n\t"
            "vst21.16 {q0, q1}, [%[words]]!\n\t"
            /* q0 and q1 have rows 2 and 6. */
            "vldrh.16 q0, [%[line2]], #16\n\t"
            "vldrh.16 q1, [%[line6]], #16\n\t"
            "vst20.16 {q0, q1}, [%[words]]\n\t"
            "vst21.16 {q0, q1}, [%[words]]!\n\t"
            /* q0 and q1 have rows 3 and 7. */
            "vldrh.16 q0, [%[line3]], #16\n\t"
            "vldrh.16 q1, [%[line7]], #16\n\t"
            "vst20.16 {q0, q1}, [%[words]]\n\t"
            "vst21.16 {q0, q1}, [%[words]]!\n\t"
            "sub %[words], #128\n\t"
            /* Columns 0 to 3: q0 has rows 0 and 4 in turns, q1 has 1 and 5, and so on. */
            "vldrw.32 q0, [%[words], #0]\n\t"
            "vldrw.32 q1, [%[words], #32]\n\t"
            "vldrw.32 q2, [%[words], #64]\n\t"
            "vldrw.32 q3, [%[words], #96]\n\t"
            "vst40.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.16 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            /* Columns 4 to 7: q0 has rows 0 and 4 in turns, q1 has 1 and 5, and so on. */
            "vldrw.32 q0, [%[words], #16]\n\t"
            "vldrw.32 q1, [%[words], #48]\n\t"
            "vldrw.32 q2, [%[words], #80]\n\t"
            "vldrw.32 q3, [%[words], #112]\n\t"
            "vst40.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.16 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "le lr, 1b"
            : [blocks] "+r"(blocks), [whole] "+r"(whole), [words] "+r"(words), [line0] "+r"(line0),
              [line1] "+r"(line1), [line2] "+r"(line2), [line3] "+r"(line3), [line4] "+r"(line4),
              [line5] "+r"(line5), [line6] "+r"(line6), [line7] "+r"(line7)
            :
            : "q0", "q1", "q2", "q3", "memory", "cc");
        /* clang-format on */
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 8 - rest;
        whole -= back * 16;
        line0 -= back * 2;
        line1 -= back * 2;
        line2 -= back * 2;
        line3 -= back * 2;
        line4 -= back * 2;
        line5 -= back * 2;
        line6 -= back * 2;
        line7 -= back * 2;
        rest = 0;
        blocks = 1;
    }
}

/* Moves 16 rows to contiguous columns, 8 columns at a time: whole[c][r] = in[r][c]. */
static inline void permkern_x16_join16_mve(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = line0 + 4 * stride;
    const uint8_t *line2 = line1 + 4 * stride;
    const uint8_t *line3 = line2 + 4 * stride;
    uint32_t own[64];
    uint32_t *words = own;
    const size_t home = 16 - 3 * stride;
    size_t rest = count % 8;
    register size_t blocks __asm__("lr") = count / 8;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* q0 to q3 have rows 0, 4, 8 and 12. */
            "vldrh.16 q0, [%[line0], #0]\n\t"
            "vldrh.16 q1, [%[line1], #0]\n\t"
            "vldrh.16 q2, [%[line2], #0]\n\t"
            "vldrh.16 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            "vst40.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst41.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst42.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst43.16 {q0, q1, q2, q3}, [%[words]]!\n\t"
            /* q0 to q3 have rows 1, 5, 9 and 13. */
            "vldrh.16 q0, [%[line0], #0]\n\t"
            "vldrh.16 q1, [%[line1], #0]\n\t"
            "vldrh.16 q2, [%[line2], #0]\n\t"
            "vldrh.16 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            "vst40.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst41.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst42.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst43.16 {q0, q1, q2, q3}, [%[words]]!\n\t"
            /* q0 to q3 have rows 2, 6, 10 and 14. */
            "vldrh.16 q0, [%[line0], #0]\n\t"
            "vldrh.16 q1, [%[line1], #0]\n\t"
            "vldrh.16 q2, [%[line2], #0]\n\t"
            "vldrh.16 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            "vst40.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst41.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst42.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst43.16 {q0, q1, q2, q3}, [%[words]]!\n\t"
            /* q0 to q3 have rows 3, 7, 11 and 15. */
            "vldrh.16 q0, [%[line0], #0]\n\t"
            "vldrh.16 q1, [%[line1], #0]\n\t"
            "vldrh.16 q2, [%[line2], #0]\n\t"
            "vldrh.16 q3, [%[line3], #0]\n\t"
            "add %[line0], %[home]\n\t"
            "add %[line1], %[home]\n\t"
            "add %[line2], %[home]\n\t"
            "add %[line3], %[home]\n\t"
            "vst40.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst41.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst42.16 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst43.16 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "sub %[words], #256\n\t"
            /* Columns 0 and 1: q0 has rows 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vldrw.32 q0, [%[words], #0]\n\t"
            "vldrw.32 q1, [%[words], #64]\n\t"
            "vldrw.32 q2, [%[words], #128]\n\t"
            "vldrw.32 q3, [%[words], #192]\n\t"
            "vst40.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.16 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            /* Columns 2 and 3: q0 has rows 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vldrw.32 q0, [%[words], #16]\n\t"
            "vldrw.32 q1, [%[words], #80]\n\t"
            "vldrw.32 q2, [%[words], #144]\n\t"
            "vldrw.32 q3, [%[words], #208]\n\t"
            "vst40.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.16 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            /* Columns 4 and 5: q0 has rows 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vldrw.32 q0, [%[words], #32]\n\t"
            "vldrw.32 q1, [%[words], #96]\n\t"
            "vldrw.32 q2, [%[words], #160]\n\t"
            "vldrw.32 q3, [%[words], #224]\n\t"
            "vst40.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.16 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            /* Columns 6 and 7: q0 has rows 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            "vldrw.32 q0, [%[words], #48]\n\t"
            "vldrw.32 q1, [%[words], #112]\n\t"
            "vldrw.32 q2, [%[words], #176]\n\t"
            "vldrw.32 q3, [%[words], #240]\n\t"
            "vst40.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.16 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.16 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "le lr, 1b"
            : [blocks] "+r"(blocks), [whole] "+r"(whole), [words] "+r"(words), [line0] "+r"(line0),
              [line1] "+r"(line1), [line2] "+r"(line2), [line3] "+r"(line3)
            : [stride] "r"(stride), [home] "r"(home)
            : "q0", "q1", "q2", "q3", "memory", "cc");
        /* clang-format on */
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 8 - rest;
        whole -= back * 32;
        line0 -= back * 2;
        line1 -= back * 2;
        line2 -= back * 2;
        line3 -= back * 2;
        rest = 0;
        blocks = 1;
    }
}
#endif

/*
 * Transposes a block of 8 x 8 in a buffer: an interleaving store makes words of 2 rows' elements of a column, and
 * another one gathers the words of four columns.
 */
PERMKERN_INLINE void permkern_x16_block_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            uint32_t *words)
{
    size_t from = 0;
    size_t to = 0;
    uint32_t *const columns = words + 32;
    for (size_t group = 0; group < 4; group++) {
        const uint16x8_t r0 = vldrhq_u16(permkern_mve16(in + from));
        const uint16x8_t r1 = vldrhq_u16(permkern_mve16(in + from + in_stride));
        const uint16x8x2_t v = {{r0, r1}};
        vst2q_u16(permkern_mve16_out(words + 8 * group), v);
        from += 2 * in_stride;
    }
    permkern_mve_written(words);
    for (size_t at = 0; at < 8; at += 4) {
        const uint32x4_t w0 = vldrwq_u32(words + at);
        const uint32x4_t w1 = vldrwq_u32(words + at + 8);
        const uint32x4_t w2 = vldrwq_u32(words + at + 16);
        const uint32x4_t w3 = vldrwq_u32(words + at + 24);
        const uint32x4x4_t all = {{w0, w1, w2, w3}};
        vst4q_u32(columns, all);
        permkern_mve_written(words);
        vstrhq_u16(permkern_mve16_out(out + to), vldrhq_u16(permkern_mve16(columns)));
        vstrhq_u16(permkern_mve16_out(out + to + out_stride), vldrhq_u16(permkern_mve16(columns + 4)));
        vstrhq_u16(permkern_mve16_out(out + to + 2 * out_stride), vldrhq_u16(permkern_mve16(columns + 8)));
        vstrhq_u16(permkern_mve16_out(out + to + 3 * out_stride), vldrhq_u16(permkern_mve16(columns + 12)));
        to += 4 * out_stride;
    }
}

/* Moves a plane by blocks. A last block overlaps the one before if at least half of it is new; else gathers follow. */
PERMKERN_INLINE void permkern_x16_blocks_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                             size_t rows, size_t cols)
{
    uint32_t words[48];
    const size_t most_rows = rows % 8 < 4 ? rows - rows % 8 : rows;
    const size_t most_cols = cols % 8 < 4 ? cols - cols % 8 : cols;
    for (size_t row = 0; row < most_rows; row += 8) {
        const size_t r = row + 8 > most_rows ? most_rows - 8 : row;
        const size_t from = r * in_stride;
        const size_t to = r * 2;
        for (size_t col = 0; col < most_cols; col += 8) {
            const size_t c = col + 8 > most_cols ? most_cols - 8 : col;
            permkern_x16_block_mve(in + from + c * 2, in_stride, out + to + c * out_stride, out_stride, words);
        }
    }
    if (most_cols < cols) {
        permkern_x16_gather_mve(in + most_cols * 2, in_stride, out + most_cols * out_stride, out_stride, most_rows,
                                cols - most_cols);
    }
    if (most_rows < rows) {
        permkern_x16_scatter_mve(in + most_rows * in_stride, in_stride, out + most_rows * 2, out_stride,
                                 rows - most_rows, cols);
    }
}

/* Moves contiguous rows of few columns, or few rows to contiguous columns; returns false, with nothing moved, else. */
PERMKERN_INLINE bool permkern_x16_strip_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            size_t rows, size_t cols)
{
    if (in_stride == cols * 2 && rows >= 8) {
        switch (cols) {
        case 2:
            permkern_x16_split2_mve(in, out, out_stride, rows);
            return true;
        case 4:
            permkern_x16_split4_mve(in, out, out_stride, rows);
            return true;
#if PERMKERN_MVE_ASSEMBLY
        case 8:
            permkern_x16_split8_mve(in, out, out_stride, rows);
            return true;
        case 16:
            permkern_x16_split16_mve(in, out, out_stride, rows);
            return true;
#endif
        default:
            break;
        }
    }
    if (out_stride == rows * 2 && cols >= 8) {
        switch (rows) {
        case 2:
            permkern_x16_join2_mve(in, in_stride, out, cols);
            return true;
        case 4:
            permkern_x16_join4_mve(in, in_stride, out, cols);
            return true;
#if PERMKERN_MVE_ASSEMBLY
        case 8:
            permkern_x16_join8_mve(in, in_stride, out, cols);
            return true;
        case 16:
            permkern_x16_join16_mve(in, in_stride, out, cols);
            return true;
#endif
        default:
            break;
        }
    }
    return false;
}

/* Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. */
PERMKERN_INLINE void permkern_x16_plane_inline(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t rows, size_t cols)
{
#if PERMKERN_GATHER
#else
    if (permkern_x16_strip_mve(in, in_stride, out, out_stride, rows, cols)) {
        return;
    }
    if (rows >= 8 && cols >= 8) {
        permkern_x16_blocks_mve(in, in_stride, out, out_stride, rows, cols);
        return;
    }
#endif
    if (rows < cols) {
        permkern_x16_scatter_mve(in, in_stride, out, out_stride, rows, cols);
    } else {
        permkern_x16_gather_mve(in, in_stride, out, out_stride, rows, cols);
    }
}

static inline void permkern_x16_matrix(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                       size_t rows, size_t cols)
{
    permkern_x16_plane_inline(in, in_stride, out, out_stride, rows, cols);
}

#define PERMKERN_PLANE32 1

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
            const uint32x4_t v = vldrwq_gather_shifted_offset_u32(permkern_mve32(in + from), offset);
            vstrwq_u32(permkern_mve32_out(out + to), v);
            from += step;
            to += 16;
        }
        if (count % 4 != 0) {
            const uint32x4_t v = vldrwq_gather_shifted_offset_z_u32(permkern_mve32(in + from), offset, some);
            vstrwq_p_u32(permkern_mve32_out(out + to), v, some);
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
            const uint32x4_t v = vldrwq_u32(permkern_mve32(in + from));
            vstrwq_scatter_shifted_offset_u32(permkern_mve32_out(out + to), offset, v);
            from += 16;
            to += step;
        }
        if (count % 4 != 0) {
            const uint32x4_t v = vldrwq_z_u32(permkern_mve32(in + from), some);
            vstrwq_scatter_shifted_offset_p_u32(permkern_mve32_out(out + to), offset, v, some);
        }
    }
}

/* Moves 2 columns of contiguous rows, 4 rows at a time: out[c][r] = whole[r][c]. */
static inline void permkern_x32_split2_mve(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = line0 + stride;
    size_t rest = count % 4;
    size_t blocks = count / 4;
    PERMKERN_MVE_POINTER(line1);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const uint32x4x2_t v = vld2q_u32(permkern_mve32(whole));
            vstrwq_u32(permkern_mve32_out(line0), v.val[0]);
            vstrwq_u32(permkern_mve32_out(line1), v.val[1]);
            whole += 32;
            line0 += 16;
            line1 += 16;
        }
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 4 - rest;
        whole -= back * 8;
        line0 -= back * 4;
        line1 -= back * 4;
        rest = 0;
        blocks = 1;
    }
}

/* Moves 4 columns of contiguous rows, 4 rows at a time: out[c][r] = whole[r][c]. */
static inline void permkern_x32_split4_mve(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = line0 + stride;
    uint8_t *line2 = line1 + stride;
    uint8_t *line3 = line2 + stride;
    size_t rest = count % 4;
    size_t blocks = count / 4;
    PERMKERN_MVE_POINTER(line1);
    PERMKERN_MVE_POINTER(line2);
    PERMKERN_MVE_POINTER(line3);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const uint32x4x4_t v = vld4q_u32(permkern_mve32(whole));
            vstrwq_u32(permkern_mve32_out(line0), v.val[0]);
            vstrwq_u32(permkern_mve32_out(line1), v.val[1]);
            vstrwq_u32(permkern_mve32_out(line2), v.val[2]);
            vstrwq_u32(permkern_mve32_out(line3), v.val[3]);
            whole += 64;
            line0 += 16;
            line1 += 16;
            line2 += 16;
            line3 += 16;
        }
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 4 - rest;
        whole -= back * 16;
        line0 -= back * 4;
        line1 -= back * 4;
        line2 -= back * 4;
        line3 -= back * 4;
        rest = 0;
        blocks = 1;
    }
}

#if PERMKERN_MVE_ASSEMBLY

/* Moves 8 columns of contiguous rows, 4 rows at a time: out[c][r] = whole[r][c]. */
static inline void permkern_x32_split8_mve(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = line0 + stride;
    uint8_t *line2 = line1 + stride;
    uint8_t *line3 = line2 + stride;
    uint8_t *line4 = line3 + stride;
    uint8_t *line5 = line4 + stride;
    uint8_t *line6 = line5 + stride;
    uint8_t *line7 = line6 + stride;
    uint32_t own[32];
    uint32_t *words = own;
    size_t rest = count % 4;
    register size_t blocks __asm__("lr") = count / 4;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* Rows 0 and 1: q0 has columns 0 and 4 in turns, q1 has 1 and 5, and so on. */
            "vld40.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.32 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #0]\n\t"
            "vstrw.32 q1, [%[words], #32]\n\t"
            "vstrw.32 q2, [%[words], #64]\n\t"
            "vstrw.32 q3, [%[words], #96]\n\t"
            /* Rows 2 and 3: q0 has columns 0 and 4 in turns, q1 has 1 and 5, and so on. */
            "vld40.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.32 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #16]\n\t"
            "vstrw.32 q1, [%[words], #48]\n\t"
            "vstrw.32 q2, [%[words], #80]\n\t"
            "vstrw.32 q3, [%[words], #112]\n\t"
            /* q0 and q1 have columns 0 and 4. */
            "vld20.32 {q0, q1}, [%[words]]\n\t"
            "vld21.32 {q0, q1}, [%[words]]!\n\t"
            "vstrw.32 q0, [%[line0]], #16\n\t"
            "vstrw.32 q1, [%[line4]], #16\n\t"
            /* q0 and q1 have columns 1 and 5. */
            "vld20.32 {q0, q1}, [%[words]]\n\t"
            "vld21.32 {q0, q1}, [%[words]]!\n\t"
            "vstrw.32 q0, [%[line1]], #16\n\t"
            "vstrw.32 q1, [%[line5]], #16\n\t"
            /* q0 and q1 have columns 2 and 6. */
            "vld20.32 {q0, q1}, [%[words]]\n\t"
            "vld21.32 {q0, q1}, [%[words]]!\n\t"
            "vstrw.32 q0, [%[line2]], #16\n\t"
            "vstrw.32 q1, [%[line6]], #16\n\t"
            /* q0 and q1 have columns 3 and 7. */
            "vld20.32 {q0, q1}, [%[words]]\n\t"
            "vld21.32 {q0, q1}, [%[words]]!\n\t"
            "vstrw.32 q0, [%[line3]], #16\n\t"
            "vstrw.32 q1, [%[line7]], #16\n\t"
            "sub %[words], #128\n\t"
            "le lr, 1b"
            : [blocks] "+r"(blocks), [whole] "+r"(whole), [words] "+r"(words), [line0] "+r"(line0),
              [line1] "+r"(line1), [line2] "+r"(line2), [line3] "+r"(line3), [line4] "+r"(line4),
              [line5] "+r"(line5), [line6] "+r"(line6), [line7] "+r"(line7)
            :
            : "q0", "q1", "q2", "q3", "memory", "cc");
        /* clang-format on */
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 4 - rest;
        whole -= back * 32;
        line0 -= back * 4;
        line1 -= back * 4;
        line2 -= back * 4;
        line3 -= back * 4;
        line4 -= back * 4;
        line5 -= back * 4;
        line6 -= back * 4;
        line7 -= back * 4;
        rest = 0;
        blocks = 1;
    }
}

/* Moves 16 columns of contiguous rows, 4 rows at a time: out[c][r] = whole[r][c]. */
static inline void permkern_x32_split16_mve(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = line0 + 4 * stride;
    uint8_t *line2 = line1 + 4 * stride;
    uint8_t *line3 = line2 + 4 * stride;
    uint32_t own[64];
    uint32_t *words = own;
    const size_t home = 16 - 3 * stride;
    size_t rest = count % 4;
    register size_t blocks __asm__("lr") = count / 4;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* Row 0: q0 has columns 0, 4, 8 and 12, q1 has 1, 5, 9 and 13, and so on. */
            "vld40.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.32 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #0]\n\t"
            "vstrw.32 q1, [%[words], #64]\n\t"
            "vstrw.32 q2, [%[words], #128]\n\t"
            "vstrw.32 q3, [%[words], #192]\n\t"
            /* Row 1: q0 has columns 0, 4, 8 and 12, q1 has 1, 5, 9 and 13, and so on. */
            "vld40.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.32 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #16]\n\t"
            "vstrw.32 q1, [%[words], #80]\n\t"
            "vstrw.32 q2, [%[words], #144]\n\t"
            "vstrw.32 q3, [%[words], #208]\n\t"
            /* Row 2: q0 has columns 0, 4, 8 and 12, q1 has 1, 5, 9 and 13, and so on. */
            "vld40.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.32 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #32]\n\t"
            "vstrw.32 q1, [%[words], #96]\n\t"
            "vstrw.32 q2, [%[words], #160]\n\t"
            "vstrw.32 q3, [%[words], #224]\n\t"
            /* Row 3: q0 has columns 0, 4, 8 and 12, q1 has 1, 5, 9 and 13, and so on. */
            "vld40.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld41.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld42.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vld43.32 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "vstrw.32 q0, [%[words], #48]\n\t"
            "vstrw.32 q1, [%[words], #112]\n\t"
            "vstrw.32 q2, [%[words], #176]\n\t"
            "vstrw.32 q3, [%[words], #240]\n\t"
            /* q0 to q3 have columns 0, 4, 8 and 12. */
            "vld40.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld41.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld42.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld43.32 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "vstrw.32 q0, [%[line0], #0]\n\t"
            "vstrw.32 q1, [%[line1], #0]\n\t"
            "vstrw.32 q2, [%[line2], #0]\n\t"
            "vstrw.32 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            /* q0 to q3 have columns 1, 5, 9 and 13. */
            "vld40.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld41.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld42.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld43.32 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "vstrw.32 q0, [%[line0], #0]\n\t"
            "vstrw.32 q1, [%[line1], #0]\n\t"
            "vstrw.32 q2, [%[line2], #0]\n\t"
            "vstrw.32 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            /* q0 to q3 have columns 2, 6, 10 and 14. */
            "vld40.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld41.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld42.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld43.32 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "vstrw.32 q0, [%[line0], #0]\n\t"
            "vstrw.32 q1, [%[line1], #0]\n\t"
            "vstrw.32 q2, [%[line2], #0]\n\t"
            "vstrw.32 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            /* q0 to q3 have columns 3, 7, 11 and 15. */
            "vld40.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld41.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld42.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vld43.32 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "vstrw.32 q0, [%[line0], #0]\n\t"
            "vstrw.32 q1, [%[line1], #0]\n\t"
            "vstrw.32 q2, [%[line2], #0]\n\t"
            "vstrw.32 q3, [%[line3], #0]\n\t"
            "add %[line0], %[home]\n\t"
            "add %[line1], %[home]\n\t"
            "add %[line2], %[home]\n\t"
            "add %[line3], %[home]\n\t"
            "sub %[words], #256\n\t"
            "le lr, 1b"
            : [blocks] "+r"(blocks), [whole] "+r"(whole), [words] "+r"(words), [line0] "+r"(line0),
              [line1] "+r"(line1), [line2] "+r"(line2), [line3] "+r"(line3)
            : [stride] "r"(stride), [home] "r"(home)
            : "q0", "q1", "q2", "q3", "memory", "cc");
        /* clang-format on */
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 4 - rest;
        whole -= back * 64;
        line0 -= back * 4;
        line1 -= back * 4;
        line2 -= back * 4;
        line3 -= back * 4;
        rest = 0;
        blocks = 1;
    }
}
#endif

/* Moves 2 rows to contiguous columns, 4 columns at a time: whole[c][r] = in[r][c]. */
static inline void permkern_x32_join2_mve(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = line0 + stride;
    size_t rest = count % 4;
    size_t blocks = count / 4;
    PERMKERN_MVE_POINTER(line1);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const uint32x4_t r0 = vldrwq_u32(permkern_mve32(line0));
            const uint32x4_t r1 = vldrwq_u32(permkern_mve32(line1));
            const uint32x4x2_t v = {{r0, r1}};
            vst2q_u32(permkern_mve32_out(whole), v);
            whole += 32;
            line0 += 16;
            line1 += 16;
        }
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 4 - rest;
        whole -= back * 8;
        line0 -= back * 4;
        line1 -= back * 4;
        rest = 0;
        blocks = 1;
    }
}

/* Moves 4 rows to contiguous columns, 4 columns at a time: whole[c][r] = in[r][c]. */
static inline void permkern_x32_join4_mve(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = line0 + stride;
    const uint8_t *line2 = line1 + stride;
    const uint8_t *line3 = line2 + stride;
    size_t rest = count % 4;
    size_t blocks = count / 4;
    PERMKERN_MVE_POINTER(line1);
    PERMKERN_MVE_POINTER(line2);
    PERMKERN_MVE_POINTER(line3);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const uint32x4_t r0 = vldrwq_u32(permkern_mve32(line0));
            const uint32x4_t r1 = vldrwq_u32(permkern_mve32(line1));
            const uint32x4_t r2 = vldrwq_u32(permkern_mve32(line2));
            const uint32x4_t r3 = vldrwq_u32(permkern_mve32(line3));
            const uint32x4x4_t v = {{r0, r1, r2, r3}};
            vst4q_u32(permkern_mve32_out(whole), v);
            whole += 64;
            line0 += 16;
            line1 += 16;
            line2 += 16;
            line3 += 16;
        }
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 4 - rest;
        whole -= back * 16;
        line0 -= back * 4;
        line1 -= back * 4;
        line2 -= back * 4;
        line3 -= back * 4;
        rest = 0;
        blocks = 1;
    }
}

#if PERMKERN_MVE_ASSEMBLY

/* Moves 8 rows to contiguous columns, 4 columns at a time: whole[c][r] = in[r][c]. */
static inline void permkern_x32_join8_mve(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = line0 + stride;
    const uint8_t *line2 = line1 + stride;
    const uint8_t *line3 = line2 + stride;
    const uint8_t *line4 = line3 + stride;
    const uint8_t *line5 = line4 + stride;
    const uint8_t *line6 = line5 + stride;
    const uint8_t *line7 = line6 + stride;
    uint32_t own[32];
    uint32_t *words = own;
    size_t rest = count % 4;
    register size_t blocks __asm__("lr") = count / 4;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* q0 and q1 have rows 0 and 4. */
            "vldrw.32 q0, [%[line0]], #16\n\t"
            "vldrw.32 q1, [%[line4]], #16\n\t"
            "vst20.32 {q0, q1}, [%[words]]\n\t"
            "vst21.32 {q0, q1}, [%[words]]!\n\t"
            /* q0 and q1 have rows 1 and 5. */
            "vldrw.32 q0, [%[line1]], #16\n\t"
            "vldrw.32 q1, [%[line5]], #16\n\t"
            "vst20.32 {q0, q1}, [%[words]]\n\t"
            "vst21.32 {q0, q1}, [%[words]]!\n\t"
            /* q0 and q1 have rows 2 and 6. */
            "vldrw.32 q0, [%[line2]], #16\n\t"
            "vldrw.32 q1, [%[line6]], #16\n\t"
            "vst20.32 {q0, q1}, [%[words]]\n\t"
            "vst21.32 {q0, q1}, [%[words]]!\n\t"
            /* q0 and q1 have rows 3 and 7. */
            "vldrw.32 q0, [%[line3]], #16\n\t"
            "vldrw.32 q1, [%[line7]], #16\n\t"
            "vst20.32 {q0, q1}, [%[words]]\n\t"
            "vst21.32 {q0, q1}, [%[words]]!\n\t"
            "sub %[words], #128\n\t"
            /* Columns 0 and 1: q0 has rows 0 and 4 in turns, q1 has 1 and 5, and so on. */
            "vldrw.32 q0, [%[words], #0]\n\t"
            "vldrw.32 q1, [%[words], #32]\n\t"
            "vldrw.32 q2, [%[words], #64]\n\t"
            "vldrw.32 q3, [%[words], #96]\n\t"
            "vst40.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.32 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            /* Columns 2 and 3: q0 has rows 0 and 4 in turns, q1 has 1 and 5, and so on. */
            "vldrw.32 q0, [%[words], #16]\n\t"
            "vldrw.32 q1, [%[words], #48]\n\t"
            "vldrw.32 q2, [%[words], #80]\n\t"
            "vldrw.32 q3, [%[words], #112]\n\t"
            "vst40.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.32 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "le lr, 1b"
            : [blocks] "+r"(blocks), [whole] "+r"(whole), [words] "+r"(words), [line0] "+r"(line0),
              [line1] "+r"(line1), [line2] "+r"(line2), [line3] "+r"(line3), [line4] "+r"(line4),
              [line5] "+r"(line5), [line6] "+r"(line6), [line7] "+r"(line7)
            :
            : "q0", "q1", "q2", "q3", "memory", "cc");
        /* clang-format on */
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 4 - rest;
        whole -= back * 32;
        line0 -= back * 4;
        line1 -= back * 4;
        line2 -= back * 4;
        line3 -= back * 4;
        line4 -= back * 4;
        line5 -= back * 4;
        line6 -= back * 4;
        line7 -= back * 4;
        rest = 0;
        blocks = 1;
    }
}

/* Moves 16 rows to contiguous columns, 4 columns at a time: whole[c][r] = in[r][c]. */
static inline void permkern_x32_join16_mve(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = line0 + 4 * stride;
    const uint8_t *line2 = line1 + 4 * stride;
    const uint8_t *line3 = line2 + 4 * stride;
    uint32_t own[64];
    uint32_t *words = own;
    const size_t home = 16 - 3 * stride;
    size_t rest = count % 4;
    register size_t blocks __asm__("lr") = count / 4;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* q0 to q3 have rows 0, 4, 8 and 12. */
            "vldrw.32 q0, [%[line0], #0]\n\t"
            "vldrw.32 q1, [%[line1], #0]\n\t"
            "vldrw.32 q2, [%[line2], #0]\n\t"
            "vldrw.32 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            "vst40.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst41.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst42.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst43.32 {q0, q1, q2, q3}, [%[words]]!\n\t"
            /* q0 to q3 have rows 1, 5, 9 and 13. */
            "vldrw.32 q0, [%[line0], #0]\n\t"
            "vldrw.32 q1, [%[line1], #0]\n\t"
            "vldrw.32 q2, [%[line2], #0]\n\t"
            "vldrw.32 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            "vst40.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst41.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst42.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst43.32 {q0, q1, q2, q3}, [%[words]]!\n\t"
            /* q0 to q3 have rows 2, 6, 10 and 14. */
            "vldrw.32 q0, [%[line0], #0]\n\t"
            "vldrw.32 q1, [%[line1], #0]\n\t"
            "vldrw.32 q2, [%[line2], #0]\n\t"
            "vldrw.32 q3, [%[line3], #0]\n\t"
            "add %[line0], %[stride]\n\t"
            "add %[line1], %[stride]\n\t"
            "add %[line2], %[stride]\n\t"
            "add %[line3], %[stride]\n\t"
            "vst40.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst41.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst42.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst43.32 {q0, q1, q2, q3}, [%[words]]!\n\t"
            /* q0 to q3 have rows 3, 7, 11 and 15. */
            "vldrw.32 q0, [%[line0], #0]\n\t"
            "vldrw.32 q1, [%[line1], #0]\n\t"
            "vldrw.32 q2, [%[line2], #0]\n\t"
            "vldrw.32 q3, [%[line3], #0]\n\t"
            "add %[line0], %[home]\n\t"
            "add %[line1], %[home]\n\t"
            "add %[line2], %[home]\n\t"
            "add %[line3], %[home]\n\t"
            "vst40.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst41.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst42.32 {q0, q1, q2, q3}, [%[words]]\n\t"
            "vst43.32 {q0, q1, q2, q3}, [%[words]]!\n\t"
            "sub %[words], #256\n\t"
            /* Column 0: q0 has rows 0, 4, 8 and 12, q1 has 1, 5, 9 and 13, and so on. */
            "vldrw.32 q0, [%[words], #0]\n\t"
            "vldrw.32 q1, [%[words], #64]\n\t"
            "vldrw.32 q2, [%[words], #128]\n\t"
            "vldrw.32 q3, [%[words], #192]\n\t"
            "vst40.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.32 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            /* Column 1: q0 has rows 0, 4, 8 and 12, q1 has 1, 5, 9 and 13, and so on. */
            "vldrw.32 q0, [%[words], #16]\n\t"
            "vldrw.32 q1, [%[words], #80]\n\t"
            "vldrw.32 q2, [%[words], #144]\n\t"
            "vldrw.32 q3, [%[words], #208]\n\t"
            "vst40.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.32 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            /* Column 2: q0 has rows 0, 4, 8 and 12, q1 has 1, 5, 9 and 13, and so on. */
            "vldrw.32 q0, [%[words], #32]\n\t"
            "vldrw.32 q1, [%[words], #96]\n\t"
            "vldrw.32 q2, [%[words], #160]\n\t"
            "vldrw.32 q3, [%[words], #224]\n\t"
            "vst40.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.32 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            /* Column 3: q0 has rows 0, 4, 8 and 12, q1 has 1, 5, 9 and 13, and so on. */
            "vldrw.32 q0, [%[words], #48]\n\t"
            "vldrw.32 q1, [%[words], #112]\n\t"
            "vldrw.32 q2, [%[words], #176]\n\t"
            "vldrw.32 q3, [%[words], #240]\n\t"
            "vst40.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst41.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst42.32 {q0, q1, q2, q3}, [%[whole]]\n\t"
            "vst43.32 {q0, q1, q2, q3}, [%[whole]]!\n\t"
            "le lr, 1b"
            : [blocks] "+r"(blocks), [whole] "+r"(whole), [words] "+r"(words), [line0] "+r"(line0),
              [line1] "+r"(line1), [line2] "+r"(line2), [line3] "+r"(line3)
            : [stride] "r"(stride), [home] "r"(home)
            : "q0", "q1", "q2", "q3", "memory", "cc");
        /* clang-format on */
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = 4 - rest;
        whole -= back * 64;
        line0 -= back * 4;
        line1 -= back * 4;
        line2 -= back * 4;
        line3 -= back * 4;
        rest = 0;
        blocks = 1;
    }
}
#endif

/* Transposes a block of 4 x 4 in a buffer, by one interleaving store. */
PERMKERN_INLINE void permkern_x32_block_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            uint32_t *words)
{
    const uint32x4_t r0 = vldrwq_u32(permkern_mve32(in));
    const uint32x4_t r1 = vldrwq_u32(permkern_mve32(in + in_stride));
    const uint32x4_t r2 = vldrwq_u32(permkern_mve32(in + 2 * in_stride));
    const uint32x4_t r3 = vldrwq_u32(permkern_mve32(in + 3 * in_stride));
    const uint32x4x4_t all = {{r0, r1, r2, r3}};
    vst4q_u32(words, all);
    permkern_mve_written(words);
    vstrwq_u32(permkern_mve32_out(out), vldrwq_u32(words));
    vstrwq_u32(permkern_mve32_out(out + out_stride), vldrwq_u32(words + 4));
    vstrwq_u32(permkern_mve32_out(out + 2 * out_stride), vldrwq_u32(words + 8));
    vstrwq_u32(permkern_mve32_out(out + 3 * out_stride), vldrwq_u32(words + 12));
}

/* Moves a plane by blocks. A last block overlaps the one before if at least half of it is new; else gathers follow. */
PERMKERN_INLINE void permkern_x32_blocks_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                             size_t rows, size_t cols)
{
    uint32_t words[16];
    const size_t most_rows = rows % 4 < 2 ? rows - rows % 4 : rows;
    const size_t most_cols = cols % 4 < 2 ? cols - cols % 4 : cols;
    for (size_t row = 0; row < most_rows; row += 4) {
        const size_t r = row + 4 > most_rows ? most_rows - 4 : row;
        const size_t from = r * in_stride;
        const size_t to = r * 4;
        for (size_t col = 0; col < most_cols; col += 4) {
            const size_t c = col + 4 > most_cols ? most_cols - 4 : col;
            permkern_x32_block_mve(in + from + c * 4, in_stride, out + to + c * out_stride, out_stride, words);
        }
    }
    if (most_cols < cols) {
        permkern_x32_gather_mve(in + most_cols * 4, in_stride, out + most_cols * out_stride, out_stride, most_rows,
                                cols - most_cols);
    }
    if (most_rows < rows) {
        permkern_x32_scatter_mve(in + most_rows * in_stride, in_stride, out + most_rows * 4, out_stride,
                                 rows - most_rows, cols);
    }
}

/* Moves contiguous rows of few columns, or few rows to contiguous columns; returns false, with nothing moved, else. */
PERMKERN_INLINE bool permkern_x32_strip_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            size_t rows, size_t cols)
{
    if (in_stride == cols * 4 && rows >= 4) {
        switch (cols) {
        case 2:
            permkern_x32_split2_mve(in, out, out_stride, rows);
            return true;
        case 4:
            permkern_x32_split4_mve(in, out, out_stride, rows);
            return true;
#if PERMKERN_MVE_ASSEMBLY
        case 8:
            permkern_x32_split8_mve(in, out, out_stride, rows);
            return true;
        case 16:
            permkern_x32_split16_mve(in, out, out_stride, rows);
            return true;
#endif
        default:
            break;
        }
    }
    if (out_stride == rows * 4 && cols >= 4) {
        switch (rows) {
        case 2:
            permkern_x32_join2_mve(in, in_stride, out, cols);
            return true;
        case 4:
            permkern_x32_join4_mve(in, in_stride, out, cols);
            return true;
#if PERMKERN_MVE_ASSEMBLY
        case 8:
            permkern_x32_join8_mve(in, in_stride, out, cols);
            return true;
        case 16:
            permkern_x32_join16_mve(in, in_stride, out, cols);
            return true;
#endif
        default:
            break;
        }
    }
    return false;
}

/* Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. */
PERMKERN_INLINE void permkern_x32_plane_inline(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                               size_t rows, size_t cols)
{
#if PERMKERN_GATHER
#else
    if (permkern_x32_strip_mve(in, in_stride, out, out_stride, rows, cols)) {
        return;
    }
    if (rows >= 4 && cols >= 4) {
        permkern_x32_blocks_mve(in, in_stride, out, out_stride, rows, cols);
        return;
    }
#endif
    if (rows < cols) {
        permkern_x32_scatter_mve(in, in_stride, out, out_stride, rows, cols);
    } else {
        permkern_x32_gather_mve(in, in_stride, out, out_stride, rows, cols);
    }
}

static inline void permkern_x32_matrix(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                       size_t rows, size_t cols)
{
    permkern_x32_plane_inline(in, in_stride, out, out_stride, rows, cols);
}
#endif

#endif /* PERMKERN_MVE_H */
