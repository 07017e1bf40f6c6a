/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Channels and planes of elements of BITS bits for Helium: included by mve.h once for each width. The names of its
 * functions and of intrinsics are made of BITS; an amalgamation has them spelled out.
 *
 * Split takes channels that lie side by side in the input apart, and join puts them together. Two and four are one
 * interleaving load or store; eight and sixteen are two of them, one after the other, through a buffer. Their loops are
 * in assembly: compilers do not keep ten pointers in registers.
 */
#define JOIN2(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN2(a, b, c)
#define LETTER_8 b
#define LETTER_16 h
#define LETTER_32 w
#define LETTER JOIN(LETTER_, BITS, )
#define LANES_8 16
#define LANES_16 8
#define LANES_32 4
#define LANES JOIN(LANES_, BITS, )
/* In assembly, the ends of vld40.8 and vldrb.8. */
#define WIDTH_8 "8"
#define WIDTH_16 "16"
#define WIDTH_32 "32"
#define WIDTH JOIN(WIDTH_, BITS, )
#define DOT_8 "b.8"
#define DOT_16 "h.16"
#define DOT_32 "w.32"
#define DOT JOIN(DOT_, BITS, )
#define SIZE (BITS / 8U)
#define NAME(part) JOIN(permkern_x, BITS, _##part##_mve)
#define PLANE(part) JOIN(permkern_x, BITS, _##part)
#define VECTOR(n) JOIN(JOIN(uint, BITS, x), LANES, n##_t)
#define ON(op) JOIN(op##_u, BITS, )
#define LOAD JOIN(JOIN(vldr, LETTER, q_u), BITS, )
#define STORE JOIN(JOIN(vstr, LETTER, q_u), BITS, )
#define IN JOIN(permkern_mve, BITS, )
#define OUT JOIN(permkern_mve, BITS, _out)
/* clang-format off */
/*
 * Steps of the loops in assembly. LD4 and LD2 load two or four registers, interleaved, and advance the pointer. ST4 and
 * ST2 store them. KEEP4 and TAKE4 store and load four registers as words, at offsets in the buffer. PUT4 and PUT2 store
 * a register to each line; GET4 and GET2 load one from each. STEP4 advances the pointers to lines.
 */
#define LD4(at) \
    "vld40." WIDTH " {q0, q1, q2, q3}, [%[" at "]]\n\t" \
    "vld41." WIDTH " {q0, q1, q2, q3}, [%[" at "]]\n\t" \
    "vld42." WIDTH " {q0, q1, q2, q3}, [%[" at "]]\n\t" \
    "vld43." WIDTH " {q0, q1, q2, q3}, [%[" at "]]!\n\t"
#define ST4(at) \
    "vst40." WIDTH " {q0, q1, q2, q3}, [%[" at "]]\n\t" \
    "vst41." WIDTH " {q0, q1, q2, q3}, [%[" at "]]\n\t" \
    "vst42." WIDTH " {q0, q1, q2, q3}, [%[" at "]]\n\t" \
    "vst43." WIDTH " {q0, q1, q2, q3}, [%[" at "]]!\n\t"
#define LD2(at) \
    "vld20." WIDTH " {q0, q1}, [%[" at "]]\n\t" \
    "vld21." WIDTH " {q0, q1}, [%[" at "]]!\n\t"
#define ST2(at) \
    "vst20." WIDTH " {q0, q1}, [%[" at "]]\n\t" \
    "vst21." WIDTH " {q0, q1}, [%[" at "]]!\n\t"
#define AT4(op, a, b, c, d) \
    op " q0, [%[words], #" a "]\n\t" \
    op " q1, [%[words], #" b "]\n\t" \
    op " q2, [%[words], #" c "]\n\t" \
    op " q3, [%[words], #" d "]\n\t"
#define KEEP4(a, b, c, d) AT4("vstrw.32", a, b, c, d)
#define TAKE4(a, b, c, d) AT4("vldrw.32", a, b, c, d)
#define LINES4(op) \
    op DOT " q0, [%[line0], #0]\n\t" \
    op DOT " q1, [%[line1], #0]\n\t" \
    op DOT " q2, [%[line2], #0]\n\t" \
    op DOT " q3, [%[line3], #0]\n\t"
#define PUT4 LINES4("vstr")
#define GET4 LINES4("vldr")
#define LINES2(op, a, b) \
    op DOT " q0, [%[" a "]], #16\n\t" \
    op DOT " q1, [%[" b "]], #16\n\t"
#define PUT2(a, b) LINES2("vstr", a, b)
#define GET2(a, b) LINES2("vldr", a, b)
#define STEP4(by) \
    "add %[line0], %[" by "]\n\t" \
    "add %[line1], %[" by "]\n\t" \
    "add %[line2], %[" by "]\n\t" \
    "add %[line3], %[" by "]\n\t"
/* clang-format on */

/* ---- split: out[c][r] = whole[r][c], of contiguous rows ---- */

/* Moves 2 columns of contiguous rows, LANES rows at a time: out[c][r] = whole[r][c]. */
static inline void NAME(split2)(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = permkern_at_out(line0, stride);
    size_t rest = count % LANES;
    size_t blocks = count / LANES;
    PERMKERN_MVE_POINTER(line1);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const VECTOR(x2) v = ON(vld2q)(IN(whole));
            STORE(OUT(line0), v.val[0]);
            STORE(OUT(line1), v.val[1]);
            whole += 32;
            line0 += 16;
            line1 += 16;
        }
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = (LANES - rest) * SIZE;
        whole -= back * 2;
        line0 -= back;
        line1 -= back;
        rest = 0;
        blocks = 1;
    }
}

/* Moves 4 columns of contiguous rows, LANES rows at a time: out[c][r] = whole[r][c]. */
static inline void NAME(split4)(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = permkern_at_out(line0, stride);
    uint8_t *line2 = permkern_at_out(line1, stride);
    uint8_t *line3 = permkern_at_out(line2, stride);
    size_t rest = count % LANES;
    size_t blocks = count / LANES;
    PERMKERN_MVE_POINTER(line1);
    PERMKERN_MVE_POINTER(line2);
    PERMKERN_MVE_POINTER(line3);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const VECTOR(x4) v = ON(vld4q)(IN(whole));
            STORE(OUT(line0), v.val[0]);
            STORE(OUT(line1), v.val[1]);
            STORE(OUT(line2), v.val[2]);
            STORE(OUT(line3), v.val[3]);
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
        const size_t back = (LANES - rest) * SIZE;
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

/* Moves 8 columns of contiguous rows, LANES rows at a time: out[c][r] = whole[r][c]. */
static inline void NAME(split8)(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
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
    size_t rest = count % LANES;
    register size_t blocks __asm__("lr") = count / LANES;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* Half of the rows: q0 has columns 0 and 4 in turns, q1 has 1 and 5, and so on. */
            LD4("whole")
            KEEP4("0", "32", "64", "96")
            /* The other half: q0 has columns 0 and 4 in turns, q1 has 1 and 5, and so on. */
            LD4("whole")
            KEEP4("16", "48", "80", "112")
            /* q0 and q1 have columns 0 and 4. */
            LD2("words")
            PUT2("line0", "line4")
            /* q0 and q1 have columns 1 and 5. */
            LD2("words")
            PUT2("line1", "line5")
            /* q0 and q1 have columns 2 and 6. */
            LD2("words")
            PUT2("line2", "line6")
            /* q0 and q1 have columns 3 and 7. */
            LD2("words")
            PUT2("line3", "line7")
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
        const size_t back = (LANES - rest) * SIZE;
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

/* Moves 16 columns of contiguous rows, LANES rows at a time: out[c][r] = whole[r][c]. */
static inline void NAME(split16)(const uint8_t *whole, uint8_t *line0, size_t stride, size_t count)
{
    uint8_t *line1 = permkern_at_out(line0, 4 * stride);
    uint8_t *line2 = permkern_at_out(line1, 4 * stride);
    uint8_t *line3 = permkern_at_out(line2, 4 * stride);
    uint32_t own[64];
    uint32_t *words = own;
    const size_t home = 16 - 3 * stride;
    size_t rest = count % LANES;
    register size_t blocks __asm__("lr") = count / LANES;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* A quarter of the rows: q0 has columns 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            LD4("whole")
            KEEP4("0", "64", "128", "192")
            /* The next quarter: q0 has columns 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            LD4("whole")
            KEEP4("16", "80", "144", "208")
            /* The next quarter: q0 has columns 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            LD4("whole")
            KEEP4("32", "96", "160", "224")
            /* The next quarter: q0 has columns 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            LD4("whole")
            KEEP4("48", "112", "176", "240")
            /* q0 to q3 have columns 0, 4, 8 and 12. */
            LD4("words")
            PUT4
            STEP4("stride")
            /* q0 to q3 have columns 1, 5, 9 and 13. */
            LD4("words")
            PUT4
            STEP4("stride")
            /* q0 to q3 have columns 2, 6, 10 and 14. */
            LD4("words")
            PUT4
            STEP4("stride")
            /* q0 to q3 have columns 3, 7, 11 and 15. */
            LD4("words")
            PUT4
            STEP4("home")
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
        const size_t back = (LANES - rest) * SIZE;
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

/* ---- join: whole[c][r] = in[r][c], to contiguous columns ---- */

/* Moves 2 rows to contiguous columns, LANES columns at a time: whole[c][r] = in[r][c]. */
static inline void NAME(join2)(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = permkern_at(line0, stride);
    size_t rest = count % LANES;
    size_t blocks = count / LANES;
    PERMKERN_MVE_POINTER(line1);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const VECTOR() r0 = LOAD(IN(line0));
            const VECTOR() r1 = LOAD(IN(line1));
            const VECTOR(x2) v = {{r0, r1}};
            ON(vst2q)(OUT(whole), v);
            whole += 32;
            line0 += 16;
            line1 += 16;
        }
        if (rest == 0) {
            return;
        }
        /* The rest is moved by one more block, which overlaps the last one. */
        const size_t back = (LANES - rest) * SIZE;
        whole -= back * 2;
        line0 -= back;
        line1 -= back;
        rest = 0;
        blocks = 1;
    }
}

/* Moves 4 rows to contiguous columns, LANES columns at a time: whole[c][r] = in[r][c]. */
static inline void NAME(join4)(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = permkern_at(line0, stride);
    const uint8_t *line2 = permkern_at(line1, stride);
    const uint8_t *line3 = permkern_at(line2, stride);
    size_t rest = count % LANES;
    size_t blocks = count / LANES;
    PERMKERN_MVE_POINTER(line1);
    PERMKERN_MVE_POINTER(line2);
    PERMKERN_MVE_POINTER(line3);
    for (;;) {
        for (; blocks != 0; blocks--) {
            const VECTOR() r0 = LOAD(IN(line0));
            const VECTOR() r1 = LOAD(IN(line1));
            const VECTOR() r2 = LOAD(IN(line2));
            const VECTOR() r3 = LOAD(IN(line3));
            const VECTOR(x4) v = {{r0, r1, r2, r3}};
            ON(vst4q)(OUT(whole), v);
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
        const size_t back = (LANES - rest) * SIZE;
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

/* Moves 8 rows to contiguous columns, LANES columns at a time: whole[c][r] = in[r][c]. */
static inline void NAME(join8)(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
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
    size_t rest = count % LANES;
    register size_t blocks __asm__("lr") = count / LANES;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* q0 and q1 have rows 0 and 4. */
            GET2("line0", "line4")
            ST2("words")
            /* q0 and q1 have rows 1 and 5. */
            GET2("line1", "line5")
            ST2("words")
            /* q0 and q1 have rows 2 and 6. */
            GET2("line2", "line6")
            ST2("words")
            /* q0 and q1 have rows 3 and 7. */
            GET2("line3", "line7")
            ST2("words")
            "sub %[words], #128\n\t"
            /* Half of the columns: q0 has rows 0 and 4 in turns, q1 has 1 and 5, and so on. */
            TAKE4("0", "32", "64", "96")
            ST4("whole")
            /* The other half: q0 has rows 0 and 4 in turns, q1 has 1 and 5, and so on. */
            TAKE4("16", "48", "80", "112")
            ST4("whole")
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
        const size_t back = (LANES - rest) * SIZE;
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

/* Moves 16 rows to contiguous columns, LANES columns at a time: whole[c][r] = in[r][c]. */
static inline void NAME(join16)(const uint8_t *line0, size_t stride, uint8_t *whole, size_t count)
{
    const uint8_t *line1 = permkern_at(line0, 4 * stride);
    const uint8_t *line2 = permkern_at(line1, 4 * stride);
    const uint8_t *line3 = permkern_at(line2, 4 * stride);
    uint32_t own[64];
    uint32_t *words = own;
    const size_t home = 16 - 3 * stride;
    size_t rest = count % LANES;
    register size_t blocks __asm__("lr") = count / LANES;
    for (;;) {
        /* clang-format off */
        __asm__ volatile(
            "dls lr, lr\n"
            "1:\n\t"
            /* q0 to q3 have rows 0, 4, 8 and 12. */
            GET4
            STEP4("stride")
            ST4("words")
            /* q0 to q3 have rows 1, 5, 9 and 13. */
            GET4
            STEP4("stride")
            ST4("words")
            /* q0 to q3 have rows 2, 6, 10 and 14. */
            GET4
            STEP4("stride")
            ST4("words")
            /* q0 to q3 have rows 3, 7, 11 and 15. */
            GET4
            STEP4("home")
            ST4("words")
            "sub %[words], #256\n\t"
            /* A quarter of the columns: q0 has rows 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            TAKE4("0", "64", "128", "192")
            ST4("whole")
            /* The next quarter: q0 has rows 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            TAKE4("16", "80", "144", "208")
            ST4("whole")
            /* The next quarter: q0 has rows 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            TAKE4("32", "96", "160", "224")
            ST4("whole")
            /* The next quarter: q0 has rows 0, 4, 8 and 12 in turns, q1 has 1, 5, 9 and 13, and so on. */
            TAKE4("48", "112", "176", "240")
            ST4("whole")
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
        const size_t back = (LANES - rest) * SIZE;
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

/* ---- planes ---- */

/* Moves a plane by blocks. A last block overlaps the one before if at least half of it is new; else gathers follow. */
PERMKERN_INLINE void NAME(blocks)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                  size_t cols)
{
    uint32_t words[BITS == 8 ? 80 : BITS == 16 ? 48 : 16];
    const size_t most_rows = rows % LANES < LANES / 2 ? rows - rows % LANES : rows;
    const size_t most_cols = cols % LANES < LANES / 2 ? cols - cols % LANES : cols;
    for (size_t row = 0; row < most_rows; row += LANES) {
        const size_t r = row + LANES > most_rows ? most_rows - LANES : row;
        for (size_t col = 0; col < most_cols; col += LANES) {
            const size_t c = col + LANES > most_cols ? most_cols - LANES : col;
            const uint8_t *const from = permkern_at(in, r * in_stride) + c * SIZE;
            uint8_t *const to = permkern_at_out(out + r * SIZE, c * out_stride);
            NAME(block)(from, (ptrdiff_t)in_stride, to, (ptrdiff_t)out_stride, words); /* strides may be negative */
        }
    }
    if (most_cols < cols) {
        uint8_t *const to = permkern_at_out(out, most_cols * out_stride);
        NAME(gather)(in + most_cols * SIZE, in_stride, to, out_stride, most_rows, cols - most_cols);
    }
    if (most_rows < rows) {
        const uint8_t *const from = permkern_at(in, most_rows * in_stride);
        NAME(scatter)(from, in_stride, out + most_rows * SIZE, out_stride, rows - most_rows, cols);
    }
}

/* Moves channels that lie side by side in the input: 2, 4, with assembly also 8 and 16. */
PERMKERN_INLINE void NAME(split)(const uint8_t *in, uint8_t *out, size_t out_stride, size_t rows, size_t cols)
{
    if (cols == 2) {
        NAME(split2)(in, out, out_stride, rows);
    } else if (!PERMKERN_MVE_ASSEMBLY || cols == 4) {
        NAME(split4)(in, out, out_stride, rows);
#if PERMKERN_MVE_ASSEMBLY
    } else if (cols == 8) {
        NAME(split8)(in, out, out_stride, rows);
    } else {
        NAME(split16)(in, out, out_stride, rows);
#endif
    }
}

/* Moves channels that lie side by side in the output. */
PERMKERN_INLINE void NAME(join)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t rows, size_t cols)
{
    if (rows == 2) {
        NAME(join2)(in, in_stride, out, cols);
    } else if (!PERMKERN_MVE_ASSEMBLY || rows == 4) {
        NAME(join4)(in, in_stride, out, cols);
#if PERMKERN_MVE_ASSEMBLY
    } else if (rows == 8) {
        NAME(join8)(in, in_stride, out, cols);
    } else {
        NAME(join16)(in, in_stride, out, cols);
#endif
    }
}

/* Moves a plane, out[c][r] = in[r][c]. Rows are contiguous in the input, columns in the output. */
PERMKERN_INLINE void PLANE(plane_inline)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                         size_t rows, size_t cols)
{
    static const permkern_ways ways = {BITS / 16, LANES, LANES, PERMKERN_MVE_CHANNELS, false};
    switch (permkern_way_of(&ways, rows, cols, in_stride, out_stride, true)) {
    case PERMKERN_WAY_SPLIT:
        NAME(split)(in, out, out_stride, rows, cols);
        break;
    case PERMKERN_WAY_JOIN:
        NAME(join)(in, in_stride, out, rows, cols);
        break;
    case PERMKERN_WAY_TILES:
    case PERMKERN_WAY_TILES_AND_LINES:
        NAME(blocks)(in, in_stride, out, out_stride, rows, cols);
        break;
    case PERMKERN_WAY_ROWS:
        NAME(scatter)(in, in_stride, out, out_stride, rows, cols);
        break;
    default:
        NAME(gather)(in, in_stride, out, out_stride, rows, cols);
        break;
    }
}

/* The same, not inlined for constants: kernels for any shape share it. */
static inline void PLANE(matrix)(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t rows,
                                 size_t cols)
{
    PLANE(plane_inline)(in, in_stride, out, out_stride, rows, cols);
}

#undef JOIN2
#undef JOIN
#undef LETTER_8
#undef LETTER_16
#undef LETTER_32
#undef LETTER
#undef LANES_8
#undef LANES_16
#undef LANES_32
#undef LANES
#undef WIDTH_8
#undef WIDTH_16
#undef WIDTH_32
#undef WIDTH
#undef DOT_8
#undef DOT_16
#undef DOT_32
#undef DOT
#undef SIZE
#undef NAME
#undef PLANE
#undef VECTOR
#undef ON
#undef LOAD
#undef STORE
#undef IN
#undef OUT
#undef LD4
#undef ST4
#undef LD2
#undef ST2
#undef AT4
#undef KEEP4
#undef TAKE4
#undef LINES4
#undef PUT4
#undef GET4
#undef LINES2
#undef PUT2
#undef GET2
#undef STEP4
