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

#endif /* PERMKERN_SIMD128_TILES64_H */
