/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Times the cases in bench/firmware/cases.toml on a board with its cycle counter: a naive loop, the C library's memcpy,
 * the MLI call with all its checks, the pinned kernel. The last two are also timed one element after a word boundary.
 * Every result is compared with the definition of a permute. Prints a Markdown table. README.md explains the build.
 */
#include "core/permkern_internal.h"
#include "mli_api.h"
#include "selftest.h"

#include <stdio.h>
#include <string.h>

/* Bytes of each of the two buffers. Larger cases are left out. The default fits a board with 32 kB of RAM. */
#ifndef PERMKERN_BOARD_BYTES
#define PERMKERN_BOARD_BYTES 12800
#endif

#ifndef PERMKERN_BOARD_NAME
#define PERMKERN_BOARD_NAME "a board"
#endif

/* ---- the counter: it counts up, modulo COUNTER + 1 ---- */

#if defined(PERMKERN_BOARD_COUNTER)
#define UNIT "cycles"
#define COUNTER UINT32_MAX
uint32_t PERMKERN_BOARD_COUNTER(void); /* in your project */

static void start_counter(void)
{
}

static uint32_t read_counter(void)
{
    return PERMKERN_BOARD_COUNTER();
}

#elif defined(__riscv)
#define UNIT "cycles (mcycle)"
#define COUNTER UINT32_MAX

static void start_counter(void)
{
    __asm__ volatile(".insn i 0x73, 7, x0, x5, 0x320"); /* csrci mcountinhibit, 5: count cycles and instructions */
}

static uint32_t read_counter(void)
{
    uintptr_t value;
    __asm__ volatile(".insn i 0x73, 2, %0, x0, -1280" : "=r"(value) : : "memory"); /* csrr mcycle, without Zicsr */
    return (uint32_t)value;
}

#elif defined(__arm__) && (defined(PERMKERN_BOARD_SYSTICK) || __ARM_ARCH_ISA_THUMB < 2)
/* SysTick counts down; its 24 bits suffice for the longest case. Nothing else may use SysTick meanwhile. */
#define UNIT "cycles (SysTick)"
#define COUNTER 0xFFFFFFU
#define SYSTICK_CONTROL (*(volatile uint32_t *)0xE000E010U)
#define SYSTICK_RELOAD (*(volatile uint32_t *)0xE000E014U)
#define SYSTICK_VALUE (*(volatile uint32_t *)0xE000E018U)

static void start_counter(void)
{
    SYSTICK_RELOAD = COUNTER;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = 5; /* the core's clock, no interrupt */
}

static uint32_t read_counter(void)
{
    return COUNTER - SYSTICK_VALUE;
}

#elif defined(__arm__)
#define UNIT "cycles (DWT CYCCNT)"
#define COUNTER UINT32_MAX
#define DEBUG_CONTROL (*(volatile uint32_t *)0xE000EDFCU)
#define DWT_CONTROL (*(volatile uint32_t *)0xE0001000U)
#define DWT_CYCCNT (*(volatile uint32_t *)0xE0001004U)
#define DWT_LOCK (*(volatile uint32_t *)0xE0001FB0U)

static void start_counter(void)
{
    DEBUG_CONTROL |= 1U << 24; /* TRCENA */
    DWT_LOCK = 0xC5ACCE55U;    /* unlocks the DWT of a Cortex-M7 */
    DWT_CYCCNT = 0;
    DWT_CONTROL |= 1U;
}

static uint32_t read_counter(void)
{
    return DWT_CYCCNT;
}

#else
#error "define PERMKERN_BOARD_COUNTER: the name of a function that returns a counter"
#endif

#ifndef PERMKERN_BOARD_UNIT
#define PERMKERN_BOARD_UNIT UNIT
#endif

static uint32_t began;
static uint32_t elapsed;
static uint32_t marks_cost;

static void mark_begin(void)
{
    began = read_counter();
}

static void mark_end(void)
{
    const uint32_t took = (read_counter() - began) & COUNTER;
    elapsed = took > marks_cost ? took - marks_cost : 0;
}

/* ---- the cases ---- */

static _Alignas(16) uint8_t input[PERMKERN_BOARD_BYTES];
static _Alignas(16) uint8_t output[PERMKERN_BOARD_BYTES];

/* The output's extents, and the input's stride in elements along each output axis, padded in front to four axes. */
typedef struct {
    uint32_t extent[4];
    uint32_t stride[4];
} loops;

static loops loops_of(const selftest_work *work)
{
    loops l = {{1, 1, 1, 1}, {0, 0, 0, 0}};
    const unsigned front = 4U - work->rank;
    for (unsigned k = 0; k < work->rank; k++) {
        const unsigned axis = work->perm[k];
        l.extent[front + k] = work->shape[axis];
        l.stride[front + k] = 1;
        for (unsigned inner = axis + 1U; inner < work->rank; inner++) {
            l.stride[front + k] *= work->shape[inner];
        }
    }
    return l;
}

/* embARC MLI's published algorithm: sequential writes, strided reads, four loops. */
#define NAIVE(type)                                                                                                    \
    __attribute__((noinline)) static void naive_##type(const type *in, type *out, const loops *l)                      \
    {                                                                                                                  \
        for (uint32_t a = 0; a < l->extent[0]; a++) {                                                                  \
            for (uint32_t b = 0; b < l->extent[1]; b++) {                                                              \
                for (uint32_t c = 0; c < l->extent[2]; c++) {                                                          \
                    const type *const from = in + a * l->stride[0] + b * l->stride[1] + c * l->stride[2];              \
                    const uint32_t inner = l->extent[3];                                                               \
                    const uint32_t step = l->stride[3];                                                                \
                    for (uint32_t d = 0; d < inner; d++) {                                                             \
                        *out++ = from[d * step];                                                                       \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

NAIVE(uint8_t)
NAIVE(uint16_t)

static uint8_t content(uint32_t index, unsigned byte)
{
    return (uint8_t)((index * 40503U) >> (8U * ((byte & 1U) ^ 1U))) ^ (uint8_t)(byte >> 1);
}

static void fill(const selftest_pinned *row, uint32_t offset)
{
    const uint32_t elements = work_elements(&row->work);
    uint8_t *at = input + offset;
    for (uint32_t i = 0; i < elements; i++) {
        for (unsigned byte = 0; byte < row->size; byte++) {
            *at++ = content(i, byte);
        }
    }
    memset(output, 0xa5, offset + (size_t)elements * row->size + 1); /* plus a guard byte at the end */
}

static bool is_right(const selftest_pinned *row, uint32_t offset)
{
    const uint32_t bytes = work_elements(&row->work) * row->size;
    selftest_walk walk = first_element(&row->work);
    for (uint32_t at = 0; at < bytes; at += row->size) {
        for (unsigned byte = 0; byte < row->size; byte++) {
            if (output[offset + at + byte] != content((uint32_t)source_of(&walk, &row->work), byte)) {
                return false;
            }
        }
        next_element(&walk, &row->work);
    }
    return output[offset + bytes] == 0xa5 && (offset == 0 || output[offset - 1] == 0xa5);
}

/* Each column function moves a row. Buffers begin `offset` bytes after a word. True if the result is right. */

static bool run_naive(const selftest_pinned *row, uint32_t offset)
{
    const loops l = loops_of(&row->work);
    fill(row, offset);
    if (row->size == 1) {
        mark_begin();
        naive_uint8_t(input + offset, output + offset, &l);
        mark_end();
    } else {
        const uint16_t *const in = (const void *)(input + offset);
        uint16_t *const out = (void *)(output + offset);
        mark_begin();
        naive_uint16_t(in, out, &l);
        mark_end();
    }
    return is_right(row, offset);
}

static void *(*volatile const library_memcpy)(void *, const void *, size_t) = memcpy; /* never inlined */

static bool run_memcpy(const selftest_pinned *row, uint32_t offset)
{
    const size_t bytes = (size_t)work_elements(&row->work) * row->size;
    fill(row, offset);
    mark_begin();
    library_memcpy(output + offset, input + offset, bytes);
    mark_end();
    return memcmp(output + offset, input + offset, bytes) == 0;
}

/* Times the MLI call with all its checks. */
static bool run_checked(const selftest_pinned *row, uint32_t offset)
{
    const uint32_t bytes = work_elements(&row->work) * row->size;
    mli_tensor in = {.data = input + offset, .capacity = bytes, .rank = row->work.rank};
    mli_tensor out = {.data = output + offset, .capacity = bytes};
    mli_permute_cfg cfg = {{0}};
    mli_status status = MLI_STATUS_OK;
    in.el_type = row->size == 1 ? MLI_EL_FX_8 : MLI_EL_FX_16;
    for (unsigned k = 0; k < row->work.rank; k++) {
        in.shape[k] = row->work.shape[k];
        cfg.perm_dim[k] = row->work.perm[k];
    }
    fill(row, offset);
    if (row->size == 1) {
        mark_begin();
        status = mli_krn_permute_fx8(&in, &cfg, &out);
        mark_end();
    } else {
        mark_begin();
        status = mli_krn_permute_fx16(&in, &cfg, &out);
        mark_end();
    }
    return status == MLI_STATUS_OK && is_right(row, offset);
}

static bool run_pinned(const selftest_pinned *row, uint32_t offset)
{
    permkern_pinned *kernel = row->kernel;
    const uint8_t *in = input + offset;
    uint8_t *out = output + offset;
    fill(row, offset);
    __asm__ volatile("" : "+r"(kernel), "+r"(in), "+r"(out)); /* arguments are ready before the clock starts */
    mark_begin();
    kernel(in, out);
    mark_end();
    return is_right(row, offset);
}

typedef struct {
    const char *name;
    bool (*run)(const selftest_pinned *row, uint32_t offset);
    unsigned offset; /* elements */
} column;

static const column columns[] = {
    {"naive", run_naive, 0},   {"memcpy", run_memcpy, 0},       {"checked", run_checked, 0},
    {"pinned", run_pinned, 0}, {"checked off", run_checked, 1}, {"pinned off", run_pinned, 1},
};
#define COLUMNS (sizeof columns / sizeof columns[0])

static bool fits(const selftest_pinned *row)
{
    return row->size != 0 && (work_elements(&row->work) + 2) * row->size <= PERMKERN_BOARD_BYTES;
}

/* The least time of some runs counts, because the first runs fill caches and flash accelerators. */
#define RUNS 4

static bool measure(const column *at, const selftest_pinned *row, uint32_t *least)
{
    bool right = true;
    *least = UINT32_MAX;
    for (unsigned i = 0; i < RUNS; i++) {
        right = at->run(row, at->offset * row->size) && right;
        *least = elapsed < *least ? elapsed : *least;
    }
    return right;
}

/* Measures the cost of mark_begin and mark_end. False if the counter does not count. */
static bool calibrate(void)
{
    uint32_t least = UINT32_MAX;
    start_counter();
    for (unsigned i = 0; i < RUNS; i++) {
        mark_begin();
        mark_end();
        least = elapsed < least ? elapsed : least;
    }
    mark_begin();
    memset(output, 0, sizeof output);
    mark_end();
    marks_cost = least;
    return elapsed > least;
}

/* Prints the least count of a whole call in each column. True if all results are right. */
static bool print_row(const selftest_pinned *row)
{
    bool right = true;
    printf("| " PERMKERN_BOARD_NAME " | %s |", row->name);
    for (unsigned k = 0; k < COLUMNS; k++) {
        uint32_t least;
        right = measure(&columns[k], row, &least) && right;
        printf(" %lu |", (unsigned long)least);
    }
    printf("\n");
    return right;
}

int main(void)
{
    unsigned wrong = 0;
    unsigned cases = 0;
    if (!calibrate()) {
        printf("the counter stands still: define PERMKERN_BOARD_COUNTER or PERMKERN_BOARD_SYSTICK\n");
        return 2;
    }
    printf("%s of a whole call, compiler %s\n\n", PERMKERN_BOARD_UNIT, __VERSION__);
    printf("| board | case |");
    for (unsigned k = 0; k < COLUMNS; k++) {
        printf(" %s |", columns[k].name);
    }
    printf("\n|---|---|---|---|---|---|---|---|\n");
    for (const selftest_row *at = pinned_rows; at->bits != 0; at++) {
        const selftest_pinned row = read_row(at);
        if (row.kernel != NULL && fits(&row)) {
            cases++;
            wrong += print_row(&row) ? 0U : 1U;
        }
    }
    printf("\n%u passed, %u failed\n", cases - wrong, wrong);
    return wrong == 0 && cases > 0 ? 0 : 1;
}
