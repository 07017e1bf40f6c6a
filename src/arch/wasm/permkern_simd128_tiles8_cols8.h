/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 8-bit elements for WebAssembly with SIMD of 128 bits: strips of 8 columns.
 * Part of permkern_simd128.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SIMD128_TILES8_COLS8_H
#define PERMKERN_SIMD128_TILES8_COLS8_H

/* Moves 16 rows by one tile of 8 columns. */
static void x8_strip_16x8_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                  const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const v128_t v0 = wasm_v128_load64_zero(permkern_at(in, row[0]));
    const v128_t v1 = wasm_v128_load64_zero(permkern_at(in, row[1]));
    const v128_t v2 = wasm_v128_load64_zero(permkern_at(in, row[2]));
    const v128_t v3 = wasm_v128_load64_zero(permkern_at(in, row[3]));
    const v128_t v4 = wasm_v128_load64_zero(permkern_at(in, row[4]));
    const v128_t v5 = wasm_v128_load64_zero(permkern_at(in, row[5]));
    const v128_t v6 = wasm_v128_load64_zero(permkern_at(in, row[6]));
    const v128_t v7 = wasm_v128_load64_zero(permkern_at(in, row[7]));
    const v128_t v8 = wasm_v128_load64_zero(permkern_at(in, row[8]));
    const v128_t v9 = wasm_v128_load64_zero(permkern_at(in, row[9]));
    const v128_t v10 = wasm_v128_load64_zero(permkern_at(in, row[10]));
    const v128_t v11 = wasm_v128_load64_zero(permkern_at(in, row[11]));
    const v128_t v12 = wasm_v128_load64_zero(permkern_at(in, row[12]));
    const v128_t v13 = wasm_v128_load64_zero(permkern_at(in, row[13]));
    const v128_t v14 = wasm_v128_load64_zero(permkern_at(in, row[14]));
    const v128_t v15 = wasm_v128_load64_zero(permkern_at(in, row[15]));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
    const v128_t a0 = wasm_i8x16_shuffle(v0, v1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t a2 = wasm_i8x16_shuffle(v2, v3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t a4 = wasm_i8x16_shuffle(v4, v5, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t a6 = wasm_i8x16_shuffle(v6, v7, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t a8 = wasm_i8x16_shuffle(v8, v9, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t a10 = wasm_i8x16_shuffle(v10, v11, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t a12 = wasm_i8x16_shuffle(v12, v13, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t a14 = wasm_i8x16_shuffle(v14, v15, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    /* Fours of rows: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
    const v128_t b0 = wasm_i16x8_shuffle(a0, a2, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t b2 = wasm_i16x8_shuffle(a0, a2, 4, 12, 5, 13, 6, 14, 7, 15);
    const v128_t b4 = wasm_i16x8_shuffle(a4, a6, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t b6 = wasm_i16x8_shuffle(a4, a6, 4, 12, 5, 13, 6, 14, 7, 15);
    const v128_t b8 = wasm_i16x8_shuffle(a8, a10, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t b10 = wasm_i16x8_shuffle(a8, a10, 4, 12, 5, 13, 6, 14, 7, 15);
    const v128_t b12 = wasm_i16x8_shuffle(a12, a14, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t b14 = wasm_i16x8_shuffle(a12, a14, 4, 12, 5, 13, 6, 14, 7, 15);
    /* Eights of rows: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
    const v128_t c0 = wasm_i32x4_shuffle(b0, b4, 0, 4, 1, 5);
    const v128_t c4 = wasm_i32x4_shuffle(b0, b4, 2, 6, 3, 7);
    const v128_t c2 = wasm_i32x4_shuffle(b2, b6, 0, 4, 1, 5);
    const v128_t c6 = wasm_i32x4_shuffle(b2, b6, 2, 6, 3, 7);
    const v128_t c8 = wasm_i32x4_shuffle(b8, b12, 0, 4, 1, 5);
    const v128_t c12 = wasm_i32x4_shuffle(b8, b12, 2, 6, 3, 7);
    const v128_t c10 = wasm_i32x4_shuffle(b10, b14, 0, 4, 1, 5);
    const v128_t c14 = wasm_i32x4_shuffle(b10, b14, 2, 6, 3, 7);
    /* Columns: d0 has rows 0 to 15 of column 0. */
    const v128_t d0 = wasm_i64x2_shuffle(c0, c8, 0, 2);
    const v128_t d8 = wasm_i64x2_shuffle(c0, c8, 1, 3);
    const v128_t d2 = wasm_i64x2_shuffle(c2, c10, 0, 2);
    const v128_t d10 = wasm_i64x2_shuffle(c2, c10, 1, 3);
    const v128_t d4 = wasm_i64x2_shuffle(c4, c12, 0, 2);
    const v128_t d12 = wasm_i64x2_shuffle(c4, c12, 1, 3);
    const v128_t d6 = wasm_i64x2_shuffle(c6, c14, 0, 2);
    const v128_t d14 = wasm_i64x2_shuffle(c6, c14, 1, 3);
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    uint8_t *const to2 = permkern_at_out(out, col[2]);
    uint8_t *const to3 = permkern_at_out(out, col[3]);
    uint8_t *const to4 = permkern_at_out(out, col[4]);
    uint8_t *const to5 = permkern_at_out(out, col[5]);
    uint8_t *const to6 = permkern_at_out(out, col[6]);
    uint8_t *const to7 = permkern_at_out(out, col[7]);
    wasm_v128_store(to0, d0);
    wasm_v128_store(to1, d8);
    wasm_v128_store(to2, d4);
    wasm_v128_store(to3, d12);
    wasm_v128_store(to4, d2);
    wasm_v128_store(to5, d10);
    wasm_v128_store(to6, d6);
    wasm_v128_store(to7, d14);
}

/* Moves 8 rows by one tile of 8 columns. */
static void x8_strip_8x8_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                 const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const v128_t v0 = wasm_v128_load64_zero(permkern_at(in, row[0]));
    const v128_t v1 = wasm_v128_load64_zero(permkern_at(in, row[1]));
    const v128_t v2 = wasm_v128_load64_zero(permkern_at(in, row[2]));
    const v128_t v3 = wasm_v128_load64_zero(permkern_at(in, row[3]));
    const v128_t v4 = wasm_v128_load64_zero(permkern_at(in, row[4]));
    const v128_t v5 = wasm_v128_load64_zero(permkern_at(in, row[5]));
    const v128_t v6 = wasm_v128_load64_zero(permkern_at(in, row[6]));
    const v128_t v7 = wasm_v128_load64_zero(permkern_at(in, row[7]));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
    const v128_t a0 = wasm_i8x16_shuffle(v0, v1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t a2 = wasm_i8x16_shuffle(v2, v3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t a4 = wasm_i8x16_shuffle(v4, v5, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t a6 = wasm_i8x16_shuffle(v6, v7, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    /* Fours of rows: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
    const v128_t b0 = wasm_i16x8_shuffle(a0, a2, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t b2 = wasm_i16x8_shuffle(a0, a2, 4, 12, 5, 13, 6, 14, 7, 15);
    const v128_t b4 = wasm_i16x8_shuffle(a4, a6, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t b6 = wasm_i16x8_shuffle(a4, a6, 4, 12, 5, 13, 6, 14, 7, 15);
    /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
    const v128_t c0 = wasm_i32x4_shuffle(b0, b4, 0, 4, 1, 5);
    const v128_t c4 = wasm_i32x4_shuffle(b0, b4, 2, 6, 3, 7);
    const v128_t c2 = wasm_i32x4_shuffle(b2, b6, 0, 4, 1, 5);
    const v128_t c6 = wasm_i32x4_shuffle(b2, b6, 2, 6, 3, 7);
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    uint8_t *const to2 = permkern_at_out(out, col[2]);
    uint8_t *const to3 = permkern_at_out(out, col[3]);
    uint8_t *const to4 = permkern_at_out(out, col[4]);
    uint8_t *const to5 = permkern_at_out(out, col[5]);
    uint8_t *const to6 = permkern_at_out(out, col[6]);
    uint8_t *const to7 = permkern_at_out(out, col[7]);
    wasm_v128_store64_lane(to0, c0, 0);
    wasm_v128_store64_lane(to1, c0, 1);
    wasm_v128_store64_lane(to2, c4, 0);
    wasm_v128_store64_lane(to3, c4, 1);
    wasm_v128_store64_lane(to4, c2, 0);
    wasm_v128_store64_lane(to5, c2, 1);
    wasm_v128_store64_lane(to6, c6, 0);
    wasm_v128_store64_lane(to7, c6, 1);
}

/* Moves 4 rows by one tile of 8 columns. */
static void x8_strip_4x8_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                 const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const v128_t v0 = wasm_v128_load64_zero(permkern_at(in, row[0]));
    const v128_t v1 = wasm_v128_load64_zero(permkern_at(in, row[1]));
    const v128_t v2 = wasm_v128_load64_zero(permkern_at(in, row[2]));
    const v128_t v3 = wasm_v128_load64_zero(permkern_at(in, row[3]));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
    const v128_t a0 = wasm_i8x16_shuffle(v0, v1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t a2 = wasm_i8x16_shuffle(v2, v3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
    const v128_t b0 = wasm_i16x8_shuffle(a0, a2, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t b2 = wasm_i16x8_shuffle(a0, a2, 4, 12, 5, 13, 6, 14, 7, 15);
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    uint8_t *const to2 = permkern_at_out(out, col[2]);
    uint8_t *const to3 = permkern_at_out(out, col[3]);
    uint8_t *const to4 = permkern_at_out(out, col[4]);
    uint8_t *const to5 = permkern_at_out(out, col[5]);
    uint8_t *const to6 = permkern_at_out(out, col[6]);
    uint8_t *const to7 = permkern_at_out(out, col[7]);
    wasm_v128_store32_lane(to0, b0, 0);
    wasm_v128_store32_lane(to1, b0, 1);
    wasm_v128_store32_lane(to2, b0, 2);
    wasm_v128_store32_lane(to3, b0, 3);
    wasm_v128_store32_lane(to4, b2, 0);
    wasm_v128_store32_lane(to5, b2, 1);
    wasm_v128_store32_lane(to6, b2, 2);
    wasm_v128_store32_lane(to7, b2, 3);
}

/* Moves 2 rows by one tile of 8 columns. */
static void x8_strip_2x8_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                 const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const v128_t v0 = wasm_v128_load64_zero(permkern_at(in, row[0]));
    const v128_t v1 = wasm_v128_load64_zero(permkern_at(in, row[1]));
    /* Columns: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
    const v128_t a0 = wasm_i8x16_shuffle(v0, v1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    uint8_t *const to2 = permkern_at_out(out, col[2]);
    uint8_t *const to3 = permkern_at_out(out, col[3]);
    uint8_t *const to4 = permkern_at_out(out, col[4]);
    uint8_t *const to5 = permkern_at_out(out, col[5]);
    uint8_t *const to6 = permkern_at_out(out, col[6]);
    uint8_t *const to7 = permkern_at_out(out, col[7]);
    wasm_v128_store16_lane(to0, a0, 0);
    wasm_v128_store16_lane(to1, a0, 1);
    wasm_v128_store16_lane(to2, a0, 2);
    wasm_v128_store16_lane(to3, a0, 3);
    wasm_v128_store16_lane(to4, a0, 4);
    wasm_v128_store16_lane(to5, a0, 5);
    wasm_v128_store16_lane(to6, a0, 6);
    wasm_v128_store16_lane(to7, a0, 7);
}

#endif /* PERMKERN_SIMD128_TILES8_COLS8_H */
