/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Splits contiguous rows of a few 8-bit columns to columns, for Armv8.1-M with Helium (MVE).
 * Part of permkern_mve.h.
 *
 * Written by tools/autogen from arch_gen/templates/mve_split.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_MVE_SPLIT8_H
#define PERMKERN_MVE_SPLIT8_H

/* Moves 2 columns of contiguous rows, 16 rows at a time: out[c][r] = whole[r][c]. */
static inline void permkern_x8_split2_mve(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = permkern_at_out(line0, stride);
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
    uint8_t *line1 = permkern_at_out(line0, stride);
    uint8_t *line2 = permkern_at_out(line1, stride);
    uint8_t *line3 = permkern_at_out(line2, stride);
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
    uint8_t *line1 = permkern_at_out(line0, stride);
    uint8_t *line2 = permkern_at_out(line1, stride);
    uint8_t *line3 = permkern_at_out(line2, stride);
    uint8_t *line4 = permkern_at_out(line3, stride);
    uint8_t *line5 = permkern_at_out(line4, stride);
    uint8_t *line6 = permkern_at_out(line5, stride);
    uint8_t *line7 = permkern_at_out(line6, stride);
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
    uint8_t *line1 = permkern_at_out(line0, 4 * stride);
    uint8_t *line2 = permkern_at_out(line1, 4 * stride);
    uint8_t *line3 = permkern_at_out(line2, 4 * stride);
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

#endif /* PERMKERN_MVE_SPLIT8_H */
