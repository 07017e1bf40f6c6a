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
static void x8_strip_16x16_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                   const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(permkern_at(in, row[0]));
        const v128_t v1 = wasm_v128_load(permkern_at(in, row[1]));
        const v128_t v2 = wasm_v128_load(permkern_at(in, row[2]));
        const v128_t v3 = wasm_v128_load(permkern_at(in, row[3]));
        const v128_t v4 = wasm_v128_load(permkern_at(in, row[4]));
        const v128_t v5 = wasm_v128_load(permkern_at(in, row[5]));
        const v128_t v6 = wasm_v128_load(permkern_at(in, row[6]));
        const v128_t v7 = wasm_v128_load(permkern_at(in, row[7]));
        const v128_t v8 = wasm_v128_load(permkern_at(in, row[8]));
        const v128_t v9 = wasm_v128_load(permkern_at(in, row[9]));
        const v128_t v10 = wasm_v128_load(permkern_at(in, row[10]));
        const v128_t v11 = wasm_v128_load(permkern_at(in, row[11]));
        const v128_t v12 = wasm_v128_load(permkern_at(in, row[12]));
        const v128_t v13 = wasm_v128_load(permkern_at(in, row[13]));
        const v128_t v14 = wasm_v128_load(permkern_at(in, row[14]));
        const v128_t v15 = wasm_v128_load(permkern_at(in, row[15]));
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a1 = wasm_i8x16_shuffle(v0, v1, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a2 = wasm_i8x16_shuffle(v2, v3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a3 = wasm_i8x16_shuffle(v2, v3, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a4 = wasm_i8x16_shuffle(v4, v5, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a5 = wasm_i8x16_shuffle(v4, v5, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a6 = wasm_i8x16_shuffle(v6, v7, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a7 = wasm_i8x16_shuffle(v6, v7, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a8 = wasm_i8x16_shuffle(v8, v9, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a9 = wasm_i8x16_shuffle(v8, v9, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a10 = wasm_i8x16_shuffle(v10, v11, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a11 = wasm_i8x16_shuffle(v10, v11, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a12 = wasm_i8x16_shuffle(v12, v13, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a13 = wasm_i8x16_shuffle(v12, v13, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a14 = wasm_i8x16_shuffle(v14, v15, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a15 = wasm_i8x16_shuffle(v14, v15, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        /* Fours of rows: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const v128_t b0 = wasm_i16x8_shuffle(a0, a2, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b2 = wasm_i16x8_shuffle(a0, a2, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b1 = wasm_i16x8_shuffle(a1, a3, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b3 = wasm_i16x8_shuffle(a1, a3, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b4 = wasm_i16x8_shuffle(a4, a6, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b6 = wasm_i16x8_shuffle(a4, a6, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b5 = wasm_i16x8_shuffle(a5, a7, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b7 = wasm_i16x8_shuffle(a5, a7, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b8 = wasm_i16x8_shuffle(a8, a10, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b10 = wasm_i16x8_shuffle(a8, a10, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b9 = wasm_i16x8_shuffle(a9, a11, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b11 = wasm_i16x8_shuffle(a9, a11, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b12 = wasm_i16x8_shuffle(a12, a14, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b14 = wasm_i16x8_shuffle(a12, a14, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b13 = wasm_i16x8_shuffle(a13, a15, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b15 = wasm_i16x8_shuffle(a13, a15, 4, 12, 5, 13, 6, 14, 7, 15);
        /* Eights of rows: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const v128_t c0 = wasm_i32x4_shuffle(b0, b4, 0, 4, 1, 5);
        const v128_t c4 = wasm_i32x4_shuffle(b0, b4, 2, 6, 3, 7);
        const v128_t c1 = wasm_i32x4_shuffle(b1, b5, 0, 4, 1, 5);
        const v128_t c5 = wasm_i32x4_shuffle(b1, b5, 2, 6, 3, 7);
        const v128_t c2 = wasm_i32x4_shuffle(b2, b6, 0, 4, 1, 5);
        const v128_t c6 = wasm_i32x4_shuffle(b2, b6, 2, 6, 3, 7);
        const v128_t c3 = wasm_i32x4_shuffle(b3, b7, 0, 4, 1, 5);
        const v128_t c7 = wasm_i32x4_shuffle(b3, b7, 2, 6, 3, 7);
        const v128_t c8 = wasm_i32x4_shuffle(b8, b12, 0, 4, 1, 5);
        const v128_t c12 = wasm_i32x4_shuffle(b8, b12, 2, 6, 3, 7);
        const v128_t c9 = wasm_i32x4_shuffle(b9, b13, 0, 4, 1, 5);
        const v128_t c13 = wasm_i32x4_shuffle(b9, b13, 2, 6, 3, 7);
        const v128_t c10 = wasm_i32x4_shuffle(b10, b14, 0, 4, 1, 5);
        const v128_t c14 = wasm_i32x4_shuffle(b10, b14, 2, 6, 3, 7);
        const v128_t c11 = wasm_i32x4_shuffle(b11, b15, 0, 4, 1, 5);
        const v128_t c15 = wasm_i32x4_shuffle(b11, b15, 2, 6, 3, 7);
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const v128_t d0 = wasm_i64x2_shuffle(c0, c8, 0, 2);
        const v128_t d8 = wasm_i64x2_shuffle(c0, c8, 1, 3);
        const v128_t d1 = wasm_i64x2_shuffle(c1, c9, 0, 2);
        const v128_t d9 = wasm_i64x2_shuffle(c1, c9, 1, 3);
        const v128_t d2 = wasm_i64x2_shuffle(c2, c10, 0, 2);
        const v128_t d10 = wasm_i64x2_shuffle(c2, c10, 1, 3);
        const v128_t d3 = wasm_i64x2_shuffle(c3, c11, 0, 2);
        const v128_t d11 = wasm_i64x2_shuffle(c3, c11, 1, 3);
        const v128_t d4 = wasm_i64x2_shuffle(c4, c12, 0, 2);
        const v128_t d12 = wasm_i64x2_shuffle(c4, c12, 1, 3);
        const v128_t d5 = wasm_i64x2_shuffle(c5, c13, 0, 2);
        const v128_t d13 = wasm_i64x2_shuffle(c5, c13, 1, 3);
        const v128_t d6 = wasm_i64x2_shuffle(c6, c14, 0, 2);
        const v128_t d14 = wasm_i64x2_shuffle(c6, c14, 1, 3);
        const v128_t d7 = wasm_i64x2_shuffle(c7, c15, 0, 2);
        const v128_t d15 = wasm_i64x2_shuffle(c7, c15, 1, 3);
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        uint8_t *const to8 = permkern_at_out(out, col[8]);
        uint8_t *const to9 = permkern_at_out(out, col[9]);
        uint8_t *const to10 = permkern_at_out(out, col[10]);
        uint8_t *const to11 = permkern_at_out(out, col[11]);
        uint8_t *const to12 = permkern_at_out(out, col[12]);
        uint8_t *const to13 = permkern_at_out(out, col[13]);
        uint8_t *const to14 = permkern_at_out(out, col[14]);
        uint8_t *const to15 = permkern_at_out(out, col[15]);
        wasm_v128_store(to0, d0);
        wasm_v128_store(to1, d8);
        wasm_v128_store(to2, d4);
        wasm_v128_store(to3, d12);
        wasm_v128_store(to4, d2);
        wasm_v128_store(to5, d10);
        wasm_v128_store(to6, d6);
        wasm_v128_store(to7, d14);
        wasm_v128_store(to8, d1);
        wasm_v128_store(to9, d9);
        wasm_v128_store(to10, d5);
        wasm_v128_store(to11, d13);
        wasm_v128_store(to12, d3);
        wasm_v128_store(to13, d11);
        wasm_v128_store(to14, d7);
        wasm_v128_store(to15, d15);
        if (cols == 16) {
            return;
        }
        in += 16;
        col += 16;
        cols -= 16;
    }
}

/* Moves 8 rows in tiles of 16 columns. */
static void x8_strip_8x16_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                  const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(permkern_at(in, row[0]));
        const v128_t v1 = wasm_v128_load(permkern_at(in, row[1]));
        const v128_t v2 = wasm_v128_load(permkern_at(in, row[2]));
        const v128_t v3 = wasm_v128_load(permkern_at(in, row[3]));
        const v128_t v4 = wasm_v128_load(permkern_at(in, row[4]));
        const v128_t v5 = wasm_v128_load(permkern_at(in, row[5]));
        const v128_t v6 = wasm_v128_load(permkern_at(in, row[6]));
        const v128_t v7 = wasm_v128_load(permkern_at(in, row[7]));
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a1 = wasm_i8x16_shuffle(v0, v1, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a2 = wasm_i8x16_shuffle(v2, v3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a3 = wasm_i8x16_shuffle(v2, v3, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a4 = wasm_i8x16_shuffle(v4, v5, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a5 = wasm_i8x16_shuffle(v4, v5, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a6 = wasm_i8x16_shuffle(v6, v7, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a7 = wasm_i8x16_shuffle(v6, v7, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        /* Fours of rows: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const v128_t b0 = wasm_i16x8_shuffle(a0, a2, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b2 = wasm_i16x8_shuffle(a0, a2, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b1 = wasm_i16x8_shuffle(a1, a3, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b3 = wasm_i16x8_shuffle(a1, a3, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b4 = wasm_i16x8_shuffle(a4, a6, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b6 = wasm_i16x8_shuffle(a4, a6, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b5 = wasm_i16x8_shuffle(a5, a7, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b7 = wasm_i16x8_shuffle(a5, a7, 4, 12, 5, 13, 6, 14, 7, 15);
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const v128_t c0 = wasm_i32x4_shuffle(b0, b4, 0, 4, 1, 5);
        const v128_t c4 = wasm_i32x4_shuffle(b0, b4, 2, 6, 3, 7);
        const v128_t c1 = wasm_i32x4_shuffle(b1, b5, 0, 4, 1, 5);
        const v128_t c5 = wasm_i32x4_shuffle(b1, b5, 2, 6, 3, 7);
        const v128_t c2 = wasm_i32x4_shuffle(b2, b6, 0, 4, 1, 5);
        const v128_t c6 = wasm_i32x4_shuffle(b2, b6, 2, 6, 3, 7);
        const v128_t c3 = wasm_i32x4_shuffle(b3, b7, 0, 4, 1, 5);
        const v128_t c7 = wasm_i32x4_shuffle(b3, b7, 2, 6, 3, 7);
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        uint8_t *const to8 = permkern_at_out(out, col[8]);
        uint8_t *const to9 = permkern_at_out(out, col[9]);
        uint8_t *const to10 = permkern_at_out(out, col[10]);
        uint8_t *const to11 = permkern_at_out(out, col[11]);
        uint8_t *const to12 = permkern_at_out(out, col[12]);
        uint8_t *const to13 = permkern_at_out(out, col[13]);
        uint8_t *const to14 = permkern_at_out(out, col[14]);
        uint8_t *const to15 = permkern_at_out(out, col[15]);
        wasm_v128_store64_lane(to0, c0, 0);
        wasm_v128_store64_lane(to1, c0, 1);
        wasm_v128_store64_lane(to2, c4, 0);
        wasm_v128_store64_lane(to3, c4, 1);
        wasm_v128_store64_lane(to4, c2, 0);
        wasm_v128_store64_lane(to5, c2, 1);
        wasm_v128_store64_lane(to6, c6, 0);
        wasm_v128_store64_lane(to7, c6, 1);
        wasm_v128_store64_lane(to8, c1, 0);
        wasm_v128_store64_lane(to9, c1, 1);
        wasm_v128_store64_lane(to10, c5, 0);
        wasm_v128_store64_lane(to11, c5, 1);
        wasm_v128_store64_lane(to12, c3, 0);
        wasm_v128_store64_lane(to13, c3, 1);
        wasm_v128_store64_lane(to14, c7, 0);
        wasm_v128_store64_lane(to15, c7, 1);
        if (cols == 16) {
            return;
        }
        in += 16;
        col += 16;
        cols -= 16;
    }
}

/* Moves 4 rows in tiles of 16 columns. */
static void x8_strip_4x16_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                  const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(permkern_at(in, row[0]));
        const v128_t v1 = wasm_v128_load(permkern_at(in, row[1]));
        const v128_t v2 = wasm_v128_load(permkern_at(in, row[2]));
        const v128_t v3 = wasm_v128_load(permkern_at(in, row[3]));
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a1 = wasm_i8x16_shuffle(v0, v1, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t a2 = wasm_i8x16_shuffle(v2, v3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a3 = wasm_i8x16_shuffle(v2, v3, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const v128_t b0 = wasm_i16x8_shuffle(a0, a2, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b2 = wasm_i16x8_shuffle(a0, a2, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t b1 = wasm_i16x8_shuffle(a1, a3, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t b3 = wasm_i16x8_shuffle(a1, a3, 4, 12, 5, 13, 6, 14, 7, 15);
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        uint8_t *const to8 = permkern_at_out(out, col[8]);
        uint8_t *const to9 = permkern_at_out(out, col[9]);
        uint8_t *const to10 = permkern_at_out(out, col[10]);
        uint8_t *const to11 = permkern_at_out(out, col[11]);
        uint8_t *const to12 = permkern_at_out(out, col[12]);
        uint8_t *const to13 = permkern_at_out(out, col[13]);
        uint8_t *const to14 = permkern_at_out(out, col[14]);
        uint8_t *const to15 = permkern_at_out(out, col[15]);
        wasm_v128_store32_lane(to0, b0, 0);
        wasm_v128_store32_lane(to1, b0, 1);
        wasm_v128_store32_lane(to2, b0, 2);
        wasm_v128_store32_lane(to3, b0, 3);
        wasm_v128_store32_lane(to4, b2, 0);
        wasm_v128_store32_lane(to5, b2, 1);
        wasm_v128_store32_lane(to6, b2, 2);
        wasm_v128_store32_lane(to7, b2, 3);
        wasm_v128_store32_lane(to8, b1, 0);
        wasm_v128_store32_lane(to9, b1, 1);
        wasm_v128_store32_lane(to10, b1, 2);
        wasm_v128_store32_lane(to11, b1, 3);
        wasm_v128_store32_lane(to12, b3, 0);
        wasm_v128_store32_lane(to13, b3, 1);
        wasm_v128_store32_lane(to14, b3, 2);
        wasm_v128_store32_lane(to15, b3, 3);
        if (cols == 16) {
            return;
        }
        in += 16;
        col += 16;
        cols -= 16;
    }
}

/* Moves 2 rows in tiles of 16 columns. */
static void x8_strip_2x16_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                  const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(permkern_at(in, row[0]));
        const v128_t v1 = wasm_v128_load(permkern_at(in, row[1]));
        /* Columns: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a1 = wasm_i8x16_shuffle(v0, v1, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        uint8_t *const to8 = permkern_at_out(out, col[8]);
        uint8_t *const to9 = permkern_at_out(out, col[9]);
        uint8_t *const to10 = permkern_at_out(out, col[10]);
        uint8_t *const to11 = permkern_at_out(out, col[11]);
        uint8_t *const to12 = permkern_at_out(out, col[12]);
        uint8_t *const to13 = permkern_at_out(out, col[13]);
        uint8_t *const to14 = permkern_at_out(out, col[14]);
        uint8_t *const to15 = permkern_at_out(out, col[15]);
        wasm_v128_store16_lane(to0, a0, 0);
        wasm_v128_store16_lane(to1, a0, 1);
        wasm_v128_store16_lane(to2, a0, 2);
        wasm_v128_store16_lane(to3, a0, 3);
        wasm_v128_store16_lane(to4, a0, 4);
        wasm_v128_store16_lane(to5, a0, 5);
        wasm_v128_store16_lane(to6, a0, 6);
        wasm_v128_store16_lane(to7, a0, 7);
        wasm_v128_store16_lane(to8, a1, 0);
        wasm_v128_store16_lane(to9, a1, 1);
        wasm_v128_store16_lane(to10, a1, 2);
        wasm_v128_store16_lane(to11, a1, 3);
        wasm_v128_store16_lane(to12, a1, 4);
        wasm_v128_store16_lane(to13, a1, 5);
        wasm_v128_store16_lane(to14, a1, 6);
        wasm_v128_store16_lane(to15, a1, 7);
        if (cols == 16) {
            return;
        }
        in += 16;
        col += 16;
        cols -= 16;
    }
}

#endif /* PERMKERN_SIMD128_TILES8_COLS16_H */
