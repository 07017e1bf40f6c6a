/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of addresses: alignment, wrap around the end of the address space, overlap. */
#ifndef PERMKERN_ADDRESS_H
#define PERMKERN_ADDRESS_H

#include "permkern.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Address bits that must be zero for an element of 1 << shift bytes: the ABI's alignment, which may be less than the
 * size.
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
static inline bool permkern_overlaps(uintptr_t a, size_t a_bytes, uintptr_t b, size_t b_bytes)
{
    return b - a < a_bytes || a - b < b_bytes;
}

/* True when `bytes` bytes from `at` do not end within the address space. */
static inline bool permkern_wraps(uintptr_t at, size_t bytes)
{
    return at + bytes < at;
}

/* Checks an input's and an output's bytes against each other. Neither span is empty. */
static inline permkern_status permkern_check_spans(uintptr_t from, size_t in_span, uintptr_t to, size_t out_span)
{
    if (permkern_wraps(from, in_span) || permkern_wraps(to, out_span)) {
        return PERMKERN_ERR_WRAP;
    }
    return permkern_overlaps(from, in_span, to, out_span) ? PERMKERN_ERR_OVERLAP : PERMKERN_OK;
}

#endif /* PERMKERN_ADDRESS_H */
