/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 16-bit elements for WebAssembly with SIMD of 128 bits: strips of 8 columns.
 * Part of permkern_simd128.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SIMD128_TILES16_COLS8_H
#define PERMKERN_SIMD128_TILES16_COLS8_H

/* Moves 16 rows in tiles of 8 columns. */
static void x16_strip_16x8_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
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
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a1 = wasm_i16x8_shuffle(v0, v1, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a2 = wasm_i16x8_shuffle(v2, v3, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a3 = wasm_i16x8_shuffle(v2, v3, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a4 = wasm_i16x8_shuffle(v4, v5, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a5 = wasm_i16x8_shuffle(v4, v5, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a6 = wasm_i16x8_shuffle(v6, v7, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a7 = wasm_i16x8_shuffle(v6, v7, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a8 = wasm_i16x8_shuffle(v8, v9, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a9 = wasm_i16x8_shuffle(v8, v9, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a10 = wasm_i16x8_shuffle(v10, v11, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a11 = wasm_i16x8_shuffle(v10, v11, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a12 = wasm_i16x8_shuffle(v12, v13, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a13 = wasm_i16x8_shuffle(v12, v13, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a14 = wasm_i16x8_shuffle(v14, v15, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a15 = wasm_i16x8_shuffle(v14, v15, 4, 12, 5, 13, 6, 14, 7, 15);
        /* Fours of rows: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const v128_t b0 = wasm_i32x4_shuffle(a0, a2, 0, 4, 1, 5);
        const v128_t b2 = wasm_i32x4_shuffle(a0, a2, 2, 6, 3, 7);
        const v128_t b1 = wasm_i32x4_shuffle(a1, a3, 0, 4, 1, 5);
        const v128_t b3 = wasm_i32x4_shuffle(a1, a3, 2, 6, 3, 7);
        const v128_t b4 = wasm_i32x4_shuffle(a4, a6, 0, 4, 1, 5);
        const v128_t b6 = wasm_i32x4_shuffle(a4, a6, 2, 6, 3, 7);
        const v128_t b5 = wasm_i32x4_shuffle(a5, a7, 0, 4, 1, 5);
        const v128_t b7 = wasm_i32x4_shuffle(a5, a7, 2, 6, 3, 7);
        const v128_t b8 = wasm_i32x4_shuffle(a8, a10, 0, 4, 1, 5);
        const v128_t b10 = wasm_i32x4_shuffle(a8, a10, 2, 6, 3, 7);
        const v128_t b9 = wasm_i32x4_shuffle(a9, a11, 0, 4, 1, 5);
        const v128_t b11 = wasm_i32x4_shuffle(a9, a11, 2, 6, 3, 7);
        const v128_t b12 = wasm_i32x4_shuffle(a12, a14, 0, 4, 1, 5);
        const v128_t b14 = wasm_i32x4_shuffle(a12, a14, 2, 6, 3, 7);
        const v128_t b13 = wasm_i32x4_shuffle(a13, a15, 0, 4, 1, 5);
        const v128_t b15 = wasm_i32x4_shuffle(a13, a15, 2, 6, 3, 7);
        /* Columns: c0 has rows 0 to 7 of column 0. */
        const v128_t c0 = wasm_i64x2_shuffle(b0, b4, 0, 2);
        const v128_t c4 = wasm_i64x2_shuffle(b0, b4, 1, 3);
        const v128_t c1 = wasm_i64x2_shuffle(b1, b5, 0, 2);
        const v128_t c5 = wasm_i64x2_shuffle(b1, b5, 1, 3);
        const v128_t c2 = wasm_i64x2_shuffle(b2, b6, 0, 2);
        const v128_t c6 = wasm_i64x2_shuffle(b2, b6, 1, 3);
        const v128_t c3 = wasm_i64x2_shuffle(b3, b7, 0, 2);
        const v128_t c7 = wasm_i64x2_shuffle(b3, b7, 1, 3);
        const v128_t c8 = wasm_i64x2_shuffle(b8, b12, 0, 2);
        const v128_t c12 = wasm_i64x2_shuffle(b8, b12, 1, 3);
        const v128_t c9 = wasm_i64x2_shuffle(b9, b13, 0, 2);
        const v128_t c13 = wasm_i64x2_shuffle(b9, b13, 1, 3);
        const v128_t c10 = wasm_i64x2_shuffle(b10, b14, 0, 2);
        const v128_t c14 = wasm_i64x2_shuffle(b10, b14, 1, 3);
        const v128_t c11 = wasm_i64x2_shuffle(b11, b15, 0, 2);
        const v128_t c15 = wasm_i64x2_shuffle(b11, b15, 1, 3);
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        wasm_v128_store(to0, c0);
        wasm_v128_store(to0 + 16, c8);
        wasm_v128_store(to1, c4);
        wasm_v128_store(to1 + 16, c12);
        wasm_v128_store(to2, c2);
        wasm_v128_store(to2 + 16, c10);
        wasm_v128_store(to3, c6);
        wasm_v128_store(to3 + 16, c14);
        wasm_v128_store(to4, c1);
        wasm_v128_store(to4 + 16, c9);
        wasm_v128_store(to5, c5);
        wasm_v128_store(to5 + 16, c13);
        wasm_v128_store(to6, c3);
        wasm_v128_store(to6 + 16, c11);
        wasm_v128_store(to7, c7);
        wasm_v128_store(to7 + 16, c15);
        if (cols == 8) {
            return;
        }
        in += 16;
        col += 8;
        cols -= 8;
    }
}

/* Moves 8 rows in tiles of 8 columns. */
static void x16_strip_8x8_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
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
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a1 = wasm_i16x8_shuffle(v0, v1, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a2 = wasm_i16x8_shuffle(v2, v3, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a3 = wasm_i16x8_shuffle(v2, v3, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a4 = wasm_i16x8_shuffle(v4, v5, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a5 = wasm_i16x8_shuffle(v4, v5, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a6 = wasm_i16x8_shuffle(v6, v7, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a7 = wasm_i16x8_shuffle(v6, v7, 4, 12, 5, 13, 6, 14, 7, 15);
        /* Fours of rows: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const v128_t b0 = wasm_i32x4_shuffle(a0, a2, 0, 4, 1, 5);
        const v128_t b2 = wasm_i32x4_shuffle(a0, a2, 2, 6, 3, 7);
        const v128_t b1 = wasm_i32x4_shuffle(a1, a3, 0, 4, 1, 5);
        const v128_t b3 = wasm_i32x4_shuffle(a1, a3, 2, 6, 3, 7);
        const v128_t b4 = wasm_i32x4_shuffle(a4, a6, 0, 4, 1, 5);
        const v128_t b6 = wasm_i32x4_shuffle(a4, a6, 2, 6, 3, 7);
        const v128_t b5 = wasm_i32x4_shuffle(a5, a7, 0, 4, 1, 5);
        const v128_t b7 = wasm_i32x4_shuffle(a5, a7, 2, 6, 3, 7);
        /* Columns: c0 has rows 0 to 7 of column 0. */
        const v128_t c0 = wasm_i64x2_shuffle(b0, b4, 0, 2);
        const v128_t c4 = wasm_i64x2_shuffle(b0, b4, 1, 3);
        const v128_t c1 = wasm_i64x2_shuffle(b1, b5, 0, 2);
        const v128_t c5 = wasm_i64x2_shuffle(b1, b5, 1, 3);
        const v128_t c2 = wasm_i64x2_shuffle(b2, b6, 0, 2);
        const v128_t c6 = wasm_i64x2_shuffle(b2, b6, 1, 3);
        const v128_t c3 = wasm_i64x2_shuffle(b3, b7, 0, 2);
        const v128_t c7 = wasm_i64x2_shuffle(b3, b7, 1, 3);
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        wasm_v128_store(to0, c0);
        wasm_v128_store(to1, c4);
        wasm_v128_store(to2, c2);
        wasm_v128_store(to3, c6);
        wasm_v128_store(to4, c1);
        wasm_v128_store(to5, c5);
        wasm_v128_store(to6, c3);
        wasm_v128_store(to7, c7);
        if (cols == 8) {
            return;
        }
        in += 16;
        col += 8;
        cols -= 8;
    }
}

/* Moves 4 rows in tiles of 8 columns. */
static void x16_strip_4x8_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                  const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(permkern_at(in, row[0]));
        const v128_t v1 = wasm_v128_load(permkern_at(in, row[1]));
        const v128_t v2 = wasm_v128_load(permkern_at(in, row[2]));
        const v128_t v3 = wasm_v128_load(permkern_at(in, row[3]));
        /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a1 = wasm_i16x8_shuffle(v0, v1, 4, 12, 5, 13, 6, 14, 7, 15);
        const v128_t a2 = wasm_i16x8_shuffle(v2, v3, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a3 = wasm_i16x8_shuffle(v2, v3, 4, 12, 5, 13, 6, 14, 7, 15);
        /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
        const v128_t b0 = wasm_i32x4_shuffle(a0, a2, 0, 4, 1, 5);
        const v128_t b2 = wasm_i32x4_shuffle(a0, a2, 2, 6, 3, 7);
        const v128_t b1 = wasm_i32x4_shuffle(a1, a3, 0, 4, 1, 5);
        const v128_t b3 = wasm_i32x4_shuffle(a1, a3, 2, 6, 3, 7);
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        wasm_v128_store64_lane(to0, b0, 0);
        wasm_v128_store64_lane(to1, b0, 1);
        wasm_v128_store64_lane(to2, b2, 0);
        wasm_v128_store64_lane(to3, b2, 1);
        wasm_v128_store64_lane(to4, b1, 0);
        wasm_v128_store64_lane(to5, b1, 1);
        wasm_v128_store64_lane(to6, b3, 0);
        wasm_v128_store64_lane(to7, b3, 1);
        if (cols == 8) {
            return;
        }
        in += 16;
        col += 8;
        cols -= 8;
    }
}

/* Moves 2 rows in tiles of 8 columns. */
static void x16_strip_2x8_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                  const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(permkern_at(in, row[0]));
        const v128_t v1 = wasm_v128_load(permkern_at(in, row[1]));
        /* Columns: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
        const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
        const v128_t a1 = wasm_i16x8_shuffle(v0, v1, 4, 12, 5, 13, 6, 14, 7, 15);
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        uint8_t *const to2 = permkern_at_out(out, col[2]);
        uint8_t *const to3 = permkern_at_out(out, col[3]);
        uint8_t *const to4 = permkern_at_out(out, col[4]);
        uint8_t *const to5 = permkern_at_out(out, col[5]);
        uint8_t *const to6 = permkern_at_out(out, col[6]);
        uint8_t *const to7 = permkern_at_out(out, col[7]);
        wasm_v128_store32_lane(to0, a0, 0);
        wasm_v128_store32_lane(to1, a0, 1);
        wasm_v128_store32_lane(to2, a0, 2);
        wasm_v128_store32_lane(to3, a0, 3);
        wasm_v128_store32_lane(to4, a1, 0);
        wasm_v128_store32_lane(to5, a1, 1);
        wasm_v128_store32_lane(to6, a1, 2);
        wasm_v128_store32_lane(to7, a1, 3);
        if (cols == 8) {
            return;
        }
        in += 16;
        col += 8;
        cols -= 8;
    }
}

#endif /* PERMKERN_SIMD128_TILES16_COLS8_H */
