/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Permutes in place against the oracle: every kind of move, at every width, aligned for the element alone and better,
 * between guard pages. The scratch has exactly the bytes that are stated, with a guard page behind it, and is full of
 * anything; one byte less is refused. Statuses, in their order, and nothing written.
 */
#define _DEFAULT_SOURCE
#include "harness.h"

#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#define SCRATCH ((size_t)1 << 16)
#define ANYTHING 0x5a

static const unsigned widths[] = {8, 16, 32, 64};

/* The last `bytes` bytes before a page that may not be touched; elsewhere than on Linux, bytes that are compared. */
static uint8_t *scratch_of(size_t bytes)
{
    static uint8_t *end;
#ifdef __linux__
    if (end == NULL) {
        const size_t page = (size_t)sysconf(_SC_PAGESIZE);
        uint8_t *const base = mmap(NULL, SCRATCH + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        ck_assert(base != MAP_FAILED);
        ck_assert_int_eq(mprotect(base, SCRATCH, PROT_READ | PROT_WRITE), 0);
        end = base + SCRATCH;
    }
#else
    static uint8_t room[SCRATCH + 16];
    end = room + SCRATCH;
    memset(end, ANYTHING, 16);
#endif
    ck_assert_uint_le(bytes + 16, SCRATCH);
    memset(end - bytes - 16, ANYTHING, bytes + 16);
    return end - bytes;
}

static void check_around(const uint8_t *scratch, size_t bytes)
{
    for (size_t k = 1; k <= 16; k++) {
        ck_assert_msg(scratch[-(ptrdiff_t)k] == ANYTHING, "a byte before the scratch was written");
    }
#ifndef __linux__
    for (size_t k = 0; k < 16; k++) {
        ck_assert_msg(scratch[bytes + k] == ANYTHING, "a byte behind the scratch was written");
    }
#endif
    (void)bytes;
}

/* A mover for check_request: the output's bytes are the input's, and then it is run in place. */
static permkern_status move_in_place(const request *r, const void *context, const void *in, void *out)
{
    permkern_plan plan;
    const permkern_status status = request_prepare(r, &plan);
    (void)context;
    if (status != PERMKERN_OK) {
        return status;
    }
    const size_t bytes = permkern_in_place_bytes(&plan);
    ck_assert_msg(bytes != SIZE_MAX, "a permute of whole arrays can be run in place");
    uint8_t *const scratch = scratch_of(bytes);
    memcpy(out, in, request_out_span(r));
    if (bytes != 0) {
        ck_assert_int_eq(permkern_run_in_place(&plan, out, scratch, bytes - 1), PERMKERN_ERR_CAPACITY);
        ck_assert_int_eq(permkern_run_in_place(&plan, out, NULL, bytes), PERMKERN_ERR_NULL);
        ck_assert_mem_eq(out, in, request_out_span(r));
    }
    const permkern_status ran = permkern_run_in_place(&plan, out, bytes == 0 ? NULL : scratch, bytes);
    check_around(scratch, bytes);
    return ran;
}

/* Every subset of reversed input axes, of one permutation; the output's direction turns with the number of calls. */
static void check_turned(const size_t *shape, const uint8_t *perm, unsigned rank, unsigned bits)
{
    static unsigned calls;
    for (unsigned turned = 0; turned < 1U << rank; turned++) {
        request r = {.rank = rank, .bits = bits, .strided = true};
        size_t out_shape[8];
        memcpy(r.shape, shape, rank * sizeof *shape);
        memcpy(r.perm, perm, rank);
        for (unsigned k = 0; k < rank; k++) {
            out_shape[k] = request_out_extent(&r, k);
        }
        lay_out(r.in_strides, r.shape, NULL, rank, 1, 0);
        lay_out(r.out_strides, out_shape, NULL, rank, 1, 0);
        turn_round(&r, turned, calls % 3 == 0 ? calls / 3 % (1U << rank) : 0);
        check_request(&r, (place)(calls++ % PLACES), "in place", move_in_place, NULL);
    }
}

/* Matrices, and batches of them: outside, between rows and columns, and inside. */
START_TEST(matrices)
{
    static const uint8_t matrix[2] = {1, 0};
    static const uint8_t outside[3] = {0, 2, 1};
    static const uint8_t between[3] = {2, 1, 0};
    static const uint8_t inside[3] = {1, 0, 2};
    const size_t rows = (size_t)_i + 1;
    for (size_t cols = 1; cols <= 12; cols++) {
        for (unsigned w = sampling() ? (rows + cols) % 4 : 0; w < 4; w += sampling() ? 4 : 1) {
            check_turned((const size_t[2]){rows, cols}, matrix, 2, widths[w]);
            check_turned((const size_t[3]){3, rows, cols}, outside, 3, widths[w]);
            check_turned((const size_t[3]){rows, 3, cols}, between, 3, widths[w]);
            check_turned((const size_t[3]){rows, cols, 3}, inside, 3, widths[w]);
        }
    }
}
END_TEST

/* Large enough for many tiles, long runs and long cycles, of primes and of powers of two. */
START_TEST(larger)
{
    static const size_t shapes[][4] = {{784, 8, 1, 1}, {8, 784, 1, 1},  {257, 2, 1, 1}, {31, 37, 1, 1}, {64, 64, 1, 1},
                                       {61, 61, 1, 1}, {24, 40, 1, 1},  {6, 7, 200, 1}, {8, 8, 67, 1},  {5, 3, 64, 1},
                                       {4, 20, 12, 8}, {16, 12, 16, 1}, {9, 9, 9, 2},   {2, 96, 96, 1}, {48, 12, 3, 1}};
    static const uint8_t perms[][4] = {{1, 0, 2, 3}, {0, 2, 1, 3}, {2, 1, 0, 3}, {1, 2, 0, 3}, {3, 2, 1, 0}};
    const size_t *const shape = shapes[_i / 5];
    for (unsigned w = sampling() ? (unsigned)_i % 4 : 0; w < 4; w += sampling() ? 4 : 1) {
        check_turned(shape, perms[_i % 5], 4, widths[w]);
    }
}
END_TEST

/* All permutations of ranks 1 to 4 with extents that pair, that do not, that hold tiles, and that are 1. */
START_TEST(permutations)
{
    static const size_t shapes[][4] = {{2, 3, 4, 5}, {3, 3, 3, 3}, {4, 4, 4, 4}, {2, 2, 3, 3}, {4, 8, 4, 8},
                                       {8, 3, 4, 2}, {1, 5, 1, 4}, {5, 2, 5, 2}, {2, 4, 1, 6}, {3, 2, 2, 3}};
    static const unsigned counts[] = {1, 1, 2, 6, 24};
    const size_t *const shape = shapes[_i / 4];
    uint8_t perm[8];
    for (unsigned rank = 1; rank <= 4; rank++) {
        for (unsigned p = 0; p < counts[rank]; p++) {
            nth_permutation(perm, rank, p);
            check_turned(shape, perm, rank, widths[_i % 4]);
        }
    }
}
END_TEST

/* Random permutes of up to eight axes. */
START_TEST(high_ranks)
{
    uint64_t state = (uint64_t)_i + 1;
    size_t shape[8];
    uint8_t perm[8];
    for (unsigned n = 0; n < (sampling() ? 20U : 200U); n++) {
        const unsigned rank =
            PERMKERN_MAX_RANK < 5 ? PERMKERN_MAX_RANK : 5 + next_random(&state, PERMKERN_MAX_RANK - 4);
        size_t elements = 1;
        for (unsigned k = 0; k < rank; k++) {
            shape[k] = 1 + next_random(&state, elements > 2000 ? 2 : 5);
            elements *= shape[k];
            perm[k] = (uint8_t)k;
        }
        for (unsigned k = rank; k > 1; k--) {
            const unsigned other = next_random(&state, k);
            const uint8_t axis = perm[k - 1];
            perm[k - 1] = perm[other];
            perm[other] = axis;
        }
        request r = {.rank = rank, .bits = widths[next_random(&state, 4)]};
        memcpy(r.shape, shape, sizeof shape);
        memcpy(r.perm, perm, sizeof perm);
        request_finish(&r);
        turn_round(&r, next_random(&state, 1U << rank), 0);
        check_request(&r, (place)(n % PLACES), "in place", move_in_place, NULL);
    }
}
END_TEST

static permkern_plan plan_of(const size_t *shape, const uint8_t *perm, size_t rank, size_t bits)
{
    permkern_plan plan;
    size_t out_shape[8] = {0};
    for (size_t k = 0; k < rank; k++) {
        out_shape[k] = shape[perm[k]];
    }
    const permkern_layout in = {.shape = shape, .capacity = SIZE_MAX, .rank = rank, .bits = bits};
    const permkern_layout out = {.shape = out_shape, .capacity = SIZE_MAX, .rank = rank, .bits = bits};
    ck_assert_int_eq(permkern_prepare(&plan, &in, perm, &out), PERMKERN_OK);
    return plan;
}

static size_t bytes_for(size_t rows, size_t cols, size_t bits)
{
    const permkern_plan plan = plan_of((const size_t[2]){rows, cols}, (const uint8_t[2]){1, 0}, 2, bits);
    return permkern_in_place_bytes(&plan);
}

/* A bit for each word where tiles hold the elements, otherwise for each element; none for squares. */
START_TEST(bytes)
{
    ck_assert_uint_eq(bytes_for(784, 8, 8), 196);
    ck_assert_uint_eq(bytes_for(8, 784, 8), 196);
    ck_assert_uint_eq(bytes_for(784, 8, 16), 392);
    ck_assert_uint_eq(bytes_for(784, 8, 32), 784);
    ck_assert_uint_eq(bytes_for(257, 2, 8), 65);
    ck_assert_uint_eq(bytes_for(257, 2, 64), 65);
    ck_assert_uint_eq(bytes_for(28, 28, 8), 0);
    ck_assert_uint_eq(bytes_for(29, 29, 64), 0);
    ck_assert_uint_eq(bytes_for(1, 29, 64), 0);
    ck_assert_uint_eq(bytes_for(4, 16, 8), 0); /* words of tiles are a square */
    const permkern_plan batches = plan_of((const size_t[3]){50, 6, 9}, (const uint8_t[3]){0, 2, 1}, 3, 32);
    ck_assert_uint_eq(permkern_in_place_bytes(&batches), 7);
    const permkern_plan runs = plan_of((const size_t[3]){6, 9, 100}, (const uint8_t[3]){1, 0, 2}, 3, 32);
    ck_assert_uint_eq(permkern_in_place_bytes(&runs), 7);
    const permkern_plan ends = plan_of((const size_t[3]){5, 9, 5}, (const uint8_t[3]){2, 1, 0}, 3, 32);
    ck_assert_uint_eq(permkern_in_place_bytes(&ends), 0);
    permkern_plan empty;
    memset(&empty, 0, sizeof empty);
    ck_assert_uint_eq(permkern_in_place_bytes(&empty), SIZE_MAX);
    ck_assert_uint_eq(permkern_in_place_bytes(NULL), SIZE_MAX);
}
END_TEST

/* Gaps, or sides that begin at different places: not in place, but for a view. */
START_TEST(other_layouts)
{
    static _Alignas(8) uint8_t data[256];
    static const size_t shape[2] = {4, 6};
    static const size_t out_shape[2] = {6, 4};
    static const ptrdiff_t padded[2] = {8, 1};
    static const uint8_t turned[2] = {1, 0};
    static const uint8_t same[2] = {0, 1};
    const permkern_layout whole = {.shape = shape, .capacity = 128, .rank = 2, .bits = 8};
    const permkern_layout gaps = {.shape = shape, .strides = padded, .capacity = 128, .rank = 2, .bits = 8};
    const permkern_layout out = {.shape = out_shape, .capacity = 128, .rank = 2, .bits = 8};
    const permkern_layout later = {.shape = out_shape, .offset = 1, .capacity = 128, .rank = 2, .bits = 8};
    const permkern_layout apart = {.shape = out_shape, .strides = padded, .capacity = 128, .rank = 2, .bits = 8};
    permkern_plan plan;
    uint8_t scratch[32];
    ck_assert_int_eq(permkern_prepare(&plan, &gaps, turned, &out), PERMKERN_OK);
    ck_assert_uint_eq(permkern_in_place_bytes(&plan), SIZE_MAX);
    ck_assert_int_eq(permkern_run_in_place(&plan, data, scratch, sizeof scratch), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_run_in_place(&plan, data, NULL, 0), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_prepare(&plan, &whole, turned, &apart), PERMKERN_OK);
    ck_assert_uint_eq(permkern_in_place_bytes(&plan), SIZE_MAX);
    ck_assert_int_eq(permkern_prepare(&plan, &whole, turned, &later), PERMKERN_OK);
    ck_assert_uint_eq(permkern_in_place_bytes(&plan), SIZE_MAX);
    ck_assert_int_eq(permkern_run_in_place(&plan, data, scratch, sizeof scratch), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_prepare(&plan, &gaps, same, &gaps), PERMKERN_OK);
    ck_assert_uint_eq(permkern_in_place_bytes(&plan), 0);
    ck_assert_int_eq(permkern_run_in_place(&plan, data, NULL, 0), PERMKERN_OK);
    for (size_t k = 0; k < sizeof data; k++) {
        ck_assert_uint_eq(data[k], 0);
    }
}
END_TEST

/* A plan, data and a scratch beside each other, so that each may lie over another. */
START_TEST(statuses)
{
    static union {
        permkern_plan plan;
        uint8_t bytes[sizeof(permkern_plan) + 2048];
    } room;
    static const size_t shape[2] = {6, 10};
    static const uint8_t perm[2] = {1, 0};
    uint8_t *const data = room.bytes + sizeof room.plan + 64;
    uint8_t *const scratch = data + 240;
    uint8_t kept[sizeof room];
    room.plan = plan_of(shape, perm, 2, 32);
    ck_assert_uint_eq(permkern_in_place_bytes(&room.plan), 8);
    memcpy(kept, &room, sizeof room);
    const permkern_plan *const plan = &room.plan;
    permkern_plan none;
    memset(&none, 0, sizeof none);
    ck_assert_int_eq(permkern_run_in_place(NULL, data, scratch, 8), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_run_in_place(plan, NULL, scratch, 8), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_run_in_place(plan, data, NULL, 8), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_run_in_place(&none, NULL, NULL, 0), PERMKERN_ERR_NULL);
    ck_assert_int_eq(permkern_run_in_place(&none, data, scratch, 8), PERMKERN_ERR_PLAN);
    ck_assert_int_eq(permkern_run_in_place(plan, data + 1, data, 7), PERMKERN_ERR_ALIGN);
    ck_assert_int_eq(permkern_run_in_place(plan, (void *)(UINTPTR_MAX - 15), scratch, 8), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(permkern_run_in_place(plan, data, (void *)(UINTPTR_MAX - 3), 8), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(permkern_run_in_place(plan, room.bytes, scratch, 8), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_run_in_place(plan, data, data + 239, 8), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_run_in_place(plan, data, data - 7, 8), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_run_in_place(plan, data, room.bytes + 8, 8), PERMKERN_ERR_OVERLAP);
    ck_assert_int_eq(permkern_run_in_place(plan, data, scratch, 7), PERMKERN_ERR_CAPACITY);
    ck_assert_int_eq(permkern_run_in_place(plan, data, scratch, 0), PERMKERN_ERR_CAPACITY);
    ck_assert_mem_eq(kept, &room, sizeof room);
    ck_assert_int_eq(permkern_run_in_place(plan, data, data - 8, 8), PERMKERN_OK);
    ck_assert_int_eq(permkern_run_in_place(plan, data, scratch, SIZE_MAX), PERMKERN_OK);
}
END_TEST

/* The data's first byte is not the buffer's: each end may wrap. */
START_TEST(wraps)
{
    static const size_t shape[2] = {3, 5};
    static const uint8_t perm[2] = {1, 0};
    static uint8_t data[32];
    uint8_t scratch[2];
    permkern_plan plan;
    const permkern_layout in = {.shape = shape, .offset = 8, .capacity = sizeof data, .rank = 2, .bits = 8};
    const permkern_layout out = {.offset = 8, .capacity = sizeof data, .rank = 2, .bits = 8};
    ck_assert_int_eq(permkern_prepare(&plan, &in, perm, &out), PERMKERN_OK);
    ck_assert_uint_eq(permkern_in_place_bytes(&plan), 2);
    ck_assert_int_eq(permkern_run_in_place(&plan, (void *)(UINTPTR_MAX - 3), scratch, 2), PERMKERN_ERR_WRAP);
    ck_assert_int_eq(permkern_run_in_place(&plan, (void *)(UINTPTR_MAX - 15), scratch, 2), PERMKERN_ERR_WRAP);
    for (uint8_t k = 0; k < sizeof data; k++) {
        data[k] = k;
    }
    ck_assert_int_eq(permkern_run_in_place(&plan, data, scratch, 2), PERMKERN_OK);
    for (uint8_t k = 0; k < sizeof data; k++) {
        const unsigned at = (unsigned)k - 8;
        ck_assert_uint_eq(data[k], k < 8 || k >= 23 ? (unsigned)k : 8 + at % 3 * 5 + at / 3);
    }
}
END_TEST

/* A plan's constant: elements are exclusive-ored where they end, also those of a view. */
START_TEST(constants)
{
    static const uint8_t perms[2][3] = {{2, 0, 1}, {0, 1, 2}};
    static const size_t shape[3] = {6, 7, 5};
    for (unsigned p = 0; p < 2; p++) {
        uint16_t from[210];
        uint16_t to[210];
        uint8_t scratch[27];
        permkern_plan plan = plan_of(shape, perms[p], 3, 16);
        for (unsigned k = 0; k < 210; k++) {
            from[k] = (uint16_t)(k * 311);
        }
        ck_assert_int_eq(permkern_run(&plan, from, to), PERMKERN_OK);
        ck_assert_int_eq(permkern_xor(&plan, 0x8001), PERMKERN_OK);
        ck_assert_uint_le(permkern_in_place_bytes(&plan), sizeof scratch);
        ck_assert_int_eq(permkern_run_in_place(&plan, from, scratch, sizeof scratch), PERMKERN_OK);
        for (unsigned k = 0; k < 210; k++) {
            ck_assert_uint_eq(from[k], to[k] ^ 0x8001U);
        }
    }
}
END_TEST

/* No elements: nothing to move, wherever it is. */
START_TEST(no_elements)
{
    const permkern_plan plan = plan_of((const size_t[2]){0, 5}, (const uint8_t[2]){1, 0}, 2, 32);
    ck_assert_uint_eq(permkern_in_place_bytes(&plan), 0);
    ck_assert_int_eq(permkern_run_in_place(&plan, NULL, NULL, 0), PERMKERN_OK);
}
END_TEST

int main(void)
{
    Suite *const suite = suite_create("in_place");
    TCase *const sweeps = tcase_create("sweeps");
    TCase *const checks = tcase_create("checks");
    tcase_set_timeout(sweeps, 300);
    tcase_add_loop_test(sweeps, matrices, 0, 12);
    tcase_add_loop_test(sweeps, larger, 0, 75);
    tcase_add_loop_test(sweeps, permutations, 0, 40);
    tcase_add_loop_test(sweeps, high_ranks, 0, 10);
    tcase_add_test(checks, bytes);
    tcase_add_test(checks, other_layouts);
    tcase_add_test(checks, statuses);
    tcase_add_test(checks, wraps);
    tcase_add_test(checks, constants);
    tcase_add_test(checks, no_elements);
    suite_add_tcase(suite, sweeps);
    suite_add_tcase(suite, checks);
    return run_suite(suite);
}
