/* SPDX-License-Identifier: BSD-3-Clause */
/* Arithmetic in each form that a target may choose, and slots. test_fold_c.py compares folding with Python's. */
#include "harness.h"

/* src/base/arith.c with 8-bit sizes: all pairs can be tried. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#undef SIZE_MAX
#define SIZE_MAX 255
#define size_t uint8_t
#define permkern_multiply_by_adding multiply_by_adding_8
#define permkern_divide_by_shifting divide_by_shifting_8
#define permkern_share share_8
bool multiply_by_adding_8(uint8_t a, uint8_t b, uint8_t *product);
uint8_t divide_by_shifting_8(uint8_t a, uint8_t b, uint8_t *remainder);
uint8_t share_8(uint8_t units, uint32_t part, uint32_t parts);
#include "../src/base/arith.c"
#undef size_t
#undef SIZE_MAX
#define SIZE_MAX ((size_t)-1)
#undef permkern_multiply_by_adding
#undef permkern_divide_by_shifting
#undef permkern_share
#pragma GCC diagnostic pop

TEST(all_pairs_of_bytes)
{
    for (unsigned a = 0; a < 256; a++) {
        for (unsigned b = 0; b < 256; b++) {
            uint8_t found = 0;
            ck_assert_int_eq(multiply_by_adding_8((uint8_t)a, (uint8_t)b, &found), a * b < 256);
            ck_assert_uint_eq(found, a * b % 256);
            if (b != 0) {
                ck_assert_uint_eq(divide_by_shifting_8((uint8_t)a, (uint8_t)b, &found), a / b);
                ck_assert_uint_eq(found, a % b);
            }
        }
    }
}

static const size_t edges[] = {0,
                               1,
                               2,
                               3,
                               7,
                               255,
                               65535,
                               65536,
                               (size_t)UINT32_MAX - 1,
                               UINT32_MAX,
                               SIZE_MAX / 2,
                               SIZE_MAX / 2 + 1,
                               SIZE_MAX / 3,
                               SIZE_MAX - 1,
                               SIZE_MAX};
#define EDGES (sizeof edges / sizeof edges[0])

static void check_product(size_t a, size_t b)
{
    size_t fast = 0;
    size_t slow = 0;
    const bool fits = a == 0 || b <= SIZE_MAX / a;
    ck_assert_int_eq(permkern_multiply(a, b, &fast), fits);
    ck_assert_int_eq(permkern_multiply_by_adding(a, b, &slow), fits);
    ck_assert(!fits || (fast == a * b && slow == a * b));
}

TEST(products)
{
    uint64_t state = 1;
    for (size_t i = 0; i < EDGES; i++) {
        for (size_t j = 0; j < EDGES; j++) {
            check_product(edges[i], edges[j]);
        }
    }
    for (int i = 0; i < 100000; i++) {
        const size_t a = ((size_t)next_random(&state, UINT32_MAX) << next_random(&state, 33)) | 1U;
        const size_t b = (size_t)next_random(&state, UINT32_MAX) >> next_random(&state, 32);
        check_product(a, b);
        check_product(b, a);
    }
}

TEST(shares)
{
    uint64_t state = 2;
    for (int i = 0; i < 20000; i++) {
        const size_t units = (size_t)next_random(&state, UINT32_MAX) >> next_random(&state, 32);
        const uint32_t parts = 1 + (next_random(&state, UINT32_MAX - 1) >> next_random(&state, 32));
        const uint32_t part = next_random(&state, parts);
        const size_t begin = permkern_share(units, part, parts);
        const size_t end = permkern_share(units, part + 1, parts);
        size_t rest = 0;
        ck_assert_uint_eq(permkern_divide_by_shifting(units, parts, &rest), units / parts);
        ck_assert_uint_eq(rest, units % parts);
        ck_assert(begin <= end && end <= units);
        ck_assert(end - begin == units / parts || end - begin == units / parts + 1);
        /* The first shares get one more unit each. */
        ck_assert_uint_eq(begin - units / parts * part, part < units % parts ? part : units % parts);
    }
    ck_assert_uint_eq(permkern_share(10, 0, 3), 0);
    ck_assert_uint_eq(permkern_share(10, 1, 3), 4);
    ck_assert_uint_eq(permkern_share(10, 3, 3), 10);
    size_t rest = 0;
    ck_assert_uint_eq(permkern_divide_by_shifting(SIZE_MAX, UINT32_MAX, &rest), SIZE_MAX / UINT32_MAX);
    ck_assert_uint_eq(rest, SIZE_MAX % UINT32_MAX);
    ck_assert_uint_eq(permkern_share(SIZE_MAX, UINT32_MAX, UINT32_MAX), SIZE_MAX);
}

/* All permutations of all ranks in order have the numbers 0, 1, 2, ... */
TEST(slots)
{
    unsigned expected = 0;
    unsigned count = 1;
    for (unsigned rank = 1; rank <= 8; rank++) {
        count *= rank;
        for (unsigned n = 0; n < count; n++) {
            permkern_axis axis[8];
            uint8_t perm[8];
            nth_permutation(perm, rank, n);
            for (unsigned k = 0; k < rank; k++) {
                axis[k].in_stride = (size_t)1 << (3 * (rank - perm[k]));
            }
            ck_assert_uint_eq(permkern_slot(axis, rank), expected);
            expected++;
            ck_assert_uint_eq(perm[permkern_inner_axis(axis, rank)], rank - 1);
        }
    }
}

/* Three bytes that are PTRDIFF_MAX bytes apart span SIZE_MAX bytes. Of halfwords, the last one is beyond SIZE_MAX. */
TEST(span_of_all_memory)
{
    static const size_t shape[1] = {3};
    static const uint8_t perm[1] = {0};
    static const ptrdiff_t strides[1] = {PTRDIFF_MAX};
    permkern_plan plan;
    permkern_layout in = {.shape = shape, .strides = strides, .capacity = SIZE_MAX, .rank = 1, .bits = 8};
    permkern_layout out = {.capacity = SIZE_MAX, .rank = 1, .bits = 8};
    ck_assert_int_eq(permkern_prepare(&plan, &in, perm, &out), PERMKERN_OK);
    ck_assert_uint_eq(permkern_planned(&plan)->in_span, SIZE_MAX);
    in.capacity--;
    ck_assert_int_eq(permkern_prepare(&plan, &in, perm, &out), PERMKERN_ERR_CAPACITY);
    static const ptrdiff_t halves[1] = {PTRDIFF_MAX / 2 + 1};
    in.strides = halves;
    in.bits = 16;
    out.bits = 16;
    ck_assert_int_eq(permkern_prepare(&plan, &in, perm, &out), PERMKERN_ERR_SIZE);
}

int main(void)
{
    const test tests[] = {
        ONCE(span_of_all_memory), ONCE(all_pairs_of_bytes), ONCE(products), ONCE(shares), ONCE(slots),
    };
    return run_suite(tests, sizeof tests / sizeof tests[0]);
}
