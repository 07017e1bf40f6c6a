/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Products and quotients of sizes for cores that lack the instruction: a compiler would call __aeabi_lmul, __mulsi3 or
 * __aeabi_uidiv. permkern_internal.h says which cores come here.
 */
#include "permkern_internal.h"

#define SIZE_BITS (sizeof(size_t) * 8)

bool permkern_multiply_by_adding(size_t a, size_t b, size_t *product)
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

size_t permkern_divide_by_shifting(size_t a, uint32_t b, size_t *remainder)
{
    size_t quotient = 0;
    size_t rest = 0;
    for (size_t i = SIZE_BITS; i-- > 0;) {
        rest = (rest << 1) | ((a >> i) & 1U); /* no bit is lost: rest was less than b, and at most half of a */
        if (rest >= b) {
            rest -= b;
            quotient |= (size_t)1 << i;
        }
    }
    *remainder = rest;
    return quotient;
}

size_t permkern_share(size_t units, uint32_t part, uint32_t parts)
{
#if PERMKERN_DIVIDE
    const size_t each = units / parts;
    const size_t extra = units % parts;
#else
    size_t extra = 0;
    const size_t each = permkern_divide_by_shifting(units, parts, &extra);
#endif
    return permkern_times(each, part) + (part < extra ? part : extra);
}
