/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 8-bit elements for WebAssembly with SIMD of 128 bits: strips of 4 and 2 columns.
 * Part of permkern_simd128.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SIMD128_TILES8_COLS4_H
#define PERMKERN_SIMD128_TILES8_COLS4_H

/* Moves 16 rows in tiles of 4 columns. */
static void x8_strip_16x4_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load32_zero(in + row[0]);
        const v128_t v1 = wasm_v128_load32_zero(in + row[1]);
        const v128_t v2 = wasm_v128_load32_zero(in + row[2]);
        const v128_t v3 = wasm_v128_load32_zero(in + row[3]);
        const v128_t v4 = wasm_v128_load32_zero(in + row[4]);
        const v128_t v5 = wasm_v128_load32_zero(in + row[5]);
        const v128_t v6 = wasm_v128_load32_zero(in + row[6]);
        const v128_t v7 = wasm_v128_load32_zero(in + row[7]);
        const v128_t v8 = wasm_v128_load32_zero(in + row[8]);
        const v128_t v9 = wasm_v128_load32_zero(in + row[9]);
        const v128_t v10 = wasm_v128_load32_zero(in + row[10]);
        const v128_t v11 = wasm_v128_load32_zero(in + row[11]);
        const v128_t v12 = wasm_v128_load32_zero(in + row[12]);
        const v128_t v13 = wasm_v128_load32_zero(in + row[13]);
        const v128_t v14 = wasm_v128_load32_zero(in + row[14]);
        const v128_t v15 = wasm_v128_load32_zero(in + row[15]);
        /* Pairs of rows: a0 has rows 0 and 8 of columns 0 to 3, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a2 = wasm_i8x16_shuffle(v1, v9, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a4 = wasm_i8x16_shuffle(v2, v10, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a6 = wasm_i8x16_shuffle(v3, v11, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a8 = wasm_i8x16_shuffle(v4, v12, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a10 = wasm_i8x16_shuffle(v5, v13, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a12 = wasm_i8x16_shuffle(v6, v14, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a14 = wasm_i8x16_shuffle(v7, v15, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        /* Fours of rows: b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const v128_t b0 = wasm_i8x16_shuffle(a0, a8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b4 = wasm_i8x16_shuffle(a2, a10, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b8 = wasm_i8x16_shuffle(a4, a12, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b12 = wasm_i8x16_shuffle(a6, a14, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        /* Eights of rows: c0 has the even rows of columns 0 and 1, column by column. */
        const v128_t c0 = wasm_i8x16_shuffle(b0, b8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c1 = wasm_i8x16_shuffle(b0, b8, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c8 = wasm_i8x16_shuffle(b4, b12, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c9 = wasm_i8x16_shuffle(b4, b12, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const v128_t d0 = wasm_i8x16_shuffle(c0, c8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d1 = wasm_i8x16_shuffle(c0, c8, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t d2 = wasm_i8x16_shuffle(c1, c9, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d3 = wasm_i8x16_shuffle(c1, c9, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        wasm_v128_store(out + col[0], d0);
        wasm_v128_store(out + col[1], d1);
        wasm_v128_store(out + col[2], d2);
        wasm_v128_store(out + col[3], d3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 16 rows in tiles of 2 columns. */
static void x8_strip_16x2_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load16_splat(in + row[0]);
        const v128_t v1 = wasm_v128_load16_splat(in + row[1]);
        const v128_t v2 = wasm_v128_load16_splat(in + row[2]);
        const v128_t v3 = wasm_v128_load16_splat(in + row[3]);
        const v128_t v4 = wasm_v128_load16_splat(in + row[4]);
        const v128_t v5 = wasm_v128_load16_splat(in + row[5]);
        const v128_t v6 = wasm_v128_load16_splat(in + row[6]);
        const v128_t v7 = wasm_v128_load16_splat(in + row[7]);
        const v128_t v8 = wasm_v128_load16_splat(in + row[8]);
        const v128_t v9 = wasm_v128_load16_splat(in + row[9]);
        const v128_t v10 = wasm_v128_load16_splat(in + row[10]);
        const v128_t v11 = wasm_v128_load16_splat(in + row[11]);
        const v128_t v12 = wasm_v128_load16_splat(in + row[12]);
        const v128_t v13 = wasm_v128_load16_splat(in + row[13]);
        const v128_t v14 = wasm_v128_load16_splat(in + row[14]);
        const v128_t v15 = wasm_v128_load16_splat(in + row[15]);
        /* Pairs of rows: a0 has rows 0 and 8 of columns 0 and 1, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a2 = wasm_i8x16_shuffle(v1, v9, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a4 = wasm_i8x16_shuffle(v2, v10, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a6 = wasm_i8x16_shuffle(v3, v11, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a8 = wasm_i8x16_shuffle(v4, v12, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a10 = wasm_i8x16_shuffle(v5, v13, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a12 = wasm_i8x16_shuffle(v6, v14, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a14 = wasm_i8x16_shuffle(v7, v15, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        /* Fours of rows: b0 has rows 0, 4, 8 and 12 of columns 0 and 1, column by column. */
        const v128_t b0 = wasm_i8x16_shuffle(a0, a8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b4 = wasm_i8x16_shuffle(a2, a10, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b8 = wasm_i8x16_shuffle(a4, a12, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b12 = wasm_i8x16_shuffle(a6, a14, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        /* Eights of rows: c0 has the even rows of columns 0 and 1, column by column. */
        const v128_t c0 = wasm_i8x16_shuffle(b0, b8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c8 = wasm_i8x16_shuffle(b4, b12, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const v128_t d0 = wasm_i8x16_shuffle(c0, c8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d1 = wasm_i8x16_shuffle(c0, c8, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        wasm_v128_store(out + col[0], d0);
        wasm_v128_store(out + col[1], d1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 4 columns. */
static void x8_strip_8x4_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load32_zero(in + row[0]);
        const v128_t v1 = wasm_v128_load32_zero(in + row[1]);
        const v128_t v2 = wasm_v128_load32_zero(in + row[2]);
        const v128_t v3 = wasm_v128_load32_zero(in + row[3]);
        const v128_t v4 = wasm_v128_load32_zero(in + row[4]);
        const v128_t v5 = wasm_v128_load32_zero(in + row[5]);
        const v128_t v6 = wasm_v128_load32_zero(in + row[6]);
        const v128_t v7 = wasm_v128_load32_zero(in + row[7]);
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 3, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v4, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a2 = wasm_i8x16_shuffle(v1, v5, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a4 = wasm_i8x16_shuffle(v2, v6, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a6 = wasm_i8x16_shuffle(v3, v7, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 to 3, column by column. */
        const v128_t b0 = wasm_i8x16_shuffle(a0, a4, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b4 = wasm_i8x16_shuffle(a2, a6, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const v128_t c0 = wasm_i8x16_shuffle(b0, b4, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c1 = wasm_i8x16_shuffle(b0, b4, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        wasm_v128_store64_lane(out + col[0], c0, 0);
        wasm_v128_store64_lane(out + col[1], c0, 1);
        wasm_v128_store64_lane(out + col[2], c1, 0);
        wasm_v128_store64_lane(out + col[3], c1, 1);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 2 columns. */
static void x8_strip_8x2_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load16_splat(in + row[0]);
        const v128_t v1 = wasm_v128_load16_splat(in + row[1]);
        const v128_t v2 = wasm_v128_load16_splat(in + row[2]);
        const v128_t v3 = wasm_v128_load16_splat(in + row[3]);
        const v128_t v4 = wasm_v128_load16_splat(in + row[4]);
        const v128_t v5 = wasm_v128_load16_splat(in + row[5]);
        const v128_t v6 = wasm_v128_load16_splat(in + row[6]);
        const v128_t v7 = wasm_v128_load16_splat(in + row[7]);
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 and 1, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v4, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a2 = wasm_i8x16_shuffle(v1, v5, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a4 = wasm_i8x16_shuffle(v2, v6, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a6 = wasm_i8x16_shuffle(v3, v7, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const v128_t b0 = wasm_i8x16_shuffle(a0, a4, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b4 = wasm_i8x16_shuffle(a2, a6, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const v128_t c0 = wasm_i8x16_shuffle(b0, b4, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        wasm_v128_store64_lane(out + col[0], c0, 0);
        wasm_v128_store64_lane(out + col[1], c0, 1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 4 columns. */
static void x8_strip_4x4_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load32_zero(in + row[0]);
        const v128_t v1 = wasm_v128_load32_zero(in + row[1]);
        const v128_t v2 = wasm_v128_load32_zero(in + row[2]);
        const v128_t v3 = wasm_v128_load32_zero(in + row[3]);
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 3, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v2, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a2 = wasm_i8x16_shuffle(v1, v3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const v128_t b0 = wasm_i8x16_shuffle(a0, a2, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        wasm_v128_store32_lane(out + col[0], b0, 0);
        wasm_v128_store32_lane(out + col[1], b0, 1);
        wasm_v128_store32_lane(out + col[2], b0, 2);
        wasm_v128_store32_lane(out + col[3], b0, 3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 2 columns. */
static void x8_strip_4x2_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load16_splat(in + row[0]);
        const v128_t v1 = wasm_v128_load16_splat(in + row[1]);
        const v128_t v2 = wasm_v128_load16_splat(in + row[2]);
        const v128_t v3 = wasm_v128_load16_splat(in + row[3]);
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v2, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a2 = wasm_i8x16_shuffle(v1, v3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const v128_t b0 = wasm_i8x16_shuffle(a0, a2, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        wasm_v128_store32_lane(out + col[0], b0, 0);
        wasm_v128_store32_lane(out + col[1], b0, 1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 4 columns. */
static void x8_strip_2x4_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load32_zero(in + row[0]);
        const v128_t v1 = wasm_v128_load32_zero(in + row[1]);
        /* Columns: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        wasm_v128_store16_lane(out + col[0], a0, 0);
        wasm_v128_store16_lane(out + col[1], a0, 1);
        wasm_v128_store16_lane(out + col[2], a0, 2);
        wasm_v128_store16_lane(out + col[3], a0, 3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 2 columns. */
static void x8_strip_2x2_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load16_splat(in + row[0]);
        const v128_t v1 = wasm_v128_load16_splat(in + row[1]);
        /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        wasm_v128_store16_lane(out + col[0], a0, 0);
        wasm_v128_store16_lane(out + col[1], a0, 1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on;
        col += on;
        cols -= on;
    }
}

#endif /* PERMKERN_SIMD128_TILES8_COLS4_H */
