/* SPDX-License-Identifier: BSD-3-Clause */
/* Columns and clock for `tools/bench host`: permkern, memcpy and naive loops. */
#define _POSIX_C_SOURCE 200112L

#include "bench.h"
#include "permkern.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct bench_job {
    bench_request request;
    size_t shape[BENCH_MAX_RANK]; /* the request's shape in permkern's type */
    permkern_layout in, out;
    permkern_plan plan;
};

/* A compiler barrier that uses `result`, so that calls are not merged, moved or dropped. */
static inline void keep(int result)
{
    __asm__ volatile("" : : "r"(result) : "memory");
}

bench_job *bench_open(const bench_request *request)
{
    bench_job *const made = calloc(1, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    made->request = *request;
    made->in.shape = made->shape;
    made->in.capacity = request->bytes;
    made->in.rank = (uint8_t)request->rank;
    made->in.bits = (uint8_t)request->bits;
    made->out = made->in;
    made->out.shape = NULL;
    if (permkern_shape_u32(made->shape, request->shape, request->rank) != PERMKERN_OK ||
        permkern_prepare(&made->plan, &made->in, made->request.perm, &made->out) != PERMKERN_OK) {
        free(made);
        return NULL;
    }
    return made;
}

void bench_close(bench_job *job)
{
    free(job);
}

/* ---- columns ---- */

void bench_memcpy(void *context, uint32_t calls)
{
    const bench_job *const at = context;
    for (uint32_t call = 0; call < calls; call++) {
        memcpy(at->request.out, at->request.in, at->request.bytes);
        keep(0);
    }
}

void bench_planned(void *context, uint32_t calls)
{
    const bench_job *const at = context;
    for (uint32_t call = 0; call < calls; call++) {
        keep((int)permkern_run(&at->plan, at->request.in, at->request.out));
    }
}

void bench_checked(void *context, uint32_t calls)
{
    const bench_job *const at = context;
    for (uint32_t call = 0; call < calls; call++) {
        keep((int)permkern_permute(&at->in, at->request.in, at->request.perm, &at->out, at->request.out));
    }
}

/* Loops in output order: sequential writes, strided reads. No case has more than six axes. */
#define NAIVE(bits)                                                                                                    \
    static void naive_##bits(const bench_job *at)                                                                      \
    {                                                                                                                  \
        const size_t *const n = at->request.extent + BENCH_MAX_RANK - 6;                                               \
        const size_t *const s = at->request.stride + BENCH_MAX_RANK - 6;                                               \
        const uint##bits##_t *const in = at->request.in;                                                               \
        uint##bits##_t *out = at->request.out;                                                                         \
        for (size_t a = 0; a < n[0]; a++) {                                                                            \
            for (size_t b = 0; b < n[1]; b++) {                                                                        \
                for (size_t c = 0; c < n[2]; c++) {                                                                    \
                    for (size_t d = 0; d < n[3]; d++) {                                                                \
                        for (size_t e = 0; e < n[4]; e++) {                                                            \
                            const size_t from = a * s[0] + b * s[1] + c * s[2] + d * s[3] + e * s[4];                  \
                            for (size_t f = 0; f < n[5]; f++) {                                                        \
                                *out++ = in[from + f * s[5]];                                                          \
                            }                                                                                          \
                        }                                                                                              \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

NAIVE(8)
NAIVE(16)
NAIVE(32)
NAIVE(64)

void bench_naive(void *context, uint32_t calls)
{
    const bench_job *const at = context;
    const uint32_t bits = at->request.bits;
    void (*const naive)(const bench_job *) = bits == 8    ? naive_8
                                             : bits == 16 ? naive_16
                                             : bits == 32 ? naive_32
                                                          : naive_64;
    for (uint32_t call = 0; call < calls; call++) {
        naive(at);
        keep(0);
    }
}

/* ---- clock ---- */

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/*
 * The stack's start varies by process. The page offset between a kernel's tables and its buffers can cost a third of a
 * small tensor's time. So each sample shifts the stack, and the least time becomes reproducible. The number of shifts
 * is prime, so columns that take turns all get every shift.
 */
#define PLACES 17U
#define PLACE_BYTES 240U

uint64_t bench_sample(bench_repeat *repeat, void *context, uint32_t untimed, uint32_t calls)
{
    static unsigned turn;
    turn = (turn + 1) % PLACES;
    volatile uint8_t *const place = __builtin_alloca(turn * PLACE_BYTES + 1);
    *place = 0;
    repeat(context, untimed);
    const int64_t begin = now();
    repeat(context, calls);
    return (uint64_t)(now() - begin);
}
