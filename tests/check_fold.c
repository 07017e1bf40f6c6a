/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The parts under the dispatcher: arithmetic in every spelling that targets choose from, slots, widening, spans. Python
 * compares folding with its own, over every permutation to rank 6 (tests/python).
 */
#include "harness.h"

#include <check.h>

/* The arithmetic of src/base/arith.c with sizes of 8 bits, of which all pairs can be tried. */
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

START_TEST(all_pairs_of_bytes)
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
END_TEST

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

START_TEST(products)
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
END_TEST

START_TEST(shares)
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
        /* What is left over goes to the first shares, one unit each. */
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
END_TEST

/* All permutations of all ranks in order have the numbers 0, 1, 2, ... */
START_TEST(slots)
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
            if (rank == 4) {
                ck_assert_uint_eq(permkern_slot_of_four(axis), expected);
            }
            expected++;
            ck_assert_uint_eq(perm[permkern_inner_axis(axis, rank)], rank - 1);
        }
    }
}
END_TEST

START_TEST(widening)
{
    for (unsigned shift = 0; shift <= 3; shift++) {
        const size_t size = (size_t)1 << shift;
        for (size_t extent = 2; extent < 20; extent++) {
            permkern_axis axis[2] = {{3, 64 * extent, 64 * extent}, {extent, size, size}};
            const size_t bytes = extent * size;
            const unsigned want = bytes == 2 ? 1U : bytes == 4 ? 2U : bytes == 8 ? 3U : 0U;
            ck_assert_uint_eq(permkern_widen(axis, 2, shift), want);
            ck_assert_uint_eq(permkern_widen(axis + 1, 1, shift), 0);
            axis[1].in_stride *= 2;
            ck_assert_uint_eq(permkern_widen(axis, 2, shift), 0);
            axis[1].in_stride = size;
            axis[1].out_stride *= 2;
            ck_assert_uint_eq(permkern_widen(axis, 2, shift), 0);
        }
    }
}
END_TEST

/* The span of two axes of a side, or of one where the second is NULL. */
static permkern_status span_of(size_t size, const size_t *outer, const size_t *inner, size_t *span)
{
    const size_t *const axes[2] = {outer, inner};
    permkern_array array;
    permkern_cover cover;
    permkern_cover_begin(&cover);
    array.rank = inner == NULL ? 1 : 2;
    array.span = 0;
    for (unsigned k = array.rank; k-- > 0;) {
        array.extent[k] = axes[k][0];
        array.stride[k] = axes[k][1];
        permkern_cover_axis(&cover, axes[k][0], axes[k][1]);
    }
    array.cover = cover;
    const permkern_status status = permkern_span(&array, size);
    *span = array.span;
    cover.status = PERMKERN_ERR_STRIDE; /* axes are in any order: the same */
    array.cover = cover;
    ck_assert_int_eq(permkern_span(&array, size), status);
    ck_assert(status != PERMKERN_OK || array.span == *span);
    return status;
}

START_TEST(spans)
{
    size_t span = 0;
    const size_t inner[2] = {10, 4};
    const size_t padded[2] = {3, 100};
    const size_t tight[2] = {3, 40};
    const size_t shared[2] = {3, 39};
    const size_t wraps[2] = {3, SIZE_MAX / 2};
    const size_t top[2] = {SIZE_MAX, 1};
    const size_t over[2] = {SIZE_MAX, 2};
    const size_t last[2] = {2, SIZE_MAX - 3};
    const size_t longest[2] = {2, SIZE_MAX};
    const size_t half[2] = {2, SIZE_MAX / 2 + 1};
    ck_assert_int_eq(span_of(4, padded, inner, &span), PERMKERN_OK);
    ck_assert_uint_eq(span, 2 * 100 + 9 * 4 + 4);
    ck_assert_int_eq(span_of(4, inner, padded, &span), PERMKERN_OK);
    ck_assert_uint_eq(span, 2 * 100 + 9 * 4 + 4);
    ck_assert_int_eq(span_of(4, tight, inner, &span), PERMKERN_OK);
    ck_assert_uint_eq(span, 120);
    ck_assert_int_eq(span_of(4, shared, inner, &span), PERMKERN_ERR_STRIDE);
    ck_assert_int_eq(span_of(4, wraps, inner, &span), PERMKERN_ERR_SIZE);
    ck_assert_int_eq(span_of(1, top, NULL, &span), PERMKERN_OK);
    ck_assert_uint_eq(span, SIZE_MAX);
    ck_assert_int_eq(span_of(1, over, NULL, &span), PERMKERN_ERR_SIZE);
    ck_assert_int_eq(span_of(2, last, NULL, &span), PERMKERN_OK);
    ck_assert_int_eq(span_of(4, last, NULL, &span), PERMKERN_ERR_SIZE);
    ck_assert_int_eq(span_of(1, longest, half, &span), PERMKERN_ERR_STRIDE);
    ck_assert_int_eq(span_of(1, longest, over, &span), PERMKERN_ERR_STRIDE);
}
END_TEST

/* All axes reversed on both sides are the same array forwards: it folds to one axis, and is a view where it was one. */
START_TEST(reversed_on_both_sides)
{
    request r = {.rank = 3, .bits = (8U << _i), .shape = {3, 4, 5}, .perm = {0, 1, 2}};
    permkern_plan plan;
    request_finish(&r);
    turn_round(&r, 7, 7);
    ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
    ck_assert_uint_eq(permkern_form_rank(permkern_planned(&plan)->choice.form), 1);
    ck_assert(permkern_is_view(&plan));
}
END_TEST

/* Neighbours that are reversed together fuse; one that runs the other way does not. */
START_TEST(reversed_neighbours_fuse)
{
    static const struct {
        unsigned turned, rank;
    } cases[] = {{7, 1}, {6, 2}, {3, 2}, {5, 3}, {0, 1}, {2, 3}};
    for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        request r = {.rank = 3, .bits = (8U << _i), .shape = {3, 4, 5}, .perm = {0, 1, 2}};
        permkern_plan plan;
        request_finish(&r);
        turn_round(&r, cases[n].turned, 0);
        ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
        ck_assert_uint_eq(permkern_form_rank(permkern_planned(&plan)->choice.form), cases[n].rank);
        ck_assert(permkern_is_view(&plan) == (cases[n].turned == 0));
    }
}
END_TEST

int main(void)
{
    Suite *const suite = suite_create("fold");
    TCase *const all = tcase_create("all");
    tcase_set_timeout(all, 60);
    tcase_add_test(all, all_pairs_of_bytes);
    tcase_add_test(all, products);
    tcase_add_test(all, shares);
    tcase_add_test(all, slots);
    tcase_add_test(all, widening);
    tcase_add_test(all, spans);
    tcase_add_loop_test(all, reversed_on_both_sides, 0, 4);
    tcase_add_loop_test(all, reversed_neighbours_fuse, 0, 4);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
