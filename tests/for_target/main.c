/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Pinned kernels that were amalgamated for one target, compared with the definition: out[o] == in[i],
 * i[perm[k]] == o[k] from the end on reversed axes, each element exclusive-or the constant. What follows the output
 * stays as it was.
 */
#include "permkern.h"
#include "permkern_kernels.h"
#include <stdio.h>

#define ROOM 2048
#define BEHIND 16
#define MAX_RANK 8

typedef struct {
    void (*kernel)(const void *in, void *out);
    void (*in_place)(void *data);
    size_t bits;
    const char *shape; /* "3x4" */
    const char *perm;  /* "10": axis k of the output is axis perm[k] of the input */
    const char *flips; /* the reversed axes of the output */
    size_t align;
    uint32_t low, high; /* the constant */
} row;

#define PERMKERN_PIN(name, bits, shape, perm, flips, align, count, dispatched)                                         \
    {name, NULL, bits, shape, perm, flips, align, 0, 0},
static const row plain[] = {
#include "gen/permkern_plan.inc"
};
#define PERMKERN_PIN_XOR(name, bits, shape, perm, flips, align, count, dispatched, low, high)                          \
    {name, NULL, bits, shape, perm, flips, align, low, high},
static const row masked[] = {
#include "gen/permkern_plan.inc"
};
#define PERMKERN_PIN_IN_PLACE(name, bits, shape, perm, flips, align, count)                                            \
    {NULL, name, bits, shape, perm, flips, align, 0, 0},
static const row same[] = {
#include "gen/permkern_plan.inc"
};

static uint64_t in_words[ROOM / 8], out_words[(ROOM + BEHIND) / 8 + 1], expected_words[ROOM / 8];

/* Writes a row's output for the input. Returns its size in bytes; 0 if it does not fit. */
static size_t define(const row *r, const uint8_t *in, uint8_t *out)
{
    size_t shape[MAX_RANK] = {0};
    size_t rank = 0;
    for (const char *at = r->shape; *at != '\0'; at++) {
        if (*at == 'x') {
            rank++;
        } else {
            shape[rank] = shape[rank] * 10 + (size_t)(*at - '0');
        }
    }
    rank++;
    size_t stride[MAX_RANK];
    size_t elements = 1;
    for (size_t k = rank; k-- != 0;) {
        stride[k] = elements;
        elements *= shape[k];
    }
    const size_t bytes = r->bits / 8;
    if (elements * bytes > ROOM) {
        return 0;
    }
    for (size_t o = 0; o != elements; o++) {
        size_t left = o;
        size_t i = 0;
        for (size_t k = rank; k-- != 0;) {
            const size_t axis = (size_t)(r->perm[k] - '0');
            const size_t extent = shape[axis];
            size_t at = left % extent;
            left /= extent;
            for (const char *flip = r->flips; *flip != '\0'; flip++) {
                if ((size_t)(*flip - '0') == k) {
                    at = extent - 1 - at;
                }
            }
            i += at * stride[axis];
        }
        for (size_t b = 0; b != bytes; b++) {
            const uint32_t half = b < 4 ? r->low : r->high;
            out[o * bytes + b] = (uint8_t)(in[i * bytes + b] ^ (half >> (b % 4 * 8)));
        }
    }
    return elements * bytes;
}

/* Runs a row at the alignment that it is promised, or at some bytes behind a word's. */
static bool is_right(const row *r)
{
    const size_t beyond = r->align < 8 ? r->align : 0;
    uint8_t *const in = (uint8_t *)in_words;
    uint8_t *const out = (uint8_t *)out_words + beyond;
    uint8_t *const expected = (uint8_t *)expected_words;
    for (size_t k = 0; k != ROOM; k++) {
        in[k] = (uint8_t)(k * 131 + (k >> 8) + 7);
    }
    for (size_t k = 0; k != sizeof(out_words); k++) {
        ((uint8_t *)out_words)[k] = 0xA5;
    }
    const size_t size = define(r, in, expected);
    if (r->kernel != NULL) {
        r->kernel(in, out);
    } else {
        for (size_t k = 0; k != size; k++) {
            out[k] = in[k];
        }
        r->in_place(out);
    }
    for (size_t k = 0; k != size + 8; k++) {
        if (out[k] != (k < size ? expected[k] : 0xA5)) {
            return false;
        }
    }
    return true;
}

int main(void)
{
    const row *const rows[] = {plain, masked, same};
    const size_t counts[] = {sizeof(plain) / sizeof(row), sizeof(masked) / sizeof(row), sizeof(same) / sizeof(row)};
    unsigned passed = 0, failed = 0, skipped = 0;
    for (size_t list = 0; list != 3; list++) {
        for (size_t k = 0; k != counts[list]; k++) {
            if (define(&rows[list][k], (const uint8_t *)in_words, (uint8_t *)expected_words) == 0) {
                skipped++;
            } else if (is_right(&rows[list][k])) {
                passed++;
            } else {
                failed++;
                printf("wrong: %s (%s), %u bits\n", rows[list][k].shape, rows[list][k].perm,
                       (unsigned)rows[list][k].bits);
            }
        }
    }
    printf("%u skipped: more than %u bytes\n", skipped, (unsigned)ROOM);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0 || passed == 0;
}
