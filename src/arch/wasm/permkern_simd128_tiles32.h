/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 32-bit elements for WebAssembly with SIMD of 128 bits: strips of 4 and 2 columns.
 * Part of permkern_simd128.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SIMD128_TILES32_H
#define PERMKERN_SIMD128_TILES32_H

/* Moves 4 rows in tiles of 4 columns. */
static void x32_strip_4x4_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(in + row[0]);
        const v128_t v1 = wasm_v128_load(in + row[1]);
        const v128_t v2 = wasm_v128_load(in + row[2]);
        const v128_t v3 = wasm_v128_load(in + row[3]);
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const v128_t a0 = wasm_i32x4_shuffle(v0, v2, 0, 4, 1, 5);
        const v128_t a1 = wasm_i32x4_shuffle(v0, v2, 2, 6, 3, 7);
        const v128_t a2 = wasm_i32x4_shuffle(v1, v3, 0, 4, 1, 5);
        const v128_t a3 = wasm_i32x4_shuffle(v1, v3, 2, 6, 3, 7);
        /* Columns: b0 has rows 0 to 3 of column 0. */
        const v128_t b0 = wasm_i32x4_shuffle(a0, a2, 0, 4, 1, 5);
        const v128_t b1 = wasm_i32x4_shuffle(a0, a2, 2, 6, 3, 7);
        const v128_t b2 = wasm_i32x4_shuffle(a1, a3, 0, 4, 1, 5);
        const v128_t b3 = wasm_i32x4_shuffle(a1, a3, 2, 6, 3, 7);
        wasm_v128_store(out + col[0], b0);
        wasm_v128_store(out + col[1], b1);
        wasm_v128_store(out + col[2], b2);
        wasm_v128_store(out + col[3], b3);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 4;
        col += on;
        cols -= on;
    }
}

/* Moves 4 rows in tiles of 2 columns. */
static void x32_strip_4x2_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load64_zero(in + row[0]);
        const v128_t v1 = wasm_v128_load64_zero(in + row[1]);
        const v128_t v2 = wasm_v128_load64_zero(in + row[2]);
        const v128_t v3 = wasm_v128_load64_zero(in + row[3]);
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 and 1, column by column. */
        const v128_t a0 = wasm_i32x4_shuffle(v0, v2, 0, 4, 1, 5);
        const v128_t a2 = wasm_i32x4_shuffle(v1, v3, 0, 4, 1, 5);
        /* Columns: b0 has rows 0 to 3 of column 0. */
        const v128_t b0 = wasm_i32x4_shuffle(a0, a2, 0, 4, 1, 5);
        const v128_t b1 = wasm_i32x4_shuffle(a0, a2, 2, 6, 3, 7);
        wasm_v128_store(out + col[0], b0);
        wasm_v128_store(out + col[1], b1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 4;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 4 columns. */
static void x32_strip_2x4_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(in + row[0]);
        const v128_t v1 = wasm_v128_load(in + row[1]);
        /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const v128_t a0 = wasm_i32x4_shuffle(v0, v1, 0, 4, 1, 5);
        const v128_t a1 = wasm_i32x4_shuffle(v0, v1, 2, 6, 3, 7);
        wasm_v128_store64_lane(out + col[0], a0, 0);
        wasm_v128_store64_lane(out + col[1], a0, 1);
        wasm_v128_store64_lane(out + col[2], a1, 0);
        wasm_v128_store64_lane(out + col[3], a1, 1);
        if (cols == 4) {
            return;
        }
        const size_t on = cols < 8 ? cols - 4 : 4;
        in += on * 4;
        col += on;
        cols -= on;
    }
}

/* Moves 2 rows in tiles of 2 columns. */
static void x32_strip_2x2_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load64_zero(in + row[0]);
        const v128_t v1 = wasm_v128_load64_zero(in + row[1]);
        /* Columns: a0 has rows 0 and 1 of columns 0 and 1, column by column. */
        const v128_t a0 = wasm_i32x4_shuffle(v0, v1, 0, 4, 1, 5);
        wasm_v128_store64_lane(out + col[0], a0, 0);
        wasm_v128_store64_lane(out + col[1], a0, 1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 4;
        col += on;
        cols -= on;
    }
}

#endif /* PERMKERN_SIMD128_TILES32_H */
