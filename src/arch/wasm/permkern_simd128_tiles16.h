/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 16-bit elements for WebAssembly with SIMD of 128 bits: strips of 8, 4 and 2 columns.
 * Part of permkern_simd128.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SIMD128_TILES16_H
#define PERMKERN_SIMD128_TILES16_H

/* Moves 8 rows in tiles of 8 columns. */
static void x16_strip_8x8_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
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
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 3, column by column. */
        const v128_t a0 = wasm_i16x8_shuffle(v0, v4, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a1 = wasm_i16x8_shuffle(v0, v4, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a2 = wasm_i16x8_shuffle(v1, v5, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a3 = wasm_i16x8_shuffle(v1, v5, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a4 = wasm_i16x8_shuffle(v2, v6, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a5 = wasm_i16x8_shuffle(v2, v6, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a6 = wasm_i16x8_shuffle(v3, v7, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a7 = wasm_i16x8_shuffle(v3, v7, 4, 12, 5, 13, 6, 14, 7, 15);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const v128_t b0 = wasm_i16x8_shuffle(a0, a4, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b1 = wasm_i16x8_shuffle(a0, a4, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b2 = wasm_i16x8_shuffle(a1, a5, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b3 = wasm_i16x8_shuffle(a1, a5, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b4 = wasm_i16x8_shuffle(a2, a6, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b5 = wasm_i16x8_shuffle(a2, a6, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b6 = wasm_i16x8_shuffle(a3, a7, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b7 = wasm_i16x8_shuffle(a3, a7, 4, 12, 5, 13, 6, 14, 7, 15);
        /* Columns: c0 has rows 0 to 7 of column 0. */
        const v128_t c0 = wasm_i16x8_shuffle(b0, b4, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t c1 = wasm_i16x8_shuffle(b0, b4, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t c2 = wasm_i16x8_shuffle(b1, b5, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t c3 = wasm_i16x8_shuffle(b1, b5, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t c4 = wasm_i16x8_shuffle(b2, b6, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t c5 = wasm_i16x8_shuffle(b2, b6, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t c6 = wasm_i16x8_shuffle(b3, b7, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t c7 = wasm_i16x8_shuffle(b3, b7, 4, 12, 5, 13, 6, 14, 7, 15);
        wasm_v128_store(out + col[0], c0);
        wasm_v128_store(out + col[1], c1);
        wasm_v128_store(out + col[2], c2);
        wasm_v128_store(out + col[3], c3);
        wasm_v128_store(out + col[4], c4);
        wasm_v128_store(out + col[5], c5);
        wasm_v128_store(out + col[6], c6);
        wasm_v128_store(out + col[7], c7);
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 4 columns. */
static void x16_strip_8x4_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load64_zero(in + row[0]);
        const v128_t v1 = wasm_v128_load64_zero(in + row[1]);
        const v128_t v2 = wasm_v128_load64_zero(in + row[2]);
        const v128_t v3 = wasm_v128_load64_zero(in + row[3]);
        const v128_t v4 = wasm_v128_load64_zero(in + row[4]);
        const v128_t v5 = wasm_v128_load64_zero(in + row[5]);
        const v128_t v6 = wasm_v128_load64_zero(in + row[6]);
        const v128_t v7 = wasm_v128_load64_zero(in + row[7]);
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 3, column by column. */
        const v128_t a0 = wasm_i16x8_shuffle(v0, v4, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a2 = wasm_i16x8_shuffle(v1, v5, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a4 = wasm_i16x8_shuffle(v2, v6, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a6 = wasm_i16x8_shuffle(v3, v7, 0, 8, 1, 9, 2, 10, 3, 11);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const v128_t b0 = wasm_i16x8_shuffle(a0, a4, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b1 = wasm_i16x8_shuffle(a0, a4, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b4 = wasm_i16x8_shuffle(a2, a6, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b5 = wasm_i16x8_shuffle(a2, a6, 4, 12, 5, 13, 6, 14, 7, 15);
        /* Columns: c0 has rows 0 to 7 of column 0. */
        const v128_t c0 = wasm_i16x8_shuffle(b0, b4, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t c1 = wasm_i16x8_shuffle(b0, b4, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t c2 = wasm_i16x8_shuffle(b1, b5, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t c3 = wasm_i16x8_shuffle(b1, b5, 4, 12, 5, 13, 6, 14, 7, 15);
        wasm_v128_store(out + col[0], c0);
        wasm_v128_store(out + col[1], c1);
        wasm_v128_store(out + col[2], c2);
        wasm_v128_store(out + col[3], c3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 8 rows in tiles of 2 columns. */
static void x16_strip_8x2_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
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
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 and 1, column by column. */
        const v128_t a0 = wasm_i16x8_shuffle(v0, v4, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a2 = wasm_i16x8_shuffle(v1, v5, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a4 = wasm_i16x8_shuffle(v2, v6, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a6 = wasm_i16x8_shuffle(v3, v7, 0, 8, 1, 9, 2, 10, 3, 11);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 and 1, column by column. */
        const v128_t b0 = wasm_i16x8_shuffle(a0, a4, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b4 = wasm_i16x8_shuffle(a2, a6, 0, 8, 1, 9, 2, 10, 3, 11);
        /* Columns: c0 has rows 0 to 7 of column 0. */
        const v128_t c0 = wasm_i16x8_shuffle(b0, b4, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t c1 = wasm_i16x8_shuffle(b0, b4, 4, 12, 5, 13, 6, 14, 7, 15);
        wasm_v128_store(out + col[0], c0);
        wasm_v128_store(out + col[1], c1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 8 columns. */
static void x16_strip_4x8_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(in + row[0]);
        const v128_t v1 = wasm_v128_load(in + row[1]);
        const v128_t v2 = wasm_v128_load(in + row[2]);
        const v128_t v3 = wasm_v128_load(in + row[3]);
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 3, column by column. */
        const v128_t a0 = wasm_i16x8_shuffle(v0, v2, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a1 = wasm_i16x8_shuffle(v0, v2, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a2 = wasm_i16x8_shuffle(v1, v3, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a3 = wasm_i16x8_shuffle(v1, v3, 4, 12, 5, 13, 6, 14, 7, 15);
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const v128_t b0 = wasm_i16x8_shuffle(a0, a2, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b1 = wasm_i16x8_shuffle(a0, a2, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b2 = wasm_i16x8_shuffle(a1, a3, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b3 = wasm_i16x8_shuffle(a1, a3, 4, 12, 5, 13, 6, 14, 7, 15);
        wasm_v128_store64_lane(out + col[0], b0, 0);
        wasm_v128_store64_lane(out + col[1], b0, 1);
        wasm_v128_store64_lane(out + col[2], b1, 0);
        wasm_v128_store64_lane(out + col[3], b1, 1);
        wasm_v128_store64_lane(out + col[4], b2, 0);
        wasm_v128_store64_lane(out + col[5], b2, 1);
        wasm_v128_store64_lane(out + col[6], b3, 0);
        wasm_v128_store64_lane(out + col[7], b3, 1);
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 4 columns. */
static void x16_strip_4x4_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load64_zero(in + row[0]);
        const v128_t v1 = wasm_v128_load64_zero(in + row[1]);
        const v128_t v2 = wasm_v128_load64_zero(in + row[2]);
        const v128_t v3 = wasm_v128_load64_zero(in + row[3]);
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 3, column by column. */
        const v128_t a0 = wasm_i16x8_shuffle(v0, v2, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a2 = wasm_i16x8_shuffle(v1, v3, 0, 8, 1, 9, 2, 10, 3, 11);
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const v128_t b0 = wasm_i16x8_shuffle(a0, a2, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b1 = wasm_i16x8_shuffle(a0, a2, 4, 12, 5, 13, 6, 14, 7, 15);
        wasm_v128_store64_lane(out + col[0], b0, 0);
        wasm_v128_store64_lane(out + col[1], b0, 1);
        wasm_v128_store64_lane(out + col[2], b1, 0);
        wasm_v128_store64_lane(out + col[3], b1, 1);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 2 columns. */
static void x16_strip_4x2_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load32_zero(in + row[0]);
        const v128_t v1 = wasm_v128_load32_zero(in + row[1]);
        const v128_t v2 = wasm_v128_load32_zero(in + row[2]);
        const v128_t v3 = wasm_v128_load32_zero(in + row[3]);
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const v128_t a0 = wasm_i16x8_shuffle(v0, v2, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a2 = wasm_i16x8_shuffle(v1, v3, 0, 8, 1, 9, 2, 10, 3, 11);
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const v128_t b0 = wasm_i16x8_shuffle(a0, a2, 0, 8, 1, 9, 2, 10, 3, 11);
        wasm_v128_store64_lane(out + col[0], b0, 0);
        wasm_v128_store64_lane(out + col[1], b0, 1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 8 columns. */
static void x16_strip_2x8_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(in + row[0]);
        const v128_t v1 = wasm_v128_load(in + row[1]);
        /* Columns: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a1 = wasm_i16x8_shuffle(v0, v1, 4, 12, 5, 13, 6, 14, 7, 15);
        wasm_v128_store32_lane(out + col[0], a0, 0);
        wasm_v128_store32_lane(out + col[1], a0, 1);
        wasm_v128_store32_lane(out + col[2], a0, 2);
        wasm_v128_store32_lane(out + col[3], a0, 3);
        wasm_v128_store32_lane(out + col[4], a1, 0);
        wasm_v128_store32_lane(out + col[5], a1, 1);
        wasm_v128_store32_lane(out + col[6], a1, 2);
        wasm_v128_store32_lane(out + col[7], a1, 3);
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 4 columns. */
static void x16_strip_2x4_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load64_zero(in + row[0]);
        const v128_t v1 = wasm_v128_load64_zero(in + row[1]);
        /* Columns: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
        wasm_v128_store32_lane(out + col[0], a0, 0);
        wasm_v128_store32_lane(out + col[1], a0, 1);
        wasm_v128_store32_lane(out + col[2], a0, 2);
        wasm_v128_store32_lane(out + col[3], a0, 3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 2 columns. */
static void x16_strip_2x2_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load32_zero(in + row[0]);
        const v128_t v1 = wasm_v128_load32_zero(in + row[1]);
        /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
        wasm_v128_store32_lane(out + col[0], a0, 0);
        wasm_v128_store32_lane(out + col[1], a0, 1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 2;
        col += on;
        cols -= on;
    }
}

#endif /* PERMKERN_SIMD128_TILES16_H */
