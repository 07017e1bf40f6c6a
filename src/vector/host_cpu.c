/* SPDX-License-Identifier: BSD-3-Clause */
/* x86-64: asks the running CPU for its instruction sets and its last-level cache. */
#include "vector/permkern_vector_set.h"

#ifdef PERMKERN_X86
#include <cpuid.h>

uint32_t permkern_cpu;

/* Returns XCR0: the registers that the operating system saves. */
static uint32_t saved_state(void)
{
    uint32_t low = 0;
    uint32_t high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

uint32_t permkern_cpu_of(uint32_t leaf1_d, uint32_t saved, uint32_t leaf7_b, uint32_t leaf7_c)
{
    const uint32_t avx512 = 1U << 16 | 1U << 17 | 1U << 30 | 1U << 31; /* F, DQ, BW, VL */
    if ((leaf1_d & bit_SSE2) == 0) {
        return PERMKERN_CPU_BASE;
    }
    if ((saved & 6U) != 6U || (leaf7_b & bit_AVX2) == 0) {
        return PERMKERN_CPU_SSE2;
    }
    if ((saved & 0xe6U) != 0xe6U || (leaf7_b & avx512) != avx512) {
        return PERMKERN_CPU_AVX2;
    }
    return PERMKERN_CPU_AVX512 | ((leaf7_c & bit_AVX512VBMI) != 0 ? PERMKERN_CPU_VBMI : 0);
}

size_t permkern_cache_of(uint32_t ebx, uint32_t ecx)
{
    const size_t ways = (ebx >> 22) + 1;
    const size_t partitions = (ebx >> 12 & 0x3ffU) + 1;
    const size_t line = (ebx & 0xfffU) + 1;
    const size_t sets = (size_t)ecx + 1;
    return ways * partitions * line * sets;
}

/* Bytes of the last-level cache in a CPUID leaf; 0: the leaf does not exist or lists no cache. */
static size_t last_cache(uint32_t leaf)
{
    unsigned a = 1;
    size_t bytes = 0;
    for (unsigned k = 0; (a & 0x1fU) != 0; k++) {
        unsigned b = 0;
        unsigned c = 0;
        unsigned d = 0;
        a = 0;
        (void)__get_cpuid_count(leaf, k, &a, &b, &c, &d);
        bytes = (a & 0x1fU) != 0 ? permkern_cache_of(b, c) : bytes;
    }
    return bytes;
}

uint32_t permkern_caches_of(size_t of_intel, size_t of_amd)
{
    const size_t units = (of_intel != 0 ? of_intel : of_amd) >> 16;
    const uint32_t most = of_intel != 0 ? PERMKERN_CPU_MOST_CACHE : UINT32_MAX >> PERMKERN_CPU_CACHE_BIT;
    const uint32_t counted = of_intel != 0 ? PERMKERN_CPU_SERVER_CACHE : most; /* of more than `most` */
    const uint32_t kept = units <= most ? (uint32_t)units : counted;           /* narrow: at most `most` */
    return kept << PERMKERN_CPU_CACHE_BIT | (of_intel != 0 ? PERMKERN_CPU_FETCHES : 0);
}

/* Missing leaves count as zero. */
uint32_t permkern_ask_cpu(void)
{
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    unsigned leaf7_b = 0;
    unsigned leaf7_c = 0;
    unsigned unused_d = 0;
    (void)__get_cpuid(1, &a, &b, &c, &d);
    (void)__get_cpuid_count(7, 0, &a, &leaf7_b, &leaf7_c, &unused_d);
    return permkern_cpu_of(d, (c & bit_OSXSAVE) != 0 ? saved_state() : 0, leaf7_b, leaf7_c) |
           permkern_caches_of(last_cache(4), last_cache(0x8000001dU));
}

#endif /* PERMKERN_X86 */
