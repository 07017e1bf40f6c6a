/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Joins a few rows of 8-bit elements to contiguous columns, for Armv8.1-M with Helium (MVE).
 * Part of permkern_mve.h.
 *
 * Written by tools/autogen from arch_gen/templates/mve_join.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_MVE_JOIN8_H
#define PERMKERN_MVE_JOIN8_H

/* Moves 2 rows to contiguous columns, 16 columns at a time: whole[c][r] = in[r][c]. */
static inline void permkern_x8_join2_mve(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = permkern_at(line0, stride);
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
    const uint8_t *line1 = permkern_at(line0, stride);
    const uint8_t *line2 = permkern_at(line1, stride);
    const uint8_t *line3 = permkern_at(line2, stride);
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
    const uint8_t *line1 = permkern_at(line0, stride);
    const uint8_t *line2 = permkern_at(line1, stride);
    const uint8_t *line3 = permkern_at(line2, stride);
    const uint8_t *line4 = permkern_at(line3, stride);
    const uint8_t *line5 = permkern_at(line4, stride);
    const uint8_t *line6 = permkern_at(line5, stride);
    const uint8_t *line7 = permkern_at(line6, stride);
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
    const uint8_t *line1 = permkern_at(line0, 4 * stride);
    const uint8_t *line2 = permkern_at(line1, 4 * stride);
    const uint8_t *line3 = permkern_at(line2, 4 * stride);
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

#endif /* PERMKERN_MVE_JOIN8_H */
