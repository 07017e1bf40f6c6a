/* SPDX-License-Identifier: BSD-3-Clause */
/* Products and shares of sizes, without a call of a compiler library on any target (src/base/arith.c). */
#ifndef PERMKERN_ARITH_H
#define PERMKERN_ARITH_H

#include "base/permkern_compiler.h"
#include "base/permkern_target.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* permkern_multiply and a / b for cores that have no instruction for it. */
bool permkern_multiply_by_adding(size_t a, size_t b, size_t *product);
size_t permkern_divide_by_shifting(size_t a, size_t b, size_t *remainder);

/* *product = a * b modulo SIZE_MAX + 1. Returns false if the product was over SIZE_MAX. */
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

/* a * b, which the caller knows to fit. */
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

/* a * b of constants. Without optimisation, cores without a multiplier would call a function of the compiler. */
PERMKERN_INLINE size_t permkern_product(size_t a, size_t b)
{
#if defined(__OPTIMIZE__) || PERMKERN_MULTIPLY
    return a * b;
#else
    size_t product = 0;
    for (; a != 0; a >>= 1) {
        product += (a & 1U) != 0 ? b : 0;
        b += b;
    }
    return product;
#endif
}

/* count * stride modulo SIZE_MAX + 1: the offset of so many steps, also where the stride stands for a negative one. */
static inline size_t permkern_steps(size_t count, size_t stride)
{
    return permkern_times(count, stride);
}

/*
 * Divides `units` into `parts` shares whose sizes differ by at most one. Returns the first unit of share `part`; of
 * share `parts`, the end.
 */
size_t permkern_share(size_t units, uint32_t part, uint32_t parts);

#endif /* PERMKERN_ARITH_H */
