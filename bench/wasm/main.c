/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What bench/wasm.py runs under wasmtime: permkern against plain loops, in one program, so that both are compiled with
 * the same flags. bench_wasm NANOSECONDS CASE...: each case is BITS:SHAPE:PERM, as 8:28,28,64:2,0,1, and is measured
 * for about so long. A line for each:
 *
 *     CASE right|wrong NAIVE PLANNED CHECKED
 *
 * with the least picoseconds a call of plain loops, permkern_run and permkern_permute. right: both of the latter wrote
 * what the loops write, before and after they were timed.
 */
#define _POSIX_C_SOURCE 200112L

#include "permkern.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define AXES 6              /* of the plain loops */
#define LEAST_SAMPLE 50000U /* nanoseconds: a call of the clock leaves the sandbox, which takes some hundred */
#define LEAST_ROUNDS 7

/* What a permute is, for all that move it: extents and strides of loops in output order, at the end of the arrays. */
typedef struct {
    permkern_layout in, out;
    permkern_plan plan;
    size_t shape[AXES];
    uint8_t perm[AXES];
    size_t extent[AXES], stride[AXES]; /* of the input, in elements */
    size_t bytes;
    void *from, *to;
} job;

/* A compiler may not merge, move or drop calls across this, and takes the result for used. */
static inline void keep(int result)
{
    __asm__ volatile("" : : "r"(result) : "memory");
}

/* ---- what is timed ---- */

/* One line of the output, in order; bits is a constant where this is inlined. */
static inline void naive_line(unsigned bits, const void *restrict in, size_t stride, void *restrict out, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        switch (bits) {
        case 8:
            ((uint8_t *)out)[k] = ((const uint8_t *)in)[k * stride];
            break;
        case 16:
            ((uint16_t *)out)[k] = ((const uint16_t *)in)[k * stride];
            break;
        case 32:
            ((uint32_t *)out)[k] = ((const uint32_t *)in)[k * stride];
            break;
        default:
            ((uint64_t *)out)[k] = ((const uint64_t *)in)[k * stride];
            break;
        }
    }
}

/* Plain loops in output order: sequential writes, strided reads. */
static inline void naive_loops(unsigned bits, const job *at)
{
    const size_t *const n = at->extent;
    const size_t *const s = at->stride;
    const size_t size = bits / 8;
    const uint8_t *const in = at->from;
    uint8_t *out = at->to;
    for (size_t a = 0; a < n[0]; a++) {
        for (size_t b = 0; b < n[1]; b++) {
            for (size_t c = 0; c < n[2]; c++) {
                for (size_t d = 0; d < n[3]; d++) {
                    for (size_t e = 0; e < n[4]; e++) {
                        const size_t place = a * s[0] + b * s[1] + c * s[2] + d * s[3] + e * s[4];
                        naive_line(bits, in + place * size, s[5], out, n[5]);
                        out += n[5] * size;
                    }
                }
            }
        }
    }
}

static void naive(const job *at)
{
    switch (at->in.bits) {
    case 8:
        naive_loops(8, at);
        break;
    case 16:
        naive_loops(16, at);
        break;
    case 32:
        naive_loops(32, at);
        break;
    default:
        naive_loops(64, at);
        break;
    }
}

static void planned(const job *at)
{
    keep((int)permkern_run(&at->plan, at->from, at->to));
}

static void checked(const job *at)
{
    keep((int)permkern_permute(&at->in, at->from, at->perm, &at->out, at->to));
}

/* ---- the clock ---- */

typedef void mover(const job *at);

#define MOVERS 3

static mover *const movers[MOVERS] = {naive, planned, checked};

static uint64_t now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (uint64_t)at.tv_sec * 1000000000U + (uint64_t)at.tv_nsec;
}

/* Nanoseconds of so many calls, after one that is not timed. */
static uint64_t sample(mover *move, const job *at, uint32_t calls)
{
    move(at);
    const uint64_t begin = now();
    for (uint32_t call = 0; call < calls; call++) {
        move(at);
        keep(0);
    }
    return now() - begin;
}

/* So many calls that a sample is long beside a call of the clock. */
static uint32_t calls_of(mover *move, const job *at)
{
    uint32_t calls = 1;
    while (calls < 1U << 20 && sample(move, at, calls) < LEAST_SAMPLE) {
        calls *= 2;
    }
    return calls;
}

/* The least picoseconds a call, of rounds in which each has its turn; who begins changes from round to round. */
static void measure(const job *at, uint64_t duration, uint64_t *least)
{
    uint32_t calls[MOVERS];
    for (unsigned k = 0; k < MOVERS; k++) {
        calls[k] = calls_of(movers[k], at);
        least[k] = UINT64_MAX;
    }
    const uint64_t begin = now();
    for (unsigned round = 0; round < LEAST_ROUNDS || now() - begin < duration; round++) {
        for (unsigned turn = 0; turn < MOVERS; turn++) {
            const unsigned k = (round + turn) % MOVERS;
            const uint64_t took = sample(movers[k], at, calls[k]) * 1000U / calls[k];
            least[k] = took < least[k] ? took : least[k];
        }
    }
}

/* ---- right or wrong ---- */

/* Bytes without a pattern that a permutation could keep. */
static void fill(uint8_t *data, size_t bytes)
{
    uint32_t state = 2463534242U;
    for (size_t k = 0; k < bytes; k++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        data[k] = (uint8_t)(state >> 24);
    }
}

/* Whether every byte that the loops write is written by the others, too, over a byte that is wrong. */
static bool right(const job *at, uint8_t *expected)
{
    uint8_t *const out = at->to;
    naive(at);
    memcpy(expected, out, at->bytes);
    for (unsigned k = 1; k < MOVERS; k++) {
        for (size_t byte = 0; byte < at->bytes; byte++) {
            out[byte] = (uint8_t)~expected[byte];
        }
        movers[k](at);
        if (memcmp(out, expected, at->bytes) != 0) {
            return false;
        }
    }
    return true;
}

/* ---- cases ---- */

/* Numbers with commas between them, from *text on, which goes behind them. Returns how many there are. */
static unsigned read_numbers(const char **text, size_t *numbers)
{
    unsigned count = 0;
    do {
        char *end = NULL;
        numbers[count++] = strtoul(*text, &end, 10);
        *text = *end == '\0' ? end : end + 1;
        if (*end != ',') {
            break;
        }
    } while (count < AXES);
    return count;
}

static void set_loops(job *made, unsigned rank)
{
    size_t stride[AXES];
    size_t next = 1;
    for (unsigned k = rank; k-- > 0;) {
        stride[k] = next;
        next *= made->shape[k];
    }
    made->bytes = next * (made->in.bits / 8U);
    for (unsigned k = 0; k < AXES; k++) {
        const unsigned pad = AXES - rank;
        made->extent[k] = k < pad ? 1 : made->shape[made->perm[k - pad]];
        made->stride[k] = k < pad ? 0 : stride[made->perm[k - pad]];
    }
}

static bool open_job(job *made, const char *text)
{
    size_t perm[AXES];
    made->in.bits = (uint8_t)strtoul(text, NULL, 10);
    text = strchr(text, ':');
    if (text == NULL) {
        return false;
    }
    text++;
    const unsigned rank = read_numbers(&text, made->shape);
    if (read_numbers(&text, perm) != rank) {
        return false;
    }
    for (unsigned k = 0; k < rank; k++) {
        made->perm[k] = (uint8_t)perm[k];
    }
    made->in.shape = made->shape;
    made->in.rank = (uint8_t)rank;
    set_loops(made, rank);
    made->in.capacity = made->bytes;
    made->out = made->in;
    made->out.shape = NULL;
    return permkern_prepare(&made->plan, &made->in, made->perm, &made->out) == PERMKERN_OK;
}

/* One case from its text to its line. */
static bool run_case(const char *text, uint64_t duration)
{
    job made = {0};
    if (!open_job(&made, text)) {
        fprintf(stderr, "no such case: %s\n", text);
        return false;
    }
    made.from = malloc(made.bytes);
    made.to = malloc(made.bytes);
    uint8_t *const expected = malloc(made.bytes);
    bool done = made.from != NULL && made.to != NULL && expected != NULL;
    if (done) {
        uint64_t least[MOVERS];
        fill(made.from, made.bytes);
        const bool before = right(&made, expected);
        measure(&made, duration, least);
        const bool after = right(&made, expected);
        printf("%s %s %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", text, before && after ? "right" : "wrong", least[0],
               least[1], least[2]);
        done = fflush(stdout) == 0;
    }
    free(expected);
    free(made.to);
    free(made.from);
    return done;
}

int main(int count, char **arguments)
{
    if (count < 3) {
        fputs("usage: bench_wasm NANOSECONDS BITS:SHAPE:PERM...\n", stderr);
        return 2;
    }
    const uint64_t duration = strtoull(arguments[1], NULL, 10);
    for (int k = 2; k < count; k++) {
        if (!run_case(arguments[k], duration)) {
            return 1;
        }
    }
    return 0;
}
