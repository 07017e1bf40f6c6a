/* SPDX-License-Identifier: BSD-3-Clause */
/* Multiplies and divides sizes without calling a compiler library on any target (src/base/arith.c). */
#ifndef PERMKERN_ARITH_H
#define PERMKERN_ARITH_H

#include "base/permkern_compiler.h"
#include "base/permkern_target.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* permkern_multiply, and a / b (b is not 0), without multiply and divide instructions. */
bool permkern_multiply_by_adding(size_t a, size_t b, size_t *product);
size_t permkern_divide_by_shifting(size_t a, size_t b, size_t *remainder);

/* Sets *product = a * b modulo SIZE_MAX + 1. Returns false if a * b is over SIZE_MAX. */
static inline bool permkern_multiply(size_t a, size_t b, size_t *product)
{
#if PERMKERN_WIDE_MULTIPLY
    return !__builtin_mul_overflow(a, b, product);
#else
    if (PERMKERN_MULTIPLY && (a | b) >> 4 * sizeof a == 0) {
        *product = a * b;
        return true;
    }
    return permkern_multiply_by_adding(a, b, product);
#endif
}

/* Returns a * b modulo SIZE_MAX + 1. */
static inline size_t permkern_times(size_t a, size_t b)
{
#if PERMKERN_MULTIPLY
    return a * b;
#else
    size_t product = 0;
    (void)permkern_multiply(a, b, &product);
    return product;
#endif
}

/* Returns count * stride modulo SIZE_MAX + 1, the offset after `count` steps. The stride may be negative. */
static inline size_t permkern_steps(size_t count, size_t stride)
{
    return permkern_times(count, stride);
}

/*
 * Divides `units` into `parts` parts whose sizes differ by at most one. Returns the first unit of part `part`, or
 * `units` if part == parts.
 */
size_t permkern_share(size_t units, uint32_t part, uint32_t parts);

#endif /* PERMKERN_ARITH_H */
