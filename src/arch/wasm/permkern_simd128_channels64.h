/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Three channels of 64-bit elements for WebAssembly with SIMD of 128 bits.
 * Part of permkern_simd128.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SIMD128_CHANNELS64_H
#define PERMKERN_SIMD128_CHANNELS64_H

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
        wasm_v128_store(permkern_at_out(out, stride), y1);
        /* Channel 2. */
        const v128_t s2 = wasm_v128_bitselect(v2, v1, m1);
        wasm_v128_store(permkern_at_out(out, 2 * stride), s2);
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
    const v128_t m0 = wasm_v128_load(x64_masks3_simd128[0]);
    const v128_t m1 = wasm_v128_load(x64_masks3_simd128[1]);
    const v128_t order1 = wasm_v128_load(x64_join3_order_simd128[0]);
    for (;;) {
        /* The three channels, each in the order in which the registers of pixels have it. */
        const v128_t y0 = wasm_v128_load(in);
        const v128_t x1 = wasm_v128_load(permkern_at(in, stride));
        const v128_t y1 = wasm_i8x16_swizzle(x1, order1);
        const v128_t y2 = wasm_v128_load(permkern_at(in, 2 * stride));
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

/* The last pixels first: indices are those of the opposite order. */
static const uint8_t x64_split3_back_order_simd128[2][16] = {
    {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7},
    {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7},
};

static const uint8_t x64_join3_back_order_simd128[2][16] = {
    {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7},
    {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7},
};

static void x64_split3_back_simd128(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    const v128_t m0 = wasm_v128_load(x64_masks3_simd128[0]);
    const v128_t m1 = wasm_v128_load(x64_masks3_simd128[1]);
    const v128_t order0 = wasm_v128_load(x64_split3_back_order_simd128[0]);
    const v128_t order2 = wasm_v128_load(x64_split3_back_order_simd128[1]);
    for (;;) {
        const uint8_t *const from = in + (count - 2) * 24;
        v128_t v0 = wasm_v128_load(from);
        v128_t v1 = wasm_v128_load(from + 16);
        v128_t v2 = wasm_v128_load(from + 32);
        /* Channel 0, put in order. */
        const v128_t s0 = wasm_v128_bitselect(v1, v0, m1);
        const v128_t y0 = wasm_i8x16_swizzle(s0, order0);
        wasm_v128_store(out, y0);
        /* Channel 1. */
        const v128_t s1 = wasm_v128_bitselect(v2, v0, m0);
        wasm_v128_store(permkern_at_out(out, stride), s1);
        /* Channel 2, put in order. */
        const v128_t s2 = wasm_v128_bitselect(v2, v1, m1);
        const v128_t y2 = wasm_i8x16_swizzle(s2, order2);
        wasm_v128_store(permkern_at_out(out, 2 * stride), y2);
        if (count == 2) {
            return;
        }
        const size_t on = count < 4 ? count - 2 : 2;
        out += on * 8;
        count -= on;
    }
}

static void x64_join3_back_simd128(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    const v128_t m0 = wasm_v128_load(x64_masks3_simd128[0]);
    const v128_t m1 = wasm_v128_load(x64_masks3_simd128[1]);
    const v128_t order0 = wasm_v128_load(x64_join3_back_order_simd128[0]);
    const v128_t order2 = wasm_v128_load(x64_join3_back_order_simd128[1]);
    for (;;) {
        const uint8_t *const from = in + (count - 2) * 8;
        /* The three channels, each in the order in which the registers of pixels have it. */
        const v128_t x0 = wasm_v128_load(from);
        const v128_t y0 = wasm_i8x16_swizzle(x0, order0);
        const v128_t y1 = wasm_v128_load(permkern_at(from, stride));
        const v128_t x2 = wasm_v128_load(permkern_at(from, 2 * stride));
        const v128_t y2 = wasm_i8x16_swizzle(x2, order2);
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
        out += on * 24;
        count -= on;
    }
}

#endif /* PERMKERN_SIMD128_CHANNELS64_H */
