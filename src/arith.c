/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Products and quotients of sizes without a compiler library: cores without a wide multiplier or a divider would
 * otherwise call __aeabi_lmul or __aeabi_uidiv, cores without any multiplier __mulsi3.
 */
#include "permkern_internal.h"

#define SIZE_BITS (sizeof(size_t) * 8)

/* Define it to 0 or 1 to choose; tests build both. 1: size_t products with their overflow are inline instructions. */
#ifndef PERMKERN_WIDE_MULTIPLY
#if defined(__LP64__) || defined(__i386__) || defined(__arc__) || defined(__riscv_mul)
#define PERMKERN_WIDE_MULTIPLY 1
#elif defined(__ARM_ARCH) && __ARM_ARCH >= 7
#define PERMKERN_WIDE_MULTIPLY 1
#else
#define PERMKERN_WIDE_MULTIPLY 0
#endif
#endif

/* 1: the core divides by itself. */
#ifndef PERMKERN_DIVIDE
#if defined(__LP64__) || defined(__i386__) || defined(__ARM_FEATURE_IDIV) || defined(__riscv_div)
#define PERMKERN_DIVIDE 1
#else
#define PERMKERN_DIVIDE 0
#endif
#endif

#if PERMKERN_WIDE_MULTIPLY

bool permkern_multiply(size_t a, size_t b, size_t *product)
{
    return !__builtin_mul_overflow(a, b, product);
}

#else

bool permkern_multiply(size_t a, size_t b, size_t *product)
{
    size_t sum = 0;
    bool carried = false; /* a has lost bits off its top */
    if (a < b) {          /* the smaller factor counts the rounds */
        const size_t larger = b;
        b = a;
        a = larger;
    }
    for (; b != 0; b >>= 1) {
        if ((b & 1U) != 0) {
            sum += a;
            if (carried || sum < a) {
                return false;
            }
        }
        carried = carried || (a >> (SIZE_BITS - 1)) != 0;
        a <<= 1;
    }
    *product = sum;
    return true;
}

#endif

#if PERMKERN_DIVIDE

static size_t divide(size_t a, uint32_t b, size_t *remainder)
{
    *remainder = a % b;
    return a / b;
}

#else

static size_t divide(size_t a, uint32_t b, size_t *remainder)
{
    size_t quotient = 0;
    size_t rest = 0;
    for (size_t i = SIZE_BITS; i-- > 0;) {
        const bool carried = (rest >> (SIZE_BITS - 1)) != 0;
        rest = (rest << 1) | ((a >> i) & 1U);
        if (carried || rest >= b) {
            rest -= b;
            quotient |= (size_t)1 << i;
        }
    }
    *remainder = rest;
    return quotient;
}

#endif

size_t permkern_share(size_t units, uint32_t part, uint32_t parts)
{
    size_t extra = 0;
    const size_t each = divide(units, parts, &extra);
    return permkern_times(each, part) + (part < extra ? part : extra);
}
