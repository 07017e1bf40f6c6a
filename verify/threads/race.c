/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many threads at once: the program's first call, and parts of one permute. ThreadSanitizer ends the program at the
 * first data race.
 */
#include "harness.h"
#include "vector/permkern_vector_set.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 64U     /* threads */
#define ROOM 262144U /* bytes of the input and of the shared output */
#define SMALL 4096U  /* bytes of each thread's own output */

static unsigned passed;
static unsigned failed;
static _Alignas(64) uint8_t input[ROOM];
static _Alignas(64) uint8_t output[ROOM];
static _Alignas(64) uint8_t want[ROOM];
static _Alignas(64) uint8_t outputs[MOST][SMALL];

static void count(bool good, const char *what, const request *r, unsigned threads)
{
    passed += good ? 1 : 0;
    failed += good ? 0 : 1;
    if (!good) {
        printf("FAIL %s, %u-bit, rank %u, %u threads\n", what, r->bits, r->rank, threads);
    }
}

/* One thread's call of `function`; all threads start together. */
typedef struct {
    bool (*function)(unsigned number, unsigned threads, const void *context);
    const void *context;
    pthread_barrier_t *barrier;
    unsigned number, threads;
    bool good;
} task;

static void *run_task(void *given)
{
    task *const t = given;
    (void)pthread_barrier_wait(t->barrier);
    t->good = t->function(t->number, t->threads, t->context);
    return NULL;
}

static bool at_once(unsigned threads, bool (*function)(unsigned number, unsigned threads, const void *), const void *c)
{
    static task tasks[MOST];
    pthread_t thread[MOST];
    pthread_barrier_t barrier;
    bool good = pthread_barrier_init(&barrier, NULL, threads) == 0;
    for (unsigned k = 0; k < threads; k++) {
        tasks[k] = (task){function, c, &barrier, k, threads, false};
        if (pthread_create(&thread[k], NULL, run_task, &tasks[k]) != 0) {
            printf("no thread\n");
            exit(2);
        }
    }
    for (unsigned k = 0; k < threads; k++) {
        good = pthread_join(thread[k], NULL) == 0 && tasks[k].good && good;
    }
    (void)pthread_barrier_destroy(&barrier);
    return good;
}

/* ---- requests ---- */

/* Tiles, runs, one run, channels on either side, rank 3. FIRST is small, so each thread has an output for it. */
static const struct {
    unsigned rank;
    size_t shape[3];
    uint8_t perm[3];
} listed[] = {{2, {96, 128}, {1, 0}}, {3, {8, 12, 96}, {1, 0, 2}}, {1, {12345}, {0}},
              {2, {40, 3}, {1, 0}},   {3, {40, 96, 3}, {2, 0, 1}}, {3, {4, 33, 71}, {1, 2, 0}},
              {2, {16, 24}, {1, 0}},  {3, {7, 40, 33}, {2, 1, 0}}};
#define REQUESTS (sizeof listed / sizeof listed[0])
#define FIRST 6U

static request request_of(unsigned number, unsigned bits)
{
    request r = {.rank = listed[number].rank, .bits = bits};
    memcpy(r.shape, listed[number].shape, sizeof listed[number].shape);
    memcpy(r.perm, listed[number].perm, sizeof listed[number].perm);
    request_finish(&r);
    return r;
}

/* Fills `want` by the generic routine in one thread. The step exhaustive compares that routine with the definition. */
static void expect(const request *r)
{
    memset(want, 0, sizeof want);
    if (move_by_fallback(r, NULL, input, want) != PERMKERN_OK) {
        exit(2);
    }
}

/* ---- the first call ---- */

static bool call_first(unsigned number, unsigned threads, const void *context)
{
    const request *const r = context;
    (void)threads;
    return move_at_once(r, NULL, input, outputs[number]) == PERMKERN_OK &&
           memcmp(outputs[number], want, request_out_span(r)) == 0;
}

static void test_first(unsigned rounds)
{
    const request r = request_of(FIRST, 8);
    expect(&r);
    for (unsigned round = 0; round < rounds; round++) {
#ifdef PERMKERN_X86
        __atomic_store_n(&permkern_cpu, PERMKERN_CPU_UNKNOWN, __ATOMIC_SEQ_CST);
#endif
        count(at_once(2 + round % 7, call_first, &r), "the first call", &r, 2 + round % 7);
    }
}

/* ---- parts ---- */

static bool move_share(unsigned number, unsigned threads, const void *context)
{
    return permkern_run_part(context, input, output, number, threads) == PERMKERN_OK;
}

static void test_shares(const request *r, unsigned threads)
{
    permkern_plan plan;
    memset(output, 0, sizeof output);
    bool good = request_prepare(r, &plan) == PERMKERN_OK && at_once(threads, move_share, &plan);
    for (size_t at = 0; at < request_out_span(r); at++) {
        good = good && output[at] == want[at];
    }
    count(good, "shares", r, threads);
}

int main(void)
{
    static const unsigned numbers[] = {1, 2, 3, 4, 7, 8, 9, 16, 31, 33, 64};
    for (size_t at = 0; at < sizeof input; at++) {
        input[at] = (uint8_t)(at * 7U + (at >> 8));
    }
    test_first(1000);
#ifdef PERMKERN_X86
    permkern_cpu = (permkern_cpu & 7U) | 1U << PERMKERN_CPU_CACHE_BIT; /* 64 KiB: larger outputs bypass the caches */
#endif
    for (unsigned number = 0; number < REQUESTS; number++) {
        for (unsigned bits = 8; bits <= 64; bits *= 2) {
            request r = request_of(number, bits);
            for (unsigned k = (number + bits / 8) % 2; k < sizeof numbers / sizeof numbers[0]; k++) {
                r.mask = k % 3 == 2 ? 0x81 : 0;
                expect(&r);
                test_shares(&r, numbers[k]);
            }
        }
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
