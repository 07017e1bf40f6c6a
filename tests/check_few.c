/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Few elements on hosts: permkern_permute has code of its own for them. It must answer as permkern_prepare and
 * permkern_run do, whatever is asked, with each instruction set.
 */
#include "harness.h"
#include "permkern_request.h"
#include "permkern_vector.h"

#include <check.h>
#include <string.h>

#define ROOM 4096U /* of the bytes around both buffers */
#define MIDDLE (ROOM / 2)

/* What is asked. The layouts point to the arrays beside them. */
typedef struct {
    permkern_layout in_layout, out_layout;
    size_t shape[PERMKERN_MAX_RANK + 1], out_shape[PERMKERN_MAX_RANK + 1];
    ptrdiff_t strides[PERMKERN_MAX_RANK + 1];
    uint8_t perm[PERMKERN_MAX_RANK + 1];
    const uint8_t *order;
    uintptr_t memory, in, out;
} question;

/* Bytes of both sides, of which in and out of a question are in `now`. */
typedef struct {
    uint8_t before[ROOM], now[ROOM], wanted[ROOM];
} bytes;

static size_t bytes_of(const question *q)
{
    size_t size = q->in_layout.bits / 8;
    for (size_t k = 0; k < q->in_layout.rank; k++) {
        size *= q->shape[k];
    }
    return size;
}

/* A permute of 1 to some 100 elements, about which nothing is wrong. */
static void ask(question *q, uint8_t *memory, uint64_t *random)
{
    static const uint8_t identity[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const unsigned rank = 1 + next_random(random, PERMKERN_MAX_RANK);
    const size_t bits = (size_t)8 << next_random(random, 2);
    size_t elements = 1;
    memcpy(q->perm, identity, rank);
    for (unsigned k = 0; k < rank; k++) {
        const unsigned other = next_random(random, k + 1);
        q->perm[k] = q->perm[other];
        q->perm[other] = (uint8_t)k;
        q->shape[k] = elements > 20 ? 1 : 1 + next_random(random, 5);
        elements *= q->shape[k];
        q->strides[k] = 1;
    }
    for (unsigned k = 0; k < rank; k++) {
        q->out_shape[k] = q->shape[q->perm[k]];
    }
    const permkern_layout layout = {q->shape, NULL, 0, elements * bits / 8, rank, bits};
    q->in_layout = layout;
    q->out_layout = layout;
    q->out_layout.shape = next_random(random, 2) == 0 ? NULL : q->out_shape;
    q->order = q->perm;
    q->memory = (uintptr_t)memory;
    q->in = q->memory;
    q->out = q->memory + MIDDLE;
}

typedef struct {
    size_t member, value;
} change;

#define LAYOUT(member, value)                                                                                          \
    {                                                                                                                  \
        offsetof(permkern_layout, member), (value)                                                                     \
    }

/* Makes one thing about a layout wrong, or another. */
static void spoil_layout(permkern_layout *layout, question *q, unsigned what)
{
    const change changes[] = {LAYOUT(shape, 0),
                              LAYOUT(strides, (size_t)q->strides),
                              LAYOUT(offset, 1),
                              LAYOUT(capacity, bytes_of(q) - 1),
                              LAYOUT(rank, 0),
                              LAYOUT(rank, 2),
                              LAYOUT(rank, PERMKERN_MAX_RANK + 1),
                              LAYOUT(bits, 0),
                              LAYOUT(bits, 16),
                              LAYOUT(bits, 11),
                              LAYOUT(bits, 24),
                              LAYOUT(bits, 128)};
    const change *const chosen = &changes[what % (sizeof changes / sizeof changes[0])];
    memcpy((uint8_t *)layout + chosen->member, &chosen->value, sizeof chosen->value);
}

/* The same about an axis. */
static void spoil_axis(question *q, unsigned axis, unsigned what)
{
    static const size_t extents[] = {0, 1, 65, SIZE_MAX / 2 + 2, SIZE_MAX};
    const uint8_t axes[] = {0, (uint8_t)q->in_layout.rank, 255};
    if (what % 3 == 0) {
        q->perm[axis] = axes[what / 3 % 3];
    } else {
        (what % 3 == 1 ? q->shape : q->out_shape)[axis] = extents[what / 3 % 5];
    }
}

/* The same about the pointers. */
static void spoil_pointer(question *q, unsigned what)
{
    const size_t size = bytes_of(q);
    const uintptr_t last = UINTPTR_MAX - (q->in_layout.bits / 8 - 1); /* an element there wraps */
    const uintptr_t at = q->memory;
    const uintptr_t addresses[] = {0, at, at + 1, at + size, at + size - 1, at + MIDDLE + 1, last};
    const uintptr_t address = addresses[what / 3 % (sizeof addresses / sizeof addresses[0])];
    if (what % 3 == 0) {
        q->order = NULL;
    } else if (what % 3 == 1) {
        q->out = address;
    } else {
        q->in = address;
    }
}

static void spoil(question *q, uint64_t *random)
{
    const unsigned what = next_random(random, 1000);
    switch (next_random(random, 4)) {
    case 0:
        spoil_layout(&q->in_layout, q, what);
        break;
    case 1:
        spoil_layout(&q->out_layout, q, what);
        break;
    case 2:
        spoil_axis(q, next_random(random, PERMKERN_MAX_RANK), what);
        break;
    default:
        spoil_pointer(q, what);
        break;
    }
}

static permkern_status planned(const question *q)
{
    permkern_plan plan;
    const permkern_status status = permkern_prepare(&plan, &q->in_layout, q->order, &q->out_layout);
    return status == PERMKERN_OK ? permkern_run(&plan, (const void *)q->in, (void *)q->out) : status;
}

/* The status, which is asked of both. */
static permkern_status compare(const question *q, bytes *b)
{
    memcpy(b->now, b->before, ROOM);
    const permkern_status wanted = planned(q);
    memcpy(b->wanted, b->now, ROOM);
    memcpy(b->now, b->before, ROOM);
    const permkern_status status =
        permkern_permute(&q->in_layout, (const void *)q->in, q->order, &q->out_layout, (void *)q->out);
    ck_assert_int_eq(status, wanted);
    ck_assert_mem_eq(b->now, b->wanted, ROOM);
    return status;
}

/* Up to two things are wrong, so that their order matters. */
START_TEST(answers_are_the_same)
{
    static bytes b;
    unsigned seen[PERMKERN_ERR_PART] = {0};
    uint64_t random = 1;
    set_choose((unsigned)_i);
    for (unsigned k = 0; k < ROOM; k++) {
        b.before[k] = (uint8_t)next_random(&random, 256);
    }
    for (unsigned n = 0; n < (every() > 1 ? 2000U : 40000U); n++) {
        question q;
        memset(&q, 0, sizeof q);
        ask(&q, b.now, &random);
        for (unsigned wrong = next_random(&random, 3); wrong > 0; wrong--) {
            spoil(&q, &random);
        }
        seen[compare(&q, &b)]++;
    }
    for (unsigned status = PERMKERN_OK; status < PERMKERN_ERR_PART; status++) {
        ck_assert_msg((seen[status] != 0) == (status != PERMKERN_ERR_PLAN), "%s",
                      permkern_strerror((permkern_status)status));
    }
}
END_TEST

/* Element sizes between those that there are: nothing else is wrong. */
START_TEST(odd_sizes)
{
    static bytes b;
    uint64_t random = 2;
    for (unsigned bits = 0; bits <= 72; bits += 8) {
        question q;
        memset(&q, 0, sizeof q);
        ask(&q, b.now, &random);
        q.in_layout.bits = (uint8_t)bits;
        q.in_layout.capacity = MIDDLE;
        q.out_layout.bits = (uint8_t)bits;
        q.out_layout.capacity = MIDDLE;
        (void)compare(&q, &b);
    }
}
END_TEST

#ifdef PERMKERN_X86
/* What calls of MLI ask first: a set without code for that says so, and moves nothing. */
START_TEST(some_sets_have_none)
{
    static const permkern_axis axis[2] = {{2, 1, 4}, {4, 2, 1}};
    static const uint8_t in[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const uint8_t wanted[8] = {0, 2, 4, 6, 1, 3, 5, 7};
    (void)permkern_vector_best();
    const uint32_t cpu = permkern_cpu;
    for (permkern_cpu = PERMKERN_CPU_BASE; permkern_cpu <= (cpu & PERMKERN_CPU_LEVEL); permkern_cpu++) {
        uint8_t out[8] = {0};
        const bool moved = permkern_vector_move_small(axis, 2, 0, in, out);
        ck_assert(moved == (permkern_cpu >= PERMKERN_CPU_AVX512));
        ck_assert(!moved || memcmp(out, wanted, sizeof out) == 0);
    }
    permkern_cpu = cpu;
}
END_TEST
#endif

int main(void)
{
    Suite *const suite = suite_create("few");
    TCase *const all = tcase_create("all");
    tcase_set_timeout(all, 600);
    tcase_add_loop_test(all, answers_are_the_same, 0, (int)set_count());
    tcase_add_test(all, odd_sizes);
#ifdef PERMKERN_X86
    tcase_add_test(all, some_sets_have_none);
#endif
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
