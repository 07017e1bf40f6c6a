/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * For the tests of clients, in C and C++: the definition of a permute, buffers of MOST bytes, and counted checks.
 * Its includer defines MOST, a multiple of 8.
 */
#ifndef PERMKERN_CLIENTS_CHECKS_H
#define PERMKERN_CLIENTS_CHECKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define GUARD 16 /* bytes on each side of the output that must not be written */
#define WORDS ((MOST + 2 * GUARD) / 8)

static uint64_t memory[3][WORDS];
static unsigned char *const input = (unsigned char *)memory[0];
static unsigned char *const output = (unsigned char *)memory[1] + GUARD;
static unsigned char *const expected = (unsigned char *)memory[2] + GUARD;
static unsigned passed;
static unsigned failed;

static inline void check(bool good, const char *what)
{
    passed += good ? 1U : 0U;
    failed += good ? 0U : 1U;
    if (!good) {
        printf("FAIL %s\n", what);
    }
}

/* Prints the last line of a test. Returns its exit code. */
static inline int report(void)
{
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}

/* Fills the input. Neighbouring bytes differ, and so do neighbouring words. */
static inline void fill(void)
{
    for (size_t k = 0; k < sizeof memory[0]; k++) {
        input[k] = (unsigned char)((k * 2654435761U) >> 13);
    }
}

/* Makes the output and the expected output equal. Each byte differs from the input's byte at the same place. */
static inline void clear(void)
{
    for (size_t k = 0; k < WORDS; k++) {
        memory[1][k] = memory[2][k] = ~memory[0][k];
    }
}

static inline bool as_expected(void)
{
    return memcmp(memory[1], memory[2], sizeof memory[1]) == 0;
}

/* A permute: axis k of the output is axis source[k] of the input. */
typedef struct permutation {
    int rank;
    int extents[16];
    int source[16];
    int permuted[16]; /* the output's extents */
} permutation;

static inline permutation permutation_of(int rank, const int *extents, const int *source)
{
    permutation made = {rank, {0}, {0}, {0}};
    for (int k = 0; k < rank; k++) {
        made.extents[k] = extents[k];
        made.source[k] = source[k];
        made.permuted[k] = extents[source[k]];
    }
    return made;
}

static inline int random_below(int limit)
{
    static uint32_t state = 12345;
    state = state * 1664525U + 1013904223U;
    return (int)((state >> 8) % (uint32_t)limit);
}

/* A random permute of at most `elements`. A third of the extents are 1, the others at most `longest`. */
static inline permutation random_permutation(int rank, int longest, int elements)
{
    int extents[16];
    int source[16];
    for (int k = 0; k < rank; k++) {
        const int other = random_below(k + 1);
        extents[k] = random_below(3) == 0 ? 1 : 1 + random_below(elements < longest ? elements : longest);
        elements /= extents[k];
        source[k] = k;
        source[k] = source[other];
        source[other] = k;
    }
    return permutation_of(rank, extents, source);
}

/* Clears, and permutes the input into the expected output. strides: the input's, in elements; NULL: contiguous. */
static inline void define(const permutation *of, const int32_t *strides, size_t bytes)
{
    int32_t packed[16];
    size_t count = 1;
    for (int k = of->rank; k-- > 0;) {
        packed[k] = (int32_t)count;
        count *= (size_t)of->extents[k];
    }
    clear();
    for (size_t at = 0; at < count; at++) {
        size_t rest = at;
        size_t from = 0;
        for (int k = of->rank; k-- > 0;) {
            const int axis = of->source[k];
            from += rest % (size_t)of->extents[axis] * (size_t)(strides != NULL ? strides : packed)[axis];
            rest /= (size_t)of->extents[axis];
        }
        memcpy(expected + at * bytes, input + from * bytes, bytes);
    }
}

#endif /* PERMKERN_CLIENTS_CHECKS_H */
