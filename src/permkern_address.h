/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of addresses: alignment, wrap around the end of the address space, overlap. */
#ifndef PERMKERN_ADDRESS_H
#define PERMKERN_ADDRESS_H

#include "permkern.h"
#include "permkern_logic.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Address bits that must be zero for an element of 1 << shift bytes: the ABI's alignment, which may be less than the
 * size.
 */
/*@ requires shift <= 3;
    assigns \nothing;
    ensures shift == 0 ==> \result == 0;
    ensures shift == 1 ==> \result == 1;
    ensures shift == 2 ==> \result == 3;
    ensures shift == 3 ==> \result == 7 || \result == 3;
 */
static inline unsigned permkern_align_mask(unsigned shift)
{
    struct align64 {
        char at;
        uint64_t value;
    };
    return shift == 3 ? (unsigned)offsetof(struct align64, value) - 1U : (1U << shift) - 1U; /* narrow: an alignment */
}

/* True when [a, a + a_bytes) and [b, b + b_bytes) share a byte; neither wraps, neither is empty. */
/*@ requires a + a_bytes <= UINTPTR_MAX && b + b_bytes <= UINTPTR_MAX;
    requires 0 < a_bytes && 0 < b_bytes;
    assigns \nothing;
    ensures \result <==> share_a_byte(a, a_bytes, b, b_bytes);
 */
static inline bool permkern_overlaps(uintptr_t a, size_t a_bytes, uintptr_t b, size_t b_bytes)
{
    /*@ assert b < a ==> (uintptr_t)(b - a) == b - a + UINTPTR_MAX + 1 >= a_bytes; */
    /*@ assert a < b ==> (uintptr_t)(a - b) == a - b + UINTPTR_MAX + 1 >= b_bytes; */
    return b - a < a_bytes || a - b < b_bytes;
}

/* True when `bytes` bytes from `at` do not end within the address space. */
/*@ assigns \nothing;
    ensures \result <==> at + bytes > UINTPTR_MAX;
 */
static inline bool permkern_wraps(uintptr_t at, size_t bytes)
{
    return at + bytes < at;
}

/* Checks an input's and an output's bytes against each other. Neither span is empty. */
/*@ requires 0 < in_span && 0 < out_span;
    assigns \nothing;
    behavior wrapping:
        assumes from + in_span > UINTPTR_MAX || to + out_span > UINTPTR_MAX;
        ensures \result == PERMKERN_ERR_WRAP;
    behavior overlapping:
        assumes from + in_span <= UINTPTR_MAX && to + out_span <= UINTPTR_MAX;
        assumes share_a_byte(from, in_span, to, out_span);
        ensures \result == PERMKERN_ERR_OVERLAP;
    behavior ok:
        assumes from + in_span <= UINTPTR_MAX && to + out_span <= UINTPTR_MAX;
        assumes !share_a_byte(from, in_span, to, out_span);
        ensures \result == PERMKERN_OK;
    complete behaviors;
    disjoint behaviors;
 */
static inline permkern_status permkern_check_spans(uintptr_t from, size_t in_span, uintptr_t to, size_t out_span)
{
    if (permkern_wraps(from, in_span) || permkern_wraps(to, out_span)) {
        return PERMKERN_ERR_WRAP;
    }
    return permkern_overlaps(from, in_span, to, out_span) ? PERMKERN_ERR_OVERLAP : PERMKERN_OK;
}

#endif /* PERMKERN_ADDRESS_H */
