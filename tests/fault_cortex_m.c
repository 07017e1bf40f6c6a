/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * For self-tests on an emulated Cortex-M: a fault ends the run as a failure, at once. picolibc's vector table calls
 * arm_hardfault_isr for every fault that has no handler enabled, and its own version loops until a timeout. Divisions
 * by zero fault where the core can divide, and unaligned words do where the compiler was told to use none.
 */
#include <stdint.h>

#define SYS_WRITE0 0x04U               /* semihosting: print a string */
#define SYS_EXIT 0x18U                 /* semihosting: end the run */
#define REASON ((const void *)0x20023) /* ... as a failure: a run-time error */

void arm_hardfault_isr(void);

static void semihosting(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

void arm_hardfault_isr(void)
{
    semihosting(SYS_WRITE0, "hard fault\n");
    semihosting(SYS_EXIT, REASON);
    for (;;) {
    }
}

#if defined(__ARM_ARCH) && __ARM_ARCH >= 7

/* Configuration and Control Register, as Armv7-M and Armv8-M have it. */
#define CCR (*(volatile uint32_t *)0xE000ED14)
#define CCR_UNALIGN_TRP 0x08U
#define CCR_DIV_0_TRP 0x10U

__attribute__((constructor)) static void trap(void)
{
    CCR |= CCR_DIV_0_TRP;
#ifndef __ARM_FEATURE_UNALIGNED
    CCR |= CCR_UNALIGN_TRP;
#endif
}

#endif
