/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Multiplies and divides sizes without multiply and divide instructions. On cores that lack them (PERMKERN_MULTIPLY,
 * PERMKERN_DIVIDE), compilers would call __aeabi_lmul, __mulsi3 or __aeabi_uidiv.
 */
#include "base/permkern_arith.h"

bool permkern_multiply_by_adding(size_t a, size_t b, size_t *product)
{
    size_t sum = 0;
    bool carried = false; /* a has lost its top bits */
    bool fits = true;
    if (a < b) { /* one round for each bit of the smaller factor */
        const size_t larger = b;
        b = a;
        a = larger;
    }
    for (; b != 0; b /= 2) {
        if (b % 2 != 0) {
            sum += a;
            fits = fits && !carried && sum >= a;
        }
        carried = carried || a > SIZE_MAX / 2;
        a *= 2;
    }
    *product = sum;
    return fits;
}

size_t permkern_divide_by_shifting(size_t a, size_t b, size_t *remainder)
{
    size_t quotient = 0;
    size_t bit = 1;
    while (b <= a / 2) {
        b *= 2;
        bit *= 2;
    }
    for (; bit != 0; bit /= 2) {
        if (a >= b) {
            a -= b;
            quotient += bit;
        }
        b /= 2;
    }
    *remainder = a;
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
