/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two threads that share a job for tools/bench host: the caller, and one that waits for its share without sleeping, so
 * that what is timed is the move and not the system's wakeup.
 */
#define _GNU_SOURCE

#include "bench.h"
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#define PARTS 2U

struct bench_team {
    const bench_job *job;
    pthread_t helper;
    bench_part *part; /* what is shared; NULL: the helper is to end */
    uint32_t processor;
    uint32_t begun; /* shares that the helper was asked for; written by the caller */
    /* Far from the above: what one thread writes while it moves does not disturb what the other reads. */
    uint8_t gap[256];
    uint32_t ended; /* shares that the helper has done */
};

static inline void rest(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static inline void wait_for(const uint32_t *number, uint32_t value)
{
    while (__atomic_load_n(number, __ATOMIC_ACQUIRE) != value) {
        rest();
    }
}

/* Where the system keeps threads to processors; elsewhere it places the helper. */
static void go_to(uint32_t processor)
{
#ifdef __linux__
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    (void)pthread_setaffinity_np(pthread_self(), sizeof set, &set);
#else
    (void)processor;
#endif
}

static void *help(void *context)
{
    bench_team *const team = context;
    go_to(team->processor);
    for (uint32_t number = 1;; number++) {
        wait_for(&team->begun, number);
        if (team->part == NULL) {
            return NULL;
        }
        team->part(team->job, 1, PARTS);
        __atomic_store_n(&team->ended, number, __ATOMIC_RELEASE);
    }
}

static void begin(bench_team *team, bench_part *part)
{
    team->part = part;
    __atomic_store_n(&team->begun, team->begun + 1, __ATOMIC_RELEASE);
}

static void share(bench_team *team, bench_part *part, uint32_t calls)
{
    for (uint32_t call = 0; call < calls; call++) {
        begin(team, part);
        part(team->job, 0, PARTS);
        wait_for(&team->ended, team->begun);
    }
}

bench_team *bench_team_open(const bench_job *job, uint32_t processor)
{
    bench_team *const made = calloc(1, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    made->job = job;
    made->processor = processor;
    if (pthread_create(&made->helper, NULL, help, made) != 0) {
        free(made);
        return NULL;
    }
    return made;
}

void bench_team_close(bench_team *team)
{
    begin(team, NULL);
    (void)pthread_join(team->helper, NULL);
    free(team);
}

void bench_team_planned(void *context, uint32_t calls)
{
    share(context, bench_planned_part, calls);
}

void bench_team_memcpy(void *context, uint32_t calls)
{
    share(context, bench_memcpy_part, calls);
}
