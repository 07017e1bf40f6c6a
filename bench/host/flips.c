/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Times pictures that are moved with rows, columns or both in the opposite order, as ratios to the same permute without
 * that: planned, and in brackets checked (permkern_permute). Least times of several rounds, in which all take turns.
 * Prints the rows of a table of docs/performance.md. An argument: only rows that contain it.
 */
#define _GNU_SOURCE
#include "permkern.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FLIPS 4 /* none, rows, columns, both */
#define ROUNDS 30
#define MOST_BYTES ((size_t)1080 * 1920 * 3 * 8)

typedef struct {
    const char *name;
    size_t channels; /* 1: the picture has two axes */
    uint8_t perm[3];
    unsigned rows, columns; /* of the input, which axes these are */
} form;

static const form forms[] = {
    {"as it is", 1, {0, 1}, 0, 1},         {"transposed", 1, {1, 0}, 0, 1},
    {"3 channels", 3, {0, 1, 2}, 0, 1},    {"3 channels, transposed", 3, {1, 0, 2}, 0, 1},
    {"HWC to CHW, 3", 3, {2, 0, 1}, 0, 1}, {"CHW to HWC, 3", 3, {1, 2, 0}, 1, 2},
    {"HWC to CHW, 4", 4, {2, 0, 1}, 0, 1}, {"CHW to HWC, 4", 4, {1, 2, 0}, 1, 2},
};

typedef struct {
    size_t shape[3];
    ptrdiff_t strides[3];
    uint8_t perm[3];
    permkern_layout in, out;
    permkern_plan plan;
} job;

static _Alignas(64) uint8_t source[MOST_BYTES];
static _Alignas(64) uint8_t target[MOST_BYTES];

static void make_job(job *made, const form *f, size_t rows, size_t columns, unsigned bits, unsigned flips)
{
    const unsigned rank = f->channels == 1 ? 2 : 3;
    size_t elements = 1;
    size_t offset = 0;
    memset(made, 0, sizeof *made);
    memcpy(made->perm, f->perm, sizeof made->perm);
    for (unsigned k = rank; k-- > 0;) {
        const bool back = (k == f->rows && (flips & 1) != 0) || (k == f->columns && (flips & 2) != 0);
        made->shape[k] = k == f->rows ? rows : k == f->columns ? columns : f->channels;
        made->strides[k] = back ? -(ptrdiff_t)elements : (ptrdiff_t)elements;
        offset += back ? (made->shape[k] - 1) * elements : 0;
        elements *= made->shape[k];
    }
    made->in = (permkern_layout){.shape = made->shape,
                                 .strides = flips != 0 ? made->strides : NULL,
                                 .offset = offset,
                                 .capacity = elements * bits / 8,
                                 .rank = rank,
                                 .bits = bits};
    made->out = (permkern_layout){.capacity = elements * bits / 8, .rank = rank, .bits = bits};
    if (permkern_prepare(&made->plan, &made->in, made->perm, &made->out) != PERMKERN_OK) {
        abort();
    }
}

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Nanoseconds of a call. */
static double time_of(const job *j, bool planned, unsigned calls)
{
    const double begin = now();
    for (unsigned k = 0; k < calls; k++) {
        const permkern_status status = planned ? permkern_run(&j->plan, source, target)
                                               : permkern_permute(&j->in, source, j->perm, &j->out, target);
        if (status != PERMKERN_OK) {
            abort();
        }
    }
    return (now() - begin) / calls;
}

static void measure(const char *label, const form *f, size_t rows, size_t columns, unsigned bits)
{
    static job jobs[FLIPS];
    double least[FLIPS][2];
    unsigned calls = 1;
    for (unsigned flips = 0; flips < FLIPS; flips++) {
        make_job(&jobs[flips], f, rows, columns, bits, flips);
        least[flips][0] = least[flips][1] = 1e30;
    }
    while (time_of(&jobs[0], true, calls) * calls < 5e4) {
        calls *= 2;
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned k = 0; k < FLIPS * 2; k++) {
            const double time = time_of(&jobs[k / 2], k % 2 == 0, calls);
            least[k / 2][k % 2] = time < least[k / 2][k % 2] ? time : least[k / 2][k % 2];
        }
    }
    printf("| %s | %u | %.1f |", label, bits, least[0][0] / 1e3);
    for (unsigned flips = 1; flips < FLIPS; flips++) {
        printf(" %.2f (%.2f) |", least[flips][0] / least[0][0], least[flips][1] / least[0][1]);
    }
    printf("\n");
}

int main(int count, char **arguments)
{
    static const size_t pictures[][2] = {{120, 160}, {512, 512}, {1080, 1920}};
    memset(source, 1, sizeof source);
    memset(target, 1, sizeof target);
    printf("| picture | bits | us | rows | columns | both |\n|---|---|---|---|---|---|\n");
    for (unsigned p = 0; p < sizeof pictures / sizeof pictures[0]; p++) {
        for (unsigned k = 0; k < sizeof forms / sizeof forms[0]; k++) {
            for (unsigned bits = 8; bits <= 64; bits *= 2) {
                const size_t *const size = pictures[p];
                char label[64];
                (void)snprintf(label, sizeof label, "%zux%zu %s", size[0], size[1], forms[k].name);
                if (size[0] * size[1] * forms[k].channels * bits / 8 <= MOST_BYTES &&
                    (count < 2 || strstr(label, arguments[1]) != NULL)) {
                    measure(label, &forms[k], size[0], size[1], bits);
                }
            }
        }
    }
    return 0;
}
