/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * For emulated cores with memory protection: no byte outside a request's two buffers is touched. 32 bytes before and
 * behind each buffer fault at any access (Armv7-M and Armv8-M MPU, RISC-V PMP), and requests end at one of them, or
 * begin at one. Compares with the definition, out[o] = in[i] with i[perm[k]] = o[k].
 *
 * With TWIN, one access goes wrong on purpose, the tests' fault handlers end the run as a success (EXPECT_FAULT), and
 * coming back is the failure: so the guards are known to bite.
 */
#include "permkern.h"

#include <stdio.h>

#define GUARD 32U
#define BYTES 6144U

typedef struct {
    uint8_t before[GUARD];
    uint8_t data[BYTES];
    uint8_t behind[GUARD];
} guarded;

static _Alignas(64) guarded input;
static _Alignas(64) guarded output;

/* ---- protection ---- */

#if defined(__riscv)

/* pmpaddr0 to 3 and their bytes of pmpcfg0: locked, naturally aligned power of two, no access. The encoded CSR writes
 * do without Zicsr in -march. */
#define GUARD_CSR(number, value) __asm__ volatile(".insn i 0x73, 1, x0, %0, " #number : : "r"(value) : "memory")

static uintptr_t pmp_address(const uint8_t *at)
{
    return (uintptr_t)at >> 2 | (GUARD / 8 - 1);
}

static void protect(void)
{
    GUARD_CSR(0x3b0, pmp_address(input.before));
    GUARD_CSR(0x3b1, pmp_address(input.behind));
    GUARD_CSR(0x3b2, pmp_address(output.before));
    GUARD_CSR(0x3b3, pmp_address(output.behind));
    GUARD_CSR(0x3a0, (uintptr_t)0x98989898U);
}

#else

#define MPU_CTRL (*(volatile uint32_t *)0xE000ED94)
#define MPU_RNR (*(volatile uint32_t *)0xE000ED98)
#define MPU_RBAR (*(volatile uint32_t *)0xE000ED9C)
#define MPU_RASR (*(volatile uint32_t *)0xE000EDA0) /* Armv8-M: MPU_RLAR */
#define ENABLE 1U
#define PRIVILEGED_DEFAULT 4U /* what is in no region is as without an MPU */

/* Armv7-M: one region of 2^5 bytes without access. Armv8-M has none such, but faults where two regions overlap. */
static void protect_one(unsigned number, const uint8_t *at)
{
#if __ARM_ARCH >= 8
    for (unsigned copy = 0; copy < 2; copy++) {
        MPU_RNR = 2 * number + copy;
        MPU_RBAR = (uint32_t)(uintptr_t)at;
        MPU_RASR = (uint32_t)(uintptr_t)at | ENABLE;
    }
#else
    MPU_RNR = number;
    MPU_RBAR = (uint32_t)(uintptr_t)at;
    MPU_RASR = 4U << 1 | ENABLE;
#endif
}

static void protect(void)
{
    protect_one(0, input.before);
    protect_one(1, input.behind);
    protect_one(2, output.before);
    protect_one(3, output.behind);
    MPU_CTRL = PRIVILEGED_DEFAULT | ENABLE;
    __asm__ volatile("dsb\n\tisb" : : : "memory");
}

#endif

/* ---- requests ---- */

static unsigned passed;
static unsigned failed;

static uint8_t pattern(size_t element, unsigned byte)
{
    return (uint8_t)((element >> (8 * (byte & 3U))) + 29U * byte);
}

static size_t count_elements(const size_t *shape, unsigned rank)
{
    size_t elements = 1;
    for (unsigned k = 0; k < rank; k++) {
        elements *= shape[k];
    }
    return elements;
}

/* The input element, counted row-major, that the definition puts at an output element. */
static size_t source_of(size_t element, const size_t *shape, const uint8_t *perm, unsigned rank)
{
    size_t index[4] = {0};
    size_t source = 0;
    for (unsigned k = rank; k-- > 0;) {
        index[perm[k]] = element % shape[perm[k]];
        element /= shape[perm[k]];
    }
    for (unsigned k = 0; k < rank; k++) {
        source = source * shape[k] + index[k];
    }
    return source;
}

static bool right(const uint8_t *out, unsigned size, const size_t *shape, const uint8_t *perm, unsigned rank)
{
    const size_t elements = count_elements(shape, rank);
    for (size_t element = 0; element < elements; element++) {
        const size_t source = source_of(element, shape, perm, rank);
        for (unsigned byte = 0; byte < size; byte++) {
            if (out[element * size + byte] != pattern(source, byte)) {
                return false;
            }
        }
    }
    return true;
}

/* One request whose buffers begin, or end, at their guards. */
static void test_request(const size_t *shape, const uint8_t *perm, unsigned rank, unsigned size, bool at_end)
{
    const size_t bytes = count_elements(shape, rank) * size;
    uint8_t *const in = input.data + (at_end ? BYTES - bytes : 0);
    uint8_t *const out = output.data + (at_end ? BYTES - bytes : 0);
    const permkern_layout from = {shape, NULL, 0, bytes, (uint8_t)rank, (uint8_t)(8 * size)};
    const permkern_layout to = {NULL, NULL, 0, bytes, (uint8_t)rank, (uint8_t)(8 * size)};
    for (size_t i = 0; i < bytes; i++) {
        in[i] = pattern(i / size, i % size);
        out[i] = 0xa5;
    }
    if (permkern_permute(&from, in, perm, &to, out) == PERMKERN_OK && right(out, size, shape, perm, rank)) {
        passed++;
        return;
    }
    failed++;
    printf("FAIL rank %u, %u-bit, %s\n", rank, 8 * size, at_end ? "end" : "start");
}

/* Number `number` of the words of `rank` letters below `letters`; false: they are fewer. */
static bool nth_word(size_t number, size_t letters, unsigned rank, uint8_t *word)
{
    for (unsigned k = 0; k < rank; k++) {
        word[k] = (uint8_t)(number % letters);
        number /= letters;
    }
    return number == 0;
}

static bool is_permutation(const uint8_t *word, unsigned rank)
{
    unsigned seen = 0;
    for (unsigned k = 0; k < rank; k++) {
        seen |= 1U << word[k];
    }
    return seen == (1U << rank) - 1;
}

/* Every permutation of every shape of these extents. */
static void test_rank(unsigned rank, const uint8_t *extents, size_t count)
{
    uint8_t perm[4];
    uint8_t pick[4];
    size_t shape[4];
    for (size_t p = 0; nth_word(p, rank, rank, perm); p++) {
        for (size_t s = 0; is_permutation(perm, rank) && nth_word(s, count, rank, pick); s++) {
            for (unsigned k = 0; k < rank; k++) {
                shape[k] = extents[pick[k]];
            }
            for (unsigned size = 1; size <= 8; size *= 2) {
                test_request(shape, perm, rank, size, false);
                test_request(shape, perm, rank, size, true);
            }
        }
    }
}

static void test_requests(void)
{
    static const uint8_t line[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100};
    static const uint8_t plane[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 25};
    static const uint8_t cube[] = {1, 3, 4, 9};
    static const uint8_t deep[] = {1, 2, 5};
    test_rank(1, line, sizeof line);
    test_rank(2, plane, sizeof plane);
    test_rank(3, cube, sizeof cube);
    test_rank(4, deep, sizeof deep);
}

/* ---- what must fault ---- */

/* 1, 2: reads before and behind; 3, 4: writes there; 5: an unaligned word; 6: a division by zero. */
#ifndef TWIN
#define TWIN 0
#endif

static int go_wrong(void)
{
    volatile const uint8_t *const read = TWIN == 1 ? input.before + GUARD - 1 : input.behind;
    volatile uint8_t *const write = TWIN == 3 ? output.before + GUARD - 1 : output.behind;
    volatile int zero = 0;
    if (TWIN <= 2) {
        (void)*read;
    } else if (TWIN <= 4) {
        *write = 1;
    } else if (TWIN == 5) {
        (void)*(volatile uint32_t *)((uintptr_t)input.data + (uintptr_t)zero + 1);
    } else {
        zero = (int)BYTES / zero;
    }
    return 1;
}

int main(void)
{
    protect();
    if (TWIN != 0) {
        return go_wrong();
    }
    test_requests();
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
