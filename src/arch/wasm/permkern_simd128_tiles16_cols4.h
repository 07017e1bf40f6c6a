/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 16-bit elements for WebAssembly with SIMD of 128 bits: strips of 4 and 2 columns.
 * Part of permkern_simd128.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SIMD128_TILES16_COLS4_H
#define PERMKERN_SIMD128_TILES16_COLS4_H

/* Moves 16 rows by one tile of 4 columns. */
static void x16_strip_16x4_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
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
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
    const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a2 = wasm_i16x8_shuffle(v2, v3, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a4 = wasm_i16x8_shuffle(v4, v5, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a6 = wasm_i16x8_shuffle(v6, v7, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a8 = wasm_i16x8_shuffle(v8, v9, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a10 = wasm_i16x8_shuffle(v10, v11, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a12 = wasm_i16x8_shuffle(v12, v13, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a14 = wasm_i16x8_shuffle(v14, v15, 0, 8, 1, 9, 2, 10, 3, 11);
    /* Fours of rows: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const v128_t b0 = wasm_i32x4_shuffle(a0, a2, 0, 4, 1, 5);
    const v128_t b2 = wasm_i32x4_shuffle(a0, a2, 2, 6, 3, 7);
    const v128_t b4 = wasm_i32x4_shuffle(a4, a6, 0, 4, 1, 5);
    const v128_t b6 = wasm_i32x4_shuffle(a4, a6, 2, 6, 3, 7);
    const v128_t b8 = wasm_i32x4_shuffle(a8, a10, 0, 4, 1, 5);
    const v128_t b10 = wasm_i32x4_shuffle(a8, a10, 2, 6, 3, 7);
    const v128_t b12 = wasm_i32x4_shuffle(a12, a14, 0, 4, 1, 5);
    const v128_t b14 = wasm_i32x4_shuffle(a12, a14, 2, 6, 3, 7);
    /* Columns: c0 has rows 0 to 7 of column 0. */
    const v128_t c0 = wasm_i64x2_shuffle(b0, b4, 0, 2);
    const v128_t c4 = wasm_i64x2_shuffle(b0, b4, 1, 3);
    const v128_t c2 = wasm_i64x2_shuffle(b2, b6, 0, 2);
    const v128_t c6 = wasm_i64x2_shuffle(b2, b6, 1, 3);
    const v128_t c8 = wasm_i64x2_shuffle(b8, b12, 0, 2);
    const v128_t c12 = wasm_i64x2_shuffle(b8, b12, 1, 3);
    const v128_t c10 = wasm_i64x2_shuffle(b10, b14, 0, 2);
    const v128_t c14 = wasm_i64x2_shuffle(b10, b14, 1, 3);
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    uint8_t *const to2 = permkern_at_out(out, col[2]);
    uint8_t *const to3 = permkern_at_out(out, col[3]);
    wasm_v128_store(to0, c0);
    wasm_v128_store(to0 + 16, c8);
    wasm_v128_store(to1, c4);
    wasm_v128_store(to1 + 16, c12);
    wasm_v128_store(to2, c2);
    wasm_v128_store(to2 + 16, c10);
    wasm_v128_store(to3, c6);
    wasm_v128_store(to3 + 16, c14);
}

/* Moves 16 rows by one tile of 2 columns. */
static void x16_strip_16x2_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                   const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const v128_t v0 = wasm_v128_load32_zero(permkern_at(in, row[0]));
    const v128_t v1 = wasm_v128_load32_zero(permkern_at(in, row[1]));
    const v128_t v2 = wasm_v128_load32_zero(permkern_at(in, row[2]));
    const v128_t v3 = wasm_v128_load32_zero(permkern_at(in, row[3]));
    const v128_t v4 = wasm_v128_load32_zero(permkern_at(in, row[4]));
    const v128_t v5 = wasm_v128_load32_zero(permkern_at(in, row[5]));
    const v128_t v6 = wasm_v128_load32_zero(permkern_at(in, row[6]));
    const v128_t v7 = wasm_v128_load32_zero(permkern_at(in, row[7]));
    const v128_t v8 = wasm_v128_load32_zero(permkern_at(in, row[8]));
    const v128_t v9 = wasm_v128_load32_zero(permkern_at(in, row[9]));
    const v128_t v10 = wasm_v128_load32_zero(permkern_at(in, row[10]));
    const v128_t v11 = wasm_v128_load32_zero(permkern_at(in, row[11]));
    const v128_t v12 = wasm_v128_load32_zero(permkern_at(in, row[12]));
    const v128_t v13 = wasm_v128_load32_zero(permkern_at(in, row[13]));
    const v128_t v14 = wasm_v128_load32_zero(permkern_at(in, row[14]));
    const v128_t v15 = wasm_v128_load32_zero(permkern_at(in, row[15]));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a2 = wasm_i16x8_shuffle(v2, v3, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a4 = wasm_i16x8_shuffle(v4, v5, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a6 = wasm_i16x8_shuffle(v6, v7, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a8 = wasm_i16x8_shuffle(v8, v9, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a10 = wasm_i16x8_shuffle(v10, v11, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a12 = wasm_i16x8_shuffle(v12, v13, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a14 = wasm_i16x8_shuffle(v14, v15, 0, 8, 1, 9, 2, 10, 3, 11);
    /* Fours of rows: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const v128_t b0 = wasm_i32x4_shuffle(a0, a2, 0, 4, 1, 5);
    const v128_t b4 = wasm_i32x4_shuffle(a4, a6, 0, 4, 1, 5);
    const v128_t b8 = wasm_i32x4_shuffle(a8, a10, 0, 4, 1, 5);
    const v128_t b12 = wasm_i32x4_shuffle(a12, a14, 0, 4, 1, 5);
    /* Columns: c0 has rows 0 to 7 of column 0. */
    const v128_t c0 = wasm_i64x2_shuffle(b0, b4, 0, 2);
    const v128_t c4 = wasm_i64x2_shuffle(b0, b4, 1, 3);
    const v128_t c8 = wasm_i64x2_shuffle(b8, b12, 0, 2);
    const v128_t c12 = wasm_i64x2_shuffle(b8, b12, 1, 3);
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    wasm_v128_store(to0, c0);
    wasm_v128_store(to0 + 16, c8);
    wasm_v128_store(to1, c4);
    wasm_v128_store(to1 + 16, c12);
}

/* Moves 8 rows by one tile of 4 columns. */
static void x16_strip_8x4_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
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
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
    const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a2 = wasm_i16x8_shuffle(v2, v3, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a4 = wasm_i16x8_shuffle(v4, v5, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a6 = wasm_i16x8_shuffle(v6, v7, 0, 8, 1, 9, 2, 10, 3, 11);
    /* Fours of rows: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const v128_t b0 = wasm_i32x4_shuffle(a0, a2, 0, 4, 1, 5);
    const v128_t b2 = wasm_i32x4_shuffle(a0, a2, 2, 6, 3, 7);
    const v128_t b4 = wasm_i32x4_shuffle(a4, a6, 0, 4, 1, 5);
    const v128_t b6 = wasm_i32x4_shuffle(a4, a6, 2, 6, 3, 7);
    /* Columns: c0 has rows 0 to 7 of column 0. */
    const v128_t c0 = wasm_i64x2_shuffle(b0, b4, 0, 2);
    const v128_t c4 = wasm_i64x2_shuffle(b0, b4, 1, 3);
    const v128_t c2 = wasm_i64x2_shuffle(b2, b6, 0, 2);
    const v128_t c6 = wasm_i64x2_shuffle(b2, b6, 1, 3);
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    uint8_t *const to2 = permkern_at_out(out, col[2]);
    uint8_t *const to3 = permkern_at_out(out, col[3]);
    wasm_v128_store(to0, c0);
    wasm_v128_store(to1, c4);
    wasm_v128_store(to2, c2);
    wasm_v128_store(to3, c6);
}

/* Moves 8 rows by one tile of 2 columns. */
static void x16_strip_8x2_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                  const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const v128_t v0 = wasm_v128_load32_zero(permkern_at(in, row[0]));
    const v128_t v1 = wasm_v128_load32_zero(permkern_at(in, row[1]));
    const v128_t v2 = wasm_v128_load32_zero(permkern_at(in, row[2]));
    const v128_t v3 = wasm_v128_load32_zero(permkern_at(in, row[3]));
    const v128_t v4 = wasm_v128_load32_zero(permkern_at(in, row[4]));
    const v128_t v5 = wasm_v128_load32_zero(permkern_at(in, row[5]));
    const v128_t v6 = wasm_v128_load32_zero(permkern_at(in, row[6]));
    const v128_t v7 = wasm_v128_load32_zero(permkern_at(in, row[7]));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a2 = wasm_i16x8_shuffle(v2, v3, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a4 = wasm_i16x8_shuffle(v4, v5, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a6 = wasm_i16x8_shuffle(v6, v7, 0, 8, 1, 9, 2, 10, 3, 11);
    /* Fours of rows: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const v128_t b0 = wasm_i32x4_shuffle(a0, a2, 0, 4, 1, 5);
    const v128_t b4 = wasm_i32x4_shuffle(a4, a6, 0, 4, 1, 5);
    /* Columns: c0 has rows 0 to 7 of column 0. */
    const v128_t c0 = wasm_i64x2_shuffle(b0, b4, 0, 2);
    const v128_t c4 = wasm_i64x2_shuffle(b0, b4, 1, 3);
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    wasm_v128_store(to0, c0);
    wasm_v128_store(to1, c4);
}

/* Moves 4 rows by one tile of 4 columns. */
static void x16_strip_4x4_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                  const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const v128_t v0 = wasm_v128_load64_zero(permkern_at(in, row[0]));
    const v128_t v1 = wasm_v128_load64_zero(permkern_at(in, row[1]));
    const v128_t v2 = wasm_v128_load64_zero(permkern_at(in, row[2]));
    const v128_t v3 = wasm_v128_load64_zero(permkern_at(in, row[3]));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
    const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a2 = wasm_i16x8_shuffle(v2, v3, 0, 8, 1, 9, 2, 10, 3, 11);
    /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const v128_t b0 = wasm_i32x4_shuffle(a0, a2, 0, 4, 1, 5);
    const v128_t b2 = wasm_i32x4_shuffle(a0, a2, 2, 6, 3, 7);
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    uint8_t *const to2 = permkern_at_out(out, col[2]);
    uint8_t *const to3 = permkern_at_out(out, col[3]);
    wasm_v128_store64_lane(to0, b0, 0);
    wasm_v128_store64_lane(to1, b0, 1);
    wasm_v128_store64_lane(to2, b2, 0);
    wasm_v128_store64_lane(to3, b2, 1);
}

/* Moves 4 rows by one tile of 2 columns. */
static void x16_strip_4x2_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                  const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const v128_t v0 = wasm_v128_load32_zero(permkern_at(in, row[0]));
    const v128_t v1 = wasm_v128_load32_zero(permkern_at(in, row[1]));
    const v128_t v2 = wasm_v128_load32_zero(permkern_at(in, row[2]));
    const v128_t v3 = wasm_v128_load32_zero(permkern_at(in, row[3]));
    /* Pairs of rows: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
    const v128_t a2 = wasm_i16x8_shuffle(v2, v3, 0, 8, 1, 9, 2, 10, 3, 11);
    /* Columns: b0 has rows 0 to 3 of columns 0 and 1, column by column. */
    const v128_t b0 = wasm_i32x4_shuffle(a0, a2, 0, 4, 1, 5);
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    wasm_v128_store64_lane(to0, b0, 0);
    wasm_v128_store64_lane(to1, b0, 1);
}

/* Moves 2 rows by one tile of 4 columns. */
static void x16_strip_2x4_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                  const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const v128_t v0 = wasm_v128_load64_zero(permkern_at(in, row[0]));
    const v128_t v1 = wasm_v128_load64_zero(permkern_at(in, row[1]));
    /* Columns: a0 has rows 0 and 1 of columns 0 to 3, column by column. */
    const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    uint8_t *const to2 = permkern_at_out(out, col[2]);
    uint8_t *const to3 = permkern_at_out(out, col[3]);
    wasm_v128_store32_lane(to0, a0, 0);
    wasm_v128_store32_lane(to1, a0, 1);
    wasm_v128_store32_lane(to2, a0, 2);
    wasm_v128_store32_lane(to3, a0, 3);
}

/* Moves 2 rows by one tile of 2 columns. */
static void x16_strip_2x2_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                  const size_t *restrict col, size_t cols)
{
    (void)cols; /* what is left behind larger tiles is one of these */
    /* Rows, one in each register. */
    const v128_t v0 = wasm_v128_load32_zero(permkern_at(in, row[0]));
    const v128_t v1 = wasm_v128_load32_zero(permkern_at(in, row[1]));
    /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
    const v128_t a0 = wasm_i16x8_shuffle(v0, v1, 0, 8, 1, 9, 2, 10, 3, 11);
    uint8_t *const to0 = permkern_at_out(out, col[0]);
    uint8_t *const to1 = permkern_at_out(out, col[1]);
    wasm_v128_store32_lane(to0, a0, 0);
    wasm_v128_store32_lane(to1, a0, 1);
}

#endif /* PERMKERN_SIMD128_TILES16_COLS4_H */
