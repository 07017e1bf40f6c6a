/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shared by the firmware and client examples. Each permute runs by a hand-written loop or the client's own, then by a
 * kernel. tools/example and tools/client-table count the instructions between the marks. The results are compared.
 */
#ifndef PERMKERN_EXAMPLE_H
#define PERMKERN_EXAMPLE_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Instructions between the calls of these functions are counted. */
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

/* Measures the cost of the marks, which is subtracted. */
static void example_begin(void)
{
    mark_begin();
    mark_end();
}

/* Compares both outputs. `name` and `work` are the permute's cells in the table. */
static void example_end(const char *name, const char *work, const void *by_hand, const void *by_kernel, size_t bytes)
{
    const int right = memcmp(by_hand, by_kernel, bytes) == 0;
    failures += right ? 0 : 1;
    printf("permute %s|%s|%u|%s\n", name, work, (unsigned)bytes, right ? "correct" : "WRONG");
}

#endif /* PERMKERN_EXAMPLE_H */
