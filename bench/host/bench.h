/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The C interface for bench/host_columns.py: jobs, and functions that repeat a job. A peer library is wrapped in a
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
    /* For each axis of out: its extent, and in's stride in elements. Unused entries come first and are 1 and 0. */
    size_t extent[BENCH_MAX_RANK], stride[BENCH_MAX_RANK];
} bench_request;

/* Runs the context's job `calls` times. */
typedef void bench_repeat(void *context, uint32_t calls);

/* ---- exported by a peer's module ---- */

/* Prepares everything that need not be timed. NULL if the peer does not support the request. */
BENCH_EXPORT void *peer_open(const bench_request *request);
BENCH_EXPORT void peer_repeat(void *context, uint32_t calls);
BENCH_EXPORT void peer_close(void *context);
BENCH_EXPORT const char *peer_version(void);

/* ---- exported by shim.c ---- */

typedef struct bench_job bench_job;

BENCH_EXPORT bench_job *bench_open(const bench_request *request);
BENCH_EXPORT void bench_close(bench_job *job);

/* Their context is a bench_job. */
BENCH_EXPORT bench_repeat bench_memcpy;
BENCH_EXPORT bench_repeat bench_naive;
BENCH_EXPORT bench_repeat bench_planned; /* permkern_run */
BENCH_EXPORT bench_repeat bench_checked; /* permkern_permute */

/* Nanoseconds of `calls` calls, after `untimed` calls that are not timed. Only the thread's own CPU time counts. */
BENCH_EXPORT uint64_t bench_sample(bench_repeat *repeat, void *context, uint32_t untimed, uint32_t calls);

#endif /* BENCH_HOST_H */
