/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Products and quotients of sizes for cores without the instruction, where a compiler would call __aeabi_lmul, __mulsi3
 * or __aeabi_uidiv. permkern_target.h says which cores these are.
 */
#include "permkern_arith.h"
#include "permkern_logic.h"

#define SIZE_BITS (sizeof(size_t) * 8)

bool permkern_multiply_by_adding(size_t a, size_t b, size_t *product)
{
    size_t sum = 0;
    bool carried = false; /* a has lost bits off its top */
    bool fits = true;
    if (a < b) { /* the smaller factor counts the rounds */
        const size_t larger = b;
        b = a;
        a = larger;
    }
    /*@ ghost size_t lost = 0; */ /* what sum misses, in units of SIZE_MAX + 1 */
    /*@ ghost grows(a, SIZE_MAX, b); */
    /*@ loop invariant sum + a * b + lost * (SIZE_MAX + 1) == \at(a * b, Pre);
        loop invariant fits && (b == 0 || !carried) ==> lost == 0;
        loop invariant !fits || (carried && b != 0) ==> 0 < lost;
        loop assigns a, b, sum, carried, fits, lost;
        loop variant b;
     */
    for (; b != 0; b /= 2) {
        /*@ ghost adds(b % 2, 2 * (b / 2), b, a); */
        /*@ assert a * b == a * (b % 2) + 2 * a * (b / 2); */
        if (b % 2 != 0) {
            sum += a;
            /*@ ghost lost += sum < a ? 1 : 0; */
            fits = fits && !carried && sum >= a;
        }
        /*@ assert sum + 2 * a * (b / 2) + lost * (SIZE_MAX + 1) == \at(a * b, Pre); */
        carried = carried || a > SIZE_MAX / 2;
        /*@ ghost size_t once = a; */
        /*@ ghost lost += a > SIZE_MAX / 2 ? b / 2 : 0; */
        a *= 2;
        /*@ ghost if (once > SIZE_MAX / 2) doubles(once, a, b / 2); */
        /*@ assert sum + a * (b / 2) + lost * (SIZE_MAX + 1) == \at(a * b, Pre); */
    }
    /*@ assert sum + lost * (SIZE_MAX + 1) == \at(a * b, Pre); */
    *product = sum;
    return fits;
}

size_t permkern_divide_by_shifting(size_t a, size_t b, size_t *remainder)
{
    size_t quotient = 0;
    size_t rest = 0;
    for (size_t bit = SIZE_MAX / 2 + 1; bit != 0; bit /= 2) {
        rest *= 2; /* no bit is lost: rest was less than b, and at most half of a */
        if (a >= bit) {
            a -= bit;
            rest++;
        }
        if (rest >= b) {
            rest -= b;
            quotient += bit;
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
    /*@ assert each * parts + extra == units; */
    /*@ ghost grows(part, parts, each); */
    return permkern_times(each, part) + (part < extra ? part : extra);
}
