/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tensors of few elements for WebAssembly with SIMD of 128 bits.
 * Part of permkern_simd128.c.
 *
 * Written by tools/autogen from arch_gen/templates/small.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_SIMD128_SMALL_H
#define PERMKERN_SIMD128_SMALL_H

#include "permkern_few.h"

#if PERMKERN_INDEX_ROOM < 16
#error "plans of this target have no room for an index of 16 entries: lower Small.most in arch_gen/"
#endif

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
void permkern_small8_simd128(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[16];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const v128_t v = wasm_v128_load(buffer);
    const v128_t from = wasm_v128_load(index);
    wasm_v128_store(buffer, wasm_i8x16_swizzle(v, from));
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

/* Which entry a byte is of, and which byte of that element it is. */
static const uint8_t entry16_simd128[16] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7};
static const uint8_t byte16_simd128[16] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
void permkern_small16_simd128(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[16];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const v128_t v = wasm_v128_load(buffer);
    const v128_t from = wasm_v128_load(index);
    const v128_t entries = wasm_i8x16_swizzle(from, wasm_v128_load(entry16_simd128));
    const v128_t places = wasm_i8x16_add(wasm_i8x16_shl(entries, 1), wasm_v128_load(byte16_simd128));
    wasm_v128_store(buffer, wasm_i8x16_swizzle(v, places));
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

/* Which entry a byte is of, and which byte of that element it is. */
static const uint8_t entry32_simd128[16] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
static const uint8_t byte32_simd128[16] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
void permkern_small32_simd128(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[16];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const v128_t v = wasm_v128_load(buffer);
    const v128_t from = wasm_v128_load(index);
    const v128_t entries = wasm_i8x16_swizzle(from, wasm_v128_load(entry32_simd128));
    const v128_t places = wasm_i8x16_add(wasm_i8x16_shl(entries, 2), wasm_v128_load(byte32_simd128));
    wasm_v128_store(buffer, wasm_i8x16_swizzle(v, places));
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

/* Which entry a byte is of, and which byte of that element it is. */
static const uint8_t entry64_simd128[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
static const uint8_t byte64_simd128[16] = {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7};

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
void permkern_small64_simd128(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[16];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const v128_t v = wasm_v128_load(buffer);
    const v128_t from = wasm_v128_load(index);
    const v128_t entries = wasm_i8x16_swizzle(from, wasm_v128_load(entry64_simd128));
    const v128_t places = wasm_i8x16_add(wasm_i8x16_shl(entries, 3), wasm_v128_load(byte64_simd128));
    wasm_v128_store(buffer, wasm_i8x16_swizzle(v, places));
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

#endif /* PERMKERN_SIMD128_SMALL_H */
