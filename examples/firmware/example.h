/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the examples of firmware and of clients share: a permute is done by the loop that one would write by hand, or
 * that a client has of its own, and by a kernel, each between two marks that tools/example and tools/client-table count
 * instructions between, and the results are compared.
 */
#ifndef PERMKERN_EXAMPLE_H
#define PERMKERN_EXAMPLE_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Instructions are counted from the first to the second of these functions. */
void mark_begin(void);
void mark_end(void);

__attribute__((noinline)) void mark_begin(void)
{
    __asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) void mark_end(void)
{
    __asm__ volatile("" ::: "memory");
}

#ifdef __cplusplus
}
#endif

static int failures;

/* The marks' own cost, to be taken off. */
static void example_begin(void)
{
    mark_begin();
    mark_end();
}

/* Compares what both wrote. `name` and `work` are what the table calls the permute. */
static void example_end(const char *name, const char *work, const void *by_hand, const void *by_kernel, size_t bytes)
{
    const int right = memcmp(by_hand, by_kernel, bytes) == 0;
    failures += right ? 0 : 1;
    printf("permute %s|%s|%u|%s\n", name, work, (unsigned)bytes, right ? "correct" : "WRONG");
}

#endif /* PERMKERN_EXAMPLE_H */
