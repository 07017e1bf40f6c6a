/* SPDX-License-Identifier: BSD-3-Clause */
/* The instruction sets of this machine. */
#include "work.h"

#include "permkern_vector.h"

#ifdef PERMKERN_X86

static const char *const levels[] = {
    [PERMKERN_CPU_BASE] = "base",
    [PERMKERN_CPU_SSE2] = "sse2",
    [PERMKERN_CPU_AVX2] = "avx2",
    [PERMKERN_CPU_AVX512] = "avx512",
    [PERMKERN_CPU_AVX512VBMI] = "avx512vbmi",
};

unsigned level_count(void)
{
    static unsigned count; /* CPUID takes microseconds in a virtual machine */
    if (count == 0) {
        permkern_cpu = PERMKERN_CPU_UNKNOWN;
        (void)permkern_vector_best();
        count = permkern_cpu & PERMKERN_CPU_LEVEL;
    }
    return count;
}

void level_choose(unsigned level)
{
    permkern_cpu = level + 1;
}

const char *level_name(unsigned level)
{
    return level + 1 < sizeof levels / sizeof levels[0] ? levels[level + 1] : NULL;
}

#else

unsigned level_count(void)
{
    return 1;
}

void level_choose(unsigned level)
{
    (void)level;
}

const char *level_name(unsigned level)
{
    return level == 0 ? "words" : NULL;
}

#endif
