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

BENCH_EXPORT bench_job *bench_open(const bench_request *request);
BENCH_EXPORT void bench_close(bench_job *job);
BENCH_EXPORT const char *bench_permkern_version(void);

/* The context of these is a job. */
BENCH_EXPORT bench_repeat bench_memcpy;
BENCH_EXPORT bench_repeat bench_naive;
BENCH_EXPORT bench_repeat bench_planned; /* permkern_run */
BENCH_EXPORT bench_repeat bench_checked; /* permkern_permute */
BENCH_EXPORT bench_repeat bench_prepare; /* permkern_prepare */

/*
 * Nanoseconds of some calls, after some that are not timed. Time is the thread's own, so that other programs' turns on
 * the processor do not count.
 */
BENCH_EXPORT uint64_t bench_sample(bench_repeat *repeat, void *context, uint32_t untimed, uint32_t calls);

/* Bytes without a pattern that a permutation could keep. */
BENCH_EXPORT void bench_fill(uint8_t *data, size_t bytes);

/* The job's expected output, by index arithmetic. */
BENCH_EXPORT void bench_oracle(const bench_job *job, uint8_t *expected);

/* Overwrites every byte of the output with a wrong one, so that a byte that is not written is seen. */
BENCH_EXPORT void bench_spoil(const bench_job *job, const uint8_t *expected);

/* 1 where the output is as expected. */
BENCH_EXPORT int bench_right(const bench_job *job, const uint8_t *expected);

#ifdef __cplusplus
}
#endif

#endif /* BENCH_HOST_H */
