/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Executes calls of the library one instruction at a time (the trap flag of x86-64) and checks:
 *
 * - A fence follows the last store past the caches of each call. Without it, a thread that reads the output after a
 *   flag may see old bytes. For each instruction set of the CPU, with a last-level cache that is said to be small.
 * - permkern_cpu only changes from "unknown" to its final value. A thread that reads a third value would run
 *   instructions that the CPU lacks. For each entry point that may be the first to be called.
 */
#define _GNU_SOURCE
#include "harness.h"
#include "vector/permkern_vector_set.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#define TRAP_FLAG 0x100
#define ROOM ((size_t)1 << 20)

static _Alignas(64) uint8_t input[ROOM];
static _Alignas(64) uint8_t output[ROOM];
static unsigned passed;
static unsigned failed;

/* ---- the handler of each instruction ---- */

static struct {
    unsigned stores; /* past the caches */
    bool unfenced;   /* no fence has followed the last of them */
    uint32_t final;  /* value of permkern_cpu */
    bool other;      /* permkern_cpu had a third value */
} seen;

/* True for the opcodes of map 0F that store past the caches: movntps and movntpd, movnti, movntdq. */
static bool goes_past(uint8_t opcode)
{
    return opcode == 0x2b || opcode == 0xc3 || opcode == 0xe7;
}

static void look_at(const uint8_t *code)
{
    while (*code == 0x66 || *code == 0xf2 || *code == 0xf3 || *code == 0x67 || *code == 0x2e || *code == 0x3e) {
        code++;
    }
    code += (*code & 0xf0U) == 0x40 ? 1 : 0; /* REX */
    bool past = false;
    if (*code == 0x0f) {
        past = goes_past(code[1]);
        if (code[1] == 0xae && (code[2] >= 0xf8 || (code[2] & 0xf8U) == 0xf0)) { /* sfence, mfence */
            seen.unfenced = false;
        }
    } else if (*code == 0xc5) {
        past = goes_past(code[2]) && code[2] != 0xc3;
    } else if (*code == 0xc4 && (code[1] & 0x1fU) == 1) {
        past = goes_past(code[3]) && code[3] != 0xc3;
    } else if (*code == 0x62 && (code[1] & 7U) == 1) {
        past = goes_past(code[4]) && code[4] != 0xc3;
    }
    seen.stores += past ? 1 : 0;
    seen.unfenced = seen.unfenced || past;
}

static void on_step(int signal_number, siginfo_t *info, void *given)
{
    const ucontext_t *const context = given;
    (void)signal_number;
    (void)info;
    look_at((const uint8_t *)context->uc_mcontext.gregs[REG_RIP]);
    const uint32_t now = __atomic_load_n(&permkern_cpu, __ATOMIC_RELAXED);
    seen.other = seen.other || (now != PERMKERN_CPU_UNKNOWN && now != seen.final);
}

static void set_stepping(bool on)
{
    if (on) {
        __asm__ volatile("pushfq\n\torq %0, (%%rsp)\n\tpopfq" : : "i"(TRAP_FLAG) : "memory", "cc");
    } else {
        __asm__ volatile("pushfq\n\tandq %0, (%%rsp)\n\tpopfq" : : "i"(~TRAP_FLAG) : "memory", "cc");
    }
}

static void count(bool good, const char *what, const char *how)
{
    passed += good ? 1 : 0;
    failed += good ? 0 : 1;
    if (!good) {
        printf("FAIL %s: %s\n", what, how);
    }
}

/* ---- entry points ---- */

static permkern_status move_in_place(const request *r, const void *context, const void *in, void *out)
{
    static uint8_t scratch[ROOM / 8];
    permkern_plan plan;
    (void)context;
    (void)in;
    return request_prepare(r, &plan) == PERMKERN_OK ? permkern_run_in_place(&plan, out, scratch, sizeof scratch)
                                                    : PERMKERN_ERR_PLAN;
}

/* A share that is not the first, and the only one that runs. */
static permkern_status move_a_share(const request *r, const void *context, const void *in, void *out)
{
    permkern_plan plan;
    (void)context;
    return request_prepare(r, &plan) == PERMKERN_OK ? permkern_run_part(&plan, in, out, 1, 3) : PERMKERN_ERR_PLAN;
}

static const struct {
    const char *name;
    mover *move;
} entries[] = {{"permkern_run", move_by_permute},
               {"permkern_permute", move_at_once},
               {"permkern_run_part", move_a_share},
               {"permkern_run_in_place", move_in_place}};
#define ENTRIES (sizeof entries / sizeof entries[0])

static bool step(const request *r, mover *move)
{
    memset(&seen, 0, sizeof seen);
    seen.final = permkern_ask_cpu();
    set_stepping(true);
    const permkern_status status = move(r, NULL, input, output);
    set_stepping(false);
    return status == PERMKERN_OK;
}

/* ---- fences ---- */

/* Tiles, runs, and runs with a few bytes left over; shapes in bytes. All are just above a cache of 64 KiB. */
static const struct {
    unsigned rank;
    size_t shape[3];
    uint8_t perm[3];
} large[] = {
    {2, {64, 512}, {1, 0}}, {3, {2, 64, 256}, {0, 2, 1}}, {3, {2, 3, 5120}, {1, 0, 2}}, {3, {3, 2, 5000}, {1, 0, 2}},
    {1, {98304}, {0}},      {2, {2, 40000}, {0, 1}}};

/* Returns how many stores past the caches there were. */
static unsigned check_fences(uint32_t level, const char *name)
{
    unsigned stores = 0;
    for (unsigned k = 0; k < sizeof large / sizeof large[0]; k++) {
        for (unsigned bits = 8; bits <= 64; bits *= 2) {
            request r = {.rank = large[k].rank, .bits = bits};
            memcpy(r.shape, large[k].shape, sizeof large[k].shape);
            memcpy(r.perm, large[k].perm, sizeof large[k].perm);
            r.shape[r.rank - 1] /= bits / 8;
            request_finish(&r);
            for (unsigned entry = 0; entry < ENTRIES; entry++) {
                if (entries[entry].move == move_in_place || (entry != 0 && bits != 8)) {
                    continue; /* in place, nothing is stored past the caches; other widths take one entry point */
                }
                permkern_cpu = level | 1U << PERMKERN_CPU_CACHE_BIT; /* 64 KiB, so that little is much */
                const bool ran = step(&r, entries[entry].move);
                stores += seen.stores;
                count(ran && !seen.unfenced, entries[entry].name, "no fence follows a store past the caches");
            }
        }
    }
    printf("%s: %u stores past the caches\n", name, stores);
    return stores;
}

/* ---- the first call ---- */

static void check_first(void)
{
    static const size_t shapes[][2] = {{3, 5}, {24, 40}, {40, 48}};
    for (unsigned entry = 0; entry < ENTRIES; entry++) {
        for (unsigned k = 0; k < 3; k++) {
            request r = {.rank = 2, .bits = 8, .shape = {shapes[k][0], shapes[k][1]}, .perm = {1, 0}};
            request_finish(&r);
            permkern_cpu = PERMKERN_CPU_UNKNOWN;
            count(step(&r, entries[entry].move) && !seen.other, entries[entry].name,
                  "permkern_cpu had a value that it does not keep");
        }
    }
}

int main(void)
{
#define SET_NAME(name) #name,
    static const char *const names[] = {"unknown", "base", PERMKERN_HOST_SETS(SET_NAME)}; /* by level */
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_step;
    action.sa_flags = SA_SIGINFO;
    if (sigaction(SIGTRAP, &action, NULL) != 0) {
        return 2;
    }
    (void)permkern_best_set();
    const uint32_t best = permkern_cpu & PERMKERN_CPU_LEVEL;
    check_first();
    unsigned stores = 0;
    for (uint32_t level = PERMKERN_CPU_SSE2; level <= best; level++) {
        permkern_cpu = level;
        if (permkern_best_set()->fence == NULL) {
            continue; /* no stores past the caches */
        }
        stores += check_fences(level, names[level]);
    }
    if (best >= PERMKERN_CPU_AVX512) {
        count(stores != 0, "stores past the caches", "this CPU has them, and none was seen");
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
