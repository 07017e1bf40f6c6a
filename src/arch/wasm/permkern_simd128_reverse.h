/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Units in the opposite order for WebAssembly with SIMD of 128 bits.
 * Part of permkern_simd128.c.
 *
 * Written by tools/autogen from arch_gen/templates/vector_reverse.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SIMD128_REVERSE_H
#define PERMKERN_SIMD128_REVERSE_H

/* Changes the order of elements of 8 bits, 16 at a time. */
static void reverse1_simd128(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                             size_t count)
{
    const size_t bytes = count;
    if (bytes < 16) {
        permkern_vector_reverse_short(in, in_stride, out, out_stride, lines, count, 1);
        return;
    }
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 16; left -= 16) {
            const v128_t v0 = wasm_v128_load(in + left - 16);
            const v128_t v1 = wasm_i8x16_shuffle(v0, v0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
            wasm_v128_store(to, v1);
            to += 16;
        }
        const v128_t v0 = wasm_v128_load(in);
        const v128_t v1 = wasm_i8x16_shuffle(v0, v0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        wasm_v128_store(out + bytes - 16, v1);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* Changes the order of elements of 16 bits, 8 at a time. */
static void reverse2_simd128(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                             size_t count)
{
    const size_t bytes = count * 2;
    if (bytes < 16) {
        permkern_vector_reverse_short(in, in_stride, out, out_stride, lines, count, 2);
        return;
    }
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 16; left -= 16) {
            const v128_t v0 = wasm_v128_load(in + left - 16);
            const v128_t v1 = wasm_i8x16_shuffle(v0, v0, 14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1);
            wasm_v128_store(to, v1);
            to += 16;
        }
        const v128_t v0 = wasm_v128_load(in);
        const v128_t v1 = wasm_i8x16_shuffle(v0, v0, 14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1);
        wasm_v128_store(out + bytes - 16, v1);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* Changes the order of elements of 32 bits, 4 at a time. */
static void reverse4_simd128(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                             size_t count)
{
    const size_t bytes = count * 4;
    if (bytes < 16) {
        permkern_vector_reverse_short(in, in_stride, out, out_stride, lines, count, 4);
        return;
    }
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 16; left -= 16) {
            const v128_t v0 = wasm_v128_load(in + left - 16);
            const v128_t v1 = wasm_i8x16_shuffle(v0, v0, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
            wasm_v128_store(to, v1);
            to += 16;
        }
        const v128_t v0 = wasm_v128_load(in);
        const v128_t v1 = wasm_i8x16_shuffle(v0, v0, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
        wasm_v128_store(out + bytes - 16, v1);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* Changes the order of elements of 64 bits, 2 at a time. */
static void reverse8_simd128(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                             size_t count)
{
    const size_t bytes = count * 8;
    if (bytes < 16) {
        permkern_vector_reverse_short(in, in_stride, out, out_stride, lines, count, 8);
        return;
    }
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        for (size_t left = bytes; left > 16; left -= 16) {
            const v128_t v0 = wasm_v128_load(in + left - 16);
            const v128_t v1 = wasm_i8x16_shuffle(v0, v0, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
            wasm_v128_store(to, v1);
            to += 16;
        }
        const v128_t v0 = wasm_v128_load(in);
        const v128_t v1 = wasm_i8x16_shuffle(v0, v0, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
        wasm_v128_store(out + bytes - 16, v1);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* Changes the order of pixels of three elements of 8 bits, 5 at a time. */
static void reverse3_simd128(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                             size_t count)
{
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 3;
        for (; left >= 16; left -= 15) {
            const v128_t v0 = wasm_v128_load(in + left - 16);
            const v128_t v1 = wasm_i8x16_shuffle(v0, v0, 13, 14, 15, 10, 11, 12, 7, 8, 9, 4, 5, 6, 1, 2, 3, 0);
            wasm_v128_store(to, v1);
            to += 15;
        }
        permkern_vector_reverse_short(in, 0, to, 0, 1, left / 3, 3);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* Changes the order of pixels of three elements of 16 bits, 2 at a time. */
static void reverse6_simd128(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                             size_t count)
{
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 6;
        for (; left >= 16; left -= 12) {
            const v128_t v0 = wasm_v128_load(in + left - 16);
            const v128_t v1 = wasm_i8x16_shuffle(v0, v0, 10, 11, 12, 13, 14, 15, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0);
            wasm_v128_store(to, v1);
            to += 12;
        }
        permkern_vector_reverse_short(in, 0, to, 0, 1, left / 6, 6);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

/* Changes the order of pixels of three elements of 32 bits, 1 at a time. */
static void reverse12_simd128(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride, size_t lines,
                              size_t count)
{
    for (; lines != 0; lines--) {
        uint8_t *to = out;
        size_t left = count * 12;
        for (; left >= 16; left -= 12) {
            const v128_t v0 = wasm_v128_load(in + left - 16);
            const v128_t v1 = wasm_i8x16_shuffle(v0, v0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0);
            wasm_v128_store(to, v1);
            to += 12;
        }
        permkern_vector_reverse_short(in, 0, to, 0, 1, left / 12, 12);
        in = permkern_at(in, in_stride);
        out = permkern_at_out(out, out_stride);
    }
}

#endif /* PERMKERN_SIMD128_REVERSE_H */
