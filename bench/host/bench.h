/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What bench/host_columns.py sees of C: jobs, and functions that repeat one. A peer that is a library of its own is a
 * module that exports peer_open, peer_repeat, peer_close and peer_version.
 */
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#include <stddef.h>
#include <stdint.h>

#define BENCH_EXPORT __attribute__((visibility("default")))
#define BENCH_MAX_RANK 8

/* Axis k of out is axis perm[k] of in; both are contiguous and 64-byte aligned. */
typedef struct {
    const void *in;
    void *out;
    uint32_t shape[BENCH_MAX_RANK]; /* of in */
    uint8_t perm[BENCH_MAX_RANK];
    uint32_t rank, bits;
    size_t bytes;
    /* Of out's axes, at the arrays' ends: extents, and in's strides in elements. Before them are 1 and 0. */
    size_t extent[BENCH_MAX_RANK], stride[BENCH_MAX_RANK];
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

/* The context of these is a job. */
BENCH_EXPORT bench_repeat bench_memcpy;
BENCH_EXPORT bench_repeat bench_naive;
BENCH_EXPORT bench_repeat bench_planned; /* permkern_run */
BENCH_EXPORT bench_repeat bench_checked; /* permkern_permute */

/*
 * Nanoseconds of some calls, after some that are not timed. Time is the thread's own, so that other programs' turns on
 * the processor do not count.
 */
BENCH_EXPORT uint64_t bench_sample(bench_repeat *repeat, void *context, uint32_t untimed, uint32_t calls);

#endif /* BENCH_HOST_H */
