/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One large permute divided over the threads of OpenMP: each does its part of the same plan. Prints the time with 1 to
 * N threads, measured in one run, and compares every result, byte for byte, with what the definition says.
 *
 *     openmp [MAX_THREADS]     default: the number of processors
 *     openmp --test            small, each number of threads once, no times
 */
#include "permkern.h"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANK 4
#define ROUNDS 15

typedef struct {
    size_t shape[RANK];
    uint8_t perm[RANK];
    size_t bytes;
    permkern_plan plan;
    uint8_t *in, *out, *expected;
} work;

static size_t product(const size_t *shape)
{
    size_t elements = 1;
    for (unsigned k = 0; k < RANK; k++) {
        elements *= shape[k];
    }
    return elements;
}

/* From the definition: axis k of the output is axis perm[k] of the input. */
static void expect(const work *at)
{
    for (size_t o = 0; o < at->bytes; o++) {
        size_t rest = o;
        size_t coordinate[RANK];
        for (unsigned k = RANK; k-- > 0;) {
            coordinate[at->perm[k]] = rest % at->shape[at->perm[k]];
            rest /= at->shape[at->perm[k]];
        }
        size_t from = 0;
        for (unsigned k = 0; k < RANK; k++) {
            from = from * at->shape[k] + coordinate[k];
        }
        at->expected[o] = at->in[from];
    }
}

/* The parts of one permute, each on a thread. 1 when every part says that all is well. */
static int run_parts(const work *at, int threads)
{
    int failed = 0;
#pragma omp parallel num_threads(threads) reduction(+ : failed)
    {
        const uint32_t part = (uint32_t)omp_get_thread_num();
        const uint32_t parts = (uint32_t)omp_get_num_threads();
        failed += permkern_run_part(&at->plan, at->in, at->out, part, parts) != PERMKERN_OK;
    }
    return failed == 0;
}

static int right(const work *at, int threads)
{
    for (size_t k = 0; k < at->bytes; k++) {
        at->out[k] = (uint8_t)~at->expected[k];
    }
    return run_parts(at, threads) && memcmp(at->out, at->expected, at->bytes) == 0;
}

/* Least seconds of some calls. */
static double seconds(const work *at, int threads)
{
    double least = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const double begin = omp_get_wtime();
        (void)run_parts(at, threads);
        const double took = omp_get_wtime() - begin;
        if (round == 0 || took < least) {
            least = took;
        }
    }
    return least;
}

/* Every number of threads, then every one again: what is measured first has no advantage. */
static void show_scaling(const work *at, int most)
{
    double *const least = malloc((size_t)most * sizeof *least);
    if (least == NULL) {
        return;
    }
    for (int sweep = 0; sweep < 2; sweep++) {
        for (int threads = 1; threads <= most; threads++) {
            const double took = seconds(at, threads);
            if (sweep == 0 || took < least[threads - 1]) {
                least[threads - 1] = took;
            }
        }
    }
    for (int threads = 1; threads <= most; threads++) {
        const double took = least[threads - 1];
        printf("%2d thread%s  %8.3f ms  %6.2f GB/s  %.2f times one thread\n", threads, threads == 1 ? " " : "s",
               took * 1e3, (double)at->bytes / took * 1e-9, least[0] / took);
    }
    free(least);
}

static int prepare(work *at)
{
    const permkern_layout in = {.shape = at->shape, .capacity = at->bytes, .rank = RANK, .bits = 8};
    const permkern_layout out = {.capacity = at->bytes, .rank = RANK, .bits = 8};
    at->in = malloc(at->bytes);
    at->out = malloc(at->bytes);
    at->expected = malloc(at->bytes);
    if (at->in == NULL || at->out == NULL || at->expected == NULL) {
        return 0;
    }
    uint32_t state = 1;
    for (size_t k = 0; k < at->bytes; k++) {
        state = state * 1664525U + 1013904223U;
        at->in[k] = (uint8_t)(state >> 24);
    }
    expect(at);
    return permkern_prepare(&at->plan, &in, at->perm, &out) == PERMKERN_OK;
}

int main(int argc, char **argv)
{
    const int test = argc > 1 && strcmp(argv[1], "--test") == 0;
    const int asked = argc > 1 && !test ? atoi(argv[1]) : omp_get_num_procs();
    const int most = test ? 7 : asked < 1 ? 1 : asked;
    work at = {.shape = {test ? 3 : 16, test ? 37 : 224, test ? 41 : 224, 64}, .perm = {0, 3, 1, 2}};
    int wrong = 0;
    at.bytes = product(at.shape);
    omp_set_dynamic(0);
    if (!prepare(&at)) {
        fputs("openmp: no memory, or no plan\n", stderr);
        return 1;
    }
    for (int threads = 1; threads <= most; threads++) {
        if (!right(&at, threads)) {
            printf("wrong with %d threads\n", threads);
            wrong++;
        }
    }
    printf("%zux%zux%zux%zu (0,3,1,2), 8-bit, %zu bytes: %d thread counts right, %d wrong\n", at.shape[0], at.shape[1],
           at.shape[2], at.shape[3], at.bytes, most - wrong, wrong);
    if (!test && wrong == 0) {
        show_scaling(&at, most);
    }
    free(at.in);
    free(at.out);
    free(at.expected);
    return wrong == 0 ? 0 : 1;
}
