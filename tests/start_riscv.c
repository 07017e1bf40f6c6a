/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * For self-tests on an emulated RISC-V core, before main: turns the vector unit on, which a reset leaves off, and makes
 * a trap end the run as a failure, at once; picolibc would wait for a timeout.
 */
#include <stdint.h>

#define SYS_WRITE0 4   /* semihosting: print a string */
#define SYS_EXIT 0x18  /* semihosting: end the run */
#define REASON 0x20023 /* semihosting: a run-time error */
#define EXIT_CODE 1
#define FS_INITIAL 0x2000 /* mstatus: floating point on */
#define VS_INITIAL 0x200  /* mstatus: vectors on */

static void semihosting(uintptr_t operation, const void *argument)
{
    register uintptr_t a0 __asm__("a0") = operation;
    register const void *a1 __asm__("a1") = argument;
    /* The three that mark the break as semihosting: not compressed, and on one page. */
    __asm__ volatile(".balign 16\n\t.option push\n\t.option norvc\n\t"
                     "slli zero, zero, 0x1f\n\tebreak\n\tsrai zero, zero, 7\n\t.option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
}

/* mtvec wants four bytes of alignment. It does not return, so it saves nothing. */
__attribute__((aligned(4), noreturn)) static void trapped(void)
{
    static const uintptr_t reason[2] = {REASON, EXIT_CODE};
    semihosting(SYS_WRITE0, "trap\n");
    semihosting(SYS_EXIT, sizeof(uintptr_t) == 8 ? (const void *)reason : (const void *)reason[0]);
    for (;;) {
    }
}

__attribute__((constructor)) static void start(void)
{
    /* csrw mtvec and csrs mstatus, spelled so that -march need not name Zicsr. */
    __asm__ volatile(".insn i 0x73, 1, x0, %0, 0x305" : : "r"(trapped));
#ifdef __riscv_vector
    __asm__ volatile(".insn i 0x73, 2, x0, %0, 0x300" : : "r"((uintptr_t)(FS_INITIAL | VS_INITIAL)));
#endif
}
