/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector kernels for WebAssembly with SIMD of 128 bits.
 *
 * Written by tools/autogen from arch_gen/templates/vector.c.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#include "permkern_vector.h"

#ifdef PERMKERN_WASM
#include <wasm_simd128.h>

#if PERMKERN_SMALL_BYTES < 16
#error "plans of this target have no room for an index of 16 bytes: lower small_bytes in arch_gen/"
#endif

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

/* Moves 16 rows in tiles of 8 columns. */
static void x8_strip_16x8_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
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
        const v128_t v8 = wasm_v128_load64_zero(in + row[8]);
        const v128_t v9 = wasm_v128_load64_zero(in + row[9]);
        const v128_t v10 = wasm_v128_load64_zero(in + row[10]);
        const v128_t v11 = wasm_v128_load64_zero(in + row[11]);
        const v128_t v12 = wasm_v128_load64_zero(in + row[12]);
        const v128_t v13 = wasm_v128_load64_zero(in + row[13]);
        const v128_t v14 = wasm_v128_load64_zero(in + row[14]);
        const v128_t v15 = wasm_v128_load64_zero(in + row[15]);
        /* Pairs of rows: a0 has rows 0 and 8 of columns 0 to 7, column by column. */
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
        const v128_t b1 = wasm_i8x16_shuffle(a0, a8, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b4 = wasm_i8x16_shuffle(a2, a10, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b5 = wasm_i8x16_shuffle(a2, a10, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b8 = wasm_i8x16_shuffle(a4, a12, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b9 = wasm_i8x16_shuffle(a4, a12, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b12 = wasm_i8x16_shuffle(a6, a14, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b13 = wasm_i8x16_shuffle(a6, a14, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        /* Eights of rows: c0 has the even rows of columns 0 and 1, column by column. */
        const v128_t c0 = wasm_i8x16_shuffle(b0, b8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c1 = wasm_i8x16_shuffle(b0, b8, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c2 = wasm_i8x16_shuffle(b1, b9, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c3 = wasm_i8x16_shuffle(b1, b9, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c8 = wasm_i8x16_shuffle(b4, b12, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c9 = wasm_i8x16_shuffle(b4, b12, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c10 = wasm_i8x16_shuffle(b5, b13, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c11 = wasm_i8x16_shuffle(b5, b13, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        /* Columns: d0 has rows 0 to 15 of column 0. */
        const v128_t d0 = wasm_i8x16_shuffle(c0, c8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d1 = wasm_i8x16_shuffle(c0, c8, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t d2 = wasm_i8x16_shuffle(c1, c9, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d3 = wasm_i8x16_shuffle(c1, c9, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t d4 = wasm_i8x16_shuffle(c2, c10, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d5 = wasm_i8x16_shuffle(c2, c10, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t d6 = wasm_i8x16_shuffle(c3, c11, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t d7 = wasm_i8x16_shuffle(c3, c11, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        wasm_v128_store(out + col[0], d0);
        wasm_v128_store(out + col[1], d1);
        wasm_v128_store(out + col[2], d2);
        wasm_v128_store(out + col[3], d3);
        wasm_v128_store(out + col[4], d4);
        wasm_v128_store(out + col[5], d5);
        wasm_v128_store(out + col[6], d6);
        wasm_v128_store(out + col[7], d7);
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
        in += on;
        col += on;
        cols -= on;
    }
}

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

/* Moves 8 rows in tiles of 8 columns. */
static void x8_strip_8x8_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
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
        /* Pairs of rows: a0 has rows 0 and 4 of columns 0 to 7, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v4, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a2 = wasm_i8x16_shuffle(v1, v5, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a4 = wasm_i8x16_shuffle(v2, v6, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a6 = wasm_i8x16_shuffle(v3, v7, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        /* Fours of rows: b0 has rows 0, 2, 4 and 6 of columns 0 to 3, column by column. */
        const v128_t b0 = wasm_i8x16_shuffle(a0, a4, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b1 = wasm_i8x16_shuffle(a0, a4, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t b4 = wasm_i8x16_shuffle(a2, a6, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b5 = wasm_i8x16_shuffle(a2, a6, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        /* Columns: c0 has rows 0 to 7 of columns 0 and 1, column by column. */
        const v128_t c0 = wasm_i8x16_shuffle(b0, b4, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c1 = wasm_i8x16_shuffle(b0, b4, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        const v128_t c2 = wasm_i8x16_shuffle(b1, b5, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t c3 = wasm_i8x16_shuffle(b1, b5, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        wasm_v128_store64_lane(out + col[0], c0, 0);
        wasm_v128_store64_lane(out + col[1], c0, 1);
        wasm_v128_store64_lane(out + col[2], c1, 0);
        wasm_v128_store64_lane(out + col[3], c1, 1);
        wasm_v128_store64_lane(out + col[4], c2, 0);
        wasm_v128_store64_lane(out + col[5], c2, 1);
        wasm_v128_store64_lane(out + col[6], c3, 0);
        wasm_v128_store64_lane(out + col[7], c3, 1);
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
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

/* Moves 4 rows in tiles of 8 columns. */
static void x8_strip_4x8_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load64_zero(in + row[0]);
        const v128_t v1 = wasm_v128_load64_zero(in + row[1]);
        const v128_t v2 = wasm_v128_load64_zero(in + row[2]);
        const v128_t v3 = wasm_v128_load64_zero(in + row[3]);
        /* Pairs of rows: a0 has rows 0 and 2 of columns 0 to 7, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v2, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t a2 = wasm_i8x16_shuffle(v1, v3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        /* Columns: b0 has rows 0 to 3 of columns 0 to 3, column by column. */
        const v128_t b0 = wasm_i8x16_shuffle(a0, a2, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        const v128_t b1 = wasm_i8x16_shuffle(a0, a2, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        wasm_v128_store32_lane(out + col[0], b0, 0);
        wasm_v128_store32_lane(out + col[1], b0, 1);
        wasm_v128_store32_lane(out + col[2], b0, 2);
        wasm_v128_store32_lane(out + col[3], b0, 3);
        wasm_v128_store32_lane(out + col[4], b1, 0);
        wasm_v128_store32_lane(out + col[5], b1, 1);
        wasm_v128_store32_lane(out + col[6], b1, 2);
        wasm_v128_store32_lane(out + col[7], b1, 3);
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
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

/* Moves 2 rows in tiles of 8 columns. */
static void x8_strip_2x8_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load64_zero(in + row[0]);
        const v128_t v1 = wasm_v128_load64_zero(in + row[1]);
        /* Columns: a0 has rows 0 and 1 of columns 0 to 7, column by column. */
        const v128_t a0 = wasm_i8x16_shuffle(v0, v1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        wasm_v128_store16_lane(out + col[0], a0, 0);
        wasm_v128_store16_lane(out + col[1], a0, 1);
        wasm_v128_store16_lane(out + col[2], a0, 2);
        wasm_v128_store16_lane(out + col[3], a0, 3);
        wasm_v128_store16_lane(out + col[4], a0, 4);
        wasm_v128_store16_lane(out + col[5], a0, 5);
        wasm_v128_store16_lane(out + col[6], a0, 6);
        wasm_v128_store16_lane(out + col[7], a0, 7);
        if (cols == 8) {
            return;
        }
        const size_t on = cols < 16 ? cols - 8 : 8;
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

/* Moves 2 rows in tiles of 2 columns. */
static void x64_strip_2x2_simd128(const uint8_t *in, const size_t *row, uint8_t *out, const size_t *col, size_t cols)
{
    for (;;) {
        /* Rows, one in each register. */
        const v128_t v0 = wasm_v128_load(in + row[0]);
        const v128_t v1 = wasm_v128_load(in + row[1]);
        /* Columns: a0 has rows 0 and 1 of column 0. */
        const v128_t a0 = wasm_i64x2_shuffle(v0, v1, 0, 2);
        const v128_t a1 = wasm_i64x2_shuffle(v0, v1, 1, 3);
        wasm_v128_store(out + col[0], a0);
        wasm_v128_store(out + col[1], a1);
        if (cols == 2) {
            return;
        }
        const size_t on = cols < 4 ? cols - 2 : 2;
        in += on * 8;
        col += on;
        cols -= on;
    }
}

/*
 * Three channels of 8 bits, 16 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
static const int8_t x8_masks3_simd128[3][16] = {
    {-1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1},
    {0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0},
    {0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0},
};

static const uint8_t x8_split3_order_simd128[3][16] = {
    {0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14, 1, 4, 7, 10, 13},
    {1, 4, 7, 10, 13, 0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14},
    {2, 5, 8, 11, 14, 1, 4, 7, 10, 13, 0, 3, 6, 9, 12, 15},
};

static const uint8_t x8_join3_order_simd128[3][16] = {
    {0, 11, 6, 1, 12, 7, 2, 13, 8, 3, 14, 9, 4, 15, 10, 5},
    {5, 0, 11, 6, 1, 12, 7, 2, 13, 8, 3, 14, 9, 4, 15, 10},
    {10, 5, 0, 11, 6, 1, 12, 7, 2, 13, 8, 3, 14, 9, 4, 15},
};

static void x8_split3_simd128(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 16) {
        permkern_vector_split3(&permkern_simd128, 0, in, out, stride, count);
        return;
    }
    const v128_t m0 = wasm_v128_load(x8_masks3_simd128[0]);
    const v128_t m1 = wasm_v128_load(x8_masks3_simd128[1]);
    const v128_t m2 = wasm_v128_load(x8_masks3_simd128[2]);
    const v128_t order0 = wasm_v128_load(x8_split3_order_simd128[0]);
    const v128_t order1 = wasm_v128_load(x8_split3_order_simd128[1]);
    const v128_t order2 = wasm_v128_load(x8_split3_order_simd128[2]);
    for (;;) {
        v128_t v0 = wasm_v128_load(in);
        v128_t v1 = wasm_v128_load(in + 16);
        v128_t v2 = wasm_v128_load(in + 32);
        /* Channel 0, put in order. */
        const v128_t s0 = wasm_v128_bitselect(v2, wasm_v128_bitselect(v1, v0, m2), m1);
        const v128_t y0 = wasm_i8x16_swizzle(s0, order0);
        wasm_v128_store(out, y0);
        /* Channel 1, put in order. */
        const v128_t s1 = wasm_v128_bitselect(v2, wasm_v128_bitselect(v1, v0, m0), m2);
        const v128_t y1 = wasm_i8x16_swizzle(s1, order1);
        wasm_v128_store(out + stride, y1);
        /* Channel 2, put in order. */
        const v128_t s2 = wasm_v128_bitselect(v2, wasm_v128_bitselect(v1, v0, m1), m0);
        const v128_t y2 = wasm_i8x16_swizzle(s2, order2);
        wasm_v128_store(out + 2 * stride, y2);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        in += on * 3;
        out += on;
        count -= on;
    }
}

static void x8_join3_simd128(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 16) {
        permkern_vector_join3(&permkern_simd128, 0, in, stride, out, count);
        return;
    }
    const v128_t m0 = wasm_v128_load(x8_masks3_simd128[0]);
    const v128_t m1 = wasm_v128_load(x8_masks3_simd128[1]);
    const v128_t m2 = wasm_v128_load(x8_masks3_simd128[2]);
    const v128_t order0 = wasm_v128_load(x8_join3_order_simd128[0]);
    const v128_t order1 = wasm_v128_load(x8_join3_order_simd128[1]);
    const v128_t order2 = wasm_v128_load(x8_join3_order_simd128[2]);
    for (;;) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const v128_t y0 = wasm_i8x16_swizzle(wasm_v128_load(in), order0);
        const v128_t y1 = wasm_i8x16_swizzle(wasm_v128_load(in + stride), order1);
        const v128_t y2 = wasm_i8x16_swizzle(wasm_v128_load(in + 2 * stride), order2);
        /* Piece 0 of the pixels. */
        const v128_t v0 = wasm_v128_bitselect(y2, wasm_v128_bitselect(y1, y0, m1), m2);
        wasm_v128_store(out, v0);
        /* Piece 1 of the pixels. */
        const v128_t v1 = wasm_v128_bitselect(y2, wasm_v128_bitselect(y1, y0, m0), m1);
        wasm_v128_store(out + 16, v1);
        /* Piece 2 of the pixels. */
        const v128_t v2 = wasm_v128_bitselect(y2, wasm_v128_bitselect(y1, y0, m2), m0);
        wasm_v128_store(out + 32, v2);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        in += on;
        out += on * 3;
        count -= on;
    }
}

/*
 * Three channels of 16 bits, 8 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
static const int8_t x16_masks3_simd128[3][16] = {
    {-1, -1, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, -1, -1, 0, 0},
    {0, 0, -1, -1, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, -1, -1},
    {0, 0, 0, 0, -1, -1, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0},
};

static const uint8_t x16_split3_order_simd128[3][16] = {
    {0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5, 10, 11},
    {2, 3, 8, 9, 14, 15, 4, 5, 10, 11, 0, 1, 6, 7, 12, 13},
    {4, 5, 10, 11, 0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15},
};

static const uint8_t x16_join3_order_simd128[3][16] = {
    {0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5, 10, 11},
    {10, 11, 0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15, 4, 5},
    {4, 5, 10, 11, 0, 1, 6, 7, 12, 13, 2, 3, 8, 9, 14, 15},
};

static void x16_split3_simd128(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 8) {
        permkern_vector_split3(&permkern_simd128, 1, in, out, stride, count);
        return;
    }
    const v128_t m0 = wasm_v128_load(x16_masks3_simd128[0]);
    const v128_t m1 = wasm_v128_load(x16_masks3_simd128[1]);
    const v128_t m2 = wasm_v128_load(x16_masks3_simd128[2]);
    const v128_t order0 = wasm_v128_load(x16_split3_order_simd128[0]);
    const v128_t order1 = wasm_v128_load(x16_split3_order_simd128[1]);
    const v128_t order2 = wasm_v128_load(x16_split3_order_simd128[2]);
    for (;;) {
        v128_t v0 = wasm_v128_load(in);
        v128_t v1 = wasm_v128_load(in + 16);
        v128_t v2 = wasm_v128_load(in + 32);
        /* Channel 0, put in order. */
        const v128_t s0 = wasm_v128_bitselect(v2, wasm_v128_bitselect(v1, v0, m1), m2);
        const v128_t y0 = wasm_i8x16_swizzle(s0, order0);
        wasm_v128_store(out, y0);
        /* Channel 1, put in order. */
        const v128_t s1 = wasm_v128_bitselect(v2, wasm_v128_bitselect(v1, v0, m2), m0);
        const v128_t y1 = wasm_i8x16_swizzle(s1, order1);
        wasm_v128_store(out + stride, y1);
        /* Channel 2, put in order. */
        const v128_t s2 = wasm_v128_bitselect(v2, wasm_v128_bitselect(v1, v0, m0), m1);
        const v128_t y2 = wasm_i8x16_swizzle(s2, order2);
        wasm_v128_store(out + 2 * stride, y2);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 6;
        out += on * 2;
        count -= on;
    }
}

static void x16_join3_simd128(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 8) {
        permkern_vector_join3(&permkern_simd128, 1, in, stride, out, count);
        return;
    }
    const v128_t m0 = wasm_v128_load(x16_masks3_simd128[0]);
    const v128_t m1 = wasm_v128_load(x16_masks3_simd128[1]);
    const v128_t m2 = wasm_v128_load(x16_masks3_simd128[2]);
    const v128_t order0 = wasm_v128_load(x16_join3_order_simd128[0]);
    const v128_t order1 = wasm_v128_load(x16_join3_order_simd128[1]);
    const v128_t order2 = wasm_v128_load(x16_join3_order_simd128[2]);
    for (;;) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const v128_t y0 = wasm_i8x16_swizzle(wasm_v128_load(in), order0);
        const v128_t y1 = wasm_i8x16_swizzle(wasm_v128_load(in + stride), order1);
        const v128_t y2 = wasm_i8x16_swizzle(wasm_v128_load(in + 2 * stride), order2);
        /* Piece 0 of the pixels. */
        const v128_t v0 = wasm_v128_bitselect(y2, wasm_v128_bitselect(y1, y0, m1), m2);
        wasm_v128_store(out, v0);
        /* Piece 1 of the pixels. */
        const v128_t v1 = wasm_v128_bitselect(y2, wasm_v128_bitselect(y1, y0, m2), m0);
        wasm_v128_store(out + 16, v1);
        /* Piece 2 of the pixels. */
        const v128_t v2 = wasm_v128_bitselect(y2, wasm_v128_bitselect(y1, y0, m0), m1);
        wasm_v128_store(out + 32, v2);
        if (count == 8) {
            return;
        }
        const size_t on = count < 16 ? count - 8 : 8;
        in += on * 2;
        out += on * 6;
        count -= on;
    }
}

/*
 * Three channels of 32 bits, 4 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
static const int8_t x32_masks3_simd128[3][16] = {
    {-1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1},
    {0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0},
};

static const uint8_t x32_split3_order_simd128[3][16] = {
    {0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7},
    {4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11},
    {8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15},
};

static const uint8_t x32_join3_order_simd128[3][16] = {
    {0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7},
    {4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11},
    {8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15},
};

static void x32_split3_simd128(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 4) {
        permkern_vector_split3(&permkern_simd128, 2, in, out, stride, count);
        return;
    }
    const v128_t m0 = wasm_v128_load(x32_masks3_simd128[0]);
    const v128_t m1 = wasm_v128_load(x32_masks3_simd128[1]);
    const v128_t m2 = wasm_v128_load(x32_masks3_simd128[2]);
    const v128_t order0 = wasm_v128_load(x32_split3_order_simd128[0]);
    const v128_t order1 = wasm_v128_load(x32_split3_order_simd128[1]);
    const v128_t order2 = wasm_v128_load(x32_split3_order_simd128[2]);
    for (;;) {
        v128_t v0 = wasm_v128_load(in);
        v128_t v1 = wasm_v128_load(in + 16);
        v128_t v2 = wasm_v128_load(in + 32);
        /* Channel 0, put in order. */
        const v128_t s0 = wasm_v128_bitselect(v2, wasm_v128_bitselect(v1, v0, m2), m1);
        const v128_t y0 = wasm_i8x16_swizzle(s0, order0);
        wasm_v128_store(out, y0);
        /* Channel 1, put in order. */
        const v128_t s1 = wasm_v128_bitselect(v2, wasm_v128_bitselect(v1, v0, m0), m2);
        const v128_t y1 = wasm_i8x16_swizzle(s1, order1);
        wasm_v128_store(out + stride, y1);
        /* Channel 2, put in order. */
        const v128_t s2 = wasm_v128_bitselect(v2, wasm_v128_bitselect(v1, v0, m1), m0);
        const v128_t y2 = wasm_i8x16_swizzle(s2, order2);
        wasm_v128_store(out + 2 * stride, y2);
        if (count == 4) {
            return;
        }
        const size_t on = count < 8 ? count - 4 : 4;
        in += on * 12;
        out += on * 4;
        count -= on;
    }
}

static void x32_join3_simd128(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 4) {
        permkern_vector_join3(&permkern_simd128, 2, in, stride, out, count);
        return;
    }
    const v128_t m0 = wasm_v128_load(x32_masks3_simd128[0]);
    const v128_t m1 = wasm_v128_load(x32_masks3_simd128[1]);
    const v128_t m2 = wasm_v128_load(x32_masks3_simd128[2]);
    const v128_t order0 = wasm_v128_load(x32_join3_order_simd128[0]);
    const v128_t order1 = wasm_v128_load(x32_join3_order_simd128[1]);
    const v128_t order2 = wasm_v128_load(x32_join3_order_simd128[2]);
    for (;;) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const v128_t y0 = wasm_i8x16_swizzle(wasm_v128_load(in), order0);
        const v128_t y1 = wasm_i8x16_swizzle(wasm_v128_load(in + stride), order1);
        const v128_t y2 = wasm_i8x16_swizzle(wasm_v128_load(in + 2 * stride), order2);
        /* Piece 0 of the pixels. */
        const v128_t v0 = wasm_v128_bitselect(y2, wasm_v128_bitselect(y1, y0, m1), m2);
        wasm_v128_store(out, v0);
        /* Piece 1 of the pixels. */
        const v128_t v1 = wasm_v128_bitselect(y2, wasm_v128_bitselect(y1, y0, m0), m1);
        wasm_v128_store(out + 16, v1);
        /* Piece 2 of the pixels. */
        const v128_t v2 = wasm_v128_bitselect(y2, wasm_v128_bitselect(y1, y0, m2), m0);
        wasm_v128_store(out + 32, v2);
        if (count == 4) {
            return;
        }
        const size_t on = count < 8 ? count - 4 : 4;
        in += on * 4;
        out += on * 12;
        count -= on;
    }
}

/*
 * Three channels of 64 bits, 2 pixels at a time. A mask says which bytes of a register belong to a channel; an
 * order says which byte of the selected ones comes where, for each channel that is not in order by itself.
 */
static const int8_t x64_masks3_simd128[2][16] = {
    {-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1},
};

static const uint8_t x64_split3_order_simd128[1][16] = {
    {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7},
};

static const uint8_t x64_join3_order_simd128[1][16] = {
    {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7},
};

static void x64_split3_simd128(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 2) {
        permkern_vector_split3(&permkern_simd128, 3, in, out, stride, count);
        return;
    }
    const v128_t m0 = wasm_v128_load(x64_masks3_simd128[0]);
    const v128_t m1 = wasm_v128_load(x64_masks3_simd128[1]);
    const v128_t order1 = wasm_v128_load(x64_split3_order_simd128[0]);
    for (;;) {
        v128_t v0 = wasm_v128_load(in);
        v128_t v1 = wasm_v128_load(in + 16);
        v128_t v2 = wasm_v128_load(in + 32);
        /* Channel 0. */
        const v128_t s0 = wasm_v128_bitselect(v1, v0, m1);
        wasm_v128_store(out, s0);
        /* Channel 1, put in order. */
        const v128_t s1 = wasm_v128_bitselect(v2, v0, m0);
        const v128_t y1 = wasm_i8x16_swizzle(s1, order1);
        wasm_v128_store(out + stride, y1);
        /* Channel 2. */
        const v128_t s2 = wasm_v128_bitselect(v2, v1, m1);
        wasm_v128_store(out + 2 * stride, s2);
        if (count == 2) {
            return;
        }
        const size_t on = count < 4 ? count - 2 : 2;
        in += on * 24;
        out += on * 8;
        count -= on;
    }
}

static void x64_join3_simd128(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 2) {
        permkern_vector_join3(&permkern_simd128, 3, in, stride, out, count);
        return;
    }
    const v128_t m0 = wasm_v128_load(x64_masks3_simd128[0]);
    const v128_t m1 = wasm_v128_load(x64_masks3_simd128[1]);
    const v128_t order1 = wasm_v128_load(x64_join3_order_simd128[0]);
    for (;;) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const v128_t y0 = wasm_v128_load(in);
        const v128_t y1 = wasm_i8x16_swizzle(wasm_v128_load(in + stride), order1);
        const v128_t y2 = wasm_v128_load(in + 2 * stride);
        /* Piece 0 of the pixels. */
        const v128_t v0 = wasm_v128_bitselect(y1, y0, m1);
        wasm_v128_store(out, v0);
        /* Piece 1 of the pixels. */
        const v128_t v1 = wasm_v128_bitselect(y2, y0, m0);
        wasm_v128_store(out + 16, v1);
        /* Piece 2 of the pixels. */
        const v128_t v2 = wasm_v128_bitselect(y2, y1, m1);
        wasm_v128_store(out + 32, v2);
        if (count == 2) {
            return;
        }
        const size_t on = count < 4 ? count - 2 : 2;
        in += on * 8;
        out += on * 24;
        count -= on;
    }
}

/* Copies runs register by register; the last register overlaps the one before. Shorter runs are left to others. */
static void copy_simd128(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t count,
                         size_t bytes)
{
    if (bytes < 16) {
        permkern_vector_copy_short(in, in_stride, out, out_stride, count, bytes);
        return;
    }
    for (; bytes == 16 && count != 0; count--) {
        const v128_t v = wasm_v128_load(in);
        wasm_v128_store(out, v);
        in += in_stride;
        out += out_stride;
    }
    for (const size_t at = bytes - 16; at <= 16 && count != 0; count--) {
        const v128_t v = wasm_v128_load(in);
        const v128_t w = wasm_v128_load(in + at);
        wasm_v128_store(out, v);
        wasm_v128_store(out + at, w);
        in += in_stride;
        out += out_stride;
    }
    for (; count != 0; count--) {
        size_t at = 0;
        for (; bytes - at > 16; at += 16) {
            const v128_t v = wasm_v128_load(in + at);
            wasm_v128_store(out + at, v);
        }
        at = bytes - 16;
        const v128_t v = wasm_v128_load(in + at);
        wasm_v128_store(out + at, v);
        in += in_stride;
        out += out_stride;
    }
}

/* The tensor is copied through a buffer, because whole registers are loaded, which would read past its end. */
static void small_simd128(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[16];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    wasm_v128_store(buffer, wasm_i8x16_swizzle(wasm_v128_load(buffer), wasm_v128_load(index)));
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

void permkern_tile_simd128(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_tile(&permkern_simd128, axis, form, in, out);
}

void permkern_runs_simd128(const permkern_axis *axis, unsigned form, const void *in, void *out)
{
    permkern_vector_runs(&permkern_simd128, axis, form, in, out);
}

/* clang-format off */
const permkern_vector_set permkern_simd128 = {
    .narrower = NULL,
    .tile = permkern_tile_simd128,
    .runs = permkern_runs_simd128,
    .copy = copy_simd128,
    .small = small_simd128,
    .small_bytes = 16,
    .width = {
        [0] = {
            .strip = {
                [0] = {x8_strip_2x2_simd128, x8_strip_2x4_simd128, x8_strip_2x8_simd128, x8_strip_2x16_simd128},
                [1] = {x8_strip_4x2_simd128, x8_strip_4x4_simd128, x8_strip_4x8_simd128, x8_strip_4x16_simd128},
                [2] = {x8_strip_8x2_simd128, x8_strip_8x4_simd128, x8_strip_8x8_simd128, x8_strip_8x16_simd128},
                [3] = {x8_strip_16x2_simd128, x8_strip_16x4_simd128, x8_strip_16x8_simd128, x8_strip_16x16_simd128},
            },
            .stream = NULL,
            .split3 = x8_split3_simd128,
            .join3 = x8_join3_simd128,
            .most_rows = 4,
            .most_cols = 4,
        },
        [1] = {
            .strip = {
                [0] = {x16_strip_2x2_simd128, x16_strip_2x4_simd128, x16_strip_2x8_simd128},
                [1] = {x16_strip_4x2_simd128, x16_strip_4x4_simd128, x16_strip_4x8_simd128},
                [2] = {x16_strip_8x2_simd128, x16_strip_8x4_simd128, x16_strip_8x8_simd128},
            },
            .stream = NULL,
            .split3 = x16_split3_simd128,
            .join3 = x16_join3_simd128,
            .most_rows = 3,
            .most_cols = 3,
        },
        [2] = {
            .strip = {
                [0] = {x32_strip_2x2_simd128, x32_strip_2x4_simd128},
                [1] = {x32_strip_4x2_simd128, x32_strip_4x4_simd128},
            },
            .stream = NULL,
            .split3 = x32_split3_simd128,
            .join3 = x32_join3_simd128,
            .most_rows = 2,
            .most_cols = 2,
        },
        [3] = {
            .strip = {
                [0] = {x64_strip_2x2_simd128},
            },
            .stream = NULL,
            .split3 = x64_split3_simd128,
            .join3 = x64_join3_simd128,
            .most_rows = 1,
            .most_cols = 1,
        },
    },
};
/* clang-format on */
#endif
