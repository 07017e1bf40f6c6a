/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What bench/host_peers.py sees of C: jobs, functions that repeat one, an oracle. A peer that is a library of its own
 * is a module that exports peer_open, peer_repeat, peer_close and peer_version.
 */
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#include <stddef.h>
#include <stdint.h>

#define BENCH_EXPORT __attribute__((visibility("default")))
#define BENCH_MAX_RANK 8

#ifdef __cplusplus
extern "C" {
#endif

/* Axis k of out is axis perm[k] of in; both are contiguous and 64-byte aligned. */
typedef struct {
    const void *in;
    void *out;
    uint32_t shape[BENCH_MAX_RANK]; /* of in */
    uint8_t perm[BENCH_MAX_RANK];
    uint32_t rank, bits;
} bench_request;

/* Does what the context says, so often. */
typedef void bench_repeat(void *context, uint32_t calls);

/* ---- what a peer's module exports ---- */

/* Everything that can be done ahead; NULL where the peer does not take the request. */
BENCH_EXPORT void *peer_open(const bench_request *request);
BENCH_EXPORT void peer_repeat(void *context, uint32_t calls);
BENCH_EXPORT void peer_close(void *context);
BENCH_EXPORT const char *peer_version(void);

/* ---- what bench_host exports ---- */

typedef struct bench_job bench_job;
typedef void bench_part(const bench_job *job, uint32_t part, uint32_t parts);

BENCH_EXPORT bench_job *bench_open(const bench_request *request);
BENCH_EXPORT void bench_close(bench_job *job);
BENCH_EXPORT const char *bench_permkern_version(void);
BENCH_EXPORT int bench_has_avx2(void);

/* The context of these is a job. */
BENCH_EXPORT bench_repeat bench_memcpy;
BENCH_EXPORT bench_repeat bench_naive;
BENCH_EXPORT bench_repeat bench_planned;      /* permkern_run */
BENCH_EXPORT bench_repeat bench_planned_avx2; /* the same, made for AVX2 on a CPU that has more */
BENCH_EXPORT bench_repeat bench_checked;      /* permkern_permute */
BENCH_EXPORT bench_repeat bench_prepare;      /* permkern_prepare */
BENCH_EXPORT bench_repeat bench_pinned;       /* the set's kernel for this shape: only where bench_has_pinned says 1 */

BENCH_EXPORT int bench_has_pinned(const bench_job *job);

/*
 * Nanoseconds of so many calls, after some that are not timed: those that this thread was running, so that another
 * program's turn on the processor does not count; and all that went by, for work of several threads.
 */
BENCH_EXPORT uint64_t bench_sample(bench_repeat *repeat, void *context, uint32_t untimed, uint32_t calls);
BENCH_EXPORT uint64_t bench_sample_elapsed(bench_repeat *repeat, void *context, uint32_t untimed, uint32_t calls);

/* A share of a job: of permkern_run_part, of a memcpy. */
bench_part bench_planned_part;
bench_part bench_memcpy_part;

/* A job shared with a second thread, which waits between calls without sleeping, on the processor given. */
typedef struct bench_team bench_team;

BENCH_EXPORT bench_team *bench_team_open(const bench_job *job, uint32_t processor);
BENCH_EXPORT void bench_team_close(bench_team *team);

/* The context of these is a team: permkern_run_part, half on each thread; half of a memcpy on each. */
BENCH_EXPORT bench_repeat bench_team_planned;
BENCH_EXPORT bench_repeat bench_team_memcpy;

/* Bytes without a pattern that a permutation could keep. */
BENCH_EXPORT void bench_fill(uint8_t *data, size_t bytes);

/* What the job's output has to be, by index arithmetic. */
BENCH_EXPORT void bench_oracle(const bench_job *job, uint8_t *expected);

/* Overwrites every byte of the output with a wrong one: who writes too little is found out. */
BENCH_EXPORT void bench_spoil(const bench_job *job, const uint8_t *expected);

/* 1 where the output is as expected. */
BENCH_EXPORT int bench_right(const bench_job *job, const uint8_t *expected);

#ifdef __cplusplus
}
#endif

#endif /* BENCH_HOST_H */
