/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 8-bit elements for WebAssembly with SIMD of 128 bits: strips of 16 columns.
 * Part of permkern_simd128.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SIMD128_TILES8_COLS16_H
#define PERMKERN_SIMD128_TILES8_COLS16_H

/* Moves 16 rows in tiles of 16 columns. */
static void x8_strip_16x16_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(in + row[0]);
        const v128_t v1 = wasm_v128_load(in + row[1]);
        const v128_t v2 = wasm_v128_load(in + row[2]);
        const v128_t v3 = wasm_v128_load(in + row[3]);
        const v128_t v4 = wasm_v128_load(in + row[4]);
        const v128_t v5 = wasm_v128_load(in + row[5]);
        const v128_t v6 = wasm_v128_load(in + row[6]);
        const v128_t v7 = wasm_v128_load(in + row[7]);
        const v128_t v8 = wasm_v128_load(in + row[8]);
        const v128_t v9 = wasm_v128_load(in + row[9]);
        const v128_t v10 = wasm_v128_load(in + row[10]);
        const v128_t v11 = wasm_v128_load(in + row[11]);
        const v128_t v12 = wasm_v128_load(in + row[12]);
        const v128_t v13 = wasm_v128_load(in + row[13]);
        const v128_t v14 = wasm_v128_load(in + row[14]);
        const v128_t v15 = wasm_v128_load(in + row[15]);
        /* Pairs of rows: a0 has rows 0 and 8 of columns 0 to 7, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a1 = wasm_i8x16_shuffle(v0, v8, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a2 = wasm_i8x16_shuffle(v1, v9, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a3 = wasm_i8x16_shuffle(v1, v9, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a4 = wasm_i8x16_shuffle(v2, v10, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a5 = wasm_i8x16_shuffle(v2, v10, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a6 = wasm_i8x16_shuffle(v3, v11, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a7 = wasm_i8x16_shuffle(v3, v11, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a8 = wasm_i8x16_shuffle(v4, v12, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a9 = wasm_i8x16_shuffle(v4, v12, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a10 = wasm_i8x16_shuffle(v5, v13, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a11 = wasm_i8x16_shuffle(v5, v13, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a12 = wasm_i8x16_shuffle(v6, v14, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a13 = wasm_i8x16_shuffle(v6, v14, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a14 = wasm_i8x16_shuffle(v7, v15, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a15 = wasm_i8x16_shuffle(v7, v15, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        /* Fours of rows: b0 has rows 0, 4, 8 and 12 of columns 0 to 3, column by column. */
        const v128_t b0 = wasm_i8x16_shuffle(a0, a8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b1 = wasm_i8x16_shuffle(a0, a8, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b2 = wasm_i8x16_shuffle(a1, a9, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b3 = wasm_i8x16_shuffle(a1, a9, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b4 = wasm_i8x16_shuffle(a2, a10, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b5 = wasm_i8x16_shuffle(a2, a10, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b6 = wasm_i8x16_shuffle(a3, a11, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b7 = wasm_i8x16_shuffle(a3, a11, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b8 = wasm_i8x16_shuffle(a4, a12, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b9 = wasm_i8x16_shuffle(a4, a12, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b10 = wasm_i8x16_shuffle(a5, a13, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b11 = wasm_i8x16_shuffle(a5, a13, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b12 = wasm_i8x16_shuffle(a6, a14, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b13 = wasm_i8x16_shuffle(a6, a14, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b14 = wasm_i8x16_shuffle(a7, a15, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b15 = wasm_i8x16_shuffle(a7, a15, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        /* Eights of rows: c0 has the even rows of columns 0 and 1, column by column. */
        const v128_t c0 = wasm_i8x16_shuffle(b0, b8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c1 = wasm_i8x16_shuffle(b0, b8, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c2 = wasm_i8x16_shuffle(b1, b9, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c3 = wasm_i8x16_shuffle(b1, b9, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c4 = wasm_i8x16_shuffle(b2, b10, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c5 = wasm_i8x16_shuffle(b2, b10, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c6 = wasm_i8x16_shuffle(b3, b11, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c7 = wasm_i8x16_shuffle(b3, b11, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c8 = wasm_i8x16_shuffle(b4, b12, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c9 = wasm_i8x16_shuffle(b4, b12, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c10 = wasm_i8x16_shuffle(b5, b13, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c11 = wasm_i8x16_shuffle(b5, b13, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c12 = wasm_i8x16_shuffle(b6, b14, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c13 = wasm_i8x16_shuffle(b6, b14, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c14 = wasm_i8x16_shuffle(b7, b15, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c15 = wasm_i8x16_shuffle(b7, b15, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const v128_t d0 = wasm_i8x16_shuffle(c0, c8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d1 = wasm_i8x16_shuffle(c0, c8, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t d2 = wasm_i8x16_shuffle(c1, c9, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d3 = wasm_i8x16_shuffle(c1, c9, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t d4 = wasm_i8x16_shuffle(c2, c10, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d5 = wasm_i8x16_shuffle(c2, c10, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t d6 = wasm_i8x16_shuffle(c3, c11, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d7 = wasm_i8x16_shuffle(c3, c11, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t d8 = wasm_i8x16_shuffle(c4, c12, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d9 = wasm_i8x16_shuffle(c4, c12, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t d10 = wasm_i8x16_shuffle(c5, c13, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d11 = wasm_i8x16_shuffle(c5, c13, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t d12 = wasm_i8x16_shuffle(c6, c14, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d13 = wasm_i8x16_shuffle(c6, c14, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t d14 = wasm_i8x16_shuffle(c7, c15, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d15 = wasm_i8x16_shuffle(c7, c15, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        wasm_v128_store(out + col[0], d0);
        wasm_v128_store(out + col[1], d1);
        wasm_v128_store(out + col[2], d2);
        wasm_v128_store(out + col[3], d3);
        wasm_v128_store(out + col[4], d4);
        wasm_v128_store(out + col[5], d5);
        wasm_v128_store(out + col[6], d6);
        wasm_v128_store(out + col[7], d7);
        wasm_v128_store(out + col[8], d8);
        wasm_v128_store(out + col[9], d9);
        wasm_v128_store(out + col[10], d10);
        wasm_v128_store(out + col[11], d11);
        wasm_v128_store(out + col[12], d12);
        wasm_v128_store(out + col[13], d13);
        wasm_v128_store(out + col[14], d14);
        wasm_v128_store(out + col[15], d15);
        if (cols == 16) {
            return;
        }
        const size_t on = cols < 32 ? cols - 16 : 16;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 16 columns. */
static void x8_strip_8x16_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(in + row[0]);
        const v128_t v1 = wasm_v128_load(in + row[1]);
        const v128_t v2 = wasm_v128_load(in + row[2]);
        const v128_t v3 = wasm_v128_load(in + row[3]);
        const v128_t v4 = wasm_v128_load(in + row[4]);
        const v128_t v5 = wasm_v128_load(in + row[5]);
        const v128_t v6 = wasm_v128_load(in + row[6]);
        const v128_t v7 = wasm_v128_load(in + row[7]);
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 7, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v4, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a1 = wasm_i8x16_shuffle(v0, v4, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a2 = wasm_i8x16_shuffle(v1, v5, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a3 = wasm_i8x16_shuffle(v1, v5, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a4 = wasm_i8x16_shuffle(v2, v6, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a5 = wasm_i8x16_shuffle(v2, v6, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a6 = wasm_i8x16_shuffle(v3, v7, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a7 = wasm_i8x16_shuffle(v3, v7, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 to 3, column by column. */
        const v128_t b0 = wasm_i8x16_shuffle(a0, a4, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b1 = wasm_i8x16_shuffle(a0, a4, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b2 = wasm_i8x16_shuffle(a1, a5, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b3 = wasm_i8x16_shuffle(a1, a5, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b4 = wasm_i8x16_shuffle(a2, a6, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b5 = wasm_i8x16_shuffle(a2, a6, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b6 = wasm_i8x16_shuffle(a3, a7, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b7 = wasm_i8x16_shuffle(a3, a7, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const v128_t c0 = wasm_i8x16_shuffle(b0, b4, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c1 = wasm_i8x16_shuffle(b0, b4, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c2 = wasm_i8x16_shuffle(b1, b5, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c3 = wasm_i8x16_shuffle(b1, b5, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c4 = wasm_i8x16_shuffle(b2, b6, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c5 = wasm_i8x16_shuffle(b2, b6, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c6 = wasm_i8x16_shuffle(b3, b7, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c7 = wasm_i8x16_shuffle(b3, b7, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        wasm_v128_store64_lane(out + col[0], c0, 0);
        wasm_v128_store64_lane(out + col[1], c0, 1);
        wasm_v128_store64_lane(out + col[2], c1, 0);
        wasm_v128_store64_lane(out + col[3], c1, 1);
        wasm_v128_store64_lane(out + col[4], c2, 0);
        wasm_v128_store64_lane(out + col[5], c2, 1);
        wasm_v128_store64_lane(out + col[6], c3, 0);
        wasm_v128_store64_lane(out + col[7], c3, 1);
        wasm_v128_store64_lane(out + col[8], c4, 0);
        wasm_v128_store64_lane(out + col[9], c4, 1);
        wasm_v128_store64_lane(out + col[10], c5, 0);
        wasm_v128_store64_lane(out + col[11], c5, 1);
        wasm_v128_store64_lane(out + col[12], c6, 0);
        wasm_v128_store64_lane(out + col[13], c6, 1);
        wasm_v128_store64_lane(out + col[14], c7, 0);
        wasm_v128_store64_lane(out + col[15], c7, 1);
        if (cols == 16) {
            return;
        }
        const size_t on = cols < 32 ? cols - 16 : 16;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 16 columns. */
static void x8_strip_4x16_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(in + row[0]);
        const v128_t v1 = wasm_v128_load(in + row[1]);
        const v128_t v2 = wasm_v128_load(in + row[2]);
        const v128_t v3 = wasm_v128_load(in + row[3]);
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 7, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v2, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a1 = wasm_i8x16_shuffle(v0, v2, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a2 = wasm_i8x16_shuffle(v1, v3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a3 = wasm_i8x16_shuffle(v1, v3, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const v128_t b0 = wasm_i8x16_shuffle(a0, a2, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b1 = wasm_i8x16_shuffle(a0, a2, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b2 = wasm_i8x16_shuffle(a1, a3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b3 = wasm_i8x16_shuffle(a1, a3, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        wasm_v128_store32_lane(out + col[0], b0, 0);
        wasm_v128_store32_lane(out + col[1], b0, 1);
        wasm_v128_store32_lane(out + col[2], b0, 2);
        wasm_v128_store32_lane(out + col[3], b0, 3);
        wasm_v128_store32_lane(out + col[4], b1, 0);
        wasm_v128_store32_lane(out + col[5], b1, 1);
        wasm_v128_store32_lane(out + col[6], b1, 2);
        wasm_v128_store32_lane(out + col[7], b1, 3);
        wasm_v128_store32_lane(out + col[8], b2, 0);
        wasm_v128_store32_lane(out + col[9], b2, 1);
        wasm_v128_store32_lane(out + col[10], b2, 2);
        wasm_v128_store32_lane(out + col[11], b2, 3);
        wasm_v128_store32_lane(out + col[12], b3, 0);
        wasm_v128_store32_lane(out + col[13], b3, 1);
        wasm_v128_store32_lane(out + col[14], b3, 2);
        wasm_v128_store32_lane(out + col[15], b3, 3);
        if (cols == 16) {
            return;
        }
        const size_t on = cols < 32 ? cols - 16 : 16;
        in += on;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 16 columns. */
static void x8_strip_2x16_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(in + row[0]);
        const v128_t v1 = wasm_v128_load(in + row[1]);
        /* Columns: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a1 = wasm_i8x16_shuffle(v0, v1, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        wasm_v128_store16_lane(out + col[0], a0, 0);
        wasm_v128_store16_lane(out + col[1], a0, 1);
        wasm_v128_store16_lane(out + col[2], a0, 2);
        wasm_v128_store16_lane(out + col[3], a0, 3);
        wasm_v128_store16_lane(out + col[4], a0, 4);
        wasm_v128_store16_lane(out + col[5], a0, 5);
        wasm_v128_store16_lane(out + col[6], a0, 6);
        wasm_v128_store16_lane(out + col[7], a0, 7);
        wasm_v128_store16_lane(out + col[8], a1, 0);
        wasm_v128_store16_lane(out + col[9], a1, 1);
        wasm_v128_store16_lane(out + col[10], a1, 2);
        wasm_v128_store16_lane(out + col[11], a1, 3);
        wasm_v128_store16_lane(out + col[12], a1, 4);
        wasm_v128_store16_lane(out + col[13], a1, 5);
        wasm_v128_store16_lane(out + col[14], a1, 6);
        wasm_v128_store16_lane(out + col[15], a1, 7);
        if (cols == 16) {
            return;
        }
        const size_t on = cols < 32 ? cols - 16 : 16;
        in += on;
        col += on;
        cols -= on;
    }
}

#endif /* PERMKERN_SIMD128_TILES8_COLS16_H */
