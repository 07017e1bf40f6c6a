/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of 64-bit elements for WebAssembly with SIMD of 128 bits: strips of 2 columns.
 * Part of permkern_simd128.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_tiles.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SIMD128_TILES64_H
#define PERMKERN_SIMD128_TILES64_H

/* Moves 16 rows in tiles of 2 columns. */
static void x64_strip_16x2_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
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
        /* Columns: a0 has rows 0 and 1 of column 0. */
        const v128_t a0 = wasm_i64x2_shuffle(v0, v1, 0, 2);
        const v128_t a1 = wasm_i64x2_shuffle(v0, v1, 1, 3);
        const v128_t a2 = wasm_i64x2_shuffle(v2, v3, 0, 2);
        const v128_t a3 = wasm_i64x2_shuffle(v2, v3, 1, 3);
        const v128_t a4 = wasm_i64x2_shuffle(v4, v5, 0, 2);
        const v128_t a5 = wasm_i64x2_shuffle(v4, v5, 1, 3);
        const v128_t a6 = wasm_i64x2_shuffle(v6, v7, 0, 2);
        const v128_t a7 = wasm_i64x2_shuffle(v6, v7, 1, 3);
        const v128_t a8 = wasm_i64x2_shuffle(v8, v9, 0, 2);
        const v128_t a9 = wasm_i64x2_shuffle(v8, v9, 1, 3);
        const v128_t a10 = wasm_i64x2_shuffle(v10, v11, 0, 2);
        const v128_t a11 = wasm_i64x2_shuffle(v10, v11, 1, 3);
        const v128_t a12 = wasm_i64x2_shuffle(v12, v13, 0, 2);
        const v128_t a13 = wasm_i64x2_shuffle(v12, v13, 1, 3);
        const v128_t a14 = wasm_i64x2_shuffle(v14, v15, 0, 2);
        const v128_t a15 = wasm_i64x2_shuffle(v14, v15, 1, 3);
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        wasm_v128_store(to0, a0);
        wasm_v128_store(to0 + 16, a2);
        wasm_v128_store(to0 + 32, a4);
        wasm_v128_store(to0 + 48, a6);
        wasm_v128_store(to0 + 64, a8);
        wasm_v128_store(to0 + 80, a10);
        wasm_v128_store(to0 + 96, a12);
        wasm_v128_store(to0 + 112, a14);
        wasm_v128_store(to1, a1);
        wasm_v128_store(to1 + 16, a3);
        wasm_v128_store(to1 + 32, a5);
        wasm_v128_store(to1 + 48, a7);
        wasm_v128_store(to1 + 64, a9);
        wasm_v128_store(to1 + 80, a11);
        wasm_v128_store(to1 + 96, a13);
        wasm_v128_store(to1 + 112, a15);
        if (cols == 2) {
            return;
        }
        in += 16;
        col += 2;
        cols -= 2;
    }
}

/* Moves 8 rows in tiles of 2 columns. */
static void x64_strip_8x2_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
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
        /* Columns: a0 has rows 0 and 1 of column 0. */
        const v128_t a0 = wasm_i64x2_shuffle(v0, v1, 0, 2);
        const v128_t a1 = wasm_i64x2_shuffle(v0, v1, 1, 3);
        const v128_t a2 = wasm_i64x2_shuffle(v2, v3, 0, 2);
        const v128_t a3 = wasm_i64x2_shuffle(v2, v3, 1, 3);
        const v128_t a4 = wasm_i64x2_shuffle(v4, v5, 0, 2);
        const v128_t a5 = wasm_i64x2_shuffle(v4, v5, 1, 3);
        const v128_t a6 = wasm_i64x2_shuffle(v6, v7, 0, 2);
        const v128_t a7 = wasm_i64x2_shuffle(v6, v7, 1, 3);
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        wasm_v128_store(to0, a0);
        wasm_v128_store(to0 + 16, a2);
        wasm_v128_store(to0 + 32, a4);
        wasm_v128_store(to0 + 48, a6);
        wasm_v128_store(to1, a1);
        wasm_v128_store(to1 + 16, a3);
        wasm_v128_store(to1 + 32, a5);
        wasm_v128_store(to1 + 48, a7);
        if (cols == 2) {
            return;
        }
        in += 16;
        col += 2;
        cols -= 2;
    }
}

/* Moves 4 rows in tiles of 2 columns. */
static void x64_strip_4x2_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                  const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(permkern_at(in, row[0]));
        const v128_t v1 = wasm_v128_load(permkern_at(in, row[1]));
        const v128_t v2 = wasm_v128_load(permkern_at(in, row[2]));
        const v128_t v3 = wasm_v128_load(permkern_at(in, row[3]));
        /* Columns: a0 has rows 0 and 1 of column 0. */
        const v128_t a0 = wasm_i64x2_shuffle(v0, v1, 0, 2);
        const v128_t a1 = wasm_i64x2_shuffle(v0, v1, 1, 3);
        const v128_t a2 = wasm_i64x2_shuffle(v2, v3, 0, 2);
        const v128_t a3 = wasm_i64x2_shuffle(v2, v3, 1, 3);
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        wasm_v128_store(to0, a0);
        wasm_v128_store(to0 + 16, a2);
        wasm_v128_store(to1, a1);
        wasm_v128_store(to1 + 16, a3);
        if (cols == 2) {
            return;
        }
        in += 16;
        col += 2;
        cols -= 2;
    }
}

/* Moves 2 rows in tiles of 2 columns. */
static void x64_strip_2x2_simd128(const uint8_t *restrict in, const size_t *restrict row, uint8_t *restrict out,
                                  const size_t *restrict col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(permkern_at(in, row[0]));
        const v128_t v1 = wasm_v128_load(permkern_at(in, row[1]));
        /* Columns: a0 has rows 0 and 1 of column 0. */
        const v128_t a0 = wasm_i64x2_shuffle(v0, v1, 0, 2);
        const v128_t a1 = wasm_i64x2_shuffle(v0, v1, 1, 3);
        uint8_t *const to0 = permkern_at_out(out, col[0]);
        uint8_t *const to1 = permkern_at_out(out, col[1]);
        wasm_v128_store(to0, a0);
        wasm_v128_store(to1, a1);
        if (cols == 2) {
            return;
        }
        in += 16;
        col += 2;
        cols -= 2;
    }
}

#endif /* PERMKERN_SIMD128_TILES64_H */
