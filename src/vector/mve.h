/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planes for Armv8.1-M with Helium (MVE). Helium has eight registers of 16 bytes, and no instruction that zips two of
 * them, so lanes change places only on the way to and from memory. Interleaving loads and stores (VLD2, VLD4, VST2,
 * VST4) need only an element's alignment. Not installed.
 */
#ifndef PERMKERN_MVE_H
#define PERMKERN_MVE_H

#include "move/permkern_way.h"
#include "vector/permkern_isa.h"

#if PERMKERN_MVE
#include <arm_mve.h>

/* Hides how a pointer is computed, so that it stays in a register; else compilers compute it again in each round. */
#define PERMKERN_MVE_POINTER(p) __asm__("" : "+r"(p))

/*
 * 1: strips of 8 and 16 lines are moved by loops in assembly. These need ten pointers in registers, which compilers do
 * not provide without optimisation.
 */
#ifdef __OPTIMIZE__
#define PERMKERN_MVE_ASSEMBLY 1
#define PERMKERN_MVE_CHANNELS (PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_4 | PERMKERN_CHANNELS_8 | PERMKERN_CHANNELS_16)
#else
#define PERMKERN_MVE_ASSEMBLY 0
#define PERMKERN_MVE_CHANNELS (PERMKERN_CHANNELS_2 | PERMKERN_CHANNELS_4)
#endif

/* Makes stores to the buffer visible to loads of another element width: the compiler may not reorder them. */
PERMKERN_INLINE void permkern_mve_written(const uint32_t *words)
{
    __asm__ volatile("" : : "r"(words) : "memory");
}

/* Pointers of the types that the intrinsics take. Requests were checked for elements that are not aligned. */
PERMKERN_INLINE const uint8_t *permkern_mve8(const void *p)
{
    return (const uint8_t *)p;
}

PERMKERN_INLINE uint8_t *permkern_mve8_out(void *p)
{
    return (uint8_t *)p;
}

PERMKERN_INLINE const uint16_t *permkern_mve16(const void *p)
{
    return (const uint16_t *)p;
}

PERMKERN_INLINE uint16_t *permkern_mve16_out(void *p)
{
    return (uint16_t *)p;
}

PERMKERN_INLINE const uint32_t *permkern_mve32(const void *p)
{
    return (const uint32_t *)p;
}

PERMKERN_INLINE uint32_t *permkern_mve32_out(void *p)
{
    return (uint32_t *)p;
}

/* ---- gathers and scatters: an element in each lane of 8, 16 or 32 bits, by an offset of as many bits ---- */

#define BITS 8
#define LANE 8
#include "vector/mve_lines.h"
#undef BITS
#undef LANE

#define BITS 8
#define LANE 16
#include "vector/mve_lines.h"
#undef BITS
#undef LANE

#define BITS 8
#define LANE 32
#include "vector/mve_lines.h"
#undef BITS
#undef LANE

#define BITS 16
#define LANE 16
#include "vector/mve_lines.h"
#undef BITS
#undef LANE

#define BITS 16
#define LANE 32
#include "vector/mve_lines.h"
#undef BITS
#undef LANE

#define BITS 32
#define LANE 32
#include "vector/mve_lines.h"
#undef BITS
#undef LANE

/* The largest strides in elements of which 15 fit into an offset of 8 bits, or 7 into one of 16. */
#define PERMKERN_MVE_NEAR8 (UINT8_MAX / 15U)
#define PERMKERN_MVE_NEAR16 (UINT16_MAX / 7U)

/* Moves column by column: each column is gathered and stored contiguously. */
static inline void permkern_x8_gather_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                          size_t rows, size_t cols)
{
    if (in_stride <= PERMKERN_MVE_NEAR8) {
        permkern_x8_gather8_mve(in, in_stride, out, out_stride, rows, cols);
    } else if (in_stride <= PERMKERN_MVE_NEAR16) {
        permkern_x8_gather16_mve(in, in_stride, out, out_stride, rows, cols);
    } else {
        permkern_x8_gather32_mve(in, in_stride, out, out_stride, rows, cols);
    }
}

static inline void permkern_x16_gather_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t rows, size_t cols)
{
    if (in_stride / 2 <= PERMKERN_MVE_NEAR16) {
        permkern_x16_gather16_mve(in, in_stride, out, out_stride, rows, cols);
    } else {
        permkern_x16_gather32_mve(in, in_stride, out, out_stride, rows, cols);
    }
}

static inline void permkern_x32_gather_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t rows, size_t cols)
{
    permkern_x32_gather32_mve(in, in_stride, out, out_stride, rows, cols);
}

/* Moves row by row: each row is loaded contiguously and scattered. */
static inline void permkern_x8_scatter_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                           size_t rows, size_t cols)
{
    if (out_stride <= PERMKERN_MVE_NEAR8) {
        permkern_x8_scatter8_mve(in, in_stride, out, out_stride, rows, cols);
    } else if (out_stride <= PERMKERN_MVE_NEAR16) {
        permkern_x8_scatter16_mve(in, in_stride, out, out_stride, rows, cols);
    } else {
        permkern_x8_scatter32_mve(in, in_stride, out, out_stride, rows, cols);
    }
}

static inline void permkern_x16_scatter_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            size_t rows, size_t cols)
{
    if (out_stride / 2 <= PERMKERN_MVE_NEAR16) {
        permkern_x16_scatter16_mve(in, in_stride, out, out_stride, rows, cols);
    } else {
        permkern_x16_scatter32_mve(in, in_stride, out, out_stride, rows, cols);
    }
}

static inline void permkern_x32_scatter_mve(const uint8_t *in, size_t in_stride, uint8_t *out, size_t out_stride,
                                            size_t rows, size_t cols)
{
    permkern_x32_scatter32_mve(in, in_stride, out, out_stride, rows, cols);
}

/* ---- blocks ---- */

/*
 * Transposes a block of 16 x 16 bytes in a buffer: an interleaving store makes words of 4 rows' elements of a column,
 * and another one gathers the words of four columns.
 */
PERMKERN_INLINE void permkern_x8_block_mve(const uint8_t *in, ptrdiff_t down, uint8_t *out, ptrdiff_t right,
                                           uint32_t *words)
{
    ptrdiff_t from = 0;
    ptrdiff_t to = 0;
    uint32_t *const columns = words + 64;
    for (size_t group = 0; group < 4; group++) {
        const uint8x16_t r0 = vldrbq_u8(in + from);
        const uint8x16_t r1 = vldrbq_u8(in + from + down);
        const uint8x16_t r2 = vldrbq_u8(in + from + 2 * down);
        const uint8x16_t r3 = vldrbq_u8(in + from + 3 * down);
        const uint8x16x4_t v = {{r0, r1, r2, r3}};
        vst4q_u8(permkern_mve8_out(words + 16 * group), v);
        from += 4 * down;
    }
    permkern_mve_written(words);
    for (size_t at = 0; at < 16; at += 4) {
        const uint32x4_t w0 = vldrwq_u32(words + at);
        const uint32x4_t w1 = vldrwq_u32(words + at + 16);
        const uint32x4_t w2 = vldrwq_u32(words + at + 32);
        const uint32x4_t w3 = vldrwq_u32(words + at + 48);
        const uint32x4x4_t all = {{w0, w1, w2, w3}};
        vst4q_u32(columns, all);
        permkern_mve_written(words);
        vstrbq_u8(out + to, vldrbq_u8(permkern_mve8(columns)));
        vstrbq_u8(out + to + right, vldrbq_u8(permkern_mve8(columns + 4)));
        vstrbq_u8(out + to + 2 * right, vldrbq_u8(permkern_mve8(columns + 8)));
        vstrbq_u8(out + to + 3 * right, vldrbq_u8(permkern_mve8(columns + 12)));
        to += 4 * right;
    }
}

/* The same of 8 x 8 half-words, by words of 2 rows' elements. */
PERMKERN_INLINE void permkern_x16_block_mve(const uint8_t *in, ptrdiff_t down, uint8_t *out, ptrdiff_t right,
                                            uint32_t *words)
{
    ptrdiff_t from = 0;
    ptrdiff_t to = 0;
    uint32_t *const columns = words + 32;
    for (size_t group = 0; group < 4; group++) {
        const uint16x8_t r0 = vldrhq_u16(permkern_mve16(in + from));
        const uint16x8_t r1 = vldrhq_u16(permkern_mve16(in + from + down));
        const uint16x8x2_t v = {{r0, r1}};
        vst2q_u16(permkern_mve16_out(words + 8 * group), v);
        from += 2 * down;
    }
    permkern_mve_written(words);
    for (size_t at = 0; at < 8; at += 4) {
        const uint32x4_t w0 = vldrwq_u32(words + at);
        const uint32x4_t w1 = vldrwq_u32(words + at + 8);
        const uint32x4_t w2 = vldrwq_u32(words + at + 16);
        const uint32x4_t w3 = vldrwq_u32(words + at + 24);
        const uint32x4x4_t all = {{w0, w1, w2, w3}};
        vst4q_u32(columns, all);
        permkern_mve_written(words);
        vstrhq_u16(permkern_mve16_out(out + to), vldrhq_u16(permkern_mve16(columns)));
        vstrhq_u16(permkern_mve16_out(out + to + right), vldrhq_u16(permkern_mve16(columns + 4)));
        vstrhq_u16(permkern_mve16_out(out + to + 2 * right), vldrhq_u16(permkern_mve16(columns + 8)));
        vstrhq_u16(permkern_mve16_out(out + to + 3 * right), vldrhq_u16(permkern_mve16(columns + 12)));
        to += 4 * right;
    }
}

/* The same of 4 x 4 words, by one interleaving store. */
PERMKERN_INLINE void permkern_x32_block_mve(const uint8_t *in, ptrdiff_t down, uint8_t *out, ptrdiff_t right,
                                            uint32_t *words)
{
    const uint32x4_t r0 = vldrwq_u32(permkern_mve32(in));
    const uint32x4_t r1 = vldrwq_u32(permkern_mve32(in + down));
    const uint32x4_t r2 = vldrwq_u32(permkern_mve32(in + 2 * down));
    const uint32x4_t r3 = vldrwq_u32(permkern_mve32(in + 3 * down));
    const uint32x4x4_t all = {{r0, r1, r2, r3}};
    vst4q_u32(words, all);
    permkern_mve_written(words);
    vstrwq_u32(permkern_mve32_out(out), vldrwq_u32(words));
    vstrwq_u32(permkern_mve32_out(out + right), vldrwq_u32(words + 4));
    vstrwq_u32(permkern_mve32_out(out + 2 * right), vldrwq_u32(words + 8));
    vstrwq_u32(permkern_mve32_out(out + 3 * right), vldrwq_u32(words + 12));
}

/* ---- channels and planes, for each width ---- */

#define PERMKERN_PLANE8 1
#define BITS 8
#include "vector/mve_plane.h"
#undef BITS

#define PERMKERN_PLANE16 1
#define BITS 16
#include "vector/mve_plane.h"
#undef BITS

#define PERMKERN_PLANE32 1
#define BITS 32
#include "vector/mve_plane.h"
#undef BITS
#endif

#endif /* PERMKERN_MVE_H */
