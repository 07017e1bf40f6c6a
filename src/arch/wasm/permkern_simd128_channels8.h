/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Three channels of 8-bit elements for WebAssembly with SIMD of 128 bits.
 * Part of permkern_simd128.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_channels.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SIMD128_CHANNELS8_H
#define PERMKERN_SIMD128_CHANNELS8_H

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
        permkern_vector_split(&permkern_simd128, 0, 3, false, in, out, stride, count);
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
        wasm_v128_store(permkern_at_out(out, stride), y1);
        /* Channel 2, put in order. */
        const v128_t s2 = wasm_v128_bitselect(v2, wasm_v128_bitselect(v1, v0, m1), m0);
        const v128_t y2 = wasm_i8x16_swizzle(s2, order2);
        wasm_v128_store(permkern_at_out(out, 2 * stride), y2);
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
        permkern_vector_join(&permkern_simd128, 0, 3, false, in, stride, out, count);
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
        const v128_t x0 = wasm_v128_load(in);
        const v128_t y0 = wasm_i8x16_swizzle(x0, order0);
        const v128_t x1 = wasm_v128_load(permkern_at(in, stride));
        const v128_t y1 = wasm_i8x16_swizzle(x1, order1);
        const v128_t x2 = wasm_v128_load(permkern_at(in, 2 * stride));
        const v128_t y2 = wasm_i8x16_swizzle(x2, order2);
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

/* The last pixels first: indices are those of the opposite order. */
static const uint8_t x8_split3_back_order_simd128[3][16] = {
    {13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3, 0},
    {14, 11, 8, 5, 2, 15, 12, 9, 6, 3, 0, 13, 10, 7, 4, 1},
    {15, 12, 9, 6, 3, 0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2},
};

static const uint8_t x8_join3_back_order_simd128[3][16] = {
    {15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11, 0, 5, 10},
    {10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11, 0, 5},
    {5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11, 0},
};

static void x8_split3_back_simd128(const uint8_t *in, uint8_t *out, size_t stride, size_t count)
{
    if (count < 16) {
        permkern_vector_split(&permkern_simd128, 0, 3, true, in, out, stride, count);
        return;
    }
    const v128_t m0 = wasm_v128_load(x8_masks3_simd128[0]);
    const v128_t m1 = wasm_v128_load(x8_masks3_simd128[1]);
    const v128_t m2 = wasm_v128_load(x8_masks3_simd128[2]);
    const v128_t order0 = wasm_v128_load(x8_split3_back_order_simd128[0]);
    const v128_t order1 = wasm_v128_load(x8_split3_back_order_simd128[1]);
    const v128_t order2 = wasm_v128_load(x8_split3_back_order_simd128[2]);
    for (;;) {
        const uint8_t *const from = in + (count - 16) * 3;
        v128_t v0 = wasm_v128_load(from);
        v128_t v1 = wasm_v128_load(from + 16);
        v128_t v2 = wasm_v128_load(from + 32);
        /* Channel 0, put in order. */
        const v128_t s0 = wasm_v128_bitselect(v2, wasm_v128_bitselect(v1, v0, m2), m1);
        const v128_t y0 = wasm_i8x16_swizzle(s0, order0);
        wasm_v128_store(out, y0);
        /* Channel 1, put in order. */
        const v128_t s1 = wasm_v128_bitselect(v2, wasm_v128_bitselect(v1, v0, m0), m2);
        const v128_t y1 = wasm_i8x16_swizzle(s1, order1);
        wasm_v128_store(permkern_at_out(out, stride), y1);
        /* Channel 2, put in order. */
        const v128_t s2 = wasm_v128_bitselect(v2, wasm_v128_bitselect(v1, v0, m1), m0);
        const v128_t y2 = wasm_i8x16_swizzle(s2, order2);
        wasm_v128_store(permkern_at_out(out, 2 * stride), y2);
        if (count == 16) {
            return;
        }
        const size_t on = count < 32 ? count - 16 : 16;
        out += on;
        count -= on;
    }
}

static void x8_join3_back_simd128(const uint8_t *in, size_t stride, uint8_t *out, size_t count)
{
    if (count < 16) {
        permkern_vector_join(&permkern_simd128, 0, 3, true, in, stride, out, count);
        return;
    }
    const v128_t m0 = wasm_v128_load(x8_masks3_simd128[0]);
    const v128_t m1 = wasm_v128_load(x8_masks3_simd128[1]);
    const v128_t m2 = wasm_v128_load(x8_masks3_simd128[2]);
    const v128_t order0 = wasm_v128_load(x8_join3_back_order_simd128[0]);
    const v128_t order1 = wasm_v128_load(x8_join3_back_order_simd128[1]);
    const v128_t order2 = wasm_v128_load(x8_join3_back_order_simd128[2]);
    for (;;) {
        const uint8_t *const from = in + (count - 16);
        /* The three channels, each in the order in which the registers of pixels have it. */
        const v128_t x0 = wasm_v128_load(from);
        const v128_t y0 = wasm_i8x16_swizzle(x0, order0);
        const v128_t x1 = wasm_v128_load(permkern_at(from, stride));
        const v128_t y1 = wasm_i8x16_swizzle(x1, order1);
        const v128_t x2 = wasm_v128_load(permkern_at(from, 2 * stride));
        const v128_t y2 = wasm_i8x16_swizzle(x2, order2);
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
        out += on * 3;
        count -= on;
    }
}

#endif /* PERMKERN_SIMD128_CHANNELS8_H */
