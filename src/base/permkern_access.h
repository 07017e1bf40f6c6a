/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Loads and stores elements and words.
 *
 * Every access uses an unsigned type that may alias anything. If the target allows unaligned words
 * (PERMKERN_UNALIGNED), the type has alignment 1, and the compiler picks instructions that never trap. Otherwise the
 * type has its natural alignment, and the caller has proved that the address is aligned. For compilers other than GCC
 * and Clang, which `permkern emit` supports, words move byte by byte.
 */
#ifndef PERMKERN_ACCESS_H
#define PERMKERN_ACCESS_H

#include "base/permkern_compiler.h"
#include "base/permkern_target.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

PERMKERN_INLINE uint8_t permkern_load8(const uint8_t *p)
{
    return *p;
}

PERMKERN_INLINE void permkern_store8(uint8_t *p, uint8_t value)
{
    *p = value;
}

#if defined(__GNUC__)

#if PERMKERN_UNALIGNED
#define PERMKERN_ACCESS __attribute__((aligned(1), may_alias))
#else
#define PERMKERN_ACCESS __attribute__((may_alias))
#endif

typedef PERMKERN_ACCESS uint16_t permkern_access16;
typedef PERMKERN_ACCESS uint32_t permkern_access32;
typedef PERMKERN_ACCESS uint64_t permkern_access64;

PERMKERN_INLINE uint16_t permkern_load16(const void *p)
{
    return *(const permkern_access16 *)p;
}

PERMKERN_INLINE uint32_t permkern_load32(const void *p)
{
    return *(const permkern_access32 *)p;
}

PERMKERN_INLINE uint64_t permkern_load64(const void *p)
{
    return *(const permkern_access64 *)p;
}

PERMKERN_INLINE void permkern_store16(void *p, uint16_t value)
{
    *(permkern_access16 *)p = value;
}

PERMKERN_INLINE void permkern_store32(void *p, uint32_t value)
{
    *(permkern_access32 *)p = value;
}

PERMKERN_INLINE void permkern_store64(void *p, uint64_t value)
{
    *(permkern_access64 *)p = value;
}

#else

PERMKERN_INLINE void permkern_move_bytes(const void *in, void *out, size_t bytes)
{
    for (size_t k = 0; k < bytes; k++) {
        ((uint8_t *)out)[k] = ((const uint8_t *)in)[k];
    }
}

PERMKERN_INLINE uint16_t permkern_load16(const void *p)
{
    uint16_t value;
    permkern_move_bytes(p, &value, sizeof value);
    return value;
}

PERMKERN_INLINE uint32_t permkern_load32(const void *p)
{
    uint32_t value;
    permkern_move_bytes(p, &value, sizeof value);
    return value;
}

PERMKERN_INLINE uint64_t permkern_load64(const void *p)
{
    uint64_t value;
    permkern_move_bytes(p, &value, sizeof value);
    return value;
}

PERMKERN_INLINE void permkern_store16(void *p, uint16_t value)
{
    permkern_move_bytes(&value, p, sizeof value);
}

PERMKERN_INLINE void permkern_store32(void *p, uint32_t value)
{
    permkern_move_bytes(&value, p, sizeof value);
}

PERMKERN_INLINE void permkern_store64(void *p, uint64_t value)
{
    permkern_move_bytes(&value, p, sizeof value);
}

#endif

/* Casts an address to a pointer to elements of `bits` bits, as intrinsics want it. C++ does not convert from void *. */
#define PERMKERN_IN(bits, p) ((const PERMKERN_JOIN(uint, bits, _t) *)(const void *)(p))
#define PERMKERN_OUT(bits, p) ((PERMKERN_JOIN(uint, bits, _t) *)(void *)(p))

/* Loads 1 << shift bytes, at most 8. Without PERMKERN_UNALIGNED, p must be aligned for them. */
PERMKERN_INLINE uint64_t permkern_load_block(const uint8_t *p, unsigned shift)
{
    return shift == 0   ? permkern_load8(p)
           : shift == 1 ? permkern_load16(p)
           : shift == 2 ? permkern_load32(p)
                        : permkern_load64(p);
}

PERMKERN_INLINE void permkern_store_block(uint8_t *p, unsigned shift, uint64_t value)
{
    if (shift == 0) {
        permkern_store8(p, (uint8_t)value);
    } else if (shift == 1) {
        permkern_store16(p, (uint16_t)value);
    } else if (shift == 2) {
        permkern_store32(p, (uint32_t)value);
    } else {
        permkern_store64(p, value);
    }
}

/* Returns the address `offset` bytes after p, in p's array. An offset over SIZE_MAX / 2 is negative. */
PERMKERN_INLINE const uint8_t *permkern_at(const uint8_t *p, size_t offset)
{
    return p + (ptrdiff_t)offset;
}

PERMKERN_INLINE uint8_t *permkern_at_out(uint8_t *p, size_t offset)
{
    return p + (ptrdiff_t)offset;
}

/* The address p, which is word-aligned, so that compilers may access two words at a time. */
PERMKERN_INLINE const uint8_t *permkern_aligned_in(const uint8_t *p)
{
#if defined(__GNUC__)
    return (const uint8_t *)__builtin_assume_aligned(p, 4);
#else
    return p;
#endif
}

PERMKERN_INLINE uint8_t *permkern_aligned_out(uint8_t *p)
{
    return permkern_unconst(permkern_aligned_in(p));
}

/* True if words may be used for a tile. */
PERMKERN_INLINE bool permkern_words_fit(const void *in, size_t in_stride, const void *out, size_t out_stride)
{
#if PERMKERN_UNALIGNED
    (void)in, (void)in_stride, (void)out, (void)out_stride;
    return true;
#else
    return (((uintptr_t)in | (uintptr_t)out | in_stride | out_stride) & 3U) == 0;
#endif
}

/* True if a load of `bytes` bytes (2, 4 or 8) may be used at both addresses. */
PERMKERN_INLINE bool permkern_wide_fit(const void *in, const void *out, size_t bytes)
{
    return (bytes == 8 ? PERMKERN_WIDE_ANYWHERE64 : PERMKERN_WIDE_ANYWHERE) ||
           (((uintptr_t)in | (uintptr_t)out) & (bytes - 1)) == 0;
}

#endif /* PERMKERN_ACCESS_H */
