/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tensors of few elements for AArch64 with Advanced SIMD.
 * Part of permkern_neon.c.
 *
 * Written by tools/autogen from arch_gen/templates/small.h.j2.
 * Do not edit: change the template, then run tools/autogen.
 */
#ifndef PERMKERN_NEON_SMALL_H
#define PERMKERN_NEON_SMALL_H

#include "permkern_few.h"

#if PERMKERN_INDEX_ROOM < 64
#error "plans of this target have no room for an index of 64 entries: lower Small.most in arch_gen/"
#endif

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
void permkern_small8_neon(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[64];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const uint8x16x4_t v = {{vld1q_u8(buffer), vld1q_u8(buffer + 16), vld1q_u8(buffer + 32), vld1q_u8(buffer + 48)}};
    for (unsigned at = 0; at < 64; at += 16) {
        vst1q_u8(buffer + at, vqtbl4q_u8(v, vld1q_u8(index + at)));
    }
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

/* Which entry a byte is of, and which byte of that element it is. */
static const uint8_t entry16_neon[16] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7};
static const uint8_t byte16_neon[16] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
void permkern_small16_neon(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[64];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const uint8x16x4_t v = {{vld1q_u8(buffer), vld1q_u8(buffer + 16), vld1q_u8(buffer + 32), vld1q_u8(buffer + 48)}};
    for (unsigned at = 0; at < 64; at += 16) {
        const uint8x16_t entries = vqtbl1q_u8(vld1q_u8(index + at / 2), vld1q_u8(entry16_neon));
        vst1q_u8(buffer + at, vqtbl4q_u8(v, vaddq_u8(vshlq_n_u8(entries, 1), vld1q_u8(byte16_neon))));
    }
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

/* Which entry a byte is of, and which byte of that element it is. */
static const uint8_t entry32_neon[16] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
static const uint8_t byte32_neon[16] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
void permkern_small32_neon(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[64];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const uint8x16x4_t v = {{vld1q_u8(buffer), vld1q_u8(buffer + 16), vld1q_u8(buffer + 32), vld1q_u8(buffer + 48)}};
    for (unsigned at = 0; at < 64; at += 16) {
        const uint8x16_t entries = vqtbl1q_u8(vld1q_u8(index + at / 4), vld1q_u8(entry32_neon));
        vst1q_u8(buffer + at, vqtbl4q_u8(v, vaddq_u8(vshlq_n_u8(entries, 2), vld1q_u8(byte32_neon))));
    }
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

/* Which entry a byte is of, and which byte of that element it is. */
static const uint8_t entry64_neon[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
static const uint8_t byte64_neon[16] = {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7};

/* Permutes in a buffer: whole registers, which reach past the tensor's end, are loaded and stored only there. */
void permkern_small64_neon(const uint8_t *index, size_t bytes, const void *in, void *out)
{
    uint8_t buffer[64];
    permkern_vector_copy_short((const uint8_t *)in, 0, buffer, 0, 1, bytes);
    const uint8x16x4_t v = {{vld1q_u8(buffer), vld1q_u8(buffer + 16), vld1q_u8(buffer + 32), vld1q_u8(buffer + 48)}};
    for (unsigned at = 0; at < 64; at += 16) {
        const uint8x16_t entries = vqtbl1q_u8(vld1q_u8(index + at / 8), vld1q_u8(entry64_neon));
        vst1q_u8(buffer + at, vqtbl4q_u8(v, vaddq_u8(vshlq_n_u8(entries, 3), vld1q_u8(byte64_neon))));
    }
    permkern_vector_copy_short(buffer, 0, (uint8_t *)out, 0, 1, bytes);
}

#endif /* PERMKERN_NEON_SMALL_H */
