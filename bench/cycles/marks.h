/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Marks for testbench.cpp, in place of those of bench/icnt: word stores to two of its registers. They are functions, as
 * there, so that a stretch takes the same instructions on QEMU and on a simulated core.
 */
#ifndef PERMKERN_MARKS_H
#define PERMKERN_MARKS_H

#include <stdint.h>

void mark_begin(void);
void mark_end(void);

__attribute__((noinline)) void mark_begin(void)
{
    *(volatile uint32_t *)0x80000008U = 0;
    __asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) void mark_end(void)
{
    __asm__ volatile("" ::: "memory");
    *(volatile uint32_t *)0x8000000cU = 0;
}

#endif /* PERMKERN_MARKS_H */
