/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Splits contiguous rows of a few 16-bit columns to columns, for Armv8.1-M with Helium (MVE).
 * Part of permkern_mve.h.
 *
 * Written by tools/autogen from arch_gen/templates/mve_split.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_MVE_SPLIT16_H
#define PERMKERN_MVE_SPLIT16_H

/* Moves 2 columns of contiguous rows, 8 rows at a time: out[c][r] = whole[r][c]. */
static inline void permkern_x16_split2_mve(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = permkern_at_out(line0, stride);
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
    uint8_t *line1 = permkern_at_out(line0, stride);
    uint8_t *line2 = permkern_at_out(line1, stride);
    uint8_t *line3 = permkern_at_out(line2, stride);
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
    uint8_t *line1 = permkern_at_out(line0, stride);
    uint8_t *line2 = permkern_at_out(line1, stride);
    uint8_t *line3 = permkern_at_out(line2, stride);
    uint8_t *line4 = permkern_at_out(line3, stride);
    uint8_t *line5 = permkern_at_out(line4, stride);
    uint8_t *line6 = permkern_at_out(line5, stride);
    uint8_t *line7 = permkern_at_out(line6, stride);
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
    uint8_t *line1 = permkern_at_out(line0, 4 * stride);
    uint8_t *line2 = permkern_at_out(line1, 4 * stride);
    uint8_t *line3 = permkern_at_out(line2, 4 * stride);
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

#endif /* PERMKERN_MVE_SPLIT16_H */
