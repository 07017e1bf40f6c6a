/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One permute on OpenMP threads: each runs its part of one plan. Runs it with 1 to 7 threads, and compares every result
 * with the definition. examples/python/threads.py measures how threads scale.
 */
#include "permkern.h"

#include <stdio.h>
#include <string.h>

#include <omp.h>

#define MAPS 3
#define ROWS 37
#define COLUMNS 41
#define CHANNELS 64

static uint8_t hwc[MAPS][ROWS][COLUMNS][CHANNELS];
static uint8_t chw[MAPS][CHANNELS][ROWS][COLUMNS];

/* Runs each part on a thread. Returns 1 if all succeed. */
static int run_parts(const permkern_plan *plan, int threads)
{
    int failed = 0;
#pragma omp parallel num_threads(threads) reduction(+ : failed)
    {
        const uint32_t part = (uint32_t)omp_get_thread_num();
        const uint32_t parts = (uint32_t)omp_get_num_threads();
        failed += permkern_run_part(plan, hwc, chw, part, parts) != PERMKERN_OK;
    }
    return failed == 0;
}

static int is_right(void)
{
    int wrong = 0;
    for (size_t k = 0; k < sizeof hwc; k++) {
        const size_t c = k % CHANNELS, x = k / CHANNELS % COLUMNS, y = k / CHANNELS / COLUMNS % ROWS;
        const size_t n = k / CHANNELS / COLUMNS / ROWS;
        wrong |= chw[n][c][y][x] ^ hwc[n][y][x][c];
    }
    return wrong == 0;
}

int main(void)
{
    static const size_t shape[] = {MAPS, ROWS, COLUMNS, CHANNELS};
    static const uint8_t to_planes[] = {0, 3, 1, 2};
    const permkern_layout in = {.shape = shape, .capacity = sizeof hwc, .rank = 4, .bits = 8};
    const permkern_layout out = {.capacity = sizeof chw, .rank = 4, .bits = 8};
    permkern_plan plan;
    int failed = permkern_prepare(&plan, &in, to_planes, &out) != PERMKERN_OK;

    for (size_t k = 0; k < sizeof hwc; k++) {
        (&hwc[0][0][0][0])[k] = (uint8_t)(k * 37U % 251U);
    }
    omp_set_dynamic(0);
    for (int threads = 1; threads <= 7 && !failed; threads++) {
        memset(chw, 0xff, sizeof chw); /* no element has this value */
        failed = !run_parts(&plan, threads) || !is_right();
        printf("%d thread%s: %s\n", threads, threads == 1 ? "" : "s", failed ? "WRONG" : "right");
    }
    return failed;
}
