/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Layouts that say where in its buffer an array lies: axes that run backwards, on either side and on both, and offsets.
 * Every byte is compared with the oracle, between guard pages.
 */
#include "harness.h"

#include <string.h>

static const unsigned widths[] = {8, 16, 32, 64};

typedef struct {
    const char *name;
    mover *move;
} way;

static const way ways[] = {
    {"planned", move_by_permute},
    {"at once", move_at_once},
    {"generic", move_by_fallback},
};
#define WAYS (sizeof ways / sizeof ways[0])

static permkern_status move_by_thirds(const request *r, const void *context, const void *in, void *out)
{
    static const uint32_t thirds = 3;
    (void)context;
    return move_in_shares(r, &thirds, in, out);
}

static void check_all_ways(const request *r, place where)
{
    for (size_t i = 0; i < WAYS; i++) {
        check_request(r, where, ways[i].name, ways[i].move, NULL);
    }
    check_request(r, where, "in parts", move_by_thirds, NULL);
}

/*
 * Every permutation of a shape, with the subsets of reversed axes of both sides whose number is below `subsets`: of the
 * input's axes first. `pad` elements between lines.
 */
static void check_shape(const size_t *shape, unsigned rank, unsigned bits, size_t pad, unsigned subsets)
{
    static const unsigned permutations[] = {1, 1, 2, 6, 24};
    for (unsigned p = 0; p < permutations[rank]; p++) {
        for (unsigned turned = 0; turned < subsets; turned++) {
            request r = {.rank = rank, .bits = bits, .strided = true};
            size_t out_shape[8];
            memcpy(r.shape, shape, rank * sizeof *shape);
            nth_permutation(r.perm, rank, p);
            for (unsigned k = 0; k < rank; k++) {
                out_shape[k] = request_out_extent(&r, k);
            }
            lay_out(r.in_strides, r.shape, NULL, rank, 1, pad);
            lay_out(r.out_strides, out_shape, NULL, rank, 1, pad);
            turn_round(&r, turned & ((1U << rank) - 1), turned >> rank);
            check_all_ways(&r, (place)(turned % PLACES));
        }
    }
}

START_TEST(reversed_axes)
{
    static const size_t shapes[][4] = {{1, 5, 3}, {4, 4, 4}, {2, 9, 8}, {7, 1, 4}, {3, 2, 17}};
    const unsigned bits = widths[_i];
    for (unsigned n = 0; n < sizeof shapes / sizeof shapes[0]; n++) {
        for (unsigned rank = 1; rank <= 3; rank++) {
            check_shape(shapes[n], rank, bits, n % 2, 1U << 2 * rank);
        }
    }
    if (!sampling()) {
        check_shape((const size_t[]){2, 3, 4, 5}, 4, bits, 0, 256);
    }
}
END_TEST

/* Shapes that tiles, groups of channels, words and vectors move: planes and runs, whole and with all kinds of tails. */
START_TEST(reversed_tiles_and_runs)
{
    static const struct {
        unsigned rank;
        size_t shape[3], pad;
    } cases[] = {{2, {40, 37}, 0},    {2, {8, 83}, 3},     {2, {83, 4}, 0},     {2, {5, 6}, 0},
                 {1, {61}, 0},        {3, {19, 22, 3}, 0}, {3, {3, 20, 18}, 1}, {3, {6, 33, 4}, 0},
                 {3, {12, 2, 35}, 4}, {3, {24, 16, 8}, 0}};
    for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        check_shape(cases[n].shape, cases[n].rank, widths[_i], cases[n].pad, 1U << cases[n].rank);
    }
}
END_TEST

/* All axes reversed on both sides are the same array forwards: it folds to one axis, and is a view where it was one. */
START_TEST(reversed_on_both_sides)
{
    request r = {.rank = 3, .bits = widths[_i], .shape = {3, 4, 5}, .perm = {0, 1, 2}};
    permkern_plan plan;
    request_finish(&r);
    turn_round(&r, 7, 7);
    ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
    ck_assert_uint_eq(permkern_form_rank(permkern_planned(&plan)->form), 1);
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
        request r = {.rank = 3, .bits = widths[_i], .shape = {3, 4, 5}, .perm = {0, 1, 2}};
        permkern_plan plan;
        request_finish(&r);
        turn_round(&r, cases[n].turned, 0);
        ck_assert_int_eq(request_prepare(&r, &plan), PERMKERN_OK);
        ck_assert_uint_eq(permkern_form_rank(permkern_planned(&plan)->form), cases[n].rank);
        ck_assert(permkern_is_view(&plan) == (cases[n].turned == 0));
    }
}
END_TEST

/* A window in the middle of a larger array, on both sides: what is around it stays as it is. */
START_TEST(windows)
{
    const size_t size = widths[_i] / 8;
    static _Alignas(8) uint8_t in[20 * 30 * 8];
    static _Alignas(8) uint8_t out[25 * 15 * 8];
    static uint8_t want[sizeof out];
    const permkern_layout from = {(const size_t[]){7, 9}, (const ptrdiff_t[]){30, 1}, 4 * 30 + 11, 20 * 30 * size, 2,
                                  (uint8_t)widths[_i]};
    const permkern_layout to = {NULL, (const ptrdiff_t[]){-15, 1}, 18 * 15 + 3, 25 * 15 * size, 2, (uint8_t)widths[_i]};
    for (size_t i = 0; i < sizeof in; i++) {
        in[i] = (uint8_t)(i * 7 + i / 256);
    }
    memset(out, 0xc3, sizeof out);
    memset(want, 0xc3, sizeof want);
    for (size_t row = 0; row < 7; row++) {
        for (size_t col = 0; col < 9; col++) {
            memcpy(want + ((18 - col) * 15 + 3 + row) * size, in + ((4 + row) * 30 + 11 + col) * size, size);
        }
    }
    ck_assert_int_eq(permkern_permute(&from, in, (const uint8_t[]){1, 0}, &to, out), PERMKERN_OK);
    ck_assert_int_eq(memcmp(out, want, sizeof out), 0);
}
END_TEST

int main(void)
{
    Suite *const suite = suite_create("layouts");
    TCase *const all = tcase_create("all");
    tcase_set_timeout(all, 300);
    tcase_add_loop_test(all, reversed_axes, 0, 4);
    tcase_add_loop_test(all, reversed_tiles_and_runs, 0, 4);
    tcase_add_loop_test(all, reversed_on_both_sides, 0, 4);
    tcase_add_loop_test(all, reversed_neighbours_fuse, 0, 4);
    tcase_add_loop_test(all, windows, 0, 4);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
