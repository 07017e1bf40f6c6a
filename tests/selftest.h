/* SPDX-License-Identifier: BSD-3-Clause */
/* Vectors that the generator computes in Python (generated/permkern_vectors.inc), and how to compare with one. */
#ifndef PERMKERN_SELFTEST_H
#define PERMKERN_SELFTEST_H

#include "permkern_internal.h"

/* Output element step * k comes from input element source[k], both counted row-major. */
typedef struct {
    uint32_t shape[8];
    uint8_t perm[8];
    uint8_t rank;
    uint8_t flips; /* bit k: axis k of the output is reversed */
    uint32_t step;
    uint32_t entries;
    const uint32_t *source;
} selftest_vector;

/* A folded permutation, for every element size (in bytes) whose bit is set. */
typedef struct {
    selftest_vector vector;
    uint8_t sizes;
} selftest_form;

typedef struct {
    permkern_pinned *kernel;
    const char *name;
    selftest_vector vector;
    uint8_t size;     /* bytes of an element */
    uint8_t align;    /* bytes promised for both pointers */
    uint32_t count;   /* occurrences */
    uint32_t flip[2]; /* what each element is exclusive-ored with, repeated to 64 bits in two halves */
} selftest_pinned;

/* A kernel in place. */
typedef struct {
    permkern_pinned_in_place *kernel;
    const char *name;
    selftest_vector vector;
    uint8_t size;
    uint8_t align;
    uint32_t count;
} selftest_in_place;

static inline uint32_t vector_elements(const selftest_vector *vector)
{
    uint32_t elements = 1;
    for (unsigned k = 0; k < vector->rank; k++) {
        elements *= vector->shape[k];
    }
    return elements;
}

#endif /* PERMKERN_SELFTEST_H */
