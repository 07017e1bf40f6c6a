/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A caller that is compiled with other options than the library, by other compilers and as C++: plans of every kind
 * have the size that the caller takes them for, and prepare writes no byte behind them. tools/integration builds the
 * pairs.
 */
#include "permkern.h"

#include <stdio.h>
#include <string.h>

#define CANARY 64
#define CASES 4

typedef struct {
    size_t shape[PERMKERN_MAX_RANK];
    uint8_t perm[PERMKERN_MAX_RANK];
    uint8_t rank, bits;
} request;

typedef struct {
    permkern_plan plan;
    uint8_t canary[CANARY];
} guarded;

/* A register's worth by index; one that widens; all axes there are; none. */
static const request requests[CASES] = {
    {{4, 4}, {1, 0}, 2, 8},
    {{6, 5, 4}, {1, 0, 2}, 3, 16},
#if PERMKERN_MAX_RANK == 8
    {{2, 3, 2, 3, 2, 3, 2, 3}, {7, 6, 5, 4, 3, 2, 1, 0}, 8, 32},
#else
    {{2, 3, 2, 3}, {3, 2, 1, 0}, 4, 32},
#endif
    {{0}, {0}, 0, 64},
};

/* As words, so that they are aligned for every element. */
static uint64_t from_words[1024];
static uint64_t to_words[1024];
static uint8_t *const from = (uint8_t *)from_words;
static uint8_t *const to = (uint8_t *)to_words;

static size_t count(const request *r)
{
    size_t elements = 1;
    for (unsigned k = 0; k < r->rank; k++) {
        elements *= r->shape[k];
    }
    return elements;
}

/* Where the output element with row-major number o comes from. */
static size_t source(const request *r, size_t o)
{
    size_t index[PERMKERN_MAX_RANK] = {0};
    size_t at = 0;
    for (unsigned k = r->rank; k-- > 0;) {
        index[r->perm[k]] = o % r->shape[r->perm[k]];
        o /= r->shape[r->perm[k]];
    }
    for (unsigned k = 0; k < r->rank; k++) {
        at = at * r->shape[k] + index[k];
    }
    return at;
}

static bool right(const request *r)
{
    const size_t size = r->bits / 8U;
    for (size_t o = 0; o < count(r); o++) {
        if (memcmp(to + o * size, from + source(r, o) * size, size) != 0) {
            return false;
        }
    }
    return true;
}

static bool moves(const request *r)
{
    guarded g;
    const permkern_layout in = {r->shape, NULL, 0, sizeof from_words, r->rank, r->bits};
    const permkern_layout out = {NULL, NULL, 0, sizeof to_words, r->rank, r->bits};
    memset(&g, 0xa5, sizeof g);
    if (permkern_prepare(&g.plan, &in, r->perm, &out) != PERMKERN_OK) {
        return false;
    }
    for (size_t i = 0; i < CANARY; i++) {
        if (g.canary[i] != 0xa5) {
            printf("byte %u behind the plan was written\n", (unsigned)i);
            return false;
        }
    }
    const guarded copy = g;
    memset(&g, 0, sizeof g);
    memset(to, 0, sizeof to_words);
    return permkern_run(&copy.plan, from, to) == PERMKERN_OK && right(r);
}

int main(void)
{
    for (size_t i = 0; i < sizeof from_words; i++) {
        from[i] = (uint8_t)(i * 31 + i / 251);
    }
    for (size_t n = 0; n < CASES; n++) {
        if (!moves(&requests[n])) {
            printf("request %u went wrong\n", (unsigned)n);
            return 1;
        }
    }
    printf("plan %u bytes, canary intact\n", (unsigned)sizeof(permkern_plan));
    return 0;
}
